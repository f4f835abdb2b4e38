/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-args-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-operation.h"

/* The bound on any coordinate, far outside what a document can show but safe to calculate with. */
#define COORDINATE_LIMIT 1e7

static gboolean
fail (GError **error, const PnArgs *args, const char *name, const char *expected)
{
  /* Translators: an operation, one of its arguments, and what that has to be. */
  g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE, _ ("%s: “%s” has to be %s."), args->where,
               name, expected);
  return FALSE;
}

/* TRUE where there is a value to read; otherwise `result` is what the reader returns. */
static gboolean
find (const PnArgs *args,
      const char *name,
      PnArgNeed need,
      JsonNode **node,
      gboolean *result,
      GError **error)
{
  *node = json_object_get_member (args->object, name);
  if (*node != NULL && !JSON_NODE_HOLDS_NULL (*node))
    return TRUE;
  *result = need == PN_ARG_OPTIONAL;
  if (!*result)
    g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE, _ ("%s needs “%s”."), args->where, name);
  return FALSE;
}

gboolean
pn_args_check_names (const PnArgs *args, const char *names, GError **error)
{
  g_auto (GStrv) known = g_strsplit (names, " ", -1);
  g_autoptr (GList) members = json_object_get_members (args->object);

  for (GList *l = members; l != NULL; l = l->next) {
    if (g_strv_contains ((const char *const *)known, l->data))
      continue;
    g_autofree char *list = g_strjoinv (", ", known);
    g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE, _ ("%s takes no “%s”. It takes: %s."),
                 args->where, (const char *)l->data, list);
    return FALSE;
  }
  return TRUE;
}

gboolean
pn_args_has (const PnArgs *args, const char *name)
{
  JsonNode *node = json_object_get_member (args->object, name);
  return node != NULL && !JSON_NODE_HOLDS_NULL (node);
}

gboolean
pn_args_string (const PnArgs *args,
                const char *name,
                PnArgNeed need,
                const char **value,
                GError **error)
{
  JsonNode *node;
  gboolean result;

  if (!find (args, name, need, &node, &result, error))
    return result;
  if (json_node_get_value_type (node) != G_TYPE_STRING)
    return fail (error, args, name, _ ("a text"));
  *value = json_node_get_string (node);
  return TRUE;
}

static gboolean
is_number (JsonNode *node)
{
  GType type = json_node_get_value_type (node);
  return (type == G_TYPE_DOUBLE || type == G_TYPE_INT64) && isfinite (json_node_get_double (node));
}

gboolean
pn_args_number (const PnArgs *args,
                const char *name,
                PnArgNeed need,
                double low,
                double high,
                double *value,
                GError **error)
{
  JsonNode *node;
  gboolean result;

  if (!find (args, name, need, &node, &result, error))
    return result;
  if (!is_number (node))
    return fail (error, args, name, _ ("a finite number"));

  double number = json_node_get_double (node);
  if (number < low || number > high) {
    g_autofree char *range = g_strdup_printf (_ ("a number from %g to %g"), low, high);
    return fail (error, args, name, range);
  }
  *value = number;
  return TRUE;
}

gboolean
pn_args_integer (const PnArgs *args,
                 const char *name,
                 PnArgNeed need,
                 int low,
                 int high,
                 int *value,
                 GError **error)
{
  double number = *value;

  if (!pn_args_number (args, name, need, low, high, &number, error))
    return FALSE;
  if (floor (number) < number) {
    g_autofree char *range = g_strdup_printf (_ ("a whole number from %d to %d"), low, high);
    return fail (error, args, name, range);
  }
  *value = (int)number;
  return TRUE;
}

gboolean
pn_args_boolean (const PnArgs *args,
                 const char *name,
                 PnArgNeed need,
                 gboolean *value,
                 GError **error)
{
  JsonNode *node;
  gboolean result;

  if (!find (args, name, need, &node, &result, error))
    return result;
  if (json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return fail (error, args, name, _ ("true or false"));
  *value = json_node_get_boolean (node);
  return TRUE;
}

gboolean
pn_args_point (const PnArgs *args, const char *name, PnArgNeed need, PnVec2 *value, GError **error)
{
  JsonNode *node;
  gboolean result;
  const char *expected = _ ("two numbers in brackets, [x, y]");

  if (!find (args, name, need, &node, &result, error))
    return result;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return fail (error, args, name, expected);

  JsonArray *array = json_node_get_array (node);
  if (json_array_get_length (array) != 2)
    return fail (error, args, name, expected);
  for (guint i = 0; i < 2; i++) {
    JsonNode *element = json_array_get_element (array, i);
    if (!is_number (element) || fabs (json_node_get_double (element)) > COORDINATE_LIMIT)
      return fail (error, args, name, expected);
  }
  *value =
      pn_vec2 (json_array_get_double_element (array, 0), json_array_get_double_element (array, 1));
  return TRUE;
}

gboolean
pn_args_choice (const PnArgs *args,
                const char *name,
                PnArgNeed need,
                const char *const *choices,
                int *value,
                GError **error)
{
  const char *text = NULL;

  if (!pn_args_string (args, name, need, &text, error))
    return FALSE;
  if (text == NULL)
    return TRUE;
  for (int i = 0; choices[i] != NULL; i++) {
    if (g_str_equal (choices[i], text)) {
      *value = i;
      return TRUE;
    }
  }
  g_autofree char *list = g_strjoinv (", ", (char **)choices);
  g_autofree char *expected = g_strdup_printf (_ ("one of %s"), list);
  return fail (error, args, name, expected);
}

gboolean
pn_args_object (const PnArgs *args,
                const char *name,
                PnArgNeed need,
                JsonObject **value,
                GError **error)
{
  JsonNode *node;
  gboolean result;

  *value = NULL;
  if (!find (args, name, need, &node, &result, error))
    return result;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return fail (error, args, name, _ ("an object in braces"));
  *value = json_node_get_object (node);
  return TRUE;
}

gboolean
pn_args_array (const PnArgs *args,
               const char *name,
               PnArgNeed need,
               JsonArray **value,
               GError **error)
{
  JsonNode *node;
  gboolean result;

  *value = NULL;
  if (!find (args, name, need, &node, &result, error))
    return result;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return fail (error, args, name, _ ("a list in brackets"));
  *value = json_node_get_array (node);
  return TRUE;
}

gboolean
pn_args_string_at (const PnArgs *args,
                   const char *name,
                   JsonArray *array,
                   guint index,
                   const char **value,
                   GError **error)
{
  JsonNode *node = json_array_get_element (array, index);

  if (json_node_get_value_type (node) != G_TYPE_STRING)
    return fail (error, args, name, _ ("a list of strings"));
  *value = json_node_get_string (node);
  return TRUE;
}

gboolean
pn_args_element (JsonArray *array, guint index, const char *where, PnArgs *element, GError **error)
{
  JsonNode *node = json_array_get_element (array, index);

  if (!JSON_NODE_HOLDS_OBJECT (node)) {
    g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE,
                 _ ("%s: entry %u has to be an object in braces."), where, index + 1);
    return FALSE;
  }
  *element = (PnArgs){where, json_node_get_object (node)};
  return TRUE;
}
