//! Layers in lists, in lands, in files and by address.

use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::blend::Blend;
use crate::bounds;
use crate::chunk::{ChunkKey, FINE_SAMPLES};
use crate::heightfield::{sample_all, sample_chunk};
use crate::land::Land;
use crate::recipe::Recipe;
use crate::scene::Scene;
use orogen_noise::{Basis, FractalKind};

fn layers(ids: &[u32]) -> Vec<Layer> {
    ids.iter().map(|id| Layer::noise(*id, NoiseLayer::default())).collect()
}

#[test]
fn ids_are_positive_and_unique() {
    assert!(Layers::new(layers(&[1, 7, 3])).is_ok_and(|layers| layers.next_id() == 8));
    assert_eq!(Layers::new(layers(&[2, 2])), Err(LayersError::Twice(2)));
    assert_eq!(Layers::new(layers(&[0])), Err(LayersError::Twice(0)));
    assert_eq!(Layers::new(vec![]), Err(LayersError::Count(0)));
    let many: Vec<_> = (1..=17).collect();
    assert_eq!(Layers::new(layers(&many)), Err(LayersError::Count(17)));
}

#[test]
fn seeds_depend_only_on_the_id_and_the_world() {
    let world = Seed::from_text("a world");
    let layers = layers(&[1, 2, 3]);
    let seeds: std::collections::HashSet<_> = layers.iter().map(|l| l.seed(world)).collect();
    assert_eq!(seeds.len(), 3);
    assert_eq!(layers[0].seed(world), world);
    let mut renamed = layers[2].clone();
    renamed.head.layer.name = "another".to_owned();
    assert_eq!(renamed.seed(world), layers[2].seed(world));
    assert_ne!(layers[1].seed(Seed(1)), layers[1].seed(Seed(2)));
}

#[test]
fn a_solo_layer_hides_the_others() {
    let mut layers = Layers::new(layers(&[1, 2, 3])).unwrap();
    let visible = |layers: &Layers| layers.visible().map(|l| l.id).collect::<Vec<_>>();
    layers[0].head.layer.visible = false;
    assert_eq!(visible(&layers), [2, 3]);
    layers[1].head.layer.solo = true;
    assert_eq!(visible(&layers), [2]);
}

/// A recipe of these layers.
fn recipe_of(layers: Vec<Layer>) -> Recipe {
    Recipe { layers: Layers::new(layers).unwrap(), ..Recipe::default() }
}

prop_compose! {
    /// A noise layer with any blend.
    fn any_layer()(
        basis in select(vec![Basis::Perlin, Basis::Value, Basis::Simplex]),
        fractal in select(vec![FractalKind::Fbm, FractalKind::Ridged, FractalKind::Billow]),
        frequency in 0.1..4.0,
        height_m in 10.0..2000.0,
        blend in select(Blend::ALL),
        opacity in select(vec![0.0, 0.3, 0.7, 1.0]),
        radius_m in select(vec![0.0, 20.0, 300.0]),
        visible in any::<bool>(),
    ) -> Layer {
        let mut noise = NoiseLayer::default();
        (noise.noise.basis, noise.fractal.kind) = (basis, fractal);
        (noise.noise.frequency, noise.shape.height_m) = (frequency, height_m);
        noise.fractal.octaves = 5.0;
        let mut layer = Layer::noise(1, noise);
        let head = &mut layer.head.layer;
        (head.blend, head.opacity, head.radius_m) = (blend.value, opacity, radius_m);
        head.visible = visible;
        layer
    }
}

