/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-layers-panel.h"

#include <glib/gi18n-lib.h>

#include "pn-id-list.h"
#include "pn-layer-drag-private.h"
#include "pn-layer-edit.h"
#include "pn-layer-row.h"
#include "pn-list-keys.h"
#include "pn-thumbnails.h"
#include "pn-trace.h"

struct _PnLayersPanel {
  GtkWidget parent_instance;

  PnEditor *editor;
  PnCommands *commands;
  PnThumbnails *thumbnails;
  PnIdList *layers;
  GHashTable *folded; /* the ids of groups */
  PnId active;        /* when the selection was looked at last */
  GtkWidget *box, *list, *empty, *menu;
};

G_DEFINE_FINAL_TYPE (PnLayersPanel, pn_layers_panel, GTK_TYPE_WIDGET)

/* --- Rows. */

static gboolean
is_folded (PnLayersPanel *self, PnId group)
{
  return g_hash_table_contains (self->folded, &group);
}

static gboolean
has_group (const PnNodeList *layers)
{
  for (guint i = 0; i < layers->n_items; i++)
    if (((const PnLayer *)layers->items[i])->kind == PN_LAYER_GROUP)
      return TRUE;
  return FALSE;
}

static void
add_rows (PnLayersPanel *self, const PnNodeList *layers, guint depth, guint state, GArray *rows)
{
  for (guint i = layers->n_items; i-- > 0;) {
    const PnLayer *layer = layers->items[i];
    gboolean folded = is_folded (self, layer->id);
    PnIdRow row = {layer->id, layer, depth, state | (folded ? PN_LAYER_ROW_FOLDED : 0)};
    g_array_append_val (rows, row);
    if (!folded)
      add_rows (self, &layer->children, depth + 1, state, rows);
  }
}

static void
update_rows (PnLayersPanel *self)
{
  const PnRoot *root = pn_view_get_root (pn_editor_get_view (self->editor));
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (PnIdRow));
  guint state = has_group (&root->layers) ? PN_LAYER_ROW_AMONG_GROUPS : 0;

  add_rows (self, &root->layers, 0, state, rows);
  pn_id_list_set_rows (self->layers, (const PnIdRow *)(gpointer)rows->data, rows->len);
  gtk_widget_set_visible (self->empty, rows->len == 0);
}

static void
set_folded (PnLayersPanel *self, PnId group, gboolean folded)
{
  if (folded)
    g_hash_table_add (self->folded, g_memdup2 (&group, sizeof group));
  else
    g_hash_table_remove (self->folded, &group);
}

static void
row_folded_cb (PnLayersPanel *self, PnId group)
{
  set_folded (self, group, !is_folded (self, group));
  update_rows (self);
}

/* --- The selection: what becomes active is to be seen. */

static void
unfold_to (PnLayersPanel *self, PnId layer)
{
  const PnRoot *root = pn_view_get_root (pn_editor_get_view (self->editor));
  const PnLayer *parent = NULL;

  pn_root_find_layer (root, layer, &parent, NULL);
  while (parent != NULL) {
    PnId id = parent->id;
    set_folded (self, id, FALSE);
    pn_root_find_layer (root, id, &parent, NULL);
  }
}

static void
show_active (PnLayersPanel *self)
{
  PnId active = pn_view_get_active_layer (pn_editor_get_view (self->editor));
  guint position;

  if (active == self->active)
    return;
  self->active = active;
  if (active == 0)
    return;
  unfold_to (self, active);
  update_rows (self);
  if (pn_id_list_find (self->layers, active, &position))
    pn_list_reveal (self->list, position);
}

static void
editor_changed_cb (PnLayersPanel *self, guint changes)
{
  uint64_t span = pn_trace_begin ();

  if (changes & PN_EDITOR_SHOWN)
    update_rows (self);
  if (changes & (PN_EDITOR_SHOWN | PN_EDITOR_SELECTION))
    show_active (self);
  pn_trace_end ("ui.layers-panel", span);
}

/* --- Renaming. */

static PnLayerRow *
find_row (PnLayersPanel *self, PnId layer)
{
  for (GtkWidget *child = gtk_widget_get_first_child (self->list); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *row = gtk_widget_get_first_child (child);
    PnIdItem *item = PN_IS_LAYER_ROW (row) ? pn_layer_row_get_item (PN_LAYER_ROW (row)) : NULL;
    if (item != NULL && pn_id_item_get_row (item)->id == layer)
      return PN_LAYER_ROW (row);
  }
  return NULL;
}

