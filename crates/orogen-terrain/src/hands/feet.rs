//! The points of a curve that are nearest to the places of a run, bit for bit like those of one place
//! at a time.

use super::foot::{Foot, MAX_STEPS, finish, is_last, moved, newton};
use super::request::{PlaceRun, PlacesRequest, RUN};
use super::shape::{Chord, MarkCurve, SpanGroup};
use orogen_noise::grid::{Interleave, Level, Loops};

/// A number for each place.
type Lanes<T = f64> = [T; RUN];

/// The nearest points of a group of spans, for the places of a run. It serves one group and one run
/// after another.
pub(super) struct Feet {
    level: Level,
    /// The places, relative to the anchor of the curve.
    places: [Lanes; 2],
    count: usize,
    /// The square of the distance to the nearest chord, for each place.
    least: Lanes,
    // The fields below have a number for each found point. The first serve all places until then.
    found: usize,
    span: Lanes<i64>,
    t: Lanes,
    /// The place to which a point belongs, by its index in the run.
    lane: Lanes<usize>,
    place: [Lanes; 2],
    /// The cubics of the span, by axis and coefficient.
    cubics: [[Lanes; 4]; 2],
    /// −1 as long as the search goes on, then 0.
    open: Lanes<i64>,
    offset: [Lanes; 2],
    square: Lanes,
    by_place: [Lanes; 2],
}

/// The part of a curve on which points are searched.
pub(super) struct Curve<'a> {
    pub shape: &'a MarkCurve,
    pub group: &'a SpanGroup,
    /// The chords of the group that matter, at least one.
    pub chords: &'a [&'a Chord],
    /// The square of the distance from chords beyond which the curve does not matter.
    pub far_square: f64,
}

/// Loops run over a multiple of this number of places, so that they need no rest.
const STEP: usize = 8;

impl Feet {
    pub fn new() -> Box<Self> {
        Box::new(Self {
            level: Level::best(),
            places: [[0.0; RUN]; 2],
            count: 0,
            least: [0.0; RUN],
            found: 0,
            span: [0; RUN],
            t: [0.0; RUN],
            lane: [0; RUN],
            place: [[0.0; RUN]; 2],
            cubics: [[[0.0; RUN]; 4]; 2],
            open: [0; RUN],
            offset: [[0.0; RUN]; 2],
            square: [0.0; RUN],
            by_place: [[0.0; RUN]; 2],
        })
    }

    /// Takes the places of a run, relative to the anchor of a curve.
    pub fn put_places(&mut self, request: &PlacesRequest<'_>, run: &PlaceRun, anchor_m: [f64; 2]) {
        self.count = run.places.len();
        for (axis, places) in self.places.iter_mut().enumerate() {
            let from = &request.places_m[axis][run.places.clone()];
            places.iter_mut().zip(from).for_each(|(to, from)| *to = from - anchor_m[axis]);
        }
    }

    /// Finds the points of a group that are nearest to the places.
    pub fn find(&mut self, curve: Curve<'_>) {
        self.level.run_loops(Search { feet: self, curve });
    }

    /// The points that were found, each with the index of its place in the run.
    pub fn found(&self) -> impl Iterator<Item = (usize, Foot)> {
        (0..self.found).map(|i| {
            let foot = Foot {
                offset: [self.offset[0][i], self.offset[1][i]],
                square: self.square[i],
                span: self.span[i] as usize,
                t: self.t[i],
                by_place: [self.by_place[0][i], self.by_place[1][i]],
            };
            (self.lane[i], foot)
        })
    }

    /// Searches the nearest chord of each place.
    #[inline(always)]
    fn start(&mut self, chords: &[&Chord]) {
        let lanes = padded(self.count);
        let Self { places: [east, south], least, span, t, .. } = self;
        least.fill(f64::INFINITY);
        for chord in chords {
            let chord: Chord = **chord;
            for i in 0..lanes {
                let (chord_t, square) = chord.nearest([east[i], south[i]]);
                let is_nearer = square < least[i];
                least[i] = if is_nearer { square } else { least[i] };
                span[i] = if is_nearer { chord.span as i64 } else { span[i] };
                t[i] = if is_nearer { chord_t } else { t[i] };
            }
        }
    }

