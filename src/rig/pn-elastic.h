/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-mesh.h"

/* The elastic solver of the puppet: a similarity start (Igarashi, Moscovich and Hughes 2005) and
 * rigid passes (Sorkine and Alexa 2007) on per-triangle energies, with pins as exact constraints on
 * one factor for each mesh. */

/* Both factors of a mesh. Immutable, shared between threads, reference counted. */
typedef struct PnElasticFactor PnElasticFactor;

/* PN_STATUS_SINGULAR, PN_STATUS_LIMIT, PN_STATUS_NO_MEMORY. Keeps a reference to the mesh.
 * (transfer full) in `factor`. */
PnStatus pn_elastic_factor_new (const PnMesh *mesh, PnElasticFactor **factor);
PnElasticFactor *pn_elastic_factor_ref (const PnElasticFactor *factor);
void pn_elastic_factor_unref (PnElasticFactor *factor);
const PnMesh *pn_elastic_factor_mesh (const PnElasticFactor *factor);
size_t pn_elastic_factor_n_bytes (const PnElasticFactor *factor);

/* Default radius of the disc over which a pin's force is spread, in layer pixels. Two pins of a
 * piece nearer than half the larger grip act as one; from there to one grip they hold their mean,
 * and follow their own targets the more the farther they are apart. Pins on two sides of a gap are
 * not near. */
#define PN_PIN_GRIP_DEFAULT 14.0

/* A pin may lie this many layer pixels off the mesh and still bind to the nearest triangle; or a
 * grip, if that is more. It then moves the place that is nearest to it by what it is moved itself:
 * to have artwork on its target, keep it where it was bound. */
#define PN_PIN_REACH 24.0

typedef enum {
  PN_ELASTIC_POSITION = 0, /* holds the artwork under it on its target */
  PN_ELASTIC_ADVANCED,     /* the same, and its grip's turn and scale */
  PN_ELASTIC_STARCH,       /* holds nothing; makes its surroundings stiff */
  PN_ELASTIC_OVERLAP,      /* holds nothing; brings its surroundings to the front or to the back */
  PN_ELASTIC_BEND,         /* turns and scales its grip on top of what the other pins did to it */
} PnElasticKind;

/* Default extents, in layer pixels along the mesh. */
#define PN_ELASTIC_EXTENT_DEFAULT 35.0
#define PN_ELASTIC_STARCH_EXTENT_DEFAULT 60.0

/* An overlap pin's extent is no length: the root that its weight is taken to. */
#define PN_ELASTIC_OVERLAP_EXTENT_MIN 0.0625
#define PN_ELASTIC_OVERLAP_EXTENT_MAX 16.0
#define PN_ELASTIC_OVERLAP_EXTENT_DEFAULT 1.0

/* Zeroed but for place and grip it is a plain position pin. What may change from frame to frame
 * without preparing anything is in the target instead. */
typedef struct {
  PnVec2 rest; /* layer space */
  double grip; /* px, > 0 */
  PnElasticKind kind;
  /* px along the mesh, never across a gap: as far as an advanced or bend pin draws triangles
   * towards its own turn. 0 or less: not beyond the triangle under it. */
  double extent;
  /* 0 to 1, in steps of 1/1024: the amount of starch; a position, advanced or bend pin may have
   * some too. A triangle of amount m resists 200^m times as much; amounts add up to 1 at most. */
  double stiffness;
  double starch_extent; /* px along the mesh, like `extent`: as far as stiffness reaches */
  /* 1: an overlap pin's depth falls off towards other pins as evenly as it can; above, it stays
   * nearly whole for longer; below, it falls off sooner. Kept within its bounds. */
  double overlap_extent;
} PnElasticPin;

/* What a pin is asked to do. */
typedef struct {
  PnVec2 position; /* layer space; of position and advanced pins */
  double turn;     /* radians, any number of turns; of advanced and bend pins */
  double scale; /* 1 leaves sizes as they are, 0 draws the grip together, a negative one is a half
                      turn more; of advanced and bend pins */
  double depth; /* -100, at the back, to 100, in front; of overlap pins */
} PnElasticTarget;

