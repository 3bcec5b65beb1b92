//! Heightmaps as layers of a land.

use std::path::Path;

use super::{Description, MapLayerOptions, height_range_m};
use orogen_terrain::address::Target;
use orogen_terrain::blend::Blend;
use orogen_terrain::choices::Spacing;
use orogen_terrain::heightmap::{Edges, HeightmapGroup, HeightmapLayer};
use orogen_terrain::layer::{Layer, LayerKind, Layers, LayersError};
use orogen_terrain::param::ParamError;
use orogen_terrain::scene::Scene;

/// Why a heightmap cannot become a layer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LayerError {
    /// A chosen number, or a number of the file, is out of range.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The land has the maximum number of layers.
    #[error(transparent)]
    Layers(#[from] LayersError),
}

/// Returns the heightmap of a heightmap layer.
pub(super) fn map_of(layer: &Layer) -> Option<&HeightmapLayer> {
    match &layer.kind {
        LayerKind::Heightmap(map) => Some(map),
        LayerKind::Noise(_) | LayerKind::Landform(_) | LayerKind::Marks(_) => None,
    }
}

/// Makes a layer of a heightmap with the given options and id.
///
/// No other layer may have the id.
///
/// # Errors
/// If a number is out of range.
pub fn layer_from(
    description: &Description,
    choices: &MapLayerOptions,
    id: u32,
) -> Result<Layer, ParamError> {
    let mut unchecked = unchecked_layer(description, choices, id);
    let mut layer = unchecked.with_defaults();
    let (from, mut to) = (Target::Layer(&mut unchecked), Target::Layer(&mut layer));
    for row in from.rows() {
        if let Some(value) = from.get(row.key) {
            to.set(row.key, value).map_err(|error| {
                let key = format!("layer.{id}.{}", row.key);
                let mut error = error;
                error.key = key;
                error
            })?;
        }
    }
    Ok(layer)
}

/// Inserts a heightmap at the bottom of the stack of layers, or above other joining maps.
///
/// If the new map joins its neighbours, additive maps whose edges fade become joining maps too, so
/// that the heights of overlapping maps do not add up. The new map then lies directly above the
/// topmost joining map, so that the new map is visible where maps overlap.
///
/// # Errors
/// If a number is out of range, or the land has the maximum number of layers.
pub fn insert_below(
    layers: &Layers,
    description: &Description,
    choices: &MapLayerOptions,
) -> Result<Layers, LayerError> {
    let mut new_layer = layer_from(description, choices, layers.next_id())?;
    make_name_unique(&mut new_layer, layers.iter(), |_| false);
    let joined = |layer: &Layer| {
        let mut layer = layer.clone();
        let adds = layer.head.layer.blend == Blend::Add;
        if let LayerKind::Heightmap(map) = &mut layer.kind
            && choices.edges == Edges::Join
            && map.heightmap.edges == Edges::Fade
            && adds
        {
            map.heightmap.edges = Edges::Join;
        }
        layer
    };
    let mut all: Vec<Layer> = layers.iter().map(joined).collect();
    let joins = |layer: &Layer| map_of(layer).is_some_and(|map| map.heightmap.edges == Edges::Join);
    let topmost = all.iter().rposition(joins).filter(|_| joins(&new_layer));
    all.insert(topmost.map_or(0, |index| index + 1), new_layer);
    Ok(Layers::new(all)?)
}

/// Renames a layer's heightmap file if the name is taken: `dem.tif` becomes `dem-2.tif`. A name is
/// taken if another heightmap has it or `is_taken` returns true. Saving the recipe copies the file
/// under the new name.
pub(super) fn make_name_unique<'a>(
    layer: &mut Layer,
    others: impl Iterator<Item = &'a Layer> + Clone,
    is_taken: impl Fn(&str) -> bool,
) {
    let LayerKind::Heightmap(renamed) = &mut layer.kind else { return };
    let has_other_map = |name: &str| {
        others
            .clone()
            .filter_map(map_of)
            .any(|map| map.heightmap.file == name && map.heightmap.hash != renamed.heightmap.hash)
    };
    let name = Path::new(&renamed.heightmap.file);
    let ending = name.extension().map(|ending| format!(".{}", ending.display()));
    let (stem, ending) =
        (name.file_stem().unwrap_or_default().display(), ending.unwrap_or_default());
    let numbered = |number: u32| match number {
        1 => renamed.heightmap.file.clone(),
        _ => format!("{stem}-{number}{ending}"),
    };
    let free = (1..).map(numbered).find(|name| !has_other_map(name) && !is_taken(name));
    renamed.heightmap.file = free.unwrap_or_default();
}

