//! Writes depth and materials as OpenEXR, band by band. Channels are floats, in blocks of 16 rows.

use std::io::{Seek, Write};

use bevy::math::UVec2;
use exr::block::BlockIndex;
use exr::block::UncompressedBlock;
use exr::block::writer::ChunksWriter;
use exr::meta::attribute::{
    AttributeValue, ChannelDescription, ChannelList, LineOrder, SampleType, Text,
};
use exr::meta::header::{Header, ImageAttributes, LayerAttributes};
use exr::meta::{BlockDescription, Headers};
use exr::prelude::{Compression, Vec2};
use image::RgbaImage;

use super::alpha::to_linear;
use super::content::{Content, PictureBand, Problem};
use crate::export::PROGRAM;
use crate::export::embed::SCENE_KEY;
use crate::terrain::scene::Scene;

/// The rows of a block, which OpenEXR fixes for this compression.
const BLOCK_ROWS: u32 = 16;

/// The depth of the sky in metres, as in Blender. Programs that average depths would fail with
/// infinity.
pub const SKY_DEPTH_M: f32 = 1e10;

/// The channels of a file of materials: name, index of the pass's image, and channel in that image.
/// The file must have them in alphabetical order.
const MATERIALS: [(&str, usize, usize); 7] = [
    ("grass", 0, 3),
    ("meadow", 0, 2),
    ("rock", 1, 1),
    ("sand", 0, 1),
    ("scree", 1, 0),
    ("snow", 1, 2),
    ("water", 0, 0),
];

/// Writes an EXR. `draw` draws the picture and passes each band to the function that it gets.
pub(super) fn write_exr(
    content: Content,
    size: UVec2,
    scene: &Scene,
    sink: impl Write + Seek,
    draw: &mut dyn FnMut(&mut dyn FnMut(PictureBand) -> Result<(), Problem>) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let headers = headers(content, size, scene);
    let mut draw_error = None;
    let written = exr::block::write(sink, headers.clone(), true, |_, writer| {
        let drawn = draw(&mut |band| {
            let height = band.images[0].height();
            for first in (0..height).step_by(BLOCK_ROWS as usize) {
                let rows = first..(first + BLOCK_ROWS).min(height);
                let block = UncompressedBlock {
                    index: BlockIndex {
                        layer: 0,
                        pixel_position: Vec2(0, (band.first_row + first) as usize),
                        pixel_size: Vec2(size.x as usize, rows.len()),
                        level: Vec2(0, 0),
                    },
                    data: block_bytes(content, &band.images, rows),
                };
                let chunk = block.compress_to_chunk(&headers)?;
                writer.write_chunk(((band.first_row + first) / BLOCK_ROWS) as usize, chunk)?;
            }
            Ok(())
        });
        drawn.map_err(|problem| {
            draw_error = Some(problem);
            exr::error::Error::Aborted
        })
    });
    match (draw_error, written) {
        (Some(problem), _) => Err(match problem.downcast::<exr::error::Error>() {
            Ok(error) => unwrap_io(*error),
            Err(problem) => problem,
        }),
        (None, Err(error)) => Err(unwrap_io(error)),
        (None, Ok(())) => Ok(()),
    }
}

/// Unwraps an I/O error, so that the message about a full disk is the same for all formats.
fn unwrap_io(error: exr::error::Error) -> Problem {
    match error {
        exr::error::Error::Io(error) => error.into(),
        other => other.into(),
    }
}

