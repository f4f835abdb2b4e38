/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdatomic.h>

#include "pn-arena.h"
#include "pn-elastic.h"
#include "pn-ldl.h"

/* How the elastic solver is put together (each part is spelled out where it is made):
 *
 *   factor   both matrices of a mesh, piece by piece             pn-elastic-piece.c, -factor.c
 *   hold     how one pin takes hold of its piece, and what the
 *            piece answers to its force                          pn-elastic-hold.c
 *   system   which pins hold, and the small matrices that tell
 *            forces from places                                  pn-elastic-system.c
 *   pins     holds and a system for each piece that has pins     pn-elastic-pins.c
 *   solve    start and passes                                    pn-elastic-solve.c
 *
 * Points are complex numbers, and pieces have coordinates of their own: layer pixels from
 * `centre`. */

#define PN_ELASTIC_NONE UINT32_MAX

/* A connected component of the mesh, in its own numbering: vertices in elimination order, triangles
 * in the order of the mesh. */
typedef struct {
  uint32_t n_vertices, n_triangles;
  const uint32_t *vertices; /* n_vertices: their numbers in the mesh */
  const uint32_t *corners;  /* 3 x n_triangles */
  PnComplex centre;         /* layer space */
  double size;              /* px: the distance of the two grounded vertices */
  const PnComplex *rest;    /* n_vertices, from `centre` */
  /* The map f (z) = a z + b conj (z) + c of a triangle that takes its corners to p: with two
   * factors per triangle, a = f0 (p0 - p2) + f1 (p1 - p2) and b the same with their conjugates. */
  const PnComplex *gradients; /* 2 x n_triangles, 1/px */
  const double *areas;        /* n_triangles, px^2 */
  double area;
  uint32_t grounded[2]; /* the first in the rigid matrix, both in the similarity matrix */
  PnSparseSymbolic *symbolic;
  PnLdlReal *rigid;         /* sum A (|a|^2 + |b|^2) */
  PnLdlComplex *similarity; /* sum A |b|^2 */
} PnElasticPiece;

struct PnElasticFactor {
  atomic_uint ref_count;
  PnMesh *mesh;
  uint32_t n_pieces;
  PnElasticPiece *pieces;
  uint32_t *vertices; /* the pieces' `vertices`, one after the other */
  uint32_t *locals;   /* n_vertices of the mesh: number in the piece */
  uint32_t *mates;    /* 3 x n_triangles of the mesh, as pn_mesh_pair_halves() gives them */
  PnArena arena;      /* everything of the above but the mesh and the factors */
};

/* Numbers the vertices of `piece` for elimination, and derives all but the two factors. `vertices`
 * and `triangles` are the piece's, by their numbers in the mesh and ascending; `vertices` is put
 * into elimination order. */
PnStatus pn_elastic_piece_init (PnElasticPiece *piece,
                                PnElasticFactor *factor,
                                uint32_t *vertices,
                                const uint32_t *triangles);

static inline PnComplex
pn_elastic_point (PnVec2 p)
{
  return (PnComplex){p.x, p.y};
}

/* Equal as numbers; a NaN equals nothing. */
static inline int
pn_elastic_same (PnVec2 a, PnVec2 b)
{
  return a.x >= b.x && a.x <= b.x && a.y >= b.y && a.y <= b.y;
}

/* How one pin takes hold of its piece: the place it fixes, and what the piece answers to its force.
 * Immutable, shared by the pin sets of a factor. */
typedef struct {
  atomic_uint ref_count;
  PnElasticPin pin;
  PnMeshPlace place;
  uint32_t piece;
  uint32_t corners[3];   /* of the triangle under the pin, in the piece's numbering */
  PnComplex at;          /* the place in the piece's coordinates */
  PnComplex force_at;    /* the centre of the force, likewise */
  uint32_t *reached;     /* triangles of the mesh joined to the pin within its grip, ascending */
  uint32_t n_reached;    /* at least 1 */
  double *rigid;         /* n_vertices of the piece: the rigid matrix solved for the force */
  PnComplex *similarity; /* the same with the similarity matrix */
  size_t n_bytes;
} PnElasticHold;

/* `pin` is finite and lies at `place`. (transfer full) in `hold`. PN_STATUS_NO_MEMORY. */
PnStatus pn_elastic_hold_new (const PnElasticFactor *factor,
                              const PnElasticPin *pin,
                              const PnMeshPlace *place,
                              PnElasticHold **hold);
PnElasticHold *pn_elastic_hold_ref (PnElasticHold *hold);
void pn_elastic_hold_unref (PnElasticHold *hold);
int pn_elastic_hold_reaches (const PnElasticHold *hold, uint32_t triangle);

/* What `values` (n_vertices of the piece) come to at the pin. */
static inline PnComplex
pn_elastic_hold_value (const PnElasticHold *hold, const PnComplex *values)
{
  PnComplex sum = {0, 0};
  for (int i = 0; i < 3; i++)
    sum = pn_complex_add (sum, pn_complex_scale (values[hold->corners[i]], hold->place.weights[i]));
  return sum;
}

/* Which of the k pins of a piece hold, in which row of the small systems, and these factored. Row r
 * stands for one pin or for the mean of several that are merged. */
typedef struct {
  uint32_t n_rows;
  uint32_t *rows;      /* k: the row of each pin, or PN_ELASTIC_NONE */
  uint32_t *sizes;     /* k: pins in each row */
  uint32_t *heads;     /* k: the first pin of each row */
  double *compliances; /* k x k: scratch */
  PnPinState *states;  /* k */
  int has_start;       /* the similarity system could be factored */
  PnComplex *rigid;    /* (n_rows + 1)^2; its unknowns: the forces, a translation */
  uint32_t *rigid_exchanges;
  PnComplex *similarity; /* (n_rows + 2)^2; the forces, a translation, a turn with scale */
  uint32_t *similarity_exchanges;
} PnElasticSystem;

/* The pins of one piece. */
typedef struct {
  const PnElasticPiece *piece;
  uint32_t n_pins;
  uint32_t *pins;        /* their numbers in the set, ascending */
  PnElasticHold **holds; /* n_pins; borrowed from the set */
  /* n_pins x n_pins: what the force of the pin in the column does at the pin in the row. */
  double *rigid_gram;
  PnComplex *similarity_gram;
  /* n_pins x n_pins: how far two pins may go their own ways: 0 merged, 1 free. */
  double *freedoms;
  PnElasticSystem system; /* with every pin present */
} PnElasticGroup;

struct PnElasticPins {
  atomic_uint ref_count;
  PnElasticFactor *factor;
  uint32_t n_pins;
  PnElasticPin *pins;
  PnElasticHold **holds; /* n_pins; NULL for a pin that is off the mesh or not finite */
  PnPinState *states;
  PnMeshPlace *places;
  uint32_t n_groups;
  PnElasticGroup *groups;
  PnArena arena; /* everything of the above but the factor and the holds */
};

/* Room for a system of up to `n_pins` pins. PN_STATUS_NO_MEMORY. */
PnStatus pn_elastic_system_reserve (PnElasticSystem *system, PnArena *arena, uint32_t n_pins);

/* The system of those pins of `group` that are `present` (n_pins flags). Allocates nothing. */
void pn_elastic_system_build (PnElasticSystem *system,
                              const PnElasticGroup *group,
                              const unsigned char *present);
