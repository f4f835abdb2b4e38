/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The device is asked first, because to learn what a display takes GTK may have to start OpenGL or
 * Vulkan for itself. */

#include "pn-dmabuf.h"

#include "pn-gtk-compat.h"

static GdkTexture *
build (GdkDisplay *display,
       const PnRendered *rendered,
       GDestroyNotify release,
       gpointer data,
       GError **error)
{
  const PnRenderTarget *target = &rendered->target;

  return pn_gtk_build_dmabuf (display, rendered->dmabuf, target->width, target->height, release,
                              data, error);
}

static const PnDmabufToolkit gtk = {.get_modifiers = pn_gtk_get_dmabuf_modifiers, .build = build};

static const PnDmabufToolkit *the_toolkit = &gtk;
static char *refusal; /* (nullable) */
static gboolean is_used;

void
pn_dmabuf_set_toolkit (const PnDmabufToolkit *toolkit)
{
  the_toolkit = toolkit != NULL ? toolkit : &gtk;
  g_clear_pointer (&refusal, g_free);
  is_used = FALSE;
}

static void
refuse (PnRenderRing *ring, const char *why)
{
  is_used = FALSE;
  if (refusal == NULL) {
    refusal = g_strdup (why);
    g_debug ("Pictures are read back: %s", why);
  }
  pn_render_ring_stop_sharing (ring, why);
}

static gboolean
offer (PnRenderRing *ring, GdkDisplay *display, GError **error)
{
  if (!pn_gpu_can_share (pn_render_ring_get_gpu (ring), error))
    return FALSE;
  g_autoptr (GArray) modifiers = the_toolkit->get_modifiers (display, PN_GPU_DMABUF_FOURCC, error);
  return modifiers != NULL && pn_render_ring_share (ring, modifiers, error);
}

void
pn_dmabuf_offer (PnRenderRing *ring, GdkDisplay *display)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (PN_IS_RENDER_RING (ring));

  if (refusal != NULL)
    pn_render_ring_stop_sharing (ring, refusal);
  else if (offer (ring, display, &error))
    is_used = TRUE;
  else
    refuse (ring, error->message);
}

GdkTexture *
pn_dmabuf_make_texture (PnRenderRing *ring, GdkDisplay *display, PnRendered *rendered)
{
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (rendered->dmabuf != NULL, NULL);

  /* The texture holds the picture, and with it its place on the device. */
  GdkTexture *texture = the_toolkit->build (display, rendered, (GDestroyNotify)pn_rendered_unref,
                                            pn_rendered_ref (rendered), &error);
  if (texture == NULL) {
    pn_rendered_unref (rendered);
    refuse (ring, error->message);
  }
  return texture;
}

void
pn_dmabuf_look_at (PnRenderRing *ring)
{
  g_autofree char *why = is_used ? pn_render_ring_get_refusal (ring) : NULL;

  if (why != NULL)
    refuse (ring, why);
}

char *
pn_dmabuf_describe (void)
{
  if (is_used)
    return g_strdup ("stay on the graphics device (dmabuf)");
  return g_strdup_printf ("read back, because %s",
                          refusal != NULL ? refusal : "nothing was drawn yet");
}
