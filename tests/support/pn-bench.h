/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdlib.h>
#include <time.h>

/* How benchmarks measure: microseconds of this thread's own time, which other work on the machine
 * takes little part in. */

#define PN_BENCH_BATCH 15

typedef void (*PnBenchStep) (gpointer data);

static inline int
pn_bench_compare (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static inline double
pn_bench_now_us (void)
{
  struct timespec time;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

/* The best median of a batch, once three in a row were no better by 1 %. Each of its times is the
 * mean over a millisecond of repeats. */
static inline double
pn_bench_measure (PnBenchStep step, gpointer data)
{
  double best = G_MAXDOUBLE;
  for (int stale = 0; stale < 3;) {
    double times[PN_BENCH_BATCH];
    for (int i = 0; i < PN_BENCH_BATCH; i++) {
      double begin = pn_bench_now_us ();
      int repeats = 0;
      for (; pn_bench_now_us () - begin < 1000; repeats++)
        step (data);
      times[i] = (pn_bench_now_us () - begin) / repeats;
    }
    qsort (times, PN_BENCH_BATCH, sizeof *times, pn_bench_compare);
    double median = times[PN_BENCH_BATCH / 2];
    stale = median < 0.99 * best ? 0 : stale + 1;
    best = MIN (best, median);
  }
  return best;
}