fn headers(content: Content, size: UVec2, scene: &Scene) -> Headers {
    let pixels = Vec2(size.x as usize, size.y as usize);
    let names: Vec<_> = match content {
        Content::Material => MATERIALS.iter().map(|(name, ..)| *name).collect(),
        _ => vec!["Z"],
    };
    let channel = |name: &str| ChannelDescription::new(name, SampleType::F32, true);
    let channels = ChannelList::new(names.into_iter().map(channel).collect());
    let text = |text: &str| Text::from_slice_unchecked(text.as_bytes());
    let comments = match content {
        Content::Material => {
            "Shares of the materials, from 0 to 1; the sum is the share that land covers, 0 for sky.".to_owned()
        }
        _ => format!(
            "Metres from the camera along its viewing axis; {SKY_DEPTH_M:e} for sky."
        ),
    };
    let scene = scene.to_plain_toml();
    let layer = LayerAttributes {
        software_name: Some(text(PROGRAM)),
        comments: Some(text(&comments)),
        other: [(text(SCENE_KEY), AttributeValue::Text(text(&scene)))].into_iter().collect(),
        ..LayerAttributes::default()
    };
    let header = Header::new(text(content.name()), pixels, channels.list)
        .with_encoding(Compression::ZIP16, BlockDescription::ScanLines, LineOrder::Increasing)
        .with_shared_attributes(ImageAttributes::with_size(pixels))
        .with_attributes(layer);
    [header].into_iter().collect()
}

/// Returns the bytes of some rows in the order of the file: row by row, and each row channel by
/// channel.
fn block_bytes(content: Content, images: &[RgbaImage], rows: std::ops::Range<u32>) -> Vec<u8> {
    let width = images[0].width();
    let mut bytes = Vec::new();
    for y in rows {
        match content {
            Content::Material => {
                let weights: Vec<_> = (0..width).map(|x| weights(images, x, y)).collect();
                for channel in 0..MATERIALS.len() {
                    bytes.extend(weights.iter().flat_map(|weights| weights[channel].to_ne_bytes()));
                }
            }
            _ => bytes.extend(
                (0..width).flat_map(|x| depth_m(images[0].get_pixel(x, y).0).to_ne_bytes()),
            ),
        }
    }
    bytes
}

/// Returns the depth in metres, a float stored in the four bytes of a pixel.
fn depth_m(pixel: [u8; 4]) -> f32 {
    match f32::from_le_bytes(pixel) {
        0.0 => SKY_DEPTH_M,
        depth_m => depth_m,
    }
}

/// Returns the fractions of the materials in a pixel, in the order of [`MATERIALS`].
///
/// Their sum is the fraction of the pixel that land covers. The image has eight bits, so the
/// fractions are scaled to remove the rounding error of their sum.
fn weights(images: &[RgbaImage], x: u32, y: u32) -> [f32; MATERIALS.len()] {
    let pixels = [images[0].get_pixel(x, y).0, images[1].get_pixel(x, y).0];
    let value = |pass: usize, channel: usize| match channel {
        // Opacity is linear already.
        3 => f32::from(pixels[pass][3]) / 255.0,
        _ => to_linear(pixels[pass][channel]),
    };
    let fractions = MATERIALS.map(|(_, pass, channel)| value(pass, channel));
    let (sum, covered) = (fractions.iter().sum::<f32>(), value(1, 3));
    if sum <= 0.0 {
        [0.0; MATERIALS.len()]
    } else {
        fractions.map(|fraction| fraction * covered / sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn a_pixel_holds_the_depth_and_an_empty_pixel_is_sky() {
        assert_eq!(depth_m(1234.5f32.to_le_bytes()), 1234.5);
        assert_eq!(depth_m([0; 4]), SKY_DEPTH_M);
    }

    #[test]
    fn shares_add_up_to_the_share_that_land_covers() {
        let image = |pixel| RgbaImage::from_pixel(1, 1, Rgba(pixel));
        let all = weights(&[image([0, 188, 100, 3]), image([30, 60, 90, 255])], 0, 0);
        assert!((all.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{all:?}");
        // Sand is the fourth channel and has half of the light.
        assert!(all[3] > 0.5 && all[6] == 0.0, "{all:?}");
        assert_eq!(weights(&[image([0; 4]), image([0; 4])], 0, 0), [0.0; 7]);
    }

    #[test]
    fn channels_are_in_alphabetical_order() {
        assert!(MATERIALS.is_sorted_by_key(|(name, ..)| *name));
    }
}
