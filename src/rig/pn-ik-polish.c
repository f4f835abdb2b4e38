/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The last part of the way to a target, in the skeleton's space. While the tip is off by more than
 * limits explain, each link in turn, from the last, turns the tip at the target (cyclic coordinate
 * descent: Wang and Chen, "A combined optimization method for solving the inverse kinematics problem
 * of mechanical manipulators", 1991); then Gauss and Newton's step of least turns, which is exact for
 * any frames: links that stand at a limit and want beyond are left out of it.
 *
 * Ends after a fixed number of steps, or where a step no longer helps. */
#include "pn-ik-private.h"

#define SWEEPS 8
#define STEPS 16
#define HALVINGS 6
#define NEAR_ENOUGH 1e-5 /* px */
#define LARGEST_TURN 0.5 /* radians in one step */
#define SWEEP_ABOVE 0.5  /* px */
#define REGULARISE 1e-10 /* of the trace */

/* How a link's turn moves the tip, in the skeleton's space. */
static void
find_slopes (PnIkChain *chain)
{
  PnVec2 to_tip = {0, 0};
  for (uint32_t i = chain->n_links; i-- > 0;) {
    const PnIkLink *link = &chain->links[i];
    PnBonePose pose = {0, 0, link->rotation, link->scale_x, link->scale_y};
    PnAffine own = pn_bone_pose_map (&pose);
    to_tip = pn_affine_apply_vector (&own, pn_vec2_add (link->vector, to_tip));
    PnVec2 turned = pn_affine_apply_vector (&chain->frames[i], pn_vec2 (-to_tip.y, to_tip.x));
    chain->slopes[i] = pn_affine_apply_vector (&chain->parent, turned);
  }
}

/* The multiplier of the least turns that move the tip by `error`, from the links whose slope is
 * kept. */
static PnVec2
find_multiplier (const PnIkChain *chain, PnVec2 error)
{
  double xx = 0, xy = 0, yy = 0;
  for (uint32_t i = 0; i < chain->n_links; i++) {
    PnVec2 slope = chain->slopes[i];
    xx += slope.x * slope.x;
    xy += slope.x * slope.y;
    yy += slope.y * slope.y;
  }
  double more = REGULARISE * (xx + yy);
  xx += more;
  yy += more;
  double determinant = xx * yy - xy * xy;
  if (!(determinant > 0))
    return pn_vec2 (0, 0);
  return pn_vec2 ((yy * error.x - xy * error.y) / determinant,
                  (xx * error.y - xy * error.x) / determinant);
}

/* Leaves out the links that a limit holds. */
static void
drop_held (PnIkChain *chain, PnVec2 multiplier)
{
  for (uint32_t i = 0; i < chain->n_links; i++) {
    PnIkLink *link = &chain->links[i];
    double turn = pn_vec2_dot (chain->slopes[i], multiplier);
    double after = pn_angle_clamp (link->rotation + turn, link->range);
    if (fabs (after - link->rotation) < 1e-12 && fabs (turn) > 0)
      chain->slopes[i] = pn_vec2 (0, 0);
  }
}

static void
turn_all (PnIkChain *chain, PnVec2 multiplier, double part)
{
  for (uint32_t i = 0; i < chain->n_links; i++) {
    PnIkLink *link = &chain->links[i];
    double turn = part * pn_vec2_dot (chain->slopes[i], multiplier);
    link->rotation = pn_angle_clamp (link->rotation + turn, link->range);
  }
  pn_ik_chain_place_from (chain, 0);
}

static double
largest_turn (const PnIkChain *chain, PnVec2 multiplier)
{
  double largest = 0;
  for (uint32_t i = 0; i < chain->n_links; i++)
    largest = fmax (largest, fabs (pn_vec2_dot (chain->slopes[i], multiplier)));
  return largest;
}

static void
keep_rotations (PnIkChain *chain)
{
  for (uint32_t i = 0; i < chain->n_links; i++)
    chain->before[i] = chain->links[i].rotation;
}

static void
restore_rotations (PnIkChain *chain)
{
  for (uint32_t i = 0; i < chain->n_links; i++)
    chain->links[i].rotation = chain->before[i];
  pn_ik_chain_place_from (chain, 0);
}

/* Returns the distance that is left; no more than `distance`. */
static double
step (PnIkChain *chain, double distance)
{
  PnVec2 tip = pn_affine_apply (&chain->parent, chain->joints[chain->n_links]);
  PnVec2 error = pn_vec2_sub (chain->target, tip);
  find_slopes (chain);
  drop_held (chain, find_multiplier (chain, error));
  PnVec2 multiplier = find_multiplier (chain, error);
  double largest = largest_turn (chain, multiplier);
  double part = largest > LARGEST_TURN ? LARGEST_TURN / largest : 1;
  keep_rotations (chain);
  for (int halving = 0; halving < HALVINGS && largest > 0; halving++, part /= 2) {
    turn_all (chain, multiplier, part);
    double left = pn_ik_chain_distance (chain);
    if (left < distance)
      return left;
    restore_rotations (chain);
  }
  return distance;
}

static void
sweep (PnIkChain *chain, PnVec2 target)
{
  for (uint32_t i = chain->n_links; i-- > 0;) {
    pn_ik_chain_turn (chain, i, pn_ik_chain_reach (chain, i), target);
    pn_ik_chain_place_from (chain, i);
  }
}

void
pn_ik_chain_polish (PnIkChain *chain, PnVec2 target)
{
  double distance = pn_ik_chain_distance (chain);
  for (int round = 0; round < SWEEPS && distance > SWEEP_ABOVE; round++) {
    keep_rotations (chain);
    sweep (chain, target);
    double left = pn_ik_chain_distance (chain);
    if (!(left < distance)) {
      restore_rotations (chain);
      break;
    }
    distance = left;
  }
  for (int round = 0; round < STEPS && distance > NEAR_ENOUGH; round++) {
    double left = step (chain, distance);
    if (!(left < distance))
      break;
    distance = left;
  }
}
