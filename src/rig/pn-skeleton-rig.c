/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Puts constraints and chains into the order they run in: each after those that move what it reads,
 * and among those that do not mind, constraints before chains and both as they are listed. Where they
 * wait for each other in a ring, the first of those left goes ahead and says so. */
#include "pn-skeleton-rig.h"

#include <stdlib.h>
#include <string.h>

#include "pn-polyline.h"
#include "pn-skeleton-rig-private.h"

static int
is_bone_or_none (const PnSkeletonRig *self, uint32_t bone)
{
  return bone == PN_BONE_NONE || bone < self->skeleton->n_bones;
}

/* Lists `bone` and its ancestors, up to `n_links` of them, from the highest. A bone that stands in
 * for a ring does not listen to its pose and ends the chain. */
static PnStatus
list_chain (PnSkeletonRig *self, PnRigStep *step, uint32_t bone, uint32_t n_links)
{
  const PnSkeleton *skeleton = self->skeleton;
  uint32_t count = 0;
  for (uint32_t at = bone; at != PN_BONE_NONE && count < n_links; at = skeleton->bones[at].parent) {
    if (skeleton->states[at] == PN_BONE_IN_CYCLE)
      break;
    count++;
  }
  uint32_t *bones = pn_arena_new (&self->arena, uint32_t, count);
  if (!bones)
    return PN_STATUS_NO_MEMORY;
  for (uint32_t i = count, at = bone; i-- > 0; at = skeleton->bones[at].parent)
    bones[i] = at;
  step->bones = bones;
  step->n_bones = count;
  if (count == 0)
    step->state = PN_RIG_STEP_NO_BONE;
  self->longest = count > self->longest ? count : self->longest;
  return PN_STATUS_OK;
}

static void
add_read (PnRigStep *step, uint32_t *reads, uint32_t bone)
{
  if (bone != PN_BONE_NONE)
    reads[step->n_reads++] = bone;
}

/* Numbers that stay in the parent's frame need not know where that is. */
static int
reads_parent (const PnConstraint *constraint)
{
  return constraint->kind != PN_CONSTRAINT_LIMIT &&
         (constraint->kind != PN_CONSTRAINT_COPY || constraint->space == PN_COPY_WORLD);
}

static int
names_bones (const PnSkeletonRig *self, const PnConstraint *constraint)
{
  if (constraint->bone >= self->skeleton->n_bones)
    return 0;
  switch (constraint->kind) {
  case PN_CONSTRAINT_COPY:
    return constraint->source < self->skeleton->n_bones;
  case PN_CONSTRAINT_AIM:
    return is_bone_or_none (self, constraint->source);
  case PN_CONSTRAINT_SPLINE:
    for (uint32_t i = 0; constraint->point_bones && i < constraint->n_points; i++)
      if (!is_bone_or_none (self, constraint->point_bones[i]))
        return 0;
    return 1;
  case PN_CONSTRAINT_LIMIT:
  default:
    return 1;
  }
}

