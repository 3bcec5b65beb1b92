//! Reads one channel of a TIFF or GeoTIFF, piece by piece. Samples equal the samples that GDAL
//! reads. This module also applies voids, masks, scales and units to them, which GDAL keeps
//! separate.

mod directory;
mod gdal;
mod layout;
mod pages;
mod pieces;
mod plain;
mod tags;

use std::path::Path;

use super::decoded::{DecodedMap, SampleUnit};
use super::geo::{self, GeoKeys, GeoTags};
use super::input::Input;
use super::memory::{check_stored_count, reserve};
use super::problem::ReadProblem;
use super::raw::unit_of_floats;
use super::reading::Reading;
use super::siblings::Siblings;
use directory::{Directory, TiffFile};
use layout::{SampleFormat, TiffLayout};
use pages::Pages;
use tags::{
    GDAL_METADATA, GDAL_VOID, GEO_DOUBLES, GEO_KEYS, GEO_TEXTS, MODEL_MATRIX, MODEL_SCALE,
    MODEL_TIES, ORIENTATION,
};

/// The photometric values of plain numbers or colours.
const WHITE_IS_ZERO: u64 = 0;
const PLAIN: [u64; 3] = [WHITE_IS_ZERO, 1, 2];

/// The photometric values of palette indices and of masks.
const PALETTE: u64 = 3;
const MASK: u64 = 4;

/// The extensions of world files, in the order in which GDAL looks for them.
const WORLD_FILES: [&str; 4] = ["tfw", "tifw", "tiffw", "wld"];

/// The largest integer up to which f32 holds every integer.
const MAX_EXACT_INTEGER: f64 = 16_777_216.0;

pub(super) fn read(
    input: impl Input,
    bytes: u64,
    name: &Path,
    reading: &Reading,
    siblings: &Siblings<'_>,
) -> Result<DecodedMap, ReadProblem> {
    let mut file = TiffFile::open(input, bytes)?;
    let mut notes = vec![];
    let pages = Pages::of(&mut file, reading.like_first_versions, &mut notes)?;
    let layout = TiffLayout::of(&mut file, &pages.picture)?;
    let count = check_stored_count(layout.size, layout.stored_sample_count(), bytes)?;
    check(&layout, &mut notes)?;
    let channel = reading.channel_of(layout.channels)?;

    let tags = tags(&mut file, &pages.picture, siblings);
    let void = void(&mut file, &pages.picture, &mut notes);
    let band = file.text(&pages.picture, GDAL_METADATA);
    let band = band.map(|text| gdal::band(&text, channel)).unwrap_or_default();
    notes.extend(note_of_orientation(&mut file, &pages.picture));

    let mut samples: Vec<f32> = reserve(layout.size, count)?;
    samples.resize(count, 0.0);
    let mut heights = PictureSamples { samples, void, layout: &layout, reading, is_rounded: false };
    heights.read(&mut file, channel, &mut notes)?;
    match reading.like_first_versions {
        true => heights.invert_from_white(),
        false => heights.read_masks(&mut file, &pages, channel, &mut notes),
    }
    let PictureSamples { samples, is_rounded, .. } = heights;
    if is_rounded {
        notes.push("it has integers above 16,777,216, which are rounded".into());
    }

    let is_measured = tags.is_present() || void.is_some() || band != gdal::BandMetadata::default();
    let unit = match (layout.format, is_measured) {
        (SampleFormat::Float, false) => unit_of_floats(&samples, reading),
        (SampleFormat::Unsigned, false) => {
            SampleUnit::UpTo(2f64.powi(i32::from(layout.bits)) - 1.0)
        }
        _ => SampleUnit::Metres(band.scale.unwrap_or(1.0)),
    };
    let form = if tags.is_present() { "GeoTIFF" } else { "TIFF" };
    let mut decoded =
        DecodedMap::new(layout.size, samples, format!("{}-bit {form}", layout.bits), unit);
    decoded.offset_m = band.offset.unwrap_or(0.0);
    if layout.bits == 8 {
        notes.push(
            "it has 8 bits a sample, 256 heights in all, which show as steps; 16 bits avoid them"
                .to_owned(),
        );
    }
    if band.scale.is_some() || band.offset.is_some() {
        notes.push(format!(
            "its samples are scaled: a height is {} times the sample and {} added",
            band.scale.unwrap_or(1.0),
            band.offset.unwrap_or(0.0)
        ));
    }
    decoded.warnings = notes;
    tags.apply(&mut decoded, band.unit.as_deref(), reading);
    decoded.warnings.extend(notes_on_ignored_files(name, siblings));
    Ok(decoded)
}

