/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-skeleton-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-edit.h"
#include "pn-math.h"

/* Operations on what skeletons do: posing, chains, binding, and taking bones away, which leaves all
 * else where it stands. */

static const PnProperty bone_properties[] = {PN_PROPERTY_X, PN_PROPERTY_Y, PN_PROPERTY_ROTATION,
                                             PN_PROPERTY_SCALE_X, PN_PROPERTY_SCALE_Y};

#define N_BONE_PROPERTIES G_N_ELEMENTS (bone_properties)

/* In the order of the properties; degrees. */
static void
numbers_of (const PnBonePose *pose, double numbers[N_BONE_PROPERTIES])
{
  const double all[] = {pose->x, pose->y, pose->rotation * (180 / PN_PI), pose->scale_x,
                        pose->scale_y};

  for (guint i = 0; i < N_BONE_PROPERTIES; i++)
    numbers[i] = all[i];
}

static void
set_key (PnOpCall *call,
         PnTargetKind kind,
         PnId target,
         PnProperty property,
         double frame,
         PnVec2 value)
{
  const PnTrack *old = pn_root_find_track (pn_op_call_root (call), kind, target, property);
  g_autoptr (PnTrack) track =
      old != NULL ? pn_track_copy (old) : pn_track_new (kind, target, property);
  PnKey key = {.frame = frame, .value = value, .ease = pn_op_ease_at (track, frame)};

  pn_track_set_key (track, &key);
  pn_op_call_take_root (call, pn_edit_set_track (pn_op_call_root (call), track));
}

/* --- pose_skeleton */

static gboolean
pose_bone (PnOpCall *call,
           const PnSkeletonNode *skeleton,
           const PnArgs *args,
           double frame,
           GError **error)
{
  gboolean is_posed = FALSE;
  const PnBoneNode *bone = pn_args_check_names (args, "bone rotation x y scale_x scale_y", error)
                               ? pn_op_find_bone (args, skeleton, error)
                               : NULL;

  if (bone == NULL)
    return FALSE;
  for (guint i = 0; i < N_BONE_PROPERTIES; i++) {
    const PnField *field = pn_field_find_track (pn_bone_fields, bone_properties[i]);
    double least, most, value = 0;
    if (!pn_args_has (args, field->name))
      continue;
    pn_field_range (field, &least, &most);
    if (!pn_args_number (args, field->name, PN_ARG_REQUIRED, least, most, &value, error))
      return FALSE;
    set_key (call, PN_TARGET_BONE, bone->id, field->property, frame, pn_vec2 (value, 0));
    is_posed = TRUE;
  }
  return is_posed || pn_op_refuse (error,
                                   _ ("Nothing is said of the pose of “%s”. Give rotation, x, y, "
                                      "scale_x or scale_y."),
                                   bone->name);
}

/* Values are in the frame of the bone's parent, as its tracks have them. */
static gboolean
pose_skeleton (PnOpCall *call, GError **error)
{
  double frame = 0;
  JsonArray *pose;
  const PnSkeletonNode *skeleton = pn_op_find_skeleton (call, error);

  if (skeleton == NULL ||
      !pn_args_number (&call->args, "frame", PN_ARG_REQUIRED, PN_OP_FRAME_MIN, PN_OP_FRAME_MAX,
                       &frame, error) ||
      !pn_args_array (&call->args, "pose", PN_ARG_REQUIRED, &pose, error))
    return FALSE;
  if (json_array_get_length (pose) == 0)
    return pn_op_refuse (error, _ ("“pose” names no bones."));
  for (guint i = 0; i < json_array_get_length (pose); i++) {
    PnArgs args;
    if (!pn_args_element (pose, i, _ ("pose"), &args, error) ||
        !pose_bone (call, skeleton, &args, frame, error))
      return FALSE;
  }
  pn_op_result_id (call, "skeleton", skeleton->id);
  return TRUE;
}

/* --- set_ik */

/* A point of a chain: a key where it has some, else its own. */
static void
put_point (PnOpCall *call, PnIkNode *ik, PnProperty property, double frame, PnVec2 point)
{
  if (pn_root_find_track (pn_op_call_root (call), PN_TARGET_IK, ik->bone, property) != NULL)
    set_key (call, PN_TARGET_IK, ik->bone, property, frame, point);
  else if (property == PN_PROPERTY_TARGET)
    ik->target = point;
  else
    ik->pole = point;
}

