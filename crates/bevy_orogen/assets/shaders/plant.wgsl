// The buffer of plants, the tag of a mesh, which selects plants from it, and the shapes of stones.

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
