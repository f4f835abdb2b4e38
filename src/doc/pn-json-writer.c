/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why not json-glib's generator: it writes 1e22 as "1e+22.0", which is not JSON and which json-glib
 * itself refuses (1.6.6), and it takes references that are not counted atomically. */
#include "pn-json-private.h"

#include <math.h>
#include <string.h>

#define INDENT 2

/* Integers below this are doubles without a gap. */
#define INTEGRAL_MAX 1e15

typedef struct {
  gboolean is_array;
  gboolean is_line;
  gboolean is_empty;
  guint first_key; /* of its keys in the writer's */
} Level;

struct PnJsonWriter {
  GString *text;
  GArray *levels;  /* Level, outermost first */
  GPtrArray *keys; /* borrowed: those written to each open object, one object after the other */
};

PnJsonWriter *
pn_json_writer_new (void)
{
  PnJsonWriter *self = g_new (PnJsonWriter, 1);

  self->text = g_string_new (NULL);
  self->levels = g_array_new (FALSE, FALSE, sizeof (Level));
  self->keys = g_ptr_array_new ();
  return self;
}

static char *
free_keeping_text (PnJsonWriter *self, gsize *length)
{
  if (length != NULL)
    *length = self->text->len;
  g_array_unref (self->levels);
  g_ptr_array_unref (self->keys);
  return g_string_free (g_steal_pointer (&self->text), FALSE);
}

char *
pn_json_writer_finish (PnJsonWriter *self, gsize *length)
{
  char *text;

  g_assert (self->levels->len == 0);
  g_string_append_c (self->text, '\n');
  text = free_keeping_text (self, length);
  g_free (self);
  return text;
}

void
pn_json_writer_free (PnJsonWriter *self)
{
  g_free (free_keeping_text (self, NULL));
  g_free (self);
}

static Level *
innermost (PnJsonWriter *self)
{
  return self->levels->len > 0 ? &g_array_index (self->levels, Level, self->levels->len - 1) : NULL;
}

static void
start_line (PnJsonWriter *self)
{
  g_string_append_c (self->text, '\n');
  for (guint i = 0; i < INDENT * self->levels->len; i++)
    g_string_append_c (self->text, ' ');
}

static void
append_quoted (GString *text, const char *value)
{
  g_string_append_c (text, '"');
  for (const char *c = value; *c != '\0'; c++) {
    if (*c == '"' || *c == '\\')
      g_string_append_printf (text, "\\%c", *c);
    else if (*c == '\n')
      g_string_append (text, "\\n");
    else if (*c == '\t')
      g_string_append (text, "\\t");
    else if ((guchar)*c < 0x20 || *c == 0x7f)
      g_string_append_printf (text, "\\u%04x", (guint)(guchar)*c);
    else
      g_string_append_c (text, *c);
  }
  g_string_append_c (text, '"');
}

/* Comma, line and key before a value. */
static void
start_value (PnJsonWriter *self, const char *key)
{
  Level *level = innermost (self);

  g_assert ((key != NULL) == (level != NULL && !level->is_array));
  if (level == NULL)
    return;
  if (!level->is_empty)
    g_string_append_c (self->text, ',');
  if (!level->is_line)
    start_line (self);
  else if (!level->is_empty)
    g_string_append_c (self->text, ' ');
  level->is_empty = FALSE;
  if (key != NULL) {
    g_ptr_array_add (self->keys, (gpointer)(guintptr)key);
    append_quoted (self->text, key);
    g_string_append (self->text, ": ");
  }
}

static void
begin (PnJsonWriter *self, const char *key, PnJsonLayout layout, gboolean is_array)
{
  Level level = {.is_array = is_array, .is_empty = TRUE};
  const Level *outer;

  start_value (self, key);
  outer = innermost (self);
  level.is_line = layout == PN_JSON_LINE || (outer != NULL && outer->is_line);
  level.first_key = self->keys->len;
  g_string_append_c (self->text, is_array ? '[' : '{');
  g_array_append_val (self->levels, level);
}

static void
end (PnJsonWriter *self, gboolean is_array)
{
  Level level = *innermost (self);

  g_assert (level.is_array == is_array);
  g_array_set_size (self->levels, self->levels->len - 1);
  g_ptr_array_set_size (self->keys, (int)level.first_key);
  if (!level.is_line && !level.is_empty)
    start_line (self);
  g_string_append_c (self->text, is_array ? ']' : '}');
}

void
pn_json_begin_object (PnJsonWriter *self, const char *key, PnJsonLayout layout)
{
  begin (self, key, layout, FALSE);
}

void
pn_json_end_object (PnJsonWriter *self)
{
  end (self, FALSE);
}

void
pn_json_begin_array (PnJsonWriter *self, const char *key, PnJsonLayout layout)
{
  begin (self, key, layout, TRUE);
}

