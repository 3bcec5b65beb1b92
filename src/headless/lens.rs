//! A round lens, sampled at several points. A picture with depth of field averages the views from
//! all of them.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;

/// The number of points at which a lens with an aperture is sampled. With 0, everything is in focus.
#[derive(Resource, Clone, Copy, Debug)]
pub struct LensPoints(pub u32);

impl Default for LensPoints {
    fn default() -> Self {
        Self(32)
    }
}

/// A point of the lens. The camera moves to it, and the frustum is sheared the opposite way. The
/// plane in focus then stays at the same pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LensPoint {
    /// The offset in metres to the right of the lens's centre, and above it.
    pub offset_m: Vec2,
    /// The distance from the camera to the plane in focus, in metres.
    pub focus_m: f32,
}

impl LensPoint {
    /// Returns the transform of the camera at this point. `middle` is its transform at the lens's
    /// centre.
    pub fn transform(&self, middle: &Transform) -> Transform {
        let offset = middle.rotation * self.offset_m.extend(0.0);
        middle.with_translation(middle.translation + offset)
    }

    /// Returns the shift of the frustum in pixels, to the right and down. It depends on the
    /// vertical field of view and the height of the picture.
    pub fn shift_px(&self, field_rad: f32, height_px: u32) -> Vec2 {
        let pixels_per_metre = 0.5 * height_px as f32 / ((0.5 * field_rad).tan() * self.focus_m);
        Vec2::new(-self.offset_m.x, self.offset_m.y) * pixels_per_metre
    }
}

/// Returns points that are spread evenly over a disc of radius 1: Vogel's spiral, whose steps turn
/// by the golden angle.
pub(super) fn disc_points(count: u32) -> impl Iterator<Item = Vec2> {
    let golden_rad = PI * (3.0 - 5f32.sqrt());
    (0..count).map(move |i| {
        let radius = ((i as f32 + 0.5) / count as f32).sqrt();
        Vec2::from_angle((i as f32 * golden_rad) % TAU) * radius
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_fill_the_lens_evenly_around_its_middle() {
        for count in [8, 12, 32, 64] {
            let points: Vec<_> = disc_points(count).collect();
            assert_eq!(points.len(), count as usize);
            assert!(points.iter().all(|point| point.length() < 1.0));
            let mean = points.iter().sum::<Vec2>() / count as f32;
            assert!(mean.length() < 0.1, "{count}: {mean}");
            // Half of a disc's area lies within 0.71 times its radius.
            let inner = points.iter().filter(|point| point.length_squared() < 0.5).count();
            assert_eq!(inner, points.len() / 2);
            let apart = |i: usize, j: usize| points[i].distance(points[j]);
            let nearest = (0..points.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
            let nearest = nearest.map(|(i, j)| apart(i, j)).fold(f32::MAX, f32::min);
            assert!(nearest > 1.2 / (count as f32).sqrt(), "{count}: {nearest}");
        }
    }
}
