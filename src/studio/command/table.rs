//! The table of commands: name, keys and a sentence of each.

use bevy::prelude::KeyCode;

use super::{Command, CommandRow, Shortcut};
use crate::terrain::look::Overlay;

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
        Command::ToggleLab,
        "Lab",
        &[key(KeyCode::KeyL)],
        "L",
        "Shows beside the land how noise becomes it, step by step, or the land alone.",
    ),
    row(
        Command::ExplainRow,
        "Explain the parameter",
        &[ctrl(KeyCode::KeyL)],
        "Ctrl+L",
        "Shows what explains the parameter under the pointer, or the one that has the keyboard.",
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
        "Begins a new land; asks first if something is not saved.",
    ),
    row(
        Command::OpenFile,
        "Open",
        &[ctrl(KeyCode::KeyO)],
        "Ctrl+O",
        "Opens a recipe, an exported heightmap or a screenshot as the land that it holds.",
    ),
    row(
        Command::Save,
        "Save",
        &[ctrl(KeyCode::KeyS)],
        "Ctrl+S",
        "Saves the recipe and the view in their file.",
    ),
    row(
        Command::SaveAs,
        "Save as",
        &[ctrl_shift(KeyCode::KeyS)],
        "Ctrl+Shift+S",
        "Saves the recipe and the view in a file that you choose.",
    ),
    row(
        Command::SavePreset,
        "Save as preset",
        &[],
        "",
        "Keeps the land as a preset of your own, with a picture of it.",
    ),
    row(
        Command::ShowPresetFolder,
        "Preset folder",
        &[],
        "",
        "Shows the folder of your own presets, to share them or to put others' there.",
    ),
    row(
        Command::FactoryDefaults,
        "Factory defaults",
        &[],
        "",
        "Sets every parameter of recipe and view to its default; undo brings them back.",
    ),
    row(
        Command::TogglePalette,
        "Find anything",
        &[ctrl(KeyCode::KeyK)],
        "Ctrl+K",
        "Finds every command and parameter by name, key or sentence.",
    ),
    row(
        Command::SearchSettings,
        "Search the panel",
        &[ctrl(KeyCode::KeyF)],
        "Ctrl+F",
        "Goes to the line in which parameters of the panel are searched for.",
    ),
    row(
        Command::FocusPanel,
        "Panel by keyboard",
        &[ctrl(KeyCode::Tab)],
        "Ctrl+Tab",
        "Gives the keyboard to the panel, where Tab goes over all buttons and fields, or back to the land.",
    ),
    row(
        Command::ToggleAllSettings,
        "All settings",
        &[],
        "",
        "Shows all settings in the panel, or the few that come first.",
    ),
    row(
        Command::ToggleVariations,
        "Variations",
        &[ctrl(KeyCode::KeyR)],
        "Ctrl+R",
        "Shows nine lands like this one: a click keeps one and shows nine like it.",
    ),
    row(
        Command::SwapSlots,
        "Swap A and B",
        &[ctrl(KeyCode::KeyB)],
        "Ctrl+B",
        "Changes between two lands, A and B; the first time B begins as a copy of A.",
    ),
    row(
        Command::CopyCode,
        "Copy the share code",
        &[ctrl(KeyCode::KeyC)],
        "Ctrl+C",
        "Copies recipe and view as a short text, which opens by paste or by `orogen CODE`.",
    ),
    row(
        Command::CopyRecipe,
        "Copy the recipe",
        &[],
        "",
        "Copies recipe and view as the text of a file.",
    ),
    row(
        Command::PasteAny,
        "Paste",
        &[ctrl(KeyCode::KeyV)],
        "Ctrl+V",
        "Takes what the clipboard holds: a share code, a recipe, a group, a parameter or a view.",
    ),
    row(
        Command::ToggleSteps,
        "Steps",
        &[ctrl(KeyCode::KeyH)],
        "Ctrl+H",
        "Shows the list of changes by name; a click goes back or forward to one.",
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
        Command::ToggleXray,
        "X-ray",
        &[key(KeyCode::KeyX)],
        "X",
        "Shows the lattice of one octave over the land, with arrows that you drag, or leaves it.",
    ),
    row(
        Command::CoarserOctave,
        "Coarser octave",
        &[key(KeyCode::BracketLeft)],
        "[",
        "Looks at the octave before in the X-ray; Ctrl and the wheel do so too.",
    ),
    row(
        Command::FinerOctave,
        "Finer octave",
        &[key(KeyCode::BracketRight)],
        "]",
        "Looks at the next octave in the X-ray.",
    ),
    row(
        Command::KeepArrows,
        "Keep arrows",
        &[],
        "",
        "Makes the arrows that were dragged in the X-ray part of the recipe.",
    ),
    row(
        Command::DropArrows,
        "Drop arrows",
        &[],
        "",
        "Forgets the arrows that were dragged in the X-ray and are not kept.",
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
    row(
        Command::ScaleReset,
        "Usual text",
        &[ctrl(KeyCode::Digit0), ctrl(KeyCode::Numpad0)],
        "Ctrl+0",
        "Gives the panel's text its usual size.",
    ),
    row(
        Command::ToggleTheme,
        "Theme",
        &[],
        "",
        "Takes the next theme: as the system, dark, light.",
    ),
    row(
        Command::TogglePanelSide,
        "Panel's side",
        &[],
        "",
        "Puts the panel on the other side of the window.",
    ),
    row(
        Command::ToggleAbout,
        "About",
        &[],
        "",
        "Shows the version of the program and what it draws with.",
    ),
    row(
        Command::CopyDiagnostics,
        "Copy diagnostics",
        &[],
        "",
        "Copies what a report of a fault should say: version, adapter, settings, recipe.",
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
