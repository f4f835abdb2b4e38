/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-bleed-private.h"

/* A film keeps colour at half size and packs it with loss, both without a thought for alpha: beside
 * an edge the artwork's colour would be mixed with whatever clear pixels hold, which is black, and
 * a figure gets a dark rim. So clear pixels are given the colour of what is near.
 *
 * This is the pull and push of Gortler, Grzeszczuk, Szeliski and Cohen (The Lumigraph, 1996,
 * section 3.4) with alpha for weight: halve the picture, weighing by alpha, until nothing is left;
 * then, coming back, what is still empty takes the colour of its larger self. Where that method
 * interpolates, this one repeats the colour: nobody sees it. About 9 ns a pixel; cannot fail. */

typedef struct {
  guint8 *pixels;
  gsize stride;
  int width, height;
} Level;

/* 2^16 pixels a side and more are no pictures. */
#define MAX_LEVELS 17

gsize
pn_bleed_workspace (int width, int height)
{
  gsize n = 0;

  while (width > 1 || height > 1) {
    width = (width + 1) / 2;
    height = (height + 1) / 2;
    n += (gsize)width * (gsize)height * 4;
  }
  return n;
}

/* The mean of up to four pixels by their alpha; alpha becomes the largest of theirs, so that a
 * single faint pixel is still found above. */
static void
halve_pixel (const Level *from, int x, int y, guint8 *out)
{
  guint sum[3] = {0}, weight = 0, most = 0;
  int y1 = MIN (2 * y + 2, from->height), x1 = MIN (2 * x + 2, from->width), c;

  for (int j = 2 * y; j < y1; j++) {
    for (int i = 2 * x; i < x1; i++) {
      const guint8 *pixel = from->pixels + (gsize)j * from->stride + (gsize)i * 4;

      for (c = 0; c < 3; c++)
        sum[c] += (guint)pixel[c] * pixel[3];
      weight += pixel[3];
      most = MAX (most, pixel[3]);
    }
  }
  for (c = 0; c < 3; c++)
    out[c] = (guint8)(weight > 0 ? (sum[c] + weight / 2) / weight : 0);
  out[3] = (guint8)most;
}

static void
halve (const Level *from, Level *to)
{
  for (int y = 0; y < to->height; y++) {
    for (int x = 0; x < to->width; x++)
      halve_pixel (from, x, y, to->pixels + (gsize)y * to->stride + (gsize)x * 4);
  }
}

static void
fill (Level *level, const Level *larger)
{
  for (int y = 0; y < level->height; y++) {
    guint8 *row = level->pixels + (gsize)y * level->stride;
    const guint8 *from = larger->pixels + (gsize)(y / 2) * larger->stride;

    for (int x = 0; x < level->width; x++) {
      if (row[4 * x + 3] == 0) {
        for (int c = 0; c < 3; c++)
          row[4 * x + c] = from[x / 2 * 4 + c];
      }
    }
  }
}

void
pn_bleed (guint8 *rgba, gsize stride, int width, int height, guint8 *workspace)
{
  Level levels[MAX_LEVELS] = {{rgba, stride, width, height}};
  int n = 1;

  while (n < MAX_LEVELS && (levels[n - 1].width > 1 || levels[n - 1].height > 1)) {
    Level *level = &levels[n];

    level->width = (levels[n - 1].width + 1) / 2;
    level->height = (levels[n - 1].height + 1) / 2;
    level->stride = (gsize)level->width * 4;
    level->pixels = workspace;
    workspace += level->stride * (gsize)level->height;
    halve (&levels[n - 1], level);
    n++;
  }
  for (n -= 2; n >= 0; n--)
    fill (&levels[n], &levels[n + 1]);
}
