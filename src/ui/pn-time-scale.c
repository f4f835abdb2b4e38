/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-time-scale.h"

#include <math.h>

#define PX_PER_FRAME_MAX 96.0
/* The whole of what there is takes at least this part of the width. */
#define SMALLEST_PART 0.25
/* Frames closer than this are not told apart. */
#define TICK_PX_MIN 4.0
#define LABEL_GAP_PX 12.0
/* What is revealed gets so much room beside it. */
#define REVEAL_PX 24.0

static double
inner_width (const PnTimeScale *self)
{
  return MAX (1, self->width - 2 * PN_TIME_SCALE_MARGIN);
}

double
pn_time_scale_x (const PnTimeScale *self, double frame)
{
  return PN_TIME_SCALE_MARGIN + (frame - self->first) * self->px_per_frame;
}

double
pn_time_scale_frame (const PnTimeScale *self, double x)
{
  return self->first + (x - PN_TIME_SCALE_MARGIN) / self->px_per_frame;
}

double
pn_time_scale_page (const PnTimeScale *self)
{
  return inner_width (self) / self->px_per_frame;
}

/* Half a page of nothing follows the end, so that keys can be put there. */
double
pn_time_scale_max_first (const PnTimeScale *self)
{
  double page = pn_time_scale_page (self);

  return self->extent <= page ? 0 : self->extent - page / 2;
}

static double
px_per_frame_min (const PnTimeScale *self)
{
  return MIN (PX_PER_FRAME_MAX, inner_width (self) * SMALLEST_PART / MAX (1, self->extent));
}

static void
settle (PnTimeScale *self)
{
  self->px_per_frame = CLAMP (self->px_per_frame, px_per_frame_min (self), PX_PER_FRAME_MAX);
  self->first = CLAMP (self->first, 0, pn_time_scale_max_first (self));
}

/* From the first frame to where the last one ends. */
void
pn_time_scale_fit (PnTimeScale *self)
{
  self->is_fitted = TRUE;
  self->px_per_frame = inner_width (self) / MAX (1, self->n_frames);
  self->first = 0;
  settle (self);
}

static void
refit (PnTimeScale *self)
{
  if (self->is_fitted)
    pn_time_scale_fit (self);
  else
    settle (self);
}

void
pn_time_scale_set_size (PnTimeScale *self, double width)
{
  self->width = width;
  refit (self);
}

void
pn_time_scale_set_film (PnTimeScale *self, double n_frames, double extent)
{
  self->n_frames = n_frames;
  self->extent = MAX (n_frames, extent);
  refit (self);
}

void
pn_time_scale_zoom_at (PnTimeScale *self, double factor, double x)
{
  double frame = pn_time_scale_frame (self, x);

  self->is_fitted = FALSE;
  self->px_per_frame *= factor;
  settle (self);
  self->first = frame - (x - PN_TIME_SCALE_MARGIN) / self->px_per_frame;
  settle (self);
}

void
pn_time_scale_scroll_to (PnTimeScale *self, double first)
{
  self->first = first;
  settle (self);
}

void
pn_time_scale_reveal (PnTimeScale *self, double frame, PnTimeReveal how)
{
  double x = pn_time_scale_x (self, frame);
  double room = MIN (REVEAL_PX, inner_width (self) / 4);
  double left = PN_TIME_SCALE_MARGIN, right = self->width - PN_TIME_SCALE_MARGIN;

  if (x >= left - 0.5 && x <= right + 0.5)
    return;
  if (how == PN_TIME_REVEAL_PAGE)
    pn_time_scale_scroll_to (self, frame);
  else if (x < left)
    pn_time_scale_scroll_to (self, frame - room / self->px_per_frame);
  else
    pn_time_scale_scroll_to (self, self->first + (x - right + room) / self->px_per_frame);
}

/* --- Marks. */

/* The steps of marks in order: parts of a second without a rest, then what clocks go by. */
static gint64
next_step (gint64 step, int frames_in_second)
{
  static const gint64 seconds[] = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600};

  for (gint64 i = step + 1; i < frames_in_second; i++)
    if (frames_in_second % i == 0)
      return i;
  for (guint i = 0; i < G_N_ELEMENTS (seconds); i++)
    if (seconds[i] * frames_in_second > step)
      return seconds[i] * frames_in_second;
  return step * 2;
}

PnTimeMarks
pn_time_scale_get_marks (const PnTimeScale *self, int frames_in_second, double label_width)
{
  PnTimeMarks marks = {1, 1};

  while ((double)marks.label * self->px_per_frame < label_width + LABEL_GAP_PX)
    marks.label = next_step (marks.label, frames_in_second);
  while ((double)marks.tick * self->px_per_frame < TICK_PX_MIN || marks.label % marks.tick != 0)
    marks.tick = next_step (marks.tick, frames_in_second);
  return marks;
}
