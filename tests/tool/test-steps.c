/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What hands and keys do with both tools, as steps of the history. */
#include "pn-test-tool.h"

/* Both tools at one document, as in a window. */
typedef struct {
  PnTestTool base;
  PnTool *select, *puppet;
} Desk;

static void
set_up (Desk *self)
{
  pn_test_tool_init (&self->base, pn_select_tool_new);
  self->select = self->base.tool;
  self->puppet = pn_puppet_tool_new (self->base.base.context, self->base.view);
  pn_view_set_auto_key (self->base.view, TRUE);
}

static void
tear_down (Desk *self)
{
  g_assert_finalize_object (self->puppet);
  self->base.tool = self->select;
  pn_test_tool_clear (&self->base);
}

static PnTestTool *
take (Desk *self, PnTool *tool)
{
  self->base.tool = tool;
  return &self->base;
}

static PnId
pin_of (Desk *self, guint index)
{
  const PnRoot *root = pn_session_get_root (self->base.base.session);
  const PnLayer *layer = pn_root_find_layer (root, self->base.figure, NULL, NULL);
  return ((const PnPin *)layer->puppet->pins.items[index])->id;
}

/* --- A script of gestures (BR29). */

static void
move_layer (Desk *self)
{
  pn_test_tool_drag (take (self, self->select), 60, 180, 70, 170);
}

/* The knob at the right of the anchor, which is at 150, 110 now. */
static void
turn_layer (Desk *self)
{
  pn_test_tool_drag (take (self, self->select), 190, 110, 150, 150);
}

static void
move_anchor (Desk *self)
{
  pn_test_tool_drag (take (self, self->select), 150, 110, 140, 130);
}

static void
scale_by_number (Desk *self)
{
  PnTestTool *t = take (self, self->select);

  pn_test_tool_press (t, 140, 90);
  pn_test_tool_move (t, 140, 80);
  pn_tool_set_amount (t->tool, 90);
  pn_tool_finish (t->tool);
  pn_test_tool_release (t, 140, 80);
}

static void
nudge_thrice (Desk *self)
{
  PnTestTool *t = take (self, self->select);

  pn_view_select_layer (t->view, t->disc, PN_SELECT_ONLY);
  for (int i = 0; i < 3; i++)
    pn_tool_nudge (t->tool, pn_vec2 (1, 0));
}

static void
rename_layer (Desk *self)
{
  pn_tool_rename (take (self, self->select)->tool, "wheel");
}

/* The rig comes with the first pin. */
static void
click_pin (Desk *self)
{
  PnTestTool *t = take (self, self->puppet);

  pn_view_set_cursor (t->view, pn_vec2 (340, 200));
  pn_tool_insert (t->tool);
}

static void
click_another (Desk *self)
{
  pn_test_tool_click (take (self, self->puppet), 355, 210);
}

static void
drag_pin (Desk *self)
{
  pn_view_set_playhead (self->base.view, 10);
  pn_test_tool_drag (take (self, self->puppet), 356, 210, 366, 230);
}

static void
key_pins (Desk *self)
{
  pn_view_set_playhead (self->base.view, 20);
  pn_tool_set_key (take (self, self->puppet)->tool);
}

static void
erase_pin (Desk *self)
{
  PnTestTool *t = take (self, self->puppet);

  pn_view_set_playhead (t->view, 10);
  t->device = PN_DEVICE_ERASER;
  pn_test_tool_drag (t, 366, 230, 380, 240);
  t->device = PN_DEVICE_PEN;
}

static void
delete_layer (Desk *self)
{
  PnTestTool *t = take (self, self->select);

  pn_view_select_layer (t->view, t->figure, PN_SELECT_ONLY);
  pn_tool_delete (t->tool);
}

static void
check_undo (Desk *self, GPtrArray *states, guint from, guint to)
{
  for (guint i = from; i-- > to;) {
    g_assert_true (pn_history_undo (pn_test_tool_history (&self->base), NULL));
    g_autofree char *state = pn_test_bytes (&self->base.base);
    g_assert_cmpstr (state, ==, states->pdata[i]);
  }
}

/* BR29: each gesture is one step, and the document is what it was after each, on the way back and
 * forth; then another branch. */
