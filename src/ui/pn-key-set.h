/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-node.h"

/* A set of keys, by what they are keys of and their frame: what is selected in the timeline. It says
 * nothing about whether a document has them. */

typedef struct {
  PnTargetKind target_kind;
  PnId target;
  PnProperty property;
  double frame;
} PnKeyRef;

/* In order of track, then frame. */
typedef struct {
  GArray *refs; /* PnKeyRef */
} PnKeySet;

void pn_key_set_init (PnKeySet *self);
void pn_key_set_finish (PnKeySet *self);
void pn_key_set_clear (PnKeySet *self);
void pn_key_set_copy (PnKeySet *self, const PnKeySet *from);

PnKeyRef pn_key_ref (const PnTrack *track, double frame);
int pn_key_ref_compare (const PnKeyRef *a, const PnKeyRef *b);
gboolean pn_key_ref_same_track (const PnKeyRef *a, const PnKeyRef *b);

static inline guint
pn_key_set_n_keys (const PnKeySet *self)
{
  return self->refs->len;
}

static inline const PnKeyRef *
pn_key_set_get (const PnKeySet *self, guint index)
{
  return &g_array_index (self->refs, PnKeyRef, index);
}

gboolean pn_key_set_has (const PnKeySet *self, const PnKeyRef *ref);
/* How many keys of the track there are, from `first` on. */
guint pn_key_set_find_track (const PnKeySet *self, const PnTrack *track, guint *first);

/* Many at once: a set for itself, in any order, once each. */
void pn_key_set_add (PnKeySet *self, const PnKeyRef *refs, guint n_refs);
/* Those that are in go out, and the others in. */
void pn_key_set_toggle (PnKeySet *self, const PnKeyRef *refs, guint n_refs);
void pn_key_set_remove (PnKeySet *self, const PnKeyRef *refs, guint n_refs);
gboolean pn_key_set_has_all (const PnKeySet *self, const PnKeyRef *refs, guint n_refs);
/* Lets go of what `root` does not hold; TRUE where there was some. */
gboolean pn_key_set_prune (PnKeySet *self, const PnRoot *root);

/* The first and the last frame of all; FALSE for an empty set. */
gboolean pn_key_set_get_range (const PnKeySet *self, double *first, double *last);

/* The keys' frames become about + (frame - about) * scale + delta, whole ones where `snap`: as
 * "move_keyframes" has it. FALSE, and nothing changed, where two keys of a track would be one, or one
 * would come before the first frame of the film or farther than it does now. */
typedef enum {
  PN_KEY_SHIFT_FREE,
  PN_KEY_SHIFT_SNAP,
} PnKeySnap;
typedef struct {
  double delta, scale, about;
  PnKeySnap snap;
} PnKeyShift;
gboolean pn_key_set_shift (PnKeySet *self, const PnKeyShift *shift);
