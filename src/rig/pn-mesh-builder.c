/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-mesh-builder.h"

#include <math.h>

#include "pn-math.h"
#include "pn-mesh-builder-private.h"

/* Clear space around the artwork, in pixels: what the widest margin asks for. */
#define ROOM (1.25 * PN_MESH_EXPANSION_MAX + 2)

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

/* The check every builder ends with. Drops a mesh that fails it. */
static PnStatus
check (PnMesh *mesh, const PnArtwork *artwork)
{
  PnStatus status = pn_mesh_validate (mesh, NULL);
  if (status == PN_STATUS_OK)
    status = pn_mesh_check_fit (mesh, artwork);
  if (status != PN_STATUS_OK)
    pn_mesh_unref (mesh);
  return status == PN_STATUS_OK || status == PN_STATUS_NO_MEMORY ? status : PN_STATUS_DEGENERATE;
}

static PnStatus
build_silhouette (PnArtwork *artwork, const PnMeshPlan *plan, unsigned *notices, PnMesh **mesh)
{
  PnStatus status = pn_mesh_build_silhouette (artwork, plan, notices, mesh);
  return status == PN_STATUS_OK ? check (*mesh, artwork) : status;
}

static PnStatus
build_grid (const PnArtwork *artwork, const PnMeshPlan *plan, PnMesh **mesh)
{
  PnStatus status = pn_mesh_build_grid (artwork, plan, mesh);
  return status == PN_STATUS_OK ? check (*mesh, artwork) : status;
}

PnStatus
pn_mesh_build (const PnCoverage *coverage,
               const PnMeshRecipe *recipe,
               unsigned *notices,
               PnMesh **mesh)
{
  unsigned seen = PN_MESH_NOTICE_NONE;
  PnArtwork artwork;
  PnStatus status = pn_artwork_init (&artwork, coverage, ROOM, &seen);
  if (status != PN_STATUS_OK)
    return status;

  PnMeshPlan plan = make_plan (coverage, recipe, &artwork);
  PnMesh *built = NULL;
  if (artwork.is_full)
    seen |= PN_MESH_NOTICE_NO_ALPHA;
  int has_outline = recipe->mode == PN_MESH_SILHOUETTE && !artwork.is_full;
  if (has_outline) {
    unsigned outline_notices = PN_MESH_NOTICE_NONE;
    status = build_silhouette (&artwork, &plan, &outline_notices, &built);
    if (status == PN_STATUS_OK)
      seen |= outline_notices;
    else if (status != PN_STATUS_NO_MEMORY)
      seen |= PN_MESH_NOTICE_FELL_BACK_TO_GRID;
  }
  if (!has_outline || (seen & PN_MESH_NOTICE_FELL_BACK_TO_GRID))
    status = build_grid (&artwork, &plan, &built);
  pn_artwork_clear (&artwork);
  if (status != PN_STATUS_OK)
    return status;
  *mesh = built;
  if (notices)
    *notices = seen;
  return PN_STATUS_OK;
}