static gboolean
read_target (PnOpCall *call,
             const PnSkeletonNode *skeleton,
             PnIkNode *ik,
             PnArgNeed need,
             double frame,
             GError **error)
{
  PnVec2 point = {0, 0};

  if (!pn_args_number (&call->args, "x", need, -PN_OP_COORDINATE, PN_OP_COORDINATE, &point.x,
                       error) ||
      !pn_args_number (&call->args, "y", need, -PN_OP_COORDINATE, PN_OP_COORDINATE, &point.y,
                       error))
    return FALSE;
  if (pn_args_has (&call->args, "x") != pn_args_has (&call->args, "y")) {
    g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE, _ ("%s: “x” and “y” go together."),
                 call->args.where);
    return FALSE;
  }
  if (!pn_args_has (&call->args, "x"))
    return TRUE;
  if (!pn_op_to_skeleton (call, skeleton, frame, point, &point, error))
    return FALSE;
  put_point (call, ik, PN_PROPERTY_TARGET, frame, point);
  return TRUE;
}

/* null takes the pole away. */
static gboolean
read_pole (PnOpCall *call,
           const PnSkeletonNode *skeleton,
           PnIkNode *ik,
           double frame,
           GError **error)
{
  PnVec2 point;

  if (!json_object_has_member (call->args.object, "pole"))
    return TRUE;
  ik->has_pole = pn_args_has (&call->args, "pole");
  if (!ik->has_pole) {
    ik->pole = pn_vec2 (0, 0);
    return TRUE;
  }
  if (!pn_args_point (&call->args, "pole", PN_ARG_REQUIRED, &point, error) ||
      !pn_op_to_skeleton (call, skeleton, frame, point, &point, error))
    return FALSE;
  put_point (call, ik, PN_PROPERTY_POLE, frame, point);
  return TRUE;
}

static gboolean
set_ik (PnOpCall *call, GError **error)
{
  double frame = 0;
  guint index = 0;
  const PnSkeletonNode *old = pn_op_find_skeleton (call, error);
  const PnBoneNode *bone = old != NULL ? pn_op_find_bone (&call->args, old, error) : NULL;
  if (bone == NULL || !pn_args_number (&call->args, "frame", PN_ARG_OPTIONAL, PN_OP_FRAME_MIN,
                                       PN_OP_FRAME_MAX, &frame, error))
    return FALSE;

  const PnIkNode *old_ik = pn_skeleton_node_find_ik (old, bone->id, &index);
  g_autoptr (PnIkNode) ik = old_ik != NULL ? pn_ik_node_copy (old_ik) : pn_ik_node_new (bone->id);
  if (!read_target (call, old, ik, old_ik != NULL ? PN_ARG_OPTIONAL : PN_ARG_REQUIRED, frame,
                    error) ||
      !read_pole (call, old, ik, frame, error))
    return FALSE;
  for (const PnField *field = pn_ik_fields; field->name != NULL; field++)
    if (field->type != PN_FIELD_POINT && field->type != PN_FIELD_ID &&
        pn_args_has (&call->args, field->name) && !pn_op_read_field (&call->args, ik, field, error))
      return FALSE;
  g_autoptr (PnSkeletonNode) skeleton = pn_skeleton_node_copy (old);
  if (old_ik != NULL)
    pn_node_list_replace (&skeleton->iks, index, ik);
  else
    pn_node_list_insert (&skeleton->iks, skeleton->iks.n_items, ik);
  pn_op_result_id (call, "skeleton", skeleton->id);
  pn_op_result_id (call, "bone", bone->id);
  pn_op_call_take_root (call, pn_edit_set_skeleton (pn_op_call_root (call), skeleton));
  return TRUE;
}

/* --- bind_skeleton, unbind_skeleton */

static gboolean
check_bindable (const PnLayer *layer, PnBindMethod method, GError **error)
{
  if (layer->kind == PN_LAYER_UNKNOWN)
    return pn_op_refuse (error,
                         _ ("“%s” was made by a later version of Pantin, which alone can bind it."),
                         layer->name);
  if (layer->kind == PN_LAYER_GROUP && method != PN_BIND_FOLLOW)
    return pn_op_refuse (error,
                         _ ("“%s” is a group, which bones cannot bend. Bind the pictures in it, or "
                            "let it follow a bone: \"method\": \"follow\"."),
                         layer->name);
  return TRUE;
}

