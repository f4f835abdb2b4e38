/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-picture.h"

typedef struct {
  double x, y;
} PnChromaticity;

/* What a file says of its colours, strongest first: a profile, else a curve and primaries, each of
 * which may be absent. */
typedef struct {
  const guint8 *profile; /* (nullable) ICC, borrowed */
  gsize n_profile_bytes;
  gboolean has_gamma;
  double gamma; /* sample = light ^ gamma, as in a PNG's gAMA */
  gboolean has_primaries;
  PnChromaticity white, red, green, blue;
} PnColorTag;

typedef enum { PN_COLOR_RGB, PN_COLOR_GRAY } PnColorModel;

/* Converts pixels in place to sRGB, leaving alpha as it is. A gray picture (red, green and blue are
 * the same) stays gray. What cannot be understood is ignored: the pixels are then taken as sRGB. */
void pn_color_convert (const PnColorTag *tag,
                       PnColorModel model,
                       PnPixelFormat format,
                       guint8 *pixels,
                       gsize n_pixels);
