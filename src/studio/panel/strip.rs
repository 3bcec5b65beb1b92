//! The strips: rows of buttons over the land.
//!
//! One strip is for the look, the other for camera, bookmarks and the tools that shape the land.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Color32, Ui};

use super::side_panel::is_shown;
use super::state::UiState;

use super::status::{format_length, format_place};
use crate::plugin::land::state::WantedScene;
use crate::studio::camera::state::{CameraMode, InputOwner};
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::{keys_of, with_keys};
use crate::studio::features::lab::state::Lab;
use crate::studio::ui::theme;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::choice::{describe, title};
use crate::studio::ui::window_area::Free;
use crate::terrain::bookmark::{BOOKMARKS, Bookmarks};
use crate::terrain::look::{Overlay, Style};
use crate::terrain::mood::MOODS;
use crate::terrain::view::{Camera, ViewParams};

/// The least width of the free area for both strips side by side, in points.
const ONE_ROW_WIDTH: f32 = 890.0;
/// The height of a strip with the space below it, in points.
const HEIGHT: f32 = 38.0;

/// Draws the strips in the area that the panel leaves free.
pub fn draw(
    mut contexts: EguiContexts,
    free: Res<Free>,
    (mode, owner): (Option<Res<CameraMode>>, Option<Res<InputOwner>>),
    (state, lab): (Res<UiState>, Option<Res<Lab>>),
    mut wanted: ResMut<WantedScene>,
    mut commands: MessageWriter<Command>,
) -> Result {
    let context = contexts.ctx_mut()?;
    if !is_shown(context, &state, lab.as_deref()) {
        return Ok(());
    }
    let mut view = wanted.0.view.clone();
    let mode = mode.as_deref().copied().unwrap_or_default();
    let is_shaping = owner.is_some_and(|owner| owner.tools_have_keys);
    let modes = (mode, is_shaping);
    commands.write_batch(show(context, free.0, modes, &mut view.bookmarks, &mut view.params));
    if wanted.0.view != view {
        wanted.0.view = view;
    }
    Ok(())
}

/// Shows the strips at the top: look on the left, camera on the right. `is_shaping` is true while
/// the tools that shape the land are open. Returns the commands of the buttons that were clicked.
pub fn show(
    context: &egui::Context,
    free: egui::Rect,
    (mode, is_shaping): (CameraMode, bool),
    bookmarks: &mut Bookmarks,
    view: &mut ViewParams,
) -> Vec<Command> {
    let mut commands = Vec::new();
    // In a window too small for the strips, the keys still work.
    if free.width() < 470.0 || free.height() < 80.0 {
        return commands;
    }
    let top_right = free.right_top() + egui::vec2(-8.0, 8.0);
    strip(context, "strip", top_right, egui::Align2::RIGHT_TOP, |ui| {
        modes(ui, mode, &mut commands);
        let hint = with_keys("Draws hills, valleys, roads, lakes and woods", Command::ToggleHands);
        if ui.selectable_label(is_shaping, "Shape").tip(hint).clicked() {
            commands.push(Command::ToggleHands);
        }
        ui.separator();
        show_bookmarks(ui, bookmarks, &mut commands);
        ui.separator();
        for (text, hint, command) in [
            ("Go to…", "Goes to coordinates", Command::AskPlace),
            ("Frame", "Shows the whole land", Command::FrameLand),
        ] {
            if ui.button(text).tip(with_keys(hint, command)).clicked() {
                commands.push(command);
            }
        }
    });
    let has_room = free.width() >= ONE_ROW_WIDTH;
    let (looks_corner, pivot) = match has_room {
        true => (free.left_top() + egui::vec2(8.0, 8.0), egui::Align2::LEFT_TOP),
        false => (top_right + egui::vec2(0.0, HEIGHT), egui::Align2::RIGHT_TOP),
    };
    strip(context, "looks", looks_corner, pivot, |ui| look_widgets(ui, view));
    commands
}

/// Returns the height of the strips, in points.
pub fn height(free: egui::Rect) -> f32 {
    let rows = if free.width() >= ONE_ROW_WIDTH { 1.0 } else { 2.0 };
    8.0 + rows * HEIGHT
}

/// Shows a strip over the land.
fn strip(
    context: &egui::Context,
    name: &'static str,
    position: egui::Pos2,
    pivot: egui::Align2,
    show: impl FnOnce(&mut Ui),
) {
    let area = egui::Area::new(name.into()).order(egui::Order::Background).pivot(pivot);
    area.fixed_pos(position).show(context, |ui| {
        let fill = theme::of(ui).fill.gamma_multiply(0.92);
        let frame = egui::Frame::new().fill(fill).corner_radius(5.0).inner_margin(4.0);
        frame.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 3.0;
                show(ui);
            });
        });
    });
}

