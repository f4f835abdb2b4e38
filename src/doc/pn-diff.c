/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A patch is an object of
 *   "patch"     the version of the format it is written in
 *   "document"  the root alone, where it changed: layers by id, no tracks
 *   "layers"    layers that changed or are new, each with those inside by id
 *   "skeletons" skeletons that changed or are new
 *   "order"     all skeletons by id, where one came, went or moved
 *   "tracks"    tracks that changed or are new
 *   "retimed"   tracks whose keys lie at other frames: see pn-retime.c
 *   "removed"   tracks that are gone, as target and property
 *   "unknown"   all tracks that this version does not know, where one of them changed
 * A layer that no list of ids names any more is gone, so moves, new orders and removals need no
 * words of their own. Cost: what changed, written twice to be compared, and a table of the layers
 * of `from`; what two roots share is skipped. */
#include <string.h>

#include "pn-patch-private.h"

typedef struct {
  PnJsonWriter *writer;
  GHashTable *old_layers; /* PnId to PnLayer, borrowed */
  const char *open;       /* (nullable) key of the array being written */
} Diff;

/* The array is there from its first element on. */
static void
open_array (Diff *diff, const char *key)
{
  if (diff->open == NULL)
    pn_json_begin_array (diff->writer, key, PN_JSON_BLOCK);
  diff->open = key;
}

static void
close_array (Diff *diff)
{
  if (diff->open != NULL)
    pn_json_end_array (diff->writer);
  diff->open = NULL;
}

static void
write_alone (PnJsonWriter *writer, const PnNode *node)
{
  switch (node->type) {
  case PN_NODE_ROOT:
    pn_write_root (writer, NULL, (const PnRoot *)node, PN_WRITE_ALONE);
    break;
  case PN_NODE_LAYER:
    pn_write_layer (writer, (const PnLayer *)node, PN_WRITE_ALONE);
    break;
  case PN_NODE_TRACK:
    pn_write_track (writer, (const PnTrack *)node);
    break;
  case PN_NODE_SKELETON:
    pn_write_skeleton (writer, (const PnSkeletonNode *)node);
    break;
  case PN_NODE_PUPPET:
  case PN_NODE_PIN:
  case PN_NODE_BONE:
  case PN_NODE_IK:
  default:
    g_assert_not_reached ();
  }
}

static gboolean
same_alone (gconstpointer a, gconstpointer b)
{
  gconstpointer nodes[] = {a, b};
  g_auto (GStrv) texts = g_new0 (char *, 3);

  if (a == b)
    return TRUE;
  for (guint i = 0; i < 2; i++) {
    PnJsonWriter *writer = pn_json_writer_new ();

    write_alone (writer, nodes[i]);
    texts[i] = pn_json_writer_finish (writer, NULL);
  }
  return strcmp (texts[0], texts[1]) == 0;
}

void
pn_tabulate_layers (GHashTable *table, const PnNodeList *layers)
{
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];

    g_hash_table_insert (table, (gpointer)(guintptr)&layer->id, (gpointer)(guintptr)layer);
    pn_tabulate_layers (table, &layer->children);
  }
}

static void
diff_layers (Diff *diff, const PnNodeList *layers)
{
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];
    const PnLayer *old = g_hash_table_lookup (diff->old_layers, &layer->id);

    if (old == layer)
      continue;
    if (old == NULL || !same_alone (old, layer)) {
      open_array (diff, "layers");
      pn_write_layer (diff->writer, layer, PN_WRITE_ALONE);
    }
    diff_layers (diff, &layer->children);
  }
}

static void
diff_skeletons (Diff *diff, const PnRoot *from, const PnRoot *to)
{
  const PnNodeList *skeletons = &to->skeletons;
  gboolean same_order = from->skeletons.n_items == skeletons->n_items;

  for (guint i = 0; i < skeletons->n_items; i++) {
    const PnSkeletonNode *skeleton = skeletons->items[i];
    guint index = G_MAXUINT;
    const PnSkeletonNode *old = pn_root_find_skeleton (from, skeleton->id, &index);

    same_order = same_order && index == i;
    if (old != NULL && same_alone (old, skeleton))
      continue;
    open_array (diff, "skeletons");
    pn_write_skeleton (diff->writer, skeleton);
  }
  close_array (diff);
  if (same_order)
    return;
  pn_json_begin_array (diff->writer, "order", PN_JSON_LINE);
  for (guint i = 0; i < skeletons->n_items; i++)
    pn_put_id (diff->writer, NULL, ((const PnSkeletonNode *)skeletons->items[i])->id);
  pn_json_end_array (diff->writer);
}

