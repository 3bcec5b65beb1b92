//! Sampling a noise on whole grids in f32.
//!
//! This is much faster than a call of [`Noise::sample2`] for each sample. [`Noise::sample2`] is the
//! reference: samples agree with it to 10⁻⁵ of the noise's range, or 3·10⁻⁵ under a strong warp. The
//! bits of a sample depend only on the noise, the band limit and the sample's position, not on the
//! grid, the thread or the machine's vector width.
//!
//! | noise | method |
//! |---|---|
//! | value, Perlin, lattice noise | in rows and columns, one lattice row at a time: `rows` |
//! | the same with a warp or rotated octaves; simplex, OpenSimplex2(S), Worley noise | at single points, one per vector lane: `points` |
//! | other noises | by the reference, sample by sample |
//! | any noise, near edited lattice points | by the reference: `edits` |
//!
//! `exact` computes samples in f64 with the bits of the reference. Exports use it for samples that
//! are not on the view's grid.
//!
//! The kernels can also compute slopes ([`Plan::fill_slopes`], `slopes`); the operations that give
//! the value are the same with and without them. Samples can be moved from the grid to any
//! positions (`moved`); the point kernels compute all moved samples.
//!
//! A [`plan::Plan`] holds tables of the columns and rows of grids (`axis`). `fill` visits a grid
//! tile by tile. In each tile it computes the displacements of a warp (`displace`), then the
//! octaves one after the other (`sum`, which calls `lattice` or `points`). `fold` adds each octave
//! to the sum in the way that the kind of fractal needs.

mod axis;
mod corner;
mod displace;
mod edits;
mod exact;
mod fade;
mod fill;
mod fold;
mod formula;
mod jets;
mod lane_hash;
mod lane_permutation;
mod lattice;
mod lines;
mod moved;
mod packed;
mod place;
mod plan;
mod point_basis;
mod point_lattice;
mod point_opensimplex;
mod point_simplex;
mod point_worley;
mod points;
mod positions;
mod precise;
mod precise_coefficients;
mod precise_samples;
mod precision;
mod rounded;
mod rows;
mod simd;
mod slopes;
mod sum;
mod tile;
mod weighted;

#[cfg(test)]
mod tests;

pub use plan::Plan;
pub use simd::Level;
#[doc(hidden)]
pub use simd::{Interleave, Loops};
pub use slopes::Moves;

use super::basis::Basis;
use super::octave::Octave;
use super::permutation::Permutation;
use super::warp::{OFFSET, Warp};
use super::worley::Output;
use super::{Fade, Metric, Noise, opensimplex};
use axis::AxisOctave;
use corner::CornerPolynomial;
use edits::EditedOctaves;
use fold::Folds;
use lines::{LineTables, SampleTransform};
use moved::Places;

/// A grid of samples.
///
/// Column c and row r lie at `((origin[0] + c)·spacing, (origin[1] + r)·spacing)` in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// The column and row of the first sample, counted from the origin of the world.
    pub origin: [i64; 2],
    /// The numbers of columns and rows.
    pub size: [usize; 2],
    /// The distance between neighbouring samples in metres, above 0 and finite.
    pub spacing_m: f64,
    /// The band limit in metres; 0 for no limit.
    ///
    /// Octaves whose wavelength is too short for samples this far apart fade to their mean.
    pub band_limit_m: f64,
}

/// A two-dimensional noise, ready to be sampled on grids.
///
/// ```
/// use orogen_noise::NoiseSpec;
/// use orogen_noise::grid::{Grid, GridNoise};
///
/// let noise = NoiseSpec::default().build(2)?;
/// let grid = Grid { origin: [-32, 0], size: [64, 16], spacing_m: 0.25, band_limit_m: 0.0 };
/// let mut values = vec![0.0; 64 * 16];
/// GridNoise::new(&noise, 0.1).fill(&grid, &mut values);
/// // Column 3 of row 2; the noise has 0.1 cells per metre
/// let [x_m, y_m] = [f64::from(-32 + 3) * 0.25, f64::from(2) * 0.25];
/// let reference = noise.sample2([0.1 * x_m, 0.1 * y_m], 0.0);
/// assert!((f64::from(values[2 * 64 + 3]) - reference).abs() < 2e-5);
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
pub struct GridNoise {
    noise: Noise,
    frequency_per_m: f64,
    level: Level,
    method: Method,
    octaves: Vec<GridOctave>,
    /// The transformations from a sample's position to the position at which octaves are summed.
    /// Without a warp there is one, for the noise itself. With a warp there are two, for the noises
    /// that displace x and y.
    transforms: Vec<SampleTransform>,
    warp: Warp,
    /// True if a warp of strength 0 was dropped. The row kernels then give the bits of the point
    /// kernels, which compute warped noises.
    matches_points: bool,
    /// The edited octaves, if the noise has edits. The reference replaces samples near the edits.
    edits: Option<EditedOctaves>,
}

