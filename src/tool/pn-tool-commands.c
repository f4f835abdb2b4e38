/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What keys do without a pointer. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-tool-state-private.h"

/* One step from operations that are ready. */
static gboolean
run (PnTool *self, const char *operation, JsonArray *operations)
{
  GError *error = NULL;

  if (json_array_get_length (operations) == 0)
    return FALSE;
  PnGesture *gesture = pn_tool_begin_gesture (self, operation, NULL);
  if (!pn_gesture_update_all (gesture, operations, &error)) {
    pn_tool_cancel_gesture (self);
    return pn_tool_say_error (self, error);
  }
  return pn_tool_commit_gesture (self);
}

/* --- Moving, turning and scaling. */

/* The same as that of the step before where this is the same again, soon after. (transfer full) */
static char *
merge_key_of (PnTool *self, PnHandleKind kind)
{
  PnToolRepeat *repeat = &pn_tool_get_state (self)->repeat;
  gint64 now = repeat->clock ();

  if (kind != repeat->kind || now - repeat->last_us > PN_TOOL_REPEAT_US)
    repeat->serial++;
  repeat->kind = kind;
  repeat->last_us = now;
  return g_strdup_printf ("keys of %p, %u", (gpointer)self, repeat->serial);
}

/* A drag without a pointer. */
static gboolean
drag_by_key (PnTool *self, PnHandleKind kind, PnVec2 delta_doc, double amount)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  guint n_selected;
  const PnId *selected = PN_TOOL_GET_CLASS (self)->get_selected (self, &n_selected);
  if (n_selected == 0)
    return FALSE;

  PnToolGrip grip = {kind, selected[n_selected - 1], 0};
  g_autofree char *merge_key = merge_key_of (self, kind);
  priv->pressed = (PnPointerEvent){0};
  if (!pn_tool_begin_drag (self, grip, merge_key))
    return FALSE;
  priv->drag.to_doc = delta_doc;
  priv->drag.has_amount = kind != PN_TOOL_GET_CLASS (self)->item_kind;
  priv->drag.amount = amount;
  if (pn_tool_update_drag (self))
    return pn_tool_end_drag (self);
  pn_tool_cancel_gesture (self);
  return FALSE;
}

gboolean
pn_tool_nudge (PnTool *self, PnVec2 delta_doc)
{
  guint n_selected;

  g_return_val_if_fail (PN_IS_TOOL (self), FALSE);

  if (!pn_tool_can_begin (self))
    return FALSE;
  PN_TOOL_GET_CLASS (self)->get_selected (self, &n_selected);
  if (n_selected > 0)
    return drag_by_key (self, PN_TOOL_GET_CLASS (self)->item_kind, delta_doc, 0);
  pn_view_set_cursor (pn_tool_get_view (self),
                      pn_vec2_add (pn_view_get_cursor (pn_tool_get_view (self)), delta_doc));
  pn_tool_emit_changed (self);
  return TRUE;
}

gboolean
pn_tool_turn (PnTool *self, double degrees)
{
  g_return_val_if_fail (PN_IS_TOOL (self), FALSE);
  g_return_val_if_fail (isfinite (degrees), FALSE);

  return pn_tool_can_begin (self) && drag_by_key (self, PN_HANDLE_TURN, pn_vec2 (0, 0), degrees);
}

gboolean
pn_tool_scale (PnTool *self, double factor)
{
  g_return_val_if_fail (PN_IS_TOOL (self), FALSE);
  g_return_val_if_fail (isfinite (factor), FALSE);

  return pn_tool_can_begin (self) &&
         drag_by_key (self, PN_HANDLE_SCALE, pn_vec2 (0, 0), 100 * factor);
}

/* --- The rest. */

