use super::*;
use crate::terrain::layer::LayerKind;
use crate::terrain::mask::{Mask, MaskType};
use crate::terrain::operation::{ListedOperation, Operation, OperationKind};
use crate::terrain::param::ParamKind;

fn found(text: &str, scene: &Scene) -> Vec<SearchHit> {
    let (shelf, row_facts) = (Shelf::default(), row_facts(scene));
    let state = CommandState { can_undo_and_redo: [true; 2], has_xray: true, has_arrows: true };
    let scope = SearchScope { scene, shelf: &shelf, row_facts: &row_facts, selected: 1, state };
    find(text, &scope, 40)
}

fn row_facts(scene: &Scene) -> RowFacts {
    let (document, settings) = (Default::default(), Default::default());
    RowFacts::of(&Default::default(), scene, &document, &settings, &Default::default())
}

fn title(hit: &SearchHit) -> String {
    match &hit.result {
        SearchResult::Command { name, .. } | SearchResult::Addition { name, .. } => name.clone(),
        SearchResult::Parameter(parameter) => parameter.address.clone(),
    }
}

fn first(text: &str, scene: &Scene) -> String {
    found(text, scene).first().map_or_else(|| "nothing".to_owned(), title)
}

#[test]
fn commands_parameters_and_additions_are_found_by_name() {
    let scene = Scene::default();
    for (text, found) in [
        ("undo", "Undo"),
        ("sea level", "world.sea_level_m"),
        ("world.sea", "world.sea_level_m"),
        ("screenshot", "Screenshot"),
        ("preset alps", "Preset: Alps"),
        ("ctrl+k", "nothing"),
        ("ctrl+e", "Export"),
        ("no such thing", "nothing"),
        ("light.ambient", "light.ambient"),
        ("terraces", "Add an operation: Terraces"),
        ("add layer dunes", "Add a layer: Dunes"),
        ("craters", "Add a layer: Craters"),
        ("heightmap layer", "Add a layer: Heightmap"),
        ("mask slope", "Add a mask: Slope"),
        ("curvature mask", "Add a mask: Curvature"),
        ("unity", "Export for Unity"),
        ("one cell", "Lab: One cell, step by step"),
    ] {
        assert_eq!(first(text, &scene), found, "{text}");
    }
    let names: Vec<_> = found("add", &scene).iter().map(title).collect();
    let kinds =
        LayerKind::kinds_without_file().len() + 1 + MaskType::ALL.len() + OperationKind::ALL.len();
    let added = names.iter().filter(|name| name.starts_with("Add a")).count();
    assert_eq!(added, kinds.min(40), "each kind of layer, mask and operation: {names:?}");
    for row in Engine::ALL {
        let title = row.value.title();
        assert_eq!(first(title, &scene), format!("Export for {title}"));
    }
    for row in ROWS.iter() {
        let figure = format!("Lab: {}", row.title);
        assert_eq!(first(&figure, &scene), figure);
    }
    assert!(begins_a_word("a cone, one a cell", "one") && !begins_a_word("cones", "one"));
    assert!(first("layer", &scene).starts_with("Add a layer"), "{}", first("layer", &scene));
}

#[test]
fn results_without_effect_come_last_and_say_why() {
    // In the natural style, the colours of the classroom style have no effect.
    let scene = Scene::default();
    let hits = found("grass", &scene);
    let blocked: Vec<bool> = hits.iter().map(|hit| hit.blocked.is_some()).collect();
    assert!(blocked.is_sorted() && blocked.contains(&true) && !blocked[0], "{blocked:?}");
    let reasons = hits.iter().filter_map(|hit| hit.blocked.as_deref());
    assert!(reasons.into_iter().all(|why| why.ends_with('.')));
    let ambient = found("ambient", &scene);
    let named = ambient.iter().find(|hit| title(hit) == "light.ambient").expect("it is found");
    assert!(named.blocked.as_deref().is_some_and(|why| why.contains("classroom")));
}

/// Returns a scene with a part of every kind.
fn full() -> Scene {
    let mut scene = Scene::default();
    let mut add = |name: &str| scene.recipe.layers.add(0, LayerKind::named(name).unwrap());
    ["noise", "dunes", "craters"].into_iter().for_each(|kind| _ = add(kind));
    let listed = |id, kind| ListedOperation::new(id, Operation::new(kind));
    scene.recipe.operations = vec![listed(3, OperationKind::Terraces)];
    scene.recipe.layers[1].operations = vec![listed(4, OperationKind::Levels)];
    scene.recipe.layers[1].masks.0 = vec![Mask::new(5, MaskType::Slope)];
    scene.recipe.erosion_masks.0 = vec![Mask::new(6, MaskType::ALL[0].value)];
    scene.recipe.plants_masks.0 = vec![Mask::new(7, MaskType::Slope)];
    scene.recipe.rivers_masks.0 = vec![Mask::new(8, MaskType::Slope)];
    scene
}

#[test]
fn every_parameter_can_be_read_and_set_by_its_address() {
    let scene = full();
    assert_eq!(first("strata jitter terraces", &scene), "operation.3.jitter_m");
    let (all, defaults) = (parameters(&scene), values::with_defaults(&scene).unwrap());
    let addresses: std::collections::BTreeSet<_> = all.iter().map(|p| &p.address).collect();
    assert_eq!(addresses.len(), all.len(), "each once");
    assert!(all.len() > 150, "{}", all.len());
    for parameter in &all {
        let [value, default] = parameter.values(&scene, &defaults).expect(&parameter.address);
        let other = match parameter.row.kind {
            ParamKind::Number { min, max, .. } => {
                Value::Number(if default == Value::Number(min) { max } else { min })
            }
            ParamKind::Toggle => Value::Toggle(value != Value::Toggle(true)),
            _ => continue,
        };
        let mut edited = scene.clone();
        parameter.set(&mut edited, &other).unwrap();
        let [now, _] = parameter.values(&edited, &defaults).unwrap();
        assert_eq!(now, other, "{}", parameter.address);
    }
}
