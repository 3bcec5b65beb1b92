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
struct Hands {
    desk: Desk,
    panel: Mirror,
}

impl Hands {
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
        self.desk.hand(&format!("mousemove {} {}", at[0], at[1]));
        self.panel.point(at);
        at
    }

    fn press(&mut self, at: [u32; 2]) {
        self.desk.hand("mousedown 1");
        self.panel.button(at, true);
    }

    fn release(&mut self, at: [u32; 2]) {
        self.desk.hand("mouseup 1");
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

    /// Drags something in steps of one frame.
    fn carry(&mut self, from: Pos2, to: Pos2) {
        let mut at = self.point(from);
        self.press(at);
        for step in 1..=5 {
            at = self.point(from + (to - from) * (step as f32 / 5.0));
        }
        self.release(at);
    }

    /// The recipe that the program shows.
    fn recipe(&self) -> Recipe {
        self.desk.scene().recipe
    }

    /// The same, after a check that the copied panel has the same recipe.
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
fn a_layer_is_added_dragged_shown_alone_masked_and_all_of_it_taken_back() {
    let _drawing = drawing();
    let mut hands = Hands::new();
    let mut before = vec![hands.edited("nothing")];
    assert_eq!(ids(&before[0]), [1]);

    hands.choose("+ Layer", "Noise");
    let added = hands.edited("a layer");
    assert_eq!(ids(&added), [1, 2], "the new one lies on the other");
    before.push(added);

    let row = |hands: &Hands, id: u32| hands.panel.place(widget_id(&format!("layer.{id}")));
    let (upper, lower) = (row(&hands, 2), row(&hands, 1));
    let grip = pos2(upper.left() + 0.3 * upper.width(), upper.center().y);
    hands.carry(grip, grip + (lower.center() - upper.center()) * 1.3);
    let dragged = hands.edited("the drag");
    assert_eq!(ids(&dragged), [2, 1], "now it lies below");
    before.push(dragged);

    let solo = hands.panel.place(widget_id("layer.2 solo")).center();
    hands.click(solo);
    let alone = hands.edited("solo");
    let seen: Vec<_> = alone.layers.visible().map(|layer| layer.id).collect();
    assert_eq!(seen, [2], "it is all that is seen");
    before.push(alone);

    hands.choose("+ Mask", "Height");
    let masked = hands.edited("the mask");
    let masks: Vec<_> =
        masked.layers[0].masks.0.iter().map(|mask| mask.kind.mask_type().name()).collect();
    assert_eq!(masks, ["height"]);
    assert!(masked.layers[1].masks.0.is_empty());

    while let Some(earlier) = before.pop() {
        hands.desk.hand("key ctrl+z");
        assert!(hands.recipe() == earlier, "{} steps are left", before.len());
    }
}
