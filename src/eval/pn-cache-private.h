/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Reference-counted values by key, made once however many threads ask at a time, the least recently
 * used dropped beyond a budget of bytes. Thread-safe. */
typedef struct PnCache PnCache;

/* One kind of value; its address is part of the key. */
typedef struct {
  gpointer (*ref) (gpointer value);
  void (*unref) (gpointer value);
  gsize (*n_bytes) (gconstpointer value);
} PnCacheKind;

/* Compared by bytes; borrowed for the call. */
typedef struct {
  const PnCacheKind *kind;
  gconstpointer bytes;
  gsize n_bytes;
} PnCacheKey;

typedef enum {
  PN_CACHE_FORGET,   /* the next one to ask tries again */
  PN_CACHE_REMEMBER, /* the next one to ask gets the same error */
} PnCacheFailure;

/* Makes a value, without any lock held: (transfer full), or NULL with `error` set, and in `failure`
 * whether that is for good. May get other keys of the same cache, but not its own. */
typedef gpointer (*PnCacheMake) (gpointer data, PnCacheFailure *failure, GError **error);

PnCache *pn_cache_new (gsize budget_bytes);
/* With no thread inside. */
void pn_cache_free (PnCache *cache);
void pn_cache_set_budget (PnCache *cache, gsize budget_bytes);
gsize pn_cache_n_bytes (PnCache *cache);

/* (transfer full) (nullable). The newest value stays even if it alone is over the budget: it is in
 * use anyhow. */
gpointer pn_cache_get (PnCache *cache,
                       const PnCacheKey *key,
                       PnCacheMake make,
                       gpointer data,
                       GError **error);

/* Only what is there already. (transfer full) (nullable) */
gpointer pn_cache_peek (PnCache *cache, const PnCacheKey *key);

/* The most recently used value of a kind that `match` likes. (transfer full) (nullable) */
typedef gboolean (*PnCacheMatch) (gconstpointer value, gconstpointer data);
gpointer
pn_cache_find (PnCache *cache, const PnCacheKind *kind, PnCacheMatch match, gconstpointer data);

/* Keeps the most recently used values of a kind that `match` likes, the newest and as many as make up
 * `n_bytes`, and drops the others. */
void pn_cache_trim (PnCache *cache,
                    const PnCacheKind *kind,
                    PnCacheMatch match,
                    gconstpointer data,
                    gsize n_bytes);
