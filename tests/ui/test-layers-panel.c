/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "pn-layers-panel.h"

#include "pn-layer-edit.h"
#include "pn-layer-row.h"
#include "pn-player.h"
#include "pn-test-gtk.h"
#include "pn-test-panel.h"
#include "pn-test-widgets.h"

static void
set_up (PnTestPanel *self, gconstpointer data)
{
  pn_test_panel_init (self, pn_layers_panel_new);
}

static void
tear_down (PnTestPanel *self, gconstpointer data)
{
  pn_test_panel_clear (self);
}

static GtkListView *
get_list (PnTestPanel *self)
{
  return GTK_LIST_VIEW (pn_test_find_widget (self->panel, GTK_TYPE_LIST_VIEW));
}

static GtkSelectionModel *
get_model (PnTestPanel *self)
{
  return gtk_list_view_get_model (get_list (self));
}

/* Names as listed, selected ones with a star: "g; disc*; figure". (transfer full) */
static void
assert_listed (PnTestPanel *self, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GtkSelectionModel *model = get_model (self);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (model)); i++) {
    g_autoptr (PnIdItem) item = g_list_model_get_item (G_LIST_MODEL (model), i);
    const PnLayer *layer = pn_id_item_get_row (item)->node;
    g_string_append_printf (text, "%s%s%s", i > 0 ? "; " : "", layer->name,
                            gtk_selection_model_is_selected (model, i) ? "*" : "");
  }
  g_assert_cmpstr (text->str, ==, expected);
}

static GtkWidget *
find_row (PnTestPanel *self, PnId layer)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (get_list (self))); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *row = pn_test_find_widget (child, PN_TYPE_LAYER_ROW);
    PnIdItem *item = row != NULL ? pn_layer_row_get_item (PN_LAYER_ROW (row)) : NULL;
    if (item != NULL && pn_id_item_get_row (item)->id == layer)
      return row;
  }
  g_assert_not_reached ();
}

/* On its name, for there are buttons too. */
static void
click_row (PnTestPanel *self, PnId layer, const char *verb)
{
  pn_test_point_by (find_row (self, layer), 0.4, 0.5, 0, 0, verb);
}

static GtkWidget *
find_button (GtkWidget *widget, const char *tooltip)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget) &&
      g_strcmp0 (gtk_widget_get_tooltip_text (widget), tooltip) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, tooltip);
  return found;
}

static void
click_button (PnTestPanel *self, PnId layer, const char *tooltip)
{
  GtkWidget *button = find_button (find_row (self, layer), tooltip);

  g_assert_nonnull (button);
  pn_test_click (button);
}

/* --- Rows. */

static void
test_rows (PnTestPanel *self, gconstpointer data)
{
  g_autoptr (GString) words = g_string_new (NULL);

  assert_listed (self, "g; disc; figure");
  pn_test_add_text (find_row (self, self->base.figure), words);
  g_assert_cmpstr (words->str, ==, "figure image · rigged");
  g_string_truncate (words, 0);
  pn_test_add_text (find_row (self, self->base.group), words);
  g_assert_cmpstr (words->str, ==, "g group · 1 layer");

  /* Folding is no edit. */
  g_autofree char *before = pn_test_bytes (&self->base.base);
  click_button (self, self->base.group, "Fold the group");
  assert_listed (self, "g; figure");
  click_button (self, self->base.group, "Unfold the group");
  assert_listed (self, "g; disc; figure");
  g_autofree char *after = pn_test_bytes (&self->base.base);
  g_assert_cmpstr (before, ==, after);
}

static void
count_cb (guint *n_changes)
{
  (*n_changes)++;
}

