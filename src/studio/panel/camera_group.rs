//! The camera group of the panel: lens, pose, view as text, and bookmarks.

use bevy_egui::egui::{self, RichText, Ui};

use super::status::{format_length, format_place};
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::{keys_of, with_keys};
use crate::studio::ui::text;
use crate::studio::ui::theme::{self, CLOSE};
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::row::param_row;
use crate::terrain::bookmark::Bookmarks;
use crate::terrain::param::Document;
use crate::terrain::view::{Camera, ViewParams, field_rad};

/// Shows the focal length, the angles of view, and the depth of field.
pub fn lens(ui: &mut Ui, view: &mut ViewParams) {
    let rows = ViewParams::params().iter().filter(|row| row.key.starts_with("camera."));
    rows.for_each(|row| param_row(ui, row, "", view, true));
    let vertical = field_rad(view.camera.lens_mm);
    // The frame of a 35 mm film is 3 : 2.
    let horizontal = 2.0 * (1.5 * (0.5 * vertical).tan()).atan();
    let [vertical, horizontal] =
        [vertical, horizontal].map(|angle| text::fixed(angle.to_degrees(), 0));
    theme::remark(ui, format!("sees {vertical}° up, {horizontal}° across"))
        .tip("The vertical angle of view, and the horizontal angle for a 3 : 2 picture.");
}

/// Shows the camera's pose, buttons, and the bookmarks.
pub fn show(ui: &mut Ui, camera: &Camera, bookmarks: &mut Bookmarks, commands: &mut Vec<Command>) {
    let [yaw, down] = [camera.yaw_deg, camera.pitch_deg].map(|angle| text::fixed(angle, 0));
    let pose = format!("{yaw}°, {down}° down, {} away", format_length(camera.distance_m));
    theme::remark(ui, pose).tip("Azimuth and pitch of the camera, and the distance to the focus.");
    if let Some([x, _, z]) = camera.focus_m {
        let focus = format!("at {}", format_place([x, z]));
        theme::remark(ui, focus).tip("Metres east and south of the origin.");
    }
    let mut buttons = |ui: &mut Ui, rows: [(&str, &str, Command); 3]| {
        ui.columns(3, |columns| {
            for (ui, (words, hint, command)) in columns.iter_mut().zip(rows) {
                let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
                let button = ui.add_sized(size, egui::Button::new(words));
                if button.tip(with_keys(hint, command)).clicked() {
                    commands.push(command);
                }
            }
        });
    };
    buttons(
        ui,
        [
            ("Go to…", "Goes to coordinates", Command::AskPlace),
            ("Copy view", "Copies camera, light and bookmarks as text", Command::CopyView),
            (
                "Paste view",
                "Goes to the view, pose or coordinates in the clipboard",
                Command::PasteView,
            ),
        ],
    );
    let mut removed = None;
    for (number, bookmark) in bookmarks.iter() {
        ui.horizontal(|ui| {
            let button = egui::Button::new(RichText::new(number.to_string()).strong())
                .min_size(egui::vec2(22.0, 0.0));
            if ui
                .add(button)
                .tip(with_keys("Goes to the bookmark", Command::GoBookmark(number)))
                .clicked()
            {
                commands.push(Command::GoBookmark(number));
            }
            let [x, _, z] = bookmark.focus_m.unwrap_or_default();
            ui.label(
                RichText::new(format!(
                    "{}, from {}",
                    format_place([x, z]),
                    format_length(bookmark.distance_m)
                ))
                .small(),
            );
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.small_button(CLOSE).tip("Removes the bookmark").clicked() {
                    removed = Some(number);
                }
            });
        });
    }
    if let Some(number) = removed {
        bookmarks.set(number, None);
    }
    match bookmarks.first_free() {
        Some(number) => {
            let text = format!("Set bookmark {number} to this view");
            let (set, go) = (Command::SetBookmark(number), Command::GoBookmark(number));
            let hint = format!("{} sets the bookmark, {} goes to it", keys_of(set), keys_of(go));
            if ui.button(text).tip(hint).clicked() {
                commands.push(set);
            }
        }
        None => {
            theme::remark(ui, "All nine bookmarks are in use.");
        }
    }
}
