/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A stored mesh of any bytes: refused, or a valid mesh that gives the same bytes again and in which
 * points can be located. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pn-mesh.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  PnMesh *mesh = NULL;
  if (pn_mesh_deserialize (data, size, &mesh) != PN_STATUS_OK) {
    if (mesh)
      abort ();
    return 0;
  }
  if (pn_mesh_validate (mesh, NULL) != PN_STATUS_OK || pn_mesh_serialized_size (mesh) != size)
    abort ();
  uint8_t *again = malloc (size);
  pn_mesh_serialize (mesh, again);
  if (memcmp (again, data, size) != 0)
    abort ();
  free (again);

  PnBox bounds = pn_mesh_bounds (mesh);
  for (int i = 0; i < 9; i++) {
    PnVec2 point = {bounds.x0 + (bounds.x1 - bounds.x0) * (i % 3) / 2,
                    bounds.y0 + (bounds.y1 - bounds.y0) * (i / 3) / 2};
    PnMeshPlace place;
    if (pn_mesh_locate (mesh, point, &place) != PN_STATUS_OK ||
        place.triangle >= pn_mesh_n_triangles (mesh))
      abort ();
  }
  pn_mesh_unref (mesh);
  return 0;
}
