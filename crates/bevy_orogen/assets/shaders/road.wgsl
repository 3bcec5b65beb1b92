// Roads: gravel, asphalt, and tracks of two wheel lanes. Each road has a strip of mesh, and is drawn in
// the strip's middle.
#define_import_path orogen::road

#import bevy_pbr::mesh_view_bindings::view
#import orogen::clouds::seen_from_afar
#import orogen::course::phong
#import orogen::land::{terrain, tone_map}
#import orogen::detail::ground_noise
#import orogen::natural::{lit_ground, mesh_openness}
#import orogen::places::{place_of, sunlight, surroundings}
#import orogen::rock::{Ground, Place}
#import orogen::vertices::{FIRST_ROAD, Varying}

// The numbers of the surfaces, as the mesh stores them (`crates/orogen-terrain/src/mesh/roads.rs`).
const GRAVEL: u32 = 0u;
const ASPHALT: u32 = 1u;

// All constants of this file are tuned by eye, except where they name a source. The least width of a
// road in pixels, and the widths in pixels between which distant roads fade in.
const LEAST_PIXELS: f32 = 1.5;
const FADES_FROM: f32 = 0.08;
const FADES_TO: f32 = 0.35;
// Linear colours: gravel, and the share by which its ruts are brighter and the rest is darker; asphalt
// and its paint; the earth of tracks.
const GRAVEL_COLOUR: vec3<f32> = vec3(0.30, 0.265, 0.21);
const RUT_SHADE: f32 = 0.16;
const ASPHALT_COLOUR: vec3<f32> = vec3(0.05, 0.05, 0.054);
const PAINT: vec3<f32> = vec3(0.55, 0.54, 0.50);
const EARTH: vec3<f32> = vec3(0.155, 0.11, 0.07);
// Display values in the style `course`, by surface.
const COURSE_GRAVEL: vec3<f32> = vec3(0.62, 0.59, 0.53);
const COURSE_ASPHALT: vec3<f32> = vec3(0.33, 0.33, 0.35);
const COURSE_EARTH: vec3<f32> = vec3(0.46, 0.38, 0.28);
// Wheel lanes: the distance of their middle from the middle of the road, as a share of the width and
// at most in metres (half the track of a car), and half of their width.
const LANE: f32 = 0.27;
const LANE_M: f32 = 0.8;
const LANE_HALF: f32 = 0.13;
const LANE_HALF_M: f32 = 0.35;
// The share of a track that shows where its lanes are too narrow for the picture.
const TRACK_COVERS: f32 = 0.5;
// Paint: half the width of lines, the distance of edge lines from the edge, the least width of a
// road with a middle line, and the length of a dash. The mesh has the same period of dashes.
const LINE_HALF_M: f32 = 0.06;
const EDGE_LINE_M: f32 = 0.3;
const MIDDLE_FROM_M: f32 = 5.0;
const DASH_M: f32 = 4.0;
const PERIOD_M: f32 = 12.0;
// The softness of edges in metres: of gravel and earth, and of asphalt. Then the amplitude of the
// noise that frays an edge, as a share of the width and at most in metres.
const SOFT_M: f32 = 0.25;
const SHARP_M: f32 = 0.03;
const FRAY: f32 = 0.05;
const FRAY_M: f32 = 0.25;
const FRAY_OCTAVE: i32 = 0;
// The sizes of gravel and of stains as powers of two metres, their variations of brightness, the relief
// of gravel as a slope, and the variation of asphalt.
const PEBBLE_OCTAVE: i32 = -4;
const STONE_OCTAVE: i32 = -2;
const STAIN_OCTAVE: i32 = 2;
const GRAIN: f32 = 0.32;
const STAINS: f32 = 0.12;
const GRAIN_RELIEF: f32 = 0.02;
const ASPHALT_GRAIN: f32 = 0.4;

// A place on a road. Lengths are in metres.
struct RoadPlace {
    // From the middle, positive to the right.
    across_m: f32,
    // Along the road, from a multiple of the period of dashes.
    way_m: f32,
    width_m: f32,
    surface: u32,
    // The changes of both lengths from pixel to pixel, and the width of a pixel at the distance.
    across_change_m: f32,
    way_change_m: f32,
    pixel_m: f32,
}

// The share of a pixel that a line covers, by the distance from its middle.
fn covered(away_m: f32, half_m: f32, change_m: f32) -> f32 {
    let inside = clamp((half_m - away_m) / change_m + 0.5, 0.0, 1.0);
    return inside * min(2.0 * half_m / change_m, 1.0);
}

// The share of two wheel lanes in a pixel.
fn lanes(road: RoadPlace, across_m: f32, change_m: f32) -> f32 {
    let half_m = min(LANE_HALF * road.width_m, LANE_HALF_M);
    let away_m = abs(abs(across_m) - min(LANE * road.width_m, LANE_M));
    return covered(away_m, half_m, max(change_m, SOFT_M));
}

