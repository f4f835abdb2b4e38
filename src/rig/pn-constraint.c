/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What each constraint does to the numbers of the bones it holds. Directions and places are taken
 * into the frame of the bone's parent first, so that a mirror or an uneven scale there is no
 * matter. */
#include "pn-constraint.h"

#include "pn-polyline.h"
#include "pn-skeleton-rig-private.h"

static int
is_finite_value (const PnConstraint *constraint, const PnConstraintValue *value)
{
  const PnBonePose *offset = &value->offset;
  int is_finite = isfinite (value->mix) && isfinite (offset->x) && isfinite (offset->y) &&
                  isfinite (offset->rotation) && isfinite (offset->scale_x) &&
                  isfinite (offset->scale_y);
  if (constraint->kind == PN_CONSTRAINT_AIM)
    is_finite = is_finite && pn_vec2_is_finite (value->target);
  for (uint32_t i = 0; is_finite && i < constraint->n_points; i++)
    is_finite = pn_vec2_is_finite (value->points[i]);
  return is_finite;
}

/* Mixes the channels given of `to` into `local`; others stay. */
static void
mix_channels (PnBonePose *local, const PnBonePose *to, unsigned channels, double mix)
{
  if (channels & PN_CHANNEL_X)
    pn_mix (&local->x, to->x, mix);
  if (channels & PN_CHANNEL_Y)
    pn_mix (&local->y, to->y, mix);
  if (channels & PN_CHANNEL_ROTATION)
    pn_mix_angle (&local->rotation, to->rotation, mix);
  if (channels & PN_CHANNEL_SCALE_X)
    pn_mix (&local->scale_x, to->scale_x, mix);
  if (channels & PN_CHANNEL_SCALE_Y)
    pn_mix (&local->scale_y, to->scale_y, mix);
}

static double
axis_length (double x, double y)
{
  return sqrt (x * x + y * y);
}

/* The scale that makes an axis as long as `wanted`, with the sign it has; as it is where the parent
 * leaves it no length. */
static double
scale_to (double wanted, double unit_length, double scale)
{
  double length = wanted / unit_length;
  return unit_length > 0 ? copysign (length, scale) : scale;
}

/* `link` is the held bone as a chain of one, which has been turned already. */
static PnBonePose
world_copy (const PnRigRun *run,
            const PnConstraint *constraint,
            const PnIkChain *chain,
            const PnAffine *parent_inverse)
{
  const PnAffine *source = &run->worlds[constraint->source];
  PnVec2 head = pn_affine_apply (parent_inverse, pn_bone_head (source));
  PnBonePose unit = {0, 0, chain->links[0].rotation, 1, 1};
  PnAffine turned = pn_bone_pose_map (&unit);
  turned = pn_affine_multiply (&chain->parent, &turned);
  return (PnBonePose){head.x, head.y, chain->links[0].rotation,
                      scale_to (axis_length (source->xx, source->yx),
                                axis_length (turned.xx, turned.yx), chain->links[0].scale_x),
                      scale_to (axis_length (source->xy, source->yy),
                                axis_length (turned.xy, turned.yy), chain->links[0].scale_y)};
}

static PnConstraintState
copy (const PnRigRun *run,
      const PnRigStep *step,
      const PnConstraint *constraint,
      const PnConstraintValue *value)
{
  PnBonePose to = run->locals[constraint->source];
  if (constraint->space == PN_COPY_WORLD) {
    PnIkChain *chain = pn_rig_chain_begin (run, step);
    PnAffine inverse;
    if (pn_affine_invert (&chain->parent, &inverse) != PN_STATUS_OK)
      return PN_CONSTRAINT_FLAT;
    const PnAffine *source = &run->worlds[constraint->source];
    PnVec2 ahead = pn_affine_apply_vector (&inverse, pn_vec2 (source->xx, source->yx));
    chain->frames[0] = PN_AFFINE_IDENTITY;
    chain->joints[0] = pn_vec2 (0, 0);
    if (constraint->channels & PN_CHANNEL_ROTATION)
      pn_ik_chain_turn (chain, 0, pn_vec2 (1, 0), ahead);
    to = world_copy (run, constraint, chain, &inverse);
  }
  to.x += value->offset.x;
  to.y += value->offset.y;
  to.rotation += value->offset.rotation;
  to.scale_x *= value->offset.scale_x;
  to.scale_y *= value->offset.scale_y;
  mix_channels (&run->locals[constraint->bone], &to, constraint->channels, value->mix);
  return PN_CONSTRAINT_WELL;
}

