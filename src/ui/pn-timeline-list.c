/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-timeline-list.h"

#include <glib/gi18n-lib.h>

#include "pn-dope-sheet.h"
#include "pn-list-keys.h"
#include "pn-seen-rows.h"
#include "pn-timeline-row.h"
#include "pn-trace.h"

#define PN_TYPE_TIMELINE_LIST (pn_timeline_list_get_type ())
G_DECLARE_FINAL_TYPE (PnTimelineList, pn_timeline_list, PN, TIMELINE_LIST, GtkWidget)

/* The list model has one item for each row, which is known by its place alone. */
struct _PnTimelineList {
  GtkWidget parent_instance;

  PnTimelineModel *model; /* borrowed: the editor has it */
  PnCommands *commands;   /* borrowed: the window has it longer */
  GtkWidget *scrolled, *list;
  GListStore *items; /* GObject */
  GtkSelectionModel *selection;
  PnSeenRows *rows;
  gboolean is_syncing;
  PnId active; /* pin or layer, that was scrolled to */
};

G_DEFINE_FINAL_TYPE (PnTimelineList, pn_timeline_list, GTK_TYPE_WIDGET)

static PnView *
get_view (PnTimelineList *self)
{
  return pn_editor_get_view (pn_timeline_model_get_editor (self->model));
}

/* --- Rows. */

static void
show_row (gpointer data, GtkListItem *item)
{
  pn_timeline_row_widget_update (PN_TIMELINE_ROW_WIDGET (gtk_list_item_get_child (item)));
}

static void
show_key (gpointer data, GtkListItem *item)
{
  pn_timeline_row_widget_update_key (PN_TIMELINE_ROW_WIDGET (gtk_list_item_get_child (item)));
}

/* Rows keep their widgets whatever they show, so that the list stays where it is scrolled to. */
static void
sync_items (PnTimelineList *self)
{
  guint n_rows = pn_timeline_rows_n (pn_timeline_model_get_rows (self->model));
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->items));

  if (n_rows < n_items) {
    g_list_store_splice (self->items, n_rows, n_items - n_rows, NULL, 0);
  } else if (n_rows > n_items) {
    g_autoptr (GPtrArray) more = g_ptr_array_new_with_free_func (g_object_unref);
    for (guint i = n_items; i < n_rows; i++)
      g_ptr_array_add (more, g_object_new (G_TYPE_OBJECT, NULL));
    g_list_store_splice (self->items, n_items, 0, more->pdata, more->len);
  }
}

/* --- Selection, both ways. */

/* The layers of selected pins are selected too, but it is the pins that were meant. */
static gboolean
has_selected_pin (PnView *view, const PnLayer *layer)
{
  for (guint i = 0; layer->puppet != NULL && i < layer->puppet->pins.n_items; i++) {
    const PnPin *pin = layer->puppet->pins.items[i];
    if (pn_view_has_pin (view, pin->id))
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_selected (PnView *view, const PnTimelineRow *row)
{
  PnId pin = pn_timeline_row_get_pin (row);

  if (pin != 0)
    return pn_view_has_pin (view, pin);
  return pn_view_has_layer (view, row->layer->id) && !has_selected_pin (view, row->layer);
}

static void
sync_selection (PnTimelineList *self)
{
  const PnTimelineRows *rows = pn_timeline_model_get_rows (self->model);
  g_autoptr (GtkBitset) selected = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) shown = gtk_selection_model_get_selection (self->selection);
  /* That one is the model's own. */
  g_autoptr (GtkBitset) changed = gtk_bitset_copy (shown);

  for (guint i = 0; i < pn_timeline_rows_n (rows); i++)
    if (is_selected (get_view (self), pn_timeline_rows_get (rows, i)))
      gtk_bitset_add (selected, i);
  gtk_bitset_difference (changed, selected);
  if (gtk_bitset_is_empty (changed))
    return;
  self->is_syncing = TRUE;
  gtk_selection_model_set_selection (self->selection, selected, changed);
  self->is_syncing = FALSE;
}

/* The pin or layer that was selected last; pins are meant where some are selected. */
static PnId
get_active (PnView *view)
{
  guint n_pins;
  const PnId *pins = pn_view_get_pins (view, &n_pins);

  return n_pins > 0 ? pins[n_pins - 1] : pn_view_get_active_layer (view);
}

/* What becomes active elsewhere is to be seen here, by the first of its rows. */
static void
show_active (PnTimelineList *self)
{
  const PnTimelineRows *rows = pn_timeline_model_get_rows (self->model);
  PnId active = get_active (get_view (self));

  if (active == self->active)
    return;
  self->active = 0;
  for (guint i = 0; active != 0 && i < pn_timeline_rows_n (rows); i++) {
    const PnTimelineRow *row = pn_timeline_rows_get (rows, i);
    if (pn_timeline_row_get_pin (row) != active && row->layer->id != active)
      continue;
    self->active = active;
    pn_list_reveal (self->list, i);
    return;
  }
}

static void
selection_changed_cb (PnTimelineList *self)
{
  if (self->is_syncing)
    return;
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (self->selection);
  GtkBitsetIter iter;
  guint row;
  uint64_t span = pn_trace_begin ();

  pn_view_clear_selection (get_view (self));
  for (gboolean more = gtk_bitset_iter_init_first (&iter, selected, &row); more;
       more = gtk_bitset_iter_next (&iter, &row))
    pn_timeline_model_select_row (self->model, row, PN_SELECT_ADD);
  /* Other rows of what was selected are selected with it. */
  sync_selection (self);
  /* The row that was clicked on is seen, though it may not be the first of its pin. */
  self->active = get_active (get_view (self));
  pn_trace_end ("ui.timeline-list.select", span);
}

/* --- The keyboard: arrows fold, and Space plays as it does everywhere, though it is a list. */

/* From what has the keyboard, in a row or around it. */
static PnTimelineRowWidget *
find_focused_row (GtkWidget *focus)
{
  GtkWidget *row = focus != NULL ? gtk_widget_get_first_child (focus) : NULL;

  if (!PN_IS_TIMELINE_ROW_WIDGET (row))
    row = focus != NULL ? gtk_widget_get_ancestor (focus, PN_TYPE_TIMELINE_ROW_WIDGET) : NULL;
  return row != NULL ? PN_TIMELINE_ROW_WIDGET (row) : NULL;
}

static gboolean
press_key (PnTimelineList *self, guint keyval)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  PnTimelineRowWidget *row = find_focused_row (focus);

  switch (keyval) {
  case GDK_KEY_Left:
  case GDK_KEY_KP_Left:
  case GDK_KEY_Right:
  case GDK_KEY_KP_Right:
    if (row != NULL)
      pn_timeline_row_widget_fold (row, keyval == GDK_KEY_Left || keyval == GDK_KEY_KP_Left);
    return row != NULL;
  case GDK_KEY_space:
    return !GTK_IS_BUTTON (focus) && pn_commands_run (self->commands, "play");
  default:
    return FALSE;
  }
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType modifiers,
                PnTimelineList *self)
{
  uint64_t span = pn_trace_begin ();
  gboolean is_done = (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) == 0 &&
                     press_key (self, keyval);

  pn_trace_end ("ui.timeline-list.key", span);
  return is_done;
}

