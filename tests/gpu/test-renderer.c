/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a frame looks like, against what it should by hand. Seeds: 7 and those beside each test. */

#include <math.h>

#include "pn-test-gpu.h"

static const PnBox everywhere = {0, 0, 1000, 1000};

/* At scale 1 and whole pixels a picture comes out bit for bit, with one sample or four. */
static void
test_identity (void)
{
  const int offsets[][2] = {{0, 0}, {5, 3}, {-7, 11}};

  for (int i = 0; i < 3; i++)
    for (int samples = 1; samples <= 4; samples += 3) {
      g_autoptr (PnTestScene) scene = pn_test_scene_new (97, 61);
      PnPicture *picture = pn_test_picture_noise (80, 50, 7);
      const guint8 *in = g_bytes_get_data (picture->pixels, NULL);
      int dx = offsets[i][0], dy = offsets[i][1];

      pn_test_scene_add (scene, "noise", picture);
      pn_test_scene_place (scene, "noise", dx, dy, 1);
      PnReadback out = pn_test_render (scene, PN_DEPTH_8, samples, PN_ALPHA_PREMULTIPLIED);
      for (int y = 0; y < 61; y++)
        for (int x = 0; x < 97; x++) {
          gboolean inside = x >= dx && x < dx + 80 && y >= dy && y < dy + 50;
          const guint8 *p = in + (inside ? 4 * ((y - dy) * 80 + x - dx) : 0);
          int a = inside ? p[3] : 0;

          pn_test_assert_pixel (&out, x, y, (p[0] * a + 127) / 255, (p[1] * a + 127) / 255,
                                (p[2] * a + 127) / 255, a, 0);
        }
      pn_readback_clear (&out);
    }
}

/* A view by quarters and in a mirror shows the very pixels, elsewhere. */
static void
test_turned_view (void)
{
  const PnAffine maps[] = {{0, 1, -1, 0, 61, 0}, {-1, 0, 0, 1, 97, 0}, {0, -1, -1, 0, 61, 97}};
  g_autoptr (PnTestScene) scene = pn_test_scene_new (97, 61);

  pn_test_scene_add (scene, "noise", pn_test_picture_noise (80, 50, 7));
  pn_test_scene_push (scene, (PnBox){5, 3, 85, 53}, 0.5);
  pn_test_scene_place (scene, "noise", 5, 3, 1);
  pn_test_scene_pop (scene);
  PnReadback upright = pn_test_render (scene, PN_DEPTH_8, 4, PN_ALPHA_PREMULTIPLIED);
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++) {
    gboolean is_on_its_side = maps[i].xx > -0.5;
    PnRenderTarget target = {.width = is_on_its_side ? 61 : 97,
                             .height = is_on_its_side ? 97 : 61,
                             .samples = 4,
                             .has_map = TRUE,
                             .px_from_doc = maps[i]};
    g_autoptr (PnRenderer) renderer = pn_test_renderer (scene);
    PnReadback out = pn_test_render_with (renderer, scene, &target, PN_ALPHA_PREMULTIPLIED);

    for (int y = 0; y < 61; y++)
      for (int x = 0; x < 97; x++) {
        PnVec2 p = pn_affine_apply (&maps[i], pn_vec2 (x + 0.5, y + 0.5));

        for (int c = 0; c < 4; c++)
          g_assert_cmpint (pn_test_channel (&out, (int)p.x, (int)p.y, c), ==,
                           pn_test_channel (&upright, x, y, c));
      }
    pn_readback_clear (&out);
  }
  pn_readback_clear (&upright);
}

