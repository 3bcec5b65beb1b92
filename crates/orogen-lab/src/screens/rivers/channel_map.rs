//! A close map of a river: the land with its water and bars, sampled on a grid.

use super::channel_course::{Vertex, distance_m};
use super::near::RiverLand;
use super::plan::SquareMap;
use crate::common_shapes;
use crate::screens::prelude::*;

/// Samples along a side of the map.
const SAMPLES: usize = 96;

/// The depth of water that has the darkest colour, and the number of colours.
const DEEP_M: f64 = 2.0;
const DEPTHS: f64 = 12.0;

/// The colours of shallow and deep water of rivers, of the sea, and of bars.
const SHALLOW: [f64; 3] = [76.0, 148.0, 216.0];
const DEEP: [f64; 3] = [24.0, 92.0, 178.0];
const SEA: [u8; 4] = [44, 74, 120, 255];
const BAR: [u8; 4] = [222, 196, 138, 255];

/// A sample of the land.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    height_m: f64,
    /// The depth of the water of rivers, lakes and the sea; at most 0 on dry ground.
    depth_m: f64,
    is_sea: bool,
    /// True on the gravel of a braided river, under water or dry.
    is_on_plain: bool,
}

/// Measurements of a bed.
pub(super) struct BedNumbers {
    /// The threads of water across the river at the place.
    pub threads: usize,
    /// The share of the gravel on the map that is dry, from 0 to 1; `None` without gravel.
    pub dry_share: Option<f64>,
}

/// The land on a square map, row by row from the north.
pub(super) struct ChannelMap {
    map: SquareMap,
    samples: Vec<Sample>,
}

impl ChannelMap {
    /// Samples the land on a map. `courses` are the rivers on the map, with their bars.
    pub fn new(rivers: &RiverLand, map: SquareMap, courses: &[Vec<Vertex>]) -> Self {
        let sample_m = map.side_m / SAMPLES as f64;
        let lines_m = map.corner_m.map(|corner_m| {
            let middle = |index: usize| corner_m + (index as f64 + 0.5) * sample_m;
            (0..SAMPLES).map(middle).collect::<Vec<_>>()
        });
        let lines_m = lines_m.each_ref().map(|line| &**line);
        let (heights_m, water) = rivers.land.heights_and_water_at(lines_m, sample_m);
        let sea_m = rivers.settings().sea_level_m;
        let sample = |(index, height_m): (usize, &f32)| {
            let height_m = f64::from(*height_m);
            let level_m = water.as_ref().map_or(sea_m, |water| f64::from(water[index].level_m));
            let depth_m = level_m - height_m;
            let is_sea = height_m < sea_m && level_m <= sea_m;
            Sample { height_m, depth_m, is_sea, is_on_plain: false }
        };
        let samples = heights_m.iter().enumerate().map(sample).collect();
        let mut it = Self { map, samples };
        let pairs = courses.iter().flat_map(|course| course.windows(2));
        pairs.for_each(|pair| it.mark_plain(&pair[0], &pair[1]));
        it
    }

    /// Marks the samples on the gravel between two vertices.
    fn mark_plain(&mut self, from: &Vertex, to: &Vertex) {
        if from.braided <= 0.0 && to.braided <= 0.0 {
            return;
        }
        let reach_m = 0.5 * from.width_m.max(to.width_m);
        let index = |m: f64, axis: usize| (m - self.map.corner_m[axis]) / self.sample_m();
        let [columns, rows] = [0, 1].map(|axis| {
            let [a, b] = [from, to].map(|vertex| vertex.place_m[axis]);
            let range = [a.min(b) - reach_m, a.max(b) + reach_m];
            let [low, high] = range.map(|m| index(m, axis).clamp(0.0, SAMPLES as f64) as usize);
            low..(high + 1).min(SAMPLES)
        });
        let [x, z] = [0, 1].map(|axis| to.place_m[axis] - from.place_m[axis]);
        let square = (x * x + z * z).max(1e-9);
        for row in rows {
            for column in columns.clone() {
                let place_m = self.place_m([column, row]);
                let [east, south] = [0, 1].map(|axis| place_m[axis] - from.place_m[axis]);
                let t = ((east * x + south * z) / square).clamp(0.0, 1.0);
                let middle_m = [from.place_m[0] + t * x, from.place_m[1] + t * z];
                let half_m = 0.5 * (from.width_m + t * (to.width_m - from.width_m));
                if distance_m(place_m, middle_m) < half_m {
                    self.samples[row * SAMPLES + column].is_on_plain = true;
                }
            }
        }
    }

