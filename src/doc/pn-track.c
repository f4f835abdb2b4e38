/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-field.h"
#include "pn-node-private.h"

#include <string.h>

static const char *const target_kind_names[] = {
    [PN_TARGET_LAYER] = "layer",
    [PN_TARGET_PIN] = "pin",
    [PN_TARGET_BONE] = "bone",
    [PN_TARGET_IK] = "ik",
};

static const char *const property_names[] = {
    [PN_PROPERTY_POSITION] = "position",
    [PN_PROPERTY_ANCHOR] = "anchor",
    [PN_PROPERTY_ROTATION] = "rotation",
    [PN_PROPERTY_SCALE_X] = "scale_x",
    [PN_PROPERTY_SCALE_Y] = "scale_y",
    [PN_PROPERTY_OPACITY] = "opacity",
    [PN_PROPERTY_SCALE] = "scale",
    [PN_PROPERTY_STIFFNESS] = "stiffness",
    [PN_PROPERTY_DEPTH] = "depth",
    [PN_PROPERTY_X] = "x",
    [PN_PROPERTY_Y] = "y",
    [PN_PROPERTY_TARGET] = "target",
    [PN_PROPERTY_POLE] = "pole",
    [PN_PROPERTY_MODE] = "mode",
    [PN_PROPERTY_MIX] = "mix",
};

static const char *const ease_kind_names[] = {
    [PN_EASE_LINEAR] = "linear", [PN_EASE_HOLD] = "hold",     [PN_EASE_IN] = "in",
    [PN_EASE_OUT] = "out",       [PN_EASE_IN_OUT] = "in-out",
};

const char *
pn_target_kind_name (PnTargetKind kind)
{
  return kind < G_N_ELEMENTS (target_kind_names) ? target_kind_names[kind] : "unknown";
}

const char *
pn_property_name (PnProperty property)
{
  return property < G_N_ELEMENTS (property_names) ? property_names[property] : "unknown";
}

PnProperty
pn_property_from_name (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (property_names); i++)
    if (strcmp (name, property_names[i]) == 0)
      return (PnProperty)i;
  return PN_PROPERTY_UNKNOWN;
}

const char *
pn_ease_kind_name (PnEaseKind kind)
{
  return kind < G_N_ELEMENTS (ease_kind_names) ? ease_kind_names[kind] : NULL;
}

PnEaseKind
pn_ease_kind_from_name (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (ease_kind_names); i++)
    if (strcmp (name, ease_kind_names[i]) == 0)
      return (PnEaseKind)i;
  return PN_EASE_UNKNOWN;
}

gboolean
pn_property_is_point (PnProperty property)
{
  return property == PN_PROPERTY_POSITION || property == PN_PROPERTY_ANCHOR ||
         property == PN_PROPERTY_TARGET || property == PN_PROPERTY_POLE;
}

gboolean
pn_property_belongs (PnProperty property, PnTargetKind kind)
{
  static const PnField *const fields[] = {
      [PN_TARGET_PIN] = pn_pin_fields,
      [PN_TARGET_BONE] = pn_bone_fields,
      [PN_TARGET_IK] = pn_ik_fields,
  };

  if (kind == PN_TARGET_LAYER)
    return property <= PN_PROPERTY_OPACITY;
  return kind < G_N_ELEMENTS (fields) && property != PN_PROPERTY_UNKNOWN &&
         pn_field_find_track (fields[kind], property) != NULL;
}

PnTrack *
pn_track_new (PnTargetKind kind, PnId target, PnProperty property)
{
  PnTrack *track = pn_node_alloc (PN_NODE_TRACK, sizeof *track);

  track->target_kind = kind;
  track->target = target;
  track->property = property;
  return track;
}

PnTrack *
pn_track_copy (const PnTrack *track)
{
  PnTrack *copy = pn_node_alloc_copy (track, sizeof *track);

  copy->keys = g_memdup2 (track->keys, track->n_keys * sizeof *track->keys);
  copy->n_room = 0;
  if (track->key_extras != NULL) {
    copy->key_extras = g_new (JsonNode *, track->n_keys);
    for (guint i = 0; i < track->n_keys; i++)
      copy->key_extras[i] = pn_json_ref (track->key_extras[i]);
  }
  copy->unknown = pn_json_ref (track->unknown);
  return copy;
}

