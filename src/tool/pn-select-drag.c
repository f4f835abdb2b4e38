/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several selected layers turn and scale by the same amount, each about its own anchor, or, by a
 * corner, about its own corner across. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "pn-select-private.h"

/* What a layer's transform is made of, but for its anchor. */
static const PnProperty transform[] = {PN_PROPERTY_POSITION, PN_PROPERTY_ROTATION,
                                       PN_PROPERTY_SCALE_X, PN_PROPERTY_SCALE_Y};

/* A layer that is smaller in the view than so many times the reach has no corners to drag: they
 * would leave nothing of it to move it by. */
#define CORNERS_REACHES 3.0

/* --- Where a layer is. */

static PnVec2
value_of (const PnRoot *root, const PnLayer *layer, PnProperty property, double frame)
{
  const PnVec2 values[] = {
      [PN_PROPERTY_POSITION] = layer->position,
      [PN_PROPERTY_ANCHOR] = layer->anchor,
      [PN_PROPERTY_ROTATION] = {layer->rotation_deg, 0},
      [PN_PROPERTY_SCALE_X] = {layer->scale_x, 0},
      [PN_PROPERTY_SCALE_Y] = {layer->scale_y, 0},
  };
  return pn_root_sample (root, PN_TARGET_LAYER, layer->id, property, frame, values[property]);
}

static gboolean
is_keyed (const PnRoot *root, const PnLayer *layer, PnProperty property)
{
  return pn_root_find_track (root, PN_TARGET_LAYER, layer->id, property) != NULL;
}

PnVec2
pn_select_pivot (const PnFrame *frame, const PnLayerPose *pose)
{
  return pn_affine_apply (&pose->doc_from_layer,
                          value_of (frame->root, pose->layer, PN_PROPERTY_ANCHOR, frame->frame));
}

static PnVec2
corner_of (const PnBox *box, guint corner)
{
  return pn_vec2 (corner == 1 || corner == 2 ? box->x1 : box->x0, corner >= 2 ? box->y1 : box->y0);
}

gboolean
pn_select_corners (const PnFrame *frame, const PnLayerPose *pose, PnVec2 corners_doc[4])
{
  PnBox box = pn_pick_extent (frame, pose);

  if (pn_box_is_empty (&box))
    return FALSE;
  for (guint i = 0; i < 4; i++)
    corners_doc[i] = pn_affine_apply (&pose->doc_from_layer, corner_of (&box, i));
  return TRUE;
}

gboolean
pn_select_is_carried (const PnRoot *root, const PnId *items, guint n_items, PnId item)
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

/* --- Handles. */

/* The next selected layer that can be changed, from the one selected last. (nullable) */
static const PnLayerPose *
next_selected (PnTool *tool, const PnFrame *frame, guint *n_left)
{
  guint n_items;
  const PnId *items = pn_view_get_layers (pn_tool_get_view (tool), &n_items);

  *n_left = MIN (*n_left, n_items);
  while (*n_left > 0) {
    const PnLayerPose *pose = pn_pick_find (frame, items[--*n_left]);
    if (pose != NULL && pn_pick_is_open (frame, pose) &&
        !pn_select_is_carried (frame->root, items, n_items, pose->layer->id))
      return pose;
  }
  return NULL;
}

gboolean
pn_select_get_pivot (PnTool *tool, const PnFrame *frame, PnId *item, PnVec2 *pivot_doc)
{
  guint n_left = G_MAXUINT;
  const PnLayerPose *pose = next_selected (tool, frame, &n_left);

  if (pose == NULL)
    return FALSE;
  *item = pose->layer->id;
  *pivot_doc = pn_select_pivot (frame, pose);
  return TRUE;
}

static gboolean
is_large (PnTool *tool, const PnVec2 corners_doc[4], double reach)
{
  PnAffine view_from_doc = pn_view_view_from_doc (pn_tool_get_view (tool));
  PnBox box = pn_box_empty ();

  for (guint i = 0; i < 4; i++)
    pn_box_add_point (&box, pn_affine_apply (&view_from_doc, corners_doc[i]));
  return MAX (box.x1 - box.x0, box.y1 - box.y0) >= CORNERS_REACHES * reach;
}

void
pn_select_add_gizmo (PnTool *tool, const PnFrame *frame, GArray *handles)
{
  guint n_left = G_MAXUINT;
  const PnLayerPose *pose = next_selected (tool, frame, &n_left);
  PnVec2 pivot = pn_select_pivot (frame, pose);
  PnHandle handle = {.kind = PN_HANDLE_CORNER, .id = pose->layer->id};
  PnVec2 corners[4];

  if (pn_select_corners (frame, pose, corners) &&
      is_large (tool, corners, pn_tool_get_reach (tool))) {
    for (handle.corner = 0; handle.corner < 4; handle.corner++) {
      handle.position_doc = corners[handle.corner];
      handle.pivot_doc = corners[(handle.corner + 2) % 4];
      g_array_append_val (handles, handle);
    }
  }
  handle.kind = PN_HANDLE_PIVOT;
  handle.corner = 0;
  handle.position_doc = handle.pivot_doc = pivot;
  g_array_append_val (handles, handle);
}

