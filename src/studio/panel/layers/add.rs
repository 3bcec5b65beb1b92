//! Menus of kinds, each with its sentence.

use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{Button, FontId, ScrollArea, Ui};

use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::choice::title;
use crate::studio::ui::{menu, theme};
use crate::terrain::layer::{LayerKind, Layers, MOST_LAYERS};

/// The width of a menu.
pub const MENU_WIDTH: f32 = 300.0;

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
    let button = ui.add_enabled(has_room, Button::new(text).small());
    menu::below(&button, |ui| {
        ui.set_width(MENU_WIDTH);
        chosen = entries(ui, "", kinds);
        if chosen.is_some() {
            ui.close();
        }
    });
    button.tip(if has_room { hint } else { "There are as many as can be" });
    chosen
}

/// The entries of a menu of kinds, below a title if there is one; the name of the kind that was chosen.
pub fn entries(
    ui: &mut Ui,
    title: &str,
    kinds: &[(&'static str, &'static str)],
) -> Option<&'static str> {
    let height = ui.ctx().viewport_rect().height() - 120.0;
    // Before the title: a height that is set later moves what follows to the top again.
    ui.set_max_height(height);
    if !title.is_empty() {
        ui.strong(title);
    }
    let height = height.min(ui.available_height());
    let mut chosen = None;
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for (name, doc) in kinds {
            if menu::entry(ui, true, Button::new(entry(ui, name, doc)).wrap()).clicked() {
                chosen = Some(*name);
            }
        }
    });
    chosen
}

/// The name of a kind, and below it its sentence.
pub fn entry(ui: &Ui, name: &str, doc: &str) -> LayoutJob {
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
pub const MAP: (&str, &str) =
    ("heightmap", "A file of heights, of another program or of the earth.");

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
