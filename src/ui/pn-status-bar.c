/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-status-bar.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "pn-refresh.h"
#include "pn-trace.h"

/* How long a message stays, s: as long as it takes to look there and read it twice. */
#define INFO_SECONDS 6
#define WARNING_SECONDS 12

#define PN_TYPE_STATUS_BAR (pn_status_bar_get_type ())
G_DECLARE_FINAL_TYPE (PnStatusBar, pn_status_bar, PN, STATUS_BAR, GtkWidget)

struct _PnStatusBar {
  GtkWidget parent_instance;

  PnEditor *editor; /* borrowed: the window has it longer */
  GtkWidget *row;
  GtkWidget *hint_lead, *hint_rest;
  GtkWidget *message, *message_icon, *message_text;
  GtkWidget *facts;
  GtkEventController *motion; /* (nullable) borrowed: the window's */
  guint message_source;       /* 0 while the hint shows */
  GdkInputSource source;
  char *device; /* (nullable) the one in hand, by its name */
};

G_DEFINE_FINAL_TYPE (PnStatusBar, pn_status_bar, GTK_TYPE_WIDGET)

/* --- What the tool would do: the first sentence stands out, and loses its full stop. */

static void
show_hint (PnStatusBar *self)
{
  static const char *const ends[] = {". ", "。"};
  g_autofree char *hint = pn_editor_get_hint (self->editor);
  const char *rest = "";

  for (guint i = 0; hint != NULL && i < G_N_ELEMENTS (ends); i++) {
    char *end = strstr (hint, ends[i]);
    if (end == NULL)
      continue;
    rest = end + strlen (ends[i]);
    *end = '\0';
    break;
  }
  pn_refresh_label (self->hint_lead, hint != NULL ? hint : "");
  pn_refresh_label (self->hint_rest, rest);
}

/* --- Messages. */

static const struct {
  const char *css_class;
  const char *icon;
  guint n_seconds;
} kinds[] = {
    [PN_MESSAGE_INFO] = {"info", "pn-info-symbolic", INFO_SECONDS},
    [PN_MESSAGE_WARNING] = {"warning", "pn-warning-symbolic", WARNING_SECONDS},
};

/* A message takes the hint's place, or leaves it again. */
static void
set_message_visible (PnStatusBar *self, gboolean is_visible)
{
  gtk_widget_set_visible (self->message, is_visible);
  gtk_widget_set_visible (self->hint_lead, !is_visible);
  gtk_widget_set_visible (self->hint_rest, !is_visible);
}

static gboolean
message_over_cb (gpointer data)
{
  PnStatusBar *self = data;

  self->message_source = 0;
  set_message_visible (self, FALSE);
  return G_SOURCE_REMOVE;
}

static void
message_cb (PnStatusBar *self, guint kind, const char *text)
{
  const char *classes[] = {"pn-message", NULL, NULL};

  if (kind >= G_N_ELEMENTS (kinds))
    return;
  uint64_t span = pn_trace_begin ();
  classes[1] = kinds[kind].css_class;
  gtk_widget_set_css_classes (self->message, classes);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->message_icon), kinds[kind].icon);
  pn_refresh_label (self->message_text, text);
  pn_refresh_tooltip (self->message_text, text);
  set_message_visible (self, TRUE);
  g_clear_handle_id (&self->message_source, g_source_remove);
  self->message_source = g_timeout_add_seconds (kinds[kind].n_seconds, message_over_cb, self);
  pn_trace_end ("ui.message", span);
}

/* --- Facts. */

static const char *
source_name (GdkInputSource source)
{
  switch (source) {
  case GDK_SOURCE_PEN:
    return _ ("pen");
  case GDK_SOURCE_TOUCHSCREEN:
    return _ ("finger");
  case GDK_SOURCE_TOUCHPAD:
    return _ ("touchpad");
  case GDK_SOURCE_TRACKPOINT:
  case GDK_SOURCE_TABLET_PAD:
  case GDK_SOURCE_KEYBOARD:
  case GDK_SOURCE_MOUSE:
  default:
    return _ ("mouse");
  }
}

static void
show_facts (PnStatusBar *self)
{
  const PnRoot *root = pn_view_get_root (pn_editor_get_view (self->editor));
  const char *vulkan = pn_editor_get_device (self->editor);
  /* Translators: the size of the document, px. In a language that is written from the right put
   * U+2066 before it and U+2069 after it, so that the width stays the first. */
  g_autofree char *size = g_strdup_printf (_ ("%d × %d"), root->width, root->height);
  g_autofree char *hand =
      self->device != NULL
          /* Translators: what is in the artist's hand, and which: "pen: Wacom stylus". */
          ? g_strdup_printf (_ ("%s: %s"), source_name (self->source), self->device)
          : g_strdup (source_name (self->source));
  g_autofree char *facts = vulkan != NULL
                               ? g_strdup_printf ("%s   ·   %s   ·   %s", size, hand, vulkan)
                               : g_strdup_printf ("%s   ·   %s", size, hand);

  pn_refresh_label (self->facts, facts);
  pn_refresh_tooltip (self->facts, facts);
}

