/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The figure that comes with the program: where it is installed, or where the sources have it, for a
 * program can be run from its build folder. (transfer full) */
char *pn_sample_document_path (void);
