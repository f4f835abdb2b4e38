/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>

#include "pn-timeline-model-private.h"

/* Keys as text and back. What is copied is what the operation gives, in the form of a document's
 * tracks, and of a pin also where it was put: its keys can be pasted on another pin, which then moves
 * in the same way from its own place. */

#define REST "rest"

/* --- Copying. */

static JsonArray *
write_point (PnVec2 point)
{
  JsonArray *array = json_array_sized_new (2);

  json_array_add_double_element (array, point.x);
  json_array_add_double_element (array, point.y);
  return array;
}

static PnId
get_target (JsonObject *track, PnTargetKind *kind)
{
  const char *name = json_object_get_string_member_with_default (track, "target", "");
  const char *dot = strchr (name, '.');
  PnId id;

  if (dot == NULL || !pn_id_from_string (dot + 1, &id))
    return 0;
  *kind = g_str_has_prefix (name, "pin.") ? PN_TARGET_PIN : PN_TARGET_LAYER;
  return id;
}

char *
pn_timeline_model_copy (PnTimelineModel *self)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), NULL);

  g_autoptr (JsonNode) copied = NULL;
  const PnRoot *root = pn_timeline_model_get_rows (self)->root;
  JsonObject *operation = pn_operation_new ("copy_keyframes");

  if (pn_timeline_model_has_keys (self))
    json_object_set_array_member (operation, "keys", pn_timeline_model_name_keys (self));
  else
    g_clear_pointer (&operation, json_object_unref);
  if (operation == NULL || !pn_editor_run (self->editor, operation, &copied))
    return NULL;
  JsonArray *tracks = json_object_get_array_member (json_node_get_object (copied), "tracks");
  for (guint i = 0; i < json_array_get_length (tracks); i++) {
    JsonObject *track = json_array_get_object_element (tracks, i);
    PnTargetKind kind;
    const PnPin *pin = pn_root_find_pin (root, get_target (track, &kind), NULL);
    if (pin != NULL)
      json_object_set_array_member (track, REST, write_point (pin->rest_layer));
  }
  return json_to_string (copied, FALSE);
}

/* --- Pasting. */

/* The tracks of a text that was copied. (transfer full) (nullable) */
static JsonArray *
read_tracks (const char *text)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonNode *root =
      json_parser_load_from_data (parser, text, -1, NULL) ? json_parser_get_root (parser) : NULL;
  JsonObject *object =
      root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  JsonNode *member = object != NULL ? json_object_get_member (object, "tracks") : NULL;

  if (member == NULL || !JSON_NODE_HOLDS_ARRAY (member))
    return NULL;
  JsonArray *tracks = json_node_get_array (member);
  for (guint i = 0; i < json_array_get_length (tracks); i++)
    if (!JSON_NODE_HOLDS_OBJECT (json_array_get_element (tracks, i)))
      return NULL;
  return json_array_get_length (tracks) > 0 ? json_array_ref (tracks) : NULL;
}

static gboolean
has_id (GArray *ids, PnId id)
{
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, PnId, i) == id)
      return TRUE;
  return FALSE;
}

/* Whom the tracks of that kind belong to. */
static GArray *
list_sources (JsonArray *tracks, PnTargetKind kind)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (PnId));

  for (guint i = 0; i < json_array_get_length (tracks); i++) {
    PnTargetKind own;
    PnId id = get_target (json_array_get_object_element (tracks, i), &own);
    if (id != 0 && own == kind && !has_id (ids, id))
      g_array_append_val (ids, id);
  }
  return ids;
}

static void
add_selected (PnView *view, const PnNodeList *layers, PnTargetKind kind, GArray *ids)
{
  for (guint i = layers->n_items; i > 0; i--) {
    const PnLayer *layer = layers->items[i - 1];
    guint n_pins = layer->puppet != NULL ? layer->puppet->pins.n_items : 0;
    if (kind == PN_TARGET_LAYER && pn_view_has_layer (view, layer->id))
      g_array_append_val (ids, layer->id);
    for (guint j = 0; kind == PN_TARGET_PIN && j < n_pins; j++) {
      const PnPin *pin = layer->puppet->pins.items[j];
      if (pn_view_has_pin (view, pin->id))
        g_array_append_val (ids, pin->id);
    }
    add_selected (view, &layer->children, kind, ids);
  }
}

/* What is selected of that kind, in the order of the rows, as copied ones are. */
static GArray *
list_selected (PnTimelineModel *self, PnTargetKind kind)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (PnId));
  const PnRoot *root = pn_timeline_model_get_rows (self)->root;

  add_selected (pn_editor_get_view (self->editor), &root->layers, kind, ids);
  return ids;
}

static void
add_to_number (JsonObject *object, const char *name, double more)
{
  if (json_object_has_member (object, name))
    json_object_set_double_member (object, name,
                                   json_object_get_double_member (object, name) + more);
}

