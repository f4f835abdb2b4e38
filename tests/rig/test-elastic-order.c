/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Overlap pins: what is drawn in front of what. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-test-elastic.h"
#include "pn-test-shapes.h"

static PnElasticPin
overlap (double x, double y, double extent)
{
  return (PnElasticPin){
      .rest = {x, y}, .grip = 14, .kind = PN_ELASTIC_OVERLAP, .overlap_extent = extent};
}

static PnElasticPin
position (double x, double y)
{
  return (PnElasticPin){.rest = {x, y}, .grip = 14};
}

/* (transfer full): the place of each triangle in the order, or NULL for that of the mesh, which
 * leaves the order alone. */
static guint32 *
rank_all (TestRig *rig)
{
  gsize n = pn_mesh_n_triangles (rig->mesh);
  g_autofree guint32 *order = g_new (guint32, n);
  memset (order, 0x77, n * sizeof *order);
  if (pn_elastic_order (rig->pins, rig->targets, rig->workspace, order) ==
      PN_ELASTIC_ORDER_OF_MESH) {
    for (gsize t = 0; t < n; t++)
      g_assert_cmphex (order[t], ==, 0x77777777);
    return NULL;
  }
  guint32 *ranks = g_new (guint32, n);
  memset (ranks, 0xff, n * sizeof *ranks);
  for (gsize i = 0; i < n; i++) {
    g_assert_cmpuint (order[i], <, n);
    g_assert_cmphex (ranks[order[i]], ==, G_MAXUINT32);
    ranks[order[i]] = (guint32)i;
  }
  return ranks;
}

/* The triangle that holds a point. */
static gsize
at (const TestRig *rig, double x, double y)
{
  PnMeshPlace place;
  g_assert_cmpint (pn_mesh_locate (rig->mesh, pn_vec2 (x, y), &place), ==, PN_STATUS_OK);
  return place.triangle;
}

/* From the back at one end to the front at the other, the other way round with the other sign. */
static void
test_order (void)
{
  const PnElasticPin pins[] = {position (20, 25), overlap (280, 25, 1)};
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 10), pins, 2);
  for (int sign = -1; sign <= 1; sign += 2) {
    rig->targets[1].depth = 40 * sign;
    g_autofree guint32 *ranks = rank_all (rig);
    g_assert_nonnull (ranks);
    for (double x = 25; x < 260; x += 20)
      g_assert_true ((ranks[at (rig, x, 25)] < ranks[at (rig, x + 20, 25)]) == (sign > 0));
  }
  test_rig_free (rig);
}

/* Triangles of one depth keep the order of the mesh; where all are of one, so does all. */
static void
test_ties (void)
{
  const PnElasticPin pins[] = {position (20, 20), overlap (220, 20, 1)};
  TestRig *rig = test_rig_new (test_mesh_of_shape (240, 100, 10, test_shape_islands), pins, 2);
  const guint32 *components = pn_mesh_triangle_components (rig->mesh);
  rig->targets[1].depth = -5;
  g_autofree guint32 *ranks = rank_all (rig);
  g_assert_nonnull (ranks);
  /* Each island is of one depth, the second one behind. */
  for (gsize t = 1; t < pn_mesh_n_triangles (rig->mesh); t++)
    if (components[t] == components[t - 1])
      g_assert_cmpuint (ranks[t], ==, ranks[t - 1] + 1);
  g_assert_cmpuint (ranks[at (rig, 220, 20)], <, ranks[at (rig, 20, 20)]);
  test_rig_free (rig);
}

