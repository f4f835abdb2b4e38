/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jobs: what those hear who wait for one, and that it can be stopped at any time. */

#include "pn-job-bar.h"
#include "pn-job.h"
#include "pn-test-gtk.h"

/* What a job does and what is heard of it. */
typedef struct {
  GMutex lock;
  GCond wake;
  gboolean may_go, fails;
  double told;
  guint n_ends, n_freed;
  int code; /* of the error it ended with, -1 for none */
  GThread *main_thread;
} Log;

static gboolean
run_cb (PnJob *job, gpointer data, GError **error)
{
  Log *log = data;

  g_assert_true (g_thread_self () != log->main_thread);
  pn_job_tell (job, log->told);
  g_mutex_lock (&log->lock);
  while (!log->may_go && !g_cancellable_is_cancelled (pn_job_get_cancellable (job)))
    g_cond_wait_until (&log->wake, &log->lock, g_get_monotonic_time () + 10000);
  g_mutex_unlock (&log->lock);
  if (!pn_work_tell (pn_job_get_work (job), 1, error))
    return FALSE;
  if (log->fails)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "full");
  return !log->fails;
}

static void
end_cb (PnJob *job, gpointer data, const GError *error)
{
  Log *log = data;

  g_assert_true (g_thread_self () == log->main_thread);
  g_assert_cmpuint (log->n_freed, ==, 0);
  log->n_ends++;
  log->code = error != NULL ? error->code : -1;
}

static void
free_cb (gpointer data)
{
  Log *log = data;

  g_assert_true (g_thread_self () == log->main_thread);
  log->n_freed++;
}

static void
let_go (Log *log)
{
  g_mutex_lock (&log->lock);
  log->may_go = TRUE;
  g_cond_signal (&log->wake);
  g_mutex_unlock (&log->lock);
}

static PnJob *
job_new (Log *log)
{
  log->main_thread = g_thread_self ();
  return pn_job_new ("Sorting frames", run_cb, end_cb, log, free_cb);
}

static void
wait_for_end (Log *log)
{
  while (log->n_ends == 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
assert_over (PnJob *job, const Log *log, PnJobState state, int code)
{
  g_assert_cmpint (pn_job_get_state (job), ==, state);
  g_assert_cmpint (log->code, ==, code);
  g_assert_cmpuint (log->n_ends, ==, 1);
  g_assert_cmpuint (log->n_freed, ==, 1);
}

static void
test_done (void)
{
  Log log = {.told = 0.25};
  g_autoptr (PnJob) job = job_new (&log);

  g_assert_cmpint (pn_job_get_state (job), ==, PN_JOB_WAITING);
  g_assert_cmpfloat (pn_job_get_fraction (job), <, 0);
  pn_job_start (job);
  g_assert_cmpint (pn_job_get_state (job), ==, PN_JOB_RUNNING);
  while (pn_job_get_fraction (job) < 0.2)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat_with_epsilon (pn_job_get_fraction (job), 0.25, 1e-6);
  let_go (&log);
  wait_for_end (&log);
  assert_over (job, &log, PN_JOB_DONE, -1);
}

static void
test_failed (void)
{
  Log log = {.fails = TRUE, .may_go = TRUE};
  g_autoptr (PnJob) job = job_new (&log);

  pn_job_start (job);
  wait_for_end (&log);
  assert_over (job, &log, PN_JOB_FAILED, G_IO_ERROR_NO_SPACE);
}

/* The thread may hold it a moment longer than the loop that heard of the end. */
static void
assert_goes (PnJob *job)
{
  GWeakRef left;

  g_weak_ref_init (&left, job);
  g_object_unref (job);
  for (PnJob *still; (still = g_weak_ref_get (&left)) != NULL; g_object_unref (still))
    g_usleep (1000);
  g_weak_ref_clear (&left);
}

static void
test_cancelled (void)
{
  Log log = {0};
  PnJob *job = job_new (&log);

  pn_job_start (job);
  pn_job_cancel (job);
  g_assert_cmpuint (log.n_ends, ==, 0);
  wait_for_end (&log);
  assert_over (job, &log, PN_JOB_CANCELLED, G_IO_ERROR_CANCELLED);
  assert_goes (job);
}

/* One whose turn has not come is over at once, and never runs. */
static void
test_cancelled_in_the_row (void)
{
  Log log = {0};
  PnJob *job = job_new (&log);

  pn_job_cancel (job);
  assert_over (job, &log, PN_JOB_CANCELLED, G_IO_ERROR_CANCELLED);
  g_assert_finalize_object (job);
}

static void
activate_cb (GApplication *application, gpointer data)
{
  pn_job_start (data);
  pn_job_cancel (data);
}

/* Nothing else keeps the program running: it ends when the job has put things in order. */
static void
test_holds_the_program (void)
{
  Log log = {0};
  g_autoptr (PnJob) job = job_new (&log);
  g_autoptr (GApplication) application = g_application_new (NULL, G_APPLICATION_NON_UNIQUE);

  g_application_set_default (application);
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), job);
  g_application_run (application, 0, NULL);
  g_application_set_default (NULL);
  assert_over (job, &log, PN_JOB_CANCELLED, G_IO_ERROR_CANCELLED);
}

