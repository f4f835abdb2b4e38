/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Small texts as a user types them, read the same way in every locale. Each gives FALSE and leaves its outputs as they were
 * for anything else. */

/* "1920x1080", each from 1 to `limit`. */
gboolean pn_parse_size (const char *text, int limit, int *width, int *height);

/* "24", "24000/1001", or a decimal such as "23.976", which is taken as the broadcast ratio it stands for. From 1/1000 to
 * 1000 frames per second. */
gboolean pn_parse_rate (const char *text, int *numerator, int *denominator);

/* "12" or "5-9", first <= last. */
gboolean pn_parse_range (const char *text, int *first, int *last);

/* A finite decimal number with a point. */
gboolean pn_parse_number (const char *text, double *value);
