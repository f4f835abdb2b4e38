/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pins. A press on artwork puts a pin there at once, so that mesh and pin are seen before the
 * button is up; only the click keeps it. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "pn-tool-private.h"

#define PN_TYPE_PUPPET_TOOL (pn_puppet_tool_get_type ())
G_DECLARE_FINAL_TYPE (PnPuppetTool, pn_puppet_tool, PN, PUPPET_TOOL, PnTool)

struct _PnPuppetTool {
  PnTool parent_instance;
  PnId pressed_layer; /* that gets the pin of a press */
  JsonObject *adding; /* (nullable) the operation that gives it */
  GError *refusal;    /* (nullable) why it does not */
};

G_DEFINE_FINAL_TYPE (PnPuppetTool, pn_puppet_tool, PN_TYPE_TOOL)

/* --- Pins of a frame. */

/* A walk over the pins that can be taken, from the back. */
typedef struct {
  guint layer, pin; /* of the next one */
} Walk;

static gboolean
next_pin (const PnFrame *frame, Walk *walk, const PnLayerPose **layer, const PnPinPose **pin)
{
  for (; walk->layer < frame->n_layers; walk->layer++, walk->pin = 0) {
    *layer = &frame->layers[walk->layer];
    if (walk->pin < (*layer)->n_pins && pn_pick_is_open (frame, *layer)) {
      *pin = &(*layer)->pins[walk->pin++];
      return TRUE;
    }
  }
  return FALSE;
}

static PnVec2
place_of (const PnLayerPose *layer, const PnPinPose *pin)
{
  return pn_affine_apply (&layer->doc_from_layer, pin->target_layer);
}

static const PnPinPose *
find_pin (const PnFrame *frame, PnId id, const PnLayerPose **layer)
{
  const PnPinPose *pin;

  for (Walk walk = {0}; next_pin (frame, &walk, layer, &pin);)
    if (pin->pin->id == id)
      return pin;
  return NULL;
}

typedef struct {
  PnId id;
  double distance2;
  guint order; /* the front-most first where two are as near */
} Candidate;

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *left = a, *right = b;

  if (left->distance2 < right->distance2 || left->distance2 > right->distance2)
    return left->distance2 < right->distance2 ? -1 : 1;
  return left->order > right->order ? -1 : left->order < right->order;
}

/* The pins in reach, nearest first. (transfer full) */
static GArray *
gather (const PnFrame *frame, const PnPointerEvent *event)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  double reach = pn_tool_reach (event);
  const PnLayerPose *layer;
  const PnPinPose *pin;

  for (Walk walk = {0}; next_pin (frame, &walk, &layer, &pin);) {
    PnVec2 away = pn_vec2_sub (place_of (layer, pin), event->position_doc);
    Candidate candidate = {pin->pin->id, pn_vec2_dot (away, away), candidates->len};
    if (candidate.distance2 <= reach * reach)
      g_array_append_val (candidates, candidate);
  }
  g_array_sort (candidates, compare_candidates);
  return candidates;
}

/* What is selected is taken before what is nearer: a click chose it. */
static PnToolGrip
take (PnTool *tool, const PnFrame *frame, const PnPointerEvent *event)
{
  g_autoptr (GArray) candidates = gather (frame, event);

  for (guint i = 0; i < candidates->len; i++)
    if (pn_view_has_pin (pn_tool_get_view (tool), g_array_index (candidates, Candidate, i).id))
      return (PnToolGrip){PN_HANDLE_PIN, g_array_index (candidates, Candidate, i).id, 0};
  if (candidates->len > 0)
    return (PnToolGrip){PN_HANDLE_PIN, g_array_index (candidates, Candidate, 0).id, 0};
  return pn_tool_take_gizmo (tool, frame, event);
}

static PnId
take_next (PnTool *tool, const PnFrame *frame, const PnPointerEvent *event, PnId item)
{
  g_autoptr (GArray) candidates = gather (frame, event);

  for (guint i = 0; i < candidates->len; i++)
    if (g_array_index (candidates, Candidate, i).id == item)
      return g_array_index (candidates, Candidate, (i + 1) % candidates->len).id;
  return item;
}

