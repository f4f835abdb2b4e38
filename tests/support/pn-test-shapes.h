/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>

#include "pn-mesh.h"

/* Meshes for tests of the rig: square cells of one size, some left out. */

/* Which cells a shape is made of: nonzero where (`x`, `y`), the centre of a cell in px, lies in
 * it. */
typedef int (*TestShapeFunc) (double x, double y);

/* Fills width x height px with cells of `edge`, cut into triangles by diagonals in turn, as far as
 * `shape` (nullable: everywhere) says. */
static inline PnMesh *
test_mesh_of_shape (double width, double height, double edge, TestShapeFunc shape)
{
  guint columns = (guint)(width / edge + 0.5), rows = (guint)(height / edge + 0.5);
  g_autofree PnVec2 *positions = g_new (PnVec2, (columns + 1) * (rows + 1));
  g_autofree guint32 *triangles = g_new (guint32, 6 * columns * rows);
  gsize n_triangles = 0;
  for (guint i = 0; i <= columns; i++)
    for (guint j = 0; j <= rows; j++)
      positions[i * (rows + 1) + j] = pn_vec2 (i * edge, j * edge);
  for (guint i = 0; i < columns; i++)
    for (guint j = 0; j < rows; j++) {
      if (shape && !shape ((i + 0.5) * edge, (j + 0.5) * edge))
        continue;
      guint32 a = i * (rows + 1) + j, b = a + rows + 1, c = b + 1, d = a + 1;
      guint32 even[6] = {a, b, c, a, c, d}, odd[6] = {a, b, d, b, c, d};
      memcpy (&triangles[3 * n_triangles], (i + j) % 2 == 0 ? even : odd, sizeof even);
      n_triangles += 2;
    }
  PnMesh *mesh = NULL;
  g_assert_cmpint (pn_mesh_new (positions, NULL, (columns + 1) * (rows + 1), triangles, n_triangles,
                                width, height, NULL, &mesh),
                   ==, PN_STATUS_OK);
  return mesh;
}

static inline PnMesh *
test_mesh_bar (double width, double height, double edge)
{
  return test_mesh_of_shape (width, height, edge, NULL);
}

/* Two prongs of 40 x 160 on a base of 200 x 60, in a box of 200 x 220. */
static inline int
test_shape_fork (double x, double y)
{
  return y > 160 || x < 40 || x > 160;
}

/* A body with two arms and two legs, in a box of 400 x 600. */
static inline int
test_shape_figure (double x, double y)
{
  int head = x > 150 && x < 250 && y < 120;
  int body = x > 130 && x < 270 && y > 100 && y < 360;
  int arms = y > 120 && y < 170;
  int legs = y > 340 && ((x > 130 && x < 190) || (x > 210 && x < 270));
  return head || body || arms || legs;
}

/* Two squares of 100 x 100 with a gap of 40 between them. */
static inline int
test_shape_islands (double x, double y)
{
  return x < 100 || x > 140;
}

/* A bar of 300 x 100 cut lengthwise from the left, but for its last 60 px. The slit is the cells
 * whose centres lie within 5 px of its middle. */
static inline int
test_shape_slit (double x, double y)
{
  return x > 240 || y < 45 || y > 55;
}
