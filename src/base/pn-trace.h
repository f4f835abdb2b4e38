/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Where the time goes: named spans, kept in one ring for the process. Off unless pn_trace_start was
 * called; then a span costs two looks at the clock, and nothing is allocated. Any thread may
 * record.
 *
 *   uint64_t span = pn_trace_begin ();
 *   ...
 *   pn_trace_end ("rig.solve", span);
 */
typedef struct {
  const char *name;
  uint64_t begin_ns; /* CLOCK_MONOTONIC */
  uint64_t duration_ns;
  uint64_t
      cpu_ns; /* what of it the thread really ran: the rest it waited, or another had its turn */
} PnTraceSpan;

#define PN_TRACE_CAPACITY 8192

/* Forgets what was recorded and records from now on. */
void pn_trace_start (void);
void pn_trace_stop (void);

/* 0 while nothing is recorded. */
uint64_t pn_trace_begin (void);

/* `name` is a static string. Nothing for a `begin_ns` of 0. */
void pn_trace_end (const char *name, uint64_t begin_ns);

/* Copies the latest spans (at most `n_spans` and PN_TRACE_CAPACITY) in the order they ended, and
 * returns how many. To be called after pn_trace_stop, with no span open on another thread. */
size_t pn_trace_read (PnTraceSpan *spans, size_t n_spans);

/* Takes spans while they are recorded: at most `n_spans` of those that ended since the last call,
 * in the order they ended. `n_lost` is how many came and went in between because the ring was full.
 * One thread calls it. */
size_t pn_trace_take (PnTraceSpan *spans, size_t n_spans, size_t *n_lost);
