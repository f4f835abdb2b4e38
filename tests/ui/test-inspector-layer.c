/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "pn-inspector-private.h"
#include "pn-key-mark.h"
#include "pn-number-scale.h"
#include "pn-test-bits.h"
#include "pn-test-gtk.h"
#include "pn-test-locale.h"
#include "pn-test-panel.h"
#include "pn-test-widgets.h"

static void
set_up (PnTestPanel *self, gconstpointer data)
{
  pn_test_panel_init (self, pn_inspector_layer_new);
  pn_test_panel_select (self, self->base.figure, PN_SELECT_ONLY);
}

static void
tear_down (PnTestPanel *self, gconstpointer data)
{
  pn_test_panel_clear (self);
}

static GtkWidget *
find_number (GtkWidget *widget, const char *name)
{
  GtkWidget *found = NULL;

  if (PN_IS_NUMBER_FIELD (widget) &&
      g_str_equal (pn_number_field_get_spec (PN_NUMBER_FIELD (widget))->name, name))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_number (child, name);
  return found;
}

static GtkWidget *
get_field (PnTestPanel *self, const char *name)
{
  GtkWidget *field = find_number (self->panel, name);

  g_assert_nonnull (field);
  return field;
}

static void
assert_shows (PnTestPanel *self, const char *name, const char *expected)
{
  GtkWidget *text = gtk_widget_get_first_child (get_field (self, name));

  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (text)), ==, expected);
}

static void
type_into (PnTestPanel *self, const char *name, const char *text)
{
  g_autofree char *line = g_strdup_printf ("type %s", text);

  gtk_widget_grab_focus (get_field (self, name));
  pn_test_panel_type (self, "key Return");
  pn_test_panel_type (self, line);
  pn_test_panel_type (self, "key Return");
}

static const char *
last_operation (PnTestPanel *self)
{
  PnHistory *history = pn_editor_get_history (self->editor);

  return pn_history_step_operation (history, pn_history_n_steps (history, NULL) - 1);
}

static const PnTrack *
find_track (PnTestPanel *self, PnId layer, PnProperty property)
{
  return pn_root_find_track (pn_session_get_root (self->base.base.session), PN_TARGET_LAYER, layer,
                             property);
}

/* --- Showing. */

static void
test_shows (PnTestPanel *self, gconstpointer data)
{
  assert_shows (self, "X", "140");
  assert_shows (self, "Y", "120");
  assert_shows (self, "Rotation", "0°");
  assert_shows (self, "Width", "100 %");
  assert_shows (self, "Opacity", "100 %");
  /* Along with the playhead. */
  pn_view_set_playhead (self->view, 15);
  pn_test_panel_settle (self);
  assert_shows (self, "Rotation", "2.5°");
  /* In document px, whatever group it is in. */
  pn_test_timeline_do (&self->base, "{'op': 'set_layer', 'layer': 'g', 'position': [30, 7]}");
  pn_test_panel_select (self, self->base.disc, PN_SELECT_ONLY);
  assert_shows (self, "X", "80");
  assert_shows (self, "Y", "57");
}

/* Nothing selected says what to do, and has no fields. */
static void
test_nothing (PnTestPanel *self, gconstpointer data)
{
  g_autoptr (GString) words = g_string_new (NULL);

  pn_view_clear_selection (self->view);
  pn_test_panel_settle (self);
  pn_test_add_text (self->panel, words);
  g_assert_true (g_str_has_prefix (words->str, "Nothing is selected. Click"));
  g_assert_false (gtk_widget_get_mapped (get_field (self, "X")));
}

/* What does not change is left alone. */
static void
count_cb (guint *n_changes)
{
  (*n_changes)++;
}

static void
test_unchanged_stays (PnTestPanel *self, gconstpointer data)
{
  GtkWidget *text = gtk_widget_get_first_child (get_field (self, "X"));
  guint n_changes = 0;

  g_signal_connect_swapped (text, "changed", G_CALLBACK (count_cb), &n_changes);
  pn_view_set_playhead (self->view, 15);
  pn_test_panel_settle (self);
  pn_test_timeline_do (&self->base, "{'op': 'set_layer', 'layer': 'disc', 'name': 'sun'}");
  pn_test_panel_settle (self);
  g_assert_cmpint (n_changes, ==, 0);
}

