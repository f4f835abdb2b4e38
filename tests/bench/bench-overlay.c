/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is drawn over a canvas of 1920 x 1080, in ms of one processor: the parts that a worker draws, quickly while
 * something moves and finely at rest, and the handles, which the interface's own thread draws with
 * every frame. Beside each is what it may take: a frame of 60 Hz while something moves, a tenth of a
 * second at rest, and a quarter of a frame for the interface's thread. */

#include <stdlib.h>
#include <time.h>

#include "pn-overlay-sheet-private.h"
#include "pn-test-wires.h"

#define N_RUNS 21

#define FRAME_MS (1000.0 / 60)
#define REST_MS 100.0
#define HANDLES_MS (FRAME_MS / 4)

#define WIDTH 1920
#define HEIGHT 1080

/* The thread's own time: a busy machine does not change it. */
static gint64
now_us (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static int
compare_cb (const void *a, const void *b)
{
  gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
  return (x > y) - (x < y);
}

static double
median_ms (gint64 *times)
{
  qsort (times, N_RUNS, sizeof *times, compare_cb);
  return (double)times[N_RUNS / 2] / 1000;
}

static void
report (const char *part, guint size, const char *how, gint64 *times, double limit_ms)
{
  double ms = median_ms (times);
  g_print ("%s,%u,%s,%.2f,%.1f,%.2f\n", part, size, how, ms, limit_ms, ms / limit_ms);
}

static PnOverlayTerms
make_terms (PnOverlayQuality quality)
{
  PnOverlayTerms terms = {
      .view_from_doc = PN_AFFINE_IDENTITY,
      .view = {0, 0, WIDTH, HEIGHT},
      .scale_factor = 1,
      .quality = quality,
  };
  for (guint i = 0; i < PN_OVERLAY_N_COLORS; i++)
    terms.look.colors[i] = (GdkRGBA){0, 0.7F, 1, 1};
  return terms;
}

/* --- What a worker draws. */

/* A document of one picture's layer with a pin that goes round in circles, a key every 12 frames. */
static PnRoot *
make_root (guint n_frames, PnId *pin_id)
{
  PnRoot *root = pn_root_new (WIDTH, HEIGHT, 24, 1);
  PnLayer *layer = pn_layer_new (pn_root_make_id (root), "figure", PN_LAYER_IMAGE);
  PnMeshRecipe recipe = {PN_MESH_SILHOUETTE, 15, 8};
  PnPuppet *puppet = pn_puppet_new (&recipe, "0");
  PnPin *pin = pn_pin_new (pn_root_make_id (root), "hand", pn_vec2 (960, 540));
  PnTrack *track = pn_track_new (PN_TARGET_PIN, pin->id, PN_PROPERTY_POSITION);

  for (guint frame = 0; frame < n_frames; frame += 12) {
    PnKey key = {.frame = frame,
                 .value = {960 + 400 * cos (frame * 0.05), 540 + 300 * sin (frame * 0.031)}};
    pn_track_set_key (track, &key);
  }
  *pin_id = pin->id;
  layer->puppet = puppet;
  pn_node_list_insert (&puppet->pins, 0, pin);
  pn_node_list_insert (&root->layers, 0, layer);
  pn_node_list_insert (&root->tracks, 0, track);
  pn_node_unref (pin);
  pn_node_unref (layer);
  pn_node_unref (track);
  return root;
}

static void
bench_mesh (const PnRoot *root, guint n_triangles, PnMeshDisplay display, PnOverlayQuality quality)
{
  static const char *const displays[] = {"off", "outline", "mesh"};
  g_autoptr (PnFrame) frame = pn_test_frame_of_wires (root, n_triangles);
  PnOverlayTerms terms = make_terms (quality);
  gint64 times[N_RUNS];

  for (int i = -1; i < N_RUNS; i++) {
    GArray *layers = g_array_new (FALSE, TRUE, sizeof (guint));
    g_array_set_size (layers, 1);
    gint64 start = now_us ();
    PnOverlayPicture *picture = pn_overlay_picture_draw (
        &pn_overlay_mesh_kind, pn_overlay_mesh_new (frame, display, layers), &terms);
    if (i >= 0)
      times[i] = now_us () - start;
    pn_overlay_picture_free (&pn_overlay_mesh_kind, picture);
  }
  report (displays[display], (guint)pn_mesh_n_triangles (frame->layers[0].mesh),
          quality == PN_OVERLAY_FINE ? "finely" : "quickly", times,
          quality == PN_OVERLAY_FINE ? REST_MS : FRAME_MS);
}

static void
bench_path (guint n_frames)
{
  PnId pin;
  g_autoptr (PnRoot) root = make_root (n_frames, &pin);
  PnOverlayTerms terms = make_terms (PN_OVERLAY_QUICK);
  gint64 find[N_RUNS], draw[N_RUNS];

  for (int i = -1; i < N_RUNS; i++) {
    gint64 t0 = now_us ();
    gpointer path = pn_overlay_path_new (root, pin, 0);
    pn_overlay_path_get_places (path);
    gint64 t1 = now_us ();
    PnOverlayPicture *picture = pn_overlay_picture_draw (&pn_overlay_path_kind, path, &terms);
    if (i >= 0) {
      find[i] = t1 - t0;
      draw[i] = now_us () - t1;
    }
    pn_overlay_picture_free (&pn_overlay_path_kind, picture);
  }
  report ("path", n_frames, "found", find, FRAME_MS);
  report ("path", n_frames, "drawn", draw, FRAME_MS);
}

/* --- What the interface's thread draws. */

static void
bench_handles (guint n_handles)
{
  PnId pin;
  g_autoptr (PnRoot) root = make_root (500, &pin);
  PnOverlayTerms terms = make_terms (PN_OVERLAY_FINE);
  PnOverlayScene scene = {.look = terms.look,
                          .root = root,
                          .view_from_doc = terms.view_from_doc,
                          .view = terms.view,
                          .scale_factor = 1};
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  gint64 times[N_RUNS];

  for (int i = -1; i < N_RUNS; i++) {
    gint64 start = now_us ();
    cairo_t *cr = cairo_create (surface);
    for (guint j = 0; j < n_handles; j++) {
      PnHandle handle = {.kind = PN_HANDLE_PIN,
                         .id = pin,
                         .state = j % 4 == 0 ? PN_HANDLE_SELECTED : 0,
                         .reach = PN_TOOL_REACH_PEN,
                         .position_doc = {20.3 + 37 * (j % 50), 20.7 + 31 * (j / 50)}};
      pn_overlay_draw_handle (&scene, &handle, cr);
    }
    cairo_destroy (cr);
    if (i >= 0)
      times[i] = now_us () - start;
  }
  cairo_surface_destroy (surface);
  report ("pins", n_handles, "drawn", times, HANDLES_MS);
}

int
main (void)
{
  static const guint sizes[] = {1000, 7938, 15500, 40000};
  PnId pin;
  g_autoptr (PnRoot) root = make_root (1, &pin);

  g_print ("part,size,how,ms,limit_ms,ratio\n");
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    bench_mesh (root, sizes[i], PN_MESH_FULL, PN_OVERLAY_QUICK);
    bench_mesh (root, sizes[i], PN_MESH_FULL, PN_OVERLAY_FINE);
    bench_mesh (root, sizes[i], PN_MESH_OUTLINE, PN_OVERLAY_FINE);
  }
  bench_path (240);
  bench_path (PN_OVERLAY_PATH_FRAMES);
  bench_handles (30);
  bench_handles (300);
  return 0;
}
