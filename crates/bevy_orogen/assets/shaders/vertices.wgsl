// The vertices of the land, of its water and of its roads, which morph into the next coarser grid with
// the distance.
#define_import_path orogen::vertices

#import bevy_pbr::mesh_functions
#import bevy_pbr::mesh_view_bindings::view
#import bevy_pbr::view_transformations::position_world_to_clip
#import orogen::land::{terrain, FIRST_PASS, STYLE_NATURAL}

// The largest byte, and the byte for no relief, as the mesh stores them.
const LARGEST_BYTE: f32 = 255.0;
const NO_RELIEF: f32 = 128.0;
// The steps of a weight, in the lower five bits of a byte, and of the wetness, in the upper three.
const WEIGHT_STEPS: f32 = 31.0;
const WETNESS_STEPS: f32 = 7.0;
// The greatest slope of the land below the water, as rise over run.
const STEEPEST: f32 = 4.0;

// Units of the numbers in a mesh of rivers (`crates/orogen-terrain/src/mesh/water.rs`): the flow in
// m/s, the depth in metres, and the fall in metres per metre.
const FASTEST_M_S: f32 = 8.0;
const DEEPEST_M: f32 = 64.0;
const STEEPEST_FALL: f32 = 0.25;

// The numbers of a mesh of roads (`crates/orogen-terrain/src/mesh/roads.rs`): the values of a byte,
// the largest 16-bit number, the unit of lengths in metres, and the narrowest strip in spacings.
const BYTE_VALUES: f32 = 256.0;
const LARGEST_WORD: f32 = 65535.0;
const ROAD_UNIT_M: f32 = 0.015625;
const NARROWEST_STRIP: f32 = 0.5;
// Roads are drawn nearer than the ground below them, by this share of the distance. It hides the
// small differences while the ground morphs.
const NEARER: f32 = 0.002;
// The kind of sheet of a road with the first surface.
const FIRST_ROAD: u32 = 3u;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    // y is the unclamped bed.
    @location(0) position: vec3<f32>,
    // The bed of the next coarser grid.
    @location(1) coarse_bed_m: f32,
    // Octahedral: the fine normal in xy, the coarser grid's in zw.
    @location(2) normals: vec4<f32>,
    // Curvature c as c / (1 + |c|), with ½ for flat and 1 for the sharpest ridge. Erosion's ridge
    // map and its occlusion, with ½ for no erosion. The weight of a layer, the erosion or the
    // plants in the lower bits, the wetness in the upper bits.
    @location(3) masks: vec4<f32>,
    // The same for the coarser grid.
    @location(4) coarse_masks: vec4<f32>,
}

struct Varying {
    @builtin(position) clip_position: vec4<f32>,
    @location(0) world_position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    // The bed, the curvature, and the progress of the morph into the coarser grid.
    @location(2) ground: vec3<f32>,
    // The cell of the chunk, and the weight of a layer, the erosion or the plants. In a mesh of
    // rivers the flow of the water in m/s, and its fall in metres per metre. In a mesh of roads the
    // place across, the way along and the width in metres.
    @location(3) cell: vec3<f32>,
    @location(4) @interpolate(flat) level: u32,
    // Erosion's ridge map, −1 in gullies and 1 on ridges, and its occlusion, −1 in the deepest
    // gullies. Then the wetness of the ground near rivers and lakes.
    @location(5) relief: vec3<f32>,
    // 1 for the second land, to the right of the divider.
    @location(6) @interpolate(flat) side: u32,
    // 1 for the surface of the sea over a chunk, 2 for a mesh of rivers and lakes, and from 3 on the
    // surface of a road.
    @location(8) @interpolate(flat) sheet: u32,
    // The position relative to the eye. Near the eye it changes far more precisely from pixel to pixel
    // than the position does.
    @location(9) from_eye: vec3<f32>,
#ifdef UNCLIPPED_DEPTH_ORTHO_EMULATION
    @location(7) unclipped_depth: f32,
#endif
}

// The level of a chunk, from its tag.
fn level_of(tag: u32) -> u32 {
    return tag >> 16u & 0xffu;
}

// Decodes a direction with y >= 0 from its octahedral encoding, folded about the y axis.
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

// The progress of a vertex's morph into the next coarser grid, by its distance on the ground plane.
// It is 1 on the border with a coarser chunk and 0 on the border with a finer chunk, so that both sides
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

// The cell by which a vertex of a road morphs: an even vertex, inside the chunk or on the border where
// the road meets a neighbour's.
fn cell_of_road(place: vec2<f32>, spacing: f32) -> vec2<u32> {
    let inside = select(vec2(2u), vec2(0u), place <= vec2(0.0));
    let cells = terrain.grid.cells;
    return select(inside, vec2(cells), place >= vec2(f32(cells) * spacing));
}

// The weight of a part and the wetness, from the byte that has both (`mesh/rows.rs`).
fn weight_and_wetness(packed: f32) -> vec2<f32> {
    let whole = u32(round(LARGEST_BYTE * packed));
    return vec2(f32(whole & 31u) / WEIGHT_STEPS, f32(whole >> 5u) / WETNESS_STEPS);
}

// A 16-bit number from its high and its low byte.
fn word_of(bytes: vec2<f32>) -> f32 {
    return round(LARGEST_BYTE * bytes.x) * BYTE_VALUES + round(LARGEST_BYTE * bytes.y);
}

