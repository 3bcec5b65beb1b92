//! The panel: its head and foot, and between them what comes first, all settings, or what a search
//! finds.

use bevy_egui::egui::{self, Ui};

use super::first_screen;
use super::foot;
use super::found;
use super::head;
use super::search::Sought;
use super::shown::Shown;
use super::table;
use crate::studio::app::settings::data::Side;
use crate::studio::command::kinds::Command;
use crate::studio::ui::room;
use crate::studio::ui::tab;
use crate::studio::ui::tips;
use crate::studio::ui::widgets::known;
use crate::studio::ui::widgets::known::Known;
use crate::terrain::fitting::Spot;
use crate::terrain::scene::Scene;
use crate::terrain::view::Camera;

/// The panel's place in the window, before it has contents.
pub fn place(side: Side) -> egui::Panel {
    let panel = match side {
        Side::Right => egui::Panel::right("parameters"),
        Side::Left => egui::Panel::left("parameters"),
    };
    panel.resizable(true).default_size(350.0).size_range(room::PANEL)
}

/// Shows the panel at its side, edits the scene, and returns the commands that its buttons give.
pub fn show(root: &mut Ui, scene: &mut Scene, mut shown: Shown) -> Vec<Command> {
    let mut asked = Vec::new();
    let context = root.ctx().clone();
    Known::of(&context, scene, shown.document, shown.settings, shown.histogram).tell(&context);
    shown.layers.spot = spot(&shown.camera);
    let side = shown.settings.panel_side;
    let place = place(side).show_inside(root, |ui| {
        tips::tell(&context, ui.max_rect().expand(8.0), side);
        head::show(ui, scene, &mut shown, &mut asked);
        let frame = egui::Frame::new().inner_margin(egui::Margin { top: 6, ..Default::default() });
        egui::Panel::bottom("foot").frame(frame).show_separator_line(false).show_inside(ui, |ui| {
            foot::show(ui, &mut shown, &mut asked);
        });
        let sought = Sought::new(shown.search);
        if sought.is_empty() && !shown.settings.all_settings {
            first_screen::show(ui, scene, &mut shown, &mut asked);
            return;
        }
        if sought.is_empty() {
            shown.histogram.show(ui, &scene.recipe);
        }
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if sought.is_empty() {
                table::show(ui, scene, &mut shown, &mut asked);
            } else {
                found::show(ui, scene, &mut shown, &sought, &mut asked);
            }
            ui.add_space(8.0);
            tab::scroll(ui);
            room::end_list(ui);
        });
    });
    tips::tell(&context, place.response.rect, side);
    known::take_locks(&context, shown.settings);
    shown.layers.forget_unseen();
    asked
}

/// What one looks at from a pose.
pub fn spot(camera: &Camera) -> Spot {
    let middle_m = camera.focus_m.map_or([0.0; 2], |[x, _, z]| [x, z]);
    Spot { middle_m, reach_m: camera.distance_m }
}
