/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-trace.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

/* Atomic fields, because two threads meet in one slot when the ring goes round under one of them:
 * the span is then garbled, the program is not. */
typedef struct {
  _Atomic (const char *) name;
  atomic_uint_least64_t begin_ns, duration_ns;
} Slot;

static Slot slots[PN_TRACE_CAPACITY];
static atomic_size_t n_recorded;
static atomic_bool recording;

static uint64_t
now_ns (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void
pn_trace_start (void)
{
  atomic_store (&n_recorded, 0);
  atomic_store (&recording, true);
}

void
pn_trace_stop (void)
{
  atomic_store (&recording, false);
}

uint64_t
pn_trace_begin (void)
{
  return atomic_load_explicit (&recording, memory_order_relaxed) ? now_ns () : 0;
}

void
pn_trace_end (const char *name, uint64_t begin_ns)
{
  if (begin_ns == 0 || !atomic_load_explicit (&recording, memory_order_relaxed))
    return;
  uint64_t duration = now_ns () - begin_ns;
  size_t index = atomic_fetch_add_explicit (&n_recorded, 1, memory_order_relaxed);
  Slot *slot = &slots[index % PN_TRACE_CAPACITY];
  atomic_store_explicit (&slot->name, name, memory_order_relaxed);
  atomic_store_explicit (&slot->begin_ns, begin_ns, memory_order_relaxed);
  atomic_store_explicit (&slot->duration_ns, duration, memory_order_relaxed);
}

size_t
pn_trace_read (PnTraceSpan *spans, size_t n_spans)
{
  size_t end = atomic_load (&n_recorded);
  size_t count = end < PN_TRACE_CAPACITY ? end : PN_TRACE_CAPACITY;
  if (count > n_spans)
    count = n_spans;
  for (size_t i = 0; i < count; i++) {
    Slot *slot = &slots[(end - count + i) % PN_TRACE_CAPACITY];
    spans[i] = (PnTraceSpan){
        .name = atomic_load (&slot->name),
        .begin_ns = atomic_load (&slot->begin_ns),
        .duration_ns = atomic_load (&slot->duration_ns),
    };
  }
  return count;
}
