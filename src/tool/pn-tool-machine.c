/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machine of every tool:
 *
 *   idle --press--> pressed --release--> click
 *                      |
 *                      +--motion beyond the slop--> moving, from an item
 *                      |                            marquee, from anywhere else
 *   idle --press of the eraser--> erasing
 *
 * Moving and erasing are one gesture each. Escape puts back what there was, and then the rest of
 * the sequence is nobody's (spent). A move that makes no step holds its transaction open all the
 * same, so that nothing changes the document under it, and shows its root as the view's preview.
 */
#include <math.h>

#include "pn-tool-state-private.h"

gboolean
pn_tool_can_begin (PnTool *self)
{
  PnSession *session = pn_view_get_session (pn_tool_get_view (self));

  return !pn_tool_is_busy (self) && !pn_history_is_open (pn_session_get_history (session));
}

static void
update_hover (PnTool *self, const PnPointerEvent *event)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  const PnFrame *frame = event->kind != PN_POINTER_LEAVE ? pn_tool_get_frame (self) : NULL;
  PnToolGrip hover = {0};

  if (frame != NULL)
    hover = PN_TOOL_GET_CLASS (self)->take (self, frame, event);
  if (hover.kind == priv->hover.kind && hover.id == priv->hover.id &&
      hover.corner == priv->hover.corner)
    return;
  priv->hover = hover;
  pn_tool_emit_changed (self);
}

/* More looks along the way of one event than this a jump does not get. */
#define ERASER_LOOKS_MAX 256

static void
erase_at (PnTool *self, const PnPointerEvent *event)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  PnToolClass *klass = PN_TOOL_GET_CLASS (self);
  const PnFrame *frame = pn_tool_get_frame (self);
  PnToolGrip grip = {0};
  g_autoptr (JsonArray) operations = json_array_new ();
  GError *error = NULL;

  if (frame != NULL)
    grip = klass->take (self, frame, event);
  if (grip.id == 0 || grip.kind != klass->item_kind)
    return;
  g_array_append_val (priv->erased, grip.id);
  klass->build_delete (self, priv->start->root, (const PnId *)(gpointer)priv->erased->data,
                       priv->erased->len, operations);
  if (!pn_gesture_update_all (priv->gesture, operations, &error)) {
    g_array_set_size (priv->erased, priv->erased->len - 1);
    pn_tool_say_error (self, error);
  }
}

/* The eraser takes what it passes over, all in one step; also between two events that are far from
 * each other. */
static void
erase_along (PnTool *self, PnVec2 from_doc, const PnPointerEvent *event)
{
  PnVec2 way = pn_vec2_sub (event->position_doc, from_doc);
  double n_looks = ceil (pn_vec2_length (way) / pn_tool_reach (event));
  int n = (int)CLAMP (n_looks, 1, ERASER_LOOKS_MAX);

  for (int i = 1; i <= n; i++) {
    PnPointerEvent look = *event;
    look.position_doc = pn_vec2_mix (from_doc, event->position_doc, (double)i / n);
    erase_at (self, &look);
  }
}

static void
press (PnTool *self, const PnPointerEvent *event)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  PnToolClass *klass = PN_TOOL_GET_CLASS (self);
  const PnFrame *frame = pn_tool_get_frame (self);

  g_clear_pointer (&priv->said, g_free);
  priv->stage = PN_TOOL_SPENT;
  if (frame == NULL || (event->buttons & PN_BUTTON_SECONDARY) || !pn_tool_can_begin (self))
    return;
  priv->pressed = *event;
  priv->now_doc = event->position_doc;
  if (event->device == PN_DEVICE_ERASER) {
    if (!klass->can_erase (self))
      return;
    priv->stage = PN_TOOL_ERASING;
    g_array_set_size (priv->erased, 0);
    pn_tool_begin_from_here (self, klass->delete_operation, NULL);
    erase_at (self, event);
    return;
  }
  priv->stage = PN_TOOL_PRESSED;
  priv->grip = klass->take (self, frame, event);
  if (priv->grip.id == 0 && klass->press_nothing != NULL && !(event->modifiers & PN_MODIFIER_SHIFT))
    klass->press_nothing (self, frame, event->position_doc);
}

