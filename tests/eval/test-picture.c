/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "pn-picture.h"

static PnPicture *
picture_of_8 (int width, int height, guint8 alpha)
{
  gsize n_bytes = 4 * (gsize)width * (gsize)height;
  guint8 *pixels = g_malloc0 (n_bytes);
  for (gsize i = 3; i < n_bytes; i += 4)
    pixels[i] = alpha;
  g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, n_bytes);
  return pn_picture_new (width, height, PN_PIXELS_RGBA8, bytes);
}

static void
test_alpha (void)
{
  g_autoptr (PnPicture) opaque = picture_of_8 (7, 3, 255);
  g_assert_false (opaque->has_alpha);
  g_assert_cmpuint (pn_picture_n_bytes (opaque), >=, 84);

  guint8 pixels[4 * 6] = {0};
  const guint8 alphas[6] = {255, 255, 0, 12, 254, 255};
  for (int i = 0; i < 6; i++)
    pixels[4 * i + 3] = alphas[i];
  g_autoptr (GBytes) bytes = g_bytes_new (pixels, sizeof pixels);
  g_autoptr (PnPicture) clear = pn_picture_new (3, 2, PN_PIXELS_RGBA8, bytes);
  g_assert_true (clear->has_alpha);
  g_autofree guint8 *coverage = pn_picture_coverage (clear);
  g_assert_cmpmem (coverage, 6, alphas, 6);
}

/* 16 bits to 8: v * 257 comes back as v, and what lies between is rounded. */
static void
test_alpha_16 (void)
{
  g_autofree guint16 *pixels = g_new0 (guint16, 4 * 65536);
  for (guint i = 0; i < 65536; i++)
    pixels[4 * i + 3] = (guint16)i;
  g_autoptr (GBytes) bytes = g_bytes_new (pixels, 8 * 65536);
  g_autoptr (PnPicture) picture = pn_picture_new (256, 256, PN_PIXELS_RGBA16, bytes);
  g_assert_true (picture->has_alpha);
  g_autofree guint8 *coverage = pn_picture_coverage (picture);
  for (guint i = 0; i < 65536; i++) {
    gint error = (gint)coverage[i] * 257 - (gint)i;
    g_assert_cmpint (ABS (error), <=, 128);
  }

  for (guint i = 0; i < 65536; i++)
    pixels[4 * i + 3] = 65535;
  g_autoptr (GBytes) full = g_bytes_new (pixels, 8 * 65536);
  g_autoptr (PnPicture) opaque = pn_picture_new (256, 256, PN_PIXELS_RGBA16, full);
  g_assert_false (opaque->has_alpha);
}

/* A loader and decoder of a made-up format: "WxH". */
static gint n_loads, n_decodes;
static gboolean is_away;

static GBytes *
load_cb (gpointer data, const char *hash, GError **error)
{
  g_assert_cmpstr (data, ==, "loader's own");
  g_atomic_int_inc (&n_loads);
  if (is_away) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "away");
    return NULL;
  }
  return g_bytes_new (hash, strlen (hash) + 1);
}

static PnPicture *
decode_cb (GBytes *bytes, GError **error)
{
  int width, height;
  g_atomic_int_inc (&n_decodes);
  g_usleep (20000);
  if (sscanf (g_bytes_get_data (bytes, NULL), "%dx%d", &width, &height) != 2) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "no picture");
    return NULL;
  }
  return picture_of_8 (width, height, 128);
}

static gint n_destroyed;

static void
destroyed_cb (gpointer data)
{
  n_destroyed++;
}

static PnPictureCache *
cache_new (gsize budget)
{
  n_loads = n_decodes = 0;
  return pn_picture_cache_new (load_cb, (gpointer) "loader's own", destroyed_cb, decode_cb, budget);
}

static void
test_cache (void)
{
  g_autoptr (PnPictureCache) cache = cache_new (100000);
  g_assert_null (pn_picture_cache_peek (cache, "10x20"));
  g_autoptr (PnPicture) first = pn_picture_cache_get (cache, "10x20", NULL);
  g_assert_cmpint (first->width, ==, 10);
  g_autoptr (PnPicture) again = pn_picture_cache_get (cache, "10x20", NULL);
  g_autoptr (PnPicture) peeked = pn_picture_cache_peek (cache, "10x20");
  g_assert_true (again == first && peeked == first);
  g_assert_cmpint (n_decodes, ==, 1);

  /* What is given is not decoded, and does not replace what is there. */
  g_autoptr (PnPicture) given = picture_of_8 (3, 3, 255);
  pn_picture_cache_put (cache, "1x1", given);
  pn_picture_cache_put (cache, "10x20", given);
  g_autoptr (PnPicture) taken = pn_picture_cache_get (cache, "1x1", NULL);
  g_autoptr (PnPicture) old = pn_picture_cache_get (cache, "10x20", NULL);
  g_assert_true (taken == given && old == first);
  g_assert_cmpint (n_decodes, ==, 1);

  /* 160,000 bytes more push it out. */
  pn_picture_unref (pn_picture_cache_get (cache, "200x200", NULL));
  g_assert_null (pn_picture_cache_peek (cache, "10x20"));

  n_destroyed = 0;
  g_clear_object (&cache);
  g_assert_cmpint (n_destroyed, ==, 1);
}

static void
test_failures (void)
{
  g_autoptr (PnPictureCache) cache = cache_new (100000);
  for (int i = 0; i < 3; i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (pn_picture_cache_get (cache, "nonsense", &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    g_assert_null (pn_picture_cache_peek (cache, "nonsense"));
  }
  g_assert_cmpint (n_decodes, ==, 1);

  /* A file that was away may be back. */
  is_away = TRUE;
  g_autoptr (GError) error = NULL;
  g_assert_null (pn_picture_cache_get (cache, "5x5", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  is_away = FALSE;
  g_autoptr (PnPicture) picture = pn_picture_cache_get (cache, "5x5", NULL);
  g_assert_nonnull (picture);
}

static gpointer
get_main (gpointer data)
{
  return pn_picture_cache_get (data, "30x30", NULL);
}

static void
test_decodes_once (void)
{
  g_autoptr (PnPictureCache) cache = cache_new (100000);
  GThread *threads[6];
  for (int i = 0; i < 6; i++)
    threads[i] = g_thread_new ("get", get_main, cache);
  for (int i = 0; i < 6; i++) {
    g_autoptr (PnPicture) picture = g_thread_join (threads[i]);
    g_assert_cmpint (picture->width, ==, 30);
  }
  g_assert_cmpint (n_decodes, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/eval/picture/alpha", test_alpha);
  g_test_add_func ("/eval/picture/alpha-16", test_alpha_16);
  g_test_add_func ("/eval/picture/cache", test_cache);
  g_test_add_func ("/eval/picture/failures", test_failures);
  g_test_add_func ("/eval/picture/decodes-once", test_decodes_once);
  return g_test_run ();
}
