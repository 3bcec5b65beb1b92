//! Lists the values of a scene with their addresses, for comparisons and resets.

use crate::address::{AddressRow, Listed, Target};
use crate::layer::{Layer, LayerKind, Layers};
use crate::marks::{Mark, MarksLayer};
use crate::mask::Masks;
use crate::param::{Document, Param, Value};
use crate::recipe::{NoiseLayer, Recipe};
use crate::scene::Scene;
use crate::view::ViewParams;

/// A parameter of a scene, with its address and value.
#[derive(Clone, Debug)]
pub struct SceneValue {
    /// The address as in `--set`: `world.seed`, `layer.2.opacity`, `layer.2.mask.1.low_m`.
    pub address: String,
    /// The parameter's table row.
    pub row: AddressRow,
    /// The value.
    pub value: Value,
}

/// Lists the values of all parameters of a scene's recipe and view.
///
/// The addresses of layers contain their ids. The camera and the bookmarks are not parameters, so
/// the list leaves them out.
pub fn of_scene(scene: &Scene) -> Vec<SceneValue> {
    let recipe = &scene.recipe;
    let of_layers = recipe.layers.iter().flat_map(of_layer);
    table_values(Recipe::params().iter().filter(|param| !is_noise_key(param.key)), recipe)
        .chain(part_values(&recipe.rivers_masks.0, "rivers.mask"))
        .chain(part_values(&recipe.erosion_masks.0, "erosion.mask"))
        .chain(part_values(&recipe.plants_masks.0, "plants.mask"))
        .chain(of_layers)
        .chain(part_values(&recipe.operations, "operation"))
        .chain(table_values(ViewParams::params().iter(), &scene.view.params))
        .collect()
}

/// Finds the value at an address, such as `layer.2.opacity`.
///
/// A key of a noise layer, such as `fractal.octaves`, belongs to the lowest noise layer.
///
/// ```
/// use orogen_terrain::{Scene, values};
///
/// let octaves = values::at(&Scene::default(), "fractal.octaves").expect("a parameter");
/// assert_eq!(octaves.value.to_string(), "8");
/// ```
pub fn at(scene: &Scene, address: &str) -> Option<SceneValue> {
    let recipe = &scene.recipe;
    let (first, rest) = address.split_once('.')?;
    if first == "operation" {
        return part_value(&recipe.operations, rest, address);
    }
    if let Some(rest) = address.strip_prefix("rivers.mask.") {
        return part_value(&recipe.rivers_masks.0, rest, address);
    }
    if let Some(rest) = address.strip_prefix("erosion.mask.") {
        return part_value(&recipe.erosion_masks.0, rest, address);
    }
    if let Some(rest) = address.strip_prefix("plants.mask.") {
        return part_value(&recipe.plants_masks.0, rest, address);
    }
    if first == "layer" {
        let (id, rest) = rest.split_once('.')?;
        let layer = recipe.layers.iter().find(|layer| id.parse() == Ok(layer.id))?;
        if let Some(rest) = rest.strip_prefix("operation.") {
            return part_value(&layer.operations, rest, address);
        }
        if let Some(rest) = rest.strip_prefix("mark.") {
            return part_value(layer.marks(), rest, address);
        }
        return match rest.strip_prefix("mask.") {
            Some(rest) => part_value(&layer.masks.0, rest, address),
            None => target_value(Target::Layer(&mut layer.without_parts()), rest, address),
        };
    }
    let of_recipe = Recipe::param(address).map(|param| param_value(param, recipe));
    of_recipe
        .or_else(|| ViewParams::param(address).map(|param| param_value(param, &scene.view.params)))
}

/// Adds the id of the lowest noise layer to a key of a noise layer, if the scene has several layers.
///
/// Other addresses stay as they are.
pub fn whole_address(scene: &Scene, address: &str) -> String {
    let layers = &scene.recipe.layers;
    let noises = layers.iter().filter(|layer| layer.as_noise().is_some()).count();
    let base = layers.iter().find(|layer| layer.as_noise().is_some());
    match base {
        Some(base) if is_noise_key(address) && (noises > 1 || layers.len() > 1) => {
            format!("layer.{}.{address}", base.id)
        }
        _ => address.to_owned(),
    }
}

