/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What skeletons, weights and skinning cost, as CSV, by the measure of pn-bench.h. */
#include <stdio.h>

#include "pn-bench.h"
#include "pn-pose-map.h"
#include "pn-skeleton-jiggle.h"
#include "pn-test-bones.h"
#include "pn-test-shapes.h"
#include "pn-weights-paint.h"

#define N_BONES 30
#define N_LAYERS 200
#define N_POINTS 20000

typedef struct {
  PnMesh *mesh;
  PnBoneSegment *segments;
  gsize n_segments;
  PnSkinWeights *weights;
  TestBones *bones;
  PnSkin *skins[N_LAYERS];
  PnAffine *palette;
  PnVec2 *points, *posed;
  gsize n_points;
} Bench;

/* A body of six limbs of five bones, four of them with chains. */
static TestBones *
make_creature (guint n_bones)
{
  g_autofree PnBone *rig = g_new (PnBone, n_bones);
  for (guint i = 0; i < n_bones; i++)
    rig[i] = test_bone (i == 0       ? PN_BONE_NONE
                        : i % 6 == 0 ? 0
                                     : i - 1,
                        20, 2, 17.0 * (i % 5) - 34, 20);
  const PnConstraint constraints[] = {
      {.kind = PN_CONSTRAINT_LIMIT,
       .bone = 4,
       .channels = PN_CHANNEL_ROTATION,
       .low = {.rotation = -1},
       .high = {.rotation = 1}},
      {.kind = PN_CONSTRAINT_COPY, .bone = 8, .source = 14, .channels = PN_CHANNEL_ROTATION},
      {.kind = PN_CONSTRAINT_AIM, .bone = 19, .source = 4}};
  const PnIk iks[] = {{11, 2, PN_BONE_NONE, PN_BONE_NONE, 0},
                      {17, 2, PN_BONE_NONE, PN_BONE_NONE, 0},
                      {23, 5, PN_BONE_NONE, PN_BONE_NONE, 0},
                      {29, 5, PN_BONE_NONE, PN_BONE_NONE, 0}};
  const PnSkeletonRigParts parts = {constraints, 3, iks, 4};
  TestBones *bones = test_bones_new (test_skeleton (rig, n_bones), &parts);
  for (guint i = 0; i < 4; i++)
    bones->ik_values[i].target = pn_vec2 (20 + 5.0 * i, 40);
  return bones;
}

static void
world_cb (gpointer data)
{
  Bench *bench = data;
  pn_skeleton_world (bench->bones->skeleton, bench->bones->keyed, bench->bones->worlds);
}

static void
pose_cb (gpointer data)
{
  TestBones *bones = ((Bench *)data)->bones;
  const PnSkeletonRigValues values = {bones->keyed, bones->constraint_values, bones->ik_values};
  const PnSkeletonRigPose pose = {bones->locals, bones->worlds, bones->constraints, bones->iks};
  bones->ik_values[0].target.x += 1e-3;
  pn_skeleton_rig_pose (bones->rig, &values, bones->workspace, &pose);
}

static void
surface_cb (gpointer data)
{
  Bench *bench = data;
  pn_weights_by_surface (bench->mesh, bench->segments, bench->n_segments, bench->weights, NULL);
}

static void
distance_cb (gpointer data)
{
  Bench *bench = data;
  pn_weights_by_distance (pn_mesh_positions (bench->mesh), pn_mesh_n_vertices (bench->mesh),
                          bench->segments, bench->n_segments, PN_WEIGHTS_FALLOFF, bench->weights,
                          NULL);
}

static void
skin_cb (gpointer data)
{
  Bench *bench = data;
  pn_skin_palette (bench->skins[0], bench->bones->skeleton, bench->bones->worlds,
                   &PN_AFFINE_IDENTITY, bench->palette);
  pn_skin_apply (bench->skins[0], bench->palette, bench->points, bench->posed);
}

static void
layers_cb (gpointer data)
{
  Bench *bench = data;
  pose_cb (bench);
  for (guint i = 0; i < N_LAYERS; i++) {
    pn_skin_palette (bench->skins[i], bench->bones->skeleton, bench->bones->worlds,
                     &PN_AFFINE_IDENTITY, bench->palette);
    pn_skin_apply (bench->skins[i], bench->palette, bench->points, bench->posed);
  }
}

