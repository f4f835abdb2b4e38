/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

/* Of text; parsed it takes some ten times the memory. A million keys fit. */
#define PN_JSON_BYTES_MAX (64u << 20)

/* A value of strict JSON from anywhere: UTF-8, at most 64 MiB and 1,000 brackets within brackets,
 * integers that fit 64 bits, finite numbers, no "\u0000". An empty text is null. Errors are of
 * PN_DOC_ERROR. (transfer full) (nullable) */
JsonNode *pn_json_parse_any (const char *text, gsize length, GError **error);

/* A value as text, for people and programs, with a line feed at its end: numbers read back to the
 * same double, and one that JSON has no word for is null. (transfer full) */
char *pn_json_print (JsonNode *node);
