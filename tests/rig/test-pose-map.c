/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Points through posed meshes, and pins that ride on bones. */
#include <glib.h>
#include <math.h>

#include "pn-pose-map.h"
#include "pn-test-bits.h"
#include "pn-test-bones.h"
#include "pn-test-shapes.h"

/* Bends what lies right of `x` by `degrees` about (`x`, 25), the more the farther over 40 px. */
static PnVec2
bent (PnVec2 p, double x, double degrees)
{
  double part = CLAMP ((p.x - x + 20) / 40, 0, 1), angle = test_degrees (degrees) * part;
  double c = cos (angle), s = sin (angle), dx = p.x - x, dy = p.y - 25;
  return pn_vec2 (x + c * dx - s * dy, 25 + s * dx + c * dy);
}

static PnVec2 *
bend_mesh (const PnMesh *mesh, double x, double degrees)
{
  PnVec2 *posed = g_new (PnVec2, pn_mesh_n_vertices (mesh));
  for (gsize i = 0; i < pn_mesh_n_vertices (mesh); i++)
    posed[i] = bent (pn_mesh_positions (mesh)[i], x, degrees);
  return posed;
}

/* There and back within 0.01 px, at a bend of 90 degrees too. The wrong way: undoing the bend of
 * the guess again and again, three times over. */
static void
test_there_and_back (void)
{
  PnMesh *mesh = test_mesh_bar (300, 50, 5);
  g_autofree PnVec2 *posed = bend_mesh (mesh, 150, 90);
  PnRandom random = pn_random (2);
  guint n_wrong = 0, n = 0;
  for (guint i = 0; i < 400; i++) {
    double x = pn_random_range (&random, 110, 190), y = pn_random_range (&random, 0, 50);
    PnVec2 rest = pn_vec2 (x, y), at = pn_pose_map (mesh, posed, rest);
    PnVec2 back = pn_pose_map (mesh, posed, pn_pose_unmap (mesh, posed, NULL, at));
    test_assert_near (back, at, 0.01);
    PnVec2 guess = at;
    for (guint round = 0; round < 3; round++)
      guess = pn_vec2_add (guess, pn_vec2_sub (at, pn_pose_map (mesh, posed, guess)));
    n++;
    n_wrong += test_gap (pn_pose_map (mesh, posed, guess), at) > 0.01;
  }
  g_test_message ("%u of %u points wrong by iterating", n_wrong, n);
  g_assert_cmpuint (n_wrong, >, n / 10);
  pn_mesh_unref (mesh);
}

/* A fold: of two layers of artwork the one drawn last is under the pointer, or what another order
 * says. */
static void
test_front_most (void)
{
  PnMesh *mesh = test_mesh_bar (100, 10, 10);
  gsize n = pn_mesh_n_vertices (mesh), m = pn_mesh_n_triangles (mesh);
  g_autofree PnVec2 *posed = g_new (PnVec2, n);
  for (gsize i = 0; i < n; i++) {
    PnVec2 p = pn_mesh_positions (mesh)[i];
    posed[i] = pn_vec2 (p.x > 50 ? 100 - p.x : p.x, p.y);
  }
  test_assert_near (pn_pose_unmap (mesh, posed, NULL, pn_vec2 (22, 4)), pn_vec2 (78, 4), 1e-9);
  g_autofree guint32 *order = g_new (guint32, m);
  for (gsize i = 0; i < m; i++)
    order[i] = (guint32)(m - 1 - i);
  test_assert_near (pn_pose_unmap (mesh, posed, order, pn_vec2 (22, 4)), pn_vec2 (22, 4), 1e-9);
  pn_mesh_unref (mesh);
}

static void
test_outside (void)
{
  PnMesh *mesh = test_mesh_bar (100, 10, 10);
  g_autofree PnVec2 *posed =
      g_memdup2 (pn_mesh_positions (mesh), pn_mesh_n_vertices (mesh) * sizeof (PnVec2));
  PnMeshPlace place;
  for (gsize i = 0; i < pn_mesh_n_vertices (mesh); i++)
    posed[i].x += 1000;
  g_assert_cmpint (pn_pose_unmap_place (mesh, posed, NULL, pn_vec2 (1105, 5), &place), ==,
                   PN_STATUS_OK);
  g_assert_cmpfloat (fabs (place.distance - 5), <, 1e-9);
  test_assert_near (pn_pose_unmap (mesh, posed, NULL, pn_vec2 (1105, 5)), pn_vec2 (105, 5), 1e-9);
  test_assert_near (pn_pose_map (mesh, posed, pn_vec2 (-3, 20)), pn_vec2 (997, 20), 1e-9);

  g_assert_cmpint (pn_pose_unmap_place (mesh, posed, NULL, pn_vec2 ((double)NAN, 5), &place), ==,
                   PN_STATUS_NOT_FINITE);
  for (gsize i = 0; i < pn_mesh_n_vertices (mesh); i++)
    posed[i] = pn_vec2 (7, 7);
  g_assert_cmpint (pn_pose_unmap_place (mesh, posed, NULL, pn_vec2 (7, 7), &place), ==,
                   PN_STATUS_EMPTY);
  test_assert_near (pn_pose_unmap (mesh, posed, NULL, pn_vec2 (9, 8)), pn_vec2 (9, 8), 0);
  pn_mesh_unref (mesh);
}

