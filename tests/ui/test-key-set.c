/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-key-set.h"

#include <math.h>

#include "pn-random.h"

#define SEED 20261204
#define N_TRACKS 5
#define N_FRAMES 12

/* All keys there are, and by number which of them are in. */
typedef struct {
  PnKeySet set;
  gboolean is_in[N_TRACKS][N_FRAMES];
} Pair;

static PnKeyRef
get_ref (guint track, guint frame)
{
  static const PnKeyRef tracks[N_TRACKS] = {
      {PN_TARGET_LAYER, 3, PN_PROPERTY_POSITION, 0}, {PN_TARGET_LAYER, 3, PN_PROPERTY_OPACITY, 0},
      {PN_TARGET_LAYER, 9, PN_PROPERTY_POSITION, 0}, {PN_TARGET_PIN, 3, PN_PROPERTY_POSITION, 0},
      {PN_TARGET_PIN, 4, PN_PROPERTY_POSITION, 0},
  };
  PnKeyRef ref = tracks[track];

  /* A change of rate leaves keys between frames. */
  ref.frame = frame * 1.25;
  return ref;
}

static void
assert_same (const Pair *pair)
{
  guint n = 0;

  for (guint i = 0; i < N_TRACKS; i++) {
    for (guint j = 0; j < N_FRAMES; j++) {
      PnKeyRef ref = get_ref (i, j);
      g_assert_cmpint (pn_key_set_has (&pair->set, &ref), ==, pair->is_in[i][j]);
      n += pair->is_in[i][j];
    }
  }
  g_assert_cmpuint (pn_key_set_n_keys (&pair->set), ==, n);
  for (guint i = 1; i < n; i++)
    g_assert_cmpint (
        pn_key_ref_compare (pn_key_set_get (&pair->set, i - 1), pn_key_set_get (&pair->set, i)), <,
        0);
}

/* Against a table. */
static void
test_members (void)
{
  PnRandom random = pn_random (SEED);
  Pair pair = {0};

  pn_key_set_init (&pair.set);
  for (int i = 0; i < 3000; i++) {
    PnKeyRef refs[6];
    guint n_refs = (guint)pn_random_below (&random, G_N_ELEMENTS (refs) + 1);
    gboolean was_in[N_TRACKS][N_FRAMES];
    guint what = (guint)pn_random_below (&random, 20);

    memcpy (was_in, pair.is_in, sizeof was_in);
    for (guint j = 0; j < n_refs; j++) {
      guint track = (guint)pn_random_below (&random, N_TRACKS);
      guint frame = (guint)pn_random_below (&random, N_FRAMES);
      refs[j] = get_ref (track, frame);
      pair.is_in[track][frame] = what < 8 || (what < 13 && !was_in[track][frame]);
    }
    if (what < 8)
      pn_key_set_add (&pair.set, refs, n_refs);
    else if (what < 13)
      pn_key_set_toggle (&pair.set, refs, n_refs);
    else
      pn_key_set_remove (&pair.set, refs, n_refs);
    assert_same (&pair);
  }
  pn_key_set_finish (&pair.set);
}

static PnTrack *
make_track (PnTargetKind kind, PnId target, const double *frames, guint n_frames)
{
  PnTrack *track = pn_track_new (kind, target, PN_PROPERTY_POSITION);

  for (guint i = 0; i < n_frames; i++) {
    PnKey key = {.frame = frames[i]};
    pn_track_set_key (track, &key);
  }
  return track;
}

static void
test_prune (void)
{
  const double frames[] = {0, 2.5, 7};
  g_autoptr (PnTrack) here = make_track (PN_TARGET_PIN, 3, frames, 3);
  g_autoptr (PnTrack) gone = make_track (PN_TARGET_PIN, 2, frames, 3);
  g_autoptr (PnRoot) root = pn_root_new (10, 10, 24, 1);
  PnKeySet set;
  PnKeyRef refs[] = {
      pn_key_ref (gone, 0),   pn_key_ref (gone, 7), pn_key_ref (here, 0),
      pn_key_ref (here, 2.5), pn_key_ref (here, 3),
  };
  guint first;

  pn_node_list_insert (&root->tracks, 0, here);
  pn_key_set_init (&set);
  pn_key_set_add (&set, refs, G_N_ELEMENTS (refs));
  g_assert_cmpuint (pn_key_set_find_track (&set, gone, &first), ==, 2);
  g_assert_cmpuint (first, ==, 0);
  g_assert_cmpuint (pn_key_set_find_track (&set, here, &first), ==, 3);
  g_assert_cmpuint (first, ==, 2);
  g_assert_true (pn_key_set_prune (&set, root));
  g_assert_cmpuint (pn_key_set_n_keys (&set), ==, 2);
  g_assert_true (pn_key_set_has_all (&set, &refs[2], 2));
  g_assert_false (pn_key_set_prune (&set, root));
  pn_key_set_finish (&set);
}

static void
test_shift (void)
{
  const double frames[] = {0, 10, 11, 20};
  g_autoptr (PnTrack) track = make_track (PN_TARGET_PIN, 3, frames, 4);
  PnKeySet set;
  double first, last;

  pn_key_set_init (&set);
  g_assert_false (pn_key_set_get_range (&set, &first, &last));
  for (guint i = 1; i < 4; i++) {
    PnKeyRef ref = pn_key_ref (track, frames[i]);
    pn_key_set_add (&set, &ref, 1);
  }
  PnKeyShift later = {.delta = 3, .scale = 1};
  g_assert_true (pn_key_set_shift (&set, &later));
  g_assert_true (pn_key_set_get_range (&set, &first, &last));
  g_assert_cmpint ((int)first, ==, 13);
  g_assert_cmpint ((int)last, ==, 23);

  /* 13, 14, 23 in half the time would be 13, 13.5, 18: two keys cannot share a frame. */
  PnKeyShift narrow = {.about = 13, .scale = 0.4, .snap = PN_KEY_SHIFT_SNAP};
  g_assert_false (pn_key_set_shift (&set, &narrow));
  g_assert_cmpint ((int)pn_key_set_get (&set, 2)->frame, ==, 23);
  PnKeyShift wide = {.about = 13, .scale = 1.3, .snap = PN_KEY_SHIFT_SNAP};
  g_assert_true (pn_key_set_shift (&set, &wide));
  g_assert_cmpint ((int)pn_key_set_get (&set, 0)->frame, ==, 13);
  g_assert_cmpint ((int)pn_key_set_get (&set, 1)->frame, ==, 14);
  g_assert_cmpint ((int)pn_key_set_get (&set, 2)->frame, ==, 26);

  PnKeyShift before_all = {.delta = -14, .scale = 1};
  g_assert_false (pn_key_set_shift (&set, &before_all));
  g_assert_cmpint ((int)pn_key_set_get (&set, 0)->frame, ==, 13);
  pn_key_set_finish (&set);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/key-set/members", test_members);
  g_test_add_func ("/ui/key-set/prune", test_prune);
  g_test_add_func ("/ui/key-set/shift", test_shift);
  return g_test_run ();
}