static gboolean
can_erase (PnTool *tool)
{
  return TRUE;
}

/* --- The selection. */

static gboolean
is_selected (PnTool *tool, PnId item)
{
  return pn_view_has_pin (pn_tool_get_view (tool), item);
}

static void
select_item (PnTool *tool, PnId item, PnSelectMode mode)
{
  pn_view_select_pin (pn_tool_get_view (tool), item, mode);
}

static const PnId *
get_selected (PnTool *tool, guint *n_items)
{
  return pn_view_get_pins (pn_tool_get_view (tool), n_items);
}

static void
list (PnTool *tool, const PnFrame *frame, GArray *items, GArray *positions_doc)
{
  const PnLayerPose *layer;
  const PnPinPose *pin;

  for (Walk walk = {0}; next_pin (frame, &walk, &layer, &pin);) {
    PnVec2 place = place_of (layer, pin);
    g_array_append_val (items, pin->pin->id);
    if (positions_doc != NULL)
      g_array_append_val (positions_doc, place);
  }
}

static gboolean
is_inside (PnTool *tool,
           const PnFrame *frame,
           PnId item,
           const PnAffine *view_from_doc,
           const PnBox *box)
{
  const PnLayerPose *layer;
  const PnPinPose *pin = find_pin (frame, item, &layer);

  return pin != NULL &&
         pn_box_contains (box, pn_affine_apply (view_from_doc, place_of (layer, pin)));
}

static guint
state_of (PnPinState state)
{
  switch (state) {
  case PN_PIN_OFF_MESH:
  case PN_PIN_NOT_FINITE:
    return PN_HANDLE_OFF_MESH;
  case PN_PIN_MERGED:
    return PN_HANDLE_MERGED;
  case PN_PIN_REDUNDANT:
  case PN_PIN_NO_TURN:
    return PN_HANDLE_REDUNDANT;
  case PN_PIN_HOLDS:
  default:
    return 0;
  }
}

static void
add_handles (PnTool *tool, const PnFrame *frame, GArray *handles)
{
  const PnLayerPose *layer;
  const PnPinPose *pin;

  for (Walk walk = {0}; next_pin (frame, &walk, &layer, &pin);) {
    PnHandle handle = {
        .kind = PN_HANDLE_PIN,
        .id = pin->pin->id,
        .state = state_of (pin->state),
        .position_doc = place_of (layer, pin),
        .label = pin->pin->name,
    };
    g_array_append_val (handles, handle);
  }
}

/* --- Operations. */

static JsonObject *
add_pin_operation (JsonArray *operations, const char *name, PnId layer, PnId pin)
{
  JsonObject *operation = pn_operation_add (operations, name);

  pn_operation_set_id (operation, "layer", layer);
  pn_operation_set_id (operation, "pin", pin);
  return operation;
}

static void
add_move (JsonArray *operations,
          const PnFrame *frame,
          PnId layer,
          const PnPin *pin,
          PnVec2 place_doc)
{
  JsonObject *operation = add_pin_operation (operations, "move_pin", layer, pin->id);

  json_object_set_double_member (operation, "frame", frame->frame);
  pn_operation_set_point (operation, place_doc);
}

/* Another place of the artwork to hold; the poses stay as they look. */
static void
add_rest (JsonArray *operations, PnId layer, const PnPin *pin, PnVec2 place_doc)
{
  JsonObject *operation = add_pin_operation (operations, "update_pin", layer, pin->id);

  pn_operation_set_point (operation, place_doc);
  json_object_set_string_member (operation, "space", "rest");
}

/* Position pins have no turn of their own: two and more turn about their middle. */
static gboolean
get_pivot (PnTool *tool, const PnFrame *frame, PnId *item, PnVec2 *pivot_doc)
{
  PnVec2 sum = {0, 0};
  guint n_pins = 0;
  const PnLayerPose *layer;
  const PnPinPose *pin;

  for (Walk walk = {0}; next_pin (frame, &walk, &layer, &pin);) {
    if (!is_selected (tool, pin->pin->id))
      continue;
    sum = pn_vec2_add (sum, place_of (layer, pin));
    *item = pin->pin->id;
    n_pins++;
  }
  if (n_pins < 2)
    return FALSE;
  *pivot_doc = pn_vec2_scale (sum, 1.0 / n_pins);
  return TRUE;
}

