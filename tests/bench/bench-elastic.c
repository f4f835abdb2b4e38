/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the elastic solver costs, as CSV, by the measure of pn-bench.h. Peers on the same mesh in the
 * same run: CHOLMOD's simplicial factor of the same rigid matrix with the same ordering. */
#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <suitesparse/cholmod.h>

#include "pn-bench.h"
#include "pn-elastic-private.h"
#include "pn-ldl.h"
#include "pn-test-elastic.h"
#include "pn-test-shapes.h"

#define N_PINS 7

/* The rigid matrix of the mesh with its first vertex grounded, full by columns. */
typedef struct {
  guint n;
  guint32 *order;
  PnSparsePattern pattern; /* in elimination order */
  double *diagonal, *upper;
  PnSparseSymbolic *symbolic;
  PnLdlReal *ldl;
  PnComplex *x;
  cholmod_common common;
  cholmod_sparse *sparse;
  cholmod_factor *factor;
  cholmod_dense *right, *solution, *space[2];
} Matrix;

typedef struct {
  TestRig *rig, *kinds, *ordered;
  TestRig *posed; /* one of them */
  guint32 *order;
  PnElasticPins *more;
  Matrix matrix;
} Bench;

static double
entry_of (const PnMesh *mesh, gsize t, guint i, guint j)
{
  const PnVec2 *rest = pn_mesh_positions (mesh);
  const guint32 *c = pn_mesh_triangles (mesh) + 3 * t;
  PnVec2 a = pn_vec2_sub (rest[c[(i + 2) % 3]], rest[c[(i + 1) % 3]]);
  PnVec2 b = pn_vec2_sub (rest[c[(j + 2) % 3]], rest[c[(j + 1) % 3]]);
  PnVec2 first = pn_vec2_sub (rest[c[1]], rest[c[0]]),
         second = pn_vec2_sub (rest[c[2]], rest[c[0]]);
  return pn_vec2_dot (a, b) / (4 * pn_vec2_cross (first, second));
}

static cholmod_sparse *
assemble (const PnMesh *mesh, const guint32 *numbers, cholmod_common *common)
{
  gsize n = pn_mesh_n_vertices (mesh), m = pn_mesh_n_triangles (mesh);
  cholmod_triplet *triplet = cholmod_allocate_triplet (n, n, 6 * m + 1, 1, CHOLMOD_REAL, common);
  int *rows = triplet->i, *columns = triplet->j;
  double *values = triplet->x;
  for (gsize t = 0; t < m; t++)
    for (guint i = 0; i < 3; i++)
      for (guint j = i; j < 3; j++) {
        guint a = numbers[pn_mesh_triangles (mesh)[3 * t + i]];
        guint b = numbers[pn_mesh_triangles (mesh)[3 * t + j]];
        rows[triplet->nnz] = (int)MIN (a, b);
        columns[triplet->nnz] = (int)MAX (a, b);
        values[triplet->nnz++] = entry_of (mesh, t, i, j);
      }
  rows[triplet->nnz] = columns[triplet->nnz] = 0;
  values[triplet->nnz++] = 1;
  cholmod_sparse *sparse = cholmod_triplet_to_sparse (triplet, 0, common);
  cholmod_free_triplet (&triplet, common);
  return sparse;
}

/* The strict upper triangle and the diagonal of what CHOLMOD holds. */
static void
split (Matrix *matrix, const cholmod_sparse *sparse)
{
  const int *starts = sparse->p, *rows = sparse->i;
  const double *values = sparse->x;
  guint32 *own_starts = g_new0 (guint32, matrix->n + 1);
  guint32 *own_rows = g_new0 (guint32, starts[matrix->n]);
  matrix->diagonal = g_new0 (double, matrix->n);
  matrix->upper = g_new0 (double, starts[matrix->n]);
  guint32 n = 0;
  for (guint j = 0; j < matrix->n; j++) {
    for (int p = starts[j]; p < starts[j + 1]; p++) {
      if (rows[p] == (int)j) {
        matrix->diagonal[j] = values[p];
        continue;
      }
      own_rows[n] = (guint32)rows[p];
      matrix->upper[n++] = values[p];
    }
    own_starts[j + 1] = n;
  }
  matrix->pattern = (PnSparsePattern){matrix->n, own_starts, own_rows};
}