static void
test_script (void)
{
  static void (*const script[]) (Desk * self) = {
      move_layer, turn_layer,    move_anchor, scale_by_number, nudge_thrice, rename_layer,
      click_pin,  click_another, drag_pin,    key_pins,        erase_pin,    delete_layer};
  const guint n = G_N_ELEMENTS (script);
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func (g_free);
  Desk desk;

  set_up (&desk);
  PnHistory *history = pn_test_tool_history (&desk.base);
  guint n_before = pn_history_n_steps (history, NULL);
  g_ptr_array_add (states, pn_test_bytes (&desk.base.base));
  for (guint i = 0; i < n; i++) {
    script[i](&desk);
    g_ptr_array_add (states, pn_test_bytes (&desk.base.base));
    g_assert_cmpstr (states->pdata[i], !=, states->pdata[i + 1]);
    g_assert_cmpuint (pn_history_n_steps (history, NULL), ==, n_before + i + 1);
  }
  check_undo (&desk, states, n, 0);
  for (guint i = 1; i <= n; i++) {
    g_assert_true (pn_history_redo (history, NULL));
    g_autofree char *state = pn_test_bytes (&desk.base.base);
    g_assert_cmpstr (state, ==, states->pdata[i]);
  }

  check_undo (&desk, states, n, n - 1);
  nudge_thrice (&desk);
  g_assert_false (pn_history_can_redo (history));
  g_assert_cmpuint (pn_history_n_steps (history, NULL), ==, n_before + n);
  check_undo (&desk, states, n, 0);
  tear_down (&desk);
}

/* --- Deleting (BR28). */

static GBytes *
save (Desk *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->base.base.folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *bytes;
  gsize length;

  g_assert_true (
      pn_session_save (self->base.base.session, path, NULL, PN_SAVE_REFUSE_NEWER, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  return g_bytes_new_take (bytes, length);
}

static void
assert_saved (Desk *self, const char *name, GBytes *before)
{
  g_autoptr (GBytes) now = save (self, name);
  g_assert_true (g_bytes_equal (now, before));
}

/* Deletes what is selected, and has it back: the file is the same, byte for byte, twice. */
static void
delete_and_undo (Desk *self, PnTool *tool)
{
  PnHistory *history = pn_test_tool_history (&self->base);
  g_autoptr (GBytes) before = save (self, "before.pantin");

  g_assert_true (pn_tool_delete (take (self, tool)->tool));
  g_autoptr (GBytes) deleted = save (self, "deleted.pantin");
  g_assert_false (g_bytes_equal (before, deleted));
  g_assert_true (pn_history_undo (history, NULL));
  assert_saved (self, "undone.pantin", before);
  g_assert_true (pn_history_redo (history, NULL));
  assert_saved (self, "redone.pantin", deleted);
  g_assert_true (pn_history_undo (history, NULL));
  assert_saved (self, "again.pantin", before);
}

/* BR28: a pin with keys, and then a group together with the child that was selected with it. */
static void
test_undo_of_delete (void)
{
  Desk desk;

  set_up (&desk);
  PnView *view = desk.base.view;
  pn_test_tool_click (take (&desk, desk.puppet), 60, 180);
  pn_test_tool_click (take (&desk, desk.puppet), 240, 80);
  for (int frame = 0; frame <= 20; frame += 10) {
    pn_view_set_playhead (view, frame);
    pn_tool_nudge (desk.puppet, pn_vec2 (0, 5));
  }
  PnId hand = pin_of (&desk, 1);
  const PnTrack *track =
      pn_root_find_track (pn_view_get_root (view), PN_TARGET_PIN, hand, PN_PROPERTY_POSITION);
  g_assert_cmpuint (track->n_keys, ==, 3);
  pn_view_select_pin (view, hand, PN_SELECT_ONLY);
  delete_and_undo (&desk, desk.puppet);
  g_assert_true (pn_view_has_pin (view, hand));

  pn_view_select_layer (view, desk.base.disc, PN_SELECT_ONLY);
  pn_tool_nudge (desk.select, pn_vec2 (3, 0));
  pn_view_select_layer (view, desk.base.group, PN_SELECT_ADD);
  delete_and_undo (&desk, desk.select);
  g_assert_true (pn_view_has_layer (view, desk.base.disc));
  g_assert_true (pn_view_has_layer (view, desk.base.group));
  tear_down (&desk);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tool/steps/script", test_script);
  g_test_add_func ("/tool/steps/undo-of-delete", test_undo_of_delete);
  return g_test_run ();
}
