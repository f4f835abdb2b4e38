/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>

#include "pn-command-list.h"
#include "pn-layer-edit.h"

static void
undo (gpointer editor)
{
  pn_editor_undo (editor);
}

static gboolean
can_undo (gpointer editor)
{
  return pn_history_can_undo (pn_editor_get_history (editor));
}

static void
redo (gpointer editor)
{
  pn_editor_redo (editor);
}

static gboolean
can_redo (gpointer editor)
{
  return pn_history_can_redo (pn_editor_get_history (editor));
}

/* --- What is selected. */

static guint
count_pins (gpointer editor)
{
  guint n_pins;

  pn_view_get_pins (pn_editor_get_view (editor), &n_pins);
  return n_pins;
}

static gboolean
has_pins (gpointer editor)
{
  return count_pins (editor) > 0;
}

static const PnLayer *
get_active (gpointer editor)
{
  PnView *view = pn_editor_get_view (editor);

  return pn_root_find_layer (pn_view_get_root (view), pn_view_get_active_layer (view), NULL, NULL);
}

static gboolean
has_layers (gpointer editor)
{
  return get_active (editor) != NULL;
}

static gboolean
has_any_layer (gpointer editor)
{
  return pn_view_get_root (pn_editor_get_view (editor))->layers.n_items > 0;
}

/* The pins of the layer worked on while the tool is about pins; else layers. */
static void
select_all (gpointer editor)
{
  PnView *view = pn_editor_get_view (editor);
  const PnLayer *layer = get_active (editor);

  if (pn_view_get_tool (view) != PN_VIEW_TOOL_PUPPET || layer == NULL || layer->puppet == NULL) {
    pn_layer_edit_select_all (editor);
    return;
  }
  for (guint i = 0; i < layer->puppet->pins.n_items; i++) {
    const PnPin *pin = layer->puppet->pins.items[i];
    if (!pn_view_has_pin (view, pin->id))
      pn_view_select_pin (view, pin->id, PN_SELECT_ADD);
  }
}

static void
deselect_all (gpointer editor)
{
  pn_view_clear_selection (pn_editor_get_view (editor));
}

/* --- Deleting. */

static void
delete_pins (gpointer editor)
{
  PnView *view = pn_editor_get_view (editor);
  JsonArray *operations = json_array_new ();
  guint n_pins;
  const PnId *pins = pn_view_get_pins (view, &n_pins);

  for (guint i = 0; i < n_pins; i++) {
    JsonObject *operation = pn_operation_new ("delete_pin");
    const PnLayer *layer = NULL;
    pn_root_find_pin (pn_view_get_root (view), pins[i], &layer);
    pn_operation_set_id (operation, "layer", layer->id);
    pn_operation_set_id (operation, "pin", pins[i]);
    json_array_add_object_element (operations, operation);
  }
  pn_editor_run_all (editor, "delete_pin", operations);
}

static void
delete_layers (gpointer editor)
{
  pn_layer_edit_remove (editor);
}

/* --- Layers. */

static void
duplicate (gpointer editor)
{
  pn_layer_edit_duplicate (editor);
}

static void
add_group (gpointer editor)
{
  pn_layer_edit_add_group (editor, PN_GROUP_EMPTY);
}

static void
group (gpointer editor)
{
  pn_layer_edit_add_group (editor, PN_GROUP_SELECTED);
}

static void
ungroup (gpointer editor)
{
  pn_layer_edit_ungroup (editor);
}

static gboolean
has_group (gpointer editor)
{
  const PnLayer *layer = get_active (editor);

  return layer != NULL && layer->kind == PN_LAYER_GROUP;
}

#define DEFINE_SHIFT(name, shift)                   \
  static void name (gpointer editor)                \
  {                                                 \
    pn_layer_edit_shift (editor, shift);            \
  }                                                 \
  static gboolean can_##name (gpointer editor)      \
  {                                                 \
    return pn_layer_edit_can_shift (editor, shift); \
  }
DEFINE_SHIFT (raise_layers, PN_SHIFT_RAISE)
DEFINE_SHIFT (lower_layers, PN_SHIFT_LOWER)
DEFINE_SHIFT (raise_to_front, PN_SHIFT_TO_FRONT)
DEFINE_SHIFT (lower_to_back, PN_SHIFT_TO_BACK)
DEFINE_SHIFT (move_into_group, PN_SHIFT_INTO_GROUP)
DEFINE_SHIFT (move_out_of_group, PN_SHIFT_OUT_OF_GROUP)

