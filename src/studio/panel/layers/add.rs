//! Menus for adding a layer, mask or operation: the kinds, each with one sentence.

use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{Button, FontId, ScrollArea, Ui};

use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::choice::title;
use crate::studio::ui::{menu, theme};
use crate::terrain::layer::{LayerKind, Layers, MAX_LAYERS};

/// The width of a menu, in points.
pub const MENU_WIDTH: f32 = 300.0;

/// Shows a button that opens a menu of kinds. Returns the chosen kind. If there is no room for
/// another part, the button is grey and its tooltip says so.
pub fn menu(
    ui: &mut Ui,
    text: &str,
    hint: &str,
    kinds: &[(&'static str, &'static str)],
    has_room: bool,
) -> Option<&'static str> {
    let mut chosen = None;
    let button = ui.add_enabled(has_room, Button::new(text).small());
    menu::below(&button, |ui| {
        ui.set_width(MENU_WIDTH);
        chosen = entries(ui, "", kinds);
        if chosen.is_some() {
            ui.close();
        }
    });
    button.tip(if has_room { hint } else { "The list is full" });
    chosen
}

/// Shows the entries of a menu of kinds, with an optional title. Returns the chosen kind.
pub fn entries(
    ui: &mut Ui,
    title: &str,
    kinds: &[(&'static str, &'static str)],
) -> Option<&'static str> {
    let height = ui.ctx().viewport_rect().height() - 120.0;
    // The height must be set before the title, because egui then moves its cursor to the top.
    ui.set_max_height(height);
    if !title.is_empty() {
        ui.strong(title);
    }
    let height = height.min(ui.available_height());
    let mut chosen = None;
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for (name, doc) in kinds {
            if menu::entry(ui, true, Button::new(entry_text(ui, name, doc)).wrap()).clicked() {
                chosen = Some(*name);
            }
        }
    });
    chosen
}

/// Returns the text of a menu entry: the name of a kind, with its sentence below.
pub fn entry_text(ui: &Ui, name: &str, doc: &str) -> LayoutJob {
    let mut job = LayoutJob::default();
    let format = |size, colour| TextFormat::simple(FontId::proportional(size), colour);
    job.append(&title(name), 0.0, format(13.0, theme::of(ui).strong));
    job.append("\n", 0.0, format(13.0, theme::of(ui).strong));
    job.append(doc, 0.0, format(11.0, theme::of(ui).muted));
    job
}

/// The user's choice in the menu that adds layers.
pub enum LayerChoice {
    /// Adds a layer of this kind.
    Kind(Box<LayerKind>),
    /// Adds a heightmap; the user has yet to choose its file.
    Map,
}

/// The name and sentence of heightmaps in the menu that adds layers.
pub const MAP: (&str, &str) =
    ("heightmap", "A file of heights from another program or of the earth.");

/// Shows the button that adds a layer.
pub fn layer_button(ui: &mut Ui, layers: &Layers) -> Option<LayerChoice> {
    let hint = "Adds a layer above the selected one";
    let has_room = layers.len() < MAX_LAYERS;
    let mut kinds = LayerKind::kinds_without_file();
    kinds.push(MAP);
    match menu(ui, "+ Layer", hint, &kinds, has_room)? {
        name if name == MAP.0 => Some(LayerChoice::Map),
        name => LayerKind::named(name).map(|kind| LayerChoice::Kind(Box::new(kind))),
    }
}
