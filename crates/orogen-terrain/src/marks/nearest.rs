//! Finds the points of a curve that are nearest to a place, one in each group of spans.

use super::nearest_point::{MAX_STEPS, NearestPoint, finish, is_last, moved, newton};
use super::nearest_search::{CurvePart, NearestSearch};
use super::shape::{Chord, MarkCurve, Rectangle, SpanGroup, touch, widened};

/// The chords of a curve that are near the places in a rectangle, by group.
pub(super) struct NearbyChords<'a> {
    shape: &'a MarkCurve,
    groups: Vec<(&'a SpanGroup, Vec<&'a Chord>)>,
    /// Places whose squared distance from all chords is larger have no point.
    cutoff_square: f64,
}

impl<'a> NearbyChords<'a> {
    /// Selects the chords within `reach_m` of the places. `places` is a rectangle relative to the
    /// curve's anchor.
    pub fn new(shape: &'a MarkCurve, places: &Rectangle, reach_m: f64) -> Self {
        // The search starts at the nearest chord, which may lie this much farther away than the curve.
        let cutoff_m = reach_m + shape.slack_m;
        let places = widened(*places, cutoff_m);
        let near = |group: &'a SpanGroup| {
            let is_near = |chord: &&Chord| touch(&chord.around, &places);
            (group, group.chords.iter().filter(is_near).collect::<Vec<_>>())
        };
        let groups = shape.groups.iter().map(near).filter(|(_, chords)| !chords.is_empty());
        Self { shape, groups: groups.collect(), cutoff_square: cutoff_m * cutoff_m }
    }

    /// Returns true if no part of the curve is near.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The nearest points to a place, one for each group within reach, in order.
    pub fn nearest_points(&self, place: [f64; 2]) -> impl Iterator<Item = NearestPoint> {
        self.groups
            .iter()
            .filter_map(move |(group, chords)| self.nearest_in_group(group, chords, place))
    }

    /// Searches the groups in order, for the places that were put into `search`. Calls `each` after
    /// each group, to read the points found.
    pub fn search_groups(&self, search: &mut NearestSearch, mut each: impl FnMut(&NearestSearch)) {
        for (group, chords) in &self.groups {
            search.find(CurvePart {
                shape: self.shape,
                group,
                chords,
                cutoff_square: self.cutoff_square,
            });
            each(search);
        }
    }

    /// The nearest point of a group; `None` beyond the cutoff distance.
    fn nearest_in_group(
        &self,
        group: &SpanGroup,
        chords: &[&Chord],
        place: [f64; 2],
    ) -> Option<NearestPoint> {
        let ends = [group.spans.start as i64, group.spans.end as i64 - 1];
        let (mut position, mut least_square) = ((ends[0], 0.0), f64::INFINITY);
        for chord in chords {
            let (t, square) = chord.nearest(place);
            if square < least_square {
                (position, least_square) = ((chord.span as i64, t), square);
            }
        }
        if least_square > self.cutoff_square {
            return None;
        }
        for _ in 0..MAX_STEPS {
            let (span, t) = position;
            let step = newton(self.shape.cubics(span as usize), t, place);
            position = moved(t - step, span, ends);
            if is_last(position, (span, t)) {
                break;
            }
        }
        Some(finish(self.shape.cubics(position.0 as usize), position, ends, place))
    }
}
