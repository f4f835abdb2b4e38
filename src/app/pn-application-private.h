/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-application.h"
#include "pn-job.h"
#include "pn-journal.h"

struct _PnApplication {
  GtkApplication parent_instance;

  PnTaskPool *pool;
  char *state_folder;
  gboolean has_offered; /* what was left behind */
  gboolean is_quitting;
};

/* What was left behind there and in the usual place. Any thread. (transfer full): PnRecovery */
GPtrArray *pn_application_list_left (const char *state_folder);

/* The session in `from` where that is untouched, else in a window of its own; takes it. */
PnWindow *pn_application_show (PnApplication *self, PnWindow *from, PnSession *session);

/* Goes on with a journal that was left behind, in a window. */
void pn_application_recover (PnApplication *self, PnWindow *from, const PnRecovery *recovery);
