/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-key-set.h"

/* The rows of the timeline: layers as in the list of layers, the front-most on top, and under each
 * one that is not folded its tracks and those of its pins, then what lies in a group. Made from a
 * root, of which it keeps a reference. */

typedef enum {
  PN_ROW_LAYER,
  PN_ROW_TRACK,
} PnTimelineRowKind;

typedef struct {
  PnTimelineRowKind kind;
  guint depth;          /* of groups and layers around it */
  const PnLayer *layer; /* its own, or the one that its track belongs to */
  const PnTrack *track; /* (nullable) */
  gboolean is_foldable; /* there is something under it */
  gboolean is_folded;
  guint first_track, n_tracks; /* all that it stands for: a layer's with all that is inside */
  double *frames;              /* (nullable) owned: where those have keys, once it was asked for */
  guint n_frames;
} PnTimelineRow;

typedef struct {
  const PnRoot *root; /* a reference */
  GArray *rows;       /* PnTimelineRow, as they are shown */
  GPtrArray *owners;  /* PnLayer, the one that each of the tracks belongs to; borrowed too */
  GPtrArray *tracks;  /* PnTrack, of all rows, folded ones too; borrowed from the root */
  double last_frame;  /* of all keys; 0 where there is none */
} PnTimelineRows;

/* `folded` has PnId pointers of layers. */
PnTimelineRows *pn_timeline_rows_new (const PnRoot *root, GHashTable *folded);
void pn_timeline_rows_free (PnTimelineRows *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnTimelineRows, pn_timeline_rows_free)

static inline guint
pn_timeline_rows_n (const PnTimelineRows *self)
{
  return self->rows->len;
}

static inline PnTimelineRow *
pn_timeline_rows_get (const PnTimelineRows *self, guint index)
{
  return &g_array_index (self->rows, PnTimelineRow, index);
}

/* Where the row has keys, in order. Borrowed. */
const double *pn_timeline_rows_get_frames (const PnTimelineRows *self, guint row, guint *n_frames);
/* Of those the nearest to `frame`, no farther than `reach` frames. */
gboolean pn_timeline_rows_find_near (const PnTimelineRows *self,
                                     guint row,
                                     double frame,
                                     double reach,
                                     double *found);
/* The one before or after `frame`. */
typedef enum {
  PN_KEY_PREVIOUS,
  PN_KEY_NEXT,
} PnKeyStep;
gboolean pn_timeline_rows_find_next (const PnTimelineRows *self,
                                     guint row,
                                     double frame,
                                     PnKeyStep step,
                                     double *found);

/* Appends to `refs` (PnKeyRef) the keys of a row from one frame to another, both included; of all
 * that a layer's row stands for. */
void pn_timeline_rows_collect (const PnTimelineRows *self,
                               guint row,
                               double first,
                               double last,
                               GArray *refs);
/* The same of a box: a layer that is not folded counts where none of its tracks can. */
void pn_timeline_rows_collect_box (const PnTimelineRows *self,
                                   guint first_row,
                                   guint last_row,
                                   double first,
                                   double last,
                                   GArray *refs);

/* The row of that layer or track; of a folded one that of what folds it. FALSE: there is none. */
gboolean pn_timeline_rows_find_layer (const PnTimelineRows *self, PnId layer, guint *row);
gboolean pn_timeline_rows_find_track (const PnTimelineRows *self, const PnKeyRef *ref, guint *row);

PnId pn_timeline_row_get_pin (const PnTimelineRow *row); /* whose track it is; 0 for none */
/* What the row is called: the layer's name, or "hand · position". (transfer full) */
char *pn_timeline_row_get_label (const PnTimelineRow *row, const PnRoot *root);
/* A property in the words of the trade; static, translated. */
const char *pn_property_get_label (PnProperty property);
