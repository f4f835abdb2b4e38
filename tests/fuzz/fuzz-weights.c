/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any mesh, any bones, any strokes and typed numbers: weights lie in 0 to 1 and add up to 1 or are
 * none, and nothing is read or written outside. */
#include <glib.h>
#include <math.h>

#include "pn-test-input.h"
#include "pn-weights-paint.h"

#define N_VERTICES_MAX 24
#define N_TRIANGLES_MAX 40
#define N_BONES_MAX 7
#define N_SAMPLES_MAX 5

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static PnMesh *
next_mesh (TestInput *input)
{
  PnVec2 positions[N_VERTICES_MAX];
  uint32_t triangles[3 * N_TRIANGLES_MAX];
  unsigned n_vertices = 3 + test_input_byte (input) % (N_VERTICES_MAX - 2);
  unsigned n_triangles = 1 + test_input_byte (input) % N_TRIANGLES_MAX;
  for (unsigned i = 0; i < n_vertices; i++) {
    positions[i].x = test_input_byte (input);
    positions[i].y = test_input_byte (input);
  }
  for (unsigned i = 0; i < 3 * n_triangles; i++)
    triangles[i] = test_input_byte (input) % n_vertices;
  PnMesh *mesh = NULL;
  pn_mesh_new (positions, NULL, n_vertices, triangles, n_triangles, 256, 256, NULL, &mesh);
  return mesh;
}

static void
assert_proper (const PnSkinWeights *weights, size_t n_vertices, size_t n_bones)
{
  for (size_t v = 0; v < n_vertices; v++) {
    double sum = 0;
    for (int i = 0; i < PN_SKIN_INFLUENCES; i++) {
      double weight = weights[v].weights[i];
      g_assert_true (weight >= 0 && weight <= 1);
      g_assert_true (weights[v].bones[i] == PN_BONE_NONE || weights[v].bones[i] < n_bones);
      g_assert_true ((weights[v].bones[i] == PN_BONE_NONE) == !(weight > 0));
      sum += weight;
    }
    g_assert_true (sum <= 0 || fabs (sum - 1) <= PN_SKIN_SUM_ERROR);
  }
}

static void
edit (TestInput *input, const PnMesh *mesh, size_t n_bones, PnSkinWeights *weights)
{
  unsigned char locks[N_BONES_MAX];
  PnPaintSample samples[N_SAMPLES_MAX];
  PnWeightOverrides overrides = {0}, carried = {0};
  for (size_t i = 0; i < n_bones; i++)
    locks[i] = test_input_byte (input) % 4 == 0;
  for (int round = 0; round < 3; round++) {
    PnPaint paint = {(PnPaintMode)(test_input_byte (input) % 3), test_input_byte (input) % 8,
                     test_input_number (input, 1.0 / 64)};
    size_t n_samples = test_input_byte (input) % (N_SAMPLES_MAX + 1);
    for (size_t i = 0; i < n_samples; i++) {
      samples[i].at.x = test_input_number (input, 2);
      samples[i].at.y = test_input_number (input, 2);
      samples[i].radius = test_input_number (input, 1);
      samples[i].pressure = test_input_byte (input) / 255.0;
    }
    pn_weights_paint (mesh, &paint, samples, n_samples, locks, n_bones, weights, &overrides, NULL);
    PnWeightSet result;
    uint32_t vertex = test_input_byte (input) % 64, bone = test_input_byte (input) % 8;
    pn_weights_type (mesh, vertex, bone, test_input_number (input, 1.0 / 64), locks, n_bones,
                     weights, &overrides, &result);
    assert_proper (weights, pn_mesh_n_vertices (mesh), n_bones);
  }
  pn_weight_overrides_carry (&overrides, mesh, weights, mesh, 1, &carried);
  pn_weight_overrides_give (&carried, test_input_byte (input) % 8, test_input_byte (input) % 8);
  pn_weights_merge (mesh, &carried, n_bones, weights, NULL);
  assert_proper (weights, pn_mesh_n_vertices (mesh), n_bones);
  pn_weight_overrides_clear (&overrides);
  pn_weight_overrides_clear (&carried);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  TestInput input = {data, size};
  PnBoneSegment segments[N_BONES_MAX];
  PnMesh *mesh = next_mesh (&input);
  if (!mesh)
    return 0;
  size_t n_bones = test_input_byte (&input) % (N_BONES_MAX + 1), n = pn_mesh_n_vertices (mesh);
  for (size_t i = 0; i < n_bones; i++) {
    segments[i].head.x = test_input_number (&input, 2);
    segments[i].head.y = test_input_number (&input, 2);
    segments[i].tip.x = test_input_number (&input, 2);
    segments[i].tip.y = test_input_number (&input, 2);
  }
  PnSkinWeights *weights = g_new (PnSkinWeights, n);
  pn_weights_by_distance (pn_mesh_positions (mesh), n, segments, n_bones,
                          test_input_number (&input, 0.05), weights, NULL);
  assert_proper (weights, n, n_bones);
  if (pn_weights_by_surface (mesh, segments, n_bones, weights, NULL) == PN_STATUS_OK)
    assert_proper (weights, n, n_bones);
  edit (&input, mesh, n_bones, weights);
  g_free (weights);
  pn_mesh_unref (mesh);
  return 0;
}
