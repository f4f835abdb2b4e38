/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Moments of a film in words. Timecode counts the frames of a second by the nearest whole rate, as
 * films of 24000/1001 have it, and leaves no number out. */

/* "01:06", minutes, seconds and frames: "00:01:06"; hours stand before them where there are some. A
 * place between two frames is in the first. (transfer full) */
char *pn_timecode_format (double frame, int fps_numerator, int fps_denominator);

/* What somebody typed: a frame ("30"), so many frames from `from` ("+12", "-3"), seconds ("1.5s", in
 * the user's way of writing numbers too), or timecode, of which the front may be left out ("1:06").
 * A whole frame, never before 0. FALSE: it is none of these, and `frame` is as it was. */
gboolean pn_timecode_parse (const char *text,
                            double from,
                            int fps_numerator,
                            int fps_denominator,
                            double *frame);

/* Frames a second in words, "24" or "23.976". (transfer full) */
char *pn_rate_format (int fps_numerator, int fps_denominator);

/* What somebody typed: "24", "24000/1001", or "23.976", which is that ratio, as 29.97 and the others
 * of television are. FALSE, and both as they were, for anything else. */
gboolean pn_rate_parse (const char *text, int *fps_numerator, int *fps_denominator);
