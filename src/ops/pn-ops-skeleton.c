/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-skeleton-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-edit.h"
#include "pn-math.h"

/* Operations that make skeletons and their bones. Bones are given by head and tip on the canvas and
 * kept in the frames of their parents. */

#define BONES_MAX 10000

/* --- Names. */

static void
add_name (GString *names, const char *name)
{
  g_string_append_printf (names, names->len == 0 ? _ ("“%s”") : _ (", “%s”"), name);
}

const PnSkeletonNode *
pn_op_find_skeleton (PnOpCall *call, GError **error)
{
  const PnRoot *root = pn_op_call_root (call);
  const PnSkeletonNode *by_name = NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  const char *name = NULL;
  guint n_found = 0;
  PnId id;

  if (!pn_args_string (&call->args, "skeleton", PN_ARG_REQUIRED, &name, error))
    return NULL;
  if (!pn_id_from_string (name, &id))
    id = 0;
  for (guint i = 0; i < root->skeletons.n_items; i++) {
    const PnSkeletonNode *skeleton = root->skeletons.items[i];
    if (id != 0 && skeleton->id == id)
      return skeleton;
    if (g_str_equal (skeleton->name, name)) {
      by_name = skeleton;
      n_found++;
    }
    add_name (names, skeleton->name);
  }
  if (n_found == 1)
    return by_name;
  if (n_found > 1)
    pn_op_refuse (error, _ ("Several skeletons are called “%s”. Name the one you mean by its id."),
                  name);
  else if (names->len == 0)
    pn_op_refuse (error, _ ("There is no skeleton “%s”. Make one with create_skeleton first."),
                  name);
  else
    pn_op_refuse (error, _ ("There is no skeleton “%s”. There are: %s."), name, names->str);
  return NULL;
}

const PnBoneNode *
pn_op_find_bone_named (const PnSkeletonNode *skeleton, const char *name, GError **error)
{
  const PnBoneNode *by_name = NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  guint n_found = 0;
  PnId id;

  if (!pn_id_from_string (name, &id))
    id = 0;
  for (guint i = 0; i < skeleton->bones.n_items; i++) {
    const PnBoneNode *bone = skeleton->bones.items[i];
    if (id != 0 && bone->id == id)
      return bone;
    if (g_str_equal (bone->name, name)) {
      by_name = bone;
      n_found++;
    }
    add_name (names, bone->name);
  }
  if (n_found == 1)
    return by_name;
  if (n_found > 1)
    pn_op_refuse (error,
                  _ ("Several bones of “%s” are called “%s”. Name the one you mean by its id."),
                  skeleton->name, name);
  else
    pn_op_refuse (error, _ ("“%s” has no bone “%s”. It has: %s."), skeleton->name, name,
                  names->str);
  return NULL;
}

const PnBoneNode *
pn_op_find_bone (const PnArgs *args, const PnSkeletonNode *skeleton, GError **error)
{
  const char *name = NULL;

  return pn_args_string (args, "bone", PN_ARG_REQUIRED, &name, error)
             ? pn_op_find_bone_named (skeleton, name, error)
             : NULL;
}

/* --- Frames. */

gboolean
pn_op_to_skeleton (PnOpCall *call,
                   const PnSkeletonNode *skeleton,
                   double frame,
                   PnVec2 point,
                   PnVec2 *point_skeleton,
                   GError **error)
{
  const PnLayer *group = skeleton->group != 0 ? pn_root_find_layer (pn_op_call_root (call),
                                                                    skeleton->group, NULL, NULL)
                                              : NULL;

  if (group != NULL)
    return pn_op_to_layer (call, group, PN_OP_SPACE_DOCUMENT, frame, point, point_skeleton, error);
  *point_skeleton = point;
  return TRUE;
}

/* The frame of a bone from head to tip; its length beside it. */
static PnAffine
frame_of (PnVec2 head, PnVec2 tip, double *length)
{
  PnVec2 way = pn_vec2_sub (tip, head);
  PnVec2 along = pn_vec2 (1, 0);

  *length = pn_vec2_length (way);
  if (*length > 0)
    along = pn_vec2 (way.x / *length, way.y / *length);
  return (PnAffine){along.x, along.y, -along.y, along.x, head.x, head.y};
}

