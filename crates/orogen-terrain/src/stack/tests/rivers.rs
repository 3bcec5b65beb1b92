use crate::chunk::{CHUNK_CELLS, COARSE_SAMPLES, ChunkKey, FINE_SAMPLES};
use crate::heightfield::sample_chunk;
use crate::land::Land;
use crate::layer::LayerKind;
use crate::marks::{Mark, MarksLayer, ToolKind};
use crate::operation::{ListedOperation, Operation, Warp};
use crate::recipe::{NoiseLayer, Recipe};
use crate::surface::Surface;
use orogen_noise::grid::Grid;

/// A place beside a lake and rivers of [`river_land`], in metres.
pub(super) const LAKE_M: [f64; 2] = [1000.0, -700.0];

/// Mountains on a wave that is seven times as long, with rivers.
pub(super) fn river_land(erosion: bool) -> Recipe {
    let mut recipe = Recipe::default();
    recipe.world.seed = "alpine".to_owned();
    recipe.world.sea_level_m = -400.0;
    (recipe.rivers.on, recipe.rivers.depth_m, recipe.rivers.sides) = (true, 60.0, 1.2);
    recipe.erosion.on = erosion;
    let noise = |frequency: f64, octaves: f64, gain: f64, height_m: f64| {
        let mut noise = NoiseLayer::default();
        noise.noise.frequency = frequency;
        (noise.fractal.octaves, noise.fractal.gain) = (octaves, gain);
        noise.shape.height_m = height_m;
        noise
    };
    *recipe.base_mut() = noise(0.02, 2.0, NoiseLayer::default().fractal.gain, 1500.0);
    let index = recipe.layers.add(0, LayerKind::named("noise").unwrap()).unwrap();
    recipe.layers[index].kind = LayerKind::Noise(noise(0.14, 5.0, 0.38, 900.0));
    recipe
}

/// Places in a river or a lake, with their levels, on a grid around [`LAKE_M`].
pub(super) fn wet_places(land: &Land, spacing_m: f64) -> Vec<([f64; 2], f64)> {
    let mut wet = vec![];
    for row in -60..60 {
        for column in -60..60 {
            let place_m = [0, 1].map(|axis| LAKE_M[axis] + f64::from([column, row][axis]) * 25.0);
            let height_m = land.height_m(place_m, spacing_m);
            if let Some(water) = land.water(place_m, spacing_m, height_m)
                && water.distance_m < 0.0
                && water.level_m > height_m
            {
                wet.push((place_m, water.level_m));
            }
        }
    }
    wet
}

#[test]
fn rivers_flow_over_the_land_and_can_be_switched_off() {
    let recipe = river_land(false);
    let land = Land::new(&recipe).unwrap();
    let wet = wet_places(&land, 1.0);
    assert!(wet.len() > 20, "{} of 14400 places are wet", wet.len());
    assert!(wet.iter().all(|(_, level_m)| *level_m >= recipe.world.sea_level_m));
    let mut dry = recipe.clone();
    dry.rivers.on = false;
    let mut other = dry.clone();
    other.rivers.depth_m = 60.0;
    let [dry, other] = [dry, other].map(|recipe| Land::new(&recipe).unwrap());
    for (place_m, _) in &wet {
        assert_eq!(dry.height_m(*place_m, 1.0), other.height_m(*place_m, 1.0));
        assert!(dry.water(*place_m, 1.0, 0.0).is_none());
    }
}

#[test]
fn a_land_can_keep_the_network_of_another() {
    let before = river_land(true);
    let mut after = before.clone();
    after.base_mut().shape.height_m *= 1.1;
    let [old, new] = [&before, &after].map(|recipe| Land::new(recipe).unwrap());
    let kept = Land::with_network_of(&after, Some(&before)).unwrap();
    let wet = wet_places(&old, 1.0);
    let mut moved = 0;
    for (place_m, level_m) in &wet {
        let level = |land: &Land| land.water(*place_m, 1.0, -1e4).map(|water| water.level_m);
        assert_eq!(level(&kept), Some(*level_m));
        moved += usize::from(level(&new) != Some(*level_m));
    }
    assert!(moved > 0, "its own network has other levels");
    let far_m = [LAKE_M[0] + 4000.0, LAKE_M[1]];
    assert_ne!(kept.height_m(far_m, 1.0), old.height_m(far_m, 1.0), "the ground is new");
    let heights_m = |land: &Land| [LAKE_M, far_m].map(|place_m| land.height_m(place_m, 1.0));
    let mut other_rivers = before.clone();
    other_rivers.rivers.depth_m *= 0.5;
    let own = Land::with_network_of(&after, Some(&other_rivers)).unwrap();
    assert_eq!(heights_m(&own), heights_m(&new), "other rivers are not kept");
    let mut other_gullies = before.clone();
    other_gullies.erosion.gully_m *= 0.5;
    let same = Land::with_network_of(&before, Some(&other_gullies)).unwrap();
    assert_eq!(heights_m(&same), heights_m(&old), "the ground of rivers is the same");
}

