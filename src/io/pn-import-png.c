/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>
#include <png.h>
#include <string.h>

#include "pn-color-private.h"
#include "pn-import-private.h"

/* A PNG is decoded row by row into the buffer that becomes the picture, so memory is what the
 * header asks for and no more, whatever follows it. Chunks that are not needed for the pixels are
 * skipped unread: text that would unpack to gigabytes never is. A damaged chunk that is not needed
 * is ignored; anything wrong with the pixels themselves is an error. */

/* A profile may be this large once unpacked; those of printers reach 4 MiB. */
#define MAX_CHUNK_BYTES (8 * 1024 * 1024)
#define MAX_CHUNKS 256

/* libpng takes packed pixels in pieces of this size, and finds the end of the file only at the next
 * piece: small enough to name the row. Its own 8 KiB measured no faster. */
#define READ_BYTES 1024

/* No file of zlib's is smaller than its content by more (zlib's own documentation). */
#define MAX_PACKING 1032.0

/* What a file may hold beside its pixels. */
#define MAX_OTHER_BYTES (64 * 1024 * 1024)

#define SIGNATURE "\x89PNG\r\n\x1a\n"
#define SIGNATURE_LENGTH 8

typedef enum { IN_HEADER, IN_ROWS, IN_TAIL } Stage;

typedef struct {
  const guint8 *bytes;
  gsize n_bytes, offset;
  png_structp png;
  png_infop info;
  int width, height;
  PnPixelFormat format;
  PnColorModel model; /* of the file; the pixels are always RGBA */
  PnColorTag tag;
  int n_passes;
  guint8 *pixels;
  gsize stride;
  double n_raw_bytes; /* of the pixels as they are in the file, unpacked */

  /* Where reading stands, for the message when it ends. */
  Stage stage;
  int pass, row;
  gboolean is_cut;
  char reason[128]; /* libpng's, in English */
} Reader;

static guint32
get_u32 (const guint8 *bytes)
{
  return (guint32)bytes[0] << 24 | (guint32)bytes[1] << 16 | (guint32)bytes[2] << 8 | bytes[3];
}

goffset
pn_png_check_head (const guint8 *head, gsize n_bytes, const PnImportLimits *limits, GError **error)
{
  guint32 width, height;
  double megapixels;

  if (n_bytes == 0) {
    g_set_error_literal (error, PN_IO_ERROR, PN_IO_ERROR_FORMAT,
                         _ ("There is nothing in it: it has 0 bytes."));
    return 0;
  }
  if (memcmp (head, SIGNATURE, MIN (n_bytes, SIGNATURE_LENGTH)) != 0) {
    g_set_error_literal (error, PN_IO_ERROR, PN_IO_ERROR_FORMAT,
                         _ ("It is not a PNG picture, and pictures can be opened only as PNG."));
    return 0;
  }
  if (n_bytes < PN_PNG_HEAD_LENGTH) {
    g_set_error_literal (error, PN_IO_ERROR, PN_IO_ERROR_FORMAT,
                         _ ("The picture is cut off in its header."));
    return 0;
  }
  width = get_u32 (head + 16);
  height = get_u32 (head + 20);
  if (memcmp (head + 8, "\0\0\0\rIHDR", 8) != 0 || width == 0 || height == 0) {
    g_set_error_literal (error, PN_IO_ERROR, PN_IO_ERROR_FORMAT,
                         _ ("The header of the picture is damaged."));
    return 0;
  }
  if (width > (guint32)limits->max_side || height > (guint32)limits->max_side) {
    g_set_error (error, PN_IO_ERROR, PN_IO_ERROR_LIMIT,
                 _ ("The picture has %u × %u pixels, and the limit is %d a side."), width, height,
                 limits->max_side);
    return 0;
  }
  megapixels = (double)width * (double)height / 1e6;
  if (megapixels > limits->max_megapixels) {
    g_set_error (error, PN_IO_ERROR, PN_IO_ERROR_LIMIT,
                 _ ("The picture has %.1f megapixels, and the limit is %.1f."), megapixels,
                 limits->max_megapixels);
    return 0;
  }
  return (goffset)(megapixels * 1e6 * 8.0 * 1.01) + MAX_OTHER_BYTES;
}

static void
read_cb (png_structp png, png_bytep out, size_t n_bytes)
{
  Reader *self = png_get_io_ptr (png);

  if (n_bytes > self->n_bytes - self->offset) {
    self->is_cut = TRUE;
    png_error (png, "cut off");
  }
  memcpy (out, self->bytes + self->offset, n_bytes);
  self->offset += n_bytes;
}

