//! A system parameter that answers questions about the land.

use bevy::ecs::system::SystemParam;
use bevy::math::DVec3;
use bevy::prelude::*;

use super::origin::RenderOrigin;
use super::state::ShownLand;

/// A system parameter for heights and normals of the shown land.
///
/// Positions are relative to the rendering origin, like `Transform`s of entities without a parent.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_orogen::prelude::*;
///
/// fn walk(terrain: Terrain, mut walker: Single<&mut Transform, With<Camera3d>>) {
///     let ground = terrain.height(walker.translation).unwrap_or(0.0);
///     walker.translation.y = ground + 1.7;
/// }
/// ```
#[derive(SystemParam)]
pub struct Terrain<'w> {
    shown: Res<'w, ShownLand>,
    origin: Res<'w, RenderOrigin>,
}

impl Terrain<'_> {
    /// The height of the land at a position, in metres; the position's y is ignored.
    ///
    /// Under water it is the height of the bed. Returns `None` until the first land is shown.
    pub fn height(&self, position: Vec3) -> Option<f32> {
        let [x, _, z] = self.origin.world_m(position);
        Some(self.shown.surface()?.bed_m([x, z]) as f32)
    }

    /// The unit normal of the land at a position; `None` until the first land is shown.
    ///
    /// It is measured by central differences over the finest spacing.
    pub fn normal(&self, position: Vec3) -> Option<Vec3> {
        let [x, _, z] = self.origin.world_m(position);
        Some(DVec3::from(self.shown.surface()?.normal([x, z])).as_vec3())
    }

    /// The sea level in metres; `None` until the first land is shown.
    pub fn sea_level(&self) -> Option<f32> {
        self.shown.surface().map(|surface| surface.sea_level_m() as f32)
    }

    /// Converts a position to world coordinates in metres.
    ///
    /// They stay the same when the rendering origin moves.
    pub fn world_m(&self, position: Vec3) -> [f64; 3] {
        self.origin.world_m(position)
    }
}