static PnAffine
map_of (PnToolDrag *drag)
{
  PnVec2 pivot = drag->pivot_doc;

  switch (drag->grip.kind) {
  case PN_HANDLE_TURN:
    return pn_affine_compose (pivot, pivot, pn_tool_drag_degrees (drag), 1, 1);
  case PN_HANDLE_SCALE:
    drag->factors.x = drag->factors.y = pn_tool_drag_factor (drag, pivot);
    return pn_affine_compose (pivot, pivot, 0, drag->factors.x, drag->factors.y);
  case PN_HANDLE_PIN:
  case PN_HANDLE_LAYER:
  case PN_HANDLE_MARQUEE:
  case PN_HANDLE_PIVOT:
  case PN_HANDLE_CORNER:
  default:
    return pn_affine_compose (pn_tool_drag_delta (drag), pn_vec2 (0, 0), 0, 1, 1);
  }
}

static void
build_drag (PnTool *tool,
            const PnFrame *frame,
            PnToolDrag *drag,
            JsonArray *operations,
            PnToolEffect *effect)
{
  PnAffine map = map_of (drag);
  gboolean is_rigging = pn_tool_is_rigging (tool);
  const PnLayerPose *layer;
  const PnPinPose *pin;

  *effect = is_rigging || pn_tool_sets_keys (tool) ? PN_TOOL_STEP : PN_TOOL_PREVIEW;
  for (Walk walk = {0}; next_pin (frame, &walk, &layer, &pin);) {
    if (!is_selected (tool, pin->pin->id))
      continue;
    PnVec2 place_doc = pn_affine_apply (&map, place_of (layer, pin));
    if (is_rigging)
      add_rest (operations, layer->layer->id, pin->pin, place_doc);
    else
      add_move (operations, frame, layer->layer->id, pin->pin, place_doc);
  }
}

/* Whether it is shown elsewhere than the document has it: a preview posed it. */
static gboolean
is_previewed (PnTool *tool, const PnFrame *frame, const PnPinPose *pin)
{
  const PnRoot *root = pn_session_get_root (pn_view_get_session (pn_tool_get_view (tool)));
  PnVec2 kept = pn_root_sample (root, PN_TARGET_PIN, pin->pin->id, PN_PROPERTY_POSITION,
                                frame->frame, pin->pin->position_layer);

  return memcmp (&kept, &pin->target_layer, sizeof kept) != 0;
}

/* A key for the last of several pins that were posed one after the other would lose the others. */
static void
build_key (PnTool *tool, const PnFrame *frame, JsonArray *operations)
{
  const PnLayerPose *layer;
  const PnPinPose *pin;

  for (Walk walk = {0}; next_pin (frame, &walk, &layer, &pin);)
    if (is_selected (tool, pin->pin->id) || is_previewed (tool, frame, pin))
      add_move (operations, frame, layer->layer->id, pin->pin, place_of (layer, pin));
}

static PnId
layer_of (const PnRoot *root, PnId pin)
{
  const PnLayer *layer = NULL;

  pn_root_find_pin (root, pin, &layer);
  return layer != NULL ? layer->id : 0;
}

static void
build_delete (PnTool *tool,
              const PnRoot *root,
              const PnId *items,
              guint n_items,
              JsonArray *operations)
{
  for (guint i = 0; i < n_items; i++)
    add_pin_operation (operations, "delete_pin", layer_of (root, items[i]), items[i]);
}

static void
build_rename (PnTool *tool, PnId item, const char *name, JsonArray *operations)
{
  JsonObject *operation = add_pin_operation (
      operations, "update_pin", layer_of (pn_view_get_root (pn_tool_get_view (tool)), item), item);
  json_object_set_string_member (operation, "name", name);
}

/* --- Adding. */

