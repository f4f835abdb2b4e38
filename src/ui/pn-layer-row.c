/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-layer-row.h"

#include <glib/gi18n-lib.h>

#include "pn-layer-edit.h"
#include "pn-list-keys.h"
#include "pn-name-label.h"
#include "pn-refresh.h"

#define INDENT_PX 16
#define FOLD_PX 14 /* as in the style sheet */
#define THUMBNAIL_WIDTH_PX 40
#define THUMBNAIL_HEIGHT_PX 30

struct _PnLayerRow {
  GtkWidget parent_instance;

  PnEditor *editor;         /* borrowed: it outlives the window's widgets */
  PnThumbnails *thumbnails; /* a reference */
  PnIdItem *item;           /* (nullable) */
  GtkWidget *box, *fold, *thumbnail, *sign, *name, *kind, *eye, *lock;
};

G_DEFINE_FINAL_TYPE (PnLayerRow, pn_layer_row, GTK_TYPE_WIDGET)

enum {
  FOLDED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static const PnLayer *
get_layer (PnLayerRow *self)
{
  return self->item != NULL ? pn_id_item_get_row (self->item)->node : NULL;
}

/* --- What it shows. */

char *
pn_layer_describe (const PnLayer *layer)
{
  switch (layer->kind) {
  case PN_LAYER_IMAGE:
    return g_strdup (layer->puppet != NULL ? _ ("image · rigged") : _ ("image"));
  case PN_LAYER_GROUP:
    return g_strdup_printf (
        ngettext ("group · %u layer", "group · %u layers", layer->children.n_items),
        layer->children.n_items);
  case PN_LAYER_UNKNOWN:
  default:
    return g_strdup (_ ("made by a later version"));
  }
}

static void
show_toggle (GtkWidget *button, gboolean is_on, const char *icon, const char *tooltip)
{
  pn_refresh_icon (button, icon);
  pn_refresh_tooltip (button, tooltip);
  if (is_on)
    gtk_widget_add_css_class (button, "on");
  else
    gtk_widget_remove_css_class (button, "on");
  gtk_accessible_update_state (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_STATE_PRESSED,
                               is_on ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE,
                               -1);
}

static void
show_thumbnail (PnLayerRow *self, const PnLayer *layer)
{
  GdkTexture *texture = layer->kind == PN_LAYER_IMAGE
                            ? pn_thumbnails_get (self->thumbnails, layer->picture_asset)
                            : NULL;

  gtk_widget_set_visible (self->thumbnail, layer->kind == PN_LAYER_IMAGE);
  gtk_widget_set_visible (self->sign, layer->kind != PN_LAYER_IMAGE);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->sign), layer->kind == PN_LAYER_GROUP
                                                            ? "pn-folder-symbolic"
                                                            : "pn-warning-symbolic");
  if (GDK_PAINTABLE (texture) != gtk_picture_get_paintable (GTK_PICTURE (self->thumbnail)))
    gtk_picture_set_paintable (GTK_PICTURE (self->thumbnail), GDK_PAINTABLE (texture));
}

/* Where there are groups, what is none leaves room for the arrow it has not. */
static void
show_fold (PnLayerRow *self, const PnLayer *layer, const PnIdRow *row)
{
  gboolean is_group = layer->kind == PN_LAYER_GROUP;
  gboolean is_folded = (row->state & PN_LAYER_ROW_FOLDED) != 0;
  gboolean is_among_groups = (row->state & PN_LAYER_ROW_AMONG_GROUPS) != 0;
  int indent = (int)row->depth * INDENT_PX;

  gtk_widget_set_margin_start (self->box, is_among_groups && !is_group ? indent + FOLD_PX : indent);
  gtk_widget_set_visible (self->fold, is_group);
  pn_refresh_icon (self->fold,
                   is_folded ? "pn-chevron-right-symbolic" : "pn-chevron-down-symbolic");
  pn_refresh_tooltip (self->fold, is_folded ? _ ("Unfold the group") : _ ("Fold the group"));
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->fold), GTK_ACCESSIBLE_STATE_EXPANDED,
                               !is_folded, -1);
}

static void
show (PnLayerRow *self)
{
  const PnLayer *layer = get_layer (self);
  if (layer == NULL)
    return;
  g_autofree char *kind = pn_layer_describe (layer);

  show_fold (self, layer, pn_id_item_get_row (self->item));
  show_thumbnail (self, layer);
  pn_name_label_set_text (PN_NAME_LABEL (self->name), layer->name);
  pn_refresh_label (self->kind, kind);
  show_toggle (self->eye, layer->visible,
               layer->visible ? "pn-eye-symbolic" : "pn-eye-off-symbolic",
               layer->visible ? _ ("Hide") : _ ("Show"));
  show_toggle (self->lock, layer->locked, layer->locked ? "pn-lock-symbolic" : "pn-unlock-symbolic",
               layer->locked ? _ ("Unlock") : _ ("Lock: the canvas leaves it alone"));
  pn_list_name_row (GTK_WIDGET (self), layer->name, kind);
}

