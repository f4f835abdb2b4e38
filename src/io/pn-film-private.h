/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libavutil/frame.h>
#include <libavutil/pixfmt.h>
#include <libavutil/rational.h>

#include "pn-encoder-private.h"

/* A file of one stream of pictures, written by libavformat and libavcodec, that appears when it is
 * whole. */

typedef struct {
  const char *name;    /* of the encoder in libavcodec */
  const char *options; /* "key=value:key=value" */
} PnFilmCodec;

typedef enum {
  PN_FILM_RGB,   /* as drawn: sRGB, full range */
  PN_FILM_BT709, /* as films are: BT.709, limited range */
} PnFilmColor;

struct PnFilmFormat {
  const char *muxer;         /* in libavformat */
  const char *muxer_options; /* as above */
  const PnFilmCodec *codecs; /* tried in this order; ends with an empty one */
  enum AVPixelFormat pixel_format;
  PnFilmColor color;
  gboolean is_even;                          /* both sides must be */
  const char *stream_tag, *stream_tag_value; /* (nullable) */
};

typedef struct PnFilm PnFilm;

/* Whether one of the encoders opens on this machine. `reason` as in pn_export_is_available. */
gboolean pn_film_is_available (const PnEncoderClass *klass, char **reason);

/* The path and the frame rate are the setup's; width and height are those of the frames handed in.
 * (nullable) */
PnFilm *pn_film_new (const PnEncoderClass *klass,
                     const PnEncoderSetup *setup,
                     int width,
                     int height,
                     GError **error);
/* Frames are numbered from 0 in the order they come, one unit of time each. */
gboolean pn_film_add (PnFilm *self, AVFrame *frame, GError **error);
gboolean pn_film_finish (PnFilm *self, GError **error);
void pn_film_free (PnFilm *self);

/* A writable frame of the format and size. (nullable) */
AVFrame *pn_film_frame_new (enum AVPixelFormat format, int width, int height, GError **error);
/* The picture in the top left corner of an RGBA frame; its last column and row are repeated where
 * the frame is larger. (transfer full) (nullable) */
AVFrame *
pn_film_frame_from_picture (const PnReadback *picture, int width, int height, GError **error);

/* A failure inside libav, `code` its own. */
void pn_film_set_error (GError **error, int code);
