/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Several files of one folder that appear under their names all together, or not at all. Until then
 * they lie in a hidden folder inside it, which is removed again in any case. */

typedef struct PnOutputFolder PnOutputFolder;

/* Makes the folder where there is none; its parent must be there. (nullable) */
PnOutputFolder *pn_output_folder_new (const char *path, GError **error);
/* Announces the next file; before the first is written. The n-th call makes file number n. */
gboolean pn_output_folder_reserve (PnOutputFolder *self, const char *name, GError **error);
/* Writes one of them. Different files may be written by different threads. */
gboolean pn_output_folder_write (PnOutputFolder *self, guint number, GBytes *bytes, GError **error);
/* Puts all of them in place, over files of the same names; on a failure the folder is as it was. */
gboolean pn_output_folder_commit (PnOutputFolder *self, GError **error);
void pn_output_folder_free (PnOutputFolder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnOutputFolder, pn_output_folder_free)

/* A sentence with path and cause. `code` is an errno. */
void pn_output_set_error (GError **error, const char *path, int code);