/* Those that are not known stand last. */
static guint
n_known (const PnNodeList *tracks)
{
  guint n = tracks->n_items;

  while (n > 0 && !pn_track_is_known (tracks->items[n - 1]))
    n--;
  return n;
}

/* The track of the same name, searched onwards from `at`; both lists are in order. */
static const PnTrack *
find_counterpart (const PnNodeList *tracks, guint *at, const PnTrack *track)
{
  while (*at < tracks->n_items && pn_track_compare (tracks->items[*at], track) < 0)
    *at += 1;
  if (*at < tracks->n_items && pn_track_compare (tracks->items[*at], track) == 0)
    return tracks->items[*at];
  return NULL;
}

typedef struct {
  const PnTrack *old, *track; /* borrowed */
} Retimed;

static void
put_retimed (Diff *diff, const GArray *retimed)
{
  for (guint i = 0; i < retimed->len; i++) {
    const Retimed *one = &g_array_index (retimed, Retimed, i);
    open_array (diff, "retimed");
    pn_write_retimed (diff->writer, one->old, one->track);
  }
  close_array (diff);
}

static void
diff_tracks (Diff *diff, const PnNodeList *from, const PnNodeList *to)
{
  guint n_to = n_known (to);
  guint n_from = n_known (from);
  g_autoptr (GArray) retimed = g_array_new (FALSE, FALSE, sizeof (Retimed));

  for (guint i = 0, at = 0; i < n_to; i++) {
    const PnTrack *track = to->items[i];
    const PnTrack *old = find_counterpart (from, &at, track);
    PnTrackChange change = old != NULL ? pn_track_find_change (old, track) : PN_TRACK_OTHER;

    if (change == PN_TRACK_RETIMED) {
      const Retimed one = {old, track};
      g_array_append_val (retimed, one);
    }
    if (change != PN_TRACK_OTHER || (old != NULL && same_alone (old, track)))
      continue;
    open_array (diff, "tracks");
    pn_write_track (diff->writer, track);
  }
  close_array (diff);
  put_retimed (diff, retimed);
  for (guint i = 0, at = 0; i < n_from; i++) {
    if (find_counterpart (to, &at, from->items[i]) != NULL)
      continue;
    open_array (diff, "removed");
    pn_write_track_name (diff->writer, from->items[i]);
  }
  close_array (diff);
}

static void
diff_unknown_tracks (Diff *diff, const PnNodeList *from, const PnNodeList *to)
{
  guint from_known = n_known (from);
  guint to_known = n_known (to);
  gboolean same = from->n_items - from_known == to->n_items - to_known;

  for (guint i = 0; same && i < to->n_items - to_known; i++)
    same = same_alone (from->items[from_known + i], to->items[to_known + i]);
  if (same)
    return;
  open_array (diff, "unknown");
  for (guint i = to_known; i < to->n_items; i++)
    pn_write_track (diff->writer, to->items[i]);
  close_array (diff);
}

char *
pn_root_diff (const PnRoot *from, const PnRoot *to, gsize *length)
{
  g_autoptr (GHashTable) old_layers = g_hash_table_new (g_int64_hash, g_int64_equal);
  Diff diff = {.writer = pn_json_writer_new (), .old_layers = old_layers};

  pn_json_begin_object (diff.writer, NULL, PN_JSON_LINE);
  pn_json_add_int (diff.writer, "patch", PN_FORMAT_VERSION);
  if (!same_alone (from, to))
    pn_write_root (diff.writer, "document", to, PN_WRITE_ALONE);
  pn_tabulate_layers (old_layers, &from->layers);
  diff_layers (&diff, &to->layers);
  close_array (&diff);
  diff_skeletons (&diff, from, to);
  diff_tracks (&diff, &from->tracks, &to->tracks);
  diff_unknown_tracks (&diff, &from->tracks, &to->tracks);
  pn_json_end_object (diff.writer);
  return pn_json_writer_finish (diff.writer, length);
}
