/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What somebody before the output would see, as a PNG, or as one picture after another. */

#include "pn-wl.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <unistd.h>

#define BACKGROUND 0x30

typedef struct {
  guint8 *rgb;
  int width, height;
} Picture;

static void
blend (guint8 *to, guint32 premultiplied)
{
  guint32 alpha = premultiplied >> 24;

  for (int channel = 0; channel < 3; channel++) {
    guint32 value = (premultiplied >> (16 - 8 * channel)) & 0xff;

    to[channel] = (guint8)MIN (255u, value + to[channel] * (255 - alpha) / 255);
  }
}

static void
draw_surface (PnWl *wl, Picture *picture, const PnWlSurface *surface)
{
  int left, top;

  pn_wl_surface_get_corner (surface, &left, &top);
  left = (int)lround (left * wl->scale);
  top = (int)lround (top * wl->scale);
  /* A buffer of another scale is shown by its nearest pixels. */
  for (int y = MAX (0, top); y < picture->height; y++) {
    int from_y = (int)((y - top + 0.5) * surface->scale / wl->scale);

    if (from_y >= surface->height_px)
      break;
    for (int x = MAX (0, left); x < picture->width; x++) {
      int from_x = (int)((x - left + 0.5) * surface->scale / wl->scale);

      if (from_x >= surface->width_px)
        break;
      blend (picture->rgb + 3 * ((gsize)y * (gsize)picture->width + (gsize)x),
             surface->pixels[(gsize)from_y * (gsize)surface->width_px + (gsize)from_x]);
    }
  }
}

/* A ring round where the pointer or the pen is, for whoever looks at a film. */
static void
draw_mark (PnWl *wl, Picture *picture)
{
  double x = wl->pointer_x, y = wl->pointer_y, radius = 6 * wl->scale;
  gboolean is_pen = pn_wl_tablet_get_place (wl, &x, &y);

  if (x < 0)
    return;
  x *= wl->scale;
  y *= wl->scale;
  for (int row = MAX (0, (int)(y - radius)); row < MIN (picture->height, (int)(y + radius)); row++)
    for (int column = MAX (0, (int)(x - radius)); column < MIN (picture->width, (int)(x + radius));
         column++) {
      double dx = column - x, dy = row - y, square = dx * dx + dy * dy;

      if (square > radius * radius || square < radius * radius / 2)
        continue;
      blend (picture->rgb + 3 * ((gsize)row * (gsize)picture->width + (gsize)column),
             is_pen ? 0xffff8000u : 0xffff00ffu);
    }
}

static Picture
draw (PnWl *wl)
{
  Picture picture = {.width = (int)ceil (wl->width * wl->scale),
                     .height = (int)ceil (wl->height * wl->scale)};
  gsize n_bytes = 3 * (gsize)picture.width * (gsize)picture.height;

  picture.rgb = g_malloc (n_bytes);
  for (gsize i = 0; i < n_bytes; i++)
    picture.rgb[i] = BACKGROUND;
  for (guint i = 0; i < wl->shown->len; i++)
    draw_surface (wl, &picture, wl->shown->pdata[i]);
  return picture;
}

gboolean
pn_wl_picture_write_png (PnWl *wl, const char *path)
{
  Picture picture = draw (wl);
  png_image image = {
      .version = PNG_IMAGE_VERSION,
      .width = (png_uint_32)picture.width,
      .height = (png_uint_32)picture.height,
      .format = PNG_FORMAT_RGB,
      .flags = PNG_IMAGE_FLAG_FAST,
  };
  gboolean is_written = png_image_write_to_file (&image, path, 0, picture.rgb, 0, NULL) != 0;

  g_free (picture.rgb);
  return is_written;
}

void
pn_wl_picture_append (PnWl *wl, int fd)
{
  Picture picture = draw (wl);
  g_autofree char *head = g_strdup_printf ("P6\n%d %d\n255\n", picture.width, picture.height);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize done = 0;

  draw_mark (wl, &picture);
  g_byte_array_append (bytes, (const guint8 *)head, (guint)strlen (head));
  g_byte_array_append (bytes, picture.rgb, (guint)(3 * picture.width * picture.height));
  while (done < bytes->len) {
    gssize n = write (fd, bytes->data + done, bytes->len - done);

    if (n <= 0)
      break;
    done += (gsize)n;
  }
  g_free (picture.rgb);
}
