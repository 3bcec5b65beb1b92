//! The path of a mark: points in whole steps of a grid, so that texts are short and exact.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::param::{ParamField, Value, ValueError};

/// The largest number of points of a path.
pub const MAX_POINTS: usize = 256;

/// The largest number of characters of a path as text.
pub(super) const MAX_CHARS: usize = 8192;

/// The range of the grid's step in metres, a power of two.
const STEPS_M: [f64; 2] = [1.0 / 64.0, 1024.0];

/// The farthest allowed coordinate, in metres.
const FARTHEST_M: f64 = 1e12;

/// The points that the user drew, in order.
///
/// All points lie on a grid, whose step is a power of two in metres. The text of a path begins with
/// the step, unless it is 1 m. The first point follows, in steps east and south of the origin, and
/// then the difference from each point to the next: `8m 150,-38 +31,10 +39,-5`.
///
/// ```
/// use orogen_terrain::marks::MarkPath;
///
/// let path: MarkPath = "8m 150,-38 +31,10".parse().expect("a path");
/// assert_eq!(path.points_m(), [[1200.0, -304.0], [1448.0, -224.0]]);
/// assert_eq!(path.to_string(), "8m 150,-38 +31,10");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MarkPath {
    step_m: f64,
    points: Arc<[[i64; 2]]>,
}

impl Default for MarkPath {
    /// Creates a path without points.
    fn default() -> Self {
        Self { step_m: 1.0, points: Arc::new([]) }
    }
}

/// A text or a list of points is not a path.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// A word is neither a point nor a difference.
    #[error("`{}` is not a point x,z; a path is a point and steps, such as 1200,-300 +250,80", orogen_noise::text::sanitise(.0))]
    Point(String),
    /// The step of the grid is not a power of two in range.
    #[error("`{}` is not a step; steps are powers of two from 0.015625m to 1024m", orogen_noise::text::sanitise(.0))]
    Step(String),
    /// The path has too many points.
    #[error("a path of {0} points is too long; at most {MAX_POINTS} are allowed")]
    Length(usize),
    /// A point is too far from the origin or not finite.
    #[error("a point lies more than 1e12 m from the origin")]
    Far,
}

impl MarkPath {
    /// Rounds points, in metres east and south of the origin, to a grid that suits a radius in
    /// metres. The step is about a thirty-second of the radius. A point that falls on its
    /// predecessor is left out.
    ///
    /// # Errors
    /// Returns an error if there are over [`MAX_POINTS`] points, or a point lies too far from the
    /// origin.
    pub fn from_points_m(points_m: &[[f64; 2]], radius_m: f64) -> Result<Self, PathError> {
        let wanted_m = (radius_m / 32.0).clamp(STEPS_M[0], STEPS_M[1]);
        let mut step_m = STEPS_M[0];
        while step_m < STEPS_M[1] && 1.5 * step_m < wanted_m {
            step_m *= 2.0;
        }
        if points_m.iter().flatten().any(|m| m.is_nan() || m.abs() > FARTHEST_M) {
            return Err(PathError::Far);
        }
        let steps = |m: f64| (m / step_m + 0.5).floor() as i64;
        let mut points: Vec<[i64; 2]> = points_m.iter().map(|point| point.map(steps)).collect();
        points.dedup();
        Self::new(step_m, points)
    }

    fn new(step_m: f64, points: Vec<[i64; 2]>) -> Result<Self, PathError> {
        if points.len() > MAX_POINTS {
            return Err(PathError::Length(points.len()));
        }
        let farthest = (FARTHEST_M / step_m) as u64;
        if points.iter().flatten().any(|steps| steps.unsigned_abs() > farthest) {
            return Err(PathError::Far);
        }
        Ok(Self { step_m, points: points.into() })
    }

    /// The points in metres east and south of the origin.
    pub fn points_m(&self) -> Vec<[f64; 2]> {
        self.each_m().collect()
    }

    /// Each point in metres east and south of the origin.
    pub(super) fn each_m(&self) -> impl Iterator<Item = [f64; 2]> {
        self.points.iter().map(|point| point.map(|steps| steps as f64 * self.step_m))
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Returns true if there is no point.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }
}

