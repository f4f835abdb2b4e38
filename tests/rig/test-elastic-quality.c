/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How the elastic solver's poses look, each beside the wrong answer that they are not. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-complex.h"
#include "pn-test-elastic.h"
#include "pn-test-oracle.h"
#include "pn-test-shapes.h"

static double
total_area (const PnMesh *mesh, const PnVec2 *positions)
{
  double area = 0;
  for (gsize t = 0; t < pn_mesh_n_triangles (mesh); t++) {
    PnVec2 z[3];
    oracle_corners (mesh, positions, t, z);
    area += oracle_area (z);
  }
  return area;
}

/* What is left of the vertices with x from `x0` to `x1` after the rigid motion that fits them best:
 * the worst of them. */
static double
rigid_residual (const PnMesh *mesh, const PnVec2 *positions, double x0, double x1)
{
  const PnVec2 *rest = pn_mesh_positions (mesh);
  PnVec2 from = {0, 0}, to = {0, 0};
  double n = 0, worst = 0;
  for (gsize i = 0; i < pn_mesh_n_vertices (mesh); i++)
    if (rest[i].x >= x0 && rest[i].x <= x1) {
      from = pn_vec2_add (from, rest[i]);
      to = pn_vec2_add (to, positions[i]);
      n++;
    }
  from = pn_vec2_scale (from, 1 / n);
  to = pn_vec2_scale (to, 1 / n);
  PnComplex turn = {0, 0};
  for (int round = 0; round < 2; round++) {
    for (gsize i = 0; i < pn_mesh_n_vertices (mesh); i++) {
      if (rest[i].x < x0 || rest[i].x > x1)
        continue;
      PnVec2 a = pn_vec2_sub (rest[i], from), b = pn_vec2_sub (positions[i], to);
      PnComplex z = {a.x, a.y}, p = {b.x, b.y};
      if (round == 0)
        turn = pn_complex_add (turn, pn_complex_conj_mul (z, p));
      else
        worst = fmax (worst, sqrt (pn_complex_norm (pn_complex_sub (p, pn_complex_mul (turn, z)))));
    }
    turn = pn_complex_scale (turn, 1 / sqrt (pn_complex_norm (turn)));
  }
  return worst;
}

/* Every vertex where the blend puts it. */
static PnVec2 *
blend_all (const TestRig *rig)
{
  PnVec2 *posed = g_new0 (PnVec2, pn_mesh_n_vertices (rig->mesh));
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++)
    posed[i] = test_rig_blend (rig, pn_mesh_positions (rig->mesh)[i]);
  return posed;
}

/* An arm with pins at shoulder, elbow and hand, the hand turned about the elbow. */
static TestRig *
make_elbow (double edge, double degrees)
{
  const PnVec2 points[] = {{20, 25}, {150, 25}, {280, 25}};
  TestRig *rig = test_rig_at (test_mesh_bar (300, 50, edge), points, 3, 14);
  rig->targets[2].position = test_turned (points[2], points[1], degrees, pn_vec2 (0, 0));
  return rig;
}

/* The forearm turns as one, its area stays, nothing folds. */
static void
test_forearm (void)
{
  for (double edge = 10; edge > 2; edge /= 2) {
    TestRig *rig = make_elbow (edge, 90);
    test_rig_solve (rig);
    g_autofree PnVec2 *blend = blend_all (rig);
    double rest = total_area (rig->mesh, pn_mesh_positions (rig->mesh));
    double area = total_area (rig->mesh, rig->posed) / rest;
    double residual = rigid_residual (rig->mesh, rig->posed, 220, 300);
    double blend_residual = rigid_residual (rig->mesh, blend, 220, 300);
    g_test_message (
        "edge %g: residual of the forearm %.3g px, a blend's %.3g; area %.4f, a blend's "
        "%.4f; %" G_GSIZE_FORMAT " flipped",
        edge, residual, blend_residual, area, total_area (rig->mesh, blend) / rest,
        pn_elastic_flipped (rig->mesh, rig->posed, NULL));
    g_assert_cmpfloat (residual, <, blend_residual / 4);
    g_assert_cmpfloat (fabs (area - 1), <, 0.04);
    g_assert_cmpuint (pn_elastic_flipped (rig->mesh, rig->posed, NULL), ==, 0);
    test_rig_free (rig);
  }
}

