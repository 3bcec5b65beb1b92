//! Runs a plan of maps.
//!
//! All pictures of a tile are computed from the same samples, and each file is written atomically.

use std::io::BufWriter;
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, bounded};
use rayon::prelude::*;

use super::encoder::{MapEncoder, Packed};
use super::metadata;
use super::picture::{MapContent, MapPicture};
use super::plan::MapPlan;
use super::rows::{MapRows, RowBuffers};
use crate::ExportError;
use crate::atomic::PartFile;
use crate::borders::BorderSums;
use crate::field::MarginedField;
use crate::file_plan::FilePlan;
use crate::pair;
use crate::progress::Progress;
use crate::run::export_error;
use crate::sink::{ChecksumFile, FileDigest};
use crate::stream::{Encoder, FileBand, WriteError};

/// The approximate number of samples of a band. Two bands of every picture are in memory at a time.
const BAND_SAMPLES: usize = 1 << 20;

/// The rows that a thread computes at once.
const TASK_ROWS: usize = 8;

/// The result of an export of maps.
#[derive(Clone, Debug, PartialEq)]
pub struct MapReport {
    /// The files, tile by tile.
    pub files: Vec<MapFileReport>,
    /// The duration of the run.
    pub duration: Duration,
}

/// A file that the run wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct MapFileReport {
    /// The path of the file.
    pub path: PathBuf,
    /// Its size on disk, in bytes.
    pub bytes: u64,
}

impl MapPlan {
    /// Writes the files on the current rayon pool and one more thread per picture.
    ///
    /// An error never leaves a half-written file.
    ///
    /// # Errors
    /// The error names the file and the reason, or says that the run was cancelled. Files that were
    /// already complete stay.
    pub fn run(&self, progress: &Progress) -> Result<MapReport, ExportError> {
        self.check_targets()?;
        self.run_checked(progress)
    }

    /// Like [`MapPlan::run`], for callers that have just called [`MapPlan::check_targets`].
    pub(crate) fn run_checked(&self, progress: &Progress) -> Result<MapReport, ExportError> {
        let start = Instant::now();
        let count = |file: &FilePlan| file.size().map(u64::from).iter().product::<u64>();
        progress.begin(self.samples().files().iter().map(count).sum());
        let mut files = vec![];
        for tile in self.samples().files() {
            let written = self.write(tile, progress);
            files.extend(written.map_err(|error| error.with_finished(files.len()))?);
        }
        Ok(MapReport { files, duration: start.elapsed() })
    }

    fn write(
        &self,
        tile: &FilePlan,
        progress: &Progress,
    ) -> Result<Vec<MapFileReport>, ExportError> {
        let files: Vec<_> =
            self.pictures().iter().map(|picture| self.file(tile, picture)).collect();
        let parts: Result<Vec<_>, _> =
            files.iter().map(|file| PartFile::create(&file.path)).collect();
        let parts = parts?;
        let sinks: Vec<_> = parts.iter().map(|part| ChecksumFile::new(part.file())).collect();
        let written = self.stream(tile, sinks, progress).map_err(|(picture, error)| {
            export_error(&FilePlan { path: files[picture].path.clone(), ..tile.clone() }, error)
        })?;
        let mut reports = vec![];
        for (((part, file), picture), (digest, borders)) in
            parts.into_iter().zip(&files).zip(self.pictures()).zip(written)
        {
            let json = metadata::json(self, tile, (file, picture), borders.finish(false), digest);
            pair::finish(part, &file.path, &json)?;
            reports.push(MapFileReport { path: file.path.clone(), bytes: digest.bytes });
        }
        Ok(reports)
    }

    /// Writes the pictures of a tile, each into its own sink. An error comes with the index of its
    /// picture.
    fn stream(
        &self,
        tile: &FilePlan,
        sinks: Vec<ChecksumFile>,
        progress: &Progress,
    ) -> Result<Vec<(FileDigest, BorderSums)>, (usize, WriteError)> {
        let [width, height] = tile.size().map(|side| side as usize);
        // This is a multiple of the rows in an EXR block. It is the same on every machine, so that
        // the files are too.
        let band_rows = (BAND_SAMPLES / width).next_multiple_of(16).max(16);
        let encoder = |picture: &MapPicture| {
            MapEncoder::new(picture, tile.size(), band_rows, self.samples().scene())
        };
        let encoders: Vec<_> = self.pictures().iter().map(encoder).collect();
        std::thread::scope(|scope| {
            let (mut senders, mut writers) = (vec![], vec![]);
            for (encoder, sink) in encoders.iter().zip(sinks) {
                let (sender, receiver) = bounded::<Packed>(1);
                senders.push(sender);
                writers.push(scope.spawn(move || write(encoder, sink, receiver, progress)));
            }
            let mut outputs: Vec<_> = encoders
                .iter()
                .zip(self.pictures())
                .map(|(encoder, picture)| PictureOutput::new(encoder, picture, width))
                .collect();
            let hand_over = |picture: usize, packed: Packed| senders[picture].send(packed).is_ok();
            let produced =
                self.produce(tile, &mut outputs, [height, band_rows], &hand_over, progress);
            drop(senders);
            let mut digests = vec![];
            for (picture, writer) in writers.into_iter().enumerate() {
                let bug = || WriteError::Format("the writer failed; this is a bug".into());
                let written = writer.join().unwrap_or_else(|_| Err(bug()));
                match (written, &produced) {
                    (Ok(digest), _) => digests.push(digest),
                    // If sampling failed, a writer stopped only because it got no more bands.
                    (Err(_), Err(_)) if !matches!(produced, Err((_, WriteError::Stopped))) => {}
                    (Err(error), _) => return Err((picture, error)),
                }
            }
            produced?;
            Ok(digests.into_iter().zip(outputs.into_iter().map(|output| output.borders)).collect())
        })
    }

