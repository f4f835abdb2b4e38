/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-hash.h"
#include "pn-node-private.h"

#include <string.h>

#define DEFAULT_SECONDS 5

PnRoot *
pn_root_new (int width, int height, int fps_numerator, int fps_denominator)
{
  PnRoot *root = pn_node_alloc (PN_NODE_ROOT, sizeof *root);

  root->document_id = g_uuid_string_random ();
  root->version = PN_FORMAT_VERSION;
  root->next_id = 1;
  root->width = width;
  root->height = height;
  root->fps_numerator = fps_numerator;
  root->fps_denominator = fps_denominator;
  root->duration =
      MAX (1, (DEFAULT_SECONDS * fps_numerator + fps_denominator / 2) / fps_denominator);
  return root;
}

PnRoot *
pn_root_copy (const PnRoot *root)
{
  PnRoot *copy = pn_node_alloc_copy (root, sizeof *root);

  copy->document_id = g_strdup (root->document_id);
  pn_node_list_copy (&copy->layers, &root->layers);
  pn_node_list_copy (&copy->skeletons, &root->skeletons);
  pn_node_list_copy (&copy->tracks, &root->tracks);
  return copy;
}

void
pn_root_clear (PnRoot *root)
{
  g_free (root->document_id);
  pn_node_list_clear (&root->layers);
  pn_node_list_clear (&root->skeletons);
  pn_node_list_clear (&root->tracks);
}

PnId
pn_root_make_id (PnRoot *root)
{
  PnId id;

  /* Hashing the document's own id with the counter makes ids unlike in every document, so that what
   * is pasted from another one keeps its references. */
  do {
    PnHash hash;

    pn_hash_init (&hash);
    pn_hash_bytes (&hash, root->document_id, strlen (root->document_id));
    pn_hash_u64 (&hash, root->next_id);
    id = pn_hash_value (&hash);
    /* A file's integers end there, and a file may say so. */
    root->next_id = root->next_id < G_MAXINT64 ? root->next_id + 1 : 1;
  } while (id == 0 || pn_root_find_layer (root, id, NULL, NULL) != NULL ||
           pn_root_find_pin (root, id, NULL) != NULL ||
           pn_root_find_skeleton (root, id, NULL) != NULL ||
           pn_root_find_bone (root, id, NULL) != NULL);
  return id;
}

static const PnLayer *
find_layer_in (const PnNodeList *list,
               const PnLayer *holder,
               PnId id,
               const PnLayer **parent,
               guint *index)
{
  for (guint i = 0; i < list->n_items; i++) {
    const PnLayer *layer = list->items[i];
    const PnLayer *found;

    if (layer->id == id) {
      if (parent != NULL)
        *parent = holder;
      if (index != NULL)
        *index = i;
      return layer;
    }
    found = find_layer_in (&layer->children, layer, id, parent, index);
    if (found != NULL)
      return found;
  }
  return NULL;
}

const PnLayer *
pn_root_find_layer (const PnRoot *root, PnId id, const PnLayer **parent, guint *index)
{
  return find_layer_in (&root->layers, NULL, id, parent, index);
}

static const PnPin *
find_pin_in (const PnNodeList *list, PnId id, const PnLayer **holder)
{
  for (guint i = 0; i < list->n_items; i++) {
    const PnLayer *layer = list->items[i];
    const PnPin *found = NULL;

    if (layer->puppet != NULL)
      found = pn_puppet_find_pin (layer->puppet, id, NULL);
    if (found != NULL) {
      if (holder != NULL)
        *holder = layer;
      return found;
    }
    found = find_pin_in (&layer->children, id, holder);
    if (found != NULL)
      return found;
  }
  return NULL;
}

const PnPin *
pn_root_find_pin (const PnRoot *root, PnId id, const PnLayer **layer)
{
  return find_pin_in (&root->layers, id, layer);
}

const PnTrack *
pn_root_find_track (const PnRoot *root, PnTargetKind kind, PnId target, PnProperty property)
{
  const PnTrack wanted = {.target_kind = kind, .target = target, .property = property};
  guint low = 0;
  guint high = root->tracks.n_items;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    int order = pn_track_compare (root->tracks.items[middle], &wanted);

    if (order == 0)
      return root->tracks.items[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

PnVec2
pn_root_sample (const PnRoot *root,
                PnTargetKind kind,
                PnId target,
                PnProperty property,
                double frame,
                PnVec2 fallback)
{
  const PnTrack *track = pn_root_find_track (root, kind, target, property);

  return track != NULL ? pn_sample_keys (track->keys, track->n_keys, frame) : fallback;
}

PnVec2
pn_root_sample_start_offset (const PnRoot *root, const PnPin *pin, double frame)
{
  const PnTrack *track = pn_root_find_track (root, PN_TARGET_PIN, pin->id, PN_PROPERTY_POSITION);

  return track != NULL ? pn_sample_start_offsets (track->keys, track->n_keys, frame)
                       : pin->start_offset_layer;
}

PnAffine
pn_root_parent_from_layer (const PnRoot *root, const PnLayer *layer, double frame)
{
  PnVec2 position = pn_root_sample (root, PN_TARGET_LAYER, layer->id, PN_PROPERTY_POSITION, frame,
                                    layer->position);
  PnVec2 anchor =
      pn_root_sample (root, PN_TARGET_LAYER, layer->id, PN_PROPERTY_ANCHOR, frame, layer->anchor);
  PnVec2 rotation = pn_root_sample (root, PN_TARGET_LAYER, layer->id, PN_PROPERTY_ROTATION, frame,
                                    pn_vec2 (layer->rotation_deg, 0));
  PnVec2 scale_x = pn_root_sample (root, PN_TARGET_LAYER, layer->id, PN_PROPERTY_SCALE_X, frame,
                                   pn_vec2 (layer->scale_x, 0));
  PnVec2 scale_y = pn_root_sample (root, PN_TARGET_LAYER, layer->id, PN_PROPERTY_SCALE_Y, frame,
                                   pn_vec2 (layer->scale_y, 0));

  return pn_affine_compose (position, anchor, rotation.x, scale_x.x, scale_y.x);
}

static PnAffine
parent_from_layer_at_rest (const PnLayer *layer)
{
  return pn_affine_compose (layer->position, layer->anchor, layer->rotation_deg, layer->scale_x,
                            layer->scale_y);
}

/* At rest where `frame` is NULL. From the root down, as a walk over the whole tree multiplies too, so
 * that both give the same bits. */
static PnAffine
multiply_from_root (const PnRoot *root, const PnLayer *layer, const double *frame)
{
  PnAffine parent_from_layer = frame != NULL ? pn_root_parent_from_layer (root, layer, *frame)
                                             : parent_from_layer_at_rest (layer);
  const PnLayer *parent = NULL;

  pn_root_find_layer (root, layer->id, &parent, NULL);
  if (parent == NULL)
    return parent_from_layer;

  PnAffine doc_from_parent = multiply_from_root (root, parent, frame);

  return pn_affine_multiply (&doc_from_parent, &parent_from_layer);
}

PnAffine
pn_root_doc_from_layer (const PnRoot *root, const PnLayer *layer, double frame)
{
  return multiply_from_root (root, layer, &frame);
}

PnAffine
pn_root_doc_from_layer_at_rest (const PnRoot *root, const PnLayer *layer)
{
  return multiply_from_root (root, layer, NULL);
}
