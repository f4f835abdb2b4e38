/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-field-private.h"

#include <float.h>
#include <string.h>

static gconstpointer
look (gconstpointer node, const PnField *field)
{
  return (const char *)node + field->offset;
}

static void
reset (gpointer node, const PnField *field)
{
  gpointer at = pn_field_at (node, field);

  switch (field->type) {
  case PN_FIELD_NUMBER:
    *(double *)at = field->fallback;
    break;
  case PN_FIELD_COUNT:
    *(guint *)at = (guint)field->fallback;
    break;
  case PN_FIELD_FLAG:
  case PN_FIELD_CHOICE:
    *(int *)at = (int)field->fallback;
    break;
  case PN_FIELD_POINT:
    *(PnVec2 *)at = field->fallback_offset != 0
                        ? *(const PnVec2 *)(gpointer)((char *)node + field->fallback_offset)
                        : pn_vec2 (0, 0);
    break;
  case PN_FIELD_COLOUR:
    *(PnColour *)at = (PnColour){0};
    break;
  case PN_FIELD_ID:
  default:
    *(PnId *)at = 0;
    break;
  }
}

void
pn_fields_reset (gpointer node, const PnField *fields)
{
  for (const PnField *field = fields; field->name != NULL; field++)
    reset (node, field);
}

void
pn_fields_drop (gpointer node, const PnField *fields, guint kind)
{
  for (const PnField *field = fields; field->name != NULL; field++)
    if (!pn_field_belongs (field, kind))
      reset (node, field);
}

const PnField *
pn_field_find (const PnField *fields, const char *name)
{
  for (const PnField *field = fields; field->name != NULL; field++)
    if (strcmp (field->name, name) == 0)
      return field;
  return NULL;
}

const PnField *
pn_field_find_track (const PnField *fields, PnProperty property)
{
  for (const PnField *field = fields; field->name != NULL; field++)
    if (field->property == property)
      return field;
  return NULL;
}

gboolean
pn_field_belongs (const PnField *field, guint kind)
{
  return field->kinds == 0 || (field->kinds & 1u << kind) != 0;
}

char *
pn_fields_list (const PnField *fields, guint kind, PnFieldSet set)
{
  GString *list = g_string_new (NULL);

  for (const PnField *field = fields; field->name != NULL; field++)
    if (pn_field_belongs (field, kind) &&
        (set == PN_FIELDS_GIVEN ? field->type != PN_FIELD_POINT
                                : field->property != PN_PROPERTY_UNKNOWN))
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", field->name);
  return g_string_free (list, FALSE);
}

void
pn_field_range (const PnField *field, double *least, double *most)
{
  gboolean is_own = field->least < 0 || field->most > 0;

  *least = is_own ? field->least : field->low;
  *most = is_own ? field->most : field->high;
}

gboolean
pn_color_parse (const char *text, guint8 rgb[3])
{
  gboolean is_color = text[0] == '#' && strlen (text) == strlen ("#rrggbb");

  for (guint i = 1; is_color && text[i] != '\0'; i++)
    is_color = g_ascii_isxdigit (text[i]);
  for (guint i = 0; is_color && i < 3; i++)
    rgb[i] = (guint8)(g_ascii_xdigit_value (text[1 + 2 * i]) << 4 |
                      g_ascii_xdigit_value (text[2 + 2 * i]));
  return is_color;
}

/* --- Writing. */

