/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "pn-edit.h"
#include "pn-serial.h"

/* Operations on keys that are there, over several tracks at once. A key goes with all it has: its
 * value, its ease, what the solver's start adds to it, and what a later version wrote into it. */

#define SCALE_MIN 1e-3
#define SCALE_MAX 1e3

/* --- The keys a call names: "keys": [{"target", "property", "frames"}, ...], all of a track's where
 * there are no frames. */

typedef struct {
  PnOpTarget target;
  const PnTrack *track; /* borrowed from the call's root */
  gboolean *is_chosen;  /* of each key */
} Row;

static void
row_free (gpointer data)
{
  Row *row = data;

  g_free (row->is_chosen);
  g_free (row);
}

static gboolean
choose_frames (Row *row, JsonArray *frames, GError **error)
{
  const PnTrack *track = row->track;

  for (guint i = 0; i < json_array_get_length (frames); i++) {
    JsonNode *node = json_array_get_element (frames, i);
    GType type = json_node_get_value_type (node);
    if (type != G_TYPE_DOUBLE && type != G_TYPE_INT64)
      return pn_op_refuse (error, _ ("“frames” is a list of numbers."));
    double frame = json_node_get_double (node);
    ptrdiff_t at = pn_sample_find (track->keys, track->n_keys, frame);
    if (at < 0 || track->keys[at].frame < frame)
      return pn_op_refuse (error, _ ("There is no key at frame %g."), frame);
    row->is_chosen[at] = TRUE;
  }
  return TRUE;
}

static gboolean
read_row (PnOpCall *call, const PnArgs *args, Row *row, GError **error)
{
  JsonArray *frames;

  if (!pn_args_check_names (args, "target property frames", error) ||
      !pn_op_read_target (call, args, &row->target, error) ||
      !pn_args_array (args, "frames", PN_ARG_OPTIONAL, &frames, error))
    return FALSE;
  row->track = pn_op_find_track (call, &row->target);
  if (row->track == NULL)
    return pn_op_refuse (error, _ ("There are no such keys: the %s is not animated."),
                         pn_property_name (row->target.property));
  row->is_chosen = g_new0 (gboolean, row->track->n_keys);
  if (frames != NULL)
    return choose_frames (row, frames, error);
  for (guint i = 0; i < row->track->n_keys; i++)
    row->is_chosen[i] = TRUE;
  return TRUE;
}

/* (transfer full) (nullable) */
static GPtrArray *
read_rows (PnOpCall *call, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (row_free);
  JsonArray *keys;

  if (!pn_args_array (&call->args, "keys", PN_ARG_REQUIRED, &keys, error))
    return NULL;
  for (guint i = 0; i < json_array_get_length (keys); i++) {
    PnArgs args;
    Row *row = g_new0 (Row, 1);
    g_ptr_array_add (rows, row);
    if (!pn_args_element (keys, i, call->args.where, &args, error) ||
        !read_row (call, &args, row, error))
      return NULL;
    for (guint j = 0; j < i; j++) {
      if (((const Row *)g_ptr_array_index (rows, j))->track == row->track) {
        pn_op_refuse (error, _ ("A track is named twice among the keys."));
        return NULL;
      }
    }
  }
  if (rows->len == 0) {
    pn_op_refuse (error, _ ("“keys” names no keys."));
    return NULL;
  }
  return g_steal_pointer (&rows);
}

/* --- Tracks as lists of keys. */

static void
append_key (PnTrack *to, const PnTrack *from, guint index, double frame)
{
  PnKey key = from->keys[index];

  key.frame = frame;
  pn_track_put_key (to, &key, pn_track_get_key_extra (from, index));
}

static PnTrack *
new_like (const PnTrack *track)
{
  return pn_track_new (track->target_kind, track->target, track->property);
}