static void
begin_rename (PnLayersPanel *self, PnId layer)
{
  PnLayerRow *row = find_row (self, layer);

  if (row != NULL)
    pn_layer_row_begin_rename (row);
}

static void
row_activated_cb (PnLayersPanel *self, guint position)
{
  g_autoptr (PnIdItem) item = g_list_model_get_item (G_LIST_MODEL (self->layers), position);

  if (item != NULL)
    begin_rename (self, pn_id_item_get_row (item)->id);
}

/* --- The context menu. */

static const char *const menu_names[] = {
    "rename-layer",  "duplicate",  "delete-layers", "",      "layer-visible",
    "layer-locked",  "",           "raise",         "lower", "raise-to-front",
    "lower-to-back", "into-group", "out-of-group",  "",      "group",
    "ungroup",       NULL,
};

static void
popup_at (PnLayersPanel *self, double x, double y)
{
  if (self->menu == NULL) {
    g_autoptr (GMenuModel) model = pn_commands_menu (self->commands, menu_names);
    self->menu = gtk_popover_menu_new_from_model (model);
    gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
    gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
    gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  }
  pn_commands_refresh (self->commands);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){(int)x, (int)y, 1, 1});
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
right_clicked_cb (PnLayerRow *row, int n_press, double x, double y, GtkGesture *gesture)
{
  PnLayersPanel *self = g_object_get_data (G_OBJECT (gesture), "pn-panel");
  PnIdItem *item = pn_layer_row_get_item (row);
  double list_x, list_y;

  if (item == NULL || !gtk_widget_translate_coordinates (GTK_WIDGET (row), GTK_WIDGET (self), x, y,
                                                         &list_x, &list_y))
    return;
  PnView *view = pn_editor_get_view (self->editor);
  PnId layer = pn_id_item_get_row (item)->id;
  if (!pn_view_has_layer (view, layer))
    pn_view_select_layer (view, layer, PN_SELECT_ONLY);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  popup_at (self, list_x, list_y);
}

/* By keyboard it opens at the row worked on. */
static void
show_menu (gpointer panel)
{
  PnLayersPanel *self = panel;
  PnLayerRow *row = find_row (self, self->active);
  double x = 0, y = 0;

  if (row != NULL)
    gtk_widget_translate_coordinates (GTK_WIDGET (row), GTK_WIDGET (self), 0,
                                      gtk_widget_get_height (GTK_WIDGET (row)), &x, &y);
  popup_at (self, x, y);
}

/* --- Commands. */

/* The panel may be gone when its commands are asked last. */
static gboolean
has_active (gpointer panel)
{
  PnEditor *editor = PN_LAYERS_PANEL (panel)->editor;

  return editor != NULL && pn_view_get_active_layer (pn_editor_get_view (editor)) != 0;
}

static void
rename_active (gpointer panel)
{
  PnLayersPanel *self = panel;

  show_active (self);
  begin_rename (self, pn_view_get_active_layer (pn_editor_get_view (self->editor)));
}

static const PnCommandEntry commands_panel[] = {
    {
        .name = "rename-layer",
        .label = N_ ("Rename the Layer"),
        .accels = "F2",
        .group = N_ ("Layer"),
        .scope = PN_COMMAND_LAYERS,
        .run = rename_active,
        .is_enabled = has_active,
        .needs = N_ ("Select a layer first."),
    },
    {
        .name = "layers-menu",
        .label = N_ ("Open the Layers' Menu"),
        .accels = "Menu <Shift>F10",
        .group = N_ ("Layer"),
        .scope = PN_COMMAND_LAYERS,
        .run = show_menu,
        .is_enabled = has_active,
        .needs = N_ ("Select a layer first."),
    },
    {0},
};

/* --- The list. */

static void
setup_cb (PnLayersPanel *self, GtkListItem *item)
{
  GtkWidget *row = pn_layer_row_new (self->editor, self->thumbnails);
  GtkGesture *right = gtk_gesture_click_new ();

  g_signal_connect_object (row, "folded", G_CALLBACK (row_folded_cb), self, G_CONNECT_SWAPPED);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (right), GDK_BUTTON_SECONDARY);
  g_object_set_data (G_OBJECT (right), "pn-panel", self);
  g_signal_connect_object (right, "pressed", G_CALLBACK (right_clicked_cb), row, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (right));
  pn_layer_drag_add (PN_LAYER_ROW (row), self->editor);
  gtk_list_item_set_child (item, row);
}