/* --- Changing. */

/* Without auto-key what has no keys is set for good; one step, undone to the byte. */
static void
test_typed (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  guint n_steps = pn_test_timeline_n_steps (&self->base);

  pn_view_set_auto_key (self->view, FALSE);
  type_into (self, "X", "150.5");
  pn_assert_same_bits (pn_test_panel_find (self, self->base.figure)->position.x, 150.5);
  pn_assert_same_bits (pn_test_panel_find (self, self->base.figure)->position.y, 120);
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
  g_assert_cmpstr (last_operation (self), ==, "set_layer");
  pn_test_timeline_there_and_back (&self->base, before);
  assert_shows (self, "X", "150.5");
  type_into (self, "Width", "50");
  pn_assert_same_bits (pn_test_panel_find (self, self->base.figure)->scale_x, 0.5);
  /* What cannot be is not: opacity ends at 100. */
  type_into (self, "Opacity", "250");
  pn_assert_same_bits (pn_test_panel_find (self, self->base.figure)->opacity, 1);
}

/* With it a key is set at the playhead, as a drag on the canvas would. */
static void
test_auto_key (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);

  pn_view_set_playhead (self->view, 12);
  type_into (self, "Y", "99");
  const PnTrack *track = find_track (self, self->base.figure, PN_PROPERTY_POSITION);
  g_assert_nonnull (track);
  g_assert_cmpint (track->n_keys, ==, 1);
  pn_assert_same_bits (track->keys[0].frame, 12);
  pn_assert_same_bits (track->keys[0].value.x, 140);
  pn_assert_same_bits (track->keys[0].value.y, 99);
  g_assert_cmpstr (last_operation (self), ==, "set_keyframes");
  pn_test_timeline_there_and_back (&self->base, before);
  /* The pivot is none of the pose. */
  type_into (self, "Anchor X", "10");
  g_assert_null (find_track (self, self->base.figure, PN_PROPERTY_ANCHOR));
  pn_assert_same_bits (pn_test_panel_find (self, self->base.figure)->anchor.x, 10);
}

/* Without it what has keys is only shown, until the frame changes; never a refusal. */
static void
test_preview (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);

  pn_view_set_auto_key (self->view, FALSE);
  pn_view_set_playhead (self->view, 15);
  type_into (self, "Rotation", "40");
  g_assert_null (self->base.message);
  g_assert_true (pn_view_has_preview (self->view));
  assert_shows (self, "Rotation", "40°");
  g_autofree char *after = pn_test_bytes (&self->base.base);
  g_assert_cmpstr (before, ==, after);
  pn_view_set_playhead (self->view, 16);
  pn_test_panel_settle (self);
  g_assert_false (pn_view_has_preview (self->view));
}

static void
scrub (PnTestPanel *self, const char *name, int dx)
{
  GtkWidget *field = get_field (self, name);

  pn_test_point_by (field, 0.5, 0.5, 0, 0, "mousedown 1");
  for (int i = 1; i <= 5; i++)
    pn_test_point_by (field, 0.5, 0.5, dx * i / 5, 0, "");
}

