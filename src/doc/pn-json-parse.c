/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json-glib reads more than JSON (comments, assignments, octal numbers), cuts strings at "\u0000",
 * gives -1 for integers of more than 64 bits, recurses without a bound, and stops at the first NaN
 * without a word on where it was. So a scan over the words of the text comes first: one pass, no
 * recursion; it lets through what is strict JSON but for its grammar, which json-glib checks. */
#include "pn-json-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "pn-serial.h"

/* What a word that stands for no finite number is read as, so that the one check for such numbers
 * finds it and can say where it was. */
#define NOT_FINITE "1e999"

typedef struct {
  const char *at; /* the text ends with a NUL */
  const char *end;
  guint line;
  guint nest;
  gboolean is_over; /* the outermost bracket is closed */
  GString *strict;
} Scan;

static gboolean
refuse (guint line, GError **error)
{
  g_set_error (error, PN_DOC_ERROR, PN_DOC_ERROR_SYNTAX, _ ("The document is damaged in line %u."),
               line);
  return FALSE;
}

static void
pass (Scan *scan, const char *to)
{
  g_string_append_len (scan->strict, scan->at, to - scan->at);
  scan->at = to;
}

/* The code of "u1234", or -1. */
static int
read_code (const char *c)
{
  int code = 0;

  if (*c != 'u')
    return -1;
  for (guint i = 1; i <= 4; i++) {
    if (!g_ascii_isxdigit (c[i]))
      return -1;
    code = code << 4 | g_ascii_xdigit_value (c[i]);
  }
  return code;
}

/* `c` is after the backslash, and then after the escape. */
static gboolean
scan_escape (Scan *scan, const char **c, GError **error)
{
  int code;

  if (**c != '\0' && strchr ("\"\\/bfnrt", **c) != NULL) {
    *c += 1;
    return TRUE;
  }
  code = read_code (*c);
  if (code == 0) {
    g_set_error (error, PN_DOC_ERROR, PN_DOC_ERROR_SYNTAX,
                 _ ("A text in line %u of the document holds a zero byte."), scan->line);
    return FALSE;
  }
  if (code < 0)
    return refuse (scan->line, error);
  *c += strlen ("u1234");
  /* The halves of a character beyond 16 bits come together or not at all. */
  if (code >= 0xd800 && code <= 0xdbff) {
    int half = (*c)[0] == '\\' ? read_code (*c + 1) : -1;

    if (half < 0xdc00 || half > 0xdfff)
      return refuse (scan->line, error);
    *c += strlen ("\\u1234");
  } else if (code >= 0xdc00 && code <= 0xdfff) {
    return refuse (scan->line, error);
  }
  return TRUE;
}

static gboolean
scan_string (Scan *scan, GError **error)
{
  const char *c = scan->at + 1;

  while (*c != '"') {
    if ((guchar)*c < 0x20)
      return refuse (scan->line, error);
    if (*c++ == '\\' && !scan_escape (scan, &c, error))
      return FALSE;
  }
  pass (scan, c + 1);
  return TRUE;
}

static const char *
skip_digits (const char *c)
{
  while (g_ascii_isdigit (*c))
    c++;
  return c;
}

static gboolean
scan_number (Scan *scan, GError **error)
{
  const char *start = scan->at + (*scan->at == '-');
  const char *c = skip_digits (start);
  gboolean is_integer = TRUE;

  if (c == start || (*start == '0' && c > start + 1))
    return refuse (scan->line, error);
  if (*c == '.') {
    const char *fraction = c + 1;

    is_integer = FALSE;
    c = skip_digits (fraction);
    if (c == fraction)
      return refuse (scan->line, error);
  }
  if (*c == 'e' || *c == 'E') {
    const char *exponent = c + 1 + (c[1] == '+' || c[1] == '-');

    is_integer = FALSE;
    c = skip_digits (exponent);
    if (c == exponent)
      return refuse (scan->line, error);
  }
  if (is_integer) {
    errno = 0;
    g_ascii_strtoll (scan->at, NULL, 10);
    if (errno == ERANGE) {
      g_set_error (error, PN_DOC_ERROR, PN_DOC_ERROR_VALUE,
                   _ ("An integer in line %u of the document has more than 64 bits."), scan->line);
      return FALSE;
    }
  }
  pass (scan, c);
  return TRUE;
}

