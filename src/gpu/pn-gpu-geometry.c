/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The one file where the document's doubles become the device's floats.
 *
 * A corner is rounded to 1/256 px of the target: the grid of every rasteriser we meet, so nothing is
 * lost that it would have kept, and a shared corner stays shared. A triangle with an edge of more
 * than PN_GPU_REACH is cut in two at the middle of its longest edge, and again. Whether and where an
 * edge is cut depends on its two ends alone, so the triangles on both sides of it cut it alike and no
 * gap opens; the middle is rounded to the grid as well, which moves an edge by 1/512 px at most.
 * Pieces that miss the rectangle are dropped on the way: the cost follows what is seen, at any
 * magnification.
 *
 * The map to texels is kept as the triangle's affine map about a pixel near by, computed in double
 * from the corners before they were rounded, so that neither rounding nor cutting moves the artwork
 * inside the triangle. */

#include "pn-gpu-geometry-private.h"

#include <math.h>

#include "pn-math.h"

/* Steps of the grid in a pixel. */
#define GRID 256

/* Corners further out than this (px) are taken to lie there: products of coordinates in grid steps
 * stay far from the end of 64 bits. */
#define FAR_AWAY 4e6

/* Texels in a pixel beyond which nothing of a picture can be seen. */
#define MAX_REDUCTION 1e6

/* Bilinear sampling reaches over two texels, enough for a picture drawn 1.4 times smaller; so the
 * pyramid begins there, and artwork at scale 1 that a pose squeezes a little stays sharp (levels). */
#define LEVEL_BIAS 0.5

/* Levels below this are level 0: a scale of 1 that went through a few sums. */
#define LEVEL_MIN (1.0 / 256)

typedef struct {
  gint64 x, y; /* grid steps */
} Corner;

typedef struct {
  GArray *vertices;
  const PnGpuRect *rect;
  int origin_x, origin_y;
  /* The triangle at hand: texel = texel + along_x * (px - at.x) + along_y * (px - at.y). */
  PnVec2 at_px, texel, along_x, along_y;
  float level;
} Sink;

static gint64
to_grid (double px)
{
  return (gint64)floor (pn_clamp (px, -FAR_AWAY, FAR_AWAY) * GRID + 0.5);
}

static gboolean
misses (const Corner corners[3], const PnGpuRect *rect)
{
  gint64 x0 = MIN (MIN (corners[0].x, corners[1].x), corners[2].x);
  gint64 x1 = MAX (MAX (corners[0].x, corners[1].x), corners[2].x);
  gint64 y0 = MIN (MIN (corners[0].y, corners[1].y), corners[2].y);
  gint64 y1 = MAX (MAX (corners[0].y, corners[1].y), corners[2].y);

  return x1 < (gint64)rect->x0 * GRID || x0 > (gint64)rect->x1 * GRID ||
         y1 < (gint64)rect->y0 * GRID || y0 > (gint64)rect->y1 * GRID;
}

static gboolean
has_area (const Corner c[3])
{
  return (c[1].x - c[0].x) * (c[2].y - c[0].y) != (c[2].x - c[0].x) * (c[1].y - c[0].y);
}

static void
emit (const Sink *sink, const Corner corners[3])
{
  gint64 sum_x = corners[0].x + corners[1].x + corners[2].x;
  gint64 sum_y = corners[0].y + corners[1].y + corners[2].y;
  double anchor_x = floor ((double)sum_x / (3 * GRID));
  double anchor_y = floor ((double)sum_y / (3 * GRID));
  PnVec2 offset = {anchor_x + 0.5 - sink->at_px.x, anchor_y + 0.5 - sink->at_px.y};
  double u = sink->texel.x + sink->along_x.x * offset.x + sink->along_y.x * offset.y - 0.5;
  double v = sink->texel.y + sink->along_x.y * offset.x + sink->along_y.y * offset.y - 0.5;

  if (!(fabs (u) < 1e9 && fabs (v) < 1e9))
    return;
  PnGpuVertex vertex = {
      .texel_from_px = {(float)sink->along_x.x, (float)sink->along_x.y, (float)sink->along_y.x,
                        (float)sink->along_y.y},
      .start = {(float)(u - floor (u)), (float)(v - floor (v))},
      .level = sink->level,
      .anchor_px = {(gint32)anchor_x, (gint32)anchor_y},
      .anchor_texel = {(gint32)floor (u), (gint32)floor (v)},
  };
  for (int i = 0; i < 3; i++) {
    vertex.position_px[0] = (float)(corners[i].x - (gint64)sink->origin_x * GRID) / GRID;
    vertex.position_px[1] = (float)(corners[i].y - (gint64)sink->origin_y * GRID) / GRID;
    g_array_append_val (sink->vertices, vertex);
  }
}

