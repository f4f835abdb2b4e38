/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* What the desktop asks of every program's look, by the settings portal, which GTK of our floor
 * does not read. Where there is no portal nothing is said. Main thread.
 *
 * Signal "changed". */
#define PN_TYPE_DESKTOP (pn_desktop_get_type ())
G_DECLARE_FINAL_TYPE (PnDesktop, pn_desktop, PN, DESKTOP, GObject)

typedef enum {
  PN_DESKTOP_UNSAID,
  PN_DESKTOP_DARK,
  PN_DESKTOP_LIGHT,
} PnDesktopScheme;

/* Asks at once and hears the answer later. */
PnDesktop *pn_desktop_new (void);

PnDesktopScheme pn_desktop_get_scheme (PnDesktop *self);
gboolean pn_desktop_wants_contrast (PnDesktop *self);
