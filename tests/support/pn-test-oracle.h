/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-complex.h"
#include "pn-elastic.h"

/* The elastic solver once more, by brute force: full matrices from the definition of the energies,
 * pins as constraints of one saddle-point system, points found by trying every triangle. Shares
 * nothing with the solver but the mesh. Extents are measured straight, which along a mesh without
 * gaps is the same; and bend pins are none. */

typedef struct {
  gsize n, k, n_rows; /* vertices, pins, what they hold */
  const PnMesh *mesh;
  const PnElasticPin *pins;
  gsize *holders;                /* n_rows: the pin */
  gboolean *is_turn;             /* n_rows: holds its turn, not its place */
  double *weights;               /* n_triangles: areas times stiffness */
  PnComplex *rigid, *similarity; /* (n + n_rows) x (n + n_rows): inverse, with the pins */
  PnComplex *places, *forces;    /* n_rows x n */
} TestOracle;

/* b = 0: a, else b of a triangle's map, as weights of its corners: from solving
 * a z + b conj (z) + c = p at the three corners, one corner lifted by 1 at a time. */
static inline void
oracle_parts (const PnVec2 *z, PnComplex a[3], PnComplex b[3])
{
  PnComplex u = {z[1].x - z[0].x, z[1].y - z[0].y}, v = {z[2].x - z[0].x, z[2].y - z[0].y};
  PnComplex determinant = pn_complex_sub (pn_complex_mul (u, pn_complex_conj (v)),
                                          pn_complex_mul (pn_complex_conj (u), v));
  a[1] = pn_complex_div (pn_complex_conj (v), determinant);
  a[2] = pn_complex_scale (pn_complex_div (pn_complex_conj (u), determinant), -1);
  b[1] = pn_complex_scale (pn_complex_div (v, determinant), -1);
  b[2] = pn_complex_div (u, determinant);
  a[0] = pn_complex_scale (pn_complex_add (a[1], a[2]), -1);
  b[0] = pn_complex_scale (pn_complex_add (b[1], b[2]), -1);
}

static inline double
oracle_area (const PnVec2 *z)
{
  return pn_vec2_cross (pn_vec2_sub (z[1], z[0]), pn_vec2_sub (z[2], z[0])) / 2;
}

static inline void
oracle_corners (const PnMesh *mesh, const PnVec2 *positions, gsize triangle, PnVec2 z[3])
{
  for (int i = 0; i < 3; i++)
    z[i] = positions[pn_mesh_triangles (mesh)[3 * triangle + (gsize)i]];
}

/* Adds weight times the barycentrics of `point` to `row`; FALSE outside the mesh, or outside the
 * triangles with a mark where `marks` is given. */
static inline gboolean
oracle_add_point (const PnMesh *mesh, PnVec2 point, const guint8 *marks, double weight, double *row)
{
  for (gsize t = 0; t < pn_mesh_n_triangles (mesh); t++) {
    PnVec2 z[3];
    oracle_corners (mesh, pn_mesh_positions (mesh), t, z);
    double area = oracle_area (z), l[3];
    for (int i = 0; i < 3; i++) {
      PnVec2 sub[3] = {z[0], z[1], z[2]};
      sub[i] = point;
      l[i] = oracle_area (sub) / area;
    }
    if (l[0] < -1e-12 || l[1] < -1e-12 || l[2] < -1e-12 || (marks && !marks[t]))
      continue;
    for (int i = 0; i < 3; i++)
      row[pn_mesh_triangles (mesh)[3 * t + (gsize)i]] += weight * l[i];
    return TRUE;
  }
  return FALSE;
}

static inline double
oracle_edge_distance (PnVec2 p, PnVec2 a, PnVec2 b)
{
  double best = G_MAXDOUBLE;
  for (int i = 0; i <= 20000; i++) {
    PnVec2 d = pn_vec2_sub (pn_vec2_mix (a, b, i / 20000.0), p);
    best = fmin (best, sqrt (pn_vec2_dot (d, d)));
  }
  return best;
}

/* Marks the triangles joined to those marked over edges nearer to `point` than `grip`. */
static inline void
oracle_spread_marks (const PnMesh *mesh, PnVec2 point, double grip, guint8 *marks)
{
  const guint32 *corners = pn_mesh_triangles (mesh);
  const PnVec2 *z = pn_mesh_positions (mesh);
  gsize m = pn_mesh_n_triangles (mesh);
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (gsize s = 0; s < m; s++)
      for (gsize t = 0; t < m && marks[s]; t++) {
        guint32 shared[3];
        guint n = 0;
        for (int i = 0; i < 9; i++)
          if (corners[3 * s + (gsize)i / 3] == corners[3 * t + (gsize)i % 3] && n < 3)
            shared[n++] = corners[3 * s + (gsize)i / 3];
        if (marks[t] || n != 2 || oracle_edge_distance (point, z[shared[0]], z[shared[1]]) >= grip)
          continue;
        marks[t] = 1;
        changed = TRUE;
      }
  }
}

