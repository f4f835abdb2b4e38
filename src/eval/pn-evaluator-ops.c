/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Opacity belongs to a layer as a whole. Where its artwork may lie over itself (a group of several,
 * a mesh that bends) it is drawn at full opacity on a surface of its own, which is then laid over
 * what is below; an artwork that cannot (one flat picture) takes the opacity into its draw. */
#include "pn-evaluator-private.h"

typedef struct {
  guint n_ops;
  gboolean is_flat; /* one draw that never lies over itself */
  PnBox bounds_doc;
} Emitted;

static Emitted emit_range (const PnWalkItem *items, guint first, guint end, GArray *ops);

static Emitted
emit_draw (const PnWalkItem *item, GArray *ops)
{
  const PnPosing *posing = &item->posing;
  const PnLayer *layer = posing->layer;
  /* A scale of 1e300 gives no picture. */
  if (!posing->mesh || !posing->is_finite)
    return (Emitted){.bounds_doc = pn_box_empty ()};

  PnOp op = {
      .kind = PN_OP_DRAW,
      .layer = layer->id,
      .draw =
          {
              .texture = {layer->picture_asset, layer->picture_width, layer->picture_height},
              .mesh = posing->mesh,
              .positions_doc = posing->positions_doc,
              .triangles = pn_mesh_triangles (posing->mesh),
              .n_triangles = (guint)pn_mesh_n_triangles (posing->mesh),
              .opacity = 1.0,
          },
  };
  g_array_append_val (ops, op);
  return (Emitted){.n_ops = 1, .is_flat = !posing->rig, .bounds_doc = posing->bounds_doc};
}

static Emitted
emit_item (const PnWalkItem *items, guint index, GArray *ops)
{
  const PnWalkItem *item = &items[index];
  const PnLayer *layer = item->posing.layer;
  if (!layer->visible || item->opacity <= 0.0)
    return (Emitted){.bounds_doc = pn_box_empty ()};

  guint first = ops->len;
  Emitted emitted = layer->kind == PN_LAYER_GROUP ? emit_range (items, index + 1, item->end, ops)
                                                  : emit_draw (item, ops);
  if (item->opacity >= 1.0 || emitted.n_ops == 0)
    return emitted;
  if (emitted.is_flat) {
    g_array_index (ops, PnOp, first).draw.opacity *= item->opacity;
    return emitted;
  }

  PnOp push = {.kind = PN_OP_PUSH, .layer = layer->id, .push = {emitted.bounds_doc, item->opacity}};
  PnOp pop = {.kind = PN_OP_POP, .layer = layer->id};
  g_array_insert_val (ops, first, push);
  g_array_append_val (ops, pop);
  emitted.n_ops += 2;
  return emitted;
}

static Emitted
emit_range (const PnWalkItem *items, guint first, guint end, GArray *ops)
{
  Emitted all = {.bounds_doc = pn_box_empty ()};
  for (guint i = first; i < end; i = items[i].end) {
    Emitted one = emit_item (items, i, ops);
    all.n_ops += one.n_ops;
    all.is_flat |= one.is_flat;
    pn_box_add_box (&all.bounds_doc, &one.bounds_doc);
  }
  all.is_flat &= all.n_ops == 1;
  return all;
}

void
pn_evaluator_emit_ops (const PnWalkItem *items, guint n_items, GArray *ops)
{
  emit_range (items, 0, n_items, ops);
}
