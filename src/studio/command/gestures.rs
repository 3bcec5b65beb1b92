//! The texts about mouse gestures and held keys, for the list of keys in the help.

/// Gestures, held keys and digits: (keys, what they do).
pub const GESTURES: &[(&str, &str)] = &[
    ("Left-drag", "Orbits; flying and walking it looks round."),
    (
        "Right-drag, middle-drag, Shift-drag",
        "Pans: what is under the pointer stays under it; flying and walking it looks round.",
    ),
    (
        "Wheel",
        "Zooms to the point under the pointer, as near as the ground; flying and walking it sets the speed.",
    ),
    ("W A S D, arrows", "Move over the land, the faster the further away."),
    ("Q, E", "Move down and up: zoom in and out."),
    ("Shift + moving keys", "Move 4 times as fast; on foot, run."),
    ("1 … 9", "Go to a bookmark: glide if it is near, else at once."),
    ("Ctrl+1 … Ctrl+9", "Keep the view as a bookmark."),
    ("Drag a number, with Shift", "Changes it; with Shift ten times finer."),
    (
        "Click a number",
        "Types it: 840, 1.2 km, 25 ft, 3*250, 50%; up and down change it, with Shift finer.",
    ),
    ("Middle-click on a row, double-click on its name", "Resets it, first to what was opened."),
    ("Right-click on a row", "Opens a menu: reset, copy, lock."),
    ("Right-click on a layer, mask or operation", "Opens a menu of all that can be done to it."),
    ("Double-click on a layer", "Renames it: Enter keeps the name, Esc the one before."),
    ("Alt+Up, Alt+Down", "Move the selected layer, with the pointer over the list of layers."),
    ("Ctrl+D, Ctrl+J", "Duplicate the selected layer, with the pointer over the list."),
    ("Delete", "Takes the selected layer away, with the pointer over the list."),
    (
        "The list of layers: Tab, arrows, Enter, Space",
        "After Ctrl+Tab: go over rows and signs, and press them; Left and Right fold masks and operations.",
    ),
    ("B, held", "Shows the land without the part under the pointer, or the selected layer."),
    ("Drag the divider, Ctrl+Left, Ctrl+Right", "Move it over the land."),
    ("The lab: , and .", "Go a step back or on; Home and End to the first and the last."),
    ("The lab: Space", "Plays the steps of a figure, or stops."),
    ("The lab: Page Up, Page Down", "Go to the screen before or after."),
    (
        "The lab: Tab, arrows",
        "Choose the next handle, and move it; with Shift 0.1, with Ctrl 0.001.",
    ),
    ("The lab: Backspace", "Puts a figure as it was at first."),
    ("The lab: Ctrl+C, P", "Copies the figure with its numbers; saves it."),
    (
        "The viewer in the lab: W A S D, arrows",
        "Pan its picture, a window a second; so does a drag, and the wheel zooms. Q closes the lab.",
    ),
    ("The lab: F, a click on the land", "Lets p stay, or follow the pointer over the land."),
    (
        "Drop a file on the window",
        "Opens a recipe, an exported heightmap or a screenshot as the land that it holds.",
    ),
];
