// The place of the land that a fragment shows, as all materials use it, and the sunlight there.
#define_import_path orogen::places

#import bevy_pbr::mesh_view_bindings::{view, lights}
#import orogen::clouds::cloud_shadow
#import orogen::horizon::{Around, around_of, nothing_around, shadow_of, sun_over}
#import orogen::land::terrain
#import orogen::normals::fine_normal
#import orogen::rock::Place
#import orogen::vertices::Varying

// Surfaces get less sunlight where their cosine to the sun is below this share of the sine of the
// sun's elevation, tuned by eye. Level ground gets all of it.
const GRAZES: f32 = 0.6;
// The least cosine between land and eye, tuned by eye. The normal is a mean, and the visible parts
// of the land face the eye more.
const LEAST_FACING: f32 = 0.12;
// The share of a pixel's length on a slope that counts as its width on land in the natural style: a
// compromise between flicker and blur.
const STRETCH: f32 = 0.35;
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
const LEAVES_TRANSMIT: f32 = 0.24;

// The share of sunlight that reaches a point. Nearby the shadow map of its land's sun decides, far
// away the horizon, and clouds dim both. Every factor that reduces sunlight is applied here.
fn sunlight(in: Varying, around: Around) -> f32 {
#ifdef LOW_CLOUDS
    let clouded = cloud_shadow(in.world_position);
#else
    let clouded = 1.0;
#endif
    let by_horizon = clouded * sun_over(around, in.world_position.y);
    if terrain.sun.shadows == 0u || lights.n_directional_lights <= in.side {
        return by_horizon;
    }
    let at = vec4(in.world_position, 1.0);
    let rows = transpose(view.view_from_world);
    let depth = dot(rows[2], at);
    // A sun without shadow maps, as in a draft, has only the horizon.
    if lights.directional_lights[in.side].num_cascades == 0u {
        return by_horizon;
    }
    // Where the sun grazes the land, triangles would cast jagged shadows on each other, so the
    // light fades before that.
    let full_cosine = GRAZES * terrain.sun.towards.y;
    let grazes = smoothstep(0.0, full_cosine, dot(normalize(in.normal), terrain.sun.towards));
    var sunlit = grazes * shadow_of(in.side, at, in.normal, depth, in.clip_position.xy);
#ifdef WOODS
    // Leaves let some light through, and plants cast most shadows near the eye.
    sunlit = mix(LEAVES_TRANSMIT * grazes * sun_over(around, in.world_position.y), 1.0, sunlit);
#endif
    return mix(clouded * sunlit, by_horizon, smoothstep(0.5, 1.0, -depth / terrain.sun.shadow_far_m));
}

// The surroundings of a place, if the pipeline shades by horizons.
fn surroundings(in: Varying) -> Around {
#ifdef HORIZON
    return around_of(in.world_position, in.side);
#else
    return nothing_around();
#endif
}

// The width of the ground that a pixel covers, from its distance and the angle of the land. A
// derivative would fail at the edge of a hill, where the next pixel shows other land.
fn footprint(from_eye: vec3<f32>, normal: vec3<f32>) -> f32 {
    let away = length(from_eye);
    let pixel = 2.0 / (view.clip_from_view[1][1] * view.main_pass_viewport.w);
#ifdef SHEET
    let min_facing = LEAST_FACING_WATER;
#else
    let min_facing = LEAST_FACING;
#endif
    let facing = max(dot(normal, -from_eye / away), min_facing);
    var stretch = 0.5;
#ifdef NATURAL
#ifndef SHEET
    stretch = STRETCH;
#endif
#endif
    return away * pixel * max(1.0, stretch / facing);
}

// The normal of the land, or of the triangle where it is a wall. The land's normals come from heights
// on the grid, so on a wall between a flat rim and flat ground they would be too flat.
fn on_wall(normal: vec3<f32>, from_eye: vec3<f32>) -> vec3<f32> {
    let across = cross(dpdx(from_eye), dpdy(from_eye));
    let length = length(across);
    if length <= 0.0 {
        return normal;
    }
    let flat_normal = across * select(-1.0, 1.0, across.y >= 0.0) / length;
    let steeper = normal.y - flat_normal.y;
    let share = (1.0 - smoothstep(WALL_ALL, WALL_FROM, flat_normal.y)) * smoothstep(STEEPER_FROM, STEEPER_ALL, steeper);
    return normalize(mix(normal, flat_normal, share));
}

// The place of the land that a fragment shows. Water is level.
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
        footprint(in.from_eye, surface_normal),
        clamp(in.relief.xy, vec2(-1.0), vec2(1.0)),
        select(1.0, in.cell.z, terrain.plants.masked != 0u && in.sheet < 2u),
        clamp(in.relief.z, 0.0, 1.0),
        vec2(0.0),
        0.0,
    );
#ifdef FINE_NORMALS
    let fine = fine_normal(place.position, place.normal, place.footprint_m, in.side);
    place.normal = fine.xyz;
    place.bulge = clamp(fine.w, -1.0, 1.0);
#endif
#ifndef SHEET
    place.normal = on_wall(place.normal, in.from_eye);
#endif
    // The sum of the changes in both directions is up to twice the change over a pixel.
    place.blur = 0.5 * fwidth(vec2(acos(clamp(place.normal.y, 0.0, 1.0)), place.relief.x));
    return place;
}