static void
thumbnail_ready_cb (PnLayerRow *self, const char *asset)
{
  const PnLayer *layer = get_layer (self);

  if (layer != NULL && g_strcmp0 (layer->picture_asset, asset) == 0)
    show_thumbnail (self, layer);
}

void
pn_layer_row_bind (PnLayerRow *self, PnIdItem *item)
{
  g_return_if_fail (PN_IS_LAYER_ROW (self));

  if (self->item != NULL)
    g_signal_handlers_disconnect_by_func (self->item, show, self);
  g_set_object (&self->item, item);
  if (item == NULL)
    return;
  g_signal_connect_object (item, "changed", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  show (self);
}

PnIdItem *
pn_layer_row_get_item (PnLayerRow *self)
{
  g_return_val_if_fail (PN_IS_LAYER_ROW (self), NULL);

  return self->item;
}

void
pn_layer_row_begin_rename (PnLayerRow *self)
{
  g_return_if_fail (PN_IS_LAYER_ROW (self));

  pn_name_label_begin (PN_NAME_LABEL (self->name));
}

/* --- What it does. */

static void
fold_clicked_cb (PnLayerRow *self)
{
  if (self->item != NULL)
    g_signal_emit (self, signals[FOLDED], 0, pn_id_item_get_row (self->item)->id);
}

static void
eye_clicked_cb (PnLayerRow *self)
{
  const PnLayer *layer = get_layer (self);

  if (layer != NULL)
    pn_layer_edit_set_flag (self->editor, layer->id, "visible", !layer->visible);
}

static void
lock_clicked_cb (PnLayerRow *self)
{
  const PnLayer *layer = get_layer (self);

  if (layer != NULL)
    pn_layer_edit_set_flag (self->editor, layer->id, "locked", !layer->locked);
}

static void
renamed_cb (PnLayerRow *self, const char *name)
{
  if (self->item != NULL)
    pn_layer_edit_rename (self->editor, pn_id_item_get_row (self->item)->id, name);
}

/* --- Life. */

static GtkWidget *
add_button (PnLayerRow *self, const char *name, const char *class, GCallback clicked)
{
  GtkWidget *button = gtk_button_new ();

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, class);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->box), button);
  return button;
}

/* What lies over the place that it is given adds nothing to its size. */
static void
add_thumbnail (PnLayerRow *self)
{
  GtkWidget *overlay = gtk_overlay_new (), *place = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_size_request (place, THUMBNAIL_WIDTH_PX, THUMBNAIL_HEIGHT_PX);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), place);
  self->thumbnail = gtk_picture_new ();
  gtk_picture_set_can_shrink (GTK_PICTURE (self->thumbnail), TRUE);
  gtk_widget_set_overflow (self->thumbnail, GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (self->thumbnail, "layer-thumbnail");
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->thumbnail);
  self->sign = gtk_image_new ();
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->sign);
  gtk_widget_set_valign (overlay, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->box), overlay);
}

static void
add_words (PnLayerRow *self)
{
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->name = pn_name_label_new ();
  g_signal_connect_object (self->name, "renamed", G_CALLBACK (renamed_cb), self, G_CONNECT_SWAPPED);
  self->kind = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->kind), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->kind), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->kind, "pn-caption");
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_margin_start (words, 9);
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (words), self->name);
  gtk_box_append (GTK_BOX (words), self->kind);
  gtk_box_append (GTK_BOX (self->box), words);
}

static void
pn_layer_row_dispose (GObject *object)
{
  PnLayerRow *self = PN_LAYER_ROW (object);

  pn_layer_row_bind (self, NULL);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->thumbnails);
  G_OBJECT_CLASS (pn_layer_row_parent_class)->dispose (object);
}

static void
pn_layer_row_class_init (PnLayerRowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = pn_layer_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "layerrow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  signals[FOLDED] = g_signal_new ("folded", PN_TYPE_LAYER_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
}

static void
pn_layer_row_init (PnLayerRow *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->fold = add_button (self, _ ("Fold"), "layer-fold", G_CALLBACK (fold_clicked_cb));
  add_thumbnail (self);
  add_words (self);
  self->eye = add_button (self, _ ("Visible"), "layer-toggle", G_CALLBACK (eye_clicked_cb));
  self->lock = add_button (self, _ ("Locked"), "layer-toggle", G_CALLBACK (lock_clicked_cb));
}

GtkWidget *
pn_layer_row_new (PnEditor *editor, PnThumbnails *thumbnails)
{
  PnLayerRow *self = g_object_new (PN_TYPE_LAYER_ROW, NULL);

  self->editor = editor;
  self->thumbnails = g_object_ref (thumbnails);
  g_signal_connect_object (thumbnails, "ready", G_CALLBACK (thumbnail_ready_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
