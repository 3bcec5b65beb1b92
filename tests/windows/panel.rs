//! The panel in a window: an edit changes its own parameter and no other.

use orogen::studio::ui::widgets::ids::{number_id, widget_id};
use orogen::terrain::param::{Document, ParamKind};
use orogen::terrain::recipe::Recipe;
use orogen::terrain::scene::Scene;
use orogen::terrain::view::ViewParams;

use crate::desk::{Desk, place};
use crate::tools::{drawing, wait_for};

/// Moves pointer and keys, and waits until the row changes, so that each step has its own frame.
fn act(desk: &Desk, row: f32, words: &str) {
    let before = pixels(desk, row);
    desk.input(words);
    wait_for(words, 30, || (pixels(desk, row) != before).then_some(()));
}

/// Returns the pixels of a row of the panel.
fn pixels(desk: &Desk, row: f32) -> Vec<u8> {
    desk.screen_bytes(940..1280, row as usize - 9..row as usize + 9)
}

/// Drags along a field in steps of a tenth, from near its left end.
fn drag(desk: &Desk, key: &str, steps: u32) {
    let bar = place(number_id(key));
    let row = bar.center().y;
    let at = |step: u32| bar.left() + bar.width() * (0.05 + 0.09 * step as f32);
    act(desk, row, &format!("mousemove {} {row}", at(0)));
    desk.input("mousedown 1");
    (1..=steps).for_each(|step| act(desk, row, &format!("mousemove {} {row}", at(step))));
    desk.input("mouseup 1");
}

/// Returns the keys whose values differ between two scenes.
fn differences(a: &Scene, b: &Scene) -> Vec<&'static str> {
    fn differing_keys<D: Document>(a: &D, b: &D) -> Vec<&'static str> {
        D::params().iter().filter(|p| (p.get)(a) != (p.get)(b)).map(|p| p.key).collect()
    }
    let recipe: Vec<_> = differing_keys::<Recipe>(&a.recipe, &b.recipe);
    recipe.into_iter().chain(differing_keys::<ViewParams>(&a.view.params, &b.view.params)).collect()
}

#[test]
fn the_first_edits_of_clean_groups_change_one_parameter_each() {
    let _drawing = drawing();
    let desk = Desk::new("first-edits");
    let first = Scene::from_toml(&desk.wait_for_land().1).expect("the scene reads");

    drag(&desk, "fractal.gain", 10);
    let number = place(number_id("noise.frequency")).center();
    act(&desk, number.y, &format!("mousemove {} {}", number.x, number.y));
    desk.input("mousedown 1");
    act(&desk, number.y, "mouseup 1");
    (0..5).for_each(|_| act(&desk, number.y, "key 9"));
    act(&desk, number.y, "key Return");
    let typed = desk.scene();
    assert_eq!(differences(&first, &typed), ["noise.frequency", "fractal.gain"]);
    assert!(
        typed.recipe.base().fractal.gain > 0.7,
        "the drag reached the end: {}",
        typed.recipe.base().fractal.gain
    );
    let ParamKind::Number { min, .. } = Recipe::param("noise.frequency").unwrap().kind else {
        panic!("a number")
    };
    assert_eq!(typed.recipe.base().noise.frequency, min, "all five digits");
    assert_eq!(typed.view.bookmarks, first.view.bookmarks, "no digit was a bookmark");

    drag(&desk, "fractal.lacunarity", 6);
    assert_eq!(differences(&typed, &desk.scene()), ["fractal.lacunarity"]);
    let lacunarity = place(widget_id("fractal.lacunarity")).left_center();
    act(&desk, lacunarity.y, &format!("mousemove {} {} click 2", lacunarity.x + 6.0, lacunarity.y));
    assert_eq!(differences(&typed, &desk.scene()), [] as [&str; 0]);
}
