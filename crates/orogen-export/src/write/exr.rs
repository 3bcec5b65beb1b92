//! Writes OpenEXR: one channel R of 32-bit floats in blocks of 16 rows.
//!
//! The channel is R, not Y for luminance, because Godot reads only R from a file with one channel.
//! Other programs read R too.

use std::io::{Seek, Write};

use exr::block::writer::ChunksWriter;
use exr::block::{BlockIndex, UncompressedBlock};
use exr::meta::attribute::{
    AttributeValue, ChannelDescription, ChannelList, LineOrder, SampleType, Text,
};
use exr::meta::header::{Header, ImageAttributes, LayerAttributes};
use exr::meta::{BlockDescription, Headers};
use exr::prelude::{Compression, Vec2};
use rayon::prelude::*;

use crate::stream::{Encoder, FileBand, WriteError};

/// The rows of a block, which OpenEXR fixes for this compression.
const BLOCK_ROWS: usize = 16;

/// An EXR. Samples are floats in native byte order, as the `exr` crate expects.
pub struct Exr {
    size: [usize; 2],
    headers: Headers,
}

impl Exr {
    /// Makes the header. `scene` becomes the text attribute `scene_key`. It is the only custom
    /// attribute, because the crate does not fix the order of several.
    pub fn new(
        size: [u32; 2],
        software: &str,
        comments: &str,
        scene_key: &str,
        scene: &str,
    ) -> Self {
        let size = size.map(|side| side as usize);
        let pixels = Vec2(size[0], size[1]);
        let channels = ChannelList::new(
            [ChannelDescription::new("R", SampleType::F32, true)].into_iter().collect(),
        );
        let text = |text: &str| Text::from_slice_unchecked(text.as_bytes());
        let layer = LayerAttributes {
            software_name: Some(text(software)),
            comments: Some(text(comments)),
            other: [(text(scene_key), AttributeValue::Text(text(scene)))].into_iter().collect(),
            ..LayerAttributes::default()
        };
        let header = Header::new(text("height"), pixels, channels.list)
            .with_encoding(Compression::ZIP16, BlockDescription::ScanLines, LineOrder::Increasing)
            .with_shared_attributes(ImageAttributes::with_size(pixels))
            .with_attributes(layer);
        Self { size, headers: [header].into_iter().collect() }
    }
}

impl Encoder for Exr {
    /// Blocks with their indices.
    type Packed = Vec<(usize, exr::block::chunk::Chunk)>;

    fn row_unit(&self) -> usize {
        BLOCK_ROWS
    }

    fn pack(&self, band: FileBand) -> Result<Self::Packed, WriteError> {
        let row_bytes = self.size[0] * size_of::<f32>();
        let pack = |(index, rows): (usize, &[u8])| {
            let first_row = band.first_row + index * BLOCK_ROWS;
            let block = UncompressedBlock {
                index: BlockIndex {
                    layer: 0,
                    pixel_position: Vec2(0, first_row),
                    pixel_size: Vec2(self.size[0], rows.len() / row_bytes),
                    level: Vec2(0, 0),
                },
                data: rows.to_vec(),
            };
            Ok((first_row / BLOCK_ROWS, block.compress_to_chunk(&self.headers)?))
        };
        band.bytes.par_chunks(row_bytes * BLOCK_ROWS).enumerate().map(pack).collect()
    }

    fn write<W: Write + Seek>(
        &self,
        sink: W,
        bands: &mut dyn Iterator<Item = Self::Packed>,
        _: &dyn Fn(Vec<u8>),
    ) -> Result<(), WriteError> {
        let written = exr::block::write(sink, self.headers.clone(), true, |_, writer| {
            bands.flatten().try_for_each(|(index, chunk)| writer.write_chunk(index, chunk))
        });
        Ok(written?)
    }
}

impl From<exr::error::Error> for WriteError {
    fn from(error: exr::error::Error) -> Self {
        match error {
            exr::error::Error::Io(error) => Self::Io(error),
            other => Self::Format(other.to_string()),
        }
    }
}
