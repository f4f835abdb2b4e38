/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-transport.h"

#include <glib/gi18n-lib.h>

#include "pn-fold-row.h"
#include "pn-left-to-right.h"
#include "pn-player.h"
#include "pn-refresh.h"
#include "pn-timecode.h"
#include "pn-timeline-model.h"
#include "pn-timing.h"
#include "pn-trace.h"

#define PN_TYPE_TRANSPORT (pn_transport_get_type ())
G_DECLARE_FINAL_TYPE (PnTransport, pn_transport, PN, TRANSPORT, GtkWidget)

struct _PnTransport {
  GtkWidget parent_instance;

  PnEditor *editor;     /* borrowed: the window has it longer */
  PnCommands *commands; /* borrowed, as well */
  GtkWidget *row;
  GtkWidget *time, *time_button, *time_label, *time_entry;
  GtkWidget *frame, *play, *rate, *timing;
  GtkWidget *focus_before; /* (nullable) weak: where the keyboard was before typing */
  guint rate_source;       /* while it plays */
};

G_DEFINE_FINAL_TYPE (PnTransport, pn_transport, GTK_TYPE_WIDGET)

/* How often the real rate is told, ms. */
#define RATE_MS 250
/* Slower than this part of the film's rate is worth a colour. */
#define RATE_WELL 0.95

/* --- The playhead. */

static void
show_time (PnTransport *self)
{
  const PnRoot *root = pn_view_get_root (pn_editor_get_view (self->editor));
  double playhead = pn_view_get_playhead (pn_editor_get_view (self->editor));
  g_autofree char *time = pn_timecode_format (playhead, root->fps_numerator, root->fps_denominator);
  /* Translators: the number of the frame at the playhead. */
  g_autofree char *frame = g_strdup_printf (_ ("frame %d"), (int)playhead);

  pn_refresh_label (self->time_label, time);
  pn_refresh_label (self->frame, frame);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->time_button),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, time, -1);
}

static void
begin_typing (PnTransport *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->time_entry),
                         gtk_label_get_text (GTK_LABEL (self->time_label)));
  gtk_widget_remove_css_class (self->time_entry, "error");
  g_set_weak_pointer (&self->focus_before,
                      gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self))));
  gtk_stack_set_visible_child (GTK_STACK (self->time), self->time_entry);
  gtk_widget_grab_focus (self->time_entry);
}

/* The keyboard goes back to where it was, so that Space plays again. */
static void
end_typing (PnTransport *self)
{
  GtkWidget *focus = self->focus_before != NULL ? self->focus_before : self->time_button;

  gtk_stack_set_visible_child (GTK_STACK (self->time), self->time_button);
  gtk_widget_grab_focus (focus);
}

static void
typed_cb (PnTransport *self)
{
  PnView *view = pn_editor_get_view (self->editor);
  const PnRoot *root = pn_view_get_root (view);
  uint64_t span = pn_trace_begin ();
  double frame;

  if (pn_timecode_parse (gtk_editable_get_text (GTK_EDITABLE (self->time_entry)),
                         pn_view_get_playhead (view), root->fps_numerator, root->fps_denominator,
                         &frame)) {
    end_typing (self);
    pn_timeline_model_go_to (pn_editor_get_timeline (self->editor), frame);
  } else {
    gtk_widget_add_css_class (self->time_entry, "error");
    pn_editor_say (self->editor, PN_MESSAGE_WARNING, "%s",
                   _ ("Type a frame as 30, a time as 1:06 or 1.5s, or a step as +12."));
  }
  pn_trace_end ("ui.transport.time", span);
}

static gboolean
entry_key_cb (GtkEventControllerKey *controller,
              guint keyval,
              guint keycode,
              GdkModifierType modifiers,
              PnTransport *self)
{
  if (keyval != GDK_KEY_Escape)
    return FALSE;
  end_typing (self);
  return TRUE;
}

/* Going elsewhere is not typing any more, but takes no focus from there. */
static void
entry_left_cb (PnTransport *self)
{
  gtk_stack_set_visible_child (GTK_STACK (self->time), self->time_button);
}

