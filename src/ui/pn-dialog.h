/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* A dialog of our own: modal over its window, with a title bar like the window's, closed by Escape,
 * and as large as what it holds. Not shown yet. `content` is a column for that, `buttons` the row
 * below it. */
typedef struct {
  GtkWindow *window;
  GtkWidget *content, *buttons; /* boxes; owned by the window */
} PnDialog;

PnDialog pn_dialog_new (GtkWindow *parent, const char *title);

/* A button with a mnemonic. GTK 4.8 would call it "_Save Save". */
GtkWidget *pn_mnemonic_button_new (const char *label);

/* At the start of its place; `class` is (nullable). */
GtkWidget *pn_dialog_label (const char *text, const char *class);

/* At the end of the row. */
GtkWidget *
pn_dialog_add_button (PnDialog *dialog, const char *label, GCallback clicked, gpointer data);
/* The one that Return presses, wherever the keyboard is. */
void pn_dialog_set_default (PnDialog *dialog, GtkWidget *button);

/* Takes a popover from its parent when it has been closed, but not while it says so. */
void pn_popover_drop (GtkWidget *popover);

/* --- Lines of a grid: what is asked, dim, and the field. Fields tell `data` of a change. */
GtkWidget *pn_dialog_grid (void);
void pn_dialog_add_field (GtkWidget *grid, const char *label, GtkWidget *field);

/* `name` is what it is called; Return in it presses the default button. */
GtkWidget *pn_dialog_spin (const char *name,
                           double least,
                           double most,
                           double value,
                           guint digits,
                           GCallback changed,
                           gpointer data);
/* `words` ends with NULL. */
GtkWidget *pn_dialog_choice (const char *name,
                             const char *const *words,
                             guint chosen,
                             GCallback changed,
                             gpointer data);
/* Two fields with a word between them. */
GtkWidget *pn_dialog_pair (GtkWidget *first, const char *between, GtkWidget *second);
