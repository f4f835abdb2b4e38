/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <zip.h>

/* A file descriptor as libzip reads and writes it. */
typedef struct {
  int fd; /* owned by the caller, and outlives the source */
  zip_int64_t read_offset;
  zip_int64_t write_offset;
  int code; /* errno of the first failure, 0 for none */
} PnZipFile;

/* `file` outlives the source. */
zip_source_t *pn_zip_file_create_source (PnZipFile *file);