static gboolean
is_visible (gpointer editor)
{
  const PnLayer *layer = get_active (editor);

  return layer != NULL && layer->visible;
}

static void
toggle_visible (gpointer editor)
{
  pn_layer_edit_set_flag (editor, get_active (editor)->id, "visible", !is_visible (editor));
}

static gboolean
is_locked (gpointer editor)
{
  const PnLayer *layer = get_active (editor);

  return layer != NULL && layer->locked;
}

static void
toggle_locked (gpointer editor)
{
  pn_layer_edit_set_flag (editor, get_active (editor)->id, "locked", !is_locked (editor));
}

static void
select_next_layer (gpointer editor)
{
  pn_layer_edit_select_beside (editor, PN_STEP_NEXT);
}

static void
select_previous_layer (gpointer editor)
{
  pn_layer_edit_select_beside (editor, PN_STEP_PREVIOUS);
}

/* --- Rigs. */

static void
create_rig (gpointer editor)
{
  JsonObject *operation = pn_operation_new ("create_puppet_rig");

  pn_operation_set_id (operation, "layer", get_active (editor)->id);
  pn_editor_run (editor, operation, NULL);
}

static gboolean
can_create_rig (gpointer editor)
{
  const PnLayer *layer = get_active (editor);

  return layer != NULL && layer->kind == PN_LAYER_IMAGE && layer->puppet == NULL;
}