/* Keys of one pin as another one's. */
static void
carry (PnTimelineModel *self, JsonObject *track, PnId to)
{
  const PnPin *pin = pn_root_find_pin (pn_timeline_model_get_rows (self)->root, to, NULL);
  JsonNode *rest = json_object_get_member (track, REST);
  JsonNode *keys = json_object_get_member (track, "keys");
  JsonArray *from =
      rest != NULL && JSON_NODE_HOLDS_ARRAY (rest) ? json_node_get_array (rest) : NULL;

  if (pin == NULL || from == NULL || json_array_get_length (from) != 2 || keys == NULL ||
      !JSON_NODE_HOLDS_ARRAY (keys))
    return;
  JsonArray *array = json_node_get_array (keys);
  for (guint i = 0; i < json_array_get_length (array); i++) {
    JsonNode *node = json_array_get_element (array, i);
    if (!JSON_NODE_HOLDS_OBJECT (node))
      continue;
    add_to_number (json_node_get_object (node), "x",
                   pin->rest_layer.x - json_array_get_double_element (from, 0));
    add_to_number (json_node_get_object (node), "y",
                   pin->rest_layer.y - json_array_get_double_element (from, 1));
  }
}

/* Appends the track for one target. */
static void
add_track (PnTimelineModel *self, JsonArray *pasted, JsonObject *track, PnId from, PnId to)
{
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), track);
  g_autofree char *text = json_to_string (node, FALSE);
  g_autoptr (JsonNode) copy = json_from_string (text, NULL);
  JsonObject *object = json_node_get_object (copy);
  PnTargetKind kind;

  get_target (track, &kind);
  g_autofree char *id = pn_id_to_string (to);
  g_autofree char *name = g_strdup_printf ("%s.%s", pn_target_kind_name (kind), id);
  json_object_set_string_member (object, "target", name);
  if (from != to)
    carry (self, object, to);
  json_object_remove_member (object, REST);
  json_array_add_object_element (pasted, json_object_ref (object));
}

/* The selected ones get what the copied ones had: one what each of many gets, else each what the one
 * of its number had. Where none is selected it is the copied ones themselves. */
static void
add_tracks (PnTimelineModel *self, JsonArray *pasted, JsonArray *tracks, PnTargetKind kind)
{
  g_autoptr (GArray) sources = list_sources (tracks, kind);
  g_autoptr (GArray) selected = list_selected (self, kind);
  GArray *targets = selected->len > 0 ? selected : sources;

  for (guint i = 0; i < targets->len && sources->len > 0; i++) {
    if (sources->len > 1 && i >= sources->len)
      break;
    PnId from = g_array_index (sources, PnId, sources->len > 1 ? i : 0);
    PnId to = g_array_index (targets, PnId, i);
    for (guint j = 0; j < json_array_get_length (tracks); j++) {
      JsonObject *track = json_array_get_object_element (tracks, j);
      PnTargetKind own;
      if (get_target (track, &own) == from && own == kind)
        add_track (self, pasted, track, from, to);
    }
  }
}

/* The keys of the tracks, where they were copied. */
static GArray *
list_keys (JsonArray *tracks)
{
  GArray *refs = g_array_new (FALSE, FALSE, sizeof (PnKeyRef));

  for (guint i = 0; i < json_array_get_length (tracks); i++) {
    JsonObject *track = json_array_get_object_element (tracks, i);
    JsonArray *keys = json_object_get_array_member (track, "keys");
    PnKeyRef ref = {.property =
                        pn_property_from_name (json_object_get_string_member (track, "property"))};
    ref.target = get_target (track, &ref.target_kind);
    for (guint j = 0; j < json_array_get_length (keys); j++) {
      ref.frame = json_object_get_double_member (json_array_get_object_element (keys, j), "frame");
      g_array_append_val (refs, ref);
    }
  }
  return refs;
}

/* What was pasted is what is selected then: before the step ends, so that redoing it selects it too. */
static void
select_pasted (PnTimelineModel *self, JsonArray *tracks, double frame)
{
  g_autoptr (GArray) refs = list_keys (tracks);
  double first = G_MAXDOUBLE;

  for (guint i = 0; i < refs->len; i++)
    first = MIN (first, g_array_index (refs, PnKeyRef, i).frame);
  for (guint i = 0; i < refs->len; i++)
    g_array_index (refs, PnKeyRef, i).frame += frame - first;
  pn_timeline_model_select (self, (const PnKeyRef *)(gpointer)refs->data, refs->len,
                            PN_SELECT_ONLY);
}

gboolean
pn_timeline_model_paste (PnTimelineModel *self, const char *text)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), FALSE);

  g_autoptr (JsonArray) tracks = read_tracks (text);
  g_autoptr (JsonArray) pasted = json_array_new ();

  if (tracks != NULL) {
    add_tracks (self, pasted, tracks, PN_TARGET_LAYER);
    add_tracks (self, pasted, tracks, PN_TARGET_PIN);
  }
  if (json_array_get_length (pasted) == 0) {
    pn_editor_say (self->editor, PN_MESSAGE_WARNING, "%s",
                   _ ("There are no keys to paste. Select keys in the dope sheet and copy them."));
    return FALSE;
  }
  double frame = pn_view_get_playhead (pn_editor_get_view (self->editor));
  JsonArray *operations = json_array_new ();
  JsonObject *operation = pn_operation_new ("paste_keyframes");
  json_object_set_array_member (operation, "tracks", json_array_ref (pasted));
  json_object_set_double_member (operation, "frame", frame);
  json_array_add_object_element (operations, operation);
  pn_editor_drag_end (self->editor, PN_DRAG_KEEP);
  if (!pn_editor_drag (self->editor, "paste_keyframes", operations)) {
    pn_editor_drag_end (self->editor, PN_DRAG_CANCEL);
    return FALSE;
  }
  select_pasted (self, pasted, frame);
  pn_editor_drag_end (self->editor, PN_DRAG_KEEP);
  return TRUE;
}
