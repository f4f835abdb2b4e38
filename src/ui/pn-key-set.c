/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-key-set.h"

#include <math.h>

void
pn_key_set_init (PnKeySet *self)
{
  self->refs = g_array_new (FALSE, FALSE, sizeof (PnKeyRef));
}

void
pn_key_set_finish (PnKeySet *self)
{
  g_clear_pointer (&self->refs, g_array_unref);
}

void
pn_key_set_clear (PnKeySet *self)
{
  g_array_set_size (self->refs, 0);
}

void
pn_key_set_copy (PnKeySet *self, const PnKeySet *from)
{
  pn_key_set_clear (self);
  g_array_append_vals (self->refs, from->refs->data, from->refs->len);
}

/* --- Order. */

PnKeyRef
pn_key_ref (const PnTrack *track, double frame)
{
  return (PnKeyRef){track->target_kind, track->target, track->property, frame};
}

static int
compare_tracks (const PnKeyRef *a, const PnKeyRef *b)
{
  if (a->target_kind != b->target_kind)
    return a->target_kind < b->target_kind ? -1 : 1;
  if (a->target != b->target)
    return a->target < b->target ? -1 : 1;
  return (a->property > b->property) - (a->property < b->property);
}

int
pn_key_ref_compare (const PnKeyRef *a, const PnKeyRef *b)
{
  int order = compare_tracks (a, b);

  return order != 0 ? order : (a->frame > b->frame) - (a->frame < b->frame);
}

gboolean
pn_key_ref_same_track (const PnKeyRef *a, const PnKeyRef *b)
{
  return compare_tracks (a, b) == 0;
}

static int
compare_refs (gconstpointer a, gconstpointer b)
{
  return pn_key_ref_compare (a, b);
}

/* The place of the first one that is not less. */
static guint
lower_bound (const PnKeySet *self, const PnKeyRef *ref)
{
  guint low = 0, high = self->refs->len;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (pn_key_ref_compare (pn_key_set_get (self, middle), ref) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* --- Members. */

gboolean
pn_key_set_has (const PnKeySet *self, const PnKeyRef *ref)
{
  guint at = lower_bound (self, ref);

  return at < self->refs->len && pn_key_ref_compare (pn_key_set_get (self, at), ref) == 0;
}

guint
pn_key_set_find_track (const PnKeySet *self, const PnTrack *track, guint *first)
{
  PnKeyRef from = pn_key_ref (track, -HUGE_VAL), to = pn_key_ref (track, HUGE_VAL);

  *first = lower_bound (self, &from);
  return lower_bound (self, &to) - *first;
}

static void
sort_once (GArray *refs)
{
  guint n_kept = 0;

  g_array_sort (refs, compare_refs);
  for (guint i = 0; i < refs->len; i++) {
    PnKeyRef ref = g_array_index (refs, PnKeyRef, i);
    if (n_kept == 0 || pn_key_ref_compare (&g_array_index (refs, PnKeyRef, n_kept - 1), &ref) != 0)
      g_array_index (refs, PnKeyRef, n_kept++) = ref;
  }
  g_array_set_size (refs, n_kept);
}

void
pn_key_set_add (PnKeySet *self, const PnKeyRef *refs, guint n_refs)
{
  if (n_refs == 0)
    return;
  g_array_append_vals (self->refs, refs, n_refs);
  sort_once (self->refs);
}

/* Those of `self` that are in `other` or are not. */
static void
keep (PnKeySet *self, const PnKeySet *other, gboolean is_in)
{
  guint n_kept = 0;

  for (guint i = 0; i < self->refs->len; i++) {
    PnKeyRef ref = *pn_key_set_get (self, i);
    if (pn_key_set_has (other, &ref) == is_in)
      g_array_index (self->refs, PnKeyRef, n_kept++) = ref;
  }
  g_array_set_size (self->refs, n_kept);
}

void
pn_key_set_remove (PnKeySet *self, const PnKeyRef *refs, guint n_refs)
{
  PnKeySet gone;

  pn_key_set_init (&gone);
  pn_key_set_add (&gone, refs, n_refs);
  keep (self, &gone, FALSE);
  pn_key_set_finish (&gone);
}

void
pn_key_set_toggle (PnKeySet *self, const PnKeyRef *refs, guint n_refs)
{
  PnKeySet other, before;

  pn_key_set_init (&other);
  pn_key_set_init (&before);
  pn_key_set_add (&other, refs, n_refs);
  pn_key_set_copy (&before, self);
  keep (self, &other, FALSE);
  keep (&other, &before, FALSE);
  pn_key_set_add (self, (const PnKeyRef *)(gpointer)other.refs->data, other.refs->len);
  pn_key_set_finish (&before);
  pn_key_set_finish (&other);
}

gboolean
pn_key_set_has_all (const PnKeySet *self, const PnKeyRef *refs, guint n_refs)
{
  for (guint i = 0; i < n_refs; i++)
    if (!pn_key_set_has (self, &refs[i]))
      return FALSE;
  return TRUE;
}

gboolean
pn_key_set_prune (PnKeySet *self, const PnRoot *root)
{
  guint n_before = self->refs->len, n_kept = 0;
  const PnTrack *track = NULL;

  for (guint i = 0; i < n_before; i++) {
    PnKeyRef ref = *pn_key_set_get (self, i);
    if (i == 0 || !pn_key_ref_same_track (&ref, pn_key_set_get (self, i - 1)))
      track = pn_root_find_track (root, ref.target_kind, ref.target, ref.property);
    ptrdiff_t at = track != NULL ? pn_sample_find (track->keys, track->n_keys, ref.frame) : -1;
    if (at >= 0 && !(track->keys[at].frame < ref.frame))
      g_array_index (self->refs, PnKeyRef, n_kept++) = ref;
  }
  g_array_set_size (self->refs, n_kept);
  return n_kept < n_before;
}

/* --- Frames. */

gboolean
pn_key_set_get_range (const PnKeySet *self, double *first, double *last)
{
  *first = HUGE_VAL;
  *last = -HUGE_VAL;
  for (guint i = 0; i < self->refs->len; i++) {
    *first = MIN (*first, pn_key_set_get (self, i)->frame);
    *last = MAX (*last, pn_key_set_get (self, i)->frame);
  }
  return self->refs->len > 0;
}

static double
shift_frame (const PnKeyShift *shift, double frame)
{
  double scaled = shift->about + (frame - shift->about) * shift->scale;
  double moved = (shift->scale < 1 || shift->scale > 1 ? scaled : frame) + shift->delta;

  return shift->snap == PN_KEY_SHIFT_SNAP ? floor (moved + 0.5) : moved;
}

gboolean
pn_key_set_shift (PnKeySet *self, const PnKeyShift *shift)
{
  g_autoptr (GArray) moved = g_array_copy (self->refs);

  for (guint i = 0; i < moved->len; i++) {
    PnKeyRef *ref = &g_array_index (moved, PnKeyRef, i);
    const PnKeyRef *before = i > 0 ? ref - 1 : NULL;
    double frame = ref->frame;
    ref->frame = shift_frame (shift, frame);
    if (ref->frame < 0 && ref->frame < frame)
      return FALSE;
    if (before != NULL && pn_key_ref_same_track (before, ref) && !(before->frame < ref->frame))
      return FALSE;
  }
  g_array_unref (self->refs);
  self->refs = g_steal_pointer (&moved);
  return TRUE;
}
