//! Plants and boulders on the drawn land: tiles around the viewer, built in the background, drawn as
//! instances of a few shapes.
//!
//! What is further than trees are drawn is drawn by the ground's own shader
//! (`assets/shaders/woods.wgsl`), from the same formulas as those by which trees are placed.

mod builder;
mod meshes;
mod slots;
mod tiles;

use bevy::prelude::World;

pub use tiles::{ScatterPlugin, ScatterTiles};

/// Whether plants are being placed on another thread.
pub fn is_at_work(world: &World) -> bool {
    world.get_resource::<builder::TileBuilder>().is_some_and(|builder| builder.is_busy())
}

/// Whether all plants are there that the viewer is to see.
pub fn is_settled(world: &World) -> bool {
    world.get_resource::<ScatterTiles>().is_none_or(ScatterTiles::is_settled)
}
