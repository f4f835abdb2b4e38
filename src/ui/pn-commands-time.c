/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>

#include "pn-command-list.h"
#include "pn-export.h"
#include "pn-key-clipboard.h"
#include "pn-player.h"
#include "pn-timeline-model.h"

/* --- Playing. */

static void
play (gpointer editor)
{
  PnPlayer *player = pn_editor_get_player (editor);

  pn_player_set_playing (player, !pn_player_get_playing (player));
}

static gboolean
is_playing (gpointer editor)
{
  return pn_player_get_playing (pn_editor_get_player (editor));
}

static void
loop (gpointer editor)
{
  PnPlayer *player = pn_editor_get_player (editor);

  pn_player_set_looping (player, !pn_player_get_looping (player));
}

static gboolean
is_looping (gpointer editor)
{
  return pn_player_get_looping (pn_editor_get_player (editor));
}

static void
every_frame (gpointer editor)
{
  PnPlayer *player = pn_editor_get_player (editor);

  pn_player_set_every_frame (player, !pn_player_get_every_frame (player));
}

static gboolean
is_every_frame (gpointer editor)
{
  return pn_player_get_every_frame (pn_editor_get_player (editor));
}

/* --- The playhead. */

static double
get_playhead (gpointer editor)
{
  return pn_view_get_playhead (pn_editor_get_view (editor));
}

static void
go_to (gpointer editor, double frame)
{
  pn_timeline_model_go_to (pn_editor_get_timeline (editor), frame);
}

static void
go_first (gpointer editor)
{
  go_to (editor, 0);
}

static void
go_last (gpointer editor)
{
  go_to (editor, pn_export_n_frames (pn_view_get_root (pn_editor_get_view (editor))) - 1);
}

static void
frame_previous (gpointer editor)
{
  go_to (editor, get_playhead (editor) - 1);
}

static void
frame_next (gpointer editor)
{
  go_to (editor, get_playhead (editor) + 1);
}

static void
go_to_key (gpointer editor, PnKeyStep step)
{
  if (!pn_timeline_model_go_to_key (pn_editor_get_timeline (editor), step))
    pn_editor_say (editor, PN_MESSAGE_INFO, "%s",
                   step == PN_KEY_NEXT ? _ ("There is no key after the playhead.")
                                       : _ ("There is no key before the playhead."));
}

static void
key_previous (gpointer editor)
{
  go_to_key (editor, PN_KEY_PREVIOUS);
}

static void
key_next (gpointer editor)
{
  go_to_key (editor, PN_KEY_NEXT);
}

static void
edit_time (gpointer editor)
{
  pn_timeline_model_edit_time (pn_editor_get_timeline (editor));
}

/* --- Keys. */

static void
set_key (gpointer editor)
{
  pn_editor_set_key (editor);
}

static gboolean
can_set_key (gpointer editor)
{
  return pn_editor_can_set_key (editor);
}

static gboolean
has_keys (gpointer editor)
{
  return pn_timeline_model_has_keys (pn_editor_get_timeline (editor));
}

static void
ease (gpointer editor)
{
  pn_timeline_model_ease (pn_editor_get_timeline (editor), PN_KEY_EASE_BOTH);
}

static void
hold (gpointer editor)
{
  pn_timeline_model_ease (pn_editor_get_timeline (editor), PN_KEY_EASE_HOLD);
}

static void
linear (gpointer editor)
{
  pn_timeline_model_ease (pn_editor_get_timeline (editor), PN_KEY_EASE_NONE);
}

static void
delete_keys (gpointer editor)
{
  pn_timeline_model_delete (pn_editor_get_timeline (editor));
}

static void
copy_keys (gpointer editor)
{
  pn_key_clipboard_copy (pn_editor_get_timeline (editor));
}

static void
cut_keys (gpointer editor)
{
  copy_keys (editor);
  delete_keys (editor);
}

static void
paste_keys (gpointer editor)
{
  pn_key_clipboard_paste (pn_editor_get_timeline (editor));
}

static void
select_all_keys (gpointer editor)
{
  pn_timeline_model_select_all (pn_editor_get_timeline (editor));
}

static void
select_no_keys (gpointer editor)
{
  pn_timeline_model_select_none (pn_editor_get_timeline (editor));
}

#define FRAMES_OF_A_LARGE_STEP 10

static void
nudge (gpointer editor, double frames)
{
  pn_timeline_model_nudge (pn_editor_get_timeline (editor), frames);
}

static void
keys_earlier (gpointer editor)
{
  nudge (editor, -1);
}

static void
keys_later (gpointer editor)
{
  nudge (editor, 1);
}

