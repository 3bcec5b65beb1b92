//! The state of the divider. The whole land is on its left, and on its right the land without one
//! part: the part under the pointer in the panel, or else the selected layer. Both sides show an
//! edit in the same frame.

use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;

use crate::plugin::land::state::{DividerPosition, SecondLand, WantedScene};
use crate::plugin::order::OrogenSet;
use crate::studio::app::keys::{Keys, Modifiers};
use crate::studio::app::notice::Notice;
use crate::studio::command::kinds::Command;
use crate::studio::document::history::steps as history;
use crate::studio::features::left_out_part::without;
use crate::studio::panel::layers::actions::layer_name;
use crate::studio::panel::state::{Hovered, SelectedLayer};
use crate::studio::ui::widgets::choice::title;
use crate::terrain::layer::RecipePart;
use crate::terrain::operation::ListedOperation;
use crate::terrain::recipe::Recipe;

/// The part that the land on the right of the divider leaves out.
#[derive(Resource, Debug, Default, PartialEq)]
pub struct Divider {
    part: Option<RecipePart>,
    /// True until [`follow`] has checked that the land without this part is another land.
    is_unchecked: bool,
}

impl Divider {
    /// Returns the part that is left out, or `None` while the divider is closed.
    pub fn part(&self) -> Option<RecipePart> {
        self.part
    }

    /// Opens the divider for a part, or closes it for `None`. If the land is the same without the
    /// part, the divider closes in the same frame and a notice says why.
    pub fn set_part(&mut self, part: Option<RecipePart>) {
        *self = Self { part, is_unchecked: part.is_some() };
    }
}

/// Adds the divider. It updates the second land after edits, and closes when its part is deleted.
pub fn plugin(app: &mut App) {
    app.init_resource::<Divider>()
        .add_systems(PostUpdate, handle_commands.in_set(OrogenSet::Edit))
        .add_systems(
            PostUpdate,
            (follow, nudge).after(OrogenSet::Edit).after(history::settle).before(OrogenSet::Build),
        );
}

/// The distance that an arrow key moves the line, as a fraction of the picture's width.
const STEP: f32 = 0.02;

fn handle_commands(
    mut commands: MessageReader<Command>,
    hovered: Res<Hovered>,
    selected: Res<SelectedLayer>,
    mut divider: ResMut<Divider>,
) {
    for _ in commands.read().filter(|command| **command == Command::ToggleDivider) {
        // Like the B key, take the part under the pointer, or else the selected layer.
        let part = hovered.0.unwrap_or(RecipePart::Layer(selected.0));
        let is_open = divider.part.is_some();
        divider.set_part((!is_open).then_some(part));
    }
}

fn nudge(keys: Res<Keys>, divider: Res<Divider>, mut position: ResMut<DividerPosition>) {
    if divider.part.is_none() {
        return;
    }
    let steps = keys.pressed().iter().map(|(key, modifiers)| match key {
        _ if *modifiers != (Modifiers { ctrl: true, ..Modifiers::default() }) => 0.0,
        KeyCode::ArrowLeft => -STEP,
        KeyCode::ArrowRight => STEP,
        _ => 0.0,
    });
    let moved = DividerPosition((position.0 + steps.sum::<f32>()).clamp(0.0, 1.0));
    position.set_if_neq(moved);
}

/// Updates the second land after edits and when another layer is selected.
fn follow(
    wanted: Res<WantedScene>,
    selected: Res<SelectedLayer>,
    mut last_selected: Local<SelectedLayer>,
    mut divider: ResMut<Divider>,
    mut second_land: ResMut<SecondLand>,
    mut notice: ResMut<Notice>,
) {
    let recipe = &wanted.0.recipe;
    let old_selection = std::mem::replace(&mut *last_selected, *selected);
    if let Some(part) = divider.part {
        let next = part_after_edit(part, old_selection, *selected, recipe);
        let may_open =
            !divider.is_unchecked || next.is_some_and(|part| without(recipe, part) != *recipe);
        if !may_open {
            notice.say(why_not_open(recipe, part));
        }
        divider.set_if_neq(Divider { part: next.filter(|_| may_open), is_unchecked: false });
    }
    let second_recipe = divider.part.map(|part| without(recipe, part));
    if second_land.0 != second_recipe {
        second_land.0 = second_recipe;
    }
}

/// Returns the part to leave out after an edit, or `None` if the recipe no longer has it. If the
/// part is a layer and the user selects another layer, returns the other layer.
fn part_after_edit(
    part: RecipePart,
    old_selection: SelectedLayer,
    selection: SelectedLayer,
    recipe: &Recipe,
) -> Option<RecipePart> {
    let selected = RecipePart::Layer(selection.0);
    let follows = matches!(part, RecipePart::Layer(_))
        && old_selection != selection
        && has_part(recipe, selected);
    // Without its only layer a land may be the same as with it (see `without`).
    let still_exists =
        has_part(recipe, part) && (recipe.layers.len() > 1 || without(recipe, part) != *recipe);
    still_exists.then_some(if follows { selected } else { part })
}

