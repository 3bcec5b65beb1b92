//! How samples follow from the lattice points around them: by polynomials that hold for all the
//! sample rows between two lattice rows, or step by step as at points.
//!
//! Noise that is warped by nothing has to have the bits that it has at points
//! ([`super::point_lattice`]): [`AtPoints`] takes the very steps taken there, and only leaves out
//! what is the same for a whole column or row.

use super::point_lattice::blend;
use super::simd::Simd;

/// How samples follow from the lattice points around them.
pub(super) trait Formula: Copy {
    /// What is known of a lattice row on a vector of columns.
    type Row<S: Simd>: Copy;
    /// The same of the sample rows between two lattice rows.
    type Span<S: Simd>: Copy;

    /// From the coefficients of the lattice points left and right, and what is to be added to the
    /// octave, if anything is.
    fn row<S: Simd, const ORDER: usize>(
        self,
        simd: S,
        left_right: [[S::F; 5]; 2],
        across: [S::F; 2],
        centre: Option<f32>,
    ) -> Self::Row<S>;
    fn span<S: Simd, const ORDER: usize>(
        self,
        upper: Self::Row<S>,
        lower: Self::Row<S>,
    ) -> Self::Span<S>;
    /// The octave at the way v down, whose fade is `down`.
    fn value<S: Simd, const ORDER: usize>(
        self,
        simd: S,
        span: Self::Span<S>,
        v: S::F,
        down: S::F,
    ) -> S::F;
}

/// A lattice row is a polynomial P + Q·v + R·v² in the way down from it.
#[derive(Clone, Copy)]
pub(super) struct Polynomials;

impl Formula for Polynomials {
    type Row<S: Simd> = [S::F; 3];
    /// The polynomial of the row above, and that of the row below less it.
    type Span<S: Simd> = [[S::F; 3]; 2];

    #[inline(always)]
    fn row<S: Simd, const ORDER: usize>(
        self,
        simd: S,
        [left, right]: [[S::F; 5]; 2],
        [u, fade]: [S::F; 2],
        centre: Option<f32>,
    ) -> [S::F; 3] {
        let left = in_column::<S, ORDER>(left, u);
        let right = in_column::<S, ORDER>(right, u - simd.f32(1.0));
        let mut out = [simd.f32(0.0); 3];
        for power in 0..=ORDER {
            out[power] = left[power] + fade * (right[power] - left[power]);
        }
        if let Some(centre) = centre {
            out[0] = out[0] + simd.f32(centre);
        }
        out
    }

    #[inline(always)]
    fn span<S: Simd, const ORDER: usize>(
        self,
        upper: [S::F; 3],
        lower: [S::F; 3],
    ) -> [[S::F; 3]; 2] {
        let ([p0, q0, r0], [p1, q1, r1]) = (upper, lower);
        // P₁ + Q₁·(v − 1) + R₁·(v − 1)², sorted by powers of v
        let difference = match ORDER {
            0 => [p1 - p0, p0, p0],
            1 => [(p1 - q1) - p0, q1 - q0, p0],
            _ => [((p1 - q1) + r1) - p0, ((q1 - r1) - r1) - q0, r1 - r0],
        };
        [upper, difference]
    }

    #[inline(always)]
    fn value<S: Simd, const ORDER: usize>(
        self,
        _: S,
        [upper, difference]: [[S::F; 3]; 2],
        v: S::F,
        down: S::F,
    ) -> S::F {
        polynomial::<S, ORDER>(upper, v) + down * polynomial::<S, ORDER>(difference, v)
    }
}

/// A lattice point's proximity at the way u from it, as a polynomial in the way down.
#[inline(always)]
fn in_column<S: Simd, const ORDER: usize>([a, b, c, d, e]: [S::F; 5], u: S::F) -> [S::F; 3] {
    match ORDER {
        0 => [a, a, a],
        1 => [a * u, b, b],
        _ => [(a + c * u) * u, b + d * u, e],
    }
}

#[inline(always)]
fn polynomial<S: Simd, const ORDER: usize>([p, q, r]: [S::F; 3], v: S::F) -> S::F {
    match ORDER {
        0 => p,
        1 => q * v + p,
        _ => (r * v + q) * v + p,
    }
}

/// What points do, step by step.
#[derive(Clone, Copy)]
pub(super) struct AtPoints;

/// What is the same down a column of the lattice points left and right, and the fade across.
#[derive(Clone, Copy)]
pub(super) struct PointRow<S: Simd> {
    left: [S::F; 5],
    right: [S::F; 5],
    across: S::F,
    centre: S::F,
}

impl Formula for AtPoints {
    type Row<S: Simd> = PointRow<S>;
    type Span<S: Simd> = [PointRow<S>; 2];

    #[inline(always)]
    fn row<S: Simd, const ORDER: usize>(
        self,
        simd: S,
        [left, right]: [[S::F; 5]; 2],
        [u, across]: [S::F; 2],
        centre: Option<f32>,
    ) -> PointRow<S> {
        let left = down_column::<S, ORDER>(left, u);
        let right = down_column::<S, ORDER>(right, u - simd.f32(1.0));
        PointRow { left, right, across, centre: simd.f32(centre.unwrap_or(0.0)) }
    }

    #[inline(always)]
    fn span<S: Simd, const ORDER: usize>(
        self,
        upper: PointRow<S>,
        lower: PointRow<S>,
    ) -> [PointRow<S>; 2] {
        [upper, lower]
    }

    #[inline(always)]
    fn value<S: Simd, const ORDER: usize>(
        self,
        simd: S,
        [upper, lower]: [PointRow<S>; 2],
        v: S::F,
        down: S::F,
    ) -> S::F {
        let below = v - simd.f32(1.0);
        blend::<S>(upper.at::<ORDER>(v), lower.at::<ORDER>(below), down) + upper.centre
    }
}

impl<S: Simd> PointRow<S> {
    /// The blend of the points left and right.
    #[inline(always)]
    fn at<const ORDER: usize>(self, v: S::F) -> S::F {
        blend::<S>(
            at_point::<S, ORDER>(self.left, v),
            at_point::<S, ORDER>(self.right, v),
            self.across,
        )
    }
}

/// [`super::point_lattice::proximity`] as far as it is the same down a column.
#[inline(always)]
fn down_column<S: Simd, const ORDER: usize>([a, b, c, d, e]: [S::F; 5], u: S::F) -> [S::F; 5] {
    match ORDER {
        0 => [a; 5],
        1 => [a * u, b, a, a, a],
        _ => [a + c * u, d, u, b, e],
    }
}

/// The rest of it.
#[inline(always)]
fn at_point<S: Simd, const ORDER: usize>([a, b, u, c, d]: [S::F; 5], v: S::F) -> S::F {
    match ORDER {
        0 => a,
        1 => a + b * v,
        _ => (a + b * v) * u + (c + d * v) * v,
    }
}
