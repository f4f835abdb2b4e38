/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "pn-vec.h"

/* What a pointer does, for tools: mouse, pen and finger alike. */

typedef enum {
  PN_POINTER_PRESS,   /* the tip or the button went down */
  PN_POINTER_MOTION,  /* moved while down */
  PN_POINTER_RELEASE, /* went up */
  PN_POINTER_CANCEL,  /* the system took the sequence away: as if it had not been */
  PN_POINTER_HOVER,   /* moved while up */
  PN_POINTER_LEAVE,   /* left the canvas, or a pen its neighbourhood */
} PnPointerKind;

typedef enum {
  PN_DEVICE_MOUSE,
  PN_DEVICE_PEN,
  PN_DEVICE_ERASER, /* the pen's other end */
  PN_DEVICE_TOUCH,
} PnPointerDevice;

typedef enum {
  PN_BUTTON_PRIMARY = 1 << 0,
  PN_BUTTON_BARREL = 1 << 1, /* a pen's first one: the role of Alt */
  PN_BUTTON_SECONDARY = 1 << 2,
} PnPointerButtons;

typedef enum {
  PN_MODIFIER_SHIFT = 1 << 0,
  PN_MODIFIER_CTRL = 1 << 1,
  PN_MODIFIER_ALT = 1 << 2,
} PnPointerModifiers;

typedef enum {
  PN_AXIS_PRESSURE = 1 << 0,
  PN_AXIS_TILT = 1 << 1,
} PnPointerAxes;

typedef struct {
  PnPointerKind kind;
  PnPointerDevice device;
  PnVec2 position_doc;
  double doc_per_view; /* document px for a view px, where it happened */
  guint axes;          /* PnPointerAxes that the device has */
  double pressure;     /* 0..1 */
  PnVec2 tilt;         /* -1..1 each, 0 upright */
  guint buttons;       /* PnPointerButtons */
  guint modifiers;     /* PnPointerModifiers */
  gint64 time_us;
} PnPointerEvent;

/* What devices and compositors report is not yet what tools can go by. This makes it so: a sequence
 * begins with a press and ends with a release or a cancel, and is one device's; there is no press
 * without a tip that went down, however hard a hovering pen says it presses; a hand beside a near
 * pen is no finger; and a device without pressure presses fully. */
typedef enum {
  PN_POINTER_PRESS_AS_REPORTED,
  PN_POINTER_PRESS_FROM_PRESSURE, /* for compositors that never report a tip going down */
} PnPointerPressing;

/* How long after a pen left a touch is still taken for the hand that held it. */
#define PN_POINTER_PALM_US 300000

typedef struct {
  PnPointerPressing pressing; /* a setting; the rest is state */
  gboolean is_down;
  gboolean is_pressed_by_pressure;
  PnPointerDevice device; /* of the sequence */
  gboolean is_palm;       /* the touch under way is none */
  gboolean is_pen_near;
  gboolean was_pen_near;
  gint64 pen_left_us;
} PnPointerFilter;

#define PN_POINTER_FILTER_INIT ((PnPointerFilter){0})

/* Gives what tools get for a reported event: 0 to 2 events. */
#define PN_POINTER_FILTER_OUT 2
guint pn_pointer_filter (PnPointerFilter *self,
                         const PnPointerEvent *reported,
                         PnPointerEvent out[PN_POINTER_FILTER_OUT]);