void
pn_track_clear (PnTrack *track)
{
  if (track->key_extras != NULL)
    for (guint i = 0; i < track->n_keys; i++)
      pn_json_unref (track->key_extras[i]);
  g_free (track->key_extras);
  g_free (track->keys);
  pn_json_unref (track->unknown);
}

gboolean
pn_track_is_known (const PnTrack *track)
{
  return track->unknown == NULL;
}

int
pn_track_compare (const PnTrack *a, const PnTrack *b)
{
  gboolean a_known = pn_track_is_known (a);
  gboolean b_known = pn_track_is_known (b);

  if (!a_known || !b_known)
    return b_known - a_known;
  if (a->target_kind != b->target_kind)
    return a->target_kind < b->target_kind ? -1 : 1;
  if (a->target != b->target)
    return a->target < b->target ? -1 : 1;
  return (a->property > b->property) - (a->property < b->property);
}

/* Half as much again, so that a track made key by key asks for memory a few times only. */
static void
make_room (PnTrack *track)
{
  if (track->n_keys < track->n_room)
    return;
  track->n_room = track->n_keys + track->n_keys / 2 + 1;
  track->keys = g_renew (PnKey, track->keys, track->n_room);
}

static void
insert_key (PnTrack *track, guint index, const PnKey *key)
{
  guint n_after = track->n_keys - index;

  make_room (track);
  memmove (track->keys + index + 1, track->keys + index, n_after * sizeof *track->keys);
  track->keys[index] = *key;
  if (track->key_extras != NULL) {
    track->key_extras = g_renew (JsonNode *, track->key_extras, track->n_keys + 1);
    memmove (track->key_extras + index + 1, track->key_extras + index,
             n_after * sizeof *track->key_extras);
    track->key_extras[index] = NULL;
  }
  track->n_keys++;
}

/* The place of the key at that frame, which is set. */
static guint
place_key (PnTrack *track, const PnKey *key)
{
  gboolean is_last = track->n_keys > 0 && track->keys[track->n_keys - 1].frame < key->frame;
  ptrdiff_t at = is_last ? (ptrdiff_t)track->n_keys - 1
                         : pn_sample_find (track->keys, track->n_keys, key->frame);

  /* Frames are in order, so the key at or before it is at it unless it is less. */
  if (at >= 0 && !(track->keys[at].frame < key->frame)) {
    track->keys[at] = *key;
    return (guint)at;
  }
  insert_key (track, (guint)(at + 1), key);
  return (guint)(at + 1);
}

void
pn_track_set_key (PnTrack *track, const PnKey *key)
{
  place_key (track, key);
}

void
pn_track_put_key (PnTrack *track, const PnKey *key, JsonNode *extra)
{
  guint at = place_key (track, key);

  if (track->key_extras == NULL && extra == NULL)
    return;
  if (track->key_extras == NULL)
    track->key_extras = g_new0 (JsonNode *, track->n_keys);
  JsonNode *old = track->key_extras[at];
  track->key_extras[at] = pn_json_ref (extra);
  pn_json_unref (old);
}

JsonNode *
pn_track_get_key_extra (const PnTrack *track, guint index)
{
  return track->key_extras != NULL ? track->key_extras[index] : NULL;
}

gboolean
pn_track_remove_key (PnTrack *track, double frame)
{
  ptrdiff_t at = pn_sample_find (track->keys, track->n_keys, frame);
  guint n_after;

  if (at < 0 || track->keys[at].frame < frame)
    return FALSE;
  n_after = track->n_keys - (guint)at - 1;
  memmove (track->keys + at, track->keys + at + 1, n_after * sizeof *track->keys);
  if (track->key_extras != NULL) {
    pn_json_unref (track->key_extras[at]);
    memmove (track->key_extras + at, track->key_extras + at + 1,
             n_after * sizeof *track->key_extras);
  }
  track->n_keys--;
  return TRUE;
}
