//! Perlin noise in any number of dimensions from 1 to 16.
//!
//! The noise is defined as classic Perlin noise: each of the 2ⁿ corners of a cell has a ramp,
//! gradient·offset, and the fades blend the ramps. The gradients are unit vectors, which a corner's
//! number picks uniformly among all directions. The cost grows as 2ⁿ: in 16 dimensions a value
//! takes some hundredths of a second.
//!
//! The values are not scaled, as in the classic noise. They lie within ±√n/2, but already in 4D
//! values beyond ±0.6 are rare. Normalise them by measured constants.

use super::cell::cell_and_fraction;
use super::choice::choices;
use super::fade::Fade;
use super::hash::further_word;
use super::lookup::Pick;
use super::observer::{Corner, Observer};
use super::permutation::{MAX_DIMENSIONS, Permutation};
use super::trig::sin_cos_turns;

choices! {
    /// The method that draws uniform directions.
    #[derive(Default)]
    pub enum Directions: "method of drawing directions" {
        /// Normalised vectors of Gaussians (Muller, 1959): any n.
        #[default]
        Gaussian = "gaussian",
        /// Points of the cube [−1, 1]ⁿ, drawn until one lies in the unit ball: up to n = 6.
        Rejection = "rejection",
    }
}

impl Directions {
    /// The largest number of dimensions for which the method is fast enough.
    pub const fn max_dimensions(self) -> usize {
        match self {
            Self::Gaussian => MAX_DIMENSIONS,
            Self::Rejection => 6,
        }
    }
}

/// Perlin noise at `p`, a point of 1 to 16 coordinates.
///
/// [`Directions::max_dimensions`] limits the number of coordinates. The numbers of lattice points
/// are chained as `p[p[x] + y]`.
///
/// ```
/// use orogen_noise::perlin_nd::{Directions, perlin_nd};
/// use orogen_noise::{Fade, Permutation, Seed};
///
/// let permutation = Permutation::Hash(Seed(1));
/// let p = [0.5, 1.25, -3.0, 0.1, 7.75];
/// let value = perlin_nd(&permutation, Directions::Gaussian, Fade::Quintic, &p, &mut ());
/// assert!(value.abs() < 1.2); // at most half the root of 5
/// ```
///
/// # Panics
/// If `p` has no coordinates, or more than `directions` allows.
pub fn perlin_nd(
    permutation: &Permutation,
    directions: Directions,
    fade: Fade,
    p: &[f64],
    observer: &mut (impl Observer + ?Sized),
) -> f64 {
    let n = p.len();
    let max = directions.max_dimensions();
    assert!((1..=max).contains(&n), "perlin_nd takes 1 to {max} coordinates, not {n}");

    // Cell, fractions and fades
    let mut cell = [0; MAX_DIMENSIONS];
    let mut fraction = [0.0; MAX_DIMENSIONS];
    let mut fades = [0.0; MAX_DIMENSIONS];
    for axis in 0..n {
        (cell[axis], fraction[axis]) = cell_and_fraction(p[axis]);
        fades[axis] = fade.value(fraction[axis]);
    }
    observer.cell(&cell[..n], &fraction[..n]);
    observer.fades(&fades[..n]);

    // Each corner's weight is the product of its fades. Bit `axis` of its index is 1 on the upper
    // side
    let mut sum = 0.0;
    for index in 0..1usize << n {
        let side = |axis: usize| index >> axis & 1;
        let weight = |axis: usize| if side(axis) == 1 { fades[axis] } else { 1.0 - fades[axis] };
        let weight = (0..n).fold(1.0, |product, axis| product * weight(axis));
        if weight == 0.0 {
            continue;
        }
        let point: [i64; MAX_DIMENSIONS] =
            std::array::from_fn(|axis| cell[axis].wrapping_add(side(axis) as i64));
        let offset: [f64; MAX_DIMENSIONS] =
            std::array::from_fn(|axis| fraction[axis] - side(axis) as f64);
        let hash = permutation.forward_observed(&point[..n], observer);
        let (gradient, pick) = drawn_vector(hash, n, directions);
        let influence = (0..n).fold(0.0, |sum, axis| sum + gradient[axis] * offset[axis]);
        observer.corner(Corner {
            gradient: &gradient[..n],
            weight,
            ..Corner::blended(&point[..n], (hash, pick), &offset[..n], influence)
        });
        sum += weight * influence;
    }
    sum
}

/// The unit vector that `hash` picks in n dimensions. Components from `n` on are 0.
pub fn unit_vector(hash: u32, n: usize, directions: Directions) -> [f64; MAX_DIMENSIONS] {
    drawn_vector(hash, n, directions).0
}

