/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>

#include "pn-command-list.h"

const PnCommandEntry pn_commands_time[] = {
    {0},
};
