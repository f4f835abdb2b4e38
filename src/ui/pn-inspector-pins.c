/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-inspector-private.h"

#include <glib/gi18n-lib.h>

#include "pn-id-list.h"
#include "pn-list-keys.h"
#include "pn-pin-row.h"
#include "pn-seen-rows.h"
#include "pn-trace.h"

#define PN_TYPE_INSPECTOR_PINS (pn_inspector_pins_get_type ())
G_DECLARE_FINAL_TYPE (PnInspectorPins, pn_inspector_pins, PN, INSPECTOR_PINS, GtkBox)

/* px that the list asks for at the most: where the page has more room it takes it. */
#define LIST_HEIGHT 320
#define LIST_HEIGHT_MIN 96

struct _PnInspectorPins {
  GtkBox parent_instance;

  PnEditor *editor;
  PnIdList *pins;
  PnPuppet *shown; /* (nullable) whose pins the list has */
  PnSeenRows *rows;
  PnId active;
  GtkWidget *list;
};

G_DEFINE_FINAL_TYPE (PnInspectorPins, pn_inspector_pins, GTK_TYPE_BOX)

static PnId
get_active_pin (PnInspectorPins *self)
{
  guint n_pins;
  const PnId *pins = pn_view_get_pins (pn_editor_get_view (self->editor), &n_pins);

  return n_pins > 0 ? pins[n_pins - 1] : 0;
}

/* --- Showing. */

static void
update_pins (PnInspectorPins *self)
{
  PnView *view = pn_editor_get_view (self->editor);
  const PnLayer *layer =
      pn_root_find_layer (pn_view_get_root (view), pn_view_get_active_layer (view), NULL, NULL);
  const PnPuppet *puppet = layer != NULL ? layer->puppet : NULL;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (PnIdRow));

  /* While there is none nobody sees the list, and often it is the same puppet's again. */
  if (puppet == NULL || puppet == self->shown)
    return;
  g_clear_pointer (&self->shown, pn_node_unref);
  self->shown = pn_node_ref (puppet);
  for (guint i = 0; i < puppet->pins.n_items; i++) {
    const PnPin *pin = puppet->pins.items[i];
    PnIdRow row = {pin->id, pin, 0, 0};
    g_array_append_val (rows, row);
  }
  pn_id_list_set_rows (self->pins, (const PnIdRow *)(gpointer)rows->data, rows->len);
}

static const PnPinPose *
find_pose (const PnLayerPose *layer, PnId pin)
{
  for (guint i = 0; layer != NULL && i < layer->n_pins; i++)
    if (layer->pins[i].pin->id == pin)
      return &layer->pins[i];
  return NULL;
}

static const PnLayerPose *
get_pose (PnInspectorPins *self)
{
  return pn_editor_get_pose (self->editor,
                             pn_view_get_active_layer (pn_editor_get_view (self->editor)));
}

static void
show_row (gpointer pins, GtkListItem *item)
{
  PnInspectorPins *self = pins;
  PnPinRow *row = PN_PIN_ROW (gtk_list_item_get_child (item));
  PnIdItem *pin = gtk_list_item_get_item (item);

  if (pn_pin_row_get_item (row) != pin)
    pn_pin_row_bind (row, pin);
  pn_pin_row_refresh (row, find_pose (get_pose (self), pn_id_item_get_row (pin)->id));
}

/* What becomes active on the canvas is to be seen here. */
static void
show_active (PnInspectorPins *self)
{
  PnId active = get_active_pin (self);
  guint position;

  if (active == self->active)
    return;
  self->active = active;
  if (active != 0 && pn_id_list_find (self->pins, active, &position))
    pn_list_reveal (self->list, position);
}

static void
refresh (PnInspectorPins *self)
{
  update_pins (self);
  pn_seen_rows_touch (self->rows);
  show_active (self);
}

static void
editor_changed_cb (PnInspectorPins *self, guint changes)
{
  uint64_t span = pn_trace_begin ();

  if ((changes & (PN_EDITOR_SHOWN | PN_EDITOR_PLAYHEAD | PN_EDITOR_SELECTION)) &&
      gtk_widget_get_mapped (GTK_WIDGET (self)))
    refresh (self);
  pn_trace_end ("ui.inspector-pins", span);
}

/* --- Renaming. */

