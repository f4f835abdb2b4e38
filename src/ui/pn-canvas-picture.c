/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-canvas-picture-private.h"

#include "pn-dmabuf.h"
#include "pn-player.h"
#include "pn-trace.h"

/* A picture to be: which version, which frame, seen how. */
typedef struct {
  PnRoot *root; /* a reference; NULL: none */
  double frame;
  PnRenderTarget target;
} Wish;

struct _PnCanvasPicture {
  GObject parent_instance;

  PnEditor *editor; /* borrowed (nullable): gone with the canvas */
  PnRenderRing *ring;

  GdkTexture *texture; /* (nullable) */
  PnRenderTarget target;
  guint64 serial; /* of the wish that it is */

  Wish wish; /* the last one: there, on its way, or what could not be had */
  guint64 wish_serial;
  guint n_asked; /* on their way */

  char *error; /* (nullable) */
  gboolean is_without_device;
  gboolean has_offered; /* the ring to let pictures stay on the device */
  uint64_t event_ns;    /* 0: none, or nobody measures */
};

G_DEFINE_FINAL_TYPE (PnCanvasPicture, pn_canvas_picture, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

/* One that is on its way. */
typedef struct {
  PnCanvasPicture *self; /* a reference */
  PnFrame *frame;
  PnCanvasDrawing drawing;
  guint64 serial;
  uint64_t event_ns;
} Asked;

static void
asked_free (Asked *asked)
{
  pn_frame_unref (asked->frame);
  g_object_unref (asked->self);
  g_free (asked);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Asked, asked_free)

/* --- What was drawn. */

/* The first picture tells which device it is. */
static void
offer_to_share (PnCanvasPicture *self)
{
  if (self->has_offered)
    pn_dmabuf_look_at (self->ring);
  else
    pn_dmabuf_offer (self->ring, gdk_display_get_default ());
  self->has_offered = TRUE;
}

/* Nothing is copied: the texture holds the picture, and lets go of it when GTK is done with it.
 * (transfer full) (nullable) */
static GdkTexture *
make_texture (PnCanvasPicture *self, PnRendered *rendered)
{
  const PnRenderTarget *target = &rendered->target;

  if (rendered->bytes == NULL)
    return pn_dmabuf_make_texture (self->ring, gdk_display_get_default (), rendered);
  return gdk_memory_texture_new (target->width, target->height, GDK_MEMORY_R8G8B8A8_PREMULTIPLIED,
                                 rendered->bytes, rendered->stride);
}

/* What comes after something newer is not shown. FALSE where GTK would not have it. */
static gboolean
show (PnCanvasPicture *self, PnRendered *rendered, double frame, guint64 serial)
{
  uint64_t span = pn_trace_begin ();

  if (serial < self->serial)
    return TRUE;
  GdkTexture *texture = make_texture (self, rendered);
  if (texture == NULL)
    return FALSE;
  self->serial = serial;
  g_clear_object (&self->texture);
  self->texture = texture;
  self->target = rendered->target;
  g_clear_pointer (&self->error, g_free);
  pn_player_frame_shown (pn_editor_get_player (self->editor), frame);
  pn_trace_end ("ui.texture", span);
  return TRUE;
}

static void
fail (PnCanvasPicture *self, const GError *error)
{
  g_free (self->error);
  self->error = g_strdup (error->message);
  self->is_without_device = g_error_matches (error, PN_GPU_ERROR, PN_GPU_ERROR_NO_VULKAN);
}

static void draw (PnCanvasPicture *self, Asked *asked);

/* The same once more, to be read back, unless something newer is on its way. */
static void
draw_again (PnCanvasPicture *self, const Asked *asked)
{
  if (asked->serial < self->wish_serial)
    return;
  Asked *again = g_new (Asked, 1);
  *again = *asked;
  again->self = g_object_ref (self);
  again->frame = pn_frame_ref (asked->frame);
  draw (self, again);
}

/* Takes both. */
static void
receive (PnCanvasPicture *self, const Asked *asked, PnRendered *rendered, GError *error)
{
  const PnFrame *frame = asked->frame;

  if (rendered != NULL) {
    offer_to_share (self);
    if (asked->drawing == PN_CANVAS_AND_KEEP)
      pn_frame_cache_insert (pn_editor_get_frame_cache (self->editor), frame->root, frame->frame,
                             rendered);
    gboolean is_shown = show (self, rendered, frame->frame, asked->serial);
    pn_trace_end ("canvas.event-to-picture", asked->event_ns);
    pn_rendered_unref (rendered);
    if (!is_shown) {
      draw_again (self, asked);
      return;
    }
  } else {
    fail (self, error);
    g_error_free (error);
  }
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
rendered_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Asked) asked = data;
  PnCanvasPicture *self = asked->self;
  GError *error = NULL;
  PnRendered *rendered = pn_render_ring_render_finish (result, &error);

  self->n_asked--;
  if (self->editor != NULL && !g_error_matches (error, PN_GPU_ERROR, PN_GPU_ERROR_CANCELLED)) {
    receive (self, asked, rendered, error);
    return;
  }
  g_clear_pointer (&rendered, pn_rendered_unref);
  g_clear_error (&error);
}

