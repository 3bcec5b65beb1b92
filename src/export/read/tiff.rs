//! TIFF and GeoTIFF: one channel of strips or tiles, read piece by piece.

use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::tags::Tag;
use tiff::{ColorType, TiffError};

use super::geo::GeoTags;
use super::raw::unit_of_floats;
use super::{Found, Input, ReadProblem, Reading, Unit, checked, damaged, room};

/// The largest strip or tile, in bytes, and the longest tag.
const MOST_PIECE: usize = 512 << 20;
const MOST_TAG: usize = 16 << 20;

/// The most values of a tag that says where a map lies.
const MOST_VALUES: u64 = 4096;

/// The planar configuration in which all channels of a pixel stand together.
const CHUNKY: u16 = 1;

fn problem(error: TiffError) -> ReadProblem {
    match error {
        TiffError::IoError(error) => error.into(),
        TiffError::UnsupportedError(what) => {
            let what = crate::text::shown(&what.to_string());
            ReadProblem::Form(format!("it is a TIFF of a form that is not read: {what}"))
        }
        TiffError::LimitsExceeded => ReadProblem::Form(
            "one of its strips or tiles is over 512 MiB; save it in smaller ones".to_owned(),
        ),
        error => damaged(error),
    }
}

pub(super) fn read(input: impl Input, bytes: u64, reading: &Reading) -> Result<Found, ReadProblem> {
    let mut limits = Limits::default();
    limits.decoding_buffer_size = MOST_PIECE;
    limits.intermediate_buffer_size = MOST_PIECE;
    limits.ifd_value_size = MOST_TAG;
    let mut decoder = Decoder::new(input).map_err(problem)?.with_limits(limits);
    let (columns, rows) = decoder.dimensions().map_err(problem)?;
    let size = [columns as usize, rows as usize];
    let count = checked(size, bytes)?;
    let (bits, channels) = match decoder.colortype().map_err(problem)? {
        ColorType::Gray(bits) => (bits, 1),
        ColorType::GrayA(bits) => (bits, 2),
        ColorType::RGB(bits) => (bits, 3),
        ColorType::RGBA(bits) => (bits, 4),
        ColorType::Multiband { bit_depth, num_samples } => (bit_depth, usize::from(num_samples)),
        other => {
            return Err(ReadProblem::Form(format!(
                "it is a TIFF of colours ({other:?}), no heights"
            )));
        }
    };
    if bits < 8 {
        return Err(ReadProblem::Form(format!("it has {bits} bits a sample; 8 to 64 are read")));
    }
    let channel = reading.channel_of(channels)?;
    let planar = decoder.find_tag_unsigned::<u16>(Tag::PlanarConfiguration).map_err(problem)?;
    let in_planes = planar.is_some_and(|planar| planar != CHUNKY) && channels > 1;

    let tags = GeoTags {
        scale: numbers(&mut decoder, Tag::ModelPixelScaleTag),
        tie: numbers(&mut decoder, Tag::ModelTiepointTag),
        matrix: numbers(&mut decoder, Tag::ModelTransformationTag),
        keys: is_short(&mut decoder, Tag::GeoKeyDirectoryTag)
            .then(|| decoder.find_tag_unsigned_vec(Tag::GeoKeyDirectoryTag).ok().flatten())
            .flatten(),
    };
    let void = void(&mut decoder);

    let mut image = Image {
        size,
        samples: room(size, count)?,
        kind: None,
        from: (channels, channel),
        in_planes,
    };
    image.samples.resize(count, 0.0);
    image.read(&mut decoder, void)?;
    let Image { samples, kind, .. } = image;
    let kind = kind.ok_or_else(|| damaged("it holds no samples"))?;
    let form = if tags.are_there() { "GeoTIFF" } else { "TIFF" };
    let is_measured = tags.are_there() || void.is_some();
    let unit = match (kind, is_measured) {
        (Kind::Float, false) => unit_of_floats(&samples),
        (Kind::Unsigned, false) => Unit::UpTo(2f64.powi(i32::from(bits)) - 1.0),
        _ => Unit::Metres(1.0),
    };
    let mut found = Found::new(size, samples, format!("{bits}-bit {form}"), unit);
    if bits == 8 {
        found.warnings.push(
            "it has 8 bits a sample, 256 heights in all, which show as steps; 16 bits have none"
                .to_owned(),
        );
    }
    tags.apply(&mut found);
    Ok(found)
}