#[test]
fn many_points_have_the_bits_of_single_points_and_batches_are_close() {
    for (erosion, keeps_network) in [(false, false), (true, false), (true, true)] {
        let mut recipe = river_land(erosion);
        let warp = Warp { wavelength_m: 900.0, strength: 0.1 };
        recipe.operations.push(ListedOperation::new(1, Operation::Warp(warp)));
        let mut network_recipe = recipe.clone();
        network_recipe.base_mut().shape.height_m *= 1.3;
        let land =
            Land::with_network_of(&recipe, keeps_network.then_some(&network_recipe)).unwrap();
        for (start, spacing_m) in
            [([210, -190], 4.0), ([0, -30], 64.0), ([1 << 26, -(1 << 25)], 16.0)]
        {
            let grid = Grid { origin: start, size: [40, 40], spacing_m, band_limit_m: spacing_m };
            let [columns, rows] = [0, 1].map(|axis| {
                (0..40).map(|i| (start[axis] + i) as f64 * spacing_m).collect::<Vec<_>>()
            });
            let mut many = vec![0.0; 1600];
            land.heights_m([&columns, &rows], spacing_m, &mut many);
            let mut batch = vec![0.0; 1600];
            land.fill(&grid, &mut batch);
            for i in (0..1600).step_by(37) {
                let place_m = [columns[i % 40], rows[i / 40]];
                assert_eq!(many[i], land.height_m(place_m, spacing_m), "{place_m:?}");
                let difference_m = (f64::from(batch[i]) - many[i]).abs();
                assert!(difference_m < 0.02, "{difference_m} m at {place_m:?}");
            }
        }
    }
}

#[test]
fn neighbouring_chunks_have_the_same_ground_and_water_along_their_edge() {
    let land = Land::new(&river_land(false)).unwrap();
    let mut wet = 0;
    for x in 2..18 {
        let key = ChunkKey { level: 1, x, z: -6 };
        let [here, east] = [key, key.neighbour([1, 0])].map(|key| sample_chunk(&land, key, None));
        let [left, right] = [&here, &east].map(|samples| samples.heights_m(&land));
        for row in 0..FINE_SAMPLES {
            let [l, r] = [CHUNK_CELLS + 1, 1].map(|column| column + row * FINE_SAMPLES);
            assert_eq!(left.fine[l], right.fine[r]);
            if let (Some(left), Some(right)) = (here.water(), east.water()) {
                assert_eq!(left.0[0][l], right.0[0][r]);
                wet += usize::from(left.0[0][l].depth_m > 0.0);
            }
        }
        if let Some(water) = here.water() {
            let [fine, coarse] = &water.0;
            assert_eq!(fine.len(), FINE_SAMPLES * FINE_SAMPLES);
            assert_eq!(coarse.len(), COARSE_SAMPLES * COARSE_SAMPLES);
            for (sample, height_m) in fine.iter().zip(&left.fine) {
                assert!((sample.level_m - sample.depth_m - height_m).abs() < 1e-3);
            }
        }
    }
    assert!(wet > 0, "a river crosses an edge");
}

#[test]
fn the_water_of_a_coast_with_rivers_has_the_sea() {
    let mut recipe = river_land(false);
    recipe.world.sea_level_m = 300.0;
    let sea_m = recipe.world.sea_level_m as f32;
    let land = Land::new(&recipe).unwrap();
    let (mut sea, mut river) = (0, 0);
    for (x, z) in (-8..20).flat_map(|x| (-20..8).map(move |z| (x, z))) {
        let samples = sample_chunk(&land, ChunkKey { level: 2, x, z }, None);
        let Some(water) = samples.water() else { continue };
        for (sample, height_m) in water.0[0].iter().zip(&samples.heights_m(&land).fine) {
            assert!(sample.level_m >= sea_m || sample.level_m < *height_m, "{sample:?}");
            if *height_m < sea_m {
                assert!(sample.level_m >= sea_m, "{sample:?} over {height_m} m");
                sea += 1;
            }
            river += usize::from(sample.level_m > sea_m && sample.depth_m > 0.0);
        }
    }
    assert!(sea > 100 && river > 100, "{sea} samples of sea, {river} of rivers");
}

