/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-cache-private.h"

#include <pthread.h>
#include <string.h>

#include "pn-hash.h"

/* What an entry costs beside its value, so that remembered failures are bounded too. */
#define ENTRY_BYTES 256

typedef struct {
  PnCacheKey key; /* its bytes are `key_bytes` */
  gboolean is_being_made;
  gpointer value; /* NULL: failed, or being made */
  GError *error;
  gsize n_bytes;
  GList link; /* in `used`, unless it is being made */
  guint8 key_bytes[];
} Entry;

struct PnCache {
  pthread_mutex_t mutex; /* not GMutex: the thread sanitizer cannot see into that */
  pthread_cond_t made;   /* an entry, or given up */
  GHashTable *entries;   /* Entry by its own key */
  GQueue used;           /* latest first */
  gsize budget_bytes;
  gsize n_bytes;
};

static guint
key_hash_cb (gconstpointer data)
{
  const PnCacheKey *key = data;
  PnHash hash;
  pn_hash_init (&hash);
  pn_hash_u64 (&hash, (guint64)(gsize)key->kind);
  pn_hash_bytes (&hash, key->bytes, key->n_bytes);
  return (guint)pn_hash_value (&hash);
}

static gboolean
key_equal_cb (gconstpointer a, gconstpointer b)
{
  const PnCacheKey *x = a, *y = b;
  return x->kind == y->kind && x->n_bytes == y->n_bytes &&
         memcmp (x->bytes, y->bytes, x->n_bytes) == 0;
}

static Entry *
entry_new (const PnCacheKey *key)
{
  Entry *entry = g_malloc0 (sizeof *entry + key->n_bytes);
  entry->key = (PnCacheKey){key->kind, entry->key_bytes, key->n_bytes};
  memcpy (entry->key_bytes, key->bytes, key->n_bytes);
  entry->is_being_made = TRUE;
  entry->link.data = entry;
  return entry;
}

static void
entry_free_cb (gpointer data)
{
  Entry *entry = data;
  if (entry->value)
    entry->key.kind->unref (entry->value);
  g_clear_error (&entry->error);
  g_free (entry);
}

PnCache *
pn_cache_new (gsize budget_bytes)
{
  PnCache *cache = g_new0 (PnCache, 1);
  pthread_mutex_init (&cache->mutex, NULL);
  pthread_cond_init (&cache->made, NULL);
  g_queue_init (&cache->used);
  cache->entries = g_hash_table_new_full (key_hash_cb, key_equal_cb, NULL, entry_free_cb);
  cache->budget_bytes = budget_bytes;
  return cache;
}

void
pn_cache_free (PnCache *cache)
{
  g_hash_table_unref (cache->entries);
  pthread_cond_destroy (&cache->made);
  pthread_mutex_destroy (&cache->mutex);
  g_free (cache);
}

static void
drop (PnCache *cache, Entry *entry)
{
  g_queue_unlink (&cache->used, &entry->link);
  cache->n_bytes -= entry->n_bytes;
  g_hash_table_remove (cache->entries, &entry->key);
}

static void
drop_beyond_budget (PnCache *cache)
{
  while (cache->n_bytes > cache->budget_bytes && cache->used.length > 1)
    drop (cache, cache->used.tail->data);
}

void
pn_cache_set_budget (PnCache *cache, gsize budget_bytes)
{
  pthread_mutex_lock (&cache->mutex);
  cache->budget_bytes = budget_bytes;
  drop_beyond_budget (cache);
  pthread_mutex_unlock (&cache->mutex);
}

gsize
pn_cache_n_bytes (PnCache *cache)
{
  pthread_mutex_lock (&cache->mutex);
  gsize n_bytes = cache->n_bytes;
  pthread_mutex_unlock (&cache->mutex);
  return n_bytes;
}

static void
touch (PnCache *cache, Entry *entry)
{
  g_queue_unlink (&cache->used, &entry->link);
  g_queue_push_head_link (&cache->used, &entry->link);
}

