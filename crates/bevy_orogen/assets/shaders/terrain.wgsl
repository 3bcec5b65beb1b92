// The land: vertices that morph into the next coarser grid with the distance, and the style or view
// that colours them.

#import bevy_pbr::mesh_functions
#import bevy_pbr::view_transformations::position_world_to_clip
#import orogen::land::{terrain, FIRST_PASS, STYLE_NATURAL}
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
#import orogen::land::{develop, linear_from_display}
#import orogen::course::{course, phong, before_haze}
#import orogen::horizon::{Around, around_of, nothing_around, open_sky, sun_over}
#import orogen::rock::Place
#import orogen::natural::{fraying, shares, ground_surface, bed_colour, lit_ground, wet_mirror}
#import orogen::normals::fine_normal
#import orogen::water::{FOAM, water_light, foam_share, rapids_share}
#import orogen::sky::ambient_light
#import orogen::clouds::{cloud_shadow, seen_from_afar}
#import orogen::views::{LINE, view_colour}
#import orogen::passes::pass_value
#import orogen::road::{RoadPlace, road_share, road_surface, course_road}
#endif

// The largest byte, and the byte for no relief, as the mesh stores them.
const BYTES: f32 = 255.0;
const NO_RELIEF: f32 = 128.0;
// The greatest slope of the land below the water, as rise over run.
const STEEPEST: f32 = 4.0;
// Surfaces get less sunlight where their cosine to the sun is below this share of the sine of the
// sun's elevation, tuned by eye. Level ground gets all of it.
const GRAZES: f32 = 0.6;
// The least cosine between land and eye, tuned by eye. The normal is a mean, and the visible parts
// of the land face the eye more.
const LEAST_FACING: f32 = 0.12;
// Water is level and often seen at a flatter angle. With the land's larger limit, reflections would
// break into dashes.
const LEAST_FACING_WATER: f32 = 0.03;

// The upward components of a triangle's normal between which it becomes a wall, and the differences
// from the land's normal between which a wall has its triangle's normal. Tuned by eye.
const WALL_FROM: f32 = 0.72;
const WALL_ALL: f32 = 0.5;
const STEEPER_FROM: f32 = 0.2;
const STEEPER_ALL: f32 = 0.45;

// The share of sunlight in the shade of plants, tuned by eye.
const LEAVES_PASS: f32 = 0.14;

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
    // plants.
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
    // gullies.
    @location(5) relief: vec2<f32>,
    // 1 for the second land, to the right of the divider.
    @location(6) @interpolate(flat) side: u32,
    // 1 for the surface of the sea over a chunk, 2 for a mesh of rivers and lakes, and from 3 on the
    // surface of a road.
    @location(8) @interpolate(flat) sheet: u32,
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
// It is 1 on the border of a coarser chunk and 0 on that of a finer chunk, so that both sides
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

// The cell by which a vertex of a road morphs: an even vertex inside the chunk, or on its border, where
// roads join those of the neighbours.
fn cell_of_road(place: vec2<f32>, spacing: f32) -> vec2<u32> {
    let inside = select(vec2(2u), vec2(0u), place <= vec2(0.0));
    let cells = terrain.grid.cells;
    return select(inside, vec2(cells), place >= vec2(f32(cells) * spacing));
}

// A 16-bit number from its high and its low byte.
fn word_of(bytes: vec2<f32>) -> f32 {
    return round(BYTES * bytes.x) * BYTE_VALUES + round(BYTES * bytes.y);
}

// Returns true if the mesh itself is clamped to the sea. The natural style and its numbers for
// other programs are the exception: their land lies at its bed, and the same chunk is drawn again
// at the water's level.
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