gboolean
pn_op_bind_layer (PnOpCall *call,
                  const PnLayer *layer,
                  PnId skeleton,
                  PnBindMethod method,
                  PnId bone,
                  GError **error)
{
  g_autoptr (PnLayer) bound = NULL;

  if (!check_bindable (layer, method, error))
    return FALSE;
  bound = pn_layer_copy (layer);
  bound->skeleton = skeleton;
  bound->bind_method = method;
  bound->bind_bone = bone;
  pn_op_call_take_root (call, pn_edit_replace_layer (pn_op_call_root (call), bound));
  return TRUE;
}

static gboolean
bind_skeleton (PnOpCall *call, GError **error)
{
  static const char *const methods[] = {"surface", "distance", "follow", NULL};
  int method = PN_BIND_SURFACE;
  const PnBoneNode *bone = NULL;
  const PnLayer *layer = pn_op_find_layer (call, "layer", error);
  const PnSkeletonNode *skeleton = layer != NULL ? pn_op_find_skeleton (call, error) : NULL;

  if (skeleton == NULL ||
      !pn_args_choice (&call->args, "method", PN_ARG_OPTIONAL, methods, &method, error))
    return FALSE;
  if (method != PN_BIND_FOLLOW && pn_args_has (&call->args, "bone"))
    return pn_op_refuse (
        error, _ ("A layer that all bones bend follows no single “bone”. Leave it out, or give "
                  "\"method\": \"follow\"."));
  if (method == PN_BIND_FOLLOW) {
    bone = pn_op_find_bone (&call->args, skeleton, error);
    if (bone == NULL)
      return FALSE;
  }
  pn_op_result_id (call, "layer", layer->id);
  pn_op_result_id (call, "skeleton", skeleton->id);
  return pn_op_bind_layer (call, layer, skeleton->id, (PnBindMethod)method,
                           bone != NULL ? bone->id : 0, error);
}

static gboolean
unbind_skeleton (PnOpCall *call, GError **error)
{
  const PnLayer *layer = pn_op_find_layer (call, "layer", error);

  if (layer == NULL)
    return FALSE;
  if (layer->skeleton == 0)
    return pn_op_refuse (error, _ ("“%s” is bound to no skeleton."), layer->name);
  pn_op_result_id (call, "layer", layer->id);
  return pn_op_bind_layer (call, layer, 0, PN_BIND_SURFACE, 0, error);
}

/* --- delete_bone */

static void
add_frames (GArray *frames, const PnRoot *root, PnTargetKind kind, PnId target)
{
  for (guint property = 0; property < PN_PROPERTY_UNKNOWN; property++) {
    const PnTrack *track = pn_root_find_track (root, kind, target, (PnProperty)property);
    for (guint i = 0; track != NULL && i < track->n_keys; i++)
      g_array_append_val (frames, track->keys[i].frame);
  }
}

static int
compare_frames (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The frames at which either of the two has keys, once each. (transfer full) */
static GArray *
gather_frames (const PnRoot *root, PnId one, PnId other)
{
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (double));
  guint n = 0;

  add_frames (frames, root, PN_TARGET_BONE, one);
  add_frames (frames, root, PN_TARGET_BONE, other);
  g_array_sort (frames, compare_frames);
  for (guint i = 0; i < frames->len; i++) {
    double frame = g_array_index (frames, double, i);
    if (n == 0 || g_array_index (frames, double, n - 1) < frame)
      g_array_index (frames, double, n++) = frame;
  }
  g_array_set_size (frames, n);
  return frames;
}

typedef struct {
  const PnSkeletonNode *skeleton;
  PnSkeleton *made;
  PnBonePose *locals; /* n_bones, at the frame looked at */
  PnAffine *worlds;
} Poses;

static PnAffine
world_of (const Poses *poses, PnId bone)
{
  guint index;

  return bone != 0 && pn_skeleton_node_find_bone (poses->skeleton, bone, &index) != NULL
             ? poses->worlds[index]
             : PN_AFFINE_IDENTITY;
}

