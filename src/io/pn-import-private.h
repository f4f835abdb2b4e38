/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-import.h"

/* What is enough of a PNG file for pn_png_check_head. */
#define PN_PNG_HEAD_LENGTH 33

/* Whether a file that begins like this is a PNG within the limits. Looks at nothing but its head,
 * and allocates nothing. Gives the size beyond which a file is not worth reading: no packing makes
 * its pixels larger than they are at 16 bits, and 64 MiB are left for what is not pixels. 0: it is
 * not, or not within them. */
goffset
pn_png_check_head (const guint8 *head, gsize n_bytes, const PnImportLimits *limits, GError **error);

PnPicture *pn_png_decode (GBytes *bytes, const PnImportLimits *limits, GError **error);
