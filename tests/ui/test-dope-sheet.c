/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timeline by pointer and keyboard, through the screen's server. */
#include "pn-dope-sheet-private.h"
#include "pn-player.h"
#include "pn-ruler.h"
#include "pn-settings.h"
#include "pn-style.h"
#include "pn-test-gtk.h"
#include "pn-test-keys.h"
#include "pn-test-timeline.h"
#include "pn-test-widgets.h"
#include "pn-timeline.h"

typedef struct {
  PnTestTimeline base;
  PnCommands *commands;
  GtkWidget *window, *timeline;
  PnDopeSheet *sheet;
  char *before; /* the document's bytes */
  guint n_steps;
} Fixture;

static void
settle (Fixture *self)
{
  pn_test_wait_for_draw (self->window);
}

static void
remember (Fixture *self)
{
  g_free (self->before);
  self->before = pn_test_bytes (&self->base.base);
  self->n_steps = pn_test_timeline_n_steps (&self->base);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  *self = (Fixture){0};
  pn_style_init (gdk_display_get_default ());
  g_settings_reset (pn_settings_get (), "timeline-names-width");
  pn_test_timeline_init (&self->base);
  self->commands = pn_commands_new ();
  pn_commands_add (self->commands, pn_commands_edit, self->base.editor);
  pn_commands_add (self->commands, pn_commands_view, self->base.editor);
  pn_commands_add (self->commands, pn_commands_time, self->base.editor);
  self->timeline = pn_timeline_new (self->base.editor, self->commands);
  self->window = gtk_window_new ();
  pn_commands_attach (self->commands, self->window, PN_COMMAND_WINDOW);
  pn_commands_attach (self->commands, self->timeline, PN_COMMAND_TIMELINE);
  gtk_window_set_decorated (GTK_WINDOW (self->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1000, 300);
  gtk_window_set_child (GTK_WINDOW (self->window), self->timeline);
  pn_test_show (GTK_WINDOW (self->window));
  self->sheet = PN_DOPE_SHEET (pn_test_find_widget (self->timeline, PN_TYPE_DOPE_SHEET));
  settle (self);
  remember (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (self->commands);
  pn_test_timeline_clear (&self->base);
  g_free (self->before);
}

/* --- Rows. */

static gboolean
has_scrolled (gpointer data)
{
  GtkWidget *list = pn_test_find_widget (((Fixture *)data)->timeline, GTK_TYPE_LIST_VIEW);

  return gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list))) > 0;
}

static void
test_reveals (Fixture *self, gconstpointer data)
{
  for (int i = 0; i < 20; i++)
    pn_test_timeline_do (&self->base, "{'op': 'add_group', 'name': 'one more'}");
  settle (self);
  g_assert_false (has_scrolled (self));
  pn_view_select_pin (self->base.view, self->base.hand, PN_SELECT_ONLY);
  pn_test_wait (has_scrolled, self);
}

