/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "pn-number-field.h"
#include "pn-number-scale.h"
#include "pn-number-text.h"
#include "pn-style.h"
#include "pn-test-gtk.h"
#include "pn-test-keys.h"
#include "pn-test-locale.h"
#include "pn-timecode.h"

/* --- Texts. */

static void
assert_reads (const char *text, double expected)
{
  double value = -77;

  g_assert_true (pn_number_from_text (text, " px", &value));
  g_assert_cmpfloat_with_epsilon (value, expected, 1e-12);
}

static void
assert_refuses (const char *text)
{
  double value = -77;

  g_assert_false (pn_number_from_text (text, " px", &value));
  g_assert_cmpfloat_with_epsilon (value, -77, 1e-12);
}

static void
assert_writes (double value, guint digits, const char *expected)
{
  g_autofree char *text = pn_number_to_text (value, digits);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_texts (void)
{
  assert_reads ("0.2", 0.2);
  assert_reads (" -12.5 px", -12.5);
  assert_reads ("\u22123", -3);
  assert_reads (".5", 0.5);
  /* No guess at thousands. */
  assert_refuses ("1,000");
  assert_refuses ("0x10");
  assert_refuses ("1e3");
  assert_refuses ("inf");
  assert_refuses ("12 apples");
  assert_refuses ("1.2.3");
  assert_refuses ("");
  assert_writes (706, 2, "706");
  assert_writes (0.5, 2, "0.5");
  assert_writes (-0.001, 2, "0");
  assert_writes (1e6, 0, "1000000");
  assert_writes (12.346, 2, "12.35");
}

/* BR52: the comma is the locale's, the point is everyone's; a dot of thousands is neither. */
static void
test_decimal_comma (void)
{
  if (!g_test_subprocess ()) {
    g_test_trap_subprocess (NULL, 0, 0);
    g_test_trap_assert_passed ();
    return;
  }
  pn_test_use_decimal_comma ();
  assert_reads ("0,2", 0.2);
  assert_reads ("0.2", 0.2);
  assert_refuses ("1.234,5");
  assert_writes (12.5, 2, "12,5");
  assert_writes (12, 2, "12");
}

/* French as somebody types it; Persian has digits and a decimal sign of its
 * own, whether the library knows of the sign or not. */
static void
test_locales (void)
{
  int numerator, denominator;
  double frame;

  if (!g_test_subprocess ()) {
    g_test_trap_subprocess (NULL, 0, 0);
    g_test_trap_assert_passed ();
    return;
  }
  pn_test_use_locale ("fr_FR.UTF-8", ",");
  assert_reads ("12,5", 12.5);
  assert_reads ("12.5", 12.5);
  assert_writes (12.5, 2, "12,5");
  pn_test_use_locale ("fa_IR.UTF-8", ".");
  assert_reads ("۱۲٫۵", 12.5);
  assert_reads ("12.5", 12.5);
  assert_reads ("−۳", -3);
  assert_refuses ("1,234");
  assert_refuses ("²");
  g_assert_true (pn_timecode_parse ("۱٫۵s", 0, 24, 1, &frame));
  g_assert_cmpint ((int)frame, ==, 36);
  g_assert_true (pn_rate_parse ("۲۳٫۹۷۶", &numerator, &denominator));
  g_assert_cmpint (numerator, ==, 24000);
}

/* --- The field. */

static const PnNumberSpec spec = {"Rotation", "°", -360, 360, 1, 1, 8};

typedef struct {
  GtkWidget *window, *field;
  GString *said; /* "set to 3; drag by 1; keep" */
} Field;

static void
edited_cb (Field *self, guint phase, guint mode, double amount)
{
  static const char *const phases[] = {"set", "drag", "keep", "cancel"};
  static const char *const modes[] = {"to", "by"};
  g_autofree char *number = pn_number_to_text (amount, 3);

  if (self->said->len > 0)
    g_string_append (self->said, "; ");
  g_string_append (self->said, phases[phase]);
  if (phase == PN_NUMBER_SET || phase == PN_NUMBER_DRAG)
    g_string_append_printf (self->said, " %s %s", modes[mode], number);
}

static void
set_up (Field *self, gconstpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  self->said = g_string_new (NULL);
  self->window = gtk_window_new ();
  self->field = data != NULL ? pn_number_scale_new (&spec) : pn_number_field_new (&spec);
  g_signal_connect_swapped (self->field, "edited", G_CALLBACK (edited_cb), self);
  gtk_widget_set_size_request (self->field, 160, -1);
  gtk_box_append (GTK_BOX (box), self->field);
  gtk_box_append (GTK_BOX (box), gtk_button_new_with_label ("Other"));
  gtk_window_set_child (GTK_WINDOW (self->window), box);
  gtk_window_set_decorated (GTK_WINDOW (self->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 400, 200);
  pn_test_show (GTK_WINDOW (self->window));
  pn_test_wait_for_draw (self->window);
}

static void
tear_down (Field *self, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_string_free (self->said, TRUE);
}

static void
assert_said (Field *self, const char *expected)
{
  pn_test_wait_for_draw (self->window);
  g_assert_cmpstr (self->said->str, ==, expected);
  g_string_truncate (self->said, 0);
}

static const char *
get_text (Field *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (gtk_widget_get_first_child (self->field)));
}

static void
type (Field *self, const char *line)
{
  pn_test_xdotool (line);
  pn_test_wait_for_draw (self->window);
}

/* As a screen reader hears it. */
static void
test_is_a_spin_button (Field *self, gconstpointer data)
{
  pn_number_field_set_value (PN_NUMBER_FIELD (self->field), 12.5);
  gtk_test_accessible_assert_role (self->field, GTK_ACCESSIBLE_ROLE_SPIN_BUTTON);
  gtk_test_accessible_assert_property (self->field, GTK_ACCESSIBLE_PROPERTY_LABEL, "Rotation");
  gtk_test_accessible_assert_property (self->field, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, 12.5);
  gtk_test_accessible_assert_property (self->field, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 360.0);
  gtk_test_accessible_assert_property (self->field, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "12.5°");
  g_assert_cmpstr (get_text (self), ==, "12.5°");
  pn_number_field_set_mixed (PN_NUMBER_FIELD (self->field));
  gtk_test_accessible_assert_property (self->field, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                       "several values");
  g_assert_cmpstr (get_text (self), ==, "–");
}

/* Events that a server merges have the same sum. */
static void
scrub (Field *self, int dx)
{
  pn_test_point_by (self->field, 0.5, 0.5, 0, 0, "mousedown 1");
  for (int i = 1; i <= 4; i++)
    pn_test_point_by (self->field, 0.5, 0.5, dx * i / 4, 0, "");
}

static const char *
last_said (Field *self)
{
  const char *last = strrchr (self->said->str, ';');
  return last != NULL ? last + 2 : self->said->str;
}

/* A drag is one change, with a beginning and an end. */
static void
test_drag (Field *self, gconstpointer data)
{
  pn_number_field_set_value (PN_NUMBER_FIELD (self->field), 10);
  scrub (self, 40);
  g_assert_true (g_str_has_prefix (self->said->str, "drag to "));
  g_assert_cmpstr (last_said (self), ==, "drag to 50");
  g_assert_null (strstr (self->said->str, "keep"));
  pn_test_point_by (self->field, 0.5, 0.5, 40, 0, "mouseup 1");
  g_assert_cmpstr (last_said (self), ==, "keep");
  g_assert_cmpstr (get_text (self), ==, "50°");
  /* It does not begin typing. */
  g_assert_false (gtk_widget_get_can_focus (gtk_widget_get_first_child (self->field)));
}

static void
test_drag_finely (Field *self, gconstpointer data)
{
  pn_number_field_set_value (PN_NUMBER_FIELD (self->field), 0);
  pn_test_key ("keydown", "ctrl");
  scrub (self, 40);
  g_assert_cmpstr (last_said (self), ==, "drag to 4");
  pn_test_point_by (self->field, 0.5, 0.5, 40, 0, "mouseup 1");
  pn_test_key ("keyup", "ctrl");
  pn_test_key ("keydown", "shift");
  pn_number_field_set_value (PN_NUMBER_FIELD (self->field), 0);
  scrub (self, -28);
  g_assert_cmpstr (last_said (self), ==, "drag to -280");
  pn_test_point_by (self->field, 0.5, 0.5, -60, 0, "mouseup 1");
  pn_test_key ("keyup", "shift");
  pn_test_wait_for_draw (self->window);
  /* No farther than it may. */
  g_assert_nonnull (strstr (self->said->str, "drag to -360; keep"));
}

static void
test_escape_restores (Field *self, gconstpointer data)
{
  pn_number_field_set_value (PN_NUMBER_FIELD (self->field), 10);
  scrub (self, 40);
  type (self, "key Escape");
  g_assert_cmpstr (last_said (self), ==, "cancel");
  g_string_truncate (self->said, 0);
  pn_test_point_by (self->field, 0.5, 0.5, 80, 0, "");
  pn_test_point_by (self->field, 0.5, 0.5, 80, 0, "mouseup 1");
  assert_said (self, "");

  pn_test_click (self->field);
  type (self, "type 77");
  g_assert_cmpstr (get_text (self), ==, "77");
  type (self, "key Escape");
  assert_said (self, "");
}

/* One step however long the key is held. */
static void
test_arrows (Field *self, gconstpointer data)
{
  pn_number_field_set_value (PN_NUMBER_FIELD (self->field), 5);
  gtk_widget_grab_focus (self->field);
  type (self, "key Up");
  assert_said (self, "drag to 6; keep");
  type (self, "key shift+Down");
  assert_said (self, "drag to -4; keep");
  type (self, "key ctrl+Up");
  assert_said (self, "drag to -3.9; keep");
  type (self, "keydown Up");
  g_assert_cmpstr (last_said (self), !=, "keep");
  type (self, "key Escape");
  g_assert_true (g_str_has_suffix (self->said->str, "cancel"));
  type (self, "keyup Up");
  g_assert_true (g_str_has_suffix (self->said->str, "cancel"));
}

static void
test_typing (Field *self, gconstpointer data)
{
  pn_number_field_set_value (PN_NUMBER_FIELD (self->field), 5);
  pn_test_click (self->field);
  g_assert_cmpstr (get_text (self), ==, "5");
  type (self, "type 12.55");
  type (self, "key Return");
  assert_said (self, "set to 12.55");

  /* A digit begins by itself, a letter is someone's shortcut. */
  type (self, "key v");
  g_assert_false (gtk_widget_get_can_focus (gtk_widget_get_first_child (self->field)));
  type (self, "key 7");
  g_assert_cmpstr (get_text (self), ==, "7");
  type (self, "key Tab");
  assert_said (self, "set to 7");

  /* What cannot be is brought into the range, what is no number is not taken, and what stood there
   * is no change. */
  gtk_widget_grab_focus (self->field);
  type (self, "type 999");
  type (self, "key Return");
  assert_said (self, "set to 360");
  type (self, "key Return");
  type (self, "type 1-2");
  type (self, "key Return");
  assert_said (self, "");
  g_assert_true (gtk_widget_has_css_class (self->field, "error"));
  type (self, "key Escape");
  g_assert_false (gtk_widget_has_css_class (self->field, "error"));
  pn_number_field_set_value (PN_NUMBER_FIELD (self->field), 1.0 / 3);
  type (self, "key Return");
  type (self, "key Return");
  assert_said (self, "");
}

/* Several that are not equal: a drag shifts each, typing makes them one. */
static void
test_mixed (Field *self, gconstpointer data)
{
  pn_number_field_set_mixed (PN_NUMBER_FIELD (self->field));
  scrub (self, 23);
  g_assert_cmpstr (last_said (self), ==, "drag by 23");
  pn_test_point_by (self->field, 0.5, 0.5, 23, 0, "mouseup 1");
  g_string_truncate (self->said, 0);
  pn_test_click (self->field);
  g_assert_cmpstr (get_text (self), ==, "");
  type (self, "key Return");
  assert_said (self, "");
  type (self, "type 3");
  type (self, "key Return");
  assert_said (self, "set to 3");
}

/* What its owner sets while one types stays behind what is typed. */
static void
test_keeps_what_is_typed (Field *self, gconstpointer data)
{
  pn_number_field_set_value (PN_NUMBER_FIELD (self->field), 5);
  pn_test_click (self->field);
  type (self, "type 12");
  pn_number_field_set_value (PN_NUMBER_FIELD (self->field), 30);
  g_assert_cmpstr (get_text (self), ==, "12");
  type (self, "key Escape");
  g_assert_cmpstr (get_text (self), ==, "30°");
}

/* --- The scale beside it. */

static void
test_scale_drag (Field *self, gconstpointer data)
{
  GtkWidget *scale = gtk_widget_get_first_child (self->field);

  pn_number_scale_set_value (PN_NUMBER_SCALE (self->field), 0);
  pn_test_point_by (scale, 0.5, 0.5, 0, 0, "mousedown 1");
  pn_test_point_by (scale, 0.5, 0.5, 10, 0, "");
  pn_test_point_by (scale, 0.5, 0.5, 20, 0, "");
  g_assert_true (g_str_has_prefix (last_said (self), "drag to "));
  pn_test_point_by (scale, 0.5, 0.5, 20, 0, "mouseup 1");
  g_assert_cmpstr (last_said (self), ==, "keep");
  g_string_truncate (self->said, 0);

  type (self, "keydown Right keyup Right");
  g_assert_true (g_str_has_prefix (self->said->str, "drag to "));
  g_assert_cmpstr (last_said (self), ==, "keep");
  g_string_truncate (self->said, 0);

  /* A press that changes nothing is no step, and neither is what the owner sets. */
  type (self, "key shift");
  pn_number_scale_set_value (PN_NUMBER_SCALE (self->field), 50);
  assert_said (self, "");
}

static void
test_scale_escape (Field *self, gconstpointer data)
{
  GtkWidget *scale = gtk_widget_get_first_child (self->field);

  pn_number_scale_set_value (PN_NUMBER_SCALE (self->field), 0);
  pn_test_point_by (scale, 0.5, 0.5, 0, 0, "mousedown 1");
  pn_test_point_by (scale, 0.5, 0.5, 20, 0, "");
  type (self, "key Escape");
  g_assert_cmpstr (last_said (self), ==, "cancel");
  g_string_truncate (self->said, 0);
  pn_test_point_by (scale, 0.5, 0.5, 30, 0, "");
  pn_test_point_by (scale, 0.5, 0.5, 30, 0, "mouseup 1");
  assert_said (self, "");
}

/* A wheel over it is the panel's. */
static void
test_scale_wheel (Field *self, gconstpointer data)
{
  GtkWidget *scale = gtk_widget_get_first_child (self->field);

  pn_number_scale_set_value (PN_NUMBER_SCALE (self->field), 0);
  pn_test_point_by (scale, 0.5, 0.5, 0, 0, "click 4");
  assert_said (self, "");
  g_assert_cmpfloat_with_epsilon (gtk_range_get_value (GTK_RANGE (scale)), 0, 1e-12);
}

#define ADD(path, function, data) g_test_add (path, Field, data, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  pn_style_init (gdk_display_get_default ());
  g_test_add_func ("/ui/number-text/point", test_texts);
  g_test_add_func ("/ui/number-text/decimal-comma", test_decimal_comma);
  g_test_add_func ("/ui/number-text/locales", test_locales);
  ADD ("/ui/number-field/is-a-spin-button", test_is_a_spin_button, NULL);
  ADD ("/ui/number-field/drag", test_drag, NULL);
  ADD ("/ui/number-field/drag-finely", test_drag_finely, NULL);
  ADD ("/ui/number-field/escape-restores", test_escape_restores, NULL);
  ADD ("/ui/number-field/arrows", test_arrows, NULL);
  ADD ("/ui/number-field/typing", test_typing, NULL);
  ADD ("/ui/number-field/mixed", test_mixed, NULL);
  ADD ("/ui/number-field/keeps-what-is-typed", test_keeps_what_is_typed, NULL);
  ADD ("/ui/number-scale/drag", test_scale_drag, "scale");
  ADD ("/ui/number-scale/escape", test_scale_escape, "scale");
  ADD ("/ui/number-scale/wheel", test_scale_wheel, "scale");
  return g_test_run ();
}
