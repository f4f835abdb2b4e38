/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "pn-renderer.h"

/* Frames made by hand, and the pictures they show, for tests of the renderer. */

/* The software device, with the validation layers. */
static inline PnGpu *
pn_test_gpu (void)
{
  g_autoptr (GError) error = NULL;
  PnGpu *gpu = pn_gpu_get (PN_GPU_SOFTWARE | PN_GPU_VALIDATION, &error);

  g_assert_no_error (error);
  return gpu;
}

/* To be called last by every program that draws. */
static inline void
pn_test_assert_gpu_is_clean (void)
{
  g_assert_cmpuint (pn_gpu_n_validation_messages (pn_test_gpu ()), ==, 0);
}

/* Pictures. */

static inline PnPicture *
pn_test_picture_new (int width, int height, PnPixelFormat format, gpointer pixels)
{
  gsize pixel = format == PN_PIXELS_RGBA8 ? 4 : 8;
  g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, (gsize)width * (gsize)height * pixel);

  return pn_picture_new (width, height, format, bytes);
}

/* Noise with every alpha. */
static inline PnPicture *
pn_test_picture_noise (int width, int height, guint32 seed)
{
  gsize n = (gsize)width * (gsize)height * 4;
  guint8 *pixels = g_malloc (n);
  guint32 state = seed * 2654435761u + 1;

  for (gsize i = 0; i < n; i++) {
    state = state * 1664525u + 1013904223u;
    pixels[i] = (guint8)(state >> 24);
  }
  return pn_test_picture_new (width, height, PN_PIXELS_RGBA8, pixels);
}

static inline PnPicture *
pn_test_picture_flat (int width, int height, guint8 r, guint8 g, guint8 b, guint8 a)
{
  gsize n = (gsize)width * (gsize)height;
  guint8 *pixels = g_malloc (n * 4);
  const guint8 color[] = {r, g, b, a};

  for (gsize i = 0; i < n; i++)
    memcpy (pixels + 4 * i, color, 4);
  return pn_test_picture_new (width, height, PN_PIXELS_RGBA8, pixels);
}

/* The same picture with 16 bits a channel. */
static inline PnPicture *
pn_test_picture_widened (const PnPicture *picture)
{
  gsize n = g_bytes_get_size (picture->pixels);
  const guint8 *in = g_bytes_get_data (picture->pixels, NULL);
  guint16 *out = g_new (guint16, n);

  for (gsize i = 0; i < n; i++)
    out[i] = (guint16)(in[i] * 257);
  return pn_test_picture_new (picture->width, picture->height, PN_PIXELS_RGBA16, out);
}

/* Scenes. */

typedef struct {
  PnFrame frame;
  GArray *ops;
  GPtrArray *meshes, *garbage; /* what the ops point to */
  GHashTable *pictures;        /* name to PnPicture */
  PnPictureCache *cache;
  guint n_decoded;
} PnTestScene;

static inline GBytes *
pn_test_scene_load_cb (gpointer data, const char *hash, GError **error)
{
  PnTestScene *scene = data;
  PnPicture *picture = g_hash_table_lookup (scene->pictures, hash);

  scene->n_decoded++;
  if (picture == NULL) {
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "no picture “%s”", hash);
    return NULL;
  }
  return g_bytes_new (&picture, sizeof picture);
}

static inline PnPicture *
pn_test_scene_decode_cb (GBytes *bytes, GError **error)
{
  PnPicture *picture;

  memcpy (&picture, g_bytes_get_data (bytes, NULL), sizeof picture);
  return pn_picture_ref (picture);
}

static inline PnTestScene *
pn_test_scene_new (int width, int height)
{
  PnTestScene *scene = g_new0 (PnTestScene, 1);

  /* The test's own, which is never given up. */
  g_atomic_ref_count_init (&scene->frame.ref_count);
  scene->frame.width = width;
  scene->frame.height = height;
  scene->ops = g_array_new (FALSE, TRUE, sizeof (PnOp));
  scene->meshes = g_ptr_array_new_with_free_func ((GDestroyNotify)pn_mesh_unref);
  scene->garbage = g_ptr_array_new_with_free_func (g_free);
  scene->pictures =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)pn_picture_unref);
  scene->cache = pn_picture_cache_new (pn_test_scene_load_cb, scene, NULL, pn_test_scene_decode_cb,
                                       (gsize)1 << 30);
  return scene;
}

