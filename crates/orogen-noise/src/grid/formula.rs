//! Two ways to compute samples from the lattice points around them.
//!
//! [`Polynomials`] is the fast way: its polynomials hold for all sample rows between two lattice
//! rows. [`PointFormula`] takes the steps of the point kernels ([`super::point_lattice`]), because
//! noise whose warp has strength 0 must have their bits. It only shares steps that are equal for a
//! whole column or row.

use super::fade::FadedPosition;
use super::point_lattice::blend_along;
use super::simd::Simd;

/// A way to compute samples of N numbers from the lattice points around them.
pub(super) trait Formula<const N: usize>: Copy {
    /// The data of a lattice row for one vector of columns.
    type Row<S: Simd>: Copy;
    /// The data for all sample rows between two lattice rows.
    type Span<S: Simd>: Copy;

    /// The factor that turns slopes of fades into slopes of the samples.
    fn fade_scale(self) -> f32;

    /// Makes the data of a lattice row from the coefficients of the points left and right of the
    /// columns. `addend` is added to the octave, if it is given.
    fn row<S: Simd, const ORDER: usize>(
        self,
        simd: S,
        left_right: [[S::F; 5]; 2],
        position_x: FadedPosition<S>,
        addend: Option<f32>,
    ) -> Self::Row<S>;

    /// Combines the data of the lattice rows above and below some sample rows.
    fn span<S: Simd, const ORDER: usize>(
        self,
        simd: S,
        upper: Self::Row<S>,
        lower: Self::Row<S>,
    ) -> Self::Span<S>;

    /// Samples the octave at a vertical position in the cell.
    fn sample<S: Simd, const ORDER: usize>(
        self,
        simd: S,
        span: Self::Span<S>,
        position_y: FadedPosition<S>,
    ) -> [S::F; N];
}

/// Lattice rows as polynomials P + Q·v + R·v², where v is the distance below the row.
#[derive(Clone, Copy)]
pub(super) struct Polynomials {
    /// The factor that turns slopes per cell into slopes of the samples.
    pub slope_scale: f32,
}

/// The polynomial of a lattice row, and the polynomial of its slope to the east.
#[derive(Clone, Copy)]
pub(super) struct PolynomialRow<S: Simd> {
    value: [S::F; 3],
    east: [S::F; 3],
}

/// Three pairs of polynomials: for the value, for the slope to the east, and for the part of the
/// slope to the south that does not come from the fade.
///
/// Each pair is the polynomial of the lattice row above, and the lower row's minus the upper row's.
#[derive(Clone, Copy)]
pub(super) struct PolynomialSpan<S: Simd> {
    value: [[S::F; 3]; 2],
    east: [[S::F; 3]; 2],
    south: [[S::F; 3]; 2],
}

impl<const N: usize> Formula<N> for Polynomials {
    type Row<S: Simd> = PolynomialRow<S>;
    type Span<S: Simd> = PolynomialSpan<S>;

    fn fade_scale(self) -> f32 {
        self.slope_scale
    }

    #[inline(always)]
    fn row<S: Simd, const ORDER: usize>(
        self,
        simd: S,
        [left, right]: [[S::F; 5]; 2],
        position_x: FadedPosition<S>,
        addend: Option<f32>,
    ) -> PolynomialRow<S> {
        let FadedPosition { t: u, fade, slope } = position_x;
        let right_u = u - simd.f32(1.0);
        let left_value = in_column::<S, ORDER>(left, u);
        let right_value = in_column::<S, ORDER>(right, right_u);
        let zeros = [simd.f32(0.0); 3];
        let mut row = PolynomialRow { value: zeros, east: zeros };
        for power in 0..=ORDER {
            let difference = right_value[power] - left_value[power];
            row.value[power] = left_value[power] + fade * difference;
            if N > 1 {
                row.east[power] = slope * difference;
            }
        }
        if N > 1 {
            let scale = simd.f32(self.slope_scale);
            let left = slope_in_column::<S, ORDER>(simd, left, u);
            let right = slope_in_column::<S, ORDER>(simd, right, right_u);
            for power in 0..ORDER {
                let steepness = left[power] + fade * (right[power] - left[power]);
                row.east[power] = steepness * scale + row.east[power];
            }
        }
        if let Some(addend) = addend {
            row.value[0] = row.value[0] + simd.f32(addend);
        }
        row
    }