/* What a child of a bone is in the frame of that bone's parent, now. */
static gboolean
rehang (const Poses *poses,
        const PnBoneNode *gone,
        const PnBoneNode *child,
        PnBonePose *pose,
        GError **error)
{
  PnAffine parent = world_of (poses, gone->parent), world = world_of (poses, child->id);

  return isfinite (pn_bone_pose_reparented (&parent, &world, pose)) ||
         pn_op_refuse (error,
                       _ ("What hangs on “%s” cannot stay in place: the bone above it is scaled to "
                          "nothing. Delete it with its children, or change that scale first."),
                       gone->name);
}

/* Degrees nearest to those before, so that a bone does not spin between two keys. */
static double
unwind (double degrees, double before)
{
  return degrees - 360 * floor ((degrees - before) / 360 + 0.5);
}

/* Keys at every frame at which the bone or what it hung on has some, in the frame of its new parent. */
static gboolean
rekey_child (PnOpCall *call,
             Poses *poses,
             const PnBoneNode *gone,
             PnBoneNode *child,
             GError **error)
{
  g_autoptr (GArray) frames = gather_frames (call->root, gone->id, child->id);
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (pn_node_unref);
  double numbers[N_BONE_PROPERTIES], turn = child->rotation_deg;
  PnBonePose pose;

  for (guint i = 0; i < N_BONE_PROPERTIES; i++)
    g_ptr_array_add (tracks, pn_track_new (PN_TARGET_BONE, child->id, bone_properties[i]));
  for (guint i = 0; i < frames->len; i++) {
    double frame = g_array_index (frames, double, i);
    pn_root_sample_bones (call->root, poses->skeleton, frame, poses->locals);
    pn_skeleton_world (poses->made, poses->locals, poses->worlds);
    if (!rehang (poses, gone, child, &pose, error))
      return FALSE;
    numbers_of (&pose, numbers);
    turn = numbers[2] = unwind (numbers[2], turn);
    for (guint j = 0; j < N_BONE_PROPERTIES; j++) {
      const PnTrack *old =
          pn_root_find_track (call->root, PN_TARGET_BONE, child->id, bone_properties[j]);
      PnKey key = {.frame = frame, .value = {numbers[j], 0}};
      if (old != NULL)
        key.ease = pn_op_ease_at (old, frame);
      pn_track_set_key (g_ptr_array_index (tracks, j), &key);
    }
  }
  for (guint j = 0; j < N_BONE_PROPERTIES && frames->len > 0; j++)
    pn_op_call_take_root (
        call, pn_edit_set_track (pn_op_call_root (call), g_ptr_array_index (tracks, j)));
  return TRUE;
}

/* The children of the bone go to its parent, where they stand, at rest and at every key. */
static gboolean
keep_children (PnOpCall *call,
               Poses *poses,
               PnSkeletonNode *skeleton,
               const PnBoneNode *gone,
               GError **error)
{
  for (guint i = 0; i < skeleton->bones.n_items; i++) {
    const PnBoneNode *old = skeleton->bones.items[i];
    double numbers[N_BONE_PROPERTIES];
    PnBonePose pose;
    if (old->parent != gone->id)
      continue;
    g_autoptr (PnBoneNode) child = pn_bone_node_copy (old);
    for (guint j = 0; j < poses->skeleton->bones.n_items; j++)
      poses->worlds[j] = pn_skeleton_rest (poses->made)[j];
    if (!rehang (poses, gone, old, &pose, error))
      return FALSE;
    numbers_of (&pose, numbers);
    child->parent = gone->parent;
    child->x = numbers[0];
    child->y = numbers[1];
    child->rotation_deg = numbers[2];
    child->scale_x = numbers[3];
    child->scale_y = numbers[4];
    pn_node_list_replace (&skeleton->bones, i, child);
    if (!rekey_child (call, poses, gone, child, error))
      return FALSE;
  }
  return TRUE;
}

