//! The strip over the land: how the camera is moved, and where it can go.

use bevy_egui::egui::{self, Color32, Ui};

use super::status::{length, place};
use super::theme::{ACCENT, FILL, STRONG};
use crate::studio::camera::state::CameraMode;
use crate::studio::command::{Command, keys_of, with_keys};
use crate::terrain::bookmark::{BOOKMARKS, Bookmarks};
use crate::terrain::view::Camera;

/// Shows the strip in the upper right corner of what the panels leave free; the commands that its
/// buttons give.
pub fn show(
    context: &egui::Context,
    free: egui::Rect,
    mode: CameraMode,
    bookmarks: &mut Bookmarks,
) -> Vec<Command> {
    let mut asked = Vec::new();
    // Where the window is too small for it, there are the keys.
    if free.width() < 420.0 || free.height() < 80.0 {
        return asked;
    }
    let area = egui::Area::new("strip".into())
        .order(egui::Order::Background)
        .pivot(egui::Align2::RIGHT_TOP);
    area.fixed_pos(free.right_top() + egui::vec2(-8.0, 8.0)).show(context, |ui| {
        let frame =
            egui::Frame::new().fill(FILL.gamma_multiply(0.85)).corner_radius(5.0).inner_margin(4.0);
        frame.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 3.0;
                modes(ui, mode, &mut asked);
                ui.separator();
                chips(ui, bookmarks, &mut asked);
                ui.separator();
                for (text, hint, command) in [
                    ("Go to…", "Goes to coordinates", Command::AskPlace),
                    ("Frame", "Shows the whole land", Command::FrameLand),
                ] {
                    if ui.button(text).on_hover_text(with_keys(hint, command)).clicked() {
                        asked.push(command);
                    }
                }
            });
        });
    });
    asked
}

fn modes(ui: &mut Ui, mode: CameraMode, asked: &mut Vec<Command>) {
    let modes = [
        (
            CameraMode::Orbit,
            "Orbit",
            "Drag orbits, right-drag pans, the wheel zooms",
            Command::Close,
        ),
        (
            CameraMode::Fly,
            "Fly",
            "W A S D, Q E and drag; the wheel sets the speed",
            Command::ToggleFly,
        ),
        (CameraMode::Walk, "Walk", "W A S D and drag, Shift runs", Command::ToggleWalk),
    ];
    for (other, name, hint, key) in modes {
        let hint = with_keys(hint, key);
        if ui.selectable_label(mode == other, name).on_hover_text(hint).clicked() && mode != other {
            // Leaving a mode is its own key once more.
            asked.push(match (other, mode) {
                (CameraMode::Fly, _) | (CameraMode::Orbit, CameraMode::Fly) => Command::ToggleFly,
                _ => Command::ToggleWalk,
            });
        }
    }
}

/// The bookmarks' numbers: a click goes to a kept one, or keeps the view in an empty one.
fn chips(ui: &mut Ui, bookmarks: &mut Bookmarks, asked: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.x = 1.0;
    for number in 1..=BOOKMARKS {
        let kept = bookmarks.get(number);
        let text = egui::RichText::new(number.to_string()).small().strong();
        let text = text.color(if kept.is_some() { ACCENT } else { STRONG.gamma_multiply(0.5) });
        let chip = egui::Button::new(text).min_size(egui::vec2(17.0, 0.0));
        let chip = if kept.is_some() { chip } else { chip.fill(Color32::TRANSPARENT) };
        let chip = ui.add(chip).on_hover_text(hint(number, kept));
        if chip.clicked() {
            let ctrl = ui.input(|input| input.modifiers.command);
            let keep = kept.is_none() || ctrl;
            asked.push(if keep {
                Command::SetBookmark(number)
            } else {
                Command::GoBookmark(number)
            });
        }
        if chip.secondary_clicked() {
            bookmarks.set(number, None);
        }
    }
    ui.spacing_mut().item_spacing.x = 3.0;
}

fn hint(number: u8, kept: Option<Camera>) -> String {
    let Some(camera) = kept else {
        let empty = format!("Bookmark {number} is empty: a click keeps the view");
        return with_keys(&empty, Command::SetBookmark(number));
    };
    let [x, _, z] = camera.focus_m.unwrap_or_default();
    format!(
        "Bookmark {number}: {}, from {} away\n\
         Click or {} goes there; {} keeps the view; right-click forgets it",
        place([x, z]),
        length(camera.distance_m),
        keys_of(Command::GoBookmark(number)),
        keys_of(Command::SetBookmark(number)),
    )
}
