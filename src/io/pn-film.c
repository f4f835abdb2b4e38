/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-film-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pn-durable-file.h"
#include "pn-output-folder-private.h"

/* libavformat writes through functions of ours and never sees the path: a "%" in it is no pattern,
 * a colon no protocol, and the system's own reason for a failed write is kept for the message. */

#define BUFFER_BYTES (256 * 1024)

/* A number of its own, not the machine's: some encoders let it change their output. */
#define N_THREADS 4

struct PnFilm {
  char *path;
  PnDurableFile *file;
  AVIOContext *io;
  int write_errno;
  AVFormatContext *muxer;
  AVCodecContext *codec;
  AVStream *stream;
  AVPacket *packet;
  gint64 n_frames;
};

void
pn_film_set_error (GError **error, int code)
{
  char text[AV_ERROR_MAX_STRING_SIZE] = {0};

  if (code == AVERROR (ENOMEM)) {
    g_set_error_literal (error, PN_IO_ERROR, PN_IO_ERROR_MEMORY,
                         _ ("There is not enough memory to write the film."));
    return;
  }
  av_strerror (code, text, sizeof text);
  g_set_error (error, PN_IO_ERROR, PN_IO_ERROR_WRITE, _ ("The film could not be written (%s)."),
               text);
}

static void
set_size_error (GError **error, int width, int height)
{
  g_set_error (error, PN_IO_ERROR, PN_IO_ERROR_UNSUPPORTED,
               _ ("The encoder does not take pictures of %d × %d pixels."), width, height);
}

/* What the system said outweighs what libav made of it. */
static gboolean
check (PnFilm *self, int code, GError **error)
{
  if (self->write_errno != 0)
    pn_output_set_error (error, self->path, self->write_errno);
  else if (code < 0)
    pn_film_set_error (error, code);
  return self->write_errno == 0 && code >= 0;
}

/* Encoders. */

static AVCodecContext *
open_codec (const PnFilmFormat *format,
            const PnFilmCodec *choice,
            int width,
            int height,
            AVRational fps,
            int extra_flags)
{
  const AVCodec *codec = avcodec_find_encoder_by_name (choice->name);
  AVCodecContext *context = codec != NULL ? avcodec_alloc_context3 (codec) : NULL;
  AVDictionary *options = NULL;
  int code;

  if (context == NULL)
    return NULL;
  context->width = width;
  context->height = height;
  context->pix_fmt = format->pixel_format;
  context->time_base = av_inv_q (fps);
  context->framerate = fps;
  context->sample_aspect_ratio = (AVRational){1, 1};
  context->thread_count = N_THREADS;
  context->flags |= AV_CODEC_FLAG_BITEXACT | extra_flags;
  if (format->color == PN_FILM_BT709) {
    context->color_range = AVCOL_RANGE_MPEG;
    context->color_primaries = AVCOL_PRI_BT709;
    context->color_trc = AVCOL_TRC_BT709;
    context->colorspace = AVCOL_SPC_BT709;
    context->chroma_sample_location = AVCHROMA_LOC_LEFT;
  }
  av_dict_parse_string (&options, choice->options, "=", ":", 0);
  code = avcodec_open2 (context, codec, &options);
  if (code >= 0 && av_dict_count (options) > 0)
    g_debug ("%s does not know all of %s", choice->name, choice->options);
  av_dict_free (&options);
  if (code < 0)
    avcodec_free_context (&context);
  return context;
}

/* The first encoder that opens: one that was built in may still lack its device. */
static AVCodecContext *
open_first_codec (const PnFilmFormat *format,
                  int width,
                  int height,
                  AVRational fps,
                  int extra_flags)
{
  const PnFilmCodec *choice;
  AVCodecContext *context = NULL;

  for (choice = format->codecs; context == NULL && choice->name != NULL; choice++)
    context = open_codec (format, choice, width, height, fps, extra_flags);
  return context;
}

static void
quieten (void)
{
  static gsize is_done;

  /* Its words are for programmers; what a user needs comes as errors. */
  if (g_once_init_enter (&is_done)) {
    av_log_set_level (AV_LOG_QUIET);
    g_once_init_leave (&is_done, 1);
  }
}