/* --- Operations. */

/* What becomes of one layer. */
typedef struct {
  const PnFrame *frame;
  const PnLayer *layer;
  gboolean sets_keys;
  gboolean is_rest;   /* it is its rest that changes */
  const PnRoot *kept; /* has its keys, which rest does not */
  JsonArray *operations;
  JsonObject *statics; /* (nullable) the operation that sets what has no keys; borrowed */
  PnToolEffect *effect;
} Change;

static void
set_point (JsonObject *object, const char *member, PnVec2 point)
{
  JsonArray *array = json_array_new ();

  json_array_add_double_element (array, point.x);
  json_array_add_double_element (array, point.y);
  json_object_set_array_member (object, member, array);
}

static void
set_static (Change *change, PnProperty property, PnVec2 value)
{
  const char *name = pn_property_name (property);

  if (change->statics == NULL) {
    change->statics = pn_operation_add (change->operations, "set_layer");
    pn_operation_set_id (change->statics, "layer", change->layer->id);
    if (change->is_rest)
      json_object_set_boolean_member (change->statics, "rest", TRUE);
    else
      json_object_set_double_member (change->statics, "frame", change->frame->frame);
  }
  if (pn_property_is_point (property))
    set_point (change->statics, name, value);
  else
    json_object_set_double_member (change->statics, name, value.x);
}

/* (transfer none): the array for the keys. */
static JsonArray *
add_keys (JsonArray *operations, PnId layer, PnProperty property)
{
  JsonObject *operation = pn_operation_add (operations, "set_keyframes");
  JsonArray *keys = json_array_new ();
  g_autofree char *id = pn_id_to_string (layer);
  g_autofree char *target = g_strconcat ("layer.", id, NULL);

  json_object_set_string_member (operation, "target", target);
  json_object_set_string_member (operation, "property", pn_property_name (property));
  json_object_set_array_member (operation, "keys", keys);
  return keys;
}

static JsonObject *
add_key (JsonArray *keys, double frame, PnProperty property, PnVec2 value)
{
  JsonObject *key = json_object_new ();

  json_object_set_double_member (key, "frame", frame);
  json_object_set_double_member (key, pn_property_is_point (property) ? "x" : "value", value.x);
  if (pn_property_is_point (property))
    json_object_set_double_member (key, "y", value.y);
  json_array_add_object_element (keys, key);
  return key;
}

/* A position is the document's; other values are the layer's own. What has keys and is changed
 * without making one is previewed. */
static void
put (Change *change, PnProperty property, PnVec2 value)
{
  gboolean keyed = is_keyed (change->frame->root, change->layer, property);

  if (keyed && !change->sets_keys)
    *change->effect = PN_TOOL_PREVIEW;
  if (keyed || change->sets_keys)
    add_key (add_keys (change->operations, change->layer->id, property), change->frame->frame,
             property, value);
  else
    set_static (change, property, value);
}

static void
put_number (Change *change, PnProperty property, double value)
{
  put (change, property, pn_vec2 (value, 0));
}

/* In a mirrored group a layer turns the other way round. */
static double
direction_of (const PnFrame *frame, const PnLayer *layer)
{
  const PnLayer *parent = NULL;

  pn_root_find_layer (frame->root, layer->id, &parent, NULL);
  if (parent == NULL)
    return 1;
  const PnAffine *map = &pn_pick_find (frame, parent->id)->doc_from_layer;
  return map->xx * map->yy - map->xy * map->yx < 0 ? -1 : 1;
}

static void
turn (Change *change, double degrees)
{
  PnVec2 rotation =
      value_of (change->frame->root, change->layer, PN_PROPERTY_ROTATION, change->frame->frame);

  put_number (change, PN_PROPERTY_ROTATION,
              rotation.x + degrees * direction_of (change->frame, change->layer));
}

