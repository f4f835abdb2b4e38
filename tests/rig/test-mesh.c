/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-mesh.h"
#include "pn-random.h"
#include "pn-test-bits.h"

static PnRandom
seeded (uint64_t seed)
{
  g_test_message ("seed %" G_GUINT64_FORMAT, seed);
  return pn_random (seed);
}

static int
pick (PnRandom *random, int count)
{
  return (int)pn_random_below (random, (uint64_t)count);
}

static PnMesh *
make_mesh (const PnVec2 *positions,
           size_t n_vertices,
           const uint32_t *triangles,
           size_t n_triangles,
           unsigned *notices)
{
  PnMesh *mesh = NULL;
  PnStatus status =
      pn_mesh_new (positions, NULL, n_vertices, triangles, n_triangles, 100, 100, notices, &mesh);
  g_assert_cmpint (status, ==, PN_STATUS_OK);
  const char *reason = NULL;
  if (pn_mesh_validate (mesh, &reason) != PN_STATUS_OK)
    g_error ("%s", reason);
  return mesh;
}

/* A grid of n x n cells with bent inner lines, some cells missing. */
static PnMesh *
make_random_mesh (PnRandom *random, int n)
{
  PnVec2 *positions = g_new (PnVec2, (n + 1) * (n + 1));
  uint32_t *triangles = g_new (uint32_t, 6 * n * n);
  size_t n_triangles = 0;
  for (int i = 0; i < (n + 1) * (n + 1); i++)
    positions[i] = pn_vec2 (i % (n + 1) * 10 + pn_random_range (random, -2, 2),
                            i / (n + 1) * 10 + pn_random_range (random, -2, 2));
  for (int cell = 0; cell < n * n; cell++) {
    if (pick (random, 4) == 0 && cell > 0)
      continue;
    uint32_t a = (uint32_t)(cell / n * (n + 1) + cell % n), c = a + (uint32_t)n + 1;
    uint32_t corners[6] = {a, a + 1, c, a + 1, c + 1, c};
    memcpy (&triangles[3 * n_triangles], corners, sizeof corners);
    n_triangles += 2;
  }
  PnMesh *mesh = make_mesh (positions, (size_t)(n + 1) * (n + 1), triangles, n_triangles, NULL);
  g_free (positions);
  g_free (triangles);
  return mesh;
}

static void
test_degenerate_face (void)
{
  PnVec2 positions[] = {{0, 0}, {10, 0}, {20, 0}, {10, 10}};
  uint32_t triangles[] = {0, 1, 2, 0, 1, 3, 1, 2, 3};
  unsigned notices = 0;
  PnMesh *mesh = make_mesh (positions, 4, triangles, 3, &notices);
  g_assert_cmpuint (notices, ==, PN_MESH_NOTICE_BAD_FACES_DROPPED);
  g_assert_cmpuint (pn_mesh_n_triangles (mesh), ==, 2);
  g_assert_cmpuint (pn_mesh_n_vertices (mesh), ==, 4);
  g_assert_cmpuint (pn_mesh_n_components (mesh), ==, 1);
  pn_mesh_unref (mesh);
}

static void
test_bad_input (void)
{
  PnVec2 positions[] = {{0, 0}, {10, 0}, {0, 10}, {(double)NAN, 0}};
  uint32_t good[] = {0, 1, 2}, repeated[] = {0, 1, 1, 0, 7, 2};
  PnMesh *mesh = NULL;
  unsigned notices = 77;
  g_assert_cmpint (pn_mesh_new (positions, NULL, 4, good, 1, 10, 10, &notices, &mesh), ==,
                   PN_STATUS_NOT_FINITE);
  g_assert_cmpint (pn_mesh_new (positions, NULL, 3, repeated, 2, 10, 10, &notices, &mesh), ==,
                   PN_STATUS_EMPTY);
  g_assert_cmpint (pn_mesh_new (positions, NULL, 3, good, 0, 10, 10, &notices, &mesh), ==,
                   PN_STATUS_EMPTY);
  positions[1].x = 2 * PN_MESH_COORDINATE_MAX;
  g_assert_cmpint (pn_mesh_new (positions, NULL, 3, good, 1, 10, 10, &notices, &mesh), ==,
                   PN_STATUS_LIMIT);
  g_assert_null (mesh);
  g_assert_cmpuint (notices, ==, 77);
}

