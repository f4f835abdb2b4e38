/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-inspector-private.h"

#include <glib/gi18n-lib.h>

#include "pn-list-keys.h"
#include "pn-step-list.h"
#include "pn-trace.h"

/* A long way through the history is gone in pieces, between which the window is drawn. */
#define SLICE_US 6000

#define PN_TYPE_INSPECTOR_HISTORY (pn_inspector_history_get_type ())
G_DECLARE_FINAL_TYPE (PnInspectorHistory, pn_inspector_history, PN, INSPECTOR_HISTORY, GtkBox)

struct _PnInspectorHistory {
  GtkBox parent_instance;

  PnEditor *editor;
  PnStepList *steps;
  GtkSingleSelection *selection;
  GPtrArray *rows; /* GtkListItem that show a step; borrowed */
  GtkWidget *list;
  guint target; /* where a jump goes */
  guint jump;   /* the source that takes it on */
  gboolean is_refreshing;
};

G_DEFINE_FINAL_TYPE (PnInspectorHistory, pn_inspector_history, GTK_TYPE_BOX)

/* --- Showing. */

static void
refresh_row (PnInspectorHistory *self, GtkListItem *item)
{
  guint position = gtk_list_item_get_position (item);
  GtkWidget *row = gtk_list_item_get_child (item);
  GtkWidget *name = gtk_widget_get_first_child (row), *saved = gtk_widget_get_last_child (row);
  g_autofree char *text = pn_step_list_describe (self->steps, position);

  gtk_label_set_text (GTK_LABEL (name), text);
  pn_list_name_row (row, text, NULL);
  gtk_widget_set_visible (saved, pn_step_list_is_saved (self->steps, position));
  if (position > pn_step_list_get_current (self->steps))
    gtk_widget_add_css_class (row, "undone");
  else
    gtk_widget_remove_css_class (row, "undone");
}

static void
refresh (PnInspectorHistory *self)
{
  self->is_refreshing = TRUE;
  pn_step_list_refresh (self->steps);
  guint current = pn_step_list_get_current (self->steps);
  gtk_single_selection_set_selected (self->selection, current);
  for (guint i = 0; i < self->rows->len; i++)
    refresh_row (self, g_ptr_array_index (self->rows, i));
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", current);
  self->is_refreshing = FALSE;
}

static void
editor_changed_cb (PnInspectorHistory *self, guint changes)
{
  uint64_t span = pn_trace_begin ();

  if ((changes & PN_EDITOR_HISTORY) && gtk_widget_get_mapped (GTK_WIDGET (self)))
    refresh (self);
  pn_trace_end ("ui.inspector-history", span);
}

/* --- Going there. */

static guint
get_current (PnInspectorHistory *self)
{
  guint current;

  pn_history_n_steps (pn_editor_get_history (self->editor), &current);
  return current;
}

/* Steps towards the target; FALSE when it is reached, or nothing moves. */
static gboolean
go_on (PnInspectorHistory *self)
{
  guint before = get_current (self);

  if (before > self->target)
    pn_editor_undo (self->editor);
  else if (before < self->target)
    pn_editor_redo (self->editor);
  return get_current (self) != before && get_current (self) != self->target;
}

static gboolean
jump_cb (gpointer data)
{
  PnInspectorHistory *self = data;
  gint64 end_us = g_get_monotonic_time () + SLICE_US;
  uint64_t span = pn_trace_begin ();
  gboolean goes_on;

  do
    goes_on = go_on (self);
  while (goes_on && g_get_monotonic_time () < end_us);
  if (!goes_on)
    self->jump = 0;
  pn_trace_end ("ui.history-jump", span);
  return goes_on ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
selected_cb (PnInspectorHistory *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);

  if (self->is_refreshing || position == GTK_INVALID_LIST_POSITION)
    return;
  self->target = position;
  if (self->jump == 0)
    self->jump = g_idle_add (jump_cb, self);
}

/* --- The list. */

static void
setup_cb (PnInspectorHistory *self, GtkListItem *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *name = gtk_label_new (NULL), *saved = gtk_label_new (_ ("saved"));

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (saved, "pn-caption");
  gtk_box_append (GTK_BOX (row), name);
  gtk_box_append (GTK_BOX (row), saved);
  gtk_list_item_set_child (item, row);
}

static void
bind_cb (PnInspectorHistory *self, GtkListItem *item)
{
  g_ptr_array_add (self->rows, item);
  refresh_row (self, item);
}

static void
unbind_cb (PnInspectorHistory *self, GtkListItem *item)
{
  g_ptr_array_remove (self->rows, item);
}

static void
build (PnInspectorHistory *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *window = gtk_scrolled_window_new ();

  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, G_CONNECT_SWAPPED);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->steps)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory);
  gtk_widget_add_css_class (self->list, "history");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("History"), -1);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  pn_list_keys_pass_space (self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (window), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (window), self->list);
  gtk_widget_set_hexpand (window, TRUE);
  gtk_widget_set_vexpand (window, TRUE);
  gtk_box_append (GTK_BOX (self), window);
}

/* --- Life. */

static void
pn_inspector_history_dispose (GObject *object)
{
  PnInspectorHistory *self = PN_INSPECTOR_HISTORY (object);

  g_clear_handle_id (&self->jump, g_source_remove);
  g_clear_object (&self->selection);
  g_clear_object (&self->steps);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (pn_inspector_history_parent_class)->dispose (object);
}

static void
pn_inspector_history_finalize (GObject *object)
{
  g_ptr_array_unref (PN_INSPECTOR_HISTORY (object)->rows);
  G_OBJECT_CLASS (pn_inspector_history_parent_class)->finalize (object);
}

static void
pn_inspector_history_class_init (PnInspectorHistoryClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_inspector_history_dispose;
  G_OBJECT_CLASS (class)->finalize = pn_inspector_history_finalize;
}

static void
pn_inspector_history_init (PnInspectorHistory *self)
{
  self->rows = g_ptr_array_new ();
}

GtkWidget *
pn_inspector_history_new (PnEditor *editor)
{
  PnInspectorHistory *self = g_object_new (PN_TYPE_INSPECTOR_HISTORY, NULL);

  self->editor = g_object_ref (editor);
  self->steps = pn_step_list_new (pn_editor_get_history (editor));
  build (self);
  refresh (self);
  g_signal_connect_object (editor, "changed", G_CALLBACK (editor_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "map", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
