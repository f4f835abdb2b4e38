/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-idle-work.h"

#include "pn-trace.h"

/* Of a frame's 16 ms this much is nobody's. */
#define SLICE_US 4000

typedef struct {
  GWeakRef owner;
  gboolean (*step) (gpointer owner);
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_weak_ref_clear (&work->owner);
  g_free (work);
}

static gboolean
work_cb (gpointer data)
{
  Work *work = data;
  g_autoptr (GObject) owner = g_weak_ref_get (&work->owner);
  gint64 end_us = g_get_monotonic_time () + SLICE_US;
  uint64_t span = pn_trace_begin ();
  gboolean has_more = owner != NULL;

  while (has_more && g_get_monotonic_time () < end_us)
    has_more = work->step (owner);
  pn_trace_end ("ui.idle-work", span);
  return has_more ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

void
pn_idle_work (GObject *owner, gboolean (*step) (gpointer owner))
{
  g_return_if_fail (G_IS_OBJECT (owner));

  Work *work = g_new0 (Work, 1);
  g_weak_ref_init (&work->owner, owner);
  work->step = step;
  g_idle_add_full (G_PRIORITY_LOW, work_cb, work, work_free);
}
