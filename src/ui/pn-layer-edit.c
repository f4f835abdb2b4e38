/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-layer-edit.h"

static const PnRoot *
get_root (PnEditor *editor)
{
  return pn_session_get_root (pn_editor_get_session (editor));
}

static gboolean
contains (const PnId *ids, guint n_ids, PnId id)
{
  for (guint i = 0; i < n_ids; i++)
    if (ids[i] == id)
      return TRUE;
  return FALSE;
}

static JsonObject *
operation_on_layers (const char *name, const PnId *layers, guint n_layers)
{
  JsonObject *operation = pn_operation_new (name);
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < n_layers; i++) {
    g_autofree char *id = pn_id_to_string (layers[i]);
    json_array_add_string_element (array, id);
  }
  json_object_set_array_member (operation, "layers", array);
  return operation;
}

static JsonArray *
in_array (JsonObject *operation)
{
  JsonArray *operations = json_array_new ();

  json_array_add_object_element (operations, operation);
  return operations;
}

/* --- One or several. */

void
pn_layer_edit_set_flag (PnEditor *editor, PnId layer, const char *member, gboolean value)
{
  guint n_selected;
  const PnId *selected = pn_view_get_layers (pn_editor_get_view (editor), &n_selected);
  JsonArray *operations = json_array_new ();

  if (!contains (selected, n_selected, layer)) {
    selected = &layer;
    n_selected = 1;
  }
  for (guint i = 0; i < n_selected; i++) {
    JsonObject *operation = pn_operation_new ("set_layer");
    pn_operation_set_id (operation, "layer", selected[i]);
    json_object_set_boolean_member (operation, member, value);
    json_array_add_object_element (operations, operation);
  }
  pn_editor_run_all (editor, "set_layer", operations);
}

void
pn_layer_edit_rename (PnEditor *editor, PnId layer, const char *name)
{
  JsonObject *operation = pn_operation_new ("set_layer");

  pn_operation_set_id (operation, "layer", layer);
  json_object_set_string_member (operation, "name", name);
  pn_editor_run (editor, operation, NULL);
}

void
pn_layer_edit_move (PnEditor *editor, const PnId *layers, guint n_layers, PnId group, guint index)
{
  JsonObject *operation = operation_on_layers ("move_layer", layers, n_layers);

  if (group != 0)
    pn_operation_set_id (operation, "group", group);
  json_object_set_int_member (operation, "index", index);
  json_object_set_double_member (operation, "frame",
                                 pn_view_get_playhead (pn_editor_get_view (editor)));
  pn_editor_run (editor, operation, NULL);
}

/* --- What is selected. */

void
pn_layer_edit_remove (PnEditor *editor)
{
  guint n_layers;
  const PnId *layers = pn_view_get_layers (pn_editor_get_view (editor), &n_layers);

  if (n_layers > 0)
    pn_editor_run (editor, operation_on_layers ("remove_layer", layers, n_layers), NULL);
}

/* Selects what `old` does not hold, from the back; of what is new, the outermost. */
static void
select_new (PnView *view, const PnRoot *old, const PnNodeList *layers, PnSelectMode *mode)
{
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];
    if (pn_root_find_layer (old, layer->id, NULL, NULL) == NULL) {
      pn_view_select_layer (view, layer->id, *mode);
      *mode = PN_SELECT_ADD;
    } else {
      select_new (view, old, &layer->children, mode);
    }
  }
}

/* Does it without ending the step, so that what is selected next is remembered with it. */
static gboolean
begin_step (PnEditor *editor, JsonObject *operation)
{
  g_autofree char *name = g_strdup (json_object_get_string_member (operation, "op"));

  pn_editor_drag_end (editor, PN_DRAG_KEEP);
  if (pn_editor_drag (editor, name, in_array (operation)))
    return TRUE;
  pn_editor_drag_end (editor, PN_DRAG_CANCEL);
  return FALSE;
}

