//! Eroded stacks.

use super::*;
use crate::chunk::COARSE_SAMPLES;
use crate::erosion::ErosionLook;
use crate::layer::{RecipePart, WeightedPart};
use crate::mask::Distance;

prop_compose! {
    /// Erosion of any look with scree, layered rock and masks; usually off.
    pub fn any_erosion()(
        is_on in prop::bool::weighted(0.4),
        look in select(ErosionLook::ALL),
        (gully_m, roughness) in (60.0..3000.0, 0.0..1.0),
        (fill, strata) in (select(vec![0.0, 0.6]), select(vec![0.0, 0.8])),
        masks in any_masks(),
    ) -> Recipe {
        let erosion = look.value.parameters(3.0 * gully_m, 300.0);
        let mut recipe = Recipe { erosion, ..Recipe::default() };
        (recipe.erosion.on, recipe.erosion.roughness) = (is_on, roughness);
        (recipe.talus.fill, recipe.strata.strength) = (fill, strata);
        recipe.erosion_masks = masks;
        recipe
    }
}

/// A recipe of one layer of noise, with erosion.
pub fn eroded_recipe() -> Recipe {
    let mut recipe = Recipe::default();
    recipe.base_mut().noise.frequency = 0.4;
    recipe.world.sea_level_m = 50.0;
    recipe.erode(ErosionLook::Alpine);
    recipe
}

/// The heights of a chunk with erosion and without.
fn chunks(recipe: &Recipe) -> [Vec<f32>; 2] {
    let key = ChunkKey { level: 3, x: 1, z: -2 };
    [recipe.clone(), recipe.without(RecipePart::Erosion)]
        .map(|recipe| heights_m(&Land::new(&recipe).unwrap(), key))
}

fn bits(heights_m: &[f32]) -> Vec<u32> {
    heights_m.iter().map(|height_m| height_m.to_bits()).collect()
}

#[test]
fn erosion_leaves_land_under_water_and_outside_masks() {
    let mut recipe = eroded_recipe();
    recipe.talus.fill = 0.5;
    recipe.strata.strength = 1.0;
    let [with, without] = chunks(&recipe);
    assert_ne!(bits(&with), bits(&without), "there is erosion");
    // Land and guide differ only by the finer octaves of the noise.
    let deep_m = recipe.world.sea_level_m as f32 - 100.0;
    let deep: Vec<_> = (0..with.len()).filter(|i| without[*i] < deep_m).collect();
    assert!(deep.len() > 100, "{} samples are deep", deep.len());
    assert!(deep.iter().all(|i| with[*i].to_bits() == without[*i].to_bits()));

    let mut mask = Mask::new(1, MaskType::Distance);
    let disc = Distance { east_m: 700.0, south_m: -700.0, radius_m: 400.0, ..Default::default() };
    mask.kind = MaskKind::Distance(disc.clone());
    recipe.erosion_masks.0 = vec![mask.clone()];
    let [inside, _] = chunks(&recipe);
    let equal = inside.iter().zip(&without).filter(|(a, b)| a.to_bits() == b.to_bits()).count();
    assert!((1000..4400).contains(&equal), "{equal} samples are outside");
    mask.kind = MaskKind::Distance(Distance { east_m: 1e6, ..disc });
    recipe.erosion_masks.0 = vec![mask];
    let [far, _] = chunks(&recipe);
    assert_eq!(bits(&far), bits(&without));
}

#[test]
fn erosion_without_strength_that_keeps_all_detail_changes_nothing() {
    let mut recipe = eroded_recipe();
    (recipe.erosion.strength, recipe.erosion.roughness) = (0.0, 1.0);
    let [with, without] = chunks(&recipe);
    assert_eq!(bits(&with), bits(&without));
    let point = |recipe: &Recipe| Land::new(recipe).unwrap().height_m([70.0, 30.0], 1.0).to_bits();
    assert_eq!(point(&recipe), point(&recipe.without(RecipePart::Erosion)));
}

#[test]
fn creased_layers_and_layers_marked_as_uneroded_lie_over_eroded_land() {
    let mut recipe = eroded_recipe();
    let craters = recipe.layers.add(0, LayerKind::named("craters").unwrap()).unwrap();
    assert!(!recipe.layers[craters].is_guide(), "young landforms stay sharp");
    let hills = recipe.layers.add(1, LayerKind::named("noise").unwrap()).unwrap();
    assert!(recipe.layers[hills].is_guide());
    let stack = Stack::new(&recipe).unwrap();
    assert_eq!(stack.erosion.as_ref().unwrap().guide_count, 2);
    assert_eq!(stack.visible_layer(2), Some(2), "it comes after the eroded layers");
    recipe.layers[hills].head.layer.blend = Blend::Max;
    assert!(!recipe.layers[hills].is_guide(), "a hard blend creases");
    recipe.layers[hills].head.layer.radius_m = 40.0;
    assert!(recipe.layers[hills].is_guide());
    recipe.layers[hills].head.layer.eroded = false;
    (recipe.layers[0].head.layer.visible, recipe.layers[0].head.layer.solo) = (false, false);
    assert!(Stack::new(&recipe).unwrap().erosion.is_none(), "no eroded layer is left");
}

