/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdatomic.h>

#include "pn-arena.h"
#include "pn-elastic.h"
#include "pn-ldl.h"

/* How the elastic solver is put together (each part is spelled out where it is made):
 *
 *   factor   both matrices of a mesh, piece by piece             pn-elastic-piece.c, -factor.c
 *   spread   how far something reaches along the mesh            pn-elastic-spread.c
 *   starch   how stiff pins make each triangle                   pn-elastic-starch.c
 *   hold     how one pin takes hold of its piece, and what the
 *            piece answers to its force                          pn-elastic-hold.c, -turn.c
 *   system   which pins hold, and the small matrices that tell
 *            forces from places                                  pn-elastic-system.c
 *   pins     holds and a system for each piece that has pins     pn-elastic-pins.c
 *   aim      the local step of a pass                            pn-elastic-aim.c
 *   solve    start and passes                                    pn-elastic-solve.c, -workspace.c
 *   weigh    harmonic weights of pins                            pn-elastic-weigh.c
 *   order    depth that spreads by them, triangles by depth      pn-elastic-order.c
 *   blend    the linear solver by the same weights               pn-elastic-blend.c
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
  const double *weights;      /* n_triangles: areas times stiffness */
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
  uint32_t *vertices;        /* the pieces' `vertices`, one after the other */
  uint32_t *locals;          /* n_vertices of the mesh: number in the piece */
  uint32_t *triangle_locals; /* n_triangles of the mesh: number in the piece */
  uint32_t *mates;           /* 3 x n_triangles of the mesh, as pn_mesh_pair_halves() gives them */
  uint32_t *fan_starts;      /* n_vertices + 1, into `fans` */
  uint32_t n_largest;        /* vertices of the largest piece */
  uint32_t *fans;            /* 3 x n_triangles: the half-edges that begin at each vertex */
  /* Of a stiff factor the plain one, whose numbering it shares with its `symbolic`; and how stiff
   * each triangle of the mesh is. NULL both for a plain one. */
  PnElasticFactor *plain;
  uint16_t *stiffness;
  PnArena arena; /* everything of the above but the mesh and the factors */
};

/* The same mesh with triangles of `stiffness` (n_triangles of the mesh, 0 to PN_STARCH_STEPS): the
 * numeric part of both matrices, of those pieces that are not of one stiffness. (transfer full) in
 * `stiff`. */
PnStatus pn_elastic_factor_stiffen (const PnElasticFactor *plain,
                                    const uint16_t *stiffness,
                                    PnElasticFactor **stiff);

/* Stiffness is counted in steps of the exponent, from 1 to PN_STARCH_MAX times. */
#define PN_STARCH_STEPS 1024
#define PN_STARCH_MAX 200.0

/* How stiff `pins` make each triangle (n_triangles, zeroed). Returns in `any` whether a piece is
 * stiffer in one place than in another. PN_STATUS_NO_MEMORY. */
PnStatus pn_elastic_starch (const PnElasticFactor *plain,
                            const PnElasticPin *pins,
                            const PnMeshPlace *places,
                            const PnPinState *states,
                            size_t n_pins,
                            uint16_t *stiffness,
                            int *any);

/* Triangles of the mesh that something reaches, and to what share: 1 around the middle, falling
 * smoothly to 0 at the extent. */
typedef struct {
  size_t n;
  uint32_t *triangles; /* ascending */
  double *shares;
} PnElasticSpread;

/* Spreads from `place` as far as `extent` along the mesh. PN_STATUS_NO_MEMORY. */
PnStatus pn_elastic_spread_init (PnElasticSpread *spread,
                                 const PnElasticFactor *factor,
                                 const PnMeshPlace *place,
                                 double extent);
void pn_elastic_spread_clear (PnElasticSpread *spread);

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

/* The turn of a grip: the mean of a over its triangles, times `length`, a length in px that makes
 * it comparable with a place. */
