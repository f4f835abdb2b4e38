/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "pn-encoder-private.h"

#define SAMPLES 4

static const struct {
  const char *name;
  const PnEncoderClass *encoder;
} formats[] = {
    [PN_EXPORT_PNG] = {"png", &pn_encoder_png}, [PN_EXPORT_APNG] = {"apng", &pn_encoder_apng},
    [PN_EXPORT_GIF] = {"gif", &pn_encoder_gif}, [PN_EXPORT_WEBM] = {"webm", &pn_encoder_webm},
    [PN_EXPORT_MP4] = {"mp4", &pn_encoder_mp4},
};

const char *
pn_export_format_name (PnExportFormat format)
{
  g_return_val_if_fail (format < G_N_ELEMENTS (formats), NULL);

  return formats[format].name;
}

gboolean
pn_export_format_from_name (const char *name, PnExportFormat *format)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (formats); i++) {
    if (strcmp (name, formats[i].name) == 0) {
      *format = (PnExportFormat)i;
      return TRUE;
    }
  }
  return FALSE;
}

gboolean
pn_export_is_available (PnExportFormat format, char **reason)
{
  const PnEncoderClass *klass;

  g_return_val_if_fail (format < G_N_ELEMENTS (formats), FALSE);
  klass = formats[format].encoder;
  return klass->is_available == NULL || klass->is_available (klass, reason);
}

gboolean
pn_export_has_alpha (PnExportFormat format)
{
  g_return_val_if_fail (format < G_N_ELEMENTS (formats), FALSE);

  return formats[format].encoder->has_alpha;
}

gboolean
pn_export_has_16_bits (PnExportFormat format)
{
  g_return_val_if_fail (format < G_N_ELEMENTS (formats), FALSE);

  return formats[format].encoder->has_16_bits;
}

/* A change of rate scales the duration, there and back, so that one which is meant to be whole may
 * be off by rounding. */
#define DURATION_ROUNDING 1e-6 /* frames */

int
pn_export_n_frames (const PnRoot *root)
{
  return MAX (1, (int)ceil (root->duration - DURATION_ROUNDING));
}

/* The driver: frames to an encoder. */

typedef struct {
  const PnExportJob *job;
  PnRenderTarget target;
  PnFrameSource source;
  gpointer source_data;
  PnExportProgress progress;
  gpointer progress_data;
  GCancellable *cancellable;
} Run;

/* What the format cannot hold is settled before the first frame is drawn. */
static PnRenderTarget
make_target (const PnExportJob *job, const PnEncoderClass *klass, GPtrArray *notices)
{
  static const guint8 white[3] = {255, 255, 255};
  PnRenderTarget target = {
      .width = job->width,
      .height = job->height,
      .depth = job->depth,
      .samples = SAMPLES,
      .has_background = job->has_background,
  };

  memcpy (target.background, job->background, sizeof target.background);
  if (!klass->has_alpha && !job->has_background) {
    target.has_background = TRUE;
    memcpy (target.background, white, sizeof white);
    g_ptr_array_add (notices, g_strdup (_ ("This format has no transparency, so the film has a "
                                           "white background.")));
  }
  if (!klass->has_16_bits && job->depth == PN_DEPTH_16) {
    target.depth = PN_DEPTH_8;
    g_ptr_array_add (notices, g_strdup (_ ("This format has 8 bits for each colour, not 16.")));
  }
  return target;
}

static gboolean
add_frame (const Run *run, PnEncoder *encoder, int frame, GError **error)
{
  PnReadback picture = {0};
  gboolean is_added;

  if (!run->source (run->source_data, frame, &run->target, &picture, error))
    return FALSE;
  is_added = encoder->klass->add (encoder, &picture, error);
  pn_readback_clear (&picture);
  return is_added;
}

static gboolean
add_frames (const Run *run, PnEncoder *encoder, GError **error)
{
  int n_frames = run->job->last_frame - run->job->first_frame + 1;
  int total = n_frames * (int)encoder->klass->n_passes, done;

  for (done = 0; done < total; done++) {
    if (g_cancellable_is_cancelled (run->cancellable)) {
      g_set_error_literal (error, PN_IO_ERROR, PN_IO_ERROR_CANCELLED,
                           _ ("The export was cancelled."));
      return FALSE;
    }
    if (!add_frame (run, encoder, run->job->first_frame + done % n_frames, error))
      return FALSE;
    if (run->progress != NULL)
      run->progress (run->progress_data, done + 1, total);
  }
  return encoder->klass->finish (encoder, error);
}

gboolean
pn_export_write (const PnExportJob *job,
                 int fps_numerator,
                 int fps_denominator,
                 PnFrameSource source,
                 gpointer source_data,
                 PnExportProgress progress,
                 gpointer progress_data,
                 GCancellable *cancellable,
                 GPtrArray *notices,
                 GError **error)
{
  const PnEncoderClass *klass = formats[job->format].encoder;
  g_autoptr (GPtrArray) own_notices = g_ptr_array_new_with_free_func (g_free);
  PnEncoderSetup setup = {
      .path = job->path,
      .name = job->name,
      .width = job->width,
      .height = job->height,
      .fps_numerator = fps_numerator,
      .fps_denominator = fps_denominator,
      .first_frame = job->first_frame,
      .n_frames = job->last_frame - job->first_frame + 1,
      .notices = notices != NULL ? notices : own_notices,
  };
  Run run = {job, {0}, source, source_data, progress, progress_data, cancellable};
  PnEncoder *encoder;
  gboolean is_done;

  run.target = make_target (job, klass, setup.notices);
  encoder = klass->open (klass, &setup, error);
  if (encoder == NULL)
    return FALSE;
  is_done = add_frames (&run, encoder, error);
  klass->close (encoder);
  return is_done;
}

/* Frames of a document. */

typedef struct {
  const PnRoot *root;
  PnEvaluator *evaluator;
  PnRenderer *renderer;
} Document;

static gboolean
draw_cb (gpointer data, int frame, const PnRenderTarget *target, PnReadback *out, GError **error)
{
  Document *document = data;
  g_autoptr (PnFrame) drawn =
      pn_evaluate (document->evaluator, document->root, (double)frame, error);

  return drawn != NULL &&
         pn_renderer_render (document->renderer, drawn, target, PN_ALPHA_STRAIGHT, out, error);
}

gboolean
pn_export_run (const PnExportJob *job,
               const PnRoot *root,
               PnEvaluator *evaluator,
               PnRenderer *renderer,
               PnExportProgress progress,
               gpointer progress_data,
               GCancellable *cancellable,
               GPtrArray *notices,
               GError **error)
{
  PnExportJob sized = *job;
  Document document = {root, evaluator, renderer};

  g_return_val_if_fail (job->first_frame <= job->last_frame, FALSE);
  if (job->width == 0)
    sized.width = root->width;
  if (job->height == 0)
    sized.height = root->height;
  return pn_export_write (&sized, root->fps_numerator, root->fps_denominator, draw_cb, &document,
                          progress, progress_data, cancellable, notices, error);
}
