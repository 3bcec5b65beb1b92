//! The point of a curve that is nearest to a place.

use super::feet::{Curve, Feet};
use super::foot::{Foot, MAX_STEPS, finish, is_last, moved, newton};
use super::shape::{Chord, MarkCurve, Rectangle, SpanGroup, touch, widened};

/// The chords of a curve that matter to places in a rectangle, by group.
pub(super) struct Near<'a> {
    shape: &'a MarkCurve,
    groups: Vec<(&'a SpanGroup, Vec<&'a Chord>)>,
    /// The square of the distance from chords beyond which the curve does not matter.
    far_square: f64,
}

impl<'a> Near<'a> {
    /// Selects chords. `places` is a rectangle relative to the curve's anchor. Parts of the curve
    /// beyond the distance `reach_m` do not matter.
    pub fn new(shape: &'a MarkCurve, places: &Rectangle, reach_m: f64) -> Self {
        // The search starts at the nearest chord, which lies this much farther than the curve.
        let far_m = reach_m + shape.slack_m;
        let places = widened(*places, far_m);
        let near = |group: &'a SpanGroup| {
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

    /// Calls `each` with the nearest points of each group that matters, in order, for the places that
    /// were put into `feet`.
    pub fn each_group(&self, feet: &mut Feet, mut each: impl FnMut(&Feet)) {
        for (group, chords) in &self.groups {
            feet.find(Curve { shape: self.shape, group, chords, far_square: self.far_square });
            each(feet);
        }
    }

    /// The nearest point of a group; `None` if it is too far to matter.
    fn foot(&self, group: &SpanGroup, chords: &[&Chord], place: [f64; 2]) -> Option<Foot> {
        let ends = [group.spans.start as i64, group.spans.end as i64 - 1];
        let (mut at, mut least) = ((ends[0], 0.0), f64::INFINITY);
        for chord in chords {
            let (t, square) = chord.nearest(place);
            if square < least {
                (at, least) = ((chord.span as i64, t), square);
            }
        }
        if least > self.far_square {
            return None;
        }
        for _ in 0..MAX_STEPS {
            let (span, t) = at;
            at = moved(t - newton(self.shape.cubics(span as usize), t, place), span, ends);
            if is_last(at, (span, t)) {
                break;
            }
        }
        Some(finish(self.shape.cubics(at.0 as usize), at, ends, place))
    }
}