/* One prong of a fork is pulled by 80 px; how far the tip of the other goes. */
static double
pull_prong (const PnVec2 *holding, gsize n_holding, double *blend)
{
  PnVec2 points[5] = {{20, 15}};
  memcpy (points + 1, holding, n_holding * sizeof *holding);
  TestRig *rig =
      test_rig_at (test_mesh_of_shape (200, 220, 10, test_shape_fork), points, n_holding + 1, 14);
  rig->targets[0].position.x -= 80;
  test_rig_solve (rig);
  double moved = 0;
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++) {
    PnVec2 rest = pn_mesh_positions (rig->mesh)[i];
    if (rest.x < 160 || rest.y > 5)
      continue;
    moved = fmax (moved, test_distance (rig->posed[i], rest));
    *blend = test_distance (test_rig_blend (rig, rest), rest);
  }
  test_rig_free (rig);
  return moved;
}

/* The body held, one prong does not pull the other, as a blend does that knows no shape. */
static void
test_fork (void)
{
  const PnVec2 two[] = {{40, 200}, {160, 200}};
  const PnVec2 three[] = {{40, 200}, {160, 200}, {100, 175}};
  const PnVec2 root[] = {{40, 200}, {160, 200}, {180, 160}};
  double blends[3];
  double with_two = pull_prong (two, 2, &blends[0]);
  double with_three = pull_prong (three, 3, &blends[1]);
  double with_root = pull_prong (root, 3, &blends[2]);
  g_test_message (
      "the far prong moves %.3g px with two pins in the base (a blend: %.3g), %.3g with "
      "three (%.3g), %.3g with one at its root (%.3g)",
      with_two, blends[0], with_three, blends[1], with_root, blends[2]);
  g_assert_cmpfloat (with_two, <, blends[0]);
  g_assert_cmpfloat (with_three, <, blends[1] / 3);
  g_assert_cmpfloat (with_root, <, blends[2] / 5);
}

static double
width_at (const TestRig *rig, double x)
{
  double low = G_MAXDOUBLE, high = -G_MAXDOUBLE;
  for (gsize i = 0; i < pn_mesh_n_vertices (rig->mesh); i++)
    if (fabs (pn_mesh_positions (rig->mesh)[i].x - x) < 1) {
      low = fmin (low, rig->posed[i].y);
      high = fmax (high, rig->posed[i].y);
    }
  return high - low;
}

/* A limb pulled longer does not get fatter; the start alone would scale it as a whole. */
static void
test_longer_is_not_fatter (void)
{
  const PnVec2 points[] = {{20, 25}, {280, 25}};
  TestRig *rig = test_rig_at (test_mesh_bar (300, 50, 5), points, 2, 14);
  rig->targets[1].position.x += 260;
  test_rig_solve (rig);
  double width = width_at (rig, 150);
  rig->options.passes = 0;
  test_rig_solve (rig);
  double start = width_at (rig, 150);
  g_test_message ("pulled to twice its length a bar of 50 is %.3g wide, after the start alone %.3g",
                  width, start);
  g_assert_cmpfloat (width, <, 51);
  g_assert_cmpfloat (start, >, 75);
  test_rig_free (rig);
}

/* The energies after 0, 1, 4 and 64 passes fall; four come near the end. Takes the rig. */
static void
check_passes (TestRig *rig, const char *name, double near_the_end)
{
  const guint passes[] = {0, 1, 4, 64};
  double energies[4];
  for (guint i = 0; i < 4; i++) {
    rig->options.passes = passes[i];
    test_rig_solve (rig);
    energies[i] = pn_elastic_energy (rig->mesh, rig->posed);
  }
  g_test_message (
      "%s: energy %.4g after the start, %.4g after one pass, %.4g after four, %.4g after "
      "64; four over 64: %.3f",
      name, energies[0], energies[1], energies[2], energies[3], energies[2] / energies[3]);
  for (guint i = 1; i < 4; i++)
    g_assert_cmpfloat (energies[i], <, energies[i - 1]);
  g_assert_cmpfloat (energies[2], <, near_the_end * energies[3]);
  test_rig_free (rig);
}