/* And one at an angle shows what artwork at that angle would. */
static void
test_view_at_an_angle (void)
{
  PnAffine turn = {0.8, 0.6, -0.6, 0.8, 30, -7};
  g_autoptr (PnTestScene) turned = pn_test_scene_new (97, 61);
  g_autoptr (PnTestScene) plain = pn_test_scene_new (97, 61);
  g_autoptr (PnRenderer) renderer = pn_test_renderer (plain);
  PnRenderTarget target = pn_test_target (plain, PN_DEPTH_8, 4);
  pn_test_scene_add (turned, "noise", pn_test_picture_noise (80, 50, 7));
  pn_test_scene_add (plain, "noise", pn_test_picture_noise (80, 50, 7));
  pn_test_scene_draw (turned, "noise", 3, 3, pn_test_warp_affine, &turn, 1);
  pn_test_scene_draw (plain, "noise", 3, 3, pn_test_warp_affine, &PN_AFFINE_IDENTITY, 1);
  PnReadback expected = pn_test_render (turned, PN_DEPTH_8, 4, PN_ALPHA_PREMULTIPLIED);
  target.has_map = TRUE;
  target.px_from_doc = turn;
  PnReadback out = pn_test_render_with (renderer, plain, &target, PN_ALPHA_PREMULTIPLIED);
  pn_test_assert_same_pixels (&out, &expected);
  pn_readback_clear (&out);
  pn_readback_clear (&expected);
}

/* A bent picture against bilinear sampling in double, away from its edges. */
static void
test_turned (void)
{
  g_autoptr (PnTestScene) scene = pn_test_scene_new (160, 160);
  PnAffine map = {1.2, 0.5, -0.5, 1.2, 55.3, 10.7}, back;
  PnPicture *picture = pn_test_picture_noise (70, 70, 3);
  const guint8 *in = g_bytes_get_data (picture->pixels, NULL);
  int n_inside = 0;

  pn_affine_invert (&map, &back);
  pn_test_scene_add (scene, "noise", picture);
  pn_test_scene_draw (scene, "noise", 7, 5, pn_test_warp_affine, &map, 1);
  PnReadback out = pn_test_render (scene, PN_DEPTH_8, 4, PN_ALPHA_PREMULTIPLIED);
  for (int y = 0; y < 160; y++)
    for (int x = 0; x < 160; x++) {
      PnVec2 p = pn_affine_apply (&back, pn_vec2 (x + 0.5, y + 0.5));
      double u = p.x - 0.5, v = p.y - 0.5, fu = u - floor (u), fv = v - floor (v);

      if (u < 1 || v < 1 || u > 68 || v > 68)
        continue;
      n_inside++;
      for (int c = 0; c < 4; c++) {
        double value = 0;

        for (int k = 0; k < 4; k++) {
          const guint8 *texel =
              in + 4 * (((int)floor (v) + (k >> 1)) * 70 + (int)floor (u) + (k & 1));
          double weight = (k & 1 ? fu : 1 - fu) * (k >> 1 ? fv : 1 - fv);

          value += weight * (c == 3 ? texel[3] : (texel[c] * texel[3] + 127) / 255);
        }
        g_assert_cmpfloat (fabs (pn_test_channel (&out, x, y, c) - value), <=, 1);
      }
    }
  g_assert_cmpint (n_inside, >, 5000);
  pn_readback_clear (&out);
}

/* BR41: red in a surrounding that is white and clear, half a pixel aside, stays red at its edges. */
static void
test_no_halo (void)
{
  guint8 *pixels = g_malloc (20 * 20 * 4);

  for (int i = 0; i < 400; i++) {
    int x = i % 20, y = i / 20;
    gboolean red = x >= 5 && x < 15 && y >= 5 && y < 15;
    const guint8 color[] = {255, red ? 0 : 255, red ? 0 : 255, red ? 255 : 0};

    memcpy (pixels + 4 * i, color, 4);
  }
  for (PnDepth depth = PN_DEPTH_8; depth <= PN_DEPTH_16; depth++) {
    g_autoptr (PnTestScene) scene = pn_test_scene_new (24, 24);
    int full = depth == PN_DEPTH_8 ? 255 : 65535, n_edge = 0;

    pn_test_scene_add (
        scene, "square",
        pn_test_picture_new (20, 20, PN_PIXELS_RGBA8, g_memdup2 (pixels, 20 * 20 * 4)));
    pn_test_scene_place (scene, "square", 2.5, 2.5, 1);
    PnReadback out = pn_test_render (scene, depth, 4, PN_ALPHA_STRAIGHT);
    for (int y = 0; y < 24; y++)
      for (int x = 0; x < 24; x++) {
        int a = pn_test_channel (&out, x, y, 3);

        n_edge += a > 0 && a < full;
        pn_test_assert_pixel (&out, x, y, a > 0 ? full : 0, 0, 0, a, full / 100);
      }
    g_assert_cmpint (n_edge, ==, 40); /* straight alpha would give (255, 127, 127) at all of them */
    pn_readback_clear (&out);
  }
  g_free (pixels);
}

