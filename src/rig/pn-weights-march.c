/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The nearest bone along the mesh, by fast marching from all bones at once (Kimmel and Sethian,
 * "Computing geodesic paths on manifolds", 1998): a front that leaves the triangles the bones cross
 * and takes the name of its bone along. So a gap is gone round, and the cost is that of the mesh,
 * however many bones there are: some 0.3 microseconds a vertex.
 *
 * Where two bones are equally near, as across a joint, a vertex has both names. */
#include "pn-weights-private.h"

#include <stdlib.h>
#include <string.h>

/* Of the mesh's edge: distances that differ by less are alike. */
#define TIE 1e-9
#define NOT_QUEUED UINT32_MAX

typedef struct {
  const PnMesh *mesh;
  const PnBoneSegment *segments;
  PnNearestBone *nearest;
  double tie; /* px */
  /* Vertices by distance: a heap of those the front has touched, and where each stands in it. */
  uint32_t *heap, *places;
  uint32_t n_heap;
  unsigned char *settled;
  uint32_t *fan_starts, *fan_triangles; /* the triangles of each vertex */
} March;

static int
is_nearer (const March *march, uint32_t a, uint32_t b)
{
  double left = march->nearest[a].distance, right = march->nearest[b].distance;
  return left < right || (!(left > right) && a < b);
}

static void
put (March *march, uint32_t place, uint32_t vertex)
{
  march->heap[place] = vertex;
  march->places[vertex] = place;
}

static void
sift_up (March *march, uint32_t place)
{
  uint32_t vertex = march->heap[place];
  while (place > 0 && is_nearer (march, vertex, march->heap[(place - 1) / 2])) {
    put (march, place, march->heap[(place - 1) / 2]);
    place = (place - 1) / 2;
  }
  put (march, place, vertex);
}

static uint32_t
pop (March *march)
{
  uint32_t first = march->heap[0], last = march->heap[--march->n_heap], place = 0;
  for (;;) {
    uint32_t child = 2 * place + 1;
    if (child >= march->n_heap)
      break;
    if (child + 1 < march->n_heap && is_nearer (march, march->heap[child + 1], march->heap[child]))
      child++;
    if (!is_nearer (march, march->heap[child], last))
      break;
    put (march, place, march->heap[child]);
    place = child;
  }
  if (march->n_heap > 0)
    put (march, place, last);
  return first;
}

static void
offer (March *march, uint32_t vertex, double distance, uint32_t bone)
{
  PnNearestBone *nearest = &march->nearest[vertex];
  if (march->settled[vertex])
    return;
  if (distance < nearest->distance - march->tie) {
    nearest->distance = distance;
    nearest->bones[0] = bone;
    nearest->bones[1] = PN_BONE_NONE;
  } else if (bone != nearest->bones[0] && distance <= nearest->distance + march->tie) {
    nearest->bones[1] = bone;
    return;
  } else {
    return;
  }
  if (march->places[vertex] == NOT_QUEUED) {
    march->heap[march->n_heap] = vertex;
    march->places[vertex] = march->n_heap++;
  }
  sift_up (march, march->places[vertex]);
}

/* The part of the segment, as numbers 0 to 1 along it, that lies in the triangle; 0 if none does. */
static int
clip (const PnVec2 *corners[3], const PnBoneSegment *segment, double *from, double *to)
{
  *from = 0;
  *to = 1;
  for (int i = 0; i < 3; i++) {
    PnVec2 a = *corners[i], side = pn_vec2_sub (*corners[(i + 1) % 3], a);
    double at_head = pn_vec2_cross (side, pn_vec2_sub (segment->head, a));
    double at_tip = pn_vec2_cross (side, pn_vec2_sub (segment->tip, a));
    if (at_head < 0 && at_tip < 0)
      return 0;
    double part = at_head / (at_head - at_tip);
    if (at_head < 0)
      *from = fmax (*from, part);
    else if (at_tip < 0)
      *to = fmin (*to, part);
  }
  return *from <= *to;
}