static gboolean
scan_word (Scan *scan, GError **error)
{
  static const char *const words[] = {"true", "false", "null"};
  static const char *const not_finite[] = {"NaN", "-NaN", "Infinity", "-Infinity"};
  const char *end = scan->at + 1;
  gsize length;

  while (g_ascii_isalnum (*end))
    end++;
  length = (gsize)(end - scan->at);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (length == strlen (words[i]) && memcmp (scan->at, words[i], length) == 0) {
      pass (scan, end);
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (not_finite); i++)
    if (length == strlen (not_finite[i]) && memcmp (scan->at, not_finite[i], length) == 0) {
      g_string_append (scan->strict, NOT_FINITE);
      scan->at = end;
      return TRUE;
    }
  return refuse (scan->line, error);
}

static gboolean
scan_bracket (Scan *scan, GError **error)
{
  if (*scan->at == '[' || *scan->at == '{') {
    if (++scan->nest > PN_JSON_NEST_MAX) {
      g_set_error (error, PN_DOC_ERROR, PN_DOC_ERROR_SYNTAX,
                   _ ("The document is nested more than %d levels deep."), PN_JSON_NEST_MAX);
      return FALSE;
    }
  } else {
    if (scan->nest == 0)
      return refuse (scan->line, error);
    scan->is_over = --scan->nest == 0;
  }
  pass (scan, scan->at + 1);
  return TRUE;
}

static gboolean
scan_token (Scan *scan, GError **error)
{
  char c = *scan->at;

  if (c == '\n')
    scan->line++;
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
    pass (scan, scan->at + 1);
    return TRUE;
  }
  if (scan->is_over)
    return refuse (scan->line, error);
  if (c == '"')
    return scan_string (scan, error);
  if (g_ascii_isdigit (c) || (c == '-' && g_ascii_isdigit (scan->at[1])))
    return scan_number (scan, error);
  if (g_ascii_isalpha (c) || (c == '-' && g_ascii_isalpha (scan->at[1])))
    return scan_word (scan, error);
  if (c == '[' || c == ']' || c == '{' || c == '}')
    return scan_bracket (scan, error);
  if (c == ',' || c == ':') {
    pass (scan, scan->at + 1);
    return TRUE;
  }
  return refuse (scan->line, error);
}

static GString *
scan_text (const char *text, gsize length, GError **error)
{
  /* The scan looks one character ahead: the copy ends with a NUL. */
  g_autofree char *copy = g_strndup (text, length);
  Scan scan = {.at = copy, .end = copy + length, .line = 1};

  scan.strict = g_string_sized_new (length);
  while (scan.at < scan.end)
    if (!scan_token (&scan, error)) {
      g_string_free (scan.strict, TRUE);
      return NULL;
    }
  return scan.strict;
}

const char *
pn_json_object_label (JsonObject *object, const char *fallback)
{
  static const char *const keys[] = {"name", "id", "target"};

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++) {
    JsonNode *node = json_object_get_member (object, keys[i]);

    if (node != NULL && json_node_get_value_type (node) == G_TYPE_STRING &&
        *json_node_get_string (node) != '\0')
      return json_node_get_string (node);
  }
  return fallback;
}

static gboolean check_finite (JsonNode *node, const char *label, const char *key, GError **error);

static gboolean
check_members_finite (JsonObject *object, const char *label, GError **error)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &key, &value))
    if (!check_finite (value, label, key, error))
      return FALSE;
  return TRUE;
}

