//! Commands: what keys, buttons and menus do, each declared once.

use std::borrow::Cow;

use bevy::prelude::*;

#[cfg(feature = "studio")]
use super::keys::Modifiers;
use crate::terrain::bookmark::BOOKMARKS;
use crate::terrain::look::Overlay;

/// What a person can ask for.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    FrameLand,
    FocusCursor,
    Randomise,
    TogglePanel,
    Undo,
    Redo,
    NewLand,
    Screenshot,
    ToggleExport,
    ToggleHelp,
    ToggleFullScreen,
    ScaleUp,
    ScaleDown,
    Close,
    ToggleFly,
    ToggleWalk,
    /// Shows the land with and without a part, or whole again.
    ToggleDivider,
    /// Opens the line in which a place is typed.
    AskPlace,
    CopyView,
    PasteView,
    /// Keeps the view under a number from 1 to 9.
    SetBookmark(u8),
    /// Goes to the bookmark of a number from 1 to 9.
    GoBookmark(u8),
    /// Shows the land, or one of the views that explain it.
    View(Overlay),
    NextStyle,
    NextMood,
    /// Takes the camera pose of the scene's view; given by the panel alone.
    TakePose,
}

/// A key with the modifiers that must be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcut {
    pub key: KeyCode,
    pub ctrl: bool,
    pub shift: bool,
}

const fn key(key: KeyCode) -> Shortcut {
    Shortcut { key, ctrl: false, shift: false }
}

const fn ctrl(key: KeyCode) -> Shortcut {
    Shortcut { key, ctrl: true, shift: false }
}

const fn ctrl_shift(key: KeyCode) -> Shortcut {
    Shortcut { key, ctrl: true, shift: true }
}

const fn shift(key: KeyCode) -> Shortcut {
    Shortcut { key, ctrl: false, shift: true }
}

/// A row of the table.
pub struct CommandRow {
    pub command: Command,
    pub name: &'static str,
    pub shortcuts: &'static [Shortcut],
    /// How the keys are written.
    pub keys: &'static str,
    /// One sentence.
    pub doc: &'static str,
}

