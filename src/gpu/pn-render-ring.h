/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-gpu-dmabuf.h"
#include "pn-renderer.h"

/* A picture for the screen: 8 bits a channel, premultiplied RGBA. Immutable, reference counted, any
 * thread. */
typedef struct {
  gatomicrefcount ref_count;
  PnRenderTarget target; /* what it shows */
  gsize stride;
  GBytes *bytes;             /* (nullable): it stays on the device */
  const PnGpuDmabuf *dmabuf; /* (nullable): how it is seen there */
  gpointer slot;             /* (nullable) the ring's, which lies there */
} PnRendered;

PnRendered *pn_rendered_ref (PnRendered *rendered);
void pn_rendered_unref (PnRendered *rendered);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnRendered, pn_rendered_unref)

typedef enum {
  /* The bytes are one of the ring's slots: they are what the device wrote, and the slot is free
   * again when they are let go of, which may be done on any thread. */
  PN_RENDERED_TO_SHOW,
  /* They are memory of their own, to be kept for as long as one likes. */
  PN_RENDERED_TO_KEEP,
} PnRenderedUse;

/* Draws frames one after the other on a thread of its own, which also decodes pictures, sends them
 * to the device and waits for it. There are three slots, because two are in a toolkit's hands while
 * a third is drawn; of what was asked for one is drawn and one, the newest, waits: nothing else is
 * queued. Slots of another size than what is asked for go when they come back. A lost device is
 * replaced and the frame drawn again.
 *
 * The device is chosen with the first frame, on that thread as well. Called by one thread, whose
 * main context gets the results; the thread of its own has ended when the ring has. */
#define PN_TYPE_RENDER_RING (pn_render_ring_get_type ())
G_DECLARE_FINAL_TYPE (PnRenderRing, pn_render_ring, PN, RENDER_RING, GObject)

PnRenderRing *pn_render_ring_new (PnGpuFlags flags, PnPictureCache *pictures);

/* The device, once a frame was drawn. Borrowed (nullable). */
PnGpu *pn_render_ring_get_gpu (PnRenderRing *self);

/* From now on pictures to show stay on the device, laid out in one of the modifiers (guint64), until
 * one cannot; from then on, and for good, they are read back. FALSE where that is so at once. Borrows. */
gboolean pn_render_ring_share (PnRenderRing *self, const GArray *modifiers, GError **error);
void pn_render_ring_stop_sharing (PnRenderRing *self, const char *why);
/* Why they are read back again. (transfer full) (nullable) */
char *pn_render_ring_get_refusal (PnRenderRing *self);

/* Whether the next frame would have to wait. */
gboolean pn_render_ring_is_busy (PnRenderRing *self);

/* Draws when the frame before it is drawn, unless another is asked for before that, which takes its
 * place: PN_GPU_ERROR_CANCELLED, as for what is left when the ring ends. The target has 8 bits a
 * channel. The callback comes before GTK draws, its source object is NULL. */
void pn_render_ring_render_async (PnRenderRing *self,
                                  PnFrame *frame,
                                  const PnRenderTarget *target,
                                  PnRenderedUse use,
                                  GAsyncReadyCallback callback,
                                  gpointer data);
/* (transfer full) (nullable) */
PnRendered *pn_render_ring_render_finish (GAsyncResult *result, GError **error);

/* The same pixels, at once and on this thread. (transfer full) (nullable) */
PnRendered *pn_render_ring_render (PnRenderRing *self,
                                   PnFrame *frame,
                                   const PnRenderTarget *target,
                                   PnRenderedUse use,
                                   GError **error);