/* "x", "y", "tip_x" and "tip_y" as a frame in the skeleton's space; all of them, or none. */
static gboolean
read_place (PnOpCall *call,
            const PnArgs *args,
            const PnSkeletonNode *skeleton,
            PnAffine *world,
            double *length,
            GError **error)
{
  static const char *const names[] = {"x", "y", "tip_x", "tip_y"};
  double values[4], frame = 0;
  PnVec2 head, tip;

  for (guint i = 0; i < 4; i++)
    if (!pn_args_number (args, names[i], PN_ARG_REQUIRED, -PN_OP_COORDINATE, PN_OP_COORDINATE,
                         &values[i], error))
      return FALSE;
  if (!pn_args_number (&call->args, "frame", PN_ARG_OPTIONAL, PN_OP_FRAME_MIN, PN_OP_FRAME_MAX,
                       &frame, error) ||
      !pn_op_to_skeleton (call, skeleton, frame, pn_vec2 (values[0], values[1]), &head, error) ||
      !pn_op_to_skeleton (call, skeleton, frame, pn_vec2 (values[2], values[3]), &tip, error))
    return FALSE;
  *world = frame_of (head, tip, length);
  return TRUE;
}

/* Puts the bone at rest where `world` is, in the frame of its parent. */
static gboolean
put_bone (PnBoneNode *bone, const PnAffine *parent_world, const PnAffine *world, GError **error)
{
  PnBonePose pose;

  if (!isfinite (pn_bone_pose_reparented (parent_world, world, &pose)))
    return pn_op_refuse (error,
                         _ ("The bone that “%s” would hang on is scaled to nothing. Choose another "
                            "parent."),
                         bone->name);
  bone->x = pose.x;
  bone->y = pose.y;
  bone->rotation_deg = pose.rotation * (180 / PN_PI);
  bone->scale_x = pose.scale_x;
  bone->scale_y = pose.scale_y;
  return TRUE;
}

/* What of a bone is given as it is kept. */
#define LOOKS "colour jiggle_mix jiggle_frequency jiggle_damping"

static gboolean
read_looks (const PnArgs *args, PnBoneNode *bone, GError **error)
{
  static const char *const names[] = {"colour", "jiggle_mix", "jiggle_frequency", "jiggle_damping"};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (pn_args_has (args, names[i]) &&
        !pn_op_read_field (args, bone, pn_field_find (pn_bone_fields, names[i]), error))
      return FALSE;
  return TRUE;
}

/* Where the bones of a skeleton are at rest. (transfer full) (nullable) */
static PnSkeleton *
build (const PnSkeletonNode *skeleton, GError **error)
{
  PnSkeleton *made = NULL;

  if (pn_skeleton_node_build (skeleton, &made) == PN_STATUS_OK)
    return made;
  pn_op_refuse (error, _ ("“%s” has more bones than can be posed."), skeleton->name);
  return NULL;
}

/* The frame at rest of a bone's parent; the skeleton's own where there is none. */
static PnAffine
parent_rest (const PnSkeletonNode *skeleton, const PnSkeleton *made, PnId parent)
{
  guint index;

  return parent != 0 && pn_skeleton_node_find_bone (skeleton, parent, &index) != NULL
             ? pn_skeleton_rest (made)[index]
             : PN_AFFINE_IDENTITY;
}

/* --- create_skeleton */

typedef struct {
  PnBoneNode *bone;
  const char *parent_name; /* (nullable) */
  guint parent;            /* G_MAXUINT for none */
  PnAffine world;
} Drawn;

static void
clear_drawn (gpointer data)
{
  pn_node_unref (((Drawn *)data)->bone);
}

