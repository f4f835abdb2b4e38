/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-timing.h"

#include <glib/gi18n-lib.h>

#include "pn-timecode.h"
#include "pn-trace.h"

/* The popover's widgets; the button owns them. */
typedef struct {
  PnEditor *editor; /* borrowed: the window has it longer */
  GtkWidget *popover, *rate, *duration, *time, *keeps_times;
  char *shown_duration; /* (nullable) */
} Timing;

static const int presets[] = {12, 24, 25, 30, 60};

static const PnRoot *
get_root (Timing *self)
{
  return pn_session_get_root (pn_editor_get_session (self->editor));
}

static void
show (Timing *self)
{
  const PnRoot *root = get_root (self);
  g_autofree char *rate = pn_rate_format (root->fps_numerator, root->fps_denominator);
  /* A change of rate leaves parts of frames. */
  g_autofree char *duration = g_strdup_printf ("%.6g", root->duration);
  g_autofree char *time =
      pn_timecode_format (root->duration, root->fps_numerator, root->fps_denominator);

  gtk_editable_set_text (GTK_EDITABLE (self->rate), rate);
  gtk_editable_set_text (GTK_EDITABLE (self->duration), duration);
  g_free (self->shown_duration);
  self->shown_duration = g_steal_pointer (&duration);
  gtk_label_set_text (GTK_LABEL (self->time), time);
  gtk_widget_remove_css_class (self->rate, "error");
  gtk_widget_remove_css_class (self->duration, "error");
}

/* --- Setting. */

static void
set_rate (Timing *self, int numerator, int denominator)
{
  const PnRoot *root = get_root (self);
  gboolean keeps_times = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->keeps_times));

  if (numerator == root->fps_numerator && denominator == root->fps_denominator)
    return;
  JsonObject *operation = pn_operation_new ("set_document");
  JsonArray *fps = json_array_new ();
  json_array_add_int_element (fps, numerator);
  json_array_add_int_element (fps, denominator);
  json_object_set_array_member (operation, "fps", fps);
  json_object_set_string_member (operation, "keep", keeps_times ? "times" : "frames");
  pn_editor_run (self->editor, operation, NULL);
}

static void
rate_cb (Timing *self)
{
  uint64_t span = pn_trace_begin ();
  int numerator, denominator;

  if (pn_rate_parse (gtk_editable_get_text (GTK_EDITABLE (self->rate)), &numerator, &denominator)) {
    set_rate (self, numerator, denominator);
    show (self);
  } else {
    gtk_widget_add_css_class (self->rate, "error");
    pn_editor_say (self->editor, PN_MESSAGE_WARNING, "%s",
                   _ ("Type frames per second from 1 to 1000, as 24, 23.976 or 24000/1001."));
  }
  pn_trace_end ("ui.timing.rate", span);
}

static void
preset_cb (GtkButton *button, Timing *self)
{
  uint64_t span = pn_trace_begin ();

  set_rate (self, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "pn-rate")), 1);
  show (self);
  pn_trace_end ("ui.timing.rate", span);
}

static void
duration_cb (Timing *self)
{
  const PnRoot *root = get_root (self);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->duration));
  uint64_t span = pn_trace_begin ();
  double duration;

  if (g_strcmp0 (text, self->shown_duration) == 0) {
    gtk_widget_remove_css_class (self->duration, "error");
  } else if (pn_timecode_parse (text, root->duration, root->fps_numerator, root->fps_denominator,
                                &duration) &&
             duration >= 1) {
    JsonObject *operation = pn_operation_new ("set_document");
    json_object_set_double_member (operation, "duration", duration);
    pn_editor_run (self->editor, operation, NULL);
    show (self);
  } else {
    gtk_widget_add_css_class (self->duration, "error");
    pn_editor_say (self->editor, PN_MESSAGE_WARNING, "%s",
                   _ ("Type how many frames the film has, at least 1, or a time as 2:00 or 1.5s."));
  }
  pn_trace_end ("ui.timing.duration", span);
}

