/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-source-private.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* A key as read: with its place in the file, which decides between two at the same frame. */
typedef struct {
  PnKey key;
  JsonNode *extra; /* (nullable) a reference */
  guint index;
} ReadKey;

static void
clear_key (gpointer data)
{
  ReadKey *read = data;

  g_clear_pointer (&read->extra, json_node_unref);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const ReadKey *one = a;
  const ReadKey *other = b;

  if (one->key.frame < other->key.frame)
    return -1;
  if (one->key.frame > other->key.frame)
    return 1;
  return (one->index > other->index) - (one->index < other->index);
}

/* "layer.<id>", or nothing. */
static PnTargetKind
read_target (const char *text, PnId *id)
{
  const PnTargetKind kinds[] = {PN_TARGET_LAYER, PN_TARGET_PIN, PN_TARGET_BONE, PN_TARGET_IK};

  for (guint i = 0; text != NULL && i < G_N_ELEMENTS (kinds); i++) {
    const char *name = pn_target_kind_name (kinds[i]);
    gsize length = strlen (name);

    if (g_str_has_prefix (text, name) && text[length] == '.' &&
        pn_id_from_string (text + length + 1, id))
      return kinds[i];
  }
  *id = 0;
  return PN_TARGET_UNKNOWN;
}

static gboolean
read_handles (JsonNode *node, PnEase *ease)
{
  double handles[4];
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  if (array == NULL || json_array_get_length (array) != G_N_ELEMENTS (handles))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (handles); i++) {
    JsonNode *element = json_array_get_element (array, i);

    if (json_node_get_value_type (element) != G_TYPE_INT64 &&
        json_node_get_value_type (element) != G_TYPE_DOUBLE)
      return FALSE;
    handles[i] = json_node_get_double (element);
  }
  /* Elsewhere the curve would go back in time. */
  if (handles[0] < 0 || handles[0] > 1 || handles[2] < 0 || handles[2] > 1)
    return FALSE;
  *ease = (PnEase){PN_EASE_BEZIER, handles[0], handles[1], handles[2], handles[3]};
  return TRUE;
}

/* An ease that is not understood stays among the members that are kept. */
static void
read_ease (PnSource *source, PnEase *ease)
{
  JsonNode *node = json_object_get_member (source->object, "ease");
  const char *name = pn_source_peek_string (source, "ease");

  if (node == NULL)
    return;
  if (name != NULL)
    ease->kind = pn_ease_kind_from_name (name);
  else if (!read_handles (node, ease))
    ease->kind = PN_EASE_UNKNOWN;
  if (ease->kind != PN_EASE_UNKNOWN)
    json_object_remove_member (source->object, "ease");
}

/* A number that cannot be done without, in lenient reading either. */
static gboolean
take_number (PnSource *source, const char *key, double *value, GError **error)
{
  JsonNode *node = json_object_get_member (source->object, key);

  if (node != NULL && json_node_get_value_type (node) != G_TYPE_INT64 &&
      json_node_get_value_type (node) != G_TYPE_DOUBLE)
    return pn_source_fail (source, key, error);
  if (node == NULL)
    return pn_source_require (source, key, JSON_NODE_VALUE, error);
  return pn_take_double (source, key, -DBL_MAX, DBL_MAX, value, error);
}

static gboolean
read_key (ReadKey *read, JsonNode *node, PnProperty property, PnSource *holder, GError **error)
{
  g_auto (PnSource) source = {0};

  if (!pn_source_init (&source, node, holder->reading, holder->label, error) ||
      !take_number (&source, "frame", &read->key.frame, error))
    return FALSE;
  if (pn_property_is_point (property)) {
    if (!take_number (&source, "x", &read->key.value.x, error) ||
        !take_number (&source, "y", &read->key.value.y, error) ||
        !pn_take_point (&source, "start_offset", &read->key.start_offset, error))
      return FALSE;
  } else if (!take_number (&source, "value", &read->key.value.x, error)) {
    return FALSE;
  }
  read_ease (&source, &read->key.ease);
  return pn_source_keep_rest (&source, &read->extra, error);
}

