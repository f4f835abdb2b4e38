/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/* Work on the main thread in small pieces, while there is nothing else to do and for as long as
 * `owner` lives. `step` does one piece, well under a millisecond, and says whether there is more. */
void pn_idle_work (GObject *owner, gboolean (*step) (gpointer owner));
