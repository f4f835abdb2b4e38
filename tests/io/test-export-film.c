/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <malloc.h>
#include <math.h>

#include "pn-film-private.h"
#include "pn-test-export.h"
#include "pn-test-film.h"

typedef PnTestExport Fixture;

static void
fixture_set_up (Fixture *self, gconstpointer data)
{
  pn_test_export_init (self, "100% 手 é.film");
}

static void
fixture_tear_down (Fixture *self, gconstpointer data)
{
  pn_test_export_clear (self);
}

static void
export_to (Fixture *self, const PnExportJob *job, int fps)
{
  g_autoptr (GError) error = NULL;

  g_ptr_array_set_size (self->notices, 0);
  pn_test_frames_export (&self->frames, job, fps, self->notices, &error);
  g_assert_no_error (error);
  g_assert_cmpint (self->frames.done, ==, self->frames.total);
}

static void
export_film (Fixture *self, PnExportFormat format, int first, int last, int width, int height)
{
  PnExportJob job = pn_test_job (format, self->path, first, last, width, height);

  export_to (self, &job, 25);
}

static void
assert_notice (const Fixture *self, guint index, const char *text)
{
  g_assert_cmpuint (index, <, self->notices->len);
  g_assert_cmpstr (self->notices->pdata[index], ==, text);
}

static int
count_white (const PnTestFilm *film, guint frame)
{
  int n = 0;

  for (int x = 0; x < film->width; x++)
    n += pn_test_film_pixel (film, frame, x, film->height / 2)[1] > 127;
  return n;
}

static void
assert_columns (const Fixture *self, int first, int last)
{
  PnTestFilm film;

  pn_test_film_read (&film, self->path);
  g_assert_cmpuint (film.frames->len, ==, (guint)(last - first + 1));
  for (guint i = 0; i < film.frames->len; i++)
    g_assert_cmpint (count_white (&film, i), ==, first + (int)i);
  pn_test_film_clear (&film);
}

/* BR36: as many frames as asked for, and the ones asked for. */
static void
test_frames (Fixture *self, gconstpointer data)
{
  PnExportFormat format = GPOINTER_TO_INT (data);

  export_film (self, format, 0, 19, 64, 32);
  assert_columns (self, 0, 19);
  g_assert_cmpint (self->frames.n_drawn, ==, format == PN_EXPORT_GIF ? 40 : 20);
  export_film (self, format, 5, 9, 64, 32);
  assert_columns (self, 5, 9);
  export_film (self, format, 0, 24, 64, 32);
  assert_columns (self, 0, 24);
  export_film (self, format, 25, 49, 64, 32);
  assert_columns (self, 25, 49);
  export_film (self, format, 7, 7, 64, 32);
  assert_columns (self, 7, 7);
}

/* The rate is a ratio from end to end: 23.976 is 24000/1001. Frames are shown at their times, and
 * the last one as long as the others. */
static void
test_rate (Fixture *self, gconstpointer data)
{
  PnExportFormat format = GPOINTER_TO_INT (data);
  PnExportJob job = pn_test_job (format, self->path, 0, 47, 64, 32);
  /* What the container rounds times to, s: hundredths in GIF, thousandths in WebM. APNG has the
   * ratio, but libav's reader adds up rounded ones. */
  double step = format == PN_EXPORT_GIF ? 0.01 : format == PN_EXPORT_MP4 ? 1e-6 : 0.001;
  g_autoptr (GError) error = NULL;
  PnTestFilm film;

  pn_export_write (&job, 24000, 1001, pn_test_frames_draw, &self->frames, NULL, NULL, NULL, NULL,
                   &error);
  g_assert_no_error (error);
  pn_test_film_read (&film, self->path);
  g_assert_cmpuint (film.frames->len, ==, 48);
  if (format != PN_EXPORT_GIF) {
    g_assert_cmpint (film.fps.num, ==, 24000);
    g_assert_cmpint (film.fps.den, ==, 1001);
  }
  for (guint i = 0; i < 48; i++)
    g_assert_cmpfloat (fabs (g_array_index (film.times, double, i) - i * 1001.0 / 24000.0), <=,
                       step);
  if (format != PN_EXPORT_APNG)
    g_assert_cmpfloat (fabs (film.duration - 48 * 1001.0 / 24000.0), <=, 2 * step);
  pn_test_film_clear (&film);
}

