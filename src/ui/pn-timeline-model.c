/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-export.h"
#include "pn-player.h"
#include "pn-timeline-model-private.h"
#include "pn-trace.h"

G_DEFINE_FINAL_TYPE (PnTimelineModel, pn_timeline_model, G_TYPE_OBJECT)

enum {
  CHANGED,
  EDIT_TIME,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

void
pn_timeline_model_emit (PnTimelineModel *self, guint changes)
{
  if (changes != 0)
    g_signal_emit (self, signals[CHANGED], 0, changes);
}

PnEditor *
pn_timeline_model_get_editor (PnTimelineModel *self)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), NULL);

  return self->editor;
}

static PnView *
get_view (PnTimelineModel *self)
{
  return pn_editor_get_view (self->editor);
}

/* Keys are the document's: a preview has none that could be taken hold of. */
static const PnRoot *
get_root (PnTimelineModel *self)
{
  return pn_session_get_root (pn_editor_get_session (self->editor));
}

/* --- Rows. */

static gboolean
is_same_list (const PnNodeList *a, const PnNodeList *b)
{
  if (a->n_items != b->n_items)
    return FALSE;
  for (guint i = 0; i < a->n_items; i++)
    if (a->items[i] != b->items[i])
      return FALSE;
  return TRUE;
}

/* Whether rows made of the one are rows of the other. */
static gboolean
has_same_rows (const PnRoot *a, const PnRoot *b)
{
  return a == b || (is_same_list (&a->layers, &b->layers) && is_same_list (&a->tracks, &b->tracks));
}

/* What follows from the document: rows, their scale, and which keys there still are. */
static guint
refresh (PnTimelineModel *self)
{
  const PnRoot *root = get_root (self);
  guint changes = 0;

  if (self->rows == NULL || !has_same_rows (self->rows->root, root)) {
    g_clear_pointer (&self->rows, pn_timeline_rows_free);
    self->rows = pn_timeline_rows_new (root, self->folded);
    changes |= PN_TIMELINE_ROWS;
    if (!self->is_dragging && pn_key_set_prune (&self->keys, root))
      changes |= PN_TIMELINE_KEYS;
  } else if (self->rows->root != root) {
    /* The nodes are shared, so this root will do, and the next look is a short one. */
    pn_node_unref ((gpointer)self->rows->root);
    self->rows->root = pn_node_ref (root);
  }
  int n_frames = pn_export_n_frames (root);
  double extent = self->rows->last_frame;
  if (n_frames < self->scale.n_frames || n_frames > self->scale.n_frames ||
      MAX (n_frames, extent) < self->scale.extent || extent > self->scale.extent) {
    pn_time_scale_set_film (&self->scale, n_frames, extent);
    changes |= PN_TIMELINE_SCALE;
  }
  return changes;
}

static void
editor_changed_cb (PnTimelineModel *self, guint changes)
{
  if (changes & (PN_EDITOR_SHOWN | PN_EDITOR_HISTORY))
    pn_timeline_model_emit (self, refresh (self));
  if ((changes & PN_EDITOR_PLAYHEAD) && pn_player_get_playing (pn_editor_get_player (self->editor)))
    pn_timeline_model_reveal (self, pn_view_get_playhead (get_view (self)), PN_TIME_REVEAL_PAGE);
}

/* An edit is followed by word of it, but only later: whoever asks in between gets the new rows, and
 * the others hear of them then. */
const PnTimelineRows *
pn_timeline_model_get_rows (PnTimelineModel *self)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), NULL);

  pn_timeline_model_emit (self, refresh (self));
  return self->rows;
}

/* --- Folding. */

/* TRUE where that changes anything. */
static gboolean
fold (PnTimelineModel *self, PnId layer, gboolean is_folded)
{
  if (!is_folded)
    return g_hash_table_remove (self->folded, &layer);
  return g_hash_table_add (self->folded, g_memdup2 (&layer, sizeof layer));
}

static void
rows_are_others (PnTimelineModel *self)
{
  g_clear_pointer (&self->rows, pn_timeline_rows_free);
  pn_timeline_model_emit (self, refresh (self));
}

void
pn_timeline_model_set_folded (PnTimelineModel *self, PnId layer, gboolean is_folded)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  if (fold (self, layer, is_folded))
    rows_are_others (self);
}

