//! The divider: a line across the view, left of which the land is whole, and right of which it is
//! without a part: the one that the pointer is over in the panel, or the selected layer. Both are
//! live.

use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;

use crate::plugin::land::state::{Beside, DividerAt, WantedScene};
use crate::plugin::order::OrogenSet;
use crate::studio::app::keys::{Keys, Modifiers};
use crate::studio::app::notice::Notice;
use crate::studio::command::kinds::Command;
use crate::studio::document::history::steps as history;
use crate::studio::features::before::without;
use crate::studio::panel::layers::deeds::called;
use crate::studio::panel::state::{Hovered, SelectedLayer};
use crate::studio::ui::widgets::choice::title;
use crate::terrain::layer::{Part, Weighed};
use crate::terrain::operation::ListedOperation;
use crate::terrain::recipe::Recipe;

/// What is left out right of the divider.
#[derive(Resource, Debug, Default, PartialEq)]
pub struct Divider {
    part: Option<Part>,
    /// Whether it was asked for since the last frame.
    is_new: bool,
}

impl Divider {
    /// What is left out; `None` while the divider is closed.
    pub fn part(&self) -> Option<Part> {
        self.part
    }

    /// Opens the divider for a part, or closes it. Where there is nothing to leave out it is closed
    /// again in the same frame, with a line that says so.
    pub fn compare(&mut self, part: Option<Part>) {
        *self = Self { part, is_new: part.is_some() };
    }
}

/// Opens the divider, keeps the land beside up to date, and closes it when its part is gone.
pub struct DividerPlugin;

impl Plugin for DividerPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Divider>()
            .add_systems(PostUpdate, obey.in_set(OrogenSet::Edit))
            .add_systems(
                PostUpdate,
                (follow, nudge)
                    .after(OrogenSet::Edit)
                    .after(history::settle)
                    .before(OrogenSet::Build),
            );
    }
}

/// How far a key moves the divider, as a share of the picture's width.
const STEP: f32 = 0.02;

fn obey(
    mut asked: MessageReader<Command>,
    hovered: Res<Hovered>,
    selected: Res<SelectedLayer>,
    mut divider: ResMut<Divider>,
) {
    for _ in asked.read().filter(|command| **command == Command::ToggleDivider) {
        // As B leaves out.
        let part = hovered.0.unwrap_or(Part::Layer(selected.0));
        let is_open = divider.part.is_some();
        divider.compare((!is_open).then_some(part));
    }
}

fn nudge(keys: Res<Keys>, divider: Res<Divider>, mut at: ResMut<DividerAt>) {
    if divider.part.is_none() {
        return;
    }
    let steps = keys.pressed().iter().map(|(key, with)| match key {
        _ if *with != (Modifiers { ctrl: true, ..Modifiers::default() }) => 0.0,
        KeyCode::ArrowLeft => -STEP,
        KeyCode::ArrowRight => STEP,
        _ => 0.0,
    });
    let moved = DividerAt((at.0 + steps.sum::<f32>()).clamp(0.0, 1.0));
    at.set_if_neq(moved);
}

/// Has the land beside follow the edits and the selection.
fn follow(
    wanted: Res<WantedScene>,
    selected: Res<SelectedLayer>,
    mut known: Local<SelectedLayer>,
    mut divider: ResMut<Divider>,
    mut beside: ResMut<Beside>,
    mut notice: ResMut<Notice>,
) {
    let recipe = &wanted.0.recipe;
    let was = std::mem::replace(&mut *known, *selected);
    if let Some(part) = divider.part {
        let next = followed(part, was, *selected, recipe);
        let is_felt = !divider.is_new || next.is_some_and(|part| without(recipe, part) != *recipe);
        if !is_felt {
            notice.say(nothing(recipe, part));
        }
        divider.set_if_neq(Divider { part: next.filter(|_| is_felt), is_new: false });
    }
    let without = divider.part.map(|part| without(recipe, part));
    if beside.0 != without {
        beside.0 = without;
    }
}

/// What is left out after an edit: nothing if the part is gone, and of layers the selected one.
fn followed(part: Part, was: SelectedLayer, now: SelectedLayer, recipe: &Recipe) -> Option<Part> {
    let selected = Part::Layer(now.0);
    let follows = matches!(part, Part::Layer(_)) && was != now && has(recipe, selected);
    // Of one layer alone there may be nothing to leave out.
    let is_there =
        has(recipe, part) && (recipe.layers.len() > 1 || without(recipe, part) != *recipe);
    is_there.then_some(if follows { selected } else { part })
}