static PnVec2
wave_cb (PnVec2 p, gconstpointer data)
{
  return (PnVec2){p.x + 3.3 * sin (p.y / 9) + 4.1, p.y + 2.7 * cos (p.x / 7) + 3.9};
}

/* BR41: no line where triangles of half-clear artwork meet, whatever they look like. */
static void
test_no_seams (void)
{
  for (int bent = 0; bent < 2; bent++)
    for (int samples = 1; samples <= 4; samples += 3)
      for (PnDepth depth = PN_DEPTH_8; depth <= PN_DEPTH_16; depth++) {
        g_autoptr (PnTestScene) scene = pn_test_scene_new (80, 80);
        PnAffine map = {1, 0.37, -0.21, 1, 7.3, -4.9};
        int unit = depth == PN_DEPTH_8 ? 1 : 257;

        pn_test_scene_add (scene, "flat", pn_test_picture_flat (64, 64, 255, 0, 0, 128));
        if (bent)
          pn_test_scene_draw (scene, "flat", 9, 9, wave_cb, NULL, 1);
        else
          pn_test_scene_draw (scene, "flat", 1, 1, pn_test_warp_affine, &map, 1);
        PnReadback out = pn_test_render (scene, depth, samples, PN_ALPHA_PREMULTIPLIED);
        for (int y = 16; y < 60; y++)
          for (int x = 16; x < 56; x++)
            pn_test_assert_pixel (&out, x, y, 128 * unit, 0, 0, 128 * unit, unit);
        pn_readback_clear (&out);
      }
}

/* A group's opacity counts once, where its members overlap too. */
static void
test_group_opacity (void)
{
  for (PnDepth depth = PN_DEPTH_8; depth <= PN_DEPTH_16; depth++) {
    g_autoptr (PnTestScene) group = pn_test_scene_new (60, 40);
    g_autoptr (PnTestScene) each = pn_test_scene_new (60, 40);
    int unit = depth == PN_DEPTH_8 ? 1 : 257;

    for (int i = 0; i < 2; i++) {
      PnTestScene *scene = i == 0 ? group : each;
      double opacity = i == 0 ? 1 : 0.5;

      pn_test_scene_add (scene, "red", pn_test_picture_flat (30, 30, 255, 0, 0, 255));
      pn_test_scene_add (scene, "blue", pn_test_picture_flat (30, 30, 0, 0, 255, 255));
      if (i == 0)
        pn_test_scene_push (scene, (PnBox){5, 5, 50, 35}, 0.5);
      pn_test_scene_place (scene, "red", 5, 5, opacity);
      pn_test_scene_place (scene, "blue", 20, 5, opacity);
      if (i == 0)
        pn_test_scene_pop (scene);
    }
    PnReadback one = pn_test_render (group, depth, 4, PN_ALPHA_PREMULTIPLIED);
    PnReadback two = pn_test_render (each, depth, 4, PN_ALPHA_PREMULTIPLIED);
    pn_test_assert_pixel (&one, 10, 20, 128 * unit, 0, 0, 128 * unit, unit);
    pn_test_assert_pixel (&one, 25, 20, 0, 0, 128 * unit, 128 * unit, unit);
    pn_test_assert_pixel (&one, 45, 20, 0, 0, 128 * unit, 128 * unit, unit);
    pn_test_assert_pixel (&one, 2, 2, 0, 0, 0, 0, 0);
    pn_test_assert_pixel (&one, 10, 37, 0, 0, 0, 0, 0);
    /* The wrong answer: red shines through, and the overlap is darker. */
    pn_test_assert_pixel (&two, 25, 20, 64 * unit, 0, 128 * unit, 191 * unit, unit);
    pn_readback_clear (&one);
    pn_readback_clear (&two);
  }
}

