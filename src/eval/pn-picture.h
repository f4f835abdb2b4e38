/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* A decoded picture: sRGB, straight alpha, rows from the top, no padding. Immutable, reference
 * counted, any thread. */
typedef enum {
  PN_PIXELS_RGBA8,
  PN_PIXELS_RGBA16, /* host-endian */
} PnPixelFormat;

typedef struct {
  gatomicrefcount ref_count;
  int width, height;
  PnPixelFormat format;
  gboolean has_alpha; /* whether any pixel is not opaque */
  GBytes *pixels;
} PnPicture;

PnPicture *pn_picture_new (int width, int height, PnPixelFormat format, GBytes *pixels);
PnPicture *pn_picture_ref (PnPicture *picture);
void pn_picture_unref (PnPicture *picture);
gsize pn_picture_n_bytes (const PnPicture *picture);
/* 8-bit alpha, width x height, no padding. (transfer full) */
guint8 *pn_picture_coverage (const PnPicture *picture);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnPicture, pn_picture_unref)

/* Bytes of an asset by hash; a decoder of them. Both are registered from above: eval knows neither
 * files nor formats. Called on any thread. */
typedef GBytes *(*PnAssetLoader) (gpointer data, const char *hash, GError **error);
typedef PnPicture *(*PnPictureDecoder) (GBytes *bytes, GError **error);

/* Decoded pictures by hash within a budget of bytes; a failed decode is remembered. Thread-safe. */
#define PN_TYPE_PICTURE_CACHE (pn_picture_cache_get_type ())
G_DECLARE_FINAL_TYPE (PnPictureCache, pn_picture_cache, PN, PICTURE_CACHE, GObject)

PnPictureCache *pn_picture_cache_new (PnAssetLoader loader,
                                      gpointer loader_data,
                                      GDestroyNotify destroy,
                                      PnPictureDecoder decoder,
                                      gsize budget_bytes);
/* Decodes on this thread if it must. (transfer full) (nullable) */
PnPicture *pn_picture_cache_get (PnPictureCache *self, const char *hash, GError **error);
/* Spares it decoding what somebody has decoded; nothing where it is there already. */
void pn_picture_cache_put (PnPictureCache *self, const char *hash, PnPicture *picture);
/* Only what is there already. (transfer full) (nullable) */
PnPicture *pn_picture_cache_peek (PnPictureCache *self, const char *hash);
