//! The curve of a path: uniform cubic B-splines, which bend without a jump of curvature.
//!
//! A B-spline mixes neighbouring points, so heights along it are no steeper than between the
//! points, and heights that fall from point to point fall everywhere. The curve passes through its ends
//! and through corners: points where its radius would be too small for the mark.

use std::ops::Range;

/// A span of a curve: the coefficients of a cubic in t from 0 to 1.
pub(super) type Span<const N: usize> = [[f64; N]; 4];

/// The coefficients of a cubic of a single number.
pub(super) type Cubic = [f64; 4];

/// The value, the first and the second derivative of a cubic at t.
#[inline(always)]
pub(super) fn value_and_derivatives([a, b, c, d]: Cubic, t: f64) -> [f64; 3] {
    let value = a + t * (b + t * (c + t * d));
    let slope = b + t * (2.0 * c + t * (3.0 * d));
    [value, slope, 2.0 * c + 6.0 * t * d]
}

/// The cubic of a span along an axis.
#[inline(always)]
pub(super) fn axis<const N: usize>(span: &Span<N>, i: usize) -> Cubic {
    [span[0][i], span[1][i], span[2][i], span[3][i]]
}

/// The value of a span at t.
#[inline(always)]
pub(super) fn at<const N: usize>(span: &Span<N>, t: f64) -> [f64; N] {
    std::array::from_fn(|i| value_and_derivatives(axis(span, i), t)[0])
}

/// The derivative of a span at t.
#[inline(always)]
pub(super) fn slope_at<const N: usize>(span: &Span<N>, t: f64) -> [f64; N] {
    std::array::from_fn(|i| value_and_derivatives(axis(span, i), t)[1])
}

/// The second derivative of a span at t.
#[inline(always)]
pub(super) fn bend_at<const N: usize>(span: &Span<N>, t: f64) -> [f64; N] {
    std::array::from_fn(|i| value_and_derivatives(axis(span, i), t)[2])
}

/// The spans between points, one fewer than the points. The curve passes through the first point,
/// the last point and all `corners`.
pub(super) fn spans<const N: usize>(points: &[[f64; N]], corners: &[usize]) -> Vec<Span<N>> {
    if let [point] = points {
        return vec![[*point, [0.0; N], [0.0; N], [0.0; N]]];
    }
    // The continuation of a line beyond an end.
    let beyond = |end: [f64; N], inner: [f64; N]| std::array::from_fn(|i| 2.0 * end[i] - inner[i]);
    let is_end = |i: usize| i == 0 || i == points.len() - 1 || corners.contains(&i);
    (1..points.len())
        .map(|end| {
            let [b, c] = [points[end - 1], points[end]];
            let a = if is_end(end - 1) { beyond(b, c) } else { points[end - 2] };
            let d = if is_end(end) { beyond(c, b) } else { points[end + 1] };
            let mix = |weights: [f64; 4]| {
                std::array::from_fn(|i| {
                    let [wa, wb, wc, wd] = weights;
                    (wa * a[i] + wb * b[i] + wc * c[i] + wd * d[i]) / 6.0
                })
            };
            [
                mix([1.0, 4.0, 1.0, 0.0]),
                mix([-3.0, 0.0, 3.0, 0.0]),
                mix([3.0, -6.0, 3.0, 0.0]),
                mix([-1.0, 3.0, -3.0, 1.0]),
            ]
        })
        .collect()
}

/// The number of points of a smooth outline, unless its own points or their spans need more.
const OUTLINE_POINTS: usize = 128;

