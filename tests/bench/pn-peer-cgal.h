/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* CGAL's surface mesh deformation ("as rigid as possible", Sorkine and Alexa, 2007) on a flat mesh, to
 * set our figures beside. Its handles are vertices. */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct PeerCgal PeerCgal;

/* `points` is x and y of each vertex, `triangles` three indices of each triangle; all is copied. NULL
 * where CGAL takes it for no surface. */
PeerCgal *peer_cgal_new (const double *points,
                         size_t n_points,
                         const uint32_t *triangles,
                         size_t n_triangles,
                         const uint32_t *handles,
                         size_t n_handles);
void peer_cgal_free (PeerCgal *peer);

/* The weights and the factor, anew. Nonzero where that went well. */
int peer_cgal_prepare (PeerCgal *peer);

/* A frame from rest: each handle goes to x and y of `targets`, then so many rounds of a local and a
 * global step. */
void peer_cgal_deform (PeerCgal *peer, const double *targets, unsigned n_rounds);

/* x and y of a vertex in the last frame. */
void peer_cgal_get (const PeerCgal *peer, uint32_t vertex, double *point);

#ifdef __cplusplus
}
#endif
