/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sys/resource.h>

#include "pn-import-private.h"
#include "pn-test-png.h"
#include "pn-test-process.h"

#define SEED 20240601

/* A picture of random samples, and what the format's definition says its pixels are. */
typedef struct {
  PnTestPng png;
  guint16 *samples; /* n_channels for each pixel */
  guint8 palette[256][3];
  guint n_palette;
  gboolean has_transparency; /* tRNS */
  guint16 key[3];            /* the clear colour */
  guint8 palette_alpha[256];
  guint n_palette_alpha;
} Fixture;

static guint
get_sample (gpointer data, int x, int y, int channel)
{
  const Fixture *self = data;
  int n = pn_test_png_n_channels (self->png.color);

  return self->samples[((gsize)y * (gsize)self->png.width + (gsize)x) * (gsize)n + (gsize)channel];
}

static void
fixture_init (Fixture *self, const PnTestPng *png, gboolean has_transparency, GRand *rand)
{
  gsize n = (gsize)png->width * (gsize)png->height * (gsize)pn_test_png_n_channels (png->color), i;
  int limit = 1 << png->depth;

  memset (self, 0, sizeof *self);
  self->png = *png;
  self->has_transparency = has_transparency;
  self->n_palette = png->color == PN_TEST_PALETTE ? (guint)MAX (limit - 1, 2) : 0;
  if (png->color == PN_TEST_PALETTE)
    limit = (int)self->n_palette;
  self->samples = g_new (guint16, n);
  for (i = 0; i < n; i++)
    self->samples[i] = (guint16)g_rand_int_range (rand, 0, limit);
  for (i = 0; i < 3; i++)
    self->key[i] = self->samples[i % (gsize)pn_test_png_n_channels (png->color)];
  for (i = 0; i < self->n_palette * 3; i++)
    self->palette[i / 3][i % 3] = (guint8)g_rand_int_range (rand, 0, 256);
  /* Fewer than there are colours: the rest are opaque. */
  self->n_palette_alpha = (self->n_palette + 1) / 2;
  for (i = 0; i < self->n_palette_alpha; i++)
    self->palette_alpha[i] = (guint8)g_rand_int_range (rand, 0, 256);
}

static void
fixture_clear (Fixture *self)
{
  g_free (self->samples);
}

static void
add_transparency (const Fixture *self, GByteArray *out)
{
  guint8 key[6];
  int n = self->png.color == PN_TEST_GRAY ? 1 : 3;

  for (int i = 0; i < n; i++) {
    key[2 * i] = (guint8)(self->key[i] >> 8);
    key[2 * i + 1] = (guint8)self->key[i];
  }
  if (self->png.color == PN_TEST_PALETTE)
    pn_test_png_chunk (out, "tRNS", self->palette_alpha, self->n_palette_alpha);
  else
    pn_test_png_chunk (out, "tRNS", key, (gsize)n * 2);
}

static GByteArray *
fixture_begin (const Fixture *self)
{
  GByteArray *out = pn_test_png_begin (&self->png);

  if (self->png.color == PN_TEST_PALETTE)
    pn_test_png_chunk (out, "PLTE", self->palette, self->n_palette * 3);
  if (self->has_transparency)
    add_transparency (self, out);
  return out;
}

static GBytes *
fixture_write (Fixture *self)
{
  GByteArray *out = fixture_begin (self);

  pn_test_png_pixels (out, &self->png, get_sample, self);
  return pn_test_png_end (out);
}

/* Channel `c` of RGBA, at 16 bits for 16-bit files and at 8 for all others. */
static guint
expected (Fixture *self, int x, int y, int c)
{
  guint most = (1u << self->png.depth) - 1, opaque = self->png.depth == 16 ? 65535 : 255;
  int n = pn_test_png_n_channels (self->png.color);
  guint first = get_sample (self, x, y, 0);
  gboolean is_clear = self->has_transparency;

  if (self->png.color == PN_TEST_PALETTE && c < 3)
    return self->palette[first][c];
  if (self->png.color == PN_TEST_PALETTE)
    return self->has_transparency && first < self->n_palette_alpha ? self->palette_alpha[first]
                                                                   : 255;
  if (c == 3 && (n == 2 || n == 4))
    return get_sample (self, x, y, n - 1) * opaque / most;
  for (int i = 0; i < MIN (n, 3); i++)
    is_clear &= get_sample (self, x, y, i) == self->key[i];
  if (c == 3)
    return is_clear ? 0 : opaque;
  return get_sample (self, x, y, n < 3 ? 0 : c) * opaque / most;
}