typedef enum {
  PN_PIN_HOLDS = 0,  /* does what it was asked to; the artwork under it lies on its target */
  PN_PIN_OFF_MESH,   /* farther from the mesh than PN_PIN_REACH */
  PN_PIN_NOT_FINITE, /* a number of it that counts is NaN or infinite: treated as absent */
  PN_PIN_MERGED,     /* acts as one with an earlier pin at their mean target */
  PN_PIN_REDUNDANT,  /* the mesh is too coarse to hold it beside earlier pins */
  PN_PIN_NO_TURN,    /* lies on its target; the mesh is too coarse to hold its turn too */
} PnPinState;

/* A pin set on a factor: responses and small systems. Immutable, shared between threads, reference
 * counted. */
typedef struct PnElasticPins PnElasticPins;

/* A set holds as many pins at the most. Its small systems grow with the square, and their cost with
 * the cube, of the pins on a piece: some 3 s where a mesh is too coarse for half of so many. */
#define PN_ELASTIC_PINS_MAX 500

/* The state that holds nothing, ready to be changed: at rest, with no turn, scale 1, depth 0. */
static inline PnElasticTarget
pn_elastic_target (PnVec2 position)
{
  return (PnElasticTarget){.position = position, .scale = 1};
}

/* `n_pins` may be 0. A grip of 0 or less is a point. Costs one pair of back-substitutions for each
 * pin that `previous` (nullable: an earlier set on the same factor) does not hold already, two for
 * one that turns; where stiffness is not what it was in `previous`, one numeric refactor of both
 * matrices, and all pins. The bits are the same with and without `previous`; stiffness that is the
 * same all over a piece is none, bit for bit. Pins that cannot hold are kept, with their state.
 * PN_STATUS_LIMIT beyond PN_ELASTIC_PINS_MAX, PN_STATUS_SINGULAR where numbers overflow,
 * PN_STATUS_NO_MEMORY. */
PnStatus pn_elastic_pins_new (const PnElasticFactor *factor,
                              const PnElasticPin *pins,
                              size_t n_pins,
                              const PnElasticPins *previous,
                              PnElasticPins **out);
/* The same pins for the linear solver, which pn_elastic_solve() then is: every vertex goes where the
 * pins would carry it, by exact harmonic weights. Advanced pins turn and scale what is near them;
 * stiffness sharpens a pin's own weights, and starch pins do nothing. `previous` may be of either
 * kind. Costs the weights too. */
PnStatus pn_elastic_pins_new_blend (const PnElasticFactor *factor,
                                    const PnElasticPin *pins,
                                    size_t n_pins,
                                    const PnElasticPins *previous,
                                    PnElasticPins **out);
PnElasticPins *pn_elastic_pins_ref (const PnElasticPins *pins);
void pn_elastic_pins_unref (PnElasticPins *pins);
const PnElasticFactor *pn_elastic_pins_factor (const PnElasticPins *pins);
size_t pn_elastic_pins_n_pins (const PnElasticPins *pins);
const PnPinState *
pn_elastic_pins_states (const PnElasticPins *pins); /* n_pins, before targets are known */
const PnMeshPlace *
pn_elastic_pins_places (const PnElasticPins *pins); /* n_pins; not set for pins off the mesh */
size_t pn_elastic_pins_n_bytes (const PnElasticPins *pins);
/* How stiff each triangle is, 0 to 1024 for 1 to 200 times (n_triangles), or NULL where none is
 * stiff. */
const uint16_t *pn_elastic_pins_stiffness (const PnElasticPins *pins);

/* What the artwork in the grip of pin `i`, an advanced or bend pin with a place, is turned and
 * scaled by in `positions` (n_vertices): scale times (cos, sin) of the turn. The area-weighted mean
 * over the grip, (1, 0) at rest and for other pins. */
PnVec2 pn_elastic_pins_turn (const PnElasticPins *pins, size_t i, const PnVec2 *positions);

/* What a triangle that is pulled longer or pushed together may do across. */
typedef enum {
  PN_ELASTIC_KEEP_VOLUME = 0, /* gets thinner or wider: along times across stays 1 */
  PN_ELASTIC_FREE_SCALE,      /* scales as a whole */
} PnElasticStretchMode;