/// Every command.
pub const COMMANDS: &[CommandRow] = &[
    row(Command::FrameLand, "Frame the land", &[key(KeyCode::KeyF)], "F", "Shows the whole land."),
    row(
        Command::FocusCursor,
        "Focus the cursor",
        &[key(KeyCode::Space)],
        "Space, double-click",
        "Looks at the point under the cursor.",
    ),
    row(
        Command::Randomise,
        "Randomise",
        &[key(KeyCode::KeyR)],
        "R",
        "Takes another seed: another land of the same kind.",
    ),
    row(
        Command::ToggleFly,
        "Fly",
        &[key(KeyCode::KeyG)],
        "G",
        "Flies from where the camera is, or orbits again: drag looks round, the wheel sets the speed.",
    ),
    row(
        Command::ToggleWalk,
        "Walk",
        &[key(KeyCode::KeyV)],
        "V",
        "Walks on the ground with eyes at 1.8 m, or orbits again: Shift runs, and deep water carries.",
    ),
    row(
        Command::ToggleDivider,
        "Compare",
        &[key(KeyCode::KeyC)],
        "C",
        "Shows the land with and without the part under the pointer, or the selected layer, side by side.",
    ),
    row(
        Command::AskPlace,
        "Go to",
        &[ctrl(KeyCode::KeyG)],
        "Ctrl+G",
        "Goes to typed coordinates, a pose or the text of a view.",
    ),
    row(
        Command::CopyView,
        "Copy the view",
        &[ctrl_shift(KeyCode::KeyC)],
        "Ctrl+Shift+C",
        "Copies camera, light and bookmarks as text.",
    ),
    row(
        Command::PasteView,
        "Paste a view",
        &[ctrl_shift(KeyCode::KeyV)],
        "Ctrl+Shift+V",
        "Takes the view, the pose or the coordinates that the clipboard holds as text.",
    ),
    row(
        Command::TogglePanel,
        "Panel",
        &[key(KeyCode::KeyH)],
        "H",
        "Hides the panel or shows it again.",
    ),
    row(
        Command::NewLand,
        "New",
        &[ctrl(KeyCode::KeyN)],
        "Ctrl+N",
        "Goes back to the factory defaults.",
    ),
    row(Command::Undo, "Undo", &[ctrl(KeyCode::KeyZ)], "Ctrl+Z", "Takes the last change back."),
    row(
        Command::Redo,
        "Redo",
        &[ctrl(KeyCode::KeyY), Shortcut { key: KeyCode::KeyZ, ctrl: true, shift: true }],
        "Ctrl+Y, Ctrl+Shift+Z",
        "Makes the change again that was taken back.",
    ),
    row(
        Command::Screenshot,
        "Screenshot",
        &[key(KeyCode::KeyP), key(KeyCode::F12)],
        "P, F12",
        "Saves the picture, without the panel, and says where.",
    ),
    row(
        Command::ToggleExport,
        "Export",
        &[ctrl(KeyCode::KeyE)],
        "Ctrl+E",
        "Opens the export panel, with a frame on the land that one drags and sizes.",
    ),
    row(
        Command::ToggleHelp,
        "Keys",
        &[key(KeyCode::F1), Shortcut { key: KeyCode::Slash, ctrl: false, shift: true }],
        "F1, ?",
        "Shows this list of keys.",
    ),
    row(
        Command::ToggleFullScreen,
        "Full screen",
        &[key(KeyCode::F11)],
        "F11",
        "Fills the screen, or the window again.",
    ),
    row(
        Command::ScaleUp,
        "Larger text",
        &[
            ctrl(KeyCode::Equal),
            ctrl(KeyCode::NumpadAdd),
            Shortcut { key: KeyCode::Equal, ctrl: true, shift: true },
        ],
        "Ctrl +",
        "Makes the panel's text larger.",
    ),
    row(
        Command::ScaleDown,
        "Smaller text",
        &[ctrl(KeyCode::Minus), ctrl(KeyCode::NumpadSubtract)],
        "Ctrl −",
        "Makes the panel's text smaller.",
    ),
    view(Overlay::Shaded, "Shaded", &[key(KeyCode::F2)], "F2", "Shows the land in its style."),
    view(Overlay::Clay, "Clay", &[key(KeyCode::F3)], "F3", "Shows the bare form."),
    view(
        Overlay::Wireframe,
        "Wireframe",
        &[key(KeyCode::F4)],
        "F4",
        "Shows the edges of the mesh.",
    ),
    view(
        Overlay::Contours,
        "Heights",
        &[key(KeyCode::F5)],
        "F5",
        "Shows heights as colours, with contour lines.",
    ),
    view(Overlay::Slope, "Slope", &[key(KeyCode::F6)], "F6", "Shows degrees of slope as colours."),
    view(
        Overlay::Normals,
        "Normals",
        &[key(KeyCode::F7)],
        "F7",
        "Shows the directions of the surface as colours.",
    ),
    view(
        Overlay::Curvature,
        "Curvature",
        &[key(KeyCode::F8)],
        "F8",
        "Shows hollows and ridges as colours.",
    ),
    view(
        Overlay::Materials,
        "Materials",
        &[key(KeyCode::F9)],
        "F9",
        "Shows the natural style's materials as colours.",
    ),
    view(
        Overlay::Levels,
        "Levels",
        &[key(KeyCode::F10)],
        "F10",
        "Shows the levels of detail as colours.",
    ),
    view(
        Overlay::Noise,
        "Noise",
        &[shift(KeyCode::F2)],
        "Shift+F2",
        "Shows the noise before height and exponent.",
    ),
    view(
        Overlay::Mask,
        "Mask",
        &[shift(KeyCode::F3)],
        "Shift+F3",
        "Shows where the selected layer counts, as its masks say.",
    ),
    view(
        Overlay::Ridges,
        "Ridges",
        &[shift(KeyCode::F4)],
        "Shift+F4",
        "Shows the gullies and ridges that erosion made.",
    ),
    row(
        Command::NextStyle,
        "Style",
        &[key(KeyCode::Tab)],
        "Tab",
        "Changes the style: natural, or that of a course of computer graphics.",
    ),
    row(
        Command::NextMood,
        "Mood",
        &[key(KeyCode::KeyM)],
        "M",
        "Takes the next mood: noon, golden hour, overcast, dusk, moon.",
    ),
    row(
        Command::Close,
        "Close",
        &[key(KeyCode::Escape)],
        "Esc",
        "Closes what is open; then leaves flying and walking, then full screen.",
    ),
];

/// The keys of the bookmarks: alone they go to one, with Ctrl they keep the view as one.
#[cfg(feature = "studio")]
const DIGITS: [KeyCode; BOOKMARKS as usize] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];

/// What the mouse, held keys and digits do, for the list of keys.
pub const GESTURES: &[(&str, &str)] = &[
    ("Left-drag", "Orbits; flying and walking it looks round."),
    ("Right-drag, Shift-drag", "Pans; flying and walking it looks round."),
    ("Wheel", "Zooms; flying and walking it sets the speed."),
    ("W A S D, arrows", "Move over the land, the faster the further away."),
    ("Q, E", "Move down and up: zoom in and out."),
    ("Shift + moving keys", "Move 4 times as fast; on foot, run."),
    ("1 … 9", "Go to a bookmark: glide if it is near, else at once."),
    ("Ctrl+1 … Ctrl+9", "Keep the view as a bookmark."),
    ("Right-click on a slider", "Resets it."),
    ("Double-click on a layer", "Renames it: Enter keeps the name, Esc the one before."),
    ("Alt+Up, Alt+Down", "Move the selected layer, with the pointer over the list of layers."),
    ("Ctrl+D, Ctrl+J", "Duplicate the selected layer, with the pointer over the list."),
    ("Delete", "Takes the selected layer away, with the pointer over the list."),
    ("B, held", "Shows the land without the part under the pointer, or the selected layer."),
    ("Drag the divider, Alt+Left, Alt+Right", "Move it over the land."),
    (
        "Drop a file on the window",
        "Opens a recipe, an exported heightmap or a screenshot as the land that it holds.",
    ),
];

