// SPDX-License-Identifier: GPL-3.0-or-later
#version 450
#extension GL_EXT_samplerless_texture_functions : require

// Samples a premultiplied picture: bilinear, between two levels of its pyramid where it is made
// smaller; clear outside. The weights are computed here and not by a sampler, whose eight bits of
// fraction differ between devices: at scale 1 and whole pixels the picture comes out bit for bit, and
// a picture may be cut into the layers of an array without a trace.
layout (constant_id = 0) const bool HAS_LEVELS = false;
layout (constant_id = 1) const bool IS_CUT = false;

layout (set = 0, binding = 0) uniform texture2DArray picture;

layout (push_constant) uniform Constants
{
  layout (offset = 8) float opacity;
  int top_level;     // the smallest level
  ivec2 origin_px;   // of this surface in the target
  ivec2 size;        // of the picture at level 0
  int cut_log2;      // side of a cell of a cut picture, as a power of two
  int cells_per_row; // layers that lie side by side
} constants;

layout (location = 0) flat in vec4 texel_from_px; // columns: texels along a pixel in x, in y
layout (location = 1) flat in vec3 start_and_level;
layout (location = 2) flat in ivec4 anchor; // a pixel of the target; the texel left of and above its centre

layout (location = 0) out vec4 color;

vec4
fetch (ivec2 texel, int level)
{
  if (IS_CUT) {
    int bits = constants.cut_log2 - level;
    ivec2 cell = texel >> bits;
    return texelFetch (picture,
                       ivec3 (texel - (cell << bits), cell.y * constants.cells_per_row + cell.x),
                       level);
  }
  return texelFetch (picture, ivec3 (texel, 0), level);
}

vec4
bilinear (ivec2 texel, vec2 fraction, int level, ivec2 size)
{
  ivec2 last = size - 1;
  ivec2 a = clamp (texel, ivec2 (0), last);
  ivec2 b = clamp (texel + 1, ivec2 (0), last);
  // A neighbour outside the picture counts as clear.
  vec2 weight_a = mix (vec2 (0.0), 1.0 - fraction, equal (a, texel));
  vec2 weight_b = mix (vec2 (0.0), fraction, equal (b, texel + 1));
  vec4 upper = weight_a.x * fetch (a, level) + weight_b.x * fetch (ivec2 (b.x, a.y), level);
  vec4 lower = weight_a.x * fetch (ivec2 (a.x, b.y), level) + weight_b.x * fetch (b, level);
  return weight_a.y * upper + weight_b.y * lower;
}

// `place` in texels of level 0, from the picture's corner.
vec4
at_level (vec2 place, int level)
{
  ivec2 size = max (constants.size >> level, ivec2 (1));
  vec2 texel = place * (vec2 (size) / vec2 (constants.size)) - 0.5;
  vec2 whole = floor (texel);
  return bilinear (ivec2 (whole), texel - whole, level, size);
}

void
main ()
{
  vec2 step_px = vec2 (ivec2 (gl_FragCoord.xy) + constants.origin_px - anchor.xy);
  vec2 start = start_and_level.xy;
  vec2 texel = start + texel_from_px.xy * step_px.x + texel_from_px.zw * step_px.y;
  vec2 whole = floor (texel);
  if (HAS_LEVELS) {
    float level = min (start_and_level.z, float (constants.top_level));
    int finer = int (level);
    vec4 sharp;
    // Level 0 keeps whole texels apart from the fraction, which a large picture would crowd out.
    vec2 place = vec2 (anchor.zw) + texel + 0.5;
    if (finer == 0)
      sharp = bilinear (anchor.zw + ivec2 (whole), texel - whole, 0, constants.size);
    else
      sharp = at_level (place, finer);
    vec4 soft = at_level (place, min (finer + 1, constants.top_level));
    color = mix (sharp, soft, level - float (finer)) * constants.opacity;
  } else {
    color = bilinear (anchor.zw + ivec2 (whole), texel - whole, 0, constants.size)
            * constants.opacity;
  }
}
