/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-fold-row.h"

#include <glib/gi18n-lib.h>

#include "pn-trace.h"

typedef struct {
  GtkWidget *widget;
  PnFoldPlace place;
  guint rank;
  const char *const *names; /* (nullable) static */
  gboolean is_folded;
  int width; /* as it is laid out */
} Part;

struct _PnFoldRow {
  GtkWidget parent_instance;

  PnCommands *commands; /* borrowed: the window has it longer */
  int spacing;
  GArray *parts; /* Part, and last the menu's button */
};

G_DEFINE_FINAL_TYPE (PnFoldRow, pn_fold_row, GTK_TYPE_WIDGET)

/* px between what is at an end and what is in the middle. */
#define GAP_MIN 6

/* --- The menu of what is folded, made when it is asked for. */

static void
build_menu (GtkMenuButton *button, gpointer data)
{
  PnFoldRow *self = data;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  uint64_t span = pn_trace_begin ();

  for (guint i = 0; i < self->parts->len; i++) {
    const Part *part = &g_array_index (self->parts, Part, i);
    if (part->is_folded && part->names != NULL && gtk_widget_get_visible (part->widget))
      g_strv_builder_addv (builder, (const char **)part->names);
  }
  g_auto (GStrv) names = g_strv_builder_end (builder);
  g_autoptr (GMenuModel) menu = pn_commands_menu (self->commands, (const char *const *)names);
  gtk_menu_button_set_menu_model (button, menu);
  pn_trace_end ("ui.fold-row.menu", span);
}

static GtkWidget *
build_more (PnFoldRow *self)
{
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "pn-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), build_menu, self, NULL);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("What has no room here"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("What has no room here"), -1);
  return button;
}

/* --- Sizes. */

static int
spacing_of (PnFoldRow *self, PnFoldPlace place)
{
  return place == PN_FOLD_CENTER ? self->spacing / 2 : self->spacing;
}

static Part *
get_part (PnFoldRow *self, guint index)
{
  return &g_array_index (self->parts, Part, index);
}

/* Whether it is there in a row that folds what is of `limit` and above; the menu is where anything
 * does. */
static gboolean
is_kept (PnFoldRow *self, guint index, guint limit)
{
  const Part *part = get_part (self, index);

  if (!gtk_widget_get_visible (part->widget))
    return FALSE;
  return index + 1 < self->parts->len ? part->rank < limit : limit != G_MAXUINT;
}

/* How wide those of a place are together. */
static int
measure_place (PnFoldRow *self, PnFoldPlace place, guint limit)
{
  int width = 0;

  for (guint i = 0; i < self->parts->len; i++)
    if (get_part (self, i)->place == place && is_kept (self, i, limit))
      width += (width > 0 ? spacing_of (self, place) : 0) + get_part (self, i)->width;
  return width;
}

static int
measure_row (PnFoldRow *self, guint limit)
{
  int width = 0;

  for (PnFoldPlace place = 0; place < PN_FOLD_N_PLACES; place++) {
    int its_width = measure_place (self, place, limit);
    width += (width > 0 && its_width > 0 ? GAP_MIN : 0) + its_width;
  }
  return width;
}

static void
measure_parts (PnFoldRow *self)
{
  for (guint i = 0; i < self->parts->len; i++) {
    Part *part = get_part (self, i);
    gtk_widget_measure (part->widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &part->width, NULL,
                        NULL);
  }
}

/* The next lower rank that there is, or 0. */
static guint
next_rank (PnFoldRow *self, guint limit)
{
  guint rank = 0;

  for (guint i = 0; i < self->parts->len; i++)
    if (gtk_widget_get_visible (get_part (self, i)->widget) && get_part (self, i)->rank < limit)
      rank = MAX (rank, get_part (self, i)->rank);
  return rank;
}

static void
pn_fold_row_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  PnFoldRow *self = PN_FOLD_ROW (widget);

  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    measure_parts (self);
    *minimum = measure_row (self, next_rank (self, G_MAXUINT) > 0 ? 1 : G_MAXUINT);
    *natural = MAX (*minimum, measure_row (self, G_MAXUINT));
    return;
  }
  for (guint i = 0; i < self->parts->len; i++) {
    int least, most;
    gtk_widget_measure (get_part (self, i)->widget, orientation, -1, &least, &most, NULL, NULL);
    *minimum = MAX (*minimum, least);
    *natural = MAX (*natural, most);
  }
}

