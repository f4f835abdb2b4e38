/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A pose from keys, constraints and chains: what each step found is written into the numbers of the
 * bones' poses, and the frames of what hangs on them follow at once. */
#include "pn-skeleton-rig-private.h"

PnIkChain *
pn_rig_chain_begin (const PnRigRun *run, const PnRigStep *step)
{
  const PnSkeleton *skeleton = run->rig->skeleton;
  PnIkChain *chain = &run->workspace->chain;
  chain->n_links = step->n_bones;
  chain->parent = pn_skeleton_parent_world (skeleton, run->worlds, step->bones[0]);
  chain->root = pn_vec2 (run->locals[step->bones[0]].x, run->locals[step->bones[0]].y);
  chain->flags = PN_IK_NONE;
  for (uint32_t i = 0; i < step->n_bones; i++) {
    const PnBonePose *local = &run->locals[step->bones[i]];
    PnVec2 vector = {skeleton->bones[step->bones[i]].length, 0};
    if (i + 1 < step->n_bones) {
      const PnBonePose *next = &run->locals[step->bones[i + 1]];
      vector = pn_vec2 (next->x, next->y);
    }
    chain->links[i] =
        (PnIkLink){local->rotation, local->scale_x, local->scale_y, vector, PN_ANGLE_FREE};
  }
  return chain;
}

void
pn_rig_chain_end (const PnRigRun *run, const PnRigStep *step, double mix)
{
  const PnIkChain *chain = &run->workspace->chain;
  for (uint32_t i = 0; i < step->n_bones; i++) {
    PnBonePose *local = &run->locals[step->bones[i]];
    pn_mix_angle (&local->rotation, chain->links[i].rotation, mix);
    pn_mix (&local->scale_x, chain->links[i].scale_x, mix);
  }
  pn_skeleton_world_below (run->rig->skeleton, run->locals, step->bones[0], run->worlds);
}

/* What limits the turn of `bone`, where that is on. */
static PnAngleRange
range_of (const PnRigRun *run, uint32_t bone)
{
  uint32_t limit = run->rig->limits[bone];
  if (limit == PN_BONE_NONE || !(run->values->constraints[limit].mix > 0))
    return PN_ANGLE_FREE;
  const PnConstraint *constraint = &run->rig->constraints[limit];
  double low = constraint->low.rotation, high = constraint->high.rotation;
  return low <= high ? (PnAngleRange){low, high} : PN_ANGLE_FREE;
}

PnIkResult
pn_rig_reach (const PnRigRun *run, const PnRigStep *step)
{
  const PnIk *ik = &run->rig->iks[step->index];
  const PnIkValue *value = &run->values->iks[step->index];
  PnIkResult result = {PN_IK_NOT_FINITE, 0};
  if (!isfinite (value->mix))
    return result;
  if (!(value->mix > 0)) {
    result.state = PN_IK_OFF;
    return result;
  }
  PnIkChain *chain = pn_rig_chain_begin (run, step);
  chain->flags = ik->flags;
  chain->target = pn_rig_place (run, ik->target_bone, value->target);
  chain->pole = pn_rig_place (run, ik->pole_bone, value->pole);
  for (uint32_t i = 0; i < step->n_bones; i++)
    chain->links[i].range = range_of (run, step->bones[i]);
  result = pn_ik_chain_solve (chain);
  if (result.state == PN_IK_REACHED || result.state == PN_IK_CLAMPED)
    pn_rig_chain_end (run, step, value->mix);
  return result;
}

void
pn_skeleton_rig_pose (const PnSkeletonRig *rig,
                      const PnSkeletonRigValues *values,
                      PnSkeletonRigWorkspace *workspace,
                      const PnSkeletonRigPose *pose)
{
  const PnSkeleton *skeleton = rig->skeleton;
  PnRigRun run = {rig, values, workspace, pose->locals, pose->worlds};
  for (uint32_t i = 0; i < skeleton->n_bones; i++)
    pose->locals[i] = pn_bone_pose_finite (&values->locals[i], &skeleton->bones[i].rest);
  pn_skeleton_world (skeleton, pose->locals, pose->worlds);
  for (uint32_t i = 0; i < rig->n_steps; i++) {
    const PnRigStep *step = &rig->steps[rig->order[i]];
    int runs = step->state != PN_RIG_STEP_NO_BONE;
    if (step->is_ik) {
      PnIkResult result = runs ? pn_rig_reach (&run, step) : (PnIkResult){PN_IK_OFF, 0};
      if (pose->iks)
        pose->iks[step->index] = result;
    } else {
      PnConstraintState state = runs ? pn_rig_hold (&run, step) : PN_CONSTRAINT_OFF;
      if (pose->constraints)
        pose->constraints[step->index] = state;
    }
  }
}