impl fmt::Display for MarkPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some([x, z]) = self.points.first() else { return Ok(()) };
        if self.step_m != 1.0 {
            write!(f, "{}m ", self.step_m)?;
        }
        write!(f, "{x},{z}")?;
        for pair in self.points.windows(2) {
            let [east, south] = [0, 1].map(|axis| pair[1][axis] - pair[0][axis]);
            write!(f, " {east:+},{south}")?;
        }
        Ok(())
    }
}

impl FromStr for MarkPath {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        let mut words = text.split_whitespace().peekable();
        let mut step_m = 1.0;
        if let Some(word) = words.next_if(|word| word.ends_with('m')) {
            let number = word.trim_end_matches('m').parse().ok();
            step_m = number.filter(is_step).ok_or_else(|| PathError::Step(word.to_owned()))?;
        }
        let mut points: Vec<[i64; 2]> = vec![];
        for word in words {
            let wrong = || PathError::Point(word.to_owned());
            let (x, z) = word.split_once(',').ok_or_else(wrong)?;
            let [x, z]: [i64; 2] = match (x.parse(), z.parse()) {
                (Ok(x), Ok(z)) => [x, z],
                _ => return Err(wrong()),
            };
            let [east, south] = points.last().copied().unwrap_or_default();
            let point = [east.checked_add(x), south.checked_add(z)];
            let [Some(x), Some(z)] = point else { return Err(PathError::Far) };
            points.push([x, z]);
        }
        Self::new(step_m, points)
    }
}

fn is_step(step_m: &f64) -> bool {
    let is_power = step_m.to_bits() & ((1 << 52) - 1) == 0;
    is_power && (STEPS_M[0]..=STEPS_M[1]).contains(step_m)
}

impl ParamField for MarkPath {
    fn to_value(&self) -> Value {
        Value::Text(self.to_string())
    }

    fn from_value(value: Value) -> Result<Self, ValueError> {
        match value {
            Value::Text(text) => {
                text.parse().map_err(|error: PathError| ValueError::Path(error.to_string()))
            }
            other => Err(ValueError::Type(other.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn texts_keep_every_path(
            steps in prop::collection::vec(prop::array::uniform2(-900_000_000i64..900_000_000), 0..20),
            exponent in 0..17,
        ) {
            let step_m = STEPS_M[0] * f64::from(1 << exponent);
            let path = MarkPath::new(step_m, steps).unwrap();
            prop_assert_eq!(path.to_string().parse::<MarkPath>(), Ok(match path.is_empty() {
                true => MarkPath::default(),
                false => path,
            }));
        }

        #[test]
        fn points_are_rounded_by_at_most_half_a_step(
            points in prop::collection::vec(prop::array::uniform2(-1e7..1e7f64), 1..9),
            radius_m in 1.0..20_000.0,
        ) {
            let path = MarkPath::from_points_m(&points, radius_m).unwrap();
            prop_assert!(is_step(&path.step_m) && path.step_m <= radius_m / 20.0);
            let ends = [points[0], points[points.len() - 1]];
            let rounded = path.points_m();
            for (point, rounded) in ends.iter().zip([rounded[0], rounded[rounded.len() - 1]]) {
                let off_m = [0, 1].map(|axis| (point[axis] - rounded[axis]).abs());
                prop_assert!(off_m.iter().all(|off| *off <= 0.5 * path.step_m));
            }
        }
    }

    #[test]
    fn wrong_texts_are_refused() {
        let far = "1000000000001,0";
        for text in ["1", "1,2,3", "x,y", "3m 1,2", "0.01m 1,2", "2048m 1,2", "1,2 +3", far] {
            assert!(text.parse::<MarkPath>().is_err(), "{text}");
        }
        let long = vec!["1,1"; MAX_POINTS + 1].join(" ");
        assert_eq!(long.parse::<MarkPath>(), Err(PathError::Length(MAX_POINTS + 1)));
        assert_eq!(MarkPath::from_points_m(&[[f64::NAN, 0.0]], 1.0), Err(PathError::Far));
    }
}