static void
run_and_select (PnEditor *editor, JsonObject *operation)
{
  g_autoptr (PnRoot) old = pn_node_ref (get_root (editor));
  PnSelectMode mode = PN_SELECT_ONLY;

  if (!begin_step (editor, operation))
    return;
  select_new (pn_editor_get_view (editor), old, &get_root (editor)->layers, &mode);
  pn_editor_drag_end (editor, PN_DRAG_KEEP);
}

void
pn_layer_edit_duplicate (PnEditor *editor)
{
  guint n_layers;
  const PnId *layers = pn_view_get_layers (pn_editor_get_view (editor), &n_layers);

  if (n_layers > 0)
    run_and_select (editor, operation_on_layers ("duplicate_layer", layers, n_layers));
}

/* The group that holds a layer; 0 for the document. */
static PnId
group_of (const PnRoot *root, PnId layer, guint *index)
{
  const PnLayer *parent = NULL;

  pn_root_find_layer (root, layer, &parent, index);
  return parent != NULL ? parent->id : 0;
}

/* An empty one lies beside what is worked on. */
void
pn_layer_edit_add_group (PnEditor *editor, PnGroupContent content)
{
  guint n_layers;
  const PnId *layers = pn_view_get_layers (pn_editor_get_view (editor), &n_layers);
  JsonObject *operation =
      operation_on_layers ("add_group", layers, content == PN_GROUP_SELECTED ? n_layers : 0);

  if (n_layers > 0) {
    PnId group = group_of (get_root (editor), layers[n_layers - 1], NULL);
    if (group != 0)
      pn_operation_set_id (operation, "group", group);
  }
  run_and_select (editor, operation);
}

void
pn_layer_edit_ungroup (PnEditor *editor)
{
  PnView *view = pn_editor_get_view (editor);
  const PnRoot *root = get_root (editor);
  const PnLayer *group = pn_root_find_layer (root, pn_view_get_active_layer (view), NULL, NULL);

  if (group == NULL || group->kind != PN_LAYER_GROUP)
    return;
  JsonObject *operation = pn_operation_new ("ungroup");
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (PnId));
  for (guint i = 0; i < group->children.n_items; i++)
    g_array_append_val (children, ((const PnLayer *)group->children.items[i])->id);
  pn_operation_set_id (operation, "layer", group->id);
  json_object_set_double_member (operation, "frame", pn_view_get_playhead (view));
  if (!begin_step (editor, operation))
    return;
  for (guint i = 0; i < children->len; i++)
    pn_view_select_layer (view, g_array_index (children, PnId, i),
                          i == 0 ? PN_SELECT_ONLY : PN_SELECT_ADD);
  pn_editor_drag_end (editor, PN_DRAG_KEEP);
}

/* --- Places in the stack. */

const PnNodeList *
pn_layer_edit_children (const PnRoot *root, PnId group)
{
  return group == 0 ? &root->layers : &pn_root_find_layer (root, group, NULL, NULL)->children;
}

guint
pn_layer_edit_index_without (const PnRoot *root,
                             PnId group,
                             guint index,
                             const PnId *layers,
                             guint n_layers)
{
  const PnNodeList *children = pn_layer_edit_children (root, group);
  guint n_others = 0;

  for (guint i = 0; i < index && i < children->n_items; i++)
    if (!contains (layers, n_layers, ((const PnLayer *)children->items[i])->id))
      n_others++;
  return n_others;
}

typedef struct {
  PnId group;
  guint index; /* as for pn_layer_edit_move */
} Place;

/* The one of `layers` that is in front of all others of its group; the rest go along with it. */
static PnId
front_of (const PnRoot *root, const PnId *layers, guint n_layers, PnId group)
{
  const PnNodeList *children = pn_layer_edit_children (root, group);

  for (guint i = children->n_items; i-- > 0;) {
    PnId id = ((const PnLayer *)children->items[i])->id;
    if (contains (layers, n_layers, id))
      return id;
  }
  return 0;
}

