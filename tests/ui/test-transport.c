/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-transport.h"

#include "pn-player.h"
#include "pn-style.h"
#include "pn-test-gtk.h"
#include "pn-test-timeline.h"
#include "pn-test-widgets.h"
#include "pn-timing.h"

typedef struct {
  PnTestTimeline base;
  PnCommands *commands;
  GtkWidget *transport, *timing; /* references */
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  *self = (Fixture){0};
  pn_style_init (gdk_display_get_default ());
  pn_test_timeline_init (&self->base);
  self->commands = pn_commands_new ();
  pn_commands_add (self->commands, pn_commands_view, self->base.editor);
  pn_commands_add (self->commands, pn_commands_time, self->base.editor);
  self->transport = g_object_ref_sink (pn_transport_new (self->base.editor, self->commands));
  self->timing = g_object_ref_sink (pn_timing_new (self->base.editor));
  pn_test_timeline_flush ();
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_finalize_object (self->timing);
  g_assert_finalize_object (self->transport);
  g_assert_finalize_object (self->commands);
  pn_test_timeline_clear (&self->base);
}

static char *
get_text (Fixture *self)
{
  GString *text = g_string_new (NULL);

  pn_test_timeline_flush ();
  pn_test_add_text (self->transport, text);
  return g_string_free (text, FALSE);
}

static void
assert_says (Fixture *self, const char *words)
{
  g_autofree char *text = get_text (self);

  if (strstr (text, words) == NULL)
    g_error ("“%s” is not in “%s”", words, text);
}

static void
test_time (Fixture *self, gconstpointer data)
{
  assert_says (self, "00:00:00");
  pn_view_set_playhead (self->base.view, 30);
  assert_says (self, "00:01:06 frame 30");
  assert_says (self, "24 fps");
  pn_test_timeline_do (&self->base, "{'op': 'set_document', 'fps': [24000, 1001]}");
  assert_says (self, "23.976 fps");
}

/* How fast it really goes is said while it plays. */
static void
test_rate (Fixture *self, gconstpointer data)
{
  PnPlayer *player = pn_editor_get_player (self->base.editor);

  pn_player_set_every_frame (player, TRUE);
  pn_player_set_playing (player, TRUE);
  for (int i = 0; i < 20; i++) {
    pn_player_tick (player, 100000 * i);
    pn_player_frame_shown (player, pn_view_get_playhead (self->base.view));
  }
  pn_editor_touch (self->base.editor, PN_EDITOR_STATE);
  assert_says (self, "shows 10.0");
  pn_player_set_playing (player, FALSE);
  g_autofree char *text = get_text (self);
  g_assert_null (strstr (text, "shows"));
}

/* --- Rate and duration. */

/* The entries of the popover, by number. */
static GtkWidget *
find_entry (GtkWidget *widget, int *number)
{
  if (GTK_IS_ENTRY (widget) && (*number)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_entry (child, number);
    if (found != NULL)
      return found;
  }
  return NULL;
}

static void
enter (Fixture *self, int number, const char *text)
{
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (self->timing)));
  GtkWidget *entry = find_entry (popover, &number);

  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpint (gtk_widget_has_css_class (entry, "error"), ==, self->base.message != NULL);
}

static const PnRoot *
get_root (Fixture *self)
{
  return pn_session_get_root (self->base.base.session);
}

static void
test_timing (Fixture *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  guint n_steps = pn_test_timeline_n_steps (&self->base);

  enter (self, 0, "12");
  g_assert_cmpint (get_root (self)->fps_numerator, ==, 12);
  /* Keys keep their times. */
  pn_test_timeline_assert_frames (&self->base, "hand · position", "0 5 10 20");
  g_assert_cmpint ((int)get_root (self)->duration, ==, 24);
  g_assert_cmpuint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
  pn_test_timeline_there_and_back (&self->base, before);
  enter (self, 0, "12");
  g_assert_cmpuint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);

  enter (self, 1, "3:00");
  g_assert_cmpint ((int)get_root (self)->duration, ==, 36);
  enter (self, 1, "100");
  g_assert_cmpint ((int)get_root (self)->duration, ==, 100);
  g_assert_cmpuint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 3);
  enter (self, 0, "23.976");
  g_assert_cmpint (get_root (self)->fps_denominator, ==, 1001);
  /* What it says of a duration in parts of frames is not what it sets. */
  double duration = get_root (self)->duration;
  enter (self, 1, "199.8");
  g_assert_cmpfloat_with_epsilon (get_root (self)->duration, duration, 1e-12);
}

static void
test_timing_refuses (Fixture *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  static const char *const bad[] = {"", "0", "x", "1:y", "1e9"};

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    for (int number = 0; number < 2; number++) {
      enter (self, number, bad[i]);
      g_clear_pointer (&self->base.message, g_free);
    }
  g_autofree char *after = pn_test_bytes (&self->base.base);
  g_assert_cmpstr (after, ==, before);
}

#define add(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  add ("/ui/transport/time", test_time);
  add ("/ui/transport/rate", test_rate);
  add ("/ui/transport/timing", test_timing);
  add ("/ui/transport/timing-refuses", test_timing_refuses);
  return g_test_run ();
}