/* Groups in groups, beside each other and one after the other, over a background. */
static void
test_nested_groups (void)
{
  g_autoptr (PnTestScene) scene = pn_test_scene_new (50, 50);
  g_autoptr (PnRenderer) renderer = pn_test_renderer (scene);
  PnRenderTarget target = pn_test_target (scene, PN_DEPTH_8, 4);

  target.has_background = TRUE;
  target.background[0] = 10;
  target.background[1] = 200;
  target.background[2] = 77;
  pn_test_scene_add (scene, "red", pn_test_picture_flat (20, 20, 255, 0, 0, 255));
  pn_test_scene_push (scene, (PnBox){0, 0, 50, 50}, 0.5);
  pn_test_scene_place (scene, "red", 0, 0, 1);
  pn_test_scene_push (scene, (PnBox){10, 10, 40, 40}, 0.5);
  pn_test_scene_place (scene, "red", 10, 10, 1);
  pn_test_scene_push (scene, (PnBox){20, 20, 50, 50}, 0.5);
  pn_test_scene_place (scene, "red", 20, 20, 1);
  pn_test_scene_pop (scene);
  pn_test_scene_pop (scene);
  pn_test_scene_push (scene, (PnBox){0, 30, 10, 50}, 0.2);
  pn_test_scene_place (scene, "red", -5, 30, 1);
  pn_test_scene_pop (scene);
  pn_test_scene_pop (scene);

  PnReadback out = pn_test_render_with (renderer, scene, &target, PN_ALPHA_STRAIGHT);
  const struct {
    int x, y;
    double alpha;
  } places[] = {
      {5, 5, 0.5},     /* outer alone */
      {15, 15, 0.5},   /* outer over which the middle changes nothing */
      {25, 15, 0.25},  /* middle alone */
      {25, 25, 0.25},  /* middle over which the innermost changes nothing */
      {35, 35, 0.125}, /* innermost */
      {45, 45, 0},     /* cut off by the bounds of the middle one */
      {5, 40, 0.1},    /* the second inside the outer one */
      {5, 25, 0},
  };
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    double a = places[i].alpha;

    pn_test_assert_pixel (&out, places[i].x, places[i].y, (int)(255 * a + 10 * (1 - a) + 0.5),
                          (int)(200 * (1 - a) + 0.5), (int)(77 * (1 - a) + 0.5), 255, 2);
  }
  pn_readback_clear (&out);
}

static void
test_bounds_clip (void)
{
  g_autoptr (PnTestScene) scene = pn_test_scene_new (40, 40);

  pn_test_scene_add (scene, "red", pn_test_picture_flat (30, 30, 255, 0, 0, 255));
  pn_test_scene_push (scene, (PnBox){9.6, 12, 20.4, 21}, 1);
  pn_test_scene_place (scene, "red", 5, 5, 1);
  pn_test_scene_pop (scene);
  PnReadback out = pn_test_render (scene, PN_DEPTH_8, 4, PN_ALPHA_STRAIGHT);
  for (int y = 0; y < 40; y++)
    for (int x = 0; x < 40; x++) {
      gboolean inside = x >= 9 && x < 21 && y >= 12 && y < 21;

      pn_test_assert_pixel (&out, x, y, inside ? 255 : 0, 0, 0, inside ? 255 : 0, 0);
    }
  pn_readback_clear (&out);
}

