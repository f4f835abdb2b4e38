/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The dialogs that ask how something is to be: what they begin with, what Return takes, and what one
 * field does to another. */

#include "pn-export-dialog.h"
#include "pn-new-dialog.h"
#include "pn-settings.h"
#include "pn-test-gtk.h"
#include "pn-test-session.h"

typedef struct {
  PnTestSession base;
  PnEditor *editor;
  GtkWindow *window, *dialog;
  PnExportChoice choice; /* what was taken, its strings apart */
  char *name;            /* (nullable) of the file that was taken */
  PnRoot *root;          /* (nullable) the new document that was taken */
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  static const char *const keys[] = {"export-format", "export-scale", "export-background",
                                     "new-size",      "new-rate",     "new-duration"};

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (pn_settings_get (), keys[i]);
  pn_test_session_init (&self->base, 300, 240);
  g_settings_set_string (pn_settings_get (), "export-folder", self->base.folder);
  self->editor = pn_editor_new (self->base.session, self->base.pool);
  self->window = GTK_WINDOW (gtk_window_new ());
  gtk_window_present (self->window);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  gtk_window_destroy (self->window);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_free (self->name);
  g_clear_pointer (&self->root, pn_node_unref);
  g_assert_finalize_object (self->editor);
  pn_test_session_clear (&self->base);
}

/* --- Finding and pressing. */

static GtkWindow *
find_dialog (const Fixture *self)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);
    if (window != self->window && window != self->dialog)
      return window;
  }
  return NULL;
}

typedef gboolean (*IsWanted) (GtkWidget *widget, const char *name);

static GtkWidget *
find (GtkWidget *widget, IsWanted is_wanted, const char *name)
{
  if (is_wanted (widget, name))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find (child, is_wanted, name);
    if (found != NULL)
      return found;
  }
  return NULL;
}

static gboolean
has_tooltip (GtkWidget *widget, const char *name)
{
  return g_strcmp0 (gtk_widget_get_tooltip_text (widget), name) == 0;
}

static gboolean
is_button (GtkWidget *widget, const char *name)
{
  return GTK_IS_BUTTON (widget) &&
         g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), name) == 0;
}

static gboolean
is_list (GtkWidget *widget, const char *name)
{
  return GTK_IS_LIST_BOX (widget);
}

static gboolean
is_text (GtkWidget *widget, const char *name)
{
  return GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), name) != NULL;
}

static GtkWidget *
get (Fixture *self, IsWanted is_wanted, const char *name)
{
  GtkWidget *widget = find (GTK_WIDGET (self->dialog), is_wanted, name);

  g_assert_nonnull (widget);
  return widget;
}

static double
get_spin (Fixture *self, const char *name)
{
  return gtk_spin_button_get_value (GTK_SPIN_BUTTON (get (self, has_tooltip, name)));
}

static void
set_spin (Fixture *self, const char *name, double value)
{
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (get (self, has_tooltip, name)), value);
}

/* What Return does, wherever the keyboard is. */
static void
press_default (GtkWindow *dialog)
{
  g_signal_emit_by_name (gtk_window_get_default_widget (dialog), "clicked");
}

/* --- Export. */

static void
chosen_cb (gpointer data, const PnExportChoice *choice)
{
  Fixture *self = data;

  self->choice = *choice;
  self->choice.folder = self->choice.name = NULL;
  g_free (self->name);
  self->name = g_strdup (choice->name);
}

static void
show_export (Fixture *self)
{
  pn_export_dialog_show (self->window, self->editor, chosen_cb, self);
  self->dialog = find_dialog (self);
  g_assert_nonnull (self->dialog);
}

static void
test_export (Fixture *self, gconstpointer data)
{
  show_export (self);
  press_default (self->dialog);
  g_assert_cmpint (self->choice.format, ==, PN_EXPORT_WEBM);
  g_assert_cmpstr (self->name, ==, "Untitled.webm");
  g_assert_cmpint (self->choice.last_frame, ==, 119);
  /* The dialog is gone. */
  self->dialog = NULL;
  g_assert_null (find_dialog (self));
}

static void
test_export_fields (Fixture *self, gconstpointer data)
{
  show_export (self);
  GtkListBox *list = GTK_LIST_BOX (get (self, is_list, NULL));
  gtk_list_box_select_row (list, gtk_list_box_get_row_at_index (list, 2));
  get (self, is_text, "Untitled.gif");
  get (self, is_text, "Edges are hard");

  g_assert_cmpfloat_with_epsilon (get_spin (self, "Width, px"), 300, 1e-9);
  set_spin (self, "Width, px", 150);
  g_assert_cmpfloat_with_epsilon (get_spin (self, "Height, px"), 120, 1e-9);
  set_spin (self, "Height, px", 480);
  g_assert_cmpfloat_with_epsilon (get_spin (self, "Width, px"), 600, 1e-9);

  /* The range never is inside out. */
  set_spin (self, "Last frame", 10);
  set_spin (self, "First frame", 40);
  g_assert_cmpfloat_with_epsilon (get_spin (self, "Last frame"), 40, 1e-9);
  set_spin (self, "Last frame", 20);
  g_assert_cmpfloat_with_epsilon (get_spin (self, "First frame"), 20, 1e-9);

  press_default (self->dialog);
  g_assert_cmpint (self->choice.format, ==, PN_EXPORT_GIF);
  g_assert_cmpfloat_with_epsilon (self->choice.scale, 2, 1e-9);
  g_assert_cmpint (self->choice.first_frame, ==, 20);
  g_assert_cmpint (self->choice.last_frame, ==, 20);
}

