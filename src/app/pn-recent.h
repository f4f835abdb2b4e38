/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* What was opened and saved of late, in the desktop's own list. Main thread. */

/* The window's action that opens one: its parameter is the URI. */
#define PN_RECENT_ACTION "open-recent"

void pn_recent_add (const char *path);

typedef struct {
  char *uri, *name;
} PnRecent;
/* Those of this program that are still there, the newest first. (transfer full): PnRecent */
GPtrArray *pn_recent_list (guint n_max);

/* A menu of them that follows the list. (transfer full) */
GMenu *pn_recent_menu_new (void);
