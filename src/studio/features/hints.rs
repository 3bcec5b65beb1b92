//! Hints for new users, shown one after the other. The program never shows a hint again once
//! the user has done what it suggests, or closed it.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Context, Frame, Order, RichText, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::export::panel::ExportPanel;
use super::hands::state::Hands;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::studio::app::order::PassSet;
use crate::studio::app::settings::data::WindowSide;
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::camera::pointer::PointerMotion;
use crate::studio::camera::state::{FreeArea, InputOwner};
use crate::studio::features::help::KeysWindow;
use crate::studio::panel::footer::EXPORT;
use crate::studio::panel::state::UiState;
use crate::studio::panel::toasts;
use crate::studio::ui::shared::{note_place, take_place};
use crate::studio::ui::tab;
use crate::studio::ui::theme::{self, CLOSE};
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::ids::widget_id;
use crate::terrain::recipe::Recipe;

/// A hint for new users.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hint {
    Drag,
    Height,
    Shape,
    Export,
}

impl Hint {
    /// All hints, in the order in which they appear.
    pub const ALL: [Self; 4] = [Self::Drag, Self::Height, Self::Shape, Self::Export];

    /// Returns the hint's name in the settings file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Drag => "drag",
            Self::Height => "height",
            Self::Shape => "shape",
            Self::Export => "export",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Self::Drag => "Drag the land to look around; the wheel zooms.",
            Self::Height => "Drag Height: the land follows.",
            Self::Shape => "Press T and draw a mountain.",
            Self::Export => "Export writes what you see: heights, meshes, maps, code (Ctrl+E).",
        }
    }

    /// Returns the name of the panel's widget that the hint explains; `None` if it explains the
    /// land.
    fn explained_widget(self) -> Option<&'static str> {
        match self {
            Self::Drag | Self::Shape => None,
            Self::Height => Some("shape.height_m"),
            Self::Export => Some(EXPORT),
        }
    }
}

/// Shows the hints and records those that the user has followed.
pub fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::OverPanels))
        .add_systems(PostUpdate, record_followed);
}

/// Records a hint as followed when the user does what it suggests, even if it was not shown.
fn record_followed(
    owner: Res<InputOwner>,
    motion: Res<PointerMotion>,
    buttons: Res<ButtonInput<MouseButton>>,
    wanted: Res<WantedScene>,
    export: Res<ExportPanel>,
    hands: Res<Hands>,
    mut settings: ResMut<KeptSettings>,
    (mut heights, mut was_held): (Local<Option<Vec<f64>>>, Local<bool>),
) {
    let has_moved = motion.delta != Vec2::ZERO;
    let heights_now = heights_m(&wanted.0.recipe);
    // Loading another land changes the heights too, so only a change while the left button is held
    // over the panel counts.
    let is_left_down =
        buttons.pressed(MouseButton::Left) || buttons.just_released(MouseButton::Left);
    let is_held = owner.panel_has_pointer && is_left_down;
    let is_or_was_held = std::mem::replace(&mut *was_held, is_held) || is_held;
    let has_changed =
        is_or_was_held && heights.as_ref().is_some_and(|before| *before != heights_now);
    let done = [
        (Hint::Drag, has_moved && !owner.panel_has_drag),
        (Hint::Height, has_changed),
        (Hint::Shape, hands.is_drawing()),
        (Hint::Export, export.open),
    ];
    *heights = Some(heights_now);
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
    mut settings: ResMut<KeptSettings>,
    (export, keys, hands): (Res<ExportPanel>, Res<KeysWindow>, Res<Hands>),
) -> Result {
    let context = contexts.ctx_mut()?;
    let has_window = keys.open || export.open || hands.open;
    let is_suppressed = !state.panel || state.hidden_for_picture || has_window;
    if area.0.is_none() || is_suppressed || shown.surface().is_none() {
        return Ok(());
    }
    let free = area.of(context);
    let next = Hint::ALL.into_iter().find(|hint| !settings.hints.contains(hint.name()));
    if let Some(hint) = next
        && show(context, free, settings.panel_side, hint)
    {
        settings.hints.insert(hint.name().to_owned());
    }
    Ok(())
}

