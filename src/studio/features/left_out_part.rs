//! Before and after: while the user holds B, the view shows the land without one part (a layer, a
//! mask, an operation or the erosion). It is the part under the pointer in the panel, or else the
//! selected layer. The module also puts the lab's preview on the land.

use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;

use super::lab::land::LabLand;
use crate::plugin::land::state::{RecipeOverride, ViewOverride, WantedScene};
use crate::plugin::order::OrogenSet;
use crate::studio::app::keys::Keys;
use crate::studio::app::shaders::PreparedShaders;
use crate::studio::panel::state::{Hovered, SelectedLayer};
use crate::terrain::layer::RecipePart;
use crate::terrain::recipe::Recipe;

/// Adds the system that shows the land without a part while the user holds B.
pub fn plugin(app: &mut App) {
    app.init_resource::<LeftOutPart>()
        .add_systems(PostUpdate, update_overrides.after(OrogenSet::Edit).before(OrogenSet::Build));
}

/// The key that the user holds to see the land without the part.
const KEY: KeyCode = KeyCode::KeyB;

/// The part that the view leaves out while the user holds B; `None` otherwise.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOutPart(Option<RecipePart>);

impl LeftOutPart {
    /// Returns the part to leave out, or `None` if B is up. The part stays the same for as long as
    /// the user holds B, wherever the pointer goes.
    pub fn now(self, keys: &Keys, hovered: Hovered, selected: SelectedLayer) -> Option<RecipePart> {
        let part = || self.0.or(hovered.0).unwrap_or(RecipePart::Layer(selected.0));
        keys.is_held(KEY).then(part)
    }
}

fn update_overrides(
    keys: Res<Keys>,
    (hovered, selected): (Res<Hovered>, Res<SelectedLayer>),
    wanted: Res<WantedScene>,
    lab: Res<LabLand>,
    shaders: Option<Res<PreparedShaders>>,
    mut shown: ResMut<RecipeOverride>,
    mut view: ResMut<ViewOverride>,
    mut left_out_part: ResMut<LeftOutPart>,
) {
    let left_out = left_out_part.now(&keys, *hovered, *selected);
    left_out_part.set_if_neq(LeftOutPart(left_out));
    let without = left_out.map(|part| without(&wanted.0.recipe, part));
    let recipe_override = without.or_else(|| lab.recipe().cloned());
    if shown.0 != recipe_override {
        shown.0 = recipe_override;
    }
    let view_now = lab.view.as_ref().unwrap_or(&wanted.0.view.params);
    let plain = shaders.and_then(|shaders| shaders.plain_view(view_now));
    let view_override = plain.or_else(|| lab.view.clone());
    if view.0 != view_override {
        view.0 = view_override;
    }
}

/// Returns the recipe without a part. A land needs at least one layer, so the only layer stays and
/// loses its masks and operations; the operations on the land and the erosion go too.
pub fn without(recipe: &Recipe, part: RecipePart) -> Recipe {
    if part != RecipePart::Layer(recipe.layers[0].id) || recipe.layers.len() > 1 {
        return recipe.without(part);
    }
    let mut plain = recipe.clone();
    plain.layers[0].operations.clear();
    plain.layers[0].masks.0.clear();
    plain.operations.clear();
    plain.erosion.on = false;
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::layer::LayerKind;
    use crate::terrain::operation::{ListedOperation, Operation, OperationKind};

    #[test]
    fn only_the_given_part_is_left_out() {
        let terraces = ListedOperation::new(4, Operation::new(OperationKind::Terraces));
        let mut recipe = Recipe { operations: vec![terraces], ..Recipe::default() };
        let plain = without(&recipe, RecipePart::Layer(1));
        assert_eq!(plain, Recipe::default(), "the only layer stays");
        let off = without(&recipe, RecipePart::Operation { layer: None, operation: 4 });
        assert!(!off.operations[0].on);
        recipe.layers.add(0, LayerKind::named("craters").unwrap()).unwrap();
        let hidden = without(&recipe, RecipePart::Layer(2));
        assert!(!hidden.layers[1].head.layer.visible && hidden.layers[0].head.layer.visible);
        assert_eq!(hidden.operations, recipe.operations);
    }
}
