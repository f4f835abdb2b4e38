/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-affine.h"
#include "pn-frame.h"
#include "pn-gpu.h"
#include "pn-picture.h"

typedef enum {
  PN_DEPTH_8,  /* UNORM, 8 bits a channel */
  PN_DEPTH_16, /* half float while drawing; read back as 16-bit UNORM */
} PnDepth;

typedef struct {
  int width, height;     /* px of the output */
  double x0, y0, x1, y1; /* the rectangle of the document it shows; all 0: the whole */
  gboolean has_map; /* it shows, instead of the rectangle, what a map says: a view that may be */
  PnAffine px_from_doc; /* turned and mirrored, in pixels from the upper left corner */
  PnDepth depth;
  int samples;             /* 1 or 4 */
  gboolean has_background; /* laid under the artwork; else the pixels keep their alpha */
  guint8 background[3];
} PnRenderTarget;

gboolean pn_render_target_equal (const PnRenderTarget *a, const PnRenderTarget *b);

/* Pixels read back. Premultiplied or straight as asked for; 8 or 16 bits a channel as the depth. */
typedef struct {
  int width, height;
  PnDepth depth;
  gsize stride;
  guint8 *pixels; /* owned by the GBytes */
  GBytes *bytes;
} PnReadback;
void pn_readback_clear (PnReadback *readback);

typedef enum { PN_ALPHA_PREMULTIPLIED, PN_ALPHA_STRAIGHT } PnAlpha;

/* Draws frames. Textures and geometry are kept within budgets. One thread at a time; several
 * renderers may live on one device. */
#define PN_TYPE_RENDERER (pn_renderer_get_type ())
G_DECLARE_FINAL_TYPE (PnRenderer, pn_renderer, PN, RENDERER, GObject)

/* Keeps a reference to `pictures`, from which textures are made. */
PnRenderer *pn_renderer_new (PnGpu *gpu, PnPictureCache *pictures, GError **error);
void pn_renderer_set_texture_budget (PnRenderer *self, gsize n_bytes);

/* Draws and waits. Targets and pictures above the device's limits are drawn in tiles, with the same
 * pixels. A lost device is rebuilt and the frame drawn again, once. On failure `out` is untouched.
 */
gboolean pn_renderer_render (PnRenderer *self,
                             PnFrame *frame,
                             const PnRenderTarget *target,
                             PnAlpha alpha,
                             PnReadback *out,
                             GError **error);
