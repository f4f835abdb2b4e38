/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-durable-file.h"

/* Whether the rename was done, even if the commit failed after it. */
gboolean pn_durable_file_is_in_place (PnDurableFile *self);

/* Whether a name in a folder is one that a killed save may have left. */
gboolean pn_durable_file_is_leftover (const char *name);

/* The descriptor of a committed file, for one that grows later; the caller closes it. */
int pn_durable_file_steal_fd (PnDurableFile *self);

/* Makes a folder, with those it lies in, that stays after a power cut. */
gboolean pn_make_durable_folder (const char *path, mode_t mode, GError **error);

/* Writes all of it at `offset`; FALSE leaves errno. */
gboolean pn_write_all_at (int fd, const void *data, gsize n_bytes, goffset offset);
