/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drags of what is selected: by an item, by a handle beside it, or by keys. What the pointer did
 * becomes a distance, an angle or a factor here; what that does to an item, the tool knows. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-tool-state-private.h"

/* With Shift an item turns in such steps, degrees. */
#define TURN_STEP 15.0

/* The handles that turn and scale are so far from the pivot, view px; farther for a device that
 * takes handles from farther away, or one would be in the way of the other. */
#define GIZMO_RADIUS 34.0
#define GIZMO_REACHES 2.5

/* --- What the pointer did. */

PnVec2
pn_tool_drag_delta (const PnToolDrag *drag)
{
  PnVec2 delta = pn_vec2_sub (drag->to_doc, drag->from_doc);
  double length = pn_vec2_length (delta);

  if (!drag->has_amount)
    return delta;
  /* Back where it began, a drag has no direction: it goes to the right. */
  return length > 0 ? pn_vec2_scale (delta, drag->amount / length) : pn_vec2 (drag->amount, 0);
}

double
pn_tool_drag_degrees (const PnToolDrag *drag)
{
  if (drag->has_amount)
    return drag->amount;
  if (drag->modifiers & PN_MODIFIER_SHIFT)
    return TURN_STEP * floor (drag->turned_deg / TURN_STEP + 0.5);
  return drag->turned_deg;
}

double
pn_tool_drag_factor (const PnToolDrag *drag, PnVec2 place_doc)
{
  PnVec2 before = pn_vec2_sub (drag->from_doc, place_doc);
  PnVec2 now = pn_vec2_sub (drag->to_doc, place_doc);
  double square = pn_vec2_dot (before, before);
  double factor = square > 0 ? pn_vec2_dot (now, before) / square : 1;

  if (drag->has_amount)
    factor = drag->amount / 100;
  return fabs (factor) < PN_TOOL_FACTOR_LEAST ? copysign (PN_TOOL_FACTOR_LEAST, factor) : factor;
}

void
pn_tool_follow (PnTool *self, PnVec2 to_doc, guint modifiers)
{
  PnToolDrag *drag = &pn_tool_get_state (self)->drag;
  PnVec2 before = pn_vec2_sub (drag->to_doc, drag->pivot_doc);
  PnVec2 now = pn_vec2_sub (to_doc, drag->pivot_doc);

  drag->turned_deg += atan2 (pn_vec2_cross (before, now), pn_vec2_dot (before, now)) * (180 / G_PI);
  drag->to_doc = to_doc;
  drag->modifiers = modifiers;
}

const char *
pn_tool_drag_hint (const PnToolDrag *drag)
{
  switch (drag->grip.kind) {
  case PN_HANDLE_TURN:
    return _ ("Shift turns in steps of 15 degrees. A number and Return set the degrees.");
  case PN_HANDLE_SCALE:
    return _ ("Escape puts it back. A number and Return set the size in per cent.");
  case PN_HANDLE_CORNER:
    return _ ("Shift changes width and height apart, Alt scales about the anchor. A number and "
              "Return set the size in per cent.");
  case PN_HANDLE_PIVOT:
    return _ ("The anchor moves, the artwork stays. Escape puts it back.");
  case PN_HANDLE_PIN:
  case PN_HANDLE_LAYER:
  case PN_HANDLE_MARQUEE:
  default:
    return _ ("Escape puts it back. A number and Return set how far it goes.");
  }
}

/* How far it went, in the knob's own measure. (transfer full) (nullable) */
static char *
say_amount (const PnToolDrag *drag)
{
  double width = 100 * drag->factors.x, height = 100 * drag->factors.y;

  switch (drag->grip.kind) {
  case PN_HANDLE_TURN:
    /* A rounded 0 has no sign. */
    return g_strdup_printf (_ ("%.1f°"), round (10 * pn_tool_drag_degrees (drag)) / 10 + 0.0);
  case PN_HANDLE_SCALE:
  case PN_HANDLE_CORNER:
    if (fabs (width - height) < 0.05)
      return g_strdup_printf (_ ("%.1f %%"), width);
    return g_strdup_printf (_ ("%.1f × %.1f %%"), width, height);
  case PN_HANDLE_PIN:
  case PN_HANDLE_LAYER:
  case PN_HANDLE_MARQUEE:
  case PN_HANDLE_PIVOT:
  default:
    return NULL;
  }
}

/* --- The drag as the tool's gesture. */

gboolean
pn_tool_begin_drag (PnTool *self, PnToolGrip grip, const char *merge_key)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  PnToolClass *klass = PN_TOOL_GET_CLASS (self);
  const PnFrame *frame = pn_tool_get_frame (self);
  PnToolDrag drag = {
      .grip = grip,
      .from_doc = priv->pressed.position_doc,
      .to_doc = priv->pressed.position_doc,
      .factors = {1, 1},
  };
  PnId item;

  if (frame == NULL)
    return FALSE;
  if (!klass->get_pivot (self, frame, &item, &drag.pivot_doc) && grip.kind != klass->item_kind) {
    pn_tool_say (self, _ (klass->no_pivot));
    return FALSE;
  }
  priv->drag = drag;
  priv->effect = PN_TOOL_STEP;
  return pn_tool_begin_from_here (
      self, pn_tool_is_rigging (self) ? klass->rest_operation : klass->move_operation, merge_key);
}

