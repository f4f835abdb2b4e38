/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-ik.h"
#include "pn-skeleton-private.h"

/* How far a bone may turn in its parent's frame; radians, -INFINITY and INFINITY where it is free. */
typedef struct {
  double low, high;
} PnAngleRange;

#define PN_ANGLE_FREE ((PnAngleRange){(double)-INFINITY, (double)INFINITY})

/* The nearest angle within the range: the turns that `angle` counts are kept. */
static inline double
pn_angle_clamp (double angle, PnAngleRange range)
{
  if (!(range.low > (double)-INFINITY) || !(range.high < (double)INFINITY))
    return pn_clamp (angle, range.low, range.high);
  double near = pn_angle_near (angle, range.low + (range.high - range.low) / 2);
  double clamped = pn_clamp (near, range.low, range.high);
  return clamped >= near && clamped <= near ? angle : angle + (clamped - near);
}

/* A chain for the solver: link i is a bone and the vector from its head to the head of the next, or
 * to the tip of the last, in the bone's own frame. */
typedef struct {
  double rotation; /* radians: given as posed, returned as solved */
  double scale_x, scale_y;
  PnVec2 vector; /* px */
  PnAngleRange range;
} PnIkLink;

typedef struct {
  uint32_t n_links;
  PnAffine parent; /* skeleton space from the frame the first link stands in */
  PnVec2 root;     /* the first head, in that frame */
  PnVec2 target;   /* skeleton space */
  PnVec2 pole;     /* likewise */
  unsigned flags;  /* PnIkFlags */
  PnIkLink *links; /* n_links */
  /* Scratch, in the frame the first link stands in: where each link begins and the last one ends,
   * and the frame each stands in, without its place. */
  PnVec2 *joints;       /* n_links + 1 */
  PnAffine *frames;     /* n_links + 1 */
  PnVec2 *slopes;       /* n_links */
  double *before;       /* n_links */
  double *start, *best; /* n_links: rotations */
} PnIkChain;

/* The frame and the joint behind link `i`, or behind all from it on. */
void pn_ik_chain_place (PnIkChain *chain, uint32_t i);
void pn_ik_chain_place_from (PnIkChain *chain, uint32_t i);

/* Turns link `i` so that `vector` of its frame points from its head to `towards`, as far as it may
 * turn, and places it. Stays where there is no direction to turn from or to. */
void pn_ik_chain_turn (PnIkChain *chain, uint32_t i, PnVec2 vector, PnVec2 towards);

/* From the head of link `i` to the tip of the chain, in the frame of that link's bone. */
PnVec2 pn_ik_chain_reach (const PnIkChain *chain, uint32_t i);

/* px in skeleton space from the tip to the target. */
double pn_ik_chain_distance (const PnIkChain *chain);

/* Turns a chain that is near its target the rest of the way, or as near as limits let it.
 * `target` is in the chain's frame. */
void pn_ik_chain_polish (PnIkChain *chain, PnVec2 target);

/* Turns the links. Never writes anything that is not finite; allocates nothing. */
PnIkResult pn_ik_chain_solve (PnIkChain *chain);
