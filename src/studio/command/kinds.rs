//! Commands: what keys, buttons and menus do, each declared once.

use std::borrow::Cow;

use bevy::prelude::*;

use crate::export::Engine;
#[cfg(feature = "studio")]
use crate::studio::app::keys::Modifiers;
use crate::terrain::bookmark::BOOKMARKS;
use crate::terrain::look::Overlay;

use super::gestures::GESTURES;
use super::table::COMMANDS;

/// What a person can ask for.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    FrameLand,
    FocusCursor,
    /// Goes back to where the camera was before its last move.
    ViewBack,
    ViewForward,
    Randomise,
    TogglePanel,
    Undo,
    Redo,
    /// Begins a new land, and asks before what is not saved would be lost.
    NewLand,
    /// Chooses a file and opens it.
    OpenFile,
    /// Opens one of the files that were open last, the newest being 0.
    OpenRecent(u8),
    /// Opens a preset of the shelf by its place there.
    OpenPreset(u16),
    Save,
    SaveAs,
    /// Shows what programs have left that ended unexpectedly.
    RecoverLands,
    /// Keeps the land as a preset of one's own.
    SavePreset,
    /// Gives one's own preset another name, by its place on the shelf.
    RenamePreset(u16),
    /// Deletes one's own preset, and asks before.
    DeletePreset(u16),
    /// Shows the folder of one's own presets.
    ShowPresetFolder,
    /// Reads the folder of one's own presets again; given by what shows them.
    ReadPresets,
    FactoryDefaults,
    /// Shows the list of steps that can be taken back.
    ToggleSteps,
    /// Shows the palette of all commands and parameters.
    TogglePalette,
    /// Shows nine variations of the land to breed from.
    ToggleVariations,
    /// Puts the other land in the place of this one: there are two places, A and B.
    SwapSlots,
    CopyCode,
    CopyRecipe,
    PasteAny,
    /// Shows all settings in the panel, or the few that come first.
    ToggleAllSettings,
    SearchSettings,
    /// Gives the keyboard to the panels, or back to the land.
    FocusPanel,
    ScaleReset,
    ToggleTheme,
    TogglePanelSide,
    ToggleGuides,
    ToggleAbout,
    CopyDiagnostics,
    Screenshot,
    ToggleExport,
    /// Opens the exports with a program chosen that is to take the land.
    ExportFor(Engine),
    /// Opens the menu of what has the keyboard in the panel.
    OpenMenu,
    /// Chooses a heightmap of another program and shows it, to be added as a layer.
    ImportMap,
    ToggleHelp,
    /// Shows the lattice of one octave over the land, or leaves it.
    ToggleXray,
    FinerOctave,
    CoarserOctave,
    /// Makes arrows that were dragged part of the recipe.
    KeepArrows,
    DropArrows,
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
    /// Shows the lab beside the land, or the land alone.
    ToggleLab,
    /// Shows a figure of the lab, by its place in the lab's table.
    ShowFigure(u16),
    /// Shows what explains the parameter under the pointer.
    ExplainRow,
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

/// A key with the modifiers that must be held, and no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcut {
    pub key: KeyCode,
    pub ctrl: bool,
    pub shift: bool,
    pub alt: bool,
}

/// A row of the table.
pub struct CommandRow {
    pub command: Command,
    pub name: &'static str,
    pub shortcuts: &'static [Shortcut],
    /// How the keys are written; empty for what has none.
    pub keys: &'static str,
    /// One sentence.
    pub doc: &'static str,
}

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
    match &*keys_of(command) {
        "" => text.to_owned(),
        keys => format!("{text} ({keys})"),
    }
}

/// What keys and gestures do, in the order of the list of keys: (keys, sentence).
pub fn keys() -> impl Iterator<Item = (&'static str, &'static str)> {
    let with_keys = COMMANDS.iter().filter(|row| !row.keys.is_empty());
    GESTURES.iter().copied().chain(with_keys.map(|row| (row.keys, row.doc)))
}

/// The command of a key that is pressed with modifiers, if it is a shortcut.
#[cfg(feature = "studio")]
pub fn of_key(key: KeyCode, with: Modifiers) -> Option<Command> {
    if with.system {
        return None;
    }
    let Modifiers { ctrl, shift, alt, .. } = with;
    let pressed = Shortcut { key, ctrl, shift, alt };
    let digit = DIGITS.iter().zip(1..).find(|(digit, _)| **digit == key && !shift && !alt);
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
            assert!(
                shortcut.shift || shortcut.alt || !DIGITS.contains(&shortcut.key),
                "{name} and a bookmark"
            );
        }
    }

    #[test]
    fn every_command_has_one_row_with_a_sentence() {
        for (i, row) in COMMANDS.iter().enumerate() {
            assert!(
                row.shortcuts.is_empty() == row.keys.is_empty() && row.doc.ends_with('.'),
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
        let alt = Modifiers { alt: true, ..Modifiers::default() };
        assert_eq!(of_key(KeyCode::ArrowLeft, alt), Some(Command::ViewBack));
        assert_eq!(of_key(KeyCode::ArrowRight, alt), Some(Command::ViewForward));
        assert_eq!(of_key(KeyCode::KeyF, alt), None, "Alt and a letter are the system's");
    }
}
