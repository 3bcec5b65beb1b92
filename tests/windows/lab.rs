//! The lab in a window: it opens next to the land, follows the pointer, has its own keys, and leaves
//! the land unchanged.

use crate::desk::Desk;
use crate::tools::{drawing, wait_for};

/// Returns the pixels of the lab, left of the land.
fn lab(desk: &Desk) -> Vec<u8> {
    desk.screen_bytes(0..300, 30..680)
}

/// Moves pointer and keys, and waits until the lab changes.
fn act(desk: &Desk, words: &str) {
    let before = lab(desk);
    desk.input(words);
    wait_for(words, 30, || (lab(desk) != before).then_some(()));
    desk.rest();
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
    act(&desk, "key l");
    act(&desk, "key Page_Down");
    act(&desk, "key period");
    act(&desk, "key comma");
    // The keys of the land do nothing meanwhile.
    desk.input("mousemove 200 500");
    desk.input("key r");
    desk.input("key Tab");
    desk.rest();

    // Over the land, the pointer moves p, and the keys belong to the land.
    desk.input("mousemove 700 500");
    act(&desk, "mousemove 760 520");
    desk.input("key comma");
    assert_eq!(desk.rest().revision, revision, "no edit was made");

    act(&desk, "key l");
    desk.input("mousemove 400 400");
    let (after, scene_after) = desk.take_screenshot();
    assert_eq!(scene, scene_after);
    let differing = before.pixels().zip(after.pixels()).filter(|(a, b)| a != b).count();
    assert_eq!(differing, 0, "pixels differ from before");
}
