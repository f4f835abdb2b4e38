/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any triangles, any pins of any kind, any targets and options: every pose is finite, every order
 * of triangles has each once, and nothing is read or written outside. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-elastic.h"

#define N_VERTICES_MAX 24
#define N_TRIANGLES_MAX 40
#define N_PINS_MAX 6

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Bytes until they run out, zeros after. */
typedef struct {
  const uint8_t *data;
  size_t size;
} Input;

static unsigned
next_byte (Input *input)
{
  if (input->size == 0)
    return 0;
  input->size--;
  return *input->data++;
}

/* Mostly small numbers, now and then one that is none or out of all bounds. */
static double
next_number (Input *input, double scale)
{
  static const double odd[] = {
      (double)NAN, (double)INFINITY, -(double)INFINITY, 1e308, -1e200, 1e-300, -0.0, 1e20};
  unsigned first = next_byte (input), second = next_byte (input);
  if (first == 255)
    return odd[second % G_N_ELEMENTS (odd)];
  return scale * ((double)first - 127 + second / 256.0);
}

static PnMesh *
next_mesh (Input *input)
{
  PnVec2 positions[N_VERTICES_MAX];
  uint32_t triangles[3 * N_TRIANGLES_MAX];
  unsigned n_vertices = 3 + next_byte (input) % (N_VERTICES_MAX - 2);
  unsigned n_triangles = 1 + next_byte (input) % N_TRIANGLES_MAX;
  double scale = next_byte (input) % 2 ? 1 : 1e-3;
  for (unsigned i = 0; i < n_vertices; i++) {
    positions[i].x = scale * next_byte (input);
    positions[i].y = scale * next_byte (input);
  }
  for (unsigned i = 0; i < 3 * n_triangles; i++)
    triangles[i] = next_byte (input) % n_vertices;
  PnMesh *mesh = NULL;
  pn_mesh_new (positions, NULL, n_vertices, triangles, n_triangles, 256, 256, NULL, &mesh);
  return mesh;
}

static PnElasticOptions
next_options (Input *input)
{
  PnElasticOptions options = {.passes = next_byte (input) % 8};
  unsigned some = next_byte (input);
  if (some & 1)
    options.stretch = next_number (input, 1.0 / 128);
  if (some & 2)
    options.stretch_mode = PN_ELASTIC_FREE_SCALE;
  if (some & 4)
    options.max_rotation = next_number (input, 1.0 / 32);
  return options;
}

static void
check_order (const PnElasticPins *pins,
             const PnElasticTarget *targets,
             PnElasticWorkspace *workspace,
             size_t n_triangles)
{
  uint32_t order[N_TRIANGLES_MAX];
  unsigned char seen[N_TRIANGLES_MAX] = {0};
  if (pn_elastic_order (pins, targets, workspace, order) == PN_ELASTIC_ORDER_OF_MESH)
    return;
  for (size_t i = 0; i < n_triangles; i++) {
    g_assert_cmpuint (order[i], <, n_triangles);
    g_assert_cmpuint (seen[order[i]]++, ==, 0);
  }
}

static void
pose (Input *input, const PnElasticPins *pins, size_t n_pins, const PnMesh *mesh)
{
  PnElasticTarget targets[N_PINS_MAX];
  PnPinState states[N_PINS_MAX];
  PnVec2 posed[3 * N_TRIANGLES_MAX];
  g_assert_cmpuint (pn_mesh_n_vertices (mesh), <=, G_N_ELEMENTS (posed));
  for (size_t i = 0; i < n_pins; i++) {
    targets[i].position.x = next_number (input, 2);
    targets[i].position.y = next_number (input, 2);
    targets[i].turn = next_number (input, 1.0 / 16);
    targets[i].scale = next_byte (input) % 4 ? 1 : next_number (input, 1.0 / 32);
    targets[i].depth = next_number (input, 1);
  }
  PnElasticOptions options = next_options (input);
  PnElasticWorkspace *workspace = pn_elastic_workspace_new ();
  for (int round = 0; round < 2; round++) {
    pn_elastic_solve (pins, targets, &options, workspace, states, posed);
    for (size_t i = 0; i < pn_mesh_n_vertices (mesh); i++)
      g_assert_true (isfinite (posed[i].x) && isfinite (posed[i].y));
    check_order (pins, targets, workspace, pn_mesh_n_triangles (mesh));
    /* The second time with one pin absent. */
    if (n_pins > 0)
      targets[next_byte (input) % n_pins].position.y = (double)NAN;
  }
  pn_elastic_workspace_free (workspace);
}

static void
next_pin (Input *input, PnElasticPin *pin)
{
  pin->rest.x = next_number (input, 2);
  pin->rest.y = next_number (input, 2);
  pin->grip = next_number (input, 0.25);
  pin->kind = (PnElasticKind)(next_byte (input) % (PN_ELASTIC_BEND + 1));
  pin->extent = next_number (input, 1);
  pin->stiffness = next_byte (input) % 2 ? 0 : next_number (input, 1.0 / 64);
  pin->starch_extent = next_number (input, 2);
  pin->overlap_extent = next_number (input, 1.0 / 16);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  Input input = {data, size};
  PnMesh *mesh = next_mesh (&input);
  if (!mesh)
    return 0;
  PnElasticPin places[N_PINS_MAX] = {0};
  size_t n_pins = next_byte (&input) % (N_PINS_MAX + 1);
  for (size_t i = 0; i < n_pins; i++)
    next_pin (&input, &places[i]);
  int blends = next_byte (&input) % 4 == 0;

  PnElasticFactor *factor = NULL;
  PnElasticPins *pins = NULL, *first = NULL;
  if (pn_elastic_factor_new (mesh, &factor) == PN_STATUS_OK) {
    pn_elastic_pins_new (factor, places, n_pins / 2, NULL, &first);
    if (blends)
      pn_elastic_pins_new_blend (factor, places, n_pins, first, &pins);
    else
      pn_elastic_pins_new (factor, places, n_pins, first, &pins);
    if (pins)
      pose (&input, pins, n_pins, mesh);
  }
  pn_elastic_pins_unref (first);
  pn_elastic_pins_unref (pins);
  pn_elastic_factor_unref (factor);
  pn_mesh_unref (mesh);
  return 0;
}