static void
keys_much_earlier (gpointer editor)
{
  nudge (editor, -FRAMES_OF_A_LARGE_STEP);
}

static void
keys_much_later (gpointer editor)
{
  nudge (editor, FRAMES_OF_A_LARGE_STEP);
}

/* --- The timeline. */

#define ZOOM_STEP 1.5

static void
reveal_keyed (gpointer editor)
{
  pn_timeline_model_reveal_keyed (pn_editor_get_timeline (editor));
}

static void
zoom_in (gpointer editor)
{
  pn_timeline_model_zoom (pn_editor_get_timeline (editor), ZOOM_STEP);
}

static void
zoom_out (gpointer editor)
{
  pn_timeline_model_zoom (pn_editor_get_timeline (editor), 1 / ZOOM_STEP);
}

static void
zoom_fit (gpointer editor)
{
  pn_timeline_model_fit (pn_editor_get_timeline (editor));
}

const PnCommandEntry pn_commands_time[] = {
    {
        .name = "play",
        .label = N_ ("Play"),
        .accels = "space",
        .group = N_ ("Playback"),
        .keywords = N_ ("pause stop preview"),
        .run = play,
        .is_on = is_playing,
        .hold = pn_command_hold_hand,
    },
    {
        .name = "loop",
        .label = N_ ("Loop"),
        .group = N_ ("Playback"),
        .keywords = N_ ("repeat again"),
        .run = loop,
        .is_on = is_looping,
    },
    {
        .name = "every-frame",
        .label = N_ ("Play Every Frame"),
        .group = N_ ("Playback"),
        .keywords = N_ ("real time drop frames"),
        .run = every_frame,
        .is_on = is_every_frame,
    },
    {
        .name = "go-first",
        .label = N_ ("First Frame"),
        .accels = "Home",
        .group = N_ ("Playback"),
        .keywords = N_ ("beginning start rewind"),
        .run = go_first,
    },
    {
        .name = "go-last",
        .label = N_ ("Last Frame"),
        .accels = "End",
        .group = N_ ("Playback"),
        .run = go_last,
    },
    {
        .name = "frame-previous",
        .label = N_ ("Previous Frame"),
        .accels = "comma",
        .group = N_ ("Playback"),
        .keywords = N_ ("step back"),
        .run = frame_previous,
    },
    {
        .name = "frame-next",
        .label = N_ ("Next Frame"),
        .accels = "period",
        .group = N_ ("Playback"),
        .keywords = N_ ("step forward"),
        .run = frame_next,
    },
    {
        .name = "key-previous",
        .label = N_ ("Previous Key"),
        .accels = "j",
        .group = N_ ("Playback"),
        .keywords = N_ ("keyframe"),
        .run = key_previous,
    },
    {
        .name = "key-next",
        .label = N_ ("Next Key"),
        .accels = "l",
        .group = N_ ("Playback"),
        .keywords = N_ ("keyframe"),
        .run = key_next,
    },
    {
        .name = "go-to-time",
        .label = N_ ("Go to a Frame"),
        .accels = "<Alt><Shift>j",
        .group = N_ ("Playback"),
        .keywords = N_ ("timecode jump playhead"),
        .run = edit_time,
    },
    {
        .name = "key-set",
        .label = N_ ("Set a Key"),
        .accels = "i",
        .group = N_ ("Keys"),
        .keywords = N_ ("keyframe insert add pose"),
        .run = set_key,
        .is_enabled = can_set_key,
        .needs = N_ ("While animating, select a pin or a layer first."),
    },
    {
        .name = "keys-ease",
        .label = N_ ("Ease"),
        .accels = "F9",
        .group = N_ ("Keys"),
        .keywords = N_ ("easy slow in out smooth"),
        .run = ease,
        .is_enabled = has_keys,
        .needs = N_ ("Select keys in the dope sheet first."),
    },
    {
        .name = "keys-hold",
        .label = N_ ("Hold"),
        .accels = "<Shift>F9",
        .group = N_ ("Keys"),
        .keywords = N_ ("step stay constant ease"),
        .run = hold,
        .is_enabled = has_keys,
        .needs = N_ ("Select keys in the dope sheet first."),
    },
    {
        .name = "keys-linear",
        .label = N_ ("Linear"),
        .group = N_ ("Keys"),
        .keywords = N_ ("straight even no ease"),
        .run = linear,
        .is_enabled = has_keys,
        .needs = N_ ("Select keys in the dope sheet first."),
    },
    {
        .name = "keys-cut",
        .label = N_ ("Cut Keys"),
        .accels = "<Control>x",
        .group = N_ ("Keys"),
        .scope = PN_COMMAND_TIMELINE,
        .run = cut_keys,
        .is_enabled = has_keys,
        .needs = N_ ("Select keys in the dope sheet first."),
    },
    {
        .name = "keys-copy",
        .label = N_ ("Copy Keys"),
        .accels = "<Control>c",
        .group = N_ ("Keys"),
        .scope = PN_COMMAND_TIMELINE,
        .run = copy_keys,
        .is_enabled = has_keys,
        .needs = N_ ("Select keys in the dope sheet first."),
    },
    {
        .name = "keys-paste",
        .label = N_ ("Paste Keys"),
        .accels = "<Control>v",
        .group = N_ ("Keys"),
        .keywords = N_ ("playhead"),
        .scope = PN_COMMAND_TIMELINE,
        .run = paste_keys,
    },
    {
        .name = "keys-delete",
        .label = N_ ("Delete Keys"),
        .accels = "Delete BackSpace",
        .group = N_ ("Keys"),
        .keywords = N_ ("remove"),
        .scope = PN_COMMAND_TIMELINE,
        .run = delete_keys,
        .is_enabled = has_keys,
        .needs = N_ ("Select keys in the dope sheet first."),
    },
    {
        .name = "keys-select-all",
        .label = N_ ("Select All Keys"),
        .accels = "<Control>a",
        .group = N_ ("Keys"),
        .scope = PN_COMMAND_TIMELINE,
        .run = select_all_keys,
    },
    {
        .name = "keys-select-none",
        .label = N_ ("Select No Keys"),
        .accels = "<Control><Shift>a",
        .group = N_ ("Keys"),
        .keywords = N_ ("deselect"),
        .scope = PN_COMMAND_TIMELINE,
        .run = select_no_keys,
        .is_enabled = has_keys,
        .needs = N_ ("Select keys in the dope sheet first."),
    },
    {
        .name = "keys-earlier",
        .label = N_ ("Move Keys One Frame Earlier"),
        .accels = "<Alt>Left",
        .group = N_ ("Keys"),
        .keywords = N_ ("nudge left"),
        .scope = PN_COMMAND_TIMELINE,
        .run = keys_earlier,
        .is_enabled = has_keys,
        .needs = N_ ("Select keys in the dope sheet first."),
    },
    {
        .name = "keys-later",
        .label = N_ ("Move Keys One Frame Later"),
        .accels = "<Alt>Right",
        .group = N_ ("Keys"),
        .keywords = N_ ("nudge right"),
        .scope = PN_COMMAND_TIMELINE,
        .run = keys_later,
        .is_enabled = has_keys,
        .needs = N_ ("Select keys in the dope sheet first."),
    },
    {
        .name = "keys-much-earlier",
        .label = N_ ("Move Keys Ten Frames Earlier"),
        .accels = "<Alt><Shift>Left",
        .group = N_ ("Keys"),
        .keywords = N_ ("nudge left"),
        .scope = PN_COMMAND_TIMELINE,
        .run = keys_much_earlier,
        .is_enabled = has_keys,
        .needs = N_ ("Select keys in the dope sheet first."),
    },
    {
        .name = "keys-much-later",
        .label = N_ ("Move Keys Ten Frames Later"),
        .accels = "<Alt><Shift>Right",
        .group = N_ ("Keys"),
        .keywords = N_ ("nudge right"),
        .scope = PN_COMMAND_TIMELINE,
        .run = keys_much_later,
        .is_enabled = has_keys,
        .needs = N_ ("Select keys in the dope sheet first."),
    },
    {
        .name = "reveal-keyed",
        .label = N_ ("Reveal Keys"),
        .accels = "u",
        .group = N_ ("Timeline"),
        .keywords = N_ ("unfold fold tracks animated"),
        .run = reveal_keyed,
    },
    {
        .name = "timeline-zoom-in",
        .label = N_ ("Zoom In on Time"),
        .accels = "<Control>plus <Control>equal <Control>KP_Add",
        .group = N_ ("Timeline"),
        .scope = PN_COMMAND_TIMELINE,
        .run = zoom_in,
    },
    {
        .name = "timeline-zoom-out",
        .label = N_ ("Zoom Out of Time"),
        .accels = "<Control>minus <Control>KP_Subtract",
        .group = N_ ("Timeline"),
        .scope = PN_COMMAND_TIMELINE,
        .run = zoom_out,
    },
    {
        .name = "timeline-fit",
        .label = N_ ("Fit the Film"),
        .accels = "<Control>0",
        .group = N_ ("Timeline"),
        .keywords = N_ ("zoom whole duration"),
        .scope = PN_COMMAND_TIMELINE,
        .run = zoom_fit,
    },
    {0},
};