prop_compose! {
    /// Some layers.
    fn any_stack()(layers in prop::collection::vec(any_layer(), 1..6)) -> Vec<Layer> {
        let numbered = layers.into_iter().zip(1..);
        numbered.map(|(layer, id)| Layer { id, ..layer }).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_land_agrees_with_its_reference_and_stays_within_its_bounds(
        layers in any_stack(), x in -500_000i64..500_000, z in -50i64..50, level in 0u8..4
    ) {
        let recipe = recipe_of(layers);
        let land = Land::new(&recipe).unwrap();
        let bounds = bounds::of_recipe(&recipe).unwrap();
        let key = ChunkKey { level, x, z };
        let heights = &sample_all(&land, &[key])[0].heights_m(&land).fine;
        let range_m = bounds.high_m - bounds.low_m;
        let [x0, z0] = key.origin_m(land.spacing_m());
        let spacing_m = key.spacing_m(land.spacing_m());
        for (i, &height_m) in heights.iter().enumerate().step_by(61) {
            let at = |corner: f64, i: usize| corner + (i as f64 - 1.0) * spacing_m;
            let place = [at(x0, i % FINE_SAMPLES), at(z0, i / FINE_SAMPLES)];
            let reference_m = land.height_m(place, spacing_m);
            prop_assert!(
                (f64::from(height_m) - reference_m).abs() <= 2e-5 * (range_m + 1.0),
                "{} for {} in a range of {}", height_m, reference_m, range_m
            );
            prop_assert!(bounds.contains(reference_m), "{} outside {:?}", reference_m, bounds);
        }
    }

    #[test]
    fn hidden_and_transparent_layers_have_no_effect(
        layers in any_stack(), x in -1e5..1e5, z in -1e5..1e5
    ) {
        let height_m = |layers: Vec<Layer>| match layers.is_empty() {
            true => 0.0,
            false => Land::new(&recipe_of(layers)).unwrap().height_m([x, z], 1.0),
        };
        let is_effective = |layer: &&Layer| {
            layer.head.layer.visible && layer.head.layer.opacity > 0.0
        };
        let effective: Vec<_> = layers.iter().filter(is_effective).cloned().collect();
        prop_assert_eq!(height_m(layers).to_bits(), height_m(effective).to_bits());
    }
}

#[test]
fn layers_are_added_copied_and_removed() {
    let mut all = Layers::new(layers(&[1, 5])).unwrap();
    let noise = || LayerKind::Noise(NoiseLayer::default());
    let ids = |layers: &Layers| layers.iter().map(|layer| layer.id).collect::<Vec<_>>();
    assert_eq!((all.add(0, noise()), ids(&all)), (Some(1), vec![1, 6, 5]));
    assert_eq!((all.duplicate(2), ids(&all)), (Some(3), vec![1, 6, 5, 7]));
    all.remove(1);
    assert_eq!(ids(&all), [1, 5, 7]);
    (0..99).for_each(|_| _ = all.duplicate(0));
    assert_eq!((all.len(), all.add(0, noise())), (MAX_LAYERS, None));
    (0..99).for_each(|_| all.remove(0));
    assert_eq!(all.len(), 1, "a land has at least one layer");
}

#[test]
fn an_edit_samples_only_the_layer_that_it_changes() {
    let mut recipe = recipe_of(layers(&[1, 2, 3]));
    let key = ChunkKey { level: 0, x: 0, z: 0 };
    let before = sample_chunk(&Land::new(&recipe).unwrap(), key, None);
    recipe.layers[1].head.layer.opacity = 0.5;
    let LayerKind::Noise(noise) = &mut recipe.layers[2].kind else { panic!("noise") };
    noise.noise.frequency = 3.0;
    let land = Land::new(&recipe).unwrap();
    let after = sample_chunk(&land, key, Some(&before));
    assert_eq!(after.shared_with(&before), [true, true, false]);
    let anew = sample_chunk(&land, key, None);
    assert_eq!(after.heights_m(&land), anew.heights_m(&land));
    recipe.world.spacing_m = crate::choices::Spacing::Two;
    let land = Land::new(&recipe).unwrap();
    let elsewhere = sample_chunk(&land, key, Some(&after));
    assert_eq!(elsewhere.shared_with(&after), [false; 3], "the chunk lies elsewhere");
}

#[test]
fn layers_without_ids_in_a_file_get_the_next_ids() {
    let text = "version = 2\n[[layer]]\n[[layer]]\nblend = \"max\"\n[layer.fractal]\noctaves = 2\n";
    let layers = Scene::from_toml(text).unwrap().recipe.layers;
    assert_eq!(layers.iter().map(|layer| layer.id).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(layers[1].head.layer.blend, Blend::Max);
}

#[test]
fn addresses_name_a_layer_by_number_or_name() {
    let mut scene = Scene { recipe: recipe_of(layers(&[1, 4])), ..Scene::default() };
    scene.recipe.layers[1].head.layer.name = "High Hills".to_owned();
    scene.set_text("layer.4.fractal.octaves", "3").unwrap();
    scene.set_text("layer.high-hills.opacity", "0.25").unwrap();
    let noise = scene.recipe.layers[1].as_noise().unwrap();
    assert_eq!((noise.fractal.octaves, scene.recipe.layers[1].head.layer.opacity), (3.0, 0.25));
    let mut problem = |key: &str, text: &str| scene.set_text(key, text).unwrap_err().to_string();
    for (key, text, words) in [
        ("fractal.octaves", "3", "needs a layer: write layer.N.fractal.octaves, N one of 1, 4"),
        (
            "layer.2.opacity",
            "1",
            "`2` is not the number or name of one layer; the numbers are 1, 4",
        ),
        ("layer.4.opacity", "2", "layer.4.opacity: 2 is out of range"),
        ("layer.4.fractal.octave", "2", "did you mean `fractal.octaves`?"),
        ("layer.4", "2", "there is no key `layer.4.`"),
    ] {
        let problem = problem(key, text);
        assert!(problem.contains(words), "{key}: {problem}");
    }
    scene.set_text("noise.seed", "one world").unwrap();
    assert_eq!(scene.recipe.world.seed, "one world");
}
