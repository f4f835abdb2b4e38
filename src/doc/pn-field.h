/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-node.h"

/* What nodes of a rig are made of, as tables: one entry says all there is to know of a property, and
 * reading, writing, checking and operations walk over the entries. */

typedef enum {
  PN_FIELD_NUMBER, /* double */
  PN_FIELD_COUNT,  /* guint */
  PN_FIELD_FLAG,   /* gboolean */
  PN_FIELD_POINT,  /* PnVec2; any finite */
  PN_FIELD_COLOUR, /* PnColour; "#rrggbb" */
  PN_FIELD_ID,     /* PnId; 0 is none, and not written */
  PN_FIELD_CHOICE, /* an enumeration from 0 on, kept as int */
} PnFieldType;

typedef struct {
  const char *name; /* in files and in operations */
  PnFieldType type;
  gsize offset;             /* in the node's struct */
  double fallback;          /* of numbers, counts, flags and choices; a point's is 0, 0 */
  double low, high;         /* of numbers and counts, in a document; ends included */
  double least, most;       /* what operations take, where that is less; 0, 0: the same */
  const char *const *words; /* of choices, NULL-terminated */
  gsize fallback_offset;    /* of points: of the point in the struct that is the default; 0: none */
  guint kinds;              /* bits of the node's kind for which it means something; 0: all */
  PnProperty property;      /* of the track that animates it; PN_PROPERTY_UNKNOWN for none */
} PnField;

/* Ended by an entry without a name, in the order in which they are written. */
extern const PnField pn_pin_fields[];
extern const PnField pn_puppet_fields[];
extern const PnField pn_bone_fields[];
extern const PnField pn_ik_fields[];
extern const PnField pn_binding_fields[]; /* of a layer */

/* Sets every property of a mutable node to its default. */
void pn_fields_reset (gpointer node, const PnField *fields);
/* Sets those to their default that mean nothing for a node of that kind. */
void pn_fields_drop (gpointer node, const PnField *fields, guint kind);

/* (nullable) */
const PnField *pn_field_find (const PnField *fields, const char *name);
const PnField *pn_field_find_track (const PnField *fields, PnProperty property);
gboolean pn_field_belongs (const PnField *field, guint kind);

/* Names of those that mean something for a kind, separated by ", ". (transfer full) */
typedef enum {
  PN_FIELDS_GIVEN,    /* all but points, which are given by other names */
  PN_FIELDS_ANIMATED, /* those that have tracks */
} PnFieldSet;
char *pn_fields_list (const PnField *fields, guint kind, PnFieldSet set);

/* The range operations take. */
void pn_field_range (const PnField *field, double *least, double *most);

static inline gpointer
pn_field_at (gpointer node, const PnField *field)
{
  return (char *)node + field->offset;
}

/* Of a property that is a number. */
static inline double
pn_field_number (gconstpointer node, const PnField *field)
{
  return *(const double *)(gconstpointer)((const char *)node + field->offset);
}

/* "#rrggbb", of either case. */
gboolean pn_color_parse (const char *text, guint8 rgb[3]);
