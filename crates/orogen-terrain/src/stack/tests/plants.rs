//! The masks of plants, on the whole land.

use super::*;
use crate::layer::{RecipePart, WeightedPart};

/// An eroded land whose plants have a mask of each kind; one of them reads a hidden layer.
fn masked_plants() -> Recipe {
    let mut recipe = eroded::eroded_recipe();
    let hidden = recipe.layers.add(0, LayerKind::named("dunes").unwrap()).unwrap();
    recipe.layers[hidden].head.layer.visible = false;
    let id = recipe.layers[hidden].id;
    let terraces = Operation::new(OperationKind::Terraces);
    recipe.operations = vec![ListedOperation::new(1, terraces)];
    let masks = MaskType::ALL.iter().zip(1..).map(|(kind, id)| Mask::new(id, kind.value));
    recipe.plants_masks.0 = masks.collect();
    for mask in &mut recipe.plants_masks.0 {
        mask.combine = Combine::Max;
        if let MaskKind::OtherLayer(other) = &mut mask.kind {
            other.layer = id;
        }
    }
    recipe
}

/// The positions of columns and rows in metres, far enough apart to reach all sorts of land.
fn line_m() -> Vec<f64> {
    (0..24).map(|i| -3000.0 + 260.0 * f64::from(i)).collect()
}

#[test]
fn masks_of_plants_do_not_change_the_land() {
    let recipe = masked_plants();
    let bare = Recipe { plants_masks: Masks::default(), ..recipe.clone() };
    let [with, without] = [&recipe, &bare].map(|recipe| Land::new(recipe).unwrap());
    let line = line_m();
    let [a, b] = [&with, &without].map(|land| land.fill_at([&line, &line], 8.0));
    let bits = |heights_m: &[f32]| heights_m.iter().map(|h| h.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&a), bits(&b));
    assert_eq!(with.usual_heights_m(), without.usual_heights_m());
    assert!(without.stack().plants.is_none() && with.stack().plants.is_some());
    let places = Places::new([&line, &line], 8.0);
    let (heights_m, weights) =
        BatchEvaluator::new(with.stack(), KeptSamples::default()).land_and_plants(&places);
    assert_eq!(heights_m, a, "requested weights do not change heights");
    assert_eq!(weights.map(|weights| weights.len()), Some(a.len()));
}

#[test]
fn weights_of_plants_match_their_masks_at_single_points() {
    let line = line_m();
    for combine in Combine::ALL {
        let mut recipe = masked_plants();
        recipe.plants_masks.0.iter_mut().for_each(|mask| mask.combine = combine.value);
        let stack = Stack::new(&recipe).unwrap();
        let places = Places::new([&line, &line], 8.0);
        let weights =
            BatchEvaluator::new(&stack, KeptSamples::default()).land_and_plants(&places).1.unwrap();
        assert!(weights.iter().all(|weight| (0.0..=1.0).contains(weight)));
        let plants = stack.plants.as_ref().unwrap();
        let mut point = PointEvaluator::new(&stack);
        for (i, weight) in weights.iter().enumerate() {
            let at = SamplePoint::new([line[i % line.len()], line[i / line.len()]], 8.0);
            let land = point.land(at, true);
            let exact = point
                .weigh_masks(
                    &plants.masks,
                    &plants.mask_inputs,
                    MaskedPart::Plants,
                    (at, land, false),
                )
                .height_m;
            let off = (f64::from(*weight) - exact).abs();
            assert!(off < 0.02, "{} {at:?}: {weight} {exact}", combine.name);
        }
    }
}

#[test]
fn chunks_store_the_weight_of_the_plants() {
    let mut recipe = masked_plants();
    recipe.plants_masks.0.truncate(1);
    let key = ChunkKey { level: 3, x: 1, z: -2 };
    let weights = |recipe: &Recipe, known: Option<&ChunkSamples>| {
        let land = Land::new(recipe).unwrap().with_weights_of(Some(WeightedPart::Plants));
        let samples = sample_chunk(&land, key, known);
        let weights = samples.weights().expect("weights were requested").clone();
        (samples, weights.fine)
    };
    let (samples, all) = weights(&recipe, None);
    assert!(all.contains(&0.0) && all.iter().any(|weight| *weight > 0.0), "{all:?}");
    let off = recipe.without(RecipePart::Mask { owner: WeightedPart::Plants, mask: 1 });
    assert!(off.plants_masks.enabled().next().is_none());
    assert!(weights(&off, Some(&samples)).1.iter().all(|weight| *weight == 1.0));
    // The same for a single noise layer.
    let plain = Recipe { plants_masks: recipe.plants_masks, ..Recipe::default() };
    assert!(Land::new(&plain).unwrap().stack().only_noise().is_some());
    let (_, all) = weights(&plain, None);
    assert!(all.iter().all(|weight| (0.0..=1.0).contains(weight)));
}

#[test]
fn an_edit_of_the_plants_masks_rebuilds_the_vertices() {
    let recipe = masked_plants();
    let other = Recipe { plants_masks: Masks::default(), ..recipe.clone() };
    assert!(recipe.rebuild_stage(&other).is_some_and(|stage| stage < Stage::Shade));
}
