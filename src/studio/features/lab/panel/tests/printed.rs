//! Tests that every key named by a figure, a hint or the list of keys has an effect.

use std::collections::BTreeSet;

use bevy_egui::egui::{Event, Key, Modifiers, MouseWheelUnit, TouchPhase, pos2, vec2};

use super::driver::Desk;
use crate::lab::figure::{Drawing, Shape};
use crate::lab::{Context, FigureRow, ROWS, State, teaching_scene};
use crate::studio::app::keys::Modifiers as KeyModifiers;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::{keys, of_key};
use crate::studio::command::table::COMMANDS;
use crate::studio::features::hints::Hint;

/// A key with its modifiers.
type Chord = (Key, Modifiers);

/// Returns the chord of a printed name such as `Ctrl+Shift+Z`; `None` for other words, such as
/// `drag`.
fn chord(name: &str) -> Option<Chord> {
    let (before, last) = match name.rsplit_once('+') {
        Some((before, last)) if !last.is_empty() => (before, last),
        _ => ("", name),
    };
    let mut modifiers = Modifiers::NONE;
    for name in before.split('+').filter(|name| !name.is_empty()) {
        match name {
            "Ctrl" => modifiers = modifiers | Modifiers::CTRL | Modifiers::COMMAND,
            "Shift" => modifiers |= Modifiers::SHIFT,
            "Alt" => modifiers |= Modifiers::ALT,
            _ => return None,
        }
    }
    let key = match last {
        "Esc" => Key::Escape,
        "−" => Key::Minus,
        "?" => Key::Questionmark,
        "[" => Key::OpenBracket,
        "]" => Key::CloseBracket,
        "," => Key::Comma,
        "." => Key::Period,
        _ => Key::from_name(last)?,
    };
    Some((key, modifiers))
}

