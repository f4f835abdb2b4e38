/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a file is, by what it begins with and not by what it is called. What begins like neither, or
 * cannot be read, is what its name says, and a picture otherwise: whoever opens it says what is
 * wrong with it. */
typedef enum {
  PN_FILE_DOCUMENT,
  PN_FILE_PICTURE,
} PnFileKind;

PnFileKind pn_file_kind (const char *path);