/* What leaves the rows as they are rebuilds none; what moves one keeps the others. */
static void
test_rows_stay (PnTestPanel *self, gconstpointer data)
{
  g_autoptr (PnIdItem) item = g_list_model_get_item (G_LIST_MODEL (get_model (self)), 2);
  GtkWidget *row = find_row (self, self->base.figure);
  guint n_items_changed = 0, n_shown = 0;

  g_signal_connect_swapped (get_model (self), "items-changed", G_CALLBACK (count_cb),
                            &n_items_changed);
  g_signal_connect_swapped (item, "changed", G_CALLBACK (count_cb), &n_shown);
  pn_test_timeline_do (&self->base, "{'op': 'set_layer', 'layer': 'disc', 'name': 'sun'}");
  pn_test_panel_settle (self);
  assert_listed (self, "g; sun; figure");
  pn_view_set_playhead (self->view, 5);
  pn_test_panel_settle (self);
  g_assert_cmpint (n_items_changed, ==, 0);
  g_assert_cmpint (n_shown, ==, 0);
  pn_test_timeline_do (&self->base, "{'op': 'set_layer', 'layer': 'figure', 'visible': false}");
  pn_test_panel_settle (self);
  g_assert_cmpint (n_items_changed, ==, 0);
  g_assert_cmpint (n_shown, ==, 1);
  g_assert_true (find_row (self, self->base.figure) == row);

  /* To the front: it is the same item at another place. */
  pn_layer_edit_move (self->editor, &self->base.figure, 1, 0, 1);
  pn_test_panel_settle (self);
  assert_listed (self, "figure; g; sun");
  g_autoptr (PnIdItem) moved = g_list_model_get_item (G_LIST_MODEL (get_model (self)), 0);
  g_assert_true (moved == item);
}

/* --- The selection. */

static void
test_selection (PnTestPanel *self, gconstpointer data)
{
  pn_view_select_pin (self->view, self->base.hand, PN_SELECT_ONLY);
  pn_test_panel_settle (self);
  assert_listed (self, "g; disc; figure*");

  click_row (self, self->base.disc, "click 1");
  assert_listed (self, "g; disc*; figure");
  g_assert_cmpint ((gint64)pn_view_get_active_layer (self->view), ==, (gint64)self->base.disc);
  g_assert_false (pn_view_has_pin (self->view, self->base.hand));
  pn_test_key ("keydown", "ctrl");
  click_row (self, self->base.figure, "click 1");
  pn_test_key ("keyup", "ctrl");
  assert_listed (self, "g; disc*; figure*");
  g_assert_true (pn_view_has_layer (self->view, self->base.figure));

  click_row (self, self->base.group, "click 1");
  pn_test_panel_type (self, "key shift+Down");
  assert_listed (self, "g*; disc*; figure");
  pn_test_panel_type (self, "key Down");
  assert_listed (self, "g; disc; figure*");
  pn_test_panel_type (self, "key ctrl+a");
  assert_listed (self, "g*; disc*; figure*");

  pn_view_clear_selection (self->view);
  assert_listed (self, "g; disc; figure");
}

/* What is selected elsewhere is unfolded; what is folded here stays so. */
static void
test_selection_unfolds (PnTestPanel *self, gconstpointer data)
{
  click_row (self, self->base.disc, "click 1");
  click_button (self, self->base.group, "Fold the group");
  pn_test_timeline_do (&self->base, "{'op': 'set_layer', 'layer': 'disc', 'name': 'sun'}");
  pn_test_panel_settle (self);
  assert_listed (self, "g; figure");
  pn_test_panel_select (self, self->base.figure, PN_SELECT_ONLY);
  assert_listed (self, "g; figure*");
  pn_test_panel_select (self, self->base.disc, PN_SELECT_ONLY);
  assert_listed (self, "g; sun*; figure");
}

static void
test_walk (PnTestPanel *self, gconstpointer data)
{
  pn_test_panel_run (self, "layer-next");
  assert_listed (self, "g*; disc; figure");
  pn_test_panel_type (self, "key Page_Down");
  assert_listed (self, "g; disc*; figure");
  pn_test_panel_run (self, "layer-previous");
  pn_test_panel_run (self, "layer-previous");
  assert_listed (self, "g; disc; figure*");
}

/* --- What rows do. Each is one step, and undone to the byte. */

