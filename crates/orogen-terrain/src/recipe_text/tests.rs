//! Tests of files with notes: every key is explained and read back.

use super::*;
use crate::landform::LandformKind;
use crate::layer::{Layers, MAX_LAYERS};
use crate::mask::{MAX_MASKS, Mask, MaskType, Masks};
use crate::operation::{ListedOperation, MAX_OPERATIONS, Operation, OperationKind};
use crate::preset::PRESETS;
use crate::scene::Scene;

/// A scene that holds each kind of layer, operation and mask.
fn everything() -> Scene {
    let mut scene = Scene::default();
    let names = LayerKind::all().into_iter().map(|(name, _)| name);
    let layers = names.zip(1..).map(|(name, id)| Layer::new(id, LayerKind::named(name).unwrap()));
    let mut layers: Vec<_> = layers.collect();
    let operations = OperationKind::ALL.iter().zip(1..);
    let operations: Vec<_> =
        operations.map(|(kind, id)| ListedOperation::new(id, Operation::new(kind.value))).collect();
    let masks: Vec<_> =
        MaskType::ALL.iter().zip(1..).map(|(kind, id)| Mask::new(id, kind.value)).collect();
    (layers[0].operations, layers[0].masks) = (operations.clone(), Masks(masks.clone()));
    scene.recipe.layers = Layers::new(layers).unwrap();
    scene.recipe.plants_masks = Masks(masks.clone());
    scene.recipe.rivers_masks = Masks(masks.clone());
    (scene.recipe.operations, scene.recipe.erosion_masks) = (operations, Masks(masks));
    scene
}

/// The notes of a file.
fn notes(text: &str) -> String {
    text.lines().filter_map(|line| line.strip_prefix("# ")).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_key_has_a_note() {
    let text = everything().to_toml();
    assert!(text.starts_with(&format!("{FIRST_LINE}\n")));
    let notes = notes(&text);
    for (doc, title) in Recipe::params()
        .iter()
        .map(|param| (param.doc, param.name()))
        .chain(ViewParams::params().iter().map(|param| (param.doc, param.name())))
    {
        assert!(notes.contains(doc), "{doc}");
        assert!(text.contains(&format!("\n{title} = ")), "{title}");
    }
    for (_, title) in Recipe::groups().iter().filter(|(group, _)| !is_noise_group(group)) {
        assert!(text.contains(&format!("\n# ---- {title} ----\n[")), "{title}");
    }
    for (name, doc) in LayerKind::all() {
        assert!(notes.contains(doc) && text.contains(&format!("kind = \"{name}\"")), "{name}");
    }
    for kind in LandformKind::ALL {
        let has_note = |param: &crate::param::Param<_>| notes.contains(param.doc);
        assert!(kind.value.params().iter().all(has_note), "{}", kind.name);
    }
    assert!(text.contains("\nsea_level_m = -30.0  # -4000 to 4000 m; default -30.0\n"), "{text}");
    let wide = text.lines().filter(|line| line.starts_with('#') && line.chars().count() > WIDTH);
    assert_eq!(wide.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn files_with_and_without_notes_hold_the_same_scene() {
    let presets = PRESETS.iter().map(|preset| preset.scene().unwrap());
    for scene in presets.chain([Scene::default(), everything()]) {
        let (noted, plain) = (scene.to_toml(), scene.to_plain_toml());
        assert_eq!(Scene::from_toml(&noted).as_ref(), Ok(&scene), "{noted}");
        assert_eq!(Scene::from_toml(&plain).as_ref(), Ok(&scene), "{plain}");
        assert!(!plain.contains('#'), "{plain}");
        let bare: Vec<_> = toml::from_str::<toml::Table>(&noted).into_iter().collect();
        assert_eq!(bare, [toml::from_str::<toml::Table>(&plain).unwrap()], "the same keys");
    }
}

#[test]
fn names_cannot_leave_their_comment() {
    let mut scene = Scene::default();
    scene.recipe.layers[0].head.layer.name = "a # \u{2028} [b] \" = \\ \u{202e}".to_owned();
    scene.recipe.world.seed = "\"\"\" # '''".to_owned();
    let text = scene.to_toml();
    assert_eq!(Scene::from_toml(&text), Ok(scene), "{text}");
}

/// Files of up to 1 MiB are read.
#[test]
fn the_largest_recipe_fits_in_a_file() {
    let mut scene = everything();
    let parts = |count: usize| 1..=u32::try_from(count).unwrap();
    let operation = Operation::new(OperationKind::Continents);
    let operations: Vec<_> =
        parts(MAX_OPERATIONS).map(|id| ListedOperation::new(id, operation.clone())).collect();
    let masks = parts(MAX_MASKS).map(|id| Mask::new(id, MaskType::Curvature)).collect();
    let mut layer = Layer::new(1, LayerKind::named("noise").unwrap());
    (layer.operations, layer.masks) = (operations.clone(), Masks(masks));
    let layers = parts(MAX_LAYERS).map(|id| Layer { id, ..layer.clone() }).collect();
    scene.recipe.layers = Layers::new(layers).unwrap();
    scene.recipe.operations = operations;
    let text = scene.to_toml();
    assert!(text.len() < 1 << 20, "{} bytes", text.len());
    assert_eq!(Scene::from_toml(&text), Ok(scene));
}