/* Locked. The outcome of an entry that is made: its value, referenced, or its error. */
static gpointer
take_outcome (PnCache *cache, Entry *entry, GError **error)
{
  touch (cache, entry);
  if (entry->value)
    return entry->key.kind->ref (entry->value);
  if (error)
    *error = g_error_copy (entry->error);
  return NULL;
}

/* Locked. Takes `value` and `error`. */
static void
settle (PnCache *cache, Entry *entry, gpointer value, PnCacheFailure failure, GError *error)
{
  if (!value && failure == PN_CACHE_FORGET) {
    g_clear_error (&error);
    g_hash_table_remove (cache->entries, &entry->key);
  } else {
    entry->is_being_made = FALSE;
    entry->value = value;
    entry->error = error;
    entry->n_bytes = ENTRY_BYTES + entry->key.n_bytes;
    if (value)
      entry->n_bytes += entry->key.kind->n_bytes (value);
    cache->n_bytes += entry->n_bytes;
    g_queue_push_head_link (&cache->used, &entry->link);
    drop_beyond_budget (cache);
  }
  pthread_cond_broadcast (&cache->made);
}

gpointer
pn_cache_get (PnCache *cache,
              const PnCacheKey *key,
              PnCacheMake make,
              gpointer data,
              GError **error)
{
  Entry *entry;

  pthread_mutex_lock (&cache->mutex);
  while ((entry = g_hash_table_lookup (cache->entries, key)) && entry->is_being_made)
    pthread_cond_wait (&cache->made, &cache->mutex);
  if (entry) {
    gpointer outcome = take_outcome (cache, entry, error);
    pthread_mutex_unlock (&cache->mutex);
    return outcome;
  }
  entry = entry_new (key);
  g_hash_table_insert (cache->entries, &entry->key, entry);
  pthread_mutex_unlock (&cache->mutex);

  PnCacheFailure failure = PN_CACHE_FORGET;
  GError *problem = NULL;
  gpointer value = make (data, &failure, &problem);
  if (!value && error)
    *error = g_error_copy (problem);

  pthread_mutex_lock (&cache->mutex);
  gpointer result = value ? key->kind->ref (value) : NULL;
  settle (cache, entry, value, failure, problem);
  pthread_mutex_unlock (&cache->mutex);
  return result;
}

gpointer
pn_cache_peek (PnCache *cache, const PnCacheKey *key)
{
  gpointer value = NULL;
  pthread_mutex_lock (&cache->mutex);
  Entry *entry = g_hash_table_lookup (cache->entries, key);
  if (entry && !entry->is_being_made)
    value = take_outcome (cache, entry, NULL);
  pthread_mutex_unlock (&cache->mutex);
  return value;
}

gpointer
pn_cache_find (PnCache *cache, const PnCacheKind *kind, PnCacheMatch match, gconstpointer data)
{
  gpointer found = NULL;
  pthread_mutex_lock (&cache->mutex);
  for (GList *link = cache->used.head; link && !found; link = link->next) {
    Entry *entry = link->data;
    if (entry->key.kind == kind && entry->value && match (entry->value, data))
      found = kind->ref (entry->value);
  }
  pthread_mutex_unlock (&cache->mutex);
  return found;
}

void
pn_cache_trim (PnCache *cache,
               const PnCacheKind *kind,
               PnCacheMatch match,
               gconstpointer data,
               gsize n_bytes)
{
  gsize n_found = 0;

  pthread_mutex_lock (&cache->mutex);
  for (GList *link = cache->used.head, *next; link; link = next) {
    Entry *entry = link->data;
    next = link->next;
    if (entry->key.kind != kind || !entry->value || !match (entry->value, data))
      continue;
    if (n_found > 0 && n_found + entry->n_bytes > n_bytes)
      drop (cache, entry);
    else
      n_found += entry->n_bytes;
  }
  pthread_mutex_unlock (&cache->mutex);
}
