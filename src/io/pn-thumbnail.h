/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-node.h"
#include "pn-renderer.h"

/* Small pictures: of a picture that is there, and of a document that is to be drawn. */

/* What fits into so many pixels and is never enlarged: each pixel is the mean of those under it,
 * weighted by their alpha, in 8 bits. Cleared by pn_readback_clear. Any thread. */
PnReadback
pn_thumbnail_shrink (const PnPicture *picture, int max_width, int max_height, PnAlpha alpha);

/* What to draw a document to, so that it measures at most `max_side` px a side. */
PnRenderTarget pn_thumbnail_target (const PnRoot *root, int max_side);