#[test]
fn heights_stay_within_the_bounds() {
    for erosion in [false, true] {
        let land = Land::new(&river_land(erosion)).unwrap();
        let bounds = land.stack().bounds().unwrap();
        for i in 0..400 {
            let place_m = [f64::from(i) * 71.0, f64::from(i * i % 977) * 13.0];
            let height_m = land.height_m(place_m, 4.0);
            assert!((bounds.low_m..=bounds.high_m).contains(&height_m), "{height_m} {bounds:?}");
        }
    }
}

#[test]
fn the_gradient_matches_differences() {
    let land = Land::new(&river_land(false)).unwrap();
    let mut near = 0;
    for i in 0..300 {
        let around_m = [f64::from(i) * 9.7, f64::from(i * 7 % 301) * 11.0];
        let place_m = [0, 1].map(|axis| LAKE_M[axis] - 1500.0 + around_m[axis]);
        let at = |x: f64, z: f64| land.height_m([place_m[0] + x, place_m[1] + z], 1.0);
        let step_m = 1.0 / 64.0;
        let expected = [at(step_m, 0.0) - at(-step_m, 0.0), at(0.0, step_m) - at(0.0, -step_m)]
            .map(|difference| difference / (2.0 * step_m));
        let found = land.dual(place_m, 1.0).gradient;
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 0.02, "{found} {expected} at {place_m:?}");
        }
        near += usize::from(land.water(place_m, 1.0, 0.0).is_some());
    }
    assert!(near > 5, "{near} places are near water");
}

#[test]
fn walkers_float_on_rivers() {
    let recipe = river_land(false);
    let surface = Surface::new(&recipe).unwrap();
    for (place_m, level_m) in wet_places(surface.land(), surface.spacing_m()).iter().take(20) {
        let footing = surface.footing(*place_m);
        assert_eq!(footing.water_level_m, *level_m);
        assert_eq!(surface.ground_m(*place_m), level_m.max(surface.bed_m(*place_m)));
    }
}

#[test]
fn drawn_water_joins_the_water_of_the_network() {
    for erosion in [false, true] {
        let recipe = river_land(erosion);
        let mut drawn = recipe.clone();
        let [x, z] = LAKE_M;
        // The lake lies over a part of the network's water.
        let outline = format!("{},{} +500,0 +0,500 -500,0", x - 250.0, z - 250.0);
        let mut lake = Mark::new(1, ToolKind::Lake, outline.parse().unwrap());
        lake.set_text("height_m", "5").unwrap();
        let kind = LayerKind::Marks(MarksLayer::new(vec![lake]).unwrap());
        drawn.layers.add(1, kind).unwrap();
        let [before, after] = [&recipe, &drawn].map(|recipe| Land::new(recipe).unwrap());
        let around_m = match &drawn.layers[2].kind {
            LayerKind::Marks(marks) => marks.around_m().unwrap(),
            _ => panic!("the third layer has marks"),
        };
        let (mut level_m, mut inside, mut outside) = (None, 0, 0);
        for (row, column) in
            (-40..40i32).flat_map(|row| (-40..40i32).map(move |column| (row, column)))
        {
            let place_m = [x + 20.0 * f64::from(column), z + 20.0 * f64::from(row)];
            let [old, new] = [&before, &after].map(|land| {
                let water = land.water(place_m, 1.0, land.height_m(place_m, 1.0));
                water.filter(|water| water.distance_m < 0.0)
            });
            let is_inside = column.abs() < 12 && row.abs() < 12;
            let is_far = (0..2)
                .any(|axis| !(around_m[0][axis]..=around_m[1][axis]).contains(&place_m[axis]));
            if is_inside {
                let new = new.expect("the lake covers the place");
                let network_m = old.map_or(f64::NEG_INFINITY, |water| water.level_m);
                assert!(new.level_m >= network_m);
                if new.level_m > network_m {
                    assert_eq!(*level_m.get_or_insert(new.level_m), new.level_m);
                    inside += 1;
                }
            }
            if is_far {
                assert_eq!(old, new, "at {place_m:?}");
                outside += usize::from(new.is_some());
            }
        }
        assert!(inside > 20 && outside > 20, "{inside} and {outside}");
    }
}