static void
test_winding_and_uvs (void)
{
  PnVec2 positions[] = {{0, 0}, {50, 0}, {50, 25}, {0, 25}};
  uint32_t triangles[] = {0, 1, 2, 0, 3, 2}; /* the second is wound the other way */
  unsigned notices = 1;
  PnMesh *mesh = make_mesh (positions, 4, triangles, 2, &notices);
  g_assert_cmpuint (notices, ==, PN_MESH_NOTICE_NONE);
  pn_assert_same_bits (pn_mesh_uvs (mesh)[2].x, 0.5);
  pn_assert_same_bits (pn_mesh_uvs (mesh)[2].y, 0.25);

  /* The outline once around with the artwork on the right: its signed area is the mesh's. */
  size_t n_edges;
  const uint32_t *edges = pn_mesh_boundary_edges (mesh, &n_edges);
  g_assert_cmpuint (n_edges, ==, 4);
  double twice_area = 0;
  for (size_t i = 0; i < n_edges; i++)
    twice_area += pn_vec2_cross (pn_mesh_positions (mesh)[edges[2 * i]],
                                 pn_mesh_positions (mesh)[edges[2 * i + 1]]);
  pn_assert_same_bits (twice_area, 2 * 50 * 25);
  pn_mesh_unref (mesh);
}

/* Two squares that touch in (10, 10), then a ring pinched in one vertex, and a vertex nobody
 * uses. */
static void
test_pinch (void)
{
  PnVec2 positions[] = {{99, 99}, {0, 0}, {10, 0}, {10, 10}, {0, 10}, {20, 10}, {20, 20}, {10, 20}};
  uint32_t triangles[] = {1, 2, 3, 1, 3, 4, 3, 5, 6, 3, 6, 7};
  PnMesh *mesh = make_mesh (positions, 8, triangles, 4, NULL);
  g_assert_cmpuint (pn_mesh_n_components (mesh), ==, 2);
  g_assert_cmpuint (pn_mesh_n_vertices (mesh), ==, 8);
  const uint32_t *components = pn_mesh_vertex_components (mesh);
  g_assert_cmpuint (components[0], ==, 0);
  g_assert_cmpuint (components[7], ==, 1); /* the second (10, 10) */
  pn_assert_same_bits (pn_mesh_positions (mesh)[7].x, 10);
  g_assert_cmpuint (pn_mesh_triangle_components (mesh)[1], ==, 0);
  g_assert_cmpuint (pn_mesh_triangle_components (mesh)[2], ==, 1);
  pn_mesh_unref (mesh);
}

/* Three triangles on one edge: two are joined, the third is a piece of its own. */
static void
test_three_on_an_edge (void)
{
  PnVec2 positions[] = {{0, 0}, {10, 0}, {5, 10}, {5, -10}, {2, -20}};
  uint32_t triangles[] = {0, 1, 2, 1, 0, 3, 1, 0, 4};
  PnMesh *mesh = make_mesh (positions, 5, triangles, 3, NULL);
  g_assert_cmpuint (pn_mesh_n_components (mesh), ==, 2);
  g_assert_cmpuint (pn_mesh_n_vertices (mesh), ==, 7);
  pn_mesh_unref (mesh);
}

static void
test_weld (void)
{
  PnVec2 positions[] = {{0, 0}, {10, 0}, {0, 10}, {10, -0.0}, {0, 10}, {10, 10}};
  uint32_t triangles[] = {0, 1, 2, 3, 5, 4};
  PnMesh *mesh = make_mesh (positions, 6, triangles, 2, NULL);
  g_assert_cmpuint (pn_mesh_n_vertices (mesh), ==, 4);
  g_assert_cmpuint (pn_mesh_n_components (mesh), ==, 1);
  pn_mesh_unref (mesh);
}

/* --- Locating --- */

static double
distance_to_segment (PnVec2 p, PnVec2 a, PnVec2 b)
{
  PnVec2 edge = pn_vec2_sub (b, a), to_p = pn_vec2_sub (p, a);
  double t = CLAMP (pn_vec2_dot (to_p, edge) / pn_vec2_dot (edge, edge), 0, 1);
  PnVec2 off = pn_vec2_sub (to_p, pn_vec2_scale (edge, t));
  return sqrt (pn_vec2_dot (off, off));
}

