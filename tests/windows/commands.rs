//! Commands in a window: the palette, randomising with locks, variations, slots A and B, share
//! codes.

use orogen::studio::app::settings::data::Settings;
use orogen::terrain::param::Document;
use orogen::terrain::recipe::Recipe;
use orogen::terrain::scene::Scene;
use orogen::terrain::share;

use crate::desk::Desk;
use crate::tools::drawing;

/// Returns the values of a group, as text.
fn group(recipe: &Recipe, group: &str) -> Vec<String> {
    let params = Recipe::params().iter().filter(|param| param.group() == group);
    params.map(|param| (param.get)(recipe).to_string()).collect()
}

fn same_land(a: &Scene, b: &Scene) -> bool {
    a.recipe == b.recipe
}

fn open_palette(desk: &Desk) {
    desk.input("key ctrl+k");
    desk.wait_for_state("the palette's line", |state| state.is_typing);
}

#[test]
fn the_palette_finds_commands_and_edits_parameters() {
    let _drawing = drawing();
    let desk = Desk::new("palette");
    let (_, before) = desk.wait_for_land();
    let before = Scene::from_toml(&before).unwrap();
    desk.input("mousemove 300 600");

    open_palette(&desk);
    desk.input("key s e a space l e v e l Return");
    desk.input("key ctrl+a 1 2 Return");
    desk.input("key Escape");
    desk.wait_for_state("the land's keys", |state| !state.is_typing);
    let edited = desk.scene();
    assert_eq!(edited.recipe.world.sea_level_m, 12.0);
    let mut expected = before.recipe.clone();
    expected.world.sea_level_m = 12.0;
    assert!(edited.recipe == expected, "nothing else");

    // Finds a command by its name, and undoes it by another.
    open_palette(&desk);
    desk.input("key n a t u r a l");
    desk.input("key Escape");
    open_palette(&desk);
    desk.input("key u n d o Return");
    desk.wait_for_state("the end of the text", |state| !state.is_typing);
    assert!(desk.scene().recipe == before.recipe, "the sea is back");
}

#[test]
fn random_lands_keep_locked_groups_and_a_chosen_variation_stays() {
    let _drawing = drawing();
    let locks = ["fractal", "shape.height_m"].map(str::to_owned).into();
    let settings = Settings { locks, strength: 0.6, ..Settings::default() };
    let desk = Desk::with("random", &settings);
    let (_, before) = desk.wait_for_land();
    let before = Scene::from_toml(&before).unwrap();
    desk.input("mousemove 300 600");

    desk.input("key r");
    let other = desk.scene();
    let values = |scene: &Scene, name: &str| group(&scene.recipe, name);
    assert_ne!(values(&other, "world"), values(&before, "world"), "another seed at least");
    assert_eq!(values(&other, "fractal"), values(&before, "fractal"), "a group is locked");
    let height = |scene: &Scene| scene.recipe.base().shape.height_m;
    assert_eq!(height(&other), height(&before), "a parameter is locked");
    let differs = Recipe::groups().iter().any(|(name, _)| {
        !["world", "fractal"].contains(name) && values(&other, name) != values(&before, name)
    });
    assert!(differs, "more than the seed differs");

    // The upper left of the nine variations.
    desk.input("key ctrl+r");
    desk.rest();
    desk.input("mousemove 110 150");
    desk.click();
    let variation = desk.scene();
    assert!(!same_land(&variation, &other), "a variation was taken");
    assert_eq!(values(&variation, "fractal"), values(&before, "fractal"), "a locked group stays");
    desk.input("mousemove 300 650");
    desk.input("key Escape");
    desk.input("key ctrl+z");
    assert!(same_land(&desk.scene(), &other), "undo restores the land");
}

#[test]
fn two_slots_alternate_and_a_share_code_restores_a_land() {
    let _drawing = drawing();
    let desk = Desk::new("slots");
    let (_, first) = desk.wait_for_land();
    let first = Scene::from_toml(&first).unwrap();
    desk.input("mousemove 300 600");
    desk.input("key ctrl+c");
    desk.input("key ctrl+b");
    desk.input("key r");
    let second = desk.scene();
    assert!(!same_land(&first, &second));
    desk.input("key ctrl+b");
    assert!(same_land(&desk.scene(), &first), "A");
    desk.input("key ctrl+b");
    assert!(same_land(&desk.scene(), &second), "B");
    desk.input("key ctrl+v");
    let pasted = desk.scene();
    assert!(same_land(&pasted, &first), "the code was copied before");
    // A second start could open the code.
    let code = share::encode(&pasted);
    assert_eq!(share::decode(&code).unwrap().recipe, pasted.recipe);
}
