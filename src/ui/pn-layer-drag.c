/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-layer-drag-private.h"

#include "pn-layer-edit.h"
#include "pn-trace.h"

typedef enum {
  DROP_NOWHERE,
  DROP_IN_FRONT,
  DROP_BEHIND,
  DROP_INTO,
} Drop;

static const char *const classes[] = {
    [DROP_NOWHERE] = NULL,
    [DROP_IN_FRONT] = "drop-above",
    [DROP_BEHIND] = "drop-below",
    [DROP_INTO] = "pn-drop",
};

static const PnRoot *
get_root (PnEditor *editor)
{
  return pn_session_get_root (pn_editor_get_session (editor));
}

/* --- Dragging. */

static GdkContentProvider *
prepare_cb (PnLayerRow *row, double x, double y, GtkDragSource *source)
{
  PnEditor *editor = g_object_get_data (G_OBJECT (source), "pn-editor");
  PnIdItem *item = pn_layer_row_get_item (row);
  if (item == NULL)
    return NULL;

  PnId layer = pn_id_item_get_row (item)->id;
  PnView *view = pn_editor_get_view (editor);
  if (!pn_view_has_layer (view, layer))
    pn_view_select_layer (view, layer, PN_SELECT_ONLY);
  g_autoptr (GdkPaintable) icon = gtk_widget_paintable_new (GTK_WIDGET (row));
  gtk_drag_source_set_icon (source, icon, (int)x, (int)y);
  return gdk_content_provider_new_typed (PN_TYPE_ID_ITEM, item);
}

/* --- Dropping. */

/* A group takes what is dropped on its middle, and, unfolded, below it: its first row is there. */
static Drop
find_drop (PnLayerRow *row, double y)
{
  PnIdItem *item = pn_layer_row_get_item (row);
  if (item == NULL)
    return DROP_NOWHERE;

  const PnIdRow *shown = pn_id_item_get_row (item);
  const PnLayer *layer = shown->node;
  double height = gtk_widget_get_height (GTK_WIDGET (row));
  if (layer->kind != PN_LAYER_GROUP)
    return y < height / 2 ? DROP_IN_FRONT : DROP_BEHIND;
  if (y < height / 3)
    return DROP_IN_FRONT;
  gboolean is_open = (shown->state & PN_LAYER_ROW_FOLDED) == 0 && layer->children.n_items > 0;
  return y < height * 2 / 3 || is_open ? DROP_INTO : DROP_BEHIND;
}

typedef struct {
  PnId group;
  guint index; /* from the back, with what is moved */
} Place;

static Place
find_place (PnEditor *editor, PnLayerRow *row, Drop drop)
{
  const PnLayer *layer = pn_id_item_get_row (pn_layer_row_get_item (row))->node, *parent = NULL;
  guint index = 0;

  if (drop == DROP_INTO)
    return (Place){layer->id, layer->children.n_items};
  pn_root_find_layer (get_root (editor), layer->id, &parent, &index);
  return (Place){parent != NULL ? parent->id : 0, drop == DROP_IN_FRONT ? index + 1 : index};
}

/* What is dragged lies in this document, and the group is not in what is dragged. */
static gboolean
can_drop (PnEditor *editor, GtkDropTarget *target, PnId group)
{
  PnView *view = pn_editor_get_view (editor);
  const GValue *value = gtk_drop_target_get_value (target);

  if (value != NULL) {
    PnIdItem *item = g_value_get_object (value);
    if (item == NULL || !pn_view_has_layer (view, pn_id_item_get_row (item)->id))
      return FALSE;
  }
  while (group != 0) {
    const PnLayer *parent = NULL;
    if (pn_view_has_layer (view, group) ||
        pn_root_find_layer (get_root (editor), group, &parent, NULL) == NULL)
      return FALSE;
    group = parent != NULL ? parent->id : 0;
  }
  return TRUE;
}

/* Marks the list's own row, which is wider than ours. */
static void
mark (PnLayerRow *row, Drop drop)
{
  GtkWidget *widget = gtk_widget_get_parent (GTK_WIDGET (row));

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (classes[i] != NULL && i != drop)
      gtk_widget_remove_css_class (widget, classes[i]);
  if (classes[drop] != NULL)
    gtk_widget_add_css_class (widget, classes[drop]);
}

static GdkDragAction
motion_cb (PnLayerRow *row, double x, double y, GtkDropTarget *target)
{
  PnEditor *editor = g_object_get_data (G_OBJECT (target), "pn-editor");
  Drop drop = find_drop (row, y);

  if (drop == DROP_NOWHERE || !can_drop (editor, target, find_place (editor, row, drop).group))
    drop = DROP_NOWHERE;
  mark (row, drop);
  return drop == DROP_NOWHERE ? 0 : GDK_ACTION_MOVE;
}

static void
leave_cb (PnLayerRow *row)
{
  mark (row, DROP_NOWHERE);
}

static gboolean
move_to (PnEditor *editor, GtkDropTarget *target, const Place *place)
{
  guint n_layers;
  const PnId *layers = pn_view_get_layers (pn_editor_get_view (editor), &n_layers);

  if (!can_drop (editor, target, place->group))
    return FALSE;
  pn_layer_edit_move (editor, layers, n_layers, place->group,
                      pn_layer_edit_index_without (get_root (editor), place->group, place->index,
                                                   layers, n_layers));
  return TRUE;
}

static gboolean
drop_cb (PnLayerRow *row, const GValue *value, double x, double y, GtkDropTarget *target)
{
  PnEditor *editor = g_object_get_data (G_OBJECT (target), "pn-editor");
  uint64_t span = pn_trace_begin ();
  Drop drop = find_drop (row, y);
  gboolean is_done = FALSE;

  mark (row, DROP_NOWHERE);
  if (drop != DROP_NOWHERE) {
    Place place = find_place (editor, row, drop);
    is_done = move_to (editor, target, &place);
  }
  pn_trace_end ("ui.layer-drop", span);
  return is_done;
}

static gboolean
drop_at_end_cb (PnEditor *editor, const GValue *value, double x, double y, GtkDropTarget *target)
{
  const Place behind_all = {0, 0};
  return move_to (editor, target, &behind_all);
}

/* --- Adding. */

static GtkDropTarget *
make_target (PnEditor *editor)
{
  GtkDropTarget *target = gtk_drop_target_new (PN_TYPE_ID_ITEM, GDK_ACTION_MOVE);

  gtk_drop_target_set_preload (target, TRUE);
  g_object_set_data (G_OBJECT (target), "pn-editor", editor);
  return target;
}

void
pn_layer_drag_add (PnLayerRow *row, PnEditor *editor)
{
  GtkDragSource *source = gtk_drag_source_new ();
  GtkDropTarget *target = make_target (editor);

  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_object_set_data (G_OBJECT (source), "pn-editor", editor);
  g_signal_connect_object (source, "prepare", G_CALLBACK (prepare_cb), row, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (row), GTK_EVENT_CONTROLLER (source));
  g_signal_connect_object (target, "enter", G_CALLBACK (motion_cb), row, G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "motion", G_CALLBACK (motion_cb), row, G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "leave", G_CALLBACK (leave_cb), row, G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "drop", G_CALLBACK (drop_cb), row, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (row), GTK_EVENT_CONTROLLER (target));
}

void
pn_layer_drag_add_end (GtkWidget *list, PnEditor *editor)
{
  GtkDropTarget *target = make_target (editor);

  g_signal_connect_object (target, "drop", G_CALLBACK (drop_at_end_cb), editor, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (list, GTK_EVENT_CONTROLLER (target));
}
