//! Writes TIFF: 32-bit floats in metres, with GeoTIFF 1.1 tags for origin and scale. Files above 4
//! GiB are BigTIFF.

use std::io::{Seek, Write};

use tiff::encoder::{DirectoryEncoder, TiffEncoder, TiffKind, TiffKindBig, TiffKindStandard};
use tiff::tags::{CompressionMethod, PhotometricInterpretation, SampleFormat, Tag};

use crate::stream::{Encoder, FileBand, WriteError};

/// The approximate size of a strip, in bytes.
const STRIP_BYTES: usize = 1 << 20;

/// Files with at least this number of sample bytes become BigTIFF. Smaller files leave room for the
/// directory below 4 GiB.
const BIG_BYTES: u64 = (1 << 32) - (1 << 24);

/// A TIFF. Samples are floats in native byte order, as the `tiff` crate expects.
pub struct Tiff {
    /// The number of columns and rows.
    pub size: [u32; 2],
    /// The position (x, z) of the first sample.
    pub origin_m: [f64; 2],
    /// The distance between neighbouring samples. Columns run east, rows run south.
    pub spacing_m: f64,
    pub software: String,
    pub description: String,
}

impl Tiff {
    fn row_bytes(&self) -> usize {
        self.size[0] as usize * size_of::<f32>()
    }

    fn write_as<W: Write + Seek, K: TiffKind>(
        &self,
        sink: W,
        bands: &mut dyn Iterator<Item = Vec<u8>>,
        give_back: &dyn Fn(Vec<u8>),
    ) -> Result<(), WriteError> {
        let mut encoder = TiffEncoder::<_, K>::new_generic(sink)?;
        let mut directory = encoder.image_directory()?;
        let strip_bytes = self.row_unit() * self.row_bytes();
        let (mut offsets, mut lengths) = (vec![], vec![]);
        for band in bands {
            for strip in band.chunks(strip_bytes) {
                offsets.push(K::convert_offset(directory.write_data(strip)?)?);
                lengths.push(K::convert_offset(strip.len() as u64)?);
            }
            give_back(band);
        }
        directory.write_tag(Tag::StripOffsets, K::convert_slice(&offsets))?;
        directory.write_tag(Tag::StripByteCounts, K::convert_slice(&lengths))?;
        self.write_tags(&mut directory)?;
        Ok(directory.finish()?)
    }

    fn write_tags<W: Write + Seek, K: TiffKind>(
        &self,
        directory: &mut DirectoryEncoder<W, K>,
    ) -> Result<(), WriteError> {
        let [columns, rows] = self.size;
        directory.write_tag(Tag::ImageWidth, columns)?;
        directory.write_tag(Tag::ImageLength, rows)?;
        directory.write_tag(Tag::BitsPerSample, 32_u16)?;
        directory.write_tag(Tag::SamplesPerPixel, 1_u16)?;
        directory.write_tag(Tag::SampleFormat, &[SampleFormat::IEEEFP][..])?;
        directory.write_tag(Tag::Compression, CompressionMethod::None)?;
        directory
            .write_tag(Tag::PhotometricInterpretation, PhotometricInterpretation::BlackIsZero)?;
        directory.write_tag(Tag::RowsPerStrip, self.row_unit() as u32)?;
        directory.write_tag(Tag::Software, self.software.as_str())?;
        directory.write_tag(Tag::ImageDescription, self.description.as_str())?;
        // In GeoTIFF y points north, but z points south.
        let [x_m, z_m] = self.origin_m;
        directory.write_tag(Tag::ModelPixelScaleTag, &[self.spacing_m, self.spacing_m, 0.0][..])?;
        directory.write_tag(Tag::ModelTiepointTag, &[0.0, 0.0, 0.0, x_m, -z_m, 0.0][..])?;
        directory.write_tag(Tag::GeoKeyDirectoryTag, &GEO_KEYS.concat()[..])?;
        directory.write_tag(Tag::GeoAsciiParamsTag, GEO_CITATION)?;
        Ok(())
    }
}

/// The name of the coordinate system, terminated by `|`.
const GEO_CITATION: &str = "Orogen, metres|";

/// The GeoTIFF keys: id, tag that holds the value (0: this entry itself), count, and value.
const GEO_KEYS: [[u16; 4]; 6] = [
    // Version 1, revision 1.1, five keys.
    [1, 1, 1, 5],
    // GTModelType: projected.
    [1024, 0, 1, 1],
    // GTRasterType: samples are points, not areas.
    [1025, 0, 1, 2],
    // ProjectedCRS: user-defined.
    [3072, 0, 1, 32767],
    // ProjectedCitation: in the tag of texts.
    [3073, 34737, GEO_CITATION.len() as u16, 0],
    // ProjLinearUnits: metre.
    [3076, 0, 1, 9001],
];

impl Encoder for Tiff {
    type Packed = Vec<u8>;

    /// The number of rows in a strip.
    fn row_unit(&self) -> usize {
        (STRIP_BYTES / self.row_bytes()).clamp(1, self.size[1] as usize)
    }

    fn pack(&self, band: FileBand) -> Result<Vec<u8>, WriteError> {
        Ok(std::mem::take(band.bytes))
    }

    fn write<W: Write + Seek>(
        &self,
        mut sink: W,
        bands: &mut dyn Iterator<Item = Vec<u8>>,
        give_back: &dyn Fn(Vec<u8>),
    ) -> Result<(), WriteError> {
        match self.row_bytes() as u64 * u64::from(self.size[1]) >= BIG_BYTES {
            true => self.write_as::<_, TiffKindBig>(&mut sink, bands, give_back)?,
            false => self.write_as::<_, TiffKindStandard>(&mut sink, bands, give_back)?,
        }
        Ok(sink.flush()?)
    }
}

impl From<tiff::TiffError> for WriteError {
    fn from(error: tiff::TiffError) -> Self {
        match error {
            tiff::TiffError::IoError(error) => Self::Io(error),
            other => Self::Format(other.to_string()),
        }
    }
}
