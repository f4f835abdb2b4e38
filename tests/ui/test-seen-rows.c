/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists that are longer than what is seen of them, and words that are said again. */
#include "pn-seen-rows.h"

#include "pn-refresh.h"
#include "pn-test-keys.h"

#define N_ROWS 600
#define ROW_HEIGHT 24
#define LIST_HEIGHT 240

/* A page holds ten rows, and those of a page each way are kept up to date. */
#define N_NEAR_MAX (3 * LIST_HEIGHT / ROW_HEIGHT + 4)

typedef struct {
  GtkWidget *window, *stack, *scrolled;
  PnSeenRows *rows;
  guint n_bound, n_shown; /* since it was asked last */
  GHashTable *shown;      /* places */
} Fixture;

static void
show_row (gpointer data, GtkListItem *item)
{
  Fixture *self = data;
  guint position = gtk_list_item_get_position (item);
  g_autofree char *text = g_strdup_printf ("%u", position);

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), text);
  g_hash_table_add (self->shown, GUINT_TO_POINTER (position));
  self->n_shown++;
}

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item, Fixture *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_set_size_request (label, 100, ROW_HEIGHT);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item, Fixture *self)
{
  self->n_bound++;
  pn_seen_rows_bind (self->rows, item);
}

static void
unbind_cb (GtkListItemFactory *factory, GtkListItem *item, Fixture *self)
{
  if (self->rows != NULL)
    pn_seen_rows_unbind (self->rows, item);
}

static GtkWidget *
build_list (Fixture *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkStringList *strings = gtk_string_list_new (NULL);

  for (guint i = 0; i < N_ROWS; i++)
    gtk_string_list_append (strings, "row");
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), self);
  return gtk_list_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (strings))),
                            factory);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->shown = g_hash_table_new (NULL, NULL);
  self->window = gtk_window_new ();
  self->stack = gtk_stack_new ();
  self->scrolled = gtk_scrolled_window_new ();
  gtk_widget_set_size_request (self->scrolled, 200, LIST_HEIGHT);
  gtk_widget_set_valign (self->scrolled, GTK_ALIGN_START);
  self->rows = pn_seen_rows_new (GTK_SCROLLED_WINDOW (self->scrolled), show_row, self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), build_list (self));
  gtk_stack_add_named (GTK_STACK (self->stack), gtk_label_new ("empty"), "empty");
  gtk_stack_add_named (GTK_STACK (self->stack), self->scrolled, "list");
  gtk_window_set_child (GTK_WINDOW (self->window), self->stack);
  pn_test_show (GTK_WINDOW (self->window));
  pn_test_wait_for_draw (self->window);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->rows);
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_hash_table_unref (self->shown);
}

static void
show_list (Fixture *self)
{
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "list");
  pn_test_wait_for_draw (self->window);
}

static gboolean
is_shown (Fixture *self, guint position)
{
  return g_hash_table_contains (self->shown, GUINT_TO_POINTER (position));
}

/* Of all the rows that GTK keeps those that are seen show something, and none where nobody looks. */
static void
test_only_near (Fixture *self, gconstpointer data)
{
  g_assert_cmpint (self->n_shown, ==, 0);
  show_list (self);
  g_assert_cmpint (self->n_bound, >, 2 * N_NEAR_MAX);
  for (guint i = 0; i < LIST_HEIGHT / ROW_HEIGHT; i++)
    g_assert_true (is_shown (self, i));
  g_assert_cmpint (g_hash_table_size (self->shown), <=, N_NEAR_MAX);
}

/* Wherever the list is scrolled to, what is seen there is right. */
static void
test_scrolled (Fixture *self, gconstpointer data)
{
  GtkAdjustment *adjustment =
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled));

  show_list (self);
  for (double place = 0.25; place <= 1; place += 0.25) {
    double value =
        place * (gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment));
    g_hash_table_remove_all (self->shown);
    gtk_adjustment_set_value (adjustment, value);
    pn_test_wait_for_draw (self->window);
    double height = gtk_adjustment_get_upper (adjustment) / N_ROWS;
    guint first = (guint)(gtk_adjustment_get_value (adjustment) / height);
    for (guint i = first + 1; i < first + LIST_HEIGHT / ROW_HEIGHT - 1; i++)
      g_assert_true (is_shown (self, i));
    /* Rows are bound before all is where it will be, by what is known then. */
    g_assert_cmpint (g_hash_table_size (self->shown), <=, 2 * N_NEAR_MAX);
  }
}

