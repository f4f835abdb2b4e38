/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-elastic-private.h"

/* What a solve of one piece works on. */

/* A shape on its way, in the piece's coordinates less the rigid motion. */
typedef struct {
  PnComplex *shape, *next; /* n_vertices */
  PnComplex *turns;        /* n_triangles: a, then what the triangle aims at in its place */
  double *lengths;         /* n_triangles: |a| */
  PnComplex *shears;       /* n_triangles: what b aims at, where anything may stretch */
} PnElasticStage;

/* What a blend works on; for the pins of the set and the vertices of the mesh. */
typedef struct {
  PnComplex *turns;       /* n_pins: less 1 */
  PnComplex *moves;       /* n_pins */
  PnComplex *centres;     /* n_pins: what bend pins turn about */
  unsigned char *present; /* n_pins */
  /* For targets that are not finite. */
  unsigned char *parts; /* n_pins */
  double *columns;      /* n_pins x n_vertices */
  PnElasticWeighing weighing;
} PnElasticBlendSpace;

/* What a workspace has room for: the largest of each that it served. */
typedef struct {
  uint32_t n_vertices, n_triangles, n_pins, n_handles; /* of a piece */
  uint32_t n_depth_vertices, n_depth_triangles;        /* of a mesh with depths */
  uint32_t n_blend_vertices, n_blend_pins;             /* of a set that blends */
} PnElasticRoom;

struct PnElasticWorkspace {
  PnElasticRoom room;
  PnElasticStage stages[2];     /* by the other pins alone, and with bend pins */
  double *shares;               /* n_triangles: how far pins that turn draw each to themselves */
  PnComplex *drawn;             /* n_triangles: where to, times that */
  PnComplex *turns[2];          /* n_pins: scale times (cos, sin), for each stage */
  PnComplex *targets[2];        /* n_handles: of each row, less the rigid motion, for each stage */
  PnComplex *forces;            /* n_handles + 2: right side and solution of a system */
  unsigned char *present;       /* n_pins */
  PnElasticSystem system, bent; /* for targets that are not finite */
  double *depths;               /* n_depth_vertices */
  uint16_t *keys;               /* n_depth_triangles */
  uint32_t *sorted;             /* n_depth_triangles */
  PnElasticBlendSpace blend;
  PnArena arena;
};

typedef struct {
  const PnElasticGroup *group;
  const PnElasticPiece *piece;
  const PnElasticSystem *systems[2]; /* for each stage; the second is NULL where no pin bends */
  PnElasticWorkspace *workspace;
  const PnElasticOptions *options;
  const PnElasticTarget *targets; /* of the set */
  const PnVec2 *rest;             /* of the mesh */
  PnVec2 *out;                    /* of the mesh */
  PnComplex motion;               /* m: a rotation */
  PnComplex translation;          /* c, in the piece's coordinates */
} PnElasticJob;

/* The local step of stage `s`: decides what each triangle aims at, and lets `next` become what they
 * ask of their corners. The second stage wants the first one's done. */
void pn_elastic_aim (const PnElasticJob *job, int s);

/* The turn within the limit, as scale times (cos, sin). */
PnComplex pn_elastic_wanted (const PnElasticTarget *target, const PnElasticOptions *options);
