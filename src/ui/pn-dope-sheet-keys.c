/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pn-dope-sheet-private.h"
#include "pn-trace.h"

/* The dope sheet by keyboard: arrows walk its keys, Return selects. Space is left to play. */

static void
show_place (PnDopeSheet *self, PnTimelinePlace place)
{
  double y = place.row * (double)self->row_height;

  pn_timeline_model_set_cursor (self->model, place);
  pn_timeline_model_reveal (self->model, place.frame, PN_TIME_REVEAL_NEAR);
  gtk_adjustment_clamp_page (self->rows, y, y + self->row_height);
  self->is_by_keyboard = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
walk_time (PnDopeSheet *self, PnKeyStep step)
{
  const PnTimelineRows *rows = pn_timeline_model_get_rows (self->model);
  PnTimelinePlace place = pn_timeline_model_get_cursor (self->model);

  if (pn_timeline_rows_n (rows) == 0)
    return FALSE;
  pn_timeline_rows_find_next (rows, place.row, place.frame, step, &place.frame);
  show_place (self, place);
  return TRUE;
}

/* To the key of the next row that is nearest in time. */
static gboolean
walk_rows (PnDopeSheet *self, int step)
{
  const PnTimelineRows *rows = pn_timeline_model_get_rows (self->model);
  PnTimelinePlace place = pn_timeline_model_get_cursor (self->model);
  gint64 row = (gint64)place.row + step;

  if (pn_timeline_rows_n (rows) == 0)
    return FALSE;
  place.row = (guint)CLAMP (row, 0, (gint64)pn_timeline_rows_n (rows) - 1);
  pn_timeline_rows_find_near (rows, place.row, place.frame, HUGE_VAL, &place.frame);
  show_place (self, place);
  return TRUE;
}

static gboolean
select_place (PnDopeSheet *self, GdkModifierType modifiers)
{
  PnTimelinePlace place = pn_timeline_model_get_cursor (self->model);
  gboolean toggles = (modifiers & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0;

  if (!pn_timeline_model_is_key (self->model, place))
    return FALSE;
  pn_timeline_model_select_at (self->model, place, toggles ? PN_SELECT_TOGGLE : PN_SELECT_ONLY);
  if (!toggles)
    pn_timeline_model_select_row (self->model, place.row, PN_SELECT_ONLY);
  return TRUE;
}

static gboolean
escape (PnDopeSheet *self)
{
  if (pn_dope_sheet_cancel (self))
    return TRUE;
  if (!pn_timeline_model_has_keys (self->model))
    return FALSE;
  pn_timeline_model_select_none (self->model);
  return TRUE;
}

static gboolean
show_menu_at_cursor (PnDopeSheet *self)
{
  PnSheetLayout layout = pn_dope_sheet_get_layout (self);
  PnTimelinePlace place = pn_timeline_model_get_cursor (self->model);
  double x = pn_time_scale_x (layout.scale, place.frame);
  double y = pn_sheet_layout_row_y (&layout, place.row) + layout.row_height / 2;

  pn_dope_sheet_show_menu (self, CLAMP (x, 0, layout.width), CLAMP (y, 0, layout.height));
  return TRUE;
}

static gboolean
press_key (PnDopeSheet *self, guint keyval, GdkModifierType modifiers)
{
  gboolean is_plain = (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) == 0;

  switch (keyval) {
  case GDK_KEY_Left:
  case GDK_KEY_KP_Left:
    return is_plain && walk_time (self, PN_KEY_PREVIOUS);
  case GDK_KEY_Right:
  case GDK_KEY_KP_Right:
    return is_plain && walk_time (self, PN_KEY_NEXT);
  case GDK_KEY_Up:
  case GDK_KEY_KP_Up:
    return is_plain && walk_rows (self, -1);
  case GDK_KEY_Down:
  case GDK_KEY_KP_Down:
    return is_plain && walk_rows (self, 1);
  case GDK_KEY_Return:
  case GDK_KEY_KP_Enter:
    return select_place (self, modifiers);
  case GDK_KEY_Escape:
    return escape (self);
  case GDK_KEY_Menu:
    return show_menu_at_cursor (self);
  case GDK_KEY_F10:
    return (modifiers & GDK_SHIFT_MASK) != 0 && show_menu_at_cursor (self);
  default:
    return FALSE;
  }
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType modifiers,
                PnDopeSheet *self)
{
  uint64_t span = pn_trace_begin ();
  gboolean is_done = press_key (self, keyval, modifiers);

  pn_trace_end ("ui.dope-sheet.key", span);
  return is_done;
}

static void
focus_cb (PnDopeSheet *self)
{
  self->is_by_keyboard = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  pn_dope_sheet_describe (self);
}

void
pn_dope_sheet_add_keyboard (PnDopeSheet *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (focus_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (focus_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}
