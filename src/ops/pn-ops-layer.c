/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-private.h"

#include <glib/gi18n-lib.h>

#include "pn-edit.h"
#include "pn-import.h"

/* Operations on layers: pictures and groups, their place in the stack and their properties. */

#define SCALE_MAX 1e4
#define ROTATION_MAX 1e6

/* --- Places in the stack. */

/* Argument "group": the group to put a new layer into, on top of what is there; 0 is the document.
 */
static gboolean
read_group (PnOpCall *call, PnId *parent, guint *index, GError **error)
{
  *parent = 0;
  *index = pn_op_call_root (call)->layers.n_items;
  if (!pn_args_has (&call->args, "group"))
    return TRUE;

  const PnLayer *group = pn_op_find_layer (call, "group", error);
  if (group == NULL)
    return FALSE;
  if (group->kind != PN_LAYER_GROUP)
    return pn_op_refuse (error, _ ("“%s” is not a group, so no layer can be put into it."),
                         group->name);
  *parent = group->id;
  *index = group->children.n_items;
  return TRUE;
}

static void
insert_new (PnOpCall *call, PnRoot *root, PnId parent, guint index, const PnLayer *layer)
{
  pn_op_call_take_root (call, pn_edit_insert_layer (root, parent, index, layer));
  pn_op_result_id (call, "layer", layer->id);
  pn_op_result_string (call, "name", layer->name);
}

/* --- add_image */

static char *
name_of_file (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  char *dot = strrchr (base, '.');

  if (dot != NULL && dot != base)
    *dot = '\0';
  return g_utf8_make_valid (base, -1);
}

/* The pivot is the picture's middle; x and y place its top left corner. */
static void
place_picture (PnLayer *layer, double x, double y)
{
  layer->anchor = pn_vec2 (layer->picture_width / 2.0, layer->picture_height / 2.0);
  layer->position = pn_vec2_add (layer->anchor, pn_vec2 (x, y));
}

static gboolean
add_image (PnOpCall *call, GError **error)
{
  const char *path = NULL, *name = NULL;
  double x = 0, y = 0;
  PnId parent;
  guint index;

  if (!pn_args_string (&call->args, "path", PN_ARG_REQUIRED, &path, error) ||
      !pn_args_string (&call->args, "name", PN_ARG_OPTIONAL, &name, error) ||
      !pn_args_number (&call->args, "x", PN_ARG_OPTIONAL, -PN_OP_COORDINATE, PN_OP_COORDINATE, &x,
                       error) ||
      !pn_args_number (&call->args, "y", PN_ARG_OPTIONAL, -PN_OP_COORDINATE, PN_OP_COORDINATE, &y,
                       error) ||
      !read_group (call, &parent, &index, error))
    return FALSE;

  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (PnPicture) picture = pn_import_open (path, &bytes, error);
  if (picture == NULL)
    return FALSE;
  g_autofree char *asset =
      pn_asset_store_add (pn_session_get_assets (call->context->session), bytes, error);
  if (asset == NULL)
    return FALSE;

  g_autofree char *file_name = name_of_file (path);
  g_autoptr (PnRoot) root = pn_root_copy (call->root);
  g_autoptr (PnLayer) layer =
      pn_layer_new (pn_root_make_id (root), name != NULL ? name : file_name, PN_LAYER_IMAGE);
  layer->picture_asset = g_steal_pointer (&asset);
  layer->picture_width = picture->width;
  layer->picture_height = picture->height;
  place_picture (layer, x, y);
  insert_new (call, root, parent, index, layer);
  json_builder_set_member_name (call->result, "size");
  json_builder_begin_array (call->result);
  json_builder_add_int_value (call->result, picture->width);
  json_builder_add_int_value (call->result, picture->height);
  json_builder_end_array (call->result);
  return TRUE;
}

/* --- add_group */

/* A layer to be grouped, and its place among its neighbours. */
typedef struct {
  const PnLayer *layer;
  guint index;
} Member;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Member *left = a, *right = b;
  return left->index < right->index ? -1 : left->index > right->index;
}

