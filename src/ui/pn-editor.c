/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-editor-private.h"

#include <glib/gi18n-lib.h>

#include "pn-idle-work.h"
#include "pn-player.h"
#include "pn-prepared-pin.h"
#include "pn-settings.h"
#include "pn-timeline-model.h"
#include "pn-trace.h"

/* Before GTK draws, and after the events that are there. */
#define CHANGED_PRIORITY (G_PRIORITY_HIGH_IDLE + 5)

/* Bytes of frames that were played: at 1080p sixty of them, or 240 of half the size each way. */
#define FRAME_BUDGET ((gsize)512 << 20)

G_DEFINE_FINAL_TYPE (PnEditor, pn_editor, G_TYPE_OBJECT)

enum {
  CHANGED,
  MESSAGE,
  END_WAITING,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

/* --- Ahead of a click. */

static gboolean
prepare_pin (gpointer data)
{
  PnEditor *self = data;
  const PnRoot *root = pn_session_get_root (self->session);
  const PnLayer *layer =
      pn_root_find_layer (root, pn_view_get_active_layer (self->view), NULL, NULL);

  self->prepares = layer != NULL && pn_view_get_tool (self->view) == PN_VIEW_TOOL_PUPPET &&
                   !pn_editor_is_busy (self) &&
                   pn_ops_context_prepare_pin (self->context, root, layer) > 0;
  return self->prepares;
}

static void
prepare_when_idle (PnEditor *self)
{
  if (self->prepares)
    return;
  self->prepares = TRUE;
  pn_idle_work (G_OBJECT (self), prepare_pin);
}

/* --- Word of changes. */

static gboolean
emit_changed_cb (gpointer data)
{
  PnEditor *self = data;
  guint changes = self->changes;
  uint64_t span = pn_trace_begin ();

  self->source = 0;
  self->changes = 0;
  g_object_ref (self);
  g_signal_emit (self, signals[CHANGED], 0, changes);
  if (changes & (PN_EDITOR_SHOWN | PN_EDITOR_TOOL))
    prepare_when_idle (self);
  g_object_unref (self);
  pn_trace_end ("ui.changed", span);
  return G_SOURCE_REMOVE;
}

void
pn_editor_touch (PnEditor *self, guint changes)
{
  g_return_if_fail (PN_IS_EDITOR (self));

  self->changes |= changes;
  if (self->source == 0)
    self->source = g_idle_add_full (CHANGED_PRIORITY, emit_changed_cb, self, NULL);
}

static void
shown_changed_cb (PnEditor *self)
{
  pn_editor_touch (self, PN_EDITOR_SHOWN | PN_EDITOR_TOOL);
}

static void
selection_changed_cb (PnEditor *self)
{
  pn_editor_touch (self, PN_EDITOR_SELECTION | PN_EDITOR_TOOL);
}

static void
map_changed_cb (PnEditor *self)
{
  pn_editor_touch (self, PN_EDITOR_MAP | PN_EDITOR_TOOL);
}

static void
history_changed_cb (PnEditor *self)
{
  pn_editor_touch (self, PN_EDITOR_HISTORY);
}

static void
tool_changed_cb (PnEditor *self)
{
  pn_editor_touch (self, PN_EDITOR_TOOL);
}

/* What was dragged at another frame stays there. */
static void
playhead_changed_cb (PnEditor *self)
{
  pn_editor_drag_end (self, PN_DRAG_KEEP);
  pn_editor_touch (self, PN_EDITOR_PLAYHEAD | PN_EDITOR_TOOL);
}

static void
auto_key_changed_cb (PnEditor *self)
{
  pn_editor_touch (self, PN_EDITOR_STATE);
}

/* Whoever changed it: time that moves does as well. */
static void
mode_changed_cb (PnEditor *self)
{
  if (pn_view_get_mode (self->view) == PN_VIEW_RIGGING)
    pn_editor_say (
        self, PN_MESSAGE_INFO, "%s",
        _ ("Rigging: all is at rest, and what you move is its rest. Nothing sets a key."));
  else
    pn_editor_say (self, PN_MESSAGE_INFO, "%s",
                   pn_view_get_auto_key (self->view)
                       ? _ ("Animating: what you pose gets a key at the playhead.")
                       : _ ("Animating: what you pose is a preview until you set a key."));
  pn_editor_touch (self, PN_EDITOR_STATE | PN_EDITOR_TOOL);
}

static void
tool_message_cb (PnEditor *self, const char *message)
{
  pn_editor_say (self, PN_MESSAGE_WARNING, "%s", message);
}

/* The tools that are put away have nothing under way. */
static void
view_tool_changed_cb (PnEditor *self)
{
  PnViewTool in_hand = pn_view_get_tool (self->view);

  if (in_hand < PN_VIEW_N_DOCUMENT_TOOLS)
    self->document_tool = in_hand;
  PnTool *tool = pn_editor_get_tool (self);
  for (guint i = 0; i < PN_VIEW_N_DOCUMENT_TOOLS; i++)
    if (self->tools[i] != tool && pn_tool_is_busy (self->tools[i]))
      pn_tool_cancel (self->tools[i]);
  pn_editor_touch (self, PN_EDITOR_TOOL | PN_EDITOR_STATE);
}

void
pn_editor_say (PnEditor *self, PnMessageKind kind, const char *format, ...)
{
  g_return_if_fail (PN_IS_EDITOR (self));

  va_list values;
  va_start (values, format);
  g_autofree char *text = g_strdup_vprintf (format, values);
  va_end (values);
  g_signal_emit (self, signals[MESSAGE], 0, (guint)kind, text);
}

void
pn_editor_say_error (PnEditor *self, PnMessageKind kind, GError *error)
{
  pn_editor_say (self, kind, "%s", error->message);
  g_error_free (error);
}

/* --- Parts. */

PnSession *
pn_editor_get_session (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), NULL);

  return self->session;
}