/* Complex Gaussian elimination with pivots from the column; `b` (n x width) becomes the
 * solution. */
static inline void
oracle_solve (gsize n, gsize width, PnComplex *a, PnComplex *b)
{
  for (gsize c = 0; c < n; c++) {
    gsize pivot = c;
    for (gsize r = c + 1; r < n; r++)
      if (pn_complex_norm (a[r * n + c]) > pn_complex_norm (a[pivot * n + c]))
        pivot = r;
    for (gsize j = 0; j < n + width; j++) {
      PnComplex *upper = j < n ? &a[c * n + j] : &b[c * width + j - n];
      PnComplex *lower = j < n ? &a[pivot * n + j] : &b[pivot * width + j - n];
      PnComplex held = *upper;
      *upper = *lower;
      *lower = held;
    }
    for (gsize r = 0; r < n; r++) {
      if (r == c || !(pn_complex_norm (a[r * n + c]) > 0))
        continue;
      PnComplex factor = pn_complex_div (a[r * n + c], a[c * n + c]);
      for (gsize j = c; j < n; j++)
        a[r * n + j] = pn_complex_sub (a[r * n + j], pn_complex_mul (factor, a[c * n + j]));
      for (gsize j = 0; j < width; j++)
        b[r * width + j] =
            pn_complex_sub (b[r * width + j], pn_complex_mul (factor, b[c * width + j]));
    }
  }
  for (gsize c = 0; c < n; c++)
    for (gsize j = 0; j < width; j++)
      b[c * width + j] = pn_complex_div (b[c * width + j], a[c * n + c]);
}

/* Weights of a cut disc that put its force at the pin: affine, and drawn towards even ones until
 * none is below zero. */
static inline void
oracle_weigh (gsize n, const PnVec2 *offsets, double *weights)
{
  PnComplex a[9] = {0}, b[3] = {{1, 0}};
  for (gsize i = 0; i < n; i++) {
    double x[3] = {1, offsets[i].x, offsets[i].y};
    for (int r = 0; r < 9; r++)
      a[r].re += x[r / 3] * x[r % 3];
  }
  oracle_solve (3, 1, a, b);
  double even = 1.0 / (double)n, lowest = 0;
  for (gsize i = 0; i < n; i++) {
    weights[i] = b[0].re + b[1].re * offsets[i].x + b[2].re * offsets[i].y;
    lowest = fmin (lowest, weights[i]);
  }
  for (gsize i = 0; i < n; i++)
    weights[i] = even + (weights[i] - even) * even / (even - lowest);
}

/* The triangle that holds `point`, or the number of them. */
static inline gsize
oracle_under (const PnMesh *mesh, PnVec2 point)
{
  for (gsize t = 0; t < pn_mesh_n_triangles (mesh); t++) {
    PnVec2 z[3];
    oracle_corners (mesh, pn_mesh_positions (mesh), t, z);
    double area = oracle_area (z), lowest = 1;
    for (int i = 0; i < 3; i++) {
      PnVec2 sub[3] = {z[0], z[1], z[2]};
      sub[i] = point;
      lowest = fmin (lowest, oracle_area (sub) / area);
    }
    if (lowest >= -1e-12)
      return t;
  }
  return pn_mesh_n_triangles (mesh);
}

static inline void
oracle_fill_force (TestOracle *oracle, const PnElasticPin *pin, double *row)
{
  const PnMesh *mesh = oracle->mesh;
  g_autofree guint8 *marks = g_new0 (guint8, pn_mesh_n_triangles (mesh));
  g_autofree double *spare = g_new0 (double, oracle->n);
  marks[oracle_under (mesh, pin->rest)] = 1;
  oracle_spread_marks (mesh, pin->rest, pin->grip, marks);

  PnVec2 offsets[32];
  gsize n = 0;
  for (int i = 0; i < 32; i++) {
    double turn = (i % 8 + (i / 8 % 2) * 0.5) * G_PI / 4;
    double radius = pin->grip * sqrt ((i / 8 + 0.5) / 4);
    PnVec2 offset = {radius * cos (turn), radius * sin (turn)};
    if (oracle_add_point (mesh, pn_vec2_add (pin->rest, offset), marks, 1, spare))
      offsets[n++] = offset;
  }
  double weights[32];
  for (gsize i = 0; i < n; i++)
    weights[i] = 1.0 / 32;
  if (n < 32)
    oracle_weigh (n, offsets, weights);
  for (gsize i = 0; i < n; i++)
    g_assert_true (
        oracle_add_point (mesh, pn_vec2_add (pin->rest, offsets[i]), marks, weights[i], row));
}

