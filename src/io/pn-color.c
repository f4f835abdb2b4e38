/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-color-private.h"

#include <lcms2.h>
#include <math.h>
#include <stdlib.h>

/* Pictures are converted once, on import, and keep the result for ever: so the intent is relative
 * colorimetric with black point compensation, which leaves what sRGB can show as it is. 15 ns a
 * pixel at 8 bits; 16-bit pixels take lcms's exact route, 180 ns a pixel, because its fast one goes
 * through a table of 33 steps a side. */

/* Within this a curve or a primary is what sRGB has: files that mean sRGB write these numbers, and
 * write them rounded. libpng draws the line at the same distance. */
#define SRGB_GAMMA 0.45455
#define GAMMA_TOLERANCE 0.05
#define PRIMARY_TOLERANCE 0.01

/* Pixels handed to lcms at once. */
#define CHUNK 65536

#define N_GRAYS 65536

static const PnColorTag srgb = {
    .white = {0.3127, 0.3290},
    .red = {0.64, 0.33},
    .green = {0.30, 0.60},
    .blue = {0.15, 0.06},
};

static gboolean
is_near (PnChromaticity a, PnChromaticity b)
{
  return fabs (a.x - b.x) <= PRIMARY_TOLERANCE && fabs (a.y - b.y) <= PRIMARY_TOLERANCE;
}

/* Whether curve and primaries, where given, are those of sRGB. */
static gboolean
tag_is_srgb (const PnColorTag *tag)
{
  if (tag->has_gamma && !(fabs (tag->gamma / SRGB_GAMMA - 1.0) <= GAMMA_TOLERANCE))
    return FALSE;
  return !tag->has_primaries ||
         (is_near (tag->white, srgb.white) && is_near (tag->red, srgb.red) &&
          is_near (tag->green, srgb.green) && is_near (tag->blue, srgb.blue));
}

static cmsToneCurve *
srgb_curve (cmsContext context)
{
  static const cmsFloat64Number parameters[] = {2.4, 1.0 / 1.055, 0.055 / 1.055, 1.0 / 12.92,
                                                0.04045};

  return cmsBuildParametricToneCurve (context, 4, parameters);
}

static cmsCIExyY
xyY (PnChromaticity c)
{
  return (cmsCIExyY){c.x, c.y, 1.0};
}

/* The profile that curve and primaries amount to; NULL where they make no sense. */
static cmsHPROFILE
profile_from_numbers (cmsContext context, const PnColorTag *tag, PnColorModel model)
{
  const PnColorTag *from = tag->has_primaries ? tag : &srgb;
  cmsCIExyY white = xyY (from->white);
  cmsCIExyYTRIPLE primaries = {xyY (from->red), xyY (from->green), xyY (from->blue)};
  cmsToneCurve *curve;
  cmsHPROFILE profile = NULL;

  curve = tag->has_gamma ? cmsBuildGamma (context, 1.0 / tag->gamma) : srgb_curve (context);
  if (curve == NULL)
    return NULL;
  if (model == PN_COLOR_GRAY)
    profile = cmsCreateGrayProfileTHR (context, cmsD50_xyY (), curve);
  else
    profile = cmsCreateRGBProfileTHR (context, &white, &primaries,
                                      (cmsToneCurve *[]){curve, curve, curve});
  cmsFreeToneCurve (curve);
  return profile;
}

static cmsHPROFILE
srgb_profile (cmsContext context, PnColorModel model)
{
  PnColorTag tag = {0};

  if (model == PN_COLOR_RGB)
    return cmsCreate_sRGBProfileTHR (context);
  return profile_from_numbers (context, &tag, model);
}

/* `model` (inout): a gray profile suits only gray pixels, an RGB one suits both. */
static cmsHTRANSFORM
make_transform (cmsContext context,
                const PnColorTag *tag,
                PnColorModel *model,
                PnPixelFormat format)
{
  cmsHPROFILE from, to = NULL;
  cmsHTRANSFORM transform = NULL;
  cmsUInt32Number layout = format == PN_PIXELS_RGBA8 ? TYPE_RGBA_8 : TYPE_RGBA_16;
  cmsUInt32Number flags = cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE;

  if (tag->profile != NULL)
    from = cmsOpenProfileFromMemTHR (context, tag->profile, (cmsUInt32Number)tag->n_profile_bytes);
  else
    from = profile_from_numbers (context, tag, *model);
  if (from == NULL)
    return NULL;
  if (cmsGetColorSpace (from) == cmsSigRgbData)
    *model = PN_COLOR_RGB;
  if (*model == PN_COLOR_GRAY)
    layout = TYPE_GRAY_16;
  if (layout != TYPE_RGBA_8)
    flags |= cmsFLAGS_NOOPTIMIZE;
  to = srgb_profile (context, *model);
  if (to != NULL)
    transform = cmsCreateTransformTHR (context, from, layout, to, layout,
                                       INTENT_RELATIVE_COLORIMETRIC, flags);
  cmsCloseProfile (from);
  if (to != NULL)
    cmsCloseProfile (to);
  return transform;
}