/// Checks that the samples are heights in a supported encoding.
fn check(layout: &TiffLayout, notes: &mut Vec<String>) -> Result<(), ReadProblem> {
    let form = |what: String| Err(ReadProblem::Form(what));
    match layout.photometric {
        None => {}
        Some(PALETTE) => {
            notes.push("its samples are colours of a palette, probably not heights".to_owned());
        }
        Some(kind) if PLAIN.contains(&kind) => {}
        Some(MASK) => return form("it is a mask, not heights".to_owned()),
        Some(kind) => {
            return form(format!("it is a TIFF of colours (photometric {kind}), not heights"));
        }
    }
    pieces::check(layout)?;
    if !matches!(layout.bits, 8 | 16 | 32 | 64) {
        return form(format!("it has {} bits a sample; allowed are 8, 16, 32 and 64", layout.bits));
    }
    if layout.format == SampleFormat::Float && layout.bits == 8 {
        return form("it has floats of 8 bits; allowed are 16, 32 and 64".to_owned());
    }
    Ok(())
}

/// Reads the georeferencing tags.
fn tags<R: Input>(
    file: &mut TiffFile<R>,
    directory: &Directory,
    siblings: &Siblings<'_>,
) -> GeoTags {
    let keys = file.numbers(directory, GEO_KEYS).unwrap_or_default();
    let text = WORLD_FILES.iter().find_map(|ending| siblings.text(ending));
    GeoTags {
        scale: file.numbers(directory, MODEL_SCALE),
        tie: file.numbers(directory, MODEL_TIES),
        matrix: file.numbers(directory, MODEL_MATRIX),
        keys: GeoKeys {
            directory: keys.into_iter().map(|key| key as u16).collect(),
            doubles: file.numbers(directory, GEO_DOUBLES).unwrap_or_default(),
            texts: file.text(directory, GEO_TEXTS).unwrap_or_default(),
        },
        world: text.and_then(|text| geo::parse_world_file(&text)),
    }
}

/// Parses the sample value that marks a void.
fn void<R: Input>(
    file: &mut TiffFile<R>,
    directory: &Directory,
    notes: &mut Vec<String>,
) -> Option<f64> {
    let text = file.text(directory, GDAL_VOID)?;
    let word = text.split_whitespace().next()?;
    // Old C libraries write NaN as 1.#QNAN.
    if word.contains('#') {
        return Some(f64::NAN);
    }
    let number = word.parse().or_else(|_| word.replace(',', ".").parse());
    if number.is_err() {
        notes.push(format!(
            "its nodata value `{}` is not a number; set the value with --void",
            orogen_noise::text::sanitise(word)
        ));
    }
    number.ok()
}

/// Warns about the orientation tag, which is ignored.
fn note_of_orientation<R: Input>(file: &mut TiffFile<R>, directory: &Directory) -> Option<String> {
    let finding = match file.first(directory, ORIENTATION).ok()?? {
        2 => "its first column is the easternmost",
        3 => "its first row is the southernmost, and its first column the easternmost",
        4 => "its first row is the southernmost (set south-first to follow that)",
        5..=8 => "its rows are columns",
        _ => return None,
    };
    Some(format!("its orientation tag says that {finding}; the tag is ignored, as in GDAL"))
}

/// Returns a warning for each file next to the TIFF that this program does not read.
fn notes_on_ignored_files(name: &Path, siblings: &Siblings<'_>) -> Vec<String> {
    let extension = name.extension().unwrap_or_default().to_string_lossy();
    let mut notes = vec![];
    if siblings.has(&format!("{extension}.msk")) {
        notes.push("the mask next to it (.msk) is ignored".to_owned());
    }
    let text = siblings.text(&format!("{extension}.aux.xml"));
    let ignored_tags: Vec<&str> = ["NoDataValue", "Scale", "Offset", "UnitType", "GeoTransform"]
        .into_iter()
        .filter(|tag| text.as_deref().is_some_and(|text| text.contains(&format!("<{tag}>"))))
        .collect();
    if !ignored_tags.is_empty() {
        notes.push(format!(
            "the .aux.xml next to it gives {}, which is ignored",
            ignored_tags.join(", ")
        ));
    }
    notes
}

/// The samples of a picture, and the data that finds voids in them.
struct PictureSamples<'a> {
    samples: Vec<f32>,
    void: Option<f64>,
    layout: &'a TiffLayout,
    reading: &'a Reading,
    /// True if f32 rounded an integer.
    is_rounded: bool,
}

