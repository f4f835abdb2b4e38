/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-test-tool.h"

/* Whatever can be done with a tool, at random. */

static inline void
pn_test_tool_undo_or_redo (PnTestTool *self, guint n_kept, gboolean undo)
{
  PnHistory *history = pn_test_tool_history (self);
  guint current;

  pn_history_n_steps (history, &current);
  if (undo && current > n_kept && pn_history_can_undo (history))
    pn_history_undo (history, NULL);
  else if (!undo && pn_history_can_redo (history))
    pn_history_redo (history, NULL);
}

/* A press there, or on one of the handles that there are. */
static inline void
pn_test_tool_send_anything (PnTestTool *self, GRand *random, double x, double y)
{
  guint n_handles;
  const PnHandle *handles = pn_tool_get_handles (self->tool, &n_handles);

  if (n_handles > 0 && g_rand_int_range (random, 0, 3) == 0) {
    PnVec2 at = handles[g_rand_int_range (random, 0, (gint32)n_handles)].position_doc;
    x = at.x;
    y = at.y;
  }
  pn_test_tool_send (
      self, (PnPointerKind)g_rand_int_range (random, PN_POINTER_PRESS, PN_POINTER_LEAVE + 1), x, y,
      g_rand_double (random));
}

static inline void
pn_test_tool_do_one (PnTestTool *self, guint n_kept, GRand *random)
{
  double x = g_rand_double_range (random, -40, 440), y = g_rand_double_range (random, -40, 340);

  switch (g_rand_int_range (random, 0, 22)) {
  case 0:
    pn_tool_cancel (self->tool);
    break;
  case 1:
    pn_tool_nudge (self->tool, pn_vec2 (g_rand_int_range (random, -10, 11), 0.1));
    break;
  case 2:
    pn_tool_walk (self->tool, g_rand_boolean (random) ? PN_WALK_NEXT : PN_WALK_PREVIOUS);
    break;
  case 3:
    pn_view_set_cursor (self->view, pn_vec2 (x, y));
    pn_tool_insert (self->tool);
    break;
  case 4:
    if (g_rand_int_range (random, 0, 6) == 0)
      pn_tool_delete (self->tool);
    break;
  case 5:
    pn_tool_set_key (self->tool);
    break;
  case 6:
    pn_view_set_auto_key (self->view, g_rand_boolean (random));
    break;
  case 7:
    pn_view_set_playhead (self->view, g_rand_int_range (random, 0, 5));
    break;
  case 8:
    pn_test_tool_undo_or_redo (self, n_kept, g_rand_boolean (random));
    break;
  case 9:
    pn_tool_set_amount (self->tool, g_rand_int_range (random, -20, 21));
    pn_tool_finish (self->tool);
    break;
  case 10:
    self->device = (PnPointerDevice)g_rand_int_range (random, PN_DEVICE_MOUSE, PN_DEVICE_TOUCH + 1);
    self->modifiers = (guint)g_rand_int_range (random, 0, 8);
    break;
  case 11:
    pn_tool_turn (self->tool, g_rand_double_range (random, -90, 90));
    break;
  case 12:
    pn_tool_scale (self->tool, g_rand_double_range (random, 0.8, 1.25));
    break;
  default:
    pn_test_tool_send_anything (self, random, x, y);
  }
}

/* In any order, any number of times: between gestures no transaction is open, a preview is in no
 * document, and undoing all and doing it again gives the same bytes. What there is at the start
 * stays. */
static inline void
pn_test_tool_do_anything (PnTestTool *self, int n_events, guint32 seed)
{
  PnHistory *history = pn_test_tool_history (self);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  guint n_kept, n_undone = 0, n_selected;

  g_test_message ("seed %u", seed);
  pn_history_n_steps (history, &n_kept);
  for (int i = 0; i < n_events; i++) {
    pn_test_tool_do_one (self, n_kept, random);
    if (!pn_tool_is_busy (self->tool))
      g_assert_false (pn_history_is_open (history));
  }
  pn_test_tool_send (self, PN_POINTER_CANCEL, 0, 0, 0);
  pn_tool_cancel (self->tool);
  g_assert_false (pn_history_is_open (history));

  g_autofree char *end = pn_test_bytes (&self->base);
  for (; pn_history_can_undo (history); n_undone++)
    pn_history_undo (history, NULL);
  g_test_message ("%u steps", n_undone);
  g_assert_cmpuint (n_undone, >, n_kept + 15);
  g_assert_cmpuint (pn_session_get_root (self->base.session)->layers.n_items, ==, 0);
  pn_view_get_layers (self->view, &n_selected);
  g_assert_cmpuint (n_selected, ==, 0);
  for (guint i = 0; i < n_undone; i++)
    pn_history_redo (history, NULL);
  g_autofree char *again = pn_test_bytes (&self->base);
  g_assert_cmpstr (again, ==, end);
}
