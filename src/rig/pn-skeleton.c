/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Forward kinematics. The hierarchy is walked once, when a skeleton is made: bones are listed depth
 * first, so that a pose is one loop and what hangs on a bone is one run of it. A ring of parents is
 * cut at its lowest index, whose frame becomes the skeleton's.
 *
 * Costs some 40 ns a bone, nearly all of it sine and cosine. Never fails. */
#include "pn-skeleton.h"

#include <stdlib.h>
#include <string.h>

#include "pn-skeleton-private.h"

static int
is_finite_pose (const PnBonePose *pose)
{
  return isfinite (pose->x) && isfinite (pose->y) && isfinite (pose->rotation) &&
         isfinite (pose->scale_x) && isfinite (pose->scale_y);
}

static void
take_bone (PnSkeleton *self, uint32_t i, const PnBone *bone)
{
  PnBone *own = &self->bones[i];
  *own = *bone;
  if (own->parent != PN_BONE_NONE && own->parent >= self->n_bones) {
    own->parent = PN_BONE_NONE;
    self->states[i] = PN_BONE_ORPHAN;
  }
  if (!is_finite_pose (&own->rest) || !isfinite (own->length)) {
    own->rest = PN_BONE_POSE_IDENTITY;
    own->length = 0;
    self->states[i] = PN_BONE_NOT_FINITE;
  }
}

/* Every ring becomes a tree that hangs on its lowest index. `seen` (n_bones, zeroed) gets the walk
 * that met a bone first, counted from 1. */
static void
cut_rings (PnSkeleton *self, uint32_t *seen)
{
  for (uint32_t i = 0; i < self->n_bones; i++) {
    uint32_t at = i;
    while (at != PN_BONE_NONE && seen[at] == 0) {
      seen[at] = i + 1;
      at = self->bones[at].parent;
    }
    if (at == PN_BONE_NONE || seen[at] != i + 1)
      continue;
    uint32_t lowest = at;
    for (uint32_t ring = self->bones[at].parent; ring != at; ring = self->bones[ring].parent)
      lowest = ring < lowest ? ring : lowest;
    self->bones[lowest].parent = PN_BONE_NONE;
    self->states[lowest] = PN_BONE_IN_CYCLE;
  }
}

/* `first_children` and `siblings` (n_bones each) are scratch. */
static void
list_depth_first (PnSkeleton *self, uint32_t *first_children, uint32_t *siblings)
{
  uint32_t n = self->n_bones, n_listed = 0, first_root = PN_BONE_NONE;
  memset (first_children, 0xff, n * sizeof *first_children);
  for (uint32_t i = n; i-- > 0;) {
    uint32_t parent = self->bones[i].parent;
    uint32_t *list = parent == PN_BONE_NONE ? &first_root : &first_children[parent];
    siblings[i] = *list;
    *list = i;
  }
  /* No recursion: a chain may be as long as the skeleton. */
  uint32_t at = first_root;
  while (at != PN_BONE_NONE) {
    self->positions[at] = n_listed;
    self->order[n_listed++] = at;
    if (first_children[at] != PN_BONE_NONE) {
      at = first_children[at];
      continue;
    }
    self->ends[at] = n_listed;
    while (siblings[at] == PN_BONE_NONE && self->bones[at].parent != PN_BONE_NONE) {
      at = self->bones[at].parent;
      self->ends[at] = n_listed;
    }
    at = siblings[at];
  }
}

/* The parent's frame where numbers overflow. */
static PnAffine
place_bone (const PnSkeleton *self, const PnAffine *worlds, uint32_t bone, const PnBonePose *pose)
{
  PnAffine local = pn_bone_pose_map (pose);
  PnAffine parent = pn_skeleton_parent_world (self, worlds, bone);
  PnAffine world = pn_affine_multiply (&parent, &local);
  return pn_affine_is_finite (&world) ? world : parent;
}

