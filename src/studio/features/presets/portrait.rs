//! Takes the picture of a user's preset: a small screenshot of the land.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::ScreenshotCaptured;
use bevy::window::RequestRedraw;
use image::imageops::{FilterType, crop_imm, resize};
use image::{ImageEncoder, RgbImage};

use crate::export::{FileError, atomic};
use crate::studio::app::idle::AtRest;
use crate::studio::command::kinds::Command;
use crate::studio::document::files::work::FileWork;
use crate::studio::panel::state::UiState;

/// The size of a preset's picture, in pixels.
pub const SIZE: [u32; 2] = [320, 180];

/// The paths of the preset pictures that are still to be taken.
#[derive(Resource, Default)]
pub struct Portrait {
    /// The path of a picture that waits until the land is drawn in full resolution.
    pub waiting_path: Option<PathBuf>,
    /// The path of the next screenshot, if it is a preset's picture. `None` if the user requested
    /// it.
    pub screenshot_path: Option<PathBuf>,
}

/// Requests the screenshot of a waiting picture once the land is complete and drawn in full
/// resolution.
pub fn request_screenshot(
    mut portrait: ResMut<Portrait>,
    mut ui: ResMut<UiState>,
    rest: Res<AtRest>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if portrait.waiting_path.is_none() {
        return;
    }
    if rest.0 && !ui.hidden_for_picture {
        portrait.screenshot_path = portrait.waiting_path.take();
        ui.hidden_for_picture = true;
    }
    redraw.write(RequestRedraw);
}

/// Returns an observer that saves a screenshot as the picture of a preset.
pub fn save(path: PathBuf) -> impl FnMut(On<ScreenshotCaptured>, Res<FileWork>) {
    move |captured, work| {
        let (path, picture) = (path.clone(), captured.image.clone());
        work.start("picture of the preset", move || {
            let written = match picture.try_into_dynamic() {
                Ok(picture) => {
                    write(&path, &crop_and_scale(&picture.to_rgb8())).map_err(|e| e.to_string())
                }
                Err(error) => Err(format!("cannot read the preset's picture: {error}")),
            };
            Box::new(move |world| {
                if let Err(problem) = written {
                    crate::text::say(&problem);
                }
                world.write_message(Command::ReadPresets);
            })
        });
    }
}

/// Crops a picture around its middle to the aspect ratio of [`SIZE`], and scales it to [`SIZE`].
fn crop_and_scale(picture: &RgbImage) -> RgbImage {
    let (width, height) = picture.dimensions();
    let [new_width, new_height] = SIZE;
    let size = [
        width.min(height * new_width / new_height).max(1),
        height.min(width * new_height / new_width).max(1),
    ];
    let [x, y] = [(width - size[0].min(width)) / 2, (height - size[1].min(height)) / 2];
    let cropped = crop_imm(picture, x, y, size[0], size[1]).to_image();
    resize(&cropped, new_width, new_height, FilterType::Triangle)
}

fn write(path: &Path, picture: &RgbImage) -> Result<(), FileError> {
    atomic::write(path, |file| {
        let encoder = image::codecs::png::PngEncoder::new(file);
        let (width, height) = picture.dimensions();
        Ok(encoder.write_image(picture, width, height, image::ExtendedColorType::Rgb8)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_any_shape_is_cropped_to_its_middle() {
        for (width, height) in [(1280, 720), (700, 1200), (3000, 500), (1, 1)] {
            let mut picture = RgbImage::new(width, height);
            picture.put_pixel(width / 2, height / 2, image::Rgb([255; 3]));
            let small = crop_and_scale(&picture);
            assert_eq!(small.dimensions(), (SIZE[0], SIZE[1]));
            let brightest = small.enumerate_pixels().max_by_key(|(.., p)| p[0]).unwrap();
            let off = |at: u32, size: u32| (f64::from(at) - f64::from(size) / 2.0).abs();
            if width > 1 {
                assert!(off(brightest.0, SIZE[0]) < 3.0 && off(brightest.1, SIZE[1]) < 3.0);
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        write(&path, &crop_and_scale(&RgbImage::new(640, 360))).unwrap();
        assert_eq!(image::open(&path).unwrap().to_rgb8().dimensions(), (SIZE[0], SIZE[1]));
    }
}
