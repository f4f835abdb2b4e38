/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-options-bar.h"

#include <glib/gi18n-lib.h>

#include "pn-fold-row.h"
#include "pn-refresh.h"
#include "pn-trace.h"

/* The parts of the bar, of which each tool has some. */
typedef struct {
  PnEditor *editor; /* borrowed */
  GtkWidget *mode, *mesh, *keys, *set_key, *view;
} OptionsBar;

typedef struct {
  const char *command;
  const char *label;
} Segment;

static void
add_separator (GtkWidget *part)
{
  gtk_box_append (GTK_BOX (part), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
}

/* Without a class the name is not seen. A bar that is too narrow folds parts with a rank. */
static GtkWidget *
build_part (PnFoldRow *bar,
            const char *name,
            const char *label_class,
            guint rank,
            const char *const *commands)
{
  GtkWidget *part =
      g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, "spacing", 6, NULL);

  if (label_class != NULL) {
    GtkWidget *label = gtk_label_new (name);
    gtk_widget_add_css_class (label, label_class);
    gtk_box_append (GTK_BOX (part), label);
  }
  pn_fold_row_add (bar, part, PN_FOLD_START, rank, commands);
  gtk_accessible_update_property (GTK_ACCESSIBLE (part), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return part;
}

static void
add_segments (GtkWidget *part, PnCommands *commands, const Segment *segments, guint n_segments)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "pn-segments");
  gtk_box_append (GTK_BOX (part), box);
  for (guint i = 0; i < n_segments; i++) {
    GtkWidget *button = pn_commands_button (commands, segments[i].command, NULL);
    gtk_button_set_label (GTK_BUTTON (button), _ (segments[i].label));
    gtk_box_append (GTK_BOX (box), button);
  }
}

static GtkWidget *
build_mode (PnFoldRow *bar, PnCommands *commands)
{
  static const Segment modes[] = {
      /* Translators: what moving something on the canvas does: it changes the rest, or poses. */
      {"mode-rig", N_ ("Rig")},
      {"mode-animate", N_ ("Animate")},
  };
  GtkWidget *part = build_part (bar, _ ("Rigging or animating"), NULL, 0, NULL);

  add_segments (part, commands, modes, G_N_ELEMENTS (modes));
  add_separator (part);
  return part;
}

static GtkWidget *
build_mesh (PnFoldRow *bar, PnCommands *commands)
{
  static const Segment modes[] = {
      /* Translators: of the mesh on the canvas. */
      {"mesh-off", N_ ("Off")},
      {"mesh-outline", N_ ("Outline")},
      {"mesh-full", N_ ("Full")},
  };
  static const char *const names[] = {"mesh-off", "mesh-outline", "mesh-full", NULL};
  GtkWidget *part = build_part (bar, _ ("Mesh"), "pn-dim", 1, names);

  add_segments (part, commands, modes, G_N_ELEMENTS (modes));
  add_separator (part);
  return part;
}

static GtkWidget *
build_keys (OptionsBar *self, PnFoldRow *bar, PnCommands *commands)
{
  GtkWidget *part = build_part (bar, _ ("Auto-key"), "pn-strong", 0, NULL);
  GtkWidget *auto_key = pn_commands_switch (commands, "auto-key");

  gtk_widget_add_css_class (auto_key, "pn-record");
  gtk_widget_set_valign (auto_key, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (part), auto_key);
  /* A pose that is but shown wants a key, or goes with the frame. */
  self->set_key = pn_commands_button (commands, "key-set", NULL);
  gtk_widget_add_css_class (self->set_key, "suggested-action");
  gtk_box_append (GTK_BOX (part), self->set_key);
  return part;
}

/* What moves the view has a button each, for a hand that holds a pen. */
static GtkWidget *
build_view (PnFoldRow *bar, PnCommands *commands)
{
  static const Segment modes[] = {
      /* Translators: of the view of the document. */
      {"zoom-fit", N_ ("Fit")},
      {"zoom-100", N_ ("100 %")},
      {"turn-back", N_ ("Upright")},
      {"mirror-view", N_ ("Mirrored")},
  };
  static const char *const names[] = {"zoom-fit", "zoom-100", "turn-back", "mirror-view", NULL};
  GtkWidget *part = build_part (bar, _ ("View"), "pn-dim", 1, names);

  add_segments (part, commands, modes, G_N_ELEMENTS (modes));
  return part;
}

static void
refresh (OptionsBar *self)
{
  PnView *view = pn_editor_get_view (self->editor);
  PnViewTool tool = pn_view_get_tool (view);
  gboolean edits = tool == PN_VIEW_TOOL_SELECT || tool == PN_VIEW_TOOL_PUPPET;

  gboolean is_rigging = pn_view_get_mode (view) == PN_VIEW_RIGGING;

  gtk_widget_set_visible (self->mode, edits);
  gtk_widget_set_visible (self->mesh, tool == PN_VIEW_TOOL_PUPPET);
  gtk_widget_set_visible (self->keys, edits);
  gtk_widget_set_sensitive (self->keys, !is_rigging);
  pn_refresh_tooltip (self->keys, is_rigging ? _ ("Rigging sets no keys") : NULL);
  gtk_widget_set_visible (self->set_key, pn_view_has_preview (view));
  gtk_widget_set_visible (self->view, !edits);
}

static void
editor_changed_cb (GtkWidget *bar, guint changes)
{
  uint64_t span = pn_trace_begin ();

  if ((changes & (PN_EDITOR_TOOL | PN_EDITOR_SHOWN | PN_EDITOR_STATE)) != 0)
    refresh (g_object_get_data (G_OBJECT (bar), "pn-options-bar"));
  pn_trace_end ("ui.options", span);
}

GtkWidget *
pn_options_bar_new (PnEditor *editor, PnCommands *commands)
{
  GtkWidget *bar = pn_fold_row_new (commands, 0);
  PnFoldRow *row = PN_FOLD_ROW (bar);
  OptionsBar *self = g_new0 (OptionsBar, 1);

  self->editor = editor;
  self->mode = build_mode (row, commands);
  self->mesh = build_mesh (row, commands);
  self->keys = build_keys (self, row, commands);
  self->view = build_view (row, commands);
  g_object_set (bar, "accessible-role", GTK_ACCESSIBLE_ROLE_TOOLBAR, NULL);
  gtk_widget_add_css_class (bar, "pn-float");
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Options of the tool"), -1);
  g_object_set_data_full (G_OBJECT (bar), "pn-options-bar", self, g_free);
  refresh (self);
  g_signal_connect_object (editor, "changed", G_CALLBACK (editor_changed_cb), bar,
                           G_CONNECT_SWAPPED);
  return bar;
}
