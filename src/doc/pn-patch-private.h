/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-serial-private.h"

/* What making and applying a patch share: pn-diff.c says what one is. */

/* Adds all layers to a table of PnId to PnLayer, both borrowed from the layers. */
void pn_tabulate_layers (GHashTable *table, const PnNodeList *layers);

typedef enum {
  PN_TRACK_SAME,
  PN_TRACK_RETIMED, /* the same keys at other frames */
  PN_TRACK_OTHER,   /* or not known to be the same */
} PnTrackChange;

/* Between two known tracks of one name. */
PnTrackChange pn_track_find_change (const PnTrack *old, const PnTrack *track);
void pn_write_retimed (PnJsonWriter *writer, const PnTrack *old, const PnTrack *track);
/* To a mutable copy of the old track. FALSE where the two (each nullable) do not fit it. */
gboolean pn_retime_track (PnTrack *track, JsonNode *by, JsonNode *frames);