/* `track` with other keys: those of both lists, where of two at one frame the second list's stays. */
static PnTrack *
merge (const PnTrack *track, const PnTrack *first, const PnTrack *second)
{
  PnTrack *merged = pn_track_copy (track);
  guint i = 0, j = 0;

  while (merged->n_keys > 0)
    pn_track_remove_key (merged, merged->keys[merged->n_keys - 1].frame);
  while (i < first->n_keys || j < second->n_keys) {
    if (j == second->n_keys ||
        (i < first->n_keys && !(second->keys[j].frame < first->keys[i].frame))) {
      append_key (merged, first, i, first->keys[i].frame);
      i++;
    } else {
      append_key (merged, second, j, second->keys[j].frame);
      j++;
    }
  }
  return merged;
}

/* Result "keys", in the form in which they are named. */
static void
begin_result (PnOpCall *call)
{
  json_builder_set_member_name (call->result, "keys");
  json_builder_begin_array (call->result);
}

/* Which of a track's keys a result is about: all are named by the track alone, here as in a call, and
 * a hundred thousand frames are not written down at every step of a drag. */
typedef enum {
  RESULT_SOME,
  RESULT_ALL,
} ResultKeys;

static void
add_result (PnOpCall *call, const PnTrack *keys, ResultKeys which)
{
  g_autofree char *id = pn_id_to_string (keys->target);
  g_autofree char *target = g_strdup_printf ("%s.%s", pn_target_kind_name (keys->target_kind), id);

  json_builder_begin_object (call->result);
  pn_op_result_string (call, "target", target);
  pn_op_result_string (call, "property", pn_property_name (keys->property));
  if (which == RESULT_SOME) {
    json_builder_set_member_name (call->result, "frames");
    json_builder_begin_array (call->result);
    for (guint i = 0; i < keys->n_keys; i++)
      json_builder_add_double_value (call->result, keys->keys[i].frame);
    json_builder_end_array (call->result);
  }
  json_builder_end_object (call->result);
}

/* --- move_keyframes */

typedef struct {
  double delta, scale, about;
  gboolean is_scaled, snaps, copies;
} Shift;

static gboolean
read_shift (const PnArgs *args, Shift *shift, GError **error)
{
  *shift = (Shift){.scale = 1, .is_scaled = pn_args_has (args, "scale")};
  return pn_args_number (args, "delta", PN_ARG_OPTIONAL, PN_OP_FRAME_MIN, PN_OP_FRAME_MAX,
                         &shift->delta, error) &&
         pn_args_number (args, "scale", PN_ARG_OPTIONAL, SCALE_MIN, SCALE_MAX, &shift->scale,
                         error) &&
         pn_args_number (args, "about", PN_ARG_OPTIONAL, PN_OP_FRAME_MIN, PN_OP_FRAME_MAX,
                         &shift->about, error) &&
         pn_args_boolean (args, "snap", PN_ARG_OPTIONAL, &shift->snaps, error) &&
         pn_args_boolean (args, "copy", PN_ARG_OPTIONAL, &shift->copies, error);
}

static double
shift_frame (const Shift *shift, double frame)
{
  double scaled = shift->is_scaled ? shift->about + (frame - shift->about) * shift->scale : frame;
  double moved = scaled + shift->delta;

  return shift->snaps ? floor (moved + 0.5) : moved;
}

static gboolean
move_row (PnOpCall *call, const Row *row, const Shift *shift, GError **error)
{
  const PnTrack *track = row->track;
  g_autoptr (PnTrack) stays = new_like (track);
  g_autoptr (PnTrack) moved = new_like (track);
  gboolean is_changed = FALSE;

  for (guint i = 0; i < track->n_keys; i++) {
    double frame = track->keys[i].frame;
    double to = row->is_chosen[i] ? shift_frame (shift, frame) : frame;
    if (!(to >= PN_OP_FRAME_MIN && to <= PN_OP_FRAME_MAX))
      return pn_op_refuse (error,
                           _ ("The key at frame %g cannot be moved to %g: frames go from %g "
                              "to %g."),
                           frame, to, PN_OP_FRAME_MIN, PN_OP_FRAME_MAX);
    is_changed |= to < frame || to > frame;
    if (row->is_chosen[i])
      append_key (moved, track, i, to);
    if (!row->is_chosen[i] || shift->copies)
      append_key (stays, track, i, frame);
  }
  if (is_changed) {
    g_autoptr (PnTrack) merged = merge (track, stays, moved);
    pn_op_call_take_root (call, pn_edit_set_track (pn_op_call_root (call), merged));
  }
  add_result (call, moved, stays->n_keys == 0 ? RESULT_ALL : RESULT_SOME);
  return TRUE;
}

