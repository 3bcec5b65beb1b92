//! Finds the points of a curve that are nearest to the places of a run.
//!
//! The places are vector lanes. The results have the same bits as a search for one place at a time.

use super::nearest_point::{MAX_STEPS, NearestPoint, finish, is_last, moved, newton};
use super::request::{PlaceRun, PlacesRequest, RUN};
use super::shape::{Chord, MarkCurve, SpanGroup};
use orogen_noise::grid::{Interleave, Level, Loops};

/// A number for each place of a run.
type Lanes<T = f64> = [T; RUN];

/// The scratch buffers of the search for nearest points.
///
/// The search takes one group of spans and one run of places at a time, and its buffers are reused.
pub(super) struct NearestSearch {
    level: Level,
    /// The places, relative to the anchor of the curve.
    places: [Lanes; 2],
    count: usize,
    /// The square of the distance to the nearest chord, for each place.
    least_square: Lanes,
    /// The number of points found. [`NearestSearch::select_nearby`] moves the places that have a nearby
    /// point to the front; from then on, the lanes of the fields below belong to points instead of places.
    found: usize,
    span: Lanes<i64>,
    t: Lanes,
    /// The place to which a point belongs, by its index in the run.
    lane: Lanes<usize>,
    place: [Lanes; 2],
    /// The cubics of the span, by axis and coefficient.
    cubics: [[Lanes; 4]; 2],
    /// −1 while the search goes on, then 0.
    active_mask: Lanes<i64>,
    offset: [Lanes; 2],
    square: Lanes,
    by_place: [Lanes; 2],
}

/// The part of a curve that is searched.
pub(super) struct CurvePart<'a> {
    pub shape: &'a MarkCurve,
    pub group: &'a SpanGroup,
    /// The chords of the group that are near the places, at least one.
    pub chords: &'a [&'a Chord],
    /// Places whose squared distance from all chords is larger have no point.
    pub cutoff_square: f64,
}

/// Loops run over a multiple of this number of lanes, so that they need no remainder loop.
const STEP: usize = 8;

impl NearestSearch {
    pub fn new() -> Box<Self> {
        Box::new(Self {
            level: Level::best(),
            places: [[0.0; RUN]; 2],
            count: 0,
            least_square: [0.0; RUN],
            found: 0,
            span: [0; RUN],
            t: [0.0; RUN],
            lane: [0; RUN],
            place: [[0.0; RUN]; 2],
            cubics: [[[0.0; RUN]; 4]; 2],
            active_mask: [0; RUN],
            offset: [[0.0; RUN]; 2],
            square: [0.0; RUN],
            by_place: [[0.0; RUN]; 2],
        })
    }

    /// Stores the places of a run, relative to the anchor of a curve.
    pub fn put_places(&mut self, request: &PlacesRequest<'_>, run: &PlaceRun, anchor_m: [f64; 2]) {
        self.count = run.places.len();
        for (axis, places) in self.places.iter_mut().enumerate() {
            let from = &request.places_m[axis][run.places.clone()];
            places.iter_mut().zip(from).for_each(|(to, from)| *to = from - anchor_m[axis]);
        }
    }

    /// Finds the points of a group that are nearest to the places.
    pub fn find(&mut self, curve: CurvePart<'_>) {
        self.level.run_loops(SearchLoops { search: self, curve });
    }

    /// The points that were found, each with the index of its place in the run.
    pub fn found(&self) -> impl Iterator<Item = (usize, NearestPoint)> {
        (0..self.found).map(|i| {
            let point = NearestPoint {
                offset: [self.offset[0][i], self.offset[1][i]],
                square: self.square[i],
                span: self.span[i] as usize,
                t: self.t[i],
                by_place: [self.by_place[0][i], self.by_place[1][i]],
            };
            (self.lane[i], point)
        })
    }

    /// Finds the nearest chord of each place.
    #[inline(always)]
    fn find_chords(&mut self, chords: &[&Chord]) {
        let lanes = padded(self.count);
        let Self { places: [east, south], least_square, span, t, .. } = self;
        least_square.fill(f64::INFINITY);
        for chord in chords {
            let chord: Chord = **chord;
            for i in 0..lanes {
                let (chord_t, square) = chord.nearest([east[i], south[i]]);
                let is_nearer = square < least_square[i];
                least_square[i] = if is_nearer { square } else { least_square[i] };
                span[i] = if is_nearer { chord.span as i64 } else { span[i] };
                t[i] = if is_nearer { chord_t } else { t[i] };
            }
        }
    }

    /// Keeps the places within the cutoff distance, and pads the lanes with copies of the first.
    #[inline(always)]
    fn select_nearby(&mut self, cutoff_square: f64) {
        let mut found = 0;
        for i in 0..self.count.min(RUN) {
            self.lane[found] = i;
            self.place[0][found] = self.places[0][i];
            self.place[1][found] = self.places[1][i];
            self.span[found] = self.span[i];
            self.t[found] = self.t[i];
            let is_near = self.least_square[i] <= cutoff_square;
            found += usize::from(is_near);
        }
        self.found = found;
        for i in found..padded(found) {
            self.place[0][i] = self.place[0][0];
            self.place[1][i] = self.place[1][0];
            self.span[i] = self.span[0];
            self.t[i] = self.t[0];
        }
    }

