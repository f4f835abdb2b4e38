/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>

#include "pn-tool-state-private.h"

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (PnTool, pn_tool, G_TYPE_OBJECT)

enum {
  CHANGED,
  MESSAGE,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

PnToolPrivate *
pn_tool_get_state (PnTool *self)
{
  return pn_tool_get_instance_private (self);
}

void
pn_tool_emit_changed (PnTool *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
shown_changed_cb (PnTool *self)
{
  pn_tool_emit_changed (self);
}

/* What keys do from here on is another step. */
static void
selection_changed_cb (PnTool *self)
{
  pn_tool_get_state (self)->repeat.serial++;
  pn_tool_emit_changed (self);
}

/* What was posed at a frame is left there when that goes, or the rest of the drag would pose
 * another. */
static void
playhead_changed_cb (PnTool *self)
{
  pn_tool_finish (self);
  pn_tool_get_state (self)->repeat.serial++;
  pn_tool_emit_changed (self);
}

/* What is dragged stays as far as it got; what is but pressed was meant for what is gone. */
static void
mode_changed_cb (PnTool *self)
{
  pn_tool_finish (self);
  pn_tool_abandon (self);
  pn_tool_get_state (self)->repeat.serial++;
  pn_tool_emit_changed (self);
}

/* --- What subclasses use. */

void
pn_tool_say (PnTool *self, const char *message)
{
  PnToolPrivate *priv = pn_tool_get_state (self);

  if (g_strcmp0 (priv->said, message) == 0)
    return;
  g_free (priv->said);
  priv->said = g_strdup (message);
  g_signal_emit (self, signals[MESSAGE], 0, message);
}

gboolean
pn_tool_say_error (PnTool *self, GError *error)
{
  pn_tool_say (self, error->message);
  g_error_free (error);
  return FALSE;
}

PnOpsContext *
pn_tool_get_context (PnTool *self)
{
  return pn_tool_get_state (self)->context;
}

PnView *
pn_tool_get_view (PnTool *self)
{
  return pn_tool_get_state (self)->view;
}

gboolean
pn_tool_is_rigging (PnTool *self)
{
  return pn_view_get_mode (pn_tool_get_view (self)) == PN_VIEW_RIGGING;
}

gboolean
pn_tool_sets_keys (PnTool *self)
{
  return pn_view_get_auto_key (pn_tool_get_view (self)) && !pn_tool_is_rigging (self);
}

PnGesture *
pn_tool_get_gesture (PnTool *self)
{
  return pn_tool_get_state (self)->gesture;
}

const PnFrame *
pn_tool_get_frame (PnTool *self)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  const PnRoot *root = pn_view_get_root (priv->view);
  double playhead = pn_view_get_playhead (priv->view);
  GError *error = NULL;

  PnFrame *frame = pn_ops_context_evaluate (priv->context, root, playhead, &error);
  g_clear_pointer (&priv->frame, pn_frame_unref);
  priv->frame = frame;
  if (priv->frame == NULL)
    pn_tool_say_error (self, error);
  return priv->frame;
}

static double
reach_of (PnPointerDevice device)
{
  static const double reaches[] = {
      [PN_DEVICE_MOUSE] = PN_TOOL_REACH_MOUSE,
      [PN_DEVICE_PEN] = PN_TOOL_REACH_PEN,
      [PN_DEVICE_ERASER] = PN_TOOL_REACH_PEN,
      [PN_DEVICE_TOUCH] = PN_TOOL_REACH_TOUCH,
  };
  return reaches[device];
}

double
pn_tool_reach (const PnPointerEvent *event)
{
  return reach_of (event->device) * event->doc_per_view;
}

double
pn_tool_get_reach (PnTool *self)
{
  return reach_of (pn_tool_get_state (self)->device);
}

/* --- Gestures. */

PnGesture *
pn_tool_begin_gesture (PnTool *self, const char *operation, const char *merge_key)
{
  PnToolPrivate *priv = pn_tool_get_state (self);

  g_return_val_if_fail (priv->gesture == NULL, NULL);

  g_clear_pointer (&priv->said, g_free);
  if (pn_view_has_preview (priv->view))
    priv->preview = pn_node_ref (pn_view_get_root (priv->view));
  priv->gesture = pn_gesture_begin_joining (priv->context, operation, merge_key);
  return priv->gesture;
}

static void
say_notices (PnTool *self, PnGesture *gesture)
{
  for (guint i = 0; i < pn_gesture_n_results (gesture); i++) {
    JsonObject *result = json_node_get_object (pn_gesture_get_result (gesture, i));
    if (!json_object_has_member (result, "notices"))
      continue;
    JsonArray *notices = json_object_get_array_member (result, "notices");
    for (guint j = 0; j < json_array_get_length (notices); j++)
      pn_tool_say (self, json_array_get_string_element (notices, j));
  }
}

gboolean
pn_tool_commit_gesture (PnTool *self)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  GError *error = NULL;

  say_notices (self, priv->gesture);
  g_clear_pointer (&priv->preview, pn_node_unref);
  g_clear_pointer (&priv->start, pn_frame_unref);
  return pn_gesture_commit (g_steal_pointer (&priv->gesture), &error) ||
         pn_tool_say_error (self, error);
}

void
pn_tool_cancel_gesture (PnTool *self)
{
  PnToolPrivate *priv = pn_tool_get_state (self);

  if (priv->gesture == NULL)
    return;
  pn_gesture_cancel (g_steal_pointer (&priv->gesture));
  pn_view_set_preview (priv->view, priv->preview);
  g_clear_pointer (&priv->preview, pn_node_unref);
  g_clear_pointer (&priv->start, pn_frame_unref);
}