static void
find_rest (PnSkeleton *self)
{
  for (uint32_t position = 0; position < self->n_bones; position++) {
    uint32_t i = self->order[position];
    self->rest[i] = self->states[i] == PN_BONE_IN_CYCLE
                        ? PN_AFFINE_IDENTITY
                        : place_bone (self, self->rest, i, &self->bones[i].rest);
    self->rest_inverse[i] = PN_AFFINE_IDENTITY;
    if (pn_affine_invert (&self->rest[i], &self->rest_inverse[i]) != PN_STATUS_OK &&
        self->states[i] == PN_BONE_WELL)
      self->states[i] = PN_BONE_FLAT;
  }
}

static PnStatus
fill (PnSkeleton *self, const PnBone *bones)
{
  size_t n = self->n_bones;
  self->bones = calloc (n + 1, sizeof *self->bones);
  self->states = calloc (n + 1, sizeof *self->states);
  self->order = calloc (3 * n + 1, sizeof *self->order);
  self->rest = calloc (2 * n + 1, sizeof *self->rest);
  uint32_t *scratch = calloc (2 * n + 1, sizeof *scratch);
  PnStatus status = PN_STATUS_NO_MEMORY;
  if (self->bones && self->states && self->order && self->rest && scratch) {
    self->positions = self->order + n;
    self->ends = self->order + 2 * n;
    self->rest_inverse = self->rest + n;
    for (uint32_t i = 0; i < n; i++)
      take_bone (self, i, &bones[i]);
    cut_rings (self, scratch);
    list_depth_first (self, scratch, scratch + n);
    find_rest (self);
    status = PN_STATUS_OK;
  }
  free (scratch);
  return status;
}

PnStatus
pn_skeleton_new (const PnBone *bones, size_t n_bones, PnSkeleton **skeleton)
{
  if (n_bones > PN_SKELETON_BONES_MAX)
    return PN_STATUS_LIMIT;
  PnSkeleton *made = calloc (1, sizeof *made);
  if (!made)
    return PN_STATUS_NO_MEMORY;
  atomic_init (&made->ref_count, 1);
  made->n_bones = (uint32_t)n_bones;
  PnStatus status = fill (made, bones);
  if (status == PN_STATUS_OK)
    *skeleton = made;
  else
    pn_skeleton_unref (made);
  return status;
}

PnSkeleton *
pn_skeleton_ref (const PnSkeleton *skeleton)
{
  PnSkeleton *self = (PnSkeleton *)(uintptr_t)skeleton;
  atomic_fetch_add_explicit (&self->ref_count, 1, memory_order_relaxed);
  return self;
}

void
pn_skeleton_unref (PnSkeleton *skeleton)
{
  if (!skeleton || atomic_fetch_sub_explicit (&skeleton->ref_count, 1, memory_order_acq_rel) != 1)
    return;
  free (skeleton->bones);
  free (skeleton->states);
  free (skeleton->order);
  free (skeleton->rest);
  free (skeleton);
}

size_t
pn_skeleton_n_bytes (const PnSkeleton *skeleton)
{
  return sizeof *skeleton +
         skeleton->n_bones * (sizeof *skeleton->bones + sizeof *skeleton->states +
                              3 * sizeof *skeleton->order + 2 * sizeof *skeleton->rest);
}

size_t
pn_skeleton_n_bones (const PnSkeleton *skeleton)
{
  return skeleton->n_bones;
}

const PnBone *
pn_skeleton_bones (const PnSkeleton *skeleton)
{
  return skeleton->bones;
}

const PnBoneState *
pn_skeleton_states (const PnSkeleton *skeleton)
{
  return skeleton->states;
}

const PnAffine *
pn_skeleton_rest (const PnSkeleton *skeleton)
{
  return skeleton->rest;
}

const PnAffine *
pn_skeleton_rest_inverse (const PnSkeleton *skeleton)
{
  return skeleton->rest_inverse;
}

const uint32_t *
pn_skeleton_order (const PnSkeleton *skeleton)
{
  return skeleton->order;
}

int
pn_skeleton_hangs_on (const PnSkeleton *skeleton, uint32_t bone, uint32_t ancestor)
{
  uint32_t position = skeleton->positions[bone];
  return position >= skeleton->positions[ancestor] && position < skeleton->ends[ancestor];
}

