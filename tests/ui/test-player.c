/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-player.h"

#include "pn-random.h"
#include "pn-settings.h"
#include "pn-test-session.h"

#define SEED 20261201

/* A screen of 60 Hz, rounded as its clock rounds. */
#define SCREEN_HZ 60
/* Ticks begin anywhere. */
#define START_US 987654321

typedef struct {
  PnTestSession base;
  PnEditor *editor;
  PnPlayer *player;
  gint64 n_ticks;
} Fixture;

static int
get_playhead (Fixture *self)
{
  return (int)pn_view_get_playhead (pn_editor_get_view (self->editor));
}

static void
set_playhead (Fixture *self, double frame)
{
  pn_view_set_playhead (pn_editor_get_view (self->editor), frame);
}

static void
set_up (Fixture *self, int fps_numerator, int fps_denominator, int duration)
{
  *self = (Fixture){0};
  pn_test_session_init (&self->base, 100, 100);
  g_autoptr (JsonNode) done =
      pn_test_run (&self->base, "{'op': 'set_document', 'fps': [%d, %d], 'duration': %d}",
                   fps_numerator, fps_denominator, duration);
  self->editor = pn_editor_new (self->base.session, self->base.pool);
  self->player = pn_editor_get_player (self->editor);
  pn_player_set_looping (self->player, TRUE);
  pn_player_set_every_frame (self->player, FALSE);
}

static void
tear_down (Fixture *self)
{
  g_assert_finalize_object (self->editor);
  pn_test_session_clear (&self->base);
}

static gint64
time_of_tick (gint64 n)
{
  return START_US + (n * G_USEC_PER_SEC + SCREEN_HZ / 2) / SCREEN_HZ;
}

/* The next of the screen's ticks. */
static void
tick (Fixture *self)
{
  pn_player_tick (self->player, time_of_tick (self->n_ticks++));
}

static void
tick_and_show (Fixture *self)
{
  tick (self);
  pn_player_frame_shown (self->player, get_playhead (self));
}

/* --- The clock. */

/* Brute force in fractions: the frame begins no later than now, the next one later. */
static void
assert_is_due (gint64 frame, gint64 elapsed_us, int numerator, int denominator)
{
  __int128 frame_us = (__int128)denominator * G_USEC_PER_SEC;
  __int128 elapsed = (__int128)elapsed_us * numerator;

  g_assert_true (frame * frame_us <= elapsed);
  g_assert_true (elapsed < (frame + 1) * frame_us);
}

/* Whenever ticks come, the playhead is where the clock says, round after round, without drifting. */
static void
check_real_time (int numerator, int denominator, int duration, PnRandom *random)
{
  Fixture self;
  gint64 elapsed = 0, frame = 0;

  set_up (&self, numerator, denominator, duration);
  pn_player_set_playing (self.player, TRUE);
  for (int i = 0; i < 400; i++) {
    pn_player_tick (self.player, START_US + elapsed);
    /* Unrolled: the film is shorter than a step may be, so count the frames themselves. */
    frame = (gint64)((__int128)elapsed * numerator / ((__int128)denominator * G_USEC_PER_SEC));
    assert_is_due (frame, elapsed, numerator, denominator);
    g_assert_cmpint (get_playhead (&self), ==, frame % duration);
    g_assert_true (pn_player_get_playing (self.player));
    elapsed += (gint64)pn_random_below (random, i % 50 == 0 ? 30000000 : 90000);
  }
  tear_down (&self);
}

static void
test_real_time (void)
{
  static const int rates[][2] = {{24, 1}, {24000, 1001}, {25, 1}, {12, 1}, {30000, 1001}, {60, 1}};
  PnRandom random = pn_random (SEED);

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++) {
    check_real_time (rates[i][0], rates[i][1], 96, &random);
    check_real_time (rates[i][0], rates[i][1], 7, &random);
    check_real_time (rates[i][0], rates[i][1], 1, &random);
  }
}