/* The layers that `names` names in the document as it is, from the back to the front. All of them
 * lie in `parent`, so that nothing moves on the canvas. (transfer full) (nullable) */
static GArray *
find_members (PnOpCall *call, const char *group, PnId parent, JsonArray *names, GError **error)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (Member));

  for (guint i = 0; i < json_array_get_length (names); i++) {
    g_autoptr (JsonObject) object = json_object_new ();
    json_object_set_member (object, "layer", json_array_dup_element (names, i));
    PnOpCall one = {
        .context = call->context, .args = {call->args.where, object}, .root = call->root};
    const PnLayer *holder = NULL;
    Member member = {.layer = pn_op_find_layer (&one, "layer", error)};

    if (member.layer == NULL)
      return NULL;
    pn_root_find_layer (call->root, member.layer->id, &holder, &member.index);
    if ((holder != NULL ? holder->id : 0) != parent) {
      pn_op_refuse (
          error,
          _ ("“%s” lies in another group than “%s” would. Layers of one group can be grouped."),
          member.layer->name, group);
      return NULL;
    }
    g_array_append_val (members, member);
  }
  g_array_sort (members, compare_places);
  for (guint i = 1; i < members->len; i++) {
    const PnLayer *layer = g_array_index (members, Member, i).layer;
    if (layer == g_array_index (members, Member, i - 1).layer) {
      pn_op_refuse (error, _ ("“%s” is named twice among the layers to group."), layer->name);
      return NULL;
    }
  }
  return g_steal_pointer (&members);
}

static gboolean
gather (PnOpCall *call, const PnLayer *group, const GArray *members, GError **error)
{
  for (guint i = 0; i < members->len; i++) {
    const PnLayer *layer = g_array_index (members, Member, i).layer;
    const PnRoot *root = pn_op_call_root (call);

    if (!pn_edit_can_hold (root, group->id, layer))
      return pn_op_refuse (error, _ ("Groups are nested more than %d levels deep."),
                           PN_LAYER_NEST_MAX);
    pn_op_call_take_root (call, pn_edit_move_layer (root, layer->id, group->id, i));
  }
  return TRUE;
}

/* The group lies where the front-most of its layers lay. */
static gboolean
add_group (PnOpCall *call, GError **error)
{
  const char *name = _ ("Group");
  JsonArray *layers;
  PnId parent;
  guint index;

  if (!pn_args_string (&call->args, "name", PN_ARG_OPTIONAL, &name, error) ||
      !pn_args_array (&call->args, "layers", PN_ARG_OPTIONAL, &layers, error) ||
      !read_group (call, &parent, &index, error))
    return FALSE;

  g_autoptr (GArray) members = NULL;
  if (layers != NULL) {
    members = find_members (call, name, parent, layers, error);
    if (members == NULL)
      return FALSE;
    if (members->len > 0)
      index = g_array_index (members, Member, members->len - 1).index + 1;
  }
  g_autoptr (PnRoot) root = pn_root_copy (call->root);
  g_autoptr (PnLayer) group = pn_layer_new (pn_root_make_id (root), name, PN_LAYER_GROUP);
  insert_new (call, root, parent, index, group);
  return members == NULL || gather (call, group, members, error);
}

/* --- remove_layer, move_layer */

static gboolean
remove_layer (PnOpCall *call, GError **error)
{
  const PnLayer *layer = pn_op_find_layer (call, "layer", error);

  if (layer == NULL)
    return FALSE;
  pn_op_result_id (call, "layer", layer->id);
  pn_op_call_take_root (call, pn_edit_remove_layer (call->root, layer->id));
  return TRUE;
}

/* --- set_layer */

/* A static value is what a property has where there is no track: setting it under a track would
 * show nothing. */
static gboolean
refuse_animated (PnOpCall *call, const PnLayer *layer, PnProperty property, GError **error)
{
  const char *name = pn_property_name (property);

  if (!pn_args_has (&call->args, name) ||
      pn_root_find_track (call->root, PN_TARGET_LAYER, layer->id, property) == NULL)
    return TRUE;
  return pn_op_refuse (
      error,
      _ ("The %s of “%s” is animated. Set a key with set_keyframes, or remove its keys with "
         "delete_keyframes first."),
      name, layer->name);
}

