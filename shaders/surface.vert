// SPDX-License-Identifier: GPL-3.0-or-later
#version 450

// The rectangle of a group's surface, as a strip of two triangles.
layout (push_constant) uniform Constants
{
  vec2 clip_from_px;
  layout (offset = 16) ivec2 corner_px; // of the rectangle, from the tile's corner
  ivec2 size_px;
} constants;

void
main ()
{
  vec2 corner = vec2 (gl_VertexIndex & 1, gl_VertexIndex >> 1);
  vec2 position_px = vec2 (constants.corner_px) + corner * vec2 (constants.size_px);
  gl_Position = vec4 (position_px * constants.clip_from_px.x + constants.clip_from_px.y, 0.0, 1.0);
}
