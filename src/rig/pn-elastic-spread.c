/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How far something reaches along a mesh.
 *
 * Distances are settled from the nearest vertex outwards (Dijkstra 1959). Along edges alone they
 * would depend on which way the edges run; so the third corner of a triangle whose other two are
 * known is also measured straight, from where a source as far from both would lie in the plane of
 * the triangle, if the line comes in between the two (Kimmel and Sethian, "Computing geodesic paths
 * on manifolds", 1998, with a point for their plane wave). That corner may be the nearest of the
 * three; so a vertex that a later one gives a shorter way is settled again. A mesh in the plane
 * bends nowhere, so that this is exact wherever the source can be seen, and goes round what hides
 * it.
 *
 * Costs a heap's work for the vertices within the extent and a sweep of the mesh. */
#include <math.h>
#include <string.h>

#include "pn-array.h"
#include "pn-elastic-private.h"
#include "pn-mesh-private.h"

/* Ways that are shorter by less, as a part, are none. */
#define ROUNDING 1e-12

typedef struct {
  double distance;
  uint32_t vertex;
} Front;

typedef PN_ARRAY (Front) Heap;

static int
is_nearer (const Front *a, const Front *b)
{
  return a->distance < b->distance || (a->distance <= b->distance && a->vertex < b->vertex);
}

static PnStatus
push_front (Heap *heap, Front front)
{
  PnStatus status = pn_array_push (heap, front);
  if (status != PN_STATUS_OK)
    return status;
  size_t at = heap->n_items - 1;
  for (; at > 0 && is_nearer (&front, &heap->items[(at - 1) / 2]); at = (at - 1) / 2)
    heap->items[at] = heap->items[(at - 1) / 2];
  heap->items[at] = front;
  return PN_STATUS_OK;
}

static Front
pop_front (Heap *heap)
{
  Front nearest = heap->items[0], last = heap->items[--heap->n_items];
  size_t at = 0;
  for (size_t child = 1; child < heap->n_items; child = 2 * at + 1) {
    if (child + 1 < heap->n_items && is_nearer (&heap->items[child + 1], &heap->items[child]))
      child++;
    if (!is_nearer (&heap->items[child], &last))
      break;
    heap->items[at] = heap->items[child];
    at = child;
  }
  if (heap->n_items > 0)
    heap->items[at] = last;
  return nearest;
}

/* The distance of `c` from a source that is `to_a` and `to_b` from the two other corners and lies
 * on their far side; or infinite, where it cannot be seen between them. */
static double
unfold (PnVec2 a, PnVec2 b, PnVec2 c, double to_a, double to_b)
{
  PnVec2 side = pn_vec2_sub (b, a), across = pn_vec2_sub (c, a);
  double length = pn_vec2_length (side);
  double source_x = (to_a * to_a - to_b * to_b + length * length) / (2 * length);
  double source_y = sqrt (fmax (0, to_a * to_a - source_x * source_x));
  double x = pn_vec2_dot (side, across) / length;
  double y = fabs (pn_vec2_cross (side, across)) / length;
  double meets = source_x + (x - source_x) * source_y / (source_y + y);
  if (!(meets >= 0 && meets <= length))
    return (double)INFINITY;
  return pn_vec2_length (pn_vec2 (x - source_x, y + source_y));
}

/* What is known while distances are settled. */
typedef struct {
  const PnElasticFactor *factor;
  double *distances;
  unsigned char *settled;
  Heap heap;
} Flood;

static PnStatus
reach (Flood *flood, uint32_t vertex, double distance)
{
  if (!(distance < flood->distances[vertex] * (1 - ROUNDING)))
    return PN_STATUS_OK;
  flood->distances[vertex] = distance;
  return push_front (&flood->heap, (Front){distance, vertex});
}

/* Measures `c` over the edge from `a` and, where `b` is settled too, straight. */
static PnStatus
measure (Flood *flood, uint32_t a, uint32_t b, uint32_t c)
{
  const PnVec2 *at = pn_mesh_positions (flood->factor->mesh);
  double distance = flood->distances[a] + pn_vec2_length (pn_vec2_sub (at[c], at[a]));
  if (flood->settled[b])
    distance =
        fmin (distance, unfold (at[a], at[b], at[c], flood->distances[a], flood->distances[b]));
  return reach (flood, c, distance);
}

static PnStatus
settle (Flood *flood, double extent)
{
  const PnElasticFactor *factor = flood->factor;
  const uint32_t *corners = pn_mesh_triangles (factor->mesh);
  PnStatus status = PN_STATUS_OK;
  while (status == PN_STATUS_OK && flood->heap.n_items > 0) {
    Front front = pop_front (&flood->heap);
    uint32_t v = front.vertex;
    if (front.distance > flood->distances[v])
      continue;
    if (!(front.distance < extent))
      break;
    flood->settled[v] = 1;
    for (uint32_t f = factor->fan_starts[v]; f < factor->fan_starts[v + 1]; f++) {
      uint32_t next = pn_mesh_next_half (factor->fans[f]);
      uint32_t second = corners[next], third = corners[pn_mesh_next_half (next)];
      status = measure (flood, v, second, third);
      if (status == PN_STATUS_OK)
        status = measure (flood, v, third, second);
      if (status != PN_STATUS_OK)
        break;
    }
  }
  return status;
}

/* Distances along the mesh from `place`, in px, exact within what can be seen from it: those of
 * vertices nearer than `extent`, more for others (n_vertices of the mesh). */
static PnStatus
measure_distances (const PnElasticFactor *factor,
                   const PnMeshPlace *place,
                   double extent,
                   double *distances)
{
  const PnVec2 *at = pn_mesh_positions (factor->mesh);
  const uint32_t *corners = pn_mesh_triangles (factor->mesh) + 3 * (size_t)place->triangle;
  size_t n = pn_mesh_n_vertices (factor->mesh);
  Flood flood = {.factor = factor, .distances = distances, .settled = calloc (n, 1)};
  if (!flood.settled)
    return PN_STATUS_NO_MEMORY;
  for (size_t i = 0; i < n; i++)
    distances[i] = (double)INFINITY;
  PnVec2 source = pn_mesh_at (factor->mesh, at, place);
  PnStatus status = PN_STATUS_OK;
  for (int i = 0; i < 3 && status == PN_STATUS_OK; i++)
    status = reach (&flood, corners[i], pn_vec2_length (pn_vec2_sub (at[corners[i]], source)));
  if (status == PN_STATUS_OK)
    status = settle (&flood, extent);
  free (flood.settled);
  pn_array_clear (&flood.heap);
  return status;
}

/* Flat at both ends, and above a half as far as 0.73: what lies around the middle is one. */
static double
share_at (double part)
{
  if (!(part < 1))
    return 0;
  double square = part * part, rest = 1 - square * square;
  return rest * rest;
}

PnStatus
pn_elastic_spread_init (PnElasticSpread *spread,
                        const PnElasticFactor *factor,
                        const PnMeshPlace *place,
                        double extent)
{
  const uint32_t *corners = pn_mesh_triangles (factor->mesh);
  size_t n_triangles = pn_mesh_n_triangles (factor->mesh);
  *spread = (PnElasticSpread){0};
  double *distances = malloc (pn_mesh_n_vertices (factor->mesh) * sizeof *distances);
  spread->triangles = malloc (n_triangles * sizeof *spread->triangles);
  spread->shares = malloc (n_triangles * sizeof *spread->shares);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (distances && spread->triangles && spread->shares)
    status = measure_distances (factor, place, extent, distances);
  for (uint32_t t = 0; t < n_triangles && status == PN_STATUS_OK; t++) {
    double share = 0;
    for (size_t i = 0; i < 3; i++)
      if (distances[corners[3 * (size_t)t + i]] < extent)
        share += share_at (distances[corners[3 * (size_t)t + i]] / extent) / 3;
    if (t == place->triangle)
      share = 1;
    if (!(share > 0))
      continue;
    spread->triangles[spread->n] = t;
    spread->shares[spread->n++] = share;
  }
  free (distances);
  if (status != PN_STATUS_OK)
    pn_elastic_spread_clear (spread);
  return status;
}

void
pn_elastic_spread_clear (PnElasticSpread *spread)
{
  free (spread->triangles);
  free (spread->shares);
  *spread = (PnElasticSpread){0};
}
