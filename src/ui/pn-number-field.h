/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* A number that is dragged, stepped or typed. At rest it takes only what changes it, so shortcuts
 * work while it has the keyboard; a click, Return or a digit begins typing. It shows what its owner
 * sets and says what is wanted: it never is what keeps the number.
 *
 * Signal "edited" (PnNumberPhase, PnNumberMode, double amount). */
#define PN_TYPE_NUMBER_FIELD (pn_number_field_get_type ())
G_DECLARE_FINAL_TYPE (PnNumberField, pn_number_field, PN, NUMBER_FIELD, GtkWidget)

typedef enum {
  PN_NUMBER_SET,    /* typed: one step */
  PN_NUMBER_DRAG,   /* while it is dragged or an arrow key is held; the first one begins it */
  PN_NUMBER_KEEP,   /* and the end of that, ... */
  PN_NUMBER_CANCEL, /* ... or Escape: as it was. Neither has an amount. */
} PnNumberPhase;

typedef enum {
  PN_NUMBER_TO, /* the amount is the new number ... */
  PN_NUMBER_BY, /* ... or what each of several, which are not equal, differs from what it was */
} PnNumberMode;

typedef struct {
  const char *name; /* marked for translation */
  const char *unit; /* (nullable) as it stands behind the number: "°", " px" */
  double lower, upper;
  double step; /* of an arrow key; Shift takes ten, Ctrl a tenth */
  guint digits;
  int width_chars;
  double px_per_step; /* of a drag; 0 for 1 */
} PnNumberSpec;

#define PN_NUMBER_COARSE 10.0
#define PN_NUMBER_FINE 0.1

GtkWidget *pn_number_field_new (const PnNumberSpec *spec); /* borrowed for life */
const PnNumberSpec *pn_number_field_get_spec (PnNumberField *self);

void pn_number_field_set_value (PnNumberField *self, double value);
double pn_number_field_get_value (PnNumberField *self);
/* Several that are not equal. */
void pn_number_field_set_mixed (PnNumberField *self);
gboolean pn_number_field_is_mixed (PnNumberField *self);

void pn_number_field_begin_typing (PnNumberField *self);
