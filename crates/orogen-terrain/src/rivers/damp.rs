//! The wetness of places near rivers and lakes.

use super::bank::Bank;
use super::banks::REACH;
use super::basins::Basin;
use super::channel::Channels;
use super::nearby_water::PartDistances;
use super::nodes::RiverGround;
use super::wet_ground::{LAKE_DAMP_M, damp, river_damp_width_m};

impl<G: RiverGround> Channels<'_, G> {
    /// The wetness of places: 1 in a river or a lake, less with the distance from it and with the
    /// height above its level, and 0 on dry ground. The sea does not count.
    ///
    /// Places are in metres east and south of the origin; `heights_m` is the ground there.
    pub fn wetness(&mut self, [east_m, south_m]: [&[f64]; 2], heights_m: &[f32]) -> Vec<f32> {
        let mut distances = PartDistances::default();
        let mut by_basin: Vec<(Basin, Vec<usize>)> = vec![];
        let mut all = Vec::with_capacity(heights_m.len());
        let places_m = east_m.iter().zip(south_m).map(|(x, z)| [*x, *z]);
        for (index, (place_m, height_m)) in places_m.zip(heights_m).enumerate() {
            let height_m = f64::from(*height_m);
            let reach_m = REACH * self.spacing_m;
            let (banks, within_m) = self.banks(place_m);
            for basin in banks.basins() {
                if basin.may_be_within(place_m, 1.0 + LAKE_DAMP_M / basin.radius_m) {
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
                let lake = damp([away_m, LAKE_DAMP_M], above_m) as f32;
                all[index] = all[index].max(lake);
            }
        }
        all
    }

    fn river_wetness(&self, bank: &Bank, reach_m: f64, height_m: f64) -> f64 {
        let damp_width_m = river_damp_width_m(bank.width_m);
        let calm = self.calmness(bank);
        calm * damp([bank.distance_m, damp_width_m.min(reach_m)], height_m - bank.level_m)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::Block;
    use super::super::network::Network;
    use super::super::settings::RiverSettings;
    use super::super::tests::WavyGround;
    use super::*;
    use orogen_noise::hash::Seed;

    #[test]
    fn ground_is_wet_in_water_and_dry_far_from_it_and_above() {
        let network =
            Network::new(WavyGround::default(), Seed(4), RiverSettings::default()).unwrap();
        let mut channels = Channels::new(&network, 1.0, f64::INFINITY);
        let settings = network.drainage().settings();
        let segments = network.segments(Block([0, 0]));
        let is_river =
            |it: &&super::super::Segment| it.areas_km2[0] >= settings.from_km2 && it.fall < 0.1;
        let rivers: Vec<_> = segments.iter().filter(is_river).step_by(5).collect();
        assert!(rivers.len() > 20, "{}", rivers.len());
        for segment in rivers {
            let [x, z] =
                [0, 1].map(|axis| 0.5 * (segment.ends_m[0][axis] + segment.ends_m[1][axis]));
            let level_m = 0.5 * (segment.levels_m[0] + segment.levels_m[1]);
            let mut wetness =
                |above_m: f64| channels.wetness([&[x], &[z]], &[(level_m + above_m) as f32])[0];
            let all = [-1.0, 0.9, 2.0, 3.0, 300.0].map(&mut wetness);
            assert!(all.is_sorted_by(|a, b| a >= b), "{segment:?} {all:?}");
            assert!(all[0] == 1.0 && all[1] > 0.4 && all[4] == 0.0, "{segment:?} {all:?}");
        }
        let line: Vec<f64> = (0..1600).map(|i| 8192.0 / 40.0 * f64::from(i % 40)).collect();
        let rows: Vec<f64> = (0..1600).map(|i| 8192.0 / 40.0 * f64::from(i / 40)).collect();
        let low = channels.wetness([&line, &rows], &[-1e4; 1600]);
        assert!(low.iter().all(|wetness| (0.0..=1.0).contains(wetness)));
        let dry = low.iter().filter(|wetness| **wetness == 0.0).count();
        assert!(dry > 1200 && dry < 1600, "{dry} of 1600 are far from water");
    }
}
