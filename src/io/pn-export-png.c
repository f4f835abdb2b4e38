/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>
#include <png.h>
#include <string.h>

#include "pn-durable-file.h"
#include "pn-encoder-private.h"
#include "pn-output-folder-private.h"

/* A sequence of PNG. Packing takes longer than drawing on most devices, so frames are gathered and
 * packed together, one to a thread; each file depends on its own pixels alone, so the number of
 * threads changes no byte. */

/* Half the time of zlib's and libpng's defaults, for files 2 to 10 % larger (a drawn figure at
 * 1920x1080: 63 and 130 ms, 550 and 539 kB; a flat one 35 and 61 ms, 45 and 40 kB). */
#define COMPRESSION_LEVEL 4
#define FILTERS PNG_FILTER_PAETH

/* Frames that are gathered, in bytes. */
#define MAX_BATCH_BYTES (512.0 * 1024.0 * 1024.0)

typedef struct {
  png_structp png;
  png_infop info;
  const PnReadback *picture;
  GByteArray *bytes;
  char reason[128];
} Writer;

typedef struct {
  PnEncoder base;
  PnOutputFolder *folder;
  PnTaskPool *pool;
  PnReadback *batch; /* max_batch of them, of which n_batch are there */
  GError **errors;   /* one for each of the batch */
  guint max_batch, n_batch, n_written;
} PngEncoder;

/* One picture. */

static void
write_cb (png_structp png, png_bytep data, size_t n_bytes)
{
  Writer *self = png_get_io_ptr (png);

  if (n_bytes > G_MAXUINT - self->bytes->len)
    png_error (png, "more than 4 GiB");
  g_byte_array_append (self->bytes, data, (guint)n_bytes);
}

static void
flush_cb (png_structp png)
{
}

static void
error_cb (png_structp png, png_const_charp message)
{
  Writer *self = png_get_error_ptr (png);

  g_strlcpy (self->reason, message, sizeof self->reason);
  png_longjmp (png, 1);
}

static void
warning_cb (png_structp png, png_const_charp message)
{
  g_debug ("PNG: %s", message);
}