    /// The distance between samples in metres.
    pub fn sample_m(&self) -> f64 {
        self.map.side_m / SAMPLES as f64
    }

    /// The middle of a sample by its column and row, in metres east and south.
    pub fn place_m(&self, sample: [usize; 2]) -> [f64; 2] {
        let middle_m = sample.map(|index| (index as f64 + 0.5) * self.sample_m());
        [0, 1].map(|axis| self.map.corner_m[axis] + middle_m[axis])
    }

    /// The samples under water, each by its column and row.
    #[cfg(test)]
    pub fn are_wet(&self) -> impl Iterator<Item = ([usize; 2], bool)> {
        let all = self.samples.iter().enumerate();
        all.map(|(index, it)| ([index % SAMPLES, index / SAMPLES], it.depth_m > 0.0))
    }

    /// The sample at a place; `None` off the map.
    fn at(&self, place_m: [f64; 2]) -> Option<&Sample> {
        let index = |axis: usize| {
            let index = ((place_m[axis] - self.map.corner_m[axis]) / self.sample_m()).floor();
            (0.0..SAMPLES as f64).contains(&index).then_some(index as usize)
        };
        Some(&self.samples[index(1)? * SAMPLES + index(0)?])
    }

    /// The share of the gravel on the map that is dry, from 0 to 1; `None` without gravel.
    pub fn dry_share(&self) -> Option<f64> {
        let on_land = |sample: &&Sample| sample.is_on_plain && !sample.is_sea;
        let plain = self.samples.iter().filter(on_land);
        let [all, dry] = plain.fold([0.0, 0.0], |[all, dry], sample| {
            [all + 1.0, dry + f64::from(u8::from(sample.depth_m <= 0.0))]
        });
        (all > 0.0).then(|| dry / all)
    }

    /// The number of threads of water along a line.
    pub fn threads(&self, [from, to]: [[f64; 2]; 2]) -> usize {
        const STEPS: usize = 240;
        let is_wet = |i: usize| {
            let t = i as f64 / STEPS as f64;
            let place_m = [0, 1].map(|axis| from[axis] + t * (to[axis] - from[axis]));
            self.at(place_m).is_some_and(|sample| sample.depth_m > 0.0)
        };
        let wet: Vec<bool> = (0..=STEPS).map(is_wet).collect();
        wet.chunk_by(|a, b| a == b).filter(|run| run[0]).count()
    }

    /// Draws the shaded ground, then bars and water.
    pub fn draw(&self, d: &mut Drawing) {
        let (at, size) = (self.map.at, [self.map.side; 2]);
        let per_m = 0.5 * SAMPLES as f64 / self.map.side_m;
        let colour = |[u, v]: [f64; 2]| {
            let [column, row] = [u, v].map(|fraction| (fraction * SAMPLES as f64) as usize);
            let height_m = |x: usize, z: usize| {
                let [x, z] = [x, z].map(|index| index.clamp(1, SAMPLES) - 1);
                self.samples[z * SAMPLES + x].height_m
            };
            let east = (height_m(column + 2, row + 1) - height_m(column, row + 1)) * per_m;
            let north = (height_m(column + 1, row) - height_m(column + 1, row + 2)) * per_m;
            common_shapes::hillshade([east, north], 0.7)
        };
        common_shapes::raster(d, "ground", (at, size), [SAMPLES; 2], true, colour)
            .scale_opacity(0.42);
        let pixels = self.samples.iter().map(Sample::colour).collect();
        let water = Shape::Raster { at, size, columns: SAMPLES, pixels, smooth: true };
        d.add("water", Ink::Text, water);
    }
}

impl Sample {
    /// The colour of water or of a bar; transparent on other ground.
    fn colour(&self) -> [u8; 4] {
        if self.is_sea {
            return SEA;
        }
        if self.depth_m > 0.0 {
            let share = ((DEPTHS * self.depth_m / DEEP_M).ceil() / DEPTHS).min(1.0);
            let [r, g, b] = [0, 1, 2].map(|i| (SHALLOW[i] + share * (DEEP[i] - SHALLOW[i])) as u8);
            return [r, g, b, 255];
        }
        let [r, g, b, _] = BAR;
        if self.is_on_plain { BAR } else { [r, g, b, 0] }
    }
}
