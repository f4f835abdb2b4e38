/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-editor.h"

/* Playback: moves the playhead by the clock. In real time frames that come late are left out; in
 * every-frame mode the next one waits until the last one was shown. What plays is the document's
 * duration. Main thread.
 *
 * Playing goes on while panels and the dope sheet edit, so that a change is seen in motion. It stops
 * where it is when somebody takes over: a tool takes hold of something on the canvas, or the
 * playhead is moved by anyone else.
 *
 * Properties: "playing", "looping", "every-frame", all readable and writable. Each change touches
 * the editor's state. */
#define PN_TYPE_PLAYER (pn_player_get_type ())
G_DECLARE_FINAL_TYPE (PnPlayer, pn_player, PN, PLAYER, GObject)

PnPlayer *pn_player_new (PnEditor *editor); /* borrowed: the editor owns it */

gboolean pn_player_get_playing (PnPlayer *self);
/* From the playhead; from the beginning where it is at the end. */
void pn_player_set_playing (PnPlayer *self, gboolean playing);
gboolean pn_player_get_looping (PnPlayer *self);
void pn_player_set_looping (PnPlayer *self, gboolean looping);
gboolean pn_player_get_every_frame (PnPlayer *self);
void pn_player_set_every_frame (PnPlayer *self, gboolean every_frame);

/* The canvas's tick: where the playhead ought to be at that moment (of the frame clock). It is the
 * only clock there is: the first one after playing began is its beginning. */
void pn_player_tick (PnPlayer *self, gint64 time_us);
/* The canvas shows that frame now. Also where nothing can be drawn, or every-frame mode waits. */
void pn_player_frame_shown (PnPlayer *self, double frame);
/* Frames really shown a second, of late; 0 while it stands or is not known yet. */
double pn_player_get_rate (PnPlayer *self);