static inline void
pn_test_scene_free (PnTestScene *scene)
{
  g_clear_object (&scene->cache);
  g_array_unref (scene->ops);
  g_ptr_array_unref (scene->meshes);
  g_ptr_array_unref (scene->garbage);
  g_hash_table_unref (scene->pictures);
  g_free (scene);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnTestScene, pn_test_scene_free)

static inline PnFrame *
pn_test_scene_frame (PnTestScene *scene)
{
  scene->frame.ops = (PnOp *)(gpointer)scene->ops->data;
  scene->frame.n_ops = scene->ops->len;
  return &scene->frame;
}

/* Takes the picture. */
static inline void
pn_test_scene_add (PnTestScene *scene, const char *name, PnPicture *picture)
{
  g_hash_table_insert (scene->pictures, g_strdup (name), picture);
}

/* A grid of `columns` x `rows` cells over the picture. */
static inline PnMesh *
pn_test_mesh_grid (int width, int height, int columns, int rows)
{
  int n = (columns + 1) * (rows + 1);
  g_autofree PnVec2 *positions = g_new (PnVec2, n);
  g_autofree uint32_t *triangles = g_new (uint32_t, 6 * columns * rows);
  uint32_t *t = triangles;
  PnMesh *mesh = NULL;

  for (int i = 0; i < n; i++)
    positions[i] = (PnVec2){(double)(i % (columns + 1)) * width / columns,
                            (double)(i / (columns + 1)) * height / rows};
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < columns; x++) {
      uint32_t a = (uint32_t)(y * (columns + 1) + x), c = a + (uint32_t)columns + 1;
      uint32_t corners[] = {a, a + 1, c, c, a + 1, c + 1};

      memcpy (t, corners, sizeof corners);
      t += 6;
    }
  PnStatus status = pn_mesh_new (positions, NULL, (size_t)n, triangles,
                                 (size_t)(2 * columns * rows), width, height, NULL, &mesh);
  g_assert_cmpint (status, ==, PN_STATUS_OK);
  return mesh;
}

typedef PnVec2 (*PnTestWarp) (PnVec2 rest, gconstpointer data);

/* Draws a picture through a grid; `warp` puts each corner into the document. */
static inline void
pn_test_scene_draw (PnTestScene *scene,
                    const char *name,
                    int columns,
                    int rows,
                    PnTestWarp warp,
                    gconstpointer data,
                    double opacity)
{
  PnPicture *picture = g_hash_table_lookup (scene->pictures, name);
  PnMesh *mesh = pn_test_mesh_grid (picture->width, picture->height, columns, rows);
  size_t n = pn_mesh_n_vertices (mesh);
  PnVec2 *posed = g_new (PnVec2, n);
  PnOp op = {
      .kind = PN_OP_DRAW,
      .draw = {.texture = {g_strdup (name), picture->width, picture->height},
               .mesh = mesh,
               .positions_doc = posed,
               .triangles = pn_mesh_triangles (mesh),
               .n_triangles = (guint)pn_mesh_n_triangles (mesh),
               .opacity = opacity},
  };

  for (size_t i = 0; i < n; i++)
    posed[i] = warp (pn_mesh_positions (mesh)[i], data);
  g_ptr_array_add (scene->meshes, mesh);
  g_ptr_array_add (scene->garbage, posed);
  g_ptr_array_add (scene->garbage, (gpointer)(guintptr)op.draw.texture.asset);
  g_array_append_val (scene->ops, op);
}

static inline PnVec2
pn_test_warp_affine (PnVec2 rest, gconstpointer data)
{
  return pn_affine_apply (data, rest);
}