static void
matrix_init (Matrix *matrix, const PnMesh *mesh)
{
  matrix->n = (guint)pn_mesh_n_vertices (mesh);
  cholmod_start (&matrix->common);
  matrix->common.nmethods = 1;
  matrix->common.method[0].ordering = CHOLMOD_AMD;
  matrix->common.supernodal = CHOLMOD_SIMPLICIAL;
  matrix->common.final_ll = 0;
  g_autofree guint32 *numbers = g_new0 (guint32, matrix->n);
  matrix->order = g_new0 (guint32, matrix->n);
  for (guint i = 0; i < matrix->n; i++)
    numbers[i] = i;
  matrix->sparse = assemble (mesh, numbers, &matrix->common);
  split (matrix, matrix->sparse);
  pn_sparse_order (&matrix->pattern, matrix->order);
  for (guint k = 0; k < matrix->n; k++)
    numbers[matrix->order[k]] = k;
  cholmod_sparse *ordered = assemble (mesh, numbers, &matrix->common);
  cholmod_sort (ordered, &matrix->common);
  split (matrix, ordered);
  /* Grounded is the first vertex, wherever it went. */
  matrix->diagonal[0] -= 1;
  matrix->diagonal[numbers[0]] += 1;
  cholmod_free_sparse (&ordered, &matrix->common);
  pn_sparse_symbolic_new (&matrix->pattern, &matrix->symbolic);
  g_assert_cmpint (
      pn_ldl_real_new (matrix->symbolic, matrix->diagonal, matrix->upper, &matrix->ldl), ==,
      PN_STATUS_OK);
  matrix->x = g_new0 (PnComplex, matrix->n);
  matrix->factor = cholmod_analyze (matrix->sparse, &matrix->common);
  cholmod_factorize (matrix->sparse, matrix->factor, &matrix->common);
  matrix->right = cholmod_ones (matrix->n, 2, CHOLMOD_REAL, &matrix->common);
}

static void
prepare_cb (gpointer data)
{
  Bench *bench = data;
  PnElasticFactor *factor = NULL;
  pn_elastic_factor_new (bench->rig->mesh, &factor);
  pn_elastic_factor_unref (factor);
}

static void
order_cb (gpointer data)
{
  Matrix *matrix = &((Bench *)data)->matrix;
  pn_sparse_order (&matrix->pattern, matrix->order);
}

static void
analyse_cb (gpointer data)
{
  PnSparseSymbolic *symbolic = NULL;
  pn_sparse_symbolic_new (&((Bench *)data)->matrix.pattern, &symbolic);
  pn_sparse_symbolic_free (symbolic);
}

static void
factor_cb (gpointer data)
{
  Matrix *matrix = &((Bench *)data)->matrix;
  PnLdlReal *ldl = NULL;
  pn_ldl_real_new (matrix->symbolic, matrix->diagonal, matrix->upper, &ldl);
  pn_ldl_real_free (ldl);
}

static void
solve_cb (gpointer data)
{
  Matrix *matrix = &((Bench *)data)->matrix;
  for (guint i = 0; i < matrix->n; i++)
    matrix->x[i] = pn_complex (1, 1);
  pn_ldl_real_solve (matrix->ldl, matrix->x);
}

static void
peer_analyse_cb (gpointer data)
{
  Matrix *matrix = &((Bench *)data)->matrix;
  cholmod_free_factor (&matrix->factor, &matrix->common);
  matrix->factor = cholmod_analyze (matrix->sparse, &matrix->common);
}

static void
peer_factor_cb (gpointer data)
{
  Matrix *matrix = &((Bench *)data)->matrix;
  cholmod_factorize (matrix->sparse, matrix->factor, &matrix->common);
}