/* About a place of the layer's own, along its own axes, so no group can make it lean. */
static void
scale (Change *change, const PnLayerPose *pose, PnVec2 factors, PnVec2 fixed)
{
  const PnRoot *root = change->frame->root;
  double frame = change->frame->frame;
  PnVec2 anchor = value_of (root, pose->layer, PN_PROPERTY_ANCHOR, frame);
  PnVec2 moved = {fixed.x + factors.x * (anchor.x - fixed.x),
                  fixed.y + factors.y * (anchor.y - fixed.y)};

  put_number (change, PN_PROPERTY_SCALE_X,
              factors.x * value_of (root, pose->layer, PN_PROPERTY_SCALE_X, frame).x);
  put_number (change, PN_PROPERTY_SCALE_Y,
              factors.y * value_of (root, pose->layer, PN_PROPERTY_SCALE_Y, frame).x);
  if (memcmp (&moved, &anchor, sizeof moved) != 0)
    put (change, PN_PROPERTY_POSITION, pn_affine_apply (&pose->doc_from_layer, moved));
}

/* --- What a corner asks for. */

static double
ratio (double now, double before)
{
  double factor = fabs (before) > 0 ? now / before : 1;
  return fabs (factor) < PN_TOOL_FACTOR_LEAST ? copysign (PN_TOOL_FACTOR_LEAST, factor) : factor;
}

static PnVec2
fixed_place (const PnFrame *frame, const PnLayerPose *pose, const PnToolDrag *drag)
{
  PnBox box = pn_pick_extent (frame, pose);

  if (drag->grip.kind == PN_HANDLE_SCALE || drag->modifiers & PN_MODIFIER_ALT ||
      pn_box_is_empty (&box))
    return value_of (frame->root, pose->layer, PN_PROPERTY_ANCHOR, frame->frame);
  return corner_of (&box, (drag->grip.corner + 2) % 4);
}

/* Of the layer whose corner it is: width and height go together, and apart with Shift. */
static PnVec2
corner_factors (const PnFrame *frame, const PnToolDrag *drag)
{
  const PnLayerPose *pose = pn_pick_find (frame, drag->grip.id);
  PnBox box = pn_pick_extent (frame, pose);
  PnVec2 fixed = fixed_place (frame, pose, drag), corner = corner_of (&box, drag->grip.corner);
  PnVec2 corner_doc = pn_affine_apply (&pose->doc_from_layer, corner);
  PnVec2 now_doc = pn_vec2_add (corner_doc, pn_tool_drag_delta (drag));
  PnToolDrag from_corner = *drag;
  PnAffine layer_from_doc;

  from_corner.from_doc = corner_doc;
  from_corner.to_doc = now_doc;
  double both = pn_tool_drag_factor (&from_corner, pn_affine_apply (&pose->doc_from_layer, fixed));
  if (!(drag->modifiers & PN_MODIFIER_SHIFT) || drag->has_amount ||
      pn_affine_invert (&pose->doc_from_layer, &layer_from_doc) != PN_STATUS_OK)
    return pn_vec2 (both, both);
  PnVec2 now = pn_affine_apply (&layer_from_doc, now_doc);
  return pn_vec2 (ratio (now.x - fixed.x, corner.x - fixed.x),
                  ratio (now.y - fixed.y, corner.y - fixed.y));
}

/* --- The anchor. */

/* The keys of the position say where the anchor is: each moves by what the anchor moved, as the
 * layer is turned and scaled at that key. */
static void
move_keys (Change *change, PnVec2 delta_layer)
{
  const PnRoot *root = change->kept;
  const PnTrack *track =
      pn_root_find_track (root, PN_TARGET_LAYER, change->layer->id, PN_PROPERTY_POSITION);
  JsonArray *keys = add_keys (change->operations, change->layer->id, PN_PROPERTY_POSITION);

  for (guint i = 0; i < track->n_keys; i++) {
    double frame = track->keys[i].frame;
    PnAffine parent_from_layer = pn_root_parent_from_layer (root, change->layer, frame);
    PnVec2 delta = pn_affine_apply_vector (&parent_from_layer, delta_layer);
    JsonObject *key =
        add_key (keys, frame, PN_PROPERTY_POSITION, pn_vec2_add (track->keys[i].value, delta));
    json_object_set_string_member (key, "space", "layer");
  }
}

