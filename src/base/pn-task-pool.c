/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The caller opens a job, takes indices from a shared counter beside the threads it woke, and
 * closes the job when the counter has run out; then it waits only for those threads that are
 * inside. One that wakes too late finds the job closed and goes back to sleep, so a short loop
 * never waits for a slow wake-up. */
#include "pn-task-pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

#include "pn-status.h"

typedef struct {
  PnTaskPool *pool;
  unsigned worker;
  pthread_t thread;
} Worker;

struct PnTaskPool {
  pthread_mutex_t mutex;
  pthread_cond_t opened;   /* a job, or the end */
  pthread_cond_t finished; /* n_inside fell to 0 */
  uint64_t job;            /* number of the latest one, so that no thread enters a job twice */
  bool is_open, is_ending;
  unsigned n_inside; /* threads, without the caller */

  PnTaskFunc func;
  void *data;
  size_t count;
  atomic_size_t next;
  atomic_flag is_running;

  unsigned n_workers;
  Worker workers[]; /* of 1..n_workers-1; the caller is worker 0 */
};

/* The pool whose task this thread is in, and as which worker. */
static _Thread_local const PnTaskPool *current_pool;
static _Thread_local unsigned current_worker;

static void
take_indices (PnTaskPool *pool, unsigned worker)
{
  const PnTaskPool *outer_pool = current_pool;
  unsigned outer_worker = current_worker;

  current_pool = pool;
  current_worker = worker;
  for (;;) {
    size_t index = atomic_fetch_add_explicit (&pool->next, 1, memory_order_relaxed);
    if (index >= pool->count)
      break;
    pool->func (pool->data, index, worker);
  }
  current_pool = outer_pool;
  current_worker = outer_worker;
}

static void *
worker_main (void *data)
{
  Worker *self = data;
  PnTaskPool *pool = self->pool;
  uint64_t seen = 0;

  pthread_mutex_lock (&pool->mutex);
  for (;;) {
    while (!pool->is_ending && !(pool->is_open && pool->job != seen))
      pthread_cond_wait (&pool->opened, &pool->mutex);
    if (pool->is_ending)
      break;
    seen = pool->job;
    pool->n_inside++;
    pthread_mutex_unlock (&pool->mutex);
    take_indices (pool, self->worker);
    pthread_mutex_lock (&pool->mutex);
    if (--pool->n_inside == 0)
      pthread_cond_signal (&pool->finished);
  }
  pthread_mutex_unlock (&pool->mutex);
  return NULL;
}

PnTaskPool *
pn_task_pool_new (unsigned n_workers)
{
  PN_ASSERT (n_workers >= 1);
  PnTaskPool *pool = calloc (1, sizeof *pool + (n_workers - 1) * sizeof (Worker));
  PN_ASSERT (pool != NULL);

  pool->n_workers = n_workers;
  atomic_init (&pool->next, 0);
  atomic_flag_clear (&pool->is_running);
  PN_ASSERT (pthread_mutex_init (&pool->mutex, NULL) == 0);
  PN_ASSERT (pthread_cond_init (&pool->opened, NULL) == 0);
  PN_ASSERT (pthread_cond_init (&pool->finished, NULL) == 0);
  for (unsigned i = 1; i < n_workers; i++) {
    Worker *worker = &pool->workers[i - 1];
    *worker = (Worker){.pool = pool, .worker = i};
    PN_ASSERT (pthread_create (&worker->thread, NULL, worker_main, worker) == 0);
  }
  return pool;
}

void
pn_task_pool_free (PnTaskPool *pool)
{
  if (!pool)
    return;
  pthread_mutex_lock (&pool->mutex);
  pool->is_ending = true;
  pthread_cond_broadcast (&pool->opened);
  pthread_mutex_unlock (&pool->mutex);
  for (unsigned i = 1; i < pool->n_workers; i++)
    pthread_join (pool->workers[i - 1].thread, NULL);
  pthread_cond_destroy (&pool->finished);
  pthread_cond_destroy (&pool->opened);
  pthread_mutex_destroy (&pool->mutex);
  free (pool);
}

unsigned
pn_task_pool_n_workers (const PnTaskPool *pool)
{
  return pool->n_workers;
}

void
pn_task_pool_run (PnTaskPool *pool, size_t count, PnTaskFunc func, void *data)
{
  if (current_pool == pool) {
    for (size_t i = 0; i < count; i++)
      func (data, i, current_worker);
    return;
  }
  PN_ASSERT (!atomic_flag_test_and_set (&pool->is_running));

  pool->func = func;
  pool->data = data;
  pool->count = count;
  atomic_store (&pool->next, 0);
  if (count > 1 && pool->n_workers > 1) {
    size_t n_wanted = count - 1 < pool->n_workers - 1 ? count - 1 : pool->n_workers - 1;
    pthread_mutex_lock (&pool->mutex);
    pool->job++;
    pool->is_open = true;
    for (size_t i = 0; i < n_wanted; i++)
      pthread_cond_signal (&pool->opened);
    pthread_mutex_unlock (&pool->mutex);
  }

  take_indices (pool, 0);

  pthread_mutex_lock (&pool->mutex);
  pool->is_open = false;
  while (pool->n_inside > 0)
    pthread_cond_wait (&pool->finished, &pool->mutex);
  pthread_mutex_unlock (&pool->mutex);
  atomic_flag_clear (&pool->is_running);
}

unsigned
pn_task_pool_default_workers (void)
{
  cpu_set_t set;
  if (sched_getaffinity (0, sizeof set, &set) == 0 && CPU_COUNT (&set) > 0)
    return (unsigned)CPU_COUNT (&set);
  /* More processors than the set has room for. */
  long online = sysconf (_SC_NPROCESSORS_ONLN);
  return online > 0 ? (unsigned)online : 1;
}
