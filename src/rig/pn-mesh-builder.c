/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-mesh-builder.h"

#include <math.h>

#include "pn-math.h"
#include "pn-mesh-builder-private.h"

static double
clamp_or (double value, double low, double high, double otherwise)
{
  return isfinite (value) ? pn_clamp (value, low, high) : otherwise;
}

static PnMeshPlan
make_plan (const PnCoverage *coverage, const PnMeshRecipe *recipe, const PnArtwork *artwork)
{
  const PnPixelBox *box = &artwork->bounds;
  double longer = fmax (box->x1 - box->x0 + 1, box->y1 - box->y0 + 1);
  double density =
      clamp_or (recipe->density, PN_MESH_DENSITY_MIN, PN_MESH_DENSITY_MAX, PN_MESH_DENSITY_DEFAULT);
  double expansion =
      clamp_or (recipe->expansion, 0, PN_MESH_EXPANSION_MAX, PN_MESH_EXPANSION_DEFAULT);
  /* Where the margin is wider than the artwork, cells follow the margin. */
  return (PnMeshPlan){
      .cell = fmax (longer, longer / 2 + expansion) / density,
      .expansion = expansion,
      .picture_width = coverage->width,
      .picture_height = coverage->height,
  };
}

PnStatus
pn_mesh_build (const PnCoverage *coverage,
               const PnMeshRecipe *recipe,
               unsigned *notices,
               PnMesh **mesh)
{
  unsigned seen = PN_MESH_NOTICE_NONE;
  PnArtwork artwork;
  PnStatus status = pn_artwork_init (&artwork, coverage, 2 * PN_MESH_EXPANSION_MAX, &seen);
  if (status != PN_STATUS_OK)
    return status;

  PnMeshPlan plan = make_plan (coverage, recipe, &artwork);
  if (artwork.is_full)
    seen |= PN_MESH_NOTICE_NO_ALPHA;
  status = PN_STATUS_DEGENERATE;
  if (recipe->mode == PN_MESH_SILHOUETTE && !artwork.is_full) {
    status = pn_mesh_build_silhouette (&artwork, &plan, &seen, mesh);
    if (status == PN_STATUS_DEGENERATE || status == PN_STATUS_LIMIT)
      seen |= PN_MESH_NOTICE_FELL_BACK_TO_GRID;
  }
  if (status == PN_STATUS_DEGENERATE || status == PN_STATUS_LIMIT)
    status = pn_mesh_build_grid (&artwork, &plan, mesh);
  pn_artwork_clear (&artwork);
  if (status == PN_STATUS_OK && notices)
    *notices = seen;
  return status;
}
