/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <lcms2.h>
#include <math.h>

#include "pn-import.h"
#include "pn-test-png.h"

/* Ramps and lattices of colours through files that say what their numbers mean, against the
 * formulas. */

#define N_STEPS 17 /* of a channel, in a lattice */

typedef void (*AddTags) (GByteArray *out, gpointer data);
/* What three samples, 0..1, become in sRGB. */
typedef void (*Formula) (gpointer data, double rgb[3]);

static guint
lattice_sample (gpointer data, int x, int y, int channel)
{
  const PnTestPng *png = data;
  int step[3] = {x % N_STEPS, x / N_STEPS, y};
  guint most = (1u << png->depth) - 1;

  if (channel == 3)
    return (guint)(x * 7 + y * 31) % (most + 1);
  return (guint)step[channel] * most / (N_STEPS - 1);
}

static guint
ramp_sample (gpointer data, int x, int y, int channel)
{
  const PnTestPng *png = data;

  return (guint)x * ((1u << png->depth) - 1) / 255;
}

static const PnTestPng lattice8 = {N_STEPS * N_STEPS, N_STEPS, 8, PN_TEST_RGBA, FALSE};
static const PnTestPng lattice16 = {N_STEPS * N_STEPS, N_STEPS, 16, PN_TEST_RGBA, FALSE};
static const PnTestPng ramp8 = {256, 1, 8, PN_TEST_GRAY, FALSE};
static const PnTestPng ramp16 = {256, 1, 16, PN_TEST_GRAY, FALSE};

static PnPicture *
decode_with (const PnTestPng *png, AddTags add_tags, gpointer data)
{
  GByteArray *out = pn_test_png_begin (png);
  PnTestPng copy = *png;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  PnPicture *picture;

  add_tags (out, data);
  pn_test_png_pixels (out, png, png->color == PN_TEST_GRAY ? ramp_sample : lattice_sample, &copy);
  bytes = pn_test_png_end (out);
  picture = pn_import_decode (bytes, &error);
  g_assert_no_error (error);
  return picture;
}

static guint
get_channel (const PnPicture *picture, int x, int y, int c)
{
  gsize i = ((gsize)y * (gsize)picture->width + (gsize)x) * 4 + (gsize)c;
  gconstpointer pixels = g_bytes_get_data (picture->pixels, NULL);

  return picture->format == PN_PIXELS_RGBA16 ? ((const guint16 *)pixels)[i]
                                             : ((const guint8 *)pixels)[i];
}

/* The largest distance from the formula, in steps of 8 bits; alpha must be as it was, and gray
 * stay gray. */
static double
worst_distance (const PnTestPng *png, const PnPicture *picture, Formula formula, gpointer data)
{
  PnTestPng copy = *png;
  double most = (double)((1 << png->depth) - 1), worst = 0.0;

  for (int y = 0; y < png->height; y++) {
    for (int x = 0; x < png->width; x++) {
      double rgb[3];

      for (int c = 0; c < 3; c++)
        rgb[c] =
            (png->color == PN_TEST_GRAY ? ramp_sample : lattice_sample) (&copy, x, y, c) / most;
      formula (data, rgb);
      for (int c = 0; c < 3; c++)
        worst = fmax (worst, fabs (get_channel (picture, x, y, c) / most - rgb[c]) * 255.0);
      if (png->color == PN_TEST_GRAY) {
        g_assert_cmpuint (get_channel (picture, x, y, 0), ==, get_channel (picture, x, y, 1));
        g_assert_cmpuint (get_channel (picture, x, y, 0), ==, get_channel (picture, x, y, 2));
      } else {
        g_assert_cmpuint (get_channel (picture, x, y, 3), ==, lattice_sample (&copy, x, y, 3));
      }
    }
  }
  return worst;
}

static double
distance (const PnTestPng *png, AddTags add_tags, Formula formula, gpointer data)
{
  g_autoptr (PnPicture) picture = decode_with (png, add_tags, data);

  return worst_distance (png, picture, formula, data);
}

/* The formulas. */

static double
srgb_from_light (double light)
{
  return light <= 0.0031308 ? 12.92 * light : 1.055 * pow (light, 1.0 / 2.4) - 0.055;
}

static void
same_formula (gpointer data, double rgb[3])
{
}

/* `data` is the exponent of the file: sample = light ^ gamma. */
static void
gamma_formula (gpointer data, double rgb[3])
{
  for (int c = 0; c < 3; c++)
    rgb[c] = srgb_from_light (pow (rgb[c], 1.0 / *(double *)data));
}

/* Adobe RGB (1998): its own green, the same white, so no adaptation is needed. The matrix is the
 * product of the two that its specification and that of sRGB give. */
