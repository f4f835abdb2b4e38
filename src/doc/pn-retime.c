/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys that were moved, in a patch: all keys of a film can be dragged at once, and are not written down
 * for that. An element of "retimed" is a track's name with
 *   "by"      what was added to each of its frames, or
 *   "frames"  its new frames, one for each key
 * All else of the keys stays as it was. */
#include <math.h>
#include <string.h>

#include "pn-patch-private.h"
#include "pn-source-private.h"

/* To the bit: what is written down for a zero keeps its sign. */
static gboolean
same (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

static gboolean
same_vec (PnVec2 a, PnVec2 b)
{
  return same (a.x, b.x) && same (a.y, b.y);
}

static gboolean
same_ease (const PnEase *a, const PnEase *b)
{
  if (a->kind != b->kind || a->kind != PN_EASE_BEZIER)
    return a->kind == b->kind;
  return same (a->x1, b->x1) && same (a->y1, b->y1) && same (a->x2, b->x2) && same (a->y2, b->y2);
}

PnTrackChange
pn_track_find_change (const PnTrack *old, const PnTrack *track)
{
  gboolean is_retimed = FALSE;

  if (old == track)
    return PN_TRACK_SAME;
  if (old->n_keys != track->n_keys || old->node.extra != track->node.extra)
    return PN_TRACK_OTHER;
  for (guint i = 0; i < track->n_keys; i++) {
    const PnKey *a = &old->keys[i], *b = &track->keys[i];
    if (!same_vec (a->value, b->value) || !same_vec (a->start_offset, b->start_offset) ||
        !same_ease (&a->ease, &b->ease) ||
        pn_track_get_key_extra (old, i) != pn_track_get_key_extra (track, i))
      return PN_TRACK_OTHER;
    is_retimed |= !same (a->frame, b->frame);
  }
  return is_retimed ? PN_TRACK_RETIMED : PN_TRACK_SAME;
}

/* --- Writing. */

static gboolean
has_moved_by (const PnTrack *old, const PnTrack *track, double by)
{
  for (guint i = 0; i < track->n_keys; i++)
    if (!same (old->keys[i].frame + by, track->keys[i].frame))
      return FALSE;
  return TRUE;
}

void
pn_write_retimed (PnJsonWriter *writer, const PnTrack *old, const PnTrack *track)
{
  double by = track->keys[0].frame - old->keys[0].frame;

  pn_json_begin_object (writer, NULL, PN_JSON_LINE);
  pn_put_track_name (writer, track);
  if (has_moved_by (old, track, by)) {
    pn_json_add_double (writer, "by", by);
  } else {
    pn_json_begin_array (writer, "frames", PN_JSON_LINE);
    for (guint i = 0; i < track->n_keys; i++)
      pn_json_add_double (writer, NULL, track->keys[i].frame);
    pn_json_end_array (writer);
  }
  pn_json_end_object (writer);
}

/* --- Reading. */

static gboolean
read_number (JsonNode *node, double *number)
{
  if (node == NULL || (json_node_get_value_type (node) != G_TYPE_INT64 &&
                       json_node_get_value_type (node) != G_TYPE_DOUBLE))
    return FALSE;
  *number = json_node_get_double (node);
  return isfinite (*number);
}

static gboolean
read_frames (PnTrack *track, JsonNode *node)
{
  JsonArray *frames =
      node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  if (frames == NULL || json_array_get_length (frames) != track->n_keys)
    return FALSE;
  for (guint i = 0; i < track->n_keys; i++)
    if (!read_number (json_array_get_element (frames, i), &track->keys[i].frame))
      return FALSE;
  return TRUE;
}

static gboolean
move_keys (PnTrack *track, JsonNode *node)
{
  double by;

  if (!read_number (node, &by))
    return FALSE;
  for (guint i = 0; i < track->n_keys; i++)
    track->keys[i].frame += by;
  return TRUE;
}

gboolean
pn_retime_track (PnTrack *track, JsonNode *by, JsonNode *frames)
{
  /* Their order is for the check of the whole root. */
  return by != NULL ? frames == NULL && move_keys (track, by) : read_frames (track, frames);
}