/* The anchor is how a layer is built and no pose: it gets no key unless it has some. */
static void
move_anchor (PnTool *tool, Change *change, const PnLayerPose *pose, const PnToolDrag *drag)
{
  const PnRoot *root = change->kept;
  PnVec2 before =
      value_of (change->frame->root, pose->layer, PN_PROPERTY_ANCHOR, change->frame->frame);
  PnVec2 pivot_doc = pn_vec2_add (drag->pivot_doc, pn_tool_drag_delta (drag));
  PnAffine layer_from_doc;

  if (pn_affine_invert (&pose->doc_from_layer, &layer_from_doc) != PN_STATUS_OK)
    return;
  PnVec2 anchor = pn_affine_apply (&layer_from_doc, pivot_doc);
  if (is_keyed (root, pose->layer, PN_PROPERTY_ANCHOR)) {
    put (change, PN_PROPERTY_ANCHOR, anchor);
    put (change, PN_PROPERTY_POSITION, pivot_doc);
    return;
  }
  set_static (change, PN_PROPERTY_ANCHOR, anchor);
  if (is_keyed (root, pose->layer, PN_PROPERTY_POSITION))
    move_keys (change, pn_vec2_sub (anchor, before));
  if (change->is_rest || !is_keyed (root, pose->layer, PN_PROPERTY_POSITION))
    set_static (change, PN_PROPERTY_POSITION, pivot_doc);
  for (guint i = 1; i < G_N_ELEMENTS (transform); i++)
    if (is_keyed (root, pose->layer, transform[i]))
      pn_tool_say (tool,
                   _ ("The layer turns or scales over time, from now on about the new anchor: "
                      "look at the other frames too."));
}

/* --- All. */

static void
build_one (PnTool *tool, Change *change, const PnLayerPose *pose, const PnToolDrag *drag)
{
  switch (drag->grip.kind) {
  case PN_HANDLE_TURN:
    turn (change, pn_tool_drag_degrees (drag));
    break;
  case PN_HANDLE_SCALE:
  case PN_HANDLE_CORNER:
    scale (change, pose, drag->factors, fixed_place (change->frame, pose, drag));
    break;
  case PN_HANDLE_PIVOT:
    if (pose->layer->id == drag->grip.id)
      move_anchor (tool, change, pose, drag);
    break;
  case PN_HANDLE_PIN:
  case PN_HANDLE_LAYER:
  case PN_HANDLE_MARQUEE:
  default:
    put (change, PN_PROPERTY_POSITION,
         pn_vec2_add (pn_select_pivot (change->frame, pose), pn_tool_drag_delta (drag)));
  }
}

void
pn_select_build_drag (PnTool *tool,
                      const PnFrame *frame,
                      PnToolDrag *drag,
                      JsonArray *operations,
                      PnToolEffect *effect)
{
  gboolean is_rigging = pn_tool_is_rigging (tool);
  Change start = {
      .frame = frame,
      .sets_keys = pn_tool_sets_keys (tool),
      .is_rest = is_rigging,
      .kept = is_rigging ? pn_gesture_get_start (pn_tool_get_gesture (tool)) : frame->root,
      .operations = operations,
      .effect = effect,
  };
  guint n_left = G_MAXUINT;
  const PnLayerPose *pose;

  *effect = PN_TOOL_STEP;
  if (drag->grip.kind == PN_HANDLE_CORNER)
    drag->factors = corner_factors (frame, drag);
  else if (drag->grip.kind == PN_HANDLE_SCALE)
    drag->factors.x = drag->factors.y = pn_tool_drag_factor (drag, drag->pivot_doc);
  while ((pose = next_selected (tool, frame, &n_left)) != NULL) {
    Change change = start;
    change.layer = pose->layer;
    build_one (tool, &change, pose, drag);
  }
}

/* --- Keys. */

/* Whether it is shown otherwise than the document has it: a preview changed it. */
static gboolean
is_previewed (const PnRoot *kept, const PnFrame *frame, const PnLayer *shown, PnProperty property)
{
  const PnLayer *layer = pn_root_find_layer (kept, shown->id, NULL, NULL);
  PnVec2 before = value_of (kept, layer, property, frame->frame);
  PnVec2 now = value_of (frame->root, shown, property, frame->frame);

  return memcmp (&before, &now, sizeof before) != 0;
}

/* A key for the last of several layers that were moved one by one would lose the others. What is
 * selected is keyed in its place, and in whatever else has keys. */
void
pn_select_build_key (PnTool *tool, const PnFrame *frame, JsonArray *operations)
{
  PnView *view = pn_tool_get_view (tool);
  const PnRoot *kept = pn_session_get_root (pn_view_get_session (view));

  for (guint i = 0; i < frame->n_layers; i++) {
    const PnLayer *layer = frame->layers[i].layer;
    gboolean selected = pn_view_has_layer (view, layer->id);
    for (guint j = 0; j < G_N_ELEMENTS (transform); j++) {
      gboolean is_wanted = selected && (transform[j] == PN_PROPERTY_POSITION ||
                                        is_keyed (frame->root, layer, transform[j]));
      if (!is_wanted && !is_previewed (kept, frame, layer, transform[j]))
        continue;
      PnVec2 value = transform[j] == PN_PROPERTY_POSITION
                         ? pn_select_pivot (frame, &frame->layers[i])
                         : value_of (frame->root, layer, transform[j], frame->frame);
      add_key (add_keys (operations, layer->id, transform[j]), frame->frame, transform[j], value);
    }
  }
}
