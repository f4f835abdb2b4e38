// SPDX-License-Identifier: GPL-3.0-or-later
#version 450
#extension GL_EXT_samplerless_texture_functions : require

// Lays a group's surface over the one below, pixel on pixel.
layout (set = 0, binding = 0) uniform texture2DArray surface;

layout (push_constant) uniform Constants
{
  layout (offset = 8) float opacity;
  layout (offset = 32) ivec2 shift_px; // from this surface's pixels to those of the group's
} constants;

layout (location = 0) out vec4 color;

void
main ()
{
  ivec2 pixel = ivec2 (gl_FragCoord.xy) + constants.shift_px;
  color = texelFetch (surface, ivec3 (pixel, 0), 0) * constants.opacity;
}