/// The same layers, operations and masks as in a scene, all with default values.
///
/// Marks keep their paths. Returns `None` if the scene's layers are invalid.
pub fn with_defaults(scene: &Scene) -> Option<Scene> {
    let recipe = &scene.recipe;
    let layers = recipe.layers.iter().map(|layer| -> Option<Layer> {
        let mut default = layer.with_defaults();
        default.operations = layer.operations.iter().map(Listed::with_defaults).collect();
        default.masks.0 = layer.masks.0.iter().map(Listed::with_defaults).collect();
        if let LayerKind::Marks(marks) = &mut default.kind {
            // The path of a mark has no default.
            let layer_marks = layer.marks().iter();
            let default_mark =
                |mark: &Mark| Mark { path: mark.path.clone(), ..mark.with_defaults() };
            *marks = MarksLayer::new(layer_marks.map(default_mark).collect()).ok()?;
        }
        Some(default)
    });
    let recipe = Recipe {
        layers: Layers::new(layers.collect::<Option<_>>()?).ok()?,
        operations: recipe.operations.iter().map(Listed::with_defaults).collect(),
        rivers_masks: Masks(recipe.rivers_masks.0.iter().map(Listed::with_defaults).collect()),
        erosion_masks: Masks(recipe.erosion_masks.0.iter().map(Listed::with_defaults).collect()),
        plants_masks: Masks(recipe.plants_masks.0.iter().map(Listed::with_defaults).collect()),
        ..Recipe::default()
    };
    Some(Scene { recipe, ..Scene::default() })
}

/// Lists the values of a layer and of its operations, masks and marks.
pub fn of_layer(layer: &Layer) -> Vec<SceneValue> {
    let prefix = format!("layer.{}", layer.id);
    target_values(Target::Layer(&mut layer.without_parts()), &prefix)
        .chain(part_values(&layer.operations, &format!("{prefix}.operation")))
        .chain(part_values(&layer.masks.0, &format!("{prefix}.mask")))
        .chain(part_values(layer.marks(), &format!("{prefix}.mark")))
        .collect()
}

fn is_noise_key(key: &str) -> bool {
    NoiseLayer::param(key).is_some()
}

fn param_value<D>(param: &Param<D>, document: &D) -> SceneValue {
    let value = (param.get)(document);
    SceneValue { address: param.key.to_owned(), row: param.row(param.key), value }
}

fn table_values<'a, D: 'static>(
    params: impl Iterator<Item = &'static Param<D>> + 'a,
    document: &'a D,
) -> impl Iterator<Item = SceneValue> + 'a {
    params.map(move |param| param_value(param, document))
}

fn target_values(target: Target<'_>, prefix: &str) -> impl Iterator<Item = SceneValue> + use<> {
    let row_value = |row: AddressRow| {
        let value = target.get(row.key).expect("a row has a value");
        SceneValue { address: format!("{prefix}.{}", row.key), row, value }
    };
    target.rows().into_iter().map(row_value).collect::<Vec<_>>().into_iter()
}

fn part_values<T: Listed + Clone>(parts: &[T], prefix: &str) -> impl Iterator<Item = SceneValue> {
    let values =
        |part: &T| target_values(part.clone().target(), &format!("{prefix}.{}", part.number()));
    parts.iter().flat_map(values).collect::<Vec<_>>().into_iter()
}

fn part_value<T: Listed + Clone>(parts: &[T], rest: &str, address: &str) -> Option<SceneValue> {
    let (number, key) = rest.split_once('.')?;
    let part = parts.iter().find(|part| number.parse() == Ok(part.number()))?;
    target_value(part.clone().target(), key, address)
}

fn target_value(target: Target<'_>, key: &str, address: &str) -> Option<SceneValue> {
    let (row, value) = (target.row(key)?, target.get(key)?);
    Some(SceneValue { address: address.to_owned(), row, value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::PRESETS;

    #[test]
    fn every_value_is_listed_once_and_found_by_its_address() {
        for preset in PRESETS {
            let scene = preset.scene().unwrap();
            let values = of_scene(&scene);
            for (i, value) in values.iter().enumerate() {
                let found = at(&scene, &value.address).expect("it is found");
                assert_eq!(found.value, value.value, "{}", value.address);
                assert!(values[..i].iter().all(|other| other.address != value.address));
                let mut again = scene.clone();
                again.set_text(&value.address, &value.value.to_string()).unwrap();
                assert_eq!(again, scene, "{}: {}", preset.slug, value.address);
            }
        }
    }

    #[test]
    fn an_unknown_address_has_no_value() {
        for address in ["", "world", "world.none", "layer.9.opacity", "layer.1.mask.4.low_m"] {
            assert!(at(&Scene::default(), address).is_none(), "{address}");
        }
        let octaves = at(&Scene::default(), "fractal.octaves").expect("the only layer has it");
        assert_eq!(octaves.value, Value::Number(8.0));
    }
}