/// Returns true if the recipe has this part.
fn has_part(recipe: &Recipe, part: RecipePart) -> bool {
    let layer = |id| recipe.layers.iter().find(|layer| layer.id == id);
    let lists = |operations: &[ListedOperation], id| operations.iter().any(|row| row.id == id);
    match part {
        RecipePart::Layer(id) => layer(id).is_some(),
        RecipePart::Operation { layer: None, operation } => lists(&recipe.operations, operation),
        RecipePart::Operation { layer: Some(id), operation } => {
            layer(id).is_some_and(|layer| lists(&layer.operations, operation))
        }
        RecipePart::Erosion => recipe.erosion.on,
        RecipePart::Mask { owner, mask } => {
            recipe.masks_of(owner).is_some_and(|masks| masks.0.iter().any(|row| row.id == mask))
        }
    }
}

/// Tells the user why the divider cannot leave out a part.
fn why_not_open(recipe: &Recipe, part: RecipePart) -> String {
    match part {
        RecipePart::Layer(_) if recipe.layers.len() == 1 => {
            "this land has only one layer, and no mask, operation or erosion that could be left out"
                .to_owned()
        }
        _ => {
            format!(
                "the land is the same without {}, so the divider stays closed",
                part_name(recipe, part)
            )
        }
    }
}

/// Returns the name of a part for the divider's labels.
pub fn part_name(recipe: &Recipe, part: RecipePart) -> String {
    let layer = |id| recipe.layers.iter().find(|layer| layer.id == id);
    let operations = |layer_id: Option<u32>| match layer_id {
        Some(id) => layer(id).map_or(&[][..], |layer| &layer.operations),
        None => &recipe.operations,
    };
    match part {
        RecipePart::Layer(_) if recipe.layers.len() == 1 => {
            "masks, operations and erosion".to_owned()
        }
        RecipePart::Layer(id) => layer(id).map_or_else(String::new, layer_name),
        RecipePart::Operation { layer, operation } => operations(layer)
            .iter()
            .find(|listed| listed.id == operation)
            .map_or_else(String::new, |listed| title(listed.operation.kind().name())),
        RecipePart::Erosion => "erosion".to_owned(),
        RecipePart::Mask { .. } => "the mask".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::layer::LayerKind;
    use crate::terrain::scene::Scene;

    /// Returns an app with the systems of the plugin, without a window.
    fn app(recipe: Recipe, selected: u32) -> App {
        let mut app = App::new();
        app.add_message::<Command>()
            .insert_resource(WantedScene(Scene { recipe, ..Scene::default() }))
            .insert_resource(SelectedLayer(selected))
            .init_resource::<Keys>()
            .init_resource::<Hovered>()
            .init_resource::<Notice>()
            .init_resource::<SecondLand>()
            .init_resource::<DividerPosition>()
            .add_plugins(plugin);
        app
    }

    fn toggle(app: &mut App) -> Option<Recipe> {
        app.world_mut().write_message(Command::ToggleDivider);
        app.update();
        app.world().resource::<SecondLand>().0.clone()
    }

    fn two_layers() -> Recipe {
        let mut recipe = Recipe::default();
        recipe.layers.add(0, LayerKind::named("craters").unwrap()).unwrap();
        recipe
    }

    #[test]
    fn the_second_land_follows_edits_and_the_selection_until_the_divider_closes() {
        let recipe = two_layers();
        let mut app = app(recipe.clone(), 2);
        app.update();
        assert_eq!(app.world().resource::<SecondLand>().0, None);
        assert_eq!(toggle(&mut app), Some(recipe.without(RecipePart::Layer(2))));
        let mut edited = recipe;
        edited.world.seed = "another".to_owned();
        app.world_mut().resource_mut::<WantedScene>().0.recipe = edited.clone();
        app.world_mut().resource_mut::<SelectedLayer>().0 = 1;
        app.update();
        assert_eq!(
            app.world().resource::<SecondLand>().0,
            Some(edited.without(RecipePart::Layer(1)))
        );
        assert_eq!(toggle(&mut app), None);
    }

    #[test]
    fn the_divider_closes_with_its_layer() {
        let mut app = app(two_layers(), 2);
        assert!(toggle(&mut app).is_some());
        // An undo removes the layer, and the panel selects the remaining layer.
        app.world_mut().resource_mut::<WantedScene>().0.recipe = Recipe::default();
        app.world_mut().resource_mut::<SelectedLayer>().0 = 1;
        app.update();
        assert_eq!(app.world().resource::<SecondLand>().0, None);
        assert_eq!(app.world().resource::<Divider>().part(), None);
        assert_eq!(app.world().resource::<Notice>().text(), None, "the user did not ask for it");
    }

    #[test]
    fn the_divider_does_not_open_without_a_part_to_leave_out() {
        let mut app = app(Recipe::default(), 1);
        assert_eq!(toggle(&mut app), None);
        let notice = app.world().resource::<Notice>().text().map(str::to_owned);
        assert!(notice.is_some_and(|notice| notice.ends_with("could be left out")));
        assert_eq!(app.world().resource::<Divider>().part(), None);
    }
}
