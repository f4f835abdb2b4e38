/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-private.h"

#include <glib/gi18n-lib.h>

/* What operations share: the newest root of a call, its result, and the objects its arguments name.
 */

void
pn_op_call_take_root (PnOpCall *call, PnRoot *root)
{
  PnRoot *old = call->new_root;
  call->new_root = root;
  pn_node_unref (old);
}

const PnRoot *
pn_op_call_root (const PnOpCall *call)
{
  return call->new_root != NULL ? call->new_root : call->root;
}

void
pn_op_call_notice (PnOpCall *call, const char *format, ...)
{
  va_list values;

  va_start (values, format);
  g_ptr_array_add (call->notices, g_strdup_vprintf (format, values));
  va_end (values);
}

const char *
pn_op_call_usual_name (const PnOpCall *call, const char *name)
{
  return call->context->save_mode == PN_SAVE_NOW
             ? g_dpgettext2 (GETTEXT_PACKAGE, PN_USUAL_NAME, name)
             : name;
}

gboolean
pn_op_refuse (GError **error, const char *format, ...)
{
  va_list values;

  va_start (values, format);
  if (error != NULL)
    *error = g_error_new_valist (PN_OPS_ERROR, PN_OPS_ERROR_REFUSED, format, values);
  va_end (values);
  return FALSE;
}

/* --- Objects by id or name. */

typedef struct {
  const char *name;
  const PnLayer *found;
  guint n_found;
  GString *names;
} LayerSearch;

static void
add_name (GString *names, const char *name)
{
  /* Translators: between the names in a list, and the quotes around one. */
  g_string_append_printf (names, names->len == 0 ? _ ("“%s”") : _ (", “%s”"), name);
}

static void
search_layers (LayerSearch *search, const PnNodeList *layers)
{
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];
    if (g_strcmp0 (layer->name, search->name) == 0) {
      search->found = layer;
      search->n_found++;
    }
    add_name (search->names, layer->name);
    search_layers (search, &layer->children);
  }
}

const PnLayer *
pn_op_find_layer_named (PnOpCall *call, const char *name, GError **error)
{
  PnId id;
  const PnLayer *layer = pn_id_from_string (name, &id)
                             ? pn_root_find_layer (pn_op_call_root (call), id, NULL, NULL)
                             : NULL;
  if (layer != NULL)
    return layer;

  g_autoptr (GString) names = g_string_new (NULL);
  LayerSearch search = {.name = name, .names = names};
  search_layers (&search, &pn_op_call_root (call)->layers);
  if (search.n_found == 1)
    return search.found;
  if (search.n_found > 1)
    pn_op_refuse (error,
                  ngettext ("%u layer is called “%s”. Name the one you mean by its id.",
                            "%u layers are called “%s”. Name the one you mean by its id.",
                            search.n_found),
                  search.n_found, name);
  else if (names->len == 0)
    pn_op_refuse (error, _ ("There is no layer “%s”: the document has no layers."), name);
  else
    pn_op_refuse (error, _ ("There is no layer “%s”. There are: %s."), name, names->str);
  return NULL;
}

const PnLayer *
pn_op_find_layer (PnOpCall *call, const char *argument, GError **error)
{
  const char *name = NULL;

  if (!pn_args_string (&call->args, argument, PN_ARG_REQUIRED, &name, error))
    return NULL;
  return pn_op_find_layer_named (call, name, error);
}

/* What is in a wanted layer goes along with it. */
static void
gather_in_order (const PnNodeList *layers, GHashTable *wanted, GPtrArray *found)
{
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];
    if (g_hash_table_contains (wanted, layer))
      g_ptr_array_add (found, (gpointer)layer);
    else
      gather_in_order (&layer->children, wanted, found);
  }
}

GPtrArray *
pn_op_find_layers (PnOpCall *call, GError **error)
{
  JsonArray *names;
  if (!pn_args_array (&call->args, "layers", PN_ARG_REQUIRED, &names, error))
    return NULL;

  g_autoptr (GHashTable) wanted = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < json_array_get_length (names); i++) {
    const char *name;
    if (!pn_args_string_at (&call->args, "layers", names, i, &name, error))
      return NULL;
    const PnLayer *layer = pn_op_find_layer_named (call, name, error);
    if (layer == NULL)
      return NULL;
    if (!g_hash_table_add (wanted, (gpointer)layer)) {
      pn_op_refuse (error, _ ("“%s” is named twice among the layers."), layer->name);
      return NULL;
    }
  }
  GPtrArray *found = g_ptr_array_new ();
  gather_in_order (&pn_op_call_root (call)->layers, wanted, found);
  return found;
}

