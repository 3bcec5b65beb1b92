//! Monotone cubic splines, for curves that users edit.

use crate::real::{ConstantTable, Real};

/// The largest number of points of a spline.
pub(super) const MAX_POINTS: usize = 16;

/// A curve through points in ascending order of x that is monotone between neighbouring points.
///
/// It is the cubic Hermite spline with Steffen's slopes ("A simple method for monotonic
/// interpolation in one dimension", 1990). Its slope is continuous, and its extrema lie at points.
/// At both ends it has the slope of the outermost chord, and beyond them it continues as a line.
pub(crate) struct MonotoneSpline {
    /// The line before the first point, the cubics, and the line after the last point. Unused
    /// pieces begin at infinity.
    pub(crate) pieces: [SplinePiece; MAX_POINTS + 1],
    /// The x at which each piece starts.
    from: ConstantTable,
    /// For each piece: `origin`, `per_width` and the four coefficients `c`.
    columns: [ConstantTable; 6],
}

/// The part of the curve from x = `from` on: the cubic c₀ + c₁t + c₂t² + c₃t³ with
/// t = (x − `origin`)·`per_width`.
#[derive(Clone, Copy)]
pub(crate) struct SplinePiece {
    pub(crate) from: f64,
    pub(crate) origin: f64,
    pub(crate) per_width: f64,
    pub(crate) c: [f64; 4],
}

impl SplinePiece {
    fn line(from: f64, [origin, y]: [f64; 2], slope: f64) -> Self {
        Self { from, origin, per_width: 1.0, c: [y, slope, 0.0, 0.0] }
    }

    fn slope_at(&self, x: f64) -> f64 {
        let t = (x - self.origin) * self.per_width;
        (self.c[1] + t * (2.0 * self.c[2] + t * (3.0 * self.c[3]))) * self.per_width
    }
}

impl MonotoneSpline {
    /// The spline through 2 to [`MAX_POINTS`] points.
    ///
    /// # Panics
    /// If there are fewer or more points.
    pub fn through(points: &[[f64; 2]]) -> Self {
        assert!(
            (2..=MAX_POINTS).contains(&points.len()),
            "2 to {MAX_POINTS} points, not {}",
            points.len()
        );
        let last = points.len() - 1;
        let width = |i: usize| points[i + 1][0] - points[i][0];
        let chord = |i: usize| (points[i + 1][1] - points[i][1]) / width(i);
        let slope = |i: usize| match i {
            0 => chord(0),
            i if i == last => chord(last - 1),
            i => steffen_slope([width(i - 1), width(i)], [chord(i - 1), chord(i)]),
        };
        let mut pieces = [SplinePiece::line(f64::INFINITY, [0.0; 2], 0.0); MAX_POINTS + 1];
        pieces[0] = SplinePiece::line(f64::NEG_INFINITY, points[0], slope(0));
        for i in 0..last {
            let (w, rise) = (width(i), points[i + 1][1] - points[i][1]);
            let [a, b] = [slope(i) * w, slope(i + 1) * w];
            let c = [points[i][1], a, 3.0 * rise - 2.0 * a - b, a + b - 2.0 * rise];
            let from = points[i][0];
            pieces[i + 1] = SplinePiece { from, origin: from, per_width: 1.0 / w, c };
        }
        pieces[last + 1] = SplinePiece::line(points[last][0], points[last], slope(last));
        let table = |field: &dyn Fn(&SplinePiece) -> f64| {
            ConstantTable::new(std::array::from_fn(|i| pieces.get(i).map_or(0.0, field)))
        };
        let from = table(&|p| p.from);
        let [origin, per_width] = [table(&|p| p.origin), table(&|p| p.per_width)];
        let [c0, c1, c2, c3] = [0, 1, 2, 3].map(|i: usize| table(&|p| p.c[i]));
        Self { pieces, from, columns: [origin, per_width, c0, c1, c2, c3] }
    }

    /// The value and the slope at x.
    #[inline(always)]
    pub fn at<T: Real>(&self, x: T) -> (T, T) {
        // Counting the pieces that start at or before x needs no branch, so loops vectorise.
        let mut piece = 0;
        for i in 1..=MAX_POINTS {
            piece += u32::from(x >= T::entry(&self.from, i));
        }
        let piece = piece as usize;
        let [origin, per_width, c0, c1, c2, c3] = &self.columns;
        let per_width = T::entry(per_width, piece);
        let t = (x - T::entry(origin, piece)) * per_width;
        let (c0, c1) = (T::entry(c0, piece), T::entry(c1, piece));
        let (c2, c3) = (T::entry(c2, piece), T::entry(c3, piece));
        let slope = c1 + t * (T::of(2.0) * c2 + t * (T::of(3.0) * c3));
        (c0 + t * (c1 + t * (c2 + t * c3)), slope * per_width)
    }

