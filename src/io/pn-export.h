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

typedef struct {
  PnExportFormat format;
  const char *path;
  const char *name; /* of the frames of a sequence: NAME_0000.png */
  int first_frame, last_frame;
  int width, height; /* 0: the document's */
  PnDepth depth;
  gboolean has_background;
  guint8 background[3];
} PnExportJob;

typedef void (*PnExportProgress) (gpointer data, int done, int total);

/* Renders a snapshot to files. Nothing half-written stays behind on failure or cancel: sequences
 * and films are finished in a temporary name first. `notices` (nullable) receives sentences (a
 * padded pixel, a format without alpha). Any thread that owns evaluator and renderer. */
gboolean pn_export_run (const PnExportJob *job,
                        const PnRoot *root,
                        PnEvaluator *evaluator,
                        PnRenderer *renderer,
                        PnExportProgress progress,
                        gpointer progress_data,
                        GCancellable *cancellable,
                        GPtrArray *notices,
                        GError **error);
