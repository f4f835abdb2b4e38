/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-picture.h"

/* Small pictures of assets, made one after the other by a job and kept by content. Main thread.
 *
 * Signal "ready" (const char *asset): there is another one to be had. */
#define PN_TYPE_THUMBNAILS (pn_thumbnails_get_type ())
G_DECLARE_FINAL_TYPE (PnThumbnails, pn_thumbnails, PN, THUMBNAILS, GObject)

/* They fit into so many device px: sharp at twice the size a row shows. */
#define PN_THUMBNAIL_WIDTH 80
#define PN_THUMBNAIL_HEIGHT 60

PnThumbnails *pn_thumbnails_new (PnPictureCache *pictures);

/* Never waits: what is not there is asked for. Borrowed (nullable). */
GdkTexture *pn_thumbnails_get (PnThumbnails *self, const char *asset);
