/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-evaluator.h"
#include "pn-io-error.h"
#include "pn-renderer.h"

typedef enum {
  PN_EXPORT_PNG, /* a folder of NAME_0000.png */
  PN_EXPORT_APNG,
  PN_EXPORT_GIF,
  PN_EXPORT_WEBM, /* VP9, with alpha */
  PN_EXPORT_MP4,  /* H.264 where an encoder exists */
} PnExportFormat;

const char *pn_export_format_name (PnExportFormat format);
gboolean pn_export_format_from_name (const char *name, PnExportFormat *format);
/* Whether this machine can write it; `reason` (nullable) receives a sentence if not. (transfer
 * full) */
gboolean pn_export_is_available (PnExportFormat format, char **reason);

/* What it can hold: transparency, and more than 8 bits for each colour. */
gboolean pn_export_has_alpha (PnExportFormat format);
gboolean pn_export_has_16_bits (PnExportFormat format);

/* Frames of the whole film, 0 and on: those that begin before it ends. */
int pn_export_n_frames (const PnRoot *root);

typedef struct {
  PnExportFormat format;
  const char *path;
  const char *name; /* of the frames of a sequence: NAME_0000.png */
  int first_frame, last_frame;
  int width, height; /* 0: the document's */
  PnDepth depth;
  /* Laid under the artwork. The document's own is not asked: whoever makes the job copies it, or
   * leaves it out because the user said so. Where neither is, a format without transparency gets
   * white, with a notice. */
  gboolean has_background;
  guint8 background[3];
} PnExportJob;

typedef void (*PnExportProgress) (gpointer data, int done, int total);

/* Renders a snapshot to files. Frame n is the document at time n, and NAME_000n.png is its picture.
 * Nothing half-written stays behind on failure or cancel, and nothing that was there is changed:
 * sequences and films are finished under hidden names first. `notices` (nullable) receives
 * sentences (a padded pixel, a format without alpha). Any thread that owns evaluator and renderer.
 */
gboolean pn_export_run (const PnExportJob *job,
                        const PnRoot *root,
                        PnEvaluator *evaluator,
                        PnRenderer *renderer,
                        PnExportProgress progress,
                        gpointer progress_data,
                        GCancellable *cancellable,
                        GPtrArray *notices,
                        GError **error);

/* One picture with straight alpha as a PNG: 8 or 16 bits, RGBA, tagged sRGB. The same pixels give
 * the same bytes. (transfer full) (nullable) */
GBytes *pn_export_encode_png (const PnReadback *picture, GError **error);

/* The same, as a file: put in place whole, over any file of that name. */
gboolean pn_export_picture (const PnReadback *picture, const char *path, GError **error);