/* The distance to the nearest triangle by trying all; 0 inside. */
static double
brute_distance (const PnMesh *mesh, PnVec2 p)
{
  const PnVec2 *at = pn_mesh_positions (mesh);
  double best = (double)INFINITY;
  for (size_t t = 0; t < pn_mesh_n_triangles (mesh); t++) {
    const uint32_t *corners = pn_mesh_triangles (mesh) + 3 * t;
    int inside = 1;
    for (int i = 0; i < 3; i++) {
      PnVec2 a = at[corners[i]], b = at[corners[(i + 1) % 3]];
      inside = inside && pn_vec2_cross (pn_vec2_sub (b, a), pn_vec2_sub (p, a)) >= 0;
      best = MIN (best, distance_to_segment (p, a, b));
    }
    if (inside)
      return 0;
  }
  return best;
}

static void
check_place (const PnMesh *mesh, PnVec2 p)
{
  PnMeshPlace place;
  g_assert_cmpint (pn_mesh_locate (mesh, p, &place), ==, PN_STATUS_OK);
  g_assert_cmpfloat_with_epsilon (place.distance, brute_distance (mesh, p), 1e-9);
  g_assert_cmpuint (place.triangle, <, pn_mesh_n_triangles (mesh));
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    g_assert_cmpfloat (place.weights[i], >=, 0);
    sum += place.weights[i];
  }
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-15);
  PnVec2 at = pn_mesh_at (mesh, pn_mesh_positions (mesh), &place);
  PnVec2 off = pn_vec2_sub (at, p);
  g_assert_cmpfloat_with_epsilon (sqrt (pn_vec2_dot (off, off)), place.distance, 1e-9);
}

static void
test_locate_brute_force (void)
{
  PnRandom random = seeded (4101);
  for (int round = 0; round < 20; round++) {
    int n = 1 + pick (&random, 9);
    PnMesh *mesh = make_random_mesh (&random, n);
    for (int i = 0; i < 300; i++)
      check_place (mesh, pn_vec2 (pn_random_range (&random, -60, 10 * n + 60),
                                  pn_random_range (&random, -60, 10 * n + 60)));
    pn_mesh_unref (mesh);
  }
}

