//! Layers whose heightmap is missing.

use super::{HeightmapGroup, store};
use crate::layer::{Layer, LayerKind};
use crate::recipe::Recipe;

/// A layer whose heightmap is missing.
#[derive(Clone, Debug, PartialEq)]
pub struct MissingHeightmap {
    /// The layer's id and title.
    pub layer: (u32, String),
    /// The file name; empty if no file is chosen.
    pub file: String,
    /// The reason, as the end of a sentence about the file.
    pub why: String,
}

impl std::fmt::Display for MissingHeightmap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { layer: (id, title), file, why } = self;
        let title = orogen_noise::text::sanitise(title);
        match &**file {
            "" => write!(f, "layer {id} ({title}) has no heightmap yet and is ignored"),
            file => {
                let file = orogen_noise::text::sanitise(file);
                write!(f, "layer {id} ({title}) is ignored: its heightmap `{file}` {why}")
            }
        }
    }
}

/// The layers of a recipe whose heightmap is missing. They contribute nothing.
pub fn missing(recipe: &Recipe) -> Vec<MissingHeightmap> {
    let missing_map = |layer: &Layer| {
        let LayerKind::Heightmap(map) = &layer.kind else { return None };
        if map.raster().is_some() {
            return None;
        }
        let HeightmapGroup { file, hash, .. } = &map.heightmap;
        let why = store::failure(hash).unwrap_or_else(|| "cannot be found".to_owned());
        Some(MissingHeightmap {
            layer: (layer.id, layer.title().to_owned()),
            file: file.clone(),
            why,
        })
    };
    recipe.layers.iter().filter_map(missing_map).collect()
}
