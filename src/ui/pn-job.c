/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-job.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-trace.h"

/* So often those who wait hear how far it is. */
#define TELL_INTERVAL_MS 100
/* Before so much time and so large a part of the work nobody can say how long it will take. */
#define ESTIMATE_AFTER_S 1.0
#define ESTIMATE_AFTER_FRACTION 0.02
#define FRACTION_UNIT 1000000.0

struct _PnJob {
  GObject parent_instance;

  char *title;
  PnJobRun run;
  PnJobEnd end;
  gpointer data;
  GDestroyNotify destroy;
  GCancellable *cancellable;
  PnWork work;
  GQueue *row; /* (nullable) of PnJob, each a reference; the first one runs */
  PnJobState state;
  gint64 started_us;
  gint fraction; /* atomic, in units; -1: not known */
  gint told;     /* of which those who wait have heard */
  guint source;
};

G_DEFINE_FINAL_TYPE (PnJob, pn_job, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static void
emit_changed (PnJob *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* A program that ends takes its threads along: what one is in the middle of would stay so. */
static void
hold_application (void)
{
  GApplication *application = g_application_get_default ();

  if (application != NULL)
    g_application_hold (application);
}

static void
release_application (void)
{
  GApplication *application = g_application_get_default ();

  if (application != NULL)
    g_application_release (application);
}

static gboolean
tell_cb (gpointer data)
{
  PnJob *self = data;
  uint64_t span = pn_trace_begin ();
  gint fraction = g_atomic_int_get (&self->fraction);

  /* The time that is left goes by even where the work does not move. */
  if (fraction != self->told || fraction >= 0)
    emit_changed (self);
  self->told = fraction;
  pn_trace_end ("ui.job", span);
  return G_SOURCE_CONTINUE;
}

static void
work_told_cb (gpointer data, double fraction)
{
  pn_job_tell (data, fraction);
}

static void
leave_row (PnJob *self)
{
  PnJob *first;

  if (self->row == NULL || !g_queue_remove (self->row, self))
    return;
  first = g_queue_peek_head (self->row);
  if (first != NULL && first->state == PN_JOB_WAITING)
    pn_job_start (first);
  g_object_unref (self);
}

/* The caller has a reference. */
static void
set_over (PnJob *self, const GError *error)
{
  if (error == NULL)
    self->state = PN_JOB_DONE;
  else if (g_cancellable_is_cancelled (self->cancellable) ||
           g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    self->state = PN_JOB_CANCELLED;
  else
    self->state = PN_JOB_FAILED;
  g_clear_handle_id (&self->source, g_source_remove);
  if (self->end != NULL)
    self->end (self, self->data, error);
  if (self->destroy != NULL)
    self->destroy (g_steal_pointer (&self->data));
  self->destroy = NULL;
  emit_changed (self);
  leave_row (self);
}

static void
run_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  PnJob *self = source;
  GError *error = NULL;

  if (self->run (self, self->data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
over_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  uint64_t span = pn_trace_begin ();

  g_task_propagate_boolean (G_TASK (result), &error);
  set_over (PN_JOB (source), error);
  release_application ();
  pn_trace_end ("ui.job-end", span);
}

void
pn_job_start (PnJob *self)
{
  g_return_if_fail (PN_IS_JOB (self));
  g_return_if_fail (self->state == PN_JOB_WAITING);

  g_autoptr (GTask) task = g_task_new (self, NULL, over_cb, NULL);
  self->state = PN_JOB_RUNNING;
  self->started_us = g_get_monotonic_time ();
  self->source = g_timeout_add (TELL_INTERVAL_MS, tell_cb, self);
  g_task_set_name (task, "pn-job");
  hold_application ();
  emit_changed (self);
  g_task_run_in_thread (task, run_cb);
}

void
pn_job_start_in (PnJob *self, GQueue *row)
{
  g_return_if_fail (PN_IS_JOB (self));
  g_return_if_fail (self->row == NULL && self->state == PN_JOB_WAITING);

  self->row = row;
  g_queue_push_tail (row, g_object_ref (self));
  if (g_queue_peek_head (row) == self)
    pn_job_start (self);
}

void
pn_job_cancel (PnJob *self)
{
  g_return_if_fail (PN_IS_JOB (self));

  g_autoptr (PnJob) kept = g_object_ref (self);
  g_autoptr (GError) error = NULL;
  g_cancellable_cancel (kept->cancellable);
  if (kept->state != PN_JOB_WAITING)
    return;
  g_cancellable_set_error_if_cancelled (kept->cancellable, &error);
  set_over (kept, error);
}

const char *
pn_job_get_title (PnJob *self)
{
  g_return_val_if_fail (PN_IS_JOB (self), NULL);

  return self->title;
}

PnJobState
pn_job_get_state (PnJob *self)
{
  g_return_val_if_fail (PN_IS_JOB (self), PN_JOB_DONE);

  return self->state;
}

double
pn_job_get_fraction (PnJob *self)
{
  g_return_val_if_fail (PN_IS_JOB (self), -1);

  gint fraction = g_atomic_int_get (&self->fraction);
  return fraction < 0 ? -1 : fraction / FRACTION_UNIT;
}

double
pn_job_get_seconds (PnJob *self)
{
  g_return_val_if_fail (PN_IS_JOB (self), 0);

  return self->state == PN_JOB_WAITING
             ? 0
             : (double)(g_get_monotonic_time () - self->started_us) / G_USEC_PER_SEC;
}

char *
pn_format_time_left (double seconds)
{
  if (seconds < 60) {
    /* In steps, so that the number does not flicker. */
    int n = seconds < 10 ? MAX (1, (int)ceil (seconds)) : 5 * (int)ceil (seconds / 5);
    return g_strdup_printf (ngettext ("About %d second left", "About %d seconds left", (gulong)n),
                            n);
  }
  if (seconds < 3600) {
    int n = (int)ceil (seconds / 60);
    return g_strdup_printf (ngettext ("About %d minute left", "About %d minutes left", (gulong)n),
                            n);
  }
  int n = (int)ceil (seconds / 3600);
  return g_strdup_printf (ngettext ("About %d hour left", "About %d hours left", (gulong)n), n);
}

char *
pn_job_describe_left (PnJob *self)
{
  g_return_val_if_fail (PN_IS_JOB (self), NULL);

  double fraction = pn_job_get_fraction (self);
  double seconds = pn_job_get_seconds (self);
  if (self->state != PN_JOB_RUNNING || seconds < ESTIMATE_AFTER_S ||
      fraction < ESTIMATE_AFTER_FRACTION)
    return NULL;
  return pn_format_time_left (seconds * (1 - fraction) / fraction);
}

const PnWork *
pn_job_get_work (PnJob *self)
{
  return &self->work;
}

void
pn_job_tell (PnJob *self, double fraction)
{
  g_atomic_int_set (&self->fraction, (gint)(CLAMP (fraction, 0.0, 1.0) * FRACTION_UNIT));
}

GCancellable *
pn_job_get_cancellable (PnJob *self)
{
  return self->cancellable;
}

static void
pn_job_dispose (GObject *object)
{
  PnJob *self = PN_JOB (object);

  if (self->destroy != NULL)
    self->destroy (g_steal_pointer (&self->data));
  self->destroy = NULL;
  G_OBJECT_CLASS (pn_job_parent_class)->dispose (object);
}

static void
pn_job_finalize (GObject *object)
{
  PnJob *self = PN_JOB (object);

  g_object_unref (self->cancellable);
  g_free (self->title);
  G_OBJECT_CLASS (pn_job_parent_class)->finalize (object);
}

static void
pn_job_class_init (PnJobClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_job_dispose;
  G_OBJECT_CLASS (class)->finalize = pn_job_finalize;
  signals[CHANGED] =
      g_signal_new ("changed", PN_TYPE_JOB, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
pn_job_init (PnJob *self)
{
  self->cancellable = g_cancellable_new ();
  self->fraction = self->told = -1;
  self->work = (PnWork){self->cancellable, work_told_cb, self, 0, 1};
}

PnJob *
pn_job_new (const char *title, PnJobRun run, PnJobEnd end, gpointer data, GDestroyNotify destroy)
{
  PnJob *self = g_object_new (PN_TYPE_JOB, NULL);

  self->title = g_strdup (title);
  self->run = run;
  self->end = end;
  self->data = data;
  self->destroy = destroy;
  return self;
}
