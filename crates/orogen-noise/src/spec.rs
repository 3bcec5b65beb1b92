//! The definition of a noise as plain data, and its validation.

use super::basis::Basis;
use super::choice::{UnknownName, find};
use super::edit::{Edit, Edits, MAX_EDITS, MAX_GRADIENT, MAX_OCTAVES, can_edit};
use super::fade::Fade;
use super::fractal::{FractalKind, Normalise};
use super::gradient::GradientSet;
use super::hash::Seed;
use super::metric::Metric;
use super::permutation::{MAX_DIMENSIONS, Permutation};
use super::sampler::Ingredients;
use super::warp::Warp;
use thiserror::Error;

/// Defines a noise completely: two equal specs give the same values everywhere.
///
/// The default is one octave of Perlin noise with hashed lattice points, seed 0, eight gradients
/// and the quintic fade. If you choose a fractal, it has six octaves, lacunarity 2 and gain ½ by
/// default; it is normalised, and its octaves are not rotated. `orogen sample` has the same
/// defaults.
///
/// ```
/// use orogen_noise::{Basis, FractalKind, NoiseSpec, Seed};
///
/// let hills = NoiseSpec {
///     basis: Basis::OpenSimplex2,
///     fractal: FractalKind::Fbm,
///     seed: Seed::from_text("valhalla"),
///     ..NoiseSpec::default()
/// };
/// let noise = hills.build(3)?;
/// let value = noise.sample(&[0.25, 1.5, -7.0]);
/// assert!((-1.0..=1.0).contains(&value));
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct NoiseSpec {
    /// The basis: the noise function that each octave samples.
    pub basis: Basis,
    /// The function that gives each lattice point its pseudo-random number.
    pub permutation: PermutationKind,
    /// The seed. Different seeds give different noises of the same kind.
    pub seed: Seed,
    /// The gradients of Perlin noise in one and two dimensions.
    pub gradients: GradientSet,
    /// The curve that blends neighbouring lattice points.
    pub fade: Fade,
    /// The radius² of the simplex kernels in three and four dimensions, in (0, 1].
    ///
    /// The published value is 0.6; with 0.5 the noise has no jumps.
    pub radius2: f64,
    /// The distance function of Worley noise.
    pub metric: Metric,
    /// The kind of fractal.
    pub fractal: FractalKind,
    /// The number of octaves, 1 to 32.
    ///
    /// A fraction scales the amplitude of the last octave.
    pub octaves: f64,
    /// The frequency of an octave relative to the octave before, 1 to 64.
    pub lacunarity: f64,
    /// The amplitude of an octave relative to the octave before, 0 to 4.
    pub gain: f64,
    /// The number from which the magnitude of a ridged octave is subtracted, or which is added to a
    /// hybrid octave, −4 to 4.
    ///
    /// It is the offset of Musgrave's multifractals.
    pub offset: f64,
    /// The distance from a crease within which a parabola replaces the kink, 0 to ½.
    ///
    /// It is a difference of basis values as they enter the fractal. The turbulence, billow and
    /// ridged kinds round the magnitude of an octave where it is near 0. The ridged and hybrid
    /// kinds round the feedback where it is near 1. A rounding of 0 keeps the creases.
    pub rounding: f64,
    /// The number that divides the sum of octaves.
    pub normalise: Normalise,
    /// Rotates octave i by i golden angles in the plane of the first two axes.
    pub rotate: bool,
    /// Gives each octave its own seed and a shift by a fraction of a cell.
    ///
    /// The lattices of the octaves then do not coincide. In published noises they do.
    pub octave_seeds: bool,
    /// The domain warp, which displaces the points at which the noise is sampled.
    pub warp: Warp,
    /// The period in x and y, in units of the input, each 1 to 2³¹.
    ///
    /// With a period, the lacunarity and the frequency of a warp must be integers, and octaves
    /// cannot rotate.
    pub period: Option<[u32; 2]>,
    /// Lattice points whose gradients or values are set by hand.
    ///
    /// Value and Perlin noise can have edits in one and two dimensions, lattice and simplex noise in
    /// two.
    pub edits: Edits,
    /// The index of the only octave in the sum, at its own amplitude.
    ///
    /// `None`, or an index beyond the last octave, keeps all octaves. In the hybrid kind an octave
    /// depends on the amplitudes before it, so only the first octave can be kept alone.
    pub solo: Option<u32>,
}