/* In order of frame, the last one of each as a file says it. */
static void
set_keys (PnTrack *track, GArray *keys)
{
  gboolean has_extra = FALSE;

  g_array_sort (keys, compare_keys);
  track->keys = g_new (PnKey, keys->len);
  track->key_extras = g_new0 (JsonNode *, keys->len);
  for (guint i = 0; i < keys->len; i++) {
    ReadKey *read = &g_array_index (keys, ReadKey, i);
    const ReadKey *next = i + 1 < keys->len ? read + 1 : NULL;

    if (next != NULL && !(read->key.frame < next->key.frame))
      continue;
    track->keys[track->n_keys] = read->key;
    track->key_extras[track->n_keys] = g_steal_pointer (&read->extra);
    has_extra |= track->key_extras[track->n_keys] != NULL;
    track->n_keys++;
  }
  if (!has_extra)
    g_clear_pointer (&track->key_extras, g_free);
}

static gboolean
read_keys (PnTrack *track, PnSource *source, GError **error)
{
  g_autoptr (GArray) keys = g_array_new (FALSE, TRUE, sizeof (ReadKey));
  g_autoptr (JsonNode) node = NULL;
  JsonArray *array;

  g_array_set_clear_func (keys, clear_key);
  if (!pn_take_node (source, "keys", JSON_NODE_ARRAY, &node, error))
    return FALSE;
  array = json_node_get_array (node);
  g_array_set_size (keys, json_array_get_length (array));
  for (guint i = 0; i < keys->len; i++) {
    ReadKey *read = &g_array_index (keys, ReadKey, i);

    read->index = i;
    if (!read_key (read, json_array_get_element (array, i), track->property, source, error))
      return FALSE;
  }
  set_keys (track, keys);
  return TRUE;
}

static gboolean
has_keys (PnSource *source)
{
  JsonNode *node = json_object_get_member (source->object, "keys");

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) &&
         json_array_get_length (json_node_get_array (node)) > 0;
}

/* A track without keys, by what its members of the name say; they are left. */
static PnTrack *
peek_name (PnSource *source)
{
  const char *property = pn_source_peek_string (source, "property");
  PnId target;
  PnTargetKind kind = read_target (pn_source_peek_string (source, "target"), &target);

  return pn_track_new (kind, target,
                       property != NULL ? pn_property_from_name (property) : PN_PROPERTY_UNKNOWN);
}

PnTrack *
pn_read_track_name (JsonNode *node, GError **error)
{
  g_autoptr (PnTrack) track = NULL;
  g_auto (PnSource) source = {0};

  if (!pn_source_init (&source, node, PN_READ_STRICT, _ ("tracks"), error))
    return NULL;
  track = peek_name (&source);
  if (!pn_property_belongs (track->property, track->target_kind)) {
    pn_source_fail (&source, "property", error);
    return NULL;
  }
  return g_steal_pointer (&track);
}

PnTrack *
pn_read_track (JsonNode *node, PnReading reading, GError **error)
{
  g_autoptr (PnTrack) track = NULL;
  g_auto (PnSource) source = {0};

  if (!pn_source_init (&source, node, reading, _ ("tracks"), error))
    return NULL;
  track = peek_name (&source);
  /* Without keys it is animated in a way of a later version. */
  if (!pn_property_belongs (track->property, track->target_kind) || !has_keys (&source)) {
    track->property = PN_PROPERTY_UNKNOWN;
    return pn_source_keep_all (&source, &track->unknown, error) ? g_steal_pointer (&track) : NULL;
  }
  json_object_remove_member (source.object, "target");
  json_object_remove_member (source.object, "property");
  if (!read_keys (track, &source, error) ||
      !pn_source_keep_rest (&source, &track->node.extra, error))
    return NULL;
  return g_steal_pointer (&track);
}