/* However many events it has, a drag is one step; the document shows each. */
static void
test_drag (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  guint n_steps = pn_test_timeline_n_steps (&self->base);

  pn_view_set_auto_key (self->view, FALSE);
  scrub (self, "X", 30);
  g_assert_true (pn_editor_is_dragging (self->editor));
  pn_assert_same_bits (pn_test_panel_find (self, self->base.figure)->position.x, 170);
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps);
  pn_test_point_by (get_field (self, "X"), 0.5, 0.5, 30, 0, "mouseup 1");
  g_assert_false (pn_editor_is_dragging (self->editor));
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
  pn_test_timeline_there_and_back (&self->base, before);

  scrub (self, "Y", 30);
  pn_test_panel_type (self, "key Escape");
  pn_test_point_by (get_field (self, "Y"), 0.5, 0.5, 30, 0, "mouseup 1");
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
  assert_shows (self, "Y", "120");

  /* What undo took back under the hand is over, however far that goes on. */
  g_autofree char *undragged = pn_test_bytes (&self->base.base);
  scrub (self, "Y", 30);
  pn_editor_undo (self->editor);
  pn_test_point_by (get_field (self, "Y"), 0.5, 0.5, 60, 0, "");
  g_autofree char *undone = pn_test_bytes (&self->base.base);
  g_assert_cmpstr (undone, ==, undragged);
  pn_test_point_by (get_field (self, "Y"), 0.5, 0.5, 60, 0, "mouseup 1");
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);

  /* A preview is dragged, and put back, too. */
  scrub (self, "Rotation", 30);
  g_assert_true (pn_view_has_preview (self->view));
  pn_test_panel_type (self, "key Escape");
  g_assert_false (pn_view_has_preview (self->view));
  pn_test_point_by (get_field (self, "Rotation"), 0.5, 0.5, 30, 0, "mouseup 1");
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
}

/* --- Several layers. */

static void
test_several (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  guint n_steps = pn_test_timeline_n_steps (&self->base);

  pn_view_set_auto_key (self->view, FALSE);
  pn_test_panel_select (self, self->base.group, PN_SELECT_ADD);
  assert_shows (self, "X", "–");
  assert_shows (self, "Width", "100 %");
  /* Typed: all alike. One step. */
  type_into (self, "X", "33");
  pn_assert_same_bits (pn_test_panel_find (self, self->base.figure)->position.x, 33);
  pn_assert_same_bits (pn_test_panel_find (self, self->base.group)->position.x, 33);
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
  pn_test_timeline_there_and_back (&self->base, before);
  assert_shows (self, "X", "33");
  /* Dragged: each from where it was. */
  assert_shows (self, "Y", "–");
  scrub (self, "Y", 20);
  pn_test_point_by (get_field (self, "Y"), 0.5, 0.5, 20, 0, "mouseup 1");
  pn_assert_same_bits (pn_test_panel_find (self, self->base.figure)->position.y, 140);
  pn_assert_same_bits (pn_test_panel_find (self, self->base.group)->position.y, 20);
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 2);
}

/* Width and height keep their proportion, unless one says otherwise. */
static void
test_proportions (PnTestPanel *self, gconstpointer data)
{
  GtkWidget *link = pn_test_find_widget (self->panel, GTK_TYPE_TOGGLE_BUTTON);
  guint n_steps = pn_test_timeline_n_steps (&self->base);

  pn_view_set_auto_key (self->view, FALSE);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (link), ==, "Keep proportions");
  pn_test_timeline_do (&self->base, "{'op': 'set_layer', 'layer': 'figure', 'scale_y': 0.5}");
  pn_test_panel_settle (self);
  g_autofree char *before = pn_test_bytes (&self->base.base);
  type_into (self, "Width", "50");
  pn_assert_same_bits (pn_test_panel_find (self, self->base.figure)->scale_x, 0.5);
  pn_assert_same_bits (pn_test_panel_find (self, self->base.figure)->scale_y, 0.25);
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 2);
  pn_test_timeline_there_and_back (&self->base, before);

  /* However many events a drag has, from where it began. */
  scrub (self, "Height", 25);
  pn_test_point_by (get_field (self, "Height"), 0.5, 0.5, 25, 0, "mouseup 1");
  assert_shows (self, "Height", "50 %");
  assert_shows (self, "Width", "100 %");

  pn_test_click (link);
  type_into (self, "Width", "80");
  assert_shows (self, "Width", "80 %");
  assert_shows (self, "Height", "50 %");
}

