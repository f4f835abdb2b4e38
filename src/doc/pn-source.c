/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-source-private.h"

#include "pn-field.h"

#include <glib/gi18n-lib.h>
#include <string.h>

gboolean
pn_source_init (PnSource *self,
                JsonNode *node,
                PnReading reading,
                const char *holder,
                GError **error)
{
  memset (self, 0, sizeof *self);
  if (!JSON_NODE_HOLDS_OBJECT (node)) {
    g_set_error (error, PN_DOC_ERROR, PN_DOC_ERROR_SCHEMA,
                 _ ("In “%s”, there is a value where an object should be."), holder);
    return FALSE;
  }
  self->node = node;
  self->object = json_node_get_object (node);
  self->reading = reading;
  self->label = g_strdup (pn_json_object_label (self->object, holder));
  return TRUE;
}

void
pn_source_clear (PnSource *self)
{
  g_clear_pointer (&self->label, g_free);
}

gboolean
pn_source_fail (PnSource *self, const char *key, GError **error)
{
  g_set_error (error, PN_DOC_ERROR, PN_DOC_ERROR_SCHEMA,
               _ ("In “%s”, “%s” is not what it should be."), self->label, key);
  return FALSE;
}

gboolean
pn_source_fail_range (PnSource *self, const char *key, GError **error)
{
  g_set_error (error, PN_DOC_ERROR, PN_DOC_ERROR_VALUE, _ ("In “%s”, “%s” is out of range."),
               self->label, key);
  return FALSE;
}

static gboolean
is_string (JsonNode *node)
{
  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING;
}

gboolean
pn_source_require (PnSource *self, const char *key, JsonNodeType type, GError **error)
{
  JsonNode *node = json_object_get_member (self->object, key);

  if (node == NULL) {
    g_set_error (error, PN_DOC_ERROR, PN_DOC_ERROR_SCHEMA, _ ("In “%s”, “%s” is missing."),
                 self->label, key);
    return FALSE;
  }
  if (json_node_get_node_type (node) != type || (type == JSON_NODE_VALUE && !is_string (node)))
    return pn_source_fail (self, key, error);
  return TRUE;
}

/* A member of another form than expected. */
static gboolean
strange (PnSource *self, const char *key, GError **error)
{
  return self->reading == PN_READ_LENIENT || pn_source_fail (self, key, error);
}

static gboolean
out_of_range (PnSource *self, const char *key, GError **error)
{
  return self->reading == PN_READ_LENIENT || pn_source_fail_range (self, key, error);
}

gboolean
pn_take_boolean (PnSource *self, const char *key, gboolean *value, GError **error)
{
  JsonNode *node = json_object_get_member (self->object, key);

  if (node == NULL)
    return TRUE;
  if (json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return strange (self, key, error);
  *value = json_node_get_boolean (node);
  json_object_remove_member (self->object, key);
  return TRUE;
}

const char *
pn_source_peek_string (PnSource *self, const char *key)
{
  JsonNode *node = json_object_get_member (self->object, key);

  return is_string (node) ? json_node_get_string (node) : NULL;
}

gboolean
pn_take_string (PnSource *self, const char *key, char **value, GError **error)
{
  JsonNode *node = json_object_get_member (self->object, key);

  if (node == NULL)
    return TRUE;
  if (!is_string (node))
    return strange (self, key, error);
  g_free (*value);
  *value = g_strdup (json_node_get_string (node));
  json_object_remove_member (self->object, key);
  return TRUE;
}

gboolean
pn_take_int (PnSource *self,
             const char *key,
             gint64 low,
             gint64 high,
             gint64 *value,
             GError **error)
{
  JsonNode *node = json_object_get_member (self->object, key);

  if (node == NULL)
    return TRUE;
  if (json_node_get_value_type (node) != G_TYPE_INT64)
    return strange (self, key, error);
  if (json_node_get_int (node) < low || json_node_get_int (node) > high)
    return out_of_range (self, key, error);
  *value = json_node_get_int (node);
  json_object_remove_member (self->object, key);
  return TRUE;
}

static gboolean
get_number (JsonNode *node, double *value)
{
  if (json_node_get_value_type (node) == G_TYPE_INT64)
    *value = (double)json_node_get_int (node);
  else if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    *value = json_node_get_double (node);
  else
    return FALSE;
  return TRUE;
}

gboolean
pn_take_double (PnSource *self,
                const char *key,
                double low,
                double high,
                double *value,
                GError **error)
{
  JsonNode *node = json_object_get_member (self->object, key);
  double number;

  if (node == NULL)
    return TRUE;
  if (!get_number (node, &number))
    return strange (self, key, error);
  if (number < low || number > high)
    return out_of_range (self, key, error);
  *value = number;
  json_object_remove_member (self->object, key);
  return TRUE;
}

/* The array of exactly two, or NULL. */
static JsonArray *
get_pair (JsonNode *node)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  return array != NULL && json_array_get_length (array) == 2 ? array : NULL;
}

