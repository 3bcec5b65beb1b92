//! Plants and boulders on the drawn land: tiles around the viewer, built in the background, drawn as
//! instances of a few shapes.
//!
//! Beyond the reach of trees, the ground's shader draws woods (`assets/shaders/woods.wgsl`) with
//! the formulas that place trees.

mod builder;
mod meshes;
mod slots;
mod tiles;

use bevy::prelude::World;

pub use tiles::{ScatterPlugin, ScatterTiles};

/// Returns true while a thread places plants.
pub fn is_at_work(world: &World) -> bool {
    world.get_resource::<builder::TileBuilder>().is_some_and(|builder| builder.is_busy())
}

/// Returns true if all plants in the viewer's reach are placed.
pub fn is_settled(world: &World) -> bool {
    world.get_resource::<ScatterTiles>().is_none_or(ScatterTiles::is_settled)
}
