/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <math.h>

#include "pn-elastic.h"

/* A mesh, its pins and a workspace, for tests that pose it. */
typedef struct {
  PnMesh *mesh;
  PnElasticFactor *factor;
  PnElasticPins *pins;
  PnElasticWorkspace *workspace;
  gsize n_pins;
  PnElasticPin *at_rest;
  PnElasticTarget *targets; /* rest to begin with */
  PnPinState *states;
  PnVec2 *posed;
  PnElasticOptions options;
} TestRig;

/* Takes the mesh. */
static inline TestRig *
test_rig_new (PnMesh *mesh, const PnElasticPin *pins, gsize n_pins)
{
  TestRig *rig = g_new0 (TestRig, 1);
  rig->mesh = mesh;
  rig->n_pins = n_pins;
  rig->at_rest = g_new0 (PnElasticPin, n_pins + 1);
  rig->targets = g_new0 (PnElasticTarget, n_pins + 1);
  rig->states = g_new0 (PnPinState, n_pins + 1);
  rig->posed = g_new0 (PnVec2, pn_mesh_n_vertices (mesh));
  rig->options.passes = PN_ELASTIC_PASSES_DEFAULT;
  for (gsize i = 0; i < n_pins; i++) {
    rig->at_rest[i] = pins[i];
    rig->targets[i] = pn_elastic_target (pins[i].rest);
  }
  g_assert_cmpint (pn_elastic_factor_new (mesh, &rig->factor), ==, PN_STATUS_OK);
  g_assert_cmpint (pn_elastic_pins_new (rig->factor, pins, n_pins, NULL, &rig->pins), ==,
                   PN_STATUS_OK);
  rig->workspace = pn_elastic_workspace_new ();
  return rig;
}

/* The same with points and one grip for all. */
static inline TestRig *
test_rig_at (PnMesh *mesh, const PnVec2 *points, gsize n_pins, double grip)
{
  g_autofree PnElasticPin *pins = g_new0 (PnElasticPin, n_pins + 1);
  for (gsize i = 0; i < n_pins; i++)
    pins[i] = (PnElasticPin){.rest = points[i], .grip = grip};
  return test_rig_new (mesh, pins, n_pins);
}

static inline void
test_rig_free (TestRig *rig)
{
  pn_elastic_workspace_free (rig->workspace);
  pn_elastic_pins_unref (rig->pins);
  pn_elastic_factor_unref (rig->factor);
  pn_mesh_unref (rig->mesh);
  g_free (rig->at_rest);
  g_free (rig->targets);
  g_free (rig->states);
  g_free (rig->posed);
  g_free (rig);
}

/* Every pose is finite, whatever it was asked. */
static inline PnElasticResult
test_rig_solve (TestRig *rig)
{
  PnElasticResult result = pn_elastic_solve (rig->pins, rig->targets, &rig->options, rig->workspace,
                                             rig->states, rig->posed);
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++)
    g_assert_true (isfinite (rig->posed[i].x) && isfinite (rig->posed[i].y));
  return result;
}

static inline double
test_distance (PnVec2 a, PnVec2 b)
{
  return sqrt (pn_vec2_dot (pn_vec2_sub (a, b), pn_vec2_sub (a, b)));
}

/* Where the artwork under pin `i` landed. */
static inline PnVec2
test_rig_pin (const TestRig *rig, gsize i)
{
  return pn_mesh_at (rig->mesh, rig->posed, &pn_elastic_pins_places (rig->pins)[i]);
}

/* How far the worst pin is from its target. */
static inline double
test_rig_pin_error (const TestRig *rig)
{
  double worst = 0;
  for (gsize i = 0; i < rig->n_pins; i++)
    worst = fmax (worst, test_distance (test_rig_pin (rig, i), rig->targets[i].position));
  return worst;
}

/* Turned by `degrees` about `centre`, then moved. */
static inline PnVec2
test_turned (PnVec2 p, PnVec2 centre, double degrees, PnVec2 move)
{
  double radians = degrees * G_PI / 180, c = cos (radians), s = sin (radians);
  PnVec2 d = pn_vec2_sub (p, centre);
  return pn_vec2_add (pn_vec2_add (centre, move), pn_vec2 (c * d.x - s * d.y, s * d.x + c * d.y));
}

/* The wrong answer: every vertex moves by the mean of the pins' moves, by the inverse square of its
 * distance to them. No mesh, no rigidity. */
static inline PnVec2
test_rig_blend (const TestRig *rig, PnVec2 p)
{
  PnVec2 sum = {0, 0};
  double weights = 0;
  for (gsize i = 0; i < rig->n_pins; i++) {
    double distance = test_distance (p, rig->at_rest[i].rest);
    double weight = 1 / (distance * distance + 1e-9);
    PnVec2 move = pn_vec2_sub (rig->targets[i].position, rig->at_rest[i].rest);
    sum = pn_vec2_add (sum, pn_vec2_scale (move, weight));
    weights += weight;
  }
  return pn_vec2_add (p, pn_vec2_scale (sum, 1 / weights));
}

/* The farthest that a vertex is from where it was at rest. */
static inline double
test_rig_farthest (const TestRig *rig)
{
  double farthest = 0;
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++)
    farthest = fmax (farthest, test_distance (rig->posed[i], pn_mesh_positions (rig->mesh)[i]));
  return farthest;
}