static PnPicture *
checker (int side)
{
  guint8 *pixels = g_malloc ((gsize)side * (gsize)side * 4);

  for (int i = 0; i < side * side; i++) {
    gboolean on = (i % side + i / side) % 2;
    const guint8 color[] = {on ? 255 : 0, 0, on ? 255 : 64, 255};

    memcpy (pixels + 4 * (gsize)i, color, 4);
  }
  return pn_test_picture_new (side, side, PN_PIXELS_RGBA8, pixels);
}

static PnVec2
lean_cb (PnVec2 p, gconstpointer data)
{
  return (PnVec2){p.x + 40 * sin (p.y / 400), p.y + 25 * sin (p.x / 300)};
}

/* BR40: a fine pattern on a bent mesh at full size. No green appears, 16 bits say what 8 do, and
 * one run is like another. */
static void
test_depths_agree (void)
{
  g_autoptr (PnTestScene) scene = pn_test_scene_new (1500, 1500);
  PnReadback eight = {0}, sixteen = {0};

  pn_test_scene_add (scene, "checker", checker (1500));
  pn_test_scene_draw (scene, "checker", 20, 20, lean_cb, NULL, 1);
  for (int run = 0; run < 3; run++) {
    PnReadback a = pn_test_render (scene, PN_DEPTH_8, 4, PN_ALPHA_PREMULTIPLIED);
    PnReadback b = pn_test_render (scene, PN_DEPTH_16, 4, PN_ALPHA_PREMULTIPLIED);

    if (run > 0) {
      pn_test_assert_same_pixels (&a, &eight);
      pn_test_assert_same_pixels (&b, &sixteen);
      pn_readback_clear (&eight);
      pn_readback_clear (&sixteen);
    }
    eight = a;
    sixteen = b;
  }
  for (int y = 0; y < 1500; y++)
    for (int x = 0; x < 1500; x++) {
      g_assert_cmpint (pn_test_channel (&eight, x, y, 1), ==, 0);
      g_assert_cmpint (pn_test_channel (&sixteen, x, y, 1), ==, 0);
      for (int c = 0; c < 4; c++)
        g_assert_cmpint (ABS ((pn_test_channel (&sixteen, x, y, c) + 128) / 257 -
                              pn_test_channel (&eight, x, y, c)),
                         <=, 1);
    }
  pn_readback_clear (&eight);
  pn_readback_clear (&sixteen);
}

/* 16 bits in, more than 8 out. */
static void
test_deep_gradient (void)
{
  g_autoptr (PnTestScene) scene = pn_test_scene_new (1024, 1);
  guint16 *pixels = g_new (guint16, 1024 * 4);
  int n_steps = 0;

  for (int x = 0; x < 1024; x++)
    for (int c = 0; c < 4; c++)
      pixels[4 * x + c] = c < 3 ? (guint16)(32768 + 16 * x) : 65535;
  pn_test_scene_add (scene, "gradient", pn_test_picture_new (1024, 1, PN_PIXELS_RGBA16, pixels));
  pn_test_scene_place (scene, "gradient", 0, 0, 1);
  PnReadback out = pn_test_render (scene, PN_DEPTH_16, 1, PN_ALPHA_STRAIGHT);
  for (int x = 0; x < 1024; x++) {
    /* 11 bits of a half float: steps of 32 in this half of the range. */
    pn_test_assert_pixel (&out, x, 0, 32768 + 16 * x, 32768 + 16 * x, 32768 + 16 * x, 65535, 16);
    n_steps += x > 0 && pn_test_channel (&out, x, 0, 0) != pn_test_channel (&out, x - 1, 0, 0);
  }
  g_assert_cmpint (n_steps, >, 500); /* 8 bits: 64 */
  pn_readback_clear (&out);
}