/* The handle of the playhead lies below the numbers of the ruler. */
static void
test_ruler_height (Fixture *self, gconstpointer data)
{
  g_autoptr (GtkWidget) ruler =
      g_object_ref_sink (pn_ruler_new (pn_editor_get_timeline (self->base.editor)));
  g_autoptr (PangoLayout) words = gtk_widget_create_pango_layout (ruler, "0123456789");
  PangoRectangle ink;
  int height;

  pango_layout_get_pixel_extents (words, &ink, NULL);
  gtk_widget_measure (ruler, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  g_assert_cmpint (height - PN_PLAYHEAD_HANDLE_PX, >=, ink.y + ink.height);
}

/* --- The pointer. */

typedef struct {
  double x, y;
} Place;

/* Where a row has that frame. */
static Place
find_place (Fixture *self, const char *label, double frame)
{
  PnSheetLayout layout = pn_dope_sheet_get_layout (self->sheet);
  guint row = pn_test_timeline_row (&self->base, label);

  return (Place){pn_time_scale_x (layout.scale, frame),
                 pn_sheet_layout_row_y (&layout, row) + layout.row_height / 2};
}

static void
point_at (Fixture *self, GtkWidget *widget, Place place, const char *verb)
{
  double x, y;

  g_assert_true (gtk_widget_translate_coordinates (widget, self->window, place.x, place.y, &x, &y));
  g_autofree char *line =
      g_strdup_printf ("mousemove %d %d %s", (int)(x + 0.5), (int)(y + 0.5), verb);
  pn_test_xdotool (line);
  settle (self);
}

static void
point (Fixture *self, Place place, const char *verb)
{
  point_at (self, GTK_WIDGET (self->sheet), place, verb);
}

/* Pressed and moved, and not let go of yet. */
static void
drag (Fixture *self, Place from, Place to)
{
  point (self, from, "mousedown 1");
  for (int i = 1; i <= 4; i++)
    point (self, (Place){from.x + (to.x - from.x) * i / 4, from.y + (to.y - from.y) * i / 4}, "");
}

static void
let_go (Fixture *self)
{
  pn_test_xdotool ("mouseup 1");
  settle (self);
}

static void
press_key (Fixture *self, const char *keys)
{
  pn_test_key ("key", keys);
  settle (self);
}

static void
assert_frames (Fixture *self, const char *label, const char *expected)
{
  pn_test_timeline_assert_frames (&self->base, label, expected);
}

/* One step, which undo takes back to the byte. */
static void
assert_one_step (Fixture *self)
{
  g_assert_cmpuint (pn_test_timeline_n_steps (&self->base), ==, self->n_steps + 1);
  pn_test_timeline_there_and_back (&self->base, self->before);
}

static void
assert_no_step (Fixture *self)
{
  g_autofree char *after = pn_test_bytes (&self->base.base);

  g_assert_cmpstr (after, ==, self->before);
  g_assert_cmpuint (pn_test_timeline_n_steps (&self->base), ==, self->n_steps);
}

/* --- Keys. */

static void
test_click (Fixture *self, gconstpointer data)
{
  point (self, find_place (self, "hand · position", 10), "click 1");
  assert_frames (self, "hand · position", "0 10* 20 40");
  g_assert_true (pn_view_has_pin (self->base.view, self->base.hand));
  point (self, find_place (self, "foot · position", 30), "keydown shift click 1 keyup shift");
  assert_frames (self, "hand · position", "0 10* 20 40");
  assert_frames (self, "foot · position", "10 30*");
  /* Again: out. */
  point (self, find_place (self, "hand · position", 10), "keydown shift click 1 keyup shift");
  assert_frames (self, "hand · position", "0 10 20 40");
  assert_frames (self, "foot · position", "10 30*");
  /* A layer's diamond is all that is under it. */
  point (self, find_place (self, "figure", 10), "click 1");
  assert_frames (self, "hand · position", "0 10* 20 40");
  assert_frames (self, "foot · position", "10* 30");
  /* Of several the one that is clicked stays. */
  point (self, find_place (self, "foot · position", 10), "click 1");
  assert_frames (self, "hand · position", "0 10 20 40");
  assert_frames (self, "foot · position", "10* 30");
  point (self, find_place (self, "foot · position", 20), "click 1");
  g_assert_false (pn_timeline_model_has_keys (self->base.model));
  assert_no_step (self);
}

static void
test_drag (Fixture *self, gconstpointer data)
{
  Place from = find_place (self, "hand · position", 10);
  Place to = find_place (self, "hand · position", 15.3);

  drag (self, from, to);
  assert_frames (self, "hand · position", "0 15* 20 40");
  g_assert_true (pn_editor_is_dragging (self->base.editor));
  let_go (self);
  assert_frames (self, "hand · position", "0 15* 20 40");
  assert_one_step (self);
}

/* Within the slop a press is a click: nothing creeps, where it would be some frames too. */
static void
test_slop (Fixture *self, gconstpointer data)
{
  pn_test_timeline_do (&self->base, "{'op': 'set_document', 'duration': 960}");
  settle (self);
  remember (self);
  Place at = find_place (self, "hand · position", 10);

  drag (self, at, (Place){at.x + 2, at.y + 1});
  let_go (self);
  assert_frames (self, "hand · position", "0 10* 20 40");
  assert_no_step (self);
}

static void
test_drag_escaped (Fixture *self, gconstpointer data)
{
  drag (self, find_place (self, "hand · position", 10), find_place (self, "hand · position", 30));
  assert_frames (self, "hand · position", "0 20 30* 40");
  press_key (self, "Escape");
  assert_frames (self, "hand · position", "0 10* 20 40");
  /* What the hand does until it lets go does nothing. */
  point (self, find_place (self, "hand · position", 35), "");
  assert_frames (self, "hand · position", "0 10* 20 40");
  let_go (self);
  assert_no_step (self);
}

static void
test_copy (Fixture *self, gconstpointer data)
{
  pn_test_key ("keydown", "ctrl");
  drag (self, find_place (self, "hand · position", 10), find_place (self, "hand · position", 30));
  let_go (self);
  pn_test_key ("keyup", "ctrl");
  assert_frames (self, "hand · position", "0 10 20 30* 40");
  assert_one_step (self);
}

static void
test_marquee (Fixture *self, gconstpointer data)
{
  Place from = find_place (self, "hand · position", 5),
        to = find_place (self, "foot · position", 25);

  drag (self, from, to);
  assert_frames (self, "hand · position", "0 10* 20* 40");
  assert_frames (self, "foot · position", "10* 30");
  let_go (self);
  pn_test_key ("keydown", "shift");
  drag (self, find_place (self, "turn", 15), find_place (self, "turn", 35));
  let_go (self);
  pn_test_key ("keyup", "shift");
  assert_frames (self, "turn", "0 30*");
  assert_frames (self, "hand · position", "0 10* 20* 40");
  assert_no_step (self);
}

/* Dragged beyond the edge, it brings rows that were out of sight, and keeps its first corner. */
static void
test_marquee_scrolls (Fixture *self, gconstpointer data)
{
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1000, 170);
  settle (self);
  Place from = find_place (self, "opacity", 8);
  drag (self, from, (Place){find_place (self, "opacity", 32).x, from.y + 200});
  for (int i = 0; i < 8; i++)
    point (self, (Place){find_place (self, "opacity", 32).x, from.y + 200 + i % 2}, "");
  let_go (self);
  assert_frames (self, "opacity", "0 10*");
  assert_frames (self, "hand · position", "0 10* 20* 40");
  assert_frames (self, "foot · position", "10* 30*");
}

