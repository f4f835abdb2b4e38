/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-private.h"

#include <glib/gi18n-lib.h>

/* Arguments and results by the tables of what a node is made of. */

static gboolean
read_colour (const PnArgs *args, const PnField *field, PnColour *colour, GError **error)
{
  const char *text = NULL;

  if (!pn_args_string (args, field->name, PN_ARG_REQUIRED, &text, error))
    return FALSE;
  if (g_str_equal (text, "none")) {
    *colour = (PnColour){0};
    return TRUE;
  }
  if (!pn_color_parse (text, colour->rgb))
    return pn_op_refuse (error, _ ("A colour is \"none\" or like \"#20c0ff\"."));
  colour->is_set = TRUE;
  return TRUE;
}

gboolean
pn_op_read_field (const PnArgs *args, gpointer node, const PnField *field, GError **error)
{
  gpointer at = pn_field_at (node, field);
  double least, most;

  pn_field_range (field, &least, &most);
  switch (field->type) {
  case PN_FIELD_NUMBER:
    return pn_args_number (args, field->name, PN_ARG_REQUIRED, least, most, at, error);
  case PN_FIELD_COUNT:
    return pn_args_integer (args, field->name, PN_ARG_REQUIRED, (int)least, (int)most, at, error);
  case PN_FIELD_FLAG:
    return pn_args_boolean (args, field->name, PN_ARG_REQUIRED, at, error);
  case PN_FIELD_CHOICE:
    return pn_args_choice (args, field->name, PN_ARG_REQUIRED, field->words, at, error);
  case PN_FIELD_COLOUR:
    return read_colour (args, field, at, error);
  case PN_FIELD_POINT:
  case PN_FIELD_ID:
  default:
    /* In the space, and by the name, that the operation knows alone. */
    return TRUE;
  }
}

gboolean
pn_op_read_fields (const PnArgs *args,
                   gpointer node,
                   const PnField *fields,
                   guint kind,
                   const char *what,
                   GError **error)
{
  for (const PnField *field = fields; field->name != NULL; field++) {
    if (!pn_args_has (args, field->name))
      continue;
    if (!pn_field_belongs (field, kind)) {
      g_autofree char *has = pn_fields_list (fields, kind, PN_FIELDS_GIVEN);
      return pn_op_refuse (error, _ ("%s has no “%s”. It has: %s."), what, field->name, has);
    }
    if (!pn_op_read_field (args, node, field, error))
      return FALSE;
  }
  return TRUE;
}

static void
add_number (PnOpCall *call,
            gconstpointer node,
            const PnField *field,
            PnTargetKind target_kind,
            PnId target,
            double frame)
{
  PnVec2 value = pn_vec2 (pn_field_number (node, field), 0);

  if (field->property != PN_PROPERTY_UNKNOWN)
    value = pn_root_sample (call->root, target_kind, target, field->property, frame, value);
  pn_op_result_number (call, field->name, value.x);
}

static void
add_colour (PnOpCall *call, const PnField *field, const PnColour *colour)
{
  g_autofree char *text = NULL;

  if (!colour->is_set)
    return;
  text = g_strdup_printf ("#%02x%02x%02x", colour->rgb[0], colour->rgb[1], colour->rgb[2]);
  pn_op_result_string (call, field->name, text);
}

void
pn_op_result_fields (PnOpCall *call,
                     gconstpointer node,
                     const PnField *fields,
                     guint kind,
                     PnTargetKind target_kind,
                     PnId target,
                     double frame)
{
  for (const PnField *field = fields; field->name != NULL; field++) {
    gconstpointer at = (const char *)node + field->offset;

    if (!pn_field_belongs (field, kind))
      continue;
    switch (field->type) {
    case PN_FIELD_NUMBER:
      add_number (call, node, field, target_kind, target, frame);
      break;
    case PN_FIELD_COUNT:
      pn_op_result_count (call, field->name, *(const guint *)at);
      break;
    case PN_FIELD_FLAG:
      json_builder_set_member_name (call->result, field->name);
      json_builder_add_boolean_value (call->result, *(const gboolean *)at);
      break;
    case PN_FIELD_CHOICE:
      pn_op_result_string (call, field->name, field->words[*(const int *)at]);
      break;
    case PN_FIELD_COLOUR:
      add_colour (call, field, at);
      break;
    case PN_FIELD_ID:
      if (*(const PnId *)at != 0)
        pn_op_result_id (call, field->name, *(const PnId *)at);
      break;
    case PN_FIELD_POINT:
    default:
      break;
    }
  }
}