static PnStatus
add_constraint (PnSkeletonRig *self, PnRigStep *step, PnConstraint *constraint)
{
  int is_spline = constraint->kind == PN_CONSTRAINT_SPLINE;
  if (!is_spline)
    constraint->n_points = 0;
  if (constraint->point_bones && constraint->n_points > 0) {
    uint32_t *own = pn_arena_new (&self->arena, uint32_t, constraint->n_points);
    if (!own)
      return PN_STATUS_NO_MEMORY;
    memcpy (own, constraint->point_bones, constraint->n_points * sizeof *own);
    constraint->point_bones = own;
  }
  uint32_t n_flat = constraint->curve == PN_CURVE_BEZIER
                        ? (uint32_t)pn_bezier_n_flat (constraint->n_points)
                        : constraint->n_points;
  self->n_flat_max = n_flat > self->n_flat_max ? n_flat : self->n_flat_max;
  if (!names_bones (self, constraint)) {
    step->state = PN_RIG_STEP_NO_BONE;
    return PN_STATUS_OK;
  }
  PnStatus status = list_chain (self, step, constraint->bone, is_spline ? constraint->n_links : 1);
  uint32_t *reads = pn_arena_new (&self->arena, uint32_t, 2 + (size_t)constraint->n_points);
  if (status != PN_STATUS_OK || !reads)
    return PN_STATUS_NO_MEMORY;
  step->reads = reads;
  if (step->state == PN_RIG_STEP_NO_BONE)
    return PN_STATUS_OK;
  if (reads_parent (constraint))
    add_read (step, reads, self->skeleton->bones[step->bones[0]].parent);
  if (constraint->kind == PN_CONSTRAINT_COPY || constraint->kind == PN_CONSTRAINT_AIM)
    add_read (step, reads, constraint->source);
  for (uint32_t i = 0; constraint->point_bones && i < constraint->n_points; i++)
    add_read (step, reads, constraint->point_bones[i]);
  if (constraint->kind == PN_CONSTRAINT_LIMIT && (constraint->channels & PN_CHANNEL_ROTATION))
    self->limits[constraint->bone] = step->index;
  return PN_STATUS_OK;
}

static PnStatus
add_ik (PnSkeletonRig *self, PnRigStep *step, const PnIk *ik)
{
  if (ik->bone >= self->skeleton->n_bones || !is_bone_or_none (self, ik->target_bone) ||
      ((ik->flags & PN_IK_POLE) && !is_bone_or_none (self, ik->pole_bone))) {
    step->state = PN_RIG_STEP_NO_BONE;
    return PN_STATUS_OK;
  }
  PnStatus status = list_chain (self, step, ik->bone, ik->n_links);
  uint32_t *reads = pn_arena_new (&self->arena, uint32_t, 3);
  if (status != PN_STATUS_OK || !reads)
    return PN_STATUS_NO_MEMORY;
  step->reads = reads;
  if (step->state == PN_RIG_STEP_NO_BONE)
    return PN_STATUS_OK;
  add_read (step, reads, self->skeleton->bones[step->bones[0]].parent);
  add_read (step, reads, ik->target_bone);
  if (ik->flags & PN_IK_POLE)
    add_read (step, reads, ik->pole_bone);
  return PN_STATUS_OK;
}

/* Nonzero where `step` reads what `other` moves. */
static int
waits_for (const PnSkeletonRig *self, const PnRigStep *step, const PnRigStep *other)
{
  if (step->state == PN_RIG_STEP_NO_BONE || other->state == PN_RIG_STEP_NO_BONE)
    return 0;
  for (uint32_t i = 0; i < step->n_reads; i++)
    if (pn_skeleton_hangs_on (self->skeleton, step->reads[i], other->bones[0]))
      return 1;
  return 0;
}

#define LISTED UINT32_MAX

/* A step that is not listed and that `step` waits for; every one left waits for some. */
static uint32_t
waited_for (const PnSkeletonRig *self, const uint32_t *waiting, uint32_t step)
{
  uint32_t other = 0;
  while (waiting[other] == LISTED || other == step ||
         !waits_for (self, &self->steps[step], &self->steps[other]))
    other++;
  return other;
}

/* The first step of a ring among those that are not listed. */
static uint32_t
find_ring (const PnSkeletonRig *self, const uint32_t *waiting)
{
  uint32_t slow = 0;
  while (waiting[slow] == LISTED)
    slow++;
  /* One goes at twice the other's pace and meets it in the ring (Floyd). */
  uint32_t fast = waited_for (self, waiting, slow);
  while (slow != fast) {
    slow = waited_for (self, waiting, slow);
    fast = waited_for (self, waiting, waited_for (self, waiting, fast));
  }
  uint32_t lowest = slow;
  for (uint32_t at = waited_for (self, waiting, slow); at != slow;
       at = waited_for (self, waiting, at))
    lowest = at < lowest ? at : lowest;
  return lowest;
}

