/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-operation.h"

/* A new pin of a posed layer holds it at every key of the others, and each is a pose to be found: of
 * many the operation would hold up the interface. They are the same wherever on the layer the pin is
 * put, so whoever has time finds some of them before. Returns how many are left. */
guint pn_ops_context_prepare_pin (PnOpsContext *context, const PnRoot *root, const PnLayer *layer);