/// Returns the chords of a printed list such as `W A S D, arrows`; `None` for other texts.
fn chords(printed: &str) -> Option<Vec<Chord>> {
    let printed = printed.replace("Page Up", "PageUp").replace("Page Down", "PageDown");
    let printed = printed.replace("Ctrl +", "Ctrl+Plus").replace("Ctrl −", "Ctrl+Minus");
    let mut found = vec![];
    for word in printed.split_whitespace().filter(|word| *word != "and") {
        let word = if word == "," { word } else { word.trim_end_matches(',') };
        match (word, chord(word)) {
            ("arrows", _) => found.extend(
                [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown]
                    .map(|key| (key, Modifiers::NONE)),
            ),
            ("double-click", _) => {}
            (_, Some(chord)) => found.push(chord),
            (_, None) => return None,
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Returns the chords that a text names, as a list or within its sentences.
fn printed(text: &str) -> Vec<Chord> {
    chords(text).unwrap_or_else(|| {
        let words = text.split(|c: char| c.is_whitespace() || ",;:()".contains(c));
        let words = words.map(|word| word.trim_end_matches('.'));
        let is_key = |word: &&str| {
            let has_modifier = ["Ctrl+", "Alt+"].iter().any(|start| word.starts_with(start));
            has_modifier || ["Space", "Backspace", "PageUp", "Esc", "F12"].contains(word)
        };
        words.filter(is_key).filter_map(chord).collect()
    })
}

/// Returns the command of a chord.
fn command((key, modifiers): Chord) -> Option<Command> {
    let names = match key {
        Key::Questionmark => vec!["Slash".to_owned()],
        Key::OpenBracket => vec!["BracketLeft".to_owned()],
        Key::CloseBracket => vec!["BracketRight".to_owned()],
        Key::Plus => vec!["Equal".to_owned(), "Plus".to_owned()],
        _ => ["", "Key", "Digit", "Arrow"].map(|start| format!("{start}{}", key.name())).to_vec(),
    };
    let shift = modifiers.shift || key == Key::Questionmark;
    let modifiers = KeyModifiers { ctrl: modifiers.ctrl, shift, alt: modifiers.alt, system: false };
    let codes = COMMANDS.iter().flat_map(|row| row.shortcuts).map(|shortcut| shortcut.key);
    let mut named = codes.filter(|code| names.contains(&format!("{code:?}")));
    named.find_map(|code| of_key(code, modifiers))
}

/// Returns everything in the lab that a key can change, as text.
fn snapshot(desk: &Desk) -> String {
    let focused = desk.context.memory(|memory| memory.focused());
    format!("{:?} {focused:?} {:?} {:?}", desk.lab, desk.copied(), desk.scene == teaching_scene())
}

/// Presses a chord in the lab. Returns true if it had an effect, there or as a command.
fn does_something(desk: &mut Desk, chord: Chord) -> bool {
    let before = snapshot(desk);
    let (key, modifiers) = chord;
    if (key, modifiers.ctrl) == (Key::C, true) {
        desk.pass(vec![Event::Copy]);
    } else {
        desk.hold(key, modifiers, 1);
    }
    let after = snapshot(desk);
    let may_be_command = modifiers.ctrl || [Key::Escape, Key::L].contains(&key);
    before != after || may_be_command && command(chord).is_some()
}

/// Returns all texts of a figure at a step.
fn words_of(row: &'static FigureRow, step: usize, drawing: &Drawing) -> Vec<String> {
    let drawn = drawing.items.iter().filter_map(|item| match &item.shape {
        Shape::Text { text, .. } => Some(text.clone()),
        _ => None,
    });
    let of_row = [row.question, row.steps[step], row.challenge.task, row.challenge.hint];
    let controls = row.controls.iter().map(|control| control.doc.to_owned());
    let of_row = of_row.map(str::to_owned).into_iter().chain([drawing.caption.clone()]);
    drawn.chain(of_row).chain(controls).collect()
}

/// Returns true if a text of a figure may name keys. Single letters and numbers belong to the
/// picture.
fn may_name_keys(text: &str) -> bool {
    let marks =
        ["W A S D", ", and .", "F12", "Esc", "Ctrl+", "Alt+", "Space", "Page ", "Backspace"];
    marks.iter().any(|mark| text.contains(mark))
}

/// Returns each figure with its texts that name keys: captions, tasks, controls and the text in its
/// picture.
fn figures_with_key_texts() -> Vec<(&'static FigureRow, Vec<String>)> {
    let scene = teaching_scene();
    let texts = |row: &'static FigureRow| {
        let state = State::of(row);
        let drawing = Context::new(&scene, &state, row).unwrap().draw();
        let all = (0..row.steps.len()).flat_map(|step| words_of(row, step, &drawing));
        let texts: BTreeSet<_> = all.filter(|text| may_name_keys(text)).collect();
        (row, texts.into_iter().collect())
    };
    ROWS.iter().map(|row| texts(row)).collect()
}

#[test]
fn every_key_that_a_figure_prints_does_something() {
    let mut pressed = 0;
    for (row, texts) in figures_with_key_texts() {
        let last = row.steps.len() - 1;
        for step in if texts.is_empty() { 0..0 } else { last.min(1)..last + 1 } {
            let mut desk = Desk::at(row.name, step);
            let lab = desk.lab.clone();
            for (text, chord) in texts
                .iter()
                .flat_map(|text| printed(text).into_iter().map(move |chord| (text, chord)))
            {
                desk.lab = lab.clone();
                desk.context.memory_mut(|memory| memory.stop_text_input());
                desk.passes(1);
                // The last step has no next step.
                let is_end = step == last && chord.0 == Key::Period;
                let is_done = is_end || does_something(&mut desk, chord);
                assert!(is_done, "{} at {step}: {text}: {chord:?}", row.name);
                pressed += 1;
            }
        }
    }
    assert!(pressed > 6 * 14, "{pressed}");
}

#[test]
fn every_key_of_the_lab_in_the_list_of_keys_does_something() {
    let mut pressed = 0;
    for (printed_keys, doc) in keys() {
        let Some((place, printed_keys)) = printed_keys.split_once(": ") else { continue };
        if !["The lab", "The viewer in the lab"].contains(&place) {
            continue;
        }
        let figure = if place == "The lab" { "cell" } else { "viewer" };
        let list = printed_keys.split(", a click").next().unwrap_or_default();
        let listed = chords(list).unwrap_or_else(|| panic!("{printed_keys} are no keys"));
        let in_words = doc.split(|c: char| !c.is_alphanumeric());
        let in_words = in_words.filter(|word| ["Home", "End", "Q"].contains(word));
        for chord in listed.into_iter().chain(in_words.filter_map(chord)) {
            let mut desk = Desk::at(figure, 2);
            desk.lab.state.point = [4.5, 0.5];
            desk.passes(2);
            assert!(does_something(&mut desk, chord), "{printed_keys}: {chord:?}");
            pressed += 1;
        }
    }
    assert!(pressed >= 24, "{pressed}");
}

#[test]
fn every_key_of_a_command_in_the_list_of_keys_gives_the_command() {
    for row in COMMANDS.iter().filter(|row| !row.keys.is_empty()) {
        // egui does not know the menu key.
        let keys = row.keys.trim_end_matches(", menu key");
        let listed = chords(keys).unwrap_or_else(|| panic!("{} are no keys", row.keys));
        for chord in listed {
            assert_eq!(command(chord), Some(row.command), "{}: {chord:?}", row.keys);
        }
    }
}

#[test]
fn hints_name_only_keys_of_commands() {
    for hint in Hint::ALL {
        for chord in printed(hint.words()) {
            assert!(command(chord).is_some(), "{}", hint.words());
        }
    }
    assert_eq!(printed("heights and code (Ctrl+E).").len(), 1);
}

/// Returns the window of the viewer: its middle and its side.
fn window(desk: &Desk) -> [f64; 3] {
    ["viewer.x", "viewer.y", "viewer.scale"].map(|key| desk.lab.state.value(desk.lab.row, key))
}

#[test]
fn a_held_key_pans_the_viewer_by_one_window_per_second() {
    for (key, direction) in [
        (Key::ArrowUp, [0.0, 1.0]),
        (Key::W, [0.0, 1.0]),
        (Key::ArrowDown, [0.0, -1.0]),
        (Key::S, [0.0, -1.0]),
        (Key::ArrowRight, [1.0, 0.0]),
        (Key::D, [1.0, 0.0]),
        (Key::ArrowLeft, [-1.0, 0.0]),
        (Key::A, [-1.0, 0.0]),
    ] {
        let mut desk = Desk::at("viewer", 1);
        // 50 passes of 0.02 s take one second.
        desk.hold(key, Modifiers::NONE, 50);
        let [x, y, scale] = window(&desk);
        for (moved, direction) in [x - 0.5, y - 0.5].into_iter().zip(direction) {
            assert!((moved - direction).abs() < 0.2, "{key:?}: {moved} instead of {direction}");
        }
        assert_eq!(scale, 1.0);
    }
}

#[test]
fn the_wheel_zooms_the_viewer_and_a_drag_pans_it() {
    let mut desk = Desk::at("viewer", 2);
    let place = desk.part("window");
    // This place is away from the draggable point p.
    let at = place.min + 0.25 * place.size();
    let wheel = |notches: f32| Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta: vec2(0.0, notches),
        phase: TouchPhase::Move,
        modifiers: Modifiers::NONE,
    };
    desk.pass(vec![Event::PointerMoved(at)]);
    desk.passes(2);
    desk.pass(vec![wheel(1.0)]);
    desk.pass(vec![wheel(1.0), wheel(1.0)]);
    desk.passes(3);
    assert_eq!(window(&desk), [0.5, 0.5, 0.7], "a tenth a notch");
    desk.pass(vec![wheel(-3.0)]);
    desk.passes(2);
    assert_eq!(window(&desk), [0.5, 0.5, 1.0]);
    assert_eq!(desk.part("window"), place, "the lab is not scrolled");
    desk.drag(at, at + vec2(0.25 * place.width(), -0.1 * place.height()));
    let [x, y, scale] = window(&desk);
    assert!((x - 0.25).abs() < 0.02 && (y - 0.4).abs() < 0.02, "{x} {y}");
    assert_eq!(scale, 1.0);
}

#[test]
fn keys_of_the_viewer_do_not_affect_other_figures_or_focused_handles() {
    let mut desk = Desk::at("cell", 5);
    desk.hold(Key::Q, Modifiers::NONE, 2);
    desk.hold(Key::W, Modifiers::NONE, 2);
    assert!(desk.lab.open && desk.lab.state.values.is_empty());
    let mut desk = Desk::at("viewer", 1);
    desk.click("handle 0");
    let before = desk.lab.state.point;
    desk.hold(Key::ArrowUp, Modifiers::NONE, 2);
    assert!(
        desk.lab.state.point[1] > before[1],
        "the arrow keys move p, because its handle has the focus"
    );
    assert_eq!(window(&desk), [0.5, 0.5, 1.0]);
    desk.pass(vec![Event::PointerMoved(pos2(1100.0, 400.0))]);
    desk.passes(1);
    desk.hold(Key::W, Modifiers::NONE, 5);
    assert_eq!(window(&desk), [0.5, 0.5, 1.0], "the land has the keyboard");
}