static void
test_scale (Fixture *self, gconstpointer data)
{
  PnSheetBox box;

  drag (self, find_place (self, "hand · position", 5), find_place (self, "hand · position", 45));
  let_go (self);
  PnSheetLayout layout = pn_dope_sheet_get_layout (self->sheet);
  g_assert_true (pn_sheet_layout_get_box (&layout, &box));
  Place edge = {box.x + box.width, box.y + box.height / 2};
  /* From 10..40 to 10..25: half the time. */
  drag (self, edge, (Place){edge.x - 15 * layout.scale->px_per_frame, edge.y});
  assert_frames (self, "hand · position", "0 10* 15* 25*");
  let_go (self);
  assert_one_step (self);
}

/* The wheel with Ctrl zooms time where the pointer is. */
static void
test_wheel (Fixture *self, gconstpointer data)
{
  Place at = find_place (self, "hand · position", 20);
  double before = pn_timeline_model_get_scale (self->base.model)->px_per_frame;

  point (self, at, "keydown ctrl click 4 click 4 click 4 keyup ctrl");
  g_assert_cmpfloat (pn_timeline_model_get_scale (self->base.model)->px_per_frame, >, before * 1.5);
  g_assert_cmpfloat_with_epsilon (find_place (self, "hand · position", 20).x, at.x, 1.5);
}

/* --- The keyboard. */

static void
assert_described (Fixture *self, const char *words)
{
  gtk_test_accessible_assert_property (self->sheet, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words);
}

