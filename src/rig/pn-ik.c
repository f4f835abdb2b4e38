/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chains that reach for a target. All is worked out in the frame that the first link stands in, so
 * that mirrors, offsets and uneven scales above the chain are no matter, and a link is turned in the
 * very frame it will be posed in: by the angle of what is ahead, taken back into that frame, less
 * that of its own vector. (Adding up changes of angle in the skeleton's space is wrong as soon as a
 * frame is mirrored or sheared.)
 *
 * Two bones: the law of cosines, the distance clamped into the ring they reach. More: FABRIK, whose
 * way back is forward kinematics here, so that limits and the lengths under an uneven scale hold in
 * every iteration. What is left is polished away (pn-ik-polish.c): with an uneven scale within the
 * chain a link's length depends on its turn.
 *
 * A function of the pose, the target and the pole alone: never of the frame before. */
#include "pn-ik-private.h"

#define FABRIK_ITERATIONS 12
#define FABRIK_TOLERANCE 0.25 /* px */
#define STRETCH_ROUNDS 8

/* Parts of the chain's length: what counts as straight, and how far a straight chain is bent so that
 * it can fold. */
#define STRAIGHT 1e-9
#define NUDGE 0.05
#define BEND 0.3
#define ATTEMPTS 7

void
pn_ik_chain_place (PnIkChain *chain, uint32_t i)
{
  const PnIkLink *link = &chain->links[i];
  PnBonePose pose = {0, 0, link->rotation, link->scale_x, link->scale_y};
  PnAffine own = pn_bone_pose_map (&pose);
  chain->frames[i + 1] = pn_affine_multiply (&chain->frames[i], &own);
  chain->joints[i + 1] =
      pn_vec2_add (chain->joints[i], pn_affine_apply_vector (&chain->frames[i + 1], link->vector));
}

void
pn_ik_chain_place_from (PnIkChain *chain, uint32_t i)
{
  for (; i < chain->n_links; i++)
    pn_ik_chain_place (chain, i);
}

void
pn_ik_chain_turn (PnIkChain *chain, uint32_t i, PnVec2 vector, PnVec2 towards)
{
  PnIkLink *link = &chain->links[i];
  PnAffine inverse;
  if (pn_affine_invert (&chain->frames[i], &inverse) == PN_STATUS_OK) {
    PnVec2 ahead = pn_affine_apply_vector (&inverse, pn_vec2_sub (towards, chain->joints[i]));
    PnVec2 own = pn_vec2 (link->scale_x * vector.x, link->scale_y * vector.y);
    double cosine = pn_vec2_dot (own, ahead), sine = pn_vec2_cross (own, ahead);
    double angle = pn_atan2 (sine, cosine);
    if (isfinite (angle) && fabs (sine) + fabs (cosine) > 0)
      link->rotation = pn_angle_clamp (pn_angle_near (angle, link->rotation), link->range);
  }
  pn_ik_chain_place (chain, i);
}

PnVec2
pn_ik_chain_reach (const PnIkChain *chain, uint32_t i)
{
  PnVec2 vector = {0, 0};
  for (uint32_t j = chain->n_links; j-- > i;) {
    const PnIkLink *link = &chain->links[j];
    PnBonePose pose = {0, 0, link->rotation, link->scale_x, link->scale_y};
    PnAffine own = pn_bone_pose_map (&pose);
    vector = pn_vec2_add (link->vector, vector);
    if (j > i)
      vector = pn_affine_apply_vector (&own, vector);
  }
  return vector;
}

double
pn_ik_chain_distance (const PnIkChain *chain)
{
  PnVec2 tip = pn_affine_apply (&chain->parent, chain->joints[chain->n_links]);
  return pn_vec2_length (pn_vec2_sub (chain->target, tip));
}

static double
total_length (const PnIkChain *chain)
{
  double total = 0;
  for (uint32_t i = 0; i < chain->n_links; i++)
    total += pn_vec2_length (pn_vec2_sub (chain->joints[i + 1], chain->joints[i]));
  return total;
}

/* From the root to the tip, or where they meet along the first link. */
static PnVec2
axis_of (const PnIkChain *chain)
{
  PnVec2 axis = pn_vec2_sub (chain->joints[chain->n_links], chain->joints[0]);
  return pn_vec2_length (axis) > 0 ? axis : pn_vec2_sub (chain->joints[1], chain->joints[0]);
}

/* The side of `axis` that the joints lie on: 1 clockwise, -1 or, straight, 0. */
static int
side_of_joints (const PnIkChain *chain, PnVec2 axis)
{
  double sum = 0, straight = STRAIGHT * pn_vec2_length (axis) * total_length (chain);
  for (uint32_t i = 1; i < chain->n_links; i++)
    sum += pn_vec2_cross (axis, pn_vec2_sub (chain->joints[i], chain->joints[0]));
  return sum > straight ? 1 : sum < -straight ? -1 : 0;
}