static char *
missing_codec_reason (const PnFilmFormat *format)
{
  g_autoptr (GString) names = g_string_new (NULL);
  const PnFilmCodec *choice;

  for (choice = format->codecs; choice->name != NULL; choice++)
    g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", choice->name);
  /* Translators: the names of encoders, separated by commas. */
  return g_strdup_printf (
      _ ("FFmpeg on this machine has no encoder for this format; one of these is needed: %s."),
      names->str);
}

gboolean
pn_film_is_available (const PnEncoderClass *klass, char **reason)
{
  const PnFilmFormat *format = klass->film;
  AVCodecContext *context = NULL;

  quieten ();
  if (av_guess_format (format->muxer, NULL, NULL) != NULL)
    context = open_first_codec (format, 128, 128, (AVRational){24, 1}, 0);
  if (context == NULL && reason != NULL)
    *reason = missing_codec_reason (format);
  if (context == NULL)
    return FALSE;
  avcodec_free_context (&context);
  return TRUE;
}

/* The file. */

#if LIBAVFORMAT_VERSION_MAJOR >= 61
typedef const uint8_t WriteByte;
#else
typedef uint8_t WriteByte;
#endif

static int
write_cb (void *data, WriteByte *bytes, int n_bytes)
{
  PnFilm *self = data;
  int done = 0;

  while (done < n_bytes) {
    gssize n = write (pn_durable_file_get_fd (self->file), bytes + done, (gsize)(n_bytes - done));

    if (n < 0 && errno != EINTR) {
      if (self->write_errno == 0)
        self->write_errno = errno;
      return AVERROR (self->write_errno);
    }
    done += MAX ((int)n, 0);
  }
  return n_bytes;
}

static gint64
seek_cb (void *data, gint64 offset, int whence)
{
  PnFilm *self = data;
  int fd = pn_durable_file_get_fd (self->file);
  struct stat info;
  gint64 result;

  if ((whence & AVSEEK_SIZE) != 0)
    result = fstat (fd, &info) == 0 ? info.st_size : -1;
  else
    result = lseek (fd, offset, whence & ~AVSEEK_FORCE);
  return result < 0 ? AVERROR (errno) : result;
}

static int
open_muxer (PnFilm *self, const PnFilmFormat *format)
{
  guint8 *buffer = av_malloc (BUFFER_BYTES);
  int code;

  if (buffer == NULL)
    return AVERROR (ENOMEM);
  self->io = avio_alloc_context (buffer, BUFFER_BYTES, 1, self, NULL, write_cb, seek_cb);
  if (self->io == NULL) {
    av_free (buffer);
    return AVERROR (ENOMEM);
  }
  code = avformat_alloc_output_context2 (&self->muxer, NULL, format->muxer, NULL);
  if (code < 0)
    return code;
  self->muxer->pb = self->io;
  /* Neither dates nor random numbers in the file. */
  self->muxer->flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT;
  self->stream = avformat_new_stream (self->muxer, NULL);
  self->packet = av_packet_alloc ();
  return self->stream != NULL && self->packet != NULL ? 0 : AVERROR (ENOMEM);
}

static int
write_header (PnFilm *self, const PnFilmFormat *format)
{
  AVDictionary *options = NULL;
  int code;

  self->stream->time_base = self->codec->time_base;
  self->stream->avg_frame_rate = self->codec->framerate;
  self->stream->r_frame_rate = self->codec->framerate;
  self->stream->sample_aspect_ratio = self->codec->sample_aspect_ratio;
  if (format->stream_tag != NULL)
    av_dict_set (&self->stream->metadata, format->stream_tag, format->stream_tag_value, 0);
  code = avcodec_parameters_from_context (self->stream->codecpar, self->codec);
  if (code < 0)
    return code;
  av_dict_parse_string (&options, format->muxer_options, "=", ":", 0);
  code = avformat_write_header (self->muxer, &options);
  av_dict_free (&options);
  return code;
}

static gboolean
open_encoder (PnFilm *self,
              const PnEncoderClass *klass,
              const PnEncoderSetup *setup,
              int width,
              int height,
              GError **error)
{
  AVRational fps = {setup->fps_numerator, setup->fps_denominator};
  gboolean is_global = (self->muxer->oformat->flags & AVFMT_GLOBALHEADER) != 0;
  g_autofree char *reason = NULL;

  self->codec = open_first_codec (klass->film, width, height, fps,
                                  is_global ? AV_CODEC_FLAG_GLOBAL_HEADER : 0);
  if (self->codec != NULL)
    return TRUE;
  if (pn_film_is_available (klass, &reason))
    set_size_error (error, width, height);
  else
    g_set_error_literal (error, PN_IO_ERROR, PN_IO_ERROR_UNSUPPORTED, reason);
  return FALSE;
}