static GtkWidget *
find_check (GtkWidget *widget, const char *label)
{
  GtkWidget *found = NULL;

  if (GTK_IS_CHECK_BUTTON (widget) &&
      g_strcmp0 (gtk_check_button_get_label (GTK_CHECK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_check (child, label);
  return found;
}

static void
test_visible (PnTestPanel *self, gconstpointer data)
{
  GtkWidget *visible = find_check (self->panel, "Visible");
  g_autofree char *before = pn_test_bytes (&self->base.base);

  pn_test_click (visible);
  g_assert_false (pn_test_panel_find (self, self->base.figure)->visible);
  pn_test_timeline_there_and_back (&self->base, before);
  pn_test_panel_select (self, self->base.disc, PN_SELECT_ADD);
  g_assert_true (gtk_check_button_get_inconsistent (GTK_CHECK_BUTTON (visible)));
  pn_test_click (visible);
  g_assert_false (gtk_check_button_get_inconsistent (GTK_CHECK_BUTTON (visible)));
  g_assert_true (pn_test_panel_find (self, self->base.figure)->visible ==
                 pn_test_panel_find (self, self->base.disc)->visible);
}

static void
test_name (PnTestPanel *self, gconstpointer data)
{
  GtkWidget *name = pn_test_find_widget (self->panel, GTK_TYPE_ENTRY);

  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (name)), ==, "figure");
  pn_test_click (name);
  pn_test_panel_type (self, "key ctrl+a");
  pn_test_panel_type (self, "type body");
  /* What others change meanwhile does not take the words from one's fingers. */
  pn_test_timeline_do (&self->base, "{'op': 'set_layer', 'layer': 'disc', 'locked': true}");
  pn_test_panel_settle (self);
  pn_test_panel_type (self, "key Escape");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (name)), ==, "figure");
  pn_test_click (name);
  pn_test_panel_type (self, "key ctrl+a");
  pn_test_panel_type (self, "type body");
  g_autofree char *before = pn_test_bytes (&self->base.base);
  pn_test_panel_type (self, "key Return");
  g_assert_cmpstr (pn_test_panel_find (self, self->base.figure)->name, ==, "body");
  pn_test_timeline_there_and_back (&self->base, before);
}

/* --- Keys. */

static GtkWidget *
find_mark (GtkWidget *widget, const char *what)
{
  GtkWidget *found = NULL;

  if (gtk_widget_has_css_class (widget, "key-mark") &&
      strstr (gtk_widget_get_tooltip_text (widget), what) != NULL)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_mark (child, what);
  return found;
}

static void
assert_mark (PnTestPanel *self, const char *what, PnKeyState expected)
{
  pn_test_panel_settle (self);
  g_assert_cmpint ((int)pn_key_mark_get_state (find_mark (self->panel, what)), ==, (int)expected);
}

static void
test_marks (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  GtkWidget *rotation = find_mark (self->panel, "rotation");

  assert_mark (self, "rotation", PN_KEY_HERE);
  assert_mark (self, "position", PN_KEY_NONE);
  gtk_test_accessible_assert_state (rotation, GTK_ACCESSIBLE_STATE_PRESSED,
                                    GTK_ACCESSIBLE_TRISTATE_TRUE);
  pn_view_set_playhead (self->view, 15);
  assert_mark (self, "rotation", PN_KEY_TRACK);
  gtk_test_accessible_assert_state (rotation, GTK_ACCESSIBLE_STATE_PRESSED,
                                    GTK_ACCESSIBLE_TRISTATE_MIXED);

  /* A key of what is shown changes nothing that is shown. */
  pn_test_click (rotation);
  assert_mark (self, "rotation", PN_KEY_HERE);
  assert_shows (self, "Rotation", "2.5°");
  g_assert_cmpint (find_track (self, self->base.figure, PN_PROPERTY_ROTATION)->n_keys, ==, 3);
  pn_test_timeline_there_and_back (&self->base, before);
  pn_test_click (rotation);
  assert_mark (self, "rotation", PN_KEY_TRACK);

  /* Both halves of the scale are one mark, and one step. */
  guint n_steps = pn_test_timeline_n_steps (&self->base);
  pn_test_click (find_mark (self->panel, "scale"));
  g_assert_nonnull (find_track (self, self->base.figure, PN_PROPERTY_SCALE_X));
  g_assert_nonnull (find_track (self, self->base.figure, PN_PROPERTY_SCALE_Y));
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
}