static void
assert_same_pixels (Fixture *self, const PnPicture *picture)
{
  const guint8 *pixels = g_bytes_get_data (picture->pixels, NULL);
  const guint16 *pixels16 = (const guint16 *)(gconstpointer)pixels;
  gboolean is_deep = self->png.depth == 16, has_alpha = FALSE;
  gsize i = 0;

  g_assert_cmpint (picture->width, ==, self->png.width);
  g_assert_cmpint (picture->height, ==, self->png.height);
  g_assert_cmpint (picture->format, ==, is_deep ? PN_PIXELS_RGBA16 : PN_PIXELS_RGBA8);
  for (int y = 0; y < self->png.height; y++) {
    for (int x = 0; x < self->png.width; x++) {
      for (int c = 0; c < 4; c++, i++) {
        guint want = expected (self, x, y, c), got = is_deep ? pixels16[i] : pixels[i];

        if (want != got)
          g_error ("colour %d, depth %d, %s, pixel %d, %d channel %d: %u, not %u", self->png.color,
                   self->png.depth, self->png.is_interlaced ? "interlaced" : "plain", x, y, c, got,
                   want);
      }
      has_alpha |= expected (self, x, y, 3) != (is_deep ? 65535u : 255u);
    }
  }
  g_assert_cmpint (picture->has_alpha, ==, has_alpha);
}

static void
check_kind (const PnTestPng *png, gboolean has_transparency, GRand *rand)
{
  Fixture fixture;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (PnPicture) picture = NULL;

  fixture_init (&fixture, png, has_transparency, rand);
  bytes = fixture_write (&fixture);
  picture = pn_import_decode (bytes, &error);
  g_assert_no_error (error);
  assert_same_pixels (&fixture, picture);
  fixture_clear (&fixture);
}

/* Every kind of PNG there is, against the definition of the format. */
static void
test_every_kind (void)
{
  static const struct {
    PnTestColor color;
    int depths[6];
    gboolean may_have_transparency;
  } kinds[] = {
      {PN_TEST_GRAY, {1, 2, 4, 8, 16}, TRUE}, {PN_TEST_RGB, {8, 16}, TRUE},
      {PN_TEST_PALETTE, {1, 2, 4, 8}, TRUE},  {PN_TEST_GRAY_ALPHA, {8, 16}, FALSE},
      {PN_TEST_RGBA, {8, 16}, FALSE},
  };
  static const int sizes[][2] = {{1, 1}, {2, 5}, {33, 17}, {8, 8}, {7, 1}};
  GRand *rand = g_rand_new_with_seed (SEED);

  g_test_message ("seed %d", SEED);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
    for (guint d = 0; kinds[k].depths[d] != 0; d++) {
      for (guint s = 0; s < G_N_ELEMENTS (sizes); s++) {
        for (guint bits = 0; bits < 4; bits++) {
          const PnTestPng png = {sizes[s][0], sizes[s][1], kinds[k].depths[d], kinds[k].color,
                                 (bits & 1) != 0};

          if ((bits & 2) == 0 || kinds[k].may_have_transparency)
            check_kind (&png, (bits & 2) != 0, rand);
        }
      }
    }
  }
  g_rand_free (rand);
}

/* Files that are wrong. */

static void
init_small (Fixture *fixture, gboolean is_interlaced)
{
  const PnTestPng png = {33, 17, 8, PN_TEST_RGBA, is_interlaced};
  GRand *rand = g_rand_new_with_seed (SEED);

  fixture_init (fixture, &png, FALSE, rand);
  g_rand_free (rand);
}

