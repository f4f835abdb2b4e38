/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-json-private.h"
#include "pn-serial.h"

/* The file's own form of each node, for documents and for patches. */

#define PN_FORMAT_NAME "pantin"
#define PN_COLOR_SPACE_NAME "srgb"

#define PN_ROOT_SIDE_MAX (1 << 20)    /* px */
#define PN_ROOT_PIXELS_MAX (1 << 30)  /* what a hostile size can ask for in memory */
#define PN_PICTURE_SIDE_MAX (1 << 24) /* px; what is decoded has a limit of its own */
#define PN_FPS_TERM_MAX 1000000
#define PN_FPS_MAX 1000     /* and at least its inverse */
#define PN_GRIP_MAX 1e5     /* px */
#define PN_DURATION_MAX 1e7 /* frames */

/* How much of what a node holds is written with it. */
typedef enum {
  PN_WRITE_WHOLE,
  PN_WRITE_ALONE, /* layers inside are by id, as strings; skeletons and tracks are left out */
} PnWriteForm;

/* A member of the open object, or an element of the open array where `key` is NULL. */
void pn_write_root (PnJsonWriter *writer, const char *key, const PnRoot *root, PnWriteForm form);
void pn_write_layer (PnJsonWriter *writer, const PnLayer *layer, PnWriteForm form);
void pn_write_skeleton (PnJsonWriter *writer, const PnSkeletonNode *skeleton);
void pn_write_track (PnJsonWriter *writer, const PnTrack *track);
/* Its target and property alone, as members of the open object, or as an object of their own. */
void pn_put_track_name (PnJsonWriter *writer, const PnTrack *track);
void pn_write_track_name (PnJsonWriter *writer, const PnTrack *track);

/* Members; the first two only where the value is not the default, to the bit. */
void pn_put_double (PnJsonWriter *writer, const char *key, double value, double fallback);
void pn_put_point (PnJsonWriter *writer, const char *key, PnVec2 value, PnVec2 fallback);
void pn_put_id (PnJsonWriter *writer, const char *key, PnId id); /* `key` NULL: an element */
void pn_put_color (PnJsonWriter *writer, const char *key, const guint8 rgb[3]);

/* What to make of a member that is known and has another form than this version's. */
typedef enum {
  PN_READ_STRICT,  /* it is an error */
  PN_READ_LENIENT, /* the document is a later version's: it is left as it is */
} PnReading;

/* Each (transfer full) (nullable). `layer_ids` (nullable): what was written alone; receives the
 * PnIds of the layers inside. The nodes are taken apart and may stay part of the result. */
PnRoot *pn_read_root (JsonNode *node, PnReading reading, GArray *layer_ids, GError **error);
PnLayer *pn_read_layer (JsonNode *node, PnReading reading, GArray *layer_ids, GError **error);
PnSkeletonNode *pn_read_skeleton (JsonNode *node, PnReading reading, GError **error);
PnTrack *pn_read_track (JsonNode *node, PnReading reading, GError **error);
PnTrack *pn_read_track_name (JsonNode *node, GError **error); /* known, without keys */

/* Puts the tracks of a mutable root in order. */
void pn_root_sort_tracks (PnRoot *root);
