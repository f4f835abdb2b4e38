/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "pn-work.h"

/* Work that takes its time, on a thread of its own, as those see it who wait for it. Main thread
 * but where it says otherwise.
 *
 * Signal "changed": it is further, or in another state. */
#define PN_TYPE_JOB (pn_job_get_type ())
G_DECLARE_FINAL_TYPE (PnJob, pn_job, PN, JOB, GObject)

typedef enum {
  PN_JOB_WAITING,
  PN_JOB_RUNNING,
  PN_JOB_DONE,
  PN_JOB_FAILED,
  PN_JOB_CANCELLED,
} PnJobState;

/* The work, on the job's thread. A failure with G_IO_ERROR_CANCELLED, or after it was cancelled, is
 * no failure but that. */
typedef gboolean (*PnJobRun) (PnJob *job, gpointer data, GError **error);
/* On the main thread, when it is over: `error` is NULL where it was done, and borrowed. */
typedef void (*PnJobEnd) (PnJob *job, gpointer data, const GError *error);

/* `title` says what is being done: "Opening “hero.png”". `data` is freed on the main thread after
 * `end`. */
PnJob *
pn_job_new (const char *title, PnJobRun run, PnJobEnd end, gpointer data, GDestroyNotify destroy);

/* Keeps a reference, and the program running, until it is over. */
void pn_job_start (PnJob *self);
/* Starts it when those before it in the row are over; `row` is empty at first and lives on. */
void pn_job_start_in (PnJob *self, GQueue *row);
/* One that is waiting is over at once, one that runs as soon as its work hears of it. */
void pn_job_cancel (PnJob *self);

const char *pn_job_get_title (PnJob *self);
PnJobState pn_job_get_state (PnJob *self);
/* 0 to 1; negative as long as nobody knows. */
double pn_job_get_fraction (PnJob *self);
double pn_job_get_seconds (PnJob *self); /* since it started */
/* "About 20 seconds left", once that can be said. (transfer full) (nullable) */
char *pn_job_describe_left (PnJob *self);

/* For the work itself. Any thread. */
const PnWork *pn_job_get_work (PnJob *self);
void pn_job_tell (PnJob *self, double fraction);
GCancellable *pn_job_get_cancellable (PnJob *self);

/* The words of pn_job_describe_left. (transfer full) */
char *pn_format_time_left (double seconds);