/* A fine pattern made smaller turns grey and does not flicker. */
static void
test_smaller (void)
{
  const double scales[] = {0.5, 0.3, 0.21, 0.1, 0.07};
  double extremes[2][2] = {{255, 0}, {255, 0}};

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++) {
    g_autoptr (PnTestScene) scene = pn_test_scene_new (60, 60);
    PnAffine map = {scales[i], 0, 0, scales[i], -5.3, -4.1};

    pn_test_scene_add (scene, "checker", checker (1001));
    pn_test_scene_draw (scene, "checker", 3, 3, pn_test_warp_affine, &map, 1);
    PnReadback out = pn_test_render (scene, PN_DEPTH_8, 4, PN_ALPHA_STRAIGHT);
    for (int y = 0; y < 60; y++)
      for (int x = 0; x < 60; x++) {
        double red = pn_test_channel (&out, x, y, 0);

        extremes[i > 0][0] = MIN (extremes[i > 0][0], red);
        extremes[i > 0][1] = MAX (extremes[i > 0][1], red);
      }
    pn_readback_clear (&out);
  }
  /* Half size still shows half of level 0; smaller ones only what was averaged. */
  g_assert_cmpfloat (extremes[0][0], >=, 127 - 45);
  g_assert_cmpfloat (extremes[0][1], <=, 128 + 45);
  g_assert_cmpfloat (extremes[1][0], >=, 127 - 3);
  g_assert_cmpfloat (extremes[1][1], <=, 128 + 3);
}

/* White, with a clear margin. */
static guint8 *
square_pixels (int side, int margin)
{
  guint8 *pixels = g_malloc0 ((gsize)side * (gsize)side * 4);

  for (int y = margin; y < side - margin; y++)
    memset (pixels + 4 * (gsize)(y * side + margin), 255, 4 * (gsize)(side - 2 * margin));
  return pixels;
}

/* The picture's middle stays where it is at every reduction. */
static void
test_smaller_stays_in_place (void)
{
  for (int n = 2; n < 40; n += 5) {
    g_autoptr (PnTestScene) scene = pn_test_scene_new (64, 64);
    PnAffine map = {1.0 / n, 0, 0, 1.0 / n, 32 - 201.0 / (2 * n), 32 - 201.0 / (2 * n)};
    double sum = 0, sum_x = 0, sum_y = 0;

    pn_test_scene_add (scene, "square",
                       pn_test_picture_new (201, 201, PN_PIXELS_RGBA8, square_pixels (201, 50)));
    pn_test_scene_draw (scene, "square", 1, 1, pn_test_warp_affine, &map, 1);
    PnReadback out = pn_test_render (scene, PN_DEPTH_8, 4, PN_ALPHA_PREMULTIPLIED);
    for (int y = 0; y < 64; y++)
      for (int x = 0; x < 64; x++) {
        double a = pn_test_channel (&out, x, y, 3);

        sum += a;
        sum_x += a * (x + 0.5);
        sum_y += a * (y + 0.5);
      }
    g_assert_cmpfloat (fabs (sum_x / sum - 32), <, 0.02);
    g_assert_cmpfloat (fabs (sum_y / sum - 32), <, 0.02);
    pn_readback_clear (&out);
  }
}

static void
test_background (void)
{
  for (PnDepth depth = PN_DEPTH_8; depth <= PN_DEPTH_16; depth++) {
    g_autoptr (PnTestScene) scene = pn_test_scene_new (9, 9);
    g_autoptr (PnRenderer) renderer = pn_test_renderer (scene);
    PnRenderTarget target = pn_test_target (scene, depth, 4);
    int unit = depth == PN_DEPTH_8 ? 1 : 257;

    pn_test_scene_add (scene, "red", pn_test_picture_flat (5, 9, 255, 0, 0, 128));
    pn_test_scene_place (scene, "red", 0, 0, 1);
    PnReadback clear = pn_test_render_with (renderer, scene, &target, PN_ALPHA_STRAIGHT);
    target.has_background = TRUE;
    target.background[0] = 12;
    target.background[1] = 34;
    target.background[2] = 251;
    PnReadback laid = pn_test_render_with (renderer, scene, &target, PN_ALPHA_STRAIGHT);
    pn_test_assert_pixel (&clear, 2, 4, 255 * unit, 0, 0, 128 * unit, unit);
    pn_test_assert_pixel (&clear, 7, 4, 0, 0, 0, 0, 0);
    pn_test_assert_pixel (&laid, 2, 4, 134 * unit, 17 * unit, 125 * unit, 255 * unit, unit);
    /* A half float holds a level of 8 bits to an eighth of a step, however it is rounded. */
    pn_test_assert_pixel (&laid, 7, 4, 12 * unit, 34 * unit, 251 * unit, 255 * unit,
                          depth == PN_DEPTH_8 ? 0 : 32);
    pn_readback_clear (&clear);
    pn_readback_clear (&laid);
  }
}

