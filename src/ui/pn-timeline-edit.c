/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-timeline-model-private.h"

/* Moving, deleting and easing the selected keys. */

/* --- Keys by name. */

static void
set_track_name (JsonObject *object, const PnKeyRef *ref)
{
  g_autofree char *id = pn_id_to_string (ref->target);
  g_autofree char *target = g_strdup_printf ("%s.%s", pn_target_kind_name (ref->target_kind), id);

  json_object_set_string_member (object, "target", target);
  json_object_set_string_member (object, "property", pn_property_name (ref->property));
}

/* The selected keys of a track, by their frames unless they are all it has. (transfer full) */
static JsonObject *
name_keys_of (PnTimelineModel *self, const PnTrack *track, guint first, guint n)
{
  JsonObject *row = json_object_new ();
  PnKeyRef name = pn_key_ref (track, 0);

  set_track_name (row, &name);
  if (n == track->n_keys)
    return row;
  JsonArray *frames = json_array_sized_new (n);
  for (guint i = first; i < first + n; i++)
    json_array_add_double_element (frames, pn_key_set_get (&self->keys, i)->frame);
  json_object_set_array_member (row, "frames", frames);
  return row;
}

JsonArray *
pn_timeline_model_name_keys (PnTimelineModel *self)
{
  const PnTimelineRows *rows = pn_timeline_model_get_rows (self);
  JsonArray *named = json_array_new ();

  for (guint i = 0; i < rows->tracks->len; i++) {
    const PnTrack *track = g_ptr_array_index (rows->tracks, i);
    guint first, n = pn_key_set_find_track (&self->keys, track, &first);
    if (n > 0)
      json_array_add_object_element (named, name_keys_of (self, track, first, n));
  }
  return named;
}

static JsonArray *
alone (JsonObject *operation)
{
  JsonArray *operations = json_array_new ();

  json_array_add_object_element (operations, operation);
  return operations;
}

/* --- Dragging. */

void
pn_timeline_model_begin_drag (PnTimelineModel *self)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));
  g_return_if_fail (!self->is_dragging);

  self->drag_rows = pn_timeline_model_name_keys (self);
  pn_key_set_copy (&self->drag_keys, &self->keys);
  self->drag_cursor = self->cursor;
  self->is_dragging = TRUE;
}

gboolean
pn_timeline_model_is_dragging (PnTimelineModel *self)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), FALSE);

  return self->is_dragging;
}

static void
forget_drag (PnTimelineModel *self)
{
  self->is_dragging = FALSE;
  self->has_dragged = FALSE;
  g_clear_pointer (&self->drag_rows, json_array_unref);
  pn_key_set_clear (&self->drag_keys);
}

/* Another edit may have ended the step in between: then the keys are no more where it began. */
static gboolean
can_drag (PnTimelineModel *self)
{
  if (self->is_dragging && self->has_dragged && !pn_editor_is_dragging (self->editor))
    forget_drag (self);
  return self->is_dragging && pn_key_set_n_keys (&self->drag_keys) > 0;
}

/* The keyboard's place stays on the key it was on: sets keep their order when they are moved. */
static void
take_cursor_along (PnTimelineModel *self)
{
  for (guint i = 0; i < pn_key_set_n_keys (&self->drag_keys); i++)
    if (pn_key_ref_compare (pn_key_set_get (&self->drag_keys, i), &self->drag_cursor) == 0)
      self->cursor.frame = pn_key_set_get (&self->keys, i)->frame;
}

/* The operation moves the keys, and the selection goes along. */
static gboolean
drag (PnTimelineModel *self, JsonObject *operation, const PnKeyShift *shift)
{
  PnKeySet moved;
  gboolean is_done = FALSE;

  pn_key_set_init (&moved);
  pn_key_set_copy (&moved, &self->drag_keys);
  json_object_set_array_member (operation, "keys", json_array_ref (self->drag_rows));
  if (!pn_key_set_shift (&moved, shift)) {
    json_object_unref (operation);
  } else if (pn_editor_drag (self->editor, "move_keyframes", alone (operation))) {
    self->has_dragged = TRUE;
    pn_key_set_copy (&self->keys, &moved);
    take_cursor_along (self);
    pn_timeline_model_emit (self, PN_TIMELINE_KEYS | PN_TIMELINE_CURSOR);
    is_done = TRUE;
  }
  pn_key_set_finish (&moved);
  return is_done;
}

gboolean
pn_timeline_model_drag_by (PnTimelineModel *self, double delta, PnKeyDrag kind)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), FALSE);

  double first, last;
  if (!can_drag (self))
    return FALSE;
  /* As far as there are frames. */
  pn_key_set_get_range (&self->drag_keys, &first, &last);
  if (first + delta < 0)
    delta = MIN (0, -first);
  PnKeyShift shift = {.delta = delta, .scale = 1};
  JsonObject *operation = pn_operation_new ("move_keyframes");
  json_object_set_double_member (operation, "delta", delta);
  json_object_set_boolean_member (operation, "copy", kind == PN_KEY_COPY);
  return drag (self, operation, &shift);
}