static char *
decode_error (GBytes *bytes, int code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PnPicture) picture = pn_import_decode (bytes, &error);

  g_assert_null (picture);
  g_assert_error (error, PN_IO_ERROR, code);
  g_assert_true (g_str_has_suffix (error->message, "."));
  return g_strdup (error->message);
}

#define assert_refused(bytes, code, text)                     \
  G_STMT_START                                                \
  {                                                           \
    g_autofree char *message_ = decode_error ((bytes), code); \
    g_assert_cmpstr (message_, ==, text);                     \
  }                                                           \
  G_STMT_END

/* A file that ends anywhere says so. */
static void
test_cut (void)
{
  Fixture fixture;
  g_autoptr (GBytes) whole = NULL;

  init_small (&fixture, FALSE);
  whole = fixture_write (&fixture);
  for (gsize i = 0; i < g_bytes_get_size (whole); i++) {
    g_autoptr (GBytes) cut = g_bytes_new_from_bytes (whole, 0, i);
    g_autofree char *message = decode_error (cut, PN_IO_ERROR_FORMAT);

    if (i >= 8)
      g_assert_nonnull (strstr (message, "cut off"));
  }
  fixture_clear (&fixture);
}

/* And where: random pixels pack evenly, so half of the file is half of the rows, but for the piece
 * of 1 KiB that libpng takes at once. */
static void
test_cut_in_half (void)
{
  static const struct {
    gboolean is_interlaced;
    const char *messages[2];
  } cases[] = {
      {FALSE,
       {"The picture is cut off in row 99 of 200.", "The picture is cut off in row 100 of 200."}},
      {TRUE, {"The picture is cut off in pass 6 of 7.", "The picture is cut off in pass 7 of 7."}},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const PnTestPng png = {200, 200, 8, PN_TEST_RGBA, cases[i].is_interlaced};
    GRand *rand = g_rand_new_with_seed (SEED);
    Fixture fixture;
    g_autoptr (GBytes) whole = NULL, half = NULL;
    g_autofree char *message = NULL;

    fixture_init (&fixture, &png, FALSE, rand);
    whole = fixture_write (&fixture);
    half = g_bytes_new_from_bytes (whole, 0, g_bytes_get_size (whole) / 2);
    message = decode_error (half, PN_IO_ERROR_FORMAT);
    if (strcmp (message, cases[i].messages[0]) != 0)
      g_assert_cmpstr (message, ==, cases[i].messages[1]);
    fixture_clear (&fixture);
    g_rand_free (rand);
  }
}

static void
test_not_png (void)
{
  g_autoptr (GBytes) empty = g_bytes_new_static ("", 0);
  g_autoptr (GBytes) jpeg = g_bytes_new_static ("\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1", 18);
  g_autoptr (GBytes) signature = g_bytes_new_static ("\x89PNG\r\n\x1a\n", 8);
  g_autoptr (GBytes) header =
      g_bytes_new_static ("\x89PNG\r\n\x1a\n\0\0\0\x0dIDAT\0\0\0\1\0\0\0\1\10\0\0\0\0xxxx", 33);

  assert_refused (empty, PN_IO_ERROR_FORMAT, "There is nothing in it: it has 0 bytes.");
  assert_refused (jpeg, PN_IO_ERROR_FORMAT,
                  "It is not a PNG picture, and pictures can be opened only as PNG.");
  assert_refused (signature, PN_IO_ERROR_FORMAT, "The picture is cut off in its header.");
  assert_refused (header, PN_IO_ERROR_FORMAT, "The header of the picture is damaged.");
}

/* The place of a chunk's first byte (of its length), the n-th of its type. */
static gsize
find_chunk (GByteArray *file, const char *type)
{
  gsize i = 8;

  while (memcmp (file->data + i + 4, type, 4) != 0)
    i += 12 + ((gsize)file->data[i] << 24 | (gsize)file->data[i + 1] << 16 |
               (gsize)file->data[i + 2] << 8 | file->data[i + 3]);
  return i;
}

/* A wrong check sum is an error where it guards the pixels, and nothing where it does not. (At the
 * file's end, IEND, it depends on the version of libpng.) */
