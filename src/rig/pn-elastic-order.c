/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Triangles in order of depth.
 *
 * Depth spreads from overlap pins by their harmonic weights, pins that hold a place having none; a
 * pin's extent takes the root of its weights, so that the depth stays nearly whole the farther, the
 * larger it is. Triangles are sorted by counting, which is stable and takes the same time whatever
 * the depths. */
#include <math.h>
#include <string.h>

#include "pn-elastic-job-private.h"
#include "pn-math.h"

#define DEPTH_MAX 100.0
#define STEPS 256.0

static int
spreads_depth (const PnElasticPins *set, uint32_t i)
{
  return set->pins[i].kind == PN_ELASTIC_OVERLAP && set->states[i] == PN_PIN_HOLDS;
}

/* Lists the pins that take part in the spread as plain ones, those that spread depth first: in the
 * grip of another pin these are not the ones that give way. Returns how many. */
static uint32_t
list_pins (const PnElasticPins *set, PnElasticPin *plain, uint32_t *numbers, unsigned char *parts)
{
  uint32_t n = 0;
  for (int round = 0; round < 2; round++)
    for (uint32_t i = 0; i < set->n_pins; i++) {
      const PnElasticPin *pin = &set->pins[i];
      int has_no_depth = set->holds[i] && pin->kind != PN_ELASTIC_BEND;
      if (!(round == 0 ? spreads_depth (set, i) : has_no_depth))
        continue;
      plain[n] = (PnElasticPin){.rest = pin->rest, .grip = pin->grip};
      parts[n] = round == 0 ? PN_ELASTIC_COUNTED : PN_ELASTIC_BESIDE;
      numbers[n++] = i;
    }
  return n;
}

/* Where the roots of several come to more than 1 they share. */
static void
share_weights (const PnElasticDepths *depths, size_t n_vertices)
{
  for (size_t v = 0; v < n_vertices; v++) {
    double sum = 0;
    for (uint32_t i = 0; i < depths->n_pins; i++)
      sum += depths->weights[i * n_vertices + v];
    for (uint32_t i = 0; i < depths->n_pins && sum > 1; i++)
      depths->weights[i * n_vertices + v] /= sum;
  }
}

/* Of the pins of `spread`, the first are those of the depths. */
static PnStatus
fill_depths (PnElasticPins *set,
             const PnElasticPins *spread,
             const uint32_t *numbers,
             const unsigned char *parts)
{
  PnElasticDepths *depths = &set->depths;
  size_t n = pn_mesh_n_vertices (set->plain->mesh);
  PnArena arena = {0};
  PnElasticWeighing weighing;
  PnStatus status =
      pn_elastic_weighing_reserve (&weighing, &arena, spread->n_pins, spread->plain->n_largest);
  if (status == PN_STATUS_OK) {
    pn_elastic_weigh (spread, parts, &weighing, depths->weights);
    for (uint32_t i = 0; i < depths->n_pins; i++) {
      double extent = pn_clamp (set->pins[numbers[i]].overlap_extent, PN_ELASTIC_OVERLAP_EXTENT_MIN,
                                PN_ELASTIC_OVERLAP_EXTENT_MAX);
      depths->pins[i] = numbers[i];
      set->states[numbers[i]] = spread->states[i];
      pn_elastic_sharpen (depths->weights + i * n, n, 1 / extent);
    }
    share_weights (depths, n);
  }
  pn_arena_clear (&arena);
  return status;
}

PnStatus
pn_elastic_depths_init (PnElasticPins *set)
{
  PnElasticDepths *depths = &set->depths;
  for (uint32_t i = 0; i < set->n_pins; i++)
    depths->n_pins += spreads_depth (set, i) != 0;
  if (depths->n_pins == 0)
    return PN_STATUS_OK;
  PnElasticPin *plain = calloc (set->n_pins, sizeof *plain);
  uint32_t *numbers = calloc (set->n_pins, sizeof *numbers);
  unsigned char *parts = calloc (set->n_pins, 1);
  size_t n_vertices = pn_mesh_n_vertices (set->plain->mesh);
  depths->pins = pn_arena_new (&set->arena, uint32_t, depths->n_pins);
  depths->weights = pn_arena_new (&set->arena, double, depths->n_pins *n_vertices);
  PnElasticPins *spread = NULL;
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (plain && numbers && parts && depths->pins && depths->weights)
    status = pn_elastic_pins_new (set->plain, plain, list_pins (set, plain, numbers, parts), set,
                                  &spread);
  if (status == PN_STATUS_OK)
    status = fill_depths (set, spread, numbers, parts);
  pn_elastic_pins_unref (spread);
  free (plain);
  free (numbers);
  free (parts);
  return status;
}

static void
spread_depths (const PnElasticPins *pins, const PnElasticTarget *targets, double *depths)
{
  size_t n = pn_mesh_n_vertices (pins->plain->mesh);
  memset (depths, 0, n * sizeof *depths);
  for (uint32_t i = 0; i < pins->depths.n_pins; i++) {
    double depth = targets[pins->depths.pins[i]].depth;
    const double *weights = pins->depths.weights + i * n;
    if (!isfinite (depth))
      continue;
    depth = pn_clamp (depth, -DEPTH_MAX, DEPTH_MAX);
    for (size_t v = 0; v < n; v++)
      depths[v] += depth * weights[v];
  }
}

/* Orders `from` (n) by one byte of the keys. */
static void
sort_by_byte (const uint16_t *keys, int shift, const uint32_t *from, uint32_t n, uint32_t *to)
{
  uint32_t starts[256] = {0}, sum = 0;
  for (uint32_t i = 0; i < n; i++)
    starts[keys[from[i]] >> shift & 255]++;
  for (int b = 0; b < 256; b++) {
    uint32_t count = starts[b];
    starts[b] = sum;
    sum += count;
  }
  for (uint32_t i = 0; i < n; i++)
    to[starts[keys[from[i]] >> shift & 255]++] = from[i];
}

PnElasticOrder
pn_elastic_order (const PnElasticPins *pins,
                  const PnElasticTarget *targets,
                  PnElasticWorkspace *workspace,
                  uint32_t *order)
{
  if (pins->depths.n_pins == 0 || pn_elastic_workspace_reserve (workspace, pins) != PN_STATUS_OK)
    return PN_ELASTIC_ORDER_OF_MESH;
  const PnMesh *mesh = pins->plain->mesh;
  const uint32_t *corners = pn_mesh_triangles (mesh);
  uint32_t n = (uint32_t)pn_mesh_n_triangles (mesh);
  spread_depths (pins, targets, workspace->depths);
  int any = 0;
  for (uint32_t t = 0; t < n; t++, corners += 3) {
    double sum = workspace->depths[corners[0]] + workspace->depths[corners[1]] +
                 workspace->depths[corners[2]];
    double key = floor ((sum / 3 + DEPTH_MAX) * STEPS + 0.5);
    workspace->keys[t] = (uint16_t)pn_clamp (key, 0, 2 * DEPTH_MAX * STEPS);
    any |= workspace->keys[t] != workspace->keys[0];
  }
  if (!any)
    return PN_ELASTIC_ORDER_OF_MESH;
  for (uint32_t t = 0; t < n; t++)
    order[t] = t;
  sort_by_byte (workspace->keys, 0, order, n, workspace->sorted);
  sort_by_byte (workspace->keys, 8, workspace->sorted, n, order);
  return PN_ELASTIC_ORDER_OF_DEPTH;
}
