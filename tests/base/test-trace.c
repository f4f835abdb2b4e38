/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <string.h>

#include "pn-task-pool.h"
#include "pn-trace.h"

static PnTraceSpan spans[PN_TRACE_CAPACITY + 1];

static void
test_off (void)
{
  g_assert_cmpuint (pn_trace_begin (), ==, 0);
  pn_trace_end ("nothing", pn_trace_begin ());
  g_assert_cmpuint (pn_trace_read (spans, G_N_ELEMENTS (spans)), ==, 0);
}

static void
test_spans (void)
{
  pn_trace_start ();
  uint64_t outer = pn_trace_begin ();
  uint64_t inner = pn_trace_begin ();
  g_usleep (1000);
  pn_trace_end ("inner", inner);
  pn_trace_end ("outer", outer);
  pn_trace_stop ();
  pn_trace_end ("late", outer);

  g_assert_cmpuint (pn_trace_read (spans, G_N_ELEMENTS (spans)), ==, 2);
  g_assert_cmpstr (spans[0].name, ==, "inner");
  g_assert_cmpstr (spans[1].name, ==, "outer");
  g_assert_cmpuint (spans[0].duration_ns, >=, 1000000);
  g_assert_cmpuint (spans[1].duration_ns, >=, spans[0].duration_ns);
  g_assert_cmpuint (spans[1].begin_ns, <=, spans[0].begin_ns);

  pn_trace_start ();
  pn_trace_stop ();
  g_assert_cmpuint (pn_trace_read (spans, G_N_ELEMENTS (spans)), ==, 0);
}