// The factor from the drawn width, at least some pixels, to the width of the road.
fn narrowing(road: RoadPlace) -> f32 {
    return min(road.width_m / (LEAST_PIXELS * road.across_change_m), 1.0);
}

// The share of the road in a pixel.
fn road_share(road: RoadPlace, ground: vec2<f32>) -> f32 {
    let narrow = narrowing(road);
    let across_m = road.across_m * narrow;
    let change_m = max(road.across_change_m * narrow, 1e-6);
    var soft_m = SHARP_M;
    var edge_m = 0.5 * road.width_m;
    if road.surface != ASPHALT {
        soft_m = min(SOFT_M, 0.25 * road.width_m);
        let fray_m = min(FRAY * road.width_m, FRAY_M);
        edge_m -= fray_m * (0.5 + 0.5 * ground_noise(ground, FRAY_OCTAVE, road.pixel_m).x);
    }
    let inside = clamp((edge_m - abs(across_m)) / max(change_m, soft_m) + 0.5, 0.0, 1.0);
    let seen = smoothstep(FADES_FROM, FADES_TO, road.width_m / road.pixel_m);
    if road.surface == GRAVEL || road.surface == ASPHALT {
        return inside * seen;
    }
    let coarse = smoothstep(0.5, 2.0, change_m / min(LANE_HALF * road.width_m, LANE_HALF_M));
    return inside * seen * mix(lanes(road, across_m, change_m), TRACK_COVERS, coarse);
}

// The colour and the relief of a road, on ground with a normal.
fn road_surface(road: RoadPlace, place: Place) -> Ground {
    let at = place.position.xz;
    let footprint_m = place.footprint_m;
    let stains = STAINS * ground_noise(at, STAIN_OCTAVE, footprint_m).x;
    let pebbles = ground_noise(at, PEBBLE_OCTAVE, footprint_m);
    let stones = ground_noise(at, STONE_OCTAVE, footprint_m);
    let grain = 0.5 * (pebbles.x + stones.x);
    let narrow = narrowing(road);
    let across_m = road.across_m * narrow;
    let change_m = max(road.across_change_m * narrow, 1e-6);
    if road.surface == ASPHALT {
        let from_line_m = abs(abs(across_m) - 0.5 * road.width_m + EDGE_LINE_M);
        var paint = covered(from_line_m, LINE_HALF_M, change_m);
        if road.width_m >= MIDDLE_FROM_M {
            let dash_m = abs(fract(road.way_m / PERIOD_M) - 0.5) * PERIOD_M;
            let dashed = clamp((0.5 * DASH_M - dash_m) / max(road.way_change_m, 1e-6) + 0.5, 0.0, 1.0);
            // Dashes too short for a pixel have the brightness of their mean.
            let even = smoothstep(0.25, 1.0, road.way_change_m / PERIOD_M);
            let middle = covered(abs(across_m), LINE_HALF_M, change_m);
            paint += middle * mix(dashed, DASH_M / PERIOD_M, even);
        }
        let dark = ASPHALT_COLOUR * (1.0 + ASPHALT_GRAIN * pebbles.x + stains);
        let painted = mix(dark, PAINT * (1.0 + stains), min(paint, 1.0));
        return Ground(painted, place.normal, 1.0, 1.0, mesh_openness(place), 0.0, 0.0);
    }
    let ruts = lanes(road, across_m, change_m);
    let gravel = GRAVEL_COLOUR * (1.0 + RUT_SHADE * (2.0 * ruts - 1.0));
    let colour = select(EARTH, gravel, road.surface == GRAVEL);
    let relief = GRAIN_RELIEF * (pebbles.yz + stones.yz);
    let slope = vec3(relief.x, 0.0, relief.y);
    let normal = normalize(place.normal - (slope - dot(slope, place.normal) * place.normal));
    return Ground(colour * (1.0 + GRAIN * grain + stains), normal, 1.0, 1.0, mesh_openness(place), 0.0, 0.0);
}

// The display value of a road in the style `course`.
fn course_road(road: RoadPlace) -> vec3<f32> {
    let other = select(COURSE_EARTH, COURSE_GRAVEL, road.surface == GRAVEL);
    return select(other, COURSE_ASPHALT, road.surface == ASPHALT);
}

// The place of the road that a fragment shows. Derivatives give the size of pixels across and along it.
fn road_of(in: Varying) -> RoadPlace {
    let changes = max(fwidth(in.cell.xy), vec2(1e-6));
    let pixel = 2.0 / (view.clip_from_view[1][1] * view.main_pass_viewport.w);
    let pixel_m = max(length(in.from_eye) * pixel, 1e-6);
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
    let light = lit_ground(surface, place, sunlight(in, around), around);
    let seen = seen_from_afar(light, in.from_eye, in.clip_position.xy);
    return vec4(tone_map(seen, in.clip_position.xy).rgb, share);
#endif
}
