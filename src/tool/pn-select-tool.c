/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layers as a whole. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "pn-tool-private.h"

#define PN_TYPE_SELECT_TOOL (pn_select_tool_get_type ())
G_DECLARE_FINAL_TYPE (PnSelectTool, pn_select_tool, PN, SELECT_TOOL, PnTool)

struct _PnSelectTool {
  PnTool parent_instance;
};

G_DEFINE_FINAL_TYPE (PnSelectTool, pn_select_tool, PN_TYPE_TOOL)

/* --- What there is to take. */

static PnId
take (PnTool *tool, const PnFrame *frame, const PnPointerEvent *event)
{
  const PnLayerPose *pose = pn_pick_layer (
      frame, pn_ops_context_get_pictures (pn_tool_get_context (tool)), event->position_doc);

  return pose != NULL ? pose->layer->id : 0;
}

static PnId
take_next (PnTool *tool, const PnFrame *frame, const PnPointerEvent *event, PnId item)
{
  return item;
}

static gboolean
can_erase (PnTool *tool)
{
  return FALSE;
}

static gboolean
is_selected (PnTool *tool, PnId item)
{
  return pn_view_has_layer (pn_tool_get_view (tool), item);
}

static void
select_item (PnTool *tool, PnId item, PnSelectMode mode)
{
  pn_view_select_layer (pn_tool_get_view (tool), item, mode);
}

static const PnId *
get_selected (PnTool *tool, guint *n_items)
{
  return pn_view_get_layers (pn_tool_get_view (tool), n_items);
}

/* Where a layer's pivot lies: what its position says. */
static PnVec2
pivot_of (const PnFrame *frame, const PnLayerPose *pose)
{
  PnVec2 anchor = pn_root_sample (frame->root, PN_TARGET_LAYER, pose->layer->id, PN_PROPERTY_ANCHOR,
                                  frame->frame, pose->layer->anchor);
  return pn_affine_apply (&pose->doc_from_layer, anchor);
}

static void
list (PnTool *tool, const PnFrame *frame, GArray *items, GArray *positions_doc)
{
  for (guint i = 0; i < frame->n_layers; i++) {
    const PnLayerPose *pose = &frame->layers[i];
    if (pose->mesh == NULL || !pn_pick_is_open (frame, pose))
      continue;
    g_array_append_val (items, pose->layer->id);
    if (positions_doc != NULL) {
      PnVec2 pivot = pivot_of (frame, pose);
      g_array_append_val (positions_doc, pivot);
    }
  }
}

static gboolean
is_inside (PnTool *tool,
           const PnFrame *frame,
           PnId item,
           const PnAffine *view_from_doc,
           const PnBox *box)
{
  PnBox bounds = pn_pick_bounds (pn_pick_find (frame, item), view_from_doc);

  return !pn_box_is_empty (&bounds) && pn_box_contains (box, pn_vec2 (bounds.x0, bounds.y0)) &&
         pn_box_contains (box, pn_vec2 (bounds.x1, bounds.y1));
}

static void
add_handles (PnTool *tool, const PnFrame *frame, GArray *handles)
{
  for (guint i = 0; i < frame->n_layers; i++) {
    const PnLayerPose *pose = &frame->layers[i];
    const PnLayer *layer = pose->layer;
    double w = layer->picture_width, h = layer->picture_height;
    if (pose->mesh == NULL || !pose->visible ||
        (!is_selected (tool, layer->id) && pn_tool_get_hover (tool) != layer->id))
      continue;
    PnHandle handle = {
        .kind = PN_HANDLE_LAYER,
        .id = layer->id,
        .position_doc = pivot_of (frame, pose),
        .corners_doc = {pn_affine_apply (&pose->doc_from_layer, pn_vec2 (0, 0)),
                        pn_affine_apply (&pose->doc_from_layer, pn_vec2 (w, 0)),
                        pn_affine_apply (&pose->doc_from_layer, pn_vec2 (w, h)),
                        pn_affine_apply (&pose->doc_from_layer, pn_vec2 (0, h))},
        .label = layer->name,
    };
    g_array_append_val (handles, handle);
  }
}

/* --- Operations. */

/* A group carries what is in it: that is not moved or deleted once more. */
static gboolean
is_carried (const PnRoot *root, const PnId *items, guint n_items, PnId item)
{
  const PnLayer *parent = NULL;

  for (pn_root_find_layer (root, item, &parent, NULL); parent != NULL;) {
    const PnLayer *layer = parent;
    for (guint i = 0; i < n_items; i++)
      if (items[i] == layer->id)
        return TRUE;
    pn_root_find_layer (root, layer->id, &parent, NULL);
  }
  return FALSE;
}

static void
add_key (JsonArray *operations, PnId layer, double frame, PnVec2 position)
{
  JsonObject *operation = pn_tool_add_operation (operations, "set_keyframes");
  JsonArray *keys = json_array_new ();
  JsonObject *key = json_object_new ();
  g_autofree char *id = pn_id_to_string (layer);
  g_autofree char *target = g_strconcat ("layer.", id, NULL);

  json_object_set_double_member (key, "frame", frame);
  json_object_set_double_member (key, "x", position.x);
  json_object_set_double_member (key, "y", position.y);
  json_array_add_object_element (keys, key);
  json_object_set_string_member (operation, "target", target);
  json_object_set_string_member (operation, "property", "position");
  json_object_set_array_member (operation, "keys", keys);
}