static void
adobe_formula (gpointer data, double rgb[3])
{
  static const double xyz_from_adobe[3][3] = {{0.5767309, 0.1855540, 0.1881852},
                                              {0.2973769, 0.6273491, 0.0752741},
                                              {0.0270343, 0.0706872, 0.9911085}};
  static const double srgb_from_xyz[3][3] = {{3.2404542, -1.5371385, -0.4985314},
                                             {-0.9692660, 1.8760108, 0.0415560},
                                             {0.0556434, -0.2040259, 1.0572252}};
  double light[3], xyz[3];

  for (int c = 0; c < 3; c++)
    light[c] = pow (rgb[c], 563.0 / 256.0);
  for (int i = 0; i < 3; i++)
    xyz[i] = xyz_from_adobe[i][0] * light[0] + xyz_from_adobe[i][1] * light[1] +
             xyz_from_adobe[i][2] * light[2];
  for (int i = 0; i < 3; i++)
    rgb[i] = srgb_from_light (CLAMP (srgb_from_xyz[i][0] * xyz[0] + srgb_from_xyz[i][1] * xyz[1] +
                                         srgb_from_xyz[i][2] * xyz[2],
                                     0.0, 1.0));
}

/* What files say. */

static void
add_gamma (GByteArray *out, gpointer data)
{
  GByteArray *value = g_byte_array_new ();

  pn_test_put_u32 (value, (guint32)(*(double *)data * 100000.0 + 0.5));
  pn_test_png_chunk (out, "gAMA", value->data, value->len);
  g_byte_array_unref (value);
}

static void
add_primaries (GByteArray *out, const guint32 values[8])
{
  GByteArray *chunk = g_byte_array_new ();

  for (int i = 0; i < 8; i++)
    pn_test_put_u32 (chunk, values[i]);
  pn_test_png_chunk (out, "cHRM", chunk->data, chunk->len);
  g_byte_array_unref (chunk);
}

static void
add_gamma_and_srgb (GByteArray *out, gpointer data)
{
  add_gamma (out, data);
  pn_test_png_chunk (out, "sRGB", "\0", 1);
}

static void
add_srgb_numbers (GByteArray *out, gpointer data)
{
  static const guint32 values[8] = {31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};
  double gamma = 0.45455;

  add_gamma (out, &gamma);
  add_primaries (out, values);
}

static void
add_adobe_numbers (GByteArray *out, gpointer data)
{
  static const guint32 values[8] = {31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000};
  double gamma = 256.0 / 563.0;

  add_gamma (out, &gamma);
  add_primaries (out, values);
}

static void
add_profile (GByteArray *out, gpointer data)
{
  cmsHPROFILE profile = data;
  cmsUInt32Number n_bytes = 0;
  g_autofree guint8 *bytes = NULL;
  GByteArray *packed, *chunk = g_byte_array_new ();

  g_assert_true (cmsSaveProfileToMem (profile, NULL, &n_bytes));
  bytes = g_malloc (n_bytes);
  g_assert_true (cmsSaveProfileToMem (profile, bytes, &n_bytes));
  packed = pn_test_deflate (bytes, n_bytes);
  g_byte_array_append (chunk, (const guint8 *)"of a test\0", 11);
  g_byte_array_append (chunk, packed->data, packed->len);
  pn_test_png_chunk (out, "iCCP", chunk->data, chunk->len);
  g_byte_array_unref (packed);
  g_byte_array_unref (chunk);
}

/* Tests. */

static void
test_gamma (void)
{
  double linear = 1.0, mac = 1.0 / 1.8, steep = 0.2;

  g_assert_cmpfloat (distance (&lattice8, add_gamma, gamma_formula, &linear), <=, 0.6);
  g_assert_cmpfloat (distance (&lattice8, add_gamma, gamma_formula, &mac), <=, 0.6);
  g_assert_cmpfloat (distance (&lattice16, add_gamma, gamma_formula, &linear), <=, 0.02);
  g_assert_cmpfloat (distance (&lattice16, add_gamma, gamma_formula, &mac), <=, 0.02);
  g_assert_cmpfloat (distance (&ramp8, add_gamma, gamma_formula, &linear), <=, 0.6);
  g_assert_cmpfloat (distance (&ramp16, add_gamma, gamma_formula, &linear), <=, 0.02);
  g_assert_cmpfloat (distance (&ramp8, add_gamma, gamma_formula, &steep), <=, 0.6);
  /* Taken as it is, or turned the wrong way, a linear ramp is far off. */
  g_assert_cmpfloat (distance (&ramp8, add_gamma, same_formula, &linear), >, 60.0);
}

