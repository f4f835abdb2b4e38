/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-frame.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "pn-hash.h"

PnFrame *
pn_frame_ref (PnFrame *frame)
{
  g_atomic_ref_count_inc (&frame->ref_count);
  return frame;
}

void
pn_frame_unref (PnFrame *frame)
{
  if (!g_atomic_ref_count_dec (&frame->ref_count))
    return;
  g_clear_pointer (&frame->notices, g_ptr_array_unref);
  g_clear_pointer (&frame->owned, g_ptr_array_unref);
  pn_arena_clear (&frame->arena);
  pn_node_unref ((gpointer)frame->root);
  g_free (frame);
}

char *
pn_pin_state_describe (PnPinState state, const char *pin, const char *layer)
{
  switch (state) {
  case PN_PIN_OFF_MESH:
    return g_strdup_printf (_ ("The mesh of “%s” has no triangle under the pin “%s”. Raise "
                               "Expansion or move the pin."),
                            layer, pin);
  case PN_PIN_NOT_FINITE:
    return g_strdup_printf (_ ("The pin “%s” of “%s” has no place at this frame and is ignored."),
                            pin, layer);
  case PN_PIN_MERGED:
    return g_strdup_printf (_ ("The pin “%s” of “%s” lies so near an earlier pin that the two act "
                               "as one. Move them apart or give them a smaller grip."),
                            pin, layer);
  case PN_PIN_REDUNDANT:
    return g_strdup_printf (_ ("The mesh of “%s” is too coarse to hold the pin “%s” beside those "
                               "around it. Raise Density."),
                            layer, pin);
  case PN_PIN_NO_TURN:
    return g_strdup_printf (_ ("The mesh of “%s” is too coarse to hold the turn of the pin “%s” "
                               "beside those around it. Raise Density."),
                            layer, pin);
  case PN_PIN_HOLDS:
  default:
    return NULL;
  }
}

static void
hash_points (PnHash *hash, const PnVec2 *points, gsize n_points)
{
  pn_hash_u64 (hash, n_points);
  for (gsize i = 0; i < n_points; i++) {
    pn_hash_double (hash, points[i].x);
    pn_hash_double (hash, points[i].y);
  }
}

static void
hash_indices (PnHash *hash, const guint32 *indices, gsize n_indices)
{
  pn_hash_u64 (hash, n_indices);
  for (gsize i = 0; i < n_indices; i++)
    pn_hash_u64 (hash, indices[i]);
}

static void
hash_op (PnHash *hash, const PnOp *op)
{
  pn_hash_u64 (hash, op->kind);
  pn_hash_u64 (hash, op->layer);
  switch (op->kind) {
  case PN_OP_DRAW: {
    const PnOpDraw *draw = &op->draw;
    pn_hash_bytes (hash, draw->texture.asset, strlen (draw->texture.asset));
    pn_hash_u64 (hash, (guint64)draw->texture.width);
    pn_hash_u64 (hash, (guint64)draw->texture.height);
    pn_hash_u64 (hash, pn_mesh_signature (draw->mesh));
    hash_points (hash, draw->positions_doc, pn_mesh_n_vertices (draw->mesh));
    hash_indices (hash, draw->triangles, 3 * (gsize)draw->n_triangles);
    pn_hash_double (hash, draw->opacity);
    break;
  }
  case PN_OP_PUSH: {
    const PnBox *box = &op->push.bounds_doc;
    const double bounds[4] = {box->x0, box->y0, box->x1, box->y1};
    pn_hash_doubles (hash, bounds, 4);
    pn_hash_double (hash, op->push.opacity);
    break;
  }
  case PN_OP_POP:
    break;
  }
}

static void
hash_layer (PnHash *hash, const PnLayerPose *pose)
{
  const PnAffine *map = &pose->doc_from_layer;
  const double coefficients[6] = {map->xx, map->yx, map->xy, map->yy, map->x0, map->y0};

  pn_hash_u64 (hash, pose->layer->id);
  pn_hash_u64 (hash, pose->visible ? 1 : 0);
  pn_hash_double (hash, pose->opacity);
  pn_hash_doubles (hash, coefficients, 6);
  pn_hash_u64 (hash, pose->mesh ? pn_mesh_signature (pose->mesh) : 0);
  if (pose->mesh)
    hash_points (hash, pose->posed_layer, pn_mesh_n_vertices (pose->mesh));
  pn_hash_u64 (hash, pose->n_pins);
  for (guint i = 0; i < pose->n_pins; i++) {
    const PnPinPose *pin = &pose->pins[i];
    pn_hash_u64 (hash, pin->pin->id);
    hash_points (hash, &pin->target_layer, 1);
    hash_points (hash, &pin->landed_layer, 1);
    pn_hash_u64 (hash, pin->state);
  }
  hash_indices (hash, pose->flipped, pose->n_flipped);
}

guint64
pn_frame_hash (const PnFrame *frame)
{
  PnHash hash;
  pn_hash_init (&hash);
  pn_hash_u64 (&hash, (guint64)frame->width);
  pn_hash_u64 (&hash, (guint64)frame->height);
  pn_hash_u64 (&hash, frame->has_background ? 1 : 0);
  pn_hash_bytes (&hash, frame->background, sizeof frame->background);
  pn_hash_u64 (&hash, frame->n_ops);
  for (guint i = 0; i < frame->n_ops; i++)
    hash_op (&hash, &frame->ops[i]);
  pn_hash_u64 (&hash, frame->n_layers);
  for (guint i = 0; i < frame->n_layers; i++)
    hash_layer (&hash, &frame->layers[i]);
  return pn_hash_value (&hash);
}
