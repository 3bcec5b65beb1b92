//! The parts of a landform, for the code export.

use super::scatter::Layout;

/// The parts of a field of features at a band limit.
#[derive(Clone, Debug)]
pub struct FieldParts {
    /// The octaves that the band limit leaves.
    pub octaves: Vec<OctaveParts>,
    /// The sum of the means that replace the faded parts of octaves.
    pub means: f64,
    /// The final step from the sums to the height.
    pub finish: FinishParts,
    /// The weight of the whole landform, from 0 to 1.
    pub weight: f64,
    /// The mean to which the landform fades; 0 if its weight is 1.
    pub mean_m: f64,
}

/// The step from the sums of features to the height, with its numbers.
#[derive(Clone, Copy, Debug)]
pub enum FinishParts {
    /// The first sum is the height.
    Plain,
    /// Two steps, from sea floor to plain and from plain to inland: the lowest level, then the
    /// start, width and rise of each step.
    Continents([f64; 7]),
    /// Height, variety, threshold, the width of walls, and the share of the height taken by talus.
    Mesas([f64; 5]),
    /// Wavelengths per metre east and south, height, variety, and the drop of the lee over a
    /// wavelength.
    Dunes([f64; 5]),
}

/// An octave of features.
#[derive(Clone, Debug)]
pub struct OctaveParts {
    /// The layout of the features.
    pub layout: Layout,
    /// The weight of the octave, from 0 to 1.
    pub weight: f64,
    /// The channel, or sum, to which the octave adds.
    pub channel: usize,
    /// True if the highest feature counts instead of the sum.
    pub keeps_highest: bool,
    /// The name of the feature's function in exported code, and its constants.
    pub kernel: (&'static str, Vec<f64>),
}
