//! The keys of a scene's parameters, and what each does.

use orogen_terrain::address::{self, AddressRow};
use orogen_terrain::param::Document;
use orogen_terrain::recipe::{NoiseLayer, Recipe};
use orogen_terrain::scene::{Scene, SceneError};
use orogen_terrain::view::ViewParams;

/// Lists the keys of all parameters: of the recipe, its layers, operations and masks, and the view.
pub fn keys(scene: &Scene) -> Vec<String> {
    let mut keys = vec![];
    each(scene, |key, _| keys.push(key.to_owned()));
    keys
}

/// Describes a parameter.
///
/// # Errors
/// If there is no parameter of this key.
pub fn describe(scene: &Scene, key: &str) -> Result<AddressRow, SceneError> {
    let mut found = None;
    each(scene, |known, row| {
        if known == key {
            found = Some(row);
        }
    });
    match found {
        Some(row) => Ok(row),
        // `value` returns the error for an unknown key. It also accepts the names of layers in place
        // of their numbers, but such a key has no row.
        None => {
            scene.value(key).and(Err(SceneError::UnknownKey { key: key.to_owned(), nearest: None }))
        }
    }
}

fn each(scene: &Scene, mut visitor: impl FnMut(&str, AddressRow)) {
    let has_one_layer = scene.recipe.layers.len() == 1;
    for param in Recipe::params() {
        if has_one_layer || NoiseLayer::param(param.key).is_none() {
            visitor(param.key, param.row(param.key));
        }
    }
    for param in ViewParams::params() {
        visitor(param.key, param.row(param.key));
    }
    address::visit(&mut scene.recipe.clone(), |prefix, target| {
        for row in target.rows() {
            visitor(&format!("{prefix}{}", row.key), row);
        }
    });
}
