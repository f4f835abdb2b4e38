/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-store-error.h"

G_DEFINE_QUARK (pn - store - error - quark, pn_store_error)
