/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-key-mark.h"

#include <glib/gi18n-lib.h>

#include "pn-refresh.h"

#define STATE_DATA "pn-key-state"
#define WHAT_DATA "pn-key-what"

static const char *const icons[] = {
    [PN_KEY_NONE] = "pn-key-none-symbolic",
    [PN_KEY_TRACK] = "pn-key-track-symbolic",
    [PN_KEY_HERE] = "pn-key-symbolic",
};

static const char *const classes[] = {
    [PN_KEY_NONE] = "none",
    [PN_KEY_TRACK] = "track",
    [PN_KEY_HERE] = "here",
};

/* How assistive technology hears it: on, off, or between the two. */
static const GtkAccessibleTristate pressed[] = {
    [PN_KEY_NONE] = GTK_ACCESSIBLE_TRISTATE_FALSE,
    [PN_KEY_TRACK] = GTK_ACCESSIBLE_TRISTATE_MIXED,
    [PN_KEY_HERE] = GTK_ACCESSIBLE_TRISTATE_TRUE,
};

PnKeyState
pn_key_mark_get_state (GtkWidget *mark)
{
  return (PnKeyState)GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (mark), STATE_DATA));
}

static void
show (GtkWidget *mark, PnKeyState state)
{
  const char *what = g_object_get_data (G_OBJECT (mark), WHAT_DATA);
  g_autofree char *tooltip =
      g_strdup_printf (state == PN_KEY_HERE ? _ ("Remove the key of %s at this frame")
                                            : _ ("Set a key of %s at this frame"),
                       what);

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (mark, classes[i]);
  gtk_widget_add_css_class (mark, classes[state]);
  pn_refresh_icon (mark, icons[state]);
  pn_refresh_tooltip (mark, tooltip);
  gtk_accessible_update_state (GTK_ACCESSIBLE (mark), GTK_ACCESSIBLE_STATE_PRESSED, pressed[state],
                               -1);
}

void
pn_key_mark_set_state (GtkWidget *mark, PnKeyState state)
{
  if (pn_key_mark_get_state (mark) == state)
    return;
  g_object_set_data (G_OBJECT (mark), STATE_DATA, GUINT_TO_POINTER (state));
  show (mark, state);
}

GtkWidget *
pn_key_mark_new (const char *what)
{
  GtkWidget *mark = gtk_button_new ();
  /* Translators: a button that sets and removes keys; %s is a property. */
  g_autofree char *name = g_strdup_printf (_ ("Key of %s"), _ (what));

  g_object_set_data (G_OBJECT (mark), WHAT_DATA, (gpointer)_ (what));
  gtk_widget_add_css_class (mark, "key-mark");
  gtk_widget_set_focus_on_click (mark, FALSE);
  gtk_widget_set_valign (mark, GTK_ALIGN_CENTER);
  show (mark, PN_KEY_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (mark), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return mark;
}
