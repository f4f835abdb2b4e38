/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-readback-private.h"

/* The three buffers that pictures for the screen are read back to. Reference counted, thread-safe:
 * a slot that is out holds its pool. */
typedef struct PnRenderSlots PnRenderSlots;

#define PN_RENDER_N_SLOTS 3

typedef struct {
  PnRenderSlots *slots; /* a reference while it is out */
  PnGpuWhole whole;
  guint generation;
} PnRenderSlot;

PnRenderSlots *pn_render_slots_new (void);
PnRenderSlots *pn_render_slots_ref (PnRenderSlots *self);
void pn_render_slots_unref (PnRenderSlots *self);

typedef enum {
  PN_RENDER_SLOTS_WAIT,  /* until one comes back */
  PN_RENDER_SLOTS_SPARE, /* where none is free, one that goes when it comes back */
} PnRenderSlotsPolicy;

/* A slot for so many bytes. NULL when the pool was closed meanwhile. */
PnRenderSlot *pn_render_slots_take (PnRenderSlots *self, gsize n_bytes, PnRenderSlotsPolicy policy);
void pn_render_slot_give_back (PnRenderSlot *slot);

/* Nothing is kept any more, and nobody waits. */
void pn_render_slots_close (PnRenderSlots *self);
