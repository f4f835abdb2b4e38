/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-json.h"

/* JSON as documents and journals hold it. json-glib reads, behind a scan that lets only strict JSON
 * pass; the writer is our own. */

/* Brackets within brackets: json-glib 1.6 recurses and crashes at 100,000. */
#define PN_JSON_NEST_MAX 1000

/* What is kept for a later version may be nested so deeply, wherever in the layers it lies: with
 * PN_LAYER_NEST_MAX levels above it a document never outgrows PN_JSON_NEST_MAX. */
#define PN_JSON_UNKNOWN_NEST_MAX 500

/* The same, an object. (transfer full) (nullable) */
JsonNode *pn_json_parse (const char *text, gsize length, GError **error);

/* Levels of brackets in a value; 0 for a plain one. */
guint pn_json_nest (JsonNode *node);

/* What a person would call an object of a document: its name, else its id or target, else
 * `fallback`. Borrowed. */
const char *pn_json_object_label (JsonObject *object, const char *fallback);

/* Writes JSON for people to read and programs to compare: a member a line, small things on one
 * line, numbers in the fewest digits that give the same double back, the same in every locale.
 * Takes no references, so that one value may be written by several threads. */
typedef enum {
  PN_JSON_BLOCK, /* a line for each member */
  PN_JSON_LINE,  /* all on one line, with everything inside */
} PnJsonLayout;

typedef struct PnJsonWriter PnJsonWriter;

PnJsonWriter *pn_json_writer_new (void);
/* The text, and the end of the writer. (transfer full) */
char *pn_json_writer_finish (PnJsonWriter *self, gsize *length);
void pn_json_writer_free (PnJsonWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnJsonWriter, pn_json_writer_free)

/* `key` is NULL inside of arrays and on the outside. */
void pn_json_begin_object (PnJsonWriter *self, const char *key, PnJsonLayout layout);
void pn_json_end_object (PnJsonWriter *self);
void pn_json_begin_array (PnJsonWriter *self, const char *key, PnJsonLayout layout);
void pn_json_end_array (PnJsonWriter *self);
void pn_json_add_string (PnJsonWriter *self, const char *key, const char *value);
void pn_json_add_double (PnJsonWriter *self, const char *key, double value); /* finite */
void pn_json_add_int (PnJsonWriter *self, const char *key, gint64 value);
void pn_json_add_boolean (PnJsonWriter *self, const char *key, gboolean value);
void pn_json_add_node (PnJsonWriter *self, const char *key, JsonNode *node);
/* The members of an object (NULL: none), but for those whose key the open object has already. */
void pn_json_add_members (PnJsonWriter *self, JsonNode *object);