    #[inline(always)]
    fn span<S: Simd, const ORDER: usize>(
        self,
        simd: S,
        upper: PolynomialRow<S>,
        lower: PolynomialRow<S>,
    ) -> PolynomialSpan<S> {
        let value = [upper.value, row_difference::<S, ORDER>(upper.value, lower.value)];
        if N == 1 {
            return PolynomialSpan { value, east: value, south: value };
        }
        let east = [upper.east, row_difference::<S, ORDER>(upper.east, lower.east)];
        let scale = simd.f32(self.slope_scale);
        let (above, difference) = (value[0], value[1]);
        let south = [slope_of::<S, ORDER>(above, scale), slope_of::<S, ORDER>(difference, scale)];
        PolynomialSpan { value, east, south }
    }

    #[inline(always)]
    fn sample<S: Simd, const ORDER: usize>(
        self,
        _: S,
        span: PolynomialSpan<S>,
        FadedPosition { t: v, fade, slope }: FadedPosition<S>,
    ) -> [S::F; N] {
        let difference = polynomial::<S, ORDER>(span.value[1], v);
        let mut sample = [polynomial::<S, ORDER>(span.value[0], v) + fade * difference; N];
        if N > 1 {
            sample[1] = polynomial::<S, ORDER>(span.east[0], v)
                + fade * polynomial::<S, ORDER>(span.east[1], v);
            sample[2] = slope * difference;
            if ORDER > 0 {
                let [above, change] = span.south;
                // The slope of a polynomial has one power fewer
                sample[2] = sample[2]
                    + (slope_at::<S, ORDER>(above, v) + fade * slope_at::<S, ORDER>(change, v));
            }
        }
        sample
    }
}

/// The polynomial of the lattice row below minus the polynomial of the row above. Both take the
/// distance below the upper row.
#[inline(always)]
fn row_difference<S: Simd, const ORDER: usize>(
    [p0, q0, r0]: [S::F; 3],
    [p1, q1, r1]: [S::F; 3],
) -> [S::F; 3] {
    // P₁ + Q₁·(v − 1) + R₁·(v − 1)², expanded into powers of v
    match ORDER {
        0 => [p1 - p0, p0, p0],
        1 => [(p1 - q1) - p0, q1 - q0, p0],
        _ => [((p1 - q1) + r1) - p0, ((q1 - r1) - r1) - q0, r1 - r0],
    }
}

/// The derivative of a polynomial times `scale`, as a polynomial.
#[inline(always)]
fn slope_of<S: Simd, const ORDER: usize>([p, q, r]: [S::F; 3], scale: S::F) -> [S::F; 3] {
    match ORDER {
        0 => [p; 3],
        1 => [q * scale, p, p],
        _ => [q * scale, (r + r) * scale, p],
    }
}

/// [`slope_of`] at v.
#[inline(always)]
fn slope_at<S: Simd, const ORDER: usize>([p, q, _]: [S::F; 3], v: S::F) -> S::F {
    if ORDER < 2 { p } else { q * v + p }
}

/// The polynomial of a lattice point at the horizontal offset u, as a polynomial of the vertical
/// offset.
#[inline(always)]
fn in_column<S: Simd, const ORDER: usize>([a, b, c, d, e]: [S::F; 5], u: S::F) -> [S::F; 3] {
    match ORDER {
        0 => [a, a, a],
        1 => [a * u, b, b],
        _ => [(a + c * u) * u, b + d * u, e],
    }
}

