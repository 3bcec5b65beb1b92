//! The named choices of a recipe, as tables for its parameters.

use crate::blend::Blend;
use crate::choice_field;
use crate::param::ChoiceRow;
use orogen_noise::choice::choices;
use orogen_noise::{
    BASES as NOISE_BASES, Basis, Fade, FractalKind, GradientSet, Metric, Normalise, PermutationKind,
};

choices! {
    /// The source of the random numbers at lattice points. Tables from files are not allowed,
    /// because a recipe must make the same land on every machine.
    pub enum LandPermutation: "permutation" {
        /// An integer hash without a period.
        Hash = "hash",
        /// A table of 256 numbers shuffled from the seed; the land repeats every 256 cells.
        Table = "table",
        /// Perlin's own table, independent of the seed; the land repeats every 256 cells.
        Reference = "reference",
        /// The arithmetic (34x² + x) mod 289, independent of the seed; the land repeats every 289 cells.
        P289 = "p289",
    }
}

impl LandPermutation {
    /// The matching choice of the noise crate.
    pub fn kind(self) -> PermutationKind {
        match self {
            Self::Hash => PermutationKind::Hash,
            Self::Table => PermutationKind::Table,
            Self::Reference => PermutationKind::Reference,
            Self::P289 => PermutationKind::P289,
        }
    }
}

choices! {
    /// The spacing of the finest samples. It is a power of two, so that positions and shared edges
    /// are exact.
    pub enum Spacing: "spacing" {
        /// 25 cm.
        Quarter = "0.25",
        /// 50 cm.
        Half = "0.5",
        /// 1 m.
        One = "1",
        /// 2 m.
        Two = "2",
        /// 4 m.
        Four = "4",
        /// 8 m.
        Eight = "8",
    }
}

choices! {
    /// The distance between neighbouring valleys of rivers. It is a power of two, so that the
    /// lattices of rivers and of samples agree.
    pub enum ValleySpacing: "spacing of valleys" {
        /// 256 m.
        M256 = "256",
        /// 512 m.
        M512 = "512",
        /// 1024 m.
        M1024 = "1024",
        /// 2048 m.
        M2048 = "2048",
    }
}

choices! {
    /// The surface of a road.
    pub enum RoadSurface: "surface" {
        /// Gravel with two faint wheel tracks.
        Gravel = "gravel",
        /// Asphalt with edge lines, and with a broken middle line from a width of 5 m.
        Asphalt = "asphalt",
        /// Two wheel lanes with grass between them.
        Track = "track",
        /// Levelled ground alone.
        None = "none",
    }
}

impl ValleySpacing {
    /// The distance in metres.
    pub fn metres(self) -> f64 {
        // Each variant is twice the one before.
        256.0 * f64::from(1 << self as u32)
    }
}

impl Spacing {
    /// The spacing in metres.
    pub fn metres(self) -> f64 {
        // Each variant is twice the one before.
        0.25 * f64::from(1 << self as u32)
    }
}

/// Implements [`ParamField`](crate::param::ParamField) for choices and declares tables of their names.
macro_rules! rows {
    ($($name:ident: $type:ty;)*) => { $(
        $crate::choice_field!($type);
        #[doc = concat!("The names of [`", stringify!($type), "`].")]
        pub const $name: &[$crate::param::ChoiceRow] = &{
            use $crate::param::ChoiceRow;
            let mut rows = [ChoiceRow { name: "", doc: "" }; <$type>::ALL.len()];
            let mut i = 0;
            while i < rows.len() {
                rows[i] = ChoiceRow { name: <$type>::ALL[i].name, doc: <$type>::ALL[i].doc };
                i += 1;
            }
            rows
        };
    )* };
}
pub(crate) use rows;

rows! {
    BLENDS: Blend;
    PERMUTATIONS: LandPermutation;
    SPACINGS: Spacing;
    VALLEY_SPACINGS: ValleySpacing;
    ROAD_SURFACES: RoadSurface;
    GRADIENTS: GradientSet;
    FADES: Fade;
    METRICS: Metric;
    FRACTALS: FractalKind;
    NORMALISES: Normalise;
}

choice_field!(Basis);

/// The number of bases that work in two dimensions.
const BASES_2D: usize = {
    let (mut count, mut i) = (0, 0);
    while i < NOISE_BASES.len() {
        count += works_in_2d(i) as usize;
        i += 1;
    }
    count
};

/// The bases that a land can use: those that work in two dimensions.
pub const BASES: &[ChoiceRow] = &{
    let mut rows = [ChoiceRow { name: "", doc: "" }; BASES_2D];
    let (mut count, mut i) = (0, 0);
    while i < NOISE_BASES.len() {
        if works_in_2d(i) {
            rows[count] = ChoiceRow { name: NOISE_BASES[i].name, doc: NOISE_BASES[i].doc };
            count += 1;
        }
        i += 1;
    }
    rows
};

const fn works_in_2d(i: usize) -> bool {
    *NOISE_BASES[i].dimensions.start() <= 2 && *NOISE_BASES[i].dimensions.end() >= 2
}
