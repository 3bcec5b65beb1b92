//! Damp ground: how near a place is to water, and how little it stands above it.

use super::banks::{Bank, Distances, REACH};
use super::basins::Basin;
use super::channel::{Channels, calmness, step};
use super::nodes::Ground;

/// The width of the damp ground beside a river: a constant in metres, and widths of the river. It
/// ends at the river's reach at the latest.
const BESIDE_RIVER_M: f64 = 12.0;
const BESIDE_RIVER_WIDTHS: f64 = 2.0;

/// The width of the damp ground beside a lake, in metres.
const BESIDE_LAKE_M: f64 = 60.0;

/// The height above a river or a lake at which ground is dry, in metres.
const ABOVE_RIVER_M: f64 = 4.0;

impl<G: Ground> Channels<'_, G> {
    /// The wetness of places: 1 in a river or a lake, less with the distance from it and with the
    /// height above its level, and 0 on dry ground. The sea does not count.
    ///
    /// Places are in metres east and south of the origin; `heights_m` is the ground there.
    pub fn wetness(&mut self, [east_m, south_m]: [&[f64]; 2], heights_m: &[f32]) -> Vec<f32> {
        let mut distances = Distances::default();
        let mut by_basin: Vec<(Basin, Vec<usize>)> = vec![];
        let mut all = Vec::with_capacity(heights_m.len());
        let places_m = east_m.iter().zip(south_m).map(|(x, z)| [*x, *z]);
        for (index, (place_m, height_m)) in places_m.zip(heights_m).enumerate() {
            let height_m = f64::from(*height_m);
            let reach_m = REACH * self.spacing_m;
            let (banks, within_m) = self.banks(place_m);
            for basin in banks.basins() {
                if basin.may_be_within(place_m, 1.0 + BESIDE_LAKE_M / basin.radius_m) {
                    match by_basin.iter_mut().find(|(other, _)| other == basin) {
                        Some((_, places)) => places.push(index),
                        None => by_basin.push((*basin, vec![index])),
                    }
                }
            }
            let bank = banks.at(within_m, [0.0, reach_m], &mut distances);
            let river = bank.map_or(0.0, |bank| self.river_wetness(&bank, reach_m, height_m));
            all.push(river as f32);
        }
        for (basin, indices) in by_basin {
            let places_m: Vec<_> = indices.iter().map(|i| [east_m[*i], south_m[*i]]).collect();
            let distances = basin.distances(self.network.wander(), &places_m);
            for (index, distance) in indices.into_iter().zip(distances) {
                let away_m = (distance - 1.0) * basin.radius_m;
                let above_m = f64::from(heights_m[index]) - basin.level_m;
                let lake = damp([away_m, BESIDE_LAKE_M], above_m) as f32;
                all[index] = all[index].max(lake);
            }
        }
        all
    }

    fn river_wetness(&self, bank: &Bank, reach_m: f64, height_m: f64) -> f64 {
        let wide_m = BESIDE_RIVER_M + BESIDE_RIVER_WIDTHS * bank.width_m;
        let calm = calmness(self.torrent_per_m, bank.width_m, bank.fall);
        calm * damp([bank.distance_m, wide_m.min(reach_m)], height_m - bank.level_m)
    }
}

/// The wetness at a distance from the water's edge, and at a height above the water.
fn damp([away_m, end_m]: [f64; 2], above_m: f64) -> f64 {
    (1.0 - step([0.0, end_m], away_m)) * (1.0 - step([0.0, ABOVE_RIVER_M], above_m))
}
