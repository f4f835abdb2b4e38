/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>
#include <libswscale/swscale.h>

#include "pn-bleed-private.h"
#include "pn-film-private.h"

/* Films and animated pictures that libavcodec takes frame by frame. */

typedef struct {
  PnEncoder base;
  PnFilm *film;
  struct SwsContext *scaler; /* (nullable): for films in YUV */
  AVFrame *yuv;
  guint8 *workspace; /* (nullable): for films in YUV with alpha */
  int width, height; /* padded */
} FilmEncoder;

/* libavcodec packs each frame up to six ways and keeps the smallest; zlib's own level would take twice
 * the time for 5 % less. */
static const PnFilmCodec apng_codecs[] = {{"apng", "pred=mixed:compression_level=4"}, {0}};

static const PnFilmFormat apng_format = {
    .muxer = "apng",
    .muxer_options = "plays=0",
    .codecs = apng_codecs,
    .pixel_format = AV_PIX_FMT_RGBA,
    .color = PN_FILM_RGB,
};

/* Alternate references are frames that are not shown, for which there is no alpha. */
static const PnFilmCodec webm_codecs[] = {
    {"libvpx-vp9", "crf=18:b=0:deadline=good:cpu-used=3:auto-alt-ref=0:tile-columns=2"},
    {0}};

static const PnFilmFormat webm_format = {
    .muxer = "webm",
    .muxer_options = "",
    .codecs = webm_codecs,
    .pixel_format = AV_PIX_FMT_YUVA420P,
    .color = PN_FILM_BT709,
    .stream_tag = "alpha_mode",
    .stream_tag_value = "1",
};

/* Those that go by quality first; the others by a rate that is ample at any size used. x264's
 * macroblock tree is off: with AVX-512 it reads memory that was never written (core 164), and the
 * same film comes out in different bytes. */
static const PnFilmCodec mp4_codecs[] = {
    {"libx264", "crf=18:preset=medium:tune=animation:mbtree=0"},
    {"libopenh264", "b=20000000"},
    {"h264_nvenc", "rc=vbr:cq=19:b=0"},
    {"h264_v4l2m2m", "b=20000000"},
    {0}};

static const PnFilmFormat mp4_format = {
    .muxer = "mp4",
    .muxer_options = "movflags=+write_colr",
    .codecs = mp4_codecs,
    .pixel_format = AV_PIX_FMT_YUV420P,
    .color = PN_FILM_BT709,
    .is_even = TRUE,
};

static void
close_film (PnEncoder *base)
{
  FilmEncoder *self = (FilmEncoder *)base;

  g_clear_pointer (&self->film, pn_film_free);
  sws_freeContext (self->scaler);
  av_frame_free (&self->yuv);
  g_free (self->workspace);
  g_free (self);
}

/* RGB of full range to BT.709 of limited range, rounded exactly and the same on every machine. */
static gboolean
make_scaler (FilmEncoder *self, const PnFilmFormat *format, GError **error)
{
  const int *bt709 = sws_getCoefficients (SWS_CS_ITU709);

  self->yuv = pn_film_frame_new (format->pixel_format, self->width, self->height, error);
  if (self->yuv == NULL)
    return FALSE;
  self->yuv->color_range = AVCOL_RANGE_MPEG;
  self->yuv->color_primaries = AVCOL_PRI_BT709;
  self->yuv->color_trc = AVCOL_TRC_BT709;
  self->yuv->colorspace = AVCOL_SPC_BT709;
  self->yuv->chroma_location = AVCHROMA_LOC_LEFT;
  self->scaler = sws_getContext (
      self->width, self->height, AV_PIX_FMT_RGBA, self->width, self->height, format->pixel_format,
      SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_BITEXACT, NULL, NULL, NULL);
  if (self->scaler == NULL) {
    pn_film_set_error (error, AVERROR (ENOMEM));
    return FALSE;
  }
  if (self->base.klass->has_alpha)
    self->workspace = g_malloc (pn_bleed_workspace (self->width, self->height));
  sws_setColorspaceDetails (self->scaler, bt709, 1, bt709, 0, 0, 1 << 16, 1 << 16);
  return TRUE;
}

static PnEncoder *
open_film (const PnEncoderClass *klass, const PnEncoderSetup *setup, GError **error)
{
  FilmEncoder *self = g_new0 (FilmEncoder, 1);
  int odd = klass->film->is_even ? 1 : 0;

  self->base.klass = klass;
  self->width = setup->width + (setup->width & odd);
  self->height = setup->height + (setup->height & odd);
  if (self->width != setup->width || self->height != setup->height)
    g_ptr_array_add (
        setup->notices,
        g_strdup_printf (_ ("The film has %d × %d pixels instead of %d × %d, because this format "
                            "needs even numbers: the last column or row is there twice."),
                         self->width, self->height, setup->width, setup->height));
  self->film = pn_film_new (klass, setup, self->width, self->height, error);
  if (self->film == NULL ||
      (klass->film->color == PN_FILM_BT709 && !make_scaler (self, klass->film, error))) {
    close_film (&self->base);
    return NULL;
  }
  return &self->base;
}

static gboolean
add_to_film (PnEncoder *base, const PnReadback *picture, GError **error)
{
  FilmEncoder *self = (FilmEncoder *)base;
  AVFrame *rgba = pn_film_frame_from_picture (picture, self->width, self->height, error);
  gboolean is_added;
  int code;

  if (rgba == NULL)
    return FALSE;
  if (self->workspace != NULL)
    pn_bleed (rgba->data[0], (gsize)rgba->linesize[0], self->width, self->height, self->workspace);
  if (self->scaler == NULL) {
    rgba->color_primaries = AVCOL_PRI_BT709;
    rgba->color_trc = AVCOL_TRC_IEC61966_2_1;
    is_added = pn_film_add (self->film, rgba, error);
  } else if ((code = av_frame_make_writable (self->yuv)) < 0) {
    /* The encoder may still hold the last frame; then this one gets memory of its own. */
    pn_film_set_error (error, code);
    is_added = FALSE;
  } else {
    sws_scale (self->scaler, (const guint8 *const *)rgba->data, rgba->linesize, 0, self->height,
               self->yuv->data, self->yuv->linesize);
    is_added = pn_film_add (self->film, self->yuv, error);
  }
  av_frame_free (&rgba);
  return is_added;
}

static gboolean
finish_film (PnEncoder *base, GError **error)
{
  return pn_film_finish (((FilmEncoder *)base)->film, error);
}

#define FILM_FUNCTIONS                                                                        \
  .n_passes = 1, .is_available = pn_film_is_available, .open = open_film, .add = add_to_film, \
  .finish = finish_film, .close = close_film

const PnEncoderClass pn_encoder_apng = {FILM_FUNCTIONS, .film = &apng_format, .has_alpha = TRUE};
const PnEncoderClass pn_encoder_webm = {FILM_FUNCTIONS, .film = &webm_format, .has_alpha = TRUE};
const PnEncoderClass pn_encoder_mp4 = {FILM_FUNCTIONS, .film = &mp4_format};