    /// Samples and packs all bands, and passes them to the writers.
    fn produce(
        &self,
        tile: &FilePlan,
        outputs: &mut [PictureOutput],
        [height, band_rows]: [usize; 2],
        hand_over: &dyn Fn(usize, Packed) -> bool,
        progress: &Progress,
    ) -> Result<(), (usize, WriteError)> {
        let rows = MapRows::new(self, tile);
        for first in (0..height).step_by(band_rows) {
            let range = first..usize::min(first + band_rows, height);
            let is_last = range.end == height;
            let field = rows.fields.sample(range.clone(), progress).map_err(|e| (0, e))?;
            let layers = self.layer_weights(&rows, range.clone(), progress);
            if progress.is_cancelled() {
                return Err((0, WriteError::Cancelled));
            }
            for (i, bytes) in self.picture_bytes(&rows, &field, &layers).into_iter().enumerate() {
                let packed = outputs[i].pack(bytes, first, is_last).map_err(|e| (i, e))?;
                if !hand_over(i, packed) {
                    return Err((i, WriteError::Stopped));
                }
            }
            progress.add((range.len() * tile.size()[0] as usize) as u64);
        }
        Ok(())
    }

    /// Returns the pixels of every picture in a band.
    fn picture_bytes(
        &self,
        rows: &MapRows,
        field: &MarginedField,
        layers: &[Option<Vec<f32>>],
    ) -> Vec<Vec<u8>> {
        let width = rows.fields.size()[0];
        let groups = field.rows.clone().into_par_iter().step_by(TASK_ROWS);
        let group = |buffers: &mut RowBuffers, first: usize| {
            let mut out: Vec<Vec<u8>> = self
                .pictures()
                .iter()
                .map(|picture| Vec::with_capacity(TASK_ROWS * width * picture.pixel.bytes()))
                .collect();
            for row in first..usize::min(first + TASK_ROWS, field.rows.end) {
                let row_range = |layer: &'_ Option<Vec<f32>>| -> Option<Range<usize>> {
                    let start = (row - field.rows.start) * width;
                    layer.as_ref().map(|_| start..start + width)
                };
                let layers: Vec<Option<&[f32]>> =
                    layers.iter().map(|layer| Some(&layer.as_ref()?[row_range(layer)?])).collect();
                rows.append_row(field, row, &layers, buffers, &mut out);
            }
            out
        };
        let groups: Vec<Vec<Vec<u8>>> = groups.map_init(RowBuffers::default, group).collect();
        let join = |picture: usize| -> Vec<u8> {
            let mut joined = Vec::with_capacity(groups.iter().map(|g| g[picture].len()).sum());
            groups.iter().for_each(|group| joined.extend_from_slice(&group[picture]));
            joined
        };
        (0..self.pictures().len()).into_par_iter().map(join).collect()
    }

    /// Returns the weights for the layer pictures.
    fn layer_weights(
        &self,
        rows: &MapRows,
        range: Range<usize>,
        progress: &Progress,
    ) -> Vec<Option<Vec<f32>>> {
        let weights = |id: u32| {
            let pieces = rows.fields.rows_m()[range.clone()].par_chunks(TASK_ROWS);
            let pieces: Vec<Vec<f32>> = pieces
                .map(|rows_m| match progress.is_cancelled() {
                    true => vec![],
                    false => rows.fields.weights(id, rows_m),
                })
                .collect();
            pieces.concat()
        };
        let weights_of_picture = |picture: &MapPicture| match picture.content {
            MapContent::Layer(id) => Some(weights(id)),
            _ => None,
        };
        self.pictures().iter().map(weights_of_picture).collect()
    }
}

/// The encoding state of a picture.
struct PictureOutput<'a> {
    encoder: &'a MapEncoder,
    row_bytes: usize,
    pixel_bytes: usize,
    above: Vec<u8>,
    borders: BorderSums,
}

impl<'a> PictureOutput<'a> {
    fn new(encoder: &'a MapEncoder, picture: &MapPicture, width: usize) -> Self {
        let pixel_bytes = picture.pixel.bytes();
        let row_bytes = width * pixel_bytes;
        Self { encoder, row_bytes, pixel_bytes, above: vec![], borders: BorderSums::default() }
    }

    fn pack(
        &mut self,
        mut bytes: Vec<u8>,
        first_row: usize,
        is_last: bool,
    ) -> Result<Packed, WriteError> {
        self.borders.add(&bytes, self.row_bytes, self.pixel_bytes);
        let last_row = bytes[bytes.len() - self.row_bytes..].to_vec();
        let band = FileBand { bytes: &mut bytes, above: &self.above, first_row, is_last };
        let packed = self.encoder.pack(band);
        self.above = last_row;
        packed
    }
}

fn write(
    encoder: &MapEncoder,
    sink: ChecksumFile,
    bands: Receiver<Packed>,
    progress: &Progress,
) -> Result<FileDigest, WriteError> {
    let mut sink = BufWriter::with_capacity(1 << 16, sink);
    let mut bands = bands.into_iter().take_while(|_| !progress.is_cancelled());
    encoder.write(&mut sink, &mut bands, &|_| ())?;
    Ok(ChecksumFile::finish_buffered(sink)?)
}