static void
test_rename (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  guint n_steps = pn_test_timeline_n_steps (&self->base);

  click_row (self, self->base.figure, "click 1");
  pn_test_panel_type (self, "key F2");
  pn_test_panel_type (self, "type body");
  pn_test_panel_type (self, "key Escape");
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps);
  pn_test_panel_type (self, "key F2");
  pn_test_panel_type (self, "type body");
  pn_test_panel_type (self, "key Return");
  assert_listed (self, "g; disc; body*");
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
  pn_test_timeline_there_and_back (&self->base, before);

  /* The keyboard is in the row again. */
  pn_test_panel_type (self, "key Up");
  assert_listed (self, "g; disc*; body");
  click_row (self, self->base.disc, "click --repeat 2 --delay 40 1");
  pn_test_panel_type (self, "type moon");
  click_row (self, self->base.figure, "click 1");
  assert_listed (self, "g; moon; body*");
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 2);
}

/* Of all that are selected, where it is one of them. */
static void
test_eye_and_lock (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  guint n_steps = pn_test_timeline_n_steps (&self->base);

  click_button (self, self->base.figure, "Hide");
  g_assert_false (pn_test_panel_find (self, self->base.figure)->visible);
  g_assert_true (pn_test_panel_find (self, self->base.disc)->visible);
  pn_test_timeline_there_and_back (&self->base, before);

  pn_test_panel_select (self, self->base.figure, PN_SELECT_ONLY);
  pn_test_panel_select (self, self->base.disc, PN_SELECT_ADD);
  click_button (self, self->base.disc, "Lock: the canvas leaves it alone");
  g_assert_true (pn_test_panel_find (self, self->base.figure)->locked);
  g_assert_true (pn_test_panel_find (self, self->base.disc)->locked);
  g_assert_false (pn_test_panel_find (self, self->base.group)->locked);
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 2);
  /* They stay selected. */
  assert_listed (self, "g; disc*; figure*");
}

/* BR28: a group together with its child; and undo brings the keys of what was in it back. */
static void
test_delete (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);

  pn_test_panel_select (self, self->base.group, PN_SELECT_ONLY);
  click_row (self, self->base.group, "click 1");
  pn_test_panel_select (self, self->base.disc, PN_SELECT_ADD);
  pn_test_panel_type (self, "key Delete");
  assert_listed (self, "figure");
  pn_test_timeline_there_and_back (&self->base, before);
  pn_editor_undo (self->editor);
  pn_test_panel_settle (self);
  assert_listed (self, "g*; disc*; figure");

  click_row (self, self->base.figure, "click 1");
  pn_test_panel_type (self, "key BackSpace");
  assert_listed (self, "g; disc");
  pn_test_timeline_there_and_back (&self->base, before);
}

/* --- Places in the stack. */

static void
assert_shift (PnTestPanel *self, const char *command, const char *expected)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);

  g_assert_true (pn_test_panel_run (self, command));
  pn_test_panel_assert_layers (self, expected);
  pn_test_timeline_there_and_back (&self->base, before);
}

static void
test_shift (PnTestPanel *self, gconstpointer data)
{
  pn_test_timeline_do (&self->base, "{'op': 'duplicate_layer', 'layers': ['disc']}");
  pn_test_panel_assert_layers (self, "figure g(disc disc 2)");
  pn_test_panel_select (self, self->base.figure, PN_SELECT_ONLY);
  g_assert_false (pn_test_panel_run (self, "lower"));
  g_assert_false (pn_test_panel_run (self, "lower-to-back"));
  g_assert_false (pn_test_panel_run (self, "out-of-group"));
  assert_shift (self, "raise", "g(disc disc 2) figure");
  g_assert_false (pn_test_panel_run (self, "raise"));
  assert_shift (self, "lower-to-back", "figure g(disc disc 2)");
  assert_shift (self, "raise-to-front", "g(disc disc 2) figure");
  assert_shift (self, "into-group", "g(disc disc 2 figure)");
  assert_shift (self, "lower", "g(disc figure disc 2)");
  /* Both, though they lie apart from each other; they stay in their order. */
  pn_test_panel_select (self, self->base.disc, PN_SELECT_ADD);
  assert_shift (self, "raise", "g(disc 2 disc figure)");
  assert_shift (self, "out-of-group", "g(disc 2) disc figure");
  assert_shift (self, "lower", "disc figure g(disc 2)");
}

