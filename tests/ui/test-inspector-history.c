/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "pn-inspector-private.h"
#include "pn-step-list.h"
#include "pn-test-gtk.h"
#include "pn-test-panel.h"
#include "pn-test-widgets.h"

static GtkWidget *
make (PnEditor *editor, PnCommands *commands)
{
  return pn_inspector_history_new (editor);
}

static void
set_up (PnTestPanel *self, gconstpointer data)
{
  pn_test_panel_init (self, make);
}

static void
tear_down (PnTestPanel *self, gconstpointer data)
{
  pn_test_panel_clear (self);
}

static GtkWidget *
get_list (PnTestPanel *self)
{
  return pn_test_find_widget (self->panel, GTK_TYPE_LIST_VIEW);
}

static guint
get_current (PnTestPanel *self)
{
  guint current;

  pn_history_n_steps (pn_editor_get_history (self->editor), &current);
  return current;
}

/* The row whose text begins so. (nullable) */
static GtkWidget *
find_row (PnTestPanel *self, const char *begin)
{
  for (GtkWidget *child = gtk_widget_get_first_child (get_list (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    g_autoptr (GString) text = g_string_new (NULL);
    pn_test_add_text (child, text);
    if (g_str_has_prefix (text->str, begin) && gtk_widget_get_child_visible (child))
      return child;
  }
  return NULL;
}

static void
rename_disc (PnTestPanel *self, const char *name)
{
  g_autofree char *operation =
      g_strdup_printf ("{'op': 'set_layer', 'layer': '%s', 'name': '%s'}",
                       pn_test_panel_find (self, self->base.disc)->name, name);

  pn_editor_run (self->editor, pn_test_operation (operation), NULL);
  pn_test_panel_settle (self);
}

static gboolean
is_undone (GtkWidget *row)
{
  return gtk_widget_has_css_class (gtk_widget_get_first_child (row), "undone");
}

/* Steps by name, the current one selected, undone ones dim, and the one that was saved marked. */
static void
test_marks (PnTestPanel *self, gconstpointer data)
{
  guint n_steps = pn_test_timeline_n_steps (&self->base);
  GtkSingleSelection *selection =
      GTK_SINGLE_SELECTION (gtk_list_view_get_model (GTK_LIST_VIEW (get_list (self))));

  rename_disc (self, "sun");
  pn_history_set_saved (pn_editor_get_history (self->editor),
                        pn_session_get_root (self->base.base.session));
  rename_disc (self, "moon");
  g_assert_cmpint (g_list_model_get_n_items (G_LIST_MODEL (selection)), ==, n_steps + 3);
  g_assert_cmpint (gtk_single_selection_get_selected (selection), ==, n_steps + 2);
  pn_editor_undo (self->editor);
  pn_editor_undo (self->editor);
  pn_test_panel_settle (self);
  g_assert_cmpint (gtk_single_selection_get_selected (selection), ==, n_steps);

  g_autoptr (PnStepList) steps = pn_step_list_new (pn_editor_get_history (self->editor));
  for (guint i = 0; i <= n_steps + 2; i++)
    g_assert_true (pn_step_list_is_saved (steps, i) == (i == n_steps + 1));
  g_autoptr (GString) words = g_string_new (NULL);
  pn_test_add_text (self->panel, words);
  g_assert_true (g_str_has_prefix (words->str, "Start "));
  g_assert_nonnull (strstr (words->str, "Rename “disc” saved"));
  GtkWidget *row = find_row (self, "Start");
  g_assert_false (is_undone (row));
  for (guint i = 0; i <= n_steps; i++)
    row = gtk_widget_get_next_sibling (row);
  g_assert_true (is_undone (row));
}

static gboolean
is_at_start (gpointer data)
{
  return get_current (data) == 0;
}

static gboolean
is_at_end (gpointer data)
{
  PnTestPanel *self = data;
  return get_current (self) == pn_test_timeline_n_steps (&self->base);
}

/* A click goes there, by undo and redo, which give the same bytes; keys do. */
static void
test_jump (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *end = pn_test_bytes (&self->base.base);

  pn_test_click (find_row (self, "Start"));
  pn_test_wait (is_at_start, self);
  pn_test_panel_assert_layers (self, "");
  pn_test_panel_type (self, "key Down");
  g_assert_cmpint (get_current (self), ==, 1);
  pn_test_panel_assert_layers (self, "figure");
  pn_test_panel_type (self, "key End");
  pn_test_wait (is_at_end, self);
  g_autofree char *again = pn_test_bytes (&self->base.base);
  g_assert_cmpstr (end, ==, again);
}

static void
count_cb (guint *n_changes)
{
  (*n_changes)++;
}

static guint
count_rows (PnTestPanel *self)
{
  guint n_rows = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (get_list (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n_rows++;
  return n_rows;
}

/* A thousand steps have rows for those that are seen; another one adds its own, and a new branch
 * takes the place of what was undone. */
static void
test_long (PnTestPanel *self, gconstpointer data)
{
  guint n_before = pn_test_timeline_n_steps (&self->base), n_changes = 0;
  GtkSelectionModel *model = gtk_list_view_get_model (GTK_LIST_VIEW (get_list (self)));

  for (guint i = 0; i < 1000; i++) {
    JsonObject *operation = pn_operation_new ("set_layer");
    pn_operation_set_id (operation, "layer", self->base.disc);
    json_object_set_double_member (operation, "rotation", i + 1);
    g_assert_true (pn_editor_run (self->editor, operation, NULL));
  }
  pn_test_panel_settle (self);
  g_assert_cmpint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, n_before + 1001);
  g_assert_cmpint (count_rows (self), <, 400);

  g_autoptr (GObject) first = g_list_model_get_item (G_LIST_MODEL (model), 0);
  g_signal_connect_swapped (model, "items-changed", G_CALLBACK (count_cb), &n_changes);
  for (guint i = 0; i < 500; i++)
    pn_editor_undo (self->editor);
  pn_test_panel_settle (self);
  g_assert_cmpint (n_changes, ==, 0);
  rename_disc (self, "sun");
  g_assert_cmpint (n_changes, ==, 1);
  g_assert_cmpint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, n_before + 502);
  g_autoptr (GObject) still = g_list_model_get_item (G_LIST_MODEL (model), 0);
  g_assert_true (first == still);

  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (model), 0);
  pn_test_wait (is_at_start, self);
}

#define ADD(path, function) g_test_add (path, PnTestPanel, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  ADD ("/ui/inspector-history/marks", test_marks);
  ADD ("/ui/inspector-history/jump", test_jump);
  ADD ("/ui/inspector-history/long", test_long);
  return g_test_run ();
}
