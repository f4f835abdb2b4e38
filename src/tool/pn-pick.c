/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-pick-private.h"

#include <math.h>

/* Artwork fainter than this is not seen, and a press goes through it. Of 255. */
#define FAINT_ALPHA 13

/* On an edge rounding may put a point outside both of its triangles. */
#define EDGE_TOLERANCE 1e-9

gboolean
pn_pick_is_open (const PnFrame *frame, const PnLayerPose *pose)
{
  if (!pose->visible)
    return FALSE;
  for (const PnLayer *layer = pose->layer; layer != NULL;) {
    const PnLayer *parent = NULL;
    if (layer->locked)
      return FALSE;
    pn_root_find_layer (frame->root, layer->id, &parent, NULL);
    layer = parent;
  }
  return TRUE;
}

static gboolean
is_seen (const PnPicture *picture, PnVec2 place)
{
  double x = floor (place.x), y = floor (place.y);
  if (!(x >= 0) || !(y >= 0) || !(x < picture->width) || !(y < picture->height))
    return FALSE;

  gsize index = 4 * ((gsize)y * (gsize)picture->width + (gsize)x) + 3, size;
  const void *pixels = g_bytes_get_data (picture->pixels, &size);
  return picture->format == PN_PIXELS_RGBA16 ? ((const guint16 *)pixels)[index] >> 8 >= FAINT_ALPHA
                                             : ((const guint8 *)pixels)[index] >= FAINT_ALPHA;
}

/* The place at rest of a point in a posed triangle; FALSE where the point is not in it. */
static gboolean
carry_to_rest (const PnLayerPose *pose, const uint32_t *corners, PnVec2 p, PnVec2 *rest)
{
  const PnVec2 *at_rest = pn_mesh_positions (pose->mesh);
  PnVec2 a = pose->posed_layer[corners[0]];
  PnVec2 ab = pn_vec2_sub (pose->posed_layer[corners[1]], a);
  PnVec2 ac = pn_vec2_sub (pose->posed_layer[corners[2]], a);
  PnVec2 ap = pn_vec2_sub (p, a);
  double area = pn_vec2_cross (ab, ac);
  if (!(fabs (area) > 0))
    return FALSE;

  double v = pn_vec2_cross (ap, ac) / area, w = pn_vec2_cross (ab, ap) / area, u = 1 - v - w;
  if (!(u >= -EDGE_TOLERANCE) || !(v >= -EDGE_TOLERANCE) || !(w >= -EDGE_TOLERANCE))
    return FALSE;
  *rest =
      pn_vec2 (u * at_rest[corners[0]].x + v * at_rest[corners[1]].x + w * at_rest[corners[2]].x,
               u * at_rest[corners[0]].y + v * at_rest[corners[1]].y + w * at_rest[corners[2]].y);
  return TRUE;
}

gboolean
pn_pick_covers (const PnLayerPose *pose,
                PnPictureCache *pictures,
                PnVec2 point_doc,
                PnVec2 *rest_layer)
{
  PnAffine layer_from_doc;
  if (pose->mesh == NULL ||
      pn_affine_invert (&pose->doc_from_layer, &layer_from_doc) != PN_STATUS_OK)
    return FALSE;

  g_autoptr (PnPicture) picture = pn_picture_cache_get (pictures, pose->layer->picture_asset, NULL);
  PnVec2 point = pn_affine_apply (&layer_from_doc, point_doc);
  for (gsize i = pn_mesh_n_triangles (pose->mesh); i-- > 0;) {
    PnVec2 rest;
    /* A picture that cannot be decoded is drawn as nothing, but its mesh can be taken hold of. */
    if (carry_to_rest (pose, pn_mesh_triangles (pose->mesh) + 3 * i, point, &rest) &&
        (picture == NULL || is_seen (picture, rest))) {
      if (rest_layer != NULL)
        *rest_layer = rest;
      return TRUE;
    }
  }
  return FALSE;
}

const PnLayerPose *
pn_pick_layer (const PnFrame *frame,
               PnPictureCache *pictures,
               PnVec2 point_doc,
               const PnLayerPose *above)
{
  for (guint i = above != NULL ? (guint)(above - frame->layers) : frame->n_layers; i-- > 0;) {
    const PnLayerPose *pose = &frame->layers[i];
    if (pose->mesh != NULL && pose->opacity > 0 && pn_pick_is_open (frame, pose) &&
        pn_pick_covers (pose, pictures, point_doc, NULL))
      return pose;
  }
  return NULL;
}

const PnLayerPose *
pn_pick_find (const PnFrame *frame, PnId layer)
{
  for (guint i = 0; i < frame->n_layers; i++)
    if (frame->layers[i].layer->id == layer)
      return &frame->layers[i];
  return NULL;
}

PnBox
pn_pick_bounds (const PnLayerPose *pose, const PnAffine *to_from_doc)
{
  PnBox box = pn_box_empty ();
  PnAffine map = pn_affine_multiply (to_from_doc, &pose->doc_from_layer);

  for (gsize i = 0; pose->mesh != NULL && i < pn_mesh_n_vertices (pose->mesh); i++)
    pn_box_add_point (&box, pn_affine_apply (&map, pose->posed_layer[i]));
  return box;
}

static void
add_children (const PnFrame *frame, const PnLayer *group, const PnAffine *to_from_doc, PnBox *box)
{
  for (guint i = 0; i < group->children.n_items; i++) {
    const PnLayer *child = group->children.items[i];
    PnBox bounds = pn_pick_bounds (pn_pick_find (frame, child->id), to_from_doc);
    if (!pn_box_is_empty (&bounds))
      pn_box_add_box (box, &bounds);
    add_children (frame, child, to_from_doc, box);
  }
}

PnBox
pn_pick_extent (const PnFrame *frame, const PnLayerPose *pose)
{
  PnBox box = pn_box_empty ();
  PnAffine layer_from_doc;

  if (pose->layer->kind == PN_LAYER_IMAGE)
    return (PnBox){0, 0, pose->layer->picture_width, pose->layer->picture_height};
  if (pn_affine_invert (&pose->doc_from_layer, &layer_from_doc) == PN_STATUS_OK)
    add_children (frame, pose->layer, &layer_from_doc, &box);
  return box;
}

gboolean
pn_pick_is_far (const PnFrame *frame, PnVec2 point_doc, double distance)
{
  PnAffine identity = PN_AFFINE_IDENTITY;

  for (guint i = 0; i < frame->n_layers; i++) {
    if (!frame->layers[i].visible)
      continue;
    PnBox box = pn_pick_bounds (&frame->layers[i], &identity);
    PnBox grown = {box.x0 - distance, box.y0 - distance, box.x1 + distance, box.y1 + distance};
    if (!pn_box_is_empty (&box) && pn_box_contains (&grown, point_doc))
      return FALSE;
  }
  return TRUE;
}