/* Ten minutes of 24000/1001 are not those of 24. */
static void
test_ratio (void)
{
  Fixture self;

  set_up (&self, 24000, 1001, 20000);
  pn_player_set_playing (self.player, TRUE);
  pn_player_tick (self.player, START_US);
  pn_player_tick (self.player, START_US + 600 * (gint64)G_USEC_PER_SEC);
  g_assert_cmpint (get_playhead (&self), ==, 14385); /* 14400 at 24 */
  tear_down (&self);
}

/* A new rate goes on from the frame that is shown. */
static void
test_rate_changes (void)
{
  Fixture self;

  set_up (&self, 24, 1, 1000);
  pn_player_set_playing (self.player, TRUE);
  pn_player_tick (self.player, START_US);
  pn_player_tick (self.player, START_US + 10 * (gint64)G_USEC_PER_SEC);
  g_assert_cmpint (get_playhead (&self), ==, 240);
  g_autoptr (JsonNode) done =
      pn_test_run (&self.base, "{'op': 'set_document', 'fps': 12, 'keep': 'frames'}");
  pn_player_tick (self.player, START_US + 10 * (gint64)G_USEC_PER_SEC);
  g_assert_cmpint (get_playhead (&self), ==, 240);
  pn_player_tick (self.player, START_US + 11 * (gint64)G_USEC_PER_SEC);
  g_assert_cmpint (get_playhead (&self), ==, 252);
  tear_down (&self);
}

static void
test_end (void)
{
  Fixture self;

  set_up (&self, 24, 1, 12);
  pn_player_set_looping (self.player, FALSE);
  pn_player_set_playing (self.player, TRUE);
  pn_player_tick (self.player, START_US);
  /* The last frame is shown for as long as any other. */
  pn_player_tick (self.player, START_US + 470000);
  g_assert_cmpint (get_playhead (&self), ==, 11);
  g_assert_true (pn_player_get_playing (self.player));
  pn_player_tick (self.player, START_US + 500000);
  g_assert_cmpint (get_playhead (&self), ==, 11);
  g_assert_false (pn_player_get_playing (self.player));

  /* Again, from the end: the film begins anew. */
  pn_player_set_playing (self.player, TRUE);
  g_assert_cmpint (get_playhead (&self), ==, 0);
  /* Far past the end at once. */
  pn_player_tick (self.player, START_US);
  pn_player_tick (self.player, START_US + 90 * (gint64)G_USEC_PER_SEC);
  g_assert_cmpint (get_playhead (&self), ==, 11);
  g_assert_false (pn_player_get_playing (self.player));
  tear_down (&self);
}

/* Pausing leaves the playhead, and the time of the pause does not count. */
static void
test_pause (void)
{
  Fixture self;

  set_up (&self, 24, 1, 96);
  set_playhead (&self, 30);
  pn_player_set_playing (self.player, TRUE);
  for (int i = 0; i < 31; i++)
    tick (&self);
  g_assert_cmpint (get_playhead (&self), ==, 42);
  pn_player_set_playing (self.player, FALSE);
  for (int i = 0; i < 100; i++)
    tick (&self);
  g_assert_cmpint (get_playhead (&self), ==, 42);
  pn_player_set_playing (self.player, TRUE);
  tick (&self);
  g_assert_cmpint (get_playhead (&self), ==, 42);
  for (int i = 0; i < 5; i++)
    tick (&self);
  g_assert_cmpint (get_playhead (&self), ==, 44);
  tear_down (&self);
}

/* --- Every frame. */

/* A screen that shows what it is given after `n_late` ticks, and has shown the first frame already.
 * Returns the frames shown. */
