/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-frame-cache.h"

#include "pn-hash.h"

/* What an entry costs beside its pixels. */
#define ENTRY_BYTES 512

/* A key, and what it stands for. */
typedef struct {
  const PnRoot *root; /* a reference, in an entry */
  double frame;
  PnRendered *rendered;
  GList link; /* in `used` */
} Entry;

struct _PnFrameCache {
  GObject parent_instance;

  GHashTable *entries; /* Entry by itself */
  GQueue used;         /* latest first */
  PnRenderTarget target;
  gsize n_bytes, budget;
};

G_DEFINE_FINAL_TYPE (PnFrameCache, pn_frame_cache, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static guint
entry_hash_cb (gconstpointer data)
{
  const Entry *entry = data;
  PnHash hash;

  pn_hash_init (&hash);
  pn_hash_u64 (&hash, (guint64)(gsize)entry->root);
  pn_hash_double (&hash, entry->frame);
  return (guint)pn_hash_value (&hash);
}

static gboolean
entry_equal_cb (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;

  return x->root == y->root && !(x->frame < y->frame) && !(x->frame > y->frame);
}

static gsize
entry_size (const Entry *entry)
{
  return ENTRY_BYTES + g_bytes_get_size (entry->rendered->bytes);
}

static void
entry_free_cb (gpointer data)
{
  Entry *entry = data;

  pn_node_unref ((gpointer)entry->root);
  pn_rendered_unref (entry->rendered);
  g_free (entry);
}

static GHashTable *
entries_new (void)
{
  return g_hash_table_new_full (entry_hash_cb, entry_equal_cb, entry_free_cb, NULL);
}

static void
drop (PnFrameCache *self, Entry *entry)
{
  self->n_bytes -= entry_size (entry);
  g_queue_unlink (&self->used, &entry->link);
  g_hash_table_remove (self->entries, entry);
}

static void
make_room (PnFrameCache *self, gsize n_bytes)
{
  while (self->used.tail != NULL && self->n_bytes + n_bytes > self->budget)
    drop (self, self->used.tail->data);
}

static Entry *
find (PnFrameCache *self, const PnRoot *root, double frame)
{
  Entry key = {.root = root, .frame = frame};

  return g_hash_table_lookup (self->entries, &key);
}

void
pn_frame_cache_set_target (PnFrameCache *self, const PnRenderTarget *target)
{
  g_return_if_fail (PN_IS_FRAME_CACHE (self));

  if (pn_render_target_equal (&self->target, target))
    return;
  self->target = *target;
  pn_frame_cache_clear (self);
}

gboolean
pn_frame_cache_has (PnFrameCache *self, const PnRoot *root, double frame)
{
  g_return_val_if_fail (PN_IS_FRAME_CACHE (self), FALSE);

  return find (self, root, frame) != NULL;
}

PnRendered *
pn_frame_cache_lookup (PnFrameCache *self, const PnRoot *root, double frame)
{
  g_return_val_if_fail (PN_IS_FRAME_CACHE (self), NULL);

  Entry *entry = find (self, root, frame);
  if (entry == NULL)
    return NULL;
  g_queue_unlink (&self->used, &entry->link);
  g_queue_push_head_link (&self->used, &entry->link);
  return pn_rendered_ref (entry->rendered);
}

void
pn_frame_cache_insert (PnFrameCache *self, const PnRoot *root, double frame, PnRendered *rendered)
{
  g_return_if_fail (PN_IS_FRAME_CACHE (self));

  Entry *entry = g_new0 (Entry, 1);
  *entry =
      (Entry){.root = pn_node_ref (root), .frame = frame, .rendered = pn_rendered_ref (rendered)};
  entry->link.data = entry;
  Entry *old = g_hash_table_lookup (self->entries, entry);
  if (old != NULL)
    drop (self, old);
  if (entry_size (entry) > self->budget ||
      !pn_render_target_equal (&rendered->target, &self->target)) {
    entry_free_cb (entry);
  } else {
    make_room (self, entry_size (entry));
    self->n_bytes += entry_size (entry);
    g_hash_table_add (self->entries, entry);
    g_queue_push_head_link (&self->used, &entry->link);
  }
  g_signal_emit (self, signals[CHANGED], 0);
}

void
pn_frame_cache_set_budget (PnFrameCache *self, gsize n_bytes)
{
  g_return_if_fail (PN_IS_FRAME_CACHE (self));

  self->budget = n_bytes;
  make_room (self, 0);
  g_signal_emit (self, signals[CHANGED], 0);
}

gsize
pn_frame_cache_get_n_bytes (PnFrameCache *self)
{
  g_return_val_if_fail (PN_IS_FRAME_CACHE (self), 0);

  return self->n_bytes;
}

/* Their pages go back to the system, which takes its time for hundreds of pictures: aside. */
static void
release (GTask *task, gpointer source, gpointer entries, GCancellable *cancellable)
{
  g_hash_table_remove_all (entries);
  g_task_return_boolean (task, TRUE);
}

void
pn_frame_cache_clear (PnFrameCache *self)
{
  g_return_if_fail (PN_IS_FRAME_CACHE (self));

  if (self->used.length > 0) {
    g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);
    g_task_set_task_data (task, self->entries, (GDestroyNotify)g_hash_table_unref);
    g_task_run_in_thread (task, release);
    self->entries = entries_new ();
    g_queue_init (&self->used);
    self->n_bytes = 0;
  }
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
pn_frame_cache_finalize (GObject *object)
{
  g_hash_table_unref (PN_FRAME_CACHE (object)->entries);
  G_OBJECT_CLASS (pn_frame_cache_parent_class)->finalize (object);
}

static void
pn_frame_cache_class_init (PnFrameCacheClass *class)
{
  G_OBJECT_CLASS (class)->finalize = pn_frame_cache_finalize;
  signals[CHANGED] = g_signal_new ("changed", PN_TYPE_FRAME_CACHE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
pn_frame_cache_init (PnFrameCache *self)
{
  self->entries = entries_new ();
}

PnFrameCache *
pn_frame_cache_new (gsize budget)
{
  PnFrameCache *self = g_object_new (PN_TYPE_FRAME_CACHE, NULL);

  self->budget = budget;
  return self;
}