static void
test_check_sums (void)
{
  static const char *const critical[] = {"IHDR", "IDAT"};
  Fixture fixture;

  init_small (&fixture, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (critical); i++) {
    g_autoptr (GBytes) whole = fixture_write (&fixture);
    GByteArray *file = g_bytes_unref_to_array (g_steal_pointer (&whole));
    g_autoptr (GBytes) bad = NULL;
    g_autofree char *message = NULL;
    gsize at = find_chunk (file, critical[i]);
    gsize n = (gsize)file->data[at + 2] << 8 | file->data[at + 3];

    file->data[at + 8 + n] ^= 1;
    bad = g_byte_array_free_to_bytes (file);
    message = decode_error (bad, PN_IO_ERROR_FORMAT);
    g_assert_nonnull (strstr (message, "damaged"));
  }
  fixture_clear (&fixture);
}

static void
add_bad_chunk (GByteArray *out, const char *type, const char *data, gsize n_bytes)
{
  pn_test_png_chunk (out, type, data, n_bytes);
  out->data[out->len - 1] ^= 1;
}

/* Nothing that the pixels do not need can spoil them. */
static void
test_bad_extras (void)
{
  g_autofree char *large = g_malloc0 (20 << 20);
  Fixture fixture;
  GByteArray *out;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (PnPicture) picture = NULL;

  init_small (&fixture, FALSE);
  out = fixture_begin (&fixture);
  add_bad_chunk (out, "gAMA", "\0\1\x86\xa0", 4);
  pn_test_png_chunk (out, "gAMA", "\0\0\0\0", 4);
  pn_test_png_chunk (out, "cHRM", "abc", 3);
  pn_test_png_chunk (out, "iCCP", "name\0\0not zlib at all", 21);
  pn_test_png_chunk (out, "sRGB", "\xff", 1);
  pn_test_png_chunk (out, "pHYs", "", 0);
  pn_test_png_chunk (out, "zTXt", "no end of the keyword", 21);
  pn_test_png_chunk (out, "zTXt", "Comment\0\0\x78\x9c garbage", 19);
  pn_test_png_chunk (out, "zTXt", "", 0);
  pn_test_png_chunk (out, "tEXt", large, 20 << 20);
  pn_test_png_chunk (out, "quUx", "later", 5);
  pn_test_png_chunk (out, "eXIf", "MM", 2);
  for (int i = 0; i < 2000; i++)
    pn_test_png_chunk (out, "tEXt", "Comment\0again", 13);
  pn_test_png_pixels (out, &fixture.png, get_sample, &fixture);
  pn_test_png_chunk (out, "tIME", "??", 2);
  add_bad_chunk (out, "tEXt", "Comment\0bad", 11);
  bytes = pn_test_png_end (out);
  picture = pn_import_decode (bytes, &error);
  g_assert_no_error (error);
  assert_same_pixels (&fixture, picture);
  fixture_clear (&fixture);
}

/* An animated PNG is its default picture. */
static void
test_animated (void)
{
  Fixture fixture;
  GByteArray *out;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (PnPicture) picture = NULL;
  const guint8 control[26] = {[7] = 33, [11] = 17, [21] = 1, [23] = 24};
  guint8 next[26];

  memcpy (next, control, sizeof next);
  next[3] = 1;
  init_small (&fixture, FALSE);
  out = fixture_begin (&fixture);
  pn_test_png_chunk (out, "acTL", "\0\0\0\2\0\0\0\0", 8);
  pn_test_png_chunk (out, "fcTL", control, sizeof control);
  pn_test_png_pixels (out, &fixture.png, get_sample, &fixture);
  pn_test_png_chunk (out, "fcTL", next, sizeof next);
  pn_test_png_chunk (out, "fdAT", "\0\0\0\2rubbish", 11);
  bytes = pn_test_png_end (out);
  picture = pn_import_decode (bytes, &error);
  g_assert_no_error (error);
  assert_same_pixels (&fixture, picture);
  fixture_clear (&fixture);
}