// Returns true if the mesh itself is clamped to the sea. In the natural style and its passes for other
// programs it is not: there the land lies at its bed, and the same chunk is drawn again at the water's
// level.
fn is_clamped() -> bool {
#ifdef OTHER_MATERIAL
    return true;
#else
    let is_view = terrain.overlay != 0u && terrain.overlay < FIRST_PASS;
    return terrain.style != STYLE_NATURAL || is_view;
#endif
}

// The normal points straight up where water covers the bed of a clamped mesh.
fn normal_of(encoded: vec2<f32>, bed_m: f32, clamped: bool) -> vec3<f32> {
    let is_wet = clamped && bed_m <= terrain.heights.sea_level_m;
    return select(from_octahedral(encoded), vec3(0.0, 1.0, 0.0), is_wet);
}

// Places a vertex, and computes its values.
fn place_vertex(in: Vertex) -> Varying {
    var out: Varying;
    let world_from_local = mesh_functions::get_world_from_local(in.instance_index);
    let local = vec4(in.position, 1.0);
    let world = mesh_functions::mesh_position_local_to_world(world_from_local, local);
    let tag = mesh_functions::get_tag(in.instance_index);
    let spacing = terrain.grid.finest_m * f32(1u << level_of(tag));
    // The vertices of ribbons do not slide and meet no neighbour, like even vertices inside the chunk. The
    // vertices of roads do not slide either.
    let is_off_grid = (tag >> 28u & 1u) == 1u;
    let is_road = (tag >> 27u & 1u) == 1u;
    let off_grid = select(vec2(2u), cell_of_road(in.position.xz, spacing), is_road);
    let cell = select(vec2<u32>(in.position.xz / spacing), off_grid, is_off_grid);
    let share = morph_share(tag, cell, world.xz);
    // Written out instead of `mix`, so that the ends are exact. Odd vertices slide onto even vertices.
    let ground = world.xz - share * spacing * vec2<f32>(cell & vec2(1u));
    let bed_m = in.position.y * (1.0 - share) + in.coarse_bed_m * share;
    let sea_m = terrain.heights.sea_level_m;
    let clamped = is_clamped();
    // Land descends below the water, but only to this depth. It is visible there only from the side, at
    // the edge of a bounded land.
    let least_m = select(sea_m - STEEPEST * spacing, sea_m, clamped);
    let land_m = max(bed_m, least_m);
    out.sheet = tag >> 30u & 1u;
    out.world_position = vec3(ground.x, select(land_m, sea_m, out.sheet == 1u), ground.y);
    out.clip_position = position_world_to_clip(out.world_position);
    // Chunks are moved, never rotated or scaled.
    out.normal = normal_of(in.normals.xy, in.position.y, clamped) * (1.0 - share)
        + normal_of(in.normals.zw, in.coarse_bed_m, clamped) * share;
    let masks = mix(in.masks, in.coarse_masks, share);
    let weights = mix(weight_and_wetness(in.masks.w), weight_and_wetness(in.coarse_masks.w), share);
    out.ground = vec3(bed_m, 2.0 * masks.x - 1.0, share);
    out.cell = vec3(vec2<f32>(cell), weights.x);
    out.relief = vec3((LARGEST_BYTE * masks.yz - NO_RELIEF) / (LARGEST_BYTE - NO_RELIEF), weights.y);
    out.level = level_of(tag);
    out.side = tag >> 31u;
    if (tag >> 29u & 1u) == 1u {
        // A mesh of rivers stores the level instead of the bed, and the depth and the flow instead
        // of normals.
        out.sheet = 2u;
        out.world_position.y = bed_m;
        out.clip_position = position_world_to_clip(out.world_position);
        out.normal = vec3(0.0, 1.0, 0.0);
        let depth_m = DEEPEST_M * (in.normals.z * (1.0 - share) + in.normals.w * share);
        out.ground = vec3(bed_m - depth_m, 0.0, share);
        out.cell = vec3(FASTEST_M_S * in.normals.xy, STEEPEST_FALL * masks.x);
        out.relief = vec3(0.0);
    }
    if is_road {
        let width_m = ROAD_UNIT_M * word_of(in.coarse_masks.xy);
        let across = 2.0 * word_of(in.masks.xy) / LARGEST_WORD - 1.0;
        let half_m = 0.5 * max(width_m, NARROWEST_STRIP * spacing);
        out.sheet = FIRST_ROAD + u32(round(LARGEST_BYTE * in.coarse_masks.z));
        out.world_position.y = bed_m;
        out.clip_position = position_world_to_clip(out.world_position);
        out.clip_position.z *= 1.0 + NEARER;
        out.normal = from_octahedral(in.normals.xy) * (1.0 - share)
            + from_octahedral(in.normals.zw) * share;
        out.ground = vec3(bed_m, 0.0, share);
        out.cell = vec3(across * half_m, ROAD_UNIT_M * word_of(in.masks.zw), width_m);
        out.relief = vec3(0.0);
    }
    out.from_eye = out.world_position - view.world_position;
#ifdef UNCLIPPED_DEPTH_ORTHO_EMULATION
    out.unclipped_depth = out.clip_position.z;
    out.clip_position.z = min(out.clip_position.z, 1.0);
#endif
    return out;
}
