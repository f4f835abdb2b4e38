/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-timeline-row.h"

#include <glib/gi18n-lib.h>

#include "pn-dope-sheet.h"
#include "pn-list-keys.h"
#include "pn-refresh.h"
#include "pn-trace.h"

/* For each level of layers around it; and a track has no arrow, but its words stand in from those of
 * its layer. */
#define INDENT_PX 14
#define ARROW_PX 22

struct _PnTimelineRowWidget {
  GtkWidget parent_instance;

  PnTimelineModel *model; /* borrowed: the editor has it */
  GtkWidget *box;         /* (nullable): made when the row is first seen, and all that is in it */
  GtkWidget *fold, *label, *key;
  guint row;
  /* What it shows now, compared and never looked into. */
  const PnLayer *layer;
  PnKeyRef track; /* its frame does not count */
  gboolean is_track, is_folded, is_foldable;
  guint depth;
  int is_keyed; /* -1 for neither */
};

G_DEFINE_FINAL_TYPE (PnTimelineRowWidget, pn_timeline_row_widget, GTK_TYPE_WIDGET)

/* (nullable): the list has not heard yet that the row is gone */
static const PnTimelineRow *
get_row (PnTimelineRowWidget *self)
{
  const PnTimelineRows *rows = pn_timeline_model_get_rows (self->model);

  return self->row < pn_timeline_rows_n (rows) ? pn_timeline_rows_get (rows, self->row) : NULL;
}

void
pn_timeline_row_widget_fold (PnTimelineRowWidget *self, gboolean folds)
{
  const PnTimelineRow *row = get_row (self);

  /* A track is folded by the layer it is of. */
  if (row != NULL && (row->is_foldable || row->kind == PN_ROW_TRACK))
    pn_timeline_model_set_folded (self->model, row->layer->id, folds);
}

static void
fold_cb (PnTimelineRowWidget *self)
{
  const PnTimelineRow *row = get_row (self);
  uint64_t span = pn_trace_begin ();

  if (row != NULL)
    pn_timeline_row_widget_fold (self, !row->is_folded);
  pn_trace_end ("ui.timeline-row.fold", span);
}

static void
key_cb (PnTimelineRowWidget *self)
{
  uint64_t span = pn_trace_begin ();

  if (get_row (self) != NULL)
    pn_timeline_model_toggle_key (self->model, self->row);
  pn_trace_end ("ui.timeline-row.key", span);
}

/* --- The key at the playhead. */

static void
set_class (GtkWidget *widget, const char *name, gboolean has)
{
  if (widget == NULL)
    return;
  if (has)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static const char *
describe_key (PnTimelineRowWidget *self)
{
  return self->is_keyed == TRUE ? _ ("Remove the key at the playhead")
                                : _ ("Set a key at the playhead");
}

static void
name_key (PnTimelineRowWidget *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->key), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  describe_key (self), -1);
}

/* Only when it is asked for: while the film plays, keys come and go by the dozen. */
static gboolean
query_key_cb (PnTimelineRowWidget *self, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  gtk_tooltip_set_text (tooltip, describe_key (self));
  return TRUE;
}

void
pn_timeline_row_widget_update_key (PnTimelineRowWidget *self)
{
  const PnTimelineRow *row = get_row (self);
  PnView *view = pn_editor_get_view (pn_timeline_model_get_editor (self->model));

  if (row == NULL || row->track == NULL || self->box == NULL)
    return;
  double playhead = pn_view_get_playhead (view);
  ptrdiff_t at = pn_sample_find (row->track->keys, row->track->n_keys, playhead);
  gboolean is_keyed = at >= 0 && !(row->track->keys[at].frame < playhead);
  if (is_keyed == self->is_keyed)
    return;
  self->is_keyed = is_keyed;
  name_key (self);
  set_class (self->key, "keyed", is_keyed);
}

/* --- The row. */

static void
show_fold (PnTimelineRowWidget *self, const PnTimelineRow *row)
{
  const char *words = row->is_folded ? _ ("Unfold") : _ ("Fold");

  gtk_widget_set_visible (self->fold, row->kind == PN_ROW_LAYER);
  gtk_widget_set_opacity (self->fold, row->is_foldable ? 1 : 0);
  gtk_widget_set_sensitive (self->fold, row->is_foldable);
  pn_refresh_icon (self->fold,
                   row->is_folded ? "pn-chevron-right-symbolic" : "pn-chevron-down-symbolic");
  pn_refresh_tooltip (self->fold, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->fold), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  -1);
}

/* The list's own widget around this one is what assistive technology goes to. */
static void
name_item (PnTimelineRowWidget *self, const PnTimelineRow *row, const char *label)
{
  GtkWidget *item = gtk_widget_get_parent (GTK_WIDGET (self));

  if (item == NULL)
    return;
  pn_list_name_row (GTK_WIDGET (self), label, NULL);
  if (row->is_foldable)
    gtk_accessible_update_state (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_STATE_EXPANDED,
                                 !row->is_folded, -1);
  else
    gtk_accessible_reset_state (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_STATE_EXPANDED);
}