/* Everywhere: what is not known now is written back later, and has to be JSON then. */
static gboolean
check_finite (JsonNode *node, const char *label, const char *key, GError **error)
{
  if (JSON_NODE_HOLDS_OBJECT (node)) {
    JsonObject *object = json_node_get_object (node);

    return check_members_finite (object, pn_json_object_label (object, label), error);
  }
  if (JSON_NODE_HOLDS_ARRAY (node)) {
    JsonArray *array = json_node_get_array (node);

    for (guint i = 0; i < json_array_get_length (array); i++)
      if (!check_finite (json_array_get_element (array, i), label, key, error))
        return FALSE;
    return TRUE;
  }
  if (json_node_get_value_type (node) != G_TYPE_DOUBLE || isfinite (json_node_get_double (node)))
    return TRUE;
  g_set_error (error, PN_DOC_ERROR, PN_DOC_ERROR_VALUE, _ ("In “%s”, “%s” is not a finite number."),
               label, key);
  return FALSE;
}

/* The parser forgets where it is by the time it returns. */
static void
parse_error_cb (JsonParser *parser, const GError *error, guint *line)
{
  *line = json_parser_get_current_line (parser);
}

JsonNode *
pn_json_parse_any (const char *text, gsize length, GError **error)
{
  g_autoptr (JsonParser) parser = NULL;
  g_autoptr (JsonNode) root = NULL;
  GString *strict;
  gboolean is_json, is_finite;
  guint line = 0;

  if (length > PN_JSON_BYTES_MAX) {
    g_set_error (error, PN_DOC_ERROR, PN_DOC_ERROR_SYNTAX,
                 _ ("The document is larger than %u megabytes."), PN_JSON_BYTES_MAX >> 20);
    return NULL;
  }
  if (!g_utf8_validate_len (text, length, NULL)) {
    g_set_error_literal (error, PN_DOC_ERROR, PN_DOC_ERROR_SYNTAX,
                         _ ("The document is damaged: it is not text in UTF-8."));
    return NULL;
  }
  strict = scan_text (text, length, error);
  if (strict == NULL)
    return NULL;
  parser = json_parser_new ();
  g_signal_connect (parser, "error", G_CALLBACK (parse_error_cb), &line);
  is_json = json_parser_load_from_data (parser, strict->str, (gssize)strict->len, NULL);
  g_string_free (strict, TRUE);
  if (!is_json) {
    refuse (line, error);
    return NULL;
  }
  root = json_parser_steal_root (parser);
  if (root == NULL)
    root = json_node_new (JSON_NODE_NULL);
  is_finite = JSON_NODE_HOLDS_OBJECT (root)
                  ? check_members_finite (json_node_get_object (root), _ ("document"), error)
                  : check_finite (root, _ ("document"), "[]", error);
  if (!is_finite)
    return NULL;
  return g_steal_pointer (&root);
}

guint
pn_json_nest (JsonNode *node)
{
  guint below = 0;

  if (JSON_NODE_HOLDS_ARRAY (node)) {
    JsonArray *array = json_node_get_array (node);

    for (guint i = 0; i < json_array_get_length (array); i++) {
      guint nest = pn_json_nest (json_array_get_element (array, i));

      below = MAX (below, nest);
    }
    return below + 1;
  }
  if (JSON_NODE_HOLDS_OBJECT (node)) {
    JsonObjectIter iter;
    const char *key;
    JsonNode *value;

    json_object_iter_init_ordered (&iter, json_node_get_object (node));
    while (json_object_iter_next_ordered (&iter, &key, &value)) {
      guint nest = pn_json_nest (value);

      below = MAX (below, nest);
    }
    return below + 1;
  }
  return 0;
}

JsonNode *
pn_json_parse (const char *text, gsize length, GError **error)
{
  g_autoptr (JsonNode) root = pn_json_parse_any (text, length, error);

  if (root == NULL)
    return NULL;
  if (!JSON_NODE_HOLDS_OBJECT (root)) {
    g_set_error_literal (error, PN_DOC_ERROR, PN_DOC_ERROR_SCHEMA,
                         _ ("This is not a Pantin document."));
    return NULL;
  }
  return g_steal_pointer (&root);
}
