//! What other systems ask the land.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::origin::WorldOrigin;
use super::state::ShownLand;

/// The land that is shown, for any system. Positions are those of rendering: of `Transform`s of entities without a parent.
#[derive(SystemParam)]
pub struct Terrain<'w> {
    shown: Res<'w, ShownLand>,
    origin: Res<'w, WorldOrigin>,
}

impl Terrain<'_> {
    /// The height of the land in metres at a position, whose own y does not count; of the bed where there is water. `None`
    /// until the first land is shown.
    pub fn height(&self, position: Vec3) -> Option<f32> {
        let (_, land) = self.shown.current.as_ref()?;
        let [x, _, z] = self.origin.world_m(position);
        Some(land.height_m([x, z], land.spacing_m()) as f32)
    }

    /// The unit normal of the land at a position, by central differences over its finest spacing.
    pub fn normal(&self, position: Vec3) -> Option<Vec3> {
        let (_, land) = self.shown.current.as_ref()?;
        let [x, _, z] = self.origin.world_m(position);
        let step = land.spacing_m();
        let height = |dx: f64, dz: f64| land.height_m([x + dx * step, z + dz * step], step);
        let rise = [height(-1.0, 0.0) - height(1.0, 0.0), height(0.0, -1.0) - height(0.0, 1.0)];
        Some(Vec3::new(rise[0] as f32, 2.0 * step as f32, rise[1] as f32).normalize())
    }

    /// The height at which water stands, in metres.
    pub fn sea_level(&self) -> Option<f32> {
        self.shown.current.as_ref().map(|(recipe, _)| recipe.world.sea_level_m as f32)
    }

    /// A rendering position as metres in the world, which do not change when the origin moves.
    pub fn world_m(&self, position: Vec3) -> [f64; 3] {
        self.origin.world_m(position)
    }
}