/* One after the other, whatever becomes of them. */
static void
test_row (void)
{
  GQueue row = G_QUEUE_INIT;
  Log logs[3] = {{.may_go = TRUE, .fails = TRUE}, {.may_go = FALSE}, {.may_go = TRUE}};
  PnJob *jobs[3];

  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++) {
    jobs[i] = job_new (&logs[i]);
    pn_job_start_in (jobs[i], &row);
  }
  g_assert_cmpint (pn_job_get_state (jobs[0]), ==, PN_JOB_RUNNING);
  g_assert_cmpint (pn_job_get_state (jobs[1]), ==, PN_JOB_WAITING);
  wait_for_end (&logs[0]);
  assert_over (jobs[0], &logs[0], PN_JOB_FAILED, G_IO_ERROR_NO_SPACE);
  g_assert_cmpint (pn_job_get_state (jobs[1]), ==, PN_JOB_RUNNING);
  g_assert_cmpint (pn_job_get_state (jobs[2]), ==, PN_JOB_WAITING);
  pn_job_cancel (jobs[1]);
  wait_for_end (&logs[2]);
  assert_over (jobs[2], &logs[2], PN_JOB_DONE, -1);
  g_assert_true (g_queue_is_empty (&row));
  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    g_object_unref (jobs[i]);
}

static void
test_time_left (void)
{
  static const struct {
    double seconds;
    const char *text;
  } cases[] = {
      {0.1, "About 1 second left"},    {4.2, "About 5 seconds left"}, {11, "About 15 seconds left"},
      {59, "About 60 seconds left"},   {61, "About 2 minutes left"},  {60, "About 1 minute left"},
      {3599, "About 60 minutes left"}, {7300, "About 3 hours left"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = pn_format_time_left (cases[i].seconds);
    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

/* The row of a job shows after a while, and not before; that of one that waits shows at once. */
static void
test_bar (void)
{
  Log running_log = {.told = 0.5}, waiting_log = {0};
  g_autoptr (GListStore) jobs = g_list_store_new (PN_TYPE_JOB);
  GtkWidget *bar = g_object_ref_sink (pn_job_bar_new (G_LIST_MODEL (jobs)));
  g_autoptr (PnJob) running = job_new (&running_log);
  g_autoptr (PnJob) waiting = job_new (&waiting_log);

  g_assert_false (gtk_widget_get_visible (bar));
  pn_job_start (running);
  g_list_store_append (jobs, running);
  g_assert_false (gtk_widget_get_visible (bar));
  while (!gtk_widget_get_visible (bar))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat (pn_job_get_seconds (running), >, 0.4);

  g_list_store_append (jobs, waiting);
  GtkWidget *first = gtk_widget_get_first_child (bar);
  GtkWidget *second = gtk_widget_get_next_sibling (first);
  g_assert_true (gtk_widget_get_visible (first) && gtk_widget_get_visible (second));
  GtkWidget *stop = gtk_widget_get_last_child (second);
  gtk_test_accessible_assert_property (stop, GTK_ACCESSIBLE_PROPERTY_LABEL, "Stop: Sorting frames");
  g_signal_emit_by_name (stop, "clicked");
  g_assert_cmpint (pn_job_get_state (waiting), ==, PN_JOB_CANCELLED);
  g_list_store_remove_all (jobs);
  g_assert_false (gtk_widget_get_visible (bar));

  let_go (&running_log);
  wait_for_end (&running_log);
  g_object_unref (bar);
}

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  g_test_add_func ("/ui/job/done", test_done);
  g_test_add_func ("/ui/job/failed", test_failed);
  g_test_add_func ("/ui/job/cancelled", test_cancelled);
  g_test_add_func ("/ui/job/cancelled-in-the-row", test_cancelled_in_the_row);
  g_test_add_func ("/ui/job/holds-the-program", test_holds_the_program);
  g_test_add_func ("/ui/job/row", test_row);
  g_test_add_func ("/ui/job/time-left", test_time_left);
  g_test_add_func ("/ui/job/bar", test_bar);
  return g_test_run ();
}