/* At scale 1, its corner at (x, y), as two triangles. */
static inline void
pn_test_scene_place (PnTestScene *scene, const char *name, double x, double y, double opacity)
{
  PnAffine map = {1, 0, 0, 1, x, y};

  pn_test_scene_draw (scene, name, 1, 1, pn_test_warp_affine, &map, opacity);
}

static inline void
pn_test_scene_push (PnTestScene *scene, PnBox bounds_doc, double opacity)
{
  PnOp op = {.kind = PN_OP_PUSH, .push = {bounds_doc, opacity}};

  g_array_append_val (scene->ops, op);
}

static inline void
pn_test_scene_pop (PnTestScene *scene)
{
  PnOp op = {.kind = PN_OP_POP};

  g_array_append_val (scene->ops, op);
}

/* Drawing. */

static inline PnRenderer *
pn_test_renderer (PnTestScene *scene)
{
  g_autoptr (GError) error = NULL;
  PnRenderer *renderer = pn_renderer_new (pn_test_gpu (), scene->cache, &error);

  g_assert_no_error (error);
  return renderer;
}

static inline PnRenderTarget
pn_test_target (const PnTestScene *scene, PnDepth depth, int samples)
{
  return (PnRenderTarget){.width = scene->frame.width,
                          .height = scene->frame.height,
                          .depth = depth,
                          .samples = samples};
}

static inline PnReadback
pn_test_render_with (PnRenderer *renderer,
                     PnTestScene *scene,
                     const PnRenderTarget *target,
                     PnAlpha alpha)
{
  g_autoptr (GError) error = NULL;
  PnReadback out = {0};

  pn_renderer_render (renderer, pn_test_scene_frame (scene), target, alpha, &out, &error);
  g_assert_no_error (error);
  g_assert_cmpint (out.width, ==, target->width);
  g_assert_cmpint (out.height, ==, target->height);
  return out;
}

/* With a renderer of its own. */
static inline PnReadback
pn_test_render (PnTestScene *scene, PnDepth depth, int samples, PnAlpha alpha)
{
  g_autoptr (PnRenderer) renderer = pn_test_renderer (scene);
  PnRenderTarget target = pn_test_target (scene, depth, samples);

  return pn_test_render_with (renderer, scene, &target, alpha);
}

/* Channel `c` of a pixel, in the depth's own numbers. */
static inline int
pn_test_channel (const PnReadback *out, int x, int y, int c)
{
  const guint8 *row = out->pixels + (gsize)y * out->stride;

  return out->depth == PN_DEPTH_8 ? row[4 * x + c]
                                  : ((const guint16 *)(gconstpointer)row)[4 * x + c];
}

static inline void
pn_test_assert_same_pixels (const PnReadback *a, const PnReadback *b)
{
  g_assert_cmpint (a->width, ==, b->width);
  g_assert_cmpint (a->height, ==, b->height);
  if (g_bytes_equal (a->bytes, b->bytes))
    return;
  for (int y = 0; y < a->height; y++)
    for (int x = 0; x < a->width; x++)
      for (int c = 0; c < 4; c++)
        if (pn_test_channel (a, x, y, c) != pn_test_channel (b, x, y, c))
          g_error ("channel %d at (%d, %d): %d and %d", c, x, y, pn_test_channel (a, x, y, c),
                   pn_test_channel (b, x, y, c));
}

#define pn_test_assert_pixel(out, x, y, r, g, b, a, tolerance)                                    \
  G_STMT_START                                                                                    \
  {                                                                                               \
    const int wanted_[] = {(r), (g), (b), (a)};                                                   \
    for (int c_ = 0; c_ < 4; c_++) {                                                              \
      int got_ = pn_test_channel ((out), (x), (y), c_);                                           \
      if (ABS (got_ - wanted_[c_]) > (tolerance))                                                 \
        g_error ("%s:%d: channel %d at (%d, %d) is %d, not %d", __FILE__, __LINE__, c_, (x), (y), \
                 got_, wanted_[c_]);                                                              \
    }                                                                                             \
  }                                                                                               \
  G_STMT_END