    /// Copies the cubics of the spans. Neighbouring places mostly share a span.
    #[inline(always)]
    fn copy_cubics(&mut self, shape: &MarkCurve) {
        let mut start = 0;
        for run in self.span[..padded(self.found)].chunk_by(|a, b| a == b) {
            let lanes = start..start + run.len();
            let cubics = shape.cubics(run[0] as usize);
            for (to, cubic) in self.cubics.iter_mut().zip(cubics) {
                for (to, coefficient) in to.iter_mut().zip(cubic) {
                    to[lanes.clone()].fill(coefficient);
                }
            }
            start = lanes.end;
        }
    }

    /// Takes a step of the search. Returns whether any place needs another step, and whether any place
    /// moved to another span.
    #[inline(always)]
    fn step(&mut self, ends: [i64; 2]) -> [bool; 2] {
        let lanes = padded(self.found);
        let Self { place: [east, south], span, t, cubics: [x, z], active_mask, .. } = self;
        let [mut goes_on, mut changes] = [0; 2];
        for i in 0..lanes {
            let cubics =
                [[x[0][i], x[1][i], x[2][i], x[3][i]], [z[0][i], z[1][i], z[2][i], z[3][i]]];
            let next = t[i] - newton(cubics, t[i], [east[i], south[i]]);
            let (to_span, to_t) = moved(next, span[i], ends);
            let ends_here = is_last((to_span, to_t), (span[i], t[i]));
            let is_active = active_mask[i] != 0;
            let to_span = if is_active { to_span } else { span[i] };
            changes |= to_span ^ span[i];
            span[i] = to_span;
            t[i] = if is_active { to_t } else { t[i] };
            active_mask[i] = if ends_here { 0 } else { active_mask[i] };
            goes_on |= active_mask[i];
        }
        [goes_on != 0, changes != 0]
    }

    #[inline(always)]
    fn finish(&mut self, ends: [i64; 2]) {
        let lanes = padded(self.found);
        let Self { place: [east, south], span, t, cubics: [x, z], .. } = self;
        let Self { offset: [offset_x, offset_z], square, by_place: [by_x, by_z], .. } = self;
        for i in 0..lanes {
            let cubics =
                [[x[0][i], x[1][i], x[2][i], x[3][i]], [z[0][i], z[1][i], z[2][i], z[3][i]]];
            let point = finish(cubics, (span[i], t[i]), ends, [east[i], south[i]]);
            [offset_x[i], offset_z[i]] = point.offset;
            square[i] = point.square;
            [by_x[i], by_z[i]] = point.by_place;
        }
    }
}

/// The number of lanes over which loops run.
#[inline(always)]
fn padded(count: usize) -> usize {
    count.next_multiple_of(STEP).min(RUN)
}

struct SearchLoops<'a> {
    search: &'a mut NearestSearch,
    curve: CurvePart<'a>,
}

impl Loops for SearchLoops<'_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { search, curve: CurvePart { shape, group, chords, cutoff_square } } = self;
        let ends = [group.spans.start as i64, group.spans.end as i64 - 1];
        search.find_chords(chords);
        search.select_nearby(cutoff_square);
        if search.found == 0 {
            return;
        }
        search.copy_cubics(shape);
        search.active_mask.fill(-1);
        for _ in 0..MAX_STEPS {
            let [goes_on, changes] = search.step(ends);
            if changes {
                search.copy_cubics(shape);
            }
            if !goes_on {
                break;
            }
        }
        search.finish(ends);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks::nearest::NearbyChords;
    use crate::marks::shape::{NOWHERE, join};
    use crate::marks::{Mark, MarkPath, ToolKind};
    use proptest::prelude::*;

    fn bits(point: &NearestPoint) -> [u64; 7] {
        let NearestPoint { offset: [x, z], square, span, t, by_place: [east, south] } = *point;
        [x, z, square, span as f64, t, east, south].map(f64::to_bits)
    }

    proptest! {
        #[test]
        fn many_places_have_the_nearest_points_of_single_places(
            points in prop::collection::vec(prop::array::uniform2(-900.0..900.0f64), 1..9),
            places in prop::collection::vec(prop::array::uniform2(-1500.0..1500.0f64), 1..=RUN),
            is_outline in any::<bool>(), reach_m in 10.0..2000.0f64,
        ) {
            let kind = if is_outline { ToolKind::Lake } else { ToolKind::Brush };
            let path = MarkPath::from_points_m(&points, 250.0).unwrap();
            let shape = MarkCurve::new(&Mark::new(1, kind, path));
            let around = places.iter().fold(NOWHERE, |all, place| join(all, [*place; 2]));
            let [east, south] =
                [0, 1].map(|axis| places.iter().map(|place| place[axis]).collect::<Vec<_>>());
            let request = PlacesRequest { places_m: [&east, &south], sample_m: 1.0, mark_count: 1 };
            let run = PlaceRun { places: 0..places.len(), around_m: around };
            let near = NearbyChords::new(&shape, &around, reach_m);
            for level in Level::available() {
                let mut search = NearestSearch { level, ..*NearestSearch::new() };
                search.put_places(&request, &run, [0.0; 2]);
                let mut found = vec![vec![]; places.len()];
                near.search_groups(&mut search, |search| {
                    search.found().for_each(|(lane, point)| found[lane].push(bits(&point)));
                });
                for (place, found) in places.iter().zip(found) {
                    let single: Vec<_> = near.nearest_points(*place).map(|point| bits(&point)).collect();
                    prop_assert_eq!(single, found, "{:?}", level);
                }
            }
        }
    }
}