/* The way round from a bone back to itself: "arm → hand → arm". (transfer full) */
static char *
describe_ring (const GArray *drawn, guint first)
{
  GString *way = g_string_new (g_array_index (drawn, Drawn, first).bone->name);

  for (guint at = g_array_index (drawn, Drawn, first).parent;;
       at = g_array_index (drawn, Drawn, at).parent) {
    g_string_append_printf (way, " → %s", g_array_index (drawn, Drawn, at).bone->name);
    if (at == first)
      return g_string_free (way, FALSE);
  }
}

static gboolean
resolve_parent (GArray *drawn, guint index, GError **error)
{
  Drawn *one = &g_array_index (drawn, Drawn, index);
  g_autoptr (GString) names = g_string_new (NULL);

  one->parent = G_MAXUINT;
  for (guint i = 0; one->parent_name != NULL && i < drawn->len; i++) {
    const char *name = g_array_index (drawn, Drawn, i).bone->name;
    if (one->parent == G_MAXUINT && g_str_equal (name, one->parent_name))
      one->parent = i;
    add_name (names, name);
  }
  if (one->parent_name != NULL && one->parent == G_MAXUINT)
    return pn_op_refuse (error, _ ("“%s” hangs on “%s”, which is not among the bones: %s."),
                         one->bone->name, one->parent_name, names->str);
  if (one->parent != G_MAXUINT)
    one->bone->parent = g_array_index (drawn, Drawn, one->parent).bone->id;
  return TRUE;
}

static gboolean
refuse_rings (const GArray *drawn, GError **error)
{
  for (guint i = 0; i < drawn->len; i++) {
    guint at = g_array_index (drawn, Drawn, i).parent;
    for (guint n = 0; n < drawn->len && at != G_MAXUINT && at != i; n++)
      at = g_array_index (drawn, Drawn, at).parent;
    if (at != i)
      continue;
    g_autofree char *way = describe_ring (drawn, i);
    return pn_op_refuse (error, _ ("Bones cannot hang on themselves: %s."), way);
  }
  return TRUE;
}

static gboolean
read_drawn (PnOpCall *call,
            PnRoot *root,
            PnSkeletonNode *skeleton,
            JsonArray *bones,
            GArray *drawn,
            GError **error)
{
  guint n_bones = json_array_get_length (bones);

  if (n_bones == 0 || n_bones > BONES_MAX)
    return pn_op_refuse (error, _ ("Give from 1 to %d bones."), BONES_MAX);
  for (guint i = 0; i < n_bones; i++) {
    PnArgs args;
    Drawn one = {0};
    const char *name = NULL;
    if (!pn_args_element (bones, i, _ ("bones"), &args, error) ||
        !pn_args_check_names (&args, "name parent x y tip_x tip_y " LOOKS, error) ||
        !pn_args_string (&args, "name", PN_ARG_REQUIRED, &name, error))
      return FALSE;
    one.bone = pn_bone_node_new (pn_root_make_id (root), name);
    g_array_append_val (drawn, one);
    Drawn *kept = &g_array_index (drawn, Drawn, i);
    /* Ids are made from what is in the document, and must differ among each other. */
    pn_node_list_insert (&skeleton->bones, i, kept->bone);
    if (!pn_args_string (&args, "parent", PN_ARG_OPTIONAL, &kept->parent_name, error) ||
        !read_place (call, &args, skeleton, &kept->world, &kept->bone->length, error) ||
        !read_looks (&args, kept->bone, error))
      return FALSE;
  }
  return TRUE;
}

static void
add_bone_ids (PnOpCall *call, const PnSkeletonNode *skeleton)
{
  json_builder_set_member_name (call->result, "bones");
  json_builder_begin_array (call->result);
  for (guint i = 0; i < skeleton->bones.n_items; i++) {
    const PnBoneNode *bone = skeleton->bones.items[i];
    g_autofree char *id = pn_id_to_string (bone->id);
    json_builder_add_string_value (call->result, id);
  }
  json_builder_end_array (call->result);
}