gboolean
pn_tool_delete (PnTool *self)
{
  PnToolClass *klass;
  g_autoptr (JsonArray) operations = json_array_new ();
  const PnId *items;
  guint n_items;

  g_return_val_if_fail (PN_IS_TOOL (self), FALSE);

  klass = PN_TOOL_GET_CLASS (self);
  if (!pn_tool_can_begin (self))
    return FALSE;
  items = klass->get_selected (self, &n_items);
  klass->build_delete (self, pn_view_get_root (pn_tool_get_view (self)), items, n_items,
                       operations);
  return run (self, klass->delete_operation, operations);
}

gboolean
pn_tool_rename (PnTool *self, const char *name)
{
  PnToolClass *klass;
  g_autoptr (JsonArray) operations = json_array_new ();
  const PnId *items;
  guint n_items;

  g_return_val_if_fail (PN_IS_TOOL (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  klass = PN_TOOL_GET_CLASS (self);
  if (!pn_tool_can_begin (self))
    return FALSE;
  items = klass->get_selected (self, &n_items);
  if (n_items > 0)
    klass->build_rename (self, items[n_items - 1], name, operations);
  return run (self, klass->rename_operation, operations);
}

gboolean
pn_tool_set_key (PnTool *self)
{
  PnToolClass *klass;
  const PnFrame *frame;
  g_autoptr (JsonArray) operations = json_array_new ();

  g_return_val_if_fail (PN_IS_TOOL (self), FALSE);

  klass = PN_TOOL_GET_CLASS (self);
  if (pn_tool_is_rigging (self)) {
    pn_tool_say (self, _ ("Rigging sets no keys. Go on animating first."));
    return FALSE;
  }
  frame = pn_tool_can_begin (self) ? pn_tool_get_frame (self) : NULL;
  if (frame == NULL)
    return FALSE;
  klass->build_key (self, frame, operations);
  return run (self, klass->key_operation, operations);
}

gboolean
pn_tool_walk (PnTool *self, PnWalk walk)
{
  PnToolClass *klass;
  const PnFrame *frame;
  const PnId *selected;
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (PnId));
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (PnVec2));
  guint n_selected, at = 0;

  g_return_val_if_fail (PN_IS_TOOL (self), FALSE);

  klass = PN_TOOL_GET_CLASS (self);
  frame = pn_tool_can_begin (self) ? pn_tool_get_frame (self) : NULL;
  if (frame == NULL)
    return FALSE;
  klass->list (self, frame, items, positions);
  if (items->len == 0)
    return FALSE;
  selected = klass->get_selected (self, &n_selected);
  at = walk == PN_WALK_NEXT ? items->len - 1 : 0;
  for (guint i = 0; n_selected > 0 && i < items->len; i++)
    if (g_array_index (items, PnId, i) == selected[n_selected - 1])
      at = i;
  at = (at + (walk == PN_WALK_NEXT ? 1 : items->len - 1)) % items->len;
  pn_view_set_cursor (pn_tool_get_view (self), g_array_index (positions, PnVec2, at));
  klass->select (self, g_array_index (items, PnId, at), PN_SELECT_ONLY);
  return TRUE;
}

gboolean
pn_tool_insert (PnTool *self)
{
  PnToolClass *klass;
  const PnFrame *frame;
  gboolean done;

  g_return_val_if_fail (PN_IS_TOOL (self), FALSE);

  klass = PN_TOOL_GET_CLASS (self);
  frame =
      pn_tool_can_begin (self) && klass->press_nothing != NULL ? pn_tool_get_frame (self) : NULL;
  if (frame == NULL)
    return FALSE;
  /* From the keyboard nothing is far. */
  klass->press_nothing (self, frame, pn_view_get_cursor (pn_tool_get_view (self)));
  frame = pn_tool_get_frame (self);
  done =
      frame != NULL &&
      klass->click_nothing (self, frame, pn_view_get_cursor (pn_tool_get_view (self)), G_MAXDOUBLE);
  pn_tool_cancel_gesture (self);
  return done;
}
