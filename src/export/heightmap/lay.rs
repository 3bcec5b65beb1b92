//! A heightmap laid into a land: a layer, and its place among others.

use super::{Choices, Description, ends_m};
use crate::terrain::address::Target;
use crate::terrain::heightmap::{HeightmapGroup, HeightmapLayer};
use crate::terrain::layer::{Layer, LayerKind, Layers, LayersError};
use crate::terrain::param::ParamError;

/// Why a heightmap is no layer of a land.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LayError {
    /// A number that was chosen, or that the file says, is out of its range.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The land has as many layers as can be.
    #[error(transparent)]
    Layers(#[from] LayersError),
}

/// A layer of a file with what was chosen, under a number that no other layer has; each of its
/// numbers is within its range.
///
/// # Errors
/// Where one is not.
pub fn layer_from(
    description: &Description,
    choices: &Choices,
    id: u32,
) -> Result<Layer, ParamError> {
    let mut made = unchecked(description, choices, id);
    let mut layer = made.fresh();
    let (from, mut to) = (Target::Layer(&mut made), Target::Layer(&mut layer));
    for row in from.rows() {
        if let Some(value) = from.get(row.key) {
            to.set(row.key, value).map_err(|error| {
                let key = format!("layer.{id}.{}", row.key);
                ParamError { key, ..error }
            })?;
        }
    }
    Ok(layer)
}

/// Layers with a heightmap below them.
///
/// # Errors
/// Where a number is out of its range, or there are as many layers as can be.
pub fn below(
    layers: &Layers,
    description: &Description,
    choices: &Choices,
) -> Result<Layers, LayError> {
    let own = layer_from(description, choices, layers.next_id())?;
    Ok(Layers::new(std::iter::once(own).chain(layers.iter().cloned()).collect())?)
}

/// A layer of a file with what was chosen, as it was said.
fn unchecked(description: &Description, choices: &Choices, id: u32) -> Layer {
    let [low_m, high_m] = ends_m(description, choices);
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
