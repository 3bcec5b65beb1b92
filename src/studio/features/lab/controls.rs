//! The controls of a figure, in rows like those of the panel.

use bevy_egui::egui::{ComboBox, RichText, Ui};

use super::pane::note;
use super::state::Lab;
use crate::lab::control::{Control, ControlKind};
use crate::lab::{on_land, sliders};
use crate::studio::ui::theme;
use crate::studio::ui::widgets::choice::{describe, title};
use crate::studio::ui::widgets::display_scale::DisplayScale;
use crate::studio::ui::widgets::number_field::NumberField;
use crate::studio::ui::widgets::plain::{plain_row, switch_row};
use crate::studio::ui::widgets::row::ParameterRow;
use crate::terrain::Scene;
use crate::terrain::values;

/// The maximum width of the rows, in points. It keeps labels near their values.
const MAX_WIDTH: f32 = 460.0;

/// Shows the controls.
pub fn show(ui: &mut Ui, lab: &mut Lab, scene: &mut Scene) {
    let explained =
        sliders::parameter_without_control(scene, lab.row, &lab.state).map(str::to_owned);
    let has_land = on_land::has_preview(lab.row, &lab.state);
    if lab.row.controls.is_empty() && explained.is_none() && !has_land {
        return;
    }
    ui.scope(|ui| {
        ui.set_max_width(MAX_WIDTH.min(ui.available_width()));
        if has_land {
            let mut on = lab.is_on_land();
            let doc = "Shows the figure on the land while it is open. The recipe does not change.";
            if switch_row(ui, "On the land", doc, &mut on) {
                lab.on_land = Some(on);
            }
        }
        if let Some(address) = explained {
            parameter(ui, scene, &address);
        }
        for control in lab.row.controls {
            show_one(ui, lab, scene, control);
        }
    });
    ui.add_space(6.0);
}

fn show_one(ui: &mut Ui, lab: &mut Lab, scene: &mut Scene, control: &'static Control) {
    let (key, label) = (control.key, control.label);
    let value = match control.kind {
        ControlKind::Recipe(address) => return parameter(ui, scene, address),
        _ => lab.state.value(lab.row, key),
    };
    let mut field = |range: [f64; 2], whole: bool| {
        plain_row(ui, label, control.doc, |ui| {
            let (scale, drag_range, log) = (DisplayScale::Plain, range, false);
            let field =
                NumberField { address: key, label, range, drag_range, log, whole, scale, unit: "" };
            let place = ui.max_rect();
            note(ui, key, place);
            field.show(ui, place, value).1
        })
    };
    let edited = match control.kind {
        ControlKind::Number { min, max, .. } => field([min, max], false),
        ControlKind::Integer { min, max, .. } => field([min as f64, max as f64], true),
        ControlKind::Toggle { .. } => {
            let mut on = value >= 0.5;
            let changed = switch_row(ui, label, control.doc, &mut on);
            changed.then(|| f64::from(u8::from(on)))
        }
        ControlKind::Choice { names, .. } => {
            let mut chosen = value as usize;
            let text = title(names[chosen.min(names.len() - 1)]);
            plain_row(ui, label, control.doc, |ui| {
                let list = ComboBox::from_id_salt(key).width(ui.available_width()).truncate();
                let response = list.selected_text(&text).show_ui(ui, |ui| {
                    for (i, name) in names.iter().enumerate() {
                        ui.selectable_value(&mut chosen, i, title(name));
                    }
                });
                note(ui, key, response.response.rect);
                describe(ui, &response.response, label, &text);
            });
            (chosen as f64 != value).then_some(chosen as f64)
        }
        ControlKind::Recipe(_) => None,
    };
    if let Some(edited) = edited {
        lab.state.set(lab.row, key, edited);
    }
}

/// Shows the panel's row of a parameter, with which the user edits the land.
fn parameter(ui: &mut Ui, scene: &mut Scene, address: &str) {
    let address = &values::whole_address(scene, address)[..];
    let Some(value) = values::at(scene, address) else {
        let words = format!("{address} is not part of this land.");
        ui.label(RichText::new(words).color(theme::of(ui).muted));
        return;
    };
    let default = values::with_defaults(scene).and_then(|scene| values::at(&scene, address));
    let default = default.map_or_else(|| value.value.clone(), |default| default.value);
    let (row, enabled) = (value.row, true);
    let line =
        ParameterRow { address, row, value: &value.value, default: &default, enabled, names: &[] };
    if let Some(edited) = line.show(ui) {
        // A value out of range is refused and leaves the scene as it was.
        let _ = scene.set_text(address, &edited.to_string());
    }
}
