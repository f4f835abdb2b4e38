/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The elastic solver beside others' of the same mesh and the same pose in one run, as CSV, by the
 * measure of pn-bench.h. Pins stand on vertices, for that is where the others can hold.
 *
 * A frame of ours is the start and four passes, a frame of CGAL's four rounds from rest; "energy" is
 * Sorkine and Alexa's of the whole mesh by triangles, of which less is nearer to rigid. */
#include <glib.h>
#include <math.h>
#include <stdio.h>

#include "pn-bench.h"
#include "pn-peer-cgal.h"
#include "pn-test-elastic.h"
#include "pn-test-shapes.h"

#define N_PINS 7
#define PASSES 4

typedef struct {
  TestRig *rig;
  PeerCgal *cgal;
  double targets[2 * N_PINS];
  guint32 handles[N_PINS];
  guint step;
} Bench;

static guint32
nearest_vertex (const PnMesh *mesh, PnVec2 point)
{
  guint32 nearest = 0;
  double least = G_MAXDOUBLE;
  for (guint32 i = 0; i < pn_mesh_n_vertices (mesh); i++) {
    double distance = pn_vec2_length (pn_vec2_sub (pn_mesh_positions (mesh)[i], point));
    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  return nearest;
}

/* The last pin goes round a circle; the others stay. */
static void
drag (Bench *bench)
{
  double turn = 2 * G_PI * (bench->step++ % 64) / 64;
  PnVec2 rest = bench->rig->at_rest[N_PINS - 1].rest;
  PnVec2 target = pn_vec2 (rest.x - 150 + 60 * cos (turn), rest.y - 100 + 60 * sin (turn));
  bench->rig->targets[N_PINS - 1].position = target;
  bench->targets[2 * (N_PINS - 1)] = target.x;
  bench->targets[2 * (N_PINS - 1) + 1] = target.y;
}

static void
own_frame_cb (gpointer data)
{
  Bench *bench = data;
  TestRig *rig = bench->rig;
  drag (bench);
  pn_elastic_solve (rig->pins, rig->targets, &rig->options, rig->workspace, rig->states,
                    rig->posed);
}

static void
cgal_frame_cb (gpointer data)
{
  Bench *bench = data;
  drag (bench);
  peer_cgal_deform (bench->cgal, bench->targets, PASSES);
}

static void
own_prepare_cb (gpointer data)
{
  Bench *bench = data;
  PnElasticFactor *factor = NULL;
  PnElasticPins *pins = NULL;
  pn_elastic_factor_new (bench->rig->mesh, &factor);
  pn_elastic_pins_new (factor, bench->rig->at_rest, N_PINS, NULL, &pins);
  pn_elastic_pins_unref (pins);
  pn_elastic_factor_unref (factor);
}

static void
cgal_prepare_cb (gpointer data)
{
  peer_cgal_prepare (((Bench *)data)->cgal);
}

/* rig.md's sum over triangles of area (|a| - 1)^2 + |b|^2, of f(z) = a z + b conj(z). */
static double
energy_of (const PnMesh *mesh, const PnVec2 *posed)
{
  const PnVec2 *rest = pn_mesh_positions (mesh);
  double energy = 0;
  for (gsize t = 0; t < pn_mesh_n_triangles (mesh); t++) {
    const guint32 *c = pn_mesh_triangles (mesh) + 3 * t;
    PnVec2 u = pn_vec2_sub (rest[c[1]], rest[c[0]]), v = pn_vec2_sub (rest[c[2]], rest[c[0]]);
    PnVec2 p = pn_vec2_sub (posed[c[1]], posed[c[0]]), q = pn_vec2_sub (posed[c[2]], posed[c[0]]);
    double cross = pn_vec2_cross (u, v);
    double xx = (p.x * v.y - q.x * u.y) / cross, xy = (q.x * u.x - p.x * v.x) / cross;
    double yx = (p.y * v.y - q.y * u.y) / cross, yy = (q.y * u.x - p.y * v.x) / cross;
    double a = hypot (xx + yy, yx - xy) / 2, b = hypot (xx - yy, yx + xy) / 2;
    energy += cross / 2 * ((a - 1) * (a - 1) + b * b);
  }
  return energy;
}

static double
cgal_energy (const Bench *bench)
{
  gsize n = pn_mesh_n_vertices (bench->rig->mesh);
  g_autofree PnVec2 *posed = g_new0 (PnVec2, n);
  for (guint32 i = 0; i < n; i++) {
    double point[2];
    peer_cgal_get (bench->cgal, i, point);
    posed[i] = pn_vec2 (point[0], point[1]);
  }
  return energy_of (bench->rig->mesh, posed);
}

static void
print (const Bench *bench, const char *step, const char *unit, double own, double peer)
{
  printf ("%zu,%zu,%s,%s,%.1f,CGAL,%.1f,%.2f\n", pn_mesh_n_vertices (bench->rig->mesh),
          pn_mesh_n_triangles (bench->rig->mesh), step, unit, own, peer, peer / own);
  fflush (stdout);
}

static void
run (guint columns, guint rows)
{
  const double places[N_PINS][2] = {{0.1, 0.1}, {0.9, 0.1}, {0.5, 0.3},  {0.5, 0.6},
                                    {0.1, 0.9}, {0.3, 0.5}, {0.93, 0.88}};
  double width = 1000, edge = width / columns, height = edge * rows;
  PnMesh *mesh = test_mesh_bar (width, height, edge);
  Bench bench = {0};
  PnVec2 points[N_PINS];
  for (guint i = 0; i < N_PINS; i++) {
    PnVec2 place = pn_vec2 (places[i][0] * width, places[i][1] * height);
    bench.handles[i] = nearest_vertex (mesh, place);
    points[i] = pn_mesh_positions (mesh)[bench.handles[i]];
    bench.targets[2 * i] = points[i].x;
    bench.targets[2 * i + 1] = points[i].y;
  }
  bench.rig = test_rig_at (mesh, points, N_PINS, 14);
  bench.rig->options.passes = PASSES;
  bench.cgal =
      peer_cgal_new ((const double *)pn_mesh_positions (mesh), pn_mesh_n_vertices (mesh),
                     pn_mesh_triangles (mesh), pn_mesh_n_triangles (mesh), bench.handles, N_PINS);
  g_assert_nonnull (bench.cgal);
  g_assert_true (peer_cgal_prepare (bench.cgal));

  double peer = pn_bench_measure (cgal_prepare_cb, &bench);
  print (&bench, "prepare with pins", "us", pn_bench_measure (own_prepare_cb, &bench), peer);
  peer = pn_bench_measure (cgal_frame_cb, &bench);
  print (&bench, "frame", "us", pn_bench_measure (own_frame_cb, &bench), peer);
  bench.step = 0;
  own_frame_cb (&bench);
  bench.step = 0;
  cgal_frame_cb (&bench);
  print (&bench, "energy", "px2", energy_of (mesh, bench.rig->posed), cgal_energy (&bench));
  peer_cgal_free (bench.cgal);
  test_rig_free (bench.rig);
}

int
main (void)
{
  printf ("vertices,triangles,step,unit,pantin,peer,of peer,times\n");
  run (32, 25);
  run (71, 53);
  run (99, 99);
  return 0;
}