/* --- Places. */

static void
allocate_place (PnFoldRow *self, PnFoldPlace place, int x, int width, int height)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean is_mirrored =
      place != PN_FOLD_CENTER && gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  for (guint i = 0; i < self->parts->len; i++) {
    Part *part = get_part (self, i);
    if (part->place != place)
      continue;
    gtk_widget_set_child_visible (part->widget, !part->is_folded);
    if (part->is_folded || !gtk_widget_get_visible (part->widget))
      continue;
    GtkAllocation at = {is_mirrored ? width - x - part->width : x, 0, part->width, height};
    gtk_widget_size_allocate (part->widget, &at, -1);
    x += part->width + spacing_of (self, place);
  }
}

static void
pn_fold_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PnFoldRow *self = PN_FOLD_ROW (widget);
  guint limit = G_MAXUINT;
  uint64_t span = pn_trace_begin ();

  measure_parts (self);
  while (measure_row (self, limit) > width && next_rank (self, limit) > 0)
    limit = next_rank (self, limit);
  for (guint i = 0; i < self->parts->len; i++)
    get_part (self, i)->is_folded = !is_kept (self, i, limit);

  int start = measure_place (self, PN_FOLD_START, limit);
  int center = measure_place (self, PN_FOLD_CENTER, limit);
  int end = measure_place (self, PN_FOLD_END, limit);
  int before = start > 0 ? start + GAP_MIN : 0, after = end > 0 ? end + GAP_MIN : 0;
  int x = MAX (before, MIN ((width - center) / 2, width - after - center));
  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    x = width - x - center;
  allocate_place (self, PN_FOLD_START, 0, width, height);
  allocate_place (self, PN_FOLD_CENTER, x, width, height);
  allocate_place (self, PN_FOLD_END, width - end, width, height);
  pn_trace_end ("ui.fold-row", span);
}

/* --- The widget. */

static void
pn_fold_row_dispose (GObject *object)
{
  PnFoldRow *self = PN_FOLD_ROW (object);

  for (guint i = 0; i < self->parts->len; i++)
    gtk_widget_unparent (get_part (self, i)->widget);
  g_array_set_size (self->parts, 0);
  G_OBJECT_CLASS (pn_fold_row_parent_class)->dispose (object);
}

static void
pn_fold_row_finalize (GObject *object)
{
  g_array_unref (PN_FOLD_ROW (object)->parts);
  G_OBJECT_CLASS (pn_fold_row_parent_class)->finalize (object);
}

static void
pn_fold_row_class_init (PnFoldRowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = pn_fold_row_dispose;
  G_OBJECT_CLASS (class)->finalize = pn_fold_row_finalize;
  widget_class->measure = pn_fold_row_measure;
  widget_class->size_allocate = pn_fold_row_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
pn_fold_row_init (PnFoldRow *self)
{
  Part more = {.place = PN_FOLD_END};

  self->parts = g_array_new (FALSE, TRUE, sizeof (Part));
  more.widget = build_more (self);
  gtk_widget_set_parent (more.widget, GTK_WIDGET (self));
  g_array_append_val (self->parts, more);
}

GtkWidget *
pn_fold_row_new (PnCommands *commands, int spacing)
{
  g_return_val_if_fail (PN_IS_COMMANDS (commands), NULL);

  PnFoldRow *self = g_object_new (PN_TYPE_FOLD_ROW, NULL);
  self->commands = commands;
  self->spacing = spacing;
  return GTK_WIDGET (self);
}

void
pn_fold_row_add (PnFoldRow *self,
                 GtkWidget *child,
                 PnFoldPlace place,
                 guint rank,
                 const char *const *names)
{
  Part part = {.widget = child, .place = place, .rank = rank, .names = names};

  g_return_if_fail (PN_IS_FOLD_ROW (self));

  gtk_widget_insert_before (child, GTK_WIDGET (self),
                            get_part (self, self->parts->len - 1)->widget);
  g_array_insert_val (self->parts, self->parts->len - 1, part);
}
