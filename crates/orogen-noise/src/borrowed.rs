//! Noises of the `noise` crate: SuperSimplex, OpenSimplex, Perlin surflets.
//!
//! OpenSimplex is the noise of 2014. The `noise` crate computes the values. Its permutation table
//! is shuffled from a 32-bit seed, so the noises repeat every 256 cells.

use super::hash::{Seed, words};
use noise::core::{open_simplex, perlin_surflet, super_simplex};
use noise::permutationtable::PermutationTable;

/// The largest coordinate, 2⁵³. Beyond it the noise is 0, because f64 has no fractions and the
/// crate's cell numbers overflow.
const MAX_COORDINATE: f64 = (1u64 << 53) as f64;

/// A noise of the `noise` crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BorrowedKind {
    /// SuperSimplex in 2D and 3D: smoother than simplex noise, because its kernels are larger.
    SuperSimplex,
    /// OpenSimplex of 2014, 2D to 4D.
    OpenSimplex,
    /// Perlin's gradients under radial kernels ("surflets") on the square lattice, in 2D to 4D.
    PerlinSurflet,
}

impl BorrowedKind {
    /// The numbers of dimensions in which the noise exists.
    pub const fn dimensions(self) -> std::ops::RangeInclusive<usize> {
        match self {
            BorrowedKind::SuperSimplex => 2..=3,
            BorrowedKind::OpenSimplex | BorrowedKind::PerlinSurflet => 2..=4,
        }
    }
}

/// A noise of the `noise` crate with its table.
///
/// The table is slow to make, so reuse it.
///
/// ```
/// use orogen_noise::Seed;
/// use orogen_noise::borrowed::{Borrowed, BorrowedKind};
///
/// let noise = Borrowed::new(BorrowedKind::SuperSimplex, Seed(77));
/// assert!(noise.sample(&[0.5, 2.25]).is_some());
/// assert!(noise.sample(&[0.5]).is_none()); // there is no SuperSimplex in one dimension
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Borrowed {
    kind: BorrowedKind,
    table: PermutationTable,
}

impl Borrowed {
    /// Makes the noise for a seed.
    ///
    /// The crate's 32-bit seed is the xor of the two words of `seed`, so the crate gets a seed below
    /// 2³² unchanged.
    pub fn new(kind: BorrowedKind, seed: Seed) -> Self {
        let [low, high] = words(seed.0);
        Self { kind, table: PermutationTable::new(low ^ high) }
    }

    /// Samples the noise at a point of 2, 3 or 4 coordinates (SuperSimplex: 2 or 3).
    ///
    /// The value lies within about ±1. Returns `None` for other numbers of coordinates.
    pub fn sample(&self, p: &[f64]) -> Option<f64> {
        let is_within_range = p.iter().all(|x| x.abs() <= MAX_COORDINATE);
        match *p {
            _ if !self.kind.dimensions().contains(&p.len()) => None,
            _ if !is_within_range => Some(0.0),
            [x, y] => Some(self.sample2([x, y])),
            [x, y, z] => Some(self.sample3([x, y, z])),
            [x, y, z, w] => self.sample4([x, y, z, w]),
            _ => None,
        }
    }

    fn sample2(&self, p: [f64; 2]) -> f64 {
        match self.kind {
            BorrowedKind::SuperSimplex => super_simplex::super_simplex_2d(p.into(), &self.table),
            BorrowedKind::OpenSimplex => open_simplex::open_simplex_2d(p.into(), &self.table),
            BorrowedKind::PerlinSurflet => perlin_surflet::perlin_surflet_2d(p.into(), &self.table),
        }
    }

    fn sample3(&self, p: [f64; 3]) -> f64 {
        match self.kind {
            BorrowedKind::SuperSimplex => super_simplex::super_simplex_3d(p.into(), &self.table),
            BorrowedKind::OpenSimplex => open_simplex::open_simplex_3d(p.into(), &self.table),
            BorrowedKind::PerlinSurflet => perlin_surflet::perlin_surflet_3d(p.into(), &self.table),
        }
    }

    fn sample4(&self, p: [f64; 4]) -> Option<f64> {
        match self.kind {
            BorrowedKind::SuperSimplex => None,
            BorrowedKind::OpenSimplex => Some(open_simplex::open_simplex_4d(p.into(), &self.table)),
            BorrowedKind::PerlinSurflet => {
                Some(perlin_surflet::perlin_surflet_4d(p.into(), &self.table))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::{NoiseFn, OpenSimplex, PerlinSurflet, SuperSimplex};

    #[test]
    fn values_are_those_of_the_noise_crate() {
        let p = [0.37, -5.2, 8.9, 1.4];
        let (p2, p3) = ([p[0], p[1]], [p[0], p[1], p[2]]);
        let sample = |kind, p: &[f64]| Borrowed::new(kind, Seed(77)).sample(p);
        assert_eq!(sample(BorrowedKind::SuperSimplex, &p2), Some(SuperSimplex::new(77).get(p2)));
        assert_eq!(sample(BorrowedKind::SuperSimplex, &p3), Some(SuperSimplex::new(77).get(p3)));
        assert_eq!(sample(BorrowedKind::OpenSimplex, &p2), Some(OpenSimplex::new(77).get(p2)));
        assert_eq!(sample(BorrowedKind::OpenSimplex, &p3), Some(OpenSimplex::new(77).get(p3)));
        assert_eq!(sample(BorrowedKind::OpenSimplex, &p), Some(OpenSimplex::new(77).get(p)));
        assert_eq!(sample(BorrowedKind::PerlinSurflet, &p), Some(PerlinSurflet::new(77).get(p)));
    }

    #[test]
    fn unsupported_dimensions_give_none() {
        let noise = Borrowed::new(BorrowedKind::SuperSimplex, Seed(0));
        assert_eq!(noise.sample(&[0.5]), None);
        assert_eq!(noise.sample(&[0.5; 4]), None);
        assert_eq!(noise.sample(&[1e300; 4]), None);
        assert_eq!(Borrowed::new(BorrowedKind::OpenSimplex, Seed(0)).sample(&[0.5; 5]), None);
    }

    #[test]
    fn far_points_give_finite_values_and_all_seed_bits_count() {
        for kind in
            [BorrowedKind::SuperSimplex, BorrowedKind::OpenSimplex, BorrowedKind::PerlinSurflet]
        {
            let sample = |seed, p: &[f64]| Borrowed::new(kind, Seed(seed)).sample(p);
            assert_eq!(sample(0, &[1e300, -1e300]), Some(0.0));
            assert!(sample(0, &[9e15, -9e15, 9e15]).is_some_and(f64::is_finite));
            assert_ne!(sample(1, &[0.3, 0.4]), sample(1 | 1 << 40, &[0.3, 0.4]));
        }
    }
}
