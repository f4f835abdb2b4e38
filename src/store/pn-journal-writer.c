/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-journal-writer-private.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* From the first write that is not synced to the sync: half of what is promised, so that a slow
 * disk has the other half. */
#define SYNC_DELAY_USEC 250000

struct PnJournalWriter {
  int fd;
  GThread *thread;
  GMutex lock;
  GCond wake;
  gint64 deadline; /* monotonic; 0: all is synced */
  gboolean ending;
  int failure;
};

/* Under the lock. FALSE at the end. */
static gboolean
wait_for_work (PnJournalWriter *self)
{
  while (self->deadline == 0 && !self->ending)
    g_cond_wait (&self->wake, &self->lock);
  while (self->deadline != 0 && !self->ending)
    if (!g_cond_wait_until (&self->wake, &self->lock, self->deadline))
      break;
  return self->deadline != 0;
}

static gpointer
sync_cb (gpointer data)
{
  PnJournalWriter *self = data;

  g_mutex_lock (&self->lock);
  while (wait_for_work (self)) {
    int code;

    self->deadline = 0;
    g_mutex_unlock (&self->lock);
    code = fdatasync (self->fd) == 0 ? 0 : errno;
    g_mutex_lock (&self->lock);
    if (self->failure == 0)
      self->failure = code;
  }
  g_mutex_unlock (&self->lock);
  return NULL;
}

PnJournalWriter *
pn_journal_writer_new (int fd)
{
  PnJournalWriter *self = g_new0 (PnJournalWriter, 1);

  self->fd = fcntl (fd, F_DUPFD_CLOEXEC, 3);
  g_mutex_init (&self->lock);
  g_cond_init (&self->wake);
  self->thread = g_thread_new ("pn-journal", sync_cb, self);
  return self;
}

void
pn_journal_writer_wrote (PnJournalWriter *self)
{
  g_mutex_lock (&self->lock);
  if (self->deadline == 0) {
    self->deadline = g_get_monotonic_time () + SYNC_DELAY_USEC;
    g_cond_signal (&self->wake);
  }
  g_mutex_unlock (&self->lock);
}

int
pn_journal_writer_get_failure (PnJournalWriter *self)
{
  int failure;

  g_mutex_lock (&self->lock);
  failure = self->failure;
  g_mutex_unlock (&self->lock);
  return failure;
}

void
pn_journal_writer_free (PnJournalWriter *self)
{
  g_mutex_lock (&self->lock);
  self->ending = TRUE;
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);
  g_thread_join (self->thread);
  g_cond_clear (&self->wake);
  g_mutex_clear (&self->lock);
  if (self->fd >= 0)
    close (self->fd);
  g_free (self);
}