#[test]
fn samples_contain_the_ridges_and_gullies() {
    let recipe = eroded_recipe();
    let land = Land::new(&recipe).unwrap();
    let key = ChunkKey { level: 3, x: 1, z: -2 };
    let samples = sample_chunk(&land, key, None);
    let heights = samples.heights_m(&land);
    let [fine, coarse] = samples.reliefs().expect("there is erosion");
    assert_eq!(coarse.ridge.len(), COARSE_SAMPLES * COARSE_SAMPLES);
    for plane in [&fine.ridge, &fine.occlusion, &coarse.ridge, &coarse.occlusion] {
        assert!(plane.iter().all(|share| (-1.0..=1.0).contains(share)));
        let ends = plane.iter().fold([0.0f32; 2], |[l, h], share| [l.min(*share), h.max(*share)]);
        assert!(ends[0] < -0.02 && ends[1] > 0.02, "{ends:?}");
    }
    let deep_m = recipe.world.sea_level_m as f32 - 100.0;
    let deep = fine.ridge.iter().zip(&heights.fine).filter(|(_, height_m)| **height_m < deep_m);
    assert!(deep.into_iter().all(|(ridge, _)| *ridge == 0.0));
    let plain = Land::new(&recipe.without(RecipePart::Erosion)).unwrap();
    let samples = sample_chunk(&plain, key, None);
    assert!(samples.reliefs().is_none());
}

#[test]
fn an_edit_of_the_erosion_samples_no_noise_again() {
    let recipe = eroded_recipe();
    let key = ChunkKey { level: 1, x: 3, z: -2 };
    let before = sample_chunk(&Land::new(&recipe).unwrap(), key, None);
    let mut edited = recipe.clone();
    edited.erosion.strength *= 0.5;
    let land = Land::new(&edited).unwrap();
    let after = sample_chunk(&land, key, Some(&before));
    assert!(after.shared_with(&before).iter().all(|shared| *shared));
    assert_eq!(after.heights_m(&land), sample_chunk(&land, key, None).heights_m(&land));
}

#[test]
fn chunks_store_the_weight_of_the_erosion() {
    let mut scene = Scene { recipe: eroded_recipe(), ..Scene::default() };
    scene.recipe.erosion_masks.0 = vec![Mask::new(3, MaskType::HeightBand)];
    let [_, mut plain] = chunks(&scene.recipe);
    plain.sort_by(f32::total_cmp);
    let middle_m = plain[plain.len() / 2];
    for (key, value) in [("low_m", middle_m), ("high_m", 8000.0), ("fade_m", 1.0)] {
        scene.set_text(&format!("erosion.mask.3.{key}"), &value.to_string()).unwrap();
    }
    let mut recipe = scene.recipe;
    let key = ChunkKey { level: 3, x: 1, z: -2 };
    let sampled = |recipe: &Recipe, weighted_part| {
        let land = Land::new(recipe).unwrap().with_weights_of(weighted_part);
        let samples = sample_chunk(&land, key, None);
        (
            samples.weights().map(|weights| weights.fine.clone()),
            samples.heights_m(&land).fine.clone(),
        )
    };
    let (weights, masked) = sampled(&recipe, Some(WeightedPart::Erosion));
    let weights = weights.expect("weights were requested");
    assert!(weights.iter().all(|weight| (0.0..=1.0).contains(weight)));
    let plain = chunks(&recipe)[1].clone();
    let changed = |(weight, (masked, plain)): (&f32, (&f32, &f32))| (*weight, masked != plain);
    let all: Vec<_> = weights.iter().zip(masked.iter().zip(&plain)).map(changed).collect();
    assert!(all.contains(&(1.0, true)) && all.contains(&(0.0, false)));
    assert!(!all.contains(&(0.0, true)));
    recipe.erosion_masks.0.clear();
    let (weights, _) = sampled(&recipe, Some(WeightedPart::Erosion));
    assert!(weights.expect("weights were requested").iter().all(|weight| *weight == 1.0));
    let (weights, _) = sampled(&recipe.without(RecipePart::Erosion), Some(WeightedPart::Erosion));
    assert!(weights.is_none());
}