/* --- Building. */

static void
timing_free (gpointer data)
{
  g_free (((Timing *)data)->shown_duration);
  g_free (data);
}

static GtkWidget *
new_heading (const char *words)
{
  return g_object_new (GTK_TYPE_LABEL, "label", words, "xalign", 0.0, NULL);
}

static GtkWidget *
new_entry (const char *name, GCallback activated, Timing *self)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 8);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 8);
  gtk_widget_add_css_class (entry, "pn-numeric");
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_swapped (entry, "activate", activated, self);
  return entry;
}

static GtkWidget *
build_presets (Timing *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++) {
    g_autofree char *label = g_strdup_printf ("%d", presets[i]);
    /* Translators: frames a second. */
    g_autofree char *words = g_strdup_printf (_ ("%s frames per second"), label);
    GtkWidget *button = gtk_button_new_with_label (label);
    g_object_set_data (G_OBJECT (button), "pn-rate", GINT_TO_POINTER (presets[i]));
    gtk_widget_set_tooltip_text (button, words);
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                    -1);
    g_signal_connect (button, "clicked", G_CALLBACK (preset_cb), self);
    gtk_box_append (GTK_BOX (box), button);
  }
  return box;
}

static GtkWidget *
build_keeps (Timing *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *frames = gtk_check_button_new_with_label (_ ("Keys keep their frames"));

  self->keeps_times = gtk_check_button_new_with_label (_ ("Keys keep their times"));
  gtk_check_button_set_group (GTK_CHECK_BUTTON (frames), GTK_CHECK_BUTTON (self->keeps_times));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->keeps_times), TRUE);
  gtk_box_append (GTK_BOX (box), self->keeps_times);
  gtk_box_append (GTK_BOX (box), frames);
  return box;
}

static GtkWidget *
build (Timing *self)
{
  GtkWidget *grid = gtk_grid_new ();
  GtkGrid *cells = GTK_GRID (grid);

  gtk_grid_set_row_spacing (cells, 6);
  gtk_grid_set_column_spacing (cells, 12);
  gtk_widget_add_css_class (grid, "pn-timing");
  self->rate = new_entry (_ ("Frames per second"), G_CALLBACK (rate_cb), self);
  self->duration = new_entry (_ ("Duration in frames"), G_CALLBACK (duration_cb), self);
  self->time = new_heading (NULL);
  gtk_widget_add_css_class (self->time, "pn-dim");
  gtk_widget_add_css_class (self->time, "pn-numeric");
  gtk_grid_attach (cells, new_heading (_ ("Frames per second")), 0, 0, 1, 1);
  gtk_grid_attach (cells, self->rate, 1, 0, 1, 1);
  gtk_grid_attach (cells, build_presets (self), 2, 0, 1, 1);
  gtk_grid_attach (cells, new_heading (_ ("When it changes")), 0, 1, 1, 1);
  gtk_grid_attach (cells, build_keeps (self), 1, 1, 2, 1);
  gtk_grid_attach (cells, new_heading (_ ("Duration")), 0, 2, 1, 1);
  gtk_grid_attach (cells, self->duration, 1, 2, 1, 1);
  gtk_grid_attach (cells, self->time, 2, 2, 1, 1);
  return grid;
}

GtkWidget *
pn_timing_new (PnEditor *editor)
{
  GtkWidget *button = gtk_menu_button_new ();
  Timing *self = g_new0 (Timing, 1);

  self->editor = editor;
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), build (self));
  g_signal_connect_swapped (self->popover, "show", G_CALLBACK (show), self);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), self->popover);
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (button), GTK_ARROW_UP);
  gtk_widget_set_tooltip_text (button, _ ("Rate and duration of the film"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Rate and duration of the film"), -1);
  g_object_set_data_full (G_OBJECT (button), "pn-timing", self, timing_free);
  return button;
}
