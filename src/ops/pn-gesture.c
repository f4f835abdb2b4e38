/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-gesture.h"

struct PnGesture {
  PnOpsContext *context;
  PnRoot *start;
  JsonArray *operations; /* (nullable) of the last update that was done */
  GPtrArray *results;    /* JsonNode, one for each of them */
};

static PnHistory *
get_history (PnGesture *self)
{
  return pn_session_get_history (pn_ops_context_get_session (self->context));
}

PnGesture *
pn_gesture_begin_joining (PnOpsContext *context, const char *operation, const char *merge_key)
{
  PnSession *session = pn_ops_context_get_session (context);
  PnGesture *self;

  g_return_val_if_fail (!pn_history_is_open (pn_session_get_history (session)), NULL);

  self = g_new0 (PnGesture, 1);
  self->context = context;
  self->start = pn_node_ref (pn_session_get_root (session));
  self->results = g_ptr_array_new_with_free_func ((GDestroyNotify)json_node_unref);
  pn_history_begin (pn_session_get_history (session), operation, NULL, merge_key);
  return self;
}

PnGesture *
pn_gesture_begin (PnOpsContext *context, const char *operation)
{
  return pn_gesture_begin_joining (context, operation, NULL);
}

static void
gesture_free (PnGesture *self)
{
  pn_node_unref (self->start);
  g_clear_pointer (&self->operations, json_array_unref);
  g_ptr_array_unref (self->results);
  g_free (self);
}

PnRoot *
pn_gesture_apply (PnOpsContext *context,
                  JsonArray *operations,
                  const PnRoot *root,
                  GPtrArray *results,
                  GError **error)
{
  g_autoptr (PnRoot) newest = pn_node_ref (root);

  for (guint i = 0; i < json_array_get_length (operations); i++) {
    PnRoot *made = NULL;
    g_autoptr (JsonNode) result = pn_operation_apply (
        context, json_array_get_object_element (operations, i), newest, &made, error);
    if (result == NULL)
      return NULL;
    pn_node_unref (newest);
    newest = made;
    if (results != NULL)
      g_ptr_array_add (results, g_steal_pointer (&result));
  }
  return g_steal_pointer (&newest);
}

gboolean
pn_gesture_update_all (PnGesture *self, JsonArray *operations, GError **error)
{
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify)json_node_unref);
  g_autoptr (PnRoot) root =
      pn_gesture_apply (self->context, operations, self->start, results, error);

  if (root == NULL)
    return FALSE;
  json_array_ref (operations);
  g_clear_pointer (&self->operations, json_array_unref);
  self->operations = operations;
  g_ptr_array_unref (self->results);
  self->results = g_steal_pointer (&results);
  pn_history_update (get_history (self), root);
  return TRUE;
}

gboolean
pn_gesture_update (PnGesture *self, JsonObject *operation, GError **error)
{
  g_autoptr (JsonArray) operations = json_array_new ();

  json_array_add_object_element (operations, json_object_ref (operation));
  return pn_gesture_update_all (self, operations, error);
}

const PnRoot *
pn_gesture_get_start (PnGesture *self)
{
  return self->start;
}

JsonNode *
pn_gesture_get_result (PnGesture *self, guint index)
{
  g_return_val_if_fail (index < self->results->len, NULL);

  return g_ptr_array_index (self->results, index);
}

guint
pn_gesture_n_results (PnGesture *self)
{
  return self->results->len;
}

/* The arguments without "op", as the history keeps them. */
static JsonNode *
copy_arguments (JsonObject *operation)
{
  g_autoptr (JsonObject) arguments = json_object_new ();
  g_autoptr (GList) members = json_object_get_members (operation);

  for (GList *l = members; l != NULL; l = l->next)
    if (!g_str_equal (l->data, "op"))
      json_object_set_member (arguments, l->data, json_object_dup_member (operation, l->data));
  return json_node_init_object (json_node_alloc (), arguments);
}

/* Those of several operations are the operations. */
static JsonNode *
gather_arguments (JsonArray *operations)
{
  if (json_array_get_length (operations) == 1)
    return copy_arguments (json_array_get_object_element (operations, 0));

  g_autoptr (JsonObject) arguments = json_object_new ();
  json_object_set_array_member (arguments, "operations", json_array_ref (operations));
  return json_node_init_object (json_node_alloc (), arguments);
}

gboolean
pn_gesture_commit (PnGesture *self, GError **error)
{
  PnHistory *history = get_history (self);

  if (self->operations != NULL) {
    g_autoptr (JsonNode) arguments = gather_arguments (self->operations);
    pn_history_set_arguments (history, arguments);
  }
  gboolean is_written = pn_history_commit (history, error);
  gesture_free (self);
  return is_written;
}

void
pn_gesture_cancel (PnGesture *self)
{
  pn_history_cancel (get_history (self));
  gesture_free (self);
}
