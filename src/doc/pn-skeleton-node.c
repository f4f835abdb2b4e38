/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>

#include "pn-field.h"
#include "pn-math.h"
#include "pn-node-private.h"

/* --- Properties. */

#define NO_TRACK PN_PROPERTY_UNKNOWN
#define LENGTH_MOST 1e7
#define ROTATION_MOST 1e6
#define SCALE_MOST 1e4
#define CHAIN_MOST 1024
#define OF_BONE(member) G_STRUCT_OFFSET (PnBoneNode, member)
#define OF_IK(member) G_STRUCT_OFFSET (PnIkNode, member)
#define OF_LAYER(member) G_STRUCT_OFFSET (PnLayer, member)

const PnField pn_bone_fields[] = {
    {"parent", PN_FIELD_ID, OF_BONE (parent), .property = NO_TRACK},
    {"x", PN_FIELD_NUMBER, OF_BONE (x), 0, -DBL_MAX, DBL_MAX, -LENGTH_MOST, LENGTH_MOST,
     .property = PN_PROPERTY_X},
    {"y", PN_FIELD_NUMBER, OF_BONE (y), 0, -DBL_MAX, DBL_MAX, -LENGTH_MOST, LENGTH_MOST,
     .property = PN_PROPERTY_Y},
    {"rotation", PN_FIELD_NUMBER, OF_BONE (rotation_deg), 0, -DBL_MAX, DBL_MAX, -ROTATION_MOST,
     ROTATION_MOST, .property = PN_PROPERTY_ROTATION},
    {"length", PN_FIELD_NUMBER, OF_BONE (length), 0, 0, DBL_MAX, 0, LENGTH_MOST,
     .property = NO_TRACK},
    {"scale_x", PN_FIELD_NUMBER, OF_BONE (scale_x), 1, -DBL_MAX, DBL_MAX, -SCALE_MOST, SCALE_MOST,
     .property = PN_PROPERTY_SCALE_X},
    {"scale_y", PN_FIELD_NUMBER, OF_BONE (scale_y), 1, -DBL_MAX, DBL_MAX, -SCALE_MOST, SCALE_MOST,
     .property = PN_PROPERTY_SCALE_Y},
    {"colour", PN_FIELD_COLOUR, OF_BONE (colour), .property = NO_TRACK},
    {"jiggle_mix", PN_FIELD_NUMBER, OF_BONE (jiggle_mix), 0, 0, 1, .property = NO_TRACK},
    {"jiggle_frequency", PN_FIELD_NUMBER, OF_BONE (jiggle_frequency), 2, 0, 1000, 0.01, 100,
     .property = NO_TRACK},
    {"jiggle_damping", PN_FIELD_NUMBER, OF_BONE (jiggle_damping), 0.3, 0, 100,
     .property = NO_TRACK},
    {NULL},
};

static const char *const mode_words[] = {"ik", "fk", NULL};

const PnField pn_ik_fields[] = {
    {"bone", PN_FIELD_ID, OF_IK (bone), .property = NO_TRACK},
    {"chain", PN_FIELD_COUNT, OF_IK (chain), 2, 1, CHAIN_MOST, .property = NO_TRACK},
    {"target", PN_FIELD_POINT, OF_IK (target), .property = PN_PROPERTY_TARGET},
    {"has_pole", PN_FIELD_FLAG, OF_IK (has_pole), FALSE, .property = NO_TRACK},
    {"pole", PN_FIELD_POINT, OF_IK (pole), .property = PN_PROPERTY_POLE},
    {"mode", PN_FIELD_CHOICE, OF_IK (mode), PN_IK_MODE_IK, .words = mode_words,
     .property = PN_PROPERTY_MODE},
    {"mix", PN_FIELD_NUMBER, OF_IK (mix), 1, 0, 1, .property = PN_PROPERTY_MIX},
    {"enabled", PN_FIELD_FLAG, OF_IK (is_enabled), TRUE, .property = NO_TRACK},
    {"stretch", PN_FIELD_FLAG, OF_IK (stretches), FALSE, .property = NO_TRACK},
    {NULL},
};

static const char *const method_words[] = {"surface", "distance", "follow", NULL};

const PnField pn_binding_fields[] = {
    {"skeleton", PN_FIELD_ID, OF_LAYER (skeleton), .property = NO_TRACK},
    {"bind_method", PN_FIELD_CHOICE, OF_LAYER (bind_method), PN_BIND_SURFACE, .words = method_words,
     .property = NO_TRACK},
    {"bind_bone", PN_FIELD_ID, OF_LAYER (bind_bone), .property = NO_TRACK},
    {NULL},
};

/* --- Nodes. */

PnBoneNode *
pn_bone_node_new (PnId id, const char *name)
{
  PnBoneNode *bone = pn_node_alloc (PN_NODE_BONE, sizeof *bone);

  bone->id = id;
  bone->name = g_strdup (name != NULL ? name : "");
  pn_fields_reset (bone, pn_bone_fields);
  return bone;
}

PnBoneNode *
pn_bone_node_copy (const PnBoneNode *bone)
{
  PnBoneNode *copy = pn_node_alloc_copy (bone, sizeof *bone);

  copy->name = g_strdup (bone->name);
  return copy;
}

void
pn_bone_node_clear (PnBoneNode *bone)
{
  g_free (bone->name);
}

PnIkNode *
pn_ik_node_new (PnId bone)
{
  PnIkNode *ik = pn_node_alloc (PN_NODE_IK, sizeof *ik);

  pn_fields_reset (ik, pn_ik_fields);
  ik->bone = bone;
  return ik;
}

PnIkNode *
pn_ik_node_copy (const PnIkNode *ik)
{
  return pn_node_alloc_copy (ik, sizeof *ik);
}

