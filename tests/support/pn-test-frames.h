/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "pn-encoder-private.h"

/* Frames made of a formula, so that encoders are tested without a document or a device. */

/* RGBA, straight alpha, 0..255, of one pixel. */
typedef void (*PnTestPaint) (int frame, int x, int y, guint8 rgba[4]);

typedef struct {
  PnTestPaint paint;
  int fail_at;          /* a frame that cannot be drawn; -1 none */
  GCancellable *cancel; /* (nullable) cancelled while `cancel_at` is drawn */
  int cancel_at;
  PnRenderTarget target; /* the last one asked for */
  int n_drawn;
  int done, total; /* the last progress */
} PnTestFrames;

static inline void
pn_test_readback_init (PnReadback *out, int width, int height, PnDepth depth, gsize padding)
{
  out->width = width;
  out->height = height;
  out->depth = depth;
  out->stride = (gsize)width * (depth == PN_DEPTH_16 ? 8 : 4) + padding;
  out->pixels = g_malloc (out->stride * (gsize)height);
  memset (out->pixels, 0xa5, out->stride * (gsize)height);
  out->bytes = g_bytes_new_take (out->pixels, out->stride * (gsize)height);
}

/* A value of 16 bits whose two bytes differ, so that their order shows. */
static inline guint16
pn_test_deepen (guint8 value)
{
  return (guint16)(value << 8 | (value * 7 & 255));
}

static inline void
pn_test_readback_put (PnReadback *out, int x, int y, const guint8 rgba[4])
{
  guint8 *row = out->pixels + (gsize)y * out->stride;

  for (int c = 0; c < 4; c++) {
    if (out->depth == PN_DEPTH_16)
      ((guint16 *)(gpointer)row)[4 * x + c] = pn_test_deepen (rgba[c]);
    else
      row[4 * x + c] = rgba[c];
  }
}

/* PnFrameSource. What is clear is laid on the background here, as the renderer does it. */
static inline gboolean
pn_test_frames_draw (gpointer data,
                     int frame,
                     const PnRenderTarget *target,
                     PnReadback *out,
                     GError **error)
{
  PnTestFrames *self = data;

  self->target = *target;
  self->n_drawn++;
  if (self->cancel != NULL && frame == self->cancel_at)
    g_cancellable_cancel (self->cancel);
  if (self->fail_at >= 0 && frame == self->fail_at) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "This frame cannot be drawn.");
    return FALSE;
  }
  /* Rows need not follow each other without a gap. */
  pn_test_readback_init (out, target->width, target->height, target->depth, 64);
  for (int y = 0; y < target->height; y++) {
    for (int x = 0; x < target->width; x++) {
      guint8 rgba[4];

      self->paint (frame, x, y, rgba);
      if (target->has_background) {
        for (int c = 0; c < 3; c++)
          rgba[c] = (guint8)((rgba[c] * rgba[3] + target->background[c] * (255 - rgba[3])) / 255);
        rgba[3] = 255;
      }
      pn_test_readback_put (out, x, y, rgba);
    }
  }
  return TRUE;
}

/* PnExportProgress. */
static inline void
pn_test_frames_progress (gpointer data, int done, int total)
{
  PnTestFrames *self = data;

  g_assert_cmpint (done, ==, self->done + 1);
  g_assert_cmpint (done, <=, total);
  self->done = done;
  self->total = total;
}

/* Frame N has N white columns on black at the left, as BR36 wants it. */
static inline void
pn_test_paint_columns (int frame, int x, int y, guint8 rgba[4])
{
  memset (rgba, x < frame ? 255 : 0, 3);
  rgba[3] = 255;
}

static inline PnExportJob
pn_test_job (PnExportFormat format, const char *path, int first, int last, int width, int height)
{
  return (PnExportJob){.format = format,
                       .path = path,
                       .name = "walk",
                       .first_frame = first,
                       .last_frame = last,
                       .width = width,
                       .height = height};
}

static inline gboolean
pn_test_frames_export (PnTestFrames *self,
                       const PnExportJob *job,
                       int fps,
                       GPtrArray *notices,
                       GError **error)
{
  self->done = 0;
  return pn_export_write (job, fps, 1, pn_test_frames_draw, self, pn_test_frames_progress, self,
                          self->cancel, notices, error);
}
