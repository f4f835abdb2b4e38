/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All keys of a large film moved at once, in ms of the interface's thread: an update while they are
 * dragged, and the end of it, with the step in the history and in the journal. Beside each is what it
 * may take, a frame of 60 Hz. */

#include "pn-bench.h"
#include "pn-editor.h"
#include "pn-test-folder.h"
#include "pn-timeline-model.h"

#define N_LAYERS 80
#define N_KEYS 200 /* of each of a layer's properties */

#define N_RUNS 5
#define FRAME_MS (1000.0 / 60)

static void
add_tracks (PnRoot *root, PnId layer)
{
  for (guint property = 0; property <= PN_PROPERTY_OPACITY; property++) {
    g_autoptr (PnTrack) track = pn_track_new (PN_TARGET_LAYER, layer, (PnProperty)property);
    for (guint i = 0; i < N_KEYS; i++) {
      PnKey key = {.frame = i, .value = {0.25 + i * 0.001, 0.5}, .ease = {.kind = PN_EASE_IN}};
      pn_track_set_key (track, &key);
    }
    guint at = 0;
    while (at < root->tracks.n_items && pn_track_compare (root->tracks.items[at], track) < 0)
      at++;
    pn_node_list_insert (&root->tracks, at, track);
  }
}

static PnRoot *
make_root (void)
{
  PnRoot *root = pn_root_new (1920, 1080, 24, 1);

  for (guint i = 0; i < N_LAYERS; i++) {
    g_autoptr (PnLayer) layer = pn_layer_new (pn_root_make_id (root), "group", PN_LAYER_GROUP);
    pn_node_list_insert (&root->layers, i, layer);
    add_tracks (root, layer->id);
  }
  return root;
}

static void
report (const char *part, double *times_us)
{
  qsort (times_us, N_RUNS, sizeof *times_us, pn_bench_compare);
  double ms = times_us[N_RUNS / 2] / 1000;
  g_print ("%s,%u,%.2f,%.1f,%.2f\n", part, N_LAYERS * (PN_PROPERTY_OPACITY + 1) * N_KEYS, ms,
           FRAME_MS, ms / FRAME_MS);
}

/* One gesture: `delta` frames, or twice the distances. */
static void
bench_drag (PnTimelineModel *model, const char *update, const char *end, gboolean scales)
{
  double updates[N_RUNS], ends[N_RUNS];

  for (int i = 0; i < N_RUNS; i++) {
    pn_timeline_model_select_all (model);
    pn_timeline_model_begin_drag (model);
    double begin = pn_bench_now_us ();
    gboolean is_done = scales ? pn_timeline_model_drag_scale (model, 0, i % 2 == 0 ? 2 : 0.5)
                              : pn_timeline_model_drag_by (model, 1 + i, PN_KEY_MOVE);
    double middle = pn_bench_now_us ();
    g_assert_true (is_done);
    pn_timeline_model_end_drag (model, PN_DRAG_KEEP);
    updates[i] = middle - begin;
    ends[i] = pn_bench_now_us () - middle;
  }
  report (update, updates);
  report (end, ends);
}

int
main (int argc, char **argv)
{
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  g_autofree char *folder = pn_test_folder_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) root = make_root ();
  g_autoptr (PnSession) session = pn_session_new (root, folder, &error);
  PnTaskPool *pool = pn_task_pool_new (1);
  g_assert_no_error (error);
  PnEditor *editor = pn_editor_new (session, pool);

  g_print ("part,keys,ms,may_take_ms,share\n");
  bench_drag (pn_editor_get_timeline (editor), "move", "move_end", FALSE);
  bench_drag (pn_editor_get_timeline (editor), "scale", "scale_end", TRUE);
  g_object_unref (editor);
  g_clear_object (&session);
  pn_task_pool_free (pool);
  pn_test_folder_remove (folder);
  return 0;
}