PnAffine
pn_skeleton_parent_world (const PnSkeleton *skeleton, const PnAffine *worlds, uint32_t bone)
{
  uint32_t parent = skeleton->bones[bone].parent;
  return parent == PN_BONE_NONE ? PN_AFFINE_IDENTITY : worlds[parent];
}

static double
finite_or (double value, double otherwise)
{
  return isfinite (value) ? value : otherwise;
}

PnBonePose
pn_bone_pose_finite (const PnBonePose *pose, const PnBonePose *rest)
{
  return (PnBonePose){finite_or (pose->x, rest->x), finite_or (pose->y, rest->y),
                      finite_or (pose->rotation, rest->rotation),
                      finite_or (pose->scale_x, rest->scale_x),
                      finite_or (pose->scale_y, rest->scale_y)};
}

/* The bones of `order` from `begin` to `end`. */
static void
world_run (const PnSkeleton *self,
           const PnBonePose *locals,
           uint32_t begin,
           uint32_t end,
           PnAffine *worlds)
{
  for (uint32_t position = begin; position < end; position++) {
    uint32_t i = self->order[position];
    if (self->states[i] == PN_BONE_IN_CYCLE) {
      worlds[i] = PN_AFFINE_IDENTITY;
      continue;
    }
    PnBonePose pose = pn_bone_pose_finite (&locals[i], &self->bones[i].rest);
    worlds[i] = place_bone (self, worlds, i, &pose);
  }
}

void
pn_skeleton_world (const PnSkeleton *skeleton, const PnBonePose *locals, PnAffine *worlds)
{
  world_run (skeleton, locals, 0, skeleton->n_bones, worlds);
}

void
pn_skeleton_world_below (const PnSkeleton *skeleton,
                         const PnBonePose *locals,
                         uint32_t bone,
                         PnAffine *worlds)
{
  world_run (skeleton, locals, skeleton->positions[bone], skeleton->ends[bone], worlds);
}

double
pn_bone_angle (const PnAffine *world)
{
  return pn_atan2 (world->yx, world->xx);
}

static int
is_same_map (const PnAffine *a, const PnAffine *b)
{
  return memcmp (a, b, sizeof *a) == 0;
}

PnAffine
pn_skeleton_change (const PnSkeleton *skeleton, const PnAffine *worlds, uint32_t bone)
{
  if (is_same_map (&worlds[bone], &skeleton->rest[bone]) || skeleton->states[bone] == PN_BONE_FLAT)
    return PN_AFFINE_IDENTITY;
  return pn_affine_multiply (&worlds[bone], &skeleton->rest_inverse[bone]);
}

PnAffine
pn_bone_pose_map (const PnBonePose *pose)
{
  double sine, cosine;
  pn_sincos (pose->rotation, &sine, &cosine);
  return (PnAffine){cosine * pose->scale_x,
                    sine * pose->scale_x,
                    -sine * pose->scale_y,
                    cosine * pose->scale_y,
                    pose->x,
                    pose->y};
}

double
pn_bone_pose_of_map (const PnAffine *map, PnBonePose *pose)
{
  double length_x = sqrt (map->xx * map->xx + map->yx * map->yx);
  double length_y = sqrt (map->xy * map->xy + map->yy * map->yy);
  if (!isfinite (length_x) || !isfinite (length_y) || !isfinite (map->x0) || !isfinite (map->y0))
    return (double)NAN;
  double determinant = map->xx * map->yy - map->xy * map->yx;
  *pose = (PnBonePose){map->x0, map->y0, 0, length_x, determinant < 0 ? -length_y : length_y};
  if (length_x > 0)
    pose->rotation = pn_atan2 (map->yx, map->xx);
  else
    pose->rotation = pn_atan2 (-map->xy, map->yy);
  double lengths = length_x * length_y;
  return lengths > 0 ? (map->xx * map->xy + map->yx * map->yy) / lengths : 0;
}

double
pn_bone_pose_reparented (const PnAffine *parent_world, const PnAffine *world, PnBonePose *pose)
{
  PnAffine inverse;
  if (pn_affine_invert (parent_world, &inverse) != PN_STATUS_OK)
    return (double)NAN;
  PnAffine local = pn_affine_multiply (&inverse, world);
  return pn_bone_pose_of_map (&local, pose);
}