static PnId
group_beside (const PnRoot *root, const PnId *layers, guint n_layers, PnId group, guint front)
{
  const PnNodeList *children = pn_layer_edit_children (root, group);
  const PnLayer *found = NULL;

  for (guint i = front; i-- > 0;) {
    const PnLayer *layer = children->items[i];
    if (contains (layers, n_layers, layer->id))
      continue;
    if (layer->kind == PN_LAYER_GROUP)
      found = layer;
    break;
  }
  if (front + 1 < children->n_items) {
    const PnLayer *layer = children->items[front + 1];
    if (layer->kind == PN_LAYER_GROUP)
      found = layer;
  }
  return found != NULL ? found->id : 0;
}

/* Where a shift leads; FALSE where it leads nowhere. */
static gboolean
find_place (PnEditor *editor, PnLayerShift shift, Place *place)
{
  const PnRoot *root = get_root (editor);
  guint n_layers, front;
  const PnId *layers = pn_view_get_layers (pn_editor_get_view (editor), &n_layers);
  if (n_layers == 0)
    return FALSE;
  PnId group = group_of (root, layers[n_layers - 1], NULL);
  group_of (root, front_of (root, layers, n_layers, group), &front);
  guint n_all = pn_layer_edit_children (root, group)->n_items;
  guint n_others = pn_layer_edit_index_without (root, group, n_all, layers, n_layers);
  guint n_behind = pn_layer_edit_index_without (root, group, front, layers, n_layers);

  *place = (Place){group, n_behind};
  switch (shift) {
  case PN_SHIFT_RAISE:
    place->index = n_behind + 1;
    return n_behind < n_others;
  case PN_SHIFT_LOWER:
    place->index = n_behind - 1;
    return n_behind > 0;
  case PN_SHIFT_TO_FRONT:
    place->index = n_others;
    return n_behind < n_others;
  case PN_SHIFT_TO_BACK:
    place->index = 0;
    return n_behind > 0;
  case PN_SHIFT_INTO_GROUP:
    place->group = group_beside (root, layers, n_layers, group, front);
    place->index = G_MAXINT;
    return place->group != 0;
  case PN_SHIFT_OUT_OF_GROUP:
    if (group == 0)
      return FALSE;
    place->group = group_of (root, group, &place->index);
    place->index++;
    return TRUE;
  default:
    return FALSE;
  }
}

gboolean
pn_layer_edit_can_shift (PnEditor *editor, PnLayerShift shift)
{
  Place place;
  return find_place (editor, shift, &place);
}

void
pn_layer_edit_shift (PnEditor *editor, PnLayerShift shift)
{
  guint n_layers;
  const PnId *layers = pn_view_get_layers (pn_editor_get_view (editor), &n_layers);
  Place place;

  if (find_place (editor, shift, &place))
    pn_layer_edit_move (editor, layers, n_layers, place.group, place.index);
}

/* --- Selecting. */

static void
list_from_front (const PnNodeList *layers, GArray *ids)
{
  for (guint i = layers->n_items; i-- > 0;) {
    const PnLayer *layer = layers->items[i];
    g_array_append_val (ids, layer->id);
    list_from_front (&layer->children, ids);
  }
}

void
pn_layer_edit_select_beside (PnEditor *editor, PnLayerStep step)
{
  PnView *view = pn_editor_get_view (editor);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (PnId));
  PnId active = pn_view_get_active_layer (view);
  guint at = 0;

  list_from_front (&get_root (editor)->layers, ids);
  if (ids->len == 0)
    return;
  while (at < ids->len && g_array_index (ids, PnId, at) != active)
    at++;
  if (at == ids->len)
    at = step == PN_STEP_NEXT ? 0 : ids->len - 1;
  else
    at = (at + (step == PN_STEP_NEXT ? 1 : ids->len - 1)) % ids->len;
  pn_view_select_layer (view, g_array_index (ids, PnId, at), PN_SELECT_ONLY);
}

void
pn_layer_edit_select_all (PnEditor *editor)
{
  PnView *view = pn_editor_get_view (editor);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (PnId));

  list_from_front (&get_root (editor)->layers, ids);
  /* The one in front is the one worked on. */
  for (guint i = ids->len; i-- > 0;)
    if (!pn_view_has_layer (view, g_array_index (ids, PnId, i)))
      pn_view_select_layer (view, g_array_index (ids, PnId, i), PN_SELECT_ADD);
}
