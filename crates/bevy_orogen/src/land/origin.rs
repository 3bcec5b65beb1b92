//! The rendering origin: the point to which f32 positions are relative.
//!
//! It follows the viewer, so f32 positions near the viewer stay precise even 10¹² m from the
//! world's origin.

use bevy::prelude::*;

use super::state::{Chunk, ShownLand};
use orogen_terrain::surface::Surface;

/// The spacing of the grid of possible origins, in metres.
///
/// It is a multiple of every sample spacing, so the positions of chunks relative to the origin are
/// exact.
pub const ORIGIN_STEP_M: f64 = 2048.0;

/// The distance between viewer and origin beyond which the origin follows, in metres.
///
/// It is measured along x and along z. At this distance, neighbouring f32 numbers are half a
/// millimetre apart.
pub const ORIGIN_REACH_M: f64 = 4096.0;

/// The rendering origin in world coordinates: x and z, in metres.
///
/// Its height is always 0.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct RenderOrigin(pub [f64; 2]);

/// Marks the entity, such as the camera, around which the land is built in detail.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct TerrainViewer;

/// Reports that the rendering origin has moved.
///
/// Observers must add `by` to the rendering positions that they store.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_orogen::prelude::*;
///
/// # #[derive(Component)]
/// # struct Ball;
/// fn follow(shift: On<OriginShifted>, mut balls: Query<&mut Transform, With<Ball>>) {
///     balls.iter_mut().for_each(|mut ball| ball.translation += shift.by);
/// }
/// ```
#[derive(Event, Clone, Copy, Debug)]
pub struct OriginShifted {
    /// The old origin minus the new origin.
    pub by: Vec3,
}

impl RenderOrigin {
    /// Converts a position relative to the origin to a position in the world.
    pub fn world_m(&self, position: Vec3) -> [f64; 3] {
        let [x, z] = self.0;
        [f64::from(position.x) + x, f64::from(position.y), f64::from(position.z) + z]
    }

    /// Converts a position in the world to a position relative to the origin.
    pub fn local(&self, [x, y, z]: [f64; 3]) -> Vec3 {
        Vec3::new((x - self.0[0]) as f32, y as f32, (z - self.0[1]) as f32)
    }

    /// The origin on the grid of [`ORIGIN_STEP_M`] that is nearest to a viewer.
    pub fn near(position_m: [f64; 2]) -> Self {
        Self(position_m.map(|c| (c / ORIGIN_STEP_M).round() * ORIGIN_STEP_M))
    }

    /// The origin for a viewer, regardless of the current origin.
    ///
    /// It is the world's origin if the viewer is within [`ORIGIN_REACH_M`] of that point, and else
    /// the nearest grid point.
    pub fn for_viewer(position_m: [f64; 2]) -> Self {
        let zero = Self::default();
        if zero.is_far_from(position_m) { Self::near(position_m) } else { zero }
    }

    fn is_far_from(&self, position_m: [f64; 2]) -> bool {
        (0..2).any(|i| (position_m[i] - self.0[i]).abs() > ORIGIN_REACH_M)
    }
}

/// Moves the origin to a viewer that is farther away than [`ORIGIN_REACH_M`].
///
/// Chunks and viewers move with it (see [`move_to`]), so the picture stays the same.
pub fn follow(world: &mut World, position_m: [f64; 2]) {
    if world.resource::<RenderOrigin>().is_far_from(position_m) {
        move_to(world, RenderOrigin::near(position_m));
    }
}

/// Moves the origin to `new`, a multiple of [`ORIGIN_STEP_M`].
///
/// It updates the transforms of chunks and viewers. Observers of [`OriginShifted`] must update all
/// others.
pub fn move_to(world: &mut World, new: RenderOrigin) {
    let old = *world.resource::<RenderOrigin>();
    *world.resource_mut::<RenderOrigin>() = new;
    let spacing_m = world.resource::<ShownLand>().surface().map(Surface::spacing_m);
    let mut chunks = world.query::<(&Chunk, &mut Transform)>();
    for (chunk, mut transform) in chunks.iter_mut(world) {
        let [x, z] = chunk.0.origin_m(spacing_m.unwrap_or(1.0));
        transform.translation = new.local([x, 0.0, z]);
    }
    let by = Vec3::new((old.0[0] - new.0[0]) as f32, 0.0, (old.0[1] - new.0[1]) as f32);
    let mut viewers = world.query_filtered::<&mut Transform, With<TerrainViewer>>();
    for mut transform in viewers.iter_mut(world) {
        transform.translation += by;
    }
    world.trigger(OriginShifted { by });
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use orogen_terrain::chunk::ChunkKey;

    proptest! {
        #[test]
        fn positions_near_the_origin_are_exact_to_a_millimetre(
            x in -1e12f64..1e12, z in -1e12f64..1e12, y in -1e4f64..1e4,
        ) {
            let origin = RenderOrigin::near([x, z]);
            prop_assert!(!origin.is_far_from([x, z]));
            let back = origin.world_m(origin.local([x, y, z]));
            let error_m = [x - back[0], y - back[1], z - back[2]].map(f64::abs);
            prop_assert!(error_m.into_iter().all(|error_m| error_m < 1e-3), "{error_m:?}");
        }
    }

    #[test]
    fn the_origin_stays_at_zero_near_zero() {
        assert_eq!(RenderOrigin::for_viewer([4000.0, -4000.0]), RenderOrigin::default());
        assert_eq!(RenderOrigin::for_viewer([4100.0, 0.0]), RenderOrigin([4096.0, 0.0]));
    }

    #[test]
    fn a_new_origin_moves_no_chunk_and_no_viewer_in_the_world() {
        let mut world = World::new();
        world.init_resource::<RenderOrigin>();
        world.init_resource::<ShownLand>();
        let transform = Transform::from_xyz(5000.0, 70.0, -10.0);
        let viewer = world.spawn((TerrainViewer, transform)).id();
        let key = ChunkKey { level: 0, x: 75, z: -1 };
        let chunk = world.spawn((Chunk(key), Transform::default())).id();
        follow(&mut world, [5000.0, -10.0]);
        let origin = *world.resource::<RenderOrigin>();
        assert_eq!(origin, RenderOrigin([4096.0, 0.0]));
        let place = |entity| origin.world_m(world.get::<Transform>(entity).unwrap().translation);
        assert_eq!(place(viewer), [5000.0, 70.0, -10.0]);
        let [x, z] = key.origin_m(1.0);
        assert_eq!(place(chunk), [x, 0.0, z]);
        follow(&mut world, [5100.0, 0.0]);
        assert_eq!(*world.resource::<RenderOrigin>(), origin, "the viewer is near the origin");
    }
}
