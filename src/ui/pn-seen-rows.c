/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-seen-rows.h"

#include "pn-trace.h"

/* px, as long as nothing was laid out. */
#define ROW_HEIGHT_GUESS 28.0
#define PAGE_GUESS 400.0

typedef struct {
  GtkListItem *item;  /* borrowed */
  gboolean is_shown;  /* it shows what it should */
  gboolean is_placed; /* it was laid out where it is now */
} Row;

struct _PnSeenRows {
  GObject parent_instance;

  GtkScrolledWindow *window; /* borrowed */
  GtkAdjustment *adjustment;
  PnSeenRowShow show;
  gpointer data;
  GArray *rows;         /* Row */
  GdkFrameClock *clock; /* (nullable) of the frame after which there is to be a look */
  gint64 frame;         /* the one under way or over when that was wished */
};

G_DEFINE_FINAL_TYPE (PnSeenRows, pn_seen_rows, G_TYPE_OBJECT)

static Row *
get_row (PnSeenRows *self, guint index)
{
  return &g_array_index (self->rows, Row, index);
}

/* --- What is near. */

/* Where the row is, from the top of what is seen, as far as it is known. */
static double
find_top (PnSeenRows *self, const Row *row, double *height)
{
  GtkWidget *widget = gtk_widget_get_parent (gtk_list_item_get_child (row->item));
  graphene_rect_t bounds;

  if (row->is_placed && widget != NULL && gtk_widget_get_height (widget) > 0 &&
      gtk_widget_compute_bounds (widget, GTK_WIDGET (self->window), &bounds)) {
    *height = (double)bounds.size.height;
    return (double)bounds.origin.y;
  }
  *height = ROW_HEIGHT_GUESS;
  return gtk_list_item_get_position (row->item) * *height -
         gtk_adjustment_get_value (self->adjustment);
}

static gboolean
is_near (PnSeenRows *self, const Row *row)
{
  double page = gtk_adjustment_get_page_size (self->adjustment), height;
  double top = find_top (self, row, &height);

  if (!(page > 0))
    page = PAGE_GUESS;
  return top + height > -page && top < 2 * page;
}

static void
show_row (PnSeenRows *self, Row *row)
{
  row->is_shown = TRUE;
  self->show (self->data, row->item);
}

static void
show_near (PnSeenRows *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self->window)))
    return;
  /* A row that is shown may be bound anew, but none comes or goes. */
  for (guint i = 0; i < self->rows->len; i++)
    if (!get_row (self, i)->is_shown && is_near (self, get_row (self, i)))
      show_row (self, get_row (self, i));
}

static void
stop_looking (PnSeenRows *self)
{
  /* A window that is gone took its clock's handlers along. */
  if (self->clock != NULL)
    g_signal_handlers_disconnect_by_data (self->clock, self);
  g_clear_object (&self->clock);
}

/* After a whole frame rows are where they are seen. */
static void
look_cb (PnSeenRows *self)
{
  if (gdk_frame_clock_get_frame_counter (self->clock) == self->frame) {
    gdk_frame_clock_request_phase (self->clock, GDK_FRAME_CLOCK_PHASE_PAINT);
    return;
  }
  uint64_t span = pn_trace_begin ();
  stop_looking (self);
  for (guint i = 0; i < self->rows->len; i++)
    get_row (self, i)->is_placed = TRUE;
  show_near (self);
  pn_trace_end ("ui.rows", span);
}

static void
look_later (PnSeenRows *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->window));

  if (self->clock != NULL || clock == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self->window)))
    return;
  self->clock = g_object_ref (clock);
  self->frame = gdk_frame_clock_get_frame_counter (clock);
  g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (look_cb), self);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_PAINT);
}

static void
mapped_cb (PnSeenRows *self)
{
  show_near (self);
  look_later (self);
}

/* --- Rows. */

void
pn_seen_rows_bind (PnSeenRows *self, GtkListItem *item)
{
  g_return_if_fail (PN_IS_SEEN_ROWS (self));

  Row row = {.item = item};
  g_array_append_val (self->rows, row);
  if (gtk_widget_get_mapped (GTK_WIDGET (self->window)) && is_near (self, &row))
    show_row (self, get_row (self, self->rows->len - 1));
  look_later (self);
}

static gboolean
find (PnSeenRows *self, GtkListItem *item, guint *index)
{
  for (guint i = 0; i < self->rows->len; i++) {
    if (get_row (self, i)->item == item) {
      *index = i;
      return TRUE;
    }
  }
  return FALSE;
}

void
pn_seen_rows_unbind (PnSeenRows *self, GtkListItem *item)
{
  guint index;

  g_return_if_fail (PN_IS_SEEN_ROWS (self));

  if (find (self, item, &index))
    g_array_remove_index_fast (self->rows, index);
}

void
pn_seen_rows_touch (PnSeenRows *self)
{
  g_return_if_fail (PN_IS_SEEN_ROWS (self));

  for (guint i = 0; i < self->rows->len; i++)
    get_row (self, i)->is_shown = FALSE;
  show_near (self);
}

void
pn_seen_rows_foreach (PnSeenRows *self, PnSeenRowShow each, gpointer data)
{
  g_return_if_fail (PN_IS_SEEN_ROWS (self));

  for (guint i = 0; i < self->rows->len; i++) {
    Row *row = get_row (self, i);
    row->is_shown = row->is_shown && is_near (self, row);
    if (row->is_shown)
      each (data, row->item);
  }
}

GtkListItem *
pn_seen_rows_find (PnSeenRows *self, guint position)
{
  g_return_val_if_fail (PN_IS_SEEN_ROWS (self), NULL);

  for (guint i = 0; i < self->rows->len; i++) {
    Row *row = get_row (self, i);
    if (gtk_list_item_get_position (row->item) != position)
      continue;
    if (!row->is_shown)
      show_row (self, row);
    return row->item;
  }
  return NULL;
}

/* --- Life. */

static void
pn_seen_rows_dispose (GObject *object)
{
  PnSeenRows *self = PN_SEEN_ROWS (object);

  stop_looking (self);
  g_array_set_size (self->rows, 0);
  g_clear_object (&self->adjustment);
  G_OBJECT_CLASS (pn_seen_rows_parent_class)->dispose (object);
}

static void
pn_seen_rows_finalize (GObject *object)
{
  g_array_unref (PN_SEEN_ROWS (object)->rows);
  G_OBJECT_CLASS (pn_seen_rows_parent_class)->finalize (object);
}

static void
pn_seen_rows_class_init (PnSeenRowsClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_seen_rows_dispose;
  G_OBJECT_CLASS (class)->finalize = pn_seen_rows_finalize;
}

static void
pn_seen_rows_init (PnSeenRows *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
}

PnSeenRows *
pn_seen_rows_new (GtkScrolledWindow *window, PnSeenRowShow show, gpointer data)
{
  g_return_val_if_fail (GTK_IS_SCROLLED_WINDOW (window), NULL);

  PnSeenRows *self = g_object_new (PN_TYPE_SEEN_ROWS, NULL);
  self->window = window;
  self->adjustment = g_object_ref (gtk_scrolled_window_get_vadjustment (window));
  self->show = show;
  self->data = data;
  /* They change while the window is being laid out. */
  g_signal_connect_object (self->adjustment, "value-changed", G_CALLBACK (look_later), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->adjustment, "changed", G_CALLBACK (look_later), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (window, "map", G_CALLBACK (mapped_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  return self;
}
