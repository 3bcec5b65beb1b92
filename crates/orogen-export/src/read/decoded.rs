//! A decoded heightmap file.

use super::geo::ProjectionScale;
use super::problem::ReadProblem;
use super::reading::ByteOrder;
use super::voids;

/// The meaning of the samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SampleUnit {
    /// Samples are lengths. Their unit is this number of metres.
    Metres(f64),
    /// Samples are shares of an unknown height range: 0 is its low end, this value its high end.
    UpTo(f64),
}

/// The coordinate system of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Degrees east and north.
    Degrees,
    /// Metres east and north.
    Metres,
}

/// The location of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapLocation {
    /// The coordinate system.
    pub system: System,
    /// The middle of the map, east and north.
    pub middle: [f64; 2],
}

/// A decoded heightmap file.
#[derive(Clone, Debug, PartialEq)]
pub struct DecodedMap {
    /// The number of columns and rows.
    pub size: [usize; 2],
    /// The samples, row by row from the north-west. A void (a sample without height) is NaN.
    pub samples: Vec<f32>,
    /// The file type in a few words.
    pub form: String,
    /// The byte order of raw samples; `None` for files that state their format.
    pub raw_order: Option<ByteOrder>,
    /// True if the colours of pixels encoded the heights.
    pub is_encoded: bool,
    /// The meaning of the samples.
    pub unit: SampleUnit,
    /// The distance between samples in metres, east and south.
    pub cell_m: Option<[f64; 2]>,
    /// The location, if the file contains it.
    pub place: Option<MapLocation>,
    /// The offset added to every height, in metres. Only for samples with a unit of length.
    pub offset_m: f64,
    /// How the map projection scales lengths.
    pub projection_scale: ProjectionScale,
    /// True if a file next to the map says that its first row is the southernmost. The rows were
    /// flipped then.
    pub south_first: bool,
    /// True if the georeference says that rows run from south to north. The rows were flipped then.
    pub rows_run_north: bool,
    /// Warnings, one line each.
    pub warnings: Vec<String>,
}

impl DecodedMap {
    pub(super) fn new(
        size: [usize; 2],
        samples: Vec<f32>,
        form: impl Into<String>,
        unit: SampleUnit,
    ) -> Self {
        Self {
            size,
            samples,
            form: form.into(),
            raw_order: None,
            is_encoded: false,
            unit,
            cell_m: None,
            place: None,
            offset_m: 0.0,
            projection_scale: ProjectionScale::None,
            south_first: false,
            rows_run_north: false,
            warnings: vec![],
        }
    }

    /// Fills the voids. Returns their number.
    ///
    /// # Errors
    /// If all samples are voids.
    pub fn fill_voids(&mut self) -> Result<usize, ReadProblem> {
        voids::fill(self.size, &mut self.samples)
    }

    /// Reverses the order of the rows.
    pub(super) fn flip_rows(&mut self) {
        let [columns, rows] = self.size;
        for row in 0..rows / 2 {
            let (north, south) = self.samples.split_at_mut((rows - 1 - row) * columns);
            north[row * columns..][..columns].swap_with_slice(&mut south[..columns]);
        }
    }

    /// Reverses the order of the columns.
    pub(super) fn flip_columns(&mut self) {
        self.samples.chunks_exact_mut(self.size[0]).for_each(<[f32]>::reverse);
    }
}
