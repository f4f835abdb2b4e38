/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-migrate-private.h"

#include <glib/gi18n-lib.h>

#include "pn-serial.h"

#define FIRST_VERSION 1

/* To version 2: kinds of pins, what solvers are told, skeletons. They were only added. */
static gboolean
add_rig (JsonObject *document, GError **error)
{
  return TRUE;
}

/* The step of the first version, then one for each version since. The one that brings version n+1
 * comes with tests/doc/data/golden-v<n>.json, written by version n. */
static const PnMigration steps[PN_FORMAT_VERSION - FIRST_VERSION + 1] = {add_rig, NULL};

gboolean
pn_migrate_with (JsonObject *document,
                 const PnMigration *chain,
                 int first,
                 int last,
                 GError **error)
{
  JsonNode *node = json_object_get_member (document, "version");
  gint64 version = 0;

  if (node != NULL && json_node_get_value_type (node) == G_TYPE_INT64)
    version = json_node_get_int (node);
  if (version < first || version > G_MAXINT) {
    g_set_error_literal (error, PN_DOC_ERROR, PN_DOC_ERROR_SCHEMA,
                         _ ("This is not a Pantin document."));
    return FALSE;
  }
  for (; version < last; version++) {
    if (!chain[version - first](document, error))
      return FALSE;
    json_object_set_int_member (document, "version", version + 1);
  }
  return TRUE;
}

gboolean
pn_migrate (JsonObject *document, GError **error)
{
  return pn_migrate_with (document, steps, FIRST_VERSION, PN_FORMAT_VERSION, error);
}