/// Whether a tag has no more values than one of a place can have: no memory is asked for what others
/// say.
fn is_short<R: Input>(decoder: &mut Decoder<R>, tag: Tag) -> bool {
    decoder.image_ifd().find_entry(tag).is_some_and(|entry| entry.count() <= MOST_VALUES)
}

/// What stands for no height: a number as text.
fn void<R: Input>(decoder: &mut Decoder<R>) -> Option<f64> {
    let mut text = [0; 64];
    decoder.image_ifd().find_tag_bytes(Tag::GdalNodata, &mut text, 0).ok()??;
    let text = text.split(|byte| *byte == 0).next()?;
    std::str::from_utf8(text).ok()?.trim().parse().ok()
}

fn numbers<R: Input>(decoder: &mut Decoder<R>, tag: Tag) -> Option<Vec<f64>> {
    if !is_short(decoder, tag) {
        return None;
    }
    decoder.find_tag(tag).ok().flatten()?.into_f64_vec().ok()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Unsigned,
    Signed,
    Float,
}

struct Image {
    size: [usize; 2],
    samples: Vec<f32>,
    kind: Option<Kind>,
    /// How many channels there are, and which is taken.
    from: (usize, usize),
    /// Whether each channel has pieces of its own.
    in_planes: bool,
}

impl Image {
    /// Reads all strips or tiles of the channel.
    fn read<R: Input>(
        &mut self,
        decoder: &mut Decoder<R>,
        void: Option<f64>,
    ) -> Result<(), ReadProblem> {
        let (width, height) = decoder.chunk_dimensions();
        let piece = [width as usize, height as usize];
        if piece.contains(&0) {
            return Err(damaged("its strips or tiles have no size"));
        }
        let across = self.size[0].div_ceil(piece[0]);
        let pieces = across * self.size[1].div_ceil(piece[1]);
        let first = if self.in_planes { self.from.1 * pieces } else { 0 };
        for index in 0..pieces {
            let whole =
                u32::try_from(first + index).map_err(|_| damaged("it has too many tiles"))?;
            let read = decoder.read_chunk(whole).map_err(problem)?;
            let corner = [index % across * piece[0], index / across * piece[1]];
            self.put(read, corner, piece, void)?;
        }
        Ok(())
    }

    fn put(
        &mut self,
        read: DecodingResult,
        corner: [usize; 2],
        piece: [usize; 2],
        void: Option<f64>,
    ) -> Result<(), ReadProblem> {
        let (kind, values) = match read {
            DecodingResult::U8(values) => (Kind::Unsigned, wide(values)),
            DecodingResult::U16(values) => (Kind::Unsigned, wide(values)),
            DecodingResult::U32(values) => (Kind::Unsigned, wide(values)),
            DecodingResult::I8(values) => (Kind::Signed, wide(values)),
            DecodingResult::I16(values) => (Kind::Signed, wide(values)),
            DecodingResult::I32(values) => (Kind::Signed, wide(values)),
            DecodingResult::F32(values) => (Kind::Float, wide(values)),
            DecodingResult::F64(values) => (Kind::Float, values),
            DecodingResult::F16(values) => {
                (Kind::Float, values.into_iter().map(|x| f64::from(x.to_f32())).collect())
            }
            _ => {
                return Err(ReadProblem::Form(
                    "it has 64-bit whole numbers, which are not read".to_owned(),
                ));
            }
        };
        self.kind = Some(kind);
        let (channels, channel) = if self.in_planes { (1, 0) } else { self.from };
        let width = piece[0].min(self.size[0] - corner[0]);
        let height = piece[1].min(self.size[1] - corner[1]);
        let narrow_void = void.map(|void| void as f32);
        for (row, values) in values.chunks_exact(width * channels).take(height).enumerate() {
            let start = (corner[1] + row) * self.size[0] + corner[0];
            let own = values.iter().skip(channel).step_by(channels);
            for (sample, value) in self.samples[start..start + width].iter_mut().zip(own) {
                let narrow = *value as f32;
                let is_void = void == Some(*value) || narrow_void == Some(narrow);
                *sample = if is_void { f32::NAN } else { narrow };
            }
        }
        Ok(())
    }
}

fn wide<T: Into<f64>>(values: Vec<T>) -> Vec<f64> {
    values.into_iter().map(Into::into).collect()
}
