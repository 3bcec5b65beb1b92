//! Commands: the actions that keys, buttons and menus can trigger.

use bevy::prelude::*;

use crate::export::Engine;
use crate::terrain::look::Overlay;

/// An action that the user can trigger.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    FrameLand,
    FocusCursor,
    /// Moves the camera back to its pose before the last move.
    ViewBack,
    ViewForward,
    Randomise,
    TogglePanel,
    Undo,
    Redo,
    /// Starts a new land. Asks first if the open land has unsaved changes.
    NewLand,
    /// Chooses a file and opens it.
    OpenFile,
    /// Opens a recent file by its index in the list; 0 is the newest.
    OpenRecent(u8),
    /// Opens a preset by its index on the shelf.
    OpenPreset(u16),
    Save,
    SaveAs,
    /// Lists the unsaved lands of runs that crashed.
    RecoverLands,
    /// Saves the land as one of the user's presets.
    SavePreset,
    /// Renames one of the user's presets, by its index on the shelf.
    RenamePreset(u16),
    /// Deletes one of the user's presets, after a question.
    DeletePreset(u16),
    /// Opens the folder of the user's presets in the file manager.
    ShowPresetFolder,
    /// Reads the folder of the user's presets again. The program sends this by itself: at the
    /// start, after a change of a preset, and when the presets are opened.
    ReadPresets,
    FactoryDefaults,
    /// Shows the list of undo steps.
    ToggleSteps,
    /// Shows the palette of all commands and parameters.
    TogglePalette,
    /// Shows the land and eight variations of it.
    ToggleVariations,
    /// Swaps the two lands A and B, which the user compares.
    SwapSlots,
    CopyCode,
    CopyRecipe,
    PasteAny,
    /// Switches the panel between all settings and the most important ones.
    ToggleAllSettings,
    SearchSettings,
    /// Moves the keyboard focus to the panels or back to the land.
    FocusPanel,
    ScaleReset,
    ToggleTheme,
    TogglePanelSide,
    ToggleGuides,
    ToggleAbout,
    CopyDiagnostics,
    Screenshot,
    ToggleExport,
    /// Opens the export window with the settings for a game engine.
    ExportFor(Engine),
    /// Opens the menu of the focused row or of the selected layer.
    OpenMenu,
    /// Chooses a heightmap and previews it before it becomes a layer.
    ImportMap,
    ToggleHelp,
    /// Shows or hides the X-ray: the lattice of one octave of noise over the land.
    ToggleXray,
    /// Starts or ends shaping the land with the pointer.
    ToggleHands,
    /// Shows or hides the network of the rivers over the land.
    ToggleRiverNetwork,
    FinerOctave,
    CoarserOctave,
    /// Stores the gradient arrows that the user has dragged in the X-ray in the recipe.
    KeepArrows,
    /// Discards the dragged arrows of the X-ray that are not in the recipe.
    DropArrows,
    ToggleFullScreen,
    ScaleUp,
    ScaleDown,
    Close,
    ToggleFly,
    ToggleWalk,
    /// Starts or ends the comparison of the land with and without one part.
    ToggleDivider,
    /// Opens a text field for a place to go to.
    AskPlace,
    /// Opens or closes the lab, the figures that explain the land.
    ToggleLab,
    /// Shows a figure of the lab, by its index in the lab's table.
    ShowFigure(u16),
    /// Shows the figure that explains the parameter under the pointer.
    ExplainRow,
    CopyView,
    PasteView,
    /// Stores the view as bookmark 1 to 9.
    SetBookmark(u8),
    /// Goes to bookmark 1 to 9.
    GoBookmark(u8),
    /// Switches to a view: the shaded land or an overlay.
    View(Overlay),
    NextStyle,
    NextMood,
}

/// A key, and the modifiers that must be held; other modifiers must be up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcut {
    pub key: KeyCode,
    pub ctrl: bool,
    pub shift: bool,
    pub alt: bool,
}

/// A row of the command table.
pub struct CommandRow {
    pub command: Command,
    pub name: &'static str,
    pub shortcuts: &'static [Shortcut],
    /// The keys in words, for display. Empty if the command has no shortcut.
    pub keys: &'static str,
    /// One sentence that says what the command does, for tooltips and the list of keys.
    pub doc: &'static str,
}