/* Of two links, which may be folded onto each other. */
static int
side_of_elbow (const PnIkChain *chain)
{
  PnVec2 first = pn_vec2_sub (chain->joints[1], chain->joints[0]);
  PnVec2 second = pn_vec2_sub (chain->joints[2], chain->joints[1]);
  double cross = pn_vec2_cross (second, first);
  double straight = STRAIGHT * pn_vec2_length (first) * pn_vec2_length (second);
  return cross > straight ? 1 : cross < -straight ? -1 : 0;
}

/* The side that limits let a straight chain bend to, else clockwise. */
static int
side_of_limits (const PnIkChain *chain)
{
  for (uint32_t i = 1; i < chain->n_links; i++) {
    const PnIkLink *link = &chain->links[i];
    double middle = link->range.low / 2 + link->range.high / 2;
    double determinant =
        chain->frames[i].xx * chain->frames[i].yy - chain->frames[i].xy * chain->frames[i].yx;
    if (isfinite (middle) && fabs (middle) > 0)
      return (middle > 0) == (determinant > 0) ? -1 : 1;
  }
  return 1;
}

static int
side_of_pole (const PnIkChain *chain, const PnAffine *inverse, PnVec2 target)
{
  PnVec2 pole = pn_vec2_sub (pn_affine_apply (inverse, chain->pole), chain->joints[0]);
  double cross = pn_vec2_cross (pn_vec2_sub (target, chain->joints[0]), pole);
  return cross > 0 ? 1 : cross < 0 ? -1 : 0;
}

static int
wanted_side (const PnIkChain *chain, const PnAffine *inverse, PnVec2 target)
{
  int side = 0;
  if (chain->flags & PN_IK_POLE)
    side = side_of_pole (chain, inverse, target);
  if (side == 0)
    side = chain->n_links == 2 ? side_of_elbow (chain) : side_of_joints (chain, axis_of (chain));
  return side != 0 ? side : side_of_limits (chain);
}

static void
bend_elbow (PnIkChain *chain, PnVec2 target, int side)
{
  PnVec2 root = chain->joints[0], to_target = pn_vec2_sub (target, root);
  double first = pn_vec2_length (pn_vec2_sub (chain->joints[1], root));
  double second = pn_vec2_length (pn_vec2_sub (chain->joints[2], chain->joints[1]));
  double distance = pn_vec2_length (to_target);
  PnVec2 axis = distance > 0 ? to_target : axis_of (chain);
  double axis_length = pn_vec2_length (axis);
  double reach = pn_clamp (distance, fabs (first - second), first + second);
  if (reach > 0 && axis_length > 0) {
    double along = (reach * reach + first * first - second * second) / (2 * reach);
    double across = side * sqrt (fmax (0, first * first - along * along));
    axis = pn_vec2_scale (axis, 1 / axis_length);
    PnVec2 elbow = pn_vec2_add (
        root, pn_vec2 (axis.x * along - axis.y * across, axis.y * along + axis.x * across));
    pn_ik_chain_turn (chain, 0, chain->links[0].vector, elbow);
  }
  PnVec2 end = distance > 0 ? target : pn_vec2_add (root, pn_vec2_scale (axis, reach));
  pn_ik_chain_turn (chain, 1, chain->links[1].vector, end);
}

static void
keep (const PnIkChain *chain, double *rotations)
{
  for (uint32_t i = 0; i < chain->n_links; i++)
    rotations[i] = chain->links[i].rotation;
}

static void
restore (PnIkChain *chain, const double *rotations)
{
  for (uint32_t i = 0; i < chain->n_links; i++)
    chain->links[i].rotation = rotations[i];
  pn_ik_chain_place_from (chain, 0);
}

/* From the pose as it was given. */
static double
try_elbow (PnIkChain *chain, PnVec2 target, int side)
{
  restore (chain, chain->start);
  bend_elbow (chain, target, side);
  return pn_ik_chain_distance (chain);
}

static void
solve_two (PnIkChain *chain, PnVec2 target, int side)
{
  double distance = try_elbow (chain, target, side);
  /* Limits may allow the other side alone. */
  if (distance > PN_IK_TOLERANCE && try_elbow (chain, target, -side) >= distance)
    try_elbow (chain, target, side);
}

/* Takes the joints over as they stand, as far as the links may turn. */
static void
turn_to_joints (PnIkChain *chain)
{
  for (uint32_t i = 0; i < chain->n_links; i++)
    pn_ik_chain_turn (chain, i, chain->links[i].vector, chain->joints[i + 1]);
}

