//! Labels over the land that say which land the view shows. One label names the part that is
//! left out while the user holds B. The other label says A or B if both slots hold a land.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::divider::state::part_name;
use super::left_out_part::LeftOutPart;
use super::xray::panel::BARS;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::keys::Keys;
use crate::studio::app::order::PassSet;
use crate::studio::camera::state::FreeArea;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::keys_of;
use crate::studio::document::land_slots::LandSlots;
use crate::studio::panel::state::{Hovered, SelectedLayer, UiState};
use crate::studio::panel::strip;
use crate::studio::ui::theme;
use crate::terrain::layer::RecipePart;
use crate::terrain::recipe::Recipe;

/// Adds the labels over the land.
pub fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::OverPanels));
}

fn draw(
    mut contexts: EguiContexts,
    state: Res<UiState>,
    area: Res<FreeArea>,
    wanted: Res<WantedScene>,
    keys: Res<Keys>,
    (left_out, slots): (Res<LeftOutPart>, Res<LandSlots>),
    (hovered, selected): (Res<Hovered>, Res<SelectedLayer>),
) -> Result {
    if state.hidden_for_picture {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let without = left_out.now(&keys, *hovered, *selected);
    show(&context, area.of(&context), &wanted.0.recipe, without, slots.shown_slot());
    Ok(())
}

/// Shows the labels in the free area. `without` is the part that is left out, `slot` is `A` or `B`
/// if there are two lands to compare.
fn show(
    context: &egui::Context,
    free: egui::Rect,
    recipe: &Recipe,
    without: Option<RecipePart>,
    slot: Option<char>,
) {
    let before = without.map(|part| ("before", before_words(recipe, part)));
    let slot = slot.map(|slot| ("slot", slot_words(slot)));
    let left = free.left_top() + egui::vec2(8.0, strip::height(free) + 2.0);
    let middle = egui::pos2(free.center().x, free.top() + BARS);
    for (label, position, pivot) in
        [(slot, left, Align2::LEFT_TOP), (before, middle, Align2::CENTER_TOP)]
    {
        let Some((id, words)) = label else { continue };
        let area = egui::Area::new(egui::Id::new(("which land", id)));
        // The A or B label stays behind windows. The other label is in front of them, because it
        // disappears when the user releases the key.
        let is_before_label = id == "before";
        let order = if is_before_label { egui::Order::Foreground } else { egui::Order::Background };
        let area = area.pivot(pivot).fixed_pos(position).order(order);
        area.interactable(false).constrain_to(free).show(context, |ui| {
            ui.set_max_width((free.width() - 24.0).max(80.0));
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                let words = RichText::new(words).strong().color(theme::of(ui).strong);
                ui.add(egui::Label::new(words).selectable(false));
            });
        });
    }
}

fn before_words(recipe: &Recipe, part: RecipePart) -> String {
    format!("Before: the land without {}", part_name(recipe, part))
}

fn slot_words(slot: char) -> String {
    let other = if slot == 'A' { 'B' } else { 'A' };
    format!("Land {slot} · {} shows {other}", keys_of(Command::SwapSlots))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studio::tests::driven::drawn;
    use crate::terrain::operation::{ListedOperation, Operation, OperationKind};

    #[test]
    fn the_labels_say_which_land_is_shown() {
        let context = egui::Context::default();
        theme::apply(&context);
        let free = egui::Rect::from_min_size(egui::pos2(0.0, 0.0), egui::vec2(800.0, 600.0));
        let mut recipe = Recipe::default();
        let terraces = ListedOperation::new(4, Operation::new(OperationKind::Terraces));
        recipe.operations = vec![terraces];
        let pass = |without: Option<RecipePart>, slot: Option<char>| {
            let input = egui::RawInput { screen_rect: Some(free), ..Default::default() };
            let run =
                || context.run_ui(input.clone(), |ui| show(ui.ctx(), free, &recipe, without, slot));
            // egui measures in the first pass.
            run();
            run()
        };
        let terraces = Some(RecipePart::Operation { layer: None, operation: 4 });
        let all = [
            "Before: the land without Terraces",
            "Before: the land without erosion",
            "Land A · Ctrl+B shows B",
            "Land B · Ctrl+B shows A",
        ];
        for (without, slot, words) in [
            (terraces, None, vec![all[0]]),
            (Some(RecipePart::Erosion), None, vec![all[1]]),
            (None, Some('A'), vec![all[2]]),
            (terraces, Some('B'), vec![all[0], all[3]]),
            (None, None, vec![]),
        ] {
            let output = pass(without, slot);
            for label in all {
                let places = drawn(&output, label);
                assert_eq!(places.len(), usize::from(words.contains(&label)), "{label}");
                assert!(places.iter().all(|place| free.contains_rect(*place)), "{label}");
            }
        }
    }
}