static void
paint_red (int frame, int x, int y, guint8 rgba[4])
{
  memcpy (rgba, ((guint8[]){229, 24, 24, 255}), 4);
}

static void
assert_near (const PnTestFilm *film, int x, int y, int r, int g, int b, int tolerance)
{
  const guint8 *pixel = pn_test_film_pixel (film, 0, x, y);

  g_assert_cmpint (abs (pixel[0] - r), <=, tolerance);
  g_assert_cmpint (abs (pixel[1] - g), <=, tolerance);
  g_assert_cmpint (abs (pixel[2] - b), <=, tolerance);
}

/* BR37: an odd size is padded and the art not scaled; the colours say what they are, and come back.
 * Written as BT.601 and read as BT.709 they would be (247, 44, 21). */
static void
test_odd_size_and_colour (Fixture *self, gconstpointer data)
{
  PnTestFilm film;

  self->frames.paint = paint_red;
  export_film (self, PN_EXPORT_MP4, 0, 2, 913, 513);
  assert_notice (self, self->notices->len - 1,
                 "The film has 914 × 514 pixels instead of 913 × 513, because this format needs "
                 "even numbers: the last column or row is there twice.");
  pn_test_film_read (&film, self->path);
  g_assert_cmpint (film.width, ==, 914);
  g_assert_cmpint (film.height, ==, 514);
  g_assert_cmpint (film.codec, ==, AV_CODEC_ID_H264);
  g_assert_cmpint (film.pixel_format, ==, AV_PIX_FMT_YUV420P);
  g_assert_cmpint (film.range, ==, AVCOL_RANGE_MPEG);
  g_assert_cmpint (film.primaries, ==, AVCOL_PRI_BT709);
  g_assert_cmpint (film.transfer, ==, AVCOL_TRC_BT709);
  g_assert_cmpint (film.space, ==, AVCOL_SPC_BT709);
  assert_near (&film, 0, 0, 229, 24, 24, 3);
  assert_near (&film, 456, 256, 229, 24, 24, 3);
  assert_near (&film, 913, 513, 229, 24, 24, 3);
  pn_test_film_clear (&film);
}

/* Left half red, right half green, with a column of blue at the right and a row at the bottom. */
static void
paint_edges (int frame, int x, int y, guint8 rgba[4])
{
  const guint8 colors[3][4] = {{200, 30, 30, 255}, {30, 200, 30, 255}, {30, 30, 200, 255}};

  memcpy (rgba, colors[x >= 120 || y >= 72 ? 2 : x >= 64], 4);
}

/* Nothing moves by the padding: what was at a pixel is there. */
static void
test_not_scaled (Fixture *self, gconstpointer data)
{
  PnTestFilm film;

  self->frames.paint = paint_edges;
  export_film (self, PN_EXPORT_MP4, 0, 1, 129, 81);
  pn_test_film_read (&film, self->path);
  g_assert_cmpint (film.width, ==, 130);
  g_assert_cmpint (film.height, ==, 82);
  assert_near (&film, 61, 30, 200, 30, 30, 16);
  assert_near (&film, 66, 30, 30, 200, 30, 16);
  assert_near (&film, 117, 30, 30, 200, 30, 16);
  assert_near (&film, 122, 30, 30, 30, 200, 16);
  assert_near (&film, 129, 81, 30, 30, 200, 16);
  assert_near (&film, 30, 69, 200, 30, 30, 16);
  assert_near (&film, 30, 74, 30, 30, 200, 16);
  pn_test_film_clear (&film);
}

