/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of a window do to the document: operations, drags and previews, and undo. */
#include "pn-editor-private.h"

#include <glib/gi18n-lib.h>

/* --- Edits. */

static void
say_notices (PnEditor *self, JsonNode *result)
{
  JsonObject *object = json_node_get_object (result);
  if (!json_object_has_member (object, "notices"))
    return;
  JsonArray *notices = json_object_get_array_member (object, "notices");
  for (guint i = 0; i < json_array_get_length (notices); i++)
    pn_editor_say (self, PN_MESSAGE_WARNING, "%s", json_array_get_string_element (notices, i));
}

static gboolean
end_waiting (PnEditor *self, PnDragEnd end)
{
  gboolean has_ended = FALSE;

  g_signal_emit_by_name (self, "end-waiting", (guint)end, &has_ended);
  return has_ended;
}

/* A gesture that waits for a job is another one's than whoever edits now. */
static void
end_all_waiting (PnEditor *self)
{
  while (end_waiting (self, PN_DRAG_KEEP))
    continue;
}

void
pn_editor_end_gestures (PnEditor *self)
{
  g_return_if_fail (PN_IS_EDITOR (self));

  end_all_waiting (self);
  PnTool *tool = pn_editor_get_tool (self);
  pn_editor_drag_end (self, PN_DRAG_KEEP);
  pn_tool_finish (tool);
  /* A press that is no drag yet has done nothing, but may hold a transaction open. */
  if (pn_tool_is_busy (tool))
    pn_tool_cancel (tool);
}

gboolean
pn_editor_run (PnEditor *self, JsonObject *operation, JsonNode **result)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), FALSE);

  g_autoptr (JsonObject) owned = operation;
  GError *error = NULL;
  pn_editor_end_gestures (self);
  g_autoptr (JsonNode) said = pn_operation_run (self->context, owned, &error);
  if (said == NULL) {
    pn_editor_say_error (self, PN_MESSAGE_WARNING, error);
    return FALSE;
  }
  say_notices (self, said);
  if (result != NULL)
    *result = g_steal_pointer (&said);
  return TRUE;
}

/* The gesture under way, or a new one, before which what others do ends. Nobody in the window
 * leaves a step open, so that refusing is for whoever else has the document. */
static gboolean
begin (PnEditor *self, const char *name)
{
  end_all_waiting (self);
  if (self->gesture != NULL)
    return TRUE;
  pn_editor_end_gestures (self);
  if (pn_history_is_open (pn_editor_get_history (self))) {
    pn_editor_say (self, PN_MESSAGE_WARNING, "%s",
                   _ ("Something else is being changed. Let it end, and do this again."));
    return FALSE;
  }
  self->previews = FALSE;
  self->gesture = pn_gesture_begin (self->context, name);
  return TRUE;
}

/* One update of the gesture under way, or of a new one. */
static gboolean
update (PnEditor *self, const char *name, JsonArray *operations)
{
  GError *error = NULL;

  if (!begin (self, name))
    return FALSE;
  if (pn_gesture_update_all (self->gesture, operations, &error))
    return TRUE;
  pn_editor_say_error (self, PN_MESSAGE_WARNING, error);
  return FALSE;
}

gboolean
pn_editor_run_all (PnEditor *self, const char *name, JsonArray *operations)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), FALSE);

  g_autoptr (JsonArray) owned = operations;
  pn_editor_end_gestures (self);
  gboolean is_done = update (self, name, owned);
  pn_editor_drag_end (self, is_done ? PN_DRAG_KEEP : PN_DRAG_CANCEL);
  return is_done;
}

gboolean
pn_editor_drag (PnEditor *self, const char *name, JsonArray *operations)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), FALSE);

  g_autoptr (JsonArray) owned = operations;
  return update (self, name, owned);
}

/* It holds its step open all the same, so that nothing changes the document under it. */
gboolean
pn_editor_preview (PnEditor *self, const char *name, const PnRoot *root, JsonArray *operations)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), FALSE);

  g_autoptr (JsonArray) owned = operations;
  GError *error = NULL;
  if (!begin (self, name))
    return FALSE;
  if (!self->previews && pn_view_has_preview (self->view))
    self->preview = pn_node_ref (pn_view_get_root (self->view));
  self->previews = TRUE;
  g_autoptr (PnRoot) shown = pn_gesture_apply (self->context, owned, root, NULL, &error);
  if (shown == NULL) {
    pn_editor_say_error (self, PN_MESSAGE_WARNING, error);
    return FALSE;
  }
  pn_view_set_preview (self->view, shown);
  return TRUE;
}

