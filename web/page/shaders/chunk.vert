// The vertices of a chunk: land, the sea over it (SEA), or the water of rivers (RIVER). A vertex morphs
// with its distance onto the next coarser grid, so that chunks of all levels meet without cracks.
layout(location = 0) in vec3 a_position;
layout(location = 1) in float a_coarse_bed;
layout(location = 2) in vec4 a_normals;
layout(location = 3) in vec4 a_masks;
layout(location = 4) in vec4 a_coarse_masks;

uniform mat4 u_clip_from_world;
uniform vec2 u_corner;
uniform int u_tag;
// x, height above the ground, z.
uniform vec3 u_viewer;
// Begin and end of the morph on level 0, the coarsest level, and the finest spacing.
uniform vec4 u_morph;
uniform float u_sea_m;

out vec3 v_position;
out vec3 v_normal;
out float v_bed;
// Curvature, ridge, occlusion, weight; for rivers: flow to the east and south, depth, fall.
out vec4 v_masks;
// The wetness of the ground near rivers and lakes.
out float v_wetness;

// The neighbours that a vertex touches, as bits: north, east, south, west, then the corners.
int touching(ivec2 cell) {
    bool n = cell.y == 0, e = cell.x == 64, s = cell.y == 64, w = cell.x == 0;
    return int(n) | int(e) << 1 | int(s) << 2 | int(w) << 3 | int(n && e) << 4 | int(s && e) << 5
        | int(s && w) << 6 | int(n && w) << 7;
}

// The weight of plants and the wetness, from the byte that has both.
vec2 weight_and_wetness(float packed_byte) {
    return vec2(int(packed_byte * 255.0 + 0.5) & 31, int(packed_byte * 255.0 + 0.5) >> 5) / vec2(31.0, 7.0);
}

vec3 octahedral(vec2 c) {
    return normalize(vec3(c.x, 1.0 - abs(c.x) - abs(c.y), c.y));
}

void main() {
    int level = u_tag >> 16;
    float scale = exp2(float(level));
    vec2 at = u_corner + a_position.xz;
    ivec2 cell = ivec2(gl_VertexID % 65, gl_VertexID / 65);
    vec2 offset = abs(at - u_viewer.xz);
    float distance_m = max(max(offset.x, offset.y), u_viewer.y);
    float share = level >= int(u_morph.z) ? 0.0
        : clamp((distance_m - u_morph.x * scale) / ((u_morph.y - u_morph.x) * scale), 0.0, 1.0);
#ifdef RIVER
    float bed = mix(a_position.y, a_coarse_bed, share);
    v_position = vec3(at.x, bed, at.y);
    v_masks = vec4(a_normals.xy * 8.0, mix(a_normals.z, a_normals.w, share) * 64.0,
        mix(a_masks.x, a_coarse_masks.x, share) * 0.25);
    v_normal = vec3(0.0, 1.0, 0.0);
    v_bed = bed - v_masks.z;
#else
    int touched = touching(cell);
    if ((u_tag & touched) != 0) share = 1.0;
    if (((u_tag >> 8) & touched) != 0) share = 0.0;
    at -= share * u_morph.w * scale * vec2(cell & 1);
    float bed = mix(a_position.y, a_coarse_bed, share);
    v_normal = mix(octahedral(a_normals.xy), octahedral(a_normals.zw), share);
    v_masks = mix(a_masks, a_coarse_masks, share);
    v_masks.xyz = (v_masks.xyz * 255.0 - 128.0) / 127.0;
    vec2 weights = mix(weight_and_wetness(a_masks.w), weight_and_wetness(a_coarse_masks.w), share);
    v_masks.w = weights.x, v_wetness = weights.y;
    v_bed = bed;
#ifdef SEA
    v_position = vec3(at.x, u_sea_m, at.y);
#elif defined(COURSE)
    v_position = vec3(at.x, max(bed, u_sea_m), at.y);
#else
    v_position = vec3(at.x, bed, at.y);
#endif
#endif
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