impl Default for NoiseSpec {
    fn default() -> Self {
        Self {
            basis: Basis::Perlin,
            permutation: PermutationKind::Hash,
            seed: Seed(0),
            gradients: GradientSet::Eight,
            fade: Fade::Quintic,
            radius2: 0.6,
            metric: Metric::Euclidean,
            fractal: FractalKind::None,
            octaves: 6.0,
            lacunarity: 2.0,
            gain: 0.5,
            offset: 1.0,
            rounding: 0.0,
            normalise: Normalise::Amplitude,
            rotate: false,
            octave_seeds: false,
            warp: Warp::default(),
            period: None,
            edits: Edits::default(),
            solo: None,
        }
    }
}

/// The kind of permutation; with a seed it gives a [`Permutation`].
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PermutationKind {
    /// An integer hash of the seed and the cell, with no visible period.
    #[default]
    Hash,
    /// Perlin's table of 256 numbers; the seed doesn't change it.
    Reference,
    /// P(x) = (34x² + x) mod 289; the seed doesn't change it.
    P289,
    /// A table of 256 numbers shuffled from the seed.
    Table,
    /// A table of your own; the seed doesn't change it.
    File(Box<[u8; 256]>),
}

impl PermutationKind {
    /// The kinds that have a fixed name, with that name and a description.
    ///
    /// A table from a file is written `file:PATH` instead.
    pub const NAMED: &'static [(&'static str, Self, &'static str)] = &[
        ("hash", Self::Hash, "An integer hash of seed and cell, without a visible period."),
        (
            "reference",
            Self::Reference,
            "Perlin's table of 256 numbers; the seed doesn't change it.",
        ),
        (
            "p289",
            Self::P289,
            "(34x² + x) mod 289, computed without a table; the seed doesn't change it.",
        ),
        ("table", Self::Table, "A table of 256 numbers shuffled from the seed."),
    ];

    /// Finds a kind by its name in [`PermutationKind::NAMED`].
    pub fn from_name(name: &str) -> Result<Self, UnknownName> {
        find("permutation", name, Self::NAMED.iter().map(|(name, kind, _)| (*name, kind.clone())))
    }

    /// The name in recipes and on the command line; `file` for a table from a file.
    pub fn name(&self) -> &'static str {
        Self::NAMED.iter().find(|(_, kind, _)| kind == self).map_or("file", |(name, _, _)| name)
    }

    /// The permutation for `seed`.
    pub fn permutation(&self, seed: Seed) -> Permutation {
        match self {
            Self::Hash => Permutation::Hash(seed),
            Self::Reference => Permutation::reference(),
            Self::P289 => Permutation::P289,
            Self::Table => Permutation::shuffled(seed),
            Self::File(table) => Permutation::Table(table.clone()),
        }
    }
}

/// The reason why a spec cannot be built.
///
/// The message is one line that says what to change.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NoiseError {
    /// The basis does not exist in the number of dimensions that was asked for.
    #[error("{basis} noise has {allowed}, not {given}")]
    Dimension {
        /// The name of the basis.
        basis: &'static str,
        /// The allowed numbers of dimensions, in words.
        allowed: String,
        /// The number that was asked for.
        given: usize,
    },
    /// A number is out of range.
    #[error("{key} must be {allowed}, not {given}")]
    Range {
        /// The name of the number.
        key: &'static str,
        /// The range, in words.
        allowed: &'static str,
        /// The number that is out of range.
        given: f64,
    },
    /// The lacunarity is not an integer, so octaves would not repeat with the period.
    #[error("a period needs a lacunarity that is an integer (2, 3, …), not {0}")]
    PeriodLacunarity(f64),
    /// The octaves are rotated, so they would not repeat with the period.
    #[error("a period does not allow rotated octaves: switch off one of the two")]
    PeriodRotation,
    /// The frequency of the warp is not an integer, so the warp would not repeat with the period.
    #[error("a period needs a warp frequency that is an integer (1, 2, …), not {0}")]
    PeriodWarp(f64),
    /// The basis does not support edits in this number of dimensions.
    #[error(
        "{basis} noise in {dimensions}D cannot have edits: remove them, or choose value, perlin, \
         simplex, lattice0, lattice1 or lattice2 in 1D or 2D"
    )]
    NoEdits {
        /// The name of the basis.
        basis: &'static str,
        /// The number of dimensions of the noise.
        dimensions: usize,
    },
    /// There are too many edits.
    #[error("a noise can have up to {max} edits, not {0}", max = MAX_EDITS)]
    EditCount(usize),
    /// The period is out of range.
    #[error("the period must be 1 to 2147483648 along each axis, not {0}")]
    Period(u32),
}