static char *
fresh_name (const PnOpCall *call)
{
  /* Translators: what a new skeleton is called; the number makes it the only one. */
  const char *format = pn_op_call_usual_name (call, NC_ ("name", "Skeleton %u"));

  for (guint n = call->root->skeletons.n_items + 1;; n++) {
    g_autofree char *name = g_strdup_printf (format, n);
    gboolean is_taken = FALSE;
    for (guint i = 0; i < call->root->skeletons.n_items && !is_taken; i++)
      is_taken = g_str_equal (((const PnSkeletonNode *)call->root->skeletons.items[i])->name, name);
    if (!is_taken)
      return g_steal_pointer (&name);
  }
}

/* The bones as drawn, put into the frames of their parents; `skeleton` is nobody else's yet. */
static gboolean
draw_bones (PnOpCall *call,
            PnRoot *root,
            PnSkeletonNode *skeleton,
            JsonArray *bones,
            GError **error)
{
  g_autoptr (GArray) drawn = g_array_new (FALSE, TRUE, sizeof (Drawn));

  g_array_set_clear_func (drawn, clear_drawn);
  if (!read_drawn (call, root, skeleton, bones, drawn, error))
    return FALSE;
  for (guint i = 0; i < drawn->len; i++)
    if (!resolve_parent (drawn, i, error))
      return FALSE;
  if (!refuse_rings (drawn, error))
    return FALSE;
  for (guint i = 0; i < drawn->len; i++) {
    const Drawn *one = &g_array_index (drawn, Drawn, i);
    const PnAffine none = PN_AFFINE_IDENTITY;
    const PnAffine *parent =
        one->parent != G_MAXUINT ? &g_array_index (drawn, Drawn, one->parent).world : &none;
    if (!put_bone (one->bone, parent, &one->world, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
create_skeleton (PnOpCall *call, GError **error)
{
  const char *name = NULL;
  const PnLayer *group = NULL, *layer = NULL;
  JsonArray *bones;

  if (!pn_args_string (&call->args, "name", PN_ARG_OPTIONAL, &name, error) ||
      !pn_args_array (&call->args, "bones", PN_ARG_REQUIRED, &bones, error))
    return FALSE;
  if (pn_args_has (&call->args, "group")) {
    group = pn_op_find_layer (call, "group", error);
    if (group == NULL)
      return FALSE;
    if (group->kind != PN_LAYER_GROUP)
      return pn_op_refuse (error,
                           _ ("“%s” is not a group. A skeleton stands in a group, or without "
                              "“group” in the document itself."),
                           group->name);
  }
  if (pn_args_has (&call->args, "layer")) {
    layer = pn_op_find_layer (call, "layer", error);
    if (layer == NULL)
      return FALSE;
  }
  g_autoptr (PnRoot) root = pn_root_copy (call->root);
  g_autofree char *own_name = name != NULL ? g_strdup (name) : fresh_name (call);
  g_autoptr (PnSkeletonNode) skeleton = pn_skeleton_node_new (pn_root_make_id (root), own_name);
  skeleton->group = group != NULL ? group->id : 0;
  if (!draw_bones (call, root, skeleton, bones, error))
    return FALSE;
  pn_op_result_id (call, "skeleton", skeleton->id);
  pn_op_result_string (call, "name", skeleton->name);
  add_bone_ids (call, skeleton);
  pn_op_call_take_root (call, pn_edit_set_skeleton (root, skeleton));
  return layer == NULL || pn_op_bind_layer (call, layer, skeleton->id, PN_BIND_SURFACE, 0, error);
}

/* --- add_bone, update_bone */

static gboolean
read_parent (const PnArgs *args, const PnSkeletonNode *skeleton, PnBoneNode *bone, GError **error)
{
  const char *name = NULL;

  if (!json_object_has_member (args->object, "parent"))
    return TRUE;
  bone->parent = 0;
  if (!pn_args_string (args, "parent", PN_ARG_OPTIONAL, &name, error))
    return FALSE;
  if (name == NULL)
    return TRUE;
  const PnBoneNode *parent = pn_op_find_bone_named (skeleton, name, error);
  if (parent == NULL)
    return FALSE;
  if (pn_skeleton_node_hangs_on (skeleton, parent->id, bone->id))
    return pn_op_refuse (error,
                         _ ("“%s” cannot hang on “%s”, which hangs on it itself. Choose a bone "
                            "that does not."),
                         bone->name, parent->name);
  bone->parent = parent->id;
  return TRUE;
}

static gboolean
add_bone (PnOpCall *call, GError **error)
{
  const char *name = NULL;
  PnAffine world;
  const PnSkeletonNode *old = pn_op_find_skeleton (call, error);
  if (old == NULL || !pn_args_string (&call->args, "name", PN_ARG_REQUIRED, &name, error))
    return FALSE;

  g_autoptr (PnRoot) root = pn_root_copy (call->root);
  g_autoptr (PnSkeletonNode) skeleton = pn_skeleton_node_copy (old);
  g_autoptr (PnBoneNode) bone = pn_bone_node_new (pn_root_make_id (root), name);
  if (!read_place (call, &call->args, old, &world, &bone->length, error) ||
      !read_parent (&call->args, old, bone, error) || !read_looks (&call->args, bone, error))
    return FALSE;
  PnSkeleton *made = build (old, error);
  if (made == NULL)
    return FALSE;
  PnAffine parent = parent_rest (old, made, bone->parent);
  pn_skeleton_unref (made);
  if (!put_bone (bone, &parent, &world, error))
    return FALSE;
  pn_node_list_insert (&skeleton->bones, skeleton->bones.n_items, bone);
  pn_op_result_id (call, "skeleton", skeleton->id);
  pn_op_result_id (call, "bone", bone->id);
  pn_op_call_take_root (call, pn_edit_set_skeleton (root, skeleton));
  return TRUE;
}

/* What hangs on a bone goes along with it; it stays where it is at rest under another parent. */
static gboolean
update_bone (PnOpCall *call, GError **error)
{
  guint index = 0;
  const char *name = NULL;
  const PnSkeletonNode *old = pn_op_find_skeleton (call, error);
  const PnBoneNode *old_bone = old != NULL ? pn_op_find_bone (&call->args, old, error) : NULL;
  if (old_bone == NULL)
    return FALSE;

  g_autoptr (PnBoneNode) bone = pn_bone_node_copy (old_bone);
  PnSkeleton *made = build (old, error);
  if (made == NULL)
    return FALSE;
  pn_skeleton_node_find_bone (old, bone->id, &index);
  PnAffine world = pn_skeleton_rest (made)[index];
  gboolean is_placed = pn_args_has (&call->args, "x") || pn_args_has (&call->args, "tip_x");
  gboolean is_well =
      pn_args_string (&call->args, "name", PN_ARG_OPTIONAL, &name, error) &&
      read_parent (&call->args, old, bone, error) && read_looks (&call->args, bone, error) &&
      (!is_placed || read_place (call, &call->args, old, &world, &bone->length, error));
  PnAffine parent = parent_rest (old, made, bone->parent);
  pn_skeleton_unref (made);
  if (!is_well ||
      ((is_placed || bone->parent != old_bone->parent) && !put_bone (bone, &parent, &world, error)))
    return FALSE;
  if (name != NULL) {
    g_free (bone->name);
    bone->name = g_strdup (name);
  }
  g_autoptr (PnSkeletonNode) skeleton = pn_skeleton_node_copy (old);
  pn_node_list_replace (&skeleton->bones, index, bone);
  pn_op_result_id (call, "skeleton", skeleton->id);
  pn_op_result_id (call, "bone", bone->id);
  pn_op_call_take_root (call, pn_edit_set_skeleton (call->root, skeleton));
  return TRUE;
}

const PnOperationEntry pn_ops_skeleton_entries[] = {
    {"create_skeleton", PN_OP_EDITS, "name group layer bones frame", create_skeleton,
     N_ ("Make a skeleton")},
    {"add_bone", PN_OP_EDITS, "skeleton name parent x y tip_x tip_y frame " LOOKS, add_bone,
     N_ ("Add a bone")},
    {"update_bone", PN_OP_EDITS, "skeleton bone name parent x y tip_x tip_y frame " LOOKS,
     update_bone, N_ ("Change a bone")},
    {NULL},
};