impl PictureSamples<'_> {
    /// Reads all pieces of a channel.
    fn read<R: Input>(
        &mut self,
        file: &mut TiffFile<R>,
        channel: usize,
        notes: &mut Vec<String>,
    ) -> Result<(), ReadProblem> {
        let (channel_layout, _) = self.layout.of_channel(channel);
        let absent = channel_layout.pieces.iter().filter(|piece| **piece == [0; 2]).count();
        if absent == channel_layout.pieces.len() {
            return Err(ReadProblem::Void);
        }
        if absent > 0 {
            let (kind, count) = (
                if channel_layout.is_tiled { "tiles" } else { "strips" },
                channel_layout.pieces.len(),
            );
            let meaning =
                if self.void.is_some() { "they are voids" } else { "they are 0, as in GDAL" };
            notes.push(format!("{absent} of its {count} {kind} are empty; {meaning}"));
        }
        let void_matcher = VoidMatcher::new(self.void, channel_layout.format);
        let is_whole = channel_layout.format != SampleFormat::Float;
        let (samples, is_rounded) = (&mut self.samples, &mut self.is_rounded);
        let store = |start: usize, row: &[f64]| {
            for (sample, value) in samples[start..].iter_mut().zip(row) {
                let sample_f32 = *value as f32;
                *is_rounded |= is_whole && value.abs() > MAX_EXACT_INTEGER;
                *sample = if void_matcher.matches(*value) { f32::NAN } else { sample_f32 };
            }
        };
        pieces::read_rows(file, self.layout, channel, self.void.unwrap_or(0.0), store)?;
        let is_out_of_range = |sample: &&f32| !sample.is_nan() && self.reading.is_void(**sample);
        let count = self.samples.iter().filter(is_out_of_range).count();
        if count > 0 && self.reading.void.is_none() {
            let void_note = match self.void {
                Some(void) => format!("its nodata value is {void:e}"),
                None => "it has no nodata tag".to_owned(),
            };
            notes.push(format!("{count} samples are beyond ±1e30 and count as voids; {void_note}"));
        }
        Ok(())
    }

    /// Subtracts "white is zero" samples from white, like the first versions of this program.
    fn invert_from_white(&mut self) {
        if self.layout.photometric == Some(WHITE_IS_ZERO) {
            let white = match self.layout.format {
                SampleFormat::Float => 1.0,
                _ => 2f64.powi(i32::from(self.layout.bits)) - 1.0,
            };
            let samples = self.samples.iter_mut();
            samples.for_each(|sample| *sample = (white - f64::from(*sample)) as f32);
        }
    }

    /// Turns the samples that a mask or the alpha channel hides into voids.
    fn read_masks<R: Input>(
        &mut self,
        file: &mut TiffFile<R>,
        pages: &Pages,
        channel: usize,
        notes: &mut Vec<String>,
    ) {
        let alpha = self.layout.alpha.filter(|alpha| *alpha != channel);
        let alpha_layer = alpha.map(|alpha| (Ok(self.layout.clone()), alpha));
        let mask_layer = pages.mask.as_ref().map(|mask| (mask_of(file, mask), 0));
        for (layout, channel) in [alpha_layer, mask_layer].into_iter().flatten() {
            // If the file omits a piece of a mask, the mask hides all samples there, as in GDAL.
            let samples = &mut self.samples;
            let hide = |start: usize, row: &[f64]| {
                for (sample, mask) in samples[start..].iter_mut().zip(row) {
                    if *mask == 0.0 {
                        *sample = f32::NAN;
                    }
                }
            };
            let read =
                layout.and_then(|layout| pieces::read_rows(file, &layout, channel, 0.0, hide));
            match read {
                Ok(()) => notes.push("samples that its mask hides are voids".to_owned()),
                Err(problem) => notes.push(format!("its mask cannot be read: {problem}")),
            }
        }
    }
}

/// Returns the layout of a mask, whose samples are bits or bytes.
fn mask_of<R: Input>(
    file: &mut TiffFile<R>,
    directory: &Directory,
) -> Result<TiffLayout, ReadProblem> {
    let layout = TiffLayout::of(file, directory)?;
    let is_plain = layout.format == SampleFormat::Unsigned && layout.channels == 1;
    match is_plain && matches!(layout.bits, 1 | 8) {
        true => Ok(layout),
        false => Err(ReadProblem::Form("a mask must have 1 or 8 bits a sample".to_owned())),
    }
}

/// Compares samples with the void value.
struct VoidMatcher {
    void: Option<f64>,
    /// The tolerance for floats. The file stores the void value as text, which may be rounded.
    tolerance: f64,
}

impl VoidMatcher {
    fn new(void: Option<f64>, format: SampleFormat) -> Self {
        const RELATIVE_TOLERANCE: f64 = 4.0 * f32::EPSILON as f64;
        let tolerance = match (void, format) {
            (Some(void), SampleFormat::Float) => RELATIVE_TOLERANCE * void.abs(),
            _ => 0.0,
        };
        Self { void, tolerance }
    }

    fn matches(&self, value: f64) -> bool {
        self.void.is_some_and(|void| value == void || (value - void).abs() <= self.tolerance)
    }
}