/* An item becomes selected, and goes along with the others that are. With Alt they turn. */
static void
begin_from_press (PnTool *self)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  PnToolClass *klass = PN_TOOL_GET_CLASS (self);
  PnToolGrip grip = priv->grip;

  if (grip.kind == klass->item_kind) {
    if (!klass->is_selected (self, grip.id))
      klass->select (self, grip.id,
                     priv->pressed.modifiers & PN_MODIFIER_SHIFT ? PN_SELECT_ADD : PN_SELECT_ONLY);
    if (priv->pressed.modifiers & PN_MODIFIER_ALT)
      grip.kind = PN_HANDLE_TURN;
  }
  priv->stage = pn_tool_begin_drag (self, grip, NULL) ? PN_TOOL_MOVING : PN_TOOL_SPENT;
}

/* Whether the press became a drag, of either kind. */
static void
leave_slop (PnTool *self, const PnPointerEvent *event)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  PnVec2 moved = pn_vec2_sub (event->position_doc, priv->pressed.position_doc);
  double slop = PN_TOOL_SLOP * event->doc_per_view;

  if (pn_vec2_dot (moved, moved) <= slop * slop)
    return;
  pn_tool_cancel_gesture (self);
  if (priv->grip.id == 0)
    priv->stage = PN_TOOL_MARQUEE;
  else
    begin_from_press (self);
}

static void
motion (PnTool *self, const PnPointerEvent *event)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  PnVec2 before_doc = priv->now_doc;

  priv->now_doc = event->position_doc;
  if (priv->stage == PN_TOOL_PRESSED)
    leave_slop (self, event);
  if (priv->stage == PN_TOOL_MOVING) {
    pn_tool_follow (self, event->position_doc, event->modifiers);
    if (!priv->drag.has_amount)
      pn_tool_update_drag (self);
  } else if (priv->stage == PN_TOOL_ERASING) {
    erase_along (self, before_doc, event);
  }
  pn_tool_emit_changed (self);
}

static void
click (PnTool *self, const PnPointerEvent *event)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  PnToolClass *klass = PN_TOOL_GET_CLASS (self);
  const PnFrame *frame = pn_tool_get_frame (self);
  gboolean adds = (priv->pressed.modifiers & PN_MODIFIER_SHIFT) != 0;
  guint n_selected;

  if (frame == NULL)
    return;
  if (priv->grip.id == 0) {
    if (!adds)
      klass->click_nothing (self, frame, priv->pressed.position_doc,
                            PN_TOOL_FAR * priv->pressed.doc_per_view);
    return;
  }
  if (priv->grip.kind != klass->item_kind)
    return;
  klass->get_selected (self, &n_selected);
  PnId item = priv->grip.id;
  if (!adds && n_selected == 1 && klass->is_selected (self, item))
    item = klass->take_next (self, frame, &priv->pressed, item);
  klass->select (self, item, adds ? PN_SELECT_TOGGLE : PN_SELECT_ONLY);
}

/* The marquee is a rectangle of the view, however the canvas is turned. */
PnBox
pn_tool_marquee_box (PnTool *self, const PnAffine *view_from_doc)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  PnBox box = pn_box_empty ();

  pn_box_add_point (&box, pn_affine_apply (view_from_doc, priv->pressed.position_doc));
  pn_box_add_point (&box, pn_affine_apply (view_from_doc, priv->now_doc));
  return box;
}

static void
select_in_marquee (PnTool *self)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  PnToolClass *klass = PN_TOOL_GET_CLASS (self);
  const PnFrame *frame = pn_tool_get_frame (self);
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (PnId));
  PnAffine view_from_doc = pn_view_view_from_doc (priv->view);
  PnBox box = pn_tool_marquee_box (self, &view_from_doc);

  if (frame == NULL)
    return;
  klass->list (self, frame, items, NULL);
  if (!(priv->pressed.modifiers & PN_MODIFIER_SHIFT))
    pn_view_clear_selection (priv->view);
  for (guint i = 0; i < items->len; i++) {
    PnId item = g_array_index (items, PnId, i);
    if (klass->is_inside (self, frame, item, &view_from_doc, &box))
      klass->select (self, item, PN_SELECT_ADD);
  }
}