const fn row(
    command: Command,
    name: &'static str,
    shortcuts: &'static [Shortcut],
    keys: &'static str,
    doc: &'static str,
) -> CommandRow {
    CommandRow { command, name, shortcuts, keys, doc }
}

const fn view(
    overlay: Overlay,
    name: &'static str,
    shortcuts: &'static [Shortcut],
    keys: &'static str,
    doc: &'static str,
) -> CommandRow {
    row(Command::View(overlay), name, shortcuts, keys, doc)
}

/// The keys of a command, as they are written; none for what has no key.
pub fn keys_of(command: Command) -> Cow<'static, str> {
    match command {
        Command::GoBookmark(number) => number.to_string().into(),
        Command::SetBookmark(number) => format!("Ctrl+{number}").into(),
        _ => COMMANDS.iter().find(|row| row.command == command).map_or("", |row| row.keys).into(),
    }
}

/// What a command does, with its keys: the text of a button's tooltip.
pub fn with_keys(text: &str, command: Command) -> String {
    format!("{text} ({})", keys_of(command))
}

/// What keys and gestures do, in the order of the list of keys: (keys, sentence).
pub fn keys() -> impl Iterator<Item = (&'static str, &'static str)> {
    GESTURES.iter().copied().chain(COMMANDS.iter().map(|row| (row.keys, row.doc)))
}

/// The command of a key that is pressed with modifiers, if it is a shortcut.
#[cfg(feature = "studio")]
pub fn of_key(key: KeyCode, with: Modifiers) -> Option<Command> {
    if with.alt || with.system {
        return None;
    }
    let pressed = Shortcut { key, ctrl: with.ctrl, shift: with.shift };
    let digit = DIGITS.iter().zip(1..).find(|(digit, _)| **digit == key && !with.shift);
    let bookmark = digit.map(|(_, number)| match with.ctrl {
        true => Command::SetBookmark(number),
        false => Command::GoBookmark(number),
    });
    let row = COMMANDS.iter().find(|row| row.shortcuts.contains(&pressed));
    bookmark.or_else(|| row.map(|row| row.command))
}

#[cfg(all(test, feature = "studio"))]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_a_shortcut() {
        let all: Vec<_> = COMMANDS
            .iter()
            .flat_map(|row| row.shortcuts.iter().map(move |s| (s, row.name)))
            .collect();
        for (i, (shortcut, name)) in all.iter().enumerate() {
            for (other, other_name) in &all[i + 1..] {
                assert_ne!(shortcut, other, "{name} and {other_name}");
            }
            assert!(shortcut.shift || !DIGITS.contains(&shortcut.key), "{name} and a bookmark");
        }
    }

    #[test]
    fn every_command_has_one_row_with_keys_and_a_sentence() {
        for (i, row) in COMMANDS.iter().enumerate() {
            assert!(
                !row.shortcuts.is_empty() && !row.keys.is_empty() && row.doc.ends_with('.'),
                "{}",
                row.name
            );
            assert!(
                COMMANDS[i + 1..].iter().all(|other| other.command != row.command),
                "{}",
                row.name
            );
        }
    }

    #[test]
    fn every_view_has_a_key() {
        for overlay in Overlay::ALL {
            assert!(!keys_of(Command::View(overlay.value)).is_empty(), "{}", overlay.name);
        }
    }

    #[test]
    fn digits_go_to_bookmarks_and_keep_them() {
        let ctrl = Modifiers { ctrl: true, ..Modifiers::default() };
        assert_eq!(of_key(KeyCode::Digit7, Modifiers::default()), Some(Command::GoBookmark(7)));
        assert_eq!(of_key(KeyCode::Digit7, ctrl), Some(Command::SetBookmark(7)));
        assert_eq!(of_key(KeyCode::Digit7, Modifiers { alt: true, ..ctrl }), None);
        assert_eq!(of_key(KeyCode::Digit7, Modifiers { shift: true, ..ctrl }), None);
    }

    #[test]
    fn modifiers_must_match() {
        let ctrl = Modifiers { ctrl: true, ..Modifiers::default() };
        assert_eq!(of_key(KeyCode::KeyZ, Modifiers::default()), None);
        assert_eq!(of_key(KeyCode::KeyZ, ctrl), Some(Command::Undo));
        assert_eq!(of_key(KeyCode::KeyZ, Modifiers { shift: true, ..ctrl }), Some(Command::Redo));
        assert_eq!(of_key(KeyCode::KeyZ, Modifiers { system: true, ..ctrl }), None);
    }
}