/* Unfolds the layer and all around it. */
static gboolean
unfold_to (PnTimelineModel *self, PnId layer)
{
  gboolean is_changed = FALSE;

  while (layer != 0) {
    const PnLayer *parent = NULL;
    is_changed |= fold (self, layer, FALSE);
    pn_root_find_layer (get_root (self), layer, &parent, NULL);
    layer = parent != NULL ? parent->id : 0;
  }
  return is_changed;
}

static void
list_layers (const PnNodeList *layers, GArray *ids)
{
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];
    g_array_append_val (ids, layer->id);
    list_layers (&layer->children, ids);
  }
}

void
pn_timeline_model_reveal_keyed (PnTimelineModel *self)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (PnId));
  guint n_layers;
  const PnId *selected = pn_view_get_layers (get_view (self), &n_layers);
  gboolean is_changed = FALSE;

  g_array_append_vals (layers, selected, n_layers);
  if (n_layers == 0)
    list_layers (&get_root (self)->layers, layers);
  for (guint i = 0; i < layers->len; i++)
    is_changed |= unfold_to (self, g_array_index (layers, PnId, i));
  for (guint i = 0; !is_changed && i < layers->len; i++)
    fold (self, g_array_index (layers, PnId, i), TRUE);
  rows_are_others (self);
}

/* --- The scale. */

const PnTimeScale *
pn_timeline_model_get_scale (PnTimelineModel *self)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), NULL);

  pn_timeline_model_emit (self, refresh (self));
  return &self->scale;
}

static gboolean
tell_width_cb (gpointer data)
{
  PnTimelineModel *self = data;
  uint64_t span = pn_trace_begin ();

  self->width_source = 0;
  pn_timeline_model_emit (self, refresh (self) | PN_TIMELINE_SCALE);
  pn_trace_end ("ui.timeline-width", span);
  return G_SOURCE_REMOVE;
}

/* It is learnt while the window is being laid out, where a list that got other rows could not be laid
 * out any more; so the others hear of it after that. */
void
pn_timeline_model_set_width (PnTimelineModel *self, double width)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  if (!(width < self->scale.width) && !(width > self->scale.width))
    return;
  pn_time_scale_set_size (&self->scale, width);
  if (self->width_source == 0)
    self->width_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, tell_width_cb, self, NULL);
}

void
pn_timeline_model_zoom_at (PnTimelineModel *self, double factor, double x)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  pn_time_scale_zoom_at (&self->scale, factor, x);
  pn_timeline_model_emit (self, PN_TIMELINE_SCALE);
}

void
pn_timeline_model_zoom (PnTimelineModel *self, double factor)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  double x = pn_time_scale_x (&self->scale, pn_view_get_playhead (get_view (self)));
  if (x < 0 || x > self->scale.width)
    x = self->scale.width / 2;
  pn_timeline_model_zoom_at (self, factor, x);
}

void
pn_timeline_model_fit (PnTimelineModel *self)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  pn_time_scale_fit (&self->scale);
  pn_timeline_model_emit (self, PN_TIMELINE_SCALE);
}

void
pn_timeline_model_scroll_to (PnTimelineModel *self, double first)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  double before = self->scale.first;
  pn_time_scale_scroll_to (&self->scale, first);
  if (self->scale.first < before || self->scale.first > before)
    pn_timeline_model_emit (self, PN_TIMELINE_SCALE);
}

void
pn_timeline_model_reveal (PnTimelineModel *self, double frame, PnTimeReveal how)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  PnTimeScale scale = self->scale;
  pn_time_scale_reveal (&scale, frame, how);
  pn_timeline_model_scroll_to (self, scale.first);
}

/* --- The playhead. */

void
pn_timeline_model_go_to (PnTimelineModel *self, double frame)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  pn_view_set_playhead (get_view (self), frame);
  pn_timeline_model_reveal (self, pn_view_get_playhead (get_view (self)), PN_TIME_REVEAL_NEAR);
}

/* Whose keys the playhead steps by: the selected pins', or the selected layers' with all their pins',
 * or all. */
typedef gboolean (*TrackFilter) (PnTimelineModel *self, guint index);

static gboolean
is_of_pins (PnTimelineModel *self, guint index)
{
  const PnTrack *track = g_ptr_array_index (self->rows->tracks, index);

  return track->target_kind == PN_TARGET_PIN && pn_view_has_pin (get_view (self), track->target);
}

