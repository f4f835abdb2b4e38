/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Holding the pose. A new pin rests by default, and would pull the artwork back to rest at every
 * frame that other pins pose. So it is keyed at each of their keys where the artwork under it
 * stands. */
#include "pn-prepared-pin.h"

#include <string.h>

#include "pn-edit.h"
#include "pn-moments.h"
#include "pn-ops-private.h"

static int
compare_frames (gconstpointer a, gconstpointer b)
{
  const PnKey *left = a, *right = b;
  return left->frame < right->frame ? -1 : left->frame > right->frame;
}

/* An array of PnKey, of which the first, at frame 0, stands for a pin's static place.
 * (transfer full) */
static GArray *
keys_new (void)
{
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (PnKey));
  const PnKey at_start = {.frame = 0};

  return g_array_append_val (keys, at_start);
}

static void
set_static (PnPin *pin, const PnKey *key)
{
  pin->position_layer = key->value;
  pin->start_offset_layer = key->start_offset;
}

/* What moves artwork, positions first: their eases count. */
static const PnProperty posing[] = {PN_PROPERTY_POSITION, PN_PROPERTY_ROTATION, PN_PROPERTY_SCALE,
                                    PN_PROPERTY_STIFFNESS};

/* After the first, the keys of the layer's pins, one for each frame, with their eases.
 * (transfer full) */
static GArray *
gather_keys (const PnRoot *root, const PnLayer *layer)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (PnKey));
  GArray *keys = keys_new ();

  guint n_pins = layer->puppet->pins.n_items;
  for (guint i = 0; i < n_pins * G_N_ELEMENTS (posing); i++) {
    const PnPin *pin = layer->puppet->pins.items[i % n_pins];
    const PnTrack *track = pn_root_find_track (root, PN_TARGET_PIN, pin->id, posing[i / n_pins]);
    if (track != NULL)
      g_array_append_vals (all, track->keys, track->n_keys);
  }
  /* g_array_sort is a merge sort, so the first pin's ease stays in front at each frame. */
  g_array_sort (all, compare_frames);
  for (guint i = 0; i < all->len; i++)
    if (i == 0 ||
        compare_frames (&g_array_index (all, PnKey, i - 1), &g_array_index (all, PnKey, i)) != 0)
      g_array_append_val (keys, g_array_index (all, PnKey, i));
  g_array_unref (all);
  return keys;
}

/* The layer in a version in which the solver stops after its start. (transfer full) */
static PnRoot *
make_start (const PnRoot *root, const PnLayer *layer, const PnLayer **start_layer)
{
  g_autoptr (PnPuppet) puppet = pn_puppet_copy (layer->puppet);

  puppet->passes = 0;
  PnRoot *start_root = pn_edit_set_puppet (root, layer->id, puppet);
  *start_layer = pn_root_find_layer (start_root, layer->id, NULL, NULL);
  return start_root;
}

/* (transfer full) */
static double *
list_times (const PnKey *keys, guint n_keys)
{
  double *times = g_new (double, n_keys);

  for (guint i = 0; i < n_keys; i++)
    times[i] = keys[i].frame;
  return times;
}

/* Where the artwork stands, and what the solver's start has to add to that, so that a pin there
 * changes neither the start nor the pose. */
static void
put_places (PnKey *keys, guint n_keys, const PnVec2 *places, const PnVec2 *started)
{
  for (guint i = 0; i < n_keys; i++) {
    keys[i].value = places[i];
    keys[i].start_offset = pn_vec2_sub (started[i], places[i]);
  }
}

/* Puts into `keys` where the artwork that rests at `rest` stands at their frames. */
static gboolean
stand (PnOpCall *call,
       const PnRoot *root,
       const PnLayer *layer,
       PnVec2 rest,
       PnKey *keys,
       guint n_keys,
       GError **error)
{
  PnEvaluator *evaluator = call->context->evaluator;
  g_autofree double *times = list_times (keys, n_keys);
  g_autofree PnVec2 *places = g_new (PnVec2, n_keys);
  g_autofree PnVec2 *started = g_new (PnVec2, n_keys);
  const PnLayer *start_layer;
  g_autoptr (PnRoot) start_root = make_start (root, layer, &start_layer);

  if (!pn_evaluator_map_point (evaluator, root, layer, times, n_keys, rest, places, error) ||
      !pn_evaluator_map_point (evaluator, start_root, start_layer, times, n_keys, rest, started,
                               error))
    return FALSE;
  put_places (keys, n_keys, places, started);
  return TRUE;
}

/* Wherever on a layer a new pin is put, and how often it is added anew while it is dragged, the poses
 * that it has to hold are the same. */
struct PnOpHeld {
  PnRoot *root;
  PnId layer;
  GArray *keys; /* see gather_keys; without places */
  PnMoments *stands, *starts;
};