/// Whether there is a part in a recipe.
fn has(recipe: &Recipe, part: Part) -> bool {
    let layer = |id| recipe.layers.iter().find(|layer| layer.id == id);
    let lists = |operations: &[ListedOperation], id| operations.iter().any(|of| of.id == id);
    match part {
        Part::Layer(id) => layer(id).is_some(),
        Part::Operation { layer: None, operation } => lists(&recipe.operations, operation),
        Part::Operation { layer: Some(id), operation } => {
            layer(id).is_some_and(|layer| lists(&layer.operations, operation))
        }
        Part::Erosion => recipe.erosion.on,
        Part::Mask { of, mask } => {
            let masks = match of {
                Weighed::Layer(id) => layer(id).map(|layer| &layer.masks),
                Weighed::Erosion => Some(&recipe.erosion_masks),
                Weighed::Plants => Some(&recipe.plants_masks),
            };
            masks.is_some_and(|masks| masks.0.iter().any(|of| of.id == mask))
        }
    }
}

/// Why the divider does not open.
fn nothing(recipe: &Recipe, part: Part) -> String {
    match part {
        Part::Layer(_) if recipe.layers.len() == 1 => {
            "one layer alone has no mask, operation or erosion that could be left out".to_owned()
        }
        _ => {
            format!("{} is not part of the land: it cannot be left out", name(recipe, part))
        }
    }
}

/// What a part is called beside the divider.
pub fn name(recipe: &Recipe, part: Part) -> String {
    let layer = |id| recipe.layers.iter().find(|layer| layer.id == id);
    let operations = |of: Option<u32>| match of {
        Some(id) => layer(id).map_or(&[][..], |layer| &layer.operations),
        None => &recipe.operations,
    };
    match part {
        Part::Layer(_) if recipe.layers.len() == 1 => "masks, operations and erosion".to_owned(),
        Part::Layer(id) => layer(id).map_or_else(String::new, called),
        Part::Operation { layer, operation } => operations(layer)
            .iter()
            .find(|listed| listed.id == operation)
            .map_or_else(String::new, |listed| title(listed.operation.kind().name())),
        Part::Erosion => "erosion".to_owned(),
        Part::Mask { .. } => "the mask".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::layer::LayerKind;
    use crate::terrain::scene::Scene;

    /// The plugin's own systems, without a window.
    fn app(recipe: Recipe, selected: u32) -> App {
        let mut app = App::new();
        app.add_message::<Command>()
            .insert_resource(WantedScene(Scene { recipe, ..Scene::default() }))
            .insert_resource(SelectedLayer(selected))
            .init_resource::<Keys>()
            .init_resource::<Hovered>()
            .init_resource::<Notice>()
            .init_resource::<Beside>()
            .init_resource::<DividerAt>()
            .add_plugins(DividerPlugin);
        app
    }

    fn toggle(app: &mut App) -> Option<Recipe> {
        app.world_mut().write_message(Command::ToggleDivider);
        app.update();
        app.world().resource::<Beside>().0.clone()
    }

    fn two_layers() -> Recipe {
        let mut recipe = Recipe::default();
        recipe.layers.add(0, LayerKind::named("craters").unwrap()).unwrap();
        recipe
    }

    #[test]
    fn the_land_beside_follows_edits_and_the_selection_until_it_is_closed() {
        let recipe = two_layers();
        let mut app = app(recipe.clone(), 2);
        app.update();
        assert_eq!(app.world().resource::<Beside>().0, None);
        assert_eq!(toggle(&mut app), Some(recipe.without(Part::Layer(2))));
        let mut edited = recipe;
        edited.world.seed = "another".to_owned();
        app.world_mut().resource_mut::<WantedScene>().0.recipe = edited.clone();
        app.world_mut().resource_mut::<SelectedLayer>().0 = 1;
        app.update();
        assert_eq!(app.world().resource::<Beside>().0, Some(edited.without(Part::Layer(1))));
        assert_eq!(toggle(&mut app), None);
    }

    #[test]
    fn it_closes_when_its_layer_is_gone() {
        let mut app = app(two_layers(), 2);
        assert!(toggle(&mut app).is_some());
        // What undo takes back, and the panel selects what is left.
        app.world_mut().resource_mut::<WantedScene>().0.recipe = Recipe::default();
        app.world_mut().resource_mut::<SelectedLayer>().0 = 1;
        app.update();
        assert_eq!(app.world().resource::<Beside>().0, None);
        assert_eq!(app.world().resource::<Divider>().part(), None);
        assert_eq!(app.world().resource::<Notice>().text(), None, "nobody asked for it");
    }

    #[test]
    fn it_does_not_open_where_there_is_nothing_to_leave_out() {
        let mut app = app(Recipe::default(), 1);
        assert_eq!(toggle(&mut app), None);
        let said = app.world().resource::<Notice>().text().map(str::to_owned);
        assert!(said.is_some_and(|said| said.ends_with("could be left out")));
        assert_eq!(app.world().resource::<Divider>().part(), None);
    }
}
