/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any coverage and recipe: a valid mesh that holds every pixel's centre and has no more vertices
 * than promised, or nothing where no pixel is covered. Four bytes say the size and recipe; the rest
 * are runs of clear and covered pixels in turn. */

#include <stdint.h>
#include <stdlib.h>

#include "pn-mesh-builder.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
check (const PnMesh *mesh, const PnCoverage *coverage, unsigned notices)
{
  if (pn_mesh_validate (mesh, NULL) != PN_STATUS_OK || pn_mesh_n_vertices (mesh) > 11000)
    abort ();
  for (int i = 0; i < coverage->width * coverage->height; i++) {
    PnMeshPlace place;
    if (coverage->alpha[i] < PN_COVERAGE_THRESHOLD || (notices & PN_MESH_NOTICE_SPECKS_DROPPED))
      continue;
    PnVec2 centre = {i % coverage->width + 0.5, i / coverage->width + 0.5};
    if (pn_mesh_locate (mesh, centre, &place) != PN_STATUS_OK || place.distance > 1e-9)
      abort ();
  }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size < 5)
    return 0;
  int width = 1 + data[0] % 100, height = 1 + data[1] % 100;
  PnMeshRecipe recipe = {
      .mode = data[2] & 1 ? PN_MESH_GRID : PN_MESH_SILHOUETTE,
      .density = 2 + data[2] % 49,
      .expansion = data[3] < 128 ? data[3] / 8.0 : data[3] - 128,
  };

  uint8_t *alpha = calloc ((size_t)width * (size_t)height, 1);
  int at = 0, n_covered = 0;
  for (size_t i = 4; i < size; i++)
    for (int run = data[i]; run > 0 && at < width * height; run--, at++) {
      alpha[at] = i % 2 ? 255 : 0;
      n_covered += i % 2;
    }
  PnCoverage coverage = {alpha, (size_t)width, width, height};
  PnMesh *mesh = NULL;
  unsigned notices = 0;
  PnStatus status = pn_mesh_build (&coverage, &recipe, &notices, &mesh);
  if (status != (n_covered ? PN_STATUS_OK : PN_STATUS_EMPTY))
    abort ();
  if (mesh) {
    check (mesh, &coverage, notices);
    pn_mesh_unref (mesh);
  }
  free (alpha);
  return 0;
}
