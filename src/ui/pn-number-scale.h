/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-number-field.h"

/* A scale with a number field beside it: one value, one signal "edited", as that of the field. */
#define PN_TYPE_NUMBER_SCALE (pn_number_scale_get_type ())
G_DECLARE_FINAL_TYPE (PnNumberScale, pn_number_scale, PN, NUMBER_SCALE, GtkWidget)

GtkWidget *pn_number_scale_new (const PnNumberSpec *spec); /* borrowed for life */
void pn_number_scale_set_value (PnNumberScale *self, double value);
void pn_number_scale_set_mixed (PnNumberScale *self);
PnNumberField *pn_number_scale_get_field (PnNumberScale *self);