/// The horizontal derivative of [`in_column`], which has one power fewer.
#[inline(always)]
fn slope_in_column<S: Simd, const ORDER: usize>(
    simd: S,
    [a, _, c, d, _]: [S::F; 5],
    u: S::F,
) -> [S::F; 3] {
    match ORDER {
        0 | 1 => [a; 3],
        _ => [a + simd.f32(2.0) * c * u, d, d],
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

/// The steps of the point kernels, to get their bits.
#[derive(Clone, Copy)]
pub(super) struct PointFormula {
    /// The factors by which the slopes along the octave's axes give the slopes to the east and to
    /// the south.
    pub slopes: [[f32; 2]; 2],
}

/// The data that is constant down a column: the lattice points left and right of it, and the
/// column's horizontal position in the cell.
#[derive(Clone, Copy)]
pub(super) struct PointRow<S: Simd> {
    left: ColumnPoint<S>,
    right: ColumnPoint<S>,
    position_x: FadedPosition<S>,
    addend: S::F,
}

/// The terms of a lattice point's polynomial, and of its horizontal slope, that are constant down a
/// column.
#[derive(Clone, Copy)]
struct ColumnPoint<S: Simd> {
    value: [S::F; 5],
    slope: [S::F; 2],
}

impl<const N: usize> Formula<N> for PointFormula {
    type Row<S: Simd> = PointRow<S>;
    type Span<S: Simd> = [PointRow<S>; 2];

    fn fade_scale(self) -> f32 {
        1.0
    }

    #[inline(always)]
    fn row<S: Simd, const ORDER: usize>(
        self,
        simd: S,
        [left, right]: [[S::F; 5]; 2],
        position_x: FadedPosition<S>,
        addend: Option<f32>,
    ) -> PointRow<S> {
        let u = position_x.t;
        let left = ColumnPoint::new::<ORDER, N>(simd, left, u);
        let right = ColumnPoint::new::<ORDER, N>(simd, right, u - simd.f32(1.0));
        PointRow { left, right, position_x, addend: simd.f32(addend.unwrap_or(0.0)) }
    }

    #[inline(always)]
    fn span<S: Simd, const ORDER: usize>(
        self,
        _: S,
        upper: PointRow<S>,
        lower: PointRow<S>,
    ) -> [PointRow<S>; 2] {
        [upper, lower]
    }

    #[inline(always)]
    fn sample<S: Simd, const ORDER: usize>(
        self,
        simd: S,
        [upper, lower]: [PointRow<S>; 2],
        position_y: FadedPosition<S>,
    ) -> [S::F; N] {
        let v = position_y.t;
        let above = upper.evaluate::<ORDER, N>(simd, v);
        let below = lower.evaluate::<ORDER, N>(simd, v - simd.f32(1.0));
        let mut sample = blend_along::<S, N>(1, above, below, position_y);
        sample[0] = sample[0] + upper.addend;
        if N > 1 {
            let (slope_x, slope_y) = (sample[1], sample[2]);
            for (slope, [by_x, by_y]) in sample[1..].iter_mut().zip(self.slopes) {
                *slope = slope_x * simd.f32(by_x) + slope_y * simd.f32(by_y);
            }
        }
        sample
    }
}

impl<S: Simd> PointRow<S> {
    /// The blend of the left and the right lattice point at the vertical offset v.
    #[inline(always)]
    fn evaluate<const ORDER: usize, const N: usize>(self, simd: S, v: S::F) -> [S::F; N] {
        let [left, right] =
            [self.left, self.right].map(|point| point.evaluate::<ORDER, N>(simd, v));
        blend_along::<S, N>(0, left, right, self.position_x)
    }
}

impl<S: Simd> ColumnPoint<S> {
    /// Computes the terms of [`super::point_lattice::corner_polynomial`] that are constant down a
    /// column.
    #[inline(always)]
    fn new<const ORDER: usize, const N: usize>(
        simd: S,
        [a, b, c, d, e]: [S::F; 5],
        u: S::F,
    ) -> Self {
        let value = match ORDER {
            0 => [a; 5],
            1 => [a * u, b, a, a, a],
            _ => [a + c * u, d, u, b, e],
        };
        let slope = if N > 1 && ORDER > 1 { [a, simd.f32(2.0) * c * u] } else { [a; 2] };
        Self { value, slope }
    }

    /// Computes the rest of the polynomial at the vertical offset v.
    #[inline(always)]
    fn evaluate<const ORDER: usize, const N: usize>(self, simd: S, v: S::F) -> [S::F; N] {
        let [p, q, u, b, e] = self.value;
        let mut out = [simd.f32(0.0); N];
        out[0] = match ORDER {
            0 => p,
            1 => p + q * v,
            _ => (p + q * v) * u + (b + e * v) * v,
        };
        if N > 1 && ORDER == 1 {
            [out[1], out[2]] = [self.slope[0], q];
        }
        if N > 1 && ORDER > 1 {
            out[1] = self.slope[0] + (self.slope[1] + q * v);
            out[2] = b + (q * u + simd.f32(2.0) * e * v);
        }
        out
    }
}
