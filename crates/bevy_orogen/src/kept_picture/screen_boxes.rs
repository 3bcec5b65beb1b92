//! Finds the rectangle of pixels that each drawn entity may cover, and its distance.

use std::collections::HashMap;

use bevy::camera::primitives::Aabb;
use bevy::prelude::*;

/// The rectangle of an entity in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScreenBox {
    /// The pixels that it may cover.
    pub pixels: URect,
    /// The distance from the eye to the nearest corner or the centre of its bounding box.
    pub distance: f32,
}

/// The rectangles of entities of the main world. An entity that is not listed may cover the whole
/// picture.
#[derive(Debug, Default)]
pub(super) struct ScreenBoxes(pub HashMap<Entity, ScreenBox>);

/// The margin around a rectangle for rounding errors, in pixels.
const MARGIN: f32 = 2.0;

/// The camera that draws the picture.
pub(super) struct PictureCamera {
    pub clip_from_world: Mat4,
    pub eye: Vec3,
    pub size: UVec2,
}

impl PictureCamera {
    /// The rectangle and distance of a bounding box.
    ///
    /// Returns `None` if the box reaches behind the eye, because it may then cover any pixels.
    pub fn screen_box(&self, aabb: &Aabb, world_from_local: &GlobalTransform) -> Option<ScreenBox> {
        let (low, high) = (Vec3::from(aabb.min()), Vec3::from(aabb.max()));
        let mut pixels = Rect::EMPTY;
        let mut distance = f32::INFINITY;
        for corner in 0..8u8 {
            let pick = |axis: usize| if corner >> axis & 1 == 0 { low[axis] } else { high[axis] };
            let point = world_from_local.transform_point(Vec3::new(pick(0), pick(1), pick(2)));
            let clip = self.clip_from_world * point.extend(1.0);
            if clip.w <= 1e-3 {
                return None;
            }
            let fraction = Vec2::new(0.5 + 0.5 * clip.x / clip.w, 0.5 - 0.5 * clip.y / clip.w);
            pixels = pixels.union_point(fraction * self.size.as_vec2());
            distance = distance.min(point.distance(self.eye));
        }
        let middle = world_from_local.transform_point(aabb.center.into());
        let distance = distance.min(middle.distance(self.eye));
        let size = self.size.as_vec2();
        let clamp = |pixel: Vec2| pixel.clamp(Vec2::ZERO, size).as_uvec2();
        let pixels =
            URect { min: clamp(pixels.min - MARGIN), max: clamp((pixels.max + MARGIN).ceil()) };
        Some(ScreenBox { pixels, distance })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture_camera() -> PictureCamera {
        let lens = PerspectiveProjection { aspect_ratio: 2.0, ..default() };
        let projection = Projection::Perspective(lens);
        let view = Transform::from_xyz(0.0, 0.0, 10.0).looking_at(Vec3::ZERO, Vec3::Y);
        PictureCamera {
            clip_from_world: projection.get_clip_from_view() * view.to_matrix().inverse(),
            eye: view.translation,
            size: UVec2::new(400, 200),
        }
    }

    #[test]
    fn a_rectangle_covers_every_point_in_its_box() {
        let camera = picture_camera();
        let aabb = Aabb::from_min_max(Vec3::splat(-1.0), Vec3::splat(1.0));
        let place = camera.screen_box(&aabb, &GlobalTransform::IDENTITY).unwrap();
        for i in 0..1000u32 {
            let inside = |axis: u32| ((i * 7919 + axis * 104_729) % 2001) as f32 / 1000.0 - 1.0;
            let clip =
                camera.clip_from_world.project_point3(Vec3::new(inside(0), inside(1), inside(2)));
            let pixel = Vec2::new(0.5 + 0.5 * clip.x, 0.5 - 0.5 * clip.y) * camera.size.as_vec2();
            assert!(place.pixels.as_rect().contains(pixel), "{pixel} is not in {:?}", place.pixels);
        }
        assert!(place.pixels.width() < 120, "{:?}", place.pixels);
        assert!((8.0..=10.0).contains(&place.distance));
    }

    #[test]
    fn a_box_behind_the_eye_has_no_rectangle() {
        let aabb = Aabb::from_min_max(Vec3::splat(-20.0), Vec3::splat(20.0));
        assert_eq!(picture_camera().screen_box(&aabb, &GlobalTransform::IDENTITY), None);
    }

    #[test]
    fn a_box_outside_the_picture_covers_no_pixels() {
        let aabb = Aabb::from_min_max(Vec3::splat(-1.0), Vec3::splat(1.0));
        let place = picture_camera()
            .screen_box(&aabb, &GlobalTransform::from_xyz(100.0, 0.0, 0.0))
            .unwrap();
        assert!(place.pixels.is_empty(), "{:?}", place.pixels);
    }
}
