//! What a landform is made of, for those who write it down in another language.

use super::scatter::Layout;

/// What a field of features is made of, at a band limit.
#[derive(Clone, Debug)]
pub struct FieldParts {
    /// The octaves that are left.
    pub octaves: Vec<OctaveParts>,
    /// What the octaves that have faded come to.
    pub means: f64,
    /// The step from the sums to the height.
    pub finish: FinishParts,
    /// How much of the whole is left.
    pub weight: f64,
    /// What the whole fades to.
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
    /// Where they lie.
    pub layout: Layout,
    /// How much of the octave is left.
    pub weight: f64,
    /// To which of the sums it adds.
    pub channel: usize,
    /// Whether the greatest counts, in place of the sum.
    pub greatest: bool,
    /// The name that the feature's function has in other languages, and its numbers.
    pub kernel: (&'static str, Vec<f64>),
}
