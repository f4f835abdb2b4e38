/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>
#include <string.h>

#include "pn-frame.h"

/* A frame of one layer of the root, whose mesh is a grid of at least so many triangles over the
 * whole document. (transfer full) */
static inline PnFrame *
pn_test_frame_of_wires (const PnRoot *root, guint n_triangles)
{
  guint side = (guint)ceil (sqrt (n_triangles / 2.0)), n_vertices = (side + 1) * (side + 1);
  g_autofree PnVec2 *places = g_new (PnVec2, n_vertices);
  g_autofree guint32 *corners = g_new (guint32, 6 * (gsize)side * side);
  PnFrame *frame = g_new0 (PnFrame, 1);
  PnMesh *mesh = NULL;

  for (guint i = 0; i < n_vertices; i++)
    places[i] =
        pn_vec2 (root->width * (i % (side + 1)) / side, root->height * (i / (side + 1)) / side);
  for (guint i = 0; i < side * side; i++) {
    guint at = i / side * (side + 1) + i % side, below = at + side + 1;
    const guint32 cell[6] = {at, at + 1, below, at + 1, below + 1, below};
    memcpy (corners + 6 * i, cell, sizeof cell);
  }
  g_assert_cmpint (pn_mesh_new (places, NULL, n_vertices, corners, 2 * (gsize)side * side,
                                root->width, root->height, NULL, &mesh),
                   ==, PN_STATUS_OK);
  g_atomic_ref_count_init (&frame->ref_count);
  frame->root = pn_node_ref (root);
  frame->notices = g_ptr_array_new_with_free_func (g_free);
  frame->owned = g_ptr_array_new_with_free_func ((GDestroyNotify)pn_mesh_unref);
  g_ptr_array_add (frame->owned, mesh);
  frame->layers = pn_arena_alloc (&frame->arena, 1, sizeof (PnLayerPose));
  frame->n_layers = 1;
  frame->layers[0] = (PnLayerPose){.layer = frame->root->layers.items[0],
                                   .visible = TRUE,
                                   .doc_from_layer = PN_AFFINE_IDENTITY,
                                   .mesh = mesh,
                                   .posed_layer = pn_mesh_positions (mesh)};
  return frame;
}