static void
peer_solve_cb (gpointer data)
{
  Matrix *matrix = &((Bench *)data)->matrix;
  cholmod_solve2 (CHOLMOD_A, matrix->factor, matrix->right, NULL, &matrix->solution, NULL,
                  &matrix->space[0], &matrix->space[1], &matrix->common);
}

static void
add_pin_cb (gpointer data)
{
  Bench *bench = data;
  PnElasticPins *more = NULL;
  pn_elastic_pins_new (bench->rig->factor, bench->rig->at_rest, N_PINS, bench->more, &more);
  pn_elastic_pins_unref (more);
}

static void
all_pins_cb (gpointer data)
{
  Bench *bench = data;
  PnElasticPins *pins = NULL;
  pn_elastic_pins_new (bench->rig->factor, bench->rig->at_rest, N_PINS, NULL, &pins);
  pn_elastic_pins_unref (pins);
}

/* Every second time another amount, so that what was before is no help. */
static void
starch_cb (gpointer data)
{
  Bench *bench = data;
  bench->kinds->at_rest[N_PINS].stiffness =
      bench->kinds->at_rest[N_PINS].stiffness > 0.6 ? 0.5 : 0.7;
  PnElasticPins *pins = NULL;
  pn_elastic_pins_new (bench->kinds->factor, bench->kinds->at_rest, N_PINS + 1, bench->kinds->pins,
                       &pins);
  pn_elastic_pins_unref (pins);
}

static void
stiffen_cb (gpointer data)
{
  Bench *bench = data;
  PnElasticFactor *stiff = NULL;
  pn_elastic_factor_stiffen (bench->kinds->factor, pn_elastic_pins_stiffness (bench->kinds->pins),
                             &stiff);
  pn_elastic_factor_unref (stiff);
}

static void
order_triangles_cb (gpointer data)
{
  Bench *bench = data;
  pn_elastic_order (bench->ordered->pins, bench->ordered->targets, bench->ordered->workspace,
                    bench->order);
}

static void
frame_cb (gpointer data)
{
  TestRig *rig = ((Bench *)data)->posed;
  rig->targets[0].position.x += 0.25;
  pn_elastic_solve (rig->pins, rig->targets, &rig->options, rig->workspace, rig->states,
                    rig->posed);
}

/* `peer`: what the thing beside it took, 0 where there is none. */
static void
print (const Bench *bench, const char *step, double time, const char *beside, double peer)
{
  printf ("%zu,%zu,%s,%.1f,%s,", pn_mesh_n_vertices (bench->rig->mesh),
          pn_mesh_n_triangles (bench->rig->mesh), step, time, beside);
  if (peer > 0)
    printf ("%.3f", time / peer);
  printf ("\n");
  fflush (stdout);
}

static void
run_matrix (Bench *bench)
{
  double order = pn_bench_measure (order_cb, bench), analyse = pn_bench_measure (analyse_cb, bench);
  double peer = pn_bench_measure (peer_analyse_cb, bench);
  print (bench, "order and analyse", order + analyse, "CHOLMOD", peer);
  peer = pn_bench_measure (peer_factor_cb, bench);
  double factor = pn_bench_measure (factor_cb, bench), solve = pn_bench_measure (solve_cb, bench);
  print (bench, "factor the rigid matrix", factor, "CHOLMOD", peer);
  peer = pn_bench_measure (peer_solve_cb, bench);
  print (bench, "solve two right sides", solve, "CHOLMOD", peer);
}

