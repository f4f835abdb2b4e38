/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

/* Threads that share a loop. The pool decides who computes an index, never what is computed or in
 * which order sums are taken, so a result is the same bits for any number of workers. */
typedef struct PnTaskPool PnTaskPool;

/* Called once for each `index` below the count; `worker` is in 0..n_workers-1 and names the scratch
 * space to use. */
typedef void (*PnTaskFunc) (void *data, size_t index, unsigned worker);

/* `n_workers` >= 1 counts the calling thread, so 1 starts no thread at all. Aborts when threads
 * cannot be had. */
PnTaskPool *pn_task_pool_new (unsigned n_workers);
void pn_task_pool_free (PnTaskPool *pool);

unsigned pn_task_pool_n_workers (const PnTaskPool *pool);

/* Runs `func` for 0..count-1 and returns when all are done. One caller at a time; a call from
 * inside a task runs inline. Allocates nothing. */
void pn_task_pool_run (PnTaskPool *pool, size_t count, PnTaskFunc func, void *data);

/* The number of processors this process may use, at least 1. */
unsigned pn_task_pool_default_workers (void);