static GtkWidget *
build_time (PnTransport *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->time = gtk_stack_new ();
  self->time_button = pn_commands_button (self->commands, "go-to-time", NULL);
  self->time_label = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->time_label, "pn-numeric");
  gtk_widget_add_css_class (self->time_button, "flat");
  gtk_widget_add_css_class (self->time_button, "pn-timecode");
  gtk_button_set_child (GTK_BUTTON (self->time_button), self->time_label);
  self->time_entry = gtk_entry_new ();
  gtk_editable_set_width_chars (GTK_EDITABLE (self->time_entry), 9);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->time_entry), 9);
  gtk_widget_add_css_class (self->time_entry, "pn-numeric");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->time_entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Frame or time to go to"), -1);
  gtk_stack_add_child (GTK_STACK (self->time), self->time_button);
  gtk_stack_add_child (GTK_STACK (self->time), self->time_entry);
  pn_left_to_right (self->time);
  gtk_widget_set_valign (self->time, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->time_entry, "activate", G_CALLBACK (typed_cb), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (entry_key_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (entry_left_cb), self);
  gtk_widget_add_controller (self->time_entry, keys);
  gtk_widget_add_controller (self->time_entry, focus);
  return self->time;
}

/* --- The rate. */

static void
show_rate (PnTransport *self)
{
  const PnRoot *root = pn_view_get_root (pn_editor_get_view (self->editor));
  double wanted = (double)root->fps_numerator / root->fps_denominator;
  double real = pn_player_get_rate (pn_editor_get_player (self->editor));
  gboolean is_slow = real > 0 && real < wanted * RATE_WELL;
  g_autofree char *film = pn_rate_format (root->fps_numerator, root->fps_denominator);
  /* Translators: frames a second. */
  g_autofree char *text = g_strdup_printf (_ ("%s fps"), film);
  /* Translators: frames a second that are really shown. */
  g_autofree char *shown = real > 0 ? g_strdup_printf (_ ("shows %.1f"), real) : g_strdup ("");

  if (g_strcmp0 (gtk_menu_button_get_label (GTK_MENU_BUTTON (self->timing)), text) != 0)
    gtk_menu_button_set_label (GTK_MENU_BUTTON (self->timing), text);
  pn_refresh_label (self->rate, shown);
  if (is_slow)
    gtk_widget_add_css_class (self->rate, "warning");
  else
    gtk_widget_remove_css_class (self->rate, "warning");
}

static gboolean
rate_cb (gpointer data)
{
  uint64_t span = pn_trace_begin ();

  show_rate (data);
  pn_trace_end ("ui.transport.rate", span);
  return G_SOURCE_CONTINUE;
}

static void
show_playing (PnTransport *self)
{
  gboolean is_playing = pn_player_get_playing (pn_editor_get_player (self->editor));

  pn_refresh_icon (self->play, is_playing ? "pn-pause-symbolic" : "pn-play-symbolic");
  if (is_playing && self->rate_source == 0)
    self->rate_source = g_timeout_add (RATE_MS, rate_cb, self);
  else if (!is_playing)
    g_clear_handle_id (&self->rate_source, g_source_remove);
  show_rate (self);
}

/* --- The row. In a narrow window it is told less, and then what is used least goes to its menu. */

static GtkWidget *
add_label (PnFoldRow *row, PnFoldPlace place, guint rank)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, "pn-caption");
  gtk_widget_add_css_class (label, "pn-numeric");
  pn_fold_row_add (row, label, place, rank, NULL);
  return label;
}

typedef struct {
  const char *names[2]; /* a command, and NULL */
  const char *icon;
  PnFoldPlace place;
  guint rank;
} Button;