static GArray *
show_late (Fixture *self, int n_late, int n_ticks)
{
  GArray *shown = g_array_new (FALSE, FALSE, sizeof (int));
  int waiting = 0;
  int last = get_playhead (self);

  for (int i = 0; i < n_ticks; i++) {
    tick (self);
    int frame = get_playhead (self);
    if (frame != last && ++waiting >= n_late) {
      pn_player_frame_shown (self->player, frame);
      g_array_append_val (shown, frame);
      last = frame;
      waiting = 0;
    }
  }
  return shown;
}

static void
test_every_frame (void)
{
  for (int n_late = 1; n_late <= 9; n_late++) {
    Fixture self;
    set_up (&self, 24, 1, 10);
    pn_player_set_every_frame (self.player, TRUE);
    pn_player_set_playing (self.player, TRUE);
    g_autoptr (GArray) shown = show_late (&self, n_late, 600);
    g_assert_cmpint (shown->len, >, 30);
    for (guint i = 0; i < shown->len; i++)
      g_assert_cmpint (g_array_index (shown, int, i), ==, (i + 1) % 10);
    /* Ten seconds: no faster than the film, however fast the screen is. */
    g_assert_cmpint (shown->len, <=, 241);
    tear_down (&self);
  }
}

/* As fast as it should be where the screen keeps up, although its ticks never meet a frame's
 * beginning. */
static void
test_every_frame_in_time (void)
{
  Fixture self;

  set_up (&self, 24000, 1001, 100000);
  pn_player_set_every_frame (self.player, TRUE);
  pn_player_set_playing (self.player, TRUE);
  for (int i = 0; i <= 60 * SCREEN_HZ; i++)
    tick_and_show (&self);
  g_assert_cmpint (get_playhead (&self), ==, 1438);
  tear_down (&self);
}

/* What was late is not made up for: after a frame that took a second the next ones keep their time. */
static void
test_every_frame_never_races (void)
{
  Fixture self;

  set_up (&self, 24, 1, 1000);
  pn_player_set_every_frame (self.player, TRUE);
  pn_player_set_playing (self.player, TRUE);
  for (int i = 0; i < SCREEN_HZ; i++)
    tick_and_show (&self);
  int before = get_playhead (&self);
  for (int i = 0; i < SCREEN_HZ; i++)
    tick (&self);
  g_assert_cmpint (get_playhead (&self), <=, before + 1);
  for (int i = 0; i < SCREEN_HZ / 2; i++)
    tick_and_show (&self);
  g_assert_cmpint (get_playhead (&self), <=, before + 14);
  tear_down (&self);
}

/* In real time the same slow screen leaves frames out. */
static void
test_drops_frames (void)
{
  Fixture self;

  set_up (&self, 24, 1, 1000);
  pn_player_set_playing (self.player, TRUE);
  g_autoptr (GArray) shown = show_late (&self, 9, 600);
  g_assert_cmpint (g_array_index (shown, int, shown->len - 1), >, 230);
  g_assert_cmpint (shown->len, <, 150);
  tear_down (&self);
}

/* --- The rate. */

static void
test_rate (void)
{
  Fixture self;

  set_up (&self, 24, 1, 96);
  g_assert_cmpfloat (pn_player_get_rate (self.player), <=, 0);
  pn_player_set_playing (self.player, TRUE);
  g_assert_cmpfloat (pn_player_get_rate (self.player), <=, 0);
  for (int i = 0; i < 300; i++) {
    tick_and_show (&self);
    /* Shown again, for the pointer or so: no new frame. */
    pn_player_frame_shown (self.player, get_playhead (&self));
  }
  g_assert_cmpfloat_with_epsilon (pn_player_get_rate (self.player), 24, 0.8);

  /* Nothing is shown any more: the clock runs on, the rate does not stay. */
  for (int i = 0; i < 45; i++)
    tick (&self);
  g_assert_cmpfloat (pn_player_get_rate (self.player), <, 12);
  for (int i = 0; i < 30; i++)
    tick (&self);
  g_assert_cmpfloat (pn_player_get_rate (self.player), <=, 0);
  pn_player_set_playing (self.player, FALSE);
  g_assert_cmpfloat (pn_player_get_rate (self.player), <=, 0);
  tear_down (&self);
}