static void
error_cb (png_structp png, png_const_charp message)
{
  Reader *self = png_get_error_ptr (png);

  g_strlcpy (self->reason, message, sizeof self->reason);
  png_longjmp (png, 1);
}

static void
warning_cb (png_structp png, png_const_charp message)
{
  g_debug ("PNG: %s", message);
}

static void
configure (Reader *self, const PnImportLimits *limits)
{
  static const guint8 skipped[][5] = {"bKGD", "eXIf", "hIST", "iTXt", "oFFs", "pCAL", "pHYs",
                                      "sBIT", "sCAL", "sPLT", "tEXt", "tIME", "zTXt"};

  png_set_read_fn (self->png, self, read_cb);
  png_set_compression_buffer_size (self->png, READ_BYTES);
  png_set_user_limits (self->png, (png_uint_32)limits->max_side, (png_uint_32)limits->max_side);
  png_set_chunk_malloc_max (self->png, MAX_CHUNK_BYTES);
  png_set_chunk_cache_max (self->png, MAX_CHUNKS);
  png_set_keep_unknown_chunks (self->png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
  png_set_keep_unknown_chunks (self->png, PNG_HANDLE_CHUNK_NEVER, skipped[0],
                               G_N_ELEMENTS (skipped));
  png_set_crc_action (self->png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
  png_set_benign_errors (self->png, 1);
}

/* What the file says of its colours; sRGB said outright outweighs curve and primaries. */
static void
get_color_tag (Reader *self)
{
  PnColorTag *tag = &self->tag;
  png_charp name;
  png_bytep profile;
  png_uint_32 length;
  int method, intent;

  if (png_get_sRGB (self->png, self->info, &intent) != 0)
    return;
  if (png_get_iCCP (self->png, self->info, &name, &method, &profile, &length) != 0) {
    tag->profile = profile;
    tag->n_profile_bytes = length;
    return;
  }
  tag->has_gamma = png_get_gAMA (self->png, self->info, &tag->gamma) != 0 && tag->gamma > 0.01 &&
                   tag->gamma < 100.0;
  tag->has_primaries =
      png_get_cHRM (self->png, self->info, &tag->white.x, &tag->white.y, &tag->red.x, &tag->red.y,
                    &tag->green.x, &tag->green.y, &tag->blue.x, &tag->blue.y) != 0;
}

/* Up to the first row, and asks for RGBA of 8 or 16 bits. */
static void
read_header_step (Reader *self)
{
  png_read_info (self->png, self->info);
  /* Before libpng is asked to transform anything: from then on 1.6.48 gives a gamma of its own. */
  get_color_tag (self);
  self->width = (int)png_get_image_width (self->png, self->info);
  self->height = (int)png_get_image_height (self->png, self->info);
  self->format =
      png_get_bit_depth (self->png, self->info) == 16 ? PN_PIXELS_RGBA16 : PN_PIXELS_RGBA8;
  self->model = (png_get_color_type (self->png, self->info) & PNG_COLOR_MASK_COLOR) != 0
                    ? PN_COLOR_RGB
                    : PN_COLOR_GRAY;
  self->n_raw_bytes = (double)png_get_rowbytes (self->png, self->info) * (double)self->height;
  self->stride = (gsize)self->width * (self->format == PN_PIXELS_RGBA16 ? 8 : 4);

  png_set_expand (self->png);
  png_set_gray_to_rgb (self->png);
  png_set_add_alpha (self->png, 0xffff, PNG_FILLER_AFTER);
  if (self->format == PN_PIXELS_RGBA16 && G_BYTE_ORDER == G_LITTLE_ENDIAN)
    png_set_swap (self->png);
  self->n_passes = png_set_interlace_handling (self->png);
  png_read_update_info (self->png, self->info);
  if (png_get_rowbytes (self->png, self->info) != self->stride)
    png_error (self->png, "unexpected length of a row");
}

static void
read_rows_step (Reader *self)
{
  for (self->pass = 0; self->pass < self->n_passes; self->pass++)
    for (self->row = 0; self->row < self->height; self->row++)
      png_read_row (self->png, self->pixels + (gsize)self->row * self->stride, NULL);
}

/* What follows the rows says whether they were all meant: the check sum of the last piece. */
static void
read_tail_step (Reader *self)
{
  png_read_end (self->png, NULL);
}

static void
set_error (const Reader *self, GError **error)
{
  int code = PN_IO_ERROR_FORMAT;

  if (self->stage == IN_HEADER && self->is_cut)
    g_set_error_literal (error, PN_IO_ERROR, code, _ ("The picture is cut off in its header."));
  else if (self->stage == IN_HEADER)
    g_set_error (error, PN_IO_ERROR, code, _ ("The header of the picture is damaged (%s)."),
                 self->reason);
  else if (self->stage == IN_TAIL && self->is_cut)
    g_set_error_literal (error, PN_IO_ERROR, code,
                         _ ("The picture is cut off after its last row."));
  else if (self->stage == IN_TAIL)
    g_set_error (error, PN_IO_ERROR, code, _ ("The picture is damaged at its end (%s)."),
                 self->reason);
  else if (self->n_passes > 1 && self->is_cut)
    g_set_error (error, PN_IO_ERROR, code, _ ("The picture is cut off in pass %d of %d."),
                 self->pass + 1, self->n_passes);
  else if (self->n_passes > 1)
    g_set_error (error, PN_IO_ERROR, code, _ ("The picture is damaged in pass %d of %d (%s)."),
                 self->pass + 1, self->n_passes, self->reason);
  else if (self->is_cut)
    g_set_error (error, PN_IO_ERROR, code, _ ("The picture is cut off in row %d of %d."),
                 self->row + 1, self->height);
  else
    g_set_error (error, PN_IO_ERROR, code, _ ("The picture is damaged in row %d of %d (%s)."),
                 self->row + 1, self->height, self->reason);
}

/* Runs a step that libpng may leave by a long jump. No local variable lives across it: what a step
 * needs or leaves is in the reader. */
static gboolean
jump_back (Reader *self, void (*step) (Reader *self))
{
  if (setjmp (png_jmpbuf (self->png)) != 0)
    return FALSE;
  step (self);
  return TRUE;
}

static gboolean
run (Reader *self, Stage stage, void (*step) (Reader *self), GError **error)
{
  self->stage = stage;
  if (jump_back (self, step))
    return TRUE;
  set_error (self, error);
  return FALSE;
}

/* Room for the pixels, unless it is plain that they will not come. */
static gboolean
allocate (Reader *self, GError **error)
{
  if (self->n_raw_bytes > (double)self->n_bytes * MAX_PACKING) {
    g_set_error (error, PN_IO_ERROR, PN_IO_ERROR_FORMAT,
                 _ ("The picture is cut off: the file is too small for %d × %d pixels."),
                 self->width, self->height);
    return FALSE;
  }
  self->pixels = g_try_malloc (self->stride * (gsize)self->height);
  if (self->pixels == NULL) {
    g_set_error (error, PN_IO_ERROR, PN_IO_ERROR_MEMORY,
                 _ ("There is not enough memory for a picture of %d × %d pixels."), self->width,
                 self->height);
    return FALSE;
  }
  return TRUE;
}

static gboolean
decode (Reader *self, const PnImportLimits *limits, GError **error)
{
  configure (self, limits);
  if (!run (self, IN_HEADER, read_header_step, error) || !allocate (self, error) ||
      !run (self, IN_ROWS, read_rows_step, error) || !run (self, IN_TAIL, read_tail_step, error))
    return FALSE;
  pn_color_convert (&self->tag, self->model, self->format, self->pixels,
                    (gsize)self->width * (gsize)self->height);
  return TRUE;
}

PnPicture *
pn_png_decode (GBytes *bytes, const PnImportLimits *limits, GError **error)
{
  Reader self = {.bytes = g_bytes_get_data (bytes, NULL), .n_bytes = g_bytes_get_size (bytes)};
  g_autoptr (GBytes) pixels = NULL;
  gboolean done;

  if (pn_png_check_head (self.bytes, self.n_bytes, limits, error) == 0)
    return NULL;
  self.png = png_create_read_struct (PNG_LIBPNG_VER_STRING, &self, error_cb, warning_cb);
  if (self.png != NULL)
    self.info = png_create_info_struct (self.png);
  if (self.info == NULL) {
    png_destroy_read_struct (&self.png, NULL, NULL);
    g_set_error_literal (error, PN_IO_ERROR, PN_IO_ERROR_MEMORY,
                         _ ("There is not enough memory to open the picture."));
    return NULL;
  }
  done = decode (&self, limits, error);
  png_destroy_read_struct (&self.png, &self.info, NULL);
  if (!done) {
    g_free (self.pixels);
    return NULL;
  }
  pixels = g_bytes_new_take (self.pixels, self.stride * (gsize)self.height);
  return pn_picture_new (self.width, self.height, self.format, pixels);
}