/* Of more moments the poses are not kept, because of what they take: at most some 20 MB of a mesh of
 * 5,000 vertices. */
#define HELD_MOMENTS_MAX 128

void
pn_op_held_free (PnOpHeld *held)
{
  if (held == NULL)
    return;
  pn_moments_free (held->stands);
  pn_moments_free (held->starts);
  g_array_unref (held->keys);
  pn_node_unref (held->root);
  g_free (held);
}

/* (nullable): there are too many moments */
static PnOpHeld *
get_held (PnOpsContext *context, const PnRoot *root, const PnLayer *layer)
{
  PnOpHeld *held = context->held;

  if (held != NULL && held->root == root && held->layer == layer->id)
    return held;
  g_autoptr (GArray) keys = gather_keys (root, layer);
  guint n_keys = keys->len;
  if (n_keys > HELD_MOMENTS_MAX)
    return NULL;
  g_clear_pointer (&context->held, pn_op_held_free);
  g_autofree double *times = list_times ((const PnKey *)(gpointer)keys->data, n_keys);
  const PnLayer *start_layer;
  g_autoptr (PnRoot) start_root = make_start (root, layer, &start_layer);
  held = context->held = g_new (PnOpHeld, 1);
  *held = (PnOpHeld){
      .root = pn_node_ref (root),
      .layer = layer->id,
      .stands = pn_moments_new (root, layer, times, n_keys),
      .starts = pn_moments_new (start_root, start_layer, times, n_keys),
      .keys = g_steal_pointer (&keys),
  };
  return held;
}

static guint
count_left (const PnOpHeld *held)
{
  return pn_moments_n_left (held->stands) + pn_moments_n_left (held->starts);
}

guint
pn_ops_context_prepare_pin (PnOpsContext *context, const PnRoot *root, const PnLayer *layer)
{
  PnOpHeld *held = layer->puppet != NULL ? get_held (context, root, layer) : NULL;
  guint n_at_once = pn_evaluator_n_workers (context->evaluator);

  /* What fails is said by the operation that needs it. */
  if (held == NULL || !pn_moments_pose (held->stands, context->evaluator, n_at_once, NULL) ||
      !pn_moments_pose (held->starts, context->evaluator, n_at_once, NULL))
    return 0;
  return count_left (held);
}

/* As stand, from the poses that are there, and with the others. */
static gboolean
stand_held (PnOpHeld *held, PnEvaluator *evaluator, PnVec2 rest, PnKey *keys, GError **error)
{
  guint n_keys = held->keys->len;
  g_autofree PnVec2 *places = g_new (PnVec2, n_keys);
  g_autofree PnVec2 *started = g_new (PnVec2, n_keys);

  if (!pn_moments_pose (held->stands, evaluator, n_keys, error) ||
      !pn_moments_pose (held->starts, evaluator, n_keys, error))
    return FALSE;
  pn_moments_map (held->stands, rest, places);
  pn_moments_map (held->starts, rest, started);
  put_places (keys, n_keys, places, started);
  return TRUE;
}

gboolean
pn_op_hold_pose (PnOpCall *call, const PnLayer *layer, PnPin *pin, PnTrack *track, GError **error)
{
  const PnRoot *root = pn_op_call_root (call);
  PnOpHeld *held = get_held (call->context, root, layer);
  g_autoptr (GArray) keys = held != NULL ? g_array_copy (held->keys) : gather_keys (root, layer);
  PnKey *all = (PnKey *)(gpointer)keys->data;

  if (held != NULL ? !stand_held (held, call->context->evaluator, pin->rest_layer, all, error)
                   : !stand (call, root, layer, pin->rest_layer, all, keys->len, error))
    return FALSE;
  set_static (pin, &all[0]);
  for (guint i = 1; i < keys->len; i++)
    pn_track_set_key (track, &all[i]);
  return TRUE;
}

/* The artwork under the new place is posed by this pin too, so the pose is read from the root as it
 * is. */
gboolean
pn_op_move_rest (PnOpCall *call,
                 const PnLayer *layer,
                 PnPin *pin,
                 PnVec2 rest,
                 PnTrack *track,
                 GError **error)
{
  g_autoptr (GArray) keys = keys_new ();
  PnKey *all;

  if (track != NULL)
    g_array_append_vals (keys, track->keys, track->n_keys);
  all = (PnKey *)(gpointer)keys->data;
  if (!stand (call, call->root, layer, rest, all, keys->len, error))
    return FALSE;
  pin->rest_layer = rest;
  set_static (pin, &all[0]);
  if (track != NULL)
    memcpy (track->keys, all + 1, track->n_keys * sizeof *all);
  return TRUE;
}
