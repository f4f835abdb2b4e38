/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-overlay-private.h"
#include "pn-overlay.h"

/* A part of the overlay that takes long to draw. A worker draws it into a picture, which is shown,
 * moved and scaled with the view, until one of how things are now is there. At most one is drawn at
 * a time, always of the newest wish. */

typedef enum {
  PN_OVERLAY_QUICK,
  PN_OVERLAY_FINE,
} PnOverlayQuality;

typedef struct {
  PnOverlayLook look;
  PnAffine view_from_doc;
  PnBox view;
  double scale_factor;
  PnOverlayQuality quality;
} PnOverlayTerms;

/* What is drawn. Subjects are of one kind for a sheet; one worker at a time uses them, and any thread
 * may free them. */
typedef struct {
  /* Whether both look alike in the same view; and whether one will do until the other is there. */
  gboolean (*is_same) (gconstpointer subject, gconstpointer other);
  gboolean (*is_kin) (gconstpointer subject, gconstpointer other);
  /* On a worker: the box that drawing stays in, view px, and then the drawing. */
  PnBox (*measure) (gpointer subject, const PnOverlayTerms *terms);
  void (*draw) (gpointer subject, const PnOverlayTerms *terms, cairo_t *cr);
  void (*free) (gpointer subject);
  const char *span; /* for traces; static */
} PnOverlaySheetKind;

/* What came of it: device px, of which `area` in the view is the place. */
typedef struct {
  PnOverlayTerms terms;
  gpointer subject;
  PnBox area;          /* empty where there is nothing to be seen */
  gboolean is_whole;   /* nothing lies outside of it */
  GdkTexture *texture; /* (nullable) */
} PnOverlayPicture;

/* What lies farther outside of the view than this is not drawn, view px. */
#define PN_OVERLAY_ROOM 256.0

/* Takes the subject. Any thread; what the worker does. (transfer full) */
PnOverlayPicture *pn_overlay_picture_draw (const PnOverlaySheetKind *kind,
                                           gpointer subject,
                                           const PnOverlayTerms *terms);
void pn_overlay_picture_free (const PnOverlaySheetKind *kind, PnOverlayPicture *picture);

typedef struct PnOverlaySheet PnOverlaySheet;

/* `changed` is called when a picture is there. */
PnOverlaySheet *pn_overlay_sheet_new (const PnOverlaySheetKind *kind,
                                      void (*changed) (gpointer data),
                                      gpointer data);
void pn_overlay_sheet_free (PnOverlaySheet *self);

/* Shows what there is, and has a worker draw what is missing. Takes the subject (nullable: there is
 * nothing to draw). */
void pn_overlay_sheet_snapshot (PnOverlaySheet *self,
                                gpointer subject,
                                const PnOverlayTerms *terms,
                                GtkSnapshot *snapshot);

/* For tests: whether a worker is at it. */
gboolean pn_overlay_sheet_is_drawing (PnOverlaySheet *self);

/* --- The meshes of layers, in the pose of a frame. */
extern const PnOverlaySheetKind pn_overlay_mesh_kind;
/* `layers` are places in the frame's array; takes it. (transfer full) */
gpointer pn_overlay_mesh_new (const PnFrame *frame, PnMeshDisplay display, GArray *layers);
/* More triangles than this are too many to draw anew with every event: quickly, only their outline
 * is drawn. */
#define PN_OVERLAY_QUICK_TRIANGLES 16000

/* --- The way a pin takes over time. */
extern const PnOverlaySheetKind pn_overlay_path_kind;
/* Counted references: what was found out is shared by those who draw it. (transfer full) */
gpointer pn_overlay_path_new (const PnRoot *root, PnId pin, double playhead);
gpointer pn_overlay_path_ref (gpointer path);
void pn_overlay_path_unref (gpointer path);
/* Whether a new one would be the same. */
gboolean pn_overlay_path_is_of (gconstpointer path, const PnRoot *root, PnId pin, double playhead);

/* The places at whole frames, from `first`; and at the pin's keys. Borrowed. */
typedef struct {
  double first;
  const PnVec2 *places_doc;
  guint n_places;
  const PnVec2 *keys_doc;
  guint n_keys;
} PnOverlayPathPlaces;
PnOverlayPathPlaces pn_overlay_path_get_places (gpointer path);
/* A path is followed for so many frames at most, around the playhead. */
#define PN_OVERLAY_PATH_FRAMES 2000