void
pn_json_end_array (PnJsonWriter *self)
{
  end (self, TRUE);
}

void
pn_json_add_string (PnJsonWriter *self, const char *key, const char *value)
{
  start_value (self, key);
  append_quoted (self->text, value);
}

static gboolean
same_bits (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

static void
append_double (GString *text, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (fabs (value) < INTEGRAL_MAX && same_bits ((double)(gint64)value, value)) {
    g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64)value);
    return;
  }
  for (int precision = 15; precision <= 17; precision++) {
    char format[] = "%.17g";

    format[3] = (char)('0' + precision - 10);
    g_ascii_formatd (digits, sizeof digits, format, value);
    if (same_bits (g_ascii_strtod (digits, NULL), value))
      break;
  }
  g_string_append (text, digits);
  /* Read back as an integer, -0 would lose its sign. */
  if (strpbrk (digits, ".e") == NULL)
    g_string_append (text, ".0");
}

void
pn_json_add_double (PnJsonWriter *self, const char *key, double value)
{
  g_return_if_fail (isfinite (value));

  start_value (self, key);
  append_double (self->text, value);
}

void
pn_json_add_int (PnJsonWriter *self, const char *key, gint64 value)
{
  start_value (self, key);
  g_string_append_printf (self->text, "%" G_GINT64_FORMAT, value);
}

void
pn_json_add_boolean (PnJsonWriter *self, const char *key, gboolean value)
{
  start_value (self, key);
  g_string_append (self->text, value ? "true" : "false");
}

/* What was written with a fraction stays so, though it be .0: a later version may care. */
static void
add_unknown_double (PnJsonWriter *self, const char *key, double value)
{
  gsize start;

  start_value (self, key);
  start = self->text->len;
  append_double (self->text, value);
  if (strpbrk (self->text->str + start, ".e") == NULL)
    g_string_append (self->text, ".0");
}

static void
add_null (PnJsonWriter *self, const char *key)
{
  start_value (self, key);
  g_string_append (self->text, "null");
}

static void
add_value (PnJsonWriter *self, const char *key, JsonNode *node)
{
  switch (json_node_get_value_type (node)) {
  case G_TYPE_BOOLEAN:
    pn_json_add_boolean (self, key, json_node_get_boolean (node));
    break;
  case G_TYPE_INT64:
    pn_json_add_int (self, key, json_node_get_int (node));
    break;
  case G_TYPE_DOUBLE:
    if (isfinite (json_node_get_double (node)))
      add_unknown_double (self, key, json_node_get_double (node));
    else
      add_null (self, key);
    break;
  default:
    pn_json_add_string (self, key, json_node_get_string (node));
    break;
  }
}

/* Numbers, strings and the like stand on one line. */
static PnJsonLayout
array_layout (JsonArray *array)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!JSON_NODE_HOLDS_VALUE (json_array_get_element (array, i)) &&
        !JSON_NODE_HOLDS_NULL (json_array_get_element (array, i)))
      return PN_JSON_BLOCK;
  return PN_JSON_LINE;
}

void
pn_json_add_node (PnJsonWriter *self, const char *key, JsonNode *node)
{
  switch (json_node_get_node_type (node)) {
  case JSON_NODE_OBJECT:
    pn_json_begin_object (self, key, PN_JSON_BLOCK);
    pn_json_add_members (self, node);
    pn_json_end_object (self);
    break;
  case JSON_NODE_ARRAY: {
    JsonArray *array = json_node_get_array (node);

    pn_json_begin_array (self, key, array_layout (array));
    for (guint i = 0; i < json_array_get_length (array); i++)
      pn_json_add_node (self, NULL, json_array_get_element (array, i));
    pn_json_end_array (self);
    break;
  }
  case JSON_NODE_VALUE:
    add_value (self, key, node);
    break;
  case JSON_NODE_NULL:
  default:
    add_null (self, key);
    break;
  }
}

char *
pn_json_print (JsonNode *node)
{
  PnJsonWriter *writer = pn_json_writer_new ();

  pn_json_add_node (writer, NULL, node);
  return pn_json_writer_finish (writer, NULL);
}

/* `n_known` members of the open object stand before those that are being added. */
static gboolean
has_key (PnJsonWriter *self, guint first, guint n_known, const char *key)
{
  for (guint i = first; i < first + n_known; i++)
    if (strcmp (g_ptr_array_index (self->keys, i), key) == 0)
      return TRUE;
  return FALSE;
}

void
pn_json_add_members (PnJsonWriter *self, JsonNode *object)
{
  guint first = innermost (self)->first_key;
  guint n_known = self->keys->len - first;
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;

  if (object == NULL)
    return;
  json_object_iter_init_ordered (&iter, json_node_get_object (object));
  while (json_object_iter_next_ordered (&iter, &key, &value))
    if (!has_key (self, first, n_known, key))
      pn_json_add_node (self, key, value);
}
