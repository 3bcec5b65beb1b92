//! Menus of kinds, each with its sentence.

use bevy_egui::egui::containers::menu::MenuButton;
use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{Button, FontId, ScrollArea, Ui};

use super::super::theme;
use super::super::tips::Tip;
use super::super::widgets::title;
use crate::terrain::layer::{LayerKind, Layers, MOST_LAYERS};

/// The width of a menu.
const WIDTH: f32 = 300.0;

/// A button that opens a menu of kinds; the name of the one that was chosen. Greyed out it says that
/// there are as many as can be.
pub fn menu(
    ui: &mut Ui,
    text: &str,
    hint: &str,
    kinds: &[(&'static str, &'static str)],
    has_room: bool,
) -> Option<&'static str> {
    let mut chosen = None;
    ui.add_enabled_ui(has_room, |ui| {
        let (button, _) = MenuButton::from_button(Button::new(text).small()).ui(ui, |ui| {
            let height = ui.ctx().viewport_rect().height() - 120.0;
            ui.set_width(WIDTH);
            ui.set_max_height(height);
            ScrollArea::vertical().max_height(height).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                for (name, doc) in kinds {
                    if ui.add(Button::new(entry(ui, name, doc)).wrap()).clicked() {
                        chosen = Some(*name);
                        ui.close();
                    }
                }
            });
        });
        button.tip(hint).tip("There are as many as can be");
    });
    chosen
}

/// The name of a kind, and below it its sentence.
fn entry(ui: &Ui, name: &str, doc: &str) -> LayoutJob {
    let mut job = LayoutJob::default();
    let format = |size, colour| TextFormat::simple(FontId::proportional(size), colour);
    job.append(&title(name), 0.0, format(13.0, theme::of(ui).strong));
    job.append("\n", 0.0, format(13.0, theme::of(ui).strong));
    job.append(doc, 0.0, format(11.0, theme::of(ui).muted));
    job
}

/// What the button that adds a layer has come to.
pub enum Added {
    /// A layer of this kind.
    Kind(Box<LayerKind>),
    /// A heightmap, whose file is to be chosen.
    Map,
}

/// The heightmap among the kinds of layers: its name, and its sentence.
const MAP: (&str, &str) = ("heightmap", "A file of heights, of another program or of the earth.");

/// The button that adds a layer.
pub fn layer(ui: &mut Ui, layers: &Layers) -> Option<Added> {
    let hint = "Lays another layer over the selected one";
    let has_room = layers.len() < MOST_LAYERS;
    let mut kinds = LayerKind::made();
    kinds.push(MAP);
    match menu(ui, "+ Layer", hint, &kinds, has_room)? {
        name if name == MAP.0 => Some(Added::Map),
        name => LayerKind::named(name).map(|kind| Added::Kind(Box::new(kind))),
    }
}