static void
test_keyboard (Fixture *self, gconstpointer data)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->sheet));
  settle (self);
  for (int i = 0; i < 5; i++)
    press_key (self, "Down");
  assert_described (self, "hand · position, frame 0, key, hold");
  press_key (self, "Right");
  press_key (self, "Return");
  assert_described (self, "hand · position, frame 10, key, starts slowly, selected");
  g_assert_true (pn_view_has_pin (self->base.view, self->base.hand));
  press_key (self, "Down");
  assert_described (self, "foot · position, frame 10, key, linear");
  press_key (self, "shift+Return");
  assert_frames (self, "hand · position", "0 10* 20 40");
  assert_frames (self, "foot · position", "10* 30");
  press_key (self, "alt+Right");
  press_key (self, "alt+shift+Right");
  assert_frames (self, "hand · position", "0 20 21* 40");
  assert_frames (self, "foot · position", "21* 30");
  assert_described (self, "foot · position, frame 21, key, linear, selected");
  press_key (self, "Delete");
  assert_frames (self, "hand · position", "0 20 40");
  press_key (self, "ctrl+a");
  assert_frames (self, "opacity", "0* 10*");
  press_key (self, "Escape");
  g_assert_false (pn_timeline_model_has_keys (self->base.model));
  for (int i = 0; i < 3; i++)
    press_key (self, "ctrl+z");
  assert_frames (self, "hand · position", "0 10* 20 40");
  g_autofree char *after = pn_test_bytes (&self->base.base);
  g_assert_cmpstr (after, ==, self->before);
}

static gboolean
has_pasted (gpointer fixture)
{
  return pn_test_timeline_n_steps (&((Fixture *)fixture)->base) > ((Fixture *)fixture)->n_steps;
}

static void
test_clipboard (Fixture *self, gconstpointer data)
{
  point (self, find_place (self, "hand · position", 10), "click 1");
  press_key (self, "ctrl+c");
  press_key (self, "End");
  press_key (self, "ctrl+v");
  pn_test_wait (has_pasted, self);
  assert_frames (self, "hand · position", "0 10 20 40 47*");
  assert_one_step (self);
  remember (self);
  press_key (self, "ctrl+x");
  assert_frames (self, "hand · position", "0 10 20 40");
  assert_one_step (self);
}

/* Space plays wherever the keyboard is in the timeline. */
static void
test_space (Fixture *self, gconstpointer data)
{
  PnPlayer *player = pn_editor_get_player (self->base.editor);

  point (self, find_place (self, "hand · position", 10), "click 1");
  press_key (self, "space");
  g_assert_true (pn_player_get_playing (player));
  press_key (self, "space");
  g_assert_false (pn_player_get_playing (player));
  /* In the list of names too, where it would take a row out of the selection. */
  GtkWidget *list = pn_test_find_widget (self->timeline, GTK_TYPE_LIST_VIEW);
  point_at (self, list, (Place){90, find_place (self, "foot · position", 0).y}, "click 1");
  press_key (self, "space");
  g_assert_true (pn_player_get_playing (player));
  g_assert_true (pn_view_has_pin (self->base.view, self->base.foot));
}

/* --- Names. */

/* Just the rows of these names look selected, whatever the list's model says. */
static void
assert_marked (Fixture *self, GtkWidget *list, const char *one, const char *other)
{
  guint i = 0, n_rows = pn_timeline_rows_n (pn_timeline_model_get_rows (self->base.model));

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row), i++) {
    gboolean is_marked = (gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED) != 0;
    g_assert_cmpint (is_marked, ==,
                     i == pn_test_timeline_row (&self->base, one) ||
                         i == pn_test_timeline_row (&self->base, other));
  }
  g_assert_cmpuint (i, ==, n_rows);
}

static void
test_names (Fixture *self, gconstpointer data)
{
  Place in_row = find_place (self, "foot · position", 0);
  GtkWidget *list = pn_test_find_widget (self->timeline, GTK_TYPE_LIST_VIEW);
  PnTimelinePlace fold = {pn_test_timeline_row (&self->base, "figure"), 0};

  /* Rows are beside their names. */
  point_at (self, list, (Place){90, in_row.y}, "click 1");
  g_assert_true (pn_view_has_pin (self->base.view, self->base.foot));
  g_assert_false (pn_view_has_pin (self->base.view, self->base.hand));
  /* And the other way. */
  pn_view_select_layer (self->base.view, self->base.disc, PN_SELECT_ONLY);
  settle (self);
  assert_marked (self, list, "disc", "opacity");
  pn_view_select_pin (self->base.view, self->base.foot, PN_SELECT_ONLY);
  settle (self);
  assert_marked (self, list, "foot · position", "foot · position");
  point_at (self, list, (Place){90, find_place (self, "figure", 0).y}, "click 1");
  press_key (self, "Left");
  g_assert_true (
      pn_timeline_rows_get (pn_timeline_model_get_rows (self->base.model), fold.row)->is_folded);
  press_key (self, "Right");
  g_assert_false (
      pn_timeline_rows_get (pn_timeline_model_get_rows (self->base.model), fold.row)->is_folded);
  assert_no_step (self);
}

