// The light of a place's surroundings: visible sky and sun, and light reflected by the land around.
// It is read from maps of the land around the viewer. Each map is twice as wide and as coarse as
// the map inside it.
#define_import_path orogen::horizon

#import bevy_pbr::mesh_view_bindings::lights
#import bevy_pbr::shadows::{get_cascade_index, world_to_directional_light_local}
#import bevy_pbr::shadow_sampling::sample_shadow_map
#import orogen::detail::opaque_count
#import orogen::land::terrain

// Height above the sea, height of the shadow and softness of its edge, in metres; and the openness
// of the sky. Each level has a layer; the layers of the second land follow those of the first.
@group(#{MATERIAL_BIND_GROUP}) @binding(5) var horizon_light: texture_2d_array<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(6) var horizon_sampler: sampler;
// The cosine between sun and ground, the upward component of the ground's normal, and the square
// root of the light that sunlit ground around reflects on it.
@group(#{MATERIAL_BIND_GROUP}) @binding(9) var horizon_ground: texture_2d_array<f32>;

// The shares of a level's half width at which the next level begins to blend in, and at which it
// has replaced the level.
const NEXT: f32 = 0.72;
const END: f32 = 0.94;
// After an edit, the maps still show the earlier land. They count fully at a place whose height
// differs by at most this number of texels, and not at all from twice that number. Tuned by eye.
const TRUSTED: f32 = 1.5;
// The exponent that darkens places with little open sky, tuned by eye.
const DEEP: f32 = 1.0;
// The light that sunlit ground reflects, tuned by eye: its strength, with all further bounces.
const REFLECTION: f32 = 2.6;
// The share that falls on surfaces of any direction, and the upward part of the light's direction.
const REFLECTION_EVEN: f32 = 0.3;
const REFLECTION_RISES: f32 = 0.35;
// The share that has the colour of the place itself.
const REFLECTION_OF_PLACE: f32 = 0.6;

// The surroundings of a place.
struct Around {
    // The weight of the maps, from 0 to 1.
    known: f32,
    // Heights above the sea: the ground, the edge of the shadow, and the softness of that edge.
    height_m: f32,
    shadow_m: f32,
    soft_m: f32,
    // The visible share of the sky, 1 where no map reaches.
    open: f32,
    // The cosine between sun and ground, 0 in shadow.
    sunlit: f32,
    // The upward component of the ground's normal.
    up: f32,
    // The light reflected by sunlit ground around, as a share of the sun's light; 0 where no map reaches.
    reflected: f32,
}

// The surroundings where no map reaches.
fn nothing_around() -> Around {
    return Around(0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0);
}

// The distance of a place from the centre of the maps, in half widths of the finest map.
fn reach_of(ground: vec2<f32>) -> f32 {
    let away = abs(ground - vec2(terrain.horizon.centre_x, terrain.horizon.centre_z));
    return max(away.x, away.y) / (0.5 * terrain.horizon.texels * terrain.horizon.finest_m);
}

// The finest level that covers a reach.
fn level_of_reach(reach: f32) -> f32 {
    return max(ceil(log2(max(reach / END, 1e-6))), 0.0);
}

// The texture coordinates of a place in a level.
fn at_level(ground: vec2<f32>, level: f32) -> vec2<f32> {
    let offset = ground - vec2(terrain.horizon.centre_x, terrain.horizon.centre_z);
    let cell = offset / (terrain.horizon.finest_m * exp2(level));
    return (cell + 0.5) / terrain.horizon.texels + 0.5;
}

fn layer_of(level: f32, side: u32) -> i32 {
    return i32(side * terrain.horizon.levels + u32(level));
}

fn light_at(ground: vec2<f32>, level: f32, side: u32) -> vec4<f32> {
    let at = at_level(ground, level);
    return textureSampleLevel(horizon_light, horizon_sampler, at, layer_of(level, side), 0.0);
}

fn ground_at(ground: vec2<f32>, level: f32, side: u32) -> vec4<f32> {
    let at = at_level(ground, level);
    return textureSampleLevel(horizon_ground, horizon_sampler, at, layer_of(level, side), 0.0);
}

// Returns true if a side has maps.
fn has_horizon(side: u32) -> bool {
    return terrain.horizon.fade_progress > 0.0 && side < terrain.horizon.sides;
}

// The surroundings of a place on the land or the water of a side.
fn around_of(position: vec3<f32>, side: u32) -> Around {
    let reach = reach_of(position.xz);
    let level = level_of_reach(reach);
    let levels = f32(terrain.horizon.levels);
    if !has_horizon(side) || level >= levels {
        return nothing_around();
    }
    var light = light_at(position.xz, level, side);
    var ground = ground_at(position.xz, level, side);
    let blend = smoothstep(NEXT, END, reach / exp2(level));
    var known = terrain.horizon.fade_progress;
    if level + 1.0 >= levels {
        known *= 1.0 - blend;
    } else if blend > 0.0 {
        light = mix(light, light_at(position.xz, level + 1.0, side), blend);
        ground = mix(ground, ground_at(position.xz, level + 1.0, side), blend);
    }
    if terrain.horizon.mismatch_weight < 1.0 {
        let above_m = position.y - terrain.heights.sea_level_m - light.x;
        let mismatch = abs(above_m) / (TRUSTED * terrain.horizon.finest_m * exp2(level));
        known *= mix(1.0 - smoothstep(1.0, 2.0, mismatch), 1.0, terrain.horizon.mismatch_weight);
    }
    let open = mix(1.0, pow(light.w, DEEP), known);
    let reflected = known * ground.z * ground.z;
    return Around(known, light.x, light.y, light.z, open, ground.x, ground.y, reflected);
}

// The share of the sun above the horizon at a height.
fn sun_over(around: Around, height_m: f32) -> f32 {
    let above_m = height_m - terrain.heights.sea_level_m - around.shadow_m;
    let over = smoothstep(-around.soft_m, around.soft_m, above_m);
    return mix(1.0, over, around.known);
}

// The share of a sun's light that shadow maps leave at a place with a normal and a depth from the eye.
// It equals Bevy's `fetch_directional_shadow`, but contains the code of a cascade only once.
fn shadow_of(sun: u32, at: vec4<f32>, normal: vec3<f32>, depth: f32, pixel: vec2<f32>) -> f32 {
    let light = &lights.directional_lights[sun];
    let first = get_cascade_index(sun, depth);
    let count = (*light).num_cascades;
    if first >= count {
        return 1.0;
    }
    let end_m = (*light).cascades[first].far_bound;
    let joins_m = (*light).cascades_overlap_proportion * end_m;
    var next = clamp((end_m - joins_m + depth) / -joins_m, 0.0, 1.0);
    next = select(0.0, next, first + 1u < count);
    var sunlit = 1.0;
    for (var i = 0u; i < opaque_count(2u); i++) {
        let share = select(1.0 - next, next, i == 1u);
        if share <= 0.0 {
            continue;
        }
        let texel_m = (*light).cascades[first + i].texel_size;
        let offset = (*light).shadow_normal_bias * texel_m * normal
            + (*light).shadow_depth_bias * (*light).direction_to_light;
        let place = world_to_directional_light_local(sun, first + i, at + vec4(offset, 0.0));
        if place.w > 0.0 {
            let layer = i32((*light).depth_texture_base_index + first + i);
            sunlit -= share * (1.0 - sample_shadow_map(place.xy, place.z, layer, pixel, texel_m));
        }
    }
    return sunlit;
}

// The light on a surface from sunlit ground around, over π. Sunlit slopes face the sun, so their light
// comes from the side opposite the sun.
fn ground_reflection(around: Around, normal: vec3<f32>, place_albedo: vec3<f32>) -> vec3<f32> {
    let towards = terrain.sun.towards;
    let from_ground = normalize(vec3(-towards.x, REFLECTION_RISES, -towards.z));
    let faces = REFLECTION_EVEN + (1.0 - REFLECTION_EVEN) * max(dot(normal, from_ground), 0.0);
    let albedo = mix(terrain.rock.colour, place_albedo, REFLECTION_OF_PLACE);
    return REFLECTION * around.reflected * faces * terrain.sun.light * albedo;
}