/* Four bands from the left: clear, a quarter, three quarters, solid; each red. Frame 0 is all
 * clear. */
static void
paint_alpha (int frame, int x, int y, guint8 rgba[4])
{
  static const guint8 alphas[4] = {0, 64, 192, 255};
  guint8 alpha = frame == 0 ? 0 : alphas[x / 32];

  memcpy (rgba, ((guint8[]){229, 24, 24, alpha}), 4);
  if (alpha == 0)
    memset (rgba, 0, 4);
}

static void
assert_alpha (const PnTestFilm *film, guint frame, int x, int alpha, int tolerance)
{
  for (int y = 4; y < film->height; y += 8)
    g_assert_cmpint (abs (pn_test_film_pixel (film, frame, x, y)[3] - alpha), <=, tolerance);
}

/* BR38 for films: what is clear stays clear, the first frame too. */
static void
test_webm_alpha (Fixture *self, gconstpointer data)
{
  PnTestFilm film;

  self->frames.paint = paint_alpha;
  export_film (self, PN_EXPORT_WEBM, 0, 3, 128, 63);
  g_assert_cmpuint (self->notices->len, ==, 0);
  pn_test_film_read (&film, self->path);
  g_assert_cmpint (film.codec, ==, AV_CODEC_ID_VP9);
  g_assert_cmpint (film.pixel_format, ==, AV_PIX_FMT_YUVA420P);
  g_assert_cmpint (film.range, ==, AVCOL_RANGE_MPEG);
  g_assert_cmpint (film.space, ==, AVCOL_SPC_BT709);
  g_assert_cmpint (film.width, ==, 128);
  g_assert_cmpint (film.height, ==, 63);
  for (int x = 2; x < 128; x += 5)
    assert_alpha (&film, 0, x, 0, 0);
  for (guint i = 1; i < 4; i++) {
    assert_alpha (&film, i, 10, 0, 1);
    assert_alpha (&film, i, 48, 64, 4);
    assert_alpha (&film, i, 80, 192, 4);
    assert_alpha (&film, i, 112, 255, 1);
    for (int y = 0; y < 63; y += 9) {
      const guint8 *solid = pn_test_film_pixel (&film, i, 112, y);

      g_assert_cmpint (abs (solid[0] - 229) + abs (solid[1] - 24) + abs (solid[2] - 24), <=, 12);
    }
  }
  pn_test_film_clear (&film);
}

/* The colour beside an edge is the artwork's, not a mixture with the black of clear pixels. */
static void
test_webm_edges (Fixture *self, gconstpointer data)
{
  PnTestFilm film;

  self->frames.paint = paint_alpha;
  export_film (self, PN_EXPORT_WEBM, 1, 2, 128, 64);
  pn_test_film_read (&film, self->path);
  for (int y = 0; y < 64; y++) {
    const guint8 *edge = pn_test_film_pixel (&film, 0, 32, y);

    g_assert_cmpint (edge[0], >=, 220);
    g_assert_cmpint (edge[1], <=, 34);
    g_assert_cmpint (edge[2], <=, 34);
  }
  pn_test_film_clear (&film);
}

/* An animated PNG loses nothing. */
static void
test_apng_exact (Fixture *self, gconstpointer data)
{
  PnTestFilm film;

  self->frames.paint = paint_alpha;
  export_film (self, PN_EXPORT_APNG, 0, 3, 128, 63);
  g_assert_cmpuint (self->notices->len, ==, 0);
  pn_test_film_read (&film, self->path);
  g_assert_cmpuint (film.frames->len, ==, 4);
  for (guint i = 0; i < 4; i++) {
    for (int y = 0; y < 63; y++) {
      for (int x = 0; x < 128; x++) {
        guint8 rgba[4];

        paint_alpha ((int)i, x, y, rgba);
        g_assert_cmpmem (pn_test_film_pixel (&film, i, x, y), 4, rgba, 4);
      }
    }
  }
  pn_test_film_clear (&film);
}

