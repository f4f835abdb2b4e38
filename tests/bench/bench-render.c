/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A frame of 1920 x 1080 in its three steps, in ms: what the processor does before (submit), the
 * device (wait), and the read-back with straight alpha (take); beside them the processor time of all
 * threads for the whole frame, which a busy machine does not change. The scene: a backdrop, a figure bent
 * through 3,600 cells, and two half-clear groups. */

#include <stdlib.h>
#include <time.h>

#include "pn-gpu-drawing-private.h"
#include "pn-test-gpu.h"

#define N_RUNS 21

static PnVec2
bend_cb (PnVec2 p, gconstpointer data)
{
  const double *scale = data;
  double bow = (p.y - 500) / 500;

  return (PnVec2){300 + *scale * (p.x + 120 * bow * bow), 40 + *scale * (p.y + 20 * bow)};
}

static PnTestScene *
make_scene (double scale)
{
  PnTestScene *scene = pn_test_scene_new (1920, 1080);
  PnBox all = {0, 0, 1920, 1080}, part = {200, 200, 1000, 800};

  pn_test_scene_add (scene, "backdrop", pn_test_picture_flat (1920, 1080, 40, 90, 160, 255));
  pn_test_scene_add (scene, "figure", pn_test_picture_noise (1200, 1000, 1));
  pn_test_scene_add (scene, "limb", pn_test_picture_noise (600, 500, 2));
  pn_test_scene_place (scene, "backdrop", 0, 0, 1);
  pn_test_scene_draw (scene, "figure", 60, 60, bend_cb, &scale, 1);
  pn_test_scene_push (scene, all, 0.5);
  pn_test_scene_place (scene, "limb", 1000.5, 300.5, 1);
  pn_test_scene_pop (scene);
  pn_test_scene_push (scene, part, 0.5);
  pn_test_scene_place (scene, "limb", 250, 240, 1);
  pn_test_scene_pop (scene);
  return scene;
}

static gint64
processor_us (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
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
run (PnGpuDevice *device, double scale, PnDepth depth, int samples)
{
  static const float clear[4];
  g_autoptr (PnTestScene) scene = make_scene (scale);
  g_autoptr (GError) error = NULL;
  PnRenderTarget target = pn_test_target (scene, depth, samples);
  PnGpuDrawing drawing = {0};
  PnReadback out = {0};
  PnGpuView view;
  PnGpuPlan plan;
  gint64 submit[N_RUNS], wait[N_RUNS], take[N_RUNS], processor[N_RUNS],
      first = g_get_monotonic_time ();

  pn_gpu_drawing_init (&drawing, device, scene->cache, (gsize)1 << 30, &error);
  g_assert_no_error (error);
  pn_gpu_drawing_prepare (&drawing, depth, samples, &error);
  pn_gpu_view_init (&view, pn_test_scene_frame (scene), &target, &error);
  pn_readback_init (&out, target.width, target.height, depth, &error);
  for (int i = -1; i < N_RUNS; i++) {
    gint64 t0 = g_get_monotonic_time (), t1, t2, used = processor_us ();

    pn_gpu_plan_init (&plan, &scene->frame, &view, (PnGpuRect){0, 0, 1920, 1080});
    pn_gpu_drawing_submit (&drawing, &plan, &view, clear, NULL, &error);
    t1 = g_get_monotonic_time ();
    pn_gpu_drawing_wait (&drawing, &error);
    t2 = g_get_monotonic_time ();
    pn_gpu_drawing_take (&drawing, PN_ALPHA_STRAIGHT, &out, &error);
    g_assert_no_error (error);
    pn_gpu_plan_clear (&plan);
    if (i < 0) {
      first = g_get_monotonic_time () - first;
      continue;
    }
    submit[i] = t1 - t0;
    wait[i] = t2 - t1;
    take[i] = g_get_monotonic_time () - t2;
    processor[i] = processor_us () - used;
  }
  g_print ("%s,%g,%d,%d,%.1f,%.2f,%.2f,%.2f,%.1f\n", pn_gpu_device_name (device->gpu), scale,
           depth == PN_DEPTH_8 ? 8 : 16, samples, (double)first / 1000, median_ms (submit),
           median_ms (wait), median_ms (take), median_ms (processor));
  pn_readback_clear (&out);
  pn_gpu_drawing_clear (&drawing);
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  PnGpu *gpu = pn_gpu_get (PN_GPU_ANY, &error);

  g_assert_no_error (error);
  g_autoptr (PnGpuDevice) device = pn_gpu_acquire_device (gpu, &error);
  g_assert_no_error (error);
  g_print ("device,scale,depth,samples,first_ms,submit_ms,wait_ms,take_ms,processor_ms\n");
  for (int i = 0; i < 8; i++)
    run (device, i & 4 ? 0.6 : 1, i & 2 ? PN_DEPTH_16 : PN_DEPTH_8, i & 1 ? 4 : 1);
  return 0;
}
