/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"
#include "pn-editor.h"
#include "pn-job.h"
#include "pn-workspace.h"

/* What a window does with files: new, open, pictures in, save, export, and what it says when the
 * disk fails. It outlives the window's documents. Main thread. */
#define PN_TYPE_FILES (pn_files_get_type ())
G_DECLARE_FINAL_TYPE (PnFiles, pn_files, PN, FILES, GObject)

/* `window` is borrowed: it owns the new object. */
PnFiles *pn_files_new (GtkApplicationWindow *window);

/* The commands, whose data is the PnFiles. */
extern const PnCommandEntry pn_commands_files[];

/* The window's document from now on. */
void pn_files_set_editor (PnFiles *self, PnEditor *editor, PnCommands *commands);

/* Puts over the canvas what belongs to files: the words that stand where no layer is yet and the
 * jobs that are under way; takes what is dropped there; and keeps an eye on the journal. */
void pn_files_attach (PnFiles *self, PnWorkspace *workspace);
/* Where the window's notices are. (nullable) borrowed */
GtkWidget *pn_files_get_notices (PnFiles *self);

/* "Open recent", for menus. Owned by the object. */
GMenuModel *pn_files_get_recent_menu (PnFiles *self);

/* Nothing was done in it, nothing is under way, and nobody would miss it. */
gboolean pn_files_is_untouched (PnFiles *self);

/* Shows the job until it is over. */
void pn_files_show_job (PnFiles *self, PnJob *job);
/* And starts it. */
void pn_files_run_job (PnFiles *self, PnJob *job);

/* The window is to close. FALSE: the user is asked first, and the window closed after that if need
 * be. */
gboolean pn_files_may_close (PnFiles *self);

/* Pictures become layers; in an untouched window the document becomes as large as the first. */
void pn_files_add_pictures (PnFiles *self, const char *const *paths);
