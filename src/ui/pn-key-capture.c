/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-key-capture.h"

#include <glib/gi18n-lib.h>

#include "pn-accel.h"
#include "pn-dialog.h"

/* Room for a sentence in two lines. */
#define NOTE_CHARS 36

typedef struct {
  PnCommands *commands;
  const char *name; /* the entry's */
  GtkWidget *popover, *key, *note, *use, *also, *none;
  char *accel; /* (nullable) what was pressed */
} Capture;

static void
capture_free (gpointer data)
{
  Capture *self = data;

  g_object_unref (self->commands);
  g_free (self->accel);
  g_free (self);
}

static void
closed_cb (GtkWidget *popover)
{
  gtk_widget_grab_focus (gtk_widget_get_parent (popover));
  pn_popover_drop (popover);
}

/* --- Taking the key. */

static void
show_note (Capture *self)
{
  const PnCommandEntry *other = pn_commands_find_conflict (self->commands, self->name, self->accel);
  const PnCommandEntry *namesake =
      pn_commands_find_namesake (self->commands, self->name, self->accel);
  g_autofree char *key = pn_accel_to_label (self->accel);
  g_autofree char *text = NULL;

  if (other != NULL)
    /* Translators: a shortcut, and the command that has it. */
    text = g_strdup_printf (_ ("%s is “%s” so far, which loses it."), key, _ (other->label));
  else if (namesake != NULL)
    /* Translators: a shortcut, and the command that has it in another part of the window. */
    text = g_strdup_printf (_ ("%s is “%s” too, in another part of the window. Both stay: what "
                               "counts is where the keyboard is."),
                            key, _ (namesake->label));
  gtk_label_set_text (GTK_LABEL (self->note), text != NULL ? text : "");
  gtk_widget_set_visible (self->note, text != NULL);
}

static void
take (Capture *self, char *accel)
{
  g_autofree char *label = pn_accel_to_label (accel);
  gboolean has_others = pn_commands_get_accels (self->commands, self->name) != NULL;

  g_free (self->accel);
  self->accel = accel;
  gtk_label_set_text (GTK_LABEL (self->key), label);
  gtk_widget_remove_css_class (self->key, "pn-dim");
  show_note (self);
  gtk_widget_set_sensitive (self->use, TRUE);
  gtk_widget_set_visible (self->also, has_others);
  gtk_widget_grab_focus (self->use);
}

/* The first press is the shortcut, whatever it is but Escape; from then on keys are for the buttons. */
static gboolean
key_cb (GtkEventControllerKey *controller,
        guint keyval,
        guint keycode,
        GdkModifierType state,
        Capture *self)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (controller));

  if (self->accel != NULL)
    return FALSE;
  if (keyval == GDK_KEY_Escape && (state & gtk_accelerator_get_default_mod_mask ()) == 0)
    return FALSE;
  char *accel = pn_accel_from_key (
      keyval, state, event != NULL ? gdk_key_event_get_consumed_modifiers (event) : 0);
  if (accel != NULL)
    take (self, accel);
  return TRUE;
}

/* --- What to do with it. */

static void
use_cb (Capture *self)
{
  pn_commands_give_accel (self->commands, self->name, self->accel, PN_ACCEL_ONLY);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
also_cb (Capture *self)
{
  pn_commands_give_accel (self->commands, self->name, self->accel, PN_ACCEL_ALSO);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
none_cb (Capture *self)
{
  pn_commands_set_accels (self->commands, self->name, NULL);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

/* --- Building. */

static GtkWidget *
add_label (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), NOTE_CHARS);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static GtkWidget *
add_button (Capture *self, GtkWidget *box, const char *text, GCallback callback)
{
  GtkWidget *button = pn_mnemonic_button_new (text);

  g_signal_connect_swapped (button, "clicked", callback, self);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static GtkWidget *
build (Capture *self)
{
  const PnCommandEntry *entry = pn_commands_find (self->commands, self->name);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *title = g_strdup_printf (_ ("Press the keys for “%s”"), _ (entry->label));

  add_label (box, title, "pn-strong");
  self->key = add_label (box, _ ("Escape cancels"), "pn-captured");
  gtk_widget_add_css_class (self->key, "pn-dim");
  /* No button has the keyboard while a key is awaited. */
  gtk_widget_set_focusable (self->key, TRUE);
  self->note = add_label (box, NULL, "warning");
  gtk_widget_set_visible (self->note, FALSE);
  self->none = add_button (self, buttons, _ ("_No Keys"), G_CALLBACK (none_cb));
  self->also = add_button (self, buttons, _ ("_Add"), G_CALLBACK (also_cb));
  self->use = add_button (self, buttons, _ ("_Use"), G_CALLBACK (use_cb));
  gtk_widget_set_visible (self->also, FALSE);
  gtk_widget_set_sensitive (self->use, FALSE);
  gtk_widget_set_visible (self->none, pn_commands_get_accels (self->commands, self->name) != NULL);
  gtk_widget_add_css_class (self->use, "suggested-action");
  gtk_widget_set_halign (buttons, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), buttons);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_widget_set_margin_start (box, 6);
  gtk_widget_set_margin_end (box, 6);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->popover), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  return box;
}

void
pn_key_capture_show (GtkWidget *widget, PnCommands *commands, const char *name)
{
  const PnCommandEntry *entry = pn_commands_find (commands, name);
  g_return_if_fail (entry != NULL);

  Capture *self = g_new0 (Capture, 1);
  GtkEventController *keys = gtk_event_controller_key_new ();
  self->commands = g_object_ref (commands);
  self->name = entry->name;
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), build (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (self->popover, keys);
  g_object_set_data_full (G_OBJECT (self->popover), "pn-capture", self, capture_free);
  g_signal_connect (self->popover, "closed", G_CALLBACK (closed_cb), NULL);
  gtk_widget_set_parent (self->popover, widget);
  gtk_popover_popup (GTK_POPOVER (self->popover));
  gtk_widget_grab_focus (self->key);
}