static gssize
find (const char *data, gsize n_bytes, const char *what, gsize n)
{
  for (gsize i = 0; i + n <= n_bytes; i++) {
    if (memcmp (data + i, what, n) == 0)
      return (gssize)i;
  }
  return -1;
}

/* What the files say beside the pixels: sRGB, and that they are played for ever. */
static void
test_loops (Fixture *self, gconstpointer data)
{
  g_autofree char *apng = NULL, *gif = NULL;
  gsize n_bytes;
  gssize at;

  export_film (self, PN_EXPORT_APNG, 0, 4, 64, 32);
  g_assert_true (g_file_get_contents (self->path, &apng, &n_bytes, NULL));
  at = find (apng, n_bytes, "acTL", 4);
  g_assert_cmpint (at, >, 0);
  g_assert_cmpmem (apng + at + 4, 8, "\0\0\0\5\0\0\0\0", 8);
  g_assert_cmpint (find (apng, n_bytes, "sRGB", 4), >, 0);

  export_film (self, PN_EXPORT_GIF, 0, 4, 64, 32);
  g_assert_true (g_file_get_contents (self->path, &gif, &n_bytes, NULL));
  g_assert_cmpint (find (gif, n_bytes, "NETSCAPE2.0\3\1\0\0", 16), >, 0);
}

static void
paint_soft_disc (int frame, int x, int y, guint8 rgba[4])
{
  double dx = x - 32 - frame, dy = y - 32;
  double alpha = (400 - dx * dx - dy * dy) / 3;

  memcpy (rgba, ((guint8[]){20, (guint8)(x * 3), (guint8)(y * 3), 0}), 4);
  rgba[3] = (guint8)CLAMP (alpha, 0, 255);
}

/* A GIF keeps what is clear and what is solid in every frame, whatever moved before it. */
static void
test_gif_clear (Fixture *self, gconstpointer data)
{
  PnTestFilm film;

  self->frames.paint = paint_soft_disc;
  export_film (self, PN_EXPORT_GIF, 0, 19, 96, 64);
  g_assert_cmpuint (self->notices->len, ==, 1);
  assert_notice (self, 0,
                 "A GIF has no half-transparent pixels: each is either clear or solid in it.");
  pn_test_film_read (&film, self->path);
  g_assert_cmpuint (film.frames->len, ==, 20);
  for (guint i = 0; i < 20; i++) {
    for (int y = 0; y < 64; y++) {
      for (int x = 0; x < 96; x++) {
        const guint8 *pixel = pn_test_film_pixel (&film, i, x, y);
        guint8 rgba[4];

        paint_soft_disc ((int)i, x, y, rgba);
        g_assert_cmpint (pixel[3], ==, rgba[3] >= 128 ? 255 : 0);
        if (rgba[3] >= 128)
          g_assert_cmpint (abs (pixel[0] - rgba[0]) + abs (pixel[1] - rgba[1]) +
                               abs (pixel[2] - rgba[2]),
                           <=, 60);
      }
    }
  }
  pn_test_film_clear (&film);
}

/* Few colours come back exactly: one palette for all frames, and no dither where none is needed. */
static void
test_gif_flat (Fixture *self, gconstpointer data)
{
  PnTestFilm film;

  self->frames.paint = paint_edges;
  export_film (self, PN_EXPORT_GIF, 0, 2, 129, 81);
  g_assert_cmpuint (self->notices->len, ==, 0);
  pn_test_film_read (&film, self->path);
  for (guint i = 0; i < 3; i++) {
    for (int y = 0; y < 81; y++) {
      for (int x = 0; x < 129; x++) {
        guint8 rgba[4];

        paint_edges ((int)i, x, y, rgba);
        g_assert_cmpmem (pn_test_film_pixel (&film, i, x, y), 4, rgba, 4);
      }
    }
  }
  pn_test_film_clear (&film);
}

