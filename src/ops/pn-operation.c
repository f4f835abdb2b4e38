/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-operation.h"

#include <glib/gi18n-lib.h>

#include "pn-ops-private.h"
#include "pn-serial.h"

G_DEFINE_QUARK (pn_ops_error, pn_ops_error)

static const PnOperationEntry *const tables[] = {
    pn_ops_document_entries, pn_ops_layer_entries, pn_ops_puppet_entries,
    pn_ops_pin_entries,      pn_ops_key_entries,
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

static gboolean
commit (PnOpCall *call, const PnOperationEntry *entry, JsonObject *operation, GError **error)
{
  PnHistory *history = pn_session_get_history (call->context->session);
  g_autoptr (JsonNode) arguments = copy_arguments (operation);
  g_autoptr (GError) fault = NULL;

  /* What was made must be a document that opens again, whatever the operation let through. */
  if (call->new_root != NULL && !pn_root_check (call->new_root, &fault))
    return pn_op_refuse (error, "%s", fault->message);
  pn_history_begin (history, entry->name, arguments, NULL);
  if (call->new_root != NULL)
    pn_history_update (history, call->new_root);
  return pn_history_commit (history, error);
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
run_call (PnOpCall *call, const PnOperationEntry *entry, JsonObject *operation, GError **error)
{
  g_autofree char *names = g_strjoin (" ", "op", entry->arguments, NULL);

  if (!pn_args_check_names (&call->args, names, error))
    return FALSE;
  if (!entry->run (call, error))
    return FALSE;
  return entry->effect != PN_OP_EDITS || commit (call, entry, operation, error);
}

JsonNode *
pn_operation_run (PnOpsContext *context, JsonObject *operation, GError **error)
{
  const PnOperationEntry *entry = read_entry (operation, error);
  if (entry == NULL)
    return NULL;

  g_autoptr (JsonBuilder) result = json_builder_new_immutable ();
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (PnRoot) root = pn_node_ref (pn_session_get_root (context->session));
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

  gboolean done = run_call (&call, entry, operation, error);
  g_clear_pointer (&call.new_root, pn_node_unref);
  if (!done)
    return NULL;
  add_notices (&call);
  json_builder_end_object (result);
  return json_builder_get_root (result);
}

char *
pn_operation_describe (const char *operation, JsonNode *arguments)
{
  const PnOperationEntry *entry = find_entry (operation);
  return g_strdup (entry != NULL ? _ (entry->spoken) : operation);
}
