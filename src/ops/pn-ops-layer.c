/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-private.h"

#include <glib/gi18n-lib.h>

#include "pn-edit.h"
#include "pn-import.h"

/* Operations on layers: pictures, and the properties of every kind. */

#define SCALE_MAX 1e4
#define ROTATION_MAX 1e6

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

/* The picture is a file or, as `stored`, what the document's store has already: it was read aside, so
 * as not to keep the user waiting. `asset` (transfer full) is its name there. */
static PnPicture *
read_picture (PnOpCall *call, const char *path, const char *stored, char **asset, GError **error)
{
  PnAssetStore *assets = pn_session_get_assets (call->context->session);
  g_autoptr (GBytes) bytes = NULL;

  if (path == NULL && stored == NULL) {
    g_set_error_literal (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE,
                         _ ("add_image needs a “path”, or the “asset” that holds the picture."));
    return NULL;
  }
  if (stored != NULL && !pn_asset_store_contains (assets, stored)) {
    pn_op_refuse (error, _ ("The document has no asset “%s”. Give the picture's “path”."), stored);
    return NULL;
  }
  if (stored != NULL) {
    *asset = g_strdup (stored);
    return pn_picture_cache_get (call->context->pictures, stored, error);
  }
  g_autoptr (PnPicture) picture = pn_import_open (path, &bytes, error);
  if (picture == NULL)
    return NULL;
  *asset = pn_asset_store_add (assets, bytes, error);
  return *asset != NULL ? g_steal_pointer (&picture) : NULL;
}

static gboolean
add_image (PnOpCall *call, GError **error)
{
  const char *path = NULL, *stored = NULL, *name = NULL;
  double x = 0, y = 0;
  PnId parent;
  guint index;

  if (!pn_args_string (&call->args, "path", PN_ARG_OPTIONAL, &path, error) ||
      !pn_args_string (&call->args, "asset", PN_ARG_OPTIONAL, &stored, error) ||
      !pn_args_string (&call->args, "name", PN_ARG_OPTIONAL, &name, error) ||
      !pn_args_number (&call->args, "x", PN_ARG_OPTIONAL, -PN_OP_COORDINATE, PN_OP_COORDINATE, &x,
                       error) ||
      !pn_args_number (&call->args, "y", PN_ARG_OPTIONAL, -PN_OP_COORDINATE, PN_OP_COORDINATE, &y,
                       error) ||
      !pn_op_read_group (call, &parent, &index, error))
    return FALSE;

  g_autofree char *asset = NULL;
  g_autoptr (PnPicture) picture = read_picture (call, path, stored, &asset, error);
  if (picture == NULL)
    return FALSE;

  g_autofree char *file_name =
      path != NULL ? name_of_file (path)
                   : g_strdup (pn_op_call_usual_name (call, NC_ ("name", "Picture")));
  g_autoptr (PnRoot) root = pn_root_copy (call->root);
  g_autoptr (PnLayer) layer =
      pn_layer_new (pn_root_make_id (root), name != NULL ? name : file_name, PN_LAYER_IMAGE);
  layer->picture_asset = g_steal_pointer (&asset);
  layer->picture_width = picture->width;
  layer->picture_height = picture->height;
  place_picture (layer, x, y);
  pn_op_insert_layer (call, root, parent, index, layer);
  json_builder_set_member_name (call->result, "size");
  json_builder_begin_array (call->result);
  json_builder_add_int_value (call->result, picture->width);
  json_builder_add_int_value (call->result, picture->height);
  json_builder_end_array (call->result);
  return TRUE;
}

/* --- set_layer */

static const PnProperty animated[] = {PN_PROPERTY_POSITION, PN_PROPERTY_ANCHOR,
                                      PN_PROPERTY_ROTATION, PN_PROPERTY_SCALE_X,
                                      PN_PROPERTY_SCALE_Y,  PN_PROPERTY_OPACITY};

/* A static value is what a property has where there is no track: setting it under a track would
 * show nothing. */
