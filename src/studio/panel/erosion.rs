//! The erosion section of the panel: erosion with masks, talus and strata.
//!
//! It also shows the erosion looks, which are presets of the erosion.

use std::cell::RefCell;

use bevy_egui::egui::{self, Ui};

use super::documents::Groups;
use super::group::{self, section};
use super::layers::masks;
use super::looks::LookPictures;
use super::search::GroupFilter;
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
pub fn has_group(group: &str) -> bool {
    GROUPS.contains(&group)
}

/// Shows the groups. Returns the number of rows that the search found.
pub fn show(
    ui: &mut Ui,
    recipe: &mut Recipe,
    layers_ui: &mut LayersUi,
    filter: &mut GroupFilter,
) -> usize {
    if filter.terms.is_empty() {
        section(ui, "Erosion");
    }
    let top = ui.cursor().min;
    let hovered = layers_ui.hovered.take();
    let (looks, view_area) = (RefCell::new(&mut layers_ui.looks), layers_ui.view_area);
    let widgets = |ui: &mut Ui, recipe: &mut Recipe, group: &str| {
        if group == GROUPS[0] {
            group::body(ui, group, |ui| look_rows(ui, recipe, &mut looks.borrow_mut(), view_area));
        }
    };
    let groups = Groups {
        is_shown: &has_group,
        uses: &Recipe::uses,
        widgets: &widgets,
        ..Groups::new(filter)
    };
    let mut found = groups.show(ui, recipe);
    if recipe.erosion.on || !recipe.erosion_masks.0.is_empty() {
        found += masks::show(ui, recipe, WeightedPart::Erosion, layers_ui, filter);
    }
    if recipe.erosion.on && filter.terms.is_empty() {
        group::body(ui, "compare", |ui| {
            ui.horizontal_wrapped(|ui| {
                compare_button(ui, layers_ui);
                let hint = "Shows the masks of the erosion on the land";
                masks::show_masks_button(
                    ui,
                    &recipe.erosion_masks,
                    WeightedPart::Erosion,
                    hint,
                    layers_ui,
                );
            });
        });
    }
    let section_rect =
        egui::Rect::from_min_max(top, egui::pos2(ui.max_rect().right(), ui.cursor().top()));
    if layers_ui.hovered.is_none() && ui.rect_contains_pointer(section_rect) {
        layers_ui.hovered = Some(HoveredPart::Erosion);
    }
    layers_ui.hovered = layers_ui.hovered.or(hovered);
    found
}

/// Shows the button that opens or closes the divider for the erosion.
fn compare_button(ui: &mut Ui, layers_ui: &mut LayersUi) {
    let part = Some(HoveredPart::Erosion);
    let hint = with_keys("Shows the land with and without erosion", Command::ToggleDivider);
    let button = ui.selectable_label(layers_ui.compared == part, "Compare");
    if button.tip(hint).clicked() {
        layers_ui.compared = part.filter(|_| layers_ui.compared != part);
    }
}

/// Shows the erosion looks, and names the layers that the erosion does not carve.
fn look_rows(ui: &mut Ui, recipe: &mut Recipe, looks: &mut LookPictures, view_area: MeasuredArea) {
    if let Some(look) = looks.show(ui, recipe, view_area) {
        recipe.erode(look);
    }
    let not_carved: Vec<_> = recipe.layers.visible().filter(|layer| !layer.is_guide()).collect();
    if !recipe.erosion.on || not_carved.is_empty() {
        return;
    }
    let names = |layers: &[&Layer]| {
        layers.iter().map(|layer| title(layer.title())).collect::<Vec<_>>().join(", ")
    };
    let creased: Vec<_> = not_carved.iter().copied().filter(|l| l.head.layer.eroded).collect();
    let not_eroded: Vec<_> = not_carved.iter().copied().filter(|l| !l.head.layer.eroded).collect();
    if !not_eroded.is_empty() {
        theme::remark(ui, format!("Laid over the eroded land: {}.", names(&not_eroded)));
    }
    if !creased.is_empty() {
        let why = "Laid over the eroded land too, because gullies would tear at their creases";
        theme::remark(ui, format!("{why}: {}.", names(&creased)));
    }
}