static void
test_sizes (void)
{
  const int sizes[][2] = {{1, 1}, {1, 7}, {7, 1}, {3, 5}, {63, 65}, {257, 2}};

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (int samples = 1; samples <= 4; samples += 3)
      for (PnDepth depth = PN_DEPTH_8; depth <= PN_DEPTH_16; depth++) {
        int width = sizes[i][0], height = sizes[i][1];
        int full = depth == PN_DEPTH_8 ? 255 : 65535;
        g_autoptr (PnTestScene) scene = pn_test_scene_new (width, height);

        pn_test_scene_add (scene, "dot", pn_test_picture_flat (1, 1, 0, 255, 0, 255));
        pn_test_scene_push (scene, everywhere, 1);
        pn_test_scene_place (scene, "dot", width - 1, height - 1, 1);
        pn_test_scene_pop (scene);
        PnReadback out = pn_test_render (scene, depth, samples, PN_ALPHA_STRAIGHT);
        for (int y = 0; y < height; y++)
          for (int x = 0; x < width; x++) {
            gboolean on = x == width - 1 && y == height - 1;

            pn_test_assert_pixel (&out, x, y, 0, on ? full : 0, 0, on ? full : 0, 0);
          }
        pn_readback_clear (&out);
      }
}

/* A part of the document, larger. */
static void
test_part (void)
{
  g_autoptr (PnTestScene) scene = pn_test_scene_new (100, 100);
  g_autoptr (PnRenderer) renderer = pn_test_renderer (scene);
  PnRenderTarget target = {.width = 60,
                           .height = 40,
                           .x0 = 20,
                           .y0 = 30,
                           .x1 = 50,
                           .y1 = 50,
                           .depth = PN_DEPTH_8,
                           .samples = 4};

  pn_test_scene_add (scene, "red", pn_test_picture_flat (10, 5, 255, 0, 0, 255));
  pn_test_scene_place (scene, "red", 25, 40, 1);
  PnReadback out = pn_test_render_with (renderer, scene, &target, PN_ALPHA_STRAIGHT);
  pn_test_assert_pixel (&out, 20, 25, 255, 0, 0, 255, 0);
  pn_test_assert_pixel (&out, 11, 21, 255, 0, 0, 255, 0);
  pn_test_assert_pixel (&out, 28, 28, 255, 0, 0, 255, 0);
  pn_test_assert_pixel (&out, 8, 25, 0, 0, 0, 0, 0);
  pn_test_assert_pixel (&out, 20, 31, 0, 0, 0, 0, 0);
  pn_readback_clear (&out);
}

static PnReadback
render_bent (void)
{
  g_autoptr (PnTestScene) scene = pn_test_scene_new (500, 400);

  pn_test_scene_add (scene, "noise", pn_test_picture_noise (400, 300, 5));
  pn_test_scene_draw (scene, "noise", 15, 15, lean_cb, NULL, 0.9);
  pn_test_scene_push (scene, everywhere, 0.6);
  pn_test_scene_draw (scene, "noise", 8, 8, wave_cb, NULL, 1);
  pn_test_scene_pop (scene);
  return pn_test_render (scene, PN_DEPTH_16, 4, PN_ALPHA_STRAIGHT);
}

static char *
hash_of (const PnReadback *out)
{
  return g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, out->bytes);
}