/* A step leaves selected what it made, and brings that back when it is done again. */
static void
test_group (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);

  pn_test_panel_select (self, self->base.figure, PN_SELECT_ONLY);
  g_assert_false (pn_test_panel_run (self, "ungroup"));
  pn_test_panel_select (self, self->base.group, PN_SELECT_ADD);
  g_assert_true (pn_test_panel_run (self, "group"));
  pn_test_panel_assert_layers (self, "Group(figure g(disc))");
  assert_listed (self, "Group*; g; disc; figure");
  pn_editor_undo (self->editor);
  pn_test_panel_settle (self);
  assert_listed (self, "g*; disc; figure*");
  pn_editor_redo (self->editor);
  pn_test_panel_settle (self);
  assert_listed (self, "Group*; g; disc; figure");
  pn_test_timeline_there_and_back (&self->base, before);

  g_assert_true (pn_test_panel_run (self, "ungroup"));
  assert_listed (self, "g*; disc; figure*");
  pn_test_panel_assert_layers (self, "figure g(disc)");

  pn_view_clear_selection (self->view);
  g_assert_true (pn_test_panel_run (self, "add-group"));
  assert_listed (self, "Group*; g; disc; figure");
}

static void
test_duplicate (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);

  pn_test_panel_select (self, self->base.group, PN_SELECT_ONLY);
  g_assert_true (pn_test_panel_run (self, "duplicate"));
  assert_listed (self, "g 2*; disc; g; disc; figure");
  pn_test_timeline_there_and_back (&self->base, before);
}

/* --- Dragging. */

static void
drag (PnTestPanel *self, PnId from, PnId to, double y)
{
  int place[2];
  GtkWidget *target = find_row (self, to);

  click_row (self, from, "mousedown 1");
  for (int i = 1; i <= 4; i++)
    pn_test_point_by (find_row (self, from), 0.4, 0.5, 0, 5 * i, "");
  pn_test_locate (target, 0.4, y, place);
  for (int i = 0; i < 3; i++)
    pn_test_point_by (target, 0.4, y, i % 2, 0, "");
  pn_test_point_by (target, 0.4, y, 0, 0, "mouseup 1");
  /* The drop comes back from the server. */
  for (int i = 0; i < 5; i++)
    pn_test_panel_settle (self);
}

static void
test_drag (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  guint n_steps = pn_test_timeline_n_steps (&self->base);

  /* In front of the group, and one step. */
  drag (self, self->base.figure, self->base.group, 0.1);
  pn_test_panel_assert_layers (self, "g(disc) figure");
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
  pn_test_timeline_there_and_back (&self->base, before);
  assert_listed (self, "figure*; g; disc");

  /* Between two that are in front of it. */
  pn_editor_undo (self->editor);
  pn_view_clear_selection (self->view);
  g_assert_true (pn_test_panel_run (self, "add-group"));
  PnId front = pn_view_get_active_layer (self->view);
  drag (self, self->base.figure, front, 0.9);
  pn_test_panel_assert_layers (self, "g(disc) figure Group()");

  drag (self, self->base.figure, self->base.group, 0.5);
  pn_test_panel_assert_layers (self, "g(disc figure) Group()");
  drag (self, self->base.figure, self->base.disc, 0.9);
  pn_test_panel_assert_layers (self, "g(figure disc) Group()");
  /* A group does not go into itself. */
  drag (self, self->base.group, self->base.disc, 0.1);
  pn_test_panel_assert_layers (self, "g(figure disc) Group()");
}

/* --- The keyboard elsewhere. */

