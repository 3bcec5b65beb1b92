//! Gradient sets: the vectors from which gradient noise picks.

use super::choice::choices;
use super::lookup::Pick;
use super::permutation::Permutation;
use super::trig::sin_cos_turns;

choices! {
    /// The gradients of Perlin noise in one and two dimensions.
    ///
    /// Noise in one dimension uses their x. If the vectors lie on few lines, ridges line up with
    /// these lines. The lengths are as published: up to √2 in the first three sets, 1 in the
    /// others. So ranges are measured and not derived.
    ///
    /// ```
    /// use orogen_noise::{GradientSet, Permutation};
    ///
    /// let permutation = Permutation::reference();
    /// assert_eq!(GradientSet::Eight.gradient(&permutation, 1), [-1.0, 1.0]);
    /// assert_eq!(GradientSet::Eight.size(), Some(8));
    /// ```
    #[derive(Default)]
    pub enum GradientSet: "gradient set" {
        /// The 4 diagonals (±1, ±1): the most common set in code, with a visible grain at 45°.
        Four = "4",
        /// The 4 diagonals and the 4 axes.
        #[default]
        Eight = "8",
        /// x and y of the 12 edges of a cube: each diagonal once, each axis twice.
        Twelve = "12",
        /// 16 unit vectors at multiples of 22.5°.
        Sixteen = "16",
        /// Unit vectors in any direction.
        Continuous = "continuous",
    }
}

/// The four diagonals, then the four axes. The first four are the set of four.
pub const DIAGONALS_AND_AXES: [[f64; 2]; 8] = [
    [1.0, 1.0],
    [-1.0, 1.0],
    [1.0, -1.0],
    [-1.0, -1.0],
    [1.0, 0.0],
    [-1.0, 0.0],
    [0.0, 1.0],
    [0.0, -1.0],
];

/// The midpoints of the 12 edges of a cube, whose corners have coordinates ±1.
///
/// They have the order of "Simplex noise demystified" (Gustavson 2005).
pub const CUBE_EDGES: [[f64; 3]; 12] = [
    [1.0, 1.0, 0.0],
    [-1.0, 1.0, 0.0],
    [1.0, -1.0, 0.0],
    [-1.0, -1.0, 0.0],
    [1.0, 0.0, 1.0],
    [-1.0, 0.0, 1.0],
    [1.0, 0.0, -1.0],
    [-1.0, 0.0, -1.0],
    [0.0, 1.0, 1.0],
    [0.0, -1.0, 1.0],
    [0.0, 1.0, -1.0],
    [0.0, -1.0, -1.0],
];

/// C1 and S1 are the cosine and the sine of 22.5°, C2 is the cosine of 45°.
const C1: f64 = 0.923_879_532_511_286_7;
const S1: f64 = 0.382_683_432_365_089_8;
const C2: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Unit vectors at multiples of 22.5°, anticlockwise from +x.
pub const CIRCLE_16: [[f64; 2]; 16] = [
    [1.0, 0.0],
    [C1, S1],
    [C2, C2],
    [S1, C1],
    [0.0, 1.0],
    [-S1, C1],
    [-C2, C2],
    [-C1, S1],
    [-1.0, 0.0],
    [-C1, -S1],
    [-C2, -C2],
    [-S1, -C1],
    [0.0, -1.0],
    [S1, -C1],
    [C2, -C2],
    [C1, -S1],
];

impl GradientSet {
    /// The gradient that `hash` picks, and a description of the choice.
    #[inline]
    pub fn gradient_and_pick(self, permutation: &Permutation, hash: u32) -> ([f64; 2], Pick) {
        (self.gradient(permutation, hash), self.pick(permutation, hash))
    }

    /// The gradient of a lattice point whose `hash` comes from `permutation`.
    ///
    /// The continuous set divides the hash by the permutation's count of possible numbers.
    #[inline]
    pub fn gradient(self, permutation: &Permutation, hash: u32) -> [f64; 2] {
        match self {
            Self::Four => DIAGONALS_AND_AXES[hash as usize & 3],
            Self::Eight => DIAGONALS_AND_AXES[hash as usize & 7],
            Self::Twelve => {
                let [x, y, _] = CUBE_EDGES[hash as usize % 12];
                [x, y]
            }
            Self::Sixteen => CIRCLE_16[hash as usize & 15],
            Self::Continuous => {
                let (s, c) = sin_cos_turns(permutation.fraction(hash));
                [c, s]
            }
        }
    }
}

impl GradientSet {
    /// The number of gradients, or `None` if any direction is possible.
    pub const fn size(self) -> Option<u32> {
        match self {
            Self::Four => Some(4),
            Self::Eight => Some(8),
            Self::Twelve => Some(12),
            Self::Sixteen => Some(16),
            Self::Continuous => None,
        }
    }

    /// The choice that [`GradientSet::gradient`] makes by `hash`.
    #[inline]
    pub fn pick(self, permutation: &Permutation, hash: u32) -> Pick {
        match self.size() {
            Some(of) => Pick::Index { of, index: hash % of },
            None => Pick::Turn { of: permutation.count(), turns: permutation.fraction(hash) },
        }
    }
}

/// The gradient of a lattice point in 3D: the midpoint of one of a cube's 12 edges.
#[inline]
pub fn cube_edge(hash: u32) -> [f64; 3] {
    CUBE_EDGES[hash as usize % 12]
}