gboolean
pn_take_point (PnSource *self, const char *key, PnVec2 *value, GError **error)
{
  JsonNode *node = json_object_get_member (self->object, key);
  JsonArray *pair;
  PnVec2 point;

  if (node == NULL)
    return TRUE;
  pair = get_pair (node);
  if (pair == NULL || !get_number (json_array_get_element (pair, 0), &point.x) ||
      !get_number (json_array_get_element (pair, 1), &point.y))
    return strange (self, key, error);
  *value = point;
  json_object_remove_member (self->object, key);
  return TRUE;
}

gboolean
pn_take_ints (PnSource *self, const char *key, gint64 high, int value[2], GError **error)
{
  JsonNode *node = json_object_get_member (self->object, key);
  JsonArray *pair;
  int numbers[2];

  if (node == NULL)
    return TRUE;
  pair = get_pair (node);
  if (pair == NULL)
    return strange (self, key, error);
  for (guint i = 0; i < 2; i++) {
    JsonNode *element = json_array_get_element (pair, i);

    if (json_node_get_value_type (element) != G_TYPE_INT64)
      return strange (self, key, error);
    if (json_node_get_int (element) < 1 || json_node_get_int (element) > high)
      return out_of_range (self, key, error);
    numbers[i] = (int)json_node_get_int (element);
  }
  memcpy (value, numbers, sizeof numbers);
  json_object_remove_member (self->object, key);
  return TRUE;
}

gboolean
pn_take_id (PnSource *self, const char *key, PnId *value, GError **error)
{
  const char *text = pn_source_peek_string (self, key);

  if (!json_object_has_member (self->object, key))
    return TRUE;
  if (text == NULL || !pn_id_from_string (text, value))
    return strange (self, key, error);
  json_object_remove_member (self->object, key);
  return TRUE;
}

gboolean
pn_take_choice (PnSource *self,
                const char *key,
                const char *const *words,
                int *value,
                GError **error)
{
  const char *text = pn_source_peek_string (self, key);

  if (!json_object_has_member (self->object, key))
    return TRUE;
  for (int i = 0; text != NULL && words[i] != NULL; i++)
    if (strcmp (words[i], text) == 0) {
      *value = i;
      json_object_remove_member (self->object, key);
      return TRUE;
    }
  return strange (self, key, error);
}

gboolean
pn_take_color (PnSource *self, const char *key, PnColour *value, GError **error)
{
  const char *text = pn_source_peek_string (self, key);

  if (!json_object_has_member (self->object, key))
    return TRUE;
  if (text == NULL || !pn_color_parse (text, value->rgb))
    return strange (self, key, error);
  value->is_set = TRUE;
  json_object_remove_member (self->object, key);
  return TRUE;
}

gboolean
pn_take_asset (PnSource *self, const char *key, char **value, GError **error)
{
  const char *text = pn_source_peek_string (self, key);

  if (text != NULL && !pn_is_asset_name (text))
    return strange (self, key, error);
  return pn_take_string (self, key, value, error);
}

gboolean
pn_take_node (PnSource *self, const char *key, JsonNodeType type, JsonNode **value, GError **error)
{
  JsonNode *node = json_object_get_member (self->object, key);

  if (node == NULL)
    return TRUE;
  if (json_node_get_node_type (node) != type)
    return strange (self, key, error);
  *value = json_node_ref (node);
  json_object_remove_member (self->object, key);
  return TRUE;
}

gboolean
pn_source_keep_all (PnSource *self, JsonNode **unknown, GError **error)
{
  if (pn_json_nest (self->node) > PN_JSON_UNKNOWN_NEST_MAX) {
    g_set_error (error, PN_DOC_ERROR, PN_DOC_ERROR_SYNTAX,
                 _ ("“%s” is nested more than %d levels deep."), self->label,
                 PN_JSON_UNKNOWN_NEST_MAX);
    return FALSE;
  }
  json_node_seal (self->node);
  *unknown = json_node_ref (self->node);
  return TRUE;
}

gboolean
pn_source_keep_rest (PnSource *self, JsonNode **extra, GError **error)
{
  return json_object_get_size (self->object) == 0 || pn_source_keep_all (self, extra, error);
}
