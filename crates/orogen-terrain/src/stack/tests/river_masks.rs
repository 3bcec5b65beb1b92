//! The masks of rivers.

use super::rivers::{LAKE_M, river_land, wet_places};
use super::*;
use crate::layer::WeightedPart;
use crate::marks::Brush;
use crate::mask::{Curvature, Distance, HeightBand, Noise, OtherLayer, Slope};
use crate::operation::Warp;
use crate::rivers::{Reach, ReachEnd, ReachStart};

/// A disc around [`LAKE_M`] whose edge lies among rivers.
fn disc() -> MaskKind {
    let [east_m, south_m] = LAKE_M;
    MaskKind::Distance(Distance { east_m, south_m, radius_m: 1500.0, edge: 0.6 })
}

/// A mask of each kind that limits the rivers of [`river_land`] somewhere near [`LAKE_M`].
fn kinds() -> Vec<MaskKind> {
    vec![
        disc(),
        MaskKind::HeightBand(HeightBand { low_m: -1e3, high_m: 100.0, fade_m: 400.0 }),
        MaskKind::Slope(Slope { from_deg: 10.0, to_deg: 90.0, fade_deg: 10.0 }),
        MaskKind::Curvature(Curvature { radius_m: 400.0, ..Default::default() }),
        MaskKind::Noise(Noise { size_m: 900.0, ..Default::default() }),
        MaskKind::OtherLayer(OtherLayer { layer: 2, low_m: -200.0, high_m: 200.0 }),
    ]
}

fn limited(recipe: &Recipe, kind: MaskKind, invert: bool) -> Recipe {
    let mask = Mask { kind: kind.clone(), invert, ..Mask::new(1, kind.mask_type()) };
    Recipe { rivers_masks: Masks(vec![mask]), ..recipe.clone() }
}

/// The weight of the rivers' masks at a place.
fn weight(land: &Land, place_m: [f64; 2]) -> f64 {
    let stack = land.stack();
    let rivers = stack.rivers.as_ref().unwrap();
    let point = SamplePoint::new(place_m, 1.0);
    PointEvaluator::new(stack).river_weight(rivers, usize::MAX, point, false).unwrap().height_m
}

/// The bits of heights and slopes near [`LAKE_M`], from all evaluators.
fn all_bits(land: &Land) -> Vec<u64> {
    let mut bits = vec![];
    for (spacing_m, count) in [(4.0, 40), (64.0, 24)] {
        let line = |middle_m: f64| -> Vec<f64> {
            let first = (middle_m / spacing_m).floor() - f64::from(count / 2);
            (0..count).map(|i| (first + f64::from(i)) * spacing_m).collect()
        };
        let [columns, rows] = LAKE_M.map(line);
        let narrow =
            |plane: &[f32]| plane.iter().map(|x| u64::from(x.to_bits())).collect::<Vec<_>>();
        bits.extend(narrow(&land.fill_at([&columns, &rows], spacing_m)));
        land.fill_slopes_at([&columns, &rows], spacing_m)
            .iter()
            .for_each(|x| bits.extend(narrow(x)));
        let mut many = vec![0.0; columns.len() * rows.len()];
        land.heights_m([&columns, &rows], spacing_m, &mut many);
        bits.extend(many.iter().map(|x| x.to_bits()));
        for (x, z) in columns.iter().zip(&rows) {
            let dual = land.dual([*x, *z], spacing_m);
            bits.extend([dual.height_m, dual.gradient[0], dual.gradient[1]].map(f64::to_bits));
        }
    }
    bits
}

#[test]
fn rivers_of_weight_0_leave_the_land_and_those_of_weight_1_are_whole() {
    let area_m = [LAKE_M.map(|m| m - 3000.0), LAKE_M.map(|m| m + 3000.0)];
    for erosion in [false, true] {
        let mut recipe = river_land(erosion);
        let warp = Warp { wavelength_m: 900.0, strength: 0.1 };
        recipe.operations.push(ListedOperation::new(1, Operation::Warp(warp)));
        let all = Land::new(&recipe).unwrap();
        let whole = Land::new(&limited(&recipe, far_disc(), true)).unwrap();
        assert!(whole.stack().rivers.as_ref().unwrap().are_masked());
        assert!(all_bits(&whole) == all_bits(&all), "the whole rivers");
        let wet = wet_places(&all, 4.0);
        assert!(wet.len() > 20);
        assert_eq!(wet_places(&whole, 4.0), wet);
        let left_out = Land::new(&limited(&recipe, far_disc(), false)).unwrap();
        let mut dry = recipe.clone();
        dry.rivers.on = false;
        if !erosion {
            // Erosion has other rules on a land with rivers.
            assert!(all_bits(&left_out) == all_bits(&Land::new(&dry).unwrap()), "no rivers");
        }
        assert!(wet_places(&left_out, 4.0).is_empty());
        let lines = |land: &Land| land.distant_rivers(area_m, 64.0);
        recipe.operations.clear();
        let still =
            |recipe: &Recipe, invert| Land::new(&limited(recipe, far_disc(), invert)).unwrap();
        assert!(lines(&still(&recipe, false)).is_empty());
        let distant = lines(&Land::new(&recipe).unwrap());
        assert!(!distant.is_empty() && lines(&still(&recipe, true)) == distant);
    }
}