/* The share of triangle `t` in what reaches as far as `extent` from `pin`. */
static inline double
oracle_share (const PnMesh *mesh, PnVec2 pin, double extent, gsize t)
{
  PnVec2 z[3];
  double sum = 0;
  oracle_corners (mesh, pn_mesh_positions (mesh), t, z);
  for (int i = 0; i < 3; i++) {
    double part = fmin (1, hypot (z[i].x - pin.x, z[i].y - pin.y) / extent);
    sum += pow (1 - pow (part, 4), 2) / 3;
  }
  return t == oracle_under (mesh, pin) ? 1 : sum;
}

/* The row of a turn: the mean of a over the grip, which on a mesh of one piece is a disc. */
static inline void
oracle_fill_turn (TestOracle *oracle, const PnElasticPin *pin, PnComplex *row)
{
  const PnMesh *mesh = oracle->mesh;
  gsize under = oracle_under (mesh, pin->rest);
  double sum = 0;
  for (int round = 0; round < 2; round++)
    for (gsize t = 0; t < pn_mesh_n_triangles (mesh); t++) {
      PnVec2 z[3];
      PnComplex a[3], b[3];
      oracle_corners (mesh, pn_mesh_positions (mesh), t, z);
      oracle_parts (z, a, b);
      double x = (z[0].x + z[1].x + z[2].x) / 3 - pin->rest.x;
      double y = (z[0].y + z[1].y + z[2].y) / 3 - pin->rest.y;
      double near = t == under ? 1 : fmax (0, 1 - (x * x + y * y) / (pin->grip * pin->grip));
      double weight = oracle_area (z) * near * near;
      sum += round == 0 ? weight : 0;
      for (int i = 0; i < 3 && round == 1; i++) {
        PnComplex *to = &row[pn_mesh_triangles (mesh)[3 * t + (gsize)i]];
        *to = pn_complex_add (*to, pn_complex_scale (a[i], weight / sum));
      }
    }
}

static inline void
oracle_fill_weights (TestOracle *oracle)
{
  for (gsize t = 0; t < pn_mesh_n_triangles (oracle->mesh); t++) {
    PnVec2 z[3];
    double amount = 0;
    oracle_corners (oracle->mesh, pn_mesh_positions (oracle->mesh), t, z);
    for (gsize i = 0; i < oracle->k; i++) {
      const PnElasticPin *pin = &oracle->pins[i];
      if (pin->stiffness > 0)
        amount += floor (pin->stiffness * 1024 + 0.5) *
                  oracle_share (oracle->mesh, pin->rest, pin->starch_extent, t);
    }
    oracle->weights[t] = oracle_area (z) * pow (200, floor (fmin (amount, 1024) + 0.5) / 1024);
  }
}

/* (transfer full): the inverse of [M D^H; P 0]. */
static inline PnComplex *
oracle_invert (const TestOracle *oracle, const PnComplex *matrix)
{
  gsize n = oracle->n, k = oracle->n_rows, size = n + k;
  g_autofree PnComplex *a = g_new0 (PnComplex, size * size);
  PnComplex *inverse = g_new0 (PnComplex, size * size);
  for (gsize i = 0; i < n; i++) {
    for (gsize j = 0; j < n; j++)
      a[i * size + j] = matrix[i * n + j];
    for (gsize j = 0; j < k; j++) {
      a[i * size + n + j] = pn_complex_conj (oracle->forces[j * n + i]);
      a[(n + j) * size + i] = oracle->places[j * n + i];
    }
  }
  for (gsize i = 0; i < size; i++)
    inverse[i * size + i].re = 1;
  oracle_solve (size, size, a, inverse);
  return inverse;
}