PnHistory *
pn_editor_get_history (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), NULL);

  return pn_session_get_history (self->session);
}

PnView *
pn_editor_get_view (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), NULL);

  return self->view;
}

PnOpsContext *
pn_editor_get_context (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), NULL);

  return self->context;
}

PnTool *
pn_editor_get_tool (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), NULL);

  return self->tools[self->document_tool];
}

PnViewTool
pn_editor_get_document_tool (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), PN_VIEW_TOOL_SELECT);

  return self->document_tool;
}

/* What is dragged when it comes stays in the tool's hands, and was what the key was held for. */
void
pn_editor_hold_hand (PnEditor *self)
{
  g_return_if_fail (PN_IS_EDITOR (self));

  self->is_hand_held = TRUE;
  self->is_hand_used = pn_tool_is_busy (pn_editor_get_tool (self));
  pn_editor_touch (self, PN_EDITOR_TOOL);
}

gboolean
pn_editor_let_go_of_hand (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), FALSE);

  self->is_hand_held = FALSE;
  pn_editor_touch (self, PN_EDITOR_TOOL);
  return self->is_hand_used;
}

gboolean
pn_editor_is_hand_held (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), FALSE);

  return self->is_hand_held;
}

void
pn_editor_use_hand (PnEditor *self)
{
  g_return_if_fail (PN_IS_EDITOR (self));

  self->is_hand_used = TRUE;
}

char *
pn_editor_get_hint (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), NULL);

  switch (pn_view_get_tool (self->view)) {
  case PN_VIEW_TOOL_HAND:
    return g_strdup (_ ("Drag to move the view. Holding Space does the same with any tool."));
  case PN_VIEW_TOOL_ZOOM:
    return g_strdup (_ ("Click to come nearer, with Alt to go away; drag sideways for any zoom."));
  case PN_VIEW_TOOL_SELECT:
  case PN_VIEW_TOOL_PUPPET:
  default:
    return pn_tool_get_hint (pn_editor_get_tool (self));
  }
}

PnFrameCache *
pn_editor_get_frame_cache (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), NULL);

  return self->frames;
}

PnPlayer *
pn_editor_get_player (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), NULL);

  return self->player;
}

PnTimelineModel *
pn_editor_get_timeline (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), NULL);

  return self->timeline;
}

/* Everyone asks at every event, and the user is told once. */
static void
say_unshown (PnEditor *self, const PnRoot *root, GError *error)
{
  if (self->unshown == root) {
    g_error_free (error);
    return;
  }
  g_clear_pointer (&self->unshown, pn_node_unref);
  self->unshown = pn_node_ref (root);
  pn_editor_say_error (self, PN_MESSAGE_WARNING, error);
}

const PnFrame *
pn_editor_get_frame (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), NULL);

  const PnRoot *root = pn_view_get_root (self->view);
  GError *error = NULL;
  PnFrame *frame =
      pn_ops_context_evaluate (self->context, root, pn_view_get_playhead (self->view), &error);
  g_clear_pointer (&self->frame, pn_frame_unref);
  self->frame = frame;
  if (frame == NULL)
    say_unshown (self, root, error);
  return frame;
}

const PnLayerPose *
pn_editor_get_pose (PnEditor *self, PnId layer)
{
  const PnFrame *frame = pn_editor_get_frame (self);

  for (guint i = 0; frame != NULL && i < frame->n_layers; i++)
    if (frame->layers[i].layer->id == layer)
      return &frame->layers[i];
  return NULL;
}

/* --- What shows. */

PnMeshDisplay
pn_editor_get_mesh_display (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), PN_MESH_OFF);

  return self->mesh_display;
}

