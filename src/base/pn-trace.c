/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-trace.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

/* Atomic fields, because two threads meet in one slot when the ring goes round under one of them:
 * the span is then garbled, the program is not. */
typedef struct {
  _Atomic (const char *) name;
  atomic_uint_least64_t begin_ns, duration_ns, cpu_ns;
  atomic_size_t number; /* of the span that it holds, from 1; 0 while that is written */
} Slot;

static Slot slots[PN_TRACE_CAPACITY];
static atomic_size_t n_recorded;
static atomic_bool recording;
static size_t n_taken; /* of pn_trace_take, whose caller has it alone */

/* What a thread has open, so that the caller has one number to keep. Whoever leaves a span without
 * ending it loses the place to the next. */
#define N_OPEN_MAX 16
static _Thread_local struct {
  uint64_t begin_ns, cpu_ns;
} open_spans[N_OPEN_MAX];
static _Thread_local size_t n_open;

static uint64_t
clock_ns (clockid_t clock)
{
  struct timespec now;
  clock_gettime (clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void
push_open (uint64_t begin_ns)
{
  if (n_open == N_OPEN_MAX)
    memmove (open_spans, open_spans + 1, sizeof open_spans[0] * --n_open);
  open_spans[n_open].begin_ns = begin_ns;
  open_spans[n_open++].cpu_ns = clock_ns (CLOCK_THREAD_CPUTIME_ID);
}

/* What the thread ran since the span began; 0 for one that another thread began. */
static uint64_t
pop_open (uint64_t begin_ns)
{
  for (size_t i = n_open; i-- > 0;)
    if (open_spans[i].begin_ns == begin_ns) {
      n_open = i;
      return clock_ns (CLOCK_THREAD_CPUTIME_ID) - open_spans[i].cpu_ns;
    }
  return 0;
}

void
pn_trace_start (void)
{
  for (size_t i = 0; i < PN_TRACE_CAPACITY; i++)
    atomic_store (&slots[i].number, 0);
  atomic_store (&n_recorded, 0);
  n_taken = 0;
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
  if (!atomic_load_explicit (&recording, memory_order_relaxed))
    return 0;
  uint64_t begin_ns = clock_ns (CLOCK_MONOTONIC);
  push_open (begin_ns);
  return begin_ns;
}

void
pn_trace_end (const char *name, uint64_t begin_ns)
{
  if (begin_ns == 0 || !atomic_load_explicit (&recording, memory_order_relaxed))
    return;
  uint64_t duration = clock_ns (CLOCK_MONOTONIC) - begin_ns;
  uint64_t cpu = pop_open (begin_ns);
  size_t index = atomic_fetch_add_explicit (&n_recorded, 1, memory_order_relaxed);
  Slot *slot = &slots[index % PN_TRACE_CAPACITY];
  atomic_store_explicit (&slot->number, 0, memory_order_relaxed);
  atomic_thread_fence (memory_order_release);
  atomic_store_explicit (&slot->name, name, memory_order_relaxed);
  atomic_store_explicit (&slot->begin_ns, begin_ns, memory_order_relaxed);
  atomic_store_explicit (&slot->duration_ns, duration, memory_order_relaxed);
  atomic_store_explicit (&slot->cpu_ns, cpu, memory_order_relaxed);
  atomic_store_explicit (&slot->number, index + 1, memory_order_release);
}

static PnTraceSpan
read_slot (Slot *slot)
{
  return (PnTraceSpan){
      .name = atomic_load_explicit (&slot->name, memory_order_relaxed),
      .begin_ns = atomic_load_explicit (&slot->begin_ns, memory_order_relaxed),
      .duration_ns = atomic_load_explicit (&slot->duration_ns, memory_order_relaxed),
      .cpu_ns = atomic_load_explicit (&slot->cpu_ns, memory_order_relaxed),
  };
}

size_t
pn_trace_read (PnTraceSpan *spans, size_t n_spans)
{
  size_t end = atomic_load (&n_recorded);
  size_t count = end < PN_TRACE_CAPACITY ? end : PN_TRACE_CAPACITY;
  if (count > n_spans)
    count = n_spans;
  for (size_t i = 0; i < count; i++)
    spans[i] = read_slot (&slots[(end - count + i) % PN_TRACE_CAPACITY]);
  return count;
}

/* The number of the span that the slot holds; where it is the one that is wanted, `span` is that
 * one whole. */
static size_t
take_slot (Slot *slot, size_t wanted, PnTraceSpan *span)
{
  size_t before = atomic_load_explicit (&slot->number, memory_order_acquire);
  if (before != wanted)
    return before;
  PnTraceSpan read = read_slot (slot);
  atomic_thread_fence (memory_order_acquire);
  size_t after = atomic_load_explicit (&slot->number, memory_order_relaxed);
  if (after == wanted)
    *span = read;
  return after;
}

size_t
pn_trace_take (PnTraceSpan *spans, size_t n_spans, size_t *n_lost)
{
  size_t end = atomic_load (&n_recorded);
  size_t count = 0;

  *n_lost = 0;
  while (n_taken < end && count < n_spans) {
    Slot *slot = &slots[n_taken % PN_TRACE_CAPACITY];
    size_t number = take_slot (slot, n_taken + 1, &spans[count]);
    if (end - n_taken > PN_TRACE_CAPACITY || number > n_taken + 1)
      (*n_lost)++;
    else if (number == n_taken + 1)
      count++;
    else
      break; /* it is being written, and taken the next time */
    n_taken++;
  }
  return count;
}