static gboolean
is_of_layers (PnTimelineModel *self, guint index)
{
  const PnLayer *owner = g_ptr_array_index (self->rows->owners, index);

  return pn_view_has_layer (get_view (self), owner->id);
}

static gboolean
is_any (PnTimelineModel *self, guint index)
{
  return TRUE;
}

static TrackFilter
choose_filter (PnTimelineModel *self)
{
  static const TrackFilter filters[] = {is_of_pins, is_of_layers};

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    for (guint j = 0; j < self->rows->tracks->len; j++)
      if (filters[i](self, j))
        return filters[i];
  return is_any;
}

/* The nearest key on that side of `frame`, a whole frame away from it. */
static gboolean
find_key (PnTimelineModel *self, TrackFilter filter, double frame, PnKeyStep step, double *found)
{
  gboolean is_found = FALSE, is_next = step == PN_KEY_NEXT;
  double limit = is_next ? frame + 0.5 : frame - 0.5;

  for (guint i = 0; i < self->rows->tracks->len; i++) {
    const PnTrack *track = g_ptr_array_index (self->rows->tracks, i);
    if (!filter (self, i))
      continue;
    ptrdiff_t at = pn_sample_find (track->keys, track->n_keys, limit);
    if (is_next)
      at++;
    if (at < 0 || at >= (ptrdiff_t)track->n_keys)
      continue;
    double key = track->keys[at].frame;
    if (!is_found || (is_next ? key < *found : key > *found))
      *found = key;
    is_found = TRUE;
  }
  return is_found;
}

gboolean
pn_timeline_model_go_to_key (PnTimelineModel *self, PnKeyStep step)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), FALSE);

  double frame = pn_view_get_playhead (get_view (self)), found = frame;

  pn_timeline_model_get_rows (self);
  if (!find_key (self, choose_filter (self), frame, step, &found))
    return FALSE;
  pn_timeline_model_go_to (self, found);
  return TRUE;
}

void
pn_timeline_model_edit_time (PnTimelineModel *self)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  g_signal_emit (self, signals[EDIT_TIME], 0);
}

/* --- The object. */

static void
pn_timeline_model_dispose (GObject *object)
{
  PnTimelineModel *self = PN_TIMELINE_MODEL (object);

  if (self->editor != NULL)
    pn_view_set_memory (get_view (self), NULL, NULL, NULL);
  self->editor = NULL;
  g_clear_handle_id (&self->width_source, g_source_remove);
  G_OBJECT_CLASS (pn_timeline_model_parent_class)->dispose (object);
}

static void
pn_timeline_model_finalize (GObject *object)
{
  PnTimelineModel *self = PN_TIMELINE_MODEL (object);

  g_clear_pointer (&self->rows, pn_timeline_rows_free);
  g_clear_pointer (&self->drag_rows, json_array_unref);
  g_hash_table_unref (self->folded);
  pn_key_set_finish (&self->keys);
  pn_key_set_finish (&self->drag_keys);
  G_OBJECT_CLASS (pn_timeline_model_parent_class)->finalize (object);
}

static void
pn_timeline_model_class_init (PnTimelineModelClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_timeline_model_dispose;
  G_OBJECT_CLASS (class)->finalize = pn_timeline_model_finalize;
  signals[CHANGED] = g_signal_new ("changed", PN_TYPE_TIMELINE_MODEL, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[EDIT_TIME] = g_signal_new ("edit-time", PN_TYPE_TIMELINE_MODEL, G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
pn_timeline_model_init (PnTimelineModel *self)
{
  self->folded = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->scale = PN_TIME_SCALE_INIT;
  pn_key_set_init (&self->keys);
  pn_key_set_init (&self->drag_keys);
}

PnTimelineModel *
pn_timeline_model_new (PnEditor *editor)
{
  g_return_val_if_fail (PN_IS_EDITOR (editor), NULL);

  PnTimelineModel *self = g_object_new (PN_TYPE_TIMELINE_MODEL, NULL);
  self->editor = editor;
  refresh (self);
  pn_view_set_memory (get_view (self), pn_timeline_model_remember, pn_timeline_model_recall, self);
  g_signal_connect_object (editor, "changed", G_CALLBACK (editor_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