static void
test_rate_of_slow_screen (void)
{
  Fixture self;

  set_up (&self, 24, 1, 960);
  pn_player_set_every_frame (self.player, TRUE);
  pn_player_set_playing (self.player, TRUE);
  g_autoptr (GArray) shown = show_late (&self, 6, 600);
  g_assert_cmpfloat_with_epsilon (pn_player_get_rate (self.player), 10, 0.5);
  tear_down (&self);
}

/* --- Who takes over. */

static void
test_playhead_taken (void)
{
  Fixture self;

  set_up (&self, 24, 1, 96);
  pn_player_set_playing (self.player, TRUE);
  for (int i = 0; i < 20; i++)
    tick (&self);
  set_playhead (&self, 70);
  g_assert_false (pn_player_get_playing (self.player));
  tick (&self);
  g_assert_cmpint (get_playhead (&self), ==, 70);
  tear_down (&self);
}

/* A press on the canvas stops it at the frame that was pressed on. */
static void
test_tool_taken (void)
{
  Fixture self;
  PnPointerEvent press = {.kind = PN_POINTER_PRESS, .doc_per_view = 1, .pressure = 1};

  set_up (&self, 24, 1, 96);
  pn_player_set_playing (self.player, TRUE);
  for (int i = 0; i < 20; i++)
    tick (&self);
  int frame = get_playhead (&self);
  pn_tool_event (pn_editor_get_tool (self.editor), &press);
  g_assert_true (pn_tool_is_busy (pn_editor_get_tool (self.editor)));
  for (int i = 0; i < 20; i++)
    tick (&self);
  g_assert_false (pn_player_get_playing (self.player));
  g_assert_cmpint (get_playhead (&self), ==, frame);
  pn_tool_cancel (pn_editor_get_tool (self.editor));
  tear_down (&self);
}

/* So does a control that is dragged, whether that makes a step or a preview. */
static void
test_control_taken (void)
{
  Fixture self;
  g_autoptr (JsonArray) operations = json_array_new ();
  JsonObject *operation = pn_operation_new ("add_group");

  set_up (&self, 24, 1, 96);
  json_object_set_string_member (operation, "name", "arm");
  json_array_add_object_element (operations, operation);
  for (int previews = 0; previews < 2; previews++) {
    pn_player_set_playing (self.player, TRUE);
    for (int i = 0; i < 20; i++)
      tick (&self);
    int frame = get_playhead (&self);
    if (previews)
      pn_editor_preview (self.editor, "add_group", pn_session_get_root (self.base.session),
                         json_array_ref (operations));
    else
      pn_editor_drag (self.editor, "add_group", json_array_ref (operations));
    g_assert_true (pn_editor_is_busy (self.editor));
    for (int i = 0; i < 20; i++)
      tick (&self);
    g_assert_false (pn_player_get_playing (self.player));
    g_assert_cmpint (get_playhead (&self), ==, frame);
    /* Where the playhead goes nevertheless, what was dragged stays behind. */
    set_playhead (&self, 90);
    g_assert_false (pn_editor_is_busy (self.editor));
  }
  g_assert_cmpuint (pn_session_get_root (self.base.session)->layers.n_items, ==, 1);
  tear_down (&self);
}

/* What is at rest has no time to play: the one ends the other, either way. */
static void
test_from_rigging (void)
{
  Fixture self;

  set_up (&self, 24, 1, 96);
  PnView *view = pn_editor_get_view (self.editor);
  pn_editor_set_mode (self.editor, PN_VIEW_RIGGING);
  pn_player_set_playing (self.player, TRUE);
  g_assert_cmpint (pn_view_get_mode (view), ==, PN_VIEW_ANIMATING);
  for (int i = 0; i < 20; i++)
    tick (&self);
  pn_editor_set_mode (self.editor, PN_VIEW_RIGGING);
  for (int i = 0; i < 20; i++)
    tick (&self);
  g_assert_false (pn_player_get_playing (self.player));
  g_assert_cmpint (pn_view_get_mode (view), ==, PN_VIEW_RIGGING);
  tear_down (&self);
}