static void
test_primaries (void)
{
  g_assert_cmpfloat (distance (&lattice8, add_adobe_numbers, adobe_formula, NULL), <=, 1.0);
  g_assert_cmpfloat (distance (&lattice16, add_adobe_numbers, adobe_formula, NULL), <=, 0.3);
  /* Without the primaries green would stay where it was. */
  g_assert_cmpfloat (distance (&lattice8, add_adobe_numbers, same_formula, NULL), >, 30.0);
}

/* Files that mean sRGB come out to the bit. */
static void
test_srgb_untouched (void)
{
  double usual = 0.45455, linear = 1.0, absurd = 0.0001;
  cmsHPROFILE srgb = cmsCreate_sRGBProfile ();

  g_assert_cmpfloat (distance (&lattice8, add_gamma, same_formula, &usual), <=, 0.0);
  g_assert_cmpfloat (distance (&lattice8, add_srgb_numbers, same_formula, NULL), <=, 0.0);
  g_assert_cmpfloat (distance (&lattice8, add_gamma_and_srgb, same_formula, &linear), <=, 0.0);
  g_assert_cmpfloat (distance (&lattice8, add_gamma, same_formula, &absurd), <=, 0.0);
  g_assert_cmpfloat (distance (&lattice8, add_profile, same_formula, srgb), <=, 0.0);
  g_assert_cmpfloat (distance (&lattice16, add_profile, same_formula, srgb), <=, 0.0);
  cmsCloseProfile (srgb);
}

static cmsHPROFILE
make_profile (double exponent)
{
  const cmsCIExyY white = {0.3127, 0.3290, 1.0};
  const cmsCIExyYTRIPLE adobe = {{0.64, 0.33, 1.0}, {0.21, 0.71, 1.0}, {0.15, 0.06, 1.0}};
  cmsToneCurve *curve = cmsBuildGamma (NULL, exponent);
  cmsHPROFILE profile =
      cmsCreateRGBProfile (&white, &adobe, (cmsToneCurve *[]){curve, curve, curve});

  cmsFreeToneCurve (curve);
  return profile;
}

static void
test_profile (void)
{
  cmsHPROFILE adobe = make_profile (563.0 / 256.0);

  g_assert_cmpfloat (distance (&lattice8, add_profile, adobe_formula, adobe), <=, 1.0);
  g_assert_cmpfloat (distance (&lattice16, add_profile, adobe_formula, adobe), <=, 0.3);
  g_assert_cmpfloat (distance (&lattice8, add_profile, same_formula, adobe), >, 30.0);
  cmsCloseProfile (adobe);
}

typedef struct {
  double gamma;
  cmsHPROFILE profile;
} Gray;

static void
add_gray_profile (GByteArray *out, gpointer data)
{
  add_profile (out, ((Gray *)data)->profile);
}

static void
test_gray_profile (void)
{
  cmsToneCurve *curve = cmsBuildGamma (NULL, 1.8);
  Gray gray = {1.0 / 1.8, cmsCreateGrayProfile (cmsD50_xyY (), curve)};

  g_assert_cmpfloat (distance (&ramp8, add_gray_profile, gamma_formula, &gray), <=, 0.6);
  g_assert_cmpfloat (distance (&ramp16, add_gray_profile, gamma_formula, &gray), <=, 0.02);
  /* It says nothing of a picture in colour. */
  g_assert_cmpfloat (distance (&lattice8, add_gray_profile, same_formula, &gray), <=, 0.0);
  cmsCloseProfile (gray.profile);
  cmsFreeToneCurve (curve);
}

/* A profile that is no use is as none. */
static void
test_useless_profile (void)
{
  cmsHPROFILE lab = cmsCreateLab4Profile (NULL);
  cmsHPROFILE xyz = cmsCreateXYZProfile ();
  cmsHPROFILE null = cmsCreateNULLProfile ();

  g_assert_cmpfloat (distance (&lattice8, add_profile, same_formula, lab), <=, 0.0);
  g_assert_cmpfloat (distance (&lattice8, add_profile, same_formula, xyz), <=, 0.0);
  g_assert_cmpfloat (distance (&lattice8, add_profile, same_formula, null), <=, 0.0);
  cmsCloseProfile (lab);
  cmsCloseProfile (xyz);
  cmsCloseProfile (null);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/import-color/gamma", test_gamma);
  g_test_add_func ("/io/import-color/primaries", test_primaries);
  g_test_add_func ("/io/import-color/srgb-untouched", test_srgb_untouched);
  g_test_add_func ("/io/import-color/profile", test_profile);
  g_test_add_func ("/io/import-color/gray-profile", test_gray_profile);
  g_test_add_func ("/io/import-color/useless-profile", test_useless_profile);
  return g_test_run ();
}