    /// Keeps the places to which the curve is near enough to matter, and repeats the first to fill up.
    #[inline(always)]
    fn select(&mut self, far_square: f64) {
        let mut found = 0;
        for i in 0..self.count.min(RUN) {
            self.lane[found] = i;
            self.place[0][found] = self.places[0][i];
            self.place[1][found] = self.places[1][i];
            self.span[found] = self.span[i];
            self.t[found] = self.t[i];
            let is_near = self.least[i] <= far_square;
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

    /// Copies the cubics of the spans. Neighbours mostly share a span.
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

    /// A step of the search. Returns true if it goes on at any place, and if any span changed.
    #[inline(always)]
    fn step(&mut self, ends: [i64; 2]) -> [bool; 2] {
        let lanes = padded(self.found);
        let Self { place: [east, south], span, t, cubics: [x, z], open, .. } = self;
        let [mut goes_on, mut changes] = [0; 2];
        for i in 0..lanes {
            let cubics =
                [[x[0][i], x[1][i], x[2][i], x[3][i]], [z[0][i], z[1][i], z[2][i], z[3][i]]];
            let next = t[i] - newton(cubics, t[i], [east[i], south[i]]);
            let (to_span, to_t) = moved(next, span[i], ends);
            let ends_here = is_last((to_span, to_t), (span[i], t[i]));
            let is_open = open[i] != 0;
            let to_span = if is_open { to_span } else { span[i] };
            changes |= to_span ^ span[i];
            span[i] = to_span;
            t[i] = if is_open { to_t } else { t[i] };
            open[i] = if ends_here { 0 } else { open[i] };
            goes_on |= open[i];
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
            let foot = finish(cubics, (span[i], t[i]), ends, [east[i], south[i]]);
            [offset_x[i], offset_z[i]] = foot.offset;
            square[i] = foot.square;
            [by_x[i], by_z[i]] = foot.by_place;
        }
    }
}

/// The number of places over which loops run.
#[inline(always)]
fn padded(count: usize) -> usize {
    count.next_multiple_of(STEP).min(RUN)
}

struct Search<'a> {
    feet: &'a mut Feet,
    curve: Curve<'a>,
}

impl Loops for Search<'_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { feet, curve: Curve { shape, group, chords, far_square } } = self;
        let ends = [group.spans.start as i64, group.spans.end as i64 - 1];
        feet.start(chords);
        feet.select(far_square);
        if feet.found == 0 {
            return;
        }
        feet.copy_cubics(shape);
        feet.open.fill(-1);
        for _ in 0..MAX_STEPS {
            let [goes_on, changes] = feet.step(ends);
            if changes {
                feet.copy_cubics(shape);
            }
            if !goes_on {
                break;
            }
        }
        feet.finish(ends);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hands::nearest::Near;
    use crate::hands::shape::{NOWHERE, join};
    use crate::hands::{Mark, MarkPath, ToolKind};
    use proptest::prelude::*;

    fn bits(foot: &Foot) -> [u64; 7] {
        let Foot { offset: [x, z], square, span, t, by_place: [east, south] } = *foot;
        [x, z, square, span as f64, t, east, south].map(f64::to_bits)
    }

    proptest! {
        #[test]
        fn many_places_have_the_feet_of_single_places(
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
            let request = PlacesRequest { places_m: [&east, &south], sample_m: 1.0, marks: 1 };
            let run = PlaceRun { places: 0..places.len(), around_m: around };
            let near = Near::new(&shape, &around, reach_m);
            for level in Level::available() {
                let mut feet = Feet { level, ..*Feet::new() };
                feet.put_places(&request, &run, [0.0; 2]);
                let mut found = vec![vec![]; places.len()];
                near.each_group(&mut feet, |feet| {
                    feet.found().for_each(|(lane, foot)| found[lane].push(bits(&foot)));
                });
                for (place, found) in places.iter().zip(found) {
                    let single: Vec<_> = near.feet(*place).map(|foot| bits(&foot)).collect();
                    prop_assert_eq!(single, found, "{:?}", level);
                }
            }
        }
    }
}