void
pn_editor_set_mesh_display (PnEditor *self, PnMeshDisplay display)
{
  g_return_if_fail (PN_IS_EDITOR (self));

  if (self->mesh_display == display)
    return;
  self->mesh_display = display;
  pn_editor_touch (self, PN_EDITOR_STATE);
}

const char *
pn_editor_get_device (PnEditor *self)
{
  g_return_val_if_fail (PN_IS_EDITOR (self), NULL);

  return self->device;
}

void
pn_editor_set_device (PnEditor *self, const char *text)
{
  g_return_if_fail (PN_IS_EDITOR (self));

  if (g_strcmp0 (self->device, text) == 0)
    return;
  g_free (self->device);
  self->device = g_strdup (text);
  pn_editor_touch (self, PN_EDITOR_STATE);
}

/* --- Life. */

static void
pn_editor_dispose (GObject *object)
{
  PnEditor *self = PN_EDITOR (object);

  if (self->session != NULL)
    pn_editor_drag_end (self, PN_DRAG_CANCEL);
  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_object (&self->timeline);
  g_clear_object (&self->player);
  for (guint i = 0; i < PN_VIEW_N_DOCUMENT_TOOLS; i++)
    g_clear_object (&self->tools[i]);
  g_clear_object (&self->frames);
  g_clear_object (&self->view);
  g_clear_pointer (&self->frame, pn_frame_unref);
  g_clear_pointer (&self->unshown, pn_node_unref);
  g_clear_pointer (&self->context, pn_ops_context_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (pn_editor_parent_class)->dispose (object);
}

static void
pn_editor_finalize (GObject *object)
{
  g_free (PN_EDITOR (object)->device);
  G_OBJECT_CLASS (pn_editor_parent_class)->finalize (object);
}

static void
pn_editor_class_init (PnEditorClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->dispose = pn_editor_dispose;
  object_class->finalize = pn_editor_finalize;
  signals[CHANGED] = g_signal_new ("changed", PN_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[MESSAGE] = g_signal_new ("message", PN_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_STRING);
  signals[END_WAITING] =
      g_signal_new ("end-waiting", PN_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0,
                    g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1, G_TYPE_UINT);
}

static void
pn_editor_init (PnEditor *self)
{
  self->mesh_display = PN_MESH_OUTLINE;
  self->frames = pn_frame_cache_new (FRAME_BUDGET);
}

static void
apply_undo_budget (PnEditor *self)
{
  gsize megabytes = (gsize)g_settings_get_int (pn_settings_get (), "undo-megabytes");

  pn_history_set_budget (pn_editor_get_history (self), megabytes << 20);
}

static void
watch (PnEditor *self, gpointer source, const char *signal, GCallback callback)
{
  g_signal_connect_object (source, signal, callback, self, G_CONNECT_SWAPPED);
}

PnEditor *
pn_editor_new (PnSession *session, PnTaskPool *pool)
{
  g_return_val_if_fail (PN_IS_SESSION (session), NULL);

  PnEditor *self = g_object_new (PN_TYPE_EDITOR, NULL);
  self->session = g_object_ref (session);
  self->context = pn_ops_context_new (session, pool, PN_GPU_ANY, PN_SAVE_AT_END);
  self->view = pn_view_new (session);
  self->tools[PN_VIEW_TOOL_SELECT] = pn_select_tool_new (self->context, self->view);
  self->tools[PN_VIEW_TOOL_PUPPET] = pn_puppet_tool_new (self->context, self->view);
  self->player = pn_player_new (self);
  self->timeline = pn_timeline_model_new (self);
  g_settings_bind (pn_settings_get (), "auto-key", self->view, "auto-key", G_SETTINGS_BIND_DEFAULT);
  g_signal_connect_object (pn_settings_get (), "changed::undo-megabytes",
                           G_CALLBACK (apply_undo_budget), self, G_CONNECT_SWAPPED);
  apply_undo_budget (self);
  watch (self, self->view, "shown-changed", G_CALLBACK (shown_changed_cb));
  watch (self, self->view, "selection-changed", G_CALLBACK (selection_changed_cb));
  watch (self, self->view, "map-changed", G_CALLBACK (map_changed_cb));
  watch (self, self->view, "notify::playhead", G_CALLBACK (playhead_changed_cb));
  watch (self, self->view, "notify::auto-key", G_CALLBACK (auto_key_changed_cb));
  watch (self, self->view, "notify::mode", G_CALLBACK (mode_changed_cb));
  watch (self, self->view, "notify::tool", G_CALLBACK (view_tool_changed_cb));
  watch (self, pn_session_get_history (session), "changed", G_CALLBACK (history_changed_cb));
  for (guint i = 0; i < PN_VIEW_N_DOCUMENT_TOOLS; i++) {
    watch (self, self->tools[i], "changed", G_CALLBACK (tool_changed_cb));
    watch (self, self->tools[i], "message", G_CALLBACK (tool_message_cb));
  }
  return self;
}
