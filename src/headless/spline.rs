//! A smooth curve through points: the natural cubic spline. Its first and second derivatives are
//! continuous (de Boor 1978, "A Practical Guide to Splines", chapter IV).

/// A curve through points at increasing times. A point has N numbers.
#[derive(Clone, Debug)]
pub struct TimeSpline<const N: usize> {
    times: Vec<f64>,
    points: Vec<[f64; N]>,
    /// The second derivatives at the points.
    second_derivatives: Vec<[f64; N]>,
}

impl<const N: usize> TimeSpline<N> {
    /// Returns the curve through at least two points. `None` for fewer, or if the times do not
    /// increase.
    pub fn new(times: Vec<f64>, points: Vec<[f64; N]>) -> Option<Self> {
        let count = points.len();
        let increases = times.windows(2).all(|pair| pair[1] > pair[0]);
        if count < 2 || times.len() != count || !increases {
            return None;
        }
        let mut second_derivatives = vec![[0.0; N]; count];
        // Solve each axis separately. The matrix of the inner second derivatives is tridiagonal
        // (Thomas 1949).
        for axis in 0..N {
            let (mut upper, mut right) = (vec![0.0; count], vec![0.0; count]);
            for i in 1..count - 1 {
                let (before, after) = (times[i] - times[i - 1], times[i + 1] - times[i]);
                let slope = |a: usize, width: f64| (points[a + 1][axis] - points[a][axis]) / width;
                let right_side = 6.0 * (slope(i, after) - slope(i - 1, before));
                let pivot = 2.0 * (before + after) - before * upper[i - 1];
                upper[i] = after / pivot;
                right[i] = (right_side - before * right[i - 1]) / pivot;
            }
            for i in (1..count - 1).rev() {
                second_derivatives[i][axis] = right[i] - upper[i] * second_derivatives[i + 1][axis];
            }
        }
        Some(Self { times, points, second_derivatives })
    }

    /// Returns the point at a time, which is clamped to the first and last time.
    pub fn at(&self, time: f64) -> [f64; N] {
        let last = self.times.len() - 1;
        let time = time.clamp(self.times[0], self.times[last]);
        let i = self.times.partition_point(|known| *known <= time).clamp(1, last) - 1;
        let width = self.times[i + 1] - self.times[i];
        let b = (time - self.times[i]) / width;
        let a = 1.0 - b;
        std::array::from_fn(|axis| {
            let bend = (a * a * a - a) * self.second_derivatives[i][axis]
                + (b * b * b - b) * self.second_derivatives[i + 1][axis];
            a * self.points[i][axis] + b * self.points[i + 1][axis] + bend * width * width / 6.0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_curve_is_smooth_and_passes_its_points(
            steps in proptest::collection::vec((0.1f64..3.0, -100.0f64..100.0), 2..9),
        ) {
            let mut time = 0.0;
            let times: Vec<_> = steps.iter().map(|(step, _)| { time += step; time }).collect();
            let points: Vec<_> = steps.iter().map(|(_, value)| [*value]).collect();
            let spline = TimeSpline::new(times.clone(), points.clone()).unwrap();
            for (time, [value]) in times.iter().zip(&points) {
                prop_assert!((spline.at(*time)[0] - value).abs() < 1e-9);
            }
            // The slope on both sides of each inner point.
            let h = 1e-4;
            for time in &times[1..times.len() - 1] {
                let slope = |at: f64| (spline.at(at + h)[0] - spline.at(at - h)[0]) / (2.0 * h);
                let (before, after) = (slope(time - 2.0 * h), slope(time + 2.0 * h));
                // Steps of 100 within 0.1 give second derivatives of about 10⁵.
                prop_assert!((before - after).abs() < 4.0 * h * 3e5, "{before} {after}");
            }
        }
    }

    #[test]
    fn straight_paths_stay_straight() {
        let spline =
            TimeSpline::new(vec![0.0, 1.0, 3.0], vec![[0.0, 5.0], [2.0, 5.0], [6.0, 5.0]]).unwrap();
        for (time, x) in [(-1.0, 0.0), (0.5, 1.0), (2.0, 4.0), (3.0, 6.0), (9.0, 6.0)] {
            let [got, level] = spline.at(time);
            assert!(
                (got - x).abs() < 1e-12 && (level - 5.0).abs() < 1e-12,
                "{time}: {got} {level}"
            );
        }
    }

    #[test]
    fn a_curve_needs_two_points_at_increasing_times() {
        assert!(TimeSpline::new(vec![0.0], vec![[1.0]]).is_none());
        assert!(TimeSpline::new(vec![0.0, 0.0], vec![[1.0], [2.0]]).is_none());
    }
}