static TestRig *
make_figure (PnVec2 hand, PnVec2 hip)
{
  const PnVec2 points[] = {{200, 180}, {385, 145}, {200, 300}, {160, 585}, {240, 585}};
  TestRig *rig = test_rig_at (test_mesh_of_shape (400, 600, 10, test_shape_figure), points, 5, 14);
  rig->targets[1].position = hand;
  rig->targets[2].position = hip;
  return rig;
}

static void
test_passes_lower_energy (void)
{
  check_passes (make_elbow (5, 90), "elbow", 1.15);
  check_passes (make_figure (pn_vec2 (300, 20), pn_vec2 (200, 300)), "arm raised", 1.4);
  check_passes (make_figure (pn_vec2 (230, 200), pn_vec2 (200, 300)), "hand to chest", 2.5);
  check_passes (make_figure (pn_vec2 (385, 145), pn_vec2 (200, 420)), "crouch", 2.5);
}

/* A strip held at both ends, the right end turned by 90 degrees (BR14 b): the figures. */
static void
test_turned_end (void)
{
  const PnVec2 points[] = {{4, 10}, {19, 10}, {181, 10}, {196, 10}};
  TestRig *rig = test_rig_at (test_mesh_bar (200, 20, 5), points, 4, 14);
  for (gsize i = 2; i < 4; i++)
    rig->targets[i].position = test_turned (points[i], pn_vec2 (188.5, 10), 90, pn_vec2 (0, 0));
  gsize n = pn_mesh_n_vertices (rig->mesh);
  g_autofree PnVec2 *ten = g_new0 (PnVec2, n);
  double before = G_MAXDOUBLE, largest_rise = -G_MAXDOUBLE;
  for (rig->options.passes = 0; rig->options.passes <= PN_ELASTIC_PASSES_MAX;
       rig->options.passes++) {
    test_rig_solve (rig);
    double energy = pn_elastic_energy (rig->mesh, rig->posed);
    largest_rise = fmax (largest_rise, energy - before);
    before = energy;
    if (rig->options.passes == 10)
      memcpy (ten, rig->posed, n * sizeof *ten);
    g_assert_cmpfloat (test_rig_pin_error (rig), <, 1e-9);
  }
  double apart = 0;
  for (gsize i = 0; i < n; i++)
    apart = fmax (apart, test_distance (ten[i], rig->posed[i]));
  g_test_message ("10 and %d passes differ by %.3g px; the energy ends at %.4g and changes by %.2g "
                  "at most from pass to pass",
                  PN_ELASTIC_PASSES_MAX, apart, before, largest_rise);
  g_assert_cmpfloat (largest_rise, <=, 0);
  g_assert_cmpfloat (apart, <, 10);
  test_rig_free (rig);
}

/* The worst that a vertex moves in one step of 0.25 px of the hand, with the solver and with the
 * clamp of the oracle. */
static void
drag_hand (PnVec2 to, double edge, double *worst, double *worst_plain)
{
  const PnVec2 points[] = {{200, 200}, {160, 590}, {240, 590}, {398, 145}, {2, 145}};
  TestRig *rig =
      test_rig_at (test_mesh_of_shape (400, 600, edge, test_shape_figure), points, 5, 14);
  TestOracle *oracle = worst_plain ? test_oracle_new (rig->mesh, rig->at_rest, 5) : NULL;
  gsize n = pn_mesh_n_vertices (rig->mesh);
  g_autofree PnVec2 *before = g_new0 (PnVec2, n), *plain = g_new0 (PnVec2, n);
  g_autofree PnVec2 *plain_before = g_new0 (PnVec2, n);
  guint n_steps = (guint)(test_distance (points[3], to) * 4);
  for (guint step = 0; step <= n_steps; step++) {
    rig->targets[3].position = pn_vec2_mix (points[3], to, (double)step / n_steps);
    test_rig_solve (rig);
    if (oracle)
      test_oracle_pose (oracle, rig->targets, 0, 4, plain);
    for (gsize i = 0; i < n && step > 0; i++) {
      *worst = fmax (*worst, test_distance (before[i], rig->posed[i]));
      if (oracle)
        *worst_plain = fmax (*worst_plain, test_distance (plain_before[i], plain[i]));
    }
    memcpy (before, rig->posed, n * sizeof *before);
    memcpy (plain_before, plain, n * sizeof *plain);
  }
  if (oracle)
    test_oracle_free (oracle);
  test_rig_free (rig);
}