/* Who sleeps does not run, and who is left open does no harm to those around. */
static void
test_cpu (void)
{
  pn_trace_start ();
  uint64_t outer = pn_trace_begin ();
  uint64_t sleep = pn_trace_begin ();
  for (int i = 0; i < 40; i++)
    g_assert_cmpuint (pn_trace_begin (), >, 0);
  g_usleep (20000);
  pn_trace_end ("sleep", sleep);
  uint64_t last = pn_trace_begin (), run = pn_trace_begin ();
  for (uint64_t spun = run; spun - run < 5000000;)
    spun = pn_trace_begin ();
  pn_trace_end ("run", run);
  pn_trace_end ("last", last);
  pn_trace_end ("outer", outer);
  pn_trace_stop ();

  g_assert_cmpuint (pn_trace_read (spans, G_N_ELEMENTS (spans)), ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (spans[i].cpu_ns, <=, spans[i].duration_ns);
}

/* The thread's own clock stands while it sleeps. */
static void
test_sleep (void)
{
  pn_trace_start ();
  uint64_t sleep = pn_trace_begin ();
  g_usleep (20000);
  pn_trace_end ("sleep", sleep);
  uint64_t run = pn_trace_begin ();
  for (guint i = 0; i < 1000; i++)
    pn_trace_end ("inner", pn_trace_begin ());
  pn_trace_end ("run", run);
  pn_trace_stop ();

  g_assert_cmpuint (pn_trace_read (spans, G_N_ELEMENTS (spans)), ==, 1002);
  g_assert_cmpuint (spans[0].cpu_ns, >, 0);
  g_assert_cmpuint (spans[0].cpu_ns, <, spans[0].duration_ns / 2);
  uint64_t inner = 0;
  for (guint i = 1; i < 1001; i++)
    inner += spans[i].cpu_ns;
  g_assert_cmpuint (spans[1001].cpu_ns, >=, inner);
}

static void
span_cb (void *data, size_t index, unsigned worker)
{
  static const char *const names[3] = {"a", "b", "c"};
  pn_trace_end (names[index % 3], pn_trace_begin ());
}

static void
test_ring (void)
{
  PnTaskPool *pool = pn_task_pool_new (2);
  pn_trace_start ();
  pn_task_pool_run (pool, 3 * PN_TRACE_CAPACITY, span_cb, NULL);
  pn_trace_end ("last", pn_trace_begin ());
  pn_trace_stop ();
  pn_task_pool_free (pool);

  g_assert_cmpuint (pn_trace_read (spans, G_N_ELEMENTS (spans)), ==, PN_TRACE_CAPACITY);
  g_assert_cmpstr (spans[PN_TRACE_CAPACITY - 1].name, ==, "last");
  g_assert_cmpuint (pn_trace_read (spans, 5), ==, 5);
  g_assert_cmpstr (spans[4].name, ==, "last");
}

static void
test_take (void)
{
  size_t n_lost;

  pn_trace_start ();
  g_assert_cmpuint (pn_trace_take (spans, G_N_ELEMENTS (spans), &n_lost), ==, 0);
  pn_trace_end ("a", pn_trace_begin ());
  pn_trace_end ("b", pn_trace_begin ());
  g_assert_cmpuint (pn_trace_take (spans, 1, &n_lost), ==, 1);
  g_assert_cmpstr (spans[0].name, ==, "a");
  pn_trace_end ("c", pn_trace_begin ());
  g_assert_cmpuint (pn_trace_take (spans, G_N_ELEMENTS (spans), &n_lost), ==, 2);
  g_assert_cmpstr (spans[0].name, ==, "b");
  g_assert_cmpstr (spans[1].name, ==, "c");
  g_assert_cmpuint (n_lost, ==, 0);
  g_assert_cmpuint (pn_trace_take (spans, G_N_ELEMENTS (spans), &n_lost), ==, 0);

  /* More than the ring holds: the latest are there, and the others are counted. */
  for (guint i = 0; i < PN_TRACE_CAPACITY + 10; i++)
    pn_trace_end (i < 10 ? "early" : "late", pn_trace_begin ());
  g_assert_cmpuint (pn_trace_take (spans, G_N_ELEMENTS (spans), &n_lost), ==, PN_TRACE_CAPACITY);
  g_assert_cmpuint (n_lost, ==, 10);
  for (guint i = 0; i < PN_TRACE_CAPACITY; i++)
    g_assert_cmpstr (spans[i].name, ==, "late");
  pn_trace_stop ();
}

typedef struct {
  size_t n_taken, n_lost;
  gboolean is_done;
} Taker;

static void
take_all (Taker *taker)
{
  size_t count, n_lost;

  while ((count = pn_trace_take (spans, 100, &n_lost)) > 0 || n_lost > 0) {
    for (size_t i = 0; i < count; i++)
      g_assert_cmpuint (strlen (spans[i].name), ==, 1);
    taker->n_taken += count;
    taker->n_lost += n_lost;
  }
}

static gpointer
take_cb (gpointer data)
{
  Taker *taker = data;

  while (!g_atomic_int_get (&taker->is_done))
    take_all (taker);
  return NULL;
}

/* Every span is taken or counted as lost, while two threads record. */
static void
test_take_meanwhile (void)
{
  PnTaskPool *pool = pn_task_pool_new (2);
  Taker taker = {0};

  pn_trace_start ();
  GThread *thread = g_thread_new ("taker", take_cb, &taker);
  for (guint i = 0; i < 10; i++)
    pn_task_pool_run (pool, 3 * PN_TRACE_CAPACITY, span_cb, NULL);
  g_atomic_int_set (&taker.is_done, TRUE);
  g_thread_join (thread);
  pn_task_pool_free (pool);
  /* A slot that two threads met in is given up when the ring has gone round once more. */
  for (guint i = 0; i <= PN_TRACE_CAPACITY; i++)
    pn_trace_end ("d", pn_trace_begin ());
  take_all (&taker);
  pn_trace_stop ();

  g_assert_cmpuint (taker.n_taken + taker.n_lost, ==, 31 * PN_TRACE_CAPACITY + 1);
  g_assert_cmpuint (taker.n_taken, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/trace/off", test_off);
  g_test_add_func ("/base/trace/spans", test_spans);
  g_test_add_func ("/base/trace/cpu", test_cpu);
  g_test_add_func ("/base/trace/sleep", test_sleep);
  g_test_add_func ("/base/trace/ring", test_ring);
  g_test_add_func ("/base/trace/take", test_take);
  g_test_add_func ("/base/trace/take-meanwhile", test_take_meanwhile);
  return g_test_run ();
}