/// A closed polygon along the smooth curve that a closed polygon controls.
pub(super) fn close_smoothly(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let count = points.len().saturating_sub(1);
    if count < 3 {
        return points.to_vec();
    }
    let steps = (OUTLINE_POINTS / count).clamp(2, 8);
    // Spans that begin and end like a closed curve.
    let around: Vec<_> = (0..count + 3).map(|i| points[(i + count - 1) % count]).collect();
    let spans = &spans(&around, &[])[1..=count];
    let step = |i: usize| at(&spans[i / steps], (i % steps) as f64 / steps as f64);
    let mut outline: Vec<_> = (0..count * steps).map(step).collect();
    outline.push(outline[0]);
    outline
}

fn difference(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The inner points at which a curve would bend with a radius below `radius`.
pub(super) fn corners(points: &[[f64; 2]], radius: f64) -> Vec<usize> {
    let is_corner = |i: &usize| {
        let before = difference(points[*i], points[*i - 1]);
        let after = difference(points[*i + 1], points[*i]);
        let tangent = [0, 1].map(|axis| 0.5 * (before[axis] + after[axis]));
        // The curvature is |c′ × c″|/|c′|³, where c″ is the difference of the steps.
        let cross = (before[0] * after[1] - before[1] * after[0]).abs();
        let speed = dot(tangent, tangent).sqrt();
        cross * radius > speed * speed * speed || dot(before, after) <= 0.0
    };
    (1..points.len().saturating_sub(1)).filter(is_corner).collect()
}

/// Groups of neighbouring spans. Within a group, the curve has no corner, and its direction
/// varies by at most 90°, so that a place near it has a single nearest point.
pub(super) fn groups(points: &[[f64; 2]], corners: &[usize]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = vec![];
    let mut first_step = [0.0; 2];
    for span in 0..points.len().saturating_sub(1).max(1) {
        let step = match points.get(span + 1) {
            Some(next) => difference(*next, points[span]),
            None => [0.0; 2],
        };
        // A group ends where the angle to its first step exceeds 45°, whose cosine is √½.
        let product = dot(first_step, step);
        let turns = product < 0.0
            || 2.0 * product * product < dot(first_step, first_step) * dot(step, step);
        match groups.last_mut().filter(|_| !turns && !corners.contains(&span)) {
            Some(group) => group.end = span + 1,
            None => {
                groups.push(span..span + 1);
                first_step = step;
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn curves_pass_through_ends_and_corners_without_jumps(
            points in prop::collection::vec(prop::array::uniform2(-1000.0..1000.0f64), 2..12),
            radius in 1.0..400.0,
        ) {
            let corners = corners(&points, radius);
            let spans = spans(&points, &corners);
            let near = |a: [f64; 2], b: [f64; 2]| (0..2).all(|i| (a[i] - b[i]).abs() < 1e-9);
            prop_assert!(near(spans[0][0], points[0]));
            prop_assert!(near(at(&spans[spans.len() - 1], 1.0), points[points.len() - 1]));
            for i in 1..spans.len() {
                prop_assert!(near(at(&spans[i - 1], 1.0), at(&spans[i], 0.0)));
                if corners.contains(&i) {
                    prop_assert!(near(spans[i][0], points[i]));
                    continue;
                }
                prop_assert!(near(slope_at(&spans[i - 1], 1.0), slope_at(&spans[i], 0.0)));
                prop_assert!(near(bend_at(&spans[i - 1], 1.0), bend_at(&spans[i], 0.0)));
            }
            let groups = groups(&points, &corners);
            let all: Vec<usize> = groups.iter().cloned().flatten().collect();
            prop_assert_eq!(all, (0..spans.len()).collect::<Vec<_>>());
            prop_assert!(corners.iter().all(|corner| groups.iter().any(|g| g.start == *corner)));
        }
    }

    #[test]
    fn a_path_of_one_point_is_a_point() {
        assert_eq!(spans(&[[3.0, 4.0]], &[]), [[[3.0, 4.0], [0.0; 2], [0.0; 2], [0.0; 2]]]);
        let groups = groups(&[[3.0, 4.0]], &[]);
        assert_eq!((groups.len(), groups[0].clone()), (1, 0..1));
    }
}