const PnCommandEntry pn_commands_edit[] = {
    {
        .name = "undo",
        .label = N_ ("Undo"),
        .accels = "<Control>z",
        .group = N_ ("Edit"),
        .run = undo,
        .is_enabled = can_undo,
        .needs = N_ ("Nothing was done yet."),
    },
    {
        .name = "redo",
        .label = N_ ("Redo"),
        .accels = "<Control><Shift>z <Control>y",
        .group = N_ ("Edit"),
        .run = redo,
        .is_enabled = can_redo,
        .needs = N_ ("Nothing was undone."),
    },
    {
        .name = "select-all",
        .label = N_ ("Select All"),
        .accels = "<Control>a",
        .group = N_ ("Edit"),
        .keywords = N_ ("layers pins"),
        .scope = PN_COMMAND_CANVAS,
        .run = select_all,
        .is_enabled = has_any_layer,
        .needs = N_ ("Add a picture first."),
    },
    {
        .name = "deselect-all",
        .label = N_ ("Deselect All"),
        .accels = "<Control><Shift>a",
        .group = N_ ("Edit"),
        .keywords = N_ ("none clear"),
        .scope = PN_COMMAND_CANVAS,
        .run = deselect_all,
        .is_enabled = has_layers,
        .needs = N_ ("Nothing is selected."),
    },
    {
        .name = "delete-layers",
        .label = N_ ("Delete Layers"),
        .accels = "Delete BackSpace",
        .group = N_ ("Layer"),
        .keywords = N_ ("remove"),
        .scope = PN_COMMAND_LAYERS,
        .run = delete_layers,
        .is_enabled = has_layers,
        .needs = N_ ("Select a layer first."),
    },
    {
        .name = "duplicate",
        .label = N_ ("Duplicate Layers"),
        .accels = "<Control>d",
        .group = N_ ("Layer"),
        .keywords = N_ ("copy"),
        .run = duplicate,
        .is_enabled = has_layers,
        .needs = N_ ("Select a layer first."),
    },
    {
        .name = "add-group",
        .label = N_ ("Add Group"),
        .group = N_ ("Layer"),
        .keywords = N_ ("new folder"),
        .run = add_group,
    },
    {
        .name = "group",
        .label = N_ ("Group"),
        .accels = "<Control>g",
        .group = N_ ("Layer"),
        .keywords = N_ ("folder"),
        .run = group,
        .is_enabled = has_layers,
        .needs = N_ ("Select a layer first."),
    },
    {
        .name = "ungroup",
        .label = N_ ("Ungroup"),
        .accels = "<Control><Shift>g",
        .group = N_ ("Layer"),
        .keywords = N_ ("take apart folder"),
        .run = ungroup,
        .is_enabled = has_group,
        .needs = N_ ("Select a group first."),
    },
    {
        .name = "raise",
        .label = N_ ("Raise"),
        .accels = "<Control>bracketright",
        .group = N_ ("Layer"),
        .keywords = N_ ("bring forward up front order"),
        .run = raise_layers,
        .is_enabled = can_raise_layers,
        .needs = N_ ("Select a layer that is not in front of all first."),
    },
    {
        .name = "lower",
        .label = N_ ("Lower"),
        .accels = "<Control>bracketleft",
        .group = N_ ("Layer"),
        .keywords = N_ ("send backward down behind order"),
        .run = lower_layers,
        .is_enabled = can_lower_layers,
        .needs = N_ ("Select a layer that is not behind all first."),
    },
    {
        .name = "raise-to-front",
        .label = N_ ("Raise to the Front"),
        .accels = "<Control><Shift>bracketright",
        .group = N_ ("Layer"),
        .keywords = N_ ("bring top order"),
        .run = raise_to_front,
        .is_enabled = can_raise_to_front,
        .needs = N_ ("Select a layer that is not in front of all first."),
    },
    {
        .name = "lower-to-back",
        .label = N_ ("Lower to the Back"),
        .accels = "<Control><Shift>bracketleft",
        .group = N_ ("Layer"),
        .keywords = N_ ("send bottom order"),
        .run = lower_to_back,
        .is_enabled = can_lower_to_back,
        .needs = N_ ("Select a layer that is not behind all first."),
    },
    {
        .name = "into-group",
        .label = N_ ("Move into the Group Beside"),
        .group = N_ ("Layer"),
        .keywords = N_ ("folder"),
        .run = move_into_group,
        .is_enabled = can_move_into_group,
        .needs = N_ ("Select a layer beside a group first."),
    },
    {
        .name = "out-of-group",
        .label = N_ ("Move out of the Group"),
        .group = N_ ("Layer"),
        .keywords = N_ ("folder"),
        .run = move_out_of_group,
        .is_enabled = can_move_out_of_group,
        .needs = N_ ("Select a layer in a group first."),
    },
    {
        .name = "layer-visible",
        .label = N_ ("Visible"),
        .accels = "<Control>h",
        .group = N_ ("Layer"),
        .keywords = N_ ("show hide eye"),
        .run = toggle_visible,
        .is_enabled = has_layers,
        .is_on = is_visible,
        .needs = N_ ("Select a layer first."),
    },
    {
        .name = "layer-locked",
        .label = N_ ("Locked"),
        .accels = "<Control>l",
        .group = N_ ("Layer"),
        .keywords = N_ ("lock unlock protect"),
        .run = toggle_locked,
        .is_enabled = has_layers,
        .is_on = is_locked,
        .needs = N_ ("Select a layer first."),
    },
    {
        .name = "layer-next",
        .label = N_ ("Select the Next Layer"),
        .accels = "Page_Down",
        .group = N_ ("Layer"),
        .keywords = N_ ("below"),
        .run = select_next_layer,
        .is_enabled = has_any_layer,
        .needs = N_ ("Add a picture first."),
    },
    {
        .name = "layer-previous",
        .label = N_ ("Select the Previous Layer"),
        .accels = "Page_Up",
        .group = N_ ("Layer"),
        .keywords = N_ ("above"),
        .run = select_previous_layer,
        .is_enabled = has_any_layer,
        .needs = N_ ("Add a picture first."),
    },
    {
        .name = "create-rig",
        .label = N_ ("Create a Puppet Rig"),
        .group = N_ ("Rigging"),
        .keywords = N_ ("mesh pins puppet"),
        .run = create_rig,
        .is_enabled = can_create_rig,
        .needs = N_ ("Select a picture without a rig first."),
    },
    {
        .name = "delete-pins",
        .label = N_ ("Delete Pins"),
        .accels = "Delete BackSpace",
        .group = N_ ("Rigging"),
        .keywords = N_ ("remove"),
        .scope = PN_COMMAND_PINS,
        .run = delete_pins,
        .is_enabled = has_pins,
        .needs = N_ ("Select a pin first."),
    },
    {0},
};