/* Frames become about + (frame - about) * scale + delta, with "snap" whole ones. With "copy" the
 * keys stay as well. Where a key is moved onto another one it takes its place. */
static gboolean
move_keyframes (PnOpCall *call, GError **error)
{
  Shift shift;
  g_autoptr (GPtrArray) rows = read_rows (call, error);

  if (rows == NULL || !read_shift (&call->args, &shift, error))
    return FALSE;
  begin_result (call);
  for (guint i = 0; i < rows->len; i++)
    if (!move_row (call, g_ptr_array_index (rows, i), &shift, error))
      return FALSE;
  json_builder_end_array (call->result);
  return TRUE;
}

/* --- set_ease */

static gboolean
set_ease (PnOpCall *call, GError **error)
{
  const PnEase hold = {.kind = PN_EASE_HOLD};
  PnEase ease = {0};
  g_autoptr (GPtrArray) rows = read_rows (call, error);

  if (rows == NULL)
    return FALSE;
  if (!pn_args_has (&call->args, "ease")) {
    g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE, _ ("%s needs “%s”."), call->args.where,
                 "ease");
    return FALSE;
  }
  if (!pn_op_read_ease (&call->args, &ease, error))
    return FALSE;
  gsize n_keys = 0;
  for (guint i = 0; i < rows->len; i++) {
    const Row *row = g_ptr_array_index (rows, i);
    g_autoptr (PnTrack) track = pn_track_copy (row->track);
    /* Of two modes there is nothing in between. */
    const PnEase *own = track->property == PN_PROPERTY_MODE ? &hold : &ease;
    for (guint j = 0; j < track->n_keys; j++) {
      if (row->is_chosen[j]) {
        track->keys[j].ease = *own;
        n_keys++;
      }
    }
    pn_op_call_take_root (call, pn_edit_set_track (pn_op_call_root (call), track));
  }
  pn_op_result_count (call, "keys", n_keys);
  return TRUE;
}

/* --- copy_keyframes, paste_keyframes. What is copied is in the form of a document's "tracks", so
 * that nothing is lost on the way, into another document neither. */

static void
add_track (PnOpCall *call, const Row *row)
{
  g_autoptr (PnTrack) chosen = new_like (row->track);
  gsize length;

  for (guint i = 0; i < row->track->n_keys; i++)
    if (row->is_chosen[i])
      append_key (chosen, row->track, i, row->track->keys[i].frame);
  g_autofree char *json = pn_track_to_json (chosen, &length);
  json_builder_add_value (call->result, json_from_string (json, NULL));
}

static gboolean
copy_keyframes (PnOpCall *call, GError **error)
{
  g_autoptr (GPtrArray) rows = read_rows (call, error);

  if (rows == NULL)
    return FALSE;
  json_builder_set_member_name (call->result, "tracks");
  json_builder_begin_array (call->result);
  for (guint i = 0; i < rows->len; i++)
    add_track (call, g_ptr_array_index (rows, i));
  json_builder_end_array (call->result);
  return TRUE;
}

/* A copied track, whose target can be named like those of other calls: keys are pasted elsewhere by
 * naming another one. (transfer full) (nullable) */
