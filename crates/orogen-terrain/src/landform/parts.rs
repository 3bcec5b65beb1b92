//! The parts of a landform, for the code export.

use super::scatter::Layout;

/// The parts of a field of features at a band limit.
#[derive(Clone, Debug)]
pub struct FieldParts {
    /// The octaves that the band limit leaves.
    pub octaves: Vec<OctaveParts>,
    /// The sum of the faded octaves' means.
    pub means: f64,
    /// The final step from the sums to the height.
    pub finish: FinishParts,
    /// The weight of the whole, from 0 to 1.
    pub weight: f64,
    /// The mean to which the whole fades.
    pub mean_m: f64,
}

/// The step from the sums of features to the height, with its numbers.
#[derive(Clone, Copy, Debug)]
pub enum FinishParts {
    /// The first sum is the height.
    Plain,
    /// Steps from sea to plain to inland: the lowest level; of both steps start, width and rise.
    Continents([f64; 7]),
    /// Height, variety, threshold, and the widths of wall and talus.
    Mesas([f64; 5]),
    /// Waves a metre east and south, height, variety and the length of the lee.
    Dunes([f64; 5]),
}

/// An octave of features.
#[derive(Clone, Debug)]
pub struct OctaveParts {
    /// The layout of the features.
    pub layout: Layout,
    /// The weight of the octave, from 0 to 1.
    pub weight: f64,
    /// The channel, or sum, to which it adds.
    pub channel: usize,
    /// True if the highest feature counts instead of the sum.
    pub greatest: bool,
    /// The name of the feature's function in exported code, and its constants.
    pub kernel: (&'static str, Vec<f64>),
}
