/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-thumbnails.h"

#include "pn-thumbnail.h"
#include "pn-trace.h"

struct _PnThumbnails {
  GObject parent_instance;

  PnPictureCache *pictures;
  GHashTable *textures;  /* asset: GdkTexture, or NULL where it could not be read */
  GQueue wanted;         /* char *, the one asked for last first */
  GCancellable *working; /* (nullable) the job under way */
};

G_DEFINE_FINAL_TYPE (PnThumbnails, pn_thumbnails, G_TYPE_OBJECT)

enum {
  READY,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

/* --- Jobs. */

typedef struct {
  PnPictureCache *pictures;
  char *asset;
  int width, height; /* of what was made */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->pictures);
  g_free (job->asset);
  g_free (job);
}

static void
work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;
  g_autoptr (PnPicture) picture = pn_picture_cache_get (job->pictures, job->asset, &error);

  if (picture == NULL) {
    g_task_return_error (task, error);
    return;
  }
  PnReadback small = pn_thumbnail_shrink (picture, PN_THUMBNAIL_WIDTH, PN_THUMBNAIL_HEIGHT,
                                          PN_ALPHA_PREMULTIPLIED);
  job->width = small.width;
  job->height = small.height;
  g_task_return_pointer (task, small.bytes, (GDestroyNotify)g_bytes_unref);
}

static void work_on (PnThumbnails *self);

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = G_TASK (result);
  uint64_t span = pn_trace_begin ();
  g_autoptr (GBytes) pixels = g_task_propagate_pointer (task, NULL);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;
  g_autoptr (PnThumbnails) self = g_object_ref (data);
  const Job *job = g_task_get_task_data (task);
  GdkTexture *texture = NULL;
  if (pixels != NULL)
    texture = gdk_memory_texture_new (job->width, job->height, GDK_MEMORY_R8G8B8A8_PREMULTIPLIED,
                                      pixels, 4 * (gsize)job->width);
  g_hash_table_insert (self->textures, g_strdup (job->asset), texture);
  g_clear_object (&self->working);
  g_signal_emit (self, signals[READY], 0, job->asset);
  work_on (self);
  pn_trace_end ("ui.thumbnail", span);
}

static void
work_on (PnThumbnails *self)
{
  char *asset = self->working == NULL ? g_queue_pop_head (&self->wanted) : NULL;
  if (asset == NULL)
    return;

  Job *job = g_new0 (Job, 1);
  job->pictures = g_object_ref (self->pictures);
  job->asset = asset;
  self->working = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (NULL, self->working, done_cb, self);
  g_task_set_task_data (task, job, job_free);
  g_task_set_check_cancellable (task, FALSE);
  g_task_run_in_thread (task, work);
}

GdkTexture *
pn_thumbnails_get (PnThumbnails *self, const char *asset)
{
  gpointer texture = NULL;

  g_return_val_if_fail (PN_IS_THUMBNAILS (self), NULL);

  if (g_hash_table_lookup_extended (self->textures, asset, NULL, &texture))
    return texture;
  /* None yet, until the job says otherwise: so it is asked for once. */
  g_hash_table_insert (self->textures, g_strdup (asset), NULL);
  g_queue_push_head (&self->wanted, g_strdup (asset));
  work_on (self);
  return NULL;
}

/* --- Life. */

static void
free_texture (gpointer texture)
{
  g_clear_object ((GdkTexture **)&texture);
}

static void
pn_thumbnails_dispose (GObject *object)
{
  PnThumbnails *self = PN_THUMBNAILS (object);

  if (self->working != NULL)
    g_cancellable_cancel (self->working);
  g_clear_object (&self->working);
  g_queue_clear_full (&self->wanted, g_free);
  g_clear_pointer (&self->textures, g_hash_table_unref);
  g_clear_object (&self->pictures);
  G_OBJECT_CLASS (pn_thumbnails_parent_class)->dispose (object);
}

static void
pn_thumbnails_class_init (PnThumbnailsClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_thumbnails_dispose;
  signals[READY] = g_signal_new ("ready", PN_TYPE_THUMBNAILS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
pn_thumbnails_init (PnThumbnails *self)
{
  self->textures = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_texture);
  g_queue_init (&self->wanted);
}

PnThumbnails *
pn_thumbnails_new (PnPictureCache *pictures)
{
  PnThumbnails *self = g_object_new (PN_TYPE_THUMBNAILS, NULL);

  self->pictures = g_object_ref (pictures);
  return self;
}