/* All pins turn, one more is starch; beside seven places and an overlap pin. */
static void
run_kinds (Bench *bench)
{
  PnElasticPin pins[N_PINS + 1];
  memcpy (pins, bench->rig->at_rest, N_PINS * sizeof *pins);
  pins[N_PINS] = (PnElasticPin){.rest = {500, 250},
                                .grip = 14,
                                .kind = PN_ELASTIC_OVERLAP,
                                .overlap_extent = PN_ELASTIC_OVERLAP_EXTENT_DEFAULT};
  bench->ordered = test_rig_new (pn_mesh_ref (bench->rig->mesh), pins, N_PINS + 1);
  bench->ordered->targets[N_PINS].depth = 50;
  bench->order = g_new0 (guint32, pn_mesh_n_triangles (bench->rig->mesh));
  for (guint i = 0; i < N_PINS; i++) {
    pins[i].kind = PN_ELASTIC_ADVANCED;
    pins[i].extent = PN_ELASTIC_EXTENT_DEFAULT;
  }
  pins[N_PINS].kind = PN_ELASTIC_STARCH;
  pins[N_PINS].stiffness = 1;
  pins[N_PINS].starch_extent = 200;
  bench->kinds = test_rig_new (pn_mesh_ref (bench->rig->mesh), pins, N_PINS + 1);
  print (bench, "refactor for starch", pn_bench_measure (stiffen_cb, bench), "", 0);
  print (bench, "starch changed and seven pins that turn", pn_bench_measure (starch_cb, bench), "",
         0);
  bench->posed = bench->kinds;
  print (bench, "frame of four passes with pins that turn", pn_bench_measure (frame_cb, bench), "",
         0);
  bench->kinds->options.stretch = 1;
  bench->kinds->options.max_rotation = 1;
  print (bench, "the same with stretch and a limit", pn_bench_measure (frame_cb, bench), "", 0);
  print (bench, "order of triangles", pn_bench_measure (order_triangles_cb, bench), "", 0);
  pn_elastic_pins_unref (bench->kinds->pins);
  pn_elastic_pins_new_blend (bench->kinds->factor, pins, N_PINS, NULL, &bench->kinds->pins);
  print (bench, "frame of a blend", pn_bench_measure (frame_cb, bench), "", 0);
}

static void
run (guint columns, guint rows)
{
  const double places[N_PINS][2] = {{0.1, 0.1}, {0.9, 0.1},   {0.5, 0.3}, {0.5, 0.6},
                                    {0.1, 0.9}, {0.93, 0.88}, {0.3, 0.5}};
  double width = 1000, edge = width / columns, height = edge * rows;
  PnVec2 points[N_PINS];
  for (guint i = 0; i < N_PINS; i++)
    points[i] = pn_vec2 (places[i][0] * width, places[i][1] * height);
  Bench bench = {0};
  bench.rig = test_rig_at (test_mesh_bar (width, height, edge), points, N_PINS, 14);
  pn_elastic_pins_new (bench.rig->factor, bench.rig->at_rest, N_PINS - 1, NULL, &bench.more);
  matrix_init (&bench.matrix, bench.rig->mesh);
  run_matrix (&bench);

  double prepare = pn_bench_measure (prepare_cb, &bench);
  print (&bench, "prepare", prepare, "", 0);
  print (&bench, "seven pins", pn_bench_measure (all_pins_cb, &bench), "", 0);
  double add = pn_bench_measure (add_pin_cb, &bench);
  print (&bench, "add a pin", add, "prepare", prepare);
  bench.posed = bench.rig;
  const guint passes[] = {0, 1, 4};
  const char *names[] = {"frame of the start", "frame of one pass", "frame of four passes"};
  double peer = pn_bench_measure (peer_solve_cb, &bench);
  for (guint i = 0; i < 3; i++) {
    bench.rig->options.passes = passes[i];
    double frame = pn_bench_measure (frame_cb, &bench);
    print (&bench, names[i], frame, passes[i] > 0 ? "CHOLMOD's solves alone" : "",
           passes[i] > 0 ? passes[i] * peer : 0);
  }
  run_kinds (&bench);
  /* The process ends with the last mesh; what a bench holds may stay. */
}

int
main (void)
{
  printf ("vertices,triangles,step,microseconds,beside,ratio\n");
  run (32, 25);
  run (71, 53);
  run (99, 99);
  return 0;
}
