/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-peer-cgal.h"

#include <CGAL/Simple_cartesian.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/Surface_mesh_deformation.h>
#include <vector>

typedef CGAL::Simple_cartesian<double> Kernel;
typedef CGAL::Surface_mesh<Kernel::Point_3> Mesh;
typedef boost::graph_traits<Mesh>::vertex_descriptor Vertex;
typedef CGAL::Surface_mesh_deformation<Mesh, CGAL::Default, CGAL::Default, CGAL::ORIGINAL_ARAP>
    Deformation;

struct PeerCgal {
  Mesh mesh;
  std::vector<Vertex> handles;
  Deformation *deformation;
};

static void
begin (PeerCgal *peer)
{
  delete peer->deformation;
  peer->deformation = new Deformation (peer->mesh);
  for (Vertex vertex : vertices (peer->mesh))
    peer->deformation->insert_roi_vertex (vertex);
  for (Vertex handle : peer->handles)
    peer->deformation->insert_control_vertex (handle);
}

PeerCgal *
peer_cgal_new (const double *points,
               size_t n_points,
               const uint32_t *triangles,
               size_t n_triangles,
               const uint32_t *handles,
               size_t n_handles)
{
  PeerCgal *peer = new PeerCgal ();
  for (size_t i = 0; i < n_points; i++)
    peer->mesh.add_vertex (Kernel::Point_3 (points[2 * i], points[2 * i + 1], 0));
  for (size_t i = 0; i < n_triangles; i++) {
    const uint32_t *corners = triangles + 3 * i;
    if (peer->mesh.add_face (Vertex (corners[0]), Vertex (corners[1]), Vertex (corners[2])) ==
        Mesh::null_face ()) {
      delete peer;
      return nullptr;
    }
  }
  for (size_t i = 0; i < n_handles; i++)
    peer->handles.push_back (Vertex (handles[i]));
  begin (peer);
  return peer;
}

void
peer_cgal_free (PeerCgal *peer)
{
  if (peer)
    delete peer->deformation;
  delete peer;
}

int
peer_cgal_prepare (PeerCgal *peer)
{
  begin (peer);
  return peer->deformation->preprocess ();
}

void
peer_cgal_deform (PeerCgal *peer, const double *targets, unsigned n_rounds)
{
  peer->deformation->reset ();
  for (size_t i = 0; i < peer->handles.size (); i++)
    peer->deformation->set_target_position (
        peer->handles[i], Kernel::Point_3 (targets[2 * i], targets[2 * i + 1], 0));
  peer->deformation->deform (n_rounds, 0);
}

void
peer_cgal_get (const PeerCgal *peer, uint32_t vertex, double *point)
{
  const Kernel::Point_3 &at = peer->mesh.point (Vertex (vertex));
  point[0] = at.x ();
  point[1] = at.y ();
}