/// The method that evaluates a noise.
#[derive(Clone, Copy, Debug)]
enum Method {
    Lattice(CornerPolynomial),
    Simplex,
    OpenSimplex(opensimplex::OpenSimplexKind),
    Worley(Metric, Output),
    /// No kernel: the reference evaluates sample by sample.
    Scalar,
}

/// An octave, with the permutations and coefficients of its lattice points.
struct GridOctave {
    octave: Octave,
    /// The octave's permutation without a period, then with the noise's period.
    permutations: [Permutation; 2],
    /// The coefficients of lattice points for each number of the permutation. Empty for
    /// [`Permutation::Hash`], which has too many numbers, and for noises without coefficients.
    coefficient_table: Vec<[f64; 5]>,
}

impl GridOctave {
    fn axis(&self, fade: Fade, matches_points: bool) -> AxisOctave<'_> {
        let Self { octave, permutations: [_, permutation], .. } = self;
        AxisOctave { octave, permutation, fade, matches_points }
    }
}

impl GridNoise {
    /// Prepares a noise whose coordinates grow by `frequency_per_m` in each metre.
    ///
    /// # Panics
    /// If the noise does not have two dimensions, or the frequency is not positive and finite.
    pub fn new(noise: &Noise, frequency_per_m: f64) -> Self {
        Self::with_level(noise, frequency_per_m, Level::best())
    }

    /// Prepares a noise for a set of vector instructions, which only affects speed.
    ///
    /// # Panics
    /// In the cases of [`GridNoise::new`], and if the machine does not support the level.
    pub fn with_level(noise: &Noise, frequency_per_m: f64, level: Level) -> Self {
        assert_eq!(noise.dimensions(), 2, "a grid needs a noise of two dimensions");
        assert!(
            is_positive(frequency_per_m),
            "the frequency per metre must be positive and finite, not {frequency_per_m}"
        );
        assert!(Level::available().contains(&level), "this machine has no {level:?}");
        let spec = noise.spec();
        let method = Method::of(noise);
        let octave = |octave: &Octave| {
            let permutation = spec.permutation.permutation(octave.seed);
            let periodic = match spec.period {
                Some(sides) => permutation
                    .clone()
                    .periodic(sides.map(|side| (f64::from(side) * octave.frequency) as i64)),
                None => permutation.clone(),
            };
            let coefficient_table = match method {
                Method::Lattice(polynomial) => polynomial.coefficient_table(&permutation),
                _ => vec![],
            };
            GridOctave {
                octave: octave.clone(),
                permutations: [permutation, periodic],
                coefficient_table,
            }
        };
        let octaves = noise.fractal().octaves.iter().map(octave).collect();
        let warp = effective_warp(spec.warp);
        let displacement = |axis: f64| SampleTransform {
            scale: warp.frequency,
            offset: OFFSET.map(|offset| axis * offset),
        };
        let transforms = match warp.times {
            0 => vec![SampleTransform { scale: 1.0, offset: [0.0; 2] }],
            _ => vec![displacement(0.0), displacement(1.0)],
        };
        let matches_points = warp.times != spec.warp.times;
        let edits = match method {
            // The reference computes every sample, and applies edits itself
            Method::Scalar => None,
            _ => EditedOctaves::new(noise, warp),
        };
        Self {
            noise: noise.clone(),
            frequency_per_m,
            level,
            method,
            octaves,
            transforms,
            warp,
            matches_points,
            edits,
        }
    }

    /// Fills `out` with the samples of a grid, row by row.
    ///
    /// # Panics
    /// In the cases of [`GridNoise::plan`], and if `out` does not have one number per sample.
    pub fn fill(&self, grid: &Grid, out: &mut [f32]) {
        self.plan(&[*grid]).fill(0, out);
    }

    /// Fills `out` with the samples where given columns and rows cross.
    ///
    /// Columns and rows are in metres and need not be equally spaced. A sample depends only on its
    /// own two coordinates, so it has the same bits in every [`Grid`] that contains it.
    ///
    /// # Panics
    /// If `out` does not have one number per pair of a column and a row, if a position is not
    /// finite, or if columns or rows are not in ascending order.
    pub fn fill_at(&self, [columns_m, rows_m]: [&[f64]; 2], band_limit_m: f64, out: &mut [f32]) {
        self.fill_numbers_at([columns_m, rows_m], band_limit_m, [out]);
    }

    /// Fills the values, and with `N` = 3 also their slopes to the east and to the south.
    fn fill_numbers_at<const N: usize>(
        &self,
        [columns_m, rows_m]: [&[f64]; 2],
        band_limit_m: f64,
        out: [&mut [f32]; N],
    ) {
        check_lengths([columns_m.len(), rows_m.len()], &out);
        check_ascent("columns", columns_m);
        check_ascent("rows", rows_m);
        self.fill_lines([columns_m, rows_m], band_limit_m, out);
    }

