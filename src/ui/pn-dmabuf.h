/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-render-ring.h"

/* Pictures that stay on the graphics device on their way to the screen, where GTK, the display and the
 * device can all three. Else they are read back, and for good once anything has refused: the process
 * tells why. Main thread. */

/* Has pictures of the ring, which has drawn one already, stay on the device if they can. */
void pn_dmabuf_offer (PnRenderRing *ring, GdkDisplay *display);

/* What GTK makes of a picture that stayed there. (transfer full); NULL where it refuses, and the ring
 * draws the next one to be read back. */
GdkTexture *pn_dmabuf_make_texture (PnRenderRing *ring, GdkDisplay *display, PnRendered *rendered);

/* Notes that the ring has given it up, if it has. */
void pn_dmabuf_look_at (PnRenderRing *ring);

/* How pictures come to the screen, and why not otherwise. (transfer full) */
char *pn_dmabuf_describe (void);

/* A test seam: another toolkit than GTK; NULL puts GTK back. It forgets what was refused. */
typedef struct {
  /* (transfer full) (nullable) guint64 each */
  GArray *(*get_modifiers) (GdkDisplay *display, guint32 fourcc, GError **error);
  /* (transfer full) (nullable); where there is a texture, `release` frees `data` with it */
  GdkTexture *(*build) (GdkDisplay *display,
                        const PnRendered *rendered,
                        GDestroyNotify release,
                        gpointer data,
                        GError **error);
} PnDmabufToolkit;
void pn_dmabuf_set_toolkit (const PnDmabufToolkit *toolkit);