static gboolean
set_transform (PnOpCall *call, PnLayer *layer, GError **error)
{
  const PnArgs *args = &call->args;

  return pn_args_point (args, "position", PN_ARG_OPTIONAL, &layer->position, error) &&
         pn_args_point (args, "anchor", PN_ARG_OPTIONAL, &layer->anchor, error) &&
         pn_args_number (args, "rotation", PN_ARG_OPTIONAL, -ROTATION_MAX, ROTATION_MAX,
                         &layer->rotation_deg, error) &&
         pn_args_number (args, "scale_x", PN_ARG_OPTIONAL, -SCALE_MAX, SCALE_MAX, &layer->scale_x,
                         error) &&
         pn_args_number (args, "scale_y", PN_ARG_OPTIONAL, -SCALE_MAX, SCALE_MAX, &layer->scale_y,
                         error) &&
         pn_args_number (args, "opacity", PN_ARG_OPTIONAL, 0, 1, &layer->opacity, error);
}

/* A position is given on the canvas, as it is at "frame", and kept in the space of the group that
 * holds the layer. */
static gboolean
position_to_parent (PnOpCall *call, PnLayer *layer, GError **error)
{
  const PnLayer *parent = NULL;
  double frame = 0;

  if (!pn_args_number (&call->args, "frame", PN_ARG_OPTIONAL, PN_OP_FRAME_MIN, PN_OP_FRAME_MAX,
                       &frame, error))
    return FALSE;
  pn_root_find_layer (call->root, layer->id, &parent, NULL);
  if (parent == NULL || !pn_args_has (&call->args, "position"))
    return TRUE;
  return pn_op_to_layer (call, parent, PN_OP_SPACE_DOCUMENT, frame, layer->position,
                         &layer->position, error);
}

static gboolean
set_layer (PnOpCall *call, GError **error)
{
  static const PnProperty animated[] = {PN_PROPERTY_POSITION, PN_PROPERTY_ANCHOR,
                                        PN_PROPERTY_ROTATION, PN_PROPERTY_SCALE_X,
                                        PN_PROPERTY_SCALE_Y,  PN_PROPERTY_OPACITY};
  const char *name = NULL;
  const PnLayer *old = pn_op_find_layer (call, "layer", error);
  if (old == NULL)
    return FALSE;
  if (old->kind == PN_LAYER_UNKNOWN)
    return pn_op_refuse (error,
                         _ ("“%s” was made by a later version of Pantin, which alone can change "
                            "it. It can be moved, keyed and removed."),
                         old->name);

  for (guint i = 0; i < G_N_ELEMENTS (animated); i++)
    if (!refuse_animated (call, old, animated[i], error))
      return FALSE;

  g_autoptr (PnLayer) layer = pn_layer_copy (old);
  if (!set_transform (call, layer, error) || !position_to_parent (call, layer, error) ||
      !pn_args_boolean (&call->args, "visible", PN_ARG_OPTIONAL, &layer->visible, error) ||
      !pn_args_boolean (&call->args, "locked", PN_ARG_OPTIONAL, &layer->locked, error) ||
      !pn_args_string (&call->args, "name", PN_ARG_OPTIONAL, &name, error))
    return FALSE;
  if (name != NULL) {
    g_free (layer->name);
    layer->name = g_strdup (name);
  }
  pn_op_result_id (call, "layer", layer->id);
  pn_op_call_take_root (call, pn_edit_replace_layer (call->root, layer));
  return TRUE;
}

const PnOperationEntry pn_ops_layer_entries[] = {
    {"add_image", PN_OP_EDITS, "path name x y group", add_image, N_ ("Add a picture")},
    {"add_group", PN_OP_EDITS, "name layers group", add_group, N_ ("Add a group")},
    {"remove_layer", PN_OP_EDITS, "layer", remove_layer, N_ ("Remove a layer")},
    {"set_layer", PN_OP_EDITS,
     "layer frame name visible locked opacity position anchor rotation scale_x scale_y", set_layer,
     N_ ("Change a layer")},
    {NULL},
};