static void
write_picture (Writer *self)
{
  const PnReadback *picture = self->picture;
  int y;

  png_set_write_fn (self->png, self, write_cb, flush_cb);
  png_set_user_limits (self->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_level (self->png, COMPRESSION_LEVEL);
  png_set_filter (self->png, PNG_FILTER_TYPE_BASE, FILTERS);
  png_set_IHDR (self->png, self->info, (png_uint_32)picture->width, (png_uint_32)picture->height,
                picture->depth == PN_DEPTH_16 ? 16 : 8, PNG_COLOR_TYPE_RGB_ALPHA,
                PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB (self->png, self->info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info (self->png, self->info);
  if (picture->depth == PN_DEPTH_16 && G_BYTE_ORDER == G_LITTLE_ENDIAN)
    png_set_swap (self->png);
  for (y = 0; y < picture->height; y++)
    png_write_row (self->png, picture->pixels + (gsize)y * picture->stride);
  png_write_end (self->png, NULL);
}

/* libpng leaves by a long jump; no local variable lives across it. */
static gboolean
run (Writer *self)
{
  if (setjmp (png_jmpbuf (self->png)) != 0)
    return FALSE;
  write_picture (self);
  return TRUE;
}

GBytes *
pn_export_encode_png (const PnReadback *picture, GError **error)
{
  Writer self = {.picture = picture, .reason = "out of memory"};
  gboolean is_written = FALSE;

  self.bytes = g_byte_array_new ();
  self.png = png_create_write_struct (PNG_LIBPNG_VER_STRING, &self, error_cb, warning_cb);
  if (self.png != NULL)
    self.info = png_create_info_struct (self.png);
  if (self.info != NULL)
    is_written = run (&self);
  png_destroy_write_struct (&self.png, &self.info);
  if (is_written)
    return g_byte_array_free_to_bytes (self.bytes);
  g_byte_array_unref (self.bytes);
  g_set_error (error, PN_IO_ERROR, PN_IO_ERROR_WRITE,
               _ ("The picture could not be packed as PNG (%s)."), self.reason);
  return NULL;
}

gboolean
pn_export_picture (const PnReadback *picture, const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = pn_export_encode_png (picture, error);
  gsize n_bytes;
  gconstpointer data;

  if (bytes == NULL)
    return FALSE;
  data = g_bytes_get_data (bytes, &n_bytes);
  return pn_durable_file_set_contents (path, data, n_bytes, 0666, error);
}

/* A sequence. */

static void
pack_cb (gpointer data, gsize index, unsigned worker)
{
  PngEncoder *self = data;
  g_autoptr (GBytes) bytes = pn_export_encode_png (&self->batch[index], &self->errors[index]);

  if (bytes != NULL)
    pn_output_folder_write (self->folder, self->n_written + (guint)index, bytes,
                            &self->errors[index]);
}

static void
clear_batch (PngEncoder *self)
{
  for (guint i = 0; i < self->n_batch; i++) {
    pn_readback_clear (&self->batch[i]);
    g_clear_error (&self->errors[i]);
  }
  self->n_batch = 0;
}

/* FALSE with the error of the first frame that has one. */
static gboolean
write_batch (PngEncoder *self, GError **error)
{
  gboolean is_well = TRUE;

  pn_task_pool_run (self->pool, self->n_batch, pack_cb, self);
  for (guint i = 0; is_well && i < self->n_batch; i++) {
    is_well = self->errors[i] == NULL;
    if (!is_well)
      g_propagate_error (error, g_steal_pointer (&self->errors[i]));
  }
  self->n_written += self->n_batch;
  clear_batch (self);
  return is_well;
}

static void
close_sequence (PnEncoder *base)
{
  PngEncoder *self = (PngEncoder *)base;

  clear_batch (self);
  pn_task_pool_free (self->pool);
  g_clear_pointer (&self->folder, pn_output_folder_free);
  g_free (self->batch);
  g_free (self->errors);
  g_free (self);
}

static gboolean
reserve_names (PngEncoder *self, const PnEncoderSetup *setup, GError **error)
{
  g_autofree char *name = g_strdelimit (g_strdup (setup->name), "/", '_');
  int i;

  for (i = 0; i < setup->n_frames; i++) {
    g_autofree char *file = g_strdup_printf ("%s_%04d.png", name, setup->first_frame + i);

    if (!pn_output_folder_reserve (self->folder, file, error))
      return FALSE;
  }
  return TRUE;
}

static PnEncoder *
open_sequence (const PnEncoderClass *klass, const PnEncoderSetup *setup, GError **error)
{
  PngEncoder *self = g_new0 (PngEncoder, 1);
  double frame_bytes = (double)setup->width * (double)setup->height * 8.0;
  guint n_workers = pn_task_pool_default_workers ();

  self->base.klass = klass;
  self->max_batch = (guint)CLAMP (MAX_BATCH_BYTES / frame_bytes, 1.0, n_workers);
  self->batch = g_new0 (PnReadback, self->max_batch);
  self->errors = g_new0 (GError *, self->max_batch);
  self->pool = pn_task_pool_new (n_workers);
  self->folder = pn_output_folder_new (setup->path, error);
  if (self->folder == NULL || !reserve_names (self, setup, error)) {
    close_sequence (&self->base);
    return NULL;
  }
  return &self->base;
}

static gboolean
add_to_sequence (PnEncoder *base, const PnReadback *picture, GError **error)
{
  PngEncoder *self = (PngEncoder *)base;

  self->batch[self->n_batch] = *picture;
  g_bytes_ref (picture->bytes);
  self->n_batch++;
  return self->n_batch < self->max_batch || write_batch (self, error);
}

static gboolean
finish_sequence (PnEncoder *base, GError **error)
{
  PngEncoder *self = (PngEncoder *)base;

  return write_batch (self, error) && pn_output_folder_commit (self->folder, error);
}

const PnEncoderClass pn_encoder_png = {
    .n_passes = 1,
    .has_alpha = TRUE,
    .has_16_bits = TRUE,
    .open = open_sequence,
    .add = add_to_sequence,
    .finish = finish_sequence,
    .close = close_sequence,
};
