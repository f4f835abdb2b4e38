/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All slots of one generation are made for one size. Another size begins a new generation: what is
 * free goes at once, and what is out when it comes back, so a window that is dragged about keeps
 * neither memory that it does not need nor a slot that is too small. */

#include "pn-render-slots-private.h"

/* Slots are kept for pictures down to this part of their size. */
#define SHRINK 4

struct PnRenderSlots {
  gatomicrefcount ref_count;
  GMutex lock;
  GCond came_back;
  GPtrArray *free; /* PnRenderSlot */
  guint n_slots;   /* of this generation, free or out */
  guint generation;
  gsize n_bytes; /* that they are for */
  gboolean is_closed;
};

static void
slot_free (gpointer data)
{
  PnRenderSlot *slot = data;

  pn_gpu_whole_clear (&slot->whole);
  g_free (slot);
}

PnRenderSlots *
pn_render_slots_new (void)
{
  PnRenderSlots *self = g_new0 (PnRenderSlots, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  g_cond_init (&self->came_back);
  self->free = g_ptr_array_new_with_free_func (slot_free);
  return self;
}

PnRenderSlots *
pn_render_slots_ref (PnRenderSlots *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
pn_render_slots_unref (PnRenderSlots *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->free);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->came_back);
  g_free (self);
}

static void
begin_generation (PnRenderSlots *self, gsize n_bytes)
{
  self->generation++;
  self->n_slots = 0;
  /* An eighth more, so that not each step of a drag begins another. */
  self->n_bytes = n_bytes + n_bytes / 8;
  g_ptr_array_set_size (self->free, 0);
  g_cond_broadcast (&self->came_back);
}

static PnRenderSlot *
slot_new (PnRenderSlots *self)
{
  PnRenderSlot *slot = g_new0 (PnRenderSlot, 1);

  slot->generation = self->generation;
  return slot;
}

PnRenderSlot *
pn_render_slots_take (PnRenderSlots *self, gsize n_bytes, PnRenderSlotsPolicy policy)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  PnRenderSlot *slot;

  if (n_bytes > self->n_bytes || n_bytes < self->n_bytes / SHRINK)
    begin_generation (self, n_bytes);
  while (self->free->len == 0 && self->n_slots >= PN_RENDER_N_SLOTS && !self->is_closed &&
         policy == PN_RENDER_SLOTS_WAIT)
    g_cond_wait (&self->came_back, &self->lock);
  if (self->is_closed)
    return NULL;
  if (self->free->len > 0)
    slot = g_ptr_array_steal_index_fast (self->free, self->free->len - 1);
  else {
    slot = slot_new (self);
    if (self->n_slots < PN_RENDER_N_SLOTS)
      self->n_slots++;
    else
      slot->generation--;
  }
  slot->slots = pn_render_slots_ref (self);
  return slot;
}

void
pn_render_slot_give_back (PnRenderSlot *slot)
{
  PnRenderSlots *self = g_steal_pointer (&slot->slots);

  g_mutex_lock (&self->lock);
  if (slot->generation == self->generation && !self->is_closed) {
    g_ptr_array_add (self->free, g_steal_pointer (&slot));
    g_cond_signal (&self->came_back);
  }
  g_mutex_unlock (&self->lock);
  if (slot != NULL)
    slot_free (slot);
  pn_render_slots_unref (self);
}

void
pn_render_slots_close (PnRenderSlots *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  self->is_closed = TRUE;
  g_ptr_array_set_size (self->free, 0);
  g_cond_broadcast (&self->came_back);
}