/* A mouse has no name that an artist would look for; which pen it is can matter. */
static void
take_device (PnStatusBar *self, GdkDevice *device)
{
  GdkInputSource source = gdk_device_get_source (device);
  const char *name = source == GDK_SOURCE_PEN ? gdk_device_get_name (device) : NULL;

  if (source == self->source && g_strcmp0 (name, self->device) == 0)
    return;
  self->source = source;
  g_free (self->device);
  self->device = g_strdup (name);
  show_facts (self);
}

static void
motion_cb (GtkEventController *controller, double x, double y, gpointer self)
{
  GdkDevice *device = gtk_event_controller_get_current_event_device (controller);

  if (device != NULL)
    take_device (self, device);
}

/* --- Life. */

static void
editor_changed_cb (PnStatusBar *self, guint changes)
{
  uint64_t span = pn_trace_begin ();

  if ((changes & PN_EDITOR_TOOL) != 0)
    show_hint (self);
  if ((changes & (PN_EDITOR_SHOWN | PN_EDITOR_STATE)) != 0)
    show_facts (self);
  pn_trace_end ("ui.status", span);
}

static void
pn_status_bar_root (GtkWidget *widget)
{
  PnStatusBar *self = PN_STATUS_BAR (widget);

  GTK_WIDGET_CLASS (pn_status_bar_parent_class)->root (widget);
  self->motion = gtk_event_controller_motion_new ();
  gtk_event_controller_set_propagation_phase (self->motion, GTK_PHASE_CAPTURE);
  g_signal_connect_object (self->motion, "motion", G_CALLBACK (motion_cb), widget, 0);
  gtk_widget_add_controller (GTK_WIDGET (gtk_widget_get_root (widget)), self->motion);
}

static void
pn_status_bar_unroot (GtkWidget *widget)
{
  PnStatusBar *self = PN_STATUS_BAR (widget);

  gtk_widget_remove_controller (GTK_WIDGET (gtk_widget_get_root (widget)), self->motion);
  self->motion = NULL;
  GTK_WIDGET_CLASS (pn_status_bar_parent_class)->unroot (widget);
}

static void
pn_status_bar_dispose (GObject *object)
{
  PnStatusBar *self = PN_STATUS_BAR (object);

  g_clear_handle_id (&self->message_source, g_source_remove);
  g_clear_pointer (&self->row, gtk_widget_unparent);
  g_clear_pointer (&self->device, g_free);
  G_OBJECT_CLASS (pn_status_bar_parent_class)->dispose (object);
}

static void
pn_status_bar_class_init (PnStatusBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = pn_status_bar_dispose;
  widget_class->root = pn_status_bar_root;
  widget_class->unroot = pn_status_bar_unroot;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_css_name (widget_class, "statusbar");
}

static GtkWidget *
add_label (GtkWidget *box, GtkAccessibleRole role, const char *css_class)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "accessible-role", role, "ellipsize",
                                   PANGO_ELLIPSIZE_END, "xalign", 0.0, NULL);

  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
pn_status_bar_init (PnStatusBar *self)
{
  self->source = GDK_SOURCE_MOUSE;
  /* Side by side, so that where there is too little room the shortest is left whole, which is what
   * the tool would do. */
  self->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  self->hint_lead = add_label (self->row, GTK_ACCESSIBLE_ROLE_LABEL, NULL);
  self->hint_rest = add_label (self->row, GTK_ACCESSIBLE_ROLE_LABEL, "pn-dim");
  self->message = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->message_icon = gtk_image_new ();
  gtk_box_append (GTK_BOX (self->message), self->message_icon);
  self->message_text = add_label (self->message, GTK_ACCESSIBLE_ROLE_STATUS, NULL);
  gtk_widget_set_hexpand (self->hint_rest, TRUE);
  gtk_widget_set_hexpand (self->message, TRUE);
  gtk_box_append (GTK_BOX (self->row), self->message);
  self->facts = add_label (self->row, GTK_ACCESSIBLE_ROLE_LABEL, "pn-dim");
  set_message_visible (self, FALSE);
  gtk_widget_set_parent (self->row, GTK_WIDGET (self));
}

GtkWidget *
pn_status_bar_new (PnEditor *editor)
{
  PnStatusBar *self = g_object_new (PN_TYPE_STATUS_BAR, NULL);

  self->editor = editor;
  gtk_widget_add_css_class (GTK_WIDGET (self), "pn-status");
  g_signal_connect_object (editor, "changed", G_CALLBACK (editor_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (editor, "message", G_CALLBACK (message_cb), self, G_CONNECT_SWAPPED);
  show_hint (self);
  show_facts (self);
  return GTK_WIDGET (self);
}
