//! Rivers over an imported map keep to the map's valleys.

use proptest::prelude::*;

use crate::heightmap::{Edges, HeightmapGroup, HeightmapLayer, Raster, keep};
use crate::land::Land;
use crate::layer::{Layer, LayerKind, Layers};
use crate::recipe::Recipe;
use orogen_noise::hash::avalanche;

const SIDE_M: f64 = 16_000.0;
const SAMPLES: usize = 257;
/// The spacing of the network's nodes.
const SPACING_M: f64 = 512.0;

/// A land with a winding valley that falls from north to south, and side valleys that run down to it.
#[derive(Clone, Copy, Debug)]
struct ValleyMap {
    /// How far the valley swings to both sides, in metres.
    swing_m: f64,
    /// The length of a swing, in metres.
    swing_length_m: f64,
    /// The slope of the valley's sides.
    side_slope: f64,
    seed: u32,
}

impl ValleyMap {
    /// Metres east of the origin of the valley's lowest line.
    fn line_m(&self, south_m: f64) -> f64 {
        self.swing_m * (south_m / self.swing_length_m).sin()
    }

    /// The height of the valley's lowest line. Its end lies under the sea.
    fn floor_m(south_m: f64) -> f64 {
        260.0 - (south_m / SIDE_M + 0.5) * 330.0
    }

    fn height_m(&self, [east_m, south_m]: [f64; 2]) -> f64 {
        let beside_m = (east_m - self.line_m(south_m)).abs();
        let side_valleys_m = 40.0 * (beside_m / 1500.0).min(1.0) * (south_m / 700.0).sin();
        Self::floor_m(south_m) + self.side_slope * beside_m + side_valleys_m
    }

    /// The land of the map with rivers.
    fn recipe(&self) -> Recipe {
        let place_m = |i: usize| SIDE_M * (i as f64 / (SAMPLES - 1) as f64 - 0.5);
        let heights_m: Vec<f64> = (0..SAMPLES * SAMPLES)
            .map(|i| {
                // Real maps have noise of a metre or two.
                let noise_m = f64::from(avalanche(i as u32 ^ self.seed)) / f64::from(u32::MAX);
                self.height_m([i % SAMPLES, i / SAMPLES].map(place_m)) + 2.0 * noise_m
            })
            .collect();
        let low_m = heights_m.iter().copied().fold(f64::INFINITY, f64::min);
        let high_m = heights_m.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let samples = heights_m.iter().map(|height_m| *height_m as f32).collect();
        let raster = keep(Raster::new([SAMPLES; 2], samples).unwrap(), None);
        let default = HeightmapLayer::default();
        let heightmap = HeightmapGroup {
            hash: raster.hash().to_owned(),
            file: "map.tif".to_owned(),
            width_m: SIDE_M,
            depth_m: SIDE_M,
            low_m,
            high_m,
            east_m: 0.0,
            south_m: 0.0,
            edges: Edges::Clamp,
            ..default.heightmap
        };
        let map = LayerKind::Heightmap(HeightmapLayer { heightmap });
        let layers = Layers::new(vec![Layer::new(1, map)]).unwrap();
        let mut recipe = Recipe { layers, ..Recipe::default() };
        recipe.world.seed = self.seed.to_string();
        recipe.world.sea_level_m = -20.0;
        // A lake would interrupt the valley's course.
        (recipe.rivers.on, recipe.rivers.lakes) = (true, 0.0);
        recipe
    }
}

prop_compose! {
    fn any_valley_map()(
        swing_m in 0.0..1500.0, swing_length_m in 1800.0..4000.0, side_slope in 0.2..0.5, seed: u32,
    ) -> ValleyMap {
        ValleyMap { swing_m, swing_length_m, side_slope, seed }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn rivers_over_a_map_keep_to_its_valleys(map in any_valley_map()) {
        let land = Land::new(&map.recipe()).unwrap();
        let courses = land.watercourses().unwrap();
        let area_m = [[-4000.0, -5000.0], [4000.0, 5000.0]];
        let blocks = courses.blocks_around(area_m, 1 << 16).unwrap();
        let blocks = blocks.into_iter().map(|block| courses.of_block(block)).collect();
        let reaches = courses.reaches(blocks, &courses.lakes_around(area_m), 1 << 16).unwrap();
        let points = || reaches.iter().flat_map(|reach| &reach.points);
        for row in 0..20 {
            let (north_m, south_m) = (-5000.0 + 500.0 * f64::from(row), -4500.0 + 500.0 * f64::from(row));
            let is_in_row = |[x, z]: [f64; 2]| x.abs() < 4000.0 && (north_m..south_m).contains(&z);
            let in_row = points().filter(|point| is_in_row(point.place_m));
            let largest = in_row.max_by(|a, b| a.catchment_km2.total_cmp(&b.catchment_km2));
            let point = largest.expect("a valley has a river");
            let [x, z] = point.place_m;
            let beside_m = (x - map.line_m(z)).abs();
            prop_assert!(beside_m < SPACING_M, "{point:?} is {beside_m} m beside the valley");
            // The river lies between the ground beside the valley and the deepest cut of the valley.
            let floor_m = ValleyMap::floor_m(z);
            let banks_m = floor_m + map.side_slope * SPACING_M;
            prop_assert!((floor_m - 60.0..banks_m).contains(&point.level_m), "{point:?}, {floor_m} m");
        }
    }
}