static gint64
edge_length (Corner a, Corner b)
{
  return MAX (ABS (a.x - b.x), ABS (a.y - b.y));
}

/* Depth: each edge halves twice in three calls at worst, so under 70. */
static void
emit_in_reach (const Sink *sink, const Corner c[3])
{
  int longest = 0;

  if (misses (c, sink->rect))
    return;
  for (int i = 1; i < 3; i++)
    if (edge_length (c[i], c[(i + 1) % 3]) > edge_length (c[longest], c[(longest + 1) % 3]))
      longest = i;

  Corner a = c[longest], b = c[(longest + 1) % 3], apex = c[(longest + 2) % 3];
  if (edge_length (a, b) <= PN_GPU_REACH * GRID) {
    if (has_area (c))
      emit (sink, c);
    return;
  }
  Corner middle = {(a.x + b.x) >> 1, (a.y + b.y) >> 1};
  emit_in_reach (sink, (const Corner[]){a, middle, apex});
  emit_in_reach (sink, (const Corner[]){middle, b, apex});
}

static double
level_of (PnVec2 along_x, PnVec2 along_y)
{
  double texels_squared = MAX (pn_vec2_dot (along_x, along_x), pn_vec2_dot (along_y, along_y));
  double level;

  if (texels_squared <= 1)
    return 0;
  level = pn_log2 (texels_squared) / 2 - LEVEL_BIAS;
  return level >= LEVEL_MIN ? level : 0;
}

/* FALSE where the corners lie on a line, or nothing could be seen of the picture. */
static gboolean
set_map (Sink *sink, const PnVec2 px[3], const PnVec2 texel[3])
{
  PnVec2 e1 = pn_vec2_sub (px[1], px[0]), e2 = pn_vec2_sub (px[2], px[0]);
  PnVec2 t1 = pn_vec2_sub (texel[1], texel[0]), t2 = pn_vec2_sub (texel[2], texel[0]);
  double area = pn_vec2_cross (e1, e2);
  PnVec2 along_x = {(t1.x * e2.y - t2.x * e1.y) / area, (t1.y * e2.y - t2.y * e1.y) / area};
  PnVec2 along_y = {(t2.x * e1.x - t1.x * e2.x) / area, (t2.y * e1.x - t1.y * e2.x) / area};

  if (!(fabs (along_x.x) < MAX_REDUCTION && fabs (along_x.y) < MAX_REDUCTION &&
        fabs (along_y.x) < MAX_REDUCTION && fabs (along_y.y) < MAX_REDUCTION))
    return FALSE;
  sink->at_px = px[0];
  sink->texel = texel[0];
  sink->along_x = along_x;
  sink->along_y = along_y;
  sink->level = (float)level_of (along_x, along_y);
  return TRUE;
}

float
pn_gpu_geometry_add (GArray *vertices,
                     const PnOpDraw *draw,
                     const PnGpuView *view,
                     const PnGpuRect *rect,
                     int origin_x,
                     int origin_y)
{
  const PnVec2 *uvs = pn_mesh_uvs (draw->mesh);
  Sink sink = {.vertices = vertices, .rect = rect, .origin_x = origin_x, .origin_y = origin_y};
  float max_level = 0;

  for (guint t = 0; t < draw->n_triangles; t++) {
    PnVec2 px[3], texel[3];
    Corner corners[3];
    gboolean is_finite = TRUE;

    for (int i = 0; i < 3; i++) {
      uint32_t vertex = draw->triangles[3 * (gsize)t + (gsize)i];

      px[i] = pn_gpu_view_apply (view, draw->positions_doc[vertex]);
      texel[i].x = uvs[vertex].x * draw->texture.width;
      texel[i].y = uvs[vertex].y * draw->texture.height;
      is_finite = is_finite && isfinite (px[i].x) && isfinite (px[i].y);
    }
    if (!is_finite)
      continue;
    for (int i = 0; i < 3; i++)
      corners[i] = (Corner){to_grid (px[i].x), to_grid (px[i].y)};
    if (misses (corners, rect) || !set_map (&sink, px, texel))
      continue;
    emit_in_reach (&sink, corners);
    max_level = MAX (max_level, sink.level);
  }
  return max_level;
}
