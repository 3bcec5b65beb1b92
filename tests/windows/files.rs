//! Files in a window: saved, opened, dropped, undone, and recovered after a kill.

use std::path::{Path, PathBuf};

use orogen::export::scene_file;

use crate::desk::Desk;
use crate::tools::{drawing, wait_for};
use crate::x_program::{close, drop_file};

/// The first line of the list of steps, in pixels.
const FIRST_STEP: [u32; 2] = [120, 57];

fn seed(path: &Path) -> Option<String> {
    Some(scene_file::load(path).ok()?.recipe.world.seed)
}

/// Returns the recovery files.
fn recovery_files(desk: &Desk) -> Vec<PathBuf> {
    let folder = desk.scratch.0.join(".local/state/orogen/recovery");
    let Ok(entries) = std::fs::read_dir(folder) else { return vec![] };
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

/// Replaces the path in the text field by a typed one.
fn type_path(desk: &Desk, letters: &str) {
    desk.wait_for_state("the line for a path", |state| state.is_typing);
    desk.input("key ctrl+a");
    desk.input(&format!("key {letters} Return"));
    desk.wait_for_state("the end of the line", |state| !state.is_typing);
}

#[test]
fn a_land_is_saved_undone_opened_dropped_and_closed() {
    let _drawing = drawing();
    let mut desk = Desk::new("files");
    desk.wait_for_state("the first land", |state| state.revision > 0);
    desk.rest();
    desk.wait_for_title("Orogen – Untitled •");

    // Saves under a typed name, and again under the same name.
    desk.input("mousemove 400 400");
    desk.input("key ctrl+s");
    type_path(&desk, "b a y");
    desk.wait_for_title("Orogen – bay.toml");
    let bay = desk.scratch.0.join("bay.toml");
    let first = seed(&bay).expect("it is saved");
    desk.input("key r");
    desk.wait_for_title("Orogen – bay.toml •");
    desk.input("key ctrl+s");
    desk.wait_for_title("Orogen – bay.toml");
    let second = seed(&bay).expect("it is saved");
    assert_ne!(first, second);

    // The list of steps goes back to the first, and redo goes forward.
    desk.input("key ctrl+h");
    desk.rest();
    desk.input(&format!("mousemove {} {}", FIRST_STEP[0], FIRST_STEP[1]));
    desk.click();
    desk.wait_for_title("Orogen – bay.toml •");
    assert_eq!(desk.scene().recipe.world.seed, first);
    desk.input("key ctrl+y");
    desk.wait_for_title("Orogen – bay.toml");
    desk.input("key ctrl+h");

    // A dropped file is opened, after a question about unsaved changes.
    let mut other = scene_file::load(&bay).unwrap();
    other.recipe.world.seed = "dropped".to_owned();
    let dropped = desk.scratch.0.join("dropped.toml");
    std::fs::write(&dropped, other.to_toml()).unwrap();
    drop_file(&desk.display.name, "Orogen – bay.toml", &dropped);
    desk.wait_for_title("Orogen – dropped.toml");
    desk.input("key r");
    desk.wait_for_title("Orogen – dropped.toml •");
    drop_file(&desk.display.name, "Orogen – dropped.toml •", &bay);
    desk.wait_for_state("the question", |state| state.is_typing);
    desk.input("key Escape");
    desk.wait_for_state("the end of the question", |state| !state.is_typing);
    desk.wait_for_title("Orogen – dropped.toml •");
    desk.input("key ctrl+s");
    desk.wait_for_title("Orogen – dropped.toml");

    // Opens a typed path.
    desk.input("key ctrl+o");
    type_path(&desk, "b a y period t o m l");
    desk.wait_for_title("Orogen – bay.toml");

    // Closing asks. Esc keeps the window open; discarding leaves no recovery file.
    desk.input("key r");
    desk.wait_for_title("Orogen – bay.toml •");
    close(&desk.display.name, "Orogen – bay.toml •");
    desk.wait_for_state("the question", |state| state.is_typing);
    desk.input("key Escape");
    desk.wait_for_state("the end of the question", |state| !state.is_typing);
    close(&desk.display.name, "Orogen – bay.toml •");
    desk.wait_for_state("the question again", |state| state.is_typing);
    desk.input("key Tab");
    desk.last_input("key Return");
    assert!(desk.wait_for_end());
    assert_eq!(seed(&bay), Some(second));
    assert_eq!(recovery_files(&desk), [] as [PathBuf; 0]);
}

#[test]
fn unsaved_changes_and_steps_are_recovered_after_a_kill() {
    let _drawing = drawing();
    let mut desk = Desk::new("recovery");
    desk.wait_for_state("the first land", |state| state.revision > 0);
    desk.rest();
    desk.input("mousemove 400 400");
    desk.input("key r");
    let kept = desk.scene().recipe;
    let line = format!("seed = \"{}\"", kept.world.seed);
    wait_for("the recovery file", 30, || {
        let files = recovery_files(&desk);
        let texts = files.iter().filter_map(|path| std::fs::read_to_string(path).ok());
        texts.into_iter().any(|text| text.contains(&line)).then_some(())
    });
    desk.kill_and_start();
    desk.wait_for_state("the question", |state| state.is_typing);
    desk.input("key Return");
    desk.wait_for_state("the land", |state| !state.is_typing && state.revision > 0);
    desk.input("mousemove 400 400");
    assert_eq!(desk.scene().recipe, kept);
    desk.input("key ctrl+z");
    let before = desk.scene().recipe;
    assert_ne!(before.world.seed, kept.world.seed, "its steps came with it");
    desk.input("key ctrl+y");
    assert_eq!(desk.scene().recipe, kept);
}
