/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures that stay on the device on their way to the screen: each refusal there can be, forced, and
 * what becomes of the picture then. GTK and the device are pretended to agree, as they do nowhere
 * that tests run. */

#include "pn-dmabuf.h"

#include "pn-about.h"
#include "pn-gtk-compat.h"
#include "pn-test-canvas.h"

/* --- A toolkit. */

static struct {
  gboolean takes_none;
  int builds_left; /* until it refuses */
  guint n_asked, n_built, n_released;
  GdkTexture *last; /* (nullable) not held */
} toolkit;

static GArray *
get_modifiers (GdkDisplay *display, guint32 fourcc, GError **error)
{
  guint64 linear = 0;

  toolkit.n_asked++;
  g_assert_cmpuint (fourcc, ==, PN_GPU_DMABUF_FOURCC);
  if (!toolkit.takes_none)
    return g_array_append_val (g_array_new (FALSE, FALSE, sizeof (guint64)), linear);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "the display takes none");
  return NULL;
}

typedef struct {
  GDestroyNotify release;
  gpointer data;
} Held;

static void
released_cb (gpointer data, GObject *texture)
{
  Held *held = data;

  toolkit.n_released++;
  if ((gpointer)toolkit.last == (gpointer)texture)
    toolkit.last = NULL;
  held->release (held->data);
  g_free (held);
}

static GdkTexture *
build (GdkDisplay *display,
       const PnRendered *rendered,
       GDestroyNotify release,
       gpointer data,
       GError **error)
{
  const PnRenderTarget *target = &rendered->target;
  gsize stride = 4 * (gsize)target->width;
  Held *held;

  g_assert_null (rendered->bytes);
  if (toolkit.builds_left-- == 0) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the toolkit does not like it");
    return NULL;
  }
  g_autoptr (GBytes) bytes =
      g_bytes_new_take (g_malloc0 (stride * (gsize)target->height), stride * (gsize)target->height);
  toolkit.n_built++;
  toolkit.last = gdk_memory_texture_new (target->width, target->height,
                                         GDK_MEMORY_R8G8B8A8_PREMULTIPLIED, bytes, stride);
  held = g_new (Held, 1);
  *held = (Held){release, data};
  g_object_weak_ref (G_OBJECT (toolkit.last), released_cb, held);
  return toolkit.last;
}

static const PnDmabufToolkit pretended = {get_modifiers, build};

/* --- A canvas. */

static void
set_up (PnTestCanvas *self, gconstpointer data)
{
  memset (&toolkit, 0, sizeof toolkit);
  toolkit.builds_left = G_MAXINT;
  pn_dmabuf_set_toolkit (&pretended);
  pn_gpu_pretend_sharing (pn_gpu_get (PN_GPU_ANY, NULL), PN_GPU_SHARING_PRETENDED);
}

static void
tear_down (PnTestCanvas *self, gconstpointer data)
{
  pn_test_canvas_clear (self);
  pn_gpu_pretend_sharing (pn_gpu_get (PN_GPU_ANY, NULL), PN_GPU_SHARING_AS_IT_IS);
  pn_dmabuf_set_toolkit (NULL);
  g_assert_cmpuint (toolkit.n_released, ==, toolkit.n_built);
}

/* The page lies elsewhere, and a picture shows it there. */
static void
move (PnTestCanvas *self)
{
  PnCanvasPicture *picture = pn_canvas_get_picture (self->canvas);
  PnRenderTarget before, after;

  pn_canvas_picture_get_texture (picture, &before);
  pn_view_pan_by (self->view, pn_vec2 (3, 2));
  pn_test_canvas_settle (self);
  g_assert_nonnull (pn_canvas_picture_get_texture (picture, &after));
  g_assert_false (pn_render_target_equal (&before, &after));
  g_assert_null (pn_canvas_picture_get_error (picture));
}

static gboolean
shows_shared (PnTestCanvas *self)
{
  PnRenderTarget target;
  GdkTexture *texture =
      pn_canvas_picture_get_texture (pn_canvas_get_picture (self->canvas), &target);

  return texture != NULL && texture == toolkit.last;
}

/* It is told, and stays so, whatever would be possible from here on. */
static void
assert_read_back (PnTestCanvas *self, const char *why)
{
  g_autofree char *pictures = pn_dmabuf_describe ();
  g_autofree char *system =
      pn_about_describe_system (gtk_native_get_surface (GTK_NATIVE (self->window)));

  g_assert_true (g_str_has_prefix (pictures, "read back, because "));
  g_assert_nonnull (strstr (pictures, why));
  g_assert_nonnull (strstr (system, pictures));
  pn_gpu_pretend_sharing (pn_gpu_get (PN_GPU_ANY, NULL), PN_GPU_SHARING_PRETENDED);
  toolkit.takes_none = FALSE;
  toolkit.builds_left = G_MAXINT;
  guint n_asked = toolkit.n_asked, n_built = toolkit.n_built;
  for (int i = 0; i < 3; i++) {
    move (self);
    g_assert_false (shows_shared (self));
  }
  g_assert_cmpuint (toolkit.n_asked, ==, n_asked);
  g_assert_cmpuint (toolkit.n_built, ==, n_built);
}