/* --- Asking. */

static gboolean
is_wished (PnCanvasPicture *self, const PnRenderTarget *target)
{
  PnView *view = pn_editor_get_view (self->editor);
  double playhead = pn_view_get_playhead (view);
  const Wish *wish = &self->wish;

  return wish->root == pn_view_get_root (view) && !(wish->frame < playhead) &&
         !(wish->frame > playhead) && pn_render_target_equal (&wish->target, target);
}

static void
make_wish (PnCanvasPicture *self, const PnRenderTarget *target)
{
  PnView *view = pn_editor_get_view (self->editor);
  PnRoot *old = self->wish.root;

  self->wish = (Wish){.root = pn_node_ref (pn_view_get_root (view)),
                      .frame = pn_view_get_playhead (view),
                      .target = *target};
  self->wish_serial++;
  if (old != NULL)
    pn_node_unref (old);
}

/* A frame that was kept needs neither evaluation nor drawing. */
static gboolean
show_kept (PnCanvasPicture *self)
{
  const Wish *wish = &self->wish;
  g_autoptr (PnRendered) kept =
      pn_frame_cache_lookup (pn_editor_get_frame_cache (self->editor), wish->root, wish->frame);

  if (kept == NULL || !pn_render_target_equal (&kept->target, &wish->target))
    return FALSE;
  show (self, kept, wish->frame, self->wish_serial);
  g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}

static void
draw_now (PnCanvasPicture *self, const Asked *asked)
{
  GError *error = NULL;
  PnRendered *rendered = pn_render_ring_render (self->ring, asked->frame, &self->wish.target,
                                                PN_RENDERED_TO_SHOW, &error);

  receive (self, asked, rendered, error);
}

static void
draw_later (PnCanvasPicture *self, Asked *asked)
{
  PnRenderedUse use =
      asked->drawing == PN_CANVAS_AND_KEEP ? PN_RENDERED_TO_KEEP : PN_RENDERED_TO_SHOW;

  self->n_asked++;
  pn_render_ring_render_async (self->ring, asked->frame, &self->wish.target, use, rendered_cb,
                               asked);
}

/* Takes `asked`. */
static void
draw (PnCanvasPicture *self, Asked *asked)
{
  if (asked->drawing != PN_CANVAS_NOW) {
    draw_later (self, asked);
    return;
  }
  draw_now (self, asked);
  asked_free (asked);
}