/// The maximum width of a hint, and the width of the free area below which no hint is shown, in
/// points.
const WIDTH: f32 = 340.0;
const MIN_FREE_WIDTH: f32 = 200.0;
/// The least distance from a hint to the panels, in points.
const MARGIN: f32 = 10.0;
/// The distance of hints about the land from the bottom, in points. It leaves room for the scale bar
/// and the notices.
const BOTTOM_GAP: f32 = 150.0;

/// Shows a hint over the land. If it explains a widget of the panel, it appears level with that
/// widget. Returns true if the user closed it.
pub fn show(context: &Context, free: egui::Rect, side: WindowSide, hint: Hint) -> bool {
    if free.width() < MIN_FREE_WIDTH {
        return false;
    }
    // Each frame that draws the widget records its place, and this call removes the record. So a
    // widget without a record is not visible.
    let place = hint.explained_widget().map(|name| take_place(context, widget_id(name)));
    let (position, pivot) = match place {
        None => {
            let gap = BOTTOM_GAP.min(0.4 * free.height());
            (free.center_bottom() - vec2(0.0, gap), Align2::CENTER_BOTTOM)
        }
        // The widget to explain is not visible.
        Some(None) => return false,
        Some(Some(place)) => {
            let place: egui::Rect = place;
            match side {
                WindowSide::Right => {
                    (egui::pos2(free.right() - MARGIN, place.center().y), Align2::RIGHT_CENTER)
                }
                WindowSide::Left => {
                    (egui::pos2(free.left() + MARGIN, place.center().y), Align2::LEFT_CENTER)
                }
            }
        }
    };
    let position = above_notices(context, position, pivot);
    let area = egui::Area::new(AREA.into()).order(Order::Middle).pivot(pivot).fixed_pos(position);
    let area = area.constrain_to(free.shrink(MARGIN));
    let shown = area.show(context, |ui| {
        let colours = theme::of(ui);
        let frame = Frame::new()
            .fill(colours.fill)
            .stroke((1.5, colours.accent))
            .corner_radius(6.0)
            .inner_margin(egui::Margin::symmetric(12, 7));
        frame.show(ui, |ui| contents(ui, free.width(), hint)).inner
    });
    shown.inner
}

/// The name of the hint's area in egui.
const AREA: &str = "hint";

/// Moves a hint up if it would cover notices.
fn above_notices(context: &Context, position: egui::Pos2, pivot: Align2) -> egui::Pos2 {
    let visible_rect = |name: &'static str| {
        let layer = egui::LayerId::new(Order::Middle, name.into());
        context.memory(|memory| {
            memory.areas().visible_last_frame(&layer).then(|| memory.area_rect(layer.id)).flatten()
        })
    };
    let Some((hint_rect, notices)) = visible_rect(AREA).zip(visible_rect(toasts::AREA)) else {
        return position;
    };
    let place = pivot.anchor_size(position, hint_rect.size());
    let overlap = place.bottom() + MARGIN - notices.top();
    match place.intersects(notices) {
        true => position - vec2(0.0, overlap.max(0.0)),
        false => position,
    }
}

/// Shows the text and the close button. Returns true if the user closed the hint.
fn contents(ui: &mut egui::Ui, free_width: f32, hint: Hint) -> bool {
    /// The width reserved for the close button.
    const CLOSE_WIDTH: f32 = 28.0;
    let max_width = WIDTH.min(free_width - 2.0 * MARGIN - 24.0) - CLOSE_WIDTH;
    let words = RichText::new(hint.words()).color(theme::of(ui).strong);
    let font = egui::TextStyle::Body.resolve(ui.style());
    let one_line = ui.painter().layout_no_wrap(hint.words().to_owned(), font, theme::of(ui).strong);
    ui.horizontal(|ui| {
        if one_line.size().x <= max_width {
            ui.add(egui::Label::new(words).extend().selectable(false));
        } else {
            ui.allocate_ui(vec2(max_width, 0.0), |ui| {
                ui.add(egui::Label::new(words).wrap().selectable(false));
            });
        }
        let close = ui.small_button(CLOSE);
        tab::name(&close, "Close the hint");
        note_place(ui.ctx(), widget_id(CLOSE_HINT), close.rect);
        close.tip("Closes this hint for good.").clicked()
    })
    .inner
}

