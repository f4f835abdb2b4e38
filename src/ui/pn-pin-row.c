/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-pin-row.h"

#include <glib/gi18n-lib.h>

#include "pn-key-mark.h"
#include "pn-list-keys.h"
#include "pn-name-label.h"
#include "pn-number-field.h"
#include "pn-property.h"

#define PLACE_MAX 1e6

/* px, about a line: so far its list counts with it. */
#define EMPTY_HEIGHT 18

static const PnNumberSpec x_spec = {N_ ("X"), NULL, -PLACE_MAX, PLACE_MAX, 1, 2, 7};
static const PnNumberSpec y_spec = {N_ ("Y"), NULL, -PLACE_MAX, PLACE_MAX, 1, 2, 7};

#define N_FIELDS 2

struct _PnPinRow {
  GtkBox parent_instance;

  PnEditor *editor; /* borrowed: it outlives the window's widgets */
  PnIdItem *item;   /* (nullable) */
  GtkWidget *swatch, *name, *kind;
  GtkWidget *head, *notice, *place; /* (nullable): made when there is something to show */
  GtkWidget *fields[N_FIELDS], *mark;
  PnPropertyDrag drags[N_FIELDS];
  gboolean is_selected;
};

G_DEFINE_FINAL_TYPE (PnPinRow, pn_pin_row, GTK_TYPE_BOX)

enum {
  PROPERTY_SELECTED = 1,
  N_PROPERTIES,
};
static GParamSpec *properties[N_PROPERTIES];

static const PnPin *
get_pin (PnPinRow *self)
{
  return self->item != NULL ? pn_id_item_get_row (self->item)->node : NULL;
}

static PnPropertyRef
get_ref (PnPinRow *self)
{
  return (PnPropertyRef){PN_TARGET_PIN, pn_id_item_get_row (self->item)->id, PN_PROPERTY_POSITION};
}

/* --- What it shows of the pin. */

static const char *
describe_state (PnPinState state)
{
  switch (state) {
  case PN_PIN_OFF_MESH:
    return _ ("Off the mesh: it holds nothing. Raise Expansion or move the pin.");
  case PN_PIN_NOT_FINITE:
    return _ ("Its place is no number: it holds nothing.");
  case PN_PIN_MERGED:
    return _ ("So near to another pin that the two act as one.");
  case PN_PIN_REDUNDANT:
    return _ ("The mesh is too coarse to hold it. Raise Density.");
  case PN_PIN_NO_TURN:
    return _ ("The mesh is too coarse to hold its turn. Raise Density.");
  case PN_PIN_HOLDS:
  default:
    return NULL;
  }
}

static void
refresh_place (PnPinRow *self)
{
  PnView *view = pn_editor_get_view (self->editor);
  PnPropertyRef ref = get_ref (self);
  PnVec2 place;

  if (!pn_property_get (pn_view_get_root (view), &ref, pn_view_get_playhead (view), &place))
    return;
  pn_number_field_set_value (PN_NUMBER_FIELD (self->fields[0]), place.x);
  pn_number_field_set_value (PN_NUMBER_FIELD (self->fields[1]), place.y);
  pn_key_mark_set_state (
      self->mark, pn_property_get_key (pn_view_get_root (view), &ref, pn_view_get_playhead (view)));
  gtk_widget_set_sensitive (self->mark, pn_view_get_mode (view) == PN_VIEW_ANIMATING);
}

static void
show_pin (PnPinRow *self)
{
  const PnPin *pin = get_pin (self);
  gboolean is_known = pin->kind != PN_PIN_KIND_UNKNOWN;
  const char *kind = is_known ? _ ("position") : _ ("of a later version");

  pn_name_label_set_text (PN_NAME_LABEL (self->name), pin->name);
  gtk_label_set_text (GTK_LABEL (self->kind), kind);
  if (is_known)
    gtk_widget_add_css_class (self->swatch, "position");
  else
    gtk_widget_remove_css_class (self->swatch, "position");
  pn_list_name_row (GTK_WIDGET (self), pin->name, kind);
}

static void
renamed_cb (PnPinRow *self, const char *name)
{
  const PnLayer *layer = NULL;
  if (self->item == NULL)
    return;
  PnId pin = pn_id_item_get_row (self->item)->id;
  pn_root_find_pin (pn_view_get_root (pn_editor_get_view (self->editor)), pin, &layer);
  if (layer == NULL)
    return;
  JsonObject *operation = pn_operation_new ("update_pin");
  pn_operation_set_id (operation, "layer", layer->id);
  pn_operation_set_id (operation, "pin", pin);
  json_object_set_string_member (operation, "name", name);
  pn_editor_run (self->editor, operation, NULL);
}

static void
add_head (PnPinRow *self)
{
  self->head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  self->swatch = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->swatch, "pn-swatch");
  gtk_widget_set_valign (self->swatch, GTK_ALIGN_CENTER);
  self->name = pn_name_label_new ();
  gtk_widget_set_hexpand (self->name, TRUE);
  g_signal_connect_object (self->name, "renamed", G_CALLBACK (renamed_cb), self, G_CONNECT_SWAPPED);
  self->kind = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->kind, "pn-caption");
  gtk_box_append (GTK_BOX (self->head), self->swatch);
  gtk_box_append (GTK_BOX (self->head), self->name);
  gtk_box_append (GTK_BOX (self->head), self->kind);
  gtk_box_append (GTK_BOX (self), self->head);
  gtk_widget_set_size_request (GTK_WIDGET (self), -1, -1);
}

