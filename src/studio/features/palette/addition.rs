//! The layers, masks and operations that the palette can add.

use crate::studio::command::kinds::Command;
use crate::studio::panel::layers::actions::{self, layer_name};
use crate::studio::panel::layers::add::MAP;
use crate::studio::panel::layers::list_state::LayersUi;
use crate::studio::ui::widgets::choice::title;
use crate::terrain::layer::{Layer, LayerKind, MAX_LAYERS};
use crate::terrain::mask::{MAX_MASKS, MaskType};
use crate::terrain::operation::{MAX_OPERATIONS, OperationKind};
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;

/// A layer, mask or operation that the palette can add. The text is the name of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addition {
    Layer(&'static str),
    /// A mask of the selected layer.
    Mask(&'static str),
    Operation(&'static str),
}

/// Lists everything that can be added, each with its title and a one-sentence description.
/// `selected_id` is the layer that would receive the mask or operation.
pub(super) fn all(
    recipe: &Recipe,
    selected_id: u32,
) -> impl Iterator<Item = (Addition, String, String)> + use<> {
    let layer_title = selected(recipe, selected_id).map(layer_name).unwrap_or_default();
    let layers = LayerKind::kinds_without_file().into_iter().chain([MAP]).map(|(kind, doc)| {
        (Addition::Layer(kind), format!("Add a layer: {}", title(kind)), doc.to_owned())
    });
    let owner = layer_title.clone();
    let masks = MaskType::ALL.iter().map(move |row| {
        let doc = format!("Adds it to {owner}. {}", row.doc);
        (Addition::Mask(row.name), format!("Add a mask: {}", title(row.name)), doc)
    });
    let operations = OperationKind::ALL.iter().map(move |row| {
        let doc = format!("Adds it to {layer_title}. {}", row.doc);
        (Addition::Operation(row.name), format!("Add an operation: {}", title(row.name)), doc)
    });
    layers.chain(masks).chain(operations)
}

fn selected(recipe: &Recipe, id: u32) -> Option<&Layer> {
    let found = recipe.layers.iter().find(|layer| layer.id == id);
    found.or(recipe.layers.first())
}

impl Addition {
    /// Returns the reason why the recipe has no room for this addition, or `None` if it has room.
    pub(super) fn blocking_reason(self, recipe: &Recipe, selected_id: u32) -> Option<String> {
        let layer = selected(recipe, selected_id)?;
        let layer_title = layer_name(layer);
        match self {
            Self::Layer(_) => (recipe.layers.len() >= MAX_LAYERS)
                .then(|| "The land has the maximum number of layers.".to_owned()),
            Self::Mask(_) => (layer.masks.0.len() >= MAX_MASKS)
                .then(|| format!("{layer_title} has the maximum number of masks.")),
            Self::Operation(_) => (layer.operations.len() >= MAX_OPERATIONS)
                .then(|| format!("{layer_title} has the maximum number of operations.")),
        }
    }

    /// Adds the layer, mask or operation to the scene and returns the notice for the user. A
    /// heightmap layer needs a file first, so this returns the command that asks for a file instead.
    pub fn add(
        self,
        scene: &mut Scene,
        layers_ui: &mut LayersUi,
    ) -> (Option<Command>, Option<String>) {
        let recipe = &mut scene.recipe;
        let index = layers_ui.selected_index(&recipe.layers);
        let layer_title = layer_name(&recipe.layers[index]);
        let added = match self {
            Self::Layer(kind) if kind == MAP.0 => return (Some(Command::ImportMap), None),
            Self::Layer(kind) => {
                let kind = LayerKind::named(kind);
                let added = kind.and_then(|kind| actions::add(&mut recipe.layers, index, kind));
                added.map(|index| {
                    layers_ui.selected = recipe.layers[index].id;
                    format!("added {} over {layer_title}", layer_name(&recipe.layers[index]))
                })
            }
            Self::Mask(kind) => actions::add_mask(recipe, layers_ui, index, kind)
                .map(|_| format!("added a mask to {layer_title}: {}", title(kind))),
            Self::Operation(kind) => actions::add_operation(recipe, layers_ui, index, kind)
                .map(|_| format!("added an operation to {layer_title}: {}", title(kind))),
        };
        (None, added)
    }
}
