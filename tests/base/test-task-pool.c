/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "pn-hash.h"
#include "pn-task-pool.h"

static const unsigned worker_counts[] = {1, 2, 8};

#define N_ITEMS 1000

typedef struct {
  PnTaskPool *pool;
  atomic_int visits[N_ITEMS];
  atomic_bool is_busy[8];
  atomic_int n_clashes, n_bad_workers;
  uint64_t results[N_ITEMS];
} Job;

static uint64_t
work (size_t index)
{
  PnHash hash;
  pn_hash_init (&hash);
  for (size_t i = 0; i < 20 + index % 100; i++)
    pn_hash_u64 (&hash, index * i);
  return pn_hash_value (&hash);
}

static void
visit_cb (void *data, size_t index, unsigned worker)
{
  Job *job = data;
  if (worker >= pn_task_pool_n_workers (job->pool))
    atomic_fetch_add (&job->n_bad_workers, 1);
  /* Two at a time with one worker number would share their scratch space. */
  if (atomic_exchange (&job->is_busy[worker & 7], true))
    atomic_fetch_add (&job->n_clashes, 1);
  atomic_fetch_add (&job->visits[index], 1);
  job->results[index] = work (index);
  atomic_store (&job->is_busy[worker & 7], false);
}

static void
test_each_once (void)
{
  for (size_t k = 0; k < G_N_ELEMENTS (worker_counts); k++) {
    PnTaskPool *pool = pn_task_pool_new (worker_counts[k]);
    g_assert_cmpuint (pn_task_pool_n_workers (pool), ==, worker_counts[k]);
    for (size_t count = 0; count <= N_ITEMS; count = count * 3 + 1) {
      Job job = {.pool = pool};
      pn_task_pool_run (pool, count, visit_cb, &job);
      for (size_t i = 0; i < N_ITEMS; i++) {
        g_assert_cmpint (job.visits[i], ==, i < count);
        if (i < count)
          g_assert_cmphex (job.results[i], ==, work (i));
      }
      g_assert_cmpint (job.n_clashes, ==, 0);
      g_assert_cmpint (job.n_bad_workers, ==, 0);
    }
    pn_task_pool_free (pool);
  }
}

/* Thousands of short jobs: a thread that wakes late must not enter the next job by mistake, nor the
 * caller leave while one is inside. */
static void
test_short_jobs (void)
{
  for (size_t k = 0; k < G_N_ELEMENTS (worker_counts); k++) {
    PnTaskPool *pool = pn_task_pool_new (worker_counts[k]);
    for (int round = 0; round < 3000; round++) {
      Job job = {.pool = pool};
      size_t count = (size_t)round % 5;
      pn_task_pool_run (pool, count, visit_cb, &job);
      for (size_t i = 0; i < count; i++)
        g_assert_cmpint (job.visits[i], ==, 1);
      g_assert_cmpint (job.n_clashes, ==, 0);
    }
    pn_task_pool_free (pool);
  }
}

typedef struct {
  PnTaskPool *pool;
  unsigned worker;
  int n_inner;
  atomic_int total, n_strangers;
} Outer;

typedef struct {
  Outer *outer;
  unsigned worker;
  size_t next;
} Inner;

static void
inner_cb (void *data, size_t index, unsigned worker)
{
  Inner *inner = data;
  /* Inline: in order, on the worker that called. */
  if (worker != inner->worker || index != inner->next++)
    atomic_fetch_add (&inner->outer->n_strangers, 1);
  atomic_fetch_add (&inner->outer->total, 1);
}

static void
outer_cb (void *data, size_t index, unsigned worker)
{
  Outer *outer = data;
  Inner inner = {.outer = outer, .worker = worker};
  pn_task_pool_run (outer->pool, index, inner_cb, &inner);
}

static void
test_nested (void)
{
  for (size_t k = 0; k < G_N_ELEMENTS (worker_counts); k++) {
    Outer outer = {.pool = pn_task_pool_new (worker_counts[k])};
    pn_task_pool_run (outer.pool, 100, outer_cb, &outer);
    g_assert_cmpint (outer.total, ==, 100 * 99 / 2);
    g_assert_cmpint (outer.n_strangers, ==, 0);
    pn_task_pool_free (outer.pool);
  }
}

typedef struct {
  atomic_int n_arrived;
  atomic_uint workers_seen;
} Meeting;

/* Returns only once a second thread has come too. */
static void
meet_cb (void *data, size_t index, unsigned worker)
{
  Meeting *meeting = data;
  atomic_fetch_or (&meeting->workers_seen, 1u << worker);
  atomic_fetch_add (&meeting->n_arrived, 1);
  while (atomic_load (&meeting->n_arrived) < 2)
    g_thread_yield ();
}

static void
test_really_parallel (void)
{
  PnTaskPool *pool = pn_task_pool_new (2);
  Meeting meeting = {0};
  pn_task_pool_run (pool, 2, meet_cb, &meeting);
  g_assert_cmpuint (meeting.workers_seen, ==, 3);
  pn_task_pool_free (pool);
}

static void
test_default_workers (void)
{
  g_assert_cmpuint (pn_task_pool_default_workers (), >=, 1);
  g_assert_cmpuint (pn_task_pool_default_workers (), <=, 100000);
  pn_task_pool_free (NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/task-pool/each-once", test_each_once);
  g_test_add_func ("/base/task-pool/short-jobs", test_short_jobs);
  g_test_add_func ("/base/task-pool/nested", test_nested);
  g_test_add_func ("/base/task-pool/really-parallel", test_really_parallel);
  g_test_add_func ("/base/task-pool/default-workers", test_default_workers);
  return g_test_run ();
}
