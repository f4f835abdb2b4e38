/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-durable-file.h"

/* The descriptor of a committed file, for one that grows later; the caller closes it. */
int pn_durable_file_steal_fd (PnDurableFile *self);

/* Makes a folder, with those it lies in, that stays after a power cut. */
gboolean pn_make_durable_folder (const char *path, mode_t mode, GError **error);

/* Writes all of it at `offset`; FALSE leaves errno. */
gboolean pn_write_all_at (int fd, const void *data, gsize n_bytes, goffset offset);
