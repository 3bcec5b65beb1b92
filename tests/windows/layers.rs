//! The list of layers in a window: changes reach the land, and are undone step by step.

use bevy_egui::egui::{Pos2, pos2};
use orogen::studio::app::settings::data::Settings;
use orogen::studio::ui::widgets::ids::widget_id;
use orogen::terrain::recipe::Recipe;
use orogen::terrain::scene::Scene;

use crate::desk::Desk;
use crate::mirror::{Mirror, all_settings};
use crate::tools::drawing;

/// The window, and a copy of its panel that gets the same input.
struct DeskPair {
    desk: Desk,
    panel: Mirror,
}

impl DeskPair {
    fn new() -> Self {
        // With these groups folded, everything about layers is visible.
        let folded = ["look", "noise", "fractal", "shape", "operations", "land-operations"];
        let groups = folded.map(|group| (group.to_owned(), false)).into();
        let settings = Settings { groups, ..all_settings() };
        let desk = Desk::with("layers", &settings);
        let scene = Scene::from_toml(&desk.wait_for_land().1).expect("the scene reads");
        Self { desk, panel: Mirror::new(scene, settings) }
    }

    fn point(&mut self, at: Pos2) -> [u32; 2] {
        let at = [at.x as u32, at.y as u32];
        self.desk.input(&format!("mousemove {} {}", at[0], at[1]));
        self.panel.point(at);
        at
    }

    fn press(&mut self, at: [u32; 2]) {
        self.desk.input("mousedown 1");
        self.panel.button(at, true);
    }

    fn release(&mut self, at: [u32; 2]) {
        self.desk.input("mouseup 1");
        self.panel.button(at, false);
        self.desk.rest();
        self.panel.settle();
    }

    fn click(&mut self, at: Pos2) {
        let at = self.point(at);
        self.press(at);
        self.release(at);
    }

    /// Opens a menu and chooses an entry.
    fn choose(&mut self, menu: &str, kind: &str) {
        self.click(self.panel.text(menu).center());
        self.click(self.panel.text(&format!("{kind}\n")).center());
    }

    /// Drags from one point to another in steps of one frame.
    fn drag(&mut self, from: Pos2, to: Pos2) {
        let mut at = self.point(from);
        self.press(at);
        for step in 1..=5 {
            at = self.point(from + (to - from) * (step as f32 / 5.0));
        }
        self.release(at);
    }

    /// Returns the recipe that the program shows.
    fn recipe(&self) -> Recipe {
        self.desk.scene().recipe
    }

    /// Checks that the copied panel has the same recipe as the program, and returns it.
    fn edited(&self, what: &str) -> Recipe {
        let recipe = self.recipe();
        assert!(recipe == self.panel.scene.recipe, "{what}: {recipe:?}");
        recipe
    }
}

fn ids(recipe: &Recipe) -> Vec<u32> {
    recipe.layers.iter().map(|layer| layer.id).collect()
}

#[test]
fn edits_of_layers_reach_the_land_and_are_undone_step_by_step() {
    let _drawing = drawing();
    let mut pair = DeskPair::new();
    let mut before = vec![pair.edited("nothing")];
    assert_eq!(ids(&before[0]), [1]);

    pair.choose("+ Layer", "Noise");
    let added = pair.edited("a layer");
    assert_eq!(ids(&added), [1, 2], "the new one lies on the other");
    before.push(added);

    let row = |pair: &DeskPair, id: u32| pair.panel.place(widget_id(&format!("layer.{id}")));
    let (upper, lower) = (row(&pair, 2), row(&pair, 1));
    let grip = pos2(upper.left() + 0.3 * upper.width(), upper.center().y);
    pair.drag(grip, grip + (lower.center() - upper.center()) * 1.3);
    let dragged = pair.edited("the drag");
    assert_eq!(ids(&dragged), [2, 1], "now it lies below");
    before.push(dragged);

    let solo = pair.panel.place(widget_id("layer.2 solo")).center();
    pair.click(solo);
    let solo_recipe = pair.edited("solo");
    let visible: Vec<_> = solo_recipe.layers.visible().map(|layer| layer.id).collect();
    assert_eq!(visible, [2], "only this layer is visible");
    before.push(solo_recipe);

    pair.choose("+ Mask", "Height");
    let masked = pair.edited("the mask");
    let masks: Vec<_> =
        masked.layers[0].masks.0.iter().map(|mask| mask.kind.mask_type().name()).collect();
    assert_eq!(masks, ["height"]);
    assert!(masked.layers[1].masks.0.is_empty());

    while let Some(earlier) = before.pop() {
        pair.desk.input("key ctrl+z");
        assert!(pair.recipe() == earlier, "{} steps are left", before.len());
    }
}
