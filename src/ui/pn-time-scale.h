/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Where frames lie along the timeline: pure numbers. Ruler and dope sheet share one. */

typedef struct {
  double first; /* the frame at the left margin */
  double px_per_frame;
  double width;       /* of the widgets, px */
  double n_frames;    /* of the film */
  double extent;      /* where the last thing is: the end of the film, or a key beyond it */
  gboolean is_fitted; /* shows the whole film, whatever its length and the width */
} PnTimeScale;

#define PN_TIME_SCALE_INIT ((PnTimeScale){.px_per_frame = 8, .n_frames = 1, .is_fitted = TRUE})

/* Frame `first` is so many px from the left edge, so that its key shows whole. */
#define PN_TIME_SCALE_MARGIN 12.0

double pn_time_scale_x (const PnTimeScale *self, double frame);
double pn_time_scale_frame (const PnTimeScale *self, double x);

void pn_time_scale_set_size (PnTimeScale *self, double width);
void pn_time_scale_set_film (PnTimeScale *self, double n_frames, double extent);

/* The place under `x` stays, as far as the ends let it. */
void pn_time_scale_zoom_at (PnTimeScale *self, double factor, double x);
void pn_time_scale_fit (PnTimeScale *self);
void pn_time_scale_scroll_to (PnTimeScale *self, double first);
/* Scrolls, if it must, so that the frame is to be seen. */
typedef enum {
  PN_TIME_REVEAL_NEAR, /* a little, as when the playhead steps */
  PN_TIME_REVEAL_PAGE, /* to the left edge, as when it plays */
} PnTimeReveal;
void pn_time_scale_reveal (PnTimeScale *self, double frame, PnTimeReveal how);

double pn_time_scale_max_first (const PnTimeScale *self);
double pn_time_scale_page (const PnTimeScale *self); /* frames that fit */

/* Marks: every `label` frames one with words, every `tick` frames one without. `label` is a
 * multiple of `tick`; both are whole parts or multiples of a second where it is a whole number of
 * frames. */
typedef struct {
  gint64 tick, label;
} PnTimeMarks;
PnTimeMarks
pn_time_scale_get_marks (const PnTimeScale *self, int frames_in_second, double label_width);
