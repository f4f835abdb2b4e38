/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Holding the pose. A new pin rests by default, and would pull the artwork back to rest at every
 * frame that other pins pose. So it is keyed at each of their keys where the artwork under it
 * stands. */
#include "pn-ops-private.h"

#include <string.h>

#include "pn-edit.h"

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

/* After the first, the keys of the positions of the layer's pins, one for each frame, with their
 * eases. (transfer full) */
static GArray *
gather_keys (const PnRoot *root, const PnLayer *layer)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (PnKey));
  GArray *keys = keys_new ();

  for (guint i = 0; i < layer->puppet->pins.n_items; i++) {
    const PnPin *pin = layer->puppet->pins.items[i];
    const PnTrack *track = pn_root_find_track (root, PN_TARGET_PIN, pin->id, PN_PROPERTY_POSITION);
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

/* Puts into `keys` where the artwork that rests at `rest` stands at their frames, and what the
 * solver's start has to add to that, so that a pin there changes neither the start nor the pose. */
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
  g_autofree double *times = g_new (double, n_keys);
  g_autofree PnVec2 *places = g_new (PnVec2, n_keys);
  g_autofree PnVec2 *started = g_new (PnVec2, n_keys);
  g_autoptr (PnPuppet) puppet = pn_puppet_copy (layer->puppet);

  puppet->passes = 0;
  g_autoptr (PnRoot) start_root = pn_edit_set_puppet (root, layer->id, puppet);
  const PnLayer *start_layer = pn_root_find_layer (start_root, layer->id, NULL, NULL);
  for (guint i = 0; i < n_keys; i++)
    times[i] = keys[i].frame;
  if (!pn_evaluator_map_point (evaluator, root, layer, times, n_keys, rest, places, error) ||
      !pn_evaluator_map_point (evaluator, start_root, start_layer, times, n_keys, rest, started,
                               error))
    return FALSE;
  for (guint i = 0; i < n_keys; i++) {
    keys[i].value = places[i];
    keys[i].start_offset = pn_vec2_sub (started[i], places[i]);
  }
  return TRUE;
}

/* While a new pin is dragged it is added anew with every event, to the same root and at the same
 * place, so what it holds is found once. */
struct PnOpHeld {
  PnRoot *root;
  PnId layer;
  PnVec2 rest;
  GArray *keys; /* see keys_new */
};

void
pn_op_held_free (PnOpHeld *held)
{
  if (held == NULL)
    return;
  pn_node_unref (held->root);
  g_array_unref (held->keys);
  g_free (held);
}

static gboolean
holds (const PnOpHeld *held, const PnRoot *root, const PnLayer *layer, PnVec2 rest)
{
  return held != NULL && held->root == root && held->layer == layer->id &&
         !(held->rest.x < rest.x) && !(held->rest.x > rest.x) && !(held->rest.y < rest.y) &&
         !(held->rest.y > rest.y);
}

static const GArray *
get_held_keys (PnOpCall *call, const PnLayer *layer, PnVec2 rest, GError **error)
{
  PnOpsContext *context = call->context;
  const PnRoot *root = pn_op_call_root (call);

  if (holds (context->held, root, layer, rest))
    return context->held->keys;
  g_autoptr (GArray) keys = gather_keys (root, layer);
  if (!stand (call, root, layer, rest, (PnKey *)(gpointer)keys->data, keys->len, error))
    return NULL;
  g_clear_pointer (&context->held, pn_op_held_free);
  context->held = g_new (PnOpHeld, 1);
  *context->held = (PnOpHeld){pn_node_ref (root), layer->id, rest, g_steal_pointer (&keys)};
  return context->held->keys;
}

gboolean
pn_op_hold_pose (PnOpCall *call, const PnLayer *layer, PnPin *pin, PnTrack *track, GError **error)
{
  const GArray *keys = get_held_keys (call, layer, pin->rest_layer, error);

  if (keys == NULL)
    return FALSE;
  set_static (pin, &g_array_index (keys, PnKey, 0));
  for (guint i = 1; i < keys->len; i++)
    pn_track_set_key (track, &g_array_index (keys, PnKey, i));
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