static PnTrack *
read_track (PnOpCall *call, const PnArgs *args, GError **error)
{
  PnOpTarget target;
  if (!pn_op_read_target (call, args, &target, error) || !pn_op_check_track (call, &target, error))
    return NULL;

  g_autoptr (JsonObject) object = json_object_new ();
  JsonNode *keys = json_object_get_member (args->object, "keys");
  if (keys != NULL)
    json_object_set_member (object, "keys", json_node_copy (keys));
  g_autofree char *id = pn_id_to_string (target.id);
  g_autofree char *name = g_strdup_printf ("%s.%s", pn_target_kind_name (target.kind), id);
  json_object_set_string_member (object, "target", name);
  json_object_set_string_member (object, "property", pn_property_name (target.property));
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_autofree char *json = json_to_string (node, FALSE);
  return pn_track_from_json (json, strlen (json), error);
}

static GPtrArray *
read_tracks (PnOpCall *call, GError **error)
{
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (pn_node_unref);
  JsonArray *array;

  if (!pn_args_array (&call->args, "tracks", PN_ARG_REQUIRED, &array, error))
    return NULL;
  for (guint i = 0; i < json_array_get_length (array); i++) {
    PnArgs args;
    PnTrack *track = pn_args_element (array, i, call->args.where, &args, error)
                         ? read_track (call, &args, error)
                         : NULL;
    if (track == NULL)
      return NULL;
    g_ptr_array_add (tracks, track);
  }
  if (tracks->len == 0) {
    pn_op_refuse (error, _ ("“tracks” has no keys to paste."));
    return NULL;
  }
  return g_steal_pointer (&tracks);
}

/* Puts keys on top of those that the document has. */
static void
paste_track (PnOpCall *call, const PnTrack *keys, double delta)
{
  g_autoptr (PnTrack) moved = new_like (keys);
  g_autoptr (PnTrack) none = new_like (keys);
  const PnTrack *old =
      pn_root_find_track (pn_op_call_root (call), keys->target_kind, keys->target, keys->property);

  for (guint i = 0; i < keys->n_keys; i++)
    append_key (moved, keys, i, keys->keys[i].frame + delta);
  g_autoptr (PnTrack) merged = merge (old != NULL ? old : none, old != NULL ? old : none, moved);
  pn_op_call_take_root (call, pn_edit_set_track (pn_op_call_root (call), merged));
  add_result (call, moved, RESULT_SOME);
}

/* The earliest of the keys comes to lie at "frame"; without it they lie where they lay. */
static gboolean
paste_keyframes (PnOpCall *call, GError **error)
{
  double first = G_MAXDOUBLE, last = -G_MAXDOUBLE, frame = 0;
  g_autoptr (GPtrArray) tracks = read_tracks (call, error);

  if (tracks == NULL || !pn_args_number (&call->args, "frame", PN_ARG_OPTIONAL, PN_OP_FRAME_MIN,
                                         PN_OP_FRAME_MAX, &frame, error))
    return FALSE;
  for (guint i = 0; i < tracks->len; i++) {
    const PnTrack *track = g_ptr_array_index (tracks, i);
    first = MIN (first, track->keys[0].frame);
    last = MAX (last, track->keys[track->n_keys - 1].frame);
  }
  double delta = pn_args_has (&call->args, "frame") ? frame - first : 0;
  if (!(first + delta >= PN_OP_FRAME_MIN && last + delta <= PN_OP_FRAME_MAX))
    return pn_op_refuse (error, _ ("The last key would lie at frame %g: frames go from %g to %g."),
                         last + delta, PN_OP_FRAME_MIN, PN_OP_FRAME_MAX);
  begin_result (call);
  for (guint i = 0; i < tracks->len; i++)
    paste_track (call, g_ptr_array_index (tracks, i), delta);
  json_builder_end_array (call->result);
  return TRUE;
}

const PnOperationEntry pn_ops_retime_entries[] = {
    {"move_keyframes", PN_OP_EDITS, "keys delta scale about snap copy", move_keyframes,
     N_ ("Move keys")},
    {"set_ease", PN_OP_EDITS, "keys ease", set_ease, N_ ("Ease keys")},
    {"copy_keyframes", PN_OP_LOOKS, "keys", copy_keyframes, N_ ("Copy keys")},
    {"paste_keyframes", PN_OP_EDITS, "tracks frame", paste_keyframes, N_ ("Paste keys")},
    {NULL},
};