/* What cannot be written here is greyed out, and says why. */
static void
test_export_unavailable (Fixture *self, gconstpointer data)
{
  show_export (self);
  GtkListBox *list = GTK_LIST_BOX (get (self, is_list, NULL));
  const PnExportFormat formats[] = {PN_EXPORT_WEBM, PN_EXPORT_MP4, PN_EXPORT_GIF, PN_EXPORT_APNG,
                                    PN_EXPORT_PNG};
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autofree char *reason = NULL;
    gboolean is_there = pn_export_is_available (formats[i], &reason);
    GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (list, (int)i));
    g_assert_cmpint (gtk_widget_get_sensitive (row), ==, is_there);
    g_assert_true (is_there || find (row, is_text, reason) != NULL);
  }
  gtk_window_close (self->dialog);
}

/* A file that came there meanwhile is not written over unasked. */
static void
test_export_asks (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->base.folder, "Untitled.webm", NULL);

  show_export (self);
  pn_test_write_file (path, "x", 1);
  press_default (self->dialog);
  GtkWindow *question = find_dialog (self);
  g_assert_nonnull (question);
  g_assert_null (self->name);
  /* Return is for going back. */
  press_default (question);
  g_assert_null (self->name);
  g_assert_null (find_dialog (self));

  press_default (self->dialog);
  question = find_dialog (self);
  g_signal_emit_by_name (find (GTK_WIDGET (question), is_button, "_Replace"), "clicked");
  g_assert_cmpstr (self->name, ==, "Untitled.webm");
}

/* --- A new document. */

static void
new_cb (gpointer data, PnRoot *root)
{
  ((Fixture *)data)->root = root;
}

static void
show_new (Fixture *self)
{
  g_clear_pointer (&self->root, pn_node_unref);
  self->dialog = NULL;
  pn_new_dialog_show (self->window, new_cb, self);
  self->dialog = find_dialog (self);
  g_assert_nonnull (self->dialog);
}

static void
assert_new (const Fixture *self,
            int width,
            int height,
            int numerator,
            int denominator,
            double duration)
{
  g_assert_nonnull (self->root);
  g_assert_cmpint (self->root->width, ==, width);
  g_assert_cmpint (self->root->height, ==, height);
  g_assert_cmpint (self->root->fps_numerator, ==, numerator);
  g_assert_cmpint (self->root->fps_denominator, ==, denominator);
  g_assert_cmpfloat_with_epsilon (self->root->duration, duration, 1e-9);
}

static void
test_new (Fixture *self, gconstpointer data)
{
  show_new (self);
  press_default (self->dialog);
  assert_new (self, 1920, 1080, 24, 1, 120);

  show_new (self);
  GtkDropDown *preset = GTK_DROP_DOWN (get (self, has_tooltip, "Preset"));
  gtk_drop_down_set_selected (preset, 3);
  g_assert_cmpfloat_with_epsilon (get_spin (self, "Width, px"), 1080, 1e-9);
  set_spin (self, "Height, px", 200);
  g_assert_cmpuint (gtk_drop_down_get_selected (preset), ==, 5);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get (self, has_tooltip, "Frames per second")), 4);
  set_spin (self, "Duration, seconds", 2.5);
  get (self, is_text, "75 frames");
  press_default (self->dialog);
  assert_new (self, 1080, 200, 30000, 1001, 75);

  /* And the next one is like that. */
  show_new (self);
  get (self, is_text, "75 frames");
  press_default (self->dialog);
  assert_new (self, 1080, 200, 30000, 1001, 75);
}

/* Settings that were edited by hand make no document that cannot be. */
static void
test_new_by_hand (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_settings_set (pn_settings_get (), "new-size", "(ii)", -5, 10000000);
  g_settings_set (pn_settings_get (), "new-rate", "(ii)", 0, 0);
  g_settings_set_double (pn_settings_get (), "new-duration", 1e300);
  g_autoptr (PnRoot) root = pn_new_root ();
  g_assert_true (pn_root_check (root, &error));
  g_assert_no_error (error);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  ADD ("/app/dialogs/export", test_export);
  ADD ("/app/dialogs/export-fields", test_export_fields);
  ADD ("/app/dialogs/export-unavailable", test_export_unavailable);
  ADD ("/app/dialogs/export-asks", test_export_asks);
  ADD ("/app/dialogs/new", test_new);
  ADD ("/app/dialogs/new-by-hand", test_new_by_hand);
  return g_test_run ();
}