/* `waiting` (n_steps) is scratch: how many others each waits for. */
static void
order_steps (PnSkeletonRig *self, uint32_t *waiting)
{
  for (uint32_t i = 0; i < self->n_steps; i++) {
    waiting[i] = 0;
    for (uint32_t j = 0; j < self->n_steps; j++)
      if (i != j && waits_for (self, &self->steps[i], &self->steps[j]))
        waiting[i]++;
    if (waits_for (self, &self->steps[i], &self->steps[i]))
      self->steps[i].state = PN_RIG_STEP_IN_CYCLE;
  }
  for (uint32_t n_listed = 0; n_listed < self->n_steps; n_listed++) {
    uint32_t next = 0;
    while (next < self->n_steps && waiting[next] != 0)
      next++;
    if (next == self->n_steps) {
      next = find_ring (self, waiting);
      self->steps[next].state = PN_RIG_STEP_IN_CYCLE;
    }
    waiting[next] = LISTED;
    self->order[n_listed] = next;
    for (uint32_t i = 0; i < self->n_steps; i++)
      if (waiting[i] != LISTED && waits_for (self, &self->steps[i], &self->steps[next]))
        waiting[i]--;
  }
}

static PnStatus
fill_steps (PnSkeletonRig *self)
{
  PnStatus status = PN_STATUS_OK;
  for (uint32_t i = 0; i < self->n_steps && status == PN_STATUS_OK; i++) {
    PnRigStep *step = &self->steps[i];
    step->is_ik = i >= self->n_constraints;
    step->index = step->is_ik ? i - self->n_constraints : i;
    status = step->is_ik ? add_ik (self, step, &self->iks[step->index])
                         : add_constraint (self, step, &self->constraints[step->index]);
  }
  return status;
}

static PnStatus
fill (PnSkeletonRig *self, const PnSkeletonRigParts *parts)
{
  self->constraints = pn_arena_new (&self->arena, PnConstraint, self->n_constraints);
  self->iks = pn_arena_new (&self->arena, PnIk, self->n_iks);
  self->steps = pn_arena_new (&self->arena, PnRigStep, self->n_steps);
  self->order = pn_arena_new (&self->arena, uint32_t, self->n_steps);
  self->states = pn_arena_new (&self->arena, PnRigStepState, self->n_steps);
  self->limits = pn_arena_new (&self->arena, uint32_t, self->skeleton->n_bones);
  uint32_t *waiting = calloc (self->n_steps + 1, sizeof *waiting);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (self->constraints && self->iks && self->steps && self->order && self->states &&
      self->limits && waiting) {
    if (self->n_constraints > 0)
      memcpy (self->constraints, parts->constraints,
              self->n_constraints * sizeof *self->constraints);
    if (self->n_iks > 0)
      memcpy (self->iks, parts->iks, self->n_iks * sizeof *self->iks);
    memset (self->limits, 0xff, self->skeleton->n_bones * sizeof *self->limits);
    status = fill_steps (self);
    if (status == PN_STATUS_OK)
      order_steps (self, waiting);
    for (uint32_t i = 0; i < self->n_steps; i++)
      self->states[i] = self->steps[i].state;
  }
  free (waiting);
  return status;
}

PnStatus
pn_skeleton_rig_new (const PnSkeleton *skeleton,
                     const PnSkeletonRigParts *parts,
                     PnSkeletonRig **rig)
{
  if (parts->n_constraints > PN_SKELETON_RIG_STEPS_MAX ||
      parts->n_iks > PN_SKELETON_RIG_STEPS_MAX - parts->n_constraints)
    return PN_STATUS_LIMIT;
  PnSkeletonRig *made = calloc (1, sizeof *made);
  if (!made)
    return PN_STATUS_NO_MEMORY;
  atomic_init (&made->ref_count, 1);
  made->skeleton = pn_skeleton_ref (skeleton);
  made->n_constraints = (uint32_t)parts->n_constraints;
  made->n_iks = (uint32_t)parts->n_iks;
  made->n_steps = made->n_constraints + made->n_iks;
  PnStatus status = fill (made, parts);
  if (status == PN_STATUS_OK)
    *rig = made;
  else
    pn_skeleton_rig_unref (made);
  return status;
}

