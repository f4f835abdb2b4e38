/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "pn-node.h"

/* The document as the main thread sees it: the newest root, and word of its changes. */
#define PN_TYPE_DOCUMENT (pn_document_get_type ())
G_DECLARE_FINAL_TYPE (PnDocument, pn_document, PN, DOCUMENT, GObject)

PnDocument *pn_document_new (PnRoot *root); /* takes its own reference */

/* Borrowed; take a reference to keep a snapshot. */
const PnRoot *pn_document_get_root (PnDocument *self);

/* Swaps the root and emits "changed" (from, to: PnRoot pointers, valid during the emission), unless
 * both are the same. Called by the history alone. */
void pn_document_set_root (PnDocument *self, const PnRoot *root);
