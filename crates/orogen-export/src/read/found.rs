//! A heightmap as a file has it.

use super::geo::Stretch;
use super::problem::ReadProblem;
use super::voids;

/// What samples stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    /// Each is so many metres.
    Metres(f64),
    /// Shares of a range of heights that the file does not say: from 0 to this.
    UpTo(f64),
}

/// In what a file's coordinates are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Degrees east and north.
    Degrees,
    /// Metres east and north.
    Metres,
}

/// Where a map lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// In what its coordinates are.
    pub system: System,
    /// Of its middle, east and north.
    pub middle: [f64; 2],
}

/// A heightmap as a file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Columns and rows.
    pub size: [usize; 2],
    /// From the north, each row from the west; voids are no numbers.
    pub samples: Vec<f32>,
    /// What the file is, in a few words.
    pub form: String,
    /// What samples stand for.
    pub unit: Unit,
    /// The distance of two samples in metres, east and south.
    pub cell_m: Option<[f64; 2]>,
    /// Where it lies, if the file says so.
    pub place: Option<Place>,
    /// What is added to each height, where samples are metres or so many of them.
    pub offset_m: f64,
    /// How its plane's metres differ from those on the ground.
    pub stretch: Stretch,
    /// Whether a file beside it says that its first row is its southernmost, and rows were turned
    /// over for that.
    pub south_first: bool,
    /// Whether the georeference says that rows run from south to north. They are turned over then.
    pub rows_run_north: bool,
    /// What one should know.
    pub warnings: Vec<String>,
}

impl Found {
    pub(super) fn new(
        size: [usize; 2],
        samples: Vec<f32>,
        form: impl Into<String>,
        unit: Unit,
    ) -> Self {
        Self {
            size,
            samples,
            form: form.into(),
            unit,
            cell_m: None,
            place: None,
            offset_m: 0.0,
            stretch: Stretch::None,
            south_first: false,
            rows_run_north: false,
            warnings: vec![],
        }
    }

    /// Fills the voids; how many there were.
    ///
    /// # Errors
    /// If there is nothing else.
    pub fn fill_voids(&mut self) -> Result<usize, ReadProblem> {
        voids::fill(self.size, &mut self.samples)
    }

    /// Turns the rows over: the last becomes the first.
    pub(super) fn flip_rows(&mut self) {
        let [columns, rows] = self.size;
        for row in 0..rows / 2 {
            let (north, south) = self.samples.split_at_mut((rows - 1 - row) * columns);
            north[row * columns..][..columns].swap_with_slice(&mut south[..columns]);
        }
    }

    /// Turns the columns over.
    pub(super) fn flip_columns(&mut self) {
        self.samples.chunks_exact_mut(self.size[0]).for_each(<[f32]>::reverse);
    }
}
