/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-picture.h"

static gsize
pixel_bytes (PnPixelFormat format)
{
  return format == PN_PIXELS_RGBA16 ? 8 : 4;
}

static gboolean
find_alpha (const PnPicture *picture)
{
  gsize n_pixels = (gsize)picture->width * (gsize)picture->height;
  if (picture->format == PN_PIXELS_RGBA16) {
    const guint16 *pixels = g_bytes_get_data (picture->pixels, NULL);
    for (gsize i = 0; i < n_pixels; i++)
      if (pixels[4 * i + 3] != G_MAXUINT16)
        return TRUE;
  } else {
    const guint8 *pixels = g_bytes_get_data (picture->pixels, NULL);
    for (gsize i = 0; i < n_pixels; i++)
      if (pixels[4 * i + 3] != G_MAXUINT8)
        return TRUE;
  }
  return FALSE;
}

PnPicture *
pn_picture_new (int width, int height, PnPixelFormat format, GBytes *pixels)
{
  g_return_val_if_fail (width > 0 && height > 0, NULL);
  g_return_val_if_fail (
      g_bytes_get_size (pixels) == (gsize)width * (gsize)height * pixel_bytes (format), NULL);

  PnPicture *picture = g_new0 (PnPicture, 1);
  g_atomic_ref_count_init (&picture->ref_count);
  picture->width = width;
  picture->height = height;
  picture->format = format;
  picture->pixels = g_bytes_ref (pixels);
  picture->has_alpha = find_alpha (picture);
  return picture;
}

PnPicture *
pn_picture_ref (PnPicture *picture)
{
  g_atomic_ref_count_inc (&picture->ref_count);
  return picture;
}

void
pn_picture_unref (PnPicture *picture)
{
  if (!g_atomic_ref_count_dec (&picture->ref_count))
    return;
  g_bytes_unref (picture->pixels);
  g_free (picture);
}

gsize
pn_picture_n_bytes (const PnPicture *picture)
{
  return sizeof *picture + g_bytes_get_size (picture->pixels);
}

guint8 *
pn_picture_coverage (const PnPicture *picture)
{
  gsize n_pixels = (gsize)picture->width * (gsize)picture->height;
  guint8 *coverage = g_malloc (n_pixels);
  if (picture->format == PN_PIXELS_RGBA16) {
    const guint16 *pixels = g_bytes_get_data (picture->pixels, NULL);
    for (gsize i = 0; i < n_pixels; i++)
      coverage[i] = (guint8)((pixels[4 * i + 3] + 128u) / 257u);
  } else {
    const guint8 *pixels = g_bytes_get_data (picture->pixels, NULL);
    for (gsize i = 0; i < n_pixels; i++)
      coverage[i] = pixels[4 * i + 3];
  }
  return coverage;
}
