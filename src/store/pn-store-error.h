/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* What can go wrong between a document and the disk. Every message names the file and the reason.
 */
#define PN_STORE_ERROR (pn_store_error_quark ())
GQuark pn_store_error_quark (void);

typedef enum {
  PN_STORE_ERROR_NOT_A_CONTAINER,
  PN_STORE_ERROR_DAMAGED, /* cut, a hash that does not match, an entry that leaves the container */
  PN_STORE_ERROR_LIMIT,   /* would unpack to more than the bound */
  PN_STORE_ERROR_MISSING, /* an asset the document names is nowhere */
  PN_STORE_ERROR_LOCKED,  /* open in another instance */
  PN_STORE_ERROR_JOURNAL, /* a journal is in the way, or was written by another version */
  PN_STORE_ERROR_READ,    /* the file cannot be opened or read */
  PN_STORE_ERROR_WRITE,   /* full disk, read-only folder and such; what was there is as it was */
} PnStoreError;
