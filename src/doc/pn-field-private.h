/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-field.h"
#include "pn-source-private.h"

/* Members of the open object, for those that do not have their default. */
void pn_put_fields (PnJsonWriter *writer, gconstpointer node, const PnField *fields);
/* Absent ones keep what the node has, so it is reset before. */
gboolean pn_take_fields (PnSource *source, gpointer node, const PnField *fields, GError **error);
/* The first one that is out of its range, or NULL. */
const PnField *pn_fields_check (gconstpointer node, const PnField *fields);
