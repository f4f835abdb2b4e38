/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libswscale/swscale.h>
#include <string.h>

/* A film read back by libav, as a player would show it: its own tags decide how its colours are
 * meant. */

typedef struct {
  int width, height;
  AVRational fps;
  GPtrArray *frames; /* guint8 *, RGBA without padding */
  GArray *times;     /* double, seconds */
  double duration;   /* s, by the container */
  enum AVPixelFormat pixel_format;
  enum AVColorRange range;
  enum AVColorPrimaries primaries;
  enum AVColorTransferCharacteristic transfer;
  enum AVColorSpace space;
  enum AVCodecID codec;
} PnTestFilm;

static inline void
pn_test_film_clear (PnTestFilm *self)
{
  g_ptr_array_unref (self->frames);
  g_array_unref (self->times);
}

static inline const guint8 *
pn_test_film_pixel (const PnTestFilm *self, guint frame, int x, int y)
{
  g_assert_cmpuint (frame, <, self->frames->len);
  return (const guint8 *)self->frames->pdata[frame] + 4 * (y * self->width + x);
}

static inline guint8 *
pn_test_film_rgba (const AVFrame *frame)
{
  struct SwsContext *scaler = sws_getContext (
      frame->width, frame->height, frame->format, frame->width, frame->height, AV_PIX_FMT_RGBA,
      SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, NULL, NULL, NULL);
  const int *from =
      sws_getCoefficients (frame->colorspace == AVCOL_SPC_BT709 ? SWS_CS_ITU709 : SWS_CS_ITU601);
  const int *to = sws_getCoefficients (SWS_CS_DEFAULT);
  AVFrame *rgba = av_frame_alloc ();
  guint8 *pixels = g_malloc ((gsize)frame->width * (gsize)frame->height * 4);

  g_assert_nonnull (scaler);
  rgba->format = AV_PIX_FMT_RGBA;
  rgba->width = frame->width;
  rgba->height = frame->height;
  g_assert_cmpint (av_frame_get_buffer (rgba, 0), ==, 0);
  sws_setColorspaceDetails (scaler, from, frame->color_range == AVCOL_RANGE_JPEG, to, 1, 0, 1 << 16,
                            1 << 16);
  sws_scale (scaler, (const guint8 *const *)frame->data, frame->linesize, 0, frame->height,
             rgba->data, rgba->linesize);
  av_image_copy_to_buffer (pixels, frame->width * frame->height * 4,
                           (const guint8 *const *)rgba->data, rgba->linesize, AV_PIX_FMT_RGBA,
                           frame->width, frame->height, 1);
  sws_freeContext (scaler);
  av_frame_free (&rgba);
  return pixels;
}

static inline void
pn_test_film_receive (PnTestFilm *self, AVCodecContext *codec, AVRational time_base)
{
  AVFrame *frame = av_frame_alloc ();

  while (avcodec_receive_frame (codec, frame) >= 0) {
    double time = (double)frame->best_effort_timestamp * av_q2d (time_base);

    self->width = frame->width;
    self->height = frame->height;
    self->pixel_format = frame->format;
    self->range = frame->color_range;
    self->primaries = frame->color_primaries;
    self->transfer = frame->color_trc;
    self->space = frame->colorspace;
    g_ptr_array_add (self->frames, pn_test_film_rgba (frame));
    g_array_append_val (self->times, time);
    av_frame_unref (frame);
  }
  av_frame_free (&frame);
}

static inline void
pn_test_film_read (PnTestFilm *self, const char *path)
{
  g_autofree char *url = g_strconcat ("file:", path, NULL);
  AVFormatContext *file = NULL;
  AVCodecContext *codec;
  const AVCodec *decoder;
  AVStream *stream;
  AVPacket *packet = av_packet_alloc ();

  memset (self, 0, sizeof *self);
  self->frames = g_ptr_array_new_with_free_func (g_free);
  self->times = g_array_new (FALSE, FALSE, sizeof (double));
  g_assert_cmpint (avformat_open_input (&file, url, NULL, NULL), ==, 0);
  g_assert_cmpint (avformat_find_stream_info (file, NULL), >=, 0);
  g_assert_cmpuint (file->nb_streams, ==, 1);
  stream = file->streams[0];
  self->fps = stream->avg_frame_rate;
  self->codec = stream->codecpar->codec_id;
  self->duration = (double)file->duration / AV_TIME_BASE;
  /* The one of libavcodec itself does not read alpha. */
  decoder = self->codec == AV_CODEC_ID_VP9 ? avcodec_find_decoder_by_name ("libvpx-vp9")
                                           : avcodec_find_decoder (self->codec);
  codec = avcodec_alloc_context3 (decoder);
  g_assert_cmpint (avcodec_parameters_to_context (codec, stream->codecpar), ==, 0);
  codec->thread_count = 1;
  g_assert_cmpint (avcodec_open2 (codec, decoder, NULL), ==, 0);
  while (av_read_frame (file, packet) >= 0) {
    g_assert_cmpint (avcodec_send_packet (codec, packet), ==, 0);
    pn_test_film_receive (self, codec, stream->time_base);
    av_packet_unref (packet);
  }
  avcodec_send_packet (codec, NULL);
  pn_test_film_receive (self, codec, stream->time_base);
  av_packet_free (&packet);
  avcodec_free_context (&codec);
  avformat_close_input (&file);
}