/* An edit is seen in motion. */
static void
test_edit_goes_on (void)
{
  Fixture self;

  set_up (&self, 24, 1, 96);
  pn_player_set_playing (self.player, TRUE);
  for (int i = 0; i < 20; i++)
    tick (&self);
  JsonObject *operation = pn_operation_new ("set_document");
  json_object_set_int_member (operation, "duration", 4);
  g_assert_true (pn_editor_run (self.editor, operation, NULL));
  for (int i = 0; i < 200; i++) {
    tick (&self);
    g_assert_cmpint (get_playhead (&self), <, 4);
  }
  g_assert_true (pn_player_get_playing (self.player));
  tear_down (&self);
}

static void
state_cb (PnEditor *editor, guint changes, guint *seen)
{
  *seen |= changes;
}

static guint
flush (guint *seen)
{
  guint changes;

  while (g_main_context_iteration (NULL, FALSE))
    ;
  changes = *seen;
  *seen = 0;
  return changes;
}

static void
test_says_so (void)
{
  Fixture self;
  guint seen = 0;

  set_up (&self, 24, 1, 96);
  flush (&seen);
  g_signal_connect (self.editor, "changed", G_CALLBACK (state_cb), &seen);
  pn_player_set_playing (self.player, TRUE);
  g_assert_true (flush (&seen) & PN_EDITOR_STATE);
  pn_player_set_playing (self.player, TRUE);
  g_assert_false (flush (&seen) & PN_EDITOR_STATE);
  pn_player_set_looping (self.player, FALSE);
  g_assert_true (flush (&seen) & PN_EDITOR_STATE);
  g_assert_false (g_settings_get_boolean (pn_settings_get (), "loop"));
  pn_player_set_every_frame (self.player, TRUE);
  g_assert_true (flush (&seen) & PN_EDITOR_STATE);

  /* Kept for the next window; this one is its own. */
  g_settings_set_boolean (pn_settings_get (), "loop", TRUE);
  g_assert_false (pn_player_get_looping (self.player));
  PnEditor *other = pn_editor_new (self.base.session, self.base.pool);
  g_assert_true (pn_player_get_looping (pn_editor_get_player (other)));
  g_assert_true (pn_player_get_every_frame (pn_editor_get_player (other)));
  g_assert_finalize_object (other);
  tear_down (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/player/real-time", test_real_time);
  g_test_add_func ("/ui/player/ratio", test_ratio);
  g_test_add_func ("/ui/player/rate-changes", test_rate_changes);
  g_test_add_func ("/ui/player/end", test_end);
  g_test_add_func ("/ui/player/pause", test_pause);
  g_test_add_func ("/ui/player/every-frame", test_every_frame);
  g_test_add_func ("/ui/player/every-frame-in-time", test_every_frame_in_time);
  g_test_add_func ("/ui/player/every-frame-never-races", test_every_frame_never_races);
  g_test_add_func ("/ui/player/drops-frames", test_drops_frames);
  g_test_add_func ("/ui/player/rate", test_rate);
  g_test_add_func ("/ui/player/rate-of-slow-screen", test_rate_of_slow_screen);
  g_test_add_func ("/ui/player/playhead-taken", test_playhead_taken);
  g_test_add_func ("/ui/player/tool-taken", test_tool_taken);
  g_test_add_func ("/ui/player/control-taken", test_control_taken);
  g_test_add_func ("/ui/player/from-rigging", test_from_rigging);
  g_test_add_func ("/ui/player/edit-goes-on", test_edit_goes_on);
  g_test_add_func ("/ui/player/says-so", test_says_so);
  return g_test_run ();
}
