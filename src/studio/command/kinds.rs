//! Commands: what keys, buttons and menus do, each declared once.

use bevy::prelude::*;

use crate::export::Engine;
use crate::terrain::look::Overlay;

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
