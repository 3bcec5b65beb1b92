mod around;
mod creases;
mod eroded;
mod many;
mod plants;
mod river_maps;
mod river_masks;
mod river_presets;
mod rivers;
mod strategies;

use std::cell::Cell;

use proptest::prelude::*;
use proptest::sample::select;

use strategies::{any_masks, any_recipe, recipe_of, smooth};

use super::*;
use crate::blend::Blend;
use crate::chunk::{CHUNK_CELLS, ChunkKey, FINE_SAMPLES};
use crate::heightfield::{ChunkSamples, sample_all, sample_chunk};
use crate::land::Land;
use crate::layer::{Layer, LayerKind};
use crate::mask::{Combine, Mask, MaskKind, MaskType, Masks};
use crate::operation::{ListedOperation, Operation, OperationKind};
use crate::param::Stage;
use crate::recipe::{NoiseLayer, Recipe};
use crate::scene::Scene;
use orogen_noise::{Basis, FractalKind, NoiseSpec, Seed};

fn heights_m(land: &Land, key: ChunkKey) -> Vec<f32> {
    sample_chunk(land, key, None).heights_m(land).fine.clone()
}

#[test]
fn any_stack_matches_its_reference_and_stays_within_its_bounds() {
    // Over all cases: the samples that differ from the reference, and all samples.
    let counts = Cell::new([0; 2]);
    proptest!(ProptestConfig::with_cases(40), |(
        recipe in any_recipe(), x in -50_000i64..50_000, z in -50i64..50, level in 0u8..4
    )| {
        let land = Land::new(&recipe).unwrap();
        let bounds = crate::bounds::of_recipe(&recipe).unwrap();
        let key = ChunkKey { level, x, z };
        let heights = &sample_all(&land, &[key])[0].heights_m(&land).fine;
        let range_m = bounds.high_m - bounds.low_m;
        prop_assert!(range_m.is_finite());
        let [x0, z0] = key.origin_m(land.spacing_m());
        let spacing_m = key.spacing_m(land.spacing_m());
        let mut off = 0;
        for (i, &height_m) in heights.iter().enumerate().step_by(61) {
            let at = |corner: f64, i: usize| corner + (i as f64 - 1.0) * spacing_m;
            let place = [at(x0, i % FINE_SAMPLES), at(z0, i / FINE_SAMPLES)];
            let reference_m = land.height_m(place, spacing_m);
            prop_assert!(height_m.is_finite() && bounds.contains(reference_m),
                "{} outside {:?}", reference_m, bounds);
            // Within f32 precision.
            let (low_m, high_m) = (bounds.low_m - 4e-3, bounds.high_m + 4e-3);
            let rounded = crate::dual::Bounds { low_m, high_m, ..bounds };
            prop_assert!(rounded.contains(f64::from(height_m)), "{} outside {:?}", height_m, bounds);
            // Operations compute with heights of up to thousands of metres.
            let tolerance_m = 1e-4 * (range_m + 1.0) + 4e-3;
            off += usize::from((f64::from(height_m) - reference_m).abs() > tolerance_m);
        }
        let all = heights.len().div_ceil(61);
        prop_assert!(4 * off <= all, "{} of {} are off", off, all);
        counts.set([counts.get()[0] + off, counts.get()[1] + all]);
    });
    // Rounding decides on which side of a step's edge a sample lies, and a land may have many
    // edges.
    let [off, all] = counts.get();
    println!("{off} of {all} are off");
    assert!(100 * off <= all, "{off} of {all} are off");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_stack_has_the_same_bits_in_every_chunk_with_slopes_and_without(
        recipe in any_recipe(), x in -9999i64..9999
    ) {
        let land = Land::new(&recipe).unwrap();
        let keys = [0, 1].map(|dx| ChunkKey { level: 0, x: x + dx, z: 3 });
        let [west, east] = keys.map(|key| heights_m(&land, key));
        for row in 0..FINE_SAMPLES {
            let a = west[row * FINE_SAMPLES + 1 + CHUNK_CELLS];
            let b = east[row * FINE_SAMPLES + 1];
            prop_assert_eq!(a.to_bits(), b.to_bits());
        }
        let [x0, z0] = keys[0].origin_m(land.spacing_m());
        let line = |corner: f64, step: usize| -> Vec<f64> {
            (0..FINE_SAMPLES).step_by(step).map(|i| corner + (i as f64 - 1.0) * land.spacing_m()).collect()
        };
        let [with, ..] = land.fill_slopes_at([&line(x0, 1), &line(z0, 1)], land.spacing_m());
        let some = land.fill_at([&line(x0, 11), &line(z0, 7)], land.spacing_m());
        for (i, height_m) in some.iter().enumerate() {
            let columns = FINE_SAMPLES.div_ceil(11);
            let j = i / columns * 7 * FINE_SAMPLES + i % columns * 11;
            prop_assert_eq!(height_m.to_bits(), west[j].to_bits(), "on other lines");
            prop_assert_eq!(with[j].to_bits(), west[j].to_bits(), "with slopes");
        }
    }

    #[test]
    fn many_points_have_the_bits_of_single_points(recipe in any_recipe(), x in -1e5..1e5, z in -1e5..1e5) {
        let land = Land::new(&recipe).unwrap();
        let columns: Vec<f64> = (0..5).map(|i| x + 3.0 * f64::from(i)).collect();
        let mut heights_m = vec![0.0; 10];
        land.heights_m([&columns, &[z, z + 5.0]], 1.0, &mut heights_m);
        for (i, height_m) in heights_m.iter().enumerate() {
            let place = [columns[i % 5], z + 5.0 * (i / 5) as f64];
            prop_assert_eq!(height_m.to_bits(), land.height_m(place, 1.0).to_bits());
        }
    }

    #[test]
    fn gradients_of_smooth_stacks_match_finite_differences(
        recipe in any_recipe(), x in -1e5..1e5, z in -1e5..1e5
    ) {
        let recipe = smooth(&recipe);
        let land = Land::new(&recipe).unwrap();
        let step_m = 1e-3;
        let gradient_by = |step_m: f64| {
            let height_m = |dx: f64, dz: f64| land.height_m([x + dx, z + dz], 1.0);
            [
                (height_m(step_m, 0.0) - height_m(-step_m, 0.0)) / (2.0 * step_m),
                (height_m(0.0, step_m) - height_m(0.0, -step_m)) / (2.0 * step_m),
            ]
        };
        let [fine, coarse] = [gradient_by(step_m), gradient_by(8.0 * step_m)];
        let dual = land.dual([x, z], 1.0);
        prop_assert_eq!(dual.height_m.to_bits(), land.height_m([x, z], 1.0).to_bits());
        let [_, east, south] = land.fill_slopes_at([&[x], &[z]], 1.0);
        let scale = 1.0 + dual.slope();
        for axis in 0..2 {
            // Where the slope changes within the step, differences are unreliable.
            prop_assume!((fine[axis] - coarse[axis]).abs() < 1e-3 * scale);
            let analytic = dual.gradient[axis];
            prop_assert!((analytic - fine[axis]).abs() < 2e-3 * scale, "{} {}", analytic, fine[axis]);
            let batch = f64::from([east[0], south[0]][axis]);
            prop_assert!((batch - analytic).abs() < 5e-3 * scale, "{} {}", batch, analytic);
        }
    }

    #[test]
    fn an_edit_samples_only_what_is_stale(recipe in any_recipe(), opacity in 0.1..0.9) {
        let key = ChunkKey { level: 1, x: 3, z: -2 };
        let mut recipe = recipe;
        let last = recipe.layers.len() - 1;
        // Keep the edited layer above all others, eroded or not.
        recipe.layers[last].head.layer.eroded = false;
        let before = sample_chunk(&Land::new(&recipe).unwrap(), key, None);
        let mut edited = recipe.clone();
        edited.layers[last].head.layer.opacity = opacity;
        let land = Land::new(&edited).unwrap();
        let after = sample_chunk(&land, key, Some(&before));
        let anew = sample_chunk(&land, key, None);
        prop_assert_eq!(after.heights_m(&land), anew.heights_m(&land));
        let first = Land::new(&recipe).unwrap();
        // A change of opacity does not invalidate a layer's samples.
        prop_assert!(after.shared_with(&before).iter().all(|shared| *shared));
        prop_assert_eq!(before.heights_m(&first), sample_chunk(&first, key, None).heights_m(&first));
        // The cached fields, and heights, ridges and occlusion.
        prop_assert!(after.bytes() <= (1 << 20) + 4 * 67 * 67 * 4, "{} bytes", after.bytes());
    }
}

