//! Accessibility: each row has a node with its name, its role and its value.

use bevy_egui::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::rows as all_rows;
use crate::studio::app::settings::data::Settings;
use crate::studio::tests::layout::windows::panel_with;
use crate::studio::ui::theme;
use crate::terrain::layer::LayerKind;
use crate::terrain::mask::{Mask, MaskType};
use crate::terrain::operation::{ListedOperation, Operation, OperationKind};
use crate::terrain::param::{Document as _, ParamKind};
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;
use crate::terrain::view::ViewParams;

/// Returns the panel with all groups open.
fn harness(all_settings: bool) -> Harness<'static> {
    harness_of(Scene::default(), all_settings)
}

fn harness_of(scene: Scene, all_settings: bool) -> Harness<'static> {
    let names = Recipe::groups().iter().chain(ViewParams::groups()).map(|(name, _)| *name);
    let names = names.chain(["camera", "quality", "program", "performance"]);
    let groups = names.map(|name| (name.to_owned(), true)).collect();
    let settings = Settings { groups, all_settings, ..Settings::default() };
    let mut draw = panel_with(scene, settings, "");
    let mut is_themed = false;
    let mut harness = Harness::builder().with_size([900.0, 4200.0]).build_ui(move |ui| {
        if !std::mem::replace(&mut is_themed, true) {
            theme::apply(ui.ctx());
        }
        draw(ui);
    });
    harness.run_steps(4);
    harness
}

#[test]
fn every_row_has_a_name_a_role_and_a_value() {
    let harness = harness(true);
    for row in all_rows() {
        let label = row.label;
        let role = match row.kind {
            ParamKind::Number { .. } | ParamKind::Integer { .. } => Role::SpinButton,
            ParamKind::Toggle => Role::CheckBox,
            ParamKind::Choice(_) => Role::ComboBox,
            ParamKind::Colour => Role::ColorWell,
            ParamKind::Text { .. } => Role::TextInput,
            ParamKind::Curve { .. } => continue,
        };
        let roles = [role, Role::RadioGroup, Role::Button];
        let mut named = harness.query_all_by_label(label).map(|node| {
            let node = node.accesskit_node();
            (node.role(), node.value(), node.numeric_value(), node.toggled())
        });
        let found = named.any(|(found, value, numeric, toggled)| {
            let is_role = found == role
                || row.is_choice() && roles.contains(&found)
                || matches!(row.kind, ParamKind::Colour) && roles.contains(&found);
            is_role && (value.is_some() || numeric.is_some() || toggled.is_some())
        });
        assert!(found, "{} has no {role:?} called {label}", row.key);
    }
}

#[test]
fn every_button_of_the_first_screen_has_a_name() {
    let harness = harness(false);
    for label in ["Menu", "Undo", "Redo", "Search", "New seed", "All settings", "Export…", "Alps"]
    {
        assert!(harness.query_all_by_label(label).count() >= 1, "{label}");
    }
    assert_eq!(nameless(&harness), 0, "buttons without names");
}

/// Returns the number of buttons without a name.
fn nameless(harness: &Harness) -> usize {
    let nodes = harness.root().children_recursive().filter(|node| {
        let node = node.accesskit_node();
        node.role() == Role::Button && node.label().is_none_or(|label| label.is_empty())
    });
    nodes.count()
}

#[test]
fn layers_masks_and_operations_have_names_and_roles() {
    let mut scene = Scene::default();
    scene.recipe.layers.add(0, LayerKind::named("dunes").expect("a kind"));
    scene.recipe.layers[0].head.layer.name = "Hills".to_owned();
    scene.recipe.layers[0].masks.0 = vec![Mask::new(1, MaskType::Slope)];
    let terraces = ListedOperation::new(1, Operation::new(OperationKind::Terraces));
    scene.recipe.layers[0].operations = vec![terraces];
    let harness = harness_of(scene, true);
    for (label, role) in [
        ("Hills", Role::Button),
        ("Dunes 2", Role::Button),
        ("Hills: Hides or shows the layer in the land", Role::CheckBox),
        ("Dunes 2: Solo: shows this layer alone", Role::CheckBox),
        ("Slope", Role::Button),
        ("Terraces", Role::Button),
        ("Terraces: Switches it on or off", Role::CheckBox),
        ("Terraces: Removes it", Role::Button),
        ("Looks ⏷", Role::Button),
    ] {
        let roles: Vec<_> =
            harness.query_all_by_label(label).map(|node| node.accesskit_node().role()).collect();
        let is_there = roles.contains(&role) || role == Role::Button && !roles.is_empty();
        assert!(is_there, "{label}: {roles:?}");
    }
    assert_eq!(nameless(&harness), 0, "buttons without names");
}