// Computes the place and the values of a vertex.
fn stand(in: Vertex) -> Varying {
    var out: Varying;
    let world_from_local = mesh_functions::get_world_from_local(in.instance_index);
    let local = vec4(in.position, 1.0);
    let world = mesh_functions::mesh_position_local_to_world(world_from_local, local);
    let tag = mesh_functions::get_tag(in.instance_index);
    let spacing = terrain.grid.finest_m * f32(1u << level_of(tag));
    // A ribbon slides with no grid and meets no neighbour, like an even vertex inside the chunk.
    let is_ribbon = (tag >> 28u & 1u) == 1u;
    let is_road = (tag >> 27u & 1u) == 1u;
    let of_ribbon = select(vec2(2u), cell_of_road(in.position.xz, spacing), is_road);
    let cell = select(vec2<u32>(in.position.xz / spacing), of_ribbon, is_ribbon);
    let share = morph_share(tag, cell, world.xz);
    // Written out instead of `mix`, so that the ends are exact. Odd vertices slide onto even ones.
    let ground = world.xz - share * spacing * vec2<f32>(cell & vec2(1u));
    let bed_m = in.position.y * (1.0 - share) + in.coarse_bed_m * share;
    let sea_m = terrain.heights.sea_level_m;
    let clamped = is_clamped();
    // Below the water, land descends as steeply as at the shore, but only to this depth. It is
    // visible there only from the side, at the edge of a bounded land.
    let least_m = select(sea_m - STEEPEST * spacing, sea_m, clamped);
    let land_m = max(bed_m, least_m);
    out.sheet = tag >> 30u & 1u;
    out.world_position = vec3(ground.x, select(land_m, sea_m, out.sheet == 1u), ground.y);
    out.clip_position = position_world_to_clip(out.world_position);
    // Chunks are moved, never rotated or scaled.
    out.normal = normal_of(in.normals.xy, in.position.y, clamped) * (1.0 - share)
        + normal_of(in.normals.zw, in.coarse_bed_m, clamped) * share;
    let masks = mix(in.masks, in.coarse_masks, share);
    out.ground = vec3(bed_m, 2.0 * masks.x - 1.0, share);
    out.cell = vec3(vec2<f32>(cell), masks.w);
    out.relief = (BYTES * masks.yz - NO_RELIEF) / (BYTES - NO_RELIEF);
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
        out.relief = vec2(0.0);
    }
    if is_road {
        let width_m = ROAD_UNIT_M * word_of(in.coarse_masks.xy);
        let across = 2.0 * word_of(in.masks.xy) / LARGEST_WORD - 1.0;
        let half_m = 0.5 * max(width_m, NARROWEST_STRIP * spacing);
        out.sheet = FIRST_ROAD + u32(round(BYTES * in.coarse_masks.z));
        out.world_position.y = bed_m;
        out.clip_position = position_world_to_clip(out.world_position);
        out.clip_position.z *= 1.0 + NEARER;
        out.normal = from_octahedral(in.normals.xy) * (1.0 - share)
            + from_octahedral(in.normals.zw) * share;
        out.ground = vec3(bed_m, 0.0, share);
        out.cell = vec3(across * half_m, ROAD_UNIT_M * word_of(in.masks.zw), width_m);
        out.relief = vec2(0.0);
    }
#ifdef UNCLIPPED_DEPTH_ORTHO_EMULATION
    out.unclipped_depth = out.clip_position.z;
    out.clip_position.z = min(out.clip_position.z, 1.0);
#endif
    return out;
}

#ifdef OTHER_MATERIAL

// For materials other than the land's own, water is flat land.
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

// The share of sunlight that reaches a point. Nearby the shadow map of its land's sun decides, far
// away the horizon, and clouds dim both. Every factor that reduces sunlight is applied here.
fn sunlight(in: Varying, around: Around) -> f32 {
#ifdef LOW_CLOUDS
    let clouded = cloud_shadow(in.world_position);
#else
    let clouded = 1.0;
#endif
    let far = clouded * sun_over(around, in.world_position.y);
    if terrain.sun.shadows == 0u || lights.n_directional_lights <= in.side {
        return far;
    }
    let at = vec4(in.world_position, 1.0);
    let rows = transpose(view.view_from_world);
    let depth = dot(rows[2], at);
    // A sun without shadow maps, as in a draft, has only the horizon.
    if lights.directional_lights[in.side].num_cascades == 0u {
        return far;
    }
    // Where the sun grazes the land, triangles would cast jagged shadows on each other, so the
    // light fades before that.
    let least = GRAZES * terrain.sun.towards.y;
    let grazes = smoothstep(0.0, least, dot(normalize(in.normal), terrain.sun.towards));
    var lit = grazes * fetch_directional_shadow(in.side, at, in.normal, depth, in.clip_position.xy);
#ifdef WOODS
    // Leaves let some light through, and most shadows near the eye are those of plants.
    lit = mix(LEAVES_PASS * grazes * sun_over(around, in.world_position.y), 1.0, lit);
#endif
    return mix(clouded * lit, far, smoothstep(0.5, 1.0, -depth / terrain.sun.shadow_far_m));
}

// The surroundings of a place, if the pipeline shades by horizons.
fn surroundings(in: Varying) -> Around {
#ifdef HORIZON
    return around_of(in.world_position, in.side);
#else
    return nothing_around();
#endif
}

