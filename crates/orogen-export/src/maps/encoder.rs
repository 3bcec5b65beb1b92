//! The encoders of maps: EXR for pictures of floats, PNG for all others.

use std::io::{Seek, Write};

use super::picture::MapPicture;
use crate::embed::{self, SCENE_KEY};
use crate::program::PROGRAM;
use crate::stream::{Encoder, FileBand, WriteError};
use crate::write::exr::Exr;
use crate::write::png::Png;
use orogen_terrain::scene::Scene;

/// The encoder of a map.
pub(super) enum MapEncoder {
    Png(Png),
    Exr(Box<Exr>),
}

/// A band that is ready to write.
pub(super) enum Packed {
    Png(<Png as Encoder>::Packed),
    Exr(<Exr as Encoder>::Packed),
}

impl MapEncoder {
    /// Makes an encoder for bands of `band_rows` rows, a multiple of the rows in an EXR block.
    pub fn new(picture: &MapPicture, size: [u32; 2], band_rows: usize, scene: &Scene) -> Self {
        match picture.pixel.png() {
            Some(pixel) => Self::Png(Png {
                size,
                pixel,
                is_srgb: picture.is_colour(),
                is_fast: true,
                piece_rows: Some(piece_rows(size[0] as usize * pixel.bytes(), band_rows)),
                texts: embed::png_text(scene),
            }),
            None => {
                let scene = embed::with_checksum(&scene.to_plain_toml());
                let formula = picture.formula();
                Self::Exr(Box::new(Exr::new(size, PROGRAM, formula, SCENE_KEY, &scene)))
            }
        }
    }
}

/// The number of rows that a thread compresses at once. A band has several of these parts, so that
/// many threads have work.
fn piece_rows(row_bytes: usize, band_rows: usize) -> usize {
    let mut rows = band_rows;
    while rows.is_multiple_of(2) && rows > 1 && rows * row_bytes > 1 << 19 {
        rows /= 2;
    }
    rows
}

impl Encoder for MapEncoder {
    type Packed = Packed;

    fn pack(&self, band: FileBand) -> Result<Packed, WriteError> {
        Ok(match self {
            Self::Png(png) => Packed::Png(png.pack(band)?),
            Self::Exr(exr) => Packed::Exr(exr.pack(band)?),
        })
    }

    fn write<W: Write + Seek>(
        &self,
        sink: W,
        bands: &mut dyn Iterator<Item = Packed>,
        give_back: &dyn Fn(Vec<u8>),
    ) -> Result<(), WriteError> {
        match self {
            Self::Png(png) => {
                let mut bands = bands.filter_map(|band| match band {
                    Packed::Png(band) => Some(band),
                    Packed::Exr(_) => None,
                });
                png.write(sink, &mut bands, give_back)
            }
            Self::Exr(exr) => {
                let mut bands = bands.filter_map(|band| match band {
                    Packed::Exr(band) => Some(band),
                    Packed::Png(_) => None,
                });
                exr.write(sink, &mut bands, give_back)
            }
        }
    }
}
