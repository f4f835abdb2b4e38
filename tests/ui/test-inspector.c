/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "pn-inspector.h"

#include "pn-pin-row.h"
#include "pn-test-gtk.h"
#include "pn-test-panel.h"
#include "pn-test-widgets.h"

static void
set_up (PnTestPanel *self, gconstpointer data)
{
  pn_test_panel_init (self, pn_inspector_new);
}

static void
tear_down (PnTestPanel *self, gconstpointer data)
{
  pn_test_panel_clear (self);
}

static GtkWidget *
get_tab (PnTestPanel *self, int number)
{
  GtkNotebook *notebook = GTK_NOTEBOOK (self->panel);

  return gtk_notebook_get_tab_label (notebook, gtk_notebook_get_nth_page (notebook, number));
}

static void
assert_page (PnTestPanel *self, const char *part)
{
  GtkNotebook *notebook = GTK_NOTEBOOK (self->panel);
  g_autoptr (GString) words = g_string_new (NULL);

  pn_test_add_text (gtk_notebook_get_nth_page (notebook, gtk_notebook_get_current_page (notebook)),
                    words);
  if (strstr (words->str, part) == NULL)
    g_error ("“%s” does not say “%s”.", words->str, part);
}

static void
test_pages (PnTestPanel *self, gconstpointer data)
{
  g_assert_cmpint (gtk_notebook_get_current_page (GTK_NOTEBOOK (self->panel)), ==, 1);
  assert_page (self, "Select a picture to give it pins.");
  /* A page that was not seen is up to date when it is. */
  pn_test_panel_select (self, self->base.figure, PN_SELECT_ONLY);
  pn_test_click (get_tab (self, 0));
  assert_page (self, "Position");
  pn_test_click (get_tab (self, 3));
  assert_page (self, "Start");
  pn_test_click (get_tab (self, 1));
  assert_page (self, "Puppet mesh pins 3");
}

/* The next letter is still a shortcut, and not the start of a layer's name. */
static void
test_switch_keeps_shortcuts (PnTestPanel *self, gconstpointer data)
{
  pn_test_panel_select (self, self->base.figure, PN_SELECT_ONLY);
  pn_test_click (pn_test_find_widget (self->panel, PN_TYPE_PIN_ROW));
  pn_test_click (get_tab (self, 0));
  pn_test_panel_type (self, "key p");
  g_assert_cmpint ((int)pn_view_get_tool (self->view), ==, PN_VIEW_TOOL_PUPPET);
  GtkWidget *name = pn_test_find_widget (self->panel, GTK_TYPE_ENTRY);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (name)), ==, "figure");
  /* Tab goes on into the page. */
  pn_test_panel_type (self, "key Tab");
  pn_test_panel_type (self, "type body");
  pn_test_panel_type (self, "key Return");
  g_assert_cmpstr (pn_test_panel_find (self, self->base.figure)->name, ==, "body");
}

/* The options of the tool in hand, and no others. */
static void
test_tool (PnTestPanel *self, gconstpointer data)
{
  pn_test_click (get_tab (self, 2));
  assert_page (self, "Select Auto-key");
  pn_test_panel_run (self, "tool-puppet");
  assert_page (self, "Puppet Pins Mesh Off Outline Full Auto-key");
  pn_test_panel_run (self, "tool-hand");
  assert_page (self, "Hand Mirrored view");
}

#define ADD(path, function) g_test_add (path, PnTestPanel, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  ADD ("/ui/inspector/pages", test_pages);
  ADD ("/ui/inspector/switch-keeps-shortcuts", test_switch_keeps_shortcuts);
  ADD ("/ui/inspector/tool", test_tool);
  return g_test_run ();
}
