/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-player.h"

#include "pn-export.h"
#include "pn-settings.h"
#include "pn-trace.h"

/* The rate is that of the last so many frames shown, and of no more than a second. */
#define SHOWN_MAX 128
#define RATE_WINDOW_US G_USEC_PER_SEC
/* Two frames say nothing about a rate yet. */
#define RATE_FRAMES_MIN 4

struct _PnPlayer {
  GObject parent_instance;

  PnEditor *editor; /* borrowed */
  gboolean playing, looping, every_frame;
  gboolean is_moving; /* it is the player who moves the playhead */

  /* Frame `start_frame` began at `start_us`, and by the rate there have been `n_steps` since. */
  gboolean has_start;
  gint64 start_us;
  gint64 start_frame, n_steps;
  int n_frames, fps_numerator, fps_denominator; /* of the film, as it was then */
  gboolean is_shown;                            /* the frame at the playhead was */

  gint64 now_us;
  gint64 shown_us[SHOWN_MAX]; /* a ring */
  guint n_shown;
  double last_shown;
};

G_DEFINE_FINAL_TYPE (PnPlayer, pn_player, G_TYPE_OBJECT)

typedef enum {
  PROP_PLAYING = 1,
  PROP_LOOPING,
  PROP_EVERY_FRAME,
  N_PROPERTIES,
} Property;
static GParamSpec *properties[N_PROPERTIES];

static void
notify (PnPlayer *self, Property property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
  pn_editor_touch (self->editor, PN_EDITOR_STATE);
}

/* --- Where the playhead is. */

static const PnRoot *
get_root (PnPlayer *self)
{
  return pn_view_get_root (pn_editor_get_view (self->editor));
}

static gint64
get_playhead (PnPlayer *self)
{
  return (gint64)pn_view_get_playhead (pn_editor_get_view (self->editor));
}

static void
move_playhead (PnPlayer *self, gint64 frame)
{
  if (frame == get_playhead (self))
    return;
  self->is_moving = TRUE;
  self->is_shown = FALSE;
  pn_view_set_playhead (pn_editor_get_view (self->editor), (double)frame);
  self->is_moving = FALSE;
}

/* Whole frames in so much time: in 128 bits, since rates have six digits and films are long. */
static gint64
frames_in (const PnRoot *root, gint64 duration_us)
{
  return (gint64)((__int128)duration_us * root->fps_numerator /
                  ((__int128)root->fps_denominator * G_USEC_PER_SEC));
}

static gint64
frame_us (const PnRoot *root)
{
  return (gint64)root->fps_denominator * G_USEC_PER_SEC / root->fps_numerator;
}

/* --- Starting and stopping. */

static void
restart (PnPlayer *self)
{
  self->has_start = FALSE;
  self->n_shown = 0;
  self->is_shown = TRUE;
}

static void
playhead_moved_cb (PnPlayer *self)
{
  if (!self->is_moving)
    pn_player_set_playing (self, FALSE);
}

static void
mode_changed_cb (PnPlayer *self)
{
  if (pn_view_get_mode (pn_editor_get_view (self->editor)) == PN_VIEW_RIGGING)
    pn_player_set_playing (self, FALSE);
}

gboolean
pn_player_get_playing (PnPlayer *self)
{
  g_return_val_if_fail (PN_IS_PLAYER (self), FALSE);

  return self->playing;
}

void
pn_player_set_playing (PnPlayer *self, gboolean playing)
{
  g_return_if_fail (PN_IS_PLAYER (self));

  if (self->playing == !!playing)
    return;
  self->playing = !!playing;
  restart (self);
  if (self->playing)
    pn_editor_set_mode (self->editor, PN_VIEW_ANIMATING);
  if (self->playing && get_playhead (self) >= pn_export_n_frames (get_root (self)) - 1)
    move_playhead (self, 0);
  notify (self, PROP_PLAYING);
}

gboolean
pn_player_get_looping (PnPlayer *self)
{
  g_return_val_if_fail (PN_IS_PLAYER (self), FALSE);

  return self->looping;
}

void
pn_player_set_looping (PnPlayer *self, gboolean looping)
{
  g_return_if_fail (PN_IS_PLAYER (self));

  if (self->looping == !!looping)
    return;
  self->looping = !!looping;
  self->has_start = FALSE; /* which end it is that comes next */
  notify (self, PROP_LOOPING);
}

gboolean
pn_player_get_every_frame (PnPlayer *self)
{
  g_return_val_if_fail (PN_IS_PLAYER (self), FALSE);

  return self->every_frame;
}

void
pn_player_set_every_frame (PnPlayer *self, gboolean every_frame)
{
  g_return_if_fail (PN_IS_PLAYER (self));

  if (self->every_frame == !!every_frame)
    return;
  self->every_frame = !!every_frame;
  restart (self);
  notify (self, PROP_EVERY_FRAME);
}

/* --- The clock. */

static void
begin_at (PnPlayer *self, const PnRoot *root, gint64 time_us)
{
  self->has_start = TRUE;
  self->start_us = time_us;
  self->start_frame = get_playhead (self);
  self->n_steps = 0;
  self->n_frames = pn_export_n_frames (root);
  self->fps_numerator = root->fps_numerator;
  self->fps_denominator = root->fps_denominator;
}

/* Whether the film is still the one that playing began with, so that time can be counted from
 * there: for all rounds at once, so that nothing adds up. */
static gboolean
keeps_time (PnPlayer *self, const PnRoot *root, gint64 time_us)
{
  return self->has_start && time_us >= self->start_us &&
         self->n_frames == pn_export_n_frames (root) &&
         self->fps_numerator == root->fps_numerator &&
         self->fps_denominator == root->fps_denominator;
}