/* A hand dragged across the body does not pop. With targets a / |a|, undefined at zero, it does. */
static void
test_steadiness (void)
{
  const PnVec2 ends[] = {{30, 150}, {100, 260}, {160, 60}};
  double worst = 0, coarse = 0, plain = 0;
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    drag_hand (ends[i], 10, &worst, NULL);
  drag_hand (ends[0], 20, &coarse, &plain);
  g_test_message ("worst step of a vertex %.3g px; on the coarse mesh %.3g, without the clamp %.3g",
                  worst, coarse, plain);
  g_assert_cmpfloat (worst, <, 2);
  g_assert_cmpfloat (coarse, <, 2);
  g_assert_cmpfloat (plain, >, 4);
}

static void
test_flipped (void)
{
  PnMesh *mesh = test_mesh_bar (20, 10, 10);
  g_autofree PnVec2 *posed =
      g_memdup2 (pn_mesh_positions (mesh), pn_mesh_n_vertices (mesh) * sizeof (PnVec2));
  guint32 flipped[4] = {99, 99, 99, 99};
  g_assert_cmpuint (pn_elastic_flipped (mesh, posed, flipped), ==, 0);
  /* The corner at the origin, pulled over the far side of its cell. */
  gsize corner = 0;
  while (posed[corner].x > 0 || posed[corner].y > 0)
    corner++;
  posed[corner] = pn_vec2 (12, 8);
  gsize n = pn_elastic_flipped (mesh, posed, flipped);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, ==, pn_elastic_flipped (mesh, posed, NULL));
  for (gsize i = 0; i < n; i++) {
    PnVec2 z[3];
    oracle_corners (mesh, posed, flipped[i], z);
    g_assert_cmpfloat (oracle_area (z), <=, 0);
  }
  pn_mesh_unref (mesh);
}

/* By hand: a triangle stretched to twice its width has a = 1.5, b = 0.5. */
static void
test_energy (void)
{
  PnMesh *mesh = test_mesh_bar (20, 10, 10);
  g_autofree PnVec2 *posed =
      g_memdup2 (pn_mesh_positions (mesh), pn_mesh_n_vertices (mesh) * sizeof (PnVec2));
  for (gsize i = 0; i < pn_mesh_n_vertices (mesh); i++)
    posed[i] =
        test_turned (pn_vec2 (2 * posed[i].x, posed[i].y), pn_vec2 (3, 4), 33, pn_vec2 (5, 6));
  g_assert_cmpfloat_with_epsilon (pn_elastic_energy (mesh, posed), 200 * (0.25 + 0.25), 1e-9);
  pn_mesh_unref (mesh);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/elastic/quality/forearm", test_forearm);
  g_test_add_func ("/rig/elastic/quality/fork", test_fork);
  g_test_add_func ("/rig/elastic/quality/longer-is-not-fatter", test_longer_is_not_fatter);
  g_test_add_func ("/rig/elastic/quality/passes-lower-energy", test_passes_lower_energy);
  g_test_add_func ("/rig/elastic/quality/turned-end", test_turned_end);
  g_test_add_func ("/rig/elastic/quality/steadiness", test_steadiness);
  g_test_add_func ("/rig/elastic/quality/flipped", test_flipped);
  g_test_add_func ("/rig/elastic/quality/energy", test_energy);
  return g_test_run ();
}