/* Offers the corners of a triangle the bone that crosses it, from where it does. */
static int
seed_triangle (March *march, uint32_t triangle, uint32_t bone)
{
  const uint32_t *indices = march->mesh->triangles + 3 * (size_t)triangle;
  const PnBoneSegment *segment = &march->segments[bone];
  const PnVec2 *corners[3];
  double from, to, part;
  for (int i = 0; i < 3; i++)
    corners[i] = &march->mesh->positions[indices[i]];
  if (!clip (corners, segment, &from, &to))
    return 0;
  PnVec2 begin = pn_vec2_mix (segment->head, segment->tip, from);
  PnVec2 end = pn_vec2_mix (segment->head, segment->tip, to);
  for (int i = 0; i < 3; i++)
    offer (march, indices[i], sqrt (pn_vec2_square_to_segment (*corners[i], begin, end, &part)),
           bone);
  return 1;
}

static uint32_t
bin_of (double offset, double bin_size, uint32_t n_bins)
{
  double bin = floor (offset / bin_size);
  return bin > 0 ? bin < n_bins - 1 ? (uint32_t)bin : n_bins - 1 : 0;
}

/* Row by row of the locator's bins, those the segment comes past. Returns 0 if it crosses no
 * triangle. */
static int
seed_bone (March *march, uint32_t bone)
{
  const PnMeshLocator *bins = &march->mesh->locator;
  const PnBox *bounds = &march->mesh->bounds;
  PnVec2 a = march->segments[bone].head, b = march->segments[bone].tip;
  double low_x = fmin (a.x, b.x), high_x = fmax (a.x, b.x), low_y = fmin (a.y, b.y),
         high_y = fmax (a.y, b.y);
  int has_crossed = 0;
  if (!(high_x >= bounds->x0) || !(low_x <= bounds->x1) || !(high_y >= bounds->y0) ||
      !(low_y <= bounds->y1))
    return 0;
  uint32_t last_row = bin_of (high_y - bins->y0, bins->bin_size, bins->n_rows);
  for (uint32_t row = bin_of (low_y - bins->y0, bins->bin_size, bins->n_rows); row <= last_row;
       row++) {
    double y0 = bins->y0 + row * bins->bin_size, x0 = low_x, x1 = high_x;
    if (high_y - low_y > bins->bin_size) {
      double s = (y0 - a.y) / (b.y - a.y), t = (y0 + bins->bin_size - a.y) / (b.y - a.y);
      double u = a.x + (b.x - a.x) * s, v = a.x + (b.x - a.x) * t;
      x0 = fmax (low_x, fmin (u, v) - 1e-6 * bins->bin_size);
      x1 = fmin (high_x, fmax (u, v) + 1e-6 * bins->bin_size);
    }
    uint32_t last_column = bin_of (x1 - bins->x0, bins->bin_size, bins->n_columns);
    for (uint32_t column = bin_of (x0 - bins->x0, bins->bin_size, bins->n_columns);
         column <= last_column; column++) {
      uint32_t bin = row * bins->n_columns + column;
      for (uint32_t i = bins->starts[bin]; i < bins->starts[bin + 1]; i++)
        has_crossed |= seed_triangle (march, bins->triangles[i], bone);
    }
  }
  return has_crossed;
}

/* The front goes on from two corners of a triangle as a straight line, if what reaches `to` came
 * between them. */
static void
cross_triangle (March *march, uint32_t a, uint32_t b, uint32_t to, uint32_t bone)
{
  const PnVec2 *positions = march->mesh->positions;
  PnVec2 side = pn_vec2_sub (positions[b], positions[a]);
  PnVec2 ahead = pn_vec2_sub (positions[to], positions[a]);
  double length = pn_vec2_length (side);
  double slope = (march->nearest[b].distance - march->nearest[a].distance) / length;
  double across = 1 - slope * slope;
  if (!(across > 1e-12))
    return;
  across = sqrt (across);
  double along = pn_vec2_dot (side, ahead) / length;
  double height = fabs (pn_vec2_cross (side, ahead)) / length;
  double came = along - height * slope / across;
  if (came >= 0 && came <= length)
    offer (march, to, march->nearest[a].distance + slope * along + across * height, bone);
}