static void
go_on (PnPlayer *self, gint64 n_steps)
{
  gint64 frame = self->start_frame + n_steps;

  self->n_steps = n_steps;
  if (frame < self->n_frames || self->looping) {
    move_playhead (self, frame % self->n_frames);
  } else {
    move_playhead (self, self->n_frames - 1);
    pn_player_set_playing (self, FALSE);
  }
}

/* One frame on, when it is due and the last one was shown. Nothing makes up for those that were
 * late: the clock goes on from the one that is. */
static void
step_when_due (PnPlayer *self, const PnRoot *root, gint64 time_us, gint64 n_due)
{
  gboolean is_late = n_due > self->n_steps + 1;

  if (!self->is_shown || n_due <= self->n_steps)
    return;
  go_on (self, self->n_steps + 1);
  if (is_late)
    begin_at (self, root, time_us);
}

static void
tick (PnPlayer *self, gint64 time_us)
{
  const PnRoot *root = get_root (self);

  if (pn_editor_is_busy (self->editor)) {
    pn_player_set_playing (self, FALSE);
    return;
  }
  if (!keeps_time (self, root, time_us))
    begin_at (self, root, time_us);
  gint64 n_due = frames_in (root, time_us - self->start_us);
  if (self->every_frame)
    step_when_due (self, root, time_us, n_due);
  else
    go_on (self, n_due);
}

void
pn_player_tick (PnPlayer *self, gint64 time_us)
{
  g_return_if_fail (PN_IS_PLAYER (self));

  uint64_t span = pn_trace_begin ();
  self->now_us = time_us;
  if (self->playing)
    tick (self, time_us);
  pn_trace_end ("ui.player", span);
}

/* --- The rate. */

void
pn_player_frame_shown (PnPlayer *self, double frame)
{
  g_return_if_fail (PN_IS_PLAYER (self));

  if (!(frame < get_playhead (self)) && !(frame > get_playhead (self)))
    self->is_shown = TRUE;
  /* The same one again is a redraw, or a film of one frame. */
  gboolean is_new = self->n_shown == 0 || frame < self->last_shown || frame > self->last_shown;
  self->last_shown = frame;
  if (self->playing && self->has_start && is_new)
    self->shown_us[self->n_shown++ % SHOWN_MAX] = self->now_us;
}

double
pn_player_get_rate (PnPlayer *self)
{
  g_return_val_if_fail (PN_IS_PLAYER (self), 0);

  guint n_kept = MIN (self->n_shown, SHOWN_MAX);
  guint n = 0;
  gint64 first = 0;
  if (!self->playing || n_kept == 0)
    return 0;
  while (n < n_kept) {
    gint64 shown = self->shown_us[(self->n_shown - 1 - n) % SHOWN_MAX];
    if (shown < self->now_us - RATE_WINDOW_US)
      break;
    first = shown;
    n++;
  }
  if (n < RATE_FRAMES_MIN)
    return 0;
  /* Without news for longer than a frame takes it is the silence that counts. */
  gint64 last = self->shown_us[(self->n_shown - 1) % SHOWN_MAX];
  gint64 taken = MAX (last - first, self->now_us - first - frame_us (get_root (self)));
  return taken > 0 ? (double)(n - 1) * G_USEC_PER_SEC / (double)taken : 0;
}

/* --- The object. */

static void
pn_player_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PnPlayer *self = PN_PLAYER (object);

  switch ((Property)id) {
  case PROP_PLAYING:
    g_value_set_boolean (value, self->playing);
    break;
  case PROP_LOOPING:
    g_value_set_boolean (value, self->looping);
    break;
  case PROP_EVERY_FRAME:
    g_value_set_boolean (value, self->every_frame);
    break;
  case N_PROPERTIES:
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
pn_player_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  PnPlayer *self = PN_PLAYER (object);

  switch ((Property)id) {
  case PROP_PLAYING:
    pn_player_set_playing (self, g_value_get_boolean (value));
    break;
  case PROP_LOOPING:
    pn_player_set_looping (self, g_value_get_boolean (value));
    break;
  case PROP_EVERY_FRAME:
    pn_player_set_every_frame (self, g_value_get_boolean (value));
    break;
  case N_PROPERTIES:
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
pn_player_class_init (PnPlayerClass *class)
{
  static const char *const names[N_PROPERTIES] = {NULL, "playing", "looping", "every-frame"};
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = pn_player_get_property;
  object_class->set_property = pn_player_set_property;
  for (guint i = PROP_PLAYING; i < N_PROPERTIES; i++)
    properties[i] =
        g_param_spec_boolean (names[i], NULL, NULL, FALSE,
                              G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
pn_player_init (PnPlayer *self)
{
}

/* How one played last is how the next window begins; windows that are open keep to their own. */
static void
remember (PnPlayer *self, const char *setting, const char *property)
{
  g_settings_bind (pn_settings_get (), setting, self, property,
                   G_SETTINGS_BIND_DEFAULT | G_SETTINGS_BIND_GET_NO_CHANGES);
}

PnPlayer *
pn_player_new (PnEditor *editor)
{
  g_return_val_if_fail (PN_IS_EDITOR (editor), NULL);

  PnPlayer *self = g_object_new (PN_TYPE_PLAYER, NULL);
  self->editor = editor;
  remember (self, "loop", "looping");
  remember (self, "every-frame", "every-frame");
  g_signal_connect_object (pn_editor_get_view (editor), "notify::mode",
                           G_CALLBACK (mode_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (pn_editor_get_view (editor), "notify::playhead",
                           G_CALLBACK (playhead_moved_cb), self, G_CONNECT_SWAPPED);
  return self;
}
