/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-render-ring.h"

/* Frames that were drawn for one target, by the version of the document and the number of the frame,
 * within a budget of bytes: what was not looked at for longest goes first. A version that comes back
 * by undoing finds its frames again. Main thread; the pictures themselves may go anywhere.
 *
 * Signal "changed": frames came or went. */
#define PN_TYPE_FRAME_CACHE (pn_frame_cache_get_type ())
G_DECLARE_FINAL_TYPE (PnFrameCache, pn_frame_cache, PN, FRAME_CACHE, GObject)

PnFrameCache *pn_frame_cache_new (gsize budget);

/* The canvas sets it. With another part of the document, or another size of it, all frames go: it is
 * rarely the same part again, and they are large. */
void pn_frame_cache_set_target (PnFrameCache *self, const PnRenderTarget *target);

gboolean pn_frame_cache_has (PnFrameCache *self, const PnRoot *root, double frame);
/* (transfer full) (nullable) */
PnRendered *pn_frame_cache_lookup (PnFrameCache *self, const PnRoot *root, double frame);

/* Keeps a picture, which is PN_RENDERED_TO_KEEP, unless it was drawn for another target or is larger
 * than the budget. */
void
pn_frame_cache_insert (PnFrameCache *self, const PnRoot *root, double frame, PnRendered *rendered);

void pn_frame_cache_set_budget (PnFrameCache *self, gsize n_bytes);
gsize pn_frame_cache_get_n_bytes (PnFrameCache *self);
void pn_frame_cache_clear (PnFrameCache *self);
