//! The point of a curve that is nearest to a place.

use super::curve::{at, bend_at, slope_at};
use super::shape::{Chord, Group, Rectangle, Shape, touch, widened};

/// The point of a group of spans that is nearest to a place.
#[derive(Clone, Copy)]
pub(super) struct Foot {
    /// The place minus the point.
    pub offset: [f64; 2],
    /// The square of the distance.
    pub square: f64,
    pub span: usize,
    /// The parameter of the point on its span.
    pub t: f64,
    /// How the parameter changes with the place.
    pub by_place: [f64; 2],
}

/// The chords of a curve that matter to places in a rectangle, by group.
pub(super) struct Near<'a> {
    shape: &'a Shape,
    groups: Vec<(&'a Group, Vec<&'a Chord>)>,
    /// The square of the distance from chords beyond which the curve does not matter.
    far_square: f64,
}

impl<'a> Near<'a> {
    /// Selects chords. `places` is a rectangle relative to the curve's anchor. Parts of the curve
    /// beyond the distance `reach_m` do not matter.
    pub fn new(shape: &'a Shape, places: &Rectangle, reach_m: f64) -> Self {
        // The search starts at the nearest chord, which lies this much farther than the curve.
        let far_m = reach_m + shape.slack_m;
        let places = widened(*places, far_m);
        let near = |group: &'a Group| {
            let is_near = |chord: &&Chord| touch(&chord.around, &places);
            (group, group.chords.iter().filter(is_near).collect::<Vec<_>>())
        };
        let groups = shape.groups.iter().map(near).filter(|(_, chords)| !chords.is_empty());
        Self { shape, groups: groups.collect(), far_square: far_m * far_m }
    }

    /// Returns true if no part of the curve matters.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The nearest point of each group that matters at a place, in order.
    pub fn feet(&self, place: [f64; 2]) -> impl Iterator<Item = Foot> {
        self.groups.iter().filter_map(move |(group, chords)| self.foot(group, chords, place))
    }

    /// The nearest point of a group; `None` if it is too far to matter.
    fn foot(&self, group: &Group, chords: &[&Chord], place: [f64; 2]) -> Option<Foot> {
        let (mut span, mut t, mut least) = (group.spans.start, 0.0, f64::INFINITY);
        for chord in chords {
            let [x, z] = [place[0] - chord.from[0], place[1] - chord.from[1]];
            let [east, south] = chord.along;
            let share = ((x * east + z * south) * chord.per_square).clamp(0.0, 1.0);
            let [x, z] = [x - share * east, z - share * south];
            let square = x * x + z * z;
            if square < least {
                least = square;
                span = chord.span;
                t = chord.ends[0] + share * (chord.ends[1] - chord.ends[0]);
            }
        }
        if least > self.far_square {
            return None;
        }
        for _ in 0..MAX_STEPS {
            let next = t - newton(self.shape, span, t, place);
            let (at_span, at_t) = match next {
                next if next > 1.0 && span + 1 < group.spans.end => {
                    (span + 1, (next - 1.0).min(1.0))
                }
                next if next < 0.0 && span > group.spans.start => (span - 1, (next + 1.0).max(0.0)),
                next => (span, next.clamp(0.0, 1.0)),
            };
            let is_last = at_span == span && (at_t - t).abs() < LAST_STEP;
            (span, t) = (at_span, at_t);
            if is_last {
                break;
            }
        }
        Some(finish(self.shape, group, (span, t), place))
    }
}

/// The largest number of steps of Newton's method. Two or three suffice except near the centre of
/// a bend.
const MAX_STEPS: usize = 6;

/// A smaller step ends the search.
const LAST_STEP: f64 = 1e-13;

/// The step of Newton's method towards the nearest point.
fn newton(shape: &Shape, span: usize, t: f64, place: [f64; 2]) -> f64 {
    let cubic = &shape.spans[span];
    let (point, along, bend) = (at(cubic, t), slope_at(cubic, t), bend_at(cubic, t));
    let [x, z] = [point[0] - place[0], point[1] - place[1]];
    let speed = along[0] * along[0] + along[1] * along[1];
    if speed == 0.0 {
        return 0.0;
    }
    // Beyond the centre of a bend the divisor is negative, and the step would lead away.
    let divisor = (speed + x * bend[0] + z * bend[1]).max(0.25 * speed);
    (x * along[0] + z * along[1]) / divisor
}

fn finish(shape: &Shape, group: &Group, (span, t): (usize, f64), place: [f64; 2]) -> Foot {
    let cubic = &shape.spans[span];
    let (point, along, bend) = (at(cubic, t), slope_at(cubic, t), bend_at(cubic, t));
    let offset = [place[0] - point[0], place[1] - point[1]];
    let square = offset[0] * offset[0] + offset[1] * offset[1];
    let speed = along[0] * along[0] + along[1] * along[1];
    let divisor = speed - offset[0] * bend[0] - offset[1] * bend[1];
    // Beyond an end the parameter stays while the place moves.
    let ahead = offset[0] * along[0] + offset[1] * along[1];
    let is_before = span == group.spans.start && t == 0.0 && ahead < 0.0;
    let is_behind = span + 1 == group.spans.end && t == 1.0 && ahead > 0.0;
    let is_end = is_before || is_behind;
    let by_place = match !is_end && divisor > 0.0 {
        true => along.map(|a| a / divisor),
        false => [0.0; 2],
    };
    Foot { offset, square, span, t, by_place }
}