static void
mirror_joints (PnIkChain *chain)
{
  PnVec2 root = chain->joints[0], axis = axis_of (chain);
  double square = pn_vec2_dot (axis, axis);
  for (uint32_t i = 1; i < chain->n_links && square > 0; i++) {
    PnVec2 out = pn_vec2_sub (chain->joints[i], root);
    PnVec2 on_axis = pn_vec2_scale (axis, 2 * pn_vec2_dot (out, axis) / square);
    chain->joints[i] = pn_vec2_add (root, pn_vec2_sub (on_axis, out));
  }
  turn_to_joints (chain);
}

/* Moves the joints of a chain off its axis, `part` of its length in the middle. */
static void
bend_joints (PnIkChain *chain, int side, double part)
{
  PnVec2 axis = axis_of (chain);
  double length = pn_vec2_length (axis);
  if (!(length > 0))
    return;
  PnVec2 across =
      pn_vec2_scale (pn_vec2 (-axis.y, axis.x), side * part * total_length (chain) / length);
  for (uint32_t i = 1; i < chain->n_links; i++) {
    double along = (double)i / chain->n_links;
    chain->joints[i] =
        pn_vec2_add (chain->joints[i], pn_vec2_scale (across, 4 * along * (1 - along)));
  }
  turn_to_joints (chain);
}

/* Turns the whole chain at its target, so that it bends to the side it is posed to wherever that is,
 * and a straight one off its line, or it would never fold. */
static void
begin_many (PnIkChain *chain, PnVec2 target, int side)
{
  pn_ik_chain_turn (chain, 0, pn_ik_chain_reach (chain, 0), target);
  pn_ik_chain_place_from (chain, 1);
  if ((chain->flags & PN_IK_POLE) && side_of_joints (chain, axis_of (chain)) == -side)
    mirror_joints (chain);
  if (side_of_joints (chain, axis_of (chain)) == 0)
    bend_joints (chain, side, NUDGE);
}

/* From the target back to the root, each link at the length it has now. */
static void
reach_backward (PnIkChain *chain, PnVec2 target)
{
  PnVec2 before = chain->joints[chain->n_links];
  chain->joints[chain->n_links] = target;
  for (uint32_t i = chain->n_links; i-- > 1;) {
    PnVec2 link = pn_vec2_sub (chain->joints[i], before);
    PnVec2 away = pn_vec2_sub (chain->joints[i], chain->joints[i + 1]);
    double length = pn_vec2_length (link), distance = pn_vec2_length (away);
    before = chain->joints[i];
    PnVec2 placed = distance > 0 ? pn_vec2_scale (away, length / distance) : link;
    chain->joints[i] = pn_vec2_add (chain->joints[i + 1], placed);
  }
}

static void
solve_many (PnIkChain *chain, PnVec2 target, int side)
{
  begin_many (chain, target, side);
  for (int round = 0; round < FABRIK_ITERATIONS; round++) {
    if (pn_ik_chain_distance (chain) < FABRIK_TOLERANCE)
      break;
    reach_backward (chain, target);
    turn_to_joints (chain);
  }
  if ((chain->flags & PN_IK_POLE) && side_of_joints (chain, axis_of (chain)) == -side)
    mirror_joints (chain);
}

static void
point_all (PnIkChain *chain, PnVec2 target)
{
  for (uint32_t i = 0; i < chain->n_links; i++)
    pn_ik_chain_turn (chain, i, chain->links[i].vector, target);
}

/* Of a chain that points at its target and does not reach it. */
static void
stretch (PnIkChain *chain, PnVec2 target)
{
  for (int round = 0; round < STRETCH_ROUNDS; round++) {
    double reach = pn_vec2_length (axis_of (chain));
    double factor = pn_vec2_length (pn_vec2_sub (target, chain->joints[0])) / reach;
    double scale = chain->links[0].scale_x * factor;
    if (!(factor > 1) || !isfinite (scale))
      return;
    chain->links[0].scale_x = scale;
    pn_ik_chain_place_from (chain, 0);
    point_all (chain, target);
  }
}

/* Nonzero where the length of a link depends on how the ones before it are turned. */
static int
is_uneven (const PnIkChain *chain)
{
  for (uint32_t i = 0; i + 1 < chain->n_links; i++) {
    double across = fabs (chain->links[i].scale_x), along = fabs (chain->links[i].scale_y);
    if (fabs (across - along) > STRAIGHT * fmax (across, along))
      return 1;
  }
  return 0;
}

static void
solve_bent (PnIkChain *chain, PnVec2 target, int side)
{
  if (chain->n_links == 2)
    solve_two (chain, target, side);
  else
    solve_many (chain, target, side);
}

