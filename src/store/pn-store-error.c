/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-store-error.h"

G_DEFINE_QUARK (pn_store_error, pn_store_error)