#[test]
fn many_points_have_the_bits_of_single_points_and_batches_are_close() {
    for (kind, erosion) in
        kinds().into_iter().flat_map(|kind| [(kind.clone(), false), (kind, true)])
    {
        let mut recipe = limited(&river_land(erosion), kind.clone(), false);
        let warp = Warp { wavelength_m: 900.0, strength: 0.1 };
        recipe.operations.push(ListedOperation::new(1, Operation::Warp(warp)));
        let land = Land::new(&recipe).unwrap();
        let mut partial = 0;
        for (first, spacing_m) in [([210.0, -190.0], 4.0), ([0.0, -30.0], 64.0)] {
            let [columns, rows] = first.map(|first| {
                (0..40).map(|i| (first + f64::from(i)) * spacing_m).collect::<Vec<_>>()
            });
            let mut many = vec![0.0; 1600];
            land.heights_m([&columns, &rows], spacing_m, &mut many);
            let batch = land.fill_at([&columns, &rows], spacing_m);
            for i in (0..1600).step_by(37) {
                let place_m = [columns[i % 40], rows[i / 40]];
                assert_eq!(many[i], land.height_m(place_m, spacing_m), "{kind:?} {place_m:?}");
                let difference_m = (f64::from(batch[i]) - many[i]).abs();
                assert!(difference_m < 0.02, "{difference_m} m at {place_m:?}, {kind:?}");
                partial += usize::from((0.01..0.99).contains(&weight(&land, place_m)));
            }
        }
        assert!(partial > 2, "{kind:?}: {partial}");
    }
}

#[test]
fn the_gradient_matches_differences_where_masks_fade() {
    // The gradients of the other kinds are exact too, or frozen.
    for kind in [0, 1, 4].map(|kind| kinds().swap_remove(kind)) {
        let land = Land::new(&limited(&river_land(false), kind.clone(), false)).unwrap();
        let mut faded = 0;
        for i in 0..300 {
            let around_m = [f64::from(i) * 9.7, f64::from(i * 7 % 301) * 11.0];
            let place_m = [0, 1].map(|axis| LAKE_M[axis] - 1500.0 + around_m[axis]);
            let at = |x: f64, z: f64| land.height_m([place_m[0] + x, place_m[1] + z], 1.0);
            let step_m = 1.0 / 64.0;
            let expected = [at(step_m, 0.0) - at(-step_m, 0.0), at(0.0, step_m) - at(0.0, -step_m)]
                .map(|difference| difference / (2.0 * step_m));
            let found = land.dual(place_m, 1.0).gradient;
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found - expected).abs() < 0.02, "{found} {expected} {place_m:?} {kind:?}");
            }
            faded += usize::from((0.1..0.9).contains(&weight(&land, place_m)));
        }
        assert!(faded > 20, "{kind:?}: {faded}");
    }
}

#[test]
fn painted_rivers_hold_water_only_where_they_are_painted() {
    let recipe = river_land(false);
    let mut painted = recipe.clone();
    let brush = Brush { radius_m: 700.0, ..Brush::default() };
    let path = format!("{},{}", LAKE_M[0], LAKE_M[1]);
    painted.paint(WeightedPart::Rivers, brush, path.parse().unwrap()).unwrap();
    assert!(recipe.has_same_network(&painted), "masks move no course");
    assert_eq!(recipe.rebuild_stage(&painted), Some(Stage::Shape));
    let [whole, land] = [&recipe, &painted].map(|recipe| Land::new(recipe).unwrap());
    let wet = wet_places(&whole, 4.0);
    let (mut kept, mut hidden) = (0, 0);
    for (place_m, level_m) in &wet {
        let shown = land.water(*place_m, 4.0, -1e4).map(|water| water.level_m);
        match weight(&land, *place_m) {
            w if w >= 0.5 => {
                assert_eq!(shown, Some(*level_m));
                kept += 1;
            }
            _ => {
                assert_eq!(shown, None);
                hidden += 1;
            }
        }
    }
    assert!(kept > 5 && hidden > 5, "{kept} places kept their water, {hidden} lost it");
    let [columns, rows] =
        LAKE_M.map(|m| (-50..50).map(|i| m + 25.0 * f64::from(i)).collect::<Vec<_>>());
    let lines_m = [&*columns, &*rows];
    let heights_m = land.fill_at(lines_m, 4.0);
    let water = land.water_at(lines_m, 4.0, &heights_m).unwrap();
    let wetness = land.wetness_at(lines_m, 4.0, &heights_m).unwrap();
    let places = Places::new(lines_m, 4.0);
    let part = land.clone().with_weights_of(Some(WeightedPart::Rivers)).weighted_part().unwrap();
    let weights = BatchEvaluator::new(land.stack(), KeptSamples::default()).weights(part, &places);
    let sea_m = painted.world.sea_level_m as f32;
    let mut wet = 0;
    for ((sample, wetness), weight) in water.iter().zip(wetness).zip(weights) {
        let is_wet = sample.depth_m > 0.0 && sample.level_m > sea_m;
        assert!(weight >= 0.5 || !is_wet && wetness == 0.0, "{sample:?} {wetness} {weight}");
        wet += usize::from(is_wet);
    }
    assert!(wet > 2, "{wet} samples are wet");
}

