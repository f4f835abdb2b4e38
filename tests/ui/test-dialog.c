/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Dialogs of our own: that what is typed counts, whichever way the dialog is answered. */

#include "pn-dialog.h"
#include "pn-test-gtk.h"

typedef struct {
  GtkWidget *spin;
  double value, taken; /* negative: not heard of */
  gboolean is_taken;
} Fixture;

static void
changed_cb (Fixture *self)
{
  self->value = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->spin));
}

static void
taken_cb (Fixture *self)
{
  self->taken = self->value;
  self->is_taken = TRUE;
}

/* Alt and its letter press a button without going there. */
static void
test_typed_counts (void)
{
  Fixture fixture = {.value = -1, .taken = -1};
  PnDialog dialog = pn_dialog_new (NULL, "Export");
  GtkWidget *button;

  fixture.spin = pn_dialog_spin ("Width, px", 1, 4000, 10, 0, G_CALLBACK (changed_cb), &fixture);
  gtk_box_append (GTK_BOX (dialog.content), fixture.spin);
  button = pn_dialog_add_button (&dialog, "_Export", G_CALLBACK (taken_cb), &fixture);
  gtk_window_present (dialog.window);
  while (!gtk_widget_get_mapped (fixture.spin))
    g_main_context_iteration (NULL, TRUE);
  gtk_widget_grab_focus (fixture.spin);
  gtk_editable_set_text (GTK_EDITABLE (fixture.spin), "1920");
  g_assert_cmpfloat (fixture.value, <, 0);
  g_assert_true (gtk_widget_mnemonic_activate (button, FALSE));
  while (!fixture.is_taken)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat_with_epsilon (fixture.taken, 1920, 0.5);
  gtk_window_destroy (dialog.window);
}

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  g_test_add_func ("/ui/dialog/typed-counts", test_typed_counts);
  return g_test_run ();
}