typedef struct {
  double length;
  uint32_t n;
  uint32_t *vertices;    /* n, of the piece */
  PnComplex *row;        /* n: their factors */
  PnComplex *rigid;      /* n_vertices of the piece: the answer to the force, as of a place */
  PnComplex *similarity; /* likewise */
  uint32_t n_near;
  uint32_t *near; /* triangles of the piece within the extent */
  double *shares; /* n_near: how far they are drawn towards the turn */
  size_t n_bytes;
} PnElasticTurn;

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
  PnElasticTurn *turn;   /* (nullable): of advanced and bend pins */
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

/* (transfer full) in `turn`. PN_STATUS_NO_MEMORY. */
PnStatus pn_elastic_turn_new (const PnElasticFactor *factor,
                              const PnElasticHold *hold,
                              PnElasticTurn **turn);
void pn_elastic_turn_free (PnElasticTurn *turn);

/* What `values` (n_vertices of the piece) come to as a turn, times its length. */
static inline PnComplex
pn_elastic_turn_value (const PnElasticTurn *turn, const PnComplex *values)
{
  PnComplex sum = {0, 0};
  for (uint32_t i = 0; i < turn->n; i++)
    sum = pn_complex_add (sum, pn_complex_mul (turn->row[i], values[turn->vertices[i]]));
  return sum;
}

/* Whether pins of this kind hold a place and so belong to a group. */
static inline int
pn_elastic_holds (const PnElasticPin *pin)
{
  return pin->kind != PN_ELASTIC_STARCH && pin->kind != PN_ELASTIC_OVERLAP;
}

static inline int
pn_elastic_turns (const PnElasticPin *pin)
{
  return pin->kind == PN_ELASTIC_ADVANCED || pin->kind == PN_ELASTIC_BEND;
}

/* What `values` (n_vertices of the piece) come to at the pin. */
static inline PnComplex
pn_elastic_hold_value (const PnElasticHold *hold, const PnComplex *values)
{
  PnComplex sum = {0, 0};
  for (int i = 0; i < 3; i++)
    sum = pn_complex_add (sum, pn_complex_scale (values[hold->corners[i]], hold->place.weights[i]));
  return sum;
}

/* What a pin has to hold by: handle i < n_pins is the place of pin i of the group, handle n_pins + j
 * the turn of pin turned[j]. Which handles are held, in which row of the small systems, and these
 * factored. Row r stands for one handle or for the mean of several that are merged; places come
 * before turns. */
typedef struct {
  uint32_t n_places, n_rows;
  uint32_t *rows;    /* n_handles: the row of each, or PN_ELASTIC_NONE */
  uint32_t *sizes;   /* n_handles: handles in each row */
  uint32_t *heads;   /* n_handles: the first handle of each row */
  uint32_t *ridden;  /* n_pins: the row that a bend pin turns on top of an advanced pin's own turn,
                          or PN_ELASTIC_NONE */
  double *stiffness; /* n_handles: how much harder than elsewhere each row pulls */
  double *compliances; /* n_handles^2: scratch */
  PnPinState *states;  /* n_pins */
  int has_start;       /* the similarity system could be factored */
  PnComplex *rigid;    /* (n_rows + 1)^2; its unknowns: the forces, a translation */
  uint32_t *rigid_exchanges;
  PnComplex *similarity; /* (n_rows + 2)^2; the forces, a translation, a turn with scale */
  uint32_t *similarity_exchanges;
} PnElasticSystem;

/* The pins of one piece that hold something. */
typedef struct {
  const PnElasticPiece *piece;
  uint32_t n_pins, n_turned, n_bends;
  uint32_t n_handles;    /* n_pins + n_turned */
  uint32_t *pins;        /* their numbers in the set, ascending */
  PnElasticHold **holds; /* n_pins; borrowed from the set */
  uint32_t *turned;      /* n_turned: pins of the group, ascending */
  double *stiffness;     /* n_pins: how many times as stiff the triangle under each is */
  /* n_handles^2: what the force of the handle in the column does at the one in the row. */
  PnComplex *rigid_gram, *similarity_gram;
  /* n_pins x n_pins: how far two pins may go their own ways: 0 merged, 1 free. */
  double *freedoms;
  PnElasticSystem system; /* with every pin present but bend pins */
  PnElasticSystem bent;   /* with those too, where there are any */
} PnElasticGroup;