/* --- Time. */

static void
test_scrub (Fixture *self, gconstpointer data)
{
  Place at = find_place (self, "hand · position", 17);

  /* The ruler is over the sheet. */
  point (self, (Place){at.x, -10}, "mousedown 1");
  g_assert_cmpint ((int)pn_view_get_playhead (self->base.view), ==, 17);
  point (self, (Place){find_place (self, "hand · position", 26.4).x, -30}, "");
  g_assert_cmpint ((int)pn_view_get_playhead (self->base.view), ==, 26);
  point (self, (Place){-200, -10}, "");
  g_assert_cmpint ((int)pn_view_get_playhead (self->base.view), ==, 0);
  let_go (self);
  assert_no_step (self);
}

static void
test_type_time (Fixture *self, gconstpointer data)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->sheet));
  g_assert_true (pn_commands_run (self->commands, "go-to-time"));
  settle (self);
  pn_test_xdotool ("key ctrl+a type 1:06");
  press_key (self, "Return");
  g_assert_cmpint ((int)pn_view_get_playhead (self->base.view), ==, 30);
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (self->sheet)));
  g_assert_true (pn_commands_run (self->commands, "go-to-time"));
  settle (self);
  pn_test_xdotool ("key ctrl+a type x");
  press_key (self, "Return");
  g_assert_cmpint ((int)pn_view_get_playhead (self->base.view), ==, 30);
  g_assert_nonnull (self->base.message);
  press_key (self, "Escape");
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (self->sheet)));
}

/* The column of names is as wide as it was left. */
static void
test_remembers_width (Fixture *self, gconstpointer data)
{
  GtkPaned *columns = GTK_PANED (pn_test_find_widget (self->timeline, GTK_TYPE_PANED));

  g_assert_cmpint (gtk_paned_get_position (columns), ==, 230);
  gtk_paned_set_position (columns, 300);
  settle (self);
  g_assert_cmpint (g_settings_get_int (pn_settings_get (), "timeline-names-width"), ==, 300);
}

/* The keyboard is taken from it when its window goes, and the document may have gone before. */
static void
test_outlives_model (Fixture *self, gconstpointer data)
{
  PnTimelineModel *model = pn_timeline_model_new (self->base.editor);
  GtkAdjustment *rows = gtk_adjustment_new (0, 0, 0, 0, 0, 0);
  GtkWidget *sheet = pn_dope_sheet_new (model, self->commands, rows);

  gtk_window_set_child (GTK_WINDOW (self->window), sheet);
  settle (self);
  gtk_widget_grab_focus (sheet);
  gtk_widget_set_visible (sheet, FALSE);
  g_assert_finalize_object (model);
  gtk_window_set_child (GTK_WINDOW (self->window), NULL);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

#define add(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  add ("/ui/dope-sheet/reveals", test_reveals);
  add ("/ui/dope-sheet/ruler-height", test_ruler_height);
  add ("/ui/dope-sheet/click", test_click);
  add ("/ui/dope-sheet/drag-key", test_drag);
  add ("/ui/dope-sheet/slop", test_slop);
  add ("/ui/dope-sheet/drag-escaped", test_drag_escaped);
  add ("/ui/dope-sheet/copy", test_copy);
  add ("/ui/dope-sheet/marquee", test_marquee);
  add ("/ui/dope-sheet/marquee-scrolls", test_marquee_scrolls);
  add ("/ui/dope-sheet/scale", test_scale);
  add ("/ui/dope-sheet/wheel", test_wheel);
  add ("/ui/dope-sheet/keyboard", test_keyboard);
  add ("/ui/dope-sheet/clipboard", test_clipboard);
  add ("/ui/dope-sheet/space", test_space);
  add ("/ui/dope-sheet/names", test_names);
  add ("/ui/dope-sheet/scrub", test_scrub);
  add ("/ui/dope-sheet/type-time", test_type_time);
  add ("/ui/dope-sheet/remembers-width", test_remembers_width);
  add ("/ui/dope-sheet/outlives-model", test_outlives_model);
  return g_test_run ();
}
