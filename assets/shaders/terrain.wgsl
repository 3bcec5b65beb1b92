// The land: vertices that turn into the next coarser grid with the distance, and the style or view
// that colours them.

#import bevy_pbr::mesh_functions
#import bevy_pbr::view_transformations::position_world_to_clip
#import orogen::land::terrain
#ifdef OTHER_MATERIAL
#ifdef PREPASS_PIPELINE
#import bevy_pbr::prepass_io::VertexOutput
#else
#import bevy_pbr::forward_io::VertexOutput
#endif
#endif
#ifndef PREPASS_PIPELINE
#import bevy_pbr::mesh_view_bindings::{view, lights}
#import bevy_pbr::shadows::fetch_directional_shadow
#import orogen::land::{develop, linear_from_display, STYLE_COURSE}
#import orogen::course::{course, before_haze}
#import orogen::natural::{Place, WET, fraying, shares, ground_surface, lit_ground}
#import orogen::water::{FOAM, water_light, foam_share}
#import orogen::sky::{ambient_light, through_air}
#import orogen::views::{LINE, view_colour}
#import orogen::passes::{PASS_DEPTH, pass_value}
#endif

// A byte's greatest number, and that which stands for no relief, as the mesh has them.
const BYTES: f32 = 255.0;
const NO_RELIEF: f32 = 128.0;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    // y is the unclamped bed.
    @location(0) position: vec3<f32>,
    // That of the next coarser grid.
    @location(1) coarse_bed_m: f32,
    // Octahedral: the fine normal in xy, the coarser one in zw.
    @location(2) normals: vec4<f32>,
    // Curvature c as c / (1 + |c|), ½ flat, 1 the sharpest ridge; erosion's ridge map and its
    // occlusion, ½ none; the weight of a layer.
    @location(3) masks: vec4<f32>,
    // The same of the coarser grid.
    @location(4) coarse_masks: vec4<f32>,
}

struct Varying {
    @builtin(position) clip_position: vec4<f32>,
    @location(0) world_position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    // Bed, curvature, and how far the vertex has turned into the coarser grid.
    @location(2) ground: vec3<f32>,
    // The cell of the chunk, and the weight of a layer.
    @location(3) cell: vec3<f32>,
    @location(4) @interpolate(flat) level: u32,
    // Erosion's ridge map, −1 in gullies and 1 on ridges, and its occlusion, −1 in the deepest.
    @location(5) relief: vec2<f32>,
    // 1 for the land beside, which is right of the divider.
    @location(6) @interpolate(flat) side: u32,
#ifdef UNCLIPPED_DEPTH_ORTHO_EMULATION
    @location(7) unclipped_depth: f32,
#endif
}

// The level of a chunk, in its tag.
fn level_of(tag: u32) -> u32 {
    return tag >> 16u & 0xffu;
}

// A direction with y >= 0 from its octahedral encoding, folded about the y axis.
fn from_octahedral(encoded: vec2<f32>) -> vec3<f32> {
    return normalize(vec3(encoded.x, 1.0 - abs(encoded.x) - abs(encoded.y), encoded.y));
}

// The neighbours that a vertex touches, as the bits of the chunk's tag: north, east, south, west,
// then the corners clockwise from the north-east.
fn touching(cell: vec2<u32>) -> u32 {
    let north = u32(cell.y == 0u);
    let east = u32(cell.x == terrain.grid.cells);
    let south = u32(cell.y == terrain.grid.cells);
    let west = u32(cell.x == 0u);
    return north | east << 1u | south << 2u | west << 3u
        | (north & east) << 4u | (south & east) << 5u | (south & west) << 6u | (north & west) << 7u;
}

// How far a vertex has turned into the next coarser grid, by its distance on the ground plane; on
// the border of a coarser chunk all of it, on that of a finer one nothing, so that both sides
// agree.
fn morph_share(tag: u32, cell: vec2<u32>, ground: vec2<f32>) -> f32 {
    let level = level_of(tag);
    let touched = touching(cell);
    if ((tag >> 8u) & touched) != 0u {
        return 0.0;
    }
    if (tag & touched) != 0u {
        return 1.0;
    }
    if level >= terrain.grid.coarsest {
        return 0.0;
    }
    let scale = f32(1u << level);
    let away = abs(ground - terrain.grid.viewer.xz);
    let distance = max(max(away.x, away.y), terrain.grid.viewer.y);
    let width = (terrain.grid.morph_end_m - terrain.grid.morph_begin_m) * scale;
    return clamp((distance - terrain.grid.morph_begin_m * scale) / width, 0.0, 1.0);
}