/* Whatever is changed in a file, it is read or refused. */
static void
test_flipped (void)
{
  Fixture fixture;
  g_autoptr (GBytes) whole = NULL;
  const guint8 *data;
  gsize n_bytes;
  GRand *rand = g_rand_new_with_seed (SEED);

  g_test_message ("seed %d", SEED);
  init_small (&fixture, FALSE);
  whole = fixture_write (&fixture);
  data = g_bytes_get_data (whole, &n_bytes);
  for (int i = 0; i < 2000; i++) {
    guint8 *copy = g_memdup2 (data, n_bytes);
    g_autoptr (GBytes) bytes = NULL;
    g_autoptr (GError) error = NULL;
    g_autoptr (PnPicture) picture = NULL;

    for (int k = g_rand_int_range (rand, 1, 4); k > 0; k--)
      copy[g_rand_int_range (rand, 0, (int)n_bytes)] ^=
          (guint8)(1 << g_rand_int_range (rand, 0, 8));
    bytes = g_bytes_new_take (copy, n_bytes);
    picture = pn_import_decode (bytes, &error);
    g_assert_true ((picture == NULL) == (error != NULL));
  }
  g_rand_free (rand);
  fixture_clear (&fixture);
}

/* Limits and memory. */

static guint
clear_sample (gpointer data, int x, int y, int channel)
{
  return 0;
}

/* A file that promises a size and holds next to nothing. */
static GBytes *
write_promise (int width, int height)
{
  const PnTestPng png = {width, height, 8, PN_TEST_RGBA, FALSE};
  const PnTestPng pixel = {1, 1, 8, PN_TEST_RGBA, FALSE};
  GByteArray *out = pn_test_png_begin (&png);

  pn_test_png_pixels (out, &pixel, clear_sample, NULL);
  return pn_test_png_end (out);
}

static void
test_limits (void)
{
  const PnImportLimits small = {100, 0.005}, restored = PN_IMPORT_LIMITS_DEFAULT;
  g_autoptr (GBytes) wide = write_promise (120000, 80), large = write_promise (30000, 20000);
  g_autoptr (GBytes) side = write_promise (101, 10), area = write_promise (100, 51);
  g_autoptr (GBytes) fits = write_promise (100, 50), negative = write_promise (-1, 1);
  g_autoptr (GBytes) none = write_promise (0, 1);

  assert_refused (wide, PN_IO_ERROR_LIMIT,
                  "The picture has 120000 × 80 pixels, and the limit is 32768 a side.");
  assert_refused (large, PN_IO_ERROR_LIMIT,
                  "The picture has 600.0 megapixels, and the limit is 400.0.");
  assert_refused (negative, PN_IO_ERROR_LIMIT,
                  "The picture has 4294967295 × 1 pixels, and the limit is 32768 a side.");
  assert_refused (none, PN_IO_ERROR_FORMAT, "The header of the picture is damaged.");

  pn_import_set_limits (&small);
  g_assert_cmpint (pn_import_get_limits ().max_side, ==, 100);
  g_free (decode_error (side, PN_IO_ERROR_LIMIT));
  g_free (decode_error (area, PN_IO_ERROR_LIMIT));
  assert_refused (fits, PN_IO_ERROR_FORMAT,
                  "The picture is damaged in row 1 of 50 (Not enough image data).");
  pn_import_set_limits (&restored);
}

static gsize
peak_memory (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_SELF, &usage), ==, 0);
  return (gsize)usage.ru_maxrss * 1024;
}

typedef struct {
  GBytes *bytes;
  gsize allowed;
  gboolean is_picture;
} Memory;

/* In a process of its own, because a peak does not go down. */
static void
measure_cb (gpointer data)
{
  const Memory *memory = data;
  gsize before = peak_memory ();
  g_autoptr (GError) error = NULL;
  g_autoptr (PnPicture) picture = pn_import_decode (memory->bytes, &error);

  g_assert_true ((picture != NULL) == memory->is_picture);
  g_assert_cmpuint (peak_memory () - before, <=, memory->allowed);
}

static void
assert_memory (GBytes *bytes, gboolean is_picture, gsize allowed)
{
  Memory memory = {bytes, allowed, is_picture};

  pn_test_child_succeeds (measure_cb, &memory);
}