/* Where nothing moved a point comes back as it was, to the bit, both ways. */
static void
test_rest_bits (void)
{
  PnMesh *mesh = test_mesh_bar (300, 50, 7);
  g_autofree PnVec2 *posed = bend_mesh (mesh, 150, 0);
  g_autofree PnVec2 *moved = bend_mesh (mesh, 200, 30);
  memcpy (posed, pn_mesh_positions (mesh), pn_mesh_n_vertices (mesh) * sizeof *posed);
  PnRandom random = pn_random (3);
  for (guint i = 0; i < 200; i++) {
    double x = pn_random_range (&random, -20, 320), y = pn_random_range (&random, -20, 70);
    PnVec2 p = pn_vec2 (x, y), there = pn_pose_map (mesh, posed, p);
    PnVec2 back = pn_pose_unmap (mesh, posed, NULL, p);
    pn_assert_same_bits (there.x, p.x);
    pn_assert_same_bits (there.y, p.y);
    pn_assert_same_bits (back.x, p.x);
    pn_assert_same_bits (back.y, p.y);
  }
  test_assert_near (pn_pose_map (mesh, moved, pn_vec2 (250, 25)), bent (pn_vec2 (250, 25), 200, 30),
                    0.1);
  pn_mesh_unref (mesh);
}

/* A pin that rides a bone goes where the bone takes it, its own key in the bone's frame, through a
 * mirror too; on a layer that the bone has moved already it is not moved twice. */
static void
test_riding (void)
{
  const PnBone bones[] = {test_bone (PN_BONE_NONE, 40, 25, 0, 110), test_bone (0, 110, 0, 0, 100)};
  PnSkeleton *skeleton = test_skeleton (bones, 2);
  g_autofree PnBonePose *locals = test_rest_pose (skeleton);
  PnAffine worlds[2];
  const PnVec2 rest = {230, 31}, none = {0, 0};
  pn_skeleton_world (skeleton, locals, worlds);
  PnVec2 still = pn_pin_riding_target (skeleton, worlds, 1, rest, none);
  pn_assert_same_bits (still.x, rest.x);
  pn_assert_same_bits (still.y, rest.y);
  test_assert_near (pn_pin_riding_target (skeleton, worlds, 1, rest, pn_vec2 (3, -4)),
                    pn_vec2 (233, 27), 1e-12);

  locals[1].rotation = test_degrees (90);
  locals[1].scale_y = -1;
  pn_skeleton_world (skeleton, locals, worlds);
  /* 80 along and 6 across the bone, which now points down with its other side up. */
  PnVec2 target = pn_pin_riding_target (skeleton, worlds, 1, rest, none);
  test_assert_near (target, pn_vec2 (156, 105), 1e-9);
  test_assert_near (pn_pin_riding_target (skeleton, worlds, 1, rest, pn_vec2 (3, -4)),
                    pn_vec2 (152, 108), 1e-9);

  locals[1].scale_y = 1;
  pn_skeleton_world (skeleton, locals, worlds);
  PnMesh *mesh = test_mesh_bar (300, 50, 5);
  g_autofree PnVec2 *skinned = bend_mesh (mesh, 150, 90);
  target = pn_pin_riding_target (skeleton, worlds, 1, rest, none);
  test_assert_near (pn_pose_unmap (mesh, skinned, NULL, target), rest, 1e-9);
  pn_mesh_unref (mesh);
  pn_skeleton_unref (skeleton);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/pose-map/there-and-back", test_there_and_back);
  g_test_add_func ("/rig/pose-map/front-most", test_front_most);
  g_test_add_func ("/rig/pose-map/outside", test_outside);
  g_test_add_func ("/rig/pose-map/rest-bits", test_rest_bits);
  g_test_add_func ("/rig/pose-map/riding", test_riding);
  return g_test_run ();
}