/* The last key leaves the value it had, not the one from before there were keys. */
static void
test_last_key (PnTestPanel *self, gconstpointer data)
{
  pn_view_set_playhead (self->view, 12);
  type_into (self, "X", "200");
  g_autofree char *before = pn_test_bytes (&self->base.base);
  pn_test_click (find_mark (self->panel, "position"));
  g_assert_null (find_track (self, self->base.figure, PN_PROPERTY_POSITION));
  assert_shows (self, "X", "200");
  assert_mark (self, "position", PN_KEY_NONE);
  pn_test_timeline_there_and_back (&self->base, before);
}

/* Of several the mark says that all have a key here, or some a track; a click gives all one. */
static void
test_marks_of_several (PnTestPanel *self, gconstpointer data)
{
  pn_view_set_playhead (self->view, 10);
  pn_test_panel_select (self, self->base.disc, PN_SELECT_ONLY);
  assert_mark (self, "opacity", PN_KEY_HERE);
  pn_test_panel_select (self, self->base.figure, PN_SELECT_ADD);
  assert_mark (self, "opacity", PN_KEY_TRACK);
  pn_test_panel_select (self, self->base.figure, PN_SELECT_ONLY);
  pn_test_panel_select (self, self->base.disc, PN_SELECT_ADD);
  assert_mark (self, "opacity", PN_KEY_TRACK);
  pn_test_click (find_mark (self->panel, "opacity"));
  assert_mark (self, "opacity", PN_KEY_HERE);
  g_assert_nonnull (find_track (self, self->base.figure, PN_PROPERTY_OPACITY));
  pn_test_click (find_mark (self->panel, "opacity"));
  g_assert_null (find_track (self, self->base.figure, PN_PROPERTY_OPACITY));
  g_assert_cmpint (find_track (self, self->base.disc, PN_PROPERTY_OPACITY)->n_keys, ==, 1);
}

/* BR52: typed with a comma where that is how one writes, and saved with a point. */
static void
test_decimal_comma (void)
{
  PnTestPanel self;

  if (!g_test_subprocess ()) {
    g_test_trap_subprocess (NULL, 0, 0);
    g_test_trap_assert_passed ();
    return;
  }
  pn_test_use_decimal_comma ();
  set_up (&self, NULL);
  pn_view_set_auto_key (self.view, FALSE);
  type_into (&self, "X", "0,2");
  pn_assert_same_bits (pn_test_panel_find (&self, self.base.figure)->position.x, 0.2);
  assert_shows (&self, "X", "0,2");
  type_into (&self, "Y", "0.2");
  pn_assert_same_bits (pn_test_panel_find (&self, self.base.figure)->position.y, 0.2);
  g_autofree char *bytes = pn_test_bytes (&self.base.base);
  g_assert_nonnull (strstr (bytes, "0.2"));
  g_assert_null (strstr (bytes, "0,2"));
  tear_down (&self, NULL);
}

#define ADD(path, function) g_test_add (path, PnTestPanel, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  ADD ("/ui/inspector-layer/shows", test_shows);
  ADD ("/ui/inspector-layer/nothing", test_nothing);
  ADD ("/ui/inspector-layer/unchanged-stays", test_unchanged_stays);
  ADD ("/ui/inspector-layer/typed", test_typed);
  ADD ("/ui/inspector-layer/auto-key", test_auto_key);
  ADD ("/ui/inspector-layer/preview", test_preview);
  ADD ("/ui/inspector-layer/drag", test_drag);
  ADD ("/ui/inspector-layer/several", test_several);
  ADD ("/ui/inspector-layer/proportions", test_proportions);
  ADD ("/ui/inspector-layer/visible", test_visible);
  ADD ("/ui/inspector-layer/name", test_name);
  ADD ("/ui/inspector-layer/marks", test_marks);
  ADD ("/ui/inspector-layer/last-key", test_last_key);
  ADD ("/ui/inspector-layer/marks-of-several", test_marks_of_several);
  g_test_add_func ("/ui/inspector-layer/decimal-comma", test_decimal_comma);
  return g_test_run ();
}
