/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* The program's settings, by the schema in data/. One object for the process. Main thread. */
GSettings *pn_settings_get (void);