/* What followed or rode the bone goes on with `heir`; with 0 it lets go. */
static void
hand_over (PnOpCall *call, const PnNodeList *layers, PnId gone, PnId heir)
{
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];
    for (guint j = 0; layer->puppet != NULL && j < layer->puppet->pins.n_items; j++) {
      const PnPin *old = layer->puppet->pins.items[j];
      if (old->parent != gone)
        continue;
      g_autoptr (PnPin) pin = pn_pin_copy (old);
      pin->parent = heir;
      pn_op_call_take_root (call, pn_edit_replace_pin (pn_op_call_root (call), layer->id, pin));
    }
    if (layer->bind_bone == gone) {
      const PnLayer *now = pn_root_find_layer (pn_op_call_root (call), layer->id, NULL, NULL);
      g_autoptr (PnLayer) bound = pn_layer_copy (now);
      bound->bind_bone = heir;
      if (heir == 0) {
        bound->skeleton = 0;
        bound->bind_method = PN_BIND_SURFACE;
        pn_op_call_notice (call, _ ("“%s” followed the deleted bone and stays where it is now."),
                           layer->name);
      }
      pn_op_call_take_root (call, pn_edit_replace_layer (pn_op_call_root (call), bound));
    }
    hand_over (call, &layer->children, gone, heir);
  }
}

static void
remove_bone (PnOpCall *call, PnSkeletonNode *skeleton, const PnBoneNode *bone, PnId heir)
{
  guint index;

  if (pn_skeleton_node_find_ik (skeleton, bone->id, &index) != NULL)
    pn_node_list_remove (&skeleton->iks, index);
  for (guint property = 0; property < PN_PROPERTY_UNKNOWN; property++) {
    pn_op_call_take_root (call, pn_edit_remove_track (pn_op_call_root (call), PN_TARGET_BONE,
                                                      bone->id, (PnProperty)property));
    pn_op_call_take_root (call, pn_edit_remove_track (pn_op_call_root (call), PN_TARGET_IK,
                                                      bone->id, (PnProperty)property));
  }
  hand_over (call, &call->root->layers, bone->id, heir);
  if (pn_skeleton_node_find_bone (skeleton, bone->id, &index) != NULL)
    pn_node_list_remove (&skeleton->bones, index);
}

static gboolean
delete_bone (PnOpCall *call, GError **error)
{
  gboolean with_children = FALSE;
  const PnSkeletonNode *old = pn_op_find_skeleton (call, error);
  const PnBoneNode *bone = old != NULL ? pn_op_find_bone (&call->args, old, error) : NULL;
  Poses poses = {.skeleton = old};

  if (bone == NULL ||
      !pn_args_boolean (&call->args, "with_children", PN_ARG_OPTIONAL, &with_children, error))
    return FALSE;
  if (pn_skeleton_node_build (old, &poses.made) != PN_STATUS_OK)
    return pn_op_refuse (error, _ ("“%s” has more bones than can be posed."), old->name);
  g_autofree PnBonePose *locals = g_new0 (PnBonePose, old->bones.n_items);
  g_autofree PnAffine *worlds = g_new0 (PnAffine, old->bones.n_items);
  poses.locals = locals;
  poses.worlds = worlds;
  g_autoptr (PnSkeletonNode) skeleton = pn_skeleton_node_copy (old);
  gboolean is_well = with_children || keep_children (call, &poses, skeleton, bone, error);
  pn_skeleton_unref (poses.made);
  if (!is_well)
    return FALSE;
  for (guint i = 0; with_children && i < old->bones.n_items; i++) {
    const PnBoneNode *other = old->bones.items[i];
    if (other != bone && pn_skeleton_node_hangs_on (old, other->id, bone->id))
      remove_bone (call, skeleton, other, bone->parent);
  }
  remove_bone (call, skeleton, bone, bone->parent);
  pn_op_result_id (call, "skeleton", skeleton->id);
  pn_op_result_id (call, "bone", bone->id);
  pn_op_call_take_root (call, pn_edit_set_skeleton (pn_op_call_root (call), skeleton));
  return TRUE;
}

const PnOperationEntry pn_ops_bone_entries[] = {
    {"pose_skeleton", PN_OP_EDITS, "skeleton frame pose", pose_skeleton, N_ ("Pose a skeleton")},
    {"set_ik", PN_OP_EDITS, "skeleton bone chain x y pole enabled mode mix stretch frame", set_ik,
     N_ ("Change a chain")},
    {"bind_skeleton", PN_OP_EDITS, "layer skeleton method bone", bind_skeleton,
     N_ ("Bind to a skeleton")},
    {"unbind_skeleton", PN_OP_EDITS, "layer", unbind_skeleton, N_ ("Unbind from a skeleton")},
    {"delete_bone", PN_OP_EDITS, "skeleton bone with_children", delete_bone, N_ ("Delete a bone")},
    {NULL},
};
