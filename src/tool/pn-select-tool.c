/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layers as a whole. */
#include "pn-select-private.h"
#include <glib/gi18n-lib.h>

#define PN_TYPE_SELECT_TOOL (pn_select_tool_get_type ())
G_DECLARE_FINAL_TYPE (PnSelectTool, pn_select_tool, PN, SELECT_TOOL, PnTool)

struct _PnSelectTool {
  PnTool parent_instance;
};

G_DEFINE_FINAL_TYPE (PnSelectTool, pn_select_tool, PN_TYPE_TOOL)

/* --- What there is to take. */

static gboolean
is_selected (PnTool *tool, PnId item)
{
  return pn_view_has_layer (pn_tool_get_view (tool), item);
}

/* What is selected is taken before what lies in front of it: a click chose it. */
static const PnLayerPose *
selected_at (PnTool *tool, const PnFrame *frame, PnVec2 point_doc)
{
  PnPictureCache *pictures = pn_ops_context_get_pictures (pn_tool_get_context (tool));

  for (guint i = frame->n_layers; i-- > 0;) {
    const PnLayerPose *pose = &frame->layers[i];
    if (is_selected (tool, pose->layer->id) && pn_pick_is_open (frame, pose) &&
        pn_pick_covers (pose, pictures, point_doc, NULL))
      return pose;
  }
  return NULL;
}

static PnToolGrip
take (PnTool *tool, const PnFrame *frame, const PnPointerEvent *event)
{
  PnPictureCache *pictures = pn_ops_context_get_pictures (pn_tool_get_context (tool));
  PnToolGrip grip = pn_tool_take_gizmo (tool, frame, event);
  if (grip.id != 0)
    return grip;

  /* With Shift the hand is after what it does not have yet. */
  const PnLayerPose *pose =
      event->modifiers & PN_MODIFIER_SHIFT ? NULL : selected_at (tool, frame, event->position_doc);
  if (pose == NULL)
    pose = pn_pick_layer (frame, pictures, event->position_doc, NULL);
  if (pose != NULL)
    grip = (PnToolGrip){PN_HANDLE_LAYER, pose->layer->id, 0};
  return grip;
}

/* The next one behind it; behind the last one comes the front-most. */
static PnId
take_next (PnTool *tool, const PnFrame *frame, const PnPointerEvent *event, PnId item)
{
  PnPictureCache *pictures = pn_ops_context_get_pictures (pn_tool_get_context (tool));
  const PnLayerPose *above = pn_pick_find (frame, item);
  const PnLayerPose *next = pn_pick_layer (frame, pictures, event->position_doc, above);

  if (next == NULL)
    next = pn_pick_layer (frame, pictures, event->position_doc, NULL);
  return next != NULL ? next->layer->id : item;
}

static gboolean
can_erase (PnTool *tool)
{
  return FALSE;
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

static void
list (PnTool *tool, const PnFrame *frame, GArray *items, GArray *positions_doc)
{
  for (guint i = 0; i < frame->n_layers; i++) {
    const PnLayerPose *pose = &frame->layers[i];
    if (pose->mesh == NULL || !pn_pick_is_open (frame, pose))
      continue;
    g_array_append_val (items, pose->layer->id);
    if (positions_doc != NULL) {
      PnVec2 pivot = pn_select_pivot (frame, pose);
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

/* Groups have a handle where they are selected: a press takes what is in them. */
static void
add_handles (PnTool *tool, const PnFrame *frame, GArray *handles)
{
  for (guint i = 0; i < frame->n_layers; i++) {
    const PnLayerPose *pose = &frame->layers[i];
    PnId id = pose->layer->id;
    if (!pose->visible || (!is_selected (tool, id) && pn_tool_get_hover (tool) != id))
      continue;
    PnHandle handle = {
        .kind = PN_HANDLE_LAYER,
        .id = id,
        .position_doc = pn_select_pivot (frame, pose),
        .label = pose->layer->name,
    };
    if (pn_select_corners (frame, pose, handle.corners_doc))
      g_array_append_val (handles, handle);
  }
}

/* --- Operations. */

static void
build_delete (PnTool *tool,
              const PnRoot *root,
              const PnId *items,
              guint n_items,
              JsonArray *operations)
{
  for (guint i = 0; i < n_items; i++)
    if (!pn_select_is_carried (root, items, n_items, items[i]))
      pn_operation_set_id (pn_operation_add (operations, "remove_layer"), "layer", items[i]);
}

static void
build_rename (PnTool *tool, PnId item, const char *name, JsonArray *operations)
{
  JsonObject *operation = pn_operation_add (operations, "set_layer");

  pn_operation_set_id (operation, "layer", item);
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
  if (pn_tool_is_rigging (tool))
    return g_strdup (_ ("Rigging. Drag a layer to where it is at rest, Alt+drag to turn it."));
  return g_strdup (_ ("Click selects a layer, Shift adds to it. Drag to move, Alt+drag to turn."));
}

static void
pn_select_tool_class_init (PnSelectToolClass *klass)
{
  PnToolClass *tool_class = PN_TOOL_CLASS (klass);

  tool_class->item_kind = PN_HANDLE_LAYER;
  tool_class->move_operation = "set_layer";
  tool_class->rest_operation = "set_layer";
  tool_class->delete_operation = "remove_layer";
  tool_class->rename_operation = "set_layer";
  tool_class->key_operation = "set_keyframes";
  tool_class->no_pivot = N_ ("What is selected is locked or hidden.");
  tool_class->take = take;
  tool_class->take_next = take_next;
  tool_class->can_erase = can_erase;
  tool_class->is_selected = is_selected;
  tool_class->select = select_item;
  tool_class->get_selected = get_selected;
  tool_class->list = list;
  tool_class->is_inside = is_inside;
  tool_class->add_handles = add_handles;
  tool_class->get_pivot = pn_select_get_pivot;
  tool_class->add_gizmo = pn_select_add_gizmo;
  tool_class->build_drag = pn_select_build_drag;
  tool_class->build_key = pn_select_build_key;
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