/// Shows the buttons for style, overlay and mood.
fn look_widgets(ui: &mut Ui, view: &mut ViewParams) {
    for row in Style::ALL {
        let hint = with_keys(row.doc, Command::NextStyle);
        let label = ui.selectable_label(view.look.style == row.value, title(row.name));
        if label.tip(hint).clicked() {
            view.look.style = row.value;
        }
    }
    ui.separator();
    let shown = title(view.look.overlay.name());
    let list = egui::ComboBox::from_id_salt("view").width(92.0).height(420.0);
    let list = list.selected_text(&shown).show_ui(ui, |ui| {
        for row in Overlay::ALL {
            let hint = with_keys(row.doc, Command::View(row.value));
            ui.selectable_value(&mut view.look.overlay, row.value, title(row.name)).tip(hint);
        }
    });
    describe(ui, &list.response, "Display", &shown);
    list.response.tip("Shows the land in its style, or an analysis of it.");
    let mood = MOODS.iter().find(|mood| mood.is_applied_to(view));
    let shown = mood.map_or("Custom light", |mood| mood.title);
    let list = egui::ComboBox::from_id_salt("mood").width(98.0);
    let list = list.selected_text(shown).show_ui(ui, |ui| {
        for mood in MOODS {
            if ui.selectable_label(mood.is_applied_to(view), mood.title).tip(mood.doc).clicked() {
                mood.apply(view);
            }
        }
    });
    describe(ui, &list.response, "Mood", shown);
    list.response.tip(with_keys("Sets the light to a mood", Command::NextMood));
}

fn modes(ui: &mut Ui, mode: CameraMode, commands: &mut Vec<Command>) {
    let modes = [
        (CameraMode::Orbit, Command::Close, "A drag orbits, a right-drag pans, the wheel zooms"),
        (
            CameraMode::Fly,
            Command::ToggleFly,
            "W A S D and Q E move, a drag looks around, the wheel sets the speed",
        ),
        (CameraMode::Walk, Command::ToggleWalk, "W A S D move, a drag looks around, Shift runs"),
    ];
    for ((other, command, hint), name) in modes.into_iter().zip(["Orbit", "Fly", "Walk"]) {
        let hint = with_keys(hint, command);
        if ui.selectable_label(mode == other, name).tip(hint).clicked() && mode != other {
            // The command that enters flying or walking also leaves it.
            commands.push(match (other, mode) {
                (CameraMode::Fly, _) | (CameraMode::Orbit, CameraMode::Fly) => Command::ToggleFly,
                _ => Command::ToggleWalk,
            });
        }
    }
}

/// Shows the numbers of the bookmarks. A click goes to a bookmark; if it is empty, the click stores
/// the view in it.
fn show_bookmarks(ui: &mut Ui, bookmarks: &mut Bookmarks, commands: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.x = 1.0;
    for number in 1..=BOOKMARKS {
        let bookmark = bookmarks.get(number);
        let text = egui::RichText::new(number.to_string()).small().strong();
        let colours = theme::of(ui);
        let text = text.color(if bookmark.is_some() { colours.accent } else { colours.muted });
        let chip = egui::Button::new(text).min_size(egui::vec2(17.0, 0.0));
        let chip = if bookmark.is_some() { chip } else { chip.fill(Color32::TRANSPARENT) };
        let chip = ui.add(chip).tip(hint(number, bookmark));
        if chip.clicked() {
            let ctrl = ui.input(|input| input.modifiers.command);
            let stores = bookmark.is_none() || ctrl;
            let command = if stores { Command::SetBookmark } else { Command::GoBookmark };
            commands.push(command(number));
        }
        if chip.secondary_clicked() {
            bookmarks.set(number, None);
        }
    }
    ui.spacing_mut().item_spacing.x = 3.0;
}

fn hint(number: u8, bookmark: Option<Camera>) -> String {
    let Some(camera) = bookmark else {
        let empty = format!("Bookmark {number} is empty; a click stores the view");
        return with_keys(&empty, Command::SetBookmark(number));
    };
    let [x, _, z] = camera.focus_m.unwrap_or_default();
    format!(
        "Bookmark {number}: {}, from {} away\nClick or {} goes there; {} stores the view; right-click removes it",
        format_place([x, z]),
        format_length(camera.distance_m),
        keys_of(Command::GoBookmark(number)),
        keys_of(Command::SetBookmark(number)),
    )
}