PnFilm *
pn_film_new (const PnEncoderClass *klass,
             const PnEncoderSetup *setup,
             int width,
             int height,
             GError **error)
{
  PnFilm *self = g_new0 (PnFilm, 1);

  quieten ();
  self->path = g_strdup (setup->path);
  self->file = pn_durable_file_new (setup->path, 0666, error);
  if (self->file == NULL || !check (self, open_muxer (self, klass->film), error) ||
      !open_encoder (self, klass, setup, width, height, error) ||
      !check (self, write_header (self, klass->film), error))
    g_clear_pointer (&self, pn_film_free);
  return self;
}

/* Hands a frame to the encoder (NULL: there are no more) and what comes out of it to the file. */
static int
encode (PnFilm *self, AVFrame *frame)
{
  int code = avcodec_send_frame (self->codec, frame);

  while (code >= 0) {
    code = avcodec_receive_packet (self->codec, self->packet);
    if (code == AVERROR (EAGAIN) || code == AVERROR_EOF)
      return 0;
    if (code < 0)
      break;
    if (self->packet->duration == 0)
      self->packet->duration = 1;
    av_packet_rescale_ts (self->packet, self->codec->time_base, self->stream->time_base);
    self->packet->stream_index = self->stream->index;
    code = av_interleaved_write_frame (self->muxer, self->packet);
  }
  return code;
}

gboolean
pn_film_add (PnFilm *self, AVFrame *frame, GError **error)
{
  int code;

  frame->pts = self->n_frames++;
  frame->pict_type = AV_PICTURE_TYPE_NONE;
  code = encode (self, frame);
  /* libvpx opens for any size and says with the first frame that it was built for smaller ones. */
  if (code == AVERROR_INVALIDDATA && self->write_errno == 0 && self->n_frames == 1) {
    set_size_error (error, frame->width, frame->height);
    return FALSE;
  }
  return check (self, code, error);
}

gboolean
pn_film_finish (PnFilm *self, GError **error)
{
  int code = encode (self, NULL);

  if (code >= 0)
    code = av_write_trailer (self->muxer);
  avio_flush (self->io);
  if (code >= 0)
    code = self->io->error;
  return check (self, code, error) && pn_durable_file_commit (self->file, error);
}

void
pn_film_free (PnFilm *self)
{
  av_packet_free (&self->packet);
  avcodec_free_context (&self->codec);
  if (self->muxer != NULL)
    avformat_free_context (self->muxer);
  if (self->io != NULL) {
    av_freep (&self->io->buffer);
    avio_context_free (&self->io);
  }
  g_clear_pointer (&self->file, pn_durable_file_free);
  g_free (self->path);
  g_free (self);
}

/* Frames. */

AVFrame *
pn_film_frame_new (enum AVPixelFormat format, int width, int height, GError **error)
{
  AVFrame *frame = av_frame_alloc ();
  int code = AVERROR (ENOMEM);

  if (frame != NULL) {
    frame->format = format;
    frame->width = width;
    frame->height = height;
    frame->sample_aspect_ratio = (AVRational){1, 1};
    code = av_frame_get_buffer (frame, 0);
  }
  if (code >= 0)
    return frame;
  av_frame_free (&frame);
  if (code == AVERROR (ENOMEM))
    pn_film_set_error (error, code);
  else
    set_size_error (error, width, height);
  return NULL;
}

AVFrame *
pn_film_frame_from_picture (const PnReadback *picture, int width, int height, GError **error)
{
  AVFrame *frame = pn_film_frame_new (AV_PIX_FMT_RGBA, width, height, error);
  int x, y;

  if (frame == NULL)
    return NULL;
  for (y = 0; y < height; y++) {
    guint8 *to = frame->data[0] + (gssize)y * frame->linesize[0];

    memcpy (to, picture->pixels + (gsize)MIN (y, picture->height - 1) * picture->stride,
            (gsize)picture->width * 4);
    for (x = picture->width; x < width; x++)
      memcpy (to + 4 * x, to + 4 * (picture->width - 1), 4);
  }
  return frame;
}
