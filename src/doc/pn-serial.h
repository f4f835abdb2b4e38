/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-node.h"

#define PN_DOC_ERROR (pn_doc_error_quark ())
GQuark pn_doc_error_quark (void);

typedef enum {
  PN_DOC_ERROR_SYNTAX, /* not JSON, too deeply nested, too large */
  PN_DOC_ERROR_SCHEMA, /* JSON, but no Pantin document */
  PN_DOC_ERROR_VALUE,  /* a number that is not finite or outside its range, an id used twice */
} PnDocError;

/* The file's own form. The same root gives the same bytes in every locale; what is not used is not
 * written; what was not known is written back. (transfer full) */
char *pn_root_to_json (const PnRoot *root, gsize *length);

/* Reads `document.json`, migrating earlier versions; a later version is read as far as it is
 * understood, with root->version saying so. Nesting and size are bounded before parsing. (transfer
 * full) (nullable) */
PnRoot *pn_root_from_json (const char *json, gsize length, GError **error);

/* A track in the same form, with all that a later version put into it. (transfer full) */
char *pn_track_to_json (const PnTrack *track, gsize *length);
/* One that this version knows. (transfer full) (nullable) */
PnTrack *pn_track_from_json (const char *json, gsize length, GError **error);

/* Whether a root can be written and read back: every number finite and in its range, ids once, names
 * in UTF-8, groups not nested too deeply, keys and tracks in order. What is put into a document is
 * checked with this, so that what can be made can be opened again; what is read has passed it. The
 * error says what is wrong where. */
gboolean pn_root_check (const PnRoot *root, GError **error);

/* What the journal keeps of a step: the nodes that `to` has and `from` has not, by id, in the
 * file's own form, and what was removed. Applying it to a root equal to `from` gives a root equal
 * to `to`. (transfer full) */
char *pn_root_diff (const PnRoot *from, const PnRoot *to, gsize *length);
PnRoot *pn_root_patch (const PnRoot *root,
                       const char *patch,
                       gsize length,
                       GError **error); /* (transfer full) (nullable) */

/* The content hashes a root names (pictures and meshes), each once, sorted. (transfer container):
 * borrowed strings */
GPtrArray *pn_root_list_assets (const PnRoot *root);

/* The strings in what a later version wrote that look like content hashes, in the same form: where
 * there is such an asset it belongs to the document, where there is none nothing is missing. */
GPtrArray *pn_root_list_possible_assets (const PnRoot *root);

/* Whether it is spelt as a content hash: 64 lower-case hexadecimal digits. */
gboolean pn_is_asset_name (const char *text);