static void
show_row (PnTimelineRowWidget *self, const PnTimelineRow *row)
{
  g_autofree char *label =
      pn_timeline_row_get_label (row, pn_timeline_model_get_rows (self->model)->root);

  pn_refresh_label (self->label, label);
  gtk_widget_set_margin_start (self->box, (int)row->depth * INDENT_PX +
                                              (row->kind == PN_ROW_TRACK ? ARROW_PX : 0));
  set_class (gtk_widget_get_parent (GTK_WIDGET (self)), "layer", row->kind == PN_ROW_LAYER);
  set_class (self->label, "pn-dim", row->kind == PN_ROW_TRACK);
  gtk_widget_set_visible (self->key, row->kind == PN_ROW_TRACK);
  show_fold (self, row);
  name_item (self, row, label);
}

/* A pin's name is its layer's too, as far as versions of it go. */
static gboolean
shows_already (PnTimelineRowWidget *self, const PnTimelineRow *row)
{
  PnKeyRef track = row->track != NULL ? pn_key_ref (row->track, 0) : (PnKeyRef){0};

  return self->layer == row->layer && self->is_track == (row->kind == PN_ROW_TRACK) &&
         self->depth == row->depth && self->is_folded == row->is_folded &&
         self->is_foldable == row->is_foldable && pn_key_ref_same_track (&self->track, &track);
}

/* --- What is in it. */

static GtkWidget *
add_button (PnTimelineRowWidget *self, const char *icon, const char *css_class, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, css_class);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_focus_on_click (button, FALSE);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (self->box), button);
  return button;
}

static void
build (PnTimelineRowWidget *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 3);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->fold = add_button (self, "pn-chevron-down-symbolic", "pn-row-fold", G_CALLBACK (fold_cb));
  self->label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "hexpand", TRUE, "ellipsize",
                              PANGO_ELLIPSIZE_END, NULL);
  gtk_box_append (GTK_BOX (self->box), self->label);
  self->key = add_button (self, "pn-key-symbolic", "pn-row-key", G_CALLBACK (key_cb));
  gtk_widget_set_has_tooltip (self->key, TRUE);
  g_signal_connect_swapped (self->key, "query-tooltip", G_CALLBACK (query_key_cb), self);
  /* Until the row is a track's. */
  name_key (self);
}

/* --- Following the row. */

void
pn_timeline_row_widget_update (PnTimelineRowWidget *self)
{
  const PnTimelineRow *row = get_row (self);

  if (row == NULL)
    return;
  if (self->box == NULL)
    build (self);
  if (!shows_already (self, row)) {
    self->layer = row->layer;
    self->is_track = row->kind == PN_ROW_TRACK;
    self->depth = row->depth;
    self->is_folded = row->is_folded;
    self->is_foldable = row->is_foldable;
    self->track = row->track != NULL ? pn_key_ref (row->track, 0) : (PnKeyRef){0};
    self->is_keyed = -1;
    show_row (self, row);
  }
  pn_timeline_row_widget_update_key (self);
}

void
pn_timeline_row_widget_set_row (PnTimelineRowWidget *self, guint row)
{
  self->row = row;
  /* The list's widget around it may be another one. */
  self->layer = NULL;
}

/* --- The widget. */

static void
pn_timeline_row_widget_measure (GtkWidget *widget,
                                GtkOrientation orientation,
                                int for_size,
                                int *minimum,
                                int *natural,
                                int *minimum_baseline,
                                int *natural_baseline)
{
  PnTimelineRowWidget *self = PN_TIMELINE_ROW_WIDGET (widget);

  *minimum_baseline = *natural_baseline = -1;
  if (self->box != NULL)
    gtk_widget_measure (self->box, orientation, for_size, minimum, natural, NULL, NULL);
  /* As in the dope sheet beside it, to the px. */
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = pn_timeline_row_height (widget);
}

static void
pn_timeline_row_widget_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *box = PN_TIMELINE_ROW_WIDGET (widget)->box;

  if (box != NULL)
    gtk_widget_allocate (box, width, height, -1, NULL);
}

static void
pn_timeline_row_widget_dispose (GObject *object)
{
  g_clear_pointer (&PN_TIMELINE_ROW_WIDGET (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (pn_timeline_row_widget_parent_class)->dispose (object);
}

static void
pn_timeline_row_widget_class_init (PnTimelineRowWidgetClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = pn_timeline_row_widget_dispose;
  widget_class->measure = pn_timeline_row_widget_measure;
  widget_class->size_allocate = pn_timeline_row_widget_size_allocate;
}

static void
pn_timeline_row_widget_init (PnTimelineRowWidget *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
pn_timeline_row_widget_new (PnTimelineModel *model)
{
  PnTimelineRowWidget *self = g_object_new (PN_TYPE_TIMELINE_ROW_WIDGET, NULL);

  self->model = model;
  return GTK_WIDGET (self);
}