static gboolean
refuse_animated (PnOpCall *call, const PnLayer *layer, PnProperty property, GError **error)
{
  const char *name = pn_property_name (property);

  if (pn_root_find_track (call->root, PN_TARGET_LAYER, layer->id, property) == NULL)
    return TRUE;
  return pn_op_refuse (
      error,
      _ ("The %s of “%s” is animated. Give \"key\": true to set a key at the frame, or remove its "
         "keys with delete_keyframes first."),
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

/* What the transform that is given becomes. */
typedef enum {
  BECOMES_VALUE, /* the layer's own, where there are no keys */
  BECOMES_KEY,
  BECOMES_REST, /* its own, whether there are keys or not */
} Becomes;

/* A position is given on the canvas, as it is at `frame` or at rest, and kept in the space of the
 * group that holds the layer. */
static gboolean
position_to_parent (PnOpCall *call, PnLayer *layer, Becomes becomes, double frame, GError **error)
{
  const PnLayer *parent = NULL;

  pn_root_find_layer (call->root, layer->id, &parent, NULL);
  if (parent == NULL || !pn_args_has (&call->args, "position"))
    return TRUE;
  return pn_op_to_layer (call, parent,
                         becomes == BECOMES_REST ? PN_OP_SPACE_REST : PN_OP_SPACE_DOCUMENT, frame,
                         layer->position, &layer->position, error);
}

PnVec2
pn_op_layer_value (const PnLayer *layer, PnProperty property)
{
  switch (property) {
  case PN_PROPERTY_POSITION:
    return layer->position;
  case PN_PROPERTY_ANCHOR:
    return layer->anchor;
  case PN_PROPERTY_ROTATION:
    return pn_vec2 (layer->rotation_deg, 0);
  case PN_PROPERTY_SCALE_X:
    return pn_vec2 (layer->scale_x, 0);
  case PN_PROPERTY_SCALE_Y:
    return pn_vec2 (layer->scale_y, 0);
  case PN_PROPERTY_OPACITY:
    return pn_vec2 (layer->opacity, 0);
  case PN_PROPERTY_SCALE:
  case PN_PROPERTY_STIFFNESS:
  case PN_PROPERTY_DEPTH:
  case PN_PROPERTY_X:
  case PN_PROPERTY_Y:
  case PN_PROPERTY_TARGET:
  case PN_PROPERTY_POLE:
  case PN_PROPERTY_MODE:
  case PN_PROPERTY_MIX:
  case PN_PROPERTY_UNKNOWN:
  default:
    g_assert_not_reached ();
  }
}

/* What is given of the transform becomes keys at `frame` instead; the static values stay. */
static void
key_transform (PnOpCall *call, const PnLayer *layer, double frame)
{
  for (guint i = 0; i < G_N_ELEMENTS (animated); i++) {
    PnProperty property = animated[i];
    if (!pn_args_has (&call->args, pn_property_name (property)))
      continue;
    const PnTrack *old =
        pn_root_find_track (pn_op_call_root (call), PN_TARGET_LAYER, layer->id, property);
    g_autoptr (PnTrack) track =
        old != NULL ? pn_track_copy (old) : pn_track_new (PN_TARGET_LAYER, layer->id, property);
    PnKey key = {.frame = frame, .value = pn_op_layer_value (layer, property)};
    key.ease = pn_op_ease_at (track, frame);
    pn_track_set_key (track, &key);
    pn_op_call_take_root (call, pn_edit_set_track (pn_op_call_root (call), track));
  }
}

/* What is done to the rest of an animated layer shows in no frame of the film. */
static void
notice_animated (PnOpCall *call, const PnLayer *layer)
{
  for (guint i = 0; i < G_N_ELEMENTS (animated); i++)
    if (pn_args_has (&call->args, pn_property_name (animated[i])) &&
        pn_root_find_track (call->root, PN_TARGET_LAYER, layer->id, animated[i]) != NULL) {
      pn_op_call_notice (
          call, _ ("“%s” has keys, which the film goes on showing: only its rest is another."),
          layer->name);
      return;
    }
}

/* Puts `layer`, a copy of `old` with what was given, into the document. */
static gboolean
put_layer (PnOpCall *call,
           const PnLayer *old,
           PnLayer *layer,
           Becomes becomes,
           double frame,
           GError **error)
{
  for (guint i = 0; becomes == BECOMES_VALUE && i < G_N_ELEMENTS (animated); i++)
    if (pn_args_has (&call->args, pn_property_name (animated[i])) &&
        !refuse_animated (call, old, animated[i], error))
      return FALSE;
  if (becomes == BECOMES_REST)
    notice_animated (call, old);
  if (becomes == BECOMES_KEY) {
    key_transform (call, layer, frame);
    layer->position = old->position;
    layer->anchor = old->anchor;
    layer->rotation_deg = old->rotation_deg;
    layer->scale_x = old->scale_x;
    layer->scale_y = old->scale_y;
    layer->opacity = old->opacity;
  }
  pn_op_result_id (call, "layer", layer->id);
  pn_op_call_take_root (call, pn_edit_replace_layer (pn_op_call_root (call), layer));
  return TRUE;
}

/* With "key" the transform that is given is keyed at "frame"; with "rest" it is what the layer has
 * at rest, and keys go on as they are. */
static gboolean
read_becomes (PnOpCall *call, Becomes *becomes, GError **error)
{
  gboolean is_key = FALSE, is_rest = FALSE;

  if (!pn_args_boolean (&call->args, "key", PN_ARG_OPTIONAL, &is_key, error) ||
      !pn_args_boolean (&call->args, "rest", PN_ARG_OPTIONAL, &is_rest, error))
    return FALSE;
  if (is_key && is_rest) {
    g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_USAGE,
                 _ ("%s: rest has no keys, so “key” and “rest” do not go together."),
                 call->args.where);
    return FALSE;
  }
  *becomes = is_key ? BECOMES_KEY : is_rest ? BECOMES_REST : BECOMES_VALUE;
  return TRUE;
}

static gboolean
set_layer (PnOpCall *call, GError **error)
{
  const char *name = NULL;
  Becomes becomes = BECOMES_VALUE;
  double frame = 0;
  const PnLayer *old = pn_op_find_layer (call, "layer", error);
  if (old == NULL)
    return FALSE;
  if (old->kind == PN_LAYER_UNKNOWN)
    return pn_op_refuse (error,
                         _ ("“%s” was made by a later version of Pantin, which alone can change "
                            "it. It can be moved, keyed and removed."),
                         old->name);

  g_autoptr (PnLayer) layer = pn_layer_copy (old);
  if (!pn_args_number (&call->args, "frame", PN_ARG_OPTIONAL, PN_OP_FRAME_MIN, PN_OP_FRAME_MAX,
                       &frame, error) ||
      !read_becomes (call, &becomes, error) || !set_transform (call, layer, error) ||
      !position_to_parent (call, layer, becomes, frame, error) ||
      !pn_args_boolean (&call->args, "visible", PN_ARG_OPTIONAL, &layer->visible, error) ||
      !pn_args_boolean (&call->args, "locked", PN_ARG_OPTIONAL, &layer->locked, error) ||
      !pn_args_string (&call->args, "name", PN_ARG_OPTIONAL, &name, error))
    return FALSE;
  if (name != NULL) {
    g_free (layer->name);
    layer->name = g_strdup (name);
  }
  return put_layer (call, old, layer, becomes, frame, error);
}

const PnOperationEntry pn_ops_layer_entries[] = {
    {"add_image", PN_OP_EDITS, "path asset name x y group", add_image, N_ ("Add a picture")},
    {"set_layer", PN_OP_EDITS,
     "layer frame key rest name visible locked opacity position anchor rotation scale_x scale_y",
     set_layer, N_ ("Change a layer")},
    {NULL},
};
