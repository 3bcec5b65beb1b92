//! The badges at the top of the view. The badge of the X-ray shows octave, cell size and edited
//! arrows. The other badge says that the view shows a land of the lab.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Color32, LayerId, Stroke, vec2};

use super::state::Xray;
use crate::lab::Screen;
use crate::plugin::land::state::WantedScene;
use crate::studio::camera::state::FreeArea;
use crate::studio::command::kinds::Command;
use crate::studio::features::lab::land::LabLand;
use crate::studio::features::lab::state::Lab;
use crate::studio::panel::state::UiState;
use crate::studio::ui::text::trimmed;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::{theme, window_area};

/// Shows the badge of the X-ray, and the badge of the lab while the lab shows its land.
pub fn draw(
    mut contexts: EguiContexts,
    state: Res<UiState>,
    xray: Res<Xray>,
    lab: Res<Lab>,
    wanted: Res<WantedScene>,
    area: Res<FreeArea>,
    land: Res<LabLand>,
    mut commands: MessageWriter<Command>,
) -> Result {
    if state.hidden_for_picture {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let free = window_area::of(&context, area.of(&context));
    let has_preview = land.previewed.is_some() && lab.open;
    if has_preview {
        show_lab_badge(&context, free, lab.row.screen == Screen::Broken);
    }
    if !xray.open {
        return Ok(());
    }
    draw_handles(&context, area.of(&context), &xray);
    let base = wanted.0.recipe.base();
    let badge = Badge {
        octave: xray.octave,
        octaves: base.fractal.octaves.ceil().max(1.0) as u32,
        cell_m: base.feature_size_m() / base.fractal.lacunarity.powi(xray.octave as i32),
        pending: lab.state.gradients.len(),
        kept: base.edits.len(),
    };
    let top = free.top() + BARS + if has_preview { PREVIEW_HEIGHT } else { 0.0 };
    commands.write_batch(badge.show(&context, free.with_min_y(top)));
    Ok(())
}

/// Returns the maximum width of a badge, in points.
fn width_in(free: egui::Rect) -> f32 {
    (free.width() - 40.0).max(120.0)
}

/// Shows the badge that says that the view shows a land of the lab. `is_broken` is true for a
/// deliberate mistake of the lab.
pub(crate) fn show_lab_badge(context: &egui::Context, free: egui::Rect, is_broken: bool) {
    let text = match is_broken {
        true => {
            "Broken on purpose to show the fault. Switch to the cure or leave the lab to get your land back."
        }
        false => "The land of the figure. Leave the lab to get your own land back.",
    };
    // The badge is at the top, because notices appear at the bottom.
    let place = egui::pos2(free.center().x, free.top() + BARS);
    egui::Area::new("land of the lab".into())
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(place)
        .order(egui::Order::Middle)
        .interactable(false)
        .show(context, |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(width_in(free));
                ui.colored_label(theme::of(ui).accent, text);
            });
        });
}

/// Draws a ring at the tip of each arrow that the user can grab.
fn draw_handles(context: &egui::Context, free: egui::Rect, xray: &Xray) {
    let scale = context.zoom_factor();
    let painter = context.layer_painter(LayerId::background()).with_clip_rect(free);
    let pointer = context.pointer_hover_pos();
    for (tip, is_dragged) in xray.handles() {
        let tip = egui::pos2(tip.x / scale, tip.y / scale);
        let is_near = pointer.is_some_and(|pointer| pointer.distance(tip) < RING + 6.0);
        let fill = if is_dragged || is_near { Color32::WHITE } else { theme::ACCENT };
        painter.circle(tip, RING, fill, Stroke::new(1.5, Color32::from_black_alpha(200)));
        if is_near {
            context.set_cursor_icon(egui::CursorIcon::Grab);
        }
    }
}

/// The height to leave free for the bars at the top of the view, in points.
pub const BARS: f32 = 84.0;
/// The height of the badge about the lab's land, which has two lines of text, in points.
const PREVIEW_HEIGHT: f32 = 56.0;

/// The radius of a ring at an arrow's tip, in points.
const RING: f32 = 5.5;

/// The values that the badge of the X-ray shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Badge {
    pub(crate) octave: u32,
    pub(crate) octaves: u32,
    pub(crate) cell_m: f64,
    /// The number of edited arrows that the user has neither kept nor dropped.
    pub(crate) pending: usize,
    /// The number of edited arrows in the recipe.
    pub(crate) kept: usize,
}

impl Badge {
    /// Shows the badge at the top of the free area. Returns the commands of its buttons.
    pub(crate) fn show(self, context: &egui::Context, free: egui::Rect) -> Vec<Command> {
        let area = egui::Area::new("x-ray".into()).order(egui::Order::Middle);
        let area = area.pivot(Align2::CENTER_TOP).fixed_pos(free.center_top());
        let shown = area.show(context, |ui| {
            let frame = egui::Frame::popup(ui.style());
            frame.show(ui, |ui| self.contents(ui, width_in(free))).inner
        });
        shown.inner
    }

    fn contents(self, ui: &mut egui::Ui, width: f32) -> Vec<Command> {
        let mut commands = vec![];
        ui.set_max_width(width);
        ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
        ui.horizontal_wrapped(|ui| {
            ui.strong("X-ray");
            let mut button = |ui: &mut egui::Ui, text: &str, tip: &str, command| {
                if ui.button(text).tip(tip).clicked() {
                    commands.push(command);
                }
            };
            button(ui, "−", "Shows a coarser octave: [", Command::CoarserOctave);
            ui.label(format!("octave {} of {}", self.octave + 1, self.octaves));
            button(ui, "+", "Shows a finer octave: ]", Command::FinerOctave);
            let metres = trimmed(self.cell_m, if self.cell_m < 10.0 { 1 } else { 0 });
            ui.label(format!("{metres} m a cell"));
            if self.pending > 0 {
                let arrows = if self.pending == 1 { "arrow" } else { "arrows" };
                ui.colored_label(
                    theme::of(ui).accent,
                    format!("{} {arrows} not kept", self.pending),
                );
                button(ui, "Keep", "Adds the arrows to the recipe.", Command::KeepArrows);
                button(ui, "Drop", "Removes the arrows.", Command::DropArrows);
            } else if self.kept > 0 {
                ui.label(format!("{} kept", self.kept));
            }
            button(ui, "Leave", "Closes the X-ray: X", Command::ToggleXray);
        });
        let help = "Drag an arrow to tilt the land. Click it for a random direction, right-click it to restore it.";
        theme::remark(ui, help);
        commands
    }
}
