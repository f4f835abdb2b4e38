/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-list-keys.h"

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint key,
                guint code,
                GdkModifierType modifiers,
                gpointer data)
{
  const GdkModifierType held = GDK_SHIFT_MASK | GDK_CONTROL_MASK | GDK_ALT_MASK;
  GtkWidget *list = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  GtkRoot *root = gtk_widget_get_root (list);
  GtkWidget *focus = gtk_root_get_focus (root);

  /* A row has it; what is in a row knows what to do with it. */
  if (key != GDK_KEY_space || (modifiers & held) != 0 || focus == NULL ||
      gtk_widget_get_parent (focus) != list)
    return FALSE;
  return gtk_event_controller_key_forward (controller, GTK_WIDGET (root));
}

void
pn_list_keys_pass_space (GtkWidget *list)
{
  GtkEventController *controller = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect (controller, "key-pressed", G_CALLBACK (key_pressed_cb), NULL);
  gtk_widget_add_controller (list, controller);
}

/* --- Scrolling to a row. */

#define REVEAL_TICKS 4

typedef struct {
  guint position;
  guint n_ticks;
} Reveal;

static gboolean
reveal_cb (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  Reveal *reveal = data;

  /* The rows of the frame before are laid out; one that shows more of itself then grows once more. */
  if (reveal->n_ticks++ == 0)
    return G_SOURCE_CONTINUE;
  gtk_widget_activate_action (list, "list.scroll-to-item", "u", reveal->position);
  return reveal->n_ticks < REVEAL_TICKS ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

void
pn_list_reveal (GtkWidget *list, guint position)
{
  Reveal *reveal = g_new0 (Reveal, 1);

  reveal->position = position;
  gtk_widget_add_tick_callback (list, reveal_cb, reveal, g_free);
}

void
pn_list_name_row (GtkWidget *row, const char *name, const char *description)
{
  GtkWidget *item = gtk_widget_get_parent (row);

  if (item != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    description != NULL ? description : "", -1);
}