static void
release (PnTool *self, const PnPointerEvent *event)
{
  PnToolPrivate *priv = pn_tool_get_state (self);

  /* Where the tip left is part of the drag. */
  if (pn_tool_is_busy (self))
    motion (self, event);
  PnToolStage stage = priv->stage;
  priv->stage = PN_TOOL_IDLE;
  switch (stage) {
  case PN_TOOL_PRESSED:
    click (self, event);
    /* What a click did not keep was for a drag to see. */
    pn_tool_cancel_gesture (self);
    break;
  case PN_TOOL_MOVING:
    pn_tool_end_drag (self);
    break;
  case PN_TOOL_MARQUEE:
    select_in_marquee (self);
    break;
  case PN_TOOL_ERASING:
    pn_tool_commit_gesture (self);
    break;
  case PN_TOOL_IDLE:
  case PN_TOOL_SPENT:
  default:
    break;
  }
  update_hover (self, event);
  pn_tool_emit_changed (self);
}

gboolean
pn_tool_abandon (PnTool *self)
{
  PnToolPrivate *priv = pn_tool_get_state (self);

  if (!pn_tool_is_busy (self))
    return FALSE;
  pn_tool_cancel_gesture (self);
  priv->stage = PN_TOOL_SPENT;
  pn_tool_emit_changed (self);
  return TRUE;
}

void
pn_tool_event (PnTool *self, const PnPointerEvent *event)
{
  PnToolPrivate *priv;

  g_return_if_fail (PN_IS_TOOL (self));

  priv = pn_tool_get_state (self);
  if (priv->device != event->device) {
    priv->device = event->device;
    pn_tool_emit_changed (self);
  }
  switch (event->kind) {
  case PN_POINTER_PRESS:
    pn_tool_abandon (self);
    press (self, event);
    pn_tool_emit_changed (self);
    break;
  case PN_POINTER_MOTION:
    if (pn_tool_is_busy (self))
      motion (self, event);
    break;
  case PN_POINTER_RELEASE:
    release (self, event);
    break;
  case PN_POINTER_CANCEL:
    pn_tool_abandon (self);
    priv->stage = PN_TOOL_IDLE;
    break;
  case PN_POINTER_HOVER:
  case PN_POINTER_LEAVE:
  default:
    if (priv->stage == PN_TOOL_SPENT)
      priv->stage = PN_TOOL_IDLE;
    if (priv->stage == PN_TOOL_IDLE)
      update_hover (self, event);
  }
}

gboolean
pn_tool_is_busy (PnTool *self)
{
  g_return_val_if_fail (PN_IS_TOOL (self), FALSE);

  return pn_tool_get_state (self)->stage != PN_TOOL_IDLE &&
         pn_tool_get_state (self)->stage != PN_TOOL_SPENT;
}

/* --- Commands during a gesture; the others are in pn-tool-commands.c. */

gboolean
pn_tool_cancel (PnTool *self)
{
  PnToolPrivate *priv;

  g_return_val_if_fail (PN_IS_TOOL (self), FALSE);

  priv = pn_tool_get_state (self);
  if (pn_tool_abandon (self))
    return TRUE;
  if (!pn_view_has_preview (priv->view))
    return FALSE;
  pn_view_set_preview (priv->view, NULL);
  return TRUE;
}

gboolean
pn_tool_finish (PnTool *self)
{
  PnToolPrivate *priv;

  g_return_val_if_fail (PN_IS_TOOL (self), FALSE);

  priv = pn_tool_get_state (self);
  PnToolStage stage = priv->stage;
  if (stage != PN_TOOL_MOVING && stage != PN_TOOL_ERASING)
    return FALSE;
  priv->stage = PN_TOOL_SPENT;
  gboolean done = stage == PN_TOOL_MOVING ? pn_tool_end_drag (self) : pn_tool_commit_gesture (self);
  pn_tool_emit_changed (self);
  return done;
}

gboolean
pn_tool_set_amount (PnTool *self, double amount)
{
  PnToolPrivate *priv;

  g_return_val_if_fail (PN_IS_TOOL (self), FALSE);

  priv = pn_tool_get_state (self);
  if (priv->stage != PN_TOOL_MOVING || !isfinite (amount))
    return FALSE;
  priv->drag.has_amount = TRUE;
  priv->drag.amount = amount;
  gboolean done = pn_tool_update_drag (self);
  pn_tool_emit_changed (self);
  return done;
}
