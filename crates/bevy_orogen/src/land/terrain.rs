//! Queries of other systems to the land.

use bevy::ecs::system::SystemParam;
use bevy::math::DVec3;
use bevy::prelude::*;

use super::origin::WorldOrigin;
use super::state::ShownLand;

/// The land that is shown, for any system. Positions are those of rendering: of `Transform`s of
/// entities without a parent.
#[derive(SystemParam)]
pub struct Terrain<'w> {
    shown: Res<'w, ShownLand>,
    origin: Res<'w, WorldOrigin>,
}

impl Terrain<'_> {
    /// The height of the land in metres at a position; its y is ignored. Under water, the height of
    /// the bed. `None` until the first land is shown.
    pub fn height(&self, position: Vec3) -> Option<f32> {
        let [x, _, z] = self.origin.world_m(position);
        Some(self.shown.surface()?.bed_m([x, z]) as f32)
    }

    /// The unit normal of the land at a position, by central differences over its finest spacing.
    pub fn normal(&self, position: Vec3) -> Option<Vec3> {
        let [x, _, z] = self.origin.world_m(position);
        Some(DVec3::from(self.shown.surface()?.normal([x, z])).as_vec3())
    }

    /// The sea level in metres.
    pub fn sea_level(&self) -> Option<f32> {
        self.shown.surface().map(|surface| surface.sea_level_m() as f32)
    }

    /// A rendering position as metres in the world, which do not change when the origin moves.
    pub fn world_m(&self, position: Vec3) -> [f64; 3] {
        self.origin.world_m(position)
    }
}