#[test]
fn masks_cut_the_courses_for_maps() {
    let recipe = river_land(false);
    let area_m = [LAKE_M.map(|m| m - 3000.0), LAKE_M.map(|m| m + 3000.0)];
    let reaches = |recipe: &Recipe| -> (Land, Vec<Reach>) {
        let land = Land::new(recipe).unwrap();
        let courses = land.watercourses().unwrap();
        let blocks = courses.blocks_around(area_m, 1 << 16).unwrap();
        let lakes = courses.lakes_around(area_m);
        let blocks = blocks.into_iter().map(|block| courses.of_block(block)).collect();
        let reaches = courses.reaches(blocks, &lakes, 1 << 16).unwrap();
        (land, reaches)
    };
    let (_, all) = reaches(&recipe);
    let (land, cut) = reaches(&limited(&recipe, kinds().swap_remove(4), false));
    let points = |reaches: &[Reach]| reaches.iter().map(|reach| reach.points.len()).sum::<usize>();
    assert!(points(&cut) > 20 && points(&cut) < points(&all));
    let is_cut = |reach: &&Reach| {
        let is_whole = all.iter().any(|other| other == *reach);
        !is_whole && (reach.start == ReachStart::Cut || reach.end == ReachEnd::Cut)
    };
    assert!(cut.iter().filter(is_cut).count() > 2);
    for point in cut.iter().flat_map(|reach| &reach.points) {
        assert!(weight(&land, point.place_m) >= 0.5);
    }
    let whole = |invert| reaches(&limited(&recipe, far_disc(), invert)).1;
    assert!(whole(true) == all && whole(false).is_empty());
}

#[test]
fn traces_have_the_masks_of_rivers() {
    let recipe = limited(&river_land(true), disc(), false);
    let land = Land::new(&recipe).unwrap();
    for i in 0..40 {
        let place_m = [LAKE_M[0] + 40.0 * f64::from(i), LAKE_M[1]];
        let trace = land.trace(place_m, 1.0);
        assert_eq!(trace.height_m, land.height_m(place_m, 1.0));
        let erosion = trace.erosion.clone().unwrap();
        assert!(erosion.masks.is_empty(), "they belong to the rivers");
        let rivers = trace.rivers.clone().unwrap();
        assert_eq!((rivers.masks.len(), rivers.weight), (1, weight(&land, place_m)));
        assert_eq!(rivers.masks[0].joined, rivers.weight);
        assert!(trace.to_string().contains("rivers, mask 1, distance: reads"));
    }
}

#[test]
fn the_key_of_the_land_below_has_the_masks_of_rivers_and_the_layers_that_they_read() {
    let mut recipe = limited(&river_land(false), kinds().swap_remove(5), false);
    recipe.erosion.on = true;
    recipe.erosion_masks = recipe.rivers_masks.clone();
    let index = recipe.layers.add(1, LayerKind::named("noise").unwrap()).unwrap();
    let read = recipe.layers[index].id;
    recipe.layers[index].head.layer.visible = false;
    let read_it = |masks: &mut Masks| {
        if let MaskKind::OtherLayer(other) = &mut masks.0[0].kind {
            other.layer = read;
        }
    };
    let top = recipe.layers.add(index, LayerKind::named("craters").unwrap()).unwrap();
    recipe.layers[top].masks.0 = vec![Mask::new(1, MaskType::Curvature)];
    let key = |recipe: &Recipe| {
        let stack = Stack::new(recipe).unwrap();
        let top = stack.visible_layer(recipe.layers[top].id).unwrap();
        stack.layers[top].below_key.clone()
    };
    let mut others = vec![recipe.clone()];
    let mut masked = recipe.clone();
    masked.rivers_masks.0[0].invert = true;
    others.push(masked);
    for of_rivers in [false, true] {
        let mut reading = recipe.clone();
        match of_rivers {
            true => read_it(&mut reading.rivers_masks),
            false => read_it(&mut reading.erosion_masks),
        }
        others.push(reading.clone());
        reading.layers[index].masks.0 = vec![Mask::new(1, MaskType::Slope)];
        others.push(reading);
    }
    for (i, other) in others.iter().enumerate() {
        assert!(others[..i].iter().all(|before| key(before) != key(other)), "{i}");
        assert!(recipe.has_same_network(other), "{i}");
    }
}
