//! A round lens and points of it: a picture is not all sharp where they see different ones.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;

/// How many points of the lens a picture is drawn from, where the lens has an aperture; from its
/// middle alone, all sharp, if there are none.
#[derive(Resource, Clone, Copy, Debug)]
pub struct LensPoints(pub u32);

impl Default for LensPoints {
    fn default() -> Self {
        Self(32)
    }
}

/// A point of the lens. What is in focus is seen at the same pixel from every one: the eye is
/// moved, and the sides of the picture are moved against it, so that the plane in focus is in the
/// same frame still.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LensPoint {
    /// How far it is to the right of the lens's middle, and how far above it.
    pub aside_m: Vec2,
    /// How far ahead the plane in focus is.
    pub focus_m: f32,
}

impl LensPoint {
    /// Where an eye is that looks from it, by the one that looks from the middle.
    pub fn transform(&self, middle: &Transform) -> Transform {
        let aside = middle.rotation * self.aside_m.extend(0.0);
        middle.with_translation(middle.translation + aside)
    }

    /// How many pixels the picture's sides move to the right and down, by the angle that the
    /// picture sees from its lower to its upper edge and by its height.
    pub fn shift_px(&self, field_rad: f32, height_px: u32) -> Vec2 {
        let pixels_a_metre = 0.5 * height_px as f32 / ((0.5 * field_rad).tan() * self.focus_m);
        Vec2::new(-self.aside_m.x, self.aside_m.y) * pixels_a_metre
    }
}

/// Points of a disc of radius 1, evenly spread: Vogel's spiral, each the golden angle further.
pub(super) fn disc(count: u32) -> impl Iterator<Item = Vec2> {
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
            let points: Vec<_> = disc(count).collect();
            assert_eq!(points.len(), count as usize);
            assert!(points.iter().all(|point| point.length() < 1.0));
            let mean = points.iter().sum::<Vec2>() / count as f32;
            assert!(mean.length() < 0.1, "{count}: {mean}");
            // Half of a disc's area lies within 0.71 of its radius.
            let inner = points.iter().filter(|point| point.length_squared() < 0.5).count();
            assert_eq!(inner, points.len() / 2);
            let apart = |i: usize, j: usize| points[i].distance(points[j]);
            let nearest = (0..points.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
            let nearest = nearest.map(|(i, j)| apart(i, j)).fold(f32::MAX, f32::min);
            assert!(nearest > 1.2 / (count as f32).sqrt(), "{count}: {nearest}");
        }
    }
}