static void
unmap_cb (gpointer data)
{
  Bench *bench = data;
  pn_pose_unmap (bench->mesh, pn_mesh_positions (bench->mesh), NULL, pn_vec2 (333, 222));
}

static void
print (const char *step, gsize vertices, gsize bones, double time)
{
  printf ("%s,%zu,%zu,%.2f\n", step, vertices, bones, time);
  fflush (stdout);
}

/* Bones all over the mesh, or all of them one after the other where there are few. */
static void
bind (Bench *bench, guint columns, guint rows, guint n_bones)
{
  double width = 1000, edge = width / columns, height = edge * rows;
  PnRandom random = pn_random (n_bones);
  bench->mesh = test_mesh_bar (width, height, edge);
  bench->n_segments = n_bones;
  bench->segments = g_new (PnBoneSegment, n_bones);
  bench->weights = g_new (PnSkinWeights, pn_mesh_n_vertices (bench->mesh));
  for (guint i = 0; i < n_bones; i++) {
    double x = pn_random_range (&random, 50, width - 50), angle = pn_random_range (&random, 0, 6);
    double y = pn_random_range (&random, 50, height - 50);
    bench->segments[i].head = pn_vec2 (x, y);
    bench->segments[i].tip = pn_vec2 (x + 50 * cos (angle), y + 50 * sin (angle));
  }
  gsize n = pn_mesh_n_vertices (bench->mesh);
  print ("bind along the surface", n, n_bones, pn_bench_measure (surface_cb, bench));
  print ("bind by distance", n, n_bones, pn_bench_measure (distance_cb, bench));
  print ("unmap a point", n, n_bones, pn_bench_measure (unmap_cb, bench));
}

/* `n_used` bones over N points, or one bone each for many layers of 40 points. */
static void
skin (Bench *bench, guint n_points, guint n_layers, guint n_bones, guint n_influences)
{
  PnRandom random = pn_random (7);
  g_autofree PnSkinWeights *weights = g_new (PnSkinWeights, n_points);
  bench->bones = make_creature (n_bones);
  pose_cb (bench);
  bench->palette = g_new (PnAffine, n_bones);
  bench->points = g_new (PnVec2, n_points);
  bench->posed = g_new (PnVec2, n_points);
  for (guint layer = 0; layer < n_layers; layer++) {
    for (guint i = 0; i < n_points; i++) {
      bench->points[i] = pn_vec2 (i % 300, i / 300.0);
      weights[i] = PN_SKIN_WEIGHTS_NONE;
      for (guint j = 0; j < n_influences; j++) {
        weights[i].bones[j] =
            n_influences == 1 ? layer % n_bones : (guint32)pn_random_below (&random, n_bones);
        weights[i].weights[j] = 1 + pn_random_unit (&random);
      }
    }
    pn_skin_new (weights, n_points, n_bones, NULL, &bench->skins[layer]);
  }
}

int
main (void)
{
  Bench bench = {.bones = make_creature (N_BONES)};
  printf ("step,vertices,bones,microseconds\n");
  print ("frames of 30 bones", 0, N_BONES, pn_bench_measure (world_cb, &bench));
  print ("pose of 30 bones with 4 chains", 0, N_BONES, pn_bench_measure (pose_cb, &bench));
  bind (&bench, 71, 53, N_BONES);
  bind (&bench, 71, 53, 120);
  bind (&bench, 32, 25, N_BONES);
  bind (&bench, 99, 99, N_BONES);
  skin (&bench, N_POINTS, 1, 200, 4);
  print ("skin with four bones each", N_POINTS, 200, pn_bench_measure (skin_cb, &bench));
  for (guint n = 30; n <= 120; n += 90) {
    skin (&bench, 40, N_LAYERS, n, 1);
    print ("pose and skin 200 layers of one bone", 40, n, pn_bench_measure (layers_cb, &bench));
  }
  /* The process ends here; what a bench holds may stay. */
  return 0;
}
