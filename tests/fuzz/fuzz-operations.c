/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-json.h"
#include "pn-test-session.h"

/* Batches of operations on a document with one rigged picture: nothing crashes, a refusal changes
 * nothing, and undoing everything gives the same bytes again. */

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size);

static PnTestSession *
session_new (void)
{
  static PnTestSession session;
  pn_test_session_init (&session, 300, 240);
  g_autofree char *path =
      pn_test_draw (session.folder, "figure.png", 300, 240, pn_test_figure_pixel);
  g_autoptr (JsonNode) image = pn_test_run (&session, "{'op': 'add_image', 'path': '%s'}", path);
  g_autoptr (JsonNode) rig = pn_test_run (
      &session, "{'op': 'create_puppet_rig', 'layer': 'figure', 'mesh': {'density': 4}, "
                "'pins': [{'name': 'foot', 'x': 60, 'y': 200}, "
                "{'name': 'hand', 'x': 245, 'y': 80}]}");
  pn_test_folder_remove (session.folder);
  return &session;
}

/* What reads or writes files, or renders, has fuzzers and tests of its own. */
static gboolean
is_outside (JsonObject *operation)
{
  static const char *const names[] = {"add_image", "save", "render_frame", NULL};
  JsonNode *name = json_object_get_member (operation, "op");

  return name != NULL && json_node_get_value_type (name) == G_TYPE_STRING &&
         g_strv_contains (names, json_node_get_string (name));
}

/* What the document was set up with is done again where an input undid it, before another step can
 * take its place. */
static void
keep_setup (PnHistory *history, guint n_steps)
{
  guint current;
  while (pn_history_n_steps (history, &current), current < n_steps)
    pn_history_redo (history, NULL);
}

static void
run (PnTestSession *session, JsonNode *node)
{
  g_autoptr (GError) error = NULL;
  if (!JSON_NODE_HOLDS_OBJECT (node) || is_outside (json_node_get_object (node)))
    return;

  g_autofree char *before = pn_test_bytes (session);
  g_autoptr (JsonNode) result =
      pn_operation_run (session->context, json_node_get_object (node), &error);
  g_assert_true ((result != NULL) == (error == NULL));
  if (result == NULL) {
    g_autofree char *after = pn_test_bytes (session);
    g_assert_cmpstr (before, ==, after);
  }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  static PnTestSession *session;
  static guint n_steps;
  static char *bytes;
  if (session == NULL) {
    session = session_new ();
    pn_history_n_steps (pn_session_get_history (session->session), &n_steps);
    bytes = pn_test_bytes (session);
  }

  g_autoptr (JsonNode) node = pn_json_parse_any ((const char *)data, size, NULL);
  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return 0;
  JsonArray *operations = json_node_get_array (node);
  PnHistory *history = pn_session_get_history (session->session);
  for (guint i = 0; i < MIN (json_array_get_length (operations), 8); i++) {
    run (session, json_array_get_element (operations, i));
    keep_setup (history, n_steps);
  }

  guint current;
  while (pn_history_n_steps (history, &current), current > n_steps)
    pn_history_undo (history, NULL);
  g_autofree char *after = pn_test_bytes (session);
  g_assert_cmpstr (bytes, ==, after);
  return 0;
}
