/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-inspector.h"

#include <glib/gi18n-lib.h>

#include "pn-inspector-private.h"

/* --- Parts of pages. */

GtkWidget *
pn_inspector_row_new (const char *name)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (name);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "pn-dim");
  gtk_widget_add_css_class (row, "inspector-row");
  gtk_box_append (GTK_BOX (row), label);
  return row;
}

static void
fold_toggled_cb (GtkWidget *content, GtkToggleButton *fold)
{
  gboolean is_open = gtk_toggle_button_get_active (fold);

  gtk_widget_set_visible (content, is_open);
  gtk_image_set_from_icon_name (g_object_get_data (G_OBJECT (fold), "pn-arrow"),
                                is_open ? "pn-chevron-down-symbolic" : "pn-chevron-right-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (fold), GTK_ACCESSIBLE_STATE_EXPANDED, is_open, -1);
}

static GtkWidget *
fold_new (const char *name, GtkWidget *content, GtkWidget **count)
{
  GtkWidget *fold = gtk_toggle_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *arrow = gtk_image_new (), *label = gtk_label_new (name);

  gtk_box_append (GTK_BOX (box), arrow);
  gtk_box_append (GTK_BOX (box), label);
  if (count != NULL) {
    *count = gtk_label_new (NULL);
    gtk_widget_add_css_class (*count, "pn-badge");
    gtk_widget_set_halign (*count, GTK_ALIGN_END);
    gtk_widget_set_hexpand (*count, TRUE);
    gtk_box_append (GTK_BOX (box), *count);
  }
  gtk_button_set_child (GTK_BUTTON (fold), box);
  gtk_widget_add_css_class (fold, "pn-fold");
  gtk_widget_set_focus_on_click (fold, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (fold), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (fold), "pn-arrow", arrow);
  g_signal_connect_object (fold, "toggled", G_CALLBACK (fold_toggled_cb), content,
                           G_CONNECT_SWAPPED);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (fold), TRUE);
  return fold;
}

GtkWidget *
pn_inspector_section_new (const char *name, GtkWidget **content, GtkWidget **count)
{
  GtkWidget *section = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (section, "inspector-section");
  gtk_widget_add_css_class (*content, "inspector-content");
  gtk_box_append (GTK_BOX (section), fold_new (name, *content, count));
  gtk_box_append (GTK_BOX (section), *content);
  return section;
}

GtkWidget *
pn_inspector_hint_new (void)
{
  GtkWidget *hint = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (hint), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (hint), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (hint), 0);
  gtk_widget_add_css_class (hint, "pn-empty");
  return hint;
}

/* --- The inspector. */

#define PAGE_RIGGING 1

static void
add_tab (GtkWidget *notebook, GtkWidget *page, const char *name)
{
  GtkWidget *label = gtk_label_new (name);

  gtk_notebook_append_page (GTK_NOTEBOOK (notebook), page, label);
  /* GTK 4.8 calls each of its tabs "Tab". */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (label)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
add_page (GtkWidget *notebook, GtkWidget *page, const char *name)
{
  GtkWidget *window = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (window), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (window), page);
  /* What scrolls by itself keeps the height it asks for. */
  gtk_scrollable_set_vscroll_policy (
      GTK_SCROLLABLE (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (window))),
      GTK_SCROLL_NATURAL);
  add_tab (notebook, window, name);
}

/* GTK goes on with the first field of the page, which would then swallow shortcuts. */
static gboolean
leave_page_cb (GtkWidget *notebook, GdkFrameClock *clock, gpointer data)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (notebook));

  if (focus != NULL && focus != notebook && gtk_widget_is_ancestor (focus, notebook))
    gtk_widget_grab_focus (notebook);
  return G_SOURCE_REMOVE;
}

static void
page_switched_cb (GtkWidget *notebook)
{
  gtk_widget_add_tick_callback (notebook, leave_page_cb, NULL, NULL);
}

/* The rig comes first. GTK wants a notebook to be in a window when its page changes. */
static void
mapped_cb (GtkWidget *notebook)
{
  g_signal_handlers_disconnect_by_func (notebook, mapped_cb, NULL);
  gtk_notebook_set_current_page (GTK_NOTEBOOK (notebook), PAGE_RIGGING);
}

/* Pages go from the first on, and GTK 4.8 wants a window still when the one that is shown goes before
 * another: so it is the last. */
static void
unrealize_cb (GtkNotebook *notebook)
{
  gtk_notebook_set_current_page (notebook, -1);
}

GtkWidget *
pn_inspector_new (PnEditor *editor, PnCommands *commands)
{
  GtkWidget *notebook = gtk_notebook_new ();

  gtk_widget_add_css_class (notebook, "pn-panel");
  gtk_widget_add_css_class (notebook, "inspector");
  gtk_widget_set_vexpand (notebook, TRUE);
  gtk_notebook_set_scrollable (GTK_NOTEBOOK (notebook), TRUE);
  add_page (notebook, pn_inspector_layer_new (editor, commands), _ ("Layer"));
  add_page (notebook, pn_inspector_rigging_new (editor, commands), _ ("Rigging"));
  add_page (notebook, pn_inspector_tool_new (editor, commands), _ ("Tool"));
  /* It scrolls by itself: only the steps that are seen have rows. */
  add_tab (notebook, pn_inspector_history_new (editor), _ ("History"));
  g_signal_connect (notebook, "map", G_CALLBACK (mapped_cb), NULL);
  g_signal_connect (notebook, "unrealize", G_CALLBACK (unrealize_cb), NULL);
  g_signal_connect (notebook, "switch-page", G_CALLBACK (page_switched_cb), NULL);
  return notebook;
}
