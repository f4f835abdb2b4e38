/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/trace/off", test_off);
  g_test_add_func ("/base/trace/spans", test_spans);
  g_test_add_func ("/base/trace/ring", test_ring);
  return g_test_run ();
}