void
pn_canvas_picture_update (PnCanvasPicture *self,
                          const PnRenderTarget *target,
                          PnCanvasDrawing drawing)
{
  uint64_t event_ns = self->event_ns;

  g_return_if_fail (PN_IS_CANVAS_PICTURE (self));
  g_return_if_fail (self->editor != NULL);

  self->event_ns = 0;
  if (is_wished (self, target))
    return;
  make_wish (self, target);
  if (self->is_without_device) {
    pn_player_frame_shown (pn_editor_get_player (self->editor), self->wish.frame);
    return;
  }
  if (show_kept (self))
    return;
  const PnFrame *frame = pn_editor_get_frame (self->editor);
  pn_trace_end ("canvas.event-to-frame", event_ns);
  if (frame == NULL)
    return;
  Asked *asked = g_new (Asked, 1);
  *asked = (Asked){.self = g_object_ref (self),
                   .frame = pn_frame_ref ((PnFrame *)frame),
                   .drawing = drawing,
                   .serial = self->wish_serial,
                   .event_ns = event_ns};
  draw (self, asked);
}

void
pn_canvas_picture_note_event (PnCanvasPicture *self, uint64_t begin_ns)
{
  if (self->event_ns == 0)
    self->event_ns = begin_ns;
}

void
pn_canvas_picture_retry (PnCanvasPicture *self)
{
  g_return_if_fail (PN_IS_CANVAS_PICTURE (self));

  self->is_without_device = FALSE;
  g_clear_pointer (&self->error, g_free);
  g_clear_pointer (&self->wish.root, pn_node_unref);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- What there is. */

GdkTexture *
pn_canvas_picture_get_texture (PnCanvasPicture *self, PnRenderTarget *target)
{
  g_return_val_if_fail (PN_IS_CANVAS_PICTURE (self), NULL);

  *target = self->target;
  return self->texture;
}

gboolean
pn_canvas_picture_is_busy (PnCanvasPicture *self)
{
  g_return_val_if_fail (PN_IS_CANVAS_PICTURE (self), FALSE);

  return self->n_asked > 0;
}

const char *
pn_canvas_picture_get_error (PnCanvasPicture *self)
{
  g_return_val_if_fail (PN_IS_CANVAS_PICTURE (self), NULL);

  return self->error;
}

gboolean
pn_canvas_picture_is_software (PnCanvasPicture *self)
{
  g_return_val_if_fail (PN_IS_CANVAS_PICTURE (self), FALSE);
  PnGpu *gpu = pn_render_ring_get_gpu (self->ring);

  return gpu != NULL && pn_gpu_is_software (gpu);
}

const char *
pn_canvas_picture_get_device (PnCanvasPicture *self)
{
  g_return_val_if_fail (PN_IS_CANVAS_PICTURE (self), NULL);
  PnGpu *gpu = pn_render_ring_get_gpu (self->ring);

  return gpu != NULL ? pn_gpu_device_name (gpu) : NULL;
}

/* --- Life. */

static void
pn_canvas_picture_dispose (GObject *object)
{
  PnCanvasPicture *self = PN_CANVAS_PICTURE (object);

  self->editor = NULL;
  g_clear_object (&self->ring);
  g_clear_object (&self->texture);
  g_clear_pointer (&self->wish.root, pn_node_unref);
  g_clear_pointer (&self->error, g_free);
  G_OBJECT_CLASS (pn_canvas_picture_parent_class)->dispose (object);
}

static void
pn_canvas_picture_class_init (PnCanvasPictureClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_canvas_picture_dispose;
  signals[CHANGED] = g_signal_new ("changed", PN_TYPE_CANVAS_PICTURE, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
pn_canvas_picture_init (PnCanvasPicture *self)
{
}

PnCanvasPicture *
pn_canvas_picture_new (PnEditor *editor)
{
  g_return_val_if_fail (PN_IS_EDITOR (editor), NULL);

  PnCanvasPicture *self = g_object_new (PN_TYPE_CANVAS_PICTURE, NULL);
  self->editor = editor;
  self->ring =
      pn_render_ring_new (PN_GPU_ANY, pn_ops_context_get_pictures (pn_editor_get_context (editor)));
  return self;
}