static PnConstraintState
aim (const PnRigRun *run,
     const PnRigStep *step,
     const PnConstraint *constraint,
     const PnConstraintValue *value)
{
  PnIkChain *chain = pn_rig_chain_begin (run, step);
  PnAffine inverse;
  if (pn_affine_invert (&chain->parent, &inverse) != PN_STATUS_OK)
    return PN_CONSTRAINT_FLAT;
  PnVec2 target = pn_rig_place (run, constraint->source, value->target);
  chain->frames[0] = PN_AFFINE_IDENTITY;
  chain->joints[0] = chain->root;
  pn_ik_chain_turn (chain, 0, pn_vec2 (1, 0), pn_affine_apply (&inverse, target));
  PnBonePose to = run->locals[constraint->bone];
  to.rotation = chain->links[0].rotation + value->offset.rotation;
  mix_channels (&run->locals[constraint->bone], &to, PN_CHANNEL_ROTATION, value->mix);
  return PN_CONSTRAINT_WELL;
}

static double
within (double value, double low, double high)
{
  return low <= high ? pn_clamp (value, low, high) : value;
}

static void
limit (const PnRigRun *run, const PnConstraint *constraint, double mix)
{
  PnBonePose *local = &run->locals[constraint->bone];
  const PnBonePose *low = &constraint->low, *high = &constraint->high;
  PnBonePose to = {within (local->x, low->x, high->x), within (local->y, low->y, high->y),
                   local->rotation, within (local->scale_x, low->scale_x, high->scale_x),
                   within (local->scale_y, low->scale_y, high->scale_y)};
  if (low->rotation <= high->rotation)
    to.rotation = pn_angle_clamp (local->rotation, (PnAngleRange){low->rotation, high->rotation});
  /* Not by the shorter way: the nearest angle within may lie more than half a turn off. */
  if (constraint->channels & PN_CHANNEL_ROTATION)
    pn_mix (&local->rotation, to.rotation, mix);
  mix_channels (local, &to, constraint->channels & ~(unsigned)PN_CHANNEL_ROTATION, mix);
}

/* The curve as a line in the frame of the chain's parent; returns its number of points, 0 where there
 * is no curve. */
static uint32_t
lay_curve (const PnRigRun *run,
           const PnConstraint *constraint,
           const PnConstraintValue *value,
           const PnAffine *inverse)
{
  PnSkeletonRigWorkspace *workspace = run->workspace;
  for (uint32_t i = 0; i < constraint->n_points; i++) {
    uint32_t bone = constraint->point_bones ? constraint->point_bones[i] : PN_BONE_NONE;
    PnVec2 point = pn_rig_place (run, bone, value->points[i]);
    workspace->points[i] = pn_affine_apply (inverse, point);
    if (!pn_vec2_is_finite (workspace->points[i]))
      return 0;
  }
  uint32_t n_flat = constraint->n_points;
  if (constraint->curve == PN_CURVE_BEZIER) {
    n_flat = (uint32_t)pn_bezier_n_flat (constraint->n_points);
    pn_bezier_flatten (workspace->points, constraint->n_points, workspace->flat);
  } else {
    for (uint32_t i = 0; i < n_flat; i++)
      workspace->flat[i] = workspace->points[i];
  }
  if (n_flat < 2)
    return 0;
  double length = pn_polyline_measure (workspace->flat, n_flat, workspace->lengths);
  return length > 0 && isfinite (length) ? n_flat : 0;
}

