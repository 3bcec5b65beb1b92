//! The strip of tools at the top of the view.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Ui, vec2};

use super::state::Hands;
use super::tools::{NOTCH, TOOLS, height_m, help, radius_m};
use crate::studio::camera::state::FreeArea;
use crate::studio::command::kinds::Command;
use crate::studio::features::xray::panel::BARS;
use crate::studio::panel::state::UiState;
use crate::studio::ui::text::trimmed;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::choice::title;
use crate::studio::ui::{theme, window_area};
use crate::terrain::hands::ToolKind;

/// Shows the strip.
pub fn draw(
    mut contexts: EguiContexts,
    state: Res<UiState>,
    mut hands: ResMut<Hands>,
    area: Res<FreeArea>,
    mut commands: MessageWriter<Command>,
) -> Result {
    if state.hidden_for_picture || !hands.open {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let free = window_area::of(&context, area.of(&context));
    let strip = egui::Area::new("hands".into()).order(egui::Order::Middle);
    let strip = strip.pivot(Align2::CENTER_TOP).fixed_pos(free.center_top() + vec2(0.0, BARS));
    let shown = strip.show(&context, |ui| {
        let frame = egui::Frame::popup(ui.style());
        frame.show(ui, |ui| {
            ui.set_max_width((free.width() - 40.0).clamp(120.0, 560.0));
            contents(ui, &mut hands)
        })
    });
    if shown.inner.inner {
        commands.write(Command::ToggleHands);
    }
    Ok(())
}

/// Shows the rows of the strip. Returns true if the user clicked the button that leaves.
pub(crate) fn contents(ui: &mut Ui, hands: &mut ResMut<Hands>) -> bool {
    ui.spacing_mut().item_spacing = vec2(6.0, 4.0);
    let left = ui
        .horizontal_wrapped(|ui| {
            for (number, kind) in TOOLS.iter().enumerate() {
                let button = ui.selectable_label(hands.chosen == number, title(kind.name()));
                if button.tip(format!("{} Key {}.", kind.doc(), number + 1)).clicked() {
                    hands.choose(number);
                }
            }
            ui.button("Leave").tip("Ends shaping the land: T").clicked()
        })
        .inner;
    ui.horizontal_wrapped(|ui| {
        let name = if hands.kind() == ToolKind::Road { "half width" } else { "radius" };
        let text = format!("{name} {}", metres(radius_m(hands.tool())));
        if let Some(factor) = stepper(ui, &text, ["Smaller: [", "Larger: ]"]) {
            hands.scale(factor);
        }
        if let Some(height) = height_m(hands.tool()) {
            let text = format!("height {}", metres(height));
            if let Some(factor) = stepper(ui, &text, ["Lower: Shift+[", "Higher: Shift+]"]) {
                hands.scale_height(factor);
            }
        }
    });
    theme::remark(ui, help(hands.kind()));
    left
}

/// Shows a value between two buttons with their tooltips. Returns the factor of the clicked button.
fn stepper(ui: &mut Ui, text: &str, [less_tip, more_tip]: [&str; 2]) -> Option<f64> {
    let less = ui.button("−").tip(less_tip).clicked();
    ui.label(text);
    let more = ui.button("+").tip(more_tip).clicked();
    match (less, more) {
        (true, _) => Some(1.0 / NOTCH),
        (_, true) => Some(NOTCH),
        _ => None,
    }
}

/// A length in metres as text.
fn metres(length_m: f64) -> String {
    format!("{} m", trimmed(length_m, if length_m.abs() < 10.0 { 1 } else { 0 }))
}
