// The buffer of plants, the tag of a mesh, which selects plants from it, the parts of plants, their fading, and
// the shapes of stones.

#define_import_path orogen::plant

#import orogen::detail::hash
#import orogen::land::{terrain, STYLE_NATURAL}
#import orogen::rock::four_of

// A plant. `foot` is the position of its foot from the corner of its tile, and its height. `looks` is
// its rotation, two tints, and a random number. `ground` is the slope of the ground to the east and to
// the south, and the height of the ground above the foot, in heights of the plant.
struct Plant {
    foot: vec4<f32>,
    looks: vec4<f32>,
    ground: vec4<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(4) var<storage, read> plants: array<Plant>;

// The plants of a slot, and the bits of a mesh's tag: slot, number of plants, plain shapes.
const INSTANCES_PER_SLOT: u32 = 64u;
const SLOT: u32 = 0xffffu;
const COUNT_SHIFT: u32 = 16u;
const COUNT: u32 = 0x7fu;
const PLAIN: u32 = 1u << 31u;

// The largest 16-bit number.
const WORD: f32 = 65535.0;
// The planes that break a stone: their number, the middle and the radii of a stone, how much more of them
// face upwards, and their nearest and farthest distance from the middle, as shares of the radius.
const BREAKS: u32 = 6u;
const STONE_MIDDLE: vec3<f32> = vec3(0.0, 0.32, 0.0);
const STONE_RADII: vec3<f32> = vec3(0.8, 0.62, 0.65);
const BREAKS_RISE: f32 = 0.5;
const BREAK_NEAR: f32 = 0.55;
const BREAK_FAR: f32 = 0.9;

// The parts of a plant that a vertex may belong to.
const BARK: u32 = 0u;
const TWIG: u32 = 1u;
const SKIRT: u32 = 2u;
const LEAVES: u32 = 3u;
const CROWN: u32 = 4u;
const STONE: u32 = 5u;
const BLADE: u32 = 6u;
const REED: u32 = 7u;

// The reach of boulders and reeds as a share of the trees' reach (also in tiles.rs).
const LOW_FAR: f32 = 0.4;
// The distance up to which tufts have all their blades, in metres (also in tiles.rs).
const TUFTS_NEAR_M: f32 = 16.0;
// The shortest reach.
const NEAREST_M: f32 = 1e-3;
// The share of a reach over which shapes fade.
const FADE: f32 = 0.25;
// The share of that fade over which a single plant disappears.
const ONE_GOES: f32 = 0.15;
// The share of the slope of the ground at which a stone lies (also in place.rs).
const BOULDER_LEAN: f32 = 0.65;

// The plant of a copy in a mesh.
fn plant_of(tag: u32, copy: u32) -> Plant {
    return plants[(tag & SLOT) * INSTANCES_PER_SLOT + min(copy, INSTANCES_PER_SLOT - 1u)];
}

// The number of copies that stand for plants.
fn copies(tag: u32) -> u32 {
    return tag >> COUNT_SHIFT & COUNT;
}

// True if the picture shows no plants.
fn is_hidden() -> bool {
    return terrain.style != STYLE_NATURAL || terrain.overlay != 0u;
}

// A point of a stone after planes have cut pieces off, which differ from stone to stone.
fn broken(whole: vec3<f32>, random: f32) -> vec3<f32> {
    var point = whole - STONE_MIDDLE;
    for (var i = 0u; i < BREAKS; i++) {
        let word = hash(vec2(u32(WORD * random), i));
        let chances = four_of(word);
        let normal = normalize(2.0 * chances.xyz - 1.0 + vec3(0.0, BREAKS_RISE, 0.0));
        let away = length(STONE_RADII * normal) * mix(BREAK_NEAR, BREAK_FAR, chances.w);
        point -= max(dot(point, normal) - away, 0.0) * normal;
    }
    return point + STONE_MIDDLE;
}

// True for parts of boulders, grass and reeds.
fn is_low(part: u32) -> bool {
    return part == STONE || part == BLADE || part == REED;
}

// A vector of a stone after the stone has leaned with the slope of the ground.
fn lean(v: vec3<f32>, slope: vec2<f32>) -> vec3<f32> {
    let up = normalize(vec3(-BOULDER_LEAN * slope.x, 1.0, -BOULDER_LEAN * slope.y));
    let axis = vec3(up.z, 0.0, -up.x);
    let once = cross(axis, v);
    return v + once + cross(axis, once) / (1.0 + up.y);
}

// The fade of a single plant, from 0 to 1, for the common progress of all plants. Plants disappear
// one after the other; if all faded together, every tree would look half dissolved.
fn in_turn(gone: f32, random: f32) -> f32 {
    return clamp((gone - random * (1.0 - ONE_GOES)) / ONE_GOES, 0.0, 1.0);
}

// The range of dither values at which a plant is drawn. A detailed shape is drawn at values above
// its progress towards the plain shape. A plain shape is drawn at values below that progress and
// above its progress towards disappearing.
fn dots_of(part: u32, is_plain: bool, away: f32, random: f32) -> vec2<f32> {
    if part == BLADE {
        let end = max(terrain.plants.tufts_m, NEAREST_M);
        let gone = in_turn(smoothstep(end * (1.0 - 2.0 * FADE), end, away), random);
        let to_plain = smoothstep(TUFTS_NEAR_M * (1.0 - 2.0 * FADE), TUFTS_NEAR_M, away);
        return select(vec2(max(to_plain, gone), 1.0), vec2(gone, to_plain), is_plain);
    }
    let reach = select(1.0, LOW_FAR, part == STONE || part == REED);
    let near = max(reach * terrain.plants.near_m, NEAREST_M);
    let far = max(reach * terrain.plants.far_m, NEAREST_M);
    let to_plain = smoothstep(near * (1.0 - FADE), near, away);
    let gone = in_turn(smoothstep(far * (1.0 - FADE), far, away), random);
    return select(vec2(to_plain, 1.0), vec2(gone, to_plain), is_plain);
}
