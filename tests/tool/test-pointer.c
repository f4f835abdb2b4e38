/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-pointer.h"

#include <math.h>

/* Streams as devices and compositors report them. */
typedef struct {
  PnPointerFilter filter;
  PnPointerEvent out[PN_POINTER_FILTER_OUT];
  guint n_out;
  gint64 now_us;
} Stream;

static void
report (Stream *self, PnPointerDevice device, PnPointerKind kind, double x, double pressure)
{
  PnPointerEvent event = {
      .kind = kind,
      .device = device,
      .position_doc = {x, 10},
      .doc_per_view = 1,
      .axes = device == PN_DEVICE_PEN || device == PN_DEVICE_ERASER ? PN_AXIS_PRESSURE : 0,
      .pressure = pressure,
      .time_us = self->now_us,
  };
  self->now_us += 5000;
  self->n_out = pn_pointer_filter (&self->filter, &event, self->out);
}

static void
assert_one (Stream *self, PnPointerKind kind)
{
  g_assert_cmpuint (self->n_out, ==, 1);
  g_assert_cmpint (self->out[0].kind, ==, kind);
}

static void
assert_pressure (Stream *self, double pressure)
{
  g_assert_cmpfloat_with_epsilon (self->out[0].pressure, pressure, 1e-12);
}

/* BR54: the first sample has its own pressure, and so has each that follows. */
static void
test_own_pressure (void)
{
  Stream stream = {PN_POINTER_FILTER_INIT};

  report (&stream, PN_DEVICE_PEN, PN_POINTER_HOVER, 0, 0);
  assert_one (&stream, PN_POINTER_HOVER);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_PRESS, 0, 0.05);
  assert_one (&stream, PN_POINTER_PRESS);
  assert_pressure (&stream, 0.05);
  for (int i = 1; i <= 20; i++) {
    double pressure = MIN (0.05 * (i + 1), 1);
    report (&stream, PN_DEVICE_PEN, PN_POINTER_MOTION, i, pressure);
    assert_one (&stream, PN_POINTER_MOTION);
    assert_pressure (&stream, pressure);
  }
  report (&stream, PN_DEVICE_PEN, PN_POINTER_RELEASE, 21, 0);
  assert_one (&stream, PN_POINTER_RELEASE);
}

/* BR54: without the axis 0 is what is reported, and 1 what is meant; so is what is no number. */
static void
test_no_axis (void)
{
  Stream stream = {PN_POINTER_FILTER_INIT};

  report (&stream, PN_DEVICE_MOUSE, PN_POINTER_PRESS, 0, 0);
  assert_one (&stream, PN_POINTER_PRESS);
  assert_pressure (&stream, 1);
  report (&stream, PN_DEVICE_MOUSE, PN_POINTER_RELEASE, 0, 0);
  report (&stream, PN_DEVICE_TOUCH, PN_POINTER_PRESS, 0, 0);
  assert_pressure (&stream, 1);
  report (&stream, PN_DEVICE_TOUCH, PN_POINTER_RELEASE, 0, 0);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_PRESS, 0, (double)NAN);
  assert_pressure (&stream, 1);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_MOTION, (double)INFINITY, 0.5);
  g_assert_cmpuint (stream.n_out, ==, 0);
}

/* BR56: however hard a hovering pen presses, and however far it jumps. */
static void
test_hover_never_presses (void)
{
  Stream stream = {PN_POINTER_FILTER_INIT};

  for (int i = 0; i < 50; i++) {
    report (&stream, PN_DEVICE_PEN, i % 2 == 0 ? PN_POINTER_HOVER : PN_POINTER_MOTION, i, 0.55);
    assert_one (&stream, PN_POINTER_HOVER);
  }
  report (&stream, PN_DEVICE_PEN, PN_POINTER_MOTION, 550, 1);
  assert_one (&stream, PN_POINTER_HOVER);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_RELEASE, 550, 0);
  g_assert_cmpuint (stream.n_out, ==, 0);

  /* A down always begins one, whatever came before. */
  report (&stream, PN_DEVICE_PEN, PN_POINTER_PRESS, 550, 0);
  assert_one (&stream, PN_POINTER_PRESS);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_HOVER, 560, 0.5);
  assert_one (&stream, PN_POINTER_MOTION);
}

/* The setting, for compositors that never say that the tip went down. */
static void
test_press_from_pressure (void)
{
  Stream stream = {PN_POINTER_FILTER_INIT};

  stream.filter.pressing = PN_POINTER_PRESS_FROM_PRESSURE;
  report (&stream, PN_DEVICE_PEN, PN_POINTER_HOVER, 0, 0.01);
  assert_one (&stream, PN_POINTER_HOVER);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_HOVER, 1, 0.55);
  assert_one (&stream, PN_POINTER_PRESS);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_HOVER, 2, 0.01);
  assert_one (&stream, PN_POINTER_MOTION);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_HOVER, 3, 0);
  assert_one (&stream, PN_POINTER_RELEASE);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_HOVER, 4, 0);
  assert_one (&stream, PN_POINTER_HOVER);
  /* A mouse has no pressure to go by. */
  report (&stream, PN_DEVICE_MOUSE, PN_POINTER_HOVER, 5, 0);
  assert_one (&stream, PN_POINTER_HOVER);
  /* A press that is reported ends by its release, not by its pressure. */
  report (&stream, PN_DEVICE_PEN, PN_POINTER_PRESS, 6, 0.3);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_MOTION, 7, 0);
  assert_one (&stream, PN_POINTER_MOTION);
}

