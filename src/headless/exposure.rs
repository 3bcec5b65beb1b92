//! Depth of field: averages pictures from several points of the lens, in linear light.

use bevy::prelude::*;
use image::RgbaImage;

use super::alpha::{to_display, to_linear};
use super::capture::Headless;
use super::error::HeadlessError;
use super::lens::{LensPoint, LensPoints, disc_points};
use super::shot::{FrameSettings, Pass};
use crate::plugin::camera::LandCamera;
use crate::plugin::camera::pose::GROUND_CLEARANCE_M;
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::{ShownLand, WantedScene};

impl Headless {
    /// Like [`Headless::single_frame`], with the depth of field of the wanted scene. If the lens
    /// has an aperture, it draws a frame for every point of the lens.
    ///
    /// # Errors
    /// If the driver gives no picture within many frames.
    pub(super) fn exposed_frame(&mut self) -> Result<RgbaImage, HeadlessError> {
        let points = self.lens_points();
        if points.is_empty() {
            return self.single_frame();
        }
        let exposed = self.expose(&points);
        self.world().resource_mut::<FrameSettings>().lens = None;
        exposed
    }

    fn expose(&mut self, points: &[LensPoint]) -> Result<RgbaImage, HeadlessError> {
        let mut exposure = Exposure::default();
        for point in points {
            self.world().resource_mut::<FrameSettings>().lens = Some(*point);
            exposure.add(&self.single_frame()?);
        }
        Ok(exposure.picture())
    }

    /// Returns the points of the lens that lie above the ground. The list is empty without an
    /// aperture, and for the passes of depth and material, whose values cannot be averaged.
    fn lens_points(&mut self) -> Vec<LensPoint> {
        let world = self.world();
        let mut cameras = world.query_filtered::<&Transform, With<LandCamera>>();
        let world = &*world;
        let is_picture = world
            .get_resource::<FrameSettings>()
            .is_some_and(|settings| settings.pass == Pass::Picture);
        let lens = &world.resource::<WantedScene>().0.view.params.camera;
        if !is_picture || lens.aperture_m <= 0.0 {
            return vec![];
        }
        let Some(middle) = cameras.iter(world).next() else { return vec![] };
        let LensPoints(count) = *world.resource::<LensPoints>();
        let (radius_m, focus_m) = (0.5 * lens.aperture_m as f32, lens.focus_m as f32);
        let origin = *world.resource::<RenderOrigin>();
        let surface = world.resource::<ShownLand>().surface();
        let is_above_ground = |point: &LensPoint| {
            let [x, y, z] = origin.world_m(point.transform(middle).translation);
            surface.is_none_or(|surface| {
                !surface.contains([x, z]) || y > surface.surface_m([x, z]) + GROUND_CLEARANCE_M
            })
        };
        let point = |place: Vec2| LensPoint { offset_m: radius_m * place, focus_m };
        disc_points(count).map(point).filter(is_above_ground).collect()
    }
}

/// The sum of pictures of one size, in linear light.
struct Exposure {
    size: (u32, u32),
    /// Red, green, blue and opacity of each pixel. Colours are linear light.
    sums: Vec<f32>,
    count: u32,
    /// The linear light of each display value.
    lights: [f32; 256],
}

impl Default for Exposure {
    fn default() -> Self {
        let lights = std::array::from_fn(|value| to_linear(value as u8));
        Self { size: (0, 0), sums: vec![], count: 0, lights }
    }
}

impl Exposure {
    fn add(&mut self, picture: &RgbaImage) {
        self.size = picture.dimensions();
        self.sums.resize(picture.len(), 0.0);
        self.count += 1;
        for (sum, pixel) in self.sums.chunks_exact_mut(4).zip(picture.chunks_exact(4)) {
            for (sum, value) in sum[..3].iter_mut().zip(pixel) {
                *sum += self.lights[usize::from(*value)];
            }
            // Opacity is linear already.
            sum[3] += f32::from(pixel[3]);
        }
    }

    /// Returns the mean of the pictures, as display values.
    fn picture(&self) -> RgbaImage {
        let scale = 1.0 / self.count.max(1) as f32;
        let mut picture = RgbaImage::new(self.size.0, self.size.1);
        for (pixel, sum) in picture.chunks_exact_mut(4).zip(self.sums.chunks_exact(4)) {
            for (value, sum) in pixel[..3].iter_mut().zip(sum) {
                *value = to_display(sum * scale);
            }
            pixel[3] = (sum[3] * scale).round() as u8;
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    fn mean(pixels: &[[u8; 4]]) -> [u8; 4] {
        let mut exposure = Exposure::default();
        for pixel in pixels {
            exposure.add(&RgbaImage::from_pixel(3, 2, Rgba(*pixel)));
        }
        let picture = exposure.picture();
        assert_eq!(picture.dimensions(), (3, 2));
        assert!(picture.pixels().all(|pixel| pixel == picture.get_pixel(0, 0)));
        picture.get_pixel(0, 0).0
    }

    #[test]
    fn the_mean_of_equal_pictures_is_that_picture() {
        for value in 0..=255 {
            assert_eq!(mean(&[[value, 255 - value, 7, value]; 32]), [value, 255 - value, 7, value]);
        }
    }

    #[test]
    fn pictures_are_averaged_in_linear_light() {
        // Half the light of white has the display value 188, not 128. Half its opacity is 128.
        assert_eq!(mean(&[[0, 0, 255, 0], [255, 0, 255, 255]]), [188, 0, 255, 128]);
    }
}
