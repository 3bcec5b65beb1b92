// What a place sees of sky and sun, and of the land around: from maps of the land around the
// viewer, each twice as wide and as coarse as the one in it.
#define_import_path orogen::horizon

#import orogen::land::terrain

// Height above the sea, how high the shadow reaches there, how soft its edge is, in metres; and how
// open the sky is. A layer a level, those of the land beside after those of the land.
@group(#{MATERIAL_BIND_GROUP}) @binding(5) var horizon_light: texture_2d_array<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(6) var horizon_sampler: sampler;
// The cosine at which the sun falls, how level the ground is, and the root of what sunlit ground
// around throws on it.
@group(#{MATERIAL_BIND_GROUP}) @binding(9) var horizon_ground: texture_2d_array<f32>;

// The shares of a level at which the next one begins, and at which it is all.
const NEXT: f32 = 0.72;
const END: f32 = 0.94;
// After an edit a place trusts maps of the land before it if they have it lower or higher by so
// many texels at most, by eye.
const TRUSTED: f32 = 1.5;
// How much darker a place is that sees little of the sky, as a power, by eye.
const DEEP: f32 = 1.0;
// What sunlit ground throws back, by eye: how strong it is, with all further bounces; how much
// falls whatever a surface faces; how far up it comes from; and how much it has the colour of the
// own ground.
const BACK: f32 = 2.6;
const BACK_EVEN: f32 = 0.3;
const BACK_RISES: f32 = 0.35;
const BACK_OWN: f32 = 0.6;

// What is known of the surroundings of a place.
struct Around {
    // How much of the rest is to be believed.
    known: f32,
    // Above the sea.
    height_m: f32,
    shadow_m: f32,
    soft_m: f32,
    // The share of the sky.
    open: f32,
    // The cosine at which the sun falls, 0 in shadow.
    sunlit: f32,
    // The height of the normal.
    up: f32,
    // What falls on it from sunlit ground, as a share of the sun's light.
    back: f32,
}

// Where nothing is known.
fn nothing_around() -> Around {
    return Around(0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0);
}

// How far a place is from the middle of the maps, in shares of the finest one's half.
fn reach_of(ground: vec2<f32>) -> f32 {
    let away = abs(ground - vec2(terrain.horizon.centre_x, terrain.horizon.centre_z));
    return max(away.x, away.y) / (0.5 * terrain.horizon.texels * terrain.horizon.finest_m);
}

// The level of a place by its reach.
fn level_of_reach(reach: f32) -> f32 {
    return max(ceil(log2(max(reach / END, 1e-6))), 0.0);
}

// Where a place is in the texture of a level.
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

// Whether there are maps of a side.
fn has_horizon(side: u32) -> bool {
    return terrain.horizon.share > 0.0 && side < terrain.horizon.sides;
}

// What is around a place of the land, or of the water, of a side.
fn around_of(position: vec3<f32>, side: u32) -> Around {
    let reach = reach_of(position.xz);
    let level = level_of_reach(reach);
    let levels = f32(terrain.horizon.levels);
    if !has_horizon(side) || level >= levels {
        return nothing_around();
    }
    var light = light_at(position.xz, level, side);
    var ground = ground_at(position.xz, level, side);
    let on = smoothstep(NEXT, END, reach / exp2(level));
    var known = terrain.horizon.share;
    if level + 1.0 >= levels {
        known *= 1.0 - on;
    } else if on > 0.0 {
        light = mix(light, light_at(position.xz, level + 1.0, side), on);
        ground = mix(ground, ground_at(position.xz, level + 1.0, side), on);
    }
    if terrain.horizon.fresh < 1.0 {
        let above_m = position.y - terrain.heights.sea_level_m - light.x;
        let off = abs(above_m) / (TRUSTED * terrain.horizon.finest_m * exp2(level));
        known *= mix(1.0 - smoothstep(1.0, 2.0, off), 1.0, terrain.horizon.fresh);
    }
    return Around(
        known, light.x, light.y, light.z, light.w, ground.x, ground.y, ground.z * ground.z,
    );
}

// How much of the sky a place sees.
fn open_sky(around: Around) -> f32 {
    return mix(1.0, pow(around.open, DEEP), around.known);
}

// How much of the sun is over the horizon at a height.
fn sun_over(around: Around, height_m: f32) -> f32 {
    let above_m = height_m - terrain.heights.sea_level_m - around.shadow_m;
    let over = smoothstep(-around.soft_m, around.soft_m, above_m);
    return mix(1.0, over, around.known);
}

// What sunlit ground around throws on a surface, over π. Sunlit slopes face the sun: they are seen
// on the side away from it.
fn thrown_back(around: Around, normal: vec3<f32>, own: vec3<f32>) -> vec3<f32> {
    let towards = terrain.sun.towards;
    let back = normalize(vec3(-towards.x, BACK_RISES, -towards.z));
    let faces = BACK_EVEN + (1.0 - BACK_EVEN) * max(dot(normal, back), 0.0);
    let albedo = mix(terrain.rock.colour, own, BACK_OWN);
    return BACK * around.known * around.back * faces * terrain.sun.light * albedo;
}
