//! Tests of random variations and of locks.

use super::*;
use crate::preset::PRESETS;
use proptest::prelude::*;

/// Every parameter of a recipe by its address.
fn values(recipe: &Recipe) -> Vec<(String, Value)> {
    let all = Recipe::params().iter().filter(|param| !is_noise_group(param.group()));
    let mut values: Vec<_> = all.map(|param| (param.key.to_owned(), (param.get)(recipe))).collect();
    visit(&mut recipe.clone(), |prefix, target| {
        for row in target.rows() {
            values.push((format!("{prefix}{}", row.key), target.get(row.key).unwrap()));
        }
    });
    values
}

fn locks(keys: &[&str]) -> Locks {
    Locks(keys.iter().map(|key| (*key).to_owned()).collect())
}

/// The addresses that differ.
fn changed(a: &Scene, b: &Scene) -> Vec<String> {
    assert_eq!(a.view, b.view, "the view stays");
    let both = values(&a.recipe).into_iter().zip(values(&b.recipe));
    both.filter(|((_, a), (_, b))| a != b).map(|((address, _), _)| address).collect()
}

fn preset(index: usize) -> Scene {
    PRESETS[index % PRESETS.len()].scene().unwrap()
}

#[test]
fn locks_hold_keys_groups_and_addresses() {
    for (lock, locked, free) in [
        ("world.seed", &["world.seed"][..], &["world.sea_level_m", "world.seedling"][..]),
        ("erosion", &["erosion.gully_m", "erosion.mask.1.low_m"], &["talus.fill"]),
        ("rivers", &["rivers.depth_m", "rivers.mask.2.low_m"], &["ground.rock"]),
        ("plants", &["plants.trees", "plants.mask.2.low_m"], &["ground.rock"]),
        ("layer.2", &["layer.2.opacity", "layer.2.mask.1.low_m"], &["layer.21.opacity"]),
        ("layer.2.noise", &["layer.2.noise.frequency"], &["layer.2.shape.height_m"]),
        ("noise.frequency", &["layer.7.noise.frequency"], &["layer.7.noise.basis"]),
        ("operation.1", &["operation.1.step_m", "layer.3.operation.1.low_m"], &["operation.2.on"]),
    ] {
        let locks = locks(&[lock]);
        assert!(locked.iter().all(|address| locks.is_locked(address)), "{lock}: {locked:?}");
        assert!(!free.iter().any(|address| locks.is_locked(address)), "{lock}: {free:?}");
    }
}

#[test]
fn locks_are_a_list_in_a_file() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct File {
        locks: Locks,
    }
    let file = File { locks: locks(&["world.seed", "erosion"]) };
    let text = toml::to_string(&file).unwrap();
    assert_eq!(text, "locks = [\"erosion\", \"world.seed\"]\n");
    assert_eq!(toml::from_str::<File>(&text).unwrap(), file);
}

#[test]
fn strength_0_varies_only_the_seed_and_strength_1_nearly_everything() {
    for preset in PRESETS {
        let (scene, slug) = (preset.scene().unwrap(), preset.slug);
        let none = randomise(&scene, 7, 0.0, &Locks::default());
        assert_eq!(changed(&scene, &none), ["world.seed"], "{slug}");
        let all = randomise(&scene, 7, 1.0, &Locks::default());
        let count = changed(&scene, &all).len();
        assert!(count > 12, "{slug}: {count} parameters");
        let nothing = randomise(&scene, 7, 0.0, &locks(&["world"]));
        assert_eq!(nothing, scene);
    }
}

#[test]
fn a_greater_strength_changes_values_more() {
    let scene = preset(0);
    let distance = |strength: f64| {
        let lock = locks(&["world"]);
        let numbers = |scene: &Scene| values(&scene.recipe);
        let all: f64 = (0..8)
            .map(|seed| {
                let other = numbers(&randomise(&scene, seed, strength, &lock));
                let pairs = numbers(&scene).into_iter().zip(other);
                pairs
                    .map(|((_, a), (_, b))| match (a, b) {
                        (Value::Number(a), Value::Number(b)) => (a - b).abs() / (1.0 + a.abs()),
                        _ => 0.0,
                    })
                    .sum::<f64>()
            })
            .sum();
        all
    };
    let distances = [0.1, 0.3, 0.6].map(distance);
    assert!(distances.windows(2).all(|pair| pair[1] > 1.5 * pair[0]), "{distances:?}");
}

#[test]
fn a_lock_leaves_all_other_draws_as_they_are() {
    let scene = preset(4);
    let free = candidate_of(&scene, &RandomDraws(5), 0.7, &Locks::default(), 300.0);
    let locked = candidate_of(&scene, &RandomDraws(5), 0.7, &locks(&["layer.1.shape"]), 300.0);
    let between = changed(&free, &locked);
    assert!(!between.is_empty(), "shape changes where it is free");
    assert!(between.iter().all(|address| address.starts_with("layer.1.shape")), "{between:?}");
}

#[test]
fn variations_are_nine_with_the_scene_in_the_middle() {
    let scene = preset(1);
    let all = variations(&scene, 3, 0.5, &Locks::default());
    assert_eq!(all[4], scene);
    for (place, other) in all.iter().enumerate().filter(|(place, _)| *place != 4) {
        let same_seed = other.recipe.world.seed == scene.recipe.world.seed;
        assert_eq!(same_seed, place % 2 == 1, "{place}");
        assert!(all[..place].iter().all(|before| before != other), "{place} is new");
    }
    assert!(variations(&scene, 3, 0.5, &Locks::default()) == all, "the same every time");
    let locked = variations(&scene, 3, 0.5, &locks(&["world.seed"]));
    assert!(locked.iter().all(|other| other.recipe.world.seed == scene.recipe.world.seed));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn varied_presets_are_valid_and_keep_locked_values(
        index in 0..PRESETS.len(), seed in any::<u64>(), strength in 0.0..=1.0
    ) {
        let scene = preset(index);
        let kept = locks(&["erosion", "layer.1", "noise.frequency", "world.sea_level_m"]);
        for lock in [Locks::default(), kept] {
            let other = randomise(&scene, seed, strength, &lock);
            prop_assert!(other.validate().is_ok());
            let text = other.to_plain_toml();
            prop_assert_eq!(Scene::from_toml(&text), Ok(other.clone()), "{}", text);
            let changed = changed(&scene, &other);
            prop_assert!(!changed.iter().any(|address| lock.is_locked(address)), "{:?}", changed);
            let is_fixed = |address: &&String| **address != "world.seed" && soft_ranges::is_fixed(address);
            prop_assert_eq!(changed.iter().find(is_fixed), None);
            let (before, after) = (measure(&scene).unwrap(), measure(&other).unwrap());
            prop_assert!(is_comparable(&after, &before), "{:?} of {:?}", after, before);
            prop_assert!(randomise(&scene, seed, strength, &lock) == other);
        }
    }
}
