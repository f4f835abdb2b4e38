/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which triangles meet where: half-edges paired by two passes of counting sort, so in linear time
 * whatever the input, a hub of a million triangles included. */
#include <math.h>
#include <string.h>

#include "pn-hash.h"
#include "pn-mesh-private.h"

/* Height over longest side, squared, below which a triangle counts as having no area. Its gradients
 * would have fewer than half of a double's digits left. */
#define SLIVER_SQUARED 1e-16

int
pn_mesh_is_sliver (const PnVec2 *positions, const uint32_t *corners)
{
  double longest = 0;
  for (int i = 0; i < 3; i++) {
    PnVec2 side = pn_vec2_sub (positions[corners[(i + 1) % 3]], positions[corners[i]]);
    longest = fmax (longest, pn_vec2_dot (side, side));
  }
  double cross = pn_mesh_cross (positions, corners);
  return !(cross * cross > SLIVER_SQUARED * longest * longest);
}

void
pn_mesh_sort_by_key (const uint32_t *items,
                     const uint32_t *keys,
                     uint32_t n_items,
                     uint32_t n_keys,
                     uint32_t *starts,
                     uint32_t *sorted)
{
  memset (starts, 0, ((size_t)n_keys + 1) * sizeof *starts);
  for (uint32_t i = 0; i < n_items; i++)
    starts[keys[items ? items[i] : i] + 1]++;
  for (uint32_t k = 0; k < n_keys; k++)
    starts[k + 1] += starts[k];
  for (uint32_t i = 0; i < n_items; i++) {
    uint32_t item = items ? items[i] : i;
    sorted[starts[keys[item]]++] = item;
  }
  /* Each start was moved on to the next one. */
  memmove (starts + 1, starts, n_keys * sizeof *starts);
  starts[0] = 0;
}

/* Joins the half-edges of one edge, n of them in ascending order: the k-th one way with the k-th
 * the other way. */
static void
pair_run (const uint32_t *halves,
          uint32_t n_halves,
          const uint32_t *tails,
          const uint32_t *lows,
          uint32_t *mates)
{
  uint32_t forth = 0, back = 0;
  for (;;) {
    while (forth < n_halves && tails[halves[forth]] != lows[halves[forth]])
      forth++;
    while (back < n_halves && tails[halves[back]] == lows[halves[back]])
      back++;
    if (forth == n_halves || back == n_halves)
      return;
    mates[halves[forth]] = halves[back];
    mates[halves[back]] = halves[forth];
    forth++;
    back++;
  }
}

PnStatus
pn_mesh_pair_halves (const uint32_t *triangles,
                     uint32_t n_triangles,
                     uint32_t n_vertices,
                     uint32_t *mates)
{
  uint32_t n_halves = 3 * n_triangles;
  uint32_t *space = reallocarray (NULL, 4 * (size_t)n_halves + n_vertices + 1, sizeof *space);
  if (!space)
    return PN_STATUS_NO_MEMORY;
  uint32_t *lows = space;
  uint32_t *highs = lows + n_halves;
  uint32_t *by_high = highs + n_halves;
  uint32_t *by_both = by_high + n_halves;
  uint32_t *starts = by_both + n_halves;

  for (uint32_t half = 0; half < n_halves; half++) {
    uint32_t a = triangles[half], b = triangles[pn_mesh_next_half (half)];
    lows[half] = a < b ? a : b;
    highs[half] = a < b ? b : a;
    mates[half] = PN_MESH_NONE;
  }
  pn_mesh_sort_by_key (NULL, highs, n_halves, n_vertices, starts, by_high);
  pn_mesh_sort_by_key (by_high, lows, n_halves, n_vertices, starts, by_both);

  for (uint32_t i = 0, end; i < n_halves; i = end) {
    for (end = i + 1; end < n_halves; end++)
      if (lows[by_both[end]] != lows[by_both[i]] || highs[by_both[end]] != highs[by_both[i]])
        break;
    pair_run (by_both + i, end - i, triangles, lows, mates);
  }
  free (space);
  return PN_STATUS_OK;
}

/* Marks the fan that `corner` belongs to, turning both ways from it over shared edges. */
static void
mark_fan (const uint32_t *mates, uint32_t corner, uint32_t fan, uint32_t *fans)
{
  for (uint32_t at = corner; fans[at] == PN_MESH_NONE;) {
    fans[at] = fan;
    uint32_t previous = pn_mesh_next_half (pn_mesh_next_half (at));
    if (mates[previous] == PN_MESH_NONE)
      break;
    at = mates[previous];
  }
  for (uint32_t at = corner; mates[at] != PN_MESH_NONE;) {
    at = pn_mesh_next_half (mates[at]);
    if (fans[at] != PN_MESH_NONE)
      break;
    fans[at] = fan;
  }
}

uint32_t
pn_mesh_number_fans (const uint32_t *mates, uint32_t n_triangles, uint32_t *fans)
{
  uint32_t n_corners = 3 * n_triangles, n_fans = 0;
  for (uint32_t corner = 0; corner < n_corners; corner++)
    fans[corner] = PN_MESH_NONE;
  for (uint32_t corner = 0; corner < n_corners; corner++)
    if (fans[corner] == PN_MESH_NONE)
      mark_fan (mates, corner, n_fans++, fans);
  return n_fans;
}

static uint64_t
hash_vertex (const PnVec2 *position, const PnVec2 *uv)
{
  PnHash hash;
  pn_hash_init (&hash);
  pn_hash_double (&hash, position->x);
  pn_hash_double (&hash, position->y);
  pn_hash_double (&hash, uv->x);
  pn_hash_double (&hash, uv->y);
  return pn_hash_value (&hash);
}

PnStatus
pn_mesh_weld_map (const PnVec2 *positions,
                  const PnVec2 *uvs,
                  uint32_t n_vertices,
                  uint32_t *first_alike)
{
  size_t n_slots = 16;
  while (n_slots < 2 * (size_t)n_vertices)
    n_slots *= 2;
  uint32_t *slots = reallocarray (NULL, n_slots, sizeof *slots);
  if (!slots)
    return PN_STATUS_NO_MEMORY;
  memset (slots, 0xff, n_slots * sizeof *slots);

  for (uint32_t v = 0; v < n_vertices; v++) {
    size_t slot = hash_vertex (&positions[v], &uvs[v]) & (n_slots - 1);
    while (slots[slot] != PN_MESH_NONE &&
           (memcmp (&positions[slots[slot]], &positions[v], sizeof (PnVec2)) != 0 ||
            memcmp (&uvs[slots[slot]], &uvs[v], sizeof (PnVec2)) != 0))
      slot = (slot + 1) & (n_slots - 1);
    if (slots[slot] == PN_MESH_NONE)
      slots[slot] = v;
    first_alike[v] = slots[slot];
  }
  free (slots);
  return PN_STATUS_OK;
}
