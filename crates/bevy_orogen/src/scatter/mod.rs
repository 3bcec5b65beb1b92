//! Plants and boulders on the land.
//!
//! A background thread places them in square tiles around the viewer. They are drawn as instances
//! of a few shapes.
//!
//! Beyond the distance at which trees end, the ground's shader draws woods
//! (`assets/shaders/woods.wgsl`) with the formulas that place trees.

mod builder;
mod meshes;
mod slots;
mod spawner;
mod tiles;

use bevy::prelude::World;

pub use tiles::{ScatterPlugin, ScatterTiles};

/// Returns true while the background thread places plants.
pub fn is_at_work(world: &World) -> bool {
    world.get_resource::<builder::TileBuilder>().is_some_and(|builder| builder.is_busy())
}

/// Returns true if all plants around the viewer are placed.
pub fn is_settled(world: &World) -> bool {
    world.get_resource::<ScatterTiles>().is_none_or(ScatterTiles::is_settled)
}
