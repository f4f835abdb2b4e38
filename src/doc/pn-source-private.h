/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-serial-private.h"

/* An object of JSON that is read by taking out what is understood; what is left is kept as it is.
 * So there is no list of known keys to fall behind the code. */
typedef struct {
  JsonNode *node;     /* borrowed */
  JsonObject *object; /* of the node */
  char *label;        /* what errors call it */
  PnReading reading;
} PnSource;

/* `holder` names it where it has no name itself. FALSE where the node is no object. */
gboolean pn_source_init (PnSource *self,
                         JsonNode *node,
                         PnReading reading,
                         const char *holder,
                         GError **error);
void pn_source_clear (PnSource *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PnSource, pn_source_clear)

/* FALSE unless the member is there and of that kind, in lenient reading too. `type` is a node type,
 * values are strings. */
gboolean pn_source_require (PnSource *self, const char *key, JsonNodeType type, GError **error);

/* TRUE with `value` untouched where the member is absent, or strange in lenient reading. Ranges
 * include their ends. */
gboolean pn_take_boolean (PnSource *self, const char *key, gboolean *value, GError **error);
gboolean pn_take_string (PnSource *self, const char *key, char **value, GError **error);
gboolean pn_take_int (PnSource *self,
                      const char *key,
                      gint64 low,
                      gint64 high,
                      gint64 *value,
                      GError **error);
gboolean pn_take_double (PnSource *self,
                         const char *key,
                         double low,
                         double high,
                         double *value,
                         GError **error);
gboolean pn_take_point (PnSource *self, const char *key, PnVec2 *value, GError **error);
gboolean pn_take_ints (PnSource *self, const char *key, gint64 high, int value[2], GError **error);
/* The id of something, and one of the NULL-terminated words, by index. */
gboolean pn_take_id (PnSource *self, const char *key, PnId *value, GError **error);
gboolean pn_take_choice (PnSource *self,
                         const char *key,
                         const char *const *words,
                         int *value,
                         GError **error);
gboolean pn_take_color (PnSource *self, const char *key, PnColour *value, GError **error);
/* 64 hexadecimal digits, so that it is safe in a path. */
gboolean pn_take_asset (PnSource *self, const char *key, char **value, GError **error);
/* (transfer full) (nullable) in `value`. */
gboolean
pn_take_node (PnSource *self, const char *key, JsonNodeType type, JsonNode **value, GError **error);

/* The string of a member, left where it is. (nullable) */
const char *pn_source_peek_string (PnSource *self, const char *key);

/* What was not taken, to be kept in a node's `extra`. */
gboolean pn_source_keep_rest (PnSource *self, JsonNode **extra, GError **error);
/* All of it, for what is unknown as a whole. Before anything was taken. */
gboolean pn_source_keep_all (PnSource *self, JsonNode **unknown, GError **error);

/* All return FALSE: something else than a value of this key, a value out of its range. */
gboolean pn_source_fail (PnSource *self, const char *key, GError **error);
gboolean pn_source_fail_range (PnSource *self, const char *key, GError **error);