impl NoiseSpec {
    /// Collects the choices and the seed from which an octave's basis is made.
    pub(super) fn ingredients(
        &self,
        dimensions: usize,
        seed: Seed,
        permutation: Permutation,
    ) -> Ingredients {
        let &Self { fade, gradients, radius2, metric, .. } = self;
        Ingredients { dimensions, seed, permutation, fade, gradients, radius2, metric }
    }

    /// Checks that the spec makes a noise in `dimensions` dimensions.
    pub(super) fn validate(&self, dimensions: usize) -> Result<(), NoiseError> {
        let row = self.basis.row();
        if !row.dimensions.contains(&dimensions) || dimensions > MAX_DIMENSIONS {
            let (low, high) = (row.dimensions.start(), row.dimensions.end());
            let allowed = match (low, high) {
                (1, 1) => "1 dimension".to_owned(),
                (low, high) if low == high => format!("{low} dimensions"),
                _ => format!("{low} to {high} dimensions"),
            };
            return Err(NoiseError::Dimension { basis: row.name, allowed, given: dimensions });
        }
        let Warp { strength, frequency, times } = self.warp;
        let ranges = [
            ("octaves", (1.0..=32.0).contains(&self.octaves), "1 to 32", self.octaves),
            ("lacunarity", (1.0..=64.0).contains(&self.lacunarity), "1 to 64", self.lacunarity),
            ("gain", (0.0..=4.0).contains(&self.gain), "0 to 4", self.gain),
            ("offset", (-4.0..=4.0).contains(&self.offset), "-4 to 4", self.offset),
            ("rounding", (0.0..=0.5).contains(&self.rounding), "0 to 0.5", self.rounding),
            (
                "radius2",
                self.radius2 > 0.0 && self.radius2 <= 1.0,
                "above 0 and at most 1",
                self.radius2,
            ),
            ("warp strength", strength.abs() <= 1e6, "-1000000 to 1000000", strength),
            (
                "warp frequency",
                frequency > 0.0 && frequency <= 1e6,
                "above 0 and at most 1000000",
                frequency,
            ),
            ("warp times", times <= 3, "0 to 3", f64::from(times)),
        ];
        if let Fade::Custom(curve) = self.fade {
            let invalid_knot = curve.knots().into_iter().find(|knot| !(0.0..=1.0).contains(knot));
            if let Some(given) = invalid_knot {
                let (key, allowed) = ("a value of the custom fade", "0 to 1");
                return Err(NoiseError::Range { key, allowed, given });
            }
        }
        if let Some(&(key, _, allowed, given)) = ranges.iter().find(|(_, is_valid, ..)| !is_valid) {
            return Err(NoiseError::Range { key, allowed, given });
        }
        self.validate_edits(dimensions)?;
        if let Some(period) = self.period {
            if let Some(&side) = period.iter().find(|&&side| !(1..=1 << 31).contains(&side)) {
                return Err(NoiseError::Period(side));
            }
            if self.lacunarity.fract() != 0.0 {
                return Err(NoiseError::PeriodLacunarity(self.lacunarity));
            }
            if self.rotate {
                return Err(NoiseError::PeriodRotation);
            }
            if times > 0 && frequency.fract() != 0.0 {
                return Err(NoiseError::PeriodWarp(frequency));
            }
        }
        Ok(())
    }

    fn validate_edits(&self, dimensions: usize) -> Result<(), NoiseError> {
        if self.edits.is_empty() {
            return Ok(());
        }
        if !can_edit(self.basis, dimensions) {
            return Err(NoiseError::NoEdits { basis: self.basis.name(), dimensions });
        }
        if self.edits.len() > MAX_EDITS {
            return Err(NoiseError::EditCount(self.edits.len()));
        }
        for Edit { octave, gradient, .. } in self.edits.iter() {
            if *octave >= MAX_OCTAVES {
                let (key, allowed) = ("an edit's octave", "0 to 31");
                return Err(NoiseError::Range { key, allowed, given: f64::from(*octave) });
            }
            let is_outside = |x: &&f64| !(-MAX_GRADIENT..=MAX_GRADIENT).contains(*x);
            if let Some(&given) = gradient.iter().find(is_outside) {
                let (key, allowed) = ("each component of an edit's gradient", "-4 to 4");
                return Err(NoiseError::Range { key, allowed, given });
            }
        }
        Ok(())
    }
}
