/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/pixdesc.h>

#include "pn-film-private.h"

/* A GIF with one palette for the whole film, so that no colour flickers: the first pass over the
 * frames gathers it (libavfilter's palettegen), the second uses it (paletteuse). Two passes cost
 * drawing twice, and hold two frames in memory where one pass would hold the film. The dither is an
 * ordered one, which stands still where the picture does. */

/* From this alpha on a pixel is solid, below it is clear. */
#define SOLID_ALPHA 128

/* Viewers slow down what is faster. */
#define MAX_FPS 50

typedef struct {
  PnEncoder base;
  PnFilm *film;
  int width, height, n_frames, n_seen;
  gboolean has_soft_pixels;
  GPtrArray *notices; /* borrowed */
  AVRational time_base;
  AVFilterGraph *graph; /* of the pass that runs */
  AVFilterContext *frames, *palette, *sink;
} GifEncoder;

static const PnFilmCodec gif_codecs[] = {{"gif", ""}, {0}};

static const PnFilmFormat gif_format = {
    .muxer = "gif",
    .muxer_options = "loop=0",
    .codecs = gif_codecs,
    .pixel_format = AV_PIX_FMT_PAL8,
    .color = PN_FILM_RGB,
};

static gboolean
check (int code, GError **error)
{
  if (code < 0)
    pn_film_set_error (error, code);
  return code >= 0;
}

static int
add_source (GifEncoder *self, const char *name, int width, int height, AVFilterContext **source)
{
  g_autofree char *arguments = g_strdup_printf (
      "video_size=%dx%d:pix_fmt=%s:time_base=%d/%d:pixel_aspect=1/1", width, height,
      av_get_pix_fmt_name (AV_PIX_FMT_RGB32), self->time_base.num, self->time_base.den);

  return avfilter_graph_create_filter (source, avfilter_get_by_name ("buffer"), name, arguments,
                                       NULL, self->graph);
}

static int
add_filter (GifEncoder *self, const char *name, const char *arguments, AVFilterContext **filter)
{
  const AVFilter *definition = avfilter_get_by_name (name);

  if (definition == NULL)
    return AVERROR_FILTER_NOT_FOUND;
  return avfilter_graph_create_filter (filter, definition, name, arguments, NULL, self->graph);
}

static int
start_graph (GifEncoder *self, const char *name, const char *arguments, AVFilterContext **filter)
{
  int code;

  avfilter_graph_free (&self->graph);
  self->graph = avfilter_graph_alloc ();
  if (self->graph == NULL)
    return AVERROR (ENOMEM);
  avfilter_graph_set_auto_convert (self->graph, AVFILTER_AUTO_CONVERT_NONE);
  self->graph->nb_threads = 1;
  code = add_source (self, "frames", self->width, self->height, &self->frames);
  if (code >= 0)
    code = add_filter (self, name, arguments, filter);
  if (code >= 0)
    code = add_filter (self, "buffersink", NULL, &self->sink);
  if (code >= 0)
    code = avfilter_link (self->frames, 0, *filter, 0);
  if (code >= 0)
    code = avfilter_link (*filter, 0, self->sink, 0);
  return code;
}

static int
start_first_pass (GifEncoder *self)
{
  AVFilterContext *filter;
  int code = start_graph (self, "palettegen", "stats_mode=full:reserve_transparent=1", &filter);

  return code < 0 ? code : avfilter_graph_config (self->graph, NULL);
}

static int
start_second_pass (GifEncoder *self, AVFrame *palette)
{
  AVFilterContext *filter;
  int code = start_graph (self, "paletteuse", "dither=bayer:bayer_scale=4", &filter);

  if (code >= 0)
    code = add_source (self, "palette", palette->width, palette->height, &self->palette);
  if (code >= 0)
    code = avfilter_link (self->palette, 0, filter, 1);
  if (code >= 0)
    code = avfilter_graph_config (self->graph, NULL);
  palette->pts = 0;
  if (code >= 0)
    code = av_buffersrc_add_frame (self->palette, palette);
  if (code >= 0)
    code = av_buffersrc_add_frame (self->palette, NULL);
  return code;
}

static void
close_gif (PnEncoder *base)
{
  GifEncoder *self = (GifEncoder *)base;

  avfilter_graph_free (&self->graph);
  g_clear_pointer (&self->film, pn_film_free);
  g_free (self);
}

static gboolean
gif_is_available (const PnEncoderClass *klass, char **reason)
{
  if (avfilter_get_by_name ("palettegen") != NULL && avfilter_get_by_name ("paletteuse") != NULL)
    return pn_film_is_available (klass, reason);
  if (reason != NULL)
    *reason = g_strdup (_ ("FFmpeg on this machine cannot make palettes."));
  return FALSE;
}