/* Without overlap pins, with depths of nothing or of no number, the order of the mesh. */
static void
test_none (void)
{
  const PnElasticPin pins[] = {position (20, 25), position (280, 25), overlap (150, 25, 1)};
  TestRig *none = test_rig_new (test_mesh_bar (300, 50, 10), pins, 2);
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 10), pins, 3);
  const double depths[] = {0, (double)NAN, (double)INFINITY, -(double)INFINITY};
  g_assert_null (rank_all (none));
  for (gsize i = 0; i < G_N_ELEMENTS (depths); i++) {
    rig->targets[2].depth = depths[i];
    g_assert_null (rank_all (rig));
    test_rig_solve (rig);
    g_assert_cmpint (rig->states[2], ==, i == 0 ? PN_PIN_HOLDS : PN_PIN_NOT_FINITE);
  }
  /* Depths beyond the bounds are the bounds. */
  rig->targets[2].depth = 1e9;
  g_autofree guint32 *beyond = rank_all (rig);
  rig->targets[2].depth = 100;
  g_autofree guint32 *most = rank_all (rig);
  g_assert_cmpmem (beyond, pn_mesh_n_triangles (rig->mesh) * sizeof *beyond, most,
                   pn_mesh_n_triangles (rig->mesh) * sizeof *most);
  test_rig_free (none);
  test_rig_free (rig);
}

/* The depth half way from the pin to one of none, seen against a depth elsewhere: half of it with
 * an extent of 1, more with more, less with less. */
static void
test_extent (void)
{
  const double extents[] = {0.25, 1, 4, 0, -3, 1e9};
  const gboolean is_in_front[] = {FALSE, FALSE, TRUE, FALSE, FALSE, TRUE};
  for (gsize i = 0; i < G_N_ELEMENTS (extents); i++) {
    const PnElasticPin pins[] = {overlap (20, 25, extents[i]), position (180, 25),
                                 overlap (340, 25, 1)};
    TestRig *rig = test_rig_new (test_mesh_bar (360, 50, 10), pins, 3);
    rig->targets[0].depth = 60;
    rig->targets[2].depth = 40;
    g_autofree guint32 *ranks = rank_all (rig);
    g_assert_true ((ranks[at (rig, 100, 25)] > ranks[at (rig, 344, 25)]) == is_in_front[i]);
    test_rig_free (rig);
  }
}

/* An overlap pin in the grip of a position pin has its whole depth; starch is no part of it. */
static void
test_on_a_pin (void)
{
  const PnElasticPin pins[] = {position (20, 25),
                               position (150, 25),
                               overlap (152, 25, 1),
                               position (280, 25),
                               overlap (60, 25, 1),
                               {.rest = {200, 25},
                                .grip = 14,
                                .kind = PN_ELASTIC_STARCH,
                                .stiffness = 1,
                                .starch_extent = 60}};
  TestRig *rig = test_rig_new (test_mesh_bar (300, 50, 10), pins, 5);
  TestRig *stiff = test_rig_new (test_mesh_bar (300, 50, 10), pins, 6);
  rig->targets[2].depth = stiff->targets[2].depth = 60;
  rig->targets[4].depth = stiff->targets[4].depth = 50;
  g_autofree guint32 *ranks = rank_all (rig), *of_stiff = rank_all (stiff);
  g_assert_cmpuint (ranks[at (rig, 152, 25)], >, ranks[at (rig, 60, 25)]);
  g_assert_cmpmem (ranks, pn_mesh_n_triangles (rig->mesh) * sizeof *ranks, of_stiff,
                   pn_mesh_n_triangles (rig->mesh) * sizeof *ranks);
  test_rig_free (rig);
  test_rig_free (stiff);
}

/* Depth goes round a gap: across a slit, what is near is as far as the way round it. */
static void
test_gap (void)
{
  const PnElasticPin pins[] = {overlap (40, 38, 1), position (280, 50)};
  TestRig *rig = test_rig_new (test_mesh_of_shape (300, 100, 10, test_shape_slit), pins, 2);
  rig->targets[0].depth = 50;
  g_autofree guint32 *ranks = rank_all (rig);
  g_assert_cmpuint (ranks[at (rig, 40, 70)], <, ranks[at (rig, 180, 30)]);
  test_rig_free (rig);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/elastic/order/order", test_order);
  g_test_add_func ("/rig/elastic/order/ties", test_ties);
  g_test_add_func ("/rig/elastic/order/none", test_none);
  g_test_add_func ("/rig/elastic/order/extent", test_extent);
  g_test_add_func ("/rig/elastic/order/on-a-pin", test_on_a_pin);
  g_test_add_func ("/rig/elastic/order/gap", test_gap);
  return g_test_run ();
}