fn noise_layer(id: u32) -> Layer {
    Layer::noise(id, NoiseLayer::default())
}

fn with_mask(id: u32, kind: MaskKind) -> Layer {
    let mut mask = Mask::new(1, kind.mask_type());
    mask.kind = kind;
    Layer { masks: Masks(vec![mask]), ..noise_layer(id) }
}

fn far_disc() -> MaskKind {
    MaskKind::Distance(crate::mask::Distance { east_m: 1e6, ..Default::default() })
}

/// The number of fields that a chunk at the origin samples.
fn fields(recipe: &Recipe) -> usize {
    let land = Land::new(recipe).unwrap();
    let samples: ChunkSamples = sample_chunk(&land, ChunkKey { level: 0, x: 0, z: 0 }, None);
    samples.shared_with(&samples).len()
}

#[test]
fn a_layer_without_weight_in_a_chunk_is_not_sampled() {
    let near = MaskKind::Distance(Default::default());
    assert_eq!(fields(&recipe_of(vec![noise_layer(1), with_mask(2, near)])), 2);
    let far = recipe_of(vec![noise_layer(1), with_mask(2, far_disc())]);
    assert_eq!(fields(&far), 1);
    let plain = recipe_of(vec![noise_layer(1)]);
    let key = ChunkKey { level: 0, x: 0, z: 0 };
    let [with, without] = [&far, &plain].map(|recipe| heights_m(&Land::new(recipe).unwrap(), key));
    assert_eq!(with, without, "the layer has no effect where its weight is 0");
}

