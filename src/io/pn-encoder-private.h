/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-export.h"

/* What turns pictures into files. Encoders see pixels alone, never documents. */

typedef struct {
  const char *path;
  const char *name; /* of the frames of a sequence */
  int width, height;
  int fps_numerator, fps_denominator;
  int first_frame, n_frames;
  GPtrArray *notices; /* sentences; borrowed for the encoder's life */
} PnEncoderSetup;

typedef struct PnEncoder PnEncoder;
typedef struct PnEncoderClass PnEncoderClass;
typedef struct PnFilmFormat PnFilmFormat;

struct PnEncoderClass {
  /* How often it wants to see all frames. The second time is for what needs to know them all before
   * it can write the first. */
  guint n_passes;
  gboolean has_alpha;
  gboolean has_16_bits;
  const PnFilmFormat *film; /* (nullable) */
  /* (nullable): without this it is always there. `reason` is as in pn_export_is_available. */
  gboolean (*is_available) (const PnEncoderClass *klass, char **reason);
  /* (nullable) on an error. */
  PnEncoder *(*open) (const PnEncoderClass *klass, const PnEncoderSetup *setup, GError **error);
  /* The next frame: straight alpha, the size and depth that were announced. */
  gboolean (*add) (PnEncoder *self, const PnReadback *picture, GError **error);
  /* Puts the result in place. */
  gboolean (*finish) (PnEncoder *self, GError **error);
  /* Frees it, and removes what was written unless it was finished. */
  void (*close) (PnEncoder *self);
};

struct PnEncoder {
  const PnEncoderClass *klass;
};

const PnEncoderClass *pn_encoder_for_format (PnExportFormat format);

extern const PnEncoderClass pn_encoder_png;
extern const PnEncoderClass pn_encoder_apng;
extern const PnEncoderClass pn_encoder_gif;
extern const PnEncoderClass pn_encoder_webm;
extern const PnEncoderClass pn_encoder_mp4;

/* Draws one frame. On a failure `out` is untouched. */
typedef gboolean (*PnFrameSource) (gpointer data,
                                   int frame,
                                   const PnRenderTarget *target,
                                   PnReadback *out,
                                   GError **error);

/* pn_export_run with its frames from anywhere. The job's size is set. */
gboolean pn_export_write (const PnExportJob *job,
                          int fps_numerator,
                          int fps_denominator,
                          PnFrameSource source,
                          gpointer source_data,
                          PnExportProgress progress,
                          gpointer progress_data,
                          GCancellable *cancellable,
                          GPtrArray *notices,
                          GError **error);