static inline void
oracle_fill_rows (TestOracle *oracle)
{
  gsize n = oracle->n;
  g_autofree double *place = g_new0 (double, n);
  for (gsize i = 0; i < oracle->k; i++) {
    const PnElasticPin *pin = &oracle->pins[i];
    for (int turn = 0; turn < 2; turn++) {
      if (turn ? pin->kind != PN_ELASTIC_ADVANCED
               : pin->kind != PN_ELASTIC_ADVANCED && pin->kind != PN_ELASTIC_POSITION)
        continue;
      gsize r = oracle->n_rows++;
      oracle->holders[r] = i;
      oracle->is_turn[r] = turn;
      PnComplex *to = oracle->places + r * n, *by = oracle->forces + r * n;
      if (turn) {
        oracle_fill_turn (oracle, pin, to);
        memcpy (by, to, n * sizeof *by);
        continue;
      }
      memset (place, 0, n * sizeof *place);
      g_assert_true (oracle_add_point (oracle->mesh, pin->rest, NULL, 1, place));
      for (gsize v = 0; v < n; v++)
        to[v].re = place[v];
      memset (place, 0, n * sizeof *place);
      oracle_fill_force (oracle, pin, place);
      for (gsize v = 0; v < n; v++)
        by[v].re = place[v];
    }
  }
}

/* `pins` stay with the caller. */
static inline TestOracle *
test_oracle_new (const PnMesh *mesh, const PnElasticPin *pins, gsize k)
{
  TestOracle *oracle = g_new0 (TestOracle, 1);
  gsize n = pn_mesh_n_vertices (mesh);
  oracle->n = n;
  oracle->k = k;
  oracle->mesh = mesh;
  oracle->pins = pins;
  oracle->holders = g_new0 (gsize, 2 * k);
  oracle->is_turn = g_new0 (gboolean, 2 * k);
  oracle->weights = g_new0 (double, pn_mesh_n_triangles (mesh));
  oracle_fill_weights (oracle);
  g_autofree PnComplex *rigid = g_new0 (PnComplex, n * n);
  g_autofree PnComplex *similarity = g_new0 (PnComplex, n * n);
  oracle->places = g_new0 (PnComplex, 2 * k * n);
  oracle->forces = g_new0 (PnComplex, 2 * k * n);
  for (gsize t = 0; t < pn_mesh_n_triangles (mesh); t++) {
    const guint32 *corners = pn_mesh_triangles (mesh) + 3 * t;
    double weight = oracle->weights[t];
    PnVec2 z[3];
    PnComplex a[3], b[3];
    oracle_corners (mesh, pn_mesh_positions (mesh), t, z);
    oracle_parts (z, a, b);
    for (int i = 0; i < 9; i++) {
      gsize at = corners[i / 3] * n + corners[i % 3];
      PnComplex bb = pn_complex_scale (pn_complex_conj_mul (b[i / 3], b[i % 3]), weight);
      PnComplex aa = pn_complex_scale (pn_complex_conj_mul (a[i / 3], a[i % 3]), weight);
      similarity[at] = pn_complex_add (similarity[at], bb);
      rigid[at] = pn_complex_add (rigid[at], pn_complex_add (aa, bb));
    }
  }
  oracle_fill_rows (oracle);
  oracle->rigid = oracle_invert (oracle, rigid);
  oracle->similarity = oracle_invert (oracle, similarity);
  return oracle;
}

static inline void
test_oracle_free (TestOracle *oracle)
{
  g_free (oracle->rigid);
  g_free (oracle->similarity);
  g_free (oracle->holders);
  g_free (oracle->is_turn);
  g_free (oracle->weights);
  g_free (oracle->places);
  g_free (oracle->forces);
  g_free (oracle);
}

/* What a pose is asked for, beside places. */
typedef struct {
  double clamp;
  guint passes;
  double stretch;
  PnElasticStretchMode stretch_mode;
} TestOracleOptions;

/* Scale times (cos, sin). */
static inline PnComplex
oracle_wanted (const PnElasticTarget *target)
{
  return pn_complex (target->scale * cos (target->turn), target->scale * sin (target->turn));
}

/* M p + D^H l = right, P p = targets; `right` (n) becomes p. */
static inline void
oracle_saddle (const TestOracle *oracle,
               const PnComplex *inverse,
               const PnElasticTarget *targets,
               PnComplex *right)
{
  gsize n = oracle->n, size = n + oracle->n_rows;
  g_autofree PnComplex *b = g_new0 (PnComplex, size);
  for (gsize i = 0; i < n; i++)
    b[i] = right[i];
  for (gsize r = 0; r < oracle->n_rows; r++) {
    const PnElasticTarget *target = &targets[oracle->holders[r]];
    b[n + r] = oracle->is_turn[r] ? oracle_wanted (target)
                                  : pn_complex (target->position.x, target->position.y);
  }
  for (gsize i = 0; i < n; i++) {
    right[i] = pn_complex (0, 0);
    for (gsize j = 0; j < size; j++)
      right[i] = pn_complex_add (right[i], pn_complex_mul (inverse[i * size + j], b[j]));
  }
}