/// Describes the layers that would cover a map below them.
///
/// `None` if no layer would cover it.
///
/// Other heightmaps are not included, because they lie next to the map.
///
/// ```
/// use orogen_export::heightmap;
/// use orogen_terrain::layer::Layers;
///
/// let mut layers = Layers::default();
/// assert!(heightmap::describe_covering_layers(&layers).is_some());
/// layers[0].head.layer.visible = false;
/// assert!(heightmap::describe_covering_layers(&layers).is_none());
/// ```
pub fn describe_covering_layers(layers: &Layers) -> Option<String> {
    let effective = layers.visible().filter(|layer| layer.has_effect() && map_of(layer).is_none());
    let effective: Vec<&Layer> = effective.collect();
    let covers =
        |layer: &&&Layer| layer.is_unchanged_if_lowest() && layer.head.layer.blend == Blend::Over;
    let name = |layer: &Layer| format!("the layer “{}”", layer.title());
    if let Some(solo) = layers.iter().find(|layer| layer.head.layer.solo) {
        return Some(format!("{} is solo, so the map is hidden", name(solo)));
    }
    if let Some(layer) = effective.iter().find(covers) {
        return Some(format!("{} covers the whole map", name(layer)));
    }
    match &effective[..] {
        [] => None,
        [layer] => Some(format!("{} lies over the map and changes its heights", name(layer))),
        [first, others @ ..] => Some(format!(
            "{} and {} more lie over the map and change its heights",
            name(first),
            others.len()
        )),
    }
}

/// Makes a scene of the map alone, with the whole map in view.
///
/// The land has no other layers and samples at least as dense as the map's. Sea and snow get
/// heights that suit the land.
///
/// # Errors
/// If a number of the map is out of range.
pub fn scene_of_map(
    description: &Description,
    choices: &MapLayerOptions,
) -> Result<Scene, LayerError> {
    let mut scene = Scene::default();
    let new_layer = layer_from(description, choices, 1)?;
    let [low_m, high_m] = height_range_m(description, choices);
    scene.recipe.layers = Layers::new(vec![new_layer])?;
    let size = description.size();
    let cell_m = [0, 1].map(|axis| choices.size_m[axis] / (size[axis] - 1) as f64);
    let is_fine = |spacing: &Spacing| spacing.metres() <= cell_m[0].min(cell_m[1]);
    let spacing = Spacing::ALL.iter().rev().map(|row| row.value).find(is_fine);
    scene.recipe.world.spacing_m = spacing.unwrap_or(Spacing::Quarter);
    let [low_m, high_m] = [low_m.min(high_m), low_m.max(high_m)];
    let set = |scene: &mut Scene, key: &str, value: f64| {
        let _ = scene.set_text(key, &value.round().to_string());
    };
    set(&mut scene, "ground.snow_line_m", low_m + 0.75 * (high_m - low_m));
    set(&mut scene, "ground.tree_line_m", low_m + 0.5 * (high_m - low_m));
    let sea_m = if low_m < 0.0 { 0.0 } else { low_m - 30.0 };
    set(&mut scene, "world.sea_level_m", sea_m);
    let [width_m, depth_m] = choices.size_m;
    scene.view.camera.distance_m = (1.2 * width_m.max(depth_m)).clamp(10.0, 60_000.0);
    let [east_m, south_m] = choices.middle_m;
    if choices.middle_m != [0.0; 2] {
        scene.view.camera.focus_m = Some([east_m, 0.5 * (low_m + high_m), south_m]);
    }
    Ok(scene)
}

/// Makes a layer of a heightmap, without checking the ranges of its numbers.
fn unchecked_layer(description: &Description, choices: &MapLayerOptions, id: u32) -> Layer {
    let [low_m, high_m] = height_range_m(description, choices);
    let file = description.path.file_name().unwrap_or_default().to_string_lossy();
    let heightmap = HeightmapGroup {
        file: file.chars().take(200).collect(),
        hash: description.raster.hash().to_owned(),
        reading: choices.reading.to_string(),
        embedded: choices.embedded,
        width_m: choices.size_m[0],
        depth_m: choices.size_m[1],
        low_m,
        high_m,
        east_m: choices.middle_m[0],
        south_m: choices.middle_m[1],
        edges: choices.edges,
        fade_m: choices.fade_m,
        outside_m: choices.outside_m,
    };
    let mut layer = Layer::new(id, LayerKind::Heightmap(HeightmapLayer { heightmap }));
    layer.head.layer.name = choices.name.chars().take(60).collect();
    layer
}
