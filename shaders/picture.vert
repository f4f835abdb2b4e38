// SPDX-License-Identifier: GPL-3.0-or-later
#version 450

// A corner of a triangle of artwork. Everything but the position is the same at all three corners:
// the map from pixels to texels is affine within a triangle, so the fragment shader computes it from
// its own pixel instead of an interpolated value. What it gives then depends on the pixel alone, not
// on where a tile begins.
layout (location = 0) in vec2 position_px; // from the tile's corner
layout (location = 1) in vec4 texel_from_px;
layout (location = 2) in vec3 start_and_level;
layout (location = 3) in ivec4 anchor;

layout (push_constant) uniform Constants
{
  vec2 clip_from_px; // a scale and an offset, alike for both axes
} constants;

layout (location = 0) flat out vec4 out_texel_from_px;
layout (location = 1) flat out vec3 out_start_and_level;
layout (location = 2) flat out ivec4 out_anchor;

void
main ()
{
  gl_Position = vec4 (position_px * constants.clip_from_px.x + constants.clip_from_px.y, 0.0, 1.0);
  out_texel_from_px = texel_from_px;
  out_start_and_level = start_and_level;
  out_anchor = anchor;
}