static void
test_gif_rate (Fixture *self, gconstpointer data)
{
  PnExportJob job = pn_test_job (PN_EXPORT_GIF, self->path, 0, 2, 32, 32);

  export_to (self, &job, 50);
  g_assert_cmpuint (self->notices->len, ==, 0);
  export_to (self, &job, 60);
  assert_notice (
      self, 0,
      "A GIF shows at most 50 pictures a second; this one will play slower than the document.");
}

/* What a format cannot hold is said, and asked of the renderer in a form that it can. */
static void
test_what_is_lost (Fixture *self, gconstpointer data)
{
  PnExportJob job = pn_test_job (PN_EXPORT_MP4, self->path, 0, 1, 64, 32);
  PnTestFilm film;

  self->frames.paint = paint_alpha;
  job.depth = PN_DEPTH_16;
  job.first_frame = 0;
  export_to (self, &job, 25);
  g_assert_cmpuint (self->notices->len, ==, 2);
  assert_notice (self, 0, "This format has no transparency, so the film has a white background.");
  assert_notice (self, 1, "This format has 8 bits for each colour, not 16.");
  g_assert_cmpint (self->frames.target.depth, ==, PN_DEPTH_8);
  g_assert_true (self->frames.target.has_background);
  pn_test_film_read (&film, self->path);
  assert_near (&film, 10, 10, 255, 255, 255, 2);
  pn_test_film_clear (&film);

  job.depth = PN_DEPTH_8;
  job.has_background = TRUE;
  memcpy (job.background, ((guint8[]){10, 200, 90}), 3);
  export_to (self, &job, 25);
  g_assert_cmpuint (self->notices->len, ==, 0);
  pn_test_film_read (&film, self->path);
  assert_near (&film, 10, 10, 10, 200, 90, 3);
  pn_test_film_clear (&film);
}

static void
paint_noise (int frame, int x, int y, guint8 rgba[4])
{
  guint32 h = (guint32)(frame * 7919 + x * 104729 + y * 1299709);

  h = (h ^ h >> 15) * 0x2c1b3c6du;
  h = (h ^ h >> 12) * 0x297a2d39u;
  memcpy (rgba, &h, 4);
}

/* What fresh memory is filled with, where the C library can. */
static void
fill_memory_with (int byte)
{
#ifdef M_PERTURB
  mallopt (M_PERTURB, byte);
#endif
}

/* Two runs give the same file: no dates, no random numbers, no races, and nothing of what lay in
 * memory before. */
static void
test_same_bytes (Fixture *self, gconstpointer data)
{
  PnExportFormat format = GPOINTER_TO_INT (data);
  g_autofree char *first = NULL, *second = NULL;
  gsize n_first, n_second;

  self->frames.paint = paint_noise;
  fill_memory_with (1);
  export_film (self, format, 0, 11, 160, 120);
  g_assert_true (g_file_get_contents (self->path, &first, &n_first, NULL));
  fill_memory_with (200);
  export_film (self, format, 0, 11, 160, 120);
  g_assert_true (g_file_get_contents (self->path, &second, &n_second, NULL));
  fill_memory_with (0);
  g_assert_cmpmem (first, n_first, second, n_second);
}

static void
test_formats (void)
{
  static const char *const names[] = {"png", "apng", "gif", "webm", "mp4"};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    PnExportFormat format;
    g_autofree char *reason = NULL;

    g_assert_true (pn_export_format_from_name (names[i], &format));
    g_assert_cmpstr (pn_export_format_name (format), ==, names[i]);
    g_assert_true (pn_export_is_available (format, &reason));
    g_assert_null (reason);
  }
  g_assert_false (pn_export_format_from_name ("bmp", &(PnExportFormat){0}));
  g_assert_false (pn_export_format_from_name ("", &(PnExportFormat){0}));
}

/* Where no encoder is there, that is said before anything is drawn; where the first choice is not,
 * the next one is taken. */
