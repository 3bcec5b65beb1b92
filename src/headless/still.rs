//! Still pictures of any size. They are drawn in tiles and written band by band, so they need the
//! memory of one row of tiles.

use std::io::Write;
use std::path::Path;

use bevy::math::UVec2;
use bevy::prelude::default;
use image::RgbaImage;

use super::alpha;
use super::capture::Headless;
pub use super::content::Content;
use super::content::{PictureBand, Problem};
use super::error::HeadlessError;
use super::passes;
use super::shot::{FrameSettings, Pass};
use super::tiling::PictureTiling;
use crate::export::FileError;
use crate::export::atomic;
use crate::export::embed::png_text;
use crate::plugin::land::state::ShownLand;
use crate::plugin::look::quality::Effects;
use crate::terrain::scene::Scene;

/// The settings of a still picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Still {
    /// The tiles.
    pub tiling: PictureTiling,
    /// The content.
    pub content: Content,
    /// True to leave out the sky.
    pub transparent: bool,
}

/// Errors of still pictures.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StillError {
    /// The picture cannot be drawn.
    #[error(transparent)]
    Draw(#[from] HeadlessError),
    /// The picture cannot be written.
    #[error(transparent)]
    Write(#[from] FileError),
}

/// The error that ended a picture.
pub(super) enum PictureError {
    Draw(HeadlessError),
    Sink(Problem),
}

impl Still {
    /// Draws the wanted scene from the current camera and writes it. `on_progress` gets the number
    /// of finished tiles.
    ///
    /// # Errors
    /// If the land cannot be built or drawn, or the file cannot be written. No file is left then.
    pub fn write(
        &self,
        headless: &mut Headless,
        scene: &Scene,
        path: &Path,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<(), StillError> {
        let mut draw_error = None;
        let written = atomic::write(path, |file| {
            let mut draw = |sink: &mut dyn FnMut(PictureBand) -> Result<(), Problem>| {
                self.draw_bands(headless, on_progress, sink).map_err(|error| match error {
                    PictureError::Draw(error) => {
                        draw_error = Some(error);
                        "the picture was not drawn".into()
                    }
                    PictureError::Sink(problem) => problem,
                })
            };
            match self.content {
                Content::Picture => self.write_png(scene, file, &mut draw),
                _ => passes::write_exr(self.content, self.tiling.whole, scene, file, &mut draw),
            }
        });
        match draw_error {
            Some(error) => Err(error.into()),
            None => Ok(written?),
        }
    }

    /// Draws the picture from the top, one row of tiles after another.
    pub(super) fn draw_bands(
        &self,
        headless: &mut Headless,
        on_progress: &mut dyn FnMut(u64),
        sink: &mut dyn FnMut(PictureBand) -> Result<(), Problem>,
    ) -> Result<(), PictureError> {
        if self.content == Content::Depth {
            // A pixel holds the bytes of a float, so several samples per pixel must not be
            // averaged.
            headless.world().resource_mut::<Effects>().samples = 1;
        }
        let mut land = headless.world().resource_mut::<ShownLand>();
        land.chunk_limit = land.chunk_limit.for_picture(self.tiling.whole.y);
        headless.settle().map_err(PictureError::Draw)?;
        // In the first frame the panel, if the picture shows it, lays itself out.
        self.set_frame(headless, UVec2::ZERO, self.content.passes()[0]);
        headless.update();
        let mut done = 0;
        for row in 0..self.tiling.counts().y {
            let size = UVec2::new(self.tiling.whole.x, self.tiling.inside(UVec2::new(0, row)).y);
            let mut images = vec![RgbaImage::new(size.x, size.y); self.content.passes().len()];
            for column in 0..self.tiling.counts().x {
                let tile = UVec2::new(column, row);
                for (pass, image) in self.content.passes().iter().zip(&mut images) {
                    self.set_frame(headless, tile, *pass);
                    let drawn = headless.exposed_frame().map_err(PictureError::Draw)?;
                    copy_tile(image, &drawn, self.tiling.offset(tile).x);
                }
                done += 1;
                on_progress(done);
            }
            if self.transparent && self.content == Content::Picture {
                images.iter_mut().for_each(alpha::straighten);
            }
            let first_row = self.tiling.offset(UVec2::new(0, row)).y;
            sink(PictureBand { first_row, images }).map_err(PictureError::Sink)?;
        }
        Ok(())
    }

    fn set_frame(&self, headless: &mut Headless, tile: UVec2, pass: Pass) {
        let part =
            (!self.tiling.is_single()).then(|| (self.tiling.whole, self.tiling.offset(tile)));
        let settings = FrameSettings { part, pass, transparent: self.transparent, lens: None };
        *headless.world().resource_mut::<FrameSettings>() = settings;
    }

    fn write_png(
        &self,
        scene: &Scene,
        file: impl Write,
        draw: &mut dyn FnMut(
            &mut dyn FnMut(PictureBand) -> Result<(), Problem>,
        ) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut encoder = png::Encoder::new(file, self.tiling.whole.x, self.tiling.whole.y);
        let colours = if self.transparent { png::ColorType::Rgba } else { png::ColorType::Rgb };
        encoder.set_color(colours);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        for (keyword, text) in png_text(scene) {
            encoder.add_itxt_chunk(keyword, text)?;
        }
        let mut writer = encoder.write_header()?;
        let mut stream = writer.stream_writer()?;
        draw(&mut |band| {
            let [image] = &band.images[..] else { return Ok(()) };
            match self.transparent {
                true => stream.write_all(image)?,
                // Convert row by row, to avoid a copy of the whole band.
                false => image.rows().try_for_each(|row| {
                    let row: Vec<u8> =
                        row.flat_map(|pixel| [pixel.0[0], pixel.0[1], pixel.0[2]]).collect();
                    stream.write_all(&row)
                })?,
            }
            Ok(())
        })?;
        stream.finish()?;
        Ok(writer.finish()?)
    }
}

impl Headless {
    /// Draws the wanted scene from the current camera in tiles.
    ///
    /// # Errors
    /// If the land cannot be built or drawn.
    pub fn tiled(&mut self, still: &Still) -> Result<RgbaImage, HeadlessError> {
        let mut picture = RgbaImage::new(still.tiling.whole.x, still.tiling.whole.y);
        let drawn = still.draw_bands(self, &mut |_| {}, &mut |band| {
            let rows = &band.images[0];
            let begin = band.first_row as usize * picture.width() as usize * 4;
            let bytes: &mut [u8] = &mut picture;
            bytes[begin..begin + rows.len()].copy_from_slice(rows);
            Ok(())
        });
        *self.world().resource_mut::<FrameSettings>() = default();
        match drawn {
            Err(PictureError::Draw(error)) => Err(error),
            _ => Ok(picture),
        }
    }
}

/// Copies a tile into the row of tiles at column `x` of pixels, without its pixels outside the
/// picture.
fn copy_tile(row: &mut RgbaImage, tile: &RgbaImage, x: u32) {
    let width = tile.width().min(row.width() - x) as usize * 4;
    let (line, begin) = (row.width() as usize * 4, x as usize * 4);
    for (to, from) in row.chunks_exact_mut(line).zip(tile.chunks_exact(tile.width() as usize * 4)) {
        to[begin..begin + width].copy_from_slice(&from[..width]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn a_tile_is_copied_to_its_column_and_cropped() {
        let mut whole = RgbaImage::new(5, 2);
        let tile = |value: u8| RgbaImage::from_pixel(3, 4, Rgba([value; 4]));
        copy_tile(&mut whole, &tile(1), 0);
        copy_tile(&mut whole, &tile(2), 3);
        let reds: Vec<_> = whole.pixels().map(|pixel| pixel.0[0]).collect();
        assert_eq!(reds, [1, 1, 1, 2, 2, 1, 1, 1, 2, 2]);
    }
}
