/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-operation.h"

#include <glib/gi18n-lib.h>

#include "pn-gesture.h"
#include "pn-ops-private.h"
#include "pn-serial.h"

G_DEFINE_QUARK (pn_ops_error, pn_ops_error)

static const PnOperationEntry *const tables[] = {
    pn_ops_document_entries, pn_ops_layer_entries,    pn_ops_stack_entries, pn_ops_puppet_entries,
    pn_ops_pin_entries,      pn_ops_pin_copy_entries, pn_ops_key_entries,   pn_ops_retime_entries,
    pn_ops_skeleton_entries, pn_ops_bone_entries,
};

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *)a, *(const char *const *)b);
}

static gpointer
make_list (gpointer data)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const PnOperationEntry *entry = tables[i]; entry->name != NULL; entry++)
      g_ptr_array_add (names, (gpointer)entry->name);
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return g_ptr_array_free (names, FALSE);
}

const char *const *
pn_operation_list (void)
{
  static GOnce once = G_ONCE_INIT;
  return g_once (&once, make_list, NULL);
}

static const PnOperationEntry *
find_entry (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const PnOperationEntry *entry = tables[i]; entry->name != NULL; entry++)
      if (g_str_equal (entry->name, name))
        return entry;
  return NULL;
}

static const PnOperationEntry *
read_entry (JsonObject *operation, GError **error)
{
  const char *name = NULL;
  PnArgs args = {_ ("An operation"), operation};

  if (!pn_args_string (&args, "op", PN_ARG_REQUIRED, &name, error))
    return NULL;

  const PnOperationEntry *entry = find_entry (name);
  if (entry == NULL) {
    g_autofree char *names = g_strjoinv (", ", (char **)pn_operation_list ());
    g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE,
                 _ ("There is no operation “%s”. There are: %s."), name, names);
  }
  return entry;
}

JsonObject *
pn_operation_new (const char *name)
{
  JsonObject *operation = json_object_new ();

  json_object_set_string_member (operation, "op", name);
  return operation;
}

JsonObject *
pn_operation_add (JsonArray *operations, const char *name)
{
  JsonObject *operation = pn_operation_new (name);

  json_array_add_object_element (operations, operation);
  return operation;
}

void
pn_operation_set_id (JsonObject *operation, const char *member, PnId id)
{
  g_autofree char *text = pn_id_to_string (id);

  json_object_set_string_member (operation, member, text);
}

void
pn_operation_set_point (JsonObject *object, PnVec2 point)
{
  json_object_set_double_member (object, "x", point.x);
  json_object_set_double_member (object, "y", point.y);
}

static void
add_notices (PnOpCall *call)
{
  if (call->notices->len == 0)
    return;
  json_builder_set_member_name (call->result, "notices");
  json_builder_begin_array (call->result);
  for (guint i = 0; i < call->notices->len; i++)
    json_builder_add_string_value (call->result, g_ptr_array_index (call->notices, i));
  json_builder_end_array (call->result);
}

static gboolean
run_call (PnOpCall *call, const PnOperationEntry *entry, GError **error)
{
  g_autofree char *names = g_strjoin (" ", "op", entry->arguments, NULL);
  g_autoptr (GError) fault = NULL;

  if (!pn_args_check_names (&call->args, names, error) || !entry->run (call, error))
    return FALSE;
  /* What was made must be a document that opens again, whatever the operation let through. */
  if (call->new_root != NULL && !pn_root_check (call->new_root, &fault))
    return pn_op_refuse (error, "%s", fault->message);
  return TRUE;
}

/* The operation as a function: from a root to its result and, where it made one, a new root. */
static JsonNode *
call_entry (PnOpsContext *context,
            const PnOperationEntry *entry,
            JsonObject *operation,
            const PnRoot *root,
            PnRoot **new_root,
            GError **error)
{
  g_autoptr (JsonBuilder) result = json_builder_new_immutable ();
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  PnOpCall call = {
      .context = context,
      .args = {entry->name, operation},
      .root = root,
      .result = result,
      .notices = notices,
  };

  json_builder_begin_object (result);
  json_builder_set_member_name (result, "op");
  json_builder_add_string_value (result, entry->name);
  if (!run_call (&call, entry, error)) {
    g_clear_pointer (&call.new_root, pn_node_unref);
    return NULL;
  }
  add_notices (&call);
  json_builder_end_object (result);
  *new_root = call.new_root;
  return json_builder_get_root (result);
}

JsonNode *
pn_operation_apply (PnOpsContext *context,
                    JsonObject *operation,
                    const PnRoot *root,
                    PnRoot **new_root,
                    GError **error)
{
  const PnOperationEntry *entry = read_entry (operation, error);
  if (entry == NULL)
    return NULL;
  if (entry->effect != PN_OP_EDITS) {
    pn_op_refuse (error, _ ("“%s” changes nothing in a document, so it cannot be part of a step."),
                  entry->name);
    return NULL;
  }

  PnRoot *made = NULL;
  JsonNode *result = call_entry (context, entry, operation, root, &made, error);
  if (result != NULL)
    *new_root = made != NULL ? made : pn_node_ref (root);
  return result;
}

/* A gesture of one update. */
static JsonNode *
run_gesture (PnOpsContext *context, const char *name, JsonObject *operation, GError **error)
{
  PnGesture *gesture = pn_gesture_begin (context, name);

  if (!pn_gesture_update (gesture, operation, error)) {
    pn_gesture_cancel (gesture);
    return NULL;
  }
  g_autoptr (JsonNode) result = json_node_ref (pn_gesture_get_result (gesture, 0));
  return pn_gesture_commit (gesture, error) ? g_steal_pointer (&result) : NULL;
}

JsonNode *
pn_operation_run (PnOpsContext *context, JsonObject *operation, GError **error)
{
  const PnOperationEntry *entry = read_entry (operation, error);
  if (entry == NULL)
    return NULL;
  if (entry->effect != PN_OP_LOOKS &&
      pn_history_is_open (pn_session_get_history (context->session))) {
    pn_op_refuse (error, _ ("Something is being dragged. Let go of it or press Escape first."));
    return NULL;
  }
  if (entry->effect == PN_OP_EDITS)
    return run_gesture (context, entry->name, operation, error);

  g_autoptr (PnRoot) root = pn_node_ref (pn_session_get_root (context->session));
  PnRoot *made = NULL;
  return call_entry (context, entry, operation, root, &made, error);
}

char *
pn_operation_describe (const char *operation)
{
  const PnOperationEntry *entry = find_entry (operation);

  if (g_str_equal (operation, PN_HISTORY_SEVERAL_STEPS))
    return g_strdup (_ ("Several steps"));
  return g_strdup (entry != NULL ? _ (entry->spoken) : operation);
}