static GtkWidget *
add_button (PnTransport *self, PnFoldRow *row, const Button *entry)
{
  GtkWidget *button = pn_commands_button (self->commands, entry->names[0], entry->icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  pn_left_to_right (button);
  pn_fold_row_add (row, button, entry->place, entry->rank, entry->names);
  return button;
}

static void
add_center (PnTransport *self, PnFoldRow *row)
{
  static const Button buttons[] = {
      {{"go-first"}, "pn-first-symbolic", PN_FOLD_CENTER, 3},
      {{"key-previous"}, "pn-previous-key-symbolic", PN_FOLD_CENTER, 1},
      {{"frame-previous"}, "pn-previous-frame-symbolic", PN_FOLD_CENTER, 0},
      {{"play"}, "pn-play-symbolic", PN_FOLD_CENTER, 0},
      {{"frame-next"}, "pn-next-frame-symbolic", PN_FOLD_CENTER, 0},
      {{"key-next"}, "pn-next-key-symbolic", PN_FOLD_CENTER, 1},
      {{"go-last"}, "pn-last-symbolic", PN_FOLD_CENTER, 3},
  };

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++) {
    GtkWidget *button = add_button (self, row, &buttons[i]);
    if (g_str_equal (buttons[i].names[0], "play"))
      self->play = button;
  }
  gtk_widget_add_css_class (self->play, "pn-play");
}

static void
add_end (PnTransport *self, PnFoldRow *row)
{
  static const Button loop = {{"loop"}, "pn-loop-symbolic", PN_FOLD_END, 2};
  static const Button every_frame = {{"every-frame"}, NULL, PN_FOLD_END, 4};

  self->rate = add_label (row, PN_FOLD_END, 6);
  gtk_widget_set_tooltip_text (self->rate, _ ("Frames per second that are really shown"));
  add_button (self, row, &loop);
  gtk_button_set_label (GTK_BUTTON (add_button (self, row, &every_frame)), _ ("Every frame"));
  self->timing = pn_timing_new (self->editor);
  gtk_widget_add_css_class (self->timing, "flat");
  gtk_widget_set_valign (self->timing, GTK_ALIGN_CENTER);
  pn_fold_row_add (row, self->timing, PN_FOLD_END, 0, NULL);
}

static GtkWidget *
build_row (PnTransport *self)
{
  GtkWidget *row = pn_fold_row_new (self->commands, 6);

  pn_fold_row_add (PN_FOLD_ROW (row), build_time (self), PN_FOLD_START, 0, NULL);
  self->frame = add_label (PN_FOLD_ROW (row), PN_FOLD_START, 5);
  add_center (self, PN_FOLD_ROW (row));
  add_end (self, PN_FOLD_ROW (row));
  return row;
}

/* --- The widget. */

static void
editor_changed_cb (PnTransport *self, guint changes)
{
  uint64_t span = pn_trace_begin ();

  if (changes & (PN_EDITOR_PLAYHEAD | PN_EDITOR_SHOWN))
    show_time (self);
  if (changes & (PN_EDITOR_STATE | PN_EDITOR_SHOWN))
    show_playing (self);
  pn_trace_end ("ui.transport", span);
}

static void
pn_transport_dispose (GObject *object)
{
  PnTransport *self = PN_TRANSPORT (object);

  g_clear_handle_id (&self->rate_source, g_source_remove);
  g_clear_weak_pointer (&self->focus_before);
  g_clear_pointer (&self->row, gtk_widget_unparent);
  G_OBJECT_CLASS (pn_transport_parent_class)->dispose (object);
}

static void
pn_transport_class_init (PnTransportClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = pn_transport_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TOOLBAR);
}

static void
pn_transport_init (PnTransport *self)
{
}

GtkWidget *
pn_transport_new (PnEditor *editor, PnCommands *commands)
{
  PnTransport *self = g_object_new (PN_TYPE_TRANSPORT, NULL);

  self->editor = editor;
  self->commands = commands;
  self->row = build_row (self);
  gtk_widget_set_parent (self->row, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "pn-bar");
  gtk_widget_add_css_class (GTK_WIDGET (self), "pn-transport");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Transport"), -1);
  show_time (self);
  show_playing (self);
  g_signal_connect_object (editor, "changed", G_CALLBACK (editor_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (pn_editor_get_timeline (editor), "edit-time", G_CALLBACK (begin_typing),
                           self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