static double
link_length (const PnIkChain *chain, uint32_t i)
{
  PnVec2 link = pn_vec2_sub (chain->joints[i + 1], chain->joints[i]);
  return axis_length (link.x, link.y);
}

static void
fit_link (PnIkChain *chain, uint32_t i, PnVec2 end)
{
  PnVec2 way = pn_vec2_sub (end, chain->joints[i]);
  double scale = chain->links[i].scale_x * (axis_length (way.x, way.y) / link_length (chain, i));
  if (!isfinite (scale))
    return;
  chain->links[i].scale_x = scale;
  pn_ik_chain_turn (chain, i, chain->links[i].vector, end);
}

static void
lay_chain (const PnRigRun *run, PnSplineFit fit, PnIkChain *chain, double along, uint32_t n_flat)
{
  const PnVec2 *flat = run->workspace->flat;
  const double *lengths = run->workspace->lengths;
  double total = 0, part = 1;
  chain->frames[0] = PN_AFFINE_IDENTITY;
  chain->joints[0] = pn_polyline_at (flat, lengths, n_flat, along);
  pn_ik_chain_place_from (chain, 0);
  /* `before` keeps the lengths: the links change theirs as they turn. */
  for (uint32_t i = 0; i < chain->n_links; i++) {
    chain->before[i] = link_length (chain, i);
    total += chain->before[i];
  }
  if (fit == PN_SPLINE_FITTED && total > 0)
    part = fmax (0, lengths[n_flat - 1] - along) / total;
  for (uint32_t i = 0; i < chain->n_links; i++) {
    along += chain->before[i] * part;
    PnVec2 end = pn_polyline_at (flat, lengths, n_flat, along);
    pn_ik_chain_turn (chain, i, chain->links[i].vector, end);
    if (fit == PN_SPLINE_FITTED)
      fit_link (chain, i, end);
  }
}

static PnConstraintState
follow_curve (const PnRigRun *run,
              const PnRigStep *step,
              const PnConstraint *constraint,
              const PnConstraintValue *value)
{
  PnIkChain *chain = pn_rig_chain_begin (run, step);
  PnAffine inverse;
  if (pn_affine_invert (&chain->parent, &inverse) != PN_STATUS_OK)
    return PN_CONSTRAINT_FLAT;
  uint32_t n_flat = lay_curve (run, constraint, value, &inverse);
  if (n_flat == 0)
    return PN_CONSTRAINT_FLAT;
  lay_chain (run, constraint->fit, chain, value->offset.x, n_flat);
  PnBonePose to = run->locals[step->bones[0]];
  to.x = chain->joints[0].x;
  to.y = chain->joints[0].y;
  mix_channels (&run->locals[step->bones[0]], &to, PN_CHANNEL_X | PN_CHANNEL_Y, value->mix);
  pn_rig_chain_end (run, step, value->mix);
  return PN_CONSTRAINT_WELL;
}

PnConstraintState
pn_rig_hold (const PnRigRun *run, const PnRigStep *step)
{
  const PnConstraint *constraint = &run->rig->constraints[step->index];
  const PnConstraintValue *value = &run->values->constraints[step->index];
  if (!is_finite_value (constraint, value))
    return PN_CONSTRAINT_NOT_FINITE;
  if (!(value->mix > 0))
    return PN_CONSTRAINT_OFF;
  PnConstraintState state = PN_CONSTRAINT_WELL;
  switch (constraint->kind) {
  case PN_CONSTRAINT_COPY:
    state = copy (run, step, constraint, value);
    break;
  case PN_CONSTRAINT_AIM:
    state = aim (run, step, constraint, value);
    break;
  case PN_CONSTRAINT_SPLINE:
    return follow_curve (run, step, constraint, value);
  case PN_CONSTRAINT_LIMIT:
  default:
    limit (run, constraint, value->mix);
  }
  pn_skeleton_world_below (run->rig->skeleton, run->locals, constraint->bone, run->worlds);
  return state;
}