/* In the list space plays, as everywhere; it selects nothing. */
static void
test_space_plays (PnTestPanel *self, gconstpointer data)
{
  PnPlayer *player = pn_editor_get_player (self->editor);

  click_row (self, self->base.figure, "click 1");
  pn_test_panel_type (self, "key space");
  g_assert_true (pn_player_get_playing (player));
  pn_player_set_playing (player, FALSE);
  assert_listed (self, "g; disc; figure*");
}

/* --- Small pictures. */

static void
ready_cb (char **ready, const char *asset)
{
  g_free (*ready);
  *ready = g_strdup (asset);
}

static gboolean
is_ready (gpointer ready)
{
  return *(char **)ready != NULL;
}

/* Never at once, and once for each. */
static void
test_thumbnails (PnTestPanel *self, gconstpointer data)
{
  g_autoptr (PnThumbnails) thumbnails =
      pn_thumbnails_new (pn_ops_context_get_pictures (pn_editor_get_context (self->editor)));
  const char *asset = pn_test_panel_find (self, self->base.figure)->picture_asset;
  g_autofree char *ready = NULL;

  g_signal_connect_swapped (thumbnails, "ready", G_CALLBACK (ready_cb), &ready);
  g_assert_null (pn_thumbnails_get (thumbnails, asset));
  g_assert_null (pn_thumbnails_get (thumbnails, asset));
  pn_test_wait (is_ready, &ready);
  g_assert_cmpstr (ready, ==, asset);
  GdkTexture *texture = pn_thumbnails_get (thumbnails, asset);
  g_assert_true (GDK_IS_TEXTURE (texture));
  g_assert_true (pn_thumbnails_get (thumbnails, asset) == texture);
  /* 280 x 240. */
  g_assert_cmpint (gdk_texture_get_width (texture), ==, 70);
  g_assert_cmpint (gdk_texture_get_height (texture), ==, 60);
  g_clear_pointer (&ready, g_free);
  /* What cannot be read is nothing, and asked for once. */
  g_assert_null (pn_thumbnails_get (thumbnails, "none"));
  pn_test_wait (is_ready, &ready);
  g_assert_null (pn_thumbnails_get (thumbnails, "none"));
}

/* --- Nothing. */

static void
test_empty (PnTestPanel *self, gconstpointer data)
{
  g_autoptr (GString) words = g_string_new (NULL);

  pn_test_panel_select (self, self->base.figure, PN_SELECT_ONLY);
  pn_test_panel_select (self, self->base.group, PN_SELECT_ADD);
  g_assert_true (pn_test_panel_run (self, "delete-layers"));
  assert_listed (self, "");
  pn_test_add_text (self->panel, words);
  g_assert_nonnull (strstr (words->str, "No layers yet"));
  g_assert_false (pn_test_panel_run (self, "delete-layers"));
}

#define ADD(path, function) g_test_add (path, PnTestPanel, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  ADD ("/ui/layers-panel/rows", test_rows);
  ADD ("/ui/layers-panel/rows-stay", test_rows_stay);
  ADD ("/ui/layers-panel/selection", test_selection);
  ADD ("/ui/layers-panel/selection-unfolds", test_selection_unfolds);
  ADD ("/ui/layers-panel/walk", test_walk);
  ADD ("/ui/layers-panel/rename", test_rename);
  ADD ("/ui/layers-panel/eye-and-lock", test_eye_and_lock);
  ADD ("/ui/layers-panel/delete", test_delete);
  ADD ("/ui/layers-panel/shift", test_shift);
  ADD ("/ui/layers-panel/group", test_group);
  ADD ("/ui/layers-panel/duplicate", test_duplicate);
  ADD ("/ui/layers-panel/drag", test_drag);
  ADD ("/ui/layers-panel/space-plays", test_space_plays);
  ADD ("/ui/layers-panel/empty", test_empty);
  ADD ("/ui/thumbnails/made-aside", test_thumbnails);
  return g_test_run ();
}