static void
begin_rename (PnInspectorPins *self, PnId pin)
{
  guint position;
  GtkListItem *item = pn_id_list_find (self->pins, pin, &position)
                          ? pn_seen_rows_find (self->rows, position)
                          : NULL;

  if (item != NULL)
    pn_pin_row_begin_rename (PN_PIN_ROW (gtk_list_item_get_child (item)));
}

/* The list may be gone when its commands are asked last. */
static gboolean
has_active (gpointer pins)
{
  PnInspectorPins *self = pins;

  return self->editor != NULL && get_active_pin (self) != 0;
}

/* Where it is not seen, the canvas has a field for it. */
static void
rename_active (gpointer pins)
{
  PnInspectorPins *self = pins;

  refresh (self);
  begin_rename (self, get_active_pin (self));
}

static const PnCommandEntry commands_pins[] = {
    {
        .name = "rename-pin",
        .label = N_ ("Rename the Pin"),
        .accels = "F2",
        .group = N_ ("Rigging"),
        .scope = PN_COMMAND_PINS,
        .run = rename_active,
        .is_enabled = has_active,
        .needs = N_ ("Select a pin first."),
    },
    {0},
};

static void
row_activated_cb (PnInspectorPins *self, guint position)
{
  g_autoptr (PnIdItem) item = g_list_model_get_item (G_LIST_MODEL (self->pins), position);

  if (item != NULL)
    begin_rename (self, pn_id_item_get_row (item)->id);
}

/* --- The list. */

static void
setup_cb (PnInspectorPins *self, GtkListItem *item)
{
  GtkWidget *row = pn_pin_row_new (self->editor);

  gtk_list_item_set_child (item, row);
  g_object_bind_property (item, "selected", row, "selected", G_BINDING_SYNC_CREATE);
}

static void
bind_cb (PnInspectorPins *self, GtkListItem *item)
{
  pn_seen_rows_bind (self->rows, item);
}

static void
unbind_cb (PnInspectorPins *self, GtkListItem *item)
{
  /* What a list that is going lets go of is nobody's any more. */
  if (self->rows != NULL)
    pn_seen_rows_unbind (self->rows, item);
  pn_pin_row_bind (PN_PIN_ROW (gtk_list_item_get_child (item)), NULL);
}

static void
teardown_cb (PnInspectorPins *self, GtkListItem *item)
{
  gtk_list_item_set_child (item, NULL);
}

static void
build (PnInspectorPins *self, PnCommands *commands)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *window = gtk_scrolled_window_new ();

  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "teardown", G_CALLBACK (teardown_cb), self, G_CONNECT_SWAPPED);
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->pins)), factory);
  gtk_widget_add_css_class (self->list, "pins");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pins"), -1);
  g_signal_connect_object (self->list, "activate", G_CALLBACK (row_activated_cb), self,
                           G_CONNECT_SWAPPED);
  pn_commands_attach (commands, self->list, PN_COMMAND_PINS);
  pn_list_keys_pass_space (self->list);
  self->rows = pn_seen_rows_new (GTK_SCROLLED_WINDOW (window), show_row, self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (window), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (window), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (window), LIST_HEIGHT);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (window), LIST_HEIGHT_MIN);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (window), self->list);
  gtk_widget_set_hexpand (window, TRUE);
  gtk_widget_set_vexpand (window, TRUE);
  gtk_box_append (GTK_BOX (self), window);
}

/* --- Life. */

static void
pn_inspector_pins_dispose (GObject *object)
{
  PnInspectorPins *self = PN_INSPECTOR_PINS (object);

  g_clear_object (&self->rows);
  g_clear_object (&self->pins);
  g_clear_pointer (&self->shown, pn_node_unref);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (pn_inspector_pins_parent_class)->dispose (object);
}

static void
pn_inspector_pins_class_init (PnInspectorPinsClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_inspector_pins_dispose;
}

static void
pn_inspector_pins_init (PnInspectorPins *self)
{
}

GtkWidget *
pn_inspector_pins_new (PnEditor *editor, PnCommands *commands)
{
  PnInspectorPins *self = g_object_new (PN_TYPE_INSPECTOR_PINS, NULL);

  self->editor = g_object_ref (editor);
  pn_commands_add (commands, commands_pins, self);
  self->pins = pn_id_list_new (pn_editor_get_view (editor), PN_TARGET_PIN);
  build (self, commands);
  refresh (self);
  g_signal_connect_object (editor, "changed", G_CALLBACK (editor_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "map", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