static PnEncoder *
open_gif (const PnEncoderClass *klass, const PnEncoderSetup *setup, GError **error)
{
  GifEncoder *self = g_new0 (GifEncoder, 1);

  self->base.klass = klass;
  self->width = setup->width;
  self->height = setup->height;
  self->n_frames = setup->n_frames;
  self->notices = setup->notices;
  self->time_base = (AVRational){setup->fps_denominator, setup->fps_numerator};
  if (setup->fps_numerator > MAX_FPS * setup->fps_denominator)
    g_ptr_array_add (setup->notices,
                     g_strdup_printf (_ ("A GIF shows at most %d pictures a second; this one will "
                                         "play slower than the document."),
                                      MAX_FPS));
  self->film = pn_film_new (klass, setup, setup->width, setup->height, error);
  if (self->film == NULL || !check (start_first_pass (self), error)) {
    close_gif (&self->base);
    return NULL;
  }
  return &self->base;
}

/* GIF knows clear and solid; what is clear has no colour, so that it takes no place in the palette.
 */
static AVFrame *
make_frame (GifEncoder *self, const PnReadback *picture, GError **error)
{
  AVFrame *frame = pn_film_frame_new (AV_PIX_FMT_RGB32, self->width, self->height, error);
  int x, y;

  if (frame == NULL)
    return NULL;
  for (y = 0; y < self->height; y++) {
    const guint8 *from = picture->pixels + (gsize)y * picture->stride;
    guint32 *to = (guint32 *)(gpointer)(frame->data[0] + (gssize)y * frame->linesize[0]);

    for (x = 0; x < self->width; x++, from += 4) {
      self->has_soft_pixels |= from[3] > 0 && from[3] < 255;
      to[x] = from[3] < SOLID_ALPHA
                  ? 0
                  : 0xff000000u | (guint32)from[0] << 16 | (guint32)from[1] << 8 | from[2];
    }
  }
  frame->pts = self->n_seen % self->n_frames;
  return frame;
}

static gboolean
end_first_pass (GifEncoder *self, GError **error)
{
  AVFrame *palette = av_frame_alloc ();
  int code = palette == NULL ? AVERROR (ENOMEM) : av_buffersrc_add_frame (self->frames, NULL);

  if (code >= 0)
    code = av_buffersink_get_frame (self->sink, palette);
  if (code >= 0)
    code = start_second_pass (self, palette);
  av_frame_free (&palette);
  if (self->has_soft_pixels)
    g_ptr_array_add (self->notices, g_strdup (_ ("A GIF has no half-transparent pixels: each is "
                                                 "either clear or solid in it.")));
  return check (code, error);
}

/* What the graph has ready goes to the file. */
static gboolean
drain (GifEncoder *self, GError **error)
{
  AVFrame *frame = av_frame_alloc ();
  gboolean is_well = frame != NULL;
  int code = 0;

  if (frame == NULL)
    return check (AVERROR (ENOMEM), error);
  while (is_well && (code = av_buffersink_get_frame (self->sink, frame)) >= 0) {
    is_well = pn_film_add (self->film, frame, error);
    av_frame_unref (frame);
  }
  av_frame_free (&frame);
  if (is_well && code != AVERROR (EAGAIN) && code != AVERROR_EOF)
    is_well = check (code, error);
  return is_well;
}

static gboolean
add_to_gif (PnEncoder *base, const PnReadback *picture, GError **error)
{
  GifEncoder *self = (GifEncoder *)base;
  AVFrame *frame = make_frame (self, picture, error);
  int code;

  if (frame == NULL)
    return FALSE;
  code = av_buffersrc_add_frame (self->frames, frame);
  av_frame_free (&frame);
  if (!check (code, error))
    return FALSE;
  self->n_seen++;
  if (self->n_seen < self->n_frames)
    return TRUE;
  if (self->n_seen == self->n_frames)
    return end_first_pass (self, error);
  return drain (self, error);
}

static gboolean
finish_gif (PnEncoder *base, GError **error)
{
  GifEncoder *self = (GifEncoder *)base;

  return check (av_buffersrc_add_frame (self->frames, NULL), error) && drain (self, error) &&
         pn_film_finish (self->film, error);
}

const PnEncoderClass pn_encoder_gif = {
    .n_passes = 2,
    .has_alpha = TRUE,
    .film = &gif_format,
    .is_available = gif_is_available,
    .open = open_gif,
    .add = add_to_gif,
    .finish = finish_gif,
    .close = close_gif,
};