/* Draws what triangle `t` aims at to the turns of the advanced pins within whose extent it is. */
static inline void
oracle_draw (const TestOracle *oracle,
             const PnElasticTarget *targets,
             gsize t,
             PnComplex *turn,
             PnComplex *shear)
{
  double sum = 0;
  PnComplex drawn = {0, 0};
  for (gsize i = 0; i < oracle->k; i++) {
    const PnElasticPin *pin = &oracle->pins[i];
    if (pin->kind != PN_ELASTIC_ADVANCED)
      continue;
    double share = oracle_share (oracle->mesh, pin->rest, pin->extent, t);
    drawn = pn_complex_add (drawn, pn_complex_scale (oracle_wanted (&targets[i]), share));
    sum += share;
  }
  double kept = fmax (0, 1 - sum);
  drawn = pn_complex_scale (drawn, 1 / fmax (1, sum));
  *turn = pn_complex_add (pn_complex_scale (*turn, kept), drawn);
  *shear = pn_complex_scale (*shear, kept);
}

/* The right side of a pass from `shape`, in `right`. */
static inline void
oracle_aim (const TestOracle *oracle,
            const PnElasticTarget *targets,
            const TestOracleOptions *options,
            const PnComplex *shape,
            PnComplex *right)
{
  double sum = 0, area = 0;
  for (int round = 0; round < 2; round++)
    for (gsize t = 0; t < pn_mesh_n_triangles (oracle->mesh); t++) {
      const guint32 *corners = pn_mesh_triangles (oracle->mesh) + 3 * t;
      PnVec2 z[3];
      PnComplex a[3], b[3], turn = {0, 0}, shear = {0, 0};
      oracle_corners (oracle->mesh, pn_mesh_positions (oracle->mesh), t, z);
      oracle_parts (z, a, b);
      for (int i = 0; i < 3; i++) {
        turn = pn_complex_add (turn, pn_complex_mul (a[i], shape[corners[i]]));
        shear = pn_complex_add (shear, pn_complex_mul (b[i], shape[corners[i]]));
      }
      double la = hypot (turn.re, turn.im), lb = hypot (shear.re, shear.im);
      sum += round == 0 ? oracle_area (z) * la : 0;
      area += round == 0 ? oracle_area (z) : 0;
      if (round == 0)
        continue;
      double r = la / fmax (la, options->clamp * sum / area), q = options->stretch;
      double s = 1 + q * pow (r, 4) * (fmin (4, sqrt ((la + lb) / fmax (la - lb, 1e-6))) - 1);
      gboolean is_free = options->stretch_mode == PN_ELASTIC_FREE_SCALE;
      double longer = is_free ? 1 + q * (la - 1) : (s + 1 / s) / 2;
      turn = pn_complex_scale (turn, la > 0 ? r * longer / la : 0);
      shear = pn_complex_scale (shear, is_free || lb <= 0 ? 0 : r * (s - 1 / s) / 2 / lb);
      oracle_draw (oracle, targets, t, &turn, &shear);
      turn = pn_complex_scale (turn, oracle->weights[t]);
      shear = pn_complex_scale (shear, oracle->weights[t]);
      for (int i = 0; i < 3; i++) {
        PnComplex *to = &right[corners[i]];
        *to = pn_complex_add (*to, pn_complex_conj_mul (a[i], turn));
        *to = pn_complex_add (*to, pn_complex_conj_mul (b[i], shear));
      }
    }
}

/* Start and passes; `posed` has room for n_vertices. */
static inline void
test_oracle_pose_with (const TestOracle *oracle,
                       const PnElasticTarget *targets,
                       const TestOracleOptions *options,
                       PnVec2 *posed)
{
  g_autofree PnComplex *shape = g_new0 (PnComplex, oracle->n);
  g_autofree PnComplex *right = g_new0 (PnComplex, oracle->n);
  oracle_saddle (oracle, oracle->similarity, targets, shape);
  for (guint pass = 0; pass < options->passes; pass++) {
    memset (right, 0, oracle->n * sizeof *right);
    oracle_aim (oracle, targets, options, shape, right);
    oracle_saddle (oracle, oracle->rigid, targets, right);
    memcpy (shape, right, oracle->n * sizeof *shape);
  }
  for (gsize i = 0; i < oracle->n; i++)
    posed[i] = pn_vec2 (shape[i].re, shape[i].im);
}

static inline void
test_oracle_pose (const TestOracle *oracle,
                  const PnElasticTarget *targets,
                  double clamp,
                  guint passes,
                  PnVec2 *posed)
{
  const TestOracleOptions options = {.clamp = clamp, .passes = passes};
  test_oracle_pose_with (oracle, targets, &options, posed);
}