/// The gradient of a lattice point in 4D: a vector with one 0 and three ±1.
///
/// The 32 vectors have Gustavson's order: the zero moves from x to w. The low three bits of `hash`
/// are the signs of the other three axes; the lowest bit belongs to the last of these.
#[inline]
pub fn hypercube_edge(hash: u32) -> [f64; 4] {
    HYPERCUBE_EDGES[hash as usize & 31]
}

/// A table, because a hash has no pattern from which a processor could predict branches.
const HYPERCUBE_EDGES: [[f64; 4]; 32] = {
    let mut edges = [[0.0; 4]; 32];
    let mut hash = 0;
    while hash < 32 {
        let (mut axis, mut sign_bit) = (0, 4);
        while axis < 4 {
            if axis != hash >> 3 {
                edges[hash][axis] = if hash & sign_bit == 0 { 1.0 } else { -1.0 };
                sign_bit >>= 1;
            }
            axis += 1;
        }
        hash += 1;
    }
    edges
};

/// The gradient of improved Perlin noise (Perlin 2002).
///
/// The low 4 bits of `hash` pick one of the 12 edges of a cube, four of which occur twice.
#[inline]
pub fn improved_edge(hash: u32) -> [f64; 3] {
    IMPROVED_EDGES[hash as usize & 15]
}

/// A table for the same reason as [`HYPERCUBE_EDGES`].
const IMPROVED_EDGES: [[f64; 3]; 16] = {
    let mut edges = [[0.0; 3]; 16];
    let mut hash = 0;
    while hash < 16 {
        let first = if hash & 1 == 0 { 1.0 } else { -1.0 };
        let second = if hash & 2 == 0 { 1.0 } else { -1.0 };
        edges[hash] = match hash {
            0..4 => [first, second, 0.0],
            4..8 => [first, 0.0, second],
            12 | 14 => [second, first, 0.0],
            _ => [0.0, first, second],
        };
        hash += 1;
    }
    edges
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradient_sets_sum_to_zero_and_repeat_after_their_size() {
        for (set, size) in [
            (GradientSet::Four, 4),
            (GradientSet::Eight, 8),
            (GradientSet::Twelve, 12),
            (GradientSet::Sixteen, 16),
        ] {
            let table = Permutation::reference();
            let all: Vec<_> = (0..size).map(|h| set.gradient(&table, h)).collect();
            for axis in 0..2 {
                assert!(all.iter().map(|g| g[axis]).sum::<f64>().abs() < 1e-15, "{set}");
            }
            assert_eq!(set.gradient(&table, size), all[0], "{set} repeats after {size}");
        }
    }

    #[test]
    fn a_pick_names_the_gradient_that_the_set_returns() {
        let permutation = Permutation::P289;
        for set in GradientSet::ALL.iter().map(|row| row.value) {
            for hash in 0..289 {
                let picked = match set.pick(&permutation, hash) {
                    Pick::Index { of, index } => {
                        assert_eq!(Some(of), set.size());
                        set.gradient(&permutation, index)
                    }
                    Pick::Turn { of: 289, turns } => {
                        let (sin, cos) = sin_cos_turns(turns);
                        [cos, sin]
                    }
                    pick => panic!("{set}: {pick:?}"),
                };
                assert_eq!(picked, set.gradient(&permutation, hash), "{set} {hash}");
            }
        }
        for hash in 0..300 {
            assert_eq!(cube_edge(hash), cube_edge(hash % 12));
            assert_eq!(hypercube_edge(hash), hypercube_edge(hash % 32));
            assert_eq!(improved_edge(hash), improved_edge(hash % 16));
        }
    }

    #[test]
    fn unit_vectors_have_the_stated_directions_and_length_1() {
        let hash = Permutation::Hash(Default::default());
        for h in 0..16u32 {
            let [x, y] = GradientSet::Sixteen.gradient(&hash, h);
            let (s, c) = sin_cos_turns(f64::from(h) / 16.0);
            assert!((x - c).abs() < 1e-15 && (y - s).abs() < 1e-15);
            let [x, y] = GradientSet::Continuous.gradient(&hash, h.wrapping_mul(0x9e37_79b9));
            assert!((x * x + y * y - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn edge_gradients_are_distinct_and_as_published() {
        assert_eq!(hypercube_edge(0), [0.0, 1.0, 1.0, 1.0]);
        assert_eq!(hypercube_edge(1), [0.0, 1.0, 1.0, -1.0]);
        assert_eq!(hypercube_edge(12), [-1.0, 0.0, 1.0, 1.0]);
        let different = |n: u32, edge: fn(u32) -> Vec<i8>| {
            (0..n).map(edge).collect::<std::collections::HashSet<_>>().len()
        };
        assert_eq!(different(32, |h| hypercube_edge(h).map(|x| x as i8).to_vec()), 32);
        assert_eq!(different(16, |h| improved_edge(h).map(|x| x as i8).to_vec()), 12);
        for h in 0..16 {
            // The published switch: u is x or y, v is y, x or z, with the signs of the two low
            // bits.
            let [x, y, z] = [3.0, 5.0, 7.0];
            let u = if h < 8 { x } else { y };
            let v = if h < 4 {
                y
            } else if h == 12 || h == 14 {
                x
            } else {
                z
            };
            let published = (if h & 1 == 0 { u } else { -u }) + (if h & 2 == 0 { v } else { -v });
            let g = improved_edge(h);
            assert_eq!(g[0] * x + g[1] * y + g[2] * z, published, "hash {h}");
        }
    }
}
