/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-header.h"

#include <glib/gi18n-lib.h>

#include "pn-granted.h"
#include "pn-names.h"
#include "pn-refresh.h"
#include "pn-trace.h"

typedef struct {
  PnEditor *editor;
  GtkWidget *bar; /* borrowed */
  GtkWidget *title, *state;
} Header;

static void
header_free (gpointer data)
{
  Header *self = data;

  g_object_unref (self->editor);
  g_free (self);
}

/* --- The title. */

static void
refresh (Header *self)
{
  PnSession *session = pn_editor_get_session (self->editor);
  const char *path = pn_session_get_path (session);
  g_autofree char *name = pn_session_describe_name (session);
  g_autofree char *state = pn_session_describe_state (session);
  g_autofree char *whole = path != NULL ? pn_granted_describe (path) : NULL;
  GtkRoot *root = gtk_widget_get_root (self->bar);

  pn_refresh_label (self->title, name);
  pn_refresh_tooltip (self->title, whole);
  pn_refresh_label (self->state, state);
  if (GTK_IS_WINDOW (root) && g_strcmp0 (gtk_window_get_title (GTK_WINDOW (root)), name) != 0)
    gtk_window_set_title (GTK_WINDOW (root), name);
}

static void
editor_changed_cb (GtkWidget *bar, guint changes)
{
  uint64_t span = pn_trace_begin ();

  if ((changes & PN_EDITOR_HISTORY) != 0)
    refresh (g_object_get_data (G_OBJECT (bar), "pn-header"));
  pn_trace_end ("ui.header", span);
}

static GtkWidget *
build_line (GtkWidget *box, GtkAccessibleRole role, const char *css_class)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "accessible-role", role, "ellipsize",
                                   PANGO_ELLIPSIZE_MIDDLE, "single-line-mode", TRUE, NULL);

  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

/* --- Buttons. */

static GtkWidget *
build_labelled (PnCommands *commands, const char *name, const char *icon, const char *text)
{
  GtkWidget *button = pn_commands_button (commands, name, NULL);
  GtkWidget *face = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (face), gtk_image_new_from_icon_name (icon));
  gtk_box_append (GTK_BOX (face), label);
  gtk_button_set_child (GTK_BUTTON (button), face);
  return button;
}

static void
show_find_key (GtkLabel *label, PnCommands *commands)
{
  g_autofree char *key = pn_commands_get_accel_label (commands, "find-command");

  gtk_label_set_text (label, key != NULL ? key : "");
}

/* Looks as what one types into, which opens when it is pressed. */
static GtkWidget *
build_find (PnCommands *commands)
{
  GtkWidget *button =
      build_labelled (commands, "find-command", "pn-search-symbolic", _ ("Find a command"));
  GtkWidget *face = gtk_button_get_child (GTK_BUTTON (button));
  GtkLabel *label = GTK_LABEL (gtk_widget_get_last_child (face));
  GtkWidget *key = gtk_label_new (NULL);
  int n_letters = (int)g_utf8_strlen (gtk_label_get_text (label), -1);

  gtk_widget_set_hexpand (GTK_WIDGET (label), TRUE);
  gtk_label_set_xalign (label, 0);
  gtk_label_set_width_chars (label, 6);
  gtk_label_set_max_width_chars (label, CLAMP (n_letters, 18, 26));
  gtk_widget_add_css_class (key, "pn-caption");
  gtk_box_append (GTK_BOX (face), key);
  gtk_widget_add_css_class (button, "pn-find");
  show_find_key (GTK_LABEL (key), commands);
  g_signal_connect_object (commands, "changed", G_CALLBACK (show_find_key), key, G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
build_menu (PnCommands *commands, GMenuModel *recent)
{
  static const char *const file[] = {"new",     "open-sample", "add-picture", "save",
                                     "save-as", "recover",     NULL};
  static const char *const window[] = {"fullscreen", NULL};
  static const char *const program[] = {"preferences", "shortcuts", "help", "about", "quit", NULL};
  static const char *const *const sections[] = {file, window, program};
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkWidget *button = gtk_menu_button_new ();

  for (guint i = 0; i < G_N_ELEMENTS (sections); i++) {
    g_autoptr (GMenuModel) section = pn_commands_menu (commands, sections[i]);
    g_menu_append_section (menu, NULL, section);
    if (i == 0 && recent != NULL)
      g_menu_append_submenu (menu, _ ("Open Recent"), recent);
  }
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "pn-menu-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_primary (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_tooltip_text (button, _ ("Menu (F10)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Menu"), -1);
  return button;
}

static void
pack_buttons (GtkHeaderBar *bar, PnCommands *commands, GMenuModel *recent)
{
  if (pn_commands_find (commands, "open") != NULL)
    gtk_header_bar_pack_start (bar,
                               build_labelled (commands, "open", "pn-open-symbolic", _ ("Open")));
  gtk_header_bar_pack_start (bar, gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  gtk_header_bar_pack_start (bar, pn_commands_button (commands, "undo", "pn-undo-symbolic"));
  gtk_header_bar_pack_start (bar, pn_commands_button (commands, "redo", "pn-redo-symbolic"));
  gtk_header_bar_pack_end (bar, build_menu (commands, recent));
  if (pn_commands_find (commands, "export") != NULL) {
    GtkWidget *export = pn_commands_button (commands, "export", NULL);
    gtk_button_set_label (GTK_BUTTON (export), _ ("Export"));
    gtk_widget_add_css_class (export, "suggested-action");
    gtk_header_bar_pack_end (bar, export);
  }
  if (pn_commands_find (commands, "find-command") != NULL)
    gtk_header_bar_pack_end (bar, build_find (commands));
}

GtkWidget *
pn_header_new (PnEditor *editor, PnCommands *commands, GMenuModel *recent)
{
  GtkWidget *bar = gtk_header_bar_new ();
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  Header *self = g_new0 (Header, 1);

  self->editor = g_object_ref (editor);
  self->bar = bar;
  self->title = build_line (lines, GTK_ACCESSIBLE_ROLE_LABEL, "title");
  self->state = build_line (lines, GTK_ACCESSIBLE_ROLE_STATUS, "subtitle");
  gtk_widget_set_valign (lines, GTK_ALIGN_CENTER);
  gtk_header_bar_set_title_widget (GTK_HEADER_BAR (bar), lines);
  pack_buttons (GTK_HEADER_BAR (bar), commands, recent);
  g_object_set_data_full (G_OBJECT (bar), "pn-header", self, header_free);
  g_signal_connect_object (editor, "changed", G_CALLBACK (editor_changed_cb), bar,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (bar, "notify::root", G_CALLBACK (refresh), self);
  return bar;
}
