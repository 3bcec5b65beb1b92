// The buffer of plants, and the tag of a mesh, which selects plants from it.

#define_import_path orogen::plant

#import orogen::land::{terrain, STYLE_NATURAL}

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
