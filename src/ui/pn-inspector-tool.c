/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-inspector-private.h"

#include <glib/gi18n-lib.h>

#include "pn-refresh.h"
#include "pn-trace.h"

#define PN_TYPE_INSPECTOR_TOOL (pn_inspector_tool_get_type ())
G_DECLARE_FINAL_TYPE (PnInspectorTool, pn_inspector_tool, PN, INSPECTOR_TOOL, GtkBox)

struct _PnInspectorTool {
  GtkBox parent_instance;

  PnEditor *editor;
  GtkWidget *name, *hint, *mesh, *keys, *mirror;
};

G_DEFINE_FINAL_TYPE (PnInspectorTool, pn_inspector_tool, GTK_TYPE_BOX)

/* --- Showing. */

static const char *
name_of (PnViewTool tool)
{
  switch (tool) {
  case PN_VIEW_TOOL_PUPPET:
    return _ ("Puppet Pins");
  case PN_VIEW_TOOL_HAND:
    return _ ("Hand");
  case PN_VIEW_TOOL_ZOOM:
    return _ ("Zoom");
  case PN_VIEW_TOOL_SELECT:
  default:
    return _ ("Select");
  }
}

static void
refresh (PnInspectorTool *self)
{
  PnView *view = pn_editor_get_view (self->editor);
  PnViewTool tool = pn_view_get_tool (view);
  g_autofree char *hint = pn_editor_get_hint (self->editor);

  pn_refresh_label (self->name, name_of (tool));
  pn_refresh_label (self->hint, hint);
  gtk_widget_set_visible (self->mesh, tool == PN_VIEW_TOOL_PUPPET);
  gtk_widget_set_visible (self->keys, tool < PN_VIEW_N_DOCUMENT_TOOLS);
  gtk_widget_set_sensitive (self->keys, pn_view_get_mode (view) == PN_VIEW_ANIMATING);
  gtk_widget_set_visible (self->mirror, tool >= PN_VIEW_N_DOCUMENT_TOOLS);
}

static void
editor_changed_cb (PnInspectorTool *self, guint changes)
{
  uint64_t span = pn_trace_begin ();

  if ((changes & (PN_EDITOR_TOOL | PN_EDITOR_STATE)) && gtk_widget_get_mapped (GTK_WIDGET (self)))
    refresh (self);
  pn_trace_end ("ui.inspector-tool", span);
}

/* --- Building. */

static GtkWidget *
add_switch (PnInspectorTool *self, PnCommands *commands, const char *name, const char *command)
{
  GtkWidget *row = pn_inspector_row_new (name);
  GtkWidget *control = pn_commands_switch (commands, command);

  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row), control);
  gtk_box_append (GTK_BOX (self), row);
  return row;
}

static GtkWidget *
add_mesh (PnInspectorTool *self, PnCommands *commands)
{
  static const struct {
    const char *command, *label;
  } displays[] = {
      /* Translators: of the mesh on the canvas. */
      {"mesh-off", N_ ("Off")},
      {"mesh-outline", N_ ("Outline")},
      {"mesh-full", N_ ("Full")},
  };
  GtkWidget *row = pn_inspector_row_new (_ ("Mesh"));
  GtkWidget *segments = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (segments, "pn-segments");
  for (guint i = 0; i < G_N_ELEMENTS (displays); i++) {
    GtkWidget *button = pn_commands_button (commands, displays[i].command, NULL);
    gtk_button_set_label (GTK_BUTTON (button), _ (displays[i].label));
    gtk_box_append (GTK_BOX (segments), button);
  }
  gtk_box_append (GTK_BOX (row), segments);
  gtk_box_append (GTK_BOX (self), row);
  return row;
}

static void
build (PnInspectorTool *self, PnCommands *commands)
{
  self->name = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->name), 0);
  gtk_widget_add_css_class (self->name, "pn-heading");
  gtk_box_append (GTK_BOX (self), self->name);
  self->mesh = add_mesh (self, commands);
  self->keys = add_switch (self, commands, _ ("Auto-key"), "auto-key");
  gtk_widget_add_css_class (gtk_widget_get_last_child (self->keys), "pn-record");
  self->mirror = add_switch (self, commands, _ ("Mirrored view"), "mirror-view");
  self->hint = pn_inspector_hint_new ();
  gtk_widget_remove_css_class (self->hint, "pn-empty");
  gtk_widget_add_css_class (self->hint, "pn-dim");
  gtk_box_append (GTK_BOX (self), self->hint);
  gtk_widget_add_css_class (GTK_WIDGET (self), "inspector-page");
}

/* --- Life. */

static void
pn_inspector_tool_dispose (GObject *object)
{
  g_clear_object (&PN_INSPECTOR_TOOL (object)->editor);
  G_OBJECT_CLASS (pn_inspector_tool_parent_class)->dispose (object);
}

static void
pn_inspector_tool_class_init (PnInspectorToolClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_inspector_tool_dispose;
}

static void
pn_inspector_tool_init (PnInspectorTool *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
}

GtkWidget *
pn_inspector_tool_new (PnEditor *editor, PnCommands *commands)
{
  PnInspectorTool *self = g_object_new (PN_TYPE_INSPECTOR_TOOL, NULL);

  self->editor = g_object_ref (editor);
  build (self, commands);
  refresh (self);
  g_signal_connect_object (editor, "changed", G_CALLBACK (editor_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "map", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