static void
end_preview (PnEditor *self, PnGesture *gesture, PnDragEnd end)
{
  g_autoptr (PnRoot) before = g_steal_pointer (&self->preview);
  g_autoptr (PnRoot) shown =
      pn_view_has_preview (self->view) ? pn_node_ref (pn_view_get_root (self->view)) : NULL;

  pn_gesture_cancel (gesture);
  pn_view_set_preview (self->view, end == PN_DRAG_KEEP ? shown : before);
}

void
pn_editor_drag_end (PnEditor *self, PnDragEnd end)
{
  g_return_if_fail (PN_IS_EDITOR (self));

  PnGesture *gesture = g_steal_pointer (&self->gesture);
  GError *error = NULL;
  if (gesture == NULL)
    return;
  if (self->previews) {
    end_preview (self, gesture, end);
    return;
  }
  if (end == PN_DRAG_CANCEL) {
    pn_gesture_cancel (gesture);
    return;
  }
  for (guint i = 0; i < pn_gesture_n_results (gesture); i++)
    say_notices (self, pn_gesture_get_result (gesture, i));
  if (!pn_gesture_commit (gesture, &error))
    pn_editor_say_error (self, PN_MESSAGE_ERROR, error);
}

gboolean
pn_editor_is_dragging (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), FALSE);

  return self->gesture != NULL;
}

gboolean
pn_editor_is_busy (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), FALSE);

  return self->gesture != NULL || pn_tool_is_busy (pn_editor_get_tool (self));
}

void
pn_editor_set_mode (PnEditor *self, PnViewMode mode)
{
  g_return_if_fail (PN_IS_EDITOR (self));

  if (pn_view_get_mode (self->view) == mode)
    return;
  pn_editor_end_gestures (self);
  pn_view_set_mode (self->view, mode);
}

static PnTool *
get_keying_tool (PnEditor *self)
{
  guint n_pins;

  pn_view_get_pins (self->view, &n_pins);
  return n_pins > 0 && !pn_view_has_preview (self->view) ? self->tools[PN_VIEW_TOOL_PUPPET]
                                                         : pn_editor_get_tool (self);
}

gboolean
pn_editor_can_set_key (PnEditor *self)
{
  guint n_layers, n_pins;

  g_return_val_if_fail (PN_IS_EDITOR (self), FALSE);

  if (pn_view_get_mode (self->view) == PN_VIEW_RIGGING)
    return FALSE;
  pn_view_get_layers (self->view, &n_layers);
  pn_view_get_pins (self->view, &n_pins);
  return pn_view_has_preview (self->view) || n_pins > 0 ||
         (n_layers > 0 && self->document_tool != PN_VIEW_TOOL_PUPPET);
}

gboolean
pn_editor_set_key (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), FALSE);

  pn_editor_end_gestures (self);
  return pn_tool_set_key (get_keying_tool (self));
}

typedef gboolean (*HistoryMove) (PnHistory *history, GError **error);

static void
move_in_history (PnEditor *self, HistoryMove move)
{
  GError *error = NULL;
  if (!move (pn_editor_get_history (self), &error))
    pn_editor_say_error (self, PN_MESSAGE_ERROR, error);
}

void
pn_editor_undo (PnEditor *self)
{
  g_return_if_fail (PN_IS_EDITOR (self));

  /* A gesture under way is what undo takes back first. */
  if (end_waiting (self, PN_DRAG_CANCEL) || self->gesture != NULL)
    pn_editor_drag_end (self, PN_DRAG_CANCEL);
  else if (pn_tool_is_busy (pn_editor_get_tool (self)))
    pn_tool_cancel (pn_editor_get_tool (self));
  else if (pn_history_can_undo (pn_editor_get_history (self)))
    move_in_history (self, pn_history_undo);
}

void
pn_editor_redo (PnEditor *self)
{
  g_return_if_fail (PN_IS_EDITOR (self));

  pn_editor_end_gestures (self);
  if (pn_history_can_redo (pn_editor_get_history (self)))
    move_in_history (self, pn_history_redo);
}