#[test]
fn a_mask_can_read_a_hidden_layer() {
    let mask =
        |layer| MaskKind::OtherLayer(crate::mask::OtherLayer { layer, low_m: -50.0, high_m: 50.0 });
    let mut recipe = recipe_of(vec![noise_layer(1), noise_layer(2), with_mask(3, mask(2))]);
    recipe.layers[1].head.layer.visible = false;
    let land = |recipe: &Recipe| Land::new(recipe).unwrap();
    let places = (0..200).map(|i| [37.0 * f64::from(i), -91.0 * f64::from(i)]);
    let heights = |recipe: &Recipe| -> Vec<f64> {
        let land = land(recipe);
        places.clone().map(|place| land.height_m(place, 1.0)).collect()
    };
    let masked = heights(&recipe);
    recipe.layers[2].masks.0[0].kind = mask(9);
    let gone = heights(&recipe);
    let plain = heights(&recipe_of(vec![noise_layer(1)]));
    assert_eq!(gone, plain, "a mask of a missing layer hides everything");
    assert_ne!(masked, plain);
    assert!(
        masked.iter().zip(&plain).any(|(a, b)| a == b),
        "no weight where the other layer is low"
    );
}

#[test]
fn operations_on_the_whole_land_come_after_all_layers_and_warps_move_them_all() {
    use crate::operation::{Levels, Warp};
    let mut recipe = recipe_of(vec![noise_layer(1), noise_layer(2)]);
    let place = [1234.5, -987.6];
    let height = |recipe: &Recipe| Land::new(recipe).unwrap().height_m(place, 1.0);
    let plain = height(&recipe);
    let levels = Operation::Levels(Levels { scale: 0.5, offset_m: 10.0 });
    recipe.operations = vec![ListedOperation::new(1, levels.clone())];
    assert_eq!(height(&recipe), 0.5 * plain + 10.0);
    recipe.operations.push(ListedOperation::new(2, Operation::Warp(Warp::default())));
    let warped = height(&recipe);
    assert_ne!(warped, 0.5 * plain + 10.0);
    // Warp and levels in the other order make the same land.
    recipe.operations.swap(0, 1);
    assert_eq!(height(&recipe), warped);
    recipe.operations[0].on = false;
    assert_eq!(height(&recipe), 0.5 * plain + 10.0);
    // An operation on one layer does not change the other.
    recipe.operations.clear();
    recipe.layers[1].operations = vec![ListedOperation::new(1, levels)];
    let below = height(&recipe_of(vec![noise_layer(1)]));
    assert!((height(&recipe) - (below + 0.5 * (plain - below) + 10.0)).abs() < 1e-9);
}

