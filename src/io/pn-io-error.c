/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-io-error.h"

G_DEFINE_QUARK (pn_io_error, pn_io_error)
