/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Long work as those see it who wait for it: how far it is, and whether they still want it. NULL is
 * work that nobody waits for. Passed down by whoever does it; `tell` is called on the thread that
 * does. */
typedef struct {
  GCancellable *cancellable;                     /* (nullable) borrowed */
  void (*tell) (gpointer data, double fraction); /* (nullable) 0 to 1 */
  gpointer data;
  double begin, end; /* what of the whole this is: 0 and 1 for all of it */
} PnWork;

/* The part of `work` between two fractions of it. */
PnWork pn_work_part (const PnWork *work, double begin, double end);

/* So much of it is done. FALSE with G_IO_ERROR_CANCELLED where it is to be given up. */
gboolean pn_work_tell (const PnWork *work, double fraction, GError **error);