static void
add_place (JsonArray *operations, PnId layer, double frame, PnVec2 position)
{
  JsonObject *operation = pn_tool_add_operation (operations, "set_layer");
  JsonArray *point = json_array_new ();

  json_array_add_double_element (point, position.x);
  json_array_add_double_element (point, position.y);
  pn_tool_set_id (operation, "layer", layer);
  json_object_set_double_member (operation, "frame", frame);
  json_object_set_array_member (operation, "position", point);
}

/* A layer that has keys and is moved without making one is previewed. */
static void
build_move (PnTool *tool,
            const PnFrame *frame,
            PnVec2 delta_doc,
            JsonArray *operations,
            PnToolEffect *effect)
{
  gboolean auto_key = pn_view_get_auto_key (pn_tool_get_view (tool));
  guint n_items;
  const PnId *items = get_selected (tool, &n_items);

  *effect = PN_TOOL_STEP;
  for (guint i = 0; i < n_items; i++) {
    const PnLayerPose *pose = pn_pick_find (frame, items[i]);
    if (pose == NULL || !pn_pick_is_open (frame, pose) ||
        is_carried (frame->root, items, n_items, items[i]))
      continue;
    PnVec2 position = pn_vec2_add (pivot_of (frame, pose), delta_doc);
    gboolean is_keyed =
        pn_root_find_track (frame->root, PN_TARGET_LAYER, items[i], PN_PROPERTY_POSITION) != NULL;
    if (is_keyed && !auto_key)
      *effect = PN_TOOL_PREVIEW;
    if (is_keyed || auto_key)
      add_key (operations, items[i], frame->frame, position);
    else
      add_place (operations, items[i], frame->frame, position);
  }
}

/* Whether it is shown elsewhere than the document has it: a preview moved it. */
static gboolean
is_previewed (PnTool *tool, const PnFrame *frame, const PnLayer *shown)
{
  const PnRoot *root = pn_session_get_root (pn_view_get_session (pn_tool_get_view (tool)));
  const PnLayer *kept = pn_root_find_layer (root, shown->id, NULL, NULL);
  PnVec2 kept_at = pn_root_sample (root, PN_TARGET_LAYER, shown->id, PN_PROPERTY_POSITION,
                                   frame->frame, kept->position);
  PnVec2 shown_at = pn_root_sample (frame->root, PN_TARGET_LAYER, shown->id, PN_PROPERTY_POSITION,
                                    frame->frame, shown->position);

  return memcmp (&kept_at, &shown_at, sizeof kept_at) != 0;
}

/* A key for the last of several layers that were moved one by one would lose the others. */
static void
build_key (PnTool *tool, const PnFrame *frame, JsonArray *operations)
{
  for (guint i = 0; i < frame->n_layers; i++) {
    const PnLayer *layer = frame->layers[i].layer;
    if (is_selected (tool, layer->id) || is_previewed (tool, frame, layer))
      add_key (operations, layer->id, frame->frame, pivot_of (frame, &frame->layers[i]));
  }
}

static void
build_delete (PnTool *tool,
              const PnRoot *root,
              const PnId *items,
              guint n_items,
              JsonArray *operations)
{
  for (guint i = 0; i < n_items; i++)
    if (!is_carried (root, items, n_items, items[i]))
      pn_tool_set_id (pn_tool_add_operation (operations, "remove_layer"), "layer", items[i]);
}

static void
build_rename (PnTool *tool, PnId item, const char *name, JsonArray *operations)
{
  JsonObject *operation = pn_tool_add_operation (operations, "set_layer");

  pn_tool_set_id (operation, "layer", item);
  json_object_set_string_member (operation, "name", name);
}

static gboolean
click_nothing (PnTool *tool, const PnFrame *frame, PnVec2 point_doc, double far_doc)
{
  if (pn_pick_is_far (frame, point_doc, far_doc))
    pn_view_clear_selection (pn_tool_get_view (tool));
  return FALSE;
}

static char *
get_hint (PnTool *tool)
{
  return g_strdup (_ ("Click selects a layer, Shift adds to it. Drag to move."));
}

static void
pn_select_tool_class_init (PnSelectToolClass *klass)
{
  PnToolClass *tool_class = PN_TOOL_CLASS (klass);

  tool_class->move_operation = "set_layer";
  tool_class->delete_operation = "remove_layer";
  tool_class->rename_operation = "set_layer";
  tool_class->key_operation = "set_keyframes";
  tool_class->take = take;
  tool_class->take_next = take_next;
  tool_class->can_erase = can_erase;
  tool_class->is_selected = is_selected;
  tool_class->select = select_item;
  tool_class->get_selected = get_selected;
  tool_class->list = list;
  tool_class->is_inside = is_inside;
  tool_class->add_handles = add_handles;
  tool_class->build_move = build_move;
  tool_class->build_key = build_key;
  tool_class->build_delete = build_delete;
  tool_class->build_rename = build_rename;
  tool_class->click_nothing = click_nothing;
  tool_class->get_hint = get_hint;
}

static void
pn_select_tool_init (PnSelectTool *self)
{
}

PnTool *
pn_select_tool_new (PnOpsContext *context, PnView *view)
{
  PnTool *tool = g_object_new (PN_TYPE_SELECT_TOOL, NULL);

  pn_tool_set_up (tool, context, view);
  return tool;
}
