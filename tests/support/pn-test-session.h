/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-export.h"
#include "pn-operation.h"
#include "pn-serial.h"
#include "pn-test-folder.h"

/* A session for tests, with pictures drawn by a function and operations written as JSON with single
 * quotes. */

typedef struct {
  char *folder;
  PnTaskPool *pool;
  PnSession *session;
  PnOpsContext *context;
} PnTestSession;

/* Straight RGBA of a pixel. */
typedef void (*PnTestPixel) (int x, int y, guint8 rgba[4]);

static inline void
pn_test_session_init (PnTestSession *self, int width, int height)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) root = pn_root_new (width, height, 24, 1);

  self->folder = pn_test_folder_new ();
  self->pool = pn_task_pool_new (2);
  self->session = pn_session_new (root, NULL, &error);
  g_assert_no_error (error);
  self->context = pn_ops_context_new (self->session, self->pool, PN_GPU_ANY, PN_SAVE_NOW);
}

static inline void
pn_test_session_clear (PnTestSession *self)
{
  pn_ops_context_free (self->context);
  g_clear_object (&self->session);
  pn_task_pool_free (self->pool);
  pn_test_folder_remove (self->folder);
  g_free (self->folder);
}

/* Writes a picture and returns its path. */
static inline char *
pn_test_draw (const char *folder, const char *name, int width, int height, PnTestPixel pixel)
{
  g_autoptr (GError) error = NULL;
  gsize stride = 4 * (gsize)width;
  guint8 *pixels = g_malloc (stride * (gsize)height);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      pixel (x, y, pixels + stride * (gsize)y + 4 * (gsize)x);
  PnReadback picture = {
      .width = width,
      .height = height,
      .depth = PN_DEPTH_8,
      .stride = stride,
      .pixels = pixels,
  };
  char *path = g_build_filename (folder, name, NULL);
  pn_export_picture (&picture, path, &error);
  g_assert_no_error (error);
  g_free (pixels);
  return path;
}

static inline JsonObject *
pn_test_operation (const char *text)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *json = g_strdup (text);

  g_strdelimit (json, "'", '"');
  json_parser_load_from_data (parser, json, -1, &error);
  g_assert_no_error (error);
  return json_object_ref (json_node_get_object (json_parser_get_root (parser)));
}

/* Runs an operation that must succeed; the result's object, owned by the node. (transfer full) */
G_GNUC_PRINTF (2, 3)
static inline JsonNode *
pn_test_run (PnTestSession *self, const char *format, ...)
{
  g_autoptr (GError) error = NULL;
  va_list values;

  va_start (values, format);
  g_autofree char *text = g_strdup_vprintf (format, values);
  va_end (values);
  g_autoptr (JsonObject) operation = pn_test_operation (text);
  JsonNode *result = pn_operation_run (self->context, operation, &error);
  g_assert_no_error (error);
  g_assert_nonnull (result);
  return result;
}

static inline char *
pn_test_bytes (PnTestSession *self)
{
  gsize length;
  return pn_root_to_json (pn_session_get_root (self->session), &length);
}

/* Runs an operation that must fail with `code` and change nothing. (transfer full): the message. */
static inline char *
pn_test_refused (PnTestSession *self, PnOpsError code, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonObject) operation = pn_test_operation (text);
  g_autofree char *before = pn_test_bytes (self);
  JsonNode *result = pn_operation_run (self->context, operation, &error);
  g_autofree char *after = pn_test_bytes (self);

  g_assert_null (result);
  g_assert_error (error, PN_OPS_ERROR, (int)code);
  g_assert_cmpstr (before, ==, after);
  return g_strdup (error->message);
}

static inline const char *
pn_test_member (JsonNode *result, const char *name)
{
  return json_object_get_string_member (json_node_get_object (result), name);
}

static inline PnFrame *
pn_test_pose (PnTestSession *self, double frame)
{
  g_autoptr (GError) error = NULL;
  PnFrame *posed = pn_evaluate (pn_ops_context_get_evaluator (self->context),
                                pn_session_get_root (self->session), frame, &error);
  g_assert_no_error (error);
  return posed;
}

/* The pose of the layer of that name. */
static inline const PnLayerPose *
pn_test_layer_pose (const PnFrame *posed, const char *name)
{
  for (guint i = 0; i < posed->n_layers; i++)
    if (g_strcmp0 (posed->layers[i].layer->name, name) == 0)
      return &posed->layers[i];
  g_assert_not_reached ();
}

/* --- Pictures. */

static inline void
pn_test_disc_pixel (int x, int y, guint8 rgba[4])
{
  double dx = x + 0.5 - 50, dy = y + 0.5 - 50;
  gboolean inside = dx * dx + dy * dy <= 30 * 30;

  rgba[0] = 200;
  rgba[1] = 60;
  rgba[2] = 40;
  rgba[3] = inside ? 255 : 0;
}

/* A body, 80 px wide and 200 high, with an arm 160 px long and 40 px thick to its right. */
static inline void
pn_test_figure_pixel (int x, int y, guint8 rgba[4])
{
  gboolean body = x >= 20 && x < 100 && y >= 20 && y < 220;
  gboolean arm = x >= 100 && x < 260 && y >= 60 && y < 100;

  rgba[0] = (guint8)(x & 0xff);
  rgba[1] = (guint8)(y & 0xff);
  rgba[2] = 128;
  rgba[3] = body || arm ? 255 : 0;
}