const PnLayer *
pn_op_find_rigged_layer (PnOpCall *call, GError **error)
{
  const PnLayer *layer = pn_op_find_layer (call, "layer", error);

  if (layer != NULL && layer->puppet == NULL) {
    pn_op_refuse (error, _ ("“%s” has no puppet rig. Make one with create_puppet_rig first."),
                  layer->name);
    return NULL;
  }
  return layer;
}

const PnPin *
pn_op_find_pin (PnOpCall *call, const PnLayer *layer, GError **error)
{
  const char *name = NULL;

  return pn_args_string (&call->args, "pin", PN_ARG_REQUIRED, &name, error)
             ? pn_op_find_pin_named (call, layer, name, error)
             : NULL;
}

const PnPin *
pn_op_find_pin_named (PnOpCall *call, const PnLayer *layer, const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  const PnPin *by_name = NULL;
  guint n_by_name = 0;
  PnId id;
  if (!pn_id_from_string (name, &id))
    id = 0;

  for (guint i = 0; i < layer->puppet->pins.n_items; i++) {
    const PnPin *pin = layer->puppet->pins.items[i];
    if (id != 0 && pin->id == id)
      return pin;
    if (g_strcmp0 (pin->name, name) == 0) {
      by_name = pin;
      n_by_name++;
    }
    add_name (names, pin->name);
  }
  if (n_by_name == 1)
    return by_name;
  if (n_by_name > 1)
    pn_op_refuse (error,
                  ngettext ("%u pin of “%s” is called “%s”. Name the one you mean by its id.",
                            "%u pins of “%s” are called “%s”. Name the one you mean by its id.",
                            n_by_name),
                  n_by_name, layer->name, name);
  else if (names->len == 0)
    pn_op_refuse (error, _ ("“%s” has no pin “%s”: it has no pins."), layer->name, name);
  else
    pn_op_refuse (error, _ ("“%s” has no pin “%s”. It has: %s."), layer->name, name, names->str);
  return NULL;
}

/* --- Spaces. */

gboolean
pn_op_read_space (const PnArgs *args, PnOpSpace *space, GError **error)
{
  static const char *const names[] = {"document", "layer", "rest", NULL};
  int index = PN_OP_SPACE_DOCUMENT;

  if (!pn_args_choice (args, "space", PN_ARG_OPTIONAL, names, &index, error))
    return FALSE;
  *space = (PnOpSpace)index;
  return TRUE;
}

gboolean
pn_op_to_layer (PnOpCall *call,
                const PnLayer *layer,
                PnOpSpace space,
                double frame,
                PnVec2 point,
                PnVec2 *point_layer,
                GError **error)
{
  if (space == PN_OP_SPACE_LAYER) {
    *point_layer = point;
    return TRUE;
  }

  const PnRoot *root = pn_op_call_root (call);
  PnAffine doc_from_layer = space == PN_OP_SPACE_REST ? pn_root_doc_from_layer_at_rest (root, layer)
                                                      : pn_root_doc_from_layer (root, layer, frame);
  PnAffine layer_from_doc;
  if (pn_affine_invert (&doc_from_layer, &layer_from_doc) != PN_STATUS_OK)
    return pn_op_refuse (error,
                         _ ("“%s” is scaled to nothing at frame %g, so no point of the canvas lies "
                            "on it. Choose another "
                            "frame, or give the position with \"space\": \"layer\"."),
                         layer->name, frame);
  *point_layer = pn_affine_apply (&layer_from_doc, point);
  return TRUE;
}

/* --- Results. */

void
pn_op_result_string (PnOpCall *call, const char *name, const char *value)
{
  json_builder_set_member_name (call->result, name);
  json_builder_add_string_value (call->result, value);
}

void
pn_op_result_id (PnOpCall *call, const char *name, PnId id)
{
  g_autofree char *text = pn_id_to_string (id);
  pn_op_result_string (call, name, text);
}

void
pn_op_result_number (PnOpCall *call, const char *name, double value)
{
  json_builder_set_member_name (call->result, name);
  json_builder_add_double_value (call->result, value);
}

void
pn_op_result_count (PnOpCall *call, const char *name, gsize value)
{
  json_builder_set_member_name (call->result, name);
  json_builder_add_int_value (call->result, (gint64)value);
}

void
pn_op_result_point (PnOpCall *call, const char *name, PnVec2 value)
{
  json_builder_set_member_name (call->result, name);
  json_builder_begin_array (call->result);
  json_builder_add_double_value (call->result, value.x);
  json_builder_add_double_value (call->result, value.y);
  json_builder_end_array (call->result);
}