void
pn_pin_row_bind (PnPinRow *self, PnIdItem *item)
{
  g_return_if_fail (PN_IS_PIN_ROW (self));

  if (item != NULL && self->head == NULL)
    add_head (self);
  if (self->item != NULL)
    g_signal_handlers_disconnect_by_func (self->item, show_pin, self);
  g_set_object (&self->item, item);
  if (item == NULL)
    return;
  g_signal_connect_object (item, "changed", G_CALLBACK (show_pin), self, G_CONNECT_SWAPPED);
  show_pin (self);
}

PnIdItem *
pn_pin_row_get_item (PnPinRow *self)
{
  g_return_val_if_fail (PN_IS_PIN_ROW (self), NULL);

  return self->item;
}

void
pn_pin_row_begin_rename (PnPinRow *self)
{
  g_return_if_fail (PN_IS_PIN_ROW (self));

  pn_name_label_begin (PN_NAME_LABEL (self->name));
}

/* --- What it does. */

static void
edited_cb (PnPinRow *self, guint phase, guint mode, double amount, GtkWidget *field)
{
  guint which = field == self->fields[1];
  if (self->item == NULL)
    return;
  PnPropertyRef ref = get_ref (self);
  PnPropertyPart part = {&ref, 1, which == 1 ? PN_PART_Y : PN_PART_X, -PLACE_MAX, PLACE_MAX};

  pn_property_edit (&self->drags[which], self->editor, &part, phase, mode, amount);
}

static void
mark_clicked_cb (PnPinRow *self)
{
  if (self->item == NULL)
    return;
  PnPropertyRef ref = get_ref (self);
  pn_property_toggle_keys (self->editor, &ref, 1);
}

static void
set_selected (PnPinRow *self, gboolean is_selected)
{
  if (self->is_selected == is_selected)
    return;
  self->is_selected = is_selected;
  /* The editor's word of the selection comes before the next frame is drawn, and refreshes. */
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROPERTY_SELECTED]);
}

/* --- Building. */

static void
add_place (PnPinRow *self)
{
  static const PnNumberSpec *const specs[N_FIELDS] = {&x_spec, &y_spec};

  self->place = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->place, "pin-place");
  for (guint i = 0; i < N_FIELDS; i++) {
    GtkWidget *sign = gtk_label_new (_ (specs[i]->name));
    gtk_widget_add_css_class (sign, "pn-caption");
    self->fields[i] = pn_number_field_new (specs[i]);
    g_signal_connect_object (self->fields[i], "edited", G_CALLBACK (edited_cb), self,
                             G_CONNECT_SWAPPED);
    gtk_box_append (GTK_BOX (self->place), sign);
    gtk_box_append (GTK_BOX (self->place), self->fields[i]);
  }
  self->mark = pn_key_mark_new (N_ ("position"));
  gtk_widget_set_hexpand (self->mark, TRUE);
  gtk_widget_set_halign (self->mark, GTK_ALIGN_END);
  g_signal_connect_object (self->mark, "clicked", G_CALLBACK (mark_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->place), self->mark);
  gtk_box_append (GTK_BOX (self), self->place);
}

static void
add_notice (PnPinRow *self)
{
  self->notice = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->notice), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->notice), 0);
  gtk_widget_add_css_class (self->notice, "pn-caption");
  gtk_widget_add_css_class (self->notice, "warning");
  gtk_box_insert_child_after (GTK_BOX (self), self->notice, self->head);
}

/* --- What it shows with the frame. */

static void
show_notice (PnPinRow *self, const char *notice)
{
  if (notice != NULL && self->notice == NULL)
    add_notice (self);
  if (self->notice == NULL)
    return;
  gtk_widget_set_visible (self->notice, notice != NULL);
  if (notice != NULL)
    gtk_label_set_text (GTK_LABEL (self->notice), notice);
}

/* Most pins are never selected while their row is there, and fields are the larger part of one. */
static void
show_place (PnPinRow *self, gboolean is_visible)
{
  if (is_visible && self->place == NULL)
    add_place (self);
  if (self->place == NULL)
    return;
  gtk_widget_set_visible (self->place, is_visible);
  if (is_visible)
    refresh_place (self);
}

void
pn_pin_row_refresh (PnPinRow *self, const PnPinPose *pose)
{
  const PnPin *pin = get_pin (self);
  g_return_if_fail (PN_IS_PIN_ROW (self));

  if (pin == NULL)
    return;
  gboolean is_known = pin->kind != PN_PIN_KIND_UNKNOWN;
  show_notice (self, pose != NULL && is_known ? describe_state (pose->state) : NULL);
  show_place (self, self->is_selected && is_known);
}

/* --- Life. */

static void
pn_pin_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROPERTY_SELECTED)
    g_value_set_boolean (value, PN_PIN_ROW (object)->is_selected);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
pn_pin_row_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROPERTY_SELECTED)
    set_selected (PN_PIN_ROW (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
pn_pin_row_dispose (GObject *object)
{
  PnPinRow *self = PN_PIN_ROW (object);

  pn_pin_row_bind (self, NULL);
  for (guint i = 0; i < N_FIELDS; i++)
    pn_property_drag_clear (&self->drags[i]);
  G_OBJECT_CLASS (pn_pin_row_parent_class)->dispose (object);
}

static void
pn_pin_row_class_init (PnPinRowClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->dispose = pn_pin_row_dispose;
  object_class->get_property = pn_pin_row_get_property;
  object_class->set_property = pn_pin_row_set_property;
  properties[PROPERTY_SELECTED] =
      g_param_spec_boolean ("selected", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
pn_pin_row_init (PnPinRow *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_size_request (GTK_WIDGET (self), -1, EMPTY_HEIGHT);
}

GtkWidget *
pn_pin_row_new (PnEditor *editor)
{
  PnPinRow *self = g_object_new (PN_TYPE_PIN_ROW, NULL);

  self->editor = editor;
  return GTK_WIDGET (self);
}