// The land in the natural style. The water's surface hides land below it, except from the side at
// the edge of a bounded land, where all of it looks like deep water.
fn natural_land(in: Varying, place: Place, bed_change: f32) -> vec3<f32> {
    let from_eye = in.world_position - view.world_position;
    let up = vec3(0.0, 1.0, 0.0);
    if place.bed_m < terrain.heights.sea_level_m - bed_change {
        let sun = terrain.sun.light * max(terrain.sun.towards.y, 0.0);
        let deep = terrain.water.deep * (sun + ambient_light(up));
        return seen_from_afar(deep, from_eye, in.clip_position.xy);
    }
    let frays = fraying(place);
    let parts = shares(place, frays);
    let surface = ground_surface(place, parts, frays);
    let around = surroundings(in);
    let lit = lit_ground(surface, place, sunlight(in, around), around)
        + wet_mirror(place, parts, -normalize(from_eye), around);
    return seen_from_afar(lit, from_eye, in.clip_position.xy);
}

// The natural style's water, with the bed visible where it is shallow.
fn natural_water(in: Varying, place: Place) -> vec3<f32> {
    let from_eye = in.world_position - view.world_position;
    let to_eye = -normalize(from_eye);
    let depth_m = max(in.world_position.y - place.bed_m, 0.0);
    let around = surroundings(in);
    let sunlit = sunlight(in, around);
    let frays = fraying(place);
    let bed = bed_colour(place, frays);
    let open = open_sky(around);
    // A mesh of rivers also has the sea where the chunk reaches it.
    let is_river = in.world_position.y > terrain.heights.sea_level_m;
    let flow = select(vec2(0.0), in.cell.xy, is_river);
    let clear =
        water_light(in.world_position, to_eye, depth_m, bed, place, sunlit, open, in.side, flow);
    var white = 0.0;
    if is_river {
        white = rapids_share(in.world_position, flow, in.cell.z, place.footprint_m);
    } else {
        white = foam_share(in.world_position, depth_m, frays, place.footprint_m);
    }
    let up = vec3(0.0, 1.0, 0.0);
    let sun = terrain.sun.light * max(terrain.sun.towards.y, 0.0) * sunlit;
    let shown = mix(clear, FOAM * (sun + open * ambient_light(up)), white);
    return seen_from_afar(shown, from_eye, in.clip_position.xy);
}

// The width of the ground that a pixel covers, from its distance and the angle of the land. A
// derivative would fail at the edge of a hill, where the next pixel shows other land.
fn footprint(world_position: vec3<f32>, normal: vec3<f32>) -> f32 {
    let from_eye = view.world_position - world_position;
    let away = length(from_eye);
    let pixel = 2.0 / (view.clip_from_view[1][1] * view.main_pass_viewport.w);
#ifdef SHEET
    let least = LEAST_FACING_WATER;
#else
    let least = LEAST_FACING;
#endif
    let facing = max(dot(normal, from_eye / away), least);
    // A compromise between sharp but flickering and calm but blurred.
    return away * pixel * max(1.0, 0.5 / facing);
}

// The share of a pixel covered by the edges of triangles.
fn edges(cell: vec2<f32>, changes: vec3<f32>) -> f32 {
    let away = abs(fract(vec3(cell, cell.x + cell.y) + 0.5) - 0.5) / max(changes, vec3(1e-6));
    let covers = clamp(0.5 * LINE + 0.5 - min(away.x, min(away.y, away.z)), 0.0, 1.0);
    return covers * (1.0 - smoothstep(0.25, 0.5, max(changes.x, changes.y)));
}

// The normal of the land, or that of its triangle where the triangle is a wall. Normals are those
// of the ground plan, so between a flat rim and the foot of a wall they would be a mean of both.
fn on_wall(normal: vec3<f32>, position: vec3<f32>) -> vec3<f32> {
    let across = cross(dpdx(position), dpdy(position));
    let length = length(across);
    if length <= 0.0 {
        return normal;
    }
    let flat_normal = across * select(-1.0, 1.0, across.y >= 0.0) / length;
    let steeper = normal.y - flat_normal.y;
    let share = (1.0 - smoothstep(WALL_ALL, WALL_FROM, flat_normal.y)) * smoothstep(STEEPER_FROM, STEEPER_ALL, steeper);
    return normalize(mix(normal, flat_normal, share));
}