#[test]
fn parts_are_addressed_by_their_numbers() {
    let mut layer = with_mask(2, far_disc());
    layer.operations = vec![ListedOperation::new(7, Operation::new(OperationKind::Terraces))];
    let mut scene = Scene { recipe: recipe_of(vec![noise_layer(1), layer]), ..Scene::default() };
    scene.recipe.operations = vec![ListedOperation::new(3, Operation::new(OperationKind::Plateau))];
    scene.recipe.erosion_masks.0 = vec![Mask::new(3, MaskType::HeightBand)];
    scene.recipe.plants_masks = scene.recipe.erosion_masks.clone();
    scene.recipe.rivers_masks = scene.recipe.erosion_masks.clone();
    scene.set_text("erosion.mask.3.low_m", "120").unwrap();
    scene.set_text("plants.mask.3.low_m", "130").unwrap();
    scene.set_text("rivers.mask.3.low_m", "140").unwrap();
    scene.set_text("layer.2.operation.7.step_m", "55").unwrap();
    scene.set_text("layer.2.mask.1.invert", "on").unwrap();
    scene.set_text("layer.2.mask.1.radius_m", "500").unwrap();
    scene.set_text("operation.3.on", "off").unwrap();
    assert!(scene.recipe.layers[1].masks.0[0].invert && !scene.recipe.operations[0].on);
    let text = scene.to_toml();
    for words in
        ["step_m = 55.0", "radius_m = 500.0", "low_m = 120.0", "low_m = 130.0", "low_m = 140.0"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(Scene::from_toml(&text), Ok(scene.clone()));
    let mut problem = |key: &str, text: &str| scene.set_text(key, text).unwrap_err().to_string();
    for (key, text, words) in [
        ("layer.2.operation.1.on", "on", "there is no operation `1`; their numbers are 7"),
        ("layer.1.mask.1.on", "on", "there is no mask `1`; there are none"),
        ("erosion.mask.2.low_m", "1", "there is no mask `2`; their numbers are 3"),
        ("plants.mask.2.low_m", "1", "there is no mask `2`; their numbers are 3"),
        ("rivers.mask.2.low_m", "1", "there is no mask `2`; their numbers are 3"),
        ("operation.3.heigth_m", "1", "did you mean `height_m`?"),
        ("operation.3.height_m", "9000", "operation.3.height_m: 9000 is out of range"),
        ("layer.2.operation.7.on", "perhaps", "layer.2.operation.7.on: `perhaps` is neither"),
    ] {
        let problem = problem(key, text);
        assert!(problem.contains(words), "{key}: {problem}");
    }
}
