/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-timecode.h"
#include "pn-timeline-model-private.h"

/* Which keys are selected, and the keyboard's place among them. */

const PnKeySet *
pn_timeline_model_get_keys (PnTimelineModel *self)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), NULL);

  pn_timeline_model_get_rows (self);
  return &self->keys;
}

gboolean
pn_timeline_model_has_keys (PnTimelineModel *self)
{
  return pn_key_set_n_keys (pn_timeline_model_get_keys (self)) > 0;
}

void
pn_timeline_model_select (PnTimelineModel *self,
                          const PnKeyRef *refs,
                          guint n_refs,
                          PnSelectMode mode)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  pn_timeline_model_get_rows (self);
  if (mode == PN_SELECT_ONLY)
    pn_key_set_clear (&self->keys);
  /* Of several at once, as under a diamond of a layer's row, all go out or all come in. */
  if (mode == PN_SELECT_TOGGLE && pn_key_set_has_all (&self->keys, refs, n_refs))
    pn_key_set_remove (&self->keys, refs, n_refs);
  else
    pn_key_set_add (&self->keys, refs, n_refs);
  pn_timeline_model_emit (self, PN_TIMELINE_KEYS);
}

void
pn_timeline_model_select_all (PnTimelineModel *self)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  const PnTimelineRows *rows = pn_timeline_model_get_rows (self);
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (PnKeyRef));

  for (guint i = 0; i < rows->tracks->len; i++) {
    const PnTrack *track = g_ptr_array_index (rows->tracks, i);
    for (guint j = 0; j < track->n_keys; j++) {
      PnKeyRef ref = pn_key_ref (track, track->keys[j].frame);
      g_array_append_val (refs, ref);
    }
  }
  pn_timeline_model_select (self, (const PnKeyRef *)(gpointer)refs->data, refs->len,
                            PN_SELECT_ONLY);
}

void
pn_timeline_model_select_none (PnTimelineModel *self)
{
  pn_timeline_model_select (self, NULL, 0, PN_SELECT_ONLY);
}

void
pn_timeline_model_select_row (PnTimelineModel *self, guint index, PnSelectMode mode)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  const PnTimelineRow *row = pn_timeline_rows_get (pn_timeline_model_get_rows (self), index);
  PnView *view = pn_editor_get_view (self->editor);
  PnId pin = pn_timeline_row_get_pin (row);

  if (pin != 0)
    pn_view_select_pin (view, pin, mode);
  else
    pn_view_select_layer (view, row->layer->id, mode);
}

/* --- What a step of the history brings back. */

#define MEMORY_TYPE "a(utud)"
/* Of more than these a step says nothing: they are selected again as quickly. */
#define MEMORY_MAX 4096

GVariant *
pn_timeline_model_remember (gpointer model)
{
  const PnKeySet *keys = &((PnTimelineModel *)model)->keys;
  GVariantBuilder builder;

  if (pn_key_set_n_keys (keys) > MEMORY_MAX)
    return NULL;
  g_variant_builder_init (&builder, G_VARIANT_TYPE (MEMORY_TYPE));
  for (guint i = 0; i < pn_key_set_n_keys (keys); i++) {
    const PnKeyRef *ref = pn_key_set_get (keys, i);
    g_variant_builder_add (&builder, "(utud)", (guint)ref->target_kind, ref->target,
                           (guint)ref->property, ref->frame);
  }
  return g_variant_builder_end (&builder);
}

void
pn_timeline_model_recall (gpointer model, GVariant *memory)
{
  PnTimelineModel *self = model;
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (PnKeyRef));
  GVariantIter iter;
  guint kind, property;
  PnKeyRef ref;

  g_return_if_fail (g_variant_is_of_type (memory, G_VARIANT_TYPE (MEMORY_TYPE)));

  g_variant_iter_init (&iter, memory);
  while (g_variant_iter_next (&iter, "(utud)", &kind, &ref.target, &property, &ref.frame)) {
    ref.target_kind = kind;
    ref.property = property;
    g_array_append_val (refs, ref);
  }
  pn_key_set_clear (&self->keys);
  pn_key_set_add (&self->keys, (const PnKeyRef *)(gpointer)refs->data, refs->len);
  pn_key_set_prune (&self->keys, pn_session_get_root (pn_editor_get_session (self->editor)));
  pn_timeline_model_emit (self, PN_TIMELINE_KEYS);
}

/* --- The keyboard's place. */

