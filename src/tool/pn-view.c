/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-view-private.h"

/* As far as operations go. */
#define PLAYHEAD_MAX 1e6

G_DEFINE_FINAL_TYPE (PnView, pn_view, G_TYPE_OBJECT)

static GParamSpec *properties[PN_VIEW_N_PROPERTIES];
static guint signals[PN_VIEW_N_SIGNALS];

void
pn_view_emit (PnView *self, PnViewSignal signal)
{
  g_signal_emit (self, signals[signal], 0);
}

void
pn_view_notify (PnView *self, PnViewProperty property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* --- What is shown. */

static const PnRoot *
get_document_root (PnView *self)
{
  return pn_session_get_root (self->session);
}

static const PnRoot *
get_rest_root (PnView *self)
{
  const PnRoot *root = get_document_root (self);

  if (self->rest_of == root)
    return self->rest;
  g_clear_pointer (&self->rest, pn_node_unref);
  g_clear_pointer (&self->rest_of, pn_node_unref);
  self->rest = pn_root_at_rest (root);
  self->rest_of = pn_node_ref (root);
  return self->rest;
}

const PnRoot *
pn_view_get_root (PnView *self)
{
  g_return_val_if_fail (PN_IS_VIEW (self), NULL);

  if (self->mode == PN_VIEW_RIGGING)
    return get_rest_root (self);
  return self->preview != NULL ? self->preview : get_document_root (self);
}

void
pn_view_set_preview (PnView *self, const PnRoot *root)
{
  g_return_if_fail (PN_IS_VIEW (self));

  if (root == get_document_root (self))
    root = NULL;
  if (root == self->preview)
    return;
  PnRoot *old = self->preview;
  self->preview = root != NULL ? pn_node_ref (root) : NULL;
  if (old != NULL)
    pn_node_unref (old);
  pn_view_emit (self, PN_VIEW_SHOWN_CHANGED);
}

gboolean
pn_view_has_preview (PnView *self)
{
  g_return_val_if_fail (PN_IS_VIEW (self), FALSE);

  return self->preview != NULL && self->mode == PN_VIEW_ANIMATING;
}

/* A page of another size, as a first picture makes it, is another place to begin from. */
static void
center_cursor (PnView *self, const PnRoot *from, const PnRoot *to)
{
  if (from->width != to->width || from->height != to->height)
    self->cursor_doc = pn_vec2 (to->width / 2.0, to->height / 2.0);
}

static void
document_changed_cb (PnDocument *document, gpointer from, gpointer to, PnView *self)
{
  center_cursor (self, from, to);
  pn_view_prune_selection (self, to);
  if (self->preview != NULL)
    pn_view_set_preview (self, NULL);
  else
    pn_view_emit (self, PN_VIEW_SHOWN_CHANGED);
}

/* --- Plain state. */

double
pn_view_get_playhead (PnView *self)
{
  g_return_val_if_fail (PN_IS_VIEW (self), 0);

  return self->playhead;
}

void
pn_view_set_playhead (PnView *self, double frame)
{
  g_return_if_fail (PN_IS_VIEW (self));
  g_return_if_fail (!isnan (frame));

  frame = floor (CLAMP (frame, 0, PLAYHEAD_MAX) + 0.5);
  if (!(frame < self->playhead) && !(frame > self->playhead))
    return;
  pn_view_set_mode (self, PN_VIEW_ANIMATING);
  self->playhead = frame;
  pn_view_set_preview (self, NULL);
  pn_view_notify (self, PN_VIEW_PROPERTY_PLAYHEAD);
}

gboolean
pn_view_get_auto_key (PnView *self)
{
  g_return_val_if_fail (PN_IS_VIEW (self), FALSE);

  return self->auto_key;
}

void
pn_view_set_auto_key (PnView *self, gboolean auto_key)
{
  g_return_if_fail (PN_IS_VIEW (self));

  if (self->auto_key == !!auto_key)
    return;
  self->auto_key = !!auto_key;
  pn_view_notify (self, PN_VIEW_PROPERTY_AUTO_KEY);
}

PnViewMode
pn_view_get_mode (PnView *self)
{
  g_return_val_if_fail (PN_IS_VIEW (self), PN_VIEW_ANIMATING);

  return self->mode;
}

void
pn_view_set_mode (PnView *self, PnViewMode mode)
{
  g_return_if_fail (PN_IS_VIEW (self));

  if (self->mode == mode)
    return;
  self->mode = mode;
  pn_view_notify (self, PN_VIEW_PROPERTY_MODE);
  pn_view_emit (self, PN_VIEW_SHOWN_CHANGED);
}

PnViewTool
pn_view_get_tool (PnView *self)
{
  g_return_val_if_fail (PN_IS_VIEW (self), PN_VIEW_TOOL_SELECT);

  return self->tool;
}

void
pn_view_set_tool (PnView *self, PnViewTool tool)
{
  g_return_if_fail (PN_IS_VIEW (self));

  if (self->tool == tool)
    return;
  self->tool = tool;
  pn_view_notify (self, PN_VIEW_PROPERTY_TOOL);
}

PnVec2
pn_view_get_cursor (PnView *self)
{
  return self->cursor_doc;
}

void
pn_view_set_cursor (PnView *self, PnVec2 cursor_doc)
{
  g_return_if_fail (PN_IS_VIEW (self));

  self->cursor_doc = cursor_doc;
}

PnSession *
pn_view_get_session (PnView *self)
{
  g_return_val_if_fail (PN_IS_VIEW (self), NULL);

  return self->session;
}

/* --- The object. */

static void
pn_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PnView *self = PN_VIEW (object);

  switch ((PnViewProperty)id) {
  case PN_VIEW_PROPERTY_PLAYHEAD:
    g_value_set_double (value, self->playhead);
    break;
  case PN_VIEW_PROPERTY_AUTO_KEY:
    g_value_set_boolean (value, self->auto_key);
    break;
  case PN_VIEW_PROPERTY_MODE:
    g_value_set_uint (value, self->mode);
    break;
  case PN_VIEW_PROPERTY_TOOL:
    g_value_set_uint (value, self->tool);
    break;
  case PN_VIEW_PROPERTY_ZOOM:
    g_value_set_double (value, self->zoom);
    break;
  case PN_VIEW_PROPERTY_ROTATION:
    g_value_set_double (value, self->rotation_deg);
    break;
  case PN_VIEW_PROPERTY_MIRRORED:
    g_value_set_boolean (value, self->mirrored);
    break;
  case PN_VIEW_N_PROPERTIES:
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
pn_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  PnView *self = PN_VIEW (object);

  switch ((PnViewProperty)id) {
  case PN_VIEW_PROPERTY_PLAYHEAD:
    pn_view_set_playhead (self, g_value_get_double (value));
    break;
  case PN_VIEW_PROPERTY_AUTO_KEY:
    pn_view_set_auto_key (self, g_value_get_boolean (value));
    break;
  case PN_VIEW_PROPERTY_MODE:
    pn_view_set_mode (self, (PnViewMode)g_value_get_uint (value));
    break;
  case PN_VIEW_PROPERTY_TOOL:
    pn_view_set_tool (self, (PnViewTool)g_value_get_uint (value));
    break;
  case PN_VIEW_PROPERTY_ZOOM:
    pn_view_set_zoom (self, g_value_get_double (value));
    break;
  case PN_VIEW_PROPERTY_ROTATION:
    pn_view_set_rotation (self, g_value_get_double (value));
    break;
  case PN_VIEW_PROPERTY_MIRRORED:
    pn_view_set_mirrored (self, g_value_get_boolean (value));
    break;
  case PN_VIEW_N_PROPERTIES:
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
pn_view_dispose (GObject *object)
{
  PnView *self = PN_VIEW (object);

  if (self->session != NULL) {
    pn_history_set_memory (pn_session_get_history (self->session), NULL, NULL, NULL);
    g_clear_signal_handler (&self->changed_handler, pn_session_get_document (self->session));
  }
  g_clear_object (&self->session);
  g_clear_pointer (&self->preview, pn_node_unref);
  g_clear_pointer (&self->rest, pn_node_unref);
  g_clear_pointer (&self->rest_of, pn_node_unref);
  g_clear_pointer (&self->layers, g_array_unref);
  g_clear_pointer (&self->pins, g_array_unref);
  G_OBJECT_CLASS (pn_view_parent_class)->dispose (object);
}

static void
install_properties (GObjectClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PN_VIEW_PROPERTY_PLAYHEAD] =
      g_param_spec_double ("playhead", NULL, NULL, 0, PLAYHEAD_MAX, 0, flags);
  properties[PN_VIEW_PROPERTY_AUTO_KEY] =
      g_param_spec_boolean ("auto-key", NULL, NULL, FALSE, flags);
  properties[PN_VIEW_PROPERTY_MODE] = g_param_spec_uint ("mode", NULL, NULL, PN_VIEW_ANIMATING,
                                                         PN_VIEW_RIGGING, PN_VIEW_ANIMATING, flags);
  properties[PN_VIEW_PROPERTY_TOOL] = g_param_spec_uint (
      "tool", NULL, NULL, PN_VIEW_TOOL_SELECT, PN_VIEW_TOOL_ZOOM, PN_VIEW_TOOL_SELECT, flags);
  properties[PN_VIEW_PROPERTY_ZOOM] =
      g_param_spec_double ("zoom", NULL, NULL, PN_VIEW_ZOOM_MIN, PN_VIEW_ZOOM_MAX, 1, flags);
  properties[PN_VIEW_PROPERTY_ROTATION] =
      g_param_spec_double ("rotation", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
  properties[PN_VIEW_PROPERTY_MIRRORED] =
      g_param_spec_boolean ("mirrored", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (klass, PN_VIEW_N_PROPERTIES, properties);
}

static void
pn_view_class_init (PnViewClass *klass)
{
  static const char *const names[PN_VIEW_N_SIGNALS] = {"selection-changed", "map-changed",
                                                       "shown-changed"};
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = pn_view_dispose;
  object_class->get_property = pn_view_get_property;
  object_class->set_property = pn_view_set_property;
  install_properties (object_class);
  for (guint i = 0; i < PN_VIEW_N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 0);
}

static void
pn_view_init (PnView *self)
{
  self->layers = g_array_new (FALSE, FALSE, sizeof (PnId));
  self->pins = g_array_new (FALSE, FALSE, sizeof (PnId));
  self->zoom = 1;
}

PnView *
pn_view_new (PnSession *session)
{
  PnView *self;
  const PnRoot *root;

  g_return_val_if_fail (PN_IS_SESSION (session), NULL);

  self = g_object_new (PN_TYPE_VIEW, NULL);
  self->session = g_object_ref (session);
  self->changed_handler = g_signal_connect (pn_session_get_document (session), "changed",
                                            G_CALLBACK (document_changed_cb), self);
  pn_history_set_memory (pn_session_get_history (session), pn_view_remember_selection,
                         pn_view_recall_selection, self);
  root = get_document_root (self);
  self->center_doc = self->cursor_doc = pn_vec2 (root->width / 2.0, root->height / 2.0);
  return self;
}