/* Every vertex and the middle of every edge is inside, in the lowest of the triangles there. */
static void
test_locate_on_edges (void)
{
  PnRandom random = seeded (4102);
  PnMesh *mesh = make_random_mesh (&random, 8);
  const PnVec2 *at = pn_mesh_positions (mesh);
  const uint32_t *triangles = pn_mesh_triangles (mesh);
  for (size_t corner = 0; corner < 3 * pn_mesh_n_triangles (mesh); corner++) {
    PnMeshPlace place;
    g_assert_cmpint (pn_mesh_locate (mesh, at[triangles[corner]], &place), ==, PN_STATUS_OK);
    pn_assert_same_bits (place.distance, 0);
    g_assert_cmpuint (place.triangle, <=, corner / 3);
    PnVec2 exact = pn_mesh_at (mesh, at, &place);
    pn_assert_same_bits (exact.x, at[triangles[corner]].x);
  }

  PnVec2 square[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
  uint32_t halves[] = {0, 1, 2, 0, 2, 3};
  PnMesh *two = make_mesh (square, 4, halves, 2, NULL);
  for (int i = 0; i <= 100; i++) {
    PnMeshPlace place;
    g_assert_cmpint (pn_mesh_locate (two, pn_vec2 (i * 0.1, i * 0.1), &place), ==, PN_STATUS_OK);
    g_assert_cmpuint (place.triangle, ==, 0);
  }
  pn_mesh_unref (two);
  pn_mesh_unref (mesh);
}

static void
test_locate_far (void)
{
  PnRandom random = seeded (4103);
  PnMesh *mesh = make_random_mesh (&random, 6);
  PnMeshPlace place;
  check_place (mesh, pn_vec2 (1e6, -2e5));
  g_assert_cmpint (pn_mesh_locate (mesh, pn_vec2 ((double)NAN, 0), &place), ==,
                   PN_STATUS_NOT_FINITE);
  g_assert_cmpint (pn_mesh_locate (mesh, pn_vec2 (0, -(double)INFINITY), &place), ==,
                   PN_STATUS_NOT_FINITE);
  g_assert_cmpint (pn_mesh_locate (mesh, pn_vec2 (1e308, -1e308), &place), ==, PN_STATUS_OK);
  g_assert_cmpuint (place.triangle, <, pn_mesh_n_triangles (mesh));
  pn_mesh_unref (mesh);
}

/* Many slivers beside each other, each as long as the whole: the lists stay linear. */
static void
test_locator_memory (void)
{
  enum { N = 2000 };
  PnVec2 *positions = g_new (PnVec2, 2 * (N + 1));
  uint32_t *triangles = g_new (uint32_t, 6 * N);
  for (uint32_t i = 0; i <= N; i++) {
    positions[2 * i] = pn_vec2 (i, i);
    positions[2 * i + 1] = pn_vec2 (i + 5000, i - 5000.0);
  }
  for (uint32_t i = 0; i < N; i++) {
    uint32_t corners[6] = {2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 1, 2 * i + 3, 2 * i + 2};
    memcpy (&triangles[6 * i], corners, sizeof corners);
  }
  PnMesh *mesh = make_mesh (positions, 2 * (N + 1), triangles, 2 * N, NULL);
  g_assert_cmpuint (pn_mesh_n_bytes (mesh), <, 200 * 2 * N);
  check_place (mesh, pn_vec2 (3000.5, -1000));
  pn_mesh_unref (mesh);
  g_free (positions);
  g_free (triangles);
}

/* --- Bytes --- */

static void
test_round_trip (void)
{
  PnRandom random = seeded (4104);
  PnMesh *mesh = make_random_mesh (&random, 7);
  size_t n_bytes = pn_mesh_serialized_size (mesh);
  uint8_t *bytes = g_malloc (n_bytes), *again = g_malloc (n_bytes);
  pn_mesh_serialize (mesh, bytes);

  PnMesh *copy = NULL;
  g_assert_cmpint (pn_mesh_deserialize (bytes, n_bytes, &copy), ==, PN_STATUS_OK);
  g_assert_cmpuint (pn_mesh_signature (copy), ==, pn_mesh_signature (mesh));
  g_assert_cmpuint (pn_mesh_n_components (copy), ==, pn_mesh_n_components (mesh));
  g_assert_cmpuint (pn_mesh_serialized_size (copy), ==, n_bytes);
  pn_mesh_serialize (copy, again);
  g_assert_cmpmem (bytes, n_bytes, again, n_bytes);

  PnMesh *second = pn_mesh_ref (copy);
  pn_mesh_unref (copy);
  g_assert_cmpuint (pn_mesh_signature (second), ==, pn_mesh_signature (mesh));
  pn_mesh_unref (second);
  pn_mesh_unref (mesh);
  g_free (bytes);
  g_free (again);
}

/* The first bytes are fixed for good: they lie in users' files. */
static void
test_format (void)
{
  PnVec2 positions[] = {{0, 0}, {2, 0}, {0, 100}};
  uint32_t triangles[] = {0, 1, 2};
  static const uint8_t head[] = {'P', 'N', 'M', 'S', 1, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0};
  static const uint8_t two[] = {0, 0, 0, 0, 0, 0, 0, 0x40}, tail[] = {1, 0, 0, 0, 2, 0, 0, 0};
  uint8_t bytes[16 + 3 * 32 + 12];
  PnMesh *mesh = make_mesh (positions, 3, triangles, 1, NULL);
  g_assert_cmpuint (pn_mesh_serialized_size (mesh), ==, sizeof bytes);
  pn_mesh_serialize (mesh, bytes);
  g_assert_cmpmem (bytes, sizeof head, head, sizeof head);
  g_assert_cmpmem (bytes + 32, sizeof two, two, sizeof two);
  g_assert_cmpmem (bytes + sizeof bytes - sizeof tail, sizeof tail, tail, sizeof tail);

  PnMesh *none = NULL;
  bytes[4] = 2;
  g_assert_cmpint (pn_mesh_deserialize (bytes, sizeof bytes, &none), ==, PN_STATUS_LIMIT);
  g_assert_null (none);
  pn_mesh_unref (mesh);
}

/* Whatever happens to the bytes, what is read is a valid mesh or nothing. */
static void
test_corrupted (void)
{
  PnRandom random = seeded (4105);
  PnMesh *mesh = make_random_mesh (&random, 3);
  size_t n_bytes = pn_mesh_serialized_size (mesh);
  uint8_t *bytes = g_malloc (n_bytes);
  int n_refused = 0;
  for (int round = 0; round < 5000; round++) {
    pn_mesh_serialize (mesh, bytes);
    size_t n_kept = n_bytes;
    if (round % 8 == 0)
      n_kept = (size_t)pick (&random, (int)n_bytes);
    else
      for (int i = 0; i <= round % 3; i++)
        bytes[pick (&random, (int)n_bytes)] ^= 1 << pick (&random, 8);
    PnMesh *read = NULL;
    PnStatus status = pn_mesh_deserialize (bytes, n_kept, &read);
    if (status == PN_STATUS_OK) {
      g_assert_cmpint (pn_mesh_validate (read, NULL), ==, PN_STATUS_OK);
      pn_mesh_unref (read);
    } else {
      g_assert_null (read);
      n_refused++;
    }
    if (n_kept < n_bytes)
      g_assert_cmpint (status, ==, PN_STATUS_DEGENERATE);
  }
  g_assert_cmpint (n_refused, >, 1000);
  pn_mesh_unref (mesh);
  g_free (bytes);
}

/* Bytes that are well formed and still no mesh. */
static void
test_refused_bytes (void)
{
  PnVec2 positions[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
  uint32_t triangles[] = {0, 1, 2, 0, 2, 3};
  PnMesh *mesh = make_mesh (positions, 4, triangles, 2, NULL), *none = NULL;
  uint8_t bytes[16 + 4 * 32 + 24], *corners = bytes + 16 + 4 * 32;
  g_assert_cmpuint (pn_mesh_serialized_size (mesh), ==, sizeof bytes);

  pn_mesh_serialize (mesh, bytes);
  corners[4] = 3, corners[20] = 1; /* the other winding, an unused vertex */
  g_assert_cmpint (pn_mesh_deserialize (bytes, sizeof bytes, &none), ==, PN_STATUS_DEGENERATE);

  pn_mesh_serialize (mesh, bytes);
  corners[12] = 4; /* no such vertex */
  g_assert_cmpint (pn_mesh_deserialize (bytes, sizeof bytes, &none), ==, PN_STATUS_DEGENERATE);

  pn_mesh_serialize (mesh, bytes);
  memset (bytes + 16, 0xff, 8); /* NaN */
  g_assert_cmpint (pn_mesh_deserialize (bytes, sizeof bytes, &none), ==, PN_STATUS_DEGENERATE);

  pn_mesh_serialize (mesh, bytes);
  memcpy (bytes + 16 + 16, bytes + 16 + 48, 16); /* two vertices in one place */
  g_assert_cmpint (pn_mesh_deserialize (bytes, sizeof bytes, &none), ==, PN_STATUS_DEGENERATE);
  g_assert_null (none);
  pn_mesh_unref (mesh);
}

static void
test_signature (void)
{
  PnVec2 positions[] = {{0, 0}, {10, 0}, {0, 10}};
  uint32_t triangles[] = {0, 1, 2};
  PnMesh *mesh = make_mesh (positions, 3, triangles, 1, NULL);
  PnMesh *same = make_mesh (positions, 3, triangles, 1, NULL);
  positions[1].x += 1e-12;
  PnMesh *other = make_mesh (positions, 3, triangles, 1, NULL);
  g_assert_cmpuint (pn_mesh_signature (mesh), ==, pn_mesh_signature (same));
  g_assert_cmpuint (pn_mesh_signature (mesh), !=, pn_mesh_signature (other));
  pn_mesh_unref (mesh);
  pn_mesh_unref (same);
  pn_mesh_unref (other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rig/mesh/degenerate-face", test_degenerate_face);
  g_test_add_func ("/rig/mesh/bad-input", test_bad_input);
  g_test_add_func ("/rig/mesh/winding-and-uvs", test_winding_and_uvs);
  g_test_add_func ("/rig/mesh/pinch", test_pinch);
  g_test_add_func ("/rig/mesh/three-on-an-edge", test_three_on_an_edge);
  g_test_add_func ("/rig/mesh/weld", test_weld);
  g_test_add_func ("/rig/mesh/locate-brute-force", test_locate_brute_force);
  g_test_add_func ("/rig/mesh/locate-on-edges", test_locate_on_edges);
  g_test_add_func ("/rig/mesh/locate-far", test_locate_far);
  g_test_add_func ("/rig/mesh/locator-memory", test_locator_memory);
  g_test_add_func ("/rig/mesh/round-trip", test_round_trip);
  g_test_add_func ("/rig/mesh/format", test_format);
  g_test_add_func ("/rig/mesh/corrupted", test_corrupted);
  g_test_add_func ("/rig/mesh/refused-bytes", test_refused_bytes);
  g_test_add_func ("/rig/mesh/signature", test_signature);
  return g_test_run ();
}
