//! The area that drains through a place.

use std::collections::HashMap;
use std::sync::Arc;

use super::cells::{Block, SIDE};
use super::course_line::CourseLine;
use super::courses::curves_of;
use super::network::Network;
use super::nodes::RiverGround;
use super::valleys::STRAY;

/// The side of the squares by which lines are found, relative to the spacing of nodes.
const SQUARE: f64 = 0.25;

/// The smallest width of a line, in samples. It is wide enough that lines have no gaps between samples.
const MIN_WIDTH: f64 = 1.5;

/// A line, and the corner of its block.
type PlacedLine = ([f64; 2], CourseLine);

impl<G: RiverGround> Network<G> {
    /// The areas in km² that drain through places: on the course of a river or a dry valley the
    /// catchment there, and 0 elsewhere. Places are in metres east and south of the origin,
    /// for samples `sample_m` apart.
    pub fn drained_km2(&self, places_m: [&[f64]; 2], sample_m: f64) -> Vec<f32> {
        let ends = places_m.map(|line| {
            line.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], m| {
                [low.min(*m), high.max(*m)]
            })
        });
        let min_half_m = (0.5 * MIN_WIDTH * sample_m) as f32;
        let side_m = SQUARE * self.drainage().settings().spacing_m;
        let square = |m: f64| (m / side_m).floor() as i64;
        let lines = self.lines_by_square(ends, min_half_m, side_m);
        let places = places_m[0].iter().zip(places_m[1]);
        places
            .map(|(x, z)| {
                let near = lines.get(&[square(*x), square(*z)]).map_or(&[][..], |near| near);
                near.iter().fold(0.0, |largest: f32, ([east_m, south_m], line)| {
                    // Exact enough: corners are multiples of the spacing.
                    let within_m = [(x - east_m) as f32, (z - south_m) as f32];
                    largest.max(line.area_km2(within_m, min_half_m))
                })
            })
            .collect()
    }

    /// The lines that may reach a rectangle, by the squares that they may reach.
    fn lines_by_square(
        &self,
        ends: [[f64; 2]; 2],
        min_half_m: f32,
        side_m: f64,
    ) -> HashMap<[i64; 2], Vec<PlacedLine>> {
        let spacing_m = self.drainage().settings().spacing_m;
        let mut squares: HashMap<[i64; 2], Vec<PlacedLine>> = HashMap::new();
        if ends.iter().any(|[low, high]| low > high) {
            return squares;
        }
        let block = |m: f64| ((m / spacing_m).floor() as i64).div_euclid(SIDE);
        let reach_m = STRAY * spacing_m + f64::from(min_half_m);
        let [columns, rows] = ends.map(|[low, high]| block(low - reach_m)..=block(high + reach_m));
        for block in rows.flat_map(|z| columns.clone().map(move |x| Block([x, z]))) {
            let corner_m = block.first().map(|c| c as f64 * spacing_m);
            for line in self.drained_lines(block).iter() {
                let spans = [0, 1].map(|axis| {
                    let [low, high] = line.reach_m(axis, min_half_m).map(|m| corner_m[axis] + m);
                    let (low, high) = (low.max(ends[axis][0]), high.min(ends[axis][1]));
                    let square = |m: f64| (m / side_m).floor() as i64;
                    if low <= high { square(low)..square(high) + 1 } else { 0..0 }
                });
                for z in spans[1].clone() {
                    for x in spans[0].clone() {
                        squares.entry([x, z]).or_default().push((corner_m, *line));
                    }
                }
            }
        }
        squares
    }

    /// The lines of the courses through the nodes of a block.
    fn drained_lines(&self, block: Block) -> Arc<Vec<CourseLine>> {
        self.lines.get_arc(block, || {
            let curves = curves_of(self.water(), self.wander(), block);
            Arc::new(curves.fine_segments().map(|segment| CourseLine::new(&segment)).collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::course_parts::Segment;
    use super::super::settings::RiverSettings;
    use super::super::tests::WavyGround;
    use super::*;
    use orogen_noise::hash::Seed;

    #[test]
    fn courses_have_their_catchments_and_other_places_have_0() {
        let network =
            Network::new(WavyGround::default(), Seed(4), RiverSettings::default()).unwrap();
        let segments = network.segments(Block([0, 0]));
        let middle = |segment: &Segment| {
            [0, 1].map(|axis| 0.5 * (segment.ends_m[0][axis] + segment.ends_m[1][axis]))
        };
        let (mut east_m, mut south_m): (Vec<f64>, Vec<f64>) =
            segments.iter().map(middle).map(|[x, z]| (x, z)).unzip();
        let drained = network.drained_km2([&east_m, &south_m], 2.0);
        for (segment, drained_km2) in segments.iter().zip(&drained) {
            let area_km2 = 0.5 * (segment.areas_km2[0] + segment.areas_km2[1]);
            // A larger river may run through the same place.
            assert!(f64::from(*drained_km2) > 0.999 * area_km2, "{segment:?} {drained_km2}");
        }
        // Each place has the same bits among other places.
        for first in (0..east_m.len()).step_by(97) {
            let alone = network.drained_km2([&east_m[first..][..1], &south_m[first..][..1]], 2.0);
            assert_eq!(alone, drained[first..][..1]);
        }
        east_m = (0..4096).map(|i| 128.0 * f64::from(i % 64)).collect();
        south_m = (0..4096).map(|i| 128.0 * f64::from(i / 64)).collect();
        let grid = network.drained_km2([&east_m, &south_m], 2.0);
        let dry = grid.iter().filter(|area_km2| **area_km2 == 0.0).count();
        assert!(dry > 3700 && dry < 4096, "{dry} of 4096 beside all courses");
        assert_eq!(network.drained_km2([&[], &[]], 2.0), [] as [f32; 0]);
    }
}
