//! Explaining a parameter opens a figure with the control of this parameter, on the user's own land.

use std::collections::BTreeSet;

use super::driver::Desk;
use crate::lab::{on_land, sliders};
use crate::studio::ui::explanation;
use crate::studio::ui::shared::{place_of, take_place};
use crate::studio::ui::widgets::ids::widget_id;
use crate::terrain::Scene;
use crate::terrain::layer::LayerKind;
use crate::terrain::preset::PRESETS;
use crate::terrain::values::{self, whole_address};

/// Returns lands with layers of several kinds, operations, masks and erosion among them.
fn lands() -> Vec<Scene> {
    let mut all = vec![Scene::default()];
    all.extend(PRESETS.iter().map(|preset| preset.scene().unwrap()));
    let mut craters = Scene::default();
    craters.recipe.layers.add(0, LayerKind::named("craters").unwrap()).unwrap();
    all.push(craters);
    all
}

#[test]
fn explaining_a_parameter_shows_its_control_on_the_users_land() {
    let mut desk = Desk::new();
    desk.size.y = 2400.0;
    let mut tested = BTreeSet::new();
    for scene in lands() {
        desk.scene = scene.clone();
        for value in values::of_scene(&scene) {
            // Parameters of the same name in other lands have the same figure.
            let is_general =
                sliders::explaining_figure(&scene, &value.address).0 == sliders::GENERAL;
            // The general figure is slow, so only some of its parameters are tested.
            if !tested.insert(value.row.key) || is_general && !tested.len().is_multiple_of(8) {
                continue;
            }
            let address = &value.address;
            let shown = [address.clone(), whole_address(&scene, value.row.key)];
            let ids = shown.map(|address| widget_id(&address));
            for id in ids {
                take_place(&desk.context, id);
            }
            explanation::ask(&desk.context, address);
            desk.passes(2);
            let (name, step) = sliders::explaining_figure(&scene, address);
            assert_eq!((desk.lab.row.name, desk.lab.state.step), (name, step), "{address}");
            let has_row = ids.iter().any(|id| place_of(&desk.context, *id).is_some());
            assert!(has_row, "{address}: {name} has no row of it");
            assert!(desk.scene == scene, "{address}: {name} changed the land");
            let preview = on_land::scene(&scene, desk.lab.row, &desk.lab.state);
            assert!(
                !desk.lab.is_on_land() || preview.is_none(),
                "{address}: {name} is on the land"
            );
            assert_ne!(name, "build-up", "{address}");
        }
    }
    assert!(tested.len() > 100, "{}", tested.len());
}

#[test]
fn explaining_detail_or_roughness_shows_the_octaves_with_less_and_more() {
    for address in ["fractal.octaves", "fractal.gain"] {
        let mut desk = Desk::new();
        explanation::ask(&desk.context, address);
        desk.passes(3);
        assert_eq!(desk.lab.row.name, "octaves");
        let made = desk.pane.figure.made.as_ref().expect("it was drawn");
        let relief =
            ["less", "now", "more"].map(|name| made.drawing.value(&format!("slope_{name}")));
        let [Some(less), Some(now), Some(more)] = relief else { panic!("{address}: {relief:?}") };
        assert!(less < now && now < more, "{address}: {less} {now} {more}");
        // Opened from the sheet, the figure explains no parameter.
        desk.lab.sheet = true;
        desk.size.y = 6000.0;
        desk.passes(3);
        desk.click("figure octaves");
        let made = desk.pane.figure.made.as_ref().expect("it was drawn");
        assert_eq!(made.drawing.value("slope_less"), None);
    }
}