static void
activate_cb (GtkListView *list, guint position, PnTimelineList *self)
{
  const PnTimelineRow *row =
      pn_timeline_rows_get (pn_timeline_model_get_rows (self->model), position);

  if (row->kind == PN_ROW_LAYER && row->is_foldable)
    pn_timeline_model_set_folded (self->model, row->layer->id, !row->is_folded);
}

/* --- The factory. */

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item, PnTimelineList *self)
{
  gtk_list_item_set_child (item, pn_timeline_row_widget_new (self->model));
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item, PnTimelineList *self)
{
  PnTimelineRowWidget *row = PN_TIMELINE_ROW_WIDGET (gtk_list_item_get_child (item));

  pn_timeline_row_widget_set_row (row, gtk_list_item_get_position (item));
  pn_seen_rows_bind (self->rows, item);
}

static void
unbind_cb (GtkListItemFactory *factory, GtkListItem *item, PnTimelineList *self)
{
  /* What a list that is going lets go of is nobody's any more. */
  if (self->rows != NULL)
    pn_seen_rows_unbind (self->rows, item);
}

/* --- The widget. */

static void
model_changed_cb (PnTimelineList *self, guint changes)
{
  if (!(changes & PN_TIMELINE_ROWS))
    return;
  uint64_t span = pn_trace_begin ();
  sync_items (self);
  pn_seen_rows_touch (self->rows);
  sync_selection (self);
  show_active (self);
  pn_trace_end ("ui.timeline-list.rows", span);
}

static void
editor_changed_cb (PnTimelineList *self, guint changes)
{
  uint64_t span = pn_trace_begin ();

  if (changes & PN_EDITOR_SELECTION) {
    sync_selection (self);
    show_active (self);
  }
  if (changes & PN_EDITOR_PLAYHEAD)
    pn_seen_rows_foreach (self->rows, show_key, NULL);
  pn_trace_end ("ui.timeline-list", span);
}

static void
pn_timeline_list_dispose (GObject *object)
{
  PnTimelineList *self = PN_TIMELINE_LIST (object);

  g_clear_object (&self->rows);
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->items);
  G_OBJECT_CLASS (pn_timeline_list_parent_class)->dispose (object);
}

static void
pn_timeline_list_class_init (PnTimelineListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_timeline_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
pn_timeline_list_init (PnTimelineList *self)
{
  self->items = g_list_store_new (G_TYPE_OBJECT);
}

static GtkWidget *
build_list (PnTimelineList *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), self);
  self->selection =
      GTK_SELECTION_MODEL (gtk_multi_selection_new (G_LIST_MODEL (g_object_ref (self->items))));
  GtkWidget *list = gtk_list_view_new (g_object_ref (self->selection), factory);
  gtk_widget_add_css_class (list, "pn-timeline-rows");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Rows of the timeline"), -1);
  g_signal_connect (list, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (list, keys);
  return list;
}

GtkWidget *
pn_timeline_list_new (PnTimelineModel *model, PnCommands *commands, GtkAdjustment *rows)
{
  PnTimelineList *self = g_object_new (PN_TYPE_TIMELINE_LIST, NULL);

  self->model = model;
  self->commands = commands;
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled), rows);
  self->rows = pn_seen_rows_new (GTK_SCROLLED_WINDOW (self->scrolled), show_row, self);
  sync_items (self);
  self->list = build_list (self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_EXTERNAL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->list);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  sync_selection (self);
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (selection_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "changed", G_CALLBACK (model_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (pn_timeline_model_get_editor (model), "changed",
                           G_CALLBACK (editor_changed_cb), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