    /// Fills `out` like [`GridNoise::fill_at`], without checks: positions may have any order, and
    /// those that are not finite give meaningless samples.
    fn fill_lines<const N: usize>(
        &self,
        [columns_m, rows_m]: [&[f64]; 2],
        band_limit_m: f64,
        out: [&mut [f32]; N],
    ) {
        let size = [columns_m.len(), rows_m.len()];
        if size.contains(&0) {
            return;
        }
        let octaves = self.octaves_with_tables(band_limit_m);
        let columns = LineTables::of_line(self, columns_m, octaves);
        let rows = LineTables::of_line(self, rows_m, octaves);
        let grid = Grid { origin: [0; 2], size, spacing_m: 1.0, band_limit_m };
        self.fill_with(&grid, &Places::Lines { columns: &columns, rows: &rows }, out);
    }

    /// Prepares several grids, which share tables and are filled one by one.
    ///
    /// ```
    /// use orogen_noise::NoiseSpec;
    /// use orogen_noise::grid::{Grid, GridNoise};
    ///
    /// let noise = GridNoise::new(&NoiseSpec::default().build(2)?, 0.1);
    /// let grid = Grid { origin: [0; 2], size: [16; 2], spacing_m: 1.0, band_limit_m: 0.0 };
    /// let plan = noise.plan(&[grid, Grid { origin: [16, 0], ..grid }]);
    /// let mut values = [0.0; 16 * 16];
    /// plan.fill(1, &mut values);
    /// # Ok::<(), orogen_noise::NoiseError>(())
    /// ```
    ///
    /// # Panics
    /// If a spacing is not positive and finite, or a grid exceeds the range of indices.
    pub fn plan(&self, grids: &[Grid]) -> Plan<'_> {
        Plan::new(self, grids)
    }

    /// The period that the kernels apply, in units of the noise. The reference applies its own.
    fn period(&self) -> Option<[f64; 2]> {
        match self.method {
            Method::Scalar => None,
            _ => self.noise.spec().period.map(|period| period.map(f64::from)),
        }
    }

    fn fade(&self) -> Fade {
        self.noise.spec().fade
    }

    /// The operations that add octaves to the sum. `band_limit` is in units of the noise.
    fn folds(&self, band_limit: f64) -> Folds {
        Folds::new(self.noise.fractal(), self.noise.recentring(), band_limit)
    }

    /// The number of octaves that need tables of columns and rows under a band limit.
    ///
    /// It counts all octaves up to the last one that is neither rotated nor faded out.
    fn octaves_with_tables(&self, band_limit_m: f64) -> usize {
        let limit = band_limit_m * self.frequency_per_m * self.transforms[0].scale;
        let uses_tables = |octave: &GridOctave| {
            octave.octave.rotation.is_none() && octave.octave.band_weight(limit) > 0.0
        };
        match self.method {
            Method::Lattice(_) => {
                self.octaves.iter().rposition(uses_tables).map_or(0, |last| last + 1)
            }
            _ => 0,
        }
    }
}

fn is_positive(x: f64) -> bool {
    x > 0.0 && x.is_finite()
}

/// Asserts that each output has one number per sample.
fn check_lengths(size: [usize; 2], out: &[&mut [f32]]) {
    for out in out {
        assert_eq!(out.len(), size[0] * size[1], "one number per sample");
    }
}

/// Asserts that positions are finite and do not descend, because the tables count lattice cells
/// upwards from the first position's cell.
fn check_ascent(what: &str, metres: &[f64]) {
    for (i, x) in metres.iter().enumerate() {
        assert!(x.is_finite(), "{what} must be finite, but number {i} lies at {x} m");
    }
    for (i, pair) in metres.windows(2).enumerate() {
        let [here, next] = [pair[0], pair[1]];
        assert!(
            here <= next,
            "{what} must not descend, but number {i} lies at {here} m and the next at {next} m"
        );
    }
}

/// The warp, or no warp if its strength is 0, because it then displaces nothing.
fn effective_warp(warp: Warp) -> Warp {
    match warp.strength {
        0.0 => Warp::default(),
        _ => warp,
    }
}

impl Method {
    fn of(noise: &Noise) -> Self {
        let spec = noise.spec();
        let lattice = |order| Self::Lattice(CornerPolynomial { order, gradients: spec.gradients });
        let worley = |output| Self::Worley(spec.metric, output);
        match spec.basis {
            Basis::Value | Basis::Lattice0 => lattice(0),
            Basis::Perlin | Basis::Lattice1 => lattice(1),
            Basis::Lattice2 => lattice(2),
            Basis::Simplex if spec.period.is_none() => Self::Simplex,
            Basis::OpenSimplex2 if spec.period.is_none() => {
                Self::OpenSimplex(opensimplex::OpenSimplexKind::Fast)
            }
            Basis::OpenSimplex2S if spec.period.is_none() => {
                Self::OpenSimplex(opensimplex::OpenSimplexKind::Smooth)
            }
            Basis::WorleyF1 => worley(Output::F1),
            Basis::WorleyF2 => worley(Output::F2),
            Basis::WorleyF2MinusF1 => worley(Output::F2MinusF1),
            Basis::WorleyCell => worley(Output::Cell),
            _ => Self::Scalar,
        }
    }
}
