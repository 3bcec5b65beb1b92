//! The list of layers: which there are, which one the groups below edit, and how it is laid over the
//! others.

use bevy_egui::egui::{self, Id, RichText, Ui};

use super::theme::{ACCENT, CLOSE, MUTED, STRONG};
use super::widgets::param_row;
use crate::terrain::layer::{LayerHead, LayerKind, Layers, MOST_LAYERS};
use crate::terrain::param::Document;
use crate::terrain::recipe::NoiseLayer;

/// What a row of the list asks for.
enum Asked {
    Select,
    Raise,
    Lower,
    Duplicate,
    Remove,
}

fn selected_id() -> Id {
    Id::new("selected layer")
}

/// The place of the selected layer; the lowest one unless another was clicked.
pub fn selected(ui: &Ui, layers: &Layers) -> usize {
    let id: Option<u32> = ui.data(|data| data.get_temp(selected_id()));
    layers.iter().position(|layer| Some(layer.id) == id).unwrap_or(0)
}

fn select(ui: &Ui, layers: &Layers, index: usize) {
    ui.data_mut(|data| data.insert_temp(selected_id(), layers[index].id));
}

/// Shows the list, the topmost layer first. A single layer has none, but a button that adds another.
pub fn show(ui: &mut Ui, layers: &mut Layers) {
    let chosen = selected(ui, layers);
    if layers.len() > 1 {
        let mut asked = None;
        for index in (0..layers.len()).rev() {
            ui.push_id(("layer", layers[index].id), |ui| {
                let row = row(ui, layers, index, index == chosen);
                asked = asked.take().or(row.map(|row| (index, row)));
            });
        }
        if let Some((index, asked)) = asked {
            obey(ui, layers, index, asked);
        }
    }
    ui.horizontal(|ui| {
        let add = ui.add_enabled(layers.len() < MOST_LAYERS, egui::Button::new("+ Layer").small());
        let hint = "Lays another layer of noise over the selected one";
        if add.on_hover_text(hint).clicked()
            && let Some(index) =
                layers.add(selected(ui, layers), LayerKind::Noise(NoiseLayer::default()))
        {
            select(ui, layers, index);
        }
    });
    if layers.len() > 1 {
        let index = selected(ui, layers);
        let head = &mut layers[index].head;
        for name in ["name", "blend", "opacity", "radius_m"] {
            let param = LayerHead::params().iter().find(|param| param.name() == name);
            param.into_iter().for_each(|param| param_row(ui, param, head, true));
        }
        ui.add_space(4.0);
    }
}

fn row(ui: &mut Ui, layers: &mut Layers, index: usize, is_selected: bool) -> Option<Asked> {
    let last = layers.len() - 1;
    let mut asked = None;
    ui.horizontal(|ui| {
        let layer = &mut layers[index];
        let title = layer.title().to_owned();
        let head = &mut layer.head.layer;
        ui.checkbox(&mut head.visible, "").on_hover_text("Whether the layer is part of the land");
        let solo = RichText::new("S").small().color(if head.solo { ACCENT } else { MUTED });
        if ui.small_button(solo).on_hover_text("Solo: shows this layer alone").clicked() {
            head.solo = !head.solo;
        }
        let text = RichText::new(title).color(STRONG);
        let label = ui.selectable_label(is_selected, text);
        if label.on_hover_text("The groups below are this layer's").clicked() {
            asked = Some(Asked::Select);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let mut button = |ui: &mut Ui, text: &str, hint: &str, enabled, wish| {
                let button = ui.add_enabled(enabled, egui::Button::new(text).small());
                if button.on_hover_text(hint).clicked() {
                    asked = Some(wish);
                }
            };
            button(ui, CLOSE, "Takes the layer away", last > 0, Asked::Remove);
            let hint = "Lays a copy over it, with a seed of its own";
            button(ui, "+", hint, last + 1 < MOST_LAYERS, Asked::Duplicate);
            button(ui, "⏷", "Moves it below the next one", index > 0, Asked::Lower);
            button(ui, "⏶", "Moves it above the next one", index < last, Asked::Raise);
        });
    });
    asked
}

fn obey(ui: &Ui, layers: &mut Layers, index: usize, asked: Asked) {
    match asked {
        Asked::Select => select(ui, layers, index),
        Asked::Raise => layers.swap(index, index + 1),
        Asked::Lower => layers.swap(index, index - 1),
        Asked::Duplicate => {
            if let Some(copy) = layers.duplicate(index) {
                select(ui, layers, copy);
            }
        }
        Asked::Remove => {
            layers.remove(index);
            select(ui, layers, index.min(layers.len() - 1));
        }
    }
}