/// The unit vector, and a description of the draw for traces.
fn drawn_vector(hash: u32, n: usize, directions: Directions) -> ([f64; MAX_DIMENSIONS], Pick) {
    let mut words = HashSequence { hash, drawn: 0 };
    let mut tries = 0;
    loop {
        tries += 1;
        let mut vector = [0.0; MAX_DIMENSIONS];
        match directions {
            Directions::Gaussian => {
                for pair in vector[..n].chunks_mut(2) {
                    let drawn = gaussian_pair(&mut words);
                    pair.copy_from_slice(&drawn[..pair.len()]);
                }
            }
            Directions::Rejection => vector[..n].fill_with(|| 2.0 * words.unit() - 1.0),
        }
        let length2 = vector.iter().fold(0.0, |sum, x| sum + x * x);
        // Very short vectors have few directions, because their components are rounded.
        let is_usable = length2 > 1e-12 && (directions == Directions::Gaussian || length2 <= 1.0);
        if is_usable {
            let length = length2.sqrt();
            return (vector.map(|x| x / length), Pick::Words { words: words.drawn, tries });
        }
    }
}

/// An endless sequence of pseudo-random words that follow from a corner's number.
struct HashSequence {
    hash: u32,
    drawn: u32,
}

impl HashSequence {
    /// A uniform number in (0, 1): the centre of one of 2³² bins.
    fn unit(&mut self) -> f64 {
        let word = further_word(self.hash, self.drawn);
        self.drawn += 1;
        (f64::from(word) + 0.5) / 4_294_967_296.0
    }
}

/// Two independent standard Gaussians (Box and Muller, 1958).
fn gaussian_pair(words: &mut HashSequence) -> [f64; 2] {
    let radius = (-2.0 * ln(words.unit())).sqrt();
    let (sin, cos) = sin_cos_turns(words.unit());
    [radius * cos, radius * sin]
}

/// The natural logarithm of a positive normal number, to about 10⁻¹⁵.
///
/// It uses only + − × ÷, so that it has the same bits on every machine.
fn ln(x: f64) -> f64 {
    // x = m·2ᵉ with m in [√½, √2).
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as i32 - 1023;
    let mut m = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000);
    if m >= std::f64::consts::SQRT_2 {
        m *= 0.5;
        exponent += 1;
    }
    // ln m = 2·artanh(s), s = (m − 1)/(m + 1), |s| < 0.172: s + s³/3 + s⁵/5 + …
    let s = (m - 1.0) / (m + 1.0);
    let s2 = s * s;
    let series = (0..10).rev().fold(0.0, |sum, k| sum * s2 + 1.0 / f64::from(2 * k + 1));
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * s * series
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::{Seed, avalanche, hash_cell};

    fn random_point(index: i64, n: usize) -> Vec<f64> {
        (0..n)
            .map(|axis| {
                f64::from(hash_cell(Seed(4), &[index, axis as i64])) / 4_294_967_296.0 * 20.0 - 10.0
            })
            .collect()
    }

    #[test]
    fn the_logarithm_agrees_with_the_standard_library() {
        for index in 0..10_000 {
            let u = (f64::from(index) + 0.5) / 10_000.0;
            assert!((ln(u) - u.ln()).abs() < 4e-15, "ln {u}");
        }
        assert!((ln(0.5 / 4_294_967_296.0) + 33.0 * std::f64::consts::LN_2).abs() < 1e-14);
    }

    #[test]
    fn unit_vectors_have_length_1_and_no_preferred_direction() {
        let cases = [1, 2, 3, 5, 6, 9, 16].map(|n| (n, Directions::Gaussian)).into_iter();
        for (n, directions) in cases.chain([1, 2, 3, 6].map(|n| (n, Directions::Rejection))) {
            let count = 8000;
            let mut mean = [0.0; MAX_DIMENSIONS];
            // Second and fourth moments of uniform directions are 1/n and 3/(n(n + 2)): the fourth
            // tells a sphere from a cube.
            let (mut second, mut fourth) = (0.0, 0.0);
            for hash in 0..count {
                let v = unit_vector(avalanche(hash), n, directions);
                let length2: f64 = v.iter().map(|x| x * x).sum();
                assert!((length2 - 1.0).abs() < 1e-12 && v[n..].iter().all(|&x| x == 0.0));
                v.iter().zip(&mut mean).for_each(|(x, m)| *m += x / f64::from(count));
                second += v[0] * v[0] / f64::from(count);
                fourth += v[0].powi(4) / f64::from(count);
            }
            let d = n as f64;
            assert!(mean.iter().all(|m| m.abs() < 0.05), "{n} {directions:?} {mean:?}");
            assert!((second * d - 1.0).abs() < 0.06, "{n} {directions:?} {second}");
            assert!(
                (fourth * d * (d + 2.0) / 3.0 - 1.0).abs() < 0.12,
                "{n} {directions:?} {fourth}"
            );
        }
    }

    /// On a face between cells both sides give the same value and first derivative.
    #[test]
    fn noise_is_smooth_across_cell_faces() {
        let hash = Permutation::Hash(Seed(6));
        for index in 0..300 {
            let mut p = random_point(index, 3);
            p[1] = p[1].floor();
            let sample = |y: f64| {
                let point = [p[0], p[1] + y, p[2]];
                perlin_nd(&hash, Directions::Rejection, Fade::Quintic, &point, &mut ())
            };
            let h = 1e-6;
            assert!((sample(h) - sample(-h)).abs() < 1e-5);
            let (left, right) = ((sample(0.0) - sample(-h)) / h, (sample(h) - sample(0.0)) / h);
            assert!((left - right).abs() < 1e-4, "{left} {right}");
        }
    }
}