PnSkeletonNode *
pn_skeleton_node_new (PnId id, const char *name)
{
  PnSkeletonNode *skeleton = pn_node_alloc (PN_NODE_SKELETON, sizeof *skeleton);

  skeleton->id = id;
  skeleton->name = g_strdup (name != NULL ? name : "");
  return skeleton;
}

PnSkeletonNode *
pn_skeleton_node_copy (const PnSkeletonNode *skeleton)
{
  PnSkeletonNode *copy = pn_node_alloc_copy (skeleton, sizeof *skeleton);

  copy->name = g_strdup (skeleton->name);
  pn_node_list_copy (&copy->bones, &skeleton->bones);
  pn_node_list_copy (&copy->iks, &skeleton->iks);
  return copy;
}

void
pn_skeleton_node_clear (PnSkeletonNode *skeleton)
{
  g_free (skeleton->name);
  pn_node_list_clear (&skeleton->bones);
  pn_node_list_clear (&skeleton->iks);
}

/* --- Looking. */

const PnBoneNode *
pn_skeleton_node_find_bone (const PnSkeletonNode *skeleton, PnId id, guint *index)
{
  for (guint i = 0; i < skeleton->bones.n_items; i++) {
    const PnBoneNode *bone = skeleton->bones.items[i];

    if (bone->id != id)
      continue;
    if (index != NULL)
      *index = i;
    return bone;
  }
  return NULL;
}

const PnIkNode *
pn_skeleton_node_find_ik (const PnSkeletonNode *skeleton, PnId bone, guint *index)
{
  for (guint i = 0; i < skeleton->iks.n_items; i++) {
    const PnIkNode *ik = skeleton->iks.items[i];

    if (ik->bone != bone)
      continue;
    if (index != NULL)
      *index = i;
    return ik;
  }
  return NULL;
}

gboolean
pn_skeleton_node_hangs_on (const PnSkeletonNode *skeleton, PnId bone, PnId ancestor)
{
  /* No way up is longer than the bones there are. */
  for (guint i = 0; i <= skeleton->bones.n_items && bone != 0; i++) {
    const PnBoneNode *at = pn_skeleton_node_find_bone (skeleton, bone, NULL);

    if (bone == ancestor)
      return TRUE;
    bone = at != NULL ? at->parent : 0;
  }
  return FALSE;
}

const PnSkeletonNode *
pn_root_find_skeleton (const PnRoot *root, PnId id, guint *index)
{
  for (guint i = 0; i < root->skeletons.n_items; i++) {
    const PnSkeletonNode *skeleton = root->skeletons.items[i];

    if (skeleton->id != id)
      continue;
    if (index != NULL)
      *index = i;
    return skeleton;
  }
  return NULL;
}

const PnBoneNode *
pn_root_find_bone (const PnRoot *root, PnId id, const PnSkeletonNode **skeleton)
{
  for (guint i = 0; i < root->skeletons.n_items; i++) {
    const PnSkeletonNode *holder = root->skeletons.items[i];
    const PnBoneNode *bone = pn_skeleton_node_find_bone (holder, id, NULL);

    if (bone == NULL)
      continue;
    if (skeleton != NULL)
      *skeleton = holder;
    return bone;
  }
  return NULL;
}

/* --- For the rig, whose angles are radians. */

static PnBonePose
rest_of (const PnBoneNode *bone)
{
  return (PnBonePose){bone->x, bone->y, bone->rotation_deg * (PN_PI / 180), bone->scale_x,
                      bone->scale_y};
}

PnStatus
pn_skeleton_node_build (const PnSkeletonNode *skeleton, PnSkeleton **made)
{
  guint n_bones = skeleton->bones.n_items;
  g_autofree PnBone *bones = g_new0 (PnBone, MAX (1, n_bones));

  for (guint i = 0; i < n_bones; i++) {
    const PnBoneNode *bone = skeleton->bones.items[i];
    guint parent = PN_BONE_NONE;

    if (bone->parent != 0)
      pn_skeleton_node_find_bone (skeleton, bone->parent, &parent);
    bones[i] = (PnBone){parent, bone->length, rest_of (bone)};
  }
  return pn_skeleton_new (bones, n_bones, made);
}

void
pn_root_sample_bones (const PnRoot *root,
                      const PnSkeletonNode *skeleton,
                      double frame,
                      PnBonePose *locals)
{
  static const PnProperty properties[] = {PN_PROPERTY_X, PN_PROPERTY_Y, PN_PROPERTY_ROTATION,
                                          PN_PROPERTY_SCALE_X, PN_PROPERTY_SCALE_Y};

  for (guint i = 0; i < skeleton->bones.n_items; i++) {
    const PnBoneNode *bone = skeleton->bones.items[i];
    double values[] = {bone->x, bone->y, bone->rotation_deg, bone->scale_x, bone->scale_y};

    for (guint j = 0; j < G_N_ELEMENTS (properties); j++)
      values[j] = pn_root_sample (root, PN_TARGET_BONE, bone->id, properties[j], frame,
                                  pn_vec2 (values[j], 0))
                      .x;
    locals[i] = (PnBonePose){values[0], values[1], values[2] * (PN_PI / 180), values[3], values[4]};
  }
}

PnAffine
pn_root_doc_from_skeleton (const PnRoot *root, const PnSkeletonNode *skeleton, double frame)
{
  const PnLayer *group =
      skeleton->group != 0 ? pn_root_find_layer (root, skeleton->group, NULL, NULL) : NULL;

  return group != NULL ? pn_root_doc_from_layer (root, group, frame) : PN_AFFINE_IDENTITY;
}