static void
touch (Stream *self, gboolean acts)
{
  report (self, PN_DEVICE_TOUCH, PN_POINTER_PRESS, 0, 0);
  g_assert_cmpuint (self->n_out, ==, acts ? 1 : 0);
  report (self, PN_DEVICE_TOUCH, PN_POINTER_MOTION, 80, 0);
  g_assert_cmpuint (self->n_out, ==, acts ? 1 : 0);
  report (self, PN_DEVICE_TOUCH, PN_POINTER_RELEASE, 80, 0);
  g_assert_cmpuint (self->n_out, ==, acts ? 1 : 0);
}

/* BR56: a touch beside a pen that is near, or was just now, is the hand that holds it. */
static void
test_palm (void)
{
  Stream stream = {PN_POINTER_FILTER_INIT};

  touch (&stream, TRUE);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_HOVER, 0, 0);
  touch (&stream, FALSE);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_LEAVE, 0, 0);
  touch (&stream, FALSE);
  /* A hand that came down in time stays a hand. */
  report (&stream, PN_DEVICE_TOUCH, PN_POINTER_PRESS, 0, 0);
  stream.now_us += PN_POINTER_PALM_US;
  report (&stream, PN_DEVICE_TOUCH, PN_POINTER_MOTION, 80, 0);
  g_assert_cmpuint (stream.n_out, ==, 0);
  report (&stream, PN_DEVICE_TOUCH, PN_POINTER_RELEASE, 80, 0);
  touch (&stream, TRUE);

  /* A touch that was there first was the hand too. */
  report (&stream, PN_DEVICE_TOUCH, PN_POINTER_PRESS, 0, 0);
  assert_one (&stream, PN_POINTER_PRESS);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_HOVER, 0, 0);
  assert_one (&stream, PN_POINTER_CANCEL);
  g_assert_cmpint (stream.out[0].device, ==, PN_DEVICE_TOUCH);
  report (&stream, PN_DEVICE_TOUCH, PN_POINTER_MOTION, 80, 0);
  g_assert_cmpuint (stream.n_out, ==, 0);
}

/* Sequences are one device's, and are never left open. */
static void
test_sequences (void)
{
  Stream stream = {PN_POINTER_FILTER_INIT};

  report (&stream, PN_DEVICE_MOUSE, PN_POINTER_PRESS, 0, 0);
  report (&stream, PN_DEVICE_MOUSE, PN_POINTER_LEAVE, 0, 0);
  g_assert_cmpuint (stream.n_out, ==, 0);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_HOVER, 0, 0);
  g_assert_cmpuint (stream.n_out, ==, 0);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_PRESS, 0, 0.4);
  g_assert_cmpuint (stream.n_out, ==, 2);
  g_assert_cmpint (stream.out[0].kind, ==, PN_POINTER_CANCEL);
  g_assert_cmpint (stream.out[1].kind, ==, PN_POINTER_PRESS);
  report (&stream, PN_DEVICE_MOUSE, PN_POINTER_RELEASE, 0, 0);
  g_assert_cmpuint (stream.n_out, ==, 0);

  /* Lost ends: another press of the same device, a pen taken away. */
  report (&stream, PN_DEVICE_PEN, PN_POINTER_PRESS, 0, 0.4);
  g_assert_cmpuint (stream.n_out, ==, 2);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_LEAVE, 0, 0);
  g_assert_cmpuint (stream.n_out, ==, 2);
  g_assert_cmpint (stream.out[0].kind, ==, PN_POINTER_RELEASE);
  g_assert_cmpint (stream.out[1].kind, ==, PN_POINTER_LEAVE);
  report (&stream, PN_DEVICE_PEN, PN_POINTER_HOVER, 0, 0);
  assert_one (&stream, PN_POINTER_HOVER);
}

static void
test_barrel_is_alt (void)
{
  PnPointerFilter filter = PN_POINTER_FILTER_INIT;
  PnPointerEvent out[PN_POINTER_FILTER_OUT];
  PnPointerEvent event = {.kind = PN_POINTER_PRESS,
                          .device = PN_DEVICE_PEN,
                          .buttons = PN_BUTTON_PRIMARY | PN_BUTTON_BARREL};

  g_assert_cmpuint (pn_pointer_filter (&filter, &event, out), ==, 1);
  g_assert_cmpuint (out[0].modifiers, ==, PN_MODIFIER_ALT);
  g_assert_cmpfloat_with_epsilon (out[0].doc_per_view, 1, 1e-12);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tool/pointer/own-pressure", test_own_pressure);
  g_test_add_func ("/tool/pointer/no-axis", test_no_axis);
  g_test_add_func ("/tool/pointer/hover-never-presses", test_hover_never_presses);
  g_test_add_func ("/tool/pointer/press-from-pressure", test_press_from_pressure);
  g_test_add_func ("/tool/pointer/palm", test_palm);
  g_test_add_func ("/tool/pointer/sequences", test_sequences);
  g_test_add_func ("/tool/pointer/barrel-is-alt", test_barrel_is_alt);
  return g_test_run ();
}