/* What changes is shown where it is seen, at once; and elsewhere when it comes there. */
static void
test_touched (Fixture *self, gconstpointer data)
{
  GtkAdjustment *adjustment =
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled));

  show_list (self);
  self->n_shown = 0;
  pn_seen_rows_touch (self->rows);
  g_assert_cmpint (self->n_shown, >=, LIST_HEIGHT / ROW_HEIGHT);
  g_assert_cmpint (self->n_shown, <=, N_NEAR_MAX);
  pn_test_wait_for_draw (self->window);
  self->n_shown = 0;
  /* All that there is to see there has been seen before. */
  gtk_adjustment_set_value (adjustment, 5 * ROW_HEIGHT);
  pn_test_wait_for_draw (self->window);
  gtk_adjustment_set_value (adjustment, 0);
  pn_test_wait_for_draw (self->window);
  g_assert_cmpint (self->n_shown, <, LIST_HEIGHT / ROW_HEIGHT);

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  pn_test_wait_for_draw (self->window);
  self->n_shown = 0;
  pn_seen_rows_touch (self->rows);
  pn_test_wait_for_draw (self->window);
  g_assert_cmpint (self->n_shown, ==, 0);
  show_list (self);
  g_assert_cmpint (self->n_shown, >=, LIST_HEIGHT / ROW_HEIGHT);
}

static void
count_cb (gpointer count, GtkListItem *item)
{
  (*(guint *)count)++;
}

static void
test_found (Fixture *self, gconstpointer data)
{
  guint n_rows = 0;

  show_list (self);
  pn_seen_rows_foreach (self->rows, count_cb, &n_rows);
  g_assert_cmpint (n_rows, >=, LIST_HEIGHT / ROW_HEIGHT);
  g_assert_cmpint (n_rows, <=, N_NEAR_MAX);
  /* It is bound, and out of sight. */
  g_assert_false (is_shown (self, 2 * N_NEAR_MAX));
  GtkListItem *item = pn_seen_rows_find (self->rows, 2 * N_NEAR_MAX);
  g_assert_nonnull (item);
  g_assert_true (is_shown (self, 2 * N_NEAR_MAX));
  g_assert_null (pn_seen_rows_find (self->rows, N_ROWS));
}

/* --- Words. */

static void
count_notify_cb (guint *count)
{
  (*count)++;
}

static void
test_same_words (void)
{
  g_autoptr (GtkWidget) label = g_object_ref_sink (gtk_label_new ("one"));
  g_autoptr (GtkWidget) button = g_object_ref_sink (gtk_button_new ());
  guint n_changes = 0;

  g_signal_connect_swapped (label, "notify", G_CALLBACK (count_notify_cb), &n_changes);
  g_signal_connect_swapped (button, "notify", G_CALLBACK (count_notify_cb), &n_changes);
  pn_refresh_label (label, "two");
  pn_refresh_tooltip (label, "two");
  pn_refresh_icon (button, "pn-play-symbolic");
  pn_refresh_cursor (button, "grab");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "two");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (label), ==, "two");
  g_assert_cmpstr (gtk_button_get_icon_name (GTK_BUTTON (button)), ==, "pn-play-symbolic");
  g_assert_cmpstr (gdk_cursor_get_name (gtk_widget_get_cursor (button)), ==, "grab");
  g_assert_cmpint (n_changes, >=, 4);

  n_changes = 0;
  pn_refresh_label (label, "two");
  pn_refresh_tooltip (label, "two");
  pn_refresh_icon (button, "pn-play-symbolic");
  pn_refresh_cursor (button, "grab");
  g_assert_cmpint (n_changes, ==, 0);

  pn_refresh_tooltip (label, NULL);
  pn_refresh_cursor (button, NULL);
  g_assert_null (gtk_widget_get_tooltip_text (label));
  g_assert_null (gtk_widget_get_cursor (button));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add ("/ui/seen-rows/only-near", Fixture, NULL, set_up, test_only_near, tear_down);
  g_test_add ("/ui/seen-rows/scrolled", Fixture, NULL, set_up, test_scrolled, tear_down);
  g_test_add ("/ui/seen-rows/touched", Fixture, NULL, set_up, test_touched, tear_down);
  g_test_add ("/ui/seen-rows/found", Fixture, NULL, set_up, test_found, tear_down);
  g_test_add_func ("/ui/refresh/same-words", test_same_words);
  return g_test_run ();
}