gboolean
pn_timeline_model_drag_scale (PnTimelineModel *self, double about, double scale)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), FALSE);

  if (!can_drag (self) || !(scale > 0))
    return FALSE;
  PnKeyShift shift = {.about = about, .scale = scale, .snap = PN_KEY_SHIFT_SNAP};
  JsonObject *operation = pn_operation_new ("move_keyframes");
  json_object_set_double_member (operation, "about", about);
  json_object_set_double_member (operation, "scale", scale);
  json_object_set_boolean_member (operation, "snap", TRUE);
  return drag (self, operation, &shift);
}

void
pn_timeline_model_end_drag (PnTimelineModel *self, PnDragEnd end)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  if (!self->is_dragging)
    return;
  if (self->has_dragged)
    pn_editor_drag_end (self->editor, end);
  if (end == PN_DRAG_CANCEL) {
    pn_key_set_copy (&self->keys, &self->drag_keys);
    self->cursor.frame = self->drag_cursor.frame;
  }
  forget_drag (self);
  pn_timeline_model_get_rows (self);
  pn_timeline_model_emit (self, PN_TIMELINE_KEYS);
}

gboolean
pn_timeline_model_nudge (PnTimelineModel *self, double delta)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), FALSE);

  if (self->is_dragging || !pn_timeline_model_has_keys (self))
    return FALSE;
  pn_timeline_model_begin_drag (self);
  gboolean is_done = pn_timeline_model_drag_by (self, delta, PN_KEY_MOVE);
  pn_timeline_model_end_drag (self, is_done ? PN_DRAG_KEEP : PN_DRAG_CANCEL);
  return is_done;
}

/* --- Setting and deleting. */

/* A hold goes on holding. */
static const char *
get_ease_there (const PnTrack *track, double frame)
{
  ptrdiff_t at = pn_sample_find (track->keys, track->n_keys, frame);

  return pn_ease_kind_name (at >= 0 && track->keys[at].ease.kind == PN_EASE_HOLD ? PN_EASE_HOLD
                                                                                 : PN_EASE_LINEAR);
}

static JsonObject *
name_value (const PnTrack *track, double frame)
{
  PnVec2 value = pn_sample_keys (track->keys, track->n_keys, frame);
  JsonObject *key = json_object_new ();

  json_object_set_double_member (key, "frame", frame);
  json_object_set_string_member (key, "ease", get_ease_there (track, frame));
  if (!pn_property_is_point (track->property)) {
    json_object_set_double_member (key, "value", value.x);
    return key;
  }
  pn_operation_set_point (key, value);
  json_object_set_string_member (key, "space", "layer");
  return key;
}

gboolean
pn_timeline_model_toggle_key (PnTimelineModel *self, guint index)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), FALSE);

  const PnTimelineRow *row = pn_timeline_rows_get (pn_timeline_model_get_rows (self), index);
  PnTimelinePlace place = {index, pn_view_get_playhead (pn_editor_get_view (self->editor))};
  gboolean is_key = pn_timeline_model_is_key (self, place);
  g_return_val_if_fail (row->track != NULL, FALSE);

  PnKeyRef name = pn_key_ref (row->track, place.frame);
  JsonObject *operation = pn_operation_new (is_key ? "delete_keyframes" : "set_keyframes");
  JsonArray *keys = json_array_new ();
  set_track_name (operation, &name);
  if (is_key) {
    json_array_add_double_element (keys, place.frame);
    json_object_set_double_member (operation, "value_at", place.frame);
  } else {
    json_array_add_object_element (keys, name_value (row->track, place.frame));
  }
  json_object_set_array_member (operation, is_key ? "frames" : "keys", keys);
  return pn_editor_run (self->editor, operation, NULL);
}

gboolean
pn_timeline_model_delete (PnTimelineModel *self)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), FALSE);

  if (!pn_timeline_model_has_keys (self))
    return FALSE;
  JsonArray *operations = json_array_new ();
  g_autoptr (JsonArray) rows = pn_timeline_model_name_keys (self);
  /* A layer that loses its last keys stays as it is seen. */
  double playhead = pn_view_get_playhead (pn_editor_get_view (self->editor));
  for (guint i = 0; i < json_array_get_length (rows); i++) {
    JsonObject *operation = json_object_ref (json_array_get_object_element (rows, i));
    json_object_set_string_member (operation, "op", "delete_keyframes");
    json_object_set_double_member (operation, "value_at", playhead);
    json_array_add_object_element (operations, operation);
  }
  return pn_editor_run_all (self->editor, "delete_keyframes", operations);
}

/* --- Easing. A key's ease leads to the next one, but an animator eases a key: slowly into it, which
 * is the end of the way from the key before, and slowly out of it. */

typedef enum {
  END_STRAIGHT,
  END_SLOW,
} End;

/* Ease in starts slowly, ease out ends slowly; their handles are those of pn-ease.h. */
static PnEase
combine (End start, End end)
{
  if (start == END_SLOW)
    return (PnEase){.kind = end == END_SLOW ? PN_EASE_IN_OUT : PN_EASE_IN};
  return (PnEase){.kind = end == END_SLOW ? PN_EASE_OUT : PN_EASE_LINEAR};
}

