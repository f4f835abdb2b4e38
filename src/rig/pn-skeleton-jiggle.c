/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Springs on bones. Parents come first: a child is thrown by where its parent swung to. */
#include "pn-skeleton-jiggle.h"

#include <stdlib.h>

#include "pn-ik-private.h"
#include "pn-skeleton-rig-private.h"

typedef struct {
  uint32_t bone;
  double mix;
  PnSpringStep step;
} Hanging;

struct PnSkeletonJiggle {
  PnSkeleton *skeleton;
  uint32_t n_springs;
  Hanging *springs; /* parents first */
};

PnStatus
pn_skeleton_jiggle_new (const PnSkeleton *skeleton,
                        const PnJiggle *jiggles,
                        size_t n_jiggles,
                        double frame_seconds,
                        PnSkeletonJiggle **jiggle)
{
  uint32_t n_bones = skeleton->n_bones;
  PnSkeletonJiggle *made = calloc (1, sizeof *made);
  const PnJiggle **of_bones = calloc ((size_t)n_bones + 1, sizeof (const PnJiggle *));
  if (made)
    made->springs = calloc (n_jiggles + 1, sizeof *made->springs);
  if (!made || !of_bones || !made->springs) {
    free (of_bones);
    pn_skeleton_jiggle_free (made);
    return PN_STATUS_NO_MEMORY;
  }
  made->skeleton = pn_skeleton_ref (skeleton);
  for (size_t i = 0; i < n_jiggles; i++)
    if (jiggles[i].bone < n_bones && !of_bones[jiggles[i].bone])
      of_bones[jiggles[i].bone] = &jiggles[i];
  for (uint32_t i = 0; i < n_bones; i++) {
    uint32_t bone = skeleton->order[i];
    const PnJiggle *own = of_bones[bone];
    if (own)
      made->springs[made->n_springs++] =
          (Hanging){bone, isfinite (own->mix) ? pn_clamp (own->mix, 0, 1) : 0,
                    pn_spring_step (&own->spring, frame_seconds)};
  }
  free (of_bones);
  *jiggle = made;
  return PN_STATUS_OK;
}

void
pn_skeleton_jiggle_free (PnSkeletonJiggle *jiggle)
{
  if (!jiggle)
    return;
  pn_skeleton_unref (jiggle->skeleton);
  free (jiggle->springs);
  free (jiggle);
}

size_t
pn_skeleton_jiggle_n_springs (const PnSkeletonJiggle *jiggle)
{
  return jiggle->n_springs;
}

static PnVec2
tip_of (const PnSkeletonJiggle *self, const Hanging *spring, const PnAffine *worlds)
{
  return pn_bone_tip (&worlds[spring->bone], self->skeleton->bones[spring->bone].length);
}

static void
point_at (const PnSkeletonJiggle *self,
          const Hanging *spring,
          PnVec2 place,
          PnBonePose *locals,
          PnAffine *worlds)
{
  PnBonePose *local = &locals[spring->bone];
  PnIkLink link = {local->rotation,
                   local->scale_x,
                   local->scale_y,
                   {self->skeleton->bones[spring->bone].length, 0},
                   PN_ANGLE_FREE};
  PnVec2 joints[2] = {{local->x, local->y}};
  PnAffine frames[2] = {PN_AFFINE_IDENTITY}, inverse;
  PnAffine parent = pn_skeleton_parent_world (self->skeleton, worlds, spring->bone);
  PnIkChain chain = {.n_links = 1, .links = &link, .joints = joints, .frames = frames};
  PnVec2 tip = tip_of (self, spring, worlds);
  /* A spring that rests leaves the pose as it is, to the bit. */
  int is_there = place.x >= tip.x && place.x <= tip.x && place.y >= tip.y && place.y <= tip.y;
  if (is_there || !(spring->mix > 0) || pn_affine_invert (&parent, &inverse) != PN_STATUS_OK)
    return;
  pn_ik_chain_turn (&chain, 0, link.vector, pn_affine_apply (&inverse, place));
  pn_mix_angle (&local->rotation, link.rotation, spring->mix);
  pn_skeleton_world_below (self->skeleton, locals, spring->bone, worlds);
}

void
pn_skeleton_jiggle_advance (const PnSkeletonJiggle *jiggle,
                            PnJiggleMoment moment,
                            PnBonePose *locals,
                            PnAffine *worlds,
                            PnSpringState *states)
{
  for (uint32_t i = 0; i < jiggle->n_springs; i++) {
    const Hanging *spring = &jiggle->springs[i];
    PnVec2 tip = tip_of (jiggle, spring, worlds);
    if (moment == PN_JIGGLE_FIRST)
      states[i] = pn_spring_rest (tip);
    else
      pn_spring_follow (&states[i], &spring->step, tip);
    point_at (jiggle, spring, states[i].place, locals, worlds);
  }
}

void
pn_skeleton_jiggle_apply (const PnSkeletonJiggle *jiggle,
                          const PnSpringState *states,
                          PnBonePose *locals,
                          PnAffine *worlds)
{
  for (uint32_t i = 0; i < jiggle->n_springs; i++)
    point_at (jiggle, &jiggle->springs[i], states[i].place, locals, worlds);
}
