/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-window.h"

/* The program: its windows and what they share. Main thread. */
#define PN_TYPE_APPLICATION (pn_application_get_type ())
G_DECLARE_FINAL_TYPE (PnApplication, pn_application, PN, APPLICATION, GtkApplication)

PnApplication *pn_application_new (void);

/* Where journals are kept: the folder that the user chose for want of the other, or
 * $XDG_STATE_HOME/pantin. Borrowed. */
const char *pn_application_get_state_folder (PnApplication *self);
/* From now on and in sessions to come. */
void pn_application_set_state_folder (PnApplication *self, const char *folder);

/* A window with an empty document, as large, long and fast as the settings say. */
PnWindow *pn_application_new_window (PnApplication *self);
/* The same with a document of its own; `root` is taken. */
PnWindow *pn_application_new_document (PnApplication *self, PnWindow *from, PnRoot *root);

/* Documents open, each in a window, and pictures become the layers of a new one. `from` (nullable)
 * is the window where that was asked for, which is used where it is untouched. */
void pn_application_open_files (PnApplication *self, PnWindow *from, GFile **files, int n_files);
void pn_application_open_list (PnApplication *self, PnWindow *from, GListModel *files);

/* A copy of the sample, which stays as it is. */
void pn_application_open_sample (PnApplication *self, PnWindow *from);

/* The window that has the document of that file. (nullable) */
PnWindow *pn_application_find_window (PnApplication *self, const char *path);

/* Offers what was left behind, in a dialog over the window. */
void pn_application_show_left (PnApplication *self, PnWindow *window);

/* Closes one window after the other, until one stays open. */
void pn_application_quit (PnApplication *self);
void pn_application_cancel_quit (PnApplication *self);