gboolean
pn_tool_begin_from_here (PnTool *self, const char *operation, const char *merge_key)
{
  PnToolPrivate *priv = pn_tool_get_state (self);

  if (pn_tool_get_frame (self) == NULL)
    return FALSE;
  pn_tool_begin_gesture (self, operation, merge_key);
  priv->start = pn_frame_ref (priv->frame);
  return TRUE;
}

/* --- What is to be drawn and said. */

static void
add_marquee (PnTool *self)
{
  PnToolPrivate *priv = pn_tool_get_state (self);
  PnAffine view_from_doc = pn_view_view_from_doc (priv->view);
  PnAffine doc_from_view = pn_view_doc_from_view (priv->view);
  PnBox box = pn_tool_marquee_box (self, &view_from_doc);
  PnHandle handle = {
      .kind = PN_HANDLE_MARQUEE,
      .position_doc = priv->now_doc,
      .corners_doc = {pn_affine_apply (&doc_from_view, pn_vec2 (box.x0, box.y0)),
                      pn_affine_apply (&doc_from_view, pn_vec2 (box.x1, box.y0)),
                      pn_affine_apply (&doc_from_view, pn_vec2 (box.x1, box.y1)),
                      pn_affine_apply (&doc_from_view, pn_vec2 (box.x0, box.y1))},
  };
  g_array_append_val (priv->handles, handle);
}

const PnHandle *
pn_tool_get_handles (PnTool *self, guint *n_handles)
{
  PnToolPrivate *priv;
  PnToolClass *klass;
  const PnFrame *frame;

  g_return_val_if_fail (PN_IS_TOOL (self), NULL);

  priv = pn_tool_get_state (self);
  klass = PN_TOOL_GET_CLASS (self);
  frame = pn_tool_get_frame (self);
  g_array_set_size (priv->handles, 0);
  if (frame != NULL) {
    klass->add_handles (self, frame, priv->handles);
    pn_tool_add_gizmo (self, frame, priv->handles);
  }
  for (guint i = 0; i < priv->handles->len; i++) {
    PnHandle *handle = &g_array_index (priv->handles, PnHandle, i);
    handle->reach = pn_tool_get_reach (self);
    if (klass->is_selected (self, handle->id))
      handle->state |= PN_HANDLE_SELECTED;
    if (handle->kind == priv->hover.kind && handle->id == priv->hover.id &&
        handle->corner == priv->hover.corner)
      handle->state |= PN_HANDLE_HOVER;
  }
  if (priv->stage == PN_TOOL_MARQUEE)
    add_marquee (self);
  *n_handles = priv->handles->len;
  return (const PnHandle *)(gpointer)priv->handles->data;
}

PnId
pn_tool_get_hover (PnTool *self)
{
  g_return_val_if_fail (PN_IS_TOOL (self), 0);

  return pn_tool_get_state (self)->hover.id;
}

char *
pn_tool_get_hint (PnTool *self)
{
  PnToolPrivate *priv;

  g_return_val_if_fail (PN_IS_TOOL (self), NULL);

  priv = pn_tool_get_state (self);
  if (priv->stage == PN_TOOL_MOVING)
    return g_strdup (pn_tool_drag_hint (&priv->drag));
  if (priv->stage == PN_TOOL_MARQUEE)
    return g_strdup (_ ("What lies inside is selected. Shift adds it to the selection."));
  if (priv->stage == PN_TOOL_ERASING)
    return g_strdup (_ ("What the eraser touches goes. Escape brings it back."));
  if (pn_view_has_preview (priv->view))
    return g_strdup_printf (
        _ ("A preview at frame %g: set a key to keep it. It goes when the frame "
           "changes."),
        pn_view_get_playhead (priv->view));
  return PN_TOOL_GET_CLASS (self)->get_hint (self);
}

/* --- The object. */

static void
pn_tool_dispose (GObject *object)
{
  PnTool *self = PN_TOOL (object);
  PnToolPrivate *priv = pn_tool_get_state (self);

  if (priv->view != NULL)
    pn_tool_abandon (self);
  g_clear_object (&priv->view);
  g_clear_pointer (&priv->frame, pn_frame_unref);
  g_clear_pointer (&priv->handles, g_array_unref);
  g_clear_pointer (&priv->erased, g_array_unref);
  g_clear_pointer (&priv->said, g_free);
  g_clear_pointer (&priv->amount, g_free);
  G_OBJECT_CLASS (pn_tool_parent_class)->dispose (object);
}

static void
pn_tool_class_init (PnToolClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pn_tool_dispose;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
pn_tool_init (PnTool *self)
{
  PnToolPrivate *priv = pn_tool_get_state (self);

  priv->handles = g_array_new (FALSE, FALSE, sizeof (PnHandle));
  priv->erased = g_array_new (FALSE, FALSE, sizeof (PnId));
  priv->repeat.clock = g_get_monotonic_time;
}

void
pn_tool_set_up (PnTool *self, PnOpsContext *context, PnView *view)
{
  PnToolPrivate *priv = pn_tool_get_state (self);

  priv->context = context;
  priv->view = g_object_ref (view);
  g_signal_connect_object (view, "shown-changed", G_CALLBACK (shown_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::mode", G_CALLBACK (mode_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::playhead", G_CALLBACK (playhead_changed_cb), self,
                           G_CONNECT_SWAPPED);
}