// A place of the land as all materials see it. Water is level.
fn place_of(in: Varying) -> Place {
    let normal = normalize(in.normal);
#ifdef SHEET
    let surface_normal = vec3(0.0, 1.0, 0.0);
#else
    let surface_normal = normal;
#endif
    var place = Place(
        in.world_position,
        normal,
        in.ground.x,
        clamp(in.ground.y / max(1.0 - abs(in.ground.y), 1e-6), -1.0, 1.0),
        footprint(in.world_position, surface_normal),
        clamp(in.relief, vec2(-1.0), vec2(1.0)),
        select(1.0, in.cell.z, terrain.plants.masked != 0u && in.sheet < 2u),
        vec2(0.0),
    );
#ifdef FINE_NORMALS
    place.normal = fine_normal(place.position, place.normal, place.footprint_m, in.side);
#endif
#ifndef SHEET
    place.normal = on_wall(place.normal, in.world_position);
#endif
    // The sum of the changes in both directions is up to twice the change over a pixel.
    place.blur = 0.5 * fwidth(vec2(acos(clamp(place.normal.y, 0.0, 1.0)), place.relief.x));
    return place;
}

// A place of a road. Derivatives give the size of pixels across and along it.
fn road_of(in: Varying) -> RoadPlace {
    let changes = max(fwidth(in.cell.xy), vec2(1e-6));
    let pixel = 2.0 / (view.clip_from_view[1][1] * view.main_pass_viewport.w);
    let pixel_m = max(distance(view.world_position, in.world_position) * pixel, 1e-6);
    let surface = in.sheet - FIRST_ROAD;
    return RoadPlace(in.cell.x, in.cell.y, in.cell.z, surface, changes.x, changes.y, pixel_m);
}

// A road, with its share of the pixel.
fn road_colour(in: Varying, road: RoadPlace) -> vec4<f32> {
    // Water hides roads below it.
    if in.world_position.y < terrain.heights.sea_level_m {
        discard;
    }
    let share = road_share(road, in.world_position.xz);
#ifdef COURSE
    let normal = normalize(in.normal);
    let shininess = terrain.course.shininess_land;
    return vec4(phong(in.world_position, normal, course_road(road), shininess), share);
#else
    let place = place_of(in);
    let surface = road_surface(road, place);
    let around = surroundings(in);
    let from_eye = in.world_position - view.world_position;
    let lit = lit_ground(surface, place, sunlight(in, around), around);
    let seen = seen_from_afar(lit, from_eye, in.clip_position.xy);
    return vec4(develop(seen, in.clip_position.xy).rgb, share);
#endif
}

// Shader definitions select the content of a pipeline (`crates/bevy_orogen/src/look/pipeline_content.rs`), so
// that no pixel computes anything invisible.
@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
#ifdef DIVIDED
    let share = (in.clip_position.x - view.viewport.x) / view.viewport.z;
    if (share >= terrain.divider) != (in.side == 1u) {
        discard;
    }
#endif
#ifdef ROADS
    return road_colour(in, road_of(in));
#else
#ifdef COURSE
#ifdef SHEET
    return vec4(course(in.world_position, in.normal, min(in.ground.x, terrain.heights.sea_level_m)), 1.0);
#else
    return vec4(course(in.world_position, in.normal, in.ground.x), 1.0);
#endif
#else
    let bed_change = fwidth(in.ground.x);
    let place = place_of(in);
#ifdef PASS
    let parts = shares(place, fraying(place));
    let ahead_m = -dot(transpose(view.view_from_world)[2], vec4(in.world_position, 1.0));
#ifdef SHEET
    let over_m = in.ground.x - in.world_position.y;
    if over_m > bed_change {
        discard;
    }
    let water = 1.0;
#else
    let over_m = in.ground.x - terrain.heights.sea_level_m;
    // A mesh at its bed counts as water only where the side of a bounded land is visible below sea
    // level.
    let at_bed = select(0.0, 1.0, over_m < -bed_change);
    let clamped = clamp(0.5 - over_m / max(bed_change, 1e-6), 0.0, 1.0);
    let water = select(at_bed, clamped, is_clamped());
#endif
    return pass_value(ahead_m, parts, water);
#else
#ifdef VIEW
    let parts = shares(place, fraying(place));
    let wires = edges(in.cell.xy, fwidth(vec3(in.cell.xy, in.cell.x + in.cell.y)));
    let colour = view_colour(place, parts, in.level, in.ground.yz, in.cell.z, wires, bed_change);
    let display = clamp(colour, vec3(0.0), vec3(1.0));
    return vec4(linear_from_display(before_haze(display, in.world_position)), 1.0);
#else
#ifdef SHEET
    // Land hides the water where the bed rises above it.
    if in.ground.x > in.world_position.y + bed_change {
        discard;
    }
    return develop(natural_water(in, place), in.clip_position.xy);
#else
    return develop(natural_land(in, place, bed_change), in.clip_position.xy);
#endif
#endif
#endif
#endif
#endif
}

#endif