/* A picture that carries sRGB as a profile, as most do, must come out untouched and not one step
 * off here and there: whether a lattice of colours moves by no more than rounding. */
static gboolean
is_identity (cmsHTRANSFORM transform, PnPixelFormat format)
{
  enum { N = 9, N_VALUES = N * N * N * 4 };
  static const guint step[4] = {1, N, N * N, N * N};
  guint16 in[N_VALUES], out[N_VALUES];
  guint8 in8[N_VALUES], out8[N_VALUES];
  guint i;

  for (i = 0; i < N_VALUES; i++) {
    in[i] = (guint16)((i / 4 / step[i % 4]) % N * 65535 / (N - 1));
    in8[i] = (guint8)(in[i] / 257);
  }
  if (format == PN_PIXELS_RGBA16)
    cmsDoTransform (transform, in, out, N_VALUES / 4);
  else
    cmsDoTransform (transform, in8, out8, N_VALUES / 4);
  for (i = 0; i < N_VALUES; i++) {
    if (i % 4 != 3 &&
        (format == PN_PIXELS_RGBA16 ? abs (in[i] - out[i]) > 257 : abs (in8[i] - out8[i]) > 1))
      return FALSE;
  }
  return TRUE;
}

static void
convert_rgb (cmsHTRANSFORM transform, PnPixelFormat format, guint8 *pixels, gsize n_pixels)
{
  gsize size = format == PN_PIXELS_RGBA8 ? 4 : 8, i, n;

  if (is_identity (transform, format))
    return;
  for (i = 0; i < n_pixels; i += n) {
    n = MIN (n_pixels - i, CHUNK);
    /* In place, alpha is not touched. */
    cmsDoTransform (transform, pixels + i * size, pixels + i * size, (cmsUInt32Number)n);
  }
}

/* Through a table, which keeps gray exactly gray and takes no time. */
static void
convert_gray (cmsHTRANSFORM transform, PnPixelFormat format, guint8 *pixels, gsize n_pixels)
{
  guint16 *pixels16 = (guint16 *)(gpointer)pixels;
  g_autofree guint16 *in = g_new (guint16, N_GRAYS);
  g_autofree guint16 *out = g_new (guint16, N_GRAYS);
  int worst = 0;
  gsize i;

  for (i = 0; i < N_GRAYS; i++)
    in[i] = (guint16)i;
  cmsDoTransform (transform, in, out, N_GRAYS);
  for (i = 0; i < N_GRAYS; i++)
    worst = MAX (worst, abs (in[i] - out[i]));
  if (worst <= 257)
    return;
  for (i = 0; i < n_pixels * 4; i++) {
    if (i % 4 == 3)
      continue;
    if (format == PN_PIXELS_RGBA16)
      pixels16[i] = out[pixels16[i]];
    else
      pixels[i] = (guint8)((out[pixels[i] * 257] + 128) / 257);
  }
}

static void
ignore_error_cb (cmsContext context, cmsUInt32Number code, const char *text)
{
  g_debug ("colour profile: %s", text);
}

void
pn_color_convert (const PnColorTag *tag,
                  PnColorModel model,
                  PnPixelFormat format,
                  guint8 *pixels,
                  gsize n_pixels)
{
  cmsContext context;
  cmsHTRANSFORM transform;

  if (tag->profile == NULL && tag_is_srgb (tag))
    return;
  context = cmsCreateContext (NULL, NULL);
  if (context == NULL)
    return;
  cmsSetLogErrorHandlerTHR (context, ignore_error_cb);
  transform = make_transform (context, tag, &model, format);
  if (transform != NULL && model == PN_COLOR_GRAY)
    convert_gray (transform, format, pixels, n_pixels);
  else if (transform != NULL)
    convert_rgb (transform, format, pixels, n_pixels);
  if (transform != NULL)
    cmsDeleteTransform (transform);
  cmsDeleteContext (context);
}