static void
threads_child (void)
{
  PnReadback out = render_bent ();
  g_autofree char *hash = hash_of (&out);

  g_assert_cmpstr (hash, ==, g_getenv ("PN_TEST_HASH"));
  pn_readback_clear (&out);
}

/* The same bytes from a driver with any number of threads. It reads the number when it starts. */
static void
test_threads (void)
{
  const char *numbers[] = {"0", "1", "3", "8"};
  PnReadback out = render_bent ();
  g_autofree char *hash = hash_of (&out);

  g_setenv ("PN_TEST_HASH", hash, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    g_setenv ("LP_NUM_THREADS", numbers[i], TRUE);
    g_test_trap_subprocess ("/gpu/renderer/threads/subprocess/child", 0, 0);
    g_test_trap_assert_passed ();
  }
  g_unsetenv ("LP_NUM_THREADS");
  pn_readback_clear (&out);
}

static void
test_missing_picture (void)
{
  g_autoptr (PnTestScene) scene = pn_test_scene_new (10, 10);
  g_autoptr (PnRenderer) renderer = pn_test_renderer (scene);
  PnRenderTarget target = pn_test_target (scene, PN_DEPTH_8, 1);
  g_autoptr (GError) error = NULL;
  PnReadback out = {.width = 42};

  pn_test_scene_add (scene, "a", pn_test_picture_flat (5, 5, 1, 2, 3, 255));
  pn_test_scene_place (scene, "a", 0, 0, 1);
  g_hash_table_remove_all (scene->pictures);
  g_assert_false (pn_renderer_render (renderer, pn_test_scene_frame (scene), &target,
                                      PN_ALPHA_STRAIGHT, &out, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_cmpint (out.width, ==, 42);
  g_clear_error (&error);

  /* Nor one of another size than was said. */
  pn_test_scene_add (scene, "b", pn_test_picture_flat (5, 5, 1, 2, 3, 255));
  g_array_set_size (scene->ops, 0);
  pn_test_scene_place (scene, "b", 0, 0, 1);
  g_array_index (scene->ops, PnOp, 0).draw.texture.width = 6;
  g_assert_false (pn_renderer_render (renderer, pn_test_scene_frame (scene), &target,
                                      PN_ALPHA_STRAIGHT, &out, &error));
  g_assert_error (error, PN_GPU_ERROR, PN_GPU_ERROR_FAILED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/renderer/identity", test_identity);
  g_test_add_func ("/gpu/renderer/turned", test_turned);
  g_test_add_func ("/gpu/renderer/turned-view", test_turned_view);
  g_test_add_func ("/gpu/renderer/view-at-an-angle", test_view_at_an_angle);
  g_test_add_func ("/gpu/renderer/no-halo", test_no_halo);
  g_test_add_func ("/gpu/renderer/no-seams", test_no_seams);
  g_test_add_func ("/gpu/renderer/group-opacity", test_group_opacity);
  g_test_add_func ("/gpu/renderer/nested-groups", test_nested_groups);
  g_test_add_func ("/gpu/renderer/bounds-clip", test_bounds_clip);
  g_test_add_func ("/gpu/renderer/depths-agree", test_depths_agree);
  g_test_add_func ("/gpu/renderer/deep-gradient", test_deep_gradient);
  g_test_add_func ("/gpu/renderer/smaller", test_smaller);
  g_test_add_func ("/gpu/renderer/smaller-stays-in-place", test_smaller_stays_in_place);
  g_test_add_func ("/gpu/renderer/background", test_background);
  g_test_add_func ("/gpu/renderer/sizes", test_sizes);
  g_test_add_func ("/gpu/renderer/part", test_part);
  g_test_add_func ("/gpu/renderer/threads", test_threads);
  g_test_add_func ("/gpu/renderer/threads/subprocess/child", threads_child);
  g_test_add_func ("/gpu/renderer/missing-picture", test_missing_picture);
  int status = g_test_run ();
  pn_test_assert_gpu_is_clean ();
  return status;
}