// A vertex where it stands.
fn stand(in: Vertex) -> Varying {
    var out: Varying;
    let world_from_local = mesh_functions::get_world_from_local(in.instance_index);
    let local = vec4(in.position, 1.0);
    let world = mesh_functions::mesh_position_local_to_world(world_from_local, local);
    let tag = mesh_functions::get_tag(in.instance_index);
    let spacing = terrain.grid.finest_m * f32(1u << level_of(tag));
    let cell = vec2<u32>(in.position.xz / spacing);
    let share = morph_share(tag, cell, world.xz);
    // Written out, so that the ends are exact. Odd vertices slide onto even ones.
    let ground = world.xz - share * spacing * vec2<f32>(cell & vec2(1u));
    let bed_m = in.position.y * (1.0 - share) + in.coarse_bed_m * share;
    out.world_position = vec3(ground.x, max(bed_m, terrain.heights.sea_level_m), ground.y);
    out.clip_position = position_world_to_clip(out.world_position);
    // Chunks are moved, never turned or stretched.
    out.normal =
        from_octahedral(in.normals.xy) * (1.0 - share) + from_octahedral(in.normals.zw) * share;
    let masks = mix(in.masks, in.coarse_masks, share);
    out.ground = vec3(bed_m, 2.0 * masks.x - 1.0, share);
    out.cell = vec3(vec2<f32>(cell), masks.w);
    out.relief = (BYTES * masks.yz - NO_RELIEF) / (BYTES - NO_RELIEF);
    out.level = level_of(tag);
    out.side = tag >> 31u;
#ifdef UNCLIPPED_DEPTH_ORTHO_EMULATION
    out.unclipped_depth = out.clip_position.z;
    out.clip_position.z = min(out.clip_position.z, 1.0);
#endif
    return out;
}

#ifdef OTHER_MATERIAL

// For a material that is not the land's own: water is flat land.
@vertex
fn vertex(in: Vertex) -> VertexOutput {
    let land = stand(in);
    var out: VertexOutput;
    out.position = land.clip_position;
    out.world_position = vec4(land.world_position, 1.0);
#ifdef VERTEX_UVS_A
    out.uv = land.world_position.xz;
#endif
#ifdef UNCLIPPED_DEPTH_ORTHO_EMULATION
    out.unclipped_depth = land.unclipped_depth;
#endif
#ifdef MOTION_VECTOR_PREPASS
    out.previous_world_position = out.world_position;
#endif
#ifdef VERTEX_OUTPUT_INSTANCE_INDEX
    out.instance_index = in.instance_index;
#endif
#ifdef PREPASS_PIPELINE
#ifdef NORMAL_PREPASS_OR_DEFERRED_PREPASS
    out.world_normal = standing_normal(land);
#endif
#else
    out.world_normal = standing_normal(land);
#endif
    return out;
}

fn standing_normal(land: Varying) -> vec3<f32> {
    let is_wet = land.ground.x < land.world_position.y;
    return select(normalize(land.normal), vec3(0.0, 1.0, 0.0), is_wet);
}

#else

@vertex
fn vertex(in: Vertex) -> Varying {
    return stand(in);
}

#endif

#ifdef PREPASS_PIPELINE

// Depth alone, for shadows on drivers that cannot leave it unclipped.
#ifdef UNCLIPPED_DEPTH_ORTHO_EMULATION
@fragment
fn fragment(in: Varying) -> @builtin(frag_depth) f32 {
    return in.unclipped_depth;
}
#else
@fragment
fn fragment(in: Varying) {
}
#endif

#else

