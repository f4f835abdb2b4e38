/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-io-error.h"
#include "pn-picture.h"

/* Bounds on what a picture may be, checked against its header before anything is allocated. */
typedef struct {
  int max_side;          /* px; default 32768 */
  double max_megapixels; /* default 400 */
} PnImportLimits;
#define PN_IMPORT_LIMITS_DEFAULT ((PnImportLimits){32768, 400.0})

/* Limits of the process, a setting. Main thread, before work starts. */
void pn_import_set_limits (const PnImportLimits *limits);
PnImportLimits pn_import_get_limits (void);

/* Decodes the bytes of a picture file by their content, whatever it is called: PNG of 1 to 16 bits,
 * palette, gray, interlaced, tRNS, gAMA and iCCP converted to sRGB by lcms2. The signature is
 * PnPictureDecoder's; messages do not know the file's name. Memory is what the header asks for,
 * within the limits. Any thread. (transfer full) (nullable) */
PnPicture *pn_import_decode (GBytes *bytes, GError **error);

/* Reads a picture file whole, after checking what it is and that its header is within the limits.
 * Messages name the file. Any thread. (transfer full) (nullable) */
GBytes *pn_import_read_file (const char *path, GError **error);

/* Both in one, and every message names the file. `bytes` (out) (nullable) (transfer full) receives
 * the file as it is, which is what a document keeps. (transfer full) (nullable) */
PnPicture *pn_import_open (const char *path, GBytes **bytes, GError **error);