gboolean
pn_tool_update_drag (PnTool *self)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  g_autoptr (JsonArray) operations = json_array_new ();
  GError *error = NULL;

  PN_TOOL_GET_CLASS (self)->build_drag (self, priv->start, &priv->drag, operations, &priv->effect);
  if (priv->effect == PN_TOOL_STEP)
    return pn_gesture_update_all (priv->gesture, operations, &error) ||
           pn_tool_say_error (self, error);

  g_autoptr (PnRoot) root =
      pn_gesture_apply (priv->context, operations, priv->start->root, NULL, &error);
  if (root == NULL)
    return pn_tool_say_error (self, error);
  pn_view_set_preview (priv->view, root);
  return TRUE;
}

gboolean
pn_tool_end_drag (PnTool *self)
{
  PnToolPrivate *priv = pn_tool_get_state (self);

  if (priv->effect == PN_TOOL_STEP)
    return pn_tool_commit_gesture (self);

  /* Nothing came of the transaction; what is shown now stays. */
  g_clear_pointer (&priv->preview, pn_node_unref);
  if (pn_view_has_preview (priv->view))
    priv->preview = pn_node_ref (pn_view_get_root (priv->view));
  pn_tool_cancel_gesture (self);
  return TRUE;
}

/* --- The handles beside the items. */

/* The knob that is dragged goes with the pointer: round the pivot, or to and from it. */
static void
follow_pointer (const PnToolDrag *drag, const PnAffine *view_from_doc, PnVec2 *knob_view)
{
  PnVec2 pivot = pn_affine_apply (view_from_doc, drag->pivot_doc);
  PnVec2 away = pn_vec2_sub (*knob_view, pivot);
  PnVec2 now = pn_vec2_sub (pn_affine_apply (view_from_doc, drag->to_doc), pivot);
  double radius = pn_vec2_length (away), distance = pn_vec2_length (now);

  if (drag->grip.kind == PN_HANDLE_SCALE)
    now = pn_vec2_scale (away, pn_vec2_dot (now, away) / (radius * radius));
  else if (distance > 0)
    now = pn_vec2_scale (now, radius / distance);
  *knob_view = pn_vec2_add (pivot, now);
}

static void
add_knob (PnTool *self, PnHandleKind kind, PnId item, PnVec2 pivot_doc, GArray *handles)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  PnAffine view_from_doc = pn_view_view_from_doc (priv->view);
  PnAffine doc_from_view = pn_view_doc_from_view (priv->view);
  PnVec2 knob = pn_affine_apply (&view_from_doc, pivot_doc);
  double radius = MAX (GIZMO_RADIUS, GIZMO_REACHES * pn_tool_get_reach (self));

  if (kind == PN_HANDLE_TURN)
    knob.x += radius;
  else
    knob.y -= radius;
  if (priv->stage == PN_TOOL_MOVING && priv->drag.grip.kind == kind && !priv->drag.has_amount)
    follow_pointer (&priv->drag, &view_from_doc, &knob);
  PnHandle handle = {
      .kind = kind,
      .id = item,
      .position_doc = pn_affine_apply (&doc_from_view, knob),
      .pivot_doc = pivot_doc,
  };
  g_array_append_val (handles, handle);
}

/* While one of them is dragged, none but the pivot is in the way of what one looks at; and it says
 * how far it went. */
static void
keep_dragged (PnToolPrivate *priv, GArray *handles, guint first)
{
  const PnToolGrip *grip = &priv->drag.grip;

  g_free (priv->amount);
  priv->amount = say_amount (&priv->drag);
  for (guint i = handles->len; i-- > first;) {
    PnHandle *handle = &g_array_index (handles, PnHandle, i);
    if (handle->kind == grip->kind && handle->corner == grip->corner)
      handle->label = priv->amount;
    else if (handle->kind != PN_HANDLE_PIVOT)
      g_array_remove_index (handles, i);
  }
}

void
pn_tool_add_gizmo (PnTool *self, const PnFrame *frame, GArray *handles)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  PnToolClass *klass = PN_TOOL_GET_CLASS (self);
  guint n_before = handles->len;
  PnVec2 pivot_doc;
  PnId item;

  if (!klass->get_pivot (self, frame, &item, &pivot_doc))
    return;
  if (klass->add_gizmo != NULL)
    klass->add_gizmo (self, frame, handles);
  add_knob (self, PN_HANDLE_TURN, item, pivot_doc, handles);
  add_knob (self, PN_HANDLE_SCALE, item, pivot_doc, handles);
  if (priv->stage == PN_TOOL_MOVING)
    keep_dragged (priv, handles, n_before);
}

/* The pivot lies on the artwork that a hand wants to move, so half the reach has to do. */
static double
reach_for (const PnHandle *handle, const PnPointerEvent *event)
{
  return pn_tool_reach (event) * (handle->kind == PN_HANDLE_PIVOT ? 0.5 : 1);
}

PnToolGrip
pn_tool_take_gizmo (PnTool *self, const PnFrame *frame, const PnPointerEvent *event)
{
  g_autoptr (GArray) handles = g_array_new (FALSE, FALSE, sizeof (PnHandle));
  PnToolGrip nearest = {0};
  double least = G_MAXDOUBLE;

  pn_tool_add_gizmo (self, frame, handles);
  for (guint i = 0; i < handles->len; i++) {
    const PnHandle *handle = &g_array_index (handles, PnHandle, i);
    double distance = pn_vec2_length (pn_vec2_sub (handle->position_doc, event->position_doc));
    if (distance > reach_for (handle, event) || distance >= least)
      continue;
    least = distance;
    nearest = (PnToolGrip){handle->kind, handle->id, handle->corner};
  }
  return nearest;
}
