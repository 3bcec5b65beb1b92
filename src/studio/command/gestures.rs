//! The texts about mouse gestures and held keys, for the list of keys in the help.

/// Gestures, held keys and digits: (keys, what they do).
pub const GESTURES: &[(&str, &str)] = &[
    ("Left-drag", "Orbits. While flying or walking, looks around."),
    (
        "Right-drag, middle-drag, Shift-drag",
        "Pans, and keeps the point under the pointer there. While flying or walking, looks around.",
    ),
    (
        "Wheel",
        "Zooms to the point under the pointer, down to the ground. While flying or walking, sets the speed.",
    ),
    ("W A S D, arrows", "Move over the land, faster from further away."),
    ("Q, E", "Move down and up; in orbit, zoom in and out."),
    ("Shift + moving keys", "Move four times as fast; on foot, run."),
    ("1 … 9", "Go to a bookmark: glide to a near one, jump to a distant one."),
    ("Ctrl+1 … Ctrl+9", "Store the view as a bookmark."),
    (
        "Shaping: left-drag",
        "Draws with the chosen tool. Ctrl inverts it and Shift smooths; with Alt, the drag orbits.",
    ),
    (
        "Shaping: click",
        "Adds a point to a ridge, valley, road, river or lake. Enter or a second click ends it, Backspace removes a point.",
    ),
    (
        "Shaping: 1 … 9",
        "Choose a tool: brush, smooth, flatten, ridge, valley, road, river, lake, paint.",
    ),
    ("Shaping: [ and ], Ctrl + wheel", "Change the size of the tool; with Shift, its height."),
    ("Shaping: Alt + click", "Lets flatten and lake level to the height of the land there."),
    (
        "Shaping: 0",
        "Selects marks: click a mark, then drag it or its points. Ctrl+D copies it, Delete removes it.",
    ),
    ("Drag a number, with Shift", "Changes it; with Shift, ten times finer."),
    (
        "Click a number",
        "Lets you type it: 840, 1.2 km, 25 ft, 3*250, 50%. Up and Down change it, with Shift in finer steps.",
    ),
    (
        "Middle-click on a row, double-click on its name",
        "Resets it: first to the opened value, then to the default.",
    ),
    ("Right-click on a row", "Opens a menu: reset, copy, lock."),
    ("Right-click on a layer, mask or operation", "Opens a menu of its actions."),
    (
        "Double-click on a layer",
        "Renames it. Enter confirms the new name, Esc restores the old one.",
    ),
    ("Alt+Up, Alt+Down", "Move the selected layer while the pointer is over the list of layers."),
    ("Ctrl+D, Ctrl+J", "Duplicate the selected layer while the pointer is over the list."),
    ("Delete", "Removes the selected layer while the pointer is over the list."),
    (
        "The list of layers: Tab, arrows, Enter, Space",
        "After Ctrl+Tab: go to rows and icons, and press them. Left and Right fold masks and operations.",
    ),
    (
        "B, held",
        "Shows the land without the part under the pointer, or without the selected layer.",
    ),
    ("Drag the divider, Ctrl+Left, Ctrl+Right", "Move the divider over the land."),
    (
        "The lab: , and .",
        "Go one step back or forward. Home and End go to the first and the last step.",
    ),
    ("The lab: Space", "Plays the steps of a figure, or stops them."),
    ("The lab: Page Up, Page Down", "Go to the previous or the next screen."),
    (
        "The lab: Tab, arrows",
        "Choose the next handle, and move it by 0.01; with Shift by 0.1, with Ctrl by 0.001.",
    ),
    ("The lab: Backspace", "Resets the figure."),
    ("The lab: Ctrl+C, P", "Copy the figure with its numbers, or save it."),
    (
        "The viewer in the lab: W A S D, arrows",
        "Pan the picture, one window a second. A drag pans too, and the wheel zooms. Q closes the lab.",
    ),
    (
        "The lab: F, a click on the land",
        "Fix the point p, or let it follow the pointer over the land.",
    ),
    (
        "Drop a file on the window",
        "Opens the land of a recipe, an exported heightmap or a screenshot.",
    ),
];
