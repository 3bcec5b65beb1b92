//! Measuring how smooth a noise is where its cells meet.

use super::basis::Basis;
use super::built::Noise;
use super::fade::Fade;
use super::field::Jet;
use super::simplex::skew_factors;
use super::statistics::sample_point;

/// The largest jumps of a noise across faces of its first octave's cells.
///
/// Noise with the step fade is measured across its cliffs, which lie halfway between these faces.
///
/// ```
/// use orogen_noise::jumps::Jumps;
/// use orogen_noise::{Fade, NoiseSpec};
///
/// let noise = NoiseSpec { fade: Fade::Linear, ..NoiseSpec::default() }.build(2)?;
/// let jumps = Jumps::of::<2>(&noise, 100);
/// assert!(jumps.value < 1e-8 && jumps.slope > 0.1); // the linear fade leaves creases, no steps
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Jumps {
    /// The jump of the value.
    pub value: f64,
    /// The jump of the first derivative, in units of the noise per cell.
    pub slope: f64,
    /// The jump of the second derivative, in units of the noise per squared cell.
    pub curvature: f64,
}

/// The distance in cells from a face within which the second derivative is measured from slopes.
const STEP: f64 = 1e-5;

/// The distance in cells on either side of a face at which values and slopes are compared.
const SIDE_DISTANCE: f64 = 1e-9;

impl Jumps {
    /// Measures the jumps of an unwarped noise at `count` faces.
    ///
    /// The first points of the sample set ([`super::statistics::sample_point`]) select the faces.
    /// Faces are the borders of squares or cubes, or of simplices in simplex noises. Bases without
    /// analytic derivatives take slopes over 2·10⁻⁵ cells, so jumps of their slope look smaller.
    pub fn of<const N: usize>(noise: &Noise, count: u32) -> Self {
        (0..count).fold(Self::default(), |jumps, index| jumps.with_face::<N>(noise, index))
    }

    /// For each quantity, the larger of these jumps and the jump at face `index`.
    #[must_use]
    pub fn with_face<const N: usize>(self, noise: &Noise, index: u32) -> Self {
        let (face, normal) = face::<N>(noise, index);
        let [below, before, after, above] =
            [-STEP, -SIDE_DISTANCE, SIDE_DISTANCE, STEP].map(|distance| {
                let jet: Jet<N> = noise.sample_jet(&moved(face, normal, distance), 0.0);
                (jet.value, dot(&jet.gradient, &normal))
            });
        let curvature =
            |low: (f64, f64), high: (f64, f64)| (high.1 - low.1) / (STEP - SIDE_DISTANCE);
        let curvature_jump = (curvature(after, above) - curvature(below, before)).abs();
        Self {
            value: self.value.max((after.0 - before.0).abs()),
            slope: self.slope.max((after.1 - before.1).abs()),
            curvature: self.curvature.max(curvature_jump),
        }
    }
}

/// A point on a face of the first octave's cells, near the origin, and the face's normal.
fn face<const N: usize>(noise: &Noise, index: u32) -> ([f64; N], [f64; N]) {
    let mut p = [0.0; N];
    sample_point(index, &mut p);
    // Near the origin, f64 resolves the distance to either side of the face.
    p = p.map(|x| x % 1000.0);
    let octave = &noise.fractal().octaves[0];
    let shift = |axis: usize| octave.shift.get(axis).copied().unwrap_or(0.0);
    let axis = index as usize % N;
    let mut normal = [0.0; N];
    let is_simplex = matches!(
        noise.spec().basis,
        Basis::Simplex | Basis::OpenSimplex2 | Basis::OpenSimplex2S | Basis::SuperSimplex
    );
    if !is_simplex {
        let has_cliffs = noise.spec().basis.row().uses.fade && noise.spec().fade == Fade::Step;
        let halfway = if has_cliffs { 0.5 } else { 0.0 };
        p[axis] = p[axis].floor() + halfway - shift(axis);
        normal[axis] = 1.0;
        return (p, normal);
    }
    // In skewed coordinates y = x + F·Σx, simplices have two kinds of faces: the faces of cubes,
    // where a coordinate yᵢ is an integer, and diagonal faces, where yᵢ − yⱼ = xᵢ − xⱼ is an
    // integer.
    let skew = skew_factors(N).0;
    let other = (axis + 1) % N;
    if N >= 2 && index / N as u32 % 2 == 1 {
        (normal[axis], normal[other]) = (0.5f64.sqrt(), -(0.5f64.sqrt()));
        let difference = (p[axis] - p[other] + shift(axis) - shift(other)).rem_euclid(1.0);
        return (moved(p, normal, -difference * 0.5f64.sqrt()), normal);
    }
    normal = [skew; N];
    normal[axis] += 1.0;
    let length = dot(&normal, &normal).sqrt();
    let sum: f64 = (0..N).map(|i| p[i] + shift(i)).sum();
    let excess = (p[axis] + shift(axis) + skew * sum).rem_euclid(1.0);
    normal = normal.map(|x| x / length);
    (moved(p, normal, -excess / length), normal)
}

fn moved<const N: usize>(p: [f64; N], direction: [f64; N], distance: f64) -> [f64; N] {
    std::array::from_fn(|i| p[i] + distance * direction[i])
}

fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    (0..N).map(|i| a[i] * b[i]).sum()
}