static int
is_limited (const PnIkChain *chain)
{
  for (uint32_t i = 0; i < chain->n_links; i++)
    if (chain->links[i].range.low > (double)-INFINITY ||
        chain->links[i].range.high < (double)INFINITY)
      return 1;
  return 0;
}

/* One beginning after the other: as posed, bent to either side, mirrored, straight at the
 * target, in zigzag; at last the pose itself. */
static void
attempt (PnIkChain *chain, PnVec2 target, int side, int number)
{
  restore (chain, chain->start);
  if (number == 1 || number == 2)
    bend_joints (chain, number == 1 ? -side : side, BEND);
  if (number == 3)
    mirror_joints (chain);
  if (number < 4) {
    solve_bent (chain, target, number % 2 == 1 ? -side : side);
  } else if (number < 6) {
    for (uint32_t i = 0; i < chain->n_links; i++) {
      PnVec2 away = pn_vec2_sub (pn_vec2_scale (chain->joints[i], 2), target);
      pn_ik_chain_turn (chain, i, chain->links[i].vector,
                        number == 5 && i % 2 == 1 ? away : target);
    }
  }
  pn_ik_chain_polish (chain, target);
}

/* Where lengths change with turns, or links may not turn freely, no rule says what is in reach: what
 * the pose suggests comes first, then other beginnings, and the nearest that any of them came to is
 * taken. */
static void
search (PnIkChain *chain, PnVec2 target, int side)
{
  double least = (double)INFINITY;
  for (int number = 0; number < ATTEMPTS && least > PN_IK_TOLERANCE / 2; number++) {
    attempt (chain, target, side, number);
    double distance = pn_ik_chain_distance (chain);
    if (distance < least) {
      least = distance;
      keep (chain, chain->best);
    }
  }
  restore (chain, chain->best);
}

static void
solve_chain (PnIkChain *chain, const PnAffine *inverse, PnVec2 target)
{
  double distance = pn_vec2_length (pn_vec2_sub (target, chain->joints[0]));
  int side = chain->n_links > 1 ? wanted_side (chain, inverse, target) : 0;
  keep (chain, chain->start);
  if (chain->n_links > 1 &&
      (is_uneven (chain) || (is_limited (chain) && distance < total_length (chain)))) {
    search (chain, target, side);
    if (!(chain->flags & PN_IK_STRETCH) || pn_ik_chain_distance (chain) <= PN_IK_TOLERANCE)
      return;
  }
  if (chain->n_links == 1 || distance >= total_length (chain)) {
    point_all (chain, target);
    if (chain->flags & PN_IK_STRETCH)
      stretch (chain, target);
    return;
  }
  solve_bent (chain, target, side);
  if (pn_ik_chain_distance (chain) > PN_IK_TOLERANCE / 2)
    pn_ik_chain_polish (chain, target);
}

/* One bone has done its part when it points at the target. */
static PnIkState
aim_state (const PnIkChain *chain, PnVec2 target)
{
  PnVec2 own = pn_vec2_sub (chain->joints[1], chain->joints[0]);
  PnVec2 ahead = pn_vec2_sub (target, chain->joints[0]);
  double beside = fabs (pn_vec2_cross (own, ahead)) / pn_vec2_length (own);
  return beside <= PN_IK_TOLERANCE && pn_vec2_dot (own, ahead) >= 0 ? PN_IK_REACHED : PN_IK_CLAMPED;
}

PnIkResult
pn_ik_chain_solve (PnIkChain *chain)
{
  PnIkResult result = {PN_IK_NOT_FINITE, 0};
  PnAffine inverse;
  if (!pn_vec2_is_finite (chain->target) ||
      ((chain->flags & PN_IK_POLE) && !pn_vec2_is_finite (chain->pole)))
    return result;
  result.state = PN_IK_FLAT;
  if (chain->n_links == 0 || pn_affine_invert (&chain->parent, &inverse) != PN_STATUS_OK)
    return result;
  chain->frames[0] = PN_AFFINE_IDENTITY;
  chain->joints[0] = chain->root;
  pn_ik_chain_place_from (chain, 0);
  PnVec2 target = pn_affine_apply (&inverse, chain->target);
  double total = total_length (chain);
  if (!(total > 0) || !isfinite (total) || !pn_vec2_is_finite (target))
    return result;

  solve_chain (chain, &inverse, target);
  result.distance = pn_ik_chain_distance (chain);
  if (chain->n_links == 1)
    result.state = aim_state (chain, target);
  else
    result.state = result.distance <= PN_IK_TOLERANCE ? PN_IK_REACHED : PN_IK_CLAMPED;
  return result;
}