#define PN_ELASTIC_PASSES_TWO_STEP 1
#define PN_ELASTIC_PASSES_DEFAULT 4
#define PN_ELASTIC_PASSES_MAX 64

typedef struct {
  /* Rigid passes after the start, 0 to PN_ELASTIC_PASSES_MAX. Of all options a blend takes the
   * limit of rotation alone. */
  unsigned passes;
  /* (nullable) n_pins: what the start, and the start alone, adds to each target's position. The
   * passes stop short of the one shape the pins allow, so a pin that is added where the artwork
   * stands would still change the start, and with it the pose. One whose offset is the place the
   * start gave the artwork, less the place it stood, changes neither. None is bit-identical to
   * zero. */
  const PnVec2 *start_offsets;
  /* (nullable) n_pins: the same for scale times (cos, sin) of the turn, of pins that turn. */
  const PnVec2 *start_turn_offsets;
  double stretch; /* squash and stretch, 0 (none, bit for bit) to 1 */
  PnElasticStretchMode stretch_mode;
  /* Radians; 0, less or NaN: none, bit for bit. No pin turns its grip farther than this, and no
   * triangle aims farther from the mean turn of its piece. */
  double max_rotation;
} PnElasticOptions;

/* Scratch space of one thread, grown to the largest pin set it served. */
typedef struct PnElasticWorkspace PnElasticWorkspace;
PnElasticWorkspace *pn_elastic_workspace_new (void);
void pn_elastic_workspace_free (PnElasticWorkspace *workspace);
/* Makes room, so that solves with `pins` allocate nothing. PN_STATUS_NO_MEMORY. */
PnStatus pn_elastic_workspace_reserve (PnElasticWorkspace *workspace, const PnElasticPins *pins);

typedef enum {
  PN_ELASTIC_COMPLETE = 0,
  PN_ELASTIC_AT_REST,   /* every target is its rest place: rest positions, bit for bit, without a
                           solve */
  PN_ELASTIC_FELL_BACK, /* a later stage was not finite; this is the best earlier one */
} PnElasticResult;

/* Poses the mesh. `targets` holds n_pins; `states` (n_pins, nullable) receives each pin's part in
 * this solve; `out` receives n_vertices posed positions and may not alias the mesh. A piece of the
 * mesh with no pin rests, with one pin it is carried unbent, and turned as a whole if that turns.
 * Allocates nothing once reserved, never fails, never writes NaN. A pure function of its arguments
 * but for the workspace. */
PnElasticResult pn_elastic_solve (const PnElasticPins *pins,
                                  const PnElasticTarget *targets,
                                  const PnElasticOptions *options,
                                  PnElasticWorkspace *workspace,
                                  PnPinState *states,
                                  PnVec2 *out);

typedef enum {
  PN_ELASTIC_ORDER_OF_MESH = 0, /* nothing overlaps by a pin's doing: draw as the mesh stands */
  PN_ELASTIC_ORDER_OF_DEPTH,    /* draw in the order that was written */
} PnElasticOrder;

/* The order to draw triangles in, back to front: `order` (n_triangles) receives their indices where
 * overlap pins change it, and is left alone where not. Triangles of one depth, to 1/256, keep the
 * order of the mesh. A target that is not finite counts as depth 0. Allocates nothing once
 * reserved. */
PnElasticOrder pn_elastic_order (const PnElasticPins *pins,
                                 const PnElasticTarget *targets,
                                 PnElasticWorkspace *workspace,
                                 uint32_t *order);

/* Sum of A_t (|a - a/|a||^2 + |b|^2) over the triangles, in px^2: 0 for any rigid motion. */
double pn_elastic_energy (const PnMesh *mesh, const PnVec2 *positions);

/* Writes the indices of triangles whose orientation is not that of rest into `triangles` (room for
 * n_triangles; nullable) and returns how many there are. */
size_t pn_elastic_flipped (const PnMesh *mesh, const PnVec2 *positions, uint32_t *triangles);
