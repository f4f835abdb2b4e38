/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-cli.h"

#include <errno.h>
#include <stdio.h>

#include "pn-json.h"

/* edit: a batch of operations, saved as a whole or not at all. */

/* A batch is read whole before anything is done; more than this is no batch a person or a program
 * would write. */
#define BATCH_BYTES_MAX ((gsize)64 << 20)

/* All of a stream as text; NULL where it cannot be read or has no end. */
static GString *
read_stream (FILE *stream, const char *name, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char buffer[65536];
  gsize n;

  while ((n = fread (buffer, 1, sizeof buffer, stream)) > 0) {
    if (text->len + n > BATCH_BYTES_MAX) {
      g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE,
                   _ ("The operations in “%s” are larger than %u MiB."), name,
                   (guint)(BATCH_BYTES_MAX >> 20));
      return NULL;
    }
    g_string_append_len (text, buffer, (gssize)n);
  }
  if (ferror (stream) != 0) {
    g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE, _ ("“%s” could not be read: %s."), name,
                 g_strerror (errno));
    return NULL;
  }
  return g_steal_pointer (&text);
}

/* A file, a pipe, or standard input as "-". */
static GString *
read_text (const char *path, const char *name, GError **error)
{
  if (g_str_equal (path, "-"))
    return read_stream (stdin, name, error);

  FILE *stream = fopen (path, "re");
  if (stream == NULL) {
    g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE, _ ("“%s” could not be opened: %s."), name,
                 g_strerror (errno));
    return NULL;
  }
  GString *text = read_stream (stream, name, error);
  fclose (stream);
  return text;
}

static JsonNode *
read_operations (const char *path, GError **error)
{
  g_autofree char *name =
      g_str_equal (path, "-") ? g_strdup (_ ("standard input")) : g_filename_display_name (path);
  g_autoptr (GString) text = read_text (path, name, error);
  if (text == NULL)
    return NULL;

  JsonNode *node = pn_json_parse_any (text->str, text->len, error);
  if (node == NULL) {
    g_prefix_error (error, "%s: ", name);
    return NULL;
  }
  if (!JSON_NODE_HOLDS_ARRAY (node)) {
    json_node_unref (node);
    g_set_error (
        error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE,
        _ ("%s: a list of operations in brackets is expected, such as [{\"op\": \"undo\"}]."),
        name);
    return NULL;
  }
  return node;
}

static gboolean
run_one (PnCliDocument *document,
         JsonArray *operations,
         guint index,
         JsonArray *results,
         GError **error)
{
  JsonNode *node = json_array_get_element (operations, index);

  if (!JSON_NODE_HOLDS_OBJECT (node)) {
    g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE,
                 _ ("Operation %u is not an object in braces."), index + 1);
    return FALSE;
  }
  JsonObject *operation = json_node_get_object (node);
  JsonNode *result = pn_operation_run (document->context, operation, error);
  if (result == NULL) {
    JsonNode *op = json_object_get_member (operation, "op");
    gboolean is_named = op != NULL && json_node_get_value_type (op) == G_TYPE_STRING;
    /* Translators: the place of an operation in its list, and its name, before what is wrong with
     * it. */
    g_prefix_error (error, _ ("operation %u (%s): "), index + 1,
                    is_named ? json_node_get_string (op) : "?");
    return FALSE;
  }
  json_array_add_element (results, result);
  return TRUE;
}

int
pn_cli_edit (int argc, char **argv)
{
  g_autofree char *output = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write to another file"), "G.pantin"},
      {NULL},
  };

  if (!pn_cli_parse (argc, argv, "F.pantin OPS.json [-o G.pantin]", entries, 2, 2, &words))
    return PN_CLI_USAGE;
  if (output != NULL && !pn_cli_check_output (output, words[1]))
    return PN_CLI_USAGE;

  g_auto (PnCliDocument) document = {0};
  if (!pn_cli_document_open (&document, words[0], 0, PN_GPU_ANY, &error))
    return pn_cli_fail (error);
  if (pn_session_is_newer (document.session) && output == NULL) {
    g_printerr (
        _ ("pantin-cli: To change it all the same, write the result to another file with -o.\n"));
    return PN_CLI_FAILED;
  }
  g_autoptr (JsonNode) operations = read_operations (words[1], &error);
  if (operations == NULL)
    return pn_cli_fail (error);

  JsonArray *list = json_node_get_array (operations);
  g_autoptr (JsonArray) results = json_array_new ();
  for (guint i = 0; i < json_array_get_length (list); i++)
    if (!run_one (&document, list, i, results, &error))
      return pn_cli_fail (error);

  PnSaveFlags flags = output != NULL ? PN_SAVE_OVER_NEWER : PN_SAVE_REFUSE_NEWER;
  if (!pn_session_save (document.session, output != NULL ? output : words[0], NULL, flags, &error))
    return pn_cli_fail (error);

  g_autoptr (JsonNode) printed = json_node_init_array (json_node_alloc (), results);
  pn_cli_print_json (printed);
  return PN_CLI_DONE;
}
