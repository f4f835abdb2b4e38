/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* The rows of a GtkListView in a scrolled window that are kept up to date: those that are seen, and a
 * page each way. GTK has some two hundred rows of a long list, seen or not; the others show what they
 * showed last, or nothing yet, until they come near. Its factory tells of every "bind" and "unbind".
 *
 * Rows are asked to show something before a frame is laid out, never while it is. */
#define PN_TYPE_SEEN_ROWS (pn_seen_rows_get_type ())
G_DECLARE_FINAL_TYPE (PnSeenRows, pn_seen_rows, PN, SEEN_ROWS, GObject)

typedef void (*PnSeenRowShow) (gpointer data, GtkListItem *item);

/* `data` and `window` are borrowed: they have this. */
PnSeenRows *pn_seen_rows_new (GtkScrolledWindow *window, PnSeenRowShow show, gpointer data);

void pn_seen_rows_bind (PnSeenRows *self, GtkListItem *item);
void pn_seen_rows_unbind (PnSeenRows *self, GtkListItem *item);

/* What rows show may be something else now. */
void pn_seen_rows_touch (PnSeenRows *self);

/* Calls `each` for the rows that show what they should, for a part of it that changes often. */
void pn_seen_rows_foreach (PnSeenRows *self, PnSeenRowShow each, gpointer data);

/* The bound row of that place in the list, brought up to date wherever it is. (nullable) */
GtkListItem *pn_seen_rows_find (PnSeenRows *self, guint position);
