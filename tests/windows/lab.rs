//! The lab in a window: it opens next to the land, follows the pointer, has its own keys, and leaves
//! the land unchanged.

use crate::desk::Desk;
use crate::tools::{drawing, wait_for};

/// Returns the pixels of the lab, left of the land.
fn lab(desk: &Desk) -> Vec<u8> {
    desk.screen_bytes(0..300, 30..680)
}

/// Moves pointer and keys, and waits until the lab has another figure, step or point p. Returns the
/// lab's state.
fn act(desk: &Desk, words: &str) -> String {
    let before = desk.state().lab;
    desk.input(words);
    desk.wait_for_state(words, |state| state.lab != before);
    desk.rest().lab
}

#[test]
fn the_lab_has_its_own_keys_and_leaves_the_land_unchanged() {
    let _drawing = drawing();
    let desk = Desk::new("lab");
    desk.wait_for_land();
    desk.input("mousemove 400 400");
    let (before, scene) = desk.take_screenshot();

    // Opens the lab, goes to the next screen's first figure, a step forward and back.
    let revision = desk.rest().revision;
    let closed = lab(&desk);
    assert_eq!(act(&desk, "key l"), "sheet");
    wait_for("a picture of the sheet", 30, || (lab(&desk) != closed).then_some(()));
    let sheet = lab(&desk);
    let first = act(&desk, "key Page_Down");
    wait_for("a picture of the figure", 30, || (lab(&desk) != sheet).then_some(()));
    let figure = lab(&desk);
    let second = act(&desk, "key period");
    wait_for("a picture of the step", 30, || (lab(&desk) != figure).then_some(()));
    assert_eq!(second, first.replace(":1:", ":2:"));
    assert_eq!(act(&desk, "key comma"), first);
    let (first_step, _) = first.rsplit_once(':').expect("figure, step and p");
    // The keys of the land do nothing meanwhile.
    desk.input("mousemove 200 500");
    desk.input("key r");
    desk.input("key Tab");
    desk.rest();

    // Over the land, the pointer moves p, and the keys belong to the land.
    desk.input("mousemove 700 500");
    let still = lab(&desk);
    let moved = act(&desk, "mousemove 760 520");
    wait_for("a picture of p", 30, || (lab(&desk) != still).then_some(()));
    assert!(moved.starts_with(first_step), "{moved}");
    desk.input("key period");
    let state = desk.rest();
    assert!(state.lab.starts_with(first_step), "the key is the land's: {}", state.lab);
    assert_eq!(state.revision, revision, "no edit was made");

    assert_eq!(act(&desk, "key l"), "closed");
    desk.input("mousemove 400 400");
    let (after, scene_after) = desk.take_screenshot();
    assert_eq!(scene, scene_after);
    let differing = before.pixels().zip(after.pixels()).filter(|(a, b)| a != b).count();
    assert_eq!(differing, 0, "pixels differ from before");
}
