//! The erosion section of the panel: erosion with masks, talus and strata.
//!
//! It also shows the erosion looks, which are ready settings.

use std::cell::RefCell;

use bevy_egui::egui::{self, Ui};

use super::documents::Groups;
use super::group::{self, section};
use super::layers::masks;
use super::looks::LookPictures;
use super::search::Filter;
use super::state::HoveredPart;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;
use crate::studio::panel::layers::list_state::LayersUi;
use crate::studio::ui::theme;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::choice::title;
use crate::terrain::fitting::MeasuredArea;
use crate::terrain::layer::{Layer, WeightedPart};
use crate::terrain::recipe::Recipe;

/// The groups of parameters in this section.
const GROUPS: [&str; 3] = ["erosion", "talus", "strata"];

/// Returns true if a group belongs to this section.
pub fn has(group: &str) -> bool {
    GROUPS.contains(&group)
}

/// Shows the groups. Returns the number of rows that the search found.
pub fn show(ui: &mut Ui, recipe: &mut Recipe, kept: &mut LayersUi, filter: &mut Filter) -> usize {
    if filter.terms.is_empty() {
        section(ui, "Erosion");
    }
    let top = ui.cursor().min;
    let hovered = kept.hovered.take();
    let (looks, spot) = (RefCell::new(&mut kept.looks), kept.spot);
    let widgets = |ui: &mut Ui, recipe: &mut Recipe, group: &str| {
        if group == GROUPS[0] {
            group::body(ui, group, |ui| look_rows(ui, recipe, &mut looks.borrow_mut(), spot));
        }
    };
    let groups =
        Groups { has: &has, uses: &Recipe::uses, widgets: &widgets, ..Groups::new(filter) };
    let mut found = groups.show(ui, recipe);
    if recipe.erosion.on || !recipe.erosion_masks.0.is_empty() {
        found += masks::show(ui, recipe, WeightedPart::Erosion, kept, filter);
    }
    if recipe.erosion.on && filter.terms.is_empty() {
        group::body(ui, "compare", |ui| {
            ui.horizontal_wrapped(|ui| {
                compare(ui, kept);
                let hint = "Shows the masks of the erosion on the land";
                masks::show_where(ui, &recipe.erosion_masks, WeightedPart::Erosion, hint, kept);
            });
        });
    }
    let whole = egui::Rect::from_min_max(top, egui::pos2(ui.max_rect().right(), ui.cursor().top()));
    if kept.hovered.is_none() && ui.rect_contains_pointer(whole) {
        kept.hovered = Some(HoveredPart::Erosion);
    }
    kept.hovered = kept.hovered.or(hovered);
    found
}

/// Shows the button that opens or closes the divider for the erosion.
fn compare(ui: &mut Ui, kept: &mut LayersUi) {
    let part = Some(HoveredPart::Erosion);
    let hint = with_keys("Shows the land with and without erosion", Command::ToggleDivider);
    let button = ui.selectable_label(kept.compared == part, "With and without");
    if button.tip(hint).clicked() {
        kept.compared = part.filter(|_| kept.compared != part);
    }
}

/// Shows the erosion looks, and names the layers that the erosion does not carve.
fn look_rows(ui: &mut Ui, recipe: &mut Recipe, looks: &mut LookPictures, spot: MeasuredArea) {
    if let Some(look) = looks.show(ui, recipe, spot) {
        recipe.erode(look);
    }
    let sharp: Vec<_> = recipe.layers.visible().filter(|layer| !layer.is_guide()).collect();
    if !recipe.erosion.on || sharp.is_empty() {
        return;
    }
    let names = |layers: &[&Layer]| {
        layers.iter().map(|layer| title(layer.title())).collect::<Vec<_>>().join(", ")
    };
    let creased: Vec<_> = sharp.iter().copied().filter(|l| l.head.layer.eroded).collect();
    let left: Vec<_> = sharp.iter().copied().filter(|l| !l.head.layer.eroded).collect();
    if !left.is_empty() {
        theme::remark(ui, format!("Laid over the eroded land: {}.", names(&left)));
    }
    if !creased.is_empty() {
        let why = "Laid over the eroded land too, because gullies tear at creases";
        theme::remark(ui, format!("{why}: {}.", names(&creased)));
    }
}