/* --- Tests. */

static void
test_stays (PnTestCanvas *self, gconstpointer data)
{
  pn_test_canvas_init (self);
  for (int i = 0; i < 8; i++) {
    move (self);
    g_assert_true (shows_shared (self));
    g_assert_cmpuint (toolkit.n_built - toolkit.n_released, <=, 3);
  }
  g_autofree char *pictures = pn_dmabuf_describe ();
  g_assert_nonnull (strstr (pictures, "dmabuf"));
  g_assert_cmpuint (toolkit.n_asked, ==, 1);
}

static void
test_no_extensions (PnTestCanvas *self, gconstpointer data)
{
  pn_gpu_pretend_sharing (pn_gpu_get (PN_GPU_ANY, NULL), PN_GPU_SHARING_NO_EXTENSIONS);
  pn_test_canvas_init (self);
  move (self);
  g_assert_cmpuint (toolkit.n_asked, ==, 0);
  assert_read_back (self, "extensions");
}

static void
test_no_modifier (PnTestCanvas *self, gconstpointer data)
{
  pn_gpu_pretend_sharing (pn_gpu_get (PN_GPU_ANY, NULL), PN_GPU_SHARING_NO_MODIFIER);
  pn_test_canvas_init (self);
  move (self);
  assert_read_back (self, "exports no picture");
}

static void
test_no_export (PnTestCanvas *self, gconstpointer data)
{
  pn_gpu_pretend_sharing (pn_gpu_get (PN_GPU_ANY, NULL), PN_GPU_SHARING_NO_EXPORT);
  pn_test_canvas_init (self);
  move (self);
  assert_read_back (self, "did not export");
}

static void
test_no_formats (PnTestCanvas *self, gconstpointer data)
{
  toolkit.takes_none = TRUE;
  pn_test_canvas_init (self);
  move (self);
  assert_read_back (self, "the display takes none");
}

/* In the middle of it, and with another canvas after that. */
static void
test_no_texture (PnTestCanvas *self, gconstpointer data)
{
  toolkit.builds_left = 4;
  pn_test_canvas_init (self);
  while (toolkit.builds_left >= 0)
    move (self);
  g_assert_false (shows_shared (self));
  assert_read_back (self, "does not like it");
  pn_test_canvas_clear (self);
  pn_test_canvas_init (self);
  assert_read_back (self, "does not like it");
}

/* Drawn aside, the picture that was refused comes all the same. */
static void
test_later (PnTestCanvas *self, gconstpointer data)
{
  toolkit.builds_left = 2;
  pn_test_canvas_init (self);
  self->canvas->drawing = PN_CANVAS_LATER;
  while (toolkit.builds_left >= 0) {
    pn_view_pan_by (self->view, pn_vec2 (3, 2));
    pn_test_canvas_rest (self);
  }
  g_assert_false (shows_shared (self));
  self->canvas->drawing = PN_CANVAS_NOW;
  assert_read_back (self, "does not like it");
}

/* GTK as it is: too old, or it does not know how such a picture would be laid out. */
static void
test_gtk (PnTestCanvas *self, gconstpointer data)
{
  const PnGpuDmabuf unknown = {
      .fd = 2, .modifier = 0x0a00000000001234, .n_planes = 1, .strides = {64}};
  GdkDisplay *display = gdk_display_get_default ();
  g_autoptr (GError) error = NULL;

  g_assert_null (pn_gtk_build_dmabuf (display, &unknown, 16, 16, NULL, NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_autoptr (GArray) modifiers =
      pn_gtk_get_dmabuf_modifiers (display, PN_GPU_DMABUF_FOURCC, &error);
  g_assert_true ((modifiers == NULL) == (error != NULL));

  pn_gpu_pretend_sharing (pn_gpu_get (PN_GPU_ANY, NULL), PN_GPU_SHARING_NO_MODIFIER);
  pn_dmabuf_set_toolkit (NULL);
  pn_test_canvas_init (self);
  move (self);
  assert_read_back (self, gtk_check_version (4, 14, 0) != NULL ? "4.14" : "");
}

#define add(path, test) g_test_add (path, PnTestCanvas, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  pn_test_canvas_init_program (&argc, &argv);
  add ("/ui/dmabuf/stays", test_stays);
  add ("/ui/dmabuf/no-extensions", test_no_extensions);
  add ("/ui/dmabuf/no-modifier", test_no_modifier);
  add ("/ui/dmabuf/no-export", test_no_export);
  add ("/ui/dmabuf/no-formats", test_no_formats);
  add ("/ui/dmabuf/no-texture", test_no_texture);
  add ("/ui/dmabuf/later", test_later);
  add ("/ui/dmabuf/gtk", test_gtk);
  return g_test_run ();
}
