/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

/* Earlier versions of the format are rewritten step by step before they are read, so that reading
 * knows one version alone. */

/* Rewrites a document of one version as the next one. */
typedef gboolean (*PnMigration) (JsonObject *document, GError **error);

/* `chain` goes from `first` to the version after it, and so on up to `last`. Leaves a document of
 * version `last` or later as it is; one before `first` is refused. */
gboolean pn_migrate_with (JsonObject *document,
                          const PnMigration *chain,
                          int first,
                          int last,
                          GError **error);

/* To PN_FORMAT_VERSION. */
gboolean pn_migrate (JsonObject *document, GError **error);