static void
bind_cb (PnLayersPanel *self, GtkListItem *item)
{
  pn_layer_row_bind (PN_LAYER_ROW (gtk_list_item_get_child (item)), gtk_list_item_get_item (item));
}

static void
unbind_cb (PnLayersPanel *self, GtkListItem *item)
{
  pn_layer_row_bind (PN_LAYER_ROW (gtk_list_item_get_child (item)), NULL);
}

static void
teardown_cb (PnLayersPanel *self, GtkListItem *item)
{
  gtk_list_item_set_child (item, NULL);
}

static GtkWidget *
build_list (PnLayersPanel *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *window = gtk_scrolled_window_new ();

  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "teardown", G_CALLBACK (teardown_cb), self, G_CONNECT_SWAPPED);
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->layers)), factory);
  gtk_widget_add_css_class (self->list, "layers");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Layers"), -1);
  g_signal_connect_object (self->list, "activate", G_CALLBACK (row_activated_cb), self,
                           G_CONNECT_SWAPPED);
  pn_commands_attach (self->commands, self->list, PN_COMMAND_LAYERS);
  pn_list_keys_pass_space (self->list);
  pn_layer_drag_add_end (self->list, self->editor);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (window), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (window), self->list);
  gtk_widget_set_vexpand (window, TRUE);
  return window;
}

static GtkWidget *
build_header (PnLayersPanel *self)
{
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *title = gtk_label_new (_ ("Layers"));
  GtkWidget *add = gtk_menu_button_new ();
  static const char *const names[] = {"add-picture", "add-group", NULL};
  g_autoptr (GMenuModel) menu = pn_commands_menu (
      self->commands, names + (pn_commands_find (self->commands, names[0]) == NULL));

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (add), "pn-plus-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (add), menu);
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (add), FALSE);
  gtk_widget_set_tooltip_text (add, _ ("Add a layer"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (add), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Add a layer"), -1);
  gtk_widget_add_css_class (title, "pn-heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (header, "panel-header");
  gtk_box_append (GTK_BOX (header), title);
  gtk_box_append (GTK_BOX (header), add);
  return header;
}

static void
build (PnLayersPanel *self)
{
  GtkWidget *list = build_list (self), *overlay = gtk_overlay_new ();

  self->empty = gtk_label_new (_ ("No layers yet. Drop a picture on the canvas, or add one here."));
  gtk_label_set_wrap (GTK_LABEL (self->empty), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->empty), GTK_JUSTIFY_CENTER);
  gtk_widget_set_can_target (self->empty, FALSE);
  gtk_widget_add_css_class (self->empty, "pn-empty");
  gtk_overlay_set_child (GTK_OVERLAY (overlay), list);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->empty);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->box, "pn-panel");
  gtk_box_append (GTK_BOX (self->box), build_header (self));
  gtk_box_append (GTK_BOX (self->box), overlay);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/* --- Life. */

static void
pn_layers_panel_dispose (GObject *object)
{
  PnLayersPanel *self = PN_LAYERS_PANEL (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->layers);
  g_clear_object (&self->thumbnails);
  g_clear_object (&self->commands);
  g_clear_object (&self->editor);
  g_clear_pointer (&self->folded, g_hash_table_unref);
  G_OBJECT_CLASS (pn_layers_panel_parent_class)->dispose (object);
}

static void
pn_layers_panel_class_init (PnLayersPanelClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_layers_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "layerspanel");
}

static void
pn_layers_panel_init (PnLayersPanel *self)
{
  self->folded = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

GtkWidget *
pn_layers_panel_new (PnEditor *editor, PnCommands *commands)
{
  g_return_val_if_fail (PN_IS_EDITOR (editor), NULL);

  PnLayersPanel *self = g_object_new (PN_TYPE_LAYERS_PANEL, NULL);
  self->editor = g_object_ref (editor);
  self->commands = g_object_ref (commands);
  pn_commands_add (commands, commands_panel, self);
  self->thumbnails =
      pn_thumbnails_new (pn_ops_context_get_pictures (pn_editor_get_context (editor)));
  self->layers = pn_id_list_new (pn_editor_get_view (editor), PN_TARGET_LAYER);
  build (self);
  update_rows (self);
  show_active (self);
  g_signal_connect_object (editor, "changed", G_CALLBACK (editor_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
