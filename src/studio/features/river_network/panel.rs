//! The badge of the network view: a legend, and the statistics of the river under the cursor.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Color32, Ui, vec2};

use super::drawing::RiverStats;
use super::lines::{BREACHED, CATCHMENT, CLOSED, DRY, LAKE, NODE, ORDERS};
use super::state::NetworkView;
use crate::plugin::land::state::ShownLand;
use crate::studio::camera::state::FreeArea;
use crate::studio::command::kinds::Command;
use crate::studio::features::xray::panel::BARS;
use crate::studio::panel::state::UiState;
use crate::studio::ui::text::{fixed, trimmed};
use crate::studio::ui::tips::Tip;
use crate::studio::ui::{theme, window_area};

/// Shows the badge.
pub fn draw(
    mut contexts: EguiContexts,
    state: Res<UiState>,
    view: Res<NetworkView>,
    shown: Res<ShownLand>,
    area: Res<FreeArea>,
    mut commands: MessageWriter<Command>,
) -> Result {
    if state.hidden_for_picture || !view.open {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let free = window_area::of(&context, area.of(&context));
    let network = shown.surface().and_then(|surface| surface.land().river_network());
    let is_wet = |river: &RiverStats| {
        network.is_some_and(|network| river.is_wet(network.drainage().settings()))
    };
    let words = match (&view.drawing, &view.river_at_cursor) {
        (None, _) => "The network is being made …".to_owned(),
        (Some(_), None) => "Point at the land to see its numbers.".to_owned(),
        (Some(_), Some(river)) => describe(river, is_wet(river)),
    };
    let badge = egui::Area::new("river network".into()).order(egui::Order::Middle);
    let badge = badge.pivot(Align2::CENTER_TOP);
    let badge = badge.fixed_pos(free.center_top() + vec2(0.0, BARS));
    let badge = badge.show(&context, |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width((free.width() - 40.0).clamp(120.0, 560.0));
            contents(ui, &words)
        })
    });
    if badge.inner.inner {
        commands.write(Command::ToggleRiverNetwork);
    }
    Ok(())
}

/// Shows the rows of the badge. Returns true if the user clicked the button that leaves the view.
fn contents(ui: &mut Ui, words: &str) -> bool {
    ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
    let is_leave_clicked = ui
        .horizontal_wrapped(|ui| {
            ui.strong("River network");
            for (index, colour) in ORDERS.iter().enumerate() {
                let plus = if index + 1 == ORDERS.len() { "+" } else { "" };
                let name =
                    if index == 0 { "order 1".to_owned() } else { format!("{}{plus}", index + 1) };
                legend_entry(ui, *colour, &name);
            }
            legend_entry(ui, DRY, "dry");
            legend_entry(ui, CATCHMENT, "upstream of the cursor");
            legend_entry(ui, NODE, "node");
            legend_entry(ui, BREACHED, "hollow with a gorge");
            legend_entry(ui, CLOSED, "hollow without outlet");
            legend_entry(ui, LAKE, "lake");
            ui.button("Leave").tip("Closes the network view: N").clicked()
        })
        .inner;
    theme::remark(ui, words);
    is_leave_clicked
}

/// Shows an entry of the legend.
fn legend_entry(ui: &mut Ui, colour: Srgba, name: &str) {
    let [r, g, b, _] = colour.to_u8_array();
    let (place, _) = ui.allocate_exact_size(vec2(12.0, 12.0), egui::Sense::hover());
    let line = place.shrink2(vec2(0.0, 4.5));
    ui.painter().rect_filled(line, 1.0, Color32::from_rgb(r, g, b));
    ui.label(name);
}

/// Describes a river in one line.
fn describe(river: &RiverStats, is_wet: bool) -> String {
    let RiverStats { order, catchment_km2, discharge, width_m, depth_m, slope, .. } = river;
    let catchment = format!("catchment {} km²", trimmed(*catchment_km2, 1));
    let slope = match slope {
        Some(slope) => format!("slope {} %", fixed(100.0 * slope, 1)),
        None => "its water ends here".to_owned(),
    };
    if !is_wet {
        return format!("Dry valley · {catchment} · {slope}");
    }
    format!(
        "River of order {order} · {catchment} · {} m³/s · {} m wide · {} m deep · {slope}",
        fixed(*discharge, 1),
        fixed(*width_m, 1),
        fixed(*depth_m, 1),
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_place_is_described_with_its_units() {
        let river = RiverStats {
            cell: [0, 0],
            order: 2,
            catchment_km2: 12.5,
            discharge: 2.4,
            width_m: 7.4,
            depth_m: 0.93,
            slope: Some(0.012),
            catchment: HashSet::new(),
        };
        assert_eq!(
            describe(&river, true),
            "River of order 2 · catchment 12.5 km² · 2.4 m³/s · 7.4 m wide · 0.9 m deep · slope 1.2 %"
        );
        let end = RiverStats { slope: None, ..river };
        assert_eq!(describe(&end, false), "Dry valley · catchment 12.5 km² · its water ends here");
    }
}