    /// The lowest and the highest value for x from `low` to `high`.
    ///
    /// Each occurs at an end of the range or at a point inside.
    pub fn range(&self, low: f64, high: f64) -> [f64; 2] {
        let knots = self.pieces.iter().filter(|p| low < p.from && p.from < high).map(|p| p.c[0]);
        let ends = [low, high].map(|x| self.at(x).0);
        let mut range = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        for y in knots {
            range = [range[0].min(y), range[1].max(y)];
        }
        range
    }

    /// The largest absolute slope for x from `low` to `high`.
    ///
    /// It occurs at an end of the range, at a point, or at the inflection of a cubic.
    pub fn steepest(&self, low: f64, high: f64) -> f64 {
        let mut steepest: f64 = 0.0;
        for (i, piece) in self.pieces.iter().enumerate() {
            let end = self.pieces.get(i + 1).map_or(f64::INFINITY, |next| next.from);
            let (from, to) = (piece.from.max(low), end.min(high));
            if from <= to {
                let [_, _, c2, c3] = piece.c;
                let inflection = piece.origin - c2 / (3.0 * c3) / piece.per_width;
                let inner = [from, to, inflection].into_iter().filter(|x| (from..=to).contains(x));
                steepest = inner.map(|x| piece.slope_at(x).abs()).fold(steepest, f64::max);
            }
        }
        steepest
    }
}

/// Steffen's slope at a point, from the widths and slopes of the chords before and after it.
fn steffen_slope([w0, w1]: [f64; 2], [s0, s1]: [f64; 2]) -> f64 {
    if s0 * s1 <= 0.0 {
        return 0.0;
    }
    let parabola = (s0 * w1 + s1 * w0) / (w0 + w1);
    let smallest = s0.abs().min(s1.abs()).min(0.5 * parabola.abs());
    (2.0 * smallest).copysign(s0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Generates 2 to 16 points in ascending order of x.
    fn points() -> impl Strategy<Value = Vec<[f64; 2]>> {
        prop::collection::vec((0.02..1.0, 0.0..1.0), 2..=MAX_POINTS).prop_map(|steps| {
            let total: f64 = steps.iter().map(|(dx, _)| dx).sum();
            let mut x = 0.0;
            let point = |(dx, y): (f64, f64)| {
                x += dx / total;
                [x.min(1.0), y]
            };
            steps.into_iter().map(point).collect()
        })
    }

    proptest! {
        #[test]
        fn a_spline_goes_through_its_points_and_is_monotone_between_them(points in points()) {
            let spline = MonotoneSpline::through(&points);
            for pair in points.windows(2) {
                let [[x0, y0], [x1, y1]] = [pair[0], pair[1]];
                prop_assert!((spline.at(x0).0 - y0).abs() < 1e-12);
                prop_assert!((spline.at(x1).0 - y1).abs() < 1e-12);
                let inner = (0..=20).map(|i| x0 + (x1 - x0) * f64::from(i) / 20.0);
                for x in inner {
                    let (y, slope) = spline.at(x);
                    prop_assert!((y0.min(y1) - 1e-12..=y0.max(y1) + 1e-12).contains(&y));
                    prop_assert!(slope * (y1 - y0) >= -1e-9, "{x} {slope}");
                }
            }
        }

        #[test]
        fn slopes_are_continuous_and_constant_outside(points in points()) {
            let spline = MonotoneSpline::through(&points);
            for [x, _] in &points {
                let [before, after] = [-1e-9, 1e-9].map(|d| spline.at(x + d).1);
                prop_assert!((before - after).abs() < 1e-3, "{before} {after}");
            }
            let beyond = [2.0, 3.0, 4.0].map(|x| spline.at(x).0);
            prop_assert!((beyond[0] + beyond[2] - 2.0 * beyond[1]).abs() < 1e-9);
            let before = [-1.0, -2.0, -3.0].map(|x| spline.at(x).0);
            prop_assert!((before[0] + before[2] - 2.0 * before[1]).abs() < 1e-9);
        }

        #[test]
        fn values_and_slopes_stay_within_their_bounds(points in points(), low in -1.0..1.0, width in 0.0..1.5) {
            let (spline, high) = (MonotoneSpline::through(&points), low + width);
            let ([lowest, highest], steepest) =
                (spline.range(low, high), spline.steepest(low, high));
            let mut steepest_sample: f64 = 0.0;
            // Nine samples in each piece, however narrow it is.
            let mut ends = vec![low, high];
            ends.extend(points.iter().map(|p| p[0]).filter(|x| (low..=high).contains(x)));
            ends.sort_by(f64::total_cmp);
            let within = |p: &[f64]| [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|i| p[0] + (p[1] - p[0]) * f64::from(i) / 8.0);
            for x in ends.windows(2).flat_map(within) {
                let (y, slope) = spline.at(x);
                prop_assert!((lowest - 1e-9..=highest + 1e-9).contains(&y));
                prop_assert!(slope.abs() <= steepest * (1.0 + 1e-9) + 1e-9);
                steepest_sample = steepest_sample.max(slope.abs());
            }
            prop_assert!(steepest_sample >= 0.9 * steepest - 1e-9, "the bound is too high: {steepest_sample} {steepest}");
        }
    }
}
