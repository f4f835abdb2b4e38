/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-pointer.h"

#include <math.h>

/* Where pressure stands in for the tip: down from here on, up at nothing. Some pens report a little
 * pressure in the air. */
#define PRESSURE_DOWN 0.02

static gboolean
is_pen (PnPointerDevice device)
{
  return device == PN_DEVICE_PEN || device == PN_DEVICE_ERASER;
}

/* Numbers that tools can calculate with. */
static void
make_sound (PnPointerEvent *event)
{
  if (!(event->axes & PN_AXIS_PRESSURE) || isnan (event->pressure))
    event->pressure = 1;
  event->pressure = CLAMP (event->pressure, 0, 1);
  if (!(event->axes & PN_AXIS_TILT) || !isfinite (event->tilt.x) || !isfinite (event->tilt.y))
    event->tilt = pn_vec2 (0, 0);
  if (!(event->doc_per_view > 0) || !isfinite (event->doc_per_view))
    event->doc_per_view = 1;
  if (is_pen (event->device) && (event->buttons & PN_BUTTON_BARREL))
    event->modifiers |= PN_MODIFIER_ALT;
}

/* Turns a pen's motion into presses and releases by its pressure. */
static void
press_from_pressure (PnPointerFilter *self, PnPointerEvent *event)
{
  if (self->pressing != PN_POINTER_PRESS_FROM_PRESSURE || !is_pen (event->device) ||
      !(event->axes & PN_AXIS_PRESSURE) ||
      (event->kind != PN_POINTER_HOVER && event->kind != PN_POINTER_MOTION))
    return;
  if (!self->is_down && event->pressure >= PRESSURE_DOWN) {
    event->kind = PN_POINTER_PRESS;
    self->is_pressed_by_pressure = TRUE;
  } else if (self->is_down && self->is_pressed_by_pressure) {
    event->kind = event->pressure > 0 ? PN_POINTER_MOTION : PN_POINTER_RELEASE;
  }
}

static void
note_pen (PnPointerFilter *self, const PnPointerEvent *event)
{
  if (!is_pen (event->device))
    return;
  self->is_pen_near = event->kind != PN_POINTER_LEAVE;
  self->was_pen_near = TRUE;
  self->pen_left_us = event->time_us;
}

/* A touch that begins while the pen is near, or just after, is the hand that holds it, until it is
 * lifted. */
static gboolean
is_palm (PnPointerFilter *self, const PnPointerEvent *event)
{
  if (event->device != PN_DEVICE_TOUCH)
    return FALSE;
  if (event->kind == PN_POINTER_PRESS)
    self->is_palm = self->is_pen_near ||
                    (self->was_pen_near && event->time_us - self->pen_left_us < PN_POINTER_PALM_US);
  return self->is_palm;
}

static guint
press (PnPointerFilter *self, const PnPointerEvent *event, PnPointerEvent *out)
{
  guint n = 0;

  if (self->is_down) {
    if (!is_pen (event->device) && event->device != self->device)
      return 0;
    /* A pen takes over from a finger or a mouse; of one device the end before was lost. */
    out[n] = *event;
    out[n].kind = PN_POINTER_CANCEL;
    out[n++].device = self->device;
    if (self->device == PN_DEVICE_TOUCH)
      self->is_palm = is_pen (event->device);
  }
  self->is_down = TRUE;
  self->device = event->device;
  out[n++] = *event;
  return n;
}

static guint
follow (PnPointerFilter *self, const PnPointerEvent *event, PnPointerEvent *out)
{
  if (event->device != self->device)
    return 0;
  out[0] = *event;
  switch (event->kind) {
  case PN_POINTER_RELEASE:
  case PN_POINTER_CANCEL:
    self->is_down = self->is_pressed_by_pressure = FALSE;
    break;
  case PN_POINTER_LEAVE:
    /* Of a mouse that drags beyond the canvas nothing is said: it is still down. A pen that is away
     * has lifted its tip. */
    if (!is_pen (event->device))
      return 0;
    out[0].kind = PN_POINTER_RELEASE;
    out[1] = *event;
    self->is_down = self->is_pressed_by_pressure = FALSE;
    return 2;
  case PN_POINTER_HOVER:
  case PN_POINTER_MOTION:
  case PN_POINTER_PRESS:
  default:
    out[0].kind = PN_POINTER_MOTION;
  }
  return 1;
}

guint
pn_pointer_filter (PnPointerFilter *self,
                   const PnPointerEvent *reported,
                   PnPointerEvent out[PN_POINTER_FILTER_OUT])
{
  PnPointerEvent event = *reported;

  if (!isfinite (event.position_doc.x) || !isfinite (event.position_doc.y))
    return 0;
  make_sound (&event);
  press_from_pressure (self, &event);
  gboolean ignored = is_palm (self, &event);
  note_pen (self, &event);
  if (ignored)
    return 0;
  if (event.kind == PN_POINTER_PRESS)
    return press (self, &event, out);
  if (self->is_down) {
    /* A pen that comes near takes the canvas from the finger: it was the hand. */
    if (self->device == PN_DEVICE_TOUCH && is_pen (event.device)) {
      self->is_down = FALSE;
      self->is_palm = TRUE;
      out[0] = event;
      out[0].kind = PN_POINTER_CANCEL;
      out[0].device = PN_DEVICE_TOUCH;
      return 1;
    }
    return follow (self, &event, out);
  }
  /* Motion of a tip that never went down is hovering; its release is none. */
  if (event.kind == PN_POINTER_MOTION)
    event.kind = PN_POINTER_HOVER;
  if (event.kind != PN_POINTER_HOVER && event.kind != PN_POINTER_LEAVE)
    return 0;
  out[0] = event;
  return 1;
}