/* The pin that a handle belongs to, by its number in the group. */
static inline uint32_t
pn_elastic_pin_of (const PnElasticGroup *group, uint32_t handle)
{
  return handle < group->n_pins ? handle : group->turned[handle - group->n_pins];
}

/* What `values` (n_vertices of the piece) come to at a handle. */
static inline PnComplex
pn_elastic_handle_value (const PnElasticGroup *group, uint32_t handle, const PnComplex *values)
{
  const PnElasticHold *hold = group->holds[pn_elastic_pin_of (group, handle)];
  return handle < group->n_pins ? pn_elastic_hold_value (hold, values)
                                : pn_elastic_turn_value (hold->turn, values);
}

/* Depth spread from overlap pins over the mesh. */
typedef struct {
  uint32_t n_pins;
  uint32_t *pins;  /* n_pins: numbers in the set */
  double *weights; /* n_pins x n_vertices of the mesh */
} PnElasticDepths;

struct PnElasticPins {
  atomic_uint ref_count;
  PnElasticFactor *plain;  /* as the set was asked for */
  PnElasticFactor *factor; /* the same, or stiff */
  uint32_t n_pins;
  PnElasticPin *pins;
  PnElasticHold **holds; /* n_pins; NULL for a pin that holds nothing */
  PnPinState *states;
  PnMeshPlace *places;
  uint32_t n_groups;
  PnElasticGroup *groups;
  PnElasticDepths depths;
  int blends;      /* made for the linear solver */
  double *weights; /* n_pins x n_vertices of the mesh: of a set that blends */
  PnArena arena;   /* everything of the above but the factors and the holds */
};

/* The set that is in the making gets its depths. PN_STATUS_NO_MEMORY. */
PnStatus pn_elastic_depths_init (PnElasticPins *set);

/* What part a pin has in weights. */
typedef enum {
  PN_ELASTIC_ABSENT = 0, /* none */
  PN_ELASTIC_BESIDE,     /* the others weigh nothing where it is */
  PN_ELASTIC_COUNTED,    /* has weights */
} PnElasticPart;

/* Scratch space for weights of a set. */
typedef struct {
  unsigned char *present; /* pins of the largest group */
  PnElasticSystem system; /* where some are absent */
  PnComplex *forces;      /* pins of the largest group + 1 */
  double *rows;           /* the largest group's pins x the largest piece's vertices */
} PnElasticWeighing;

/* PN_STATUS_NO_MEMORY. */
PnStatus pn_elastic_weighing_reserve (PnElasticWeighing *weighing,
                                      PnArena *arena,
                                      uint32_t n_pins,
                                      uint32_t n_vertices);

/* Harmonic weights of the counted among the pins of `set`, which holds places alone on a plain
 * factor: for each the function that is 1 at the pin, 0 at all others that are not absent, and
 * harmonic in between; within 0 and 1, and together 1. Counted pins that are merged share one.
 * `columns` (n_pins x n_vertices of the mesh) receives theirs and keeps the others. */
void pn_elastic_weigh (const PnElasticPins *set,
                       const unsigned char *parts,
                       PnElasticWeighing *weighing,
                       double *columns);

/* Weights to a power, 0 staying 0. */
void pn_elastic_sharpen (double *weights, size_t n, double power);

/* Of a set that blends: its weights, made once it has groups; and a pose. */
PnStatus pn_elastic_blend_init (PnElasticPins *set);
PnElasticResult pn_elastic_blend (const PnElasticPins *pins,
                                  const PnElasticTarget *targets,
                                  const PnElasticOptions *options,
                                  PnElasticWorkspace *workspace,
                                  PnPinState *states,
                                  PnVec2 *out);

/* Room for a system of up to so many pins and handles. PN_STATUS_NO_MEMORY. */
PnStatus pn_elastic_system_reserve (PnElasticSystem *system,
                                    PnArena *arena,
                                    uint32_t n_pins,
                                    uint32_t n_handles);

/* The system of those pins of `group` that are `present` (n_pins flags). Allocates nothing. */
void pn_elastic_system_build (PnElasticSystem *system,
                              const PnElasticGroup *group,
                              const unsigned char *present);