static void
pass_on (March *march, uint32_t vertex)
{
  const PnVec2 *positions = march->mesh->positions;
  const PnNearestBone *own = &march->nearest[vertex];
  for (uint32_t i = march->fan_starts[vertex]; i < march->fan_starts[vertex + 1]; i++) {
    const uint32_t *corners = march->mesh->triangles + 3 * (size_t)march->fan_triangles[i];
    for (int j = 0; j < 3; j++) {
      uint32_t to = corners[j], other = corners[(j + 1) % 3];
      if (to == vertex)
        continue;
      if (other == vertex)
        other = corners[(j + 2) % 3];
      PnVec2 edge = pn_vec2_sub (positions[to], positions[vertex]);
      double along_edge = own->distance + pn_vec2_length (edge);
      for (int k = 0; k < 2; k++) {
        const PnNearestBone *beside = &march->nearest[other];
        uint32_t bone = own->bones[k];
        if (bone == PN_BONE_NONE)
          continue;
        offer (march, to, along_edge, bone);
        if (march->settled[other] && (beside->bones[0] == bone || beside->bones[1] == bone))
          cross_triangle (march, vertex, other, to, bone);
      }
    }
  }
}

static void
list_fans (March *march, uint32_t *halves)
{
  const PnMesh *mesh = march->mesh;
  uint32_t n_halves = 3 * mesh->n_triangles;
  pn_mesh_sort_by_key (NULL, mesh->triangles, n_halves, mesh->n_vertices, march->fan_starts,
                       halves);
  for (uint32_t i = 0; i < n_halves; i++)
    march->fan_triangles[i] = halves[i] / 3;
}

PnStatus
pn_weights_march (const PnMesh *mesh,
                  const PnBoneSegment *segments,
                  size_t n_bones,
                  PnNearestBone *nearest,
                  PnSourceState *states)
{
  size_t n = mesh->n_vertices, n_halves = 3 * (size_t)mesh->n_triangles;
  PnArena arena = {0};
  March march = {.mesh = mesh, .segments = segments, .nearest = nearest};
  march.heap = pn_arena_new (&arena, uint32_t, n);
  march.places = pn_arena_new (&arena, uint32_t, n);
  march.settled = pn_arena_new (&arena, unsigned char, n);
  march.fan_starts = pn_arena_new (&arena, uint32_t, n + 1);
  march.fan_triangles = pn_arena_new (&arena, uint32_t, n_halves);
  if (!march.heap || !march.places || !march.settled || !march.fan_starts || !march.fan_triangles) {
    pn_arena_clear (&arena);
    return PN_STATUS_NO_MEMORY;
  }
  march.tie = TIE * mesh->locator.bin_size;
  memset (march.places, 0xff, n * sizeof *march.places);
  list_fans (&march, march.fan_triangles);
  for (size_t v = 0; v < n; v++)
    nearest[v] = (PnNearestBone){(double)INFINITY, {PN_BONE_NONE, PN_BONE_NONE}};
  for (uint32_t bone = 0; bone < n_bones; bone++)
    if (states[bone] != PN_SOURCE_NOT_FINITE)
      states[bone] = seed_bone (&march, bone) ? PN_SOURCE_HOLDS : PN_SOURCE_OUTSIDE;
  while (march.n_heap > 0) {
    uint32_t vertex = pop (&march);
    march.settled[vertex] = 1;
    pass_on (&march, vertex);
  }
  pn_arena_clear (&arena);
  return PN_STATUS_OK;
}