static void
test_missing_encoder (Fixture *self, gconstpointer data)
{
  static const PnFilmCodec none[] = {{"libnone", ""}, {"h264_none", ""}, {0}};
  static const PnFilmCodec second[] = {{"libnone", ""}, {"apng", "pred=up"}, {0}};
  PnFilmFormat format = {
      .muxer = "apng", .muxer_options = "", .codecs = none, .pixel_format = AV_PIX_FMT_RGBA};
  PnEncoderClass klass = {.film = &format};
  PnEncoderSetup setup = {.path = self->path, .fps_numerator = 24, .fps_denominator = 1};
  g_autofree char *reason = NULL, *list = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (pn_film_is_available (&klass, &reason));
  g_assert_cmpstr (reason, ==,
                   "FFmpeg on this machine has no encoder for this format; one of these is needed: "
                   "libnone, h264_none.");
  g_assert_null (pn_film_new (&klass, &setup, 64, 64, &error));
  g_assert_error (error, PN_IO_ERROR, PN_IO_ERROR_UNSUPPORTED);
  g_assert_cmpstr (error->message, ==, reason);
  list = pn_test_folder_list (self->folder);
  g_assert_cmpstr (list, ==, "");
  format.codecs = second;
  g_assert_true (pn_film_is_available (&klass, NULL));
}

static void
test_too_wide (Fixture *self, gconstpointer data)
{
  PnExportJob job = pn_test_job (PN_EXPORT_GIF, self->path, 0, 0, 70000, 1);
  g_autofree char *list = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (pn_test_frames_export (&self->frames, &job, 24, NULL, &error));
  g_assert_error (error, PN_IO_ERROR, PN_IO_ERROR_UNSUPPORTED);
  g_assert_cmpstr (error->message, ==, "The encoder does not take pictures of 70000 × 1 pixels.");
  g_assert_cmpint (self->frames.n_drawn, ==, 0);
  list = pn_test_folder_list (self->folder);
  g_assert_cmpstr (list, ==, "");
}

#define ADD(path, format, function)                                                       \
  g_test_add ("/io/export-film/" path, Fixture, GINT_TO_POINTER (format), fixture_set_up, \
              function, fixture_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/export-film/formats", test_formats);
  ADD ("missing-encoder", 0, test_missing_encoder);
  ADD ("too-wide", 0, test_too_wide);
  ADD ("frames/mp4", PN_EXPORT_MP4, test_frames);
  ADD ("frames/webm", PN_EXPORT_WEBM, test_frames);
  ADD ("frames/apng", PN_EXPORT_APNG, test_frames);
  ADD ("frames/gif", PN_EXPORT_GIF, test_frames);
  ADD ("rate/mp4", PN_EXPORT_MP4, test_rate);
  ADD ("rate/webm", PN_EXPORT_WEBM, test_rate);
  ADD ("rate/apng", PN_EXPORT_APNG, test_rate);
  ADD ("rate/gif", PN_EXPORT_GIF, test_rate);
  ADD ("odd-size-and-colour", 0, test_odd_size_and_colour);
  ADD ("not-scaled", 0, test_not_scaled);
  ADD ("webm-alpha", 0, test_webm_alpha);
  ADD ("webm-edges", 0, test_webm_edges);
  ADD ("apng-exact", 0, test_apng_exact);
  ADD ("loops", 0, test_loops);
  ADD ("gif-clear", 0, test_gif_clear);
  ADD ("gif-flat", 0, test_gif_flat);
  ADD ("gif-rate", 0, test_gif_rate);
  ADD ("what-is-lost", 0, test_what_is_lost);
  ADD ("same-bytes/mp4", PN_EXPORT_MP4, test_same_bytes);
  ADD ("same-bytes/webm", PN_EXPORT_WEBM, test_same_bytes);
  ADD ("same-bytes/apng", PN_EXPORT_APNG, test_same_bytes);
  ADD ("same-bytes/gif", PN_EXPORT_GIF, test_same_bytes);
  return g_test_run ();
}