/* The layer worked on, if the point is on it, else the front-most one. */
static const PnLayerPose *
layer_at (PnTool *tool, const PnFrame *frame, PnVec2 point_doc)
{
  PnPictureCache *pictures = pn_ops_context_get_pictures (pn_tool_get_context (tool));
  const PnLayerPose *active =
      pn_pick_find (frame, pn_view_get_active_layer (pn_tool_get_view (tool)));

  if (active != NULL && pn_pick_is_open (frame, active) &&
      pn_pick_covers (active, pictures, point_doc, NULL))
    return active;
  return pn_pick_layer (frame, pictures, point_doc, NULL);
}

/* A place of the artwork at rest. The first pin makes the rig: one operation, so one step. */
static JsonObject *
pin_operation (const PnLayer *layer, double frame, PnVec2 rest_layer)
{
  JsonObject *operation = json_object_new (), *pin = operation;

  json_object_set_string_member (operation, "op",
                                 layer->puppet != NULL ? "add_pin" : "create_puppet_rig");
  pn_operation_set_id (operation, "layer", layer->id);
  if (layer->puppet != NULL) {
    json_object_set_double_member (operation, "frame", frame);
  } else {
    JsonArray *pins = json_array_new ();
    pin = json_object_new ();
    json_array_add_object_element (pins, pin);
    json_object_set_array_member (operation, "pins", pins);
  }
  pn_operation_set_point (pin, rest_layer);
  json_object_set_string_member (pin, "space", "layer");
  return operation;
}

static void
try_pin (PnPuppetTool *self, PnId layer, JsonObject *operation)
{
  PnTool *tool = PN_TOOL (self);
  PnGesture *gesture =
      pn_tool_begin_gesture (tool, json_object_get_string_member (operation, "op"), NULL);

  self->pressed_layer = layer;
  g_clear_pointer (&self->adding, json_object_unref);
  self->adding = json_object_ref (operation);
  if (!pn_gesture_update (gesture, operation, &self->refusal))
    pn_tool_cancel_gesture (tool);
}

static void
press_nothing (PnTool *tool, const PnFrame *frame, PnVec2 point_doc)
{
  PnPuppetTool *self = PN_PUPPET_TOOL (tool);
  const PnLayerPose *pose = layer_at (tool, frame, point_doc);
  PnVec2 rest;

  g_clear_error (&self->refusal);
  if (pose == NULL ||
      !pn_pick_covers (pose, pn_ops_context_get_pictures (pn_tool_get_context (tool)), point_doc,
                       &rest))
    return;
  g_autoptr (JsonObject) operation = pin_operation (pose->layer, frame->frame, rest);
  try_pin (self, pose->layer->id, operation);
}

/* A pin a little beside the artwork is welcome where the layer worked on has a mesh for it. */
static void
press_beside (PnPuppetTool *self, const PnFrame *frame, PnVec2 point_doc)
{
  PnTool *tool = PN_TOOL (self);
  const PnLayerPose *pose =
      pn_pick_find (frame, pn_view_get_active_layer (pn_tool_get_view (tool)));

  if (pose == NULL || pose->layer->puppet == NULL) {
    pn_tool_say (tool, _ ("There is no artwork here. Click on the part that the pin is to hold."));
    return;
  }
  g_autoptr (JsonArray) operations = json_array_new ();
  JsonObject *operation = pn_operation_add (operations, "add_pin");
  pn_operation_set_id (operation, "layer", pose->layer->id);
  if (pn_tool_is_rigging (tool))
    json_object_set_string_member (operation, "space", "rest");
  else
    json_object_set_double_member (operation, "frame", frame->frame);
  pn_operation_set_point (operation, point_doc);
  try_pin (self, pose->layer->id, operation);
}

/* A pose that is to be left by keys needs one to start from, or the first drag at another frame would
 * move the pin at every frame. The gesture is done anew with a key of the pin, whose id is the same
 * again. */