// How much of the sun reaches a point that is not in a shadow. Each side has a sun of its own,
// whose shadows are those of that side's land.
fn sunlight(in: Varying) -> f32 {
    if terrain.sun.shadows == 0u || lights.n_directional_lights <= in.side {
        return 1.0;
    }
    let at = vec4(in.world_position, 1.0);
    let rows = transpose(view.view_from_world);
    let depth = dot(rows[2], at);
    let lit = fetch_directional_shadow(in.side, at, in.normal, depth, in.clip_position.xy);
    return mix(lit, 1.0, smoothstep(0.5, 1.0, -depth / terrain.sun.shadow_far_m));
}

// The natural style: ground, water, and both where a pixel holds the shore.
fn natural(in: Varying, place: Place, bed_change: f32) -> vec3<f32> {
    let from_eye = in.world_position - view.world_position;
    let depth_m = terrain.heights.sea_level_m - place.bed_m;
    let wet = clamp(0.5 + depth_m / max(bed_change, 1e-6), 0.0, 1.0);
    let sunlit = sunlight(in);
    let frays = fraying(place);
    let surface = ground_surface(place, shares(place, frays), frays);
    var light = vec3(0.0);
    if wet < 1.0 {
        light += (1.0 - wet) * lit_ground(surface, place, sunlit);
    }
    if wet > 0.0 {
        let below = max(depth_m, 0.0);
        let bed = mix(terrain.sand.colour * WET, surface.albedo, 0.5);
        let to_eye = -normalize(from_eye);
        let clear =
            water_light(in.world_position, to_eye, below, bed, place.footprint_m, sunlit);
        let white = foam_share(in.world_position, below, frays.xy, place.footprint_m);
        let up = vec3(0.0, 1.0, 0.0);
        let sun = terrain.sun.light * max(terrain.sun.towards.y, 0.0) * sunlit;
        let foamy = FOAM * (sun + ambient_light(up));
        light += wet * mix(clear, foamy, white);
    }
    return through_air(light, from_eye);
}

// How much of the triangles' edges covers a pixel.
fn edges(cell: vec2<f32>, changes: vec3<f32>) -> f32 {
    let away = abs(fract(vec3(cell, cell.x + cell.y) + 0.5) - 0.5) / max(changes, vec3(1e-6));
    let covers = clamp(0.5 * LINE + 0.5 - min(away.x, min(away.y, away.z)), 0.0, 1.0);
    return covers * (1.0 - smoothstep(0.25, 0.5, max(changes.x, changes.y)));
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let share = (in.clip_position.x - view.viewport.x) / view.viewport.z;
    if (share >= terrain.divider) != (in.side == 1u) {
        discard;
    }
    let right = length(dpdx(in.world_position));
    let down = length(dpdy(in.world_position));
    // Between sharp but flickering and calm but smeared.
    let footprint_m = max(min(right, down), 0.5 * max(right, down));
    let bed_change = fwidth(in.ground.x);
    let changes = fwidth(vec3(in.cell.xy, in.cell.x + in.cell.y));
    let curvature = clamp(in.ground.y / max(1.0 - abs(in.ground.y), 1e-6), -1.0, 1.0);
    let place = Place(
        in.world_position,
        normalize(in.normal),
        in.ground.x,
        curvature,
        footprint_m,
        clamp(in.relief, vec2(-1.0), vec2(1.0)),
    );
    if terrain.overlay >= PASS_DEPTH {
        let parts = shares(place, fraying(place));
        let ahead_m = -dot(transpose(view.view_from_world)[2], vec4(in.world_position, 1.0));
        return pass_value(ahead_m, parts, in.ground.x, bed_change);
    }
    if terrain.overlay != 0u {
        let parts = shares(place, fraying(place));
        let wires = edges(in.cell.xy, changes);
        let colour =
            view_colour(place, parts, in.level, in.ground.yz, in.cell.z, wires, bed_change);
        let display = clamp(colour, vec3(0.0), vec3(1.0));
        return vec4(linear_from_display(before_haze(display, in.world_position)), 1.0);
    }
    if terrain.style == STYLE_COURSE {
        return vec4(course(in.world_position, in.normal, in.ground.x), 1.0);
    }
    return develop(natural(in, place, bed_change), in.clip_position.xy);
}

#endif
