// The land, its water and its roads, in the style or view that the pipeline contains.

#import orogen::vertices::{Vertex, Varying, place_vertex}
#ifdef OTHER_MATERIAL
#ifdef PREPASS_PIPELINE
#import bevy_pbr::prepass_io::VertexOutput
#else
#import bevy_pbr::forward_io::VertexOutput
#endif
#endif
#ifndef PREPASS_PIPELINE
#import bevy_pbr::mesh_view_bindings::view
#import orogen::land::{terrain, tone_map, linear_from_display}
#import orogen::course::{course, through_haze}
#import orogen::rock::Place
#import orogen::natural::{SNOW_WIDE_RAD, bed_colour, below_snow, fraying, ground_surface, lit_ground}
#import orogen::natural::{shares, wet_mirror}
#import orogen::sand::{GLINT_LIGHT, glints}
#import orogen::water::{FOAM, water_light, foam_share, rapids_share}
#import orogen::sky::ambient_light
#import orogen::clouds::seen_from_afar
#import orogen::views::{LINE, view_colour}
#import orogen::vertices::is_clamped
#import orogen::passes::pass_value
#import orogen::places::{place_of, sunlight, surroundings}
#import orogen::road::{road_colour, road_of}
#endif

// Interpolation changes the level of the sea by less than this height, in metres.
const STEP_M: f32 = 0.01;

#ifdef OTHER_MATERIAL

// For other materials, water is flat land.
@vertex
fn vertex(in: Vertex) -> VertexOutput {
    let land = place_vertex(in);
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
    out.world_normal = surface_normal(land);
#endif
#else
    out.world_normal = surface_normal(land);
#endif
    return out;
}

fn surface_normal(land: Varying) -> vec3<f32> {
    let is_wet = land.ground.x < land.world_position.y;
    return select(normalize(land.normal), vec3(0.0, 1.0, 0.0), is_wet);
}

#else

@vertex
fn vertex(in: Vertex) -> Varying {
    return place_vertex(in);
}

#endif

#ifdef PREPASS_PIPELINE

// Depth alone, for shadows on drivers that always clip depth.
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

// The land in the natural style. The water's surface hides land below it, except from the side at
// the edge of a bounded land, where all of it looks like deep water.
fn natural_land(in: Varying, place: Place, bed_change: f32) -> vec3<f32> {
    var light: vec3<f32>;
    if place.bed_m < terrain.heights.sea_level_m - bed_change {
        let sun = terrain.sun.light * max(terrain.sun.towards.y, 0.0);
        light = terrain.water.deep * (sun + ambient_light(vec3(0.0, 1.0, 0.0)));
    } else {
        light = dry_land(in, place);
    }
    return seen_from_afar(light, in.world_position - view.world_position, in.clip_position.xy);
}

// The light of land above the water, towards the eye.
fn dry_land(in: Varying, place: Place) -> vec3<f32> {
    // Light comes before the ground, because it needs fewer registers than the numbers that give it.
    let around = surroundings(in);
    let sunlit = sunlight(in, around);
    let frays = fraying(place);
    let parts = below_snow(place, frays, SNOW_WIDE_RAD);
    let surface = ground_surface(place, parts, frays);
    let to_eye = normalize(view.world_position - in.world_position);
    var light = lit_ground(surface, place, sunlit, around)
        + wet_mirror(place.normal, surface.film, to_eye, sunlit, around);
#ifdef CRACKS
    if surface.snow * sunlit > 0.0 {
        let shines = GLINT_LIGHT * surface.snow * sunlit * surface.sunlit;
        light += shines * glints(place, surface.normal, to_eye) * terrain.sun.light;
    }
#endif
    return light;
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
    // A mesh of rivers also has the sea where the chunk reaches it.
    let is_river = in.sheet == 2u && in.world_position.y > terrain.heights.sea_level_m + STEP_M;
    let flow = select(vec2(0.0), in.cell.xy, is_river);
    let clear =
        water_light(in.world_position, to_eye, depth_m, bed, place, sunlit, around.open, in.side, flow);
    var white = 0.0;
    if is_river {
        white = rapids_share(in.world_position, flow, in.cell.z, place.footprint_m);
    } else {
        white = foam_share(in.world_position, depth_m, frays, place.footprint_m);
    }
    let up = vec3(0.0, 1.0, 0.0);
    let sun = terrain.sun.light * max(terrain.sun.towards.y, 0.0) * sunlit;
    let shown = mix(clear, FOAM * (sun + around.open * ambient_light(up)), white);
    return seen_from_afar(shown, from_eye, in.clip_position.xy);
}

// The share of a pixel covered by the edges of triangles.
fn edges(cell: vec2<f32>, changes: vec3<f32>) -> f32 {
    let away = abs(fract(vec3(cell, cell.x + cell.y) + 0.5) - 0.5) / max(changes, vec3(1e-6));
    let covers = clamp(0.5 * LINE + 0.5 - min(away.x, min(away.y, away.z)), 0.0, 1.0);
    return covers * (1.0 - smoothstep(0.25, 0.5, max(changes.x, changes.y)));
}

// Shader definitions select the variant of a pipeline (`crates/bevy_orogen/src/look/pipeline_variant.rs`),
// so that no pixel computes anything invisible.
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
    return vec4(linear_from_display(through_haze(display, in.world_position)), 1.0);
#else
#ifdef SHEET
    // Land hides the water where the bed rises above it.
    if in.ground.x > in.world_position.y + bed_change {
        discard;
    }
    return tone_map(natural_water(in, place), in.clip_position.xy);
#else
    return tone_map(natural_land(in, place, bed_change), in.clip_position.xy);
#endif
#endif
#endif
#endif
#endif
}

#endif
