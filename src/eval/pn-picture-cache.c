/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "pn-cache-private.h"
#include "pn-picture.h"

struct _PnPictureCache {
  GObject parent_instance;

  PnCache *cache;
  PnAssetLoader loader;
  gpointer loader_data;
  GDestroyNotify loader_destroy;
  PnPictureDecoder decoder;
};

G_DEFINE_FINAL_TYPE (PnPictureCache, pn_picture_cache, G_TYPE_OBJECT)

static gpointer
picture_ref_cb (gpointer value)
{
  return pn_picture_ref (value);
}

static void
picture_unref_cb (gpointer value)
{
  pn_picture_unref (value);
}

static gsize
picture_n_bytes_cb (gconstpointer value)
{
  return pn_picture_n_bytes (value);
}

static const PnCacheKind picture_kind = {picture_ref_cb, picture_unref_cb, picture_n_bytes_cb};

static void
pn_picture_cache_finalize (GObject *object)
{
  PnPictureCache *self = PN_PICTURE_CACHE (object);
  pn_cache_free (self->cache);
  if (self->loader_destroy)
    self->loader_destroy (self->loader_data);
  G_OBJECT_CLASS (pn_picture_cache_parent_class)->finalize (object);
}

static void
pn_picture_cache_class_init (PnPictureCacheClass *class)
{
  G_OBJECT_CLASS (class)->finalize = pn_picture_cache_finalize;
}

static void
pn_picture_cache_init (PnPictureCache *self)
{
}

PnPictureCache *
pn_picture_cache_new (PnAssetLoader loader,
                      gpointer loader_data,
                      GDestroyNotify destroy,
                      PnPictureDecoder decoder,
                      gsize budget_bytes)
{
  PnPictureCache *self = g_object_new (PN_TYPE_PICTURE_CACHE, NULL);
  self->cache = pn_cache_new (budget_bytes);
  self->loader = loader;
  self->loader_data = loader_data;
  self->loader_destroy = destroy;
  self->decoder = decoder;
  return self;
}

typedef struct {
  PnPictureCache *cache;
  const char *hash;
} Request;

static gpointer
decode_cb (gpointer data, PnCacheFailure *failure, GError **error)
{
  Request *request = data;
  PnPictureCache *self = request->cache;
  /* A file that cannot be read now may be there later; bytes that are no picture never become
   * one. */
  g_autoptr (GBytes) bytes = self->loader (self->loader_data, request->hash, error);
  if (!bytes)
    return NULL;
  *failure = PN_CACHE_REMEMBER;
  return self->decoder (bytes, error);
}

PnPicture *
pn_picture_cache_get (PnPictureCache *self, const char *hash, GError **error)
{
  g_return_val_if_fail (PN_IS_PICTURE_CACHE (self), NULL);
  Request request = {self, hash};
  PnCacheKey key = {&picture_kind, hash, strlen (hash)};
  return pn_cache_get (self->cache, &key, decode_cb, &request, error);
}

static gpointer
given_cb (gpointer data, PnCacheFailure *failure, GError **error)
{
  return pn_picture_ref (data);
}

void
pn_picture_cache_put (PnPictureCache *self, const char *hash, PnPicture *picture)
{
  g_return_if_fail (PN_IS_PICTURE_CACHE (self));
  PnCacheKey key = {&picture_kind, hash, strlen (hash)};
  g_autoptr (PnPicture) kept = pn_cache_get (self->cache, &key, given_cb, picture, NULL);
}

PnPicture *
pn_picture_cache_peek (PnPictureCache *self, const char *hash)
{
  g_return_val_if_fail (PN_IS_PICTURE_CACHE (self), NULL);
  PnCacheKey key = {&picture_kind, hash, strlen (hash)};
  return pn_cache_peek (self->cache, &key);
}