static void
put_field (PnJsonWriter *writer, gconstpointer node, const PnField *field)
{
  gconstpointer at = look (node, field);

  switch (field->type) {
  case PN_FIELD_NUMBER:
    pn_put_double (writer, field->name, *(const double *)at, field->fallback);
    break;
  case PN_FIELD_COUNT:
    if (*(const guint *)at != (guint)field->fallback)
      pn_json_add_int (writer, field->name, *(const guint *)at);
    break;
  case PN_FIELD_FLAG:
    if (*(const gboolean *)at != (gboolean)field->fallback)
      pn_json_add_boolean (writer, field->name, *(const gboolean *)at);
    break;
  case PN_FIELD_POINT:
    pn_put_point (
        writer, field->name, *(const PnVec2 *)at,
        field->fallback_offset != 0
            ? *(const PnVec2 *)(gconstpointer)((const char *)node + field->fallback_offset)
            : pn_vec2 (0, 0));
    break;
  case PN_FIELD_COLOUR:
    if (((const PnColour *)at)->is_set)
      pn_put_color (writer, field->name, ((const PnColour *)at)->rgb);
    break;
  case PN_FIELD_CHOICE:
    if (*(const int *)at != (int)field->fallback)
      pn_json_add_string (writer, field->name, field->words[*(const int *)at]);
    break;
  case PN_FIELD_ID:
  default:
    if (*(const PnId *)at != 0)
      pn_put_id (writer, field->name, *(const PnId *)at);
    break;
  }
}

void
pn_put_fields (PnJsonWriter *writer, gconstpointer node, const PnField *fields)
{
  for (const PnField *field = fields; field->name != NULL; field++)
    put_field (writer, node, field);
}

/* --- Reading. */

static gboolean
take_count (PnSource *source, const PnField *field, guint *value, GError **error)
{
  gint64 count = *value;

  if (!pn_take_int (source, field->name, (gint64)field->low, (gint64)field->high, &count, error))
    return FALSE;
  *value = (guint)count;
  return TRUE;
}

static gboolean
take_field (PnSource *source, gpointer node, const PnField *field, GError **error)
{
  gpointer at = pn_field_at (node, field);

  switch (field->type) {
  case PN_FIELD_NUMBER:
    return pn_take_double (source, field->name, field->low, field->high, at, error);
  case PN_FIELD_COUNT:
    return take_count (source, field, at, error);
  case PN_FIELD_FLAG:
    return pn_take_boolean (source, field->name, at, error);
  case PN_FIELD_POINT:
    if (field->fallback_offset != 0)
      reset (node, field);
    return pn_take_point (source, field->name, at, error);
  case PN_FIELD_COLOUR:
    return pn_take_color (source, field->name, at, error);
  case PN_FIELD_CHOICE:
    return pn_take_choice (source, field->name, field->words, at, error);
  case PN_FIELD_ID:
  default:
    return pn_take_id (source, field->name, at, error);
  }
}

gboolean
pn_take_fields (PnSource *source, gpointer node, const PnField *fields, GError **error)
{
  for (const PnField *field = fields; field->name != NULL; field++)
    if (!take_field (source, node, field, error))
      return FALSE;
  return TRUE;
}

/* --- Checking. */

/* No NaN. */
static gboolean
is_within (double value, double low, double high)
{
  return value >= low && value <= high;
}

static gboolean
is_well (gconstpointer node, const PnField *field)
{
  gconstpointer at = look (node, field);
  int choice = 0;

  switch (field->type) {
  case PN_FIELD_NUMBER:
    return is_within (*(const double *)at, field->low, field->high);
  case PN_FIELD_COUNT:
    return is_within (*(const guint *)at, field->low, field->high);
  case PN_FIELD_POINT:
    return is_within (((const PnVec2 *)at)->x, -DBL_MAX, DBL_MAX) &&
           is_within (((const PnVec2 *)at)->y, -DBL_MAX, DBL_MAX);
  case PN_FIELD_CHOICE:
    while (field->words[choice] != NULL)
      choice++;
    return *(const int *)at >= 0 && *(const int *)at < choice;
  case PN_FIELD_FLAG:
  case PN_FIELD_COLOUR:
  case PN_FIELD_ID:
  default:
    return TRUE;
  }
}

const PnField *
pn_fields_check (gconstpointer node, const PnField *fields)
{
  for (const PnField *field = fields; field->name != NULL; field++)
    if (!is_well (node, field))
      return field;
  return NULL;
}