static void
key_new_pin (PnPuppetTool *self, const PnFrame *frame, const PnPin *pin)
{
  g_autoptr (JsonArray) operations = json_array_new ();
  GError *error = NULL;

  json_array_add_object_element (operations, json_object_ref (self->adding));
  JsonObject *key = add_pin_operation (operations, "move_pin", self->pressed_layer, pin->id);
  json_object_set_double_member (key, "frame", frame->frame);
  pn_operation_set_point (key, pin->position_layer);
  json_object_set_string_member (key, "space", "layer");
  if (!pn_gesture_update_all (pn_tool_get_gesture (PN_TOOL (self)), operations, &error))
    pn_tool_say_error (PN_TOOL (self), error);
}

static gboolean
click_nothing (PnTool *tool, const PnFrame *frame, PnVec2 point_doc, double far_doc)
{
  PnPuppetTool *self = PN_PUPPET_TOOL (tool);
  PnView *view = pn_tool_get_view (tool);

  if (pn_tool_get_gesture (tool) == NULL && self->refusal == NULL) {
    if (pn_pick_is_far (frame, point_doc, far_doc)) {
      pn_view_clear_selection (view);
      return FALSE;
    }
    press_beside (self, frame, point_doc);
  }
  if (self->refusal != NULL)
    return pn_tool_say_error (tool, g_steal_pointer (&self->refusal));
  if (pn_tool_get_gesture (tool) == NULL)
    return FALSE;

  const PnRoot *root = pn_view_get_root (view);
  const PnLayer *layer = pn_root_find_layer (root, self->pressed_layer, NULL, NULL);
  const PnPin *pin = layer->puppet->pins.items[layer->puppet->pins.n_items - 1];
  PnId id = pin->id;
  if (pn_tool_sets_keys (tool) &&
      pn_root_find_track (root, PN_TARGET_PIN, id, PN_PROPERTY_POSITION) == NULL)
    key_new_pin (self, frame, pin);
  pn_view_select_pin (view, id, PN_SELECT_ONLY);
  return pn_tool_commit_gesture (tool);
}

static char *
get_hint (PnTool *tool)
{
  if (pn_tool_is_rigging (tool))
    return g_strdup (
        _ ("Rigging. Click on artwork adds a pin; drag a pin to where it is to hold the "
           "artwork."));
  return g_strdup (_ ("Click on artwork adds a pin. Drag a pin to pose; Shift selects several."));
}

static void
pn_puppet_tool_finalize (GObject *object)
{
  g_clear_error (&PN_PUPPET_TOOL (object)->refusal);
  g_clear_pointer (&PN_PUPPET_TOOL (object)->adding, json_object_unref);
  G_OBJECT_CLASS (pn_puppet_tool_parent_class)->finalize (object);
}

static void
pn_puppet_tool_class_init (PnPuppetToolClass *klass)
{
  PnToolClass *tool_class = PN_TOOL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = pn_puppet_tool_finalize;
  tool_class->item_kind = PN_HANDLE_PIN;
  tool_class->move_operation = "move_pin";
  tool_class->rest_operation = "update_pin";
  tool_class->delete_operation = "delete_pin";
  tool_class->rename_operation = "update_pin";
  tool_class->key_operation = "move_pin";
  tool_class->no_pivot =
      N_ ("A position pin has no turn of its own. Select two or more to turn them about their "
          "middle.");
  tool_class->take = take;
  tool_class->take_next = take_next;
  tool_class->can_erase = can_erase;
  tool_class->is_selected = is_selected;
  tool_class->select = select_item;
  tool_class->get_selected = get_selected;
  tool_class->list = list;
  tool_class->is_inside = is_inside;
  tool_class->add_handles = add_handles;
  tool_class->get_pivot = get_pivot;
  tool_class->build_drag = build_drag;
  tool_class->build_key = build_key;
  tool_class->build_delete = build_delete;
  tool_class->build_rename = build_rename;
  tool_class->press_nothing = press_nothing;
  tool_class->click_nothing = click_nothing;
  tool_class->get_hint = get_hint;
}

static void
pn_puppet_tool_init (PnPuppetTool *self)
{
}

PnTool *
pn_puppet_tool_new (PnOpsContext *context, PnView *view)
{
  PnTool *tool = g_object_new (PN_TYPE_PUPPET_TOOL, NULL);

  pn_tool_set_up (tool, context, view);
  return tool;
}