PnTimelinePlace
pn_timeline_model_get_cursor (PnTimelineModel *self)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), ((PnTimelinePlace){0}));

  const PnTimelineRows *rows = pn_timeline_model_get_rows (self);
  PnTimelinePlace place = {0, self->cursor.frame};
  if (self->is_on_track && pn_timeline_rows_find_track (rows, &self->cursor, &place.row))
    return place;
  pn_timeline_rows_find_layer (rows, self->cursor_layer, &place.row);
  return place;
}

void
pn_timeline_model_set_cursor (PnTimelineModel *self, PnTimelinePlace place)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  const PnTimelineRows *rows = pn_timeline_model_get_rows (self);
  if (place.row >= pn_timeline_rows_n (rows))
    return;
  const PnTimelineRow *row = pn_timeline_rows_get (rows, place.row);
  self->cursor_layer = row->layer->id;
  self->is_on_track = row->track != NULL;
  if (row->track != NULL)
    self->cursor = pn_key_ref (row->track, place.frame);
  self->cursor.frame = place.frame;
  pn_timeline_model_emit (self, PN_TIMELINE_CURSOR);
}

static GArray *
collect (PnTimelineModel *self, PnTimelinePlace place)
{
  const PnTimelineRows *rows = pn_timeline_model_get_rows (self);
  GArray *refs = g_array_new (FALSE, FALSE, sizeof (PnKeyRef));

  if (place.row < pn_timeline_rows_n (rows))
    pn_timeline_rows_collect (rows, place.row, place.frame, place.frame, refs);
  return refs;
}

gboolean
pn_timeline_model_is_key (PnTimelineModel *self, PnTimelinePlace place)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), FALSE);

  g_autoptr (GArray) refs = collect (self, place);
  return refs->len > 0;
}

gboolean
pn_timeline_model_is_selected (PnTimelineModel *self, PnTimelinePlace place)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), FALSE);

  g_autoptr (GArray) refs = collect (self, place);
  return refs->len > 0 &&
         pn_key_set_has_all (&self->keys, (const PnKeyRef *)(gpointer)refs->data, refs->len);
}

void
pn_timeline_model_select_at (PnTimelineModel *self, PnTimelinePlace place, PnSelectMode mode)
{
  g_return_if_fail (PN_IS_TIMELINE_MODEL (self));

  g_autoptr (GArray) refs = collect (self, place);
  pn_timeline_model_select (self, (const PnKeyRef *)(gpointer)refs->data, refs->len, mode);
}

/* --- Words. */

const char *
pn_ease_kind_get_label (PnEaseKind kind)
{
  static const char *const labels[] = {
      [PN_EASE_LINEAR] = N_ ("linear"),
      [PN_EASE_HOLD] = N_ ("hold"),
      [PN_EASE_IN] = N_ ("starts slowly"),
      [PN_EASE_OUT] = N_ ("ends slowly"),
      [PN_EASE_IN_OUT] = N_ ("ease"),
      [PN_EASE_BEZIER] = N_ ("ease by handles"),
      [PN_EASE_UNKNOWN] = N_ ("ease of a later version"),
  };

  return kind < G_N_ELEMENTS (labels) ? _ (labels[kind]) : "";
}

static char *
describe_keys (PnTimelineModel *self, const PnTimelineRow *row, PnTimelinePlace place)
{
  gboolean is_selected = pn_timeline_model_is_selected (self, place);

  if (!pn_timeline_model_is_key (self, place))
    return g_strdup (_ ("no key"));
  if (row->track == NULL)
    return g_strdup (is_selected ? _ ("keys, selected") : _ ("keys"));
  ptrdiff_t at = pn_sample_find (row->track->keys, row->track->n_keys, place.frame);
  const char *ease = pn_ease_kind_get_label (row->track->keys[at].ease.kind);
  /* Translators: a key and how it goes on to the next one. */
  return g_strdup_printf (is_selected ? _ ("key, %s, selected") : _ ("key, %s"), ease);
}

char *
pn_timeline_model_describe (PnTimelineModel *self, PnTimelinePlace place)
{
  g_return_val_if_fail (PN_IS_TIMELINE_MODEL (self), NULL);

  const PnTimelineRows *rows = pn_timeline_model_get_rows (self);
  if (place.row >= pn_timeline_rows_n (rows))
    return g_strdup (_ ("No rows"));
  const PnTimelineRow *row = pn_timeline_rows_get (rows, place.row);
  g_autofree char *label = pn_timeline_row_get_label (row, rows->root);
  g_autofree char *keys = describe_keys (self, row, place);
  /* Translators: a row of the timeline, a frame, and what is there. */
  return g_strdup_printf (_ ("%s, frame %g, %s"), label, place.frame, keys);
}