PnSkeletonRig *
pn_skeleton_rig_ref (const PnSkeletonRig *rig)
{
  PnSkeletonRig *self = (PnSkeletonRig *)(uintptr_t)rig;
  atomic_fetch_add_explicit (&self->ref_count, 1, memory_order_relaxed);
  return self;
}

void
pn_skeleton_rig_unref (PnSkeletonRig *rig)
{
  if (!rig || atomic_fetch_sub_explicit (&rig->ref_count, 1, memory_order_acq_rel) != 1)
    return;
  pn_skeleton_unref (rig->skeleton);
  pn_arena_clear (&rig->arena);
  free (rig);
}

const PnSkeleton *
pn_skeleton_rig_skeleton (const PnSkeletonRig *rig)
{
  return rig->skeleton;
}

size_t
pn_skeleton_rig_n_constraints (const PnSkeletonRig *rig)
{
  return rig->n_constraints;
}

size_t
pn_skeleton_rig_n_iks (const PnSkeletonRig *rig)
{
  return rig->n_iks;
}

const PnRigStepState *
pn_skeleton_rig_constraint_steps (const PnSkeletonRig *rig)
{
  return rig->states;
}

const PnRigStepState *
pn_skeleton_rig_ik_steps (const PnSkeletonRig *rig)
{
  return rig->states + rig->n_constraints;
}

const uint32_t *
pn_skeleton_rig_ik_bones (const PnSkeletonRig *rig, size_t ik, uint32_t *n_links)
{
  const PnRigStep *step = &rig->steps[rig->n_constraints + ik];
  *n_links = step->n_bones;
  return step->bones;
}

PnStatus
pn_skeleton_rig_workspace_new (const PnSkeletonRig *rig, PnSkeletonRigWorkspace **workspace)
{
  PnSkeletonRigWorkspace *made = calloc (1, sizeof *made);
  if (!made)
    return PN_STATUS_NO_MEMORY;
  size_t n_links = rig->longest, n_flat = rig->n_flat_max, n_points = 0;
  for (uint32_t i = 0; i < rig->n_constraints; i++)
    if (rig->constraints[i].n_points > n_points)
      n_points = rig->constraints[i].n_points;
  PnIkChain *chain = &made->chain;
  chain->links = pn_arena_new (&made->arena, PnIkLink, n_links);
  chain->joints = pn_arena_new (&made->arena, PnVec2, n_links + 1);
  chain->frames = pn_arena_new (&made->arena, PnAffine, n_links + 1);
  chain->slopes = pn_arena_new (&made->arena, PnVec2, n_links);
  chain->before = pn_arena_new (&made->arena, double, n_links);
  chain->start = pn_arena_new (&made->arena, double, n_links);
  chain->best = pn_arena_new (&made->arena, double, n_links);
  made->points = pn_arena_new (&made->arena, PnVec2, n_points);
  made->flat = pn_arena_new (&made->arena, PnVec2, n_flat);
  made->lengths = pn_arena_new (&made->arena, double, n_flat);
  if (!chain->links || !chain->joints || !chain->frames || !chain->slopes || !chain->before ||
      !chain->start || !chain->best || !made->points || !made->flat || !made->lengths) {
    pn_skeleton_rig_workspace_free (made);
    return PN_STATUS_NO_MEMORY;
  }
  *workspace = made;
  return PN_STATUS_OK;
}

void
pn_skeleton_rig_workspace_free (PnSkeletonRigWorkspace *workspace)
{
  if (!workspace)
    return;
  pn_arena_clear (&workspace->arena);
  free (workspace);
}