static PnEase
with_start (PnEase ease, End start)
{
  if (ease.kind != PN_EASE_BEZIER)
    return combine (start, ease.kind == PN_EASE_OUT || ease.kind == PN_EASE_IN_OUT ? END_SLOW
                                                                                   : END_STRAIGHT);
  ease.x1 = 1.0 / 3;
  ease.y1 = start == END_SLOW ? 0 : 1.0 / 3;
  return ease;
}

/* A hold stays one: nothing leads into the next key. */
static PnEase
with_end (PnEase ease, End end)
{
  if (ease.kind == PN_EASE_HOLD)
    return ease;
  if (ease.kind != PN_EASE_BEZIER)
    return combine (
        ease.kind == PN_EASE_IN || ease.kind == PN_EASE_IN_OUT ? END_SLOW : END_STRAIGHT, end);
  ease.x2 = 2.0 / 3;
  ease.y2 = end == END_SLOW ? 1 : 2.0 / 3;
  return ease;
}

static void
change_ease (PnEase *eases, guint index, PnKeyEase ease)
{
  End end = ease == PN_KEY_EASE_BOTH ? END_SLOW : END_STRAIGHT;

  if (ease == PN_KEY_EASE_HOLD) {
    eases[index] = (PnEase){.kind = PN_EASE_HOLD};
    return;
  }
  eases[index] = with_start (eases[index], end);
  if (index > 0)
    eases[index - 1] = with_end (eases[index - 1], end);
}

static gboolean
is_same_ease (const PnEase *a, const PnEase *b)
{
  return a->kind == b->kind && (a->kind != PN_EASE_BEZIER || memcmp (a, b, sizeof *a) == 0);
}

static JsonNode *
write_ease (const PnEase *ease)
{
  const char *name = pn_ease_kind_name (ease->kind);
  JsonNode *node = json_node_alloc ();

  if (name != NULL)
    return json_node_init_string (node, name);
  JsonArray *handles = json_array_sized_new (4);
  json_array_add_double_element (handles, ease->x1);
  json_array_add_double_element (handles, ease->y1);
  json_array_add_double_element (handles, ease->x2);
  json_array_add_double_element (handles, ease->y2);
  json_node_init_array (node, handles);
  json_array_unref (handles);
  return node;
}

/* Adds an operation for those keys of a track that get this ease, from `first` on, and marks them as
 * done. */
static void
add_ease (JsonArray *operations,
          const PnTrack *track,
          const PnEase *eases,
          gboolean *is_done,
          guint first)
{
  PnKeyRef name = pn_key_ref (track, 0);
  JsonObject *operation = pn_operation_new ("set_ease"), *row = json_object_new ();
  JsonArray *frames = json_array_new ();

  for (guint i = first; i < track->n_keys; i++) {
    if (is_done[i] || !is_same_ease (&eases[i], &eases[first]))
      continue;
    is_done[i] = TRUE;
    json_array_add_double_element (frames, track->keys[i].frame);
  }
  set_track_name (row, &name);
  json_object_set_array_member (row, "frames", frames);
  json_object_set_array_member (operation, "keys", alone (row));
  json_object_set_member (operation, "ease", write_ease (&eases[first]));
  json_array_add_object_element (operations, operation);
}

static void
ease_track (PnTimelineModel *self,
            const PnTrack *track,
            guint first,
            guint n,
            PnKeyEase ease,
            JsonArray *operations)
{
  g_autofree PnEase *eases = g_new (PnEase, track->n_keys);
  g_autofree gboolean *is_done = g_new0 (gboolean, track->n_keys);

  for (guint i = 0; i < track->n_keys; i++)
    eases[i] = track->keys[i].ease;
  for (guint i = first; i < first + n; i++)
    change_ease (
        eases,
        (guint)pn_sample_find (track->keys, track->n_keys, pn_key_set_get (&self->keys, i)->frame),
        ease);
  for (guint i = 0; i < track->n_keys; i++)
    is_done[i] = is_same_ease (&eases[i], &track->keys[i].ease);
  for (guint i = 0; i < track->n_keys; i++)
    if (!is_done[i])
      add_ease (operations, track, eases, is_done, i);
}

gboolean
pn_timeline_model_ease (PnTimelineModel *self, PnKeyEase ease)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), FALSE);

  const PnTimelineRows *rows = pn_timeline_model_get_rows (self);
  g_autoptr (JsonArray) operations = json_array_new ();
  if (!pn_timeline_model_has_keys (self))
    return FALSE;
  for (guint i = 0; i < rows->tracks->len; i++) {
    const PnTrack *track = g_ptr_array_index (rows->tracks, i);
    guint first, n = pn_key_set_find_track (&self->keys, track, &first);
    if (n > 0)
      ease_track (self, track, first, n, ease, operations);
  }
  return json_array_get_length (operations) == 0 ||
         pn_editor_run_all (self->editor, "set_ease", g_steal_pointer (&operations));
}
