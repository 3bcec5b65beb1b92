//! Three hints for the first minutes, one at a time; each is gone for ever once it was followed.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Context, Frame, Order, RichText, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::export::ExportPanel;
use super::foot::EXPORT;
use super::state::UiState;
use super::theme;
use super::widgets::widget_id;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::studio::camera::pointer::PointerMotion;
use crate::studio::camera::state::{FreeArea, InputOwner};
use crate::studio::settings::KeptSettings;
use crate::terrain::recipe::Recipe;
use crate::terrain::settings::Side;

/// A hint, under the name that settings keep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hint {
    Drag,
    Height,
    Export,
}

impl Hint {
    /// In the order in which they come.
    pub const ALL: [Self; 3] = [Self::Drag, Self::Height, Self::Export];

    /// Its name in the settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Drag => "drag",
            Self::Height => "height",
            Self::Export => "export",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Self::Drag => "Drag the land to look round it; the wheel zooms.",
            Self::Height => "Drag Height: the land follows.",
            Self::Export => "Export writes what you see: heights, meshes, maps, code (Ctrl+E).",
        }
    }

    /// What of the panel it is about.
    fn about(self) -> Option<&'static str> {
        match self {
            Self::Drag => None,
            Self::Height => Some("shape.height_m"),
            Self::Export => Some(EXPORT),
        }
    }
}

/// Shows the hints, and notes which were followed.
pub struct HintsPlugin;

impl Plugin for HintsPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(EguiPrimaryContextPass, draw.after(super::draw))
            .add_systems(PostUpdate, note);
    }
}

/// Notes what was done, whether its hint was shown or not.
fn note(
    owner: Res<InputOwner>,
    motion: Res<PointerMotion>,
    buttons: Res<ButtonInput<MouseButton>>,
    wanted: Res<WantedScene>,
    export: Res<ExportPanel>,
    mut settings: ResMut<KeptSettings>,
    mut heights: Local<Option<Vec<f64>>>,
) {
    let drags = buttons.get_pressed().next().is_some() && motion.delta.length() > 0.0;
    let now = heights_m(&wanted.0.recipe);
    // A height that changes while another land comes was not dragged.
    let is_held = owner.panel_has_pointer && buttons.pressed(MouseButton::Left);
    let is_dragged = is_held && heights.as_ref().is_some_and(|before| *before != now);
    let done = [
        (Hint::Drag, drags && !owner.panel_has_pointer),
        (Hint::Height, is_dragged),
        (Hint::Export, export.open),
    ];
    *heights = Some(now);
    for (hint, _) in done.into_iter().filter(|(_, done)| *done) {
        if !settings.hints.contains(hint.name()) {
            settings.hints.insert(hint.name().to_owned());
        }
    }
}

fn heights_m(recipe: &Recipe) -> Vec<f64> {
    recipe.layers.iter().map(|layer| layer.height_m()).collect()
}

fn draw(
    mut contexts: EguiContexts,
    state: Res<UiState>,
    area: Res<FreeArea>,
    shown: Res<ShownLand>,
    settings: Res<KeptSettings>,
    export: Res<ExportPanel>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let is_quiet = !state.panel || state.hidden_for_picture || state.help || export.open;
    let (Some(free), false, Some(_)) = (area.0, is_quiet, shown.surface()) else { return Ok(()) };
    let scale = context.zoom_factor();
    let [min, max] = [free.min, free.max].map(|p| egui::pos2(p.x / scale, p.y / scale));
    let free = egui::Rect::from_min_max(min, max);
    let next = Hint::ALL.into_iter().find(|hint| !settings.hints.contains(hint.name()));
    if let Some(hint) = next {
        show(context, free, settings.panel_side, hint);
    }
    Ok(())
}

/// Shows a hint: on the land, or beside what it is about. It lets the pointer through.
pub fn show(context: &Context, free: egui::Rect, side: Side, hint: Hint) {
    let place = hint.about().map(|name| context.data(|data| data.get_temp(widget_id(name))));
    let (at, pivot) = match (place, side) {
        (None, _) => (free.center_bottom() - vec2(0.0, 150.0), Align2::CENTER_BOTTOM),
        // What it is about is not shown now.
        (Some(None), _) => return,
        (Some(Some(place)), side) => {
            let place: egui::Rect = place;
            match side {
                Side::Right => {
                    (egui::pos2(free.right() - 10.0, place.center().y), Align2::RIGHT_CENTER)
                }
                Side::Left => {
                    (egui::pos2(free.left() + 10.0, place.center().y), Align2::LEFT_CENTER)
                }
            }
        }
    };
    let area = egui::Area::new("hint".into())
        .order(Order::Middle)
        .interactable(false)
        .pivot(pivot)
        .fixed_pos(at);
    area.show(context, |ui| {
        let colours = theme::of(ui);
        let frame = Frame::new()
            .fill(colours.fill)
            .stroke((1.5, colours.accent))
            .corner_radius(6.0)
            .inner_margin(egui::Margin::symmetric(12, 7));
        frame.show(ui, |ui| {
            ui.set_max_width(320.0);
            ui.label(RichText::new(hint.words()).color(colours.strong));
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hints(world: &World) -> Vec<String> {
        world.resource::<KeptSettings>().hints.iter().cloned().collect()
    }

    #[test]
    fn a_hint_is_gone_once_it_was_followed() {
        let mut world = World::new();
        world.init_resource::<InputOwner>();
        world.init_resource::<PointerMotion>();
        world.init_resource::<ButtonInput<MouseButton>>();
        world.init_resource::<WantedScene>();
        world.init_resource::<ExportPanel>();
        world.init_resource::<KeptSettings>();
        let system = world.register_system(note);
        let run = |world: &mut World| world.run_system(system).unwrap();
        run(&mut world);
        world.resource_mut::<WantedScene>().0.recipe.base_mut().shape.height_m = 900.0;
        run(&mut world);
        assert_eq!(hints(&world), [""; 0], "another land is no drag");
        world.resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Left);
        world.resource_mut::<InputOwner>().panel_has_pointer = true;
        world.resource_mut::<PointerMotion>().delta = Vec2::X;
        run(&mut world);
        assert_eq!(hints(&world), [""; 0], "a drag on the panel is none of the land");
        world.resource_mut::<WantedScene>().0.recipe.base_mut().shape.height_m = 901.0;
        run(&mut world);
        assert_eq!(hints(&world), ["height"]);
        world.resource_mut::<InputOwner>().panel_has_pointer = false;
        run(&mut world);
        world.resource_mut::<ExportPanel>().open = true;
        run(&mut world);
        assert_eq!(hints(&world), ["drag", "export", "height"]);
    }
}
