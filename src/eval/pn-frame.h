/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "pn-affine.h"
#include "pn-arena.h"
#include "pn-box.h"
#include "pn-elastic.h"
#include "pn-mesh.h"
#include "pn-node.h"

/* What evaluation gives for one moment: an op stream for the renderer, back to front, and the poses
 * behind it for handles, overlay and `pose`. Depends on document and time alone, bit for bit.
 * Immutable, reference counted, any thread. */

typedef enum {
  PN_OP_DRAW, /* a picture through a mesh */
  PN_OP_PUSH, /* what follows goes to a surface of its own ... */
  PN_OP_POP,  /* ... which is laid over the one below */
} PnOpKind;

/* A picture. Which level of its pyramid, and how much of it, is the renderer's business. */
typedef struct {
  const char *asset; /* content hash; borrowed from the root the frame holds */
  int width, height; /* px, at full size */
} PnTextureRef;

typedef struct {
  PnTextureRef texture;
  const PnMesh *mesh;          /* UVs; kept alive by the frame */
  const PnVec2 *positions_doc; /* one for each vertex of the mesh */
  const uint32_t *triangles;   /* 3 x n_triangles, in drawing order */
  guint n_triangles;
  double opacity;
} PnOpDraw;

typedef struct {
  PnBox bounds_doc; /* everything inside lies in it */
  double opacity;
} PnOpPush;

typedef struct {
  PnOpKind kind;
  PnId layer;
  union {
    PnOpDraw draw;
    PnOpPush push;
  };
} PnOp;

typedef struct {
  const PnPin *pin; /* borrowed from the root */
  PnVec2 target_layer;
  PnVec2 landed_layer; /* where the artwork under it is */
  PnPinState state;
} PnPinPose;

/* What keeps a pin from holding, and what to do: a sentence in the user's language. (transfer full)
 * (nullable): it holds */
char *pn_pin_state_describe (PnPinState state, const char *pin, const char *layer);

/* One for each layer, in the order of a walk from the back, groups before their children; hidden
 * layers too. */
typedef struct {
  const PnLayer *layer; /* borrowed from the root */
  gboolean visible;     /* it, and every group that holds it */
  double opacity;       /* its own */
  PnAffine doc_from_layer;
  /* (nullable): layers without a picture, hidden ones whose mesh cannot be had; then there is
   * nothing of what follows */
  const PnMesh *mesh;
  const PnVec2 *posed_layer; /* one for each vertex: rest itself where nothing moved */
  PnPinPose *pins;
  guint n_pins;
  uint32_t *flipped;
  guint n_flipped;
  guint first_notice, n_notices; /* what the frame's notices say of it */
} PnLayerPose;

typedef struct {
  gatomicrefcount ref_count;
  const PnRoot *root; /* a reference */
  double frame;
  int width, height;
  gboolean has_background;
  guint8 background[3];
  PnOp *ops;
  guint n_ops;
  PnLayerPose *layers;
  guint n_layers;
  GPtrArray *notices; /* char *, sentences for a user, in the order of the layers */
  PnArena arena;      /* what the arrays above lie in */
  GPtrArray *owned;   /* PnMesh: the meshes named above */
} PnFrame;

PnFrame *pn_frame_ref (PnFrame *frame);
void pn_frame_unref (PnFrame *frame);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnFrame, pn_frame_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnMesh, pn_mesh_unref)

/* A hash of everything the renderer and the overlay see: not of time, notices or names. */
guint64 pn_frame_hash (const PnFrame *frame);