/// The name under which egui's memory keeps the place of the close button.
pub const CLOSE_HINT: &str = "close the hint";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studio::ui::shared::place_of;

    fn hints(world: &World) -> Vec<String> {
        world.resource::<KeptSettings>().hints.iter().cloned().collect()
    }

    #[test]
    fn a_hint_is_recorded_once_the_user_follows_it() {
        let mut world = World::new();
        world.init_resource::<InputOwner>();
        world.init_resource::<PointerMotion>();
        world.init_resource::<ButtonInput<MouseButton>>();
        world.init_resource::<WantedScene>();
        world.init_resource::<ExportPanel>();
        world.init_resource::<Hands>();
        world.init_resource::<KeptSettings>();
        let system = world.register_system(record_followed);
        let run = |world: &mut World| world.run_system(system).unwrap();
        run(&mut world);
        world.resource_mut::<WantedScene>().0.recipe.base_mut().shape.height_m = 900.0;
        run(&mut world);
        assert_eq!(hints(&world), [""; 0], "loading another land is no drag");
        world.resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Left);
        let mut owner = world.resource_mut::<InputOwner>();
        (owner.panel_has_pointer, owner.panel_has_drag) = (true, true);
        world.resource_mut::<PointerMotion>().delta = Vec2::X;
        run(&mut world);
        assert_eq!(hints(&world), [""; 0], "a drag on the panel is no drag of the land");
        world.resource_mut::<WantedScene>().0.recipe.base_mut().shape.height_m = 901.0;
        run(&mut world);
        assert_eq!(hints(&world), ["height"]);
        let mut owner = world.resource_mut::<InputOwner>();
        (owner.panel_has_pointer, owner.panel_has_drag) = (false, false);
        run(&mut world);
        world.resource_mut::<ExportPanel>().open = true;
        run(&mut world);
        assert_eq!(hints(&world), ["drag", "export", "height"]);
    }

    #[test]
    fn every_hint_can_be_closed_and_covers_neither_panel_nor_lab() {
        for (screen, side, lab) in [
            ([1280.0, 720.0], WindowSide::Right, 0.0),
            ([1280.0, 720.0], WindowSide::Left, 0.0),
            ([1280.0, 720.0], WindowSide::Right, 465.0),
            ([800.0, 600.0], WindowSide::Right, 0.0),
        ] {
            let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, screen.into());
            let (left, right) = match side {
                WindowSide::Right => (lab, 350.0),
                WindowSide::Left => (350.0 + lab, 0.0),
            };
            let free = screen.with_min_x(left).with_max_x(screen.max.x - right);
            let about = egui::Rect::from_min_size(egui::pos2(20.0, 300.0), vec2(200.0, 20.0));
            for hint in Hint::ALL {
                let context = Context::default();
                theme::apply(&context);
                let pass = |events: Vec<egui::Event>| {
                    let screen_rect = Some(screen);
                    let input = egui::RawInput { screen_rect, events, ..Default::default() };
                    let mut is_closed = false;
                    let _ = context.run_ui(input, |ui| {
                        hint.explained_widget().into_iter().for_each(|name| {
                            note_place(ui.ctx(), widget_id(name), about);
                        });
                        is_closed |= show(ui.ctx(), free, side, hint);
                    });
                    is_closed
                };
                (0..3).for_each(|_| assert!(!pass(vec![])));
                let place = context.memory(|memory| memory.area_rect("hint")).expect("a hint");
                assert!(free.contains_rect(place), "{hint:?} at {place} is on the land {free}");
                let close = place_of(&context, widget_id(CLOSE_HINT));
                let pos = egui::Rect::center(&close.expect("a close button"));
                let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
                let press =
                    |pressed| egui::Event::PointerButton { pos, button, pressed, modifiers };
                pass(vec![egui::Event::PointerMoved(pos)]);
                let is_closed = [press(true), press(false)].map(|event| pass(vec![event]));
                assert_eq!(is_closed, [false, true], "{hint:?}");
            }
        }
    }
}
