/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a pose costs, and what it turns inside out. */
#include <math.h>

#include "pn-elastic-private.h"

double
pn_elastic_energy (const PnMesh *mesh, const PnVec2 *positions)
{
  const PnVec2 *rest = pn_mesh_positions (mesh);
  const uint32_t *corners = pn_mesh_triangles (mesh);
  double energy = 0;
  for (size_t t = 0; t < pn_mesh_n_triangles (mesh); t++, corners += 3) {
    PnComplex z[2], p[2];
    for (int i = 0; i < 2; i++) {
      z[i] = pn_elastic_point (pn_vec2_sub (rest[corners[i + 1]], rest[corners[0]]));
      p[i] = pn_elastic_point (pn_vec2_sub (positions[corners[i + 1]], positions[corners[0]]));
    }
    /* a z + b conj (z) = p for both sides; the determinant is -2i times twice the area. */
    double twice_area = pn_complex_conj_mul (z[0], z[1]).im;
    PnComplex a =
        pn_complex_sub (pn_complex_conj_mul (z[1], p[0]), pn_complex_conj_mul (z[0], p[1]));
    PnComplex b = pn_complex_sub (pn_complex_mul (z[0], p[1]), pn_complex_mul (z[1], p[0]));
    double length = sqrt (pn_complex_norm (a)) / (2 * twice_area);
    double shear = pn_complex_norm (b) / (4 * twice_area * twice_area);
    energy += twice_area / 2 * ((length - 1) * (length - 1) + shear);
  }
  return energy;
}

size_t
pn_elastic_flipped (const PnMesh *mesh, const PnVec2 *positions, uint32_t *triangles)
{
  const uint32_t *corners = pn_mesh_triangles (mesh);
  size_t n_flipped = 0;
  for (size_t t = 0; t < pn_mesh_n_triangles (mesh); t++, corners += 3) {
    PnVec2 first = pn_vec2_sub (positions[corners[1]], positions[corners[0]]);
    PnVec2 second = pn_vec2_sub (positions[corners[2]], positions[corners[0]]);
    if (pn_vec2_cross (first, second) > 0)
      continue;
    if (triangles)
      triangles[n_flipped] = (uint32_t)t;
    n_flipped++;
  }
  return n_flipped;
}