/* One pixel, and 64 MiB of zeros where its data should be: packed, and as they are. */
static void
test_bomb_of_zeros (void)
{
  const PnTestPng png = {1, 1, 8, PN_TEST_RGBA, FALSE};
  g_autofree guint8 *zeros = g_malloc0 (64 << 20);
  GByteArray *packed = pn_test_deflate (zeros, 64 << 20);
  GByteArray *out = pn_test_png_begin (&png);
  g_autoptr (GBytes) small = NULL, large = NULL;

  pn_test_png_chunk (out, "IDAT", packed->data, packed->len);
  small = pn_test_png_end (out);
  out = pn_test_png_begin (&png);
  pn_test_png_chunk (out, "IDAT", zeros, 64 << 20);
  large = pn_test_png_end (out);
  assert_memory (small, TRUE, 4 << 20);
  assert_memory (large, FALSE, 4 << 20);
  g_byte_array_unref (packed);
}

/* Text and a profile that unpack to 256 MiB. */
static void
test_bomb_of_text (void)
{
  g_autofree guint8 *zeros = g_malloc0 (256 << 20);
  GByteArray *packed = pn_test_deflate (zeros, 256 << 20);
  GByteArray *text = g_byte_array_new (), *out;
  Fixture fixture;
  g_autoptr (GBytes) bytes = NULL;

  g_byte_array_append (text, (const guint8 *)"Comment\0", 9);
  g_byte_array_append (text, packed->data, packed->len);
  init_small (&fixture, FALSE);
  out = fixture_begin (&fixture);
  pn_test_png_chunk (out, "iCCP", text->data, text->len);
  for (int i = 0; i < 20; i++)
    pn_test_png_chunk (out, "zTXt", text->data, text->len);
  pn_test_png_pixels (out, &fixture.png, get_sample, &fixture);
  bytes = pn_test_png_end (out);
  assert_memory (bytes, TRUE, 4 << 20);
  fixture_clear (&fixture);
  g_byte_array_unref (packed);
  g_byte_array_unref (text);
}

/* What a header promises is not taken where the file cannot keep it. */
static void
test_promise (void)
{
  g_autoptr (GBytes) bytes = write_promise (19000, 19000);

  assert_refused (bytes, PN_IO_ERROR_FORMAT,
                  "The picture is cut off: the file is too small for 19000 × 19000 pixels.");
  assert_memory (bytes, FALSE, 4 << 20);
}

/* 361 megapixels of one colour are within the limits, and take what they are. */
static void
test_one_colour (void)
{
  const PnTestPng png = {19000, 19000, 1, PN_TEST_GRAY, FALSE};
  gsize n = 19000 * (1 + 19000 / 8);
  g_autofree guint8 *rows = g_malloc0 (n);
  GByteArray *packed = pn_test_deflate (rows, n);
  GByteArray *out = pn_test_png_begin (&png);
  g_autoptr (GBytes) bytes = NULL;

  pn_test_png_chunk (out, "IDAT", packed->data, packed->len);
  bytes = pn_test_png_end (out);
  assert_memory (bytes, TRUE, (gsize)19000 * 19000 * 4 + (4 << 20));
  g_byte_array_unref (packed);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/import-png/every-kind", test_every_kind);
  g_test_add_func ("/io/import-png/cut", test_cut);
  g_test_add_func ("/io/import-png/cut-in-half", test_cut_in_half);
  g_test_add_func ("/io/import-png/not-png", test_not_png);
  g_test_add_func ("/io/import-png/check-sums", test_check_sums);
  g_test_add_func ("/io/import-png/bad-extras", test_bad_extras);
  g_test_add_func ("/io/import-png/animated", test_animated);
  g_test_add_func ("/io/import-png/flipped", test_flipped);
  g_test_add_func ("/io/import-png/limits", test_limits);
  g_test_add_func ("/io/import-png/bomb-of-zeros", test_bomb_of_zeros);
  g_test_add_func ("/io/import-png/bomb-of-text", test_bomb_of_text);
  g_test_add_func ("/io/import-png/promise", test_promise);
  g_test_add_func ("/io/import-png/one-colour", test_one_colour);
  return g_test_run ();
}
