//! The tools of the strip: their names, sizes and heights, and how keys change them.

use crate::terrain::marks::{Tool, ToolKind};

/// A tool of the strip.
pub struct StripTool {
    /// The name on its button.
    pub name: &'static str,
    /// The kind of mark that it makes.
    pub kind: ToolKind,
    /// True if its strokes paint a mask instead of the land.
    pub paints: bool,
    /// The tip of its button.
    pub doc: &'static str,
    /// Its use, in one or two sentences.
    pub help: &'static str,
}

const fn tool(kind: ToolKind, name: &'static str, [doc, help]: [&'static str; 2]) -> StripTool {
    StripTool { name, kind, paints: false, doc, help }
}

/// The tools, in the order of the strip and of the keys 1 to 9.
pub const STRIP: [StripTool; 9] = [
    tool(
        ToolKind::Brush,
        "Brush",
        ["Raises or lowers the land.", "Drag to raise the land. Ctrl lowers it, Shift smooths it."],
    ),
    tool(ToolKind::Smooth, "Smooth", ["Removes detail.", "Drag to smooth the land."]),
    tool(
        ToolKind::Flatten,
        "Flatten",
        [
            "Levels the land.",
            "Drag to level the land to the height where the drag begins. Alt+click takes a height.",
        ],
    ),
    tool(
        ToolKind::Ridge,
        "Ridge",
        [
            "Raises a ridge.",
            "Drag a ridge, or click its points; Enter ends it. Ctrl cuts a valley.",
        ],
    ),
    tool(
        ToolKind::Valley,
        "Valley",
        [
            "Cuts a valley, whose floor never rises.",
            "Drag a valley downhill, or click its points; Enter ends it. Ctrl raises a ridge.",
        ],
    ),
    tool(
        ToolKind::Road,
        "Road",
        ["Lays a road with a limited grade.", "Drag a road, or click its points; Enter ends it."],
    ),
    tool(
        ToolKind::River,
        "River",
        [
            "Digs a river, which never rises.",
            "Drag a river downstream, or click its points; Enter ends it.",
        ],
    ),
    tool(
        ToolKind::Lake,
        "Lake",
        [
            "Digs a lake, and dams it where the land is lower.",
            "Drag the outline of a lake, or click its points; Enter closes it. The first point gives \
             the level; Alt+click takes another.",
        ],
    ),
    StripTool {
        name: "Paint",
        kind: ToolKind::Brush,
        paints: true,
        doc: "Paints a mask: where plants, rivers, erosion or a layer act.",
        help: "Drag to paint where the chosen part acts. Ctrl erases.",
    },
];

/// The factor by which a notch of the wheel or a key changes a size or a height.
pub const NOTCH: f64 = 1.15;

/// The radius of a tool as a fraction of the distance between the eye and the land, when the tools
/// are first opened.
const RADIUS_FRACTION: f64 = 0.06;

/// Returns true if the user may click the points of a tool's path.
pub fn has_knots(tool: &Tool) -> bool {
    !matches!(tool, Tool::Brush(_) | Tool::Smooth(_) | Tool::Flatten(_))
}

/// Returns the minimum number of points of a path with which a tool has an effect.
pub fn min_points(tool: &Tool) -> usize {
    match tool {
        Tool::Brush(_) | Tool::Smooth(_) | Tool::Flatten(_) => 1,
        Tool::Lake(_) => 3,
        _ => 2,
    }
}

/// The radius of the ring that shows a tool, in metres. For a lake it is the width of its banks.
pub fn radius_m(tool: &Tool) -> f64 {
    match tool {
        Tool::Brush(p) => p.radius_m,
        Tool::Smooth(p) => p.radius_m,
        Tool::Flatten(p) => p.radius_m,
        Tool::Ridge(p) => (p.height_m.abs() / p.slope).min(p.reach_m),
        Tool::Valley(p) => (0.5 * p.floor_m + p.height_m.abs() / p.slope).min(p.reach_m),
        Tool::Road(p) => 0.5 * p.width_m,
        Tool::River(p) => 0.5 * p.width_m,
        Tool::Lake(p) => p.reach_m,
    }
}

/// The height by which a tool changes the land, in metres; `None` for a tool without a height.
pub fn height_m(tool: &Tool) -> Option<f64> {
    match tool {
        Tool::Brush(p) => Some(p.height_m),
        Tool::Ridge(p) => Some(p.height_m),
        Tool::Valley(p) => Some(p.height_m),
        Tool::River(p) => Some(p.height_m),
        Tool::Lake(p) => Some(-p.depth_m),
        _ => None,
    }
}

/// The height to which a tool levels the land or its water; `None` if it follows the land or the
/// tool does not level.
pub fn level_m(tool: &Tool) -> Option<f64> {
    match tool {
        Tool::Flatten(p) => p.pinned.then_some(p.height_m),
        Tool::Lake(p) => p.pinned.then_some(p.height_m),
        _ => None,
    }
}

/// Returns true if a tool levels the land or its water.
pub fn has_level(tool: &Tool) -> bool {
    matches!(tool, Tool::Flatten(_) | Tool::Lake(_))
}

/// Lets a tool level to a height, or to the land at the first point of its path.
pub fn set_level(tool: &mut Tool, level_m: Option<f64>) {
    let (height_m, pinned) = match tool {
        Tool::Flatten(p) => (&mut p.height_m, &mut p.pinned),
        Tool::Lake(p) => (&mut p.height_m, &mut p.pinned),
        _ => return,
    };
    *pinned = level_m.is_some();
    *height_m = level_m.unwrap_or(0.0).clamp(-8000.0, 8000.0);
}

/// Changes the size of a tool by a factor. The heights of ridges, valleys, rivers and lakes follow, so
/// that their slopes stay.
pub fn scale(tool: &mut Tool, factor: f64) {
    let scaled = |value: &mut f64, [min, max]: [f64; 2]| *value = (*value * factor).clamp(min, max);
    match tool {
        Tool::Brush(p) => scaled(&mut p.radius_m, [1.0, 20_000.0]),
        Tool::Smooth(p) => scaled(&mut p.radius_m, [1.0, 20_000.0]),
        Tool::Flatten(p) => {
            scaled(&mut p.radius_m, [1.0, 4000.0]);
            scaled(&mut p.reach_m, [1.0, 4000.0]);
            scaled(&mut p.round_m, [0.0, 1000.0]);
        }
        Tool::Ridge(p) => {
            scaled(&mut p.height_m, [-4000.0, 4000.0]);
            scaled(&mut p.reach_m, [1.0, 4000.0]);
            scaled(&mut p.round_m, [0.0, 1000.0]);
        }
        Tool::Valley(p) => {
            scaled(&mut p.height_m, [-4000.0, 4000.0]);
            scaled(&mut p.floor_m, [0.0, 4000.0]);
            scaled(&mut p.reach_m, [1.0, 4000.0]);
            scaled(&mut p.round_m, [0.0, 1000.0]);
        }
        Tool::Road(p) => {
            scaled(&mut p.width_m, [1.0, 400.0]);
            scaled(&mut p.reach_m, [1.0, 4000.0]);
        }
        Tool::River(p) => {
            scaled(&mut p.width_m, [1.0, 400.0]);
            scaled(&mut p.height_m, [-100.0, 0.0]);
            scaled(&mut p.reach_m, [1.0, 4000.0]);
        }
        Tool::Lake(p) => {
            scaled(&mut p.depth_m, [0.0, 500.0]);
            scaled(&mut p.rim_m, [0.0, 100.0]);
            scaled(&mut p.crest_m, [0.0, 400.0]);
            scaled(&mut p.reach_m, [1.0, 4000.0]);
        }
    }
}

/// Changes the height of a tool by a factor.
pub fn scale_height(tool: &mut Tool, factor: f64) {
    let height_m = match tool {
        Tool::Brush(p) => &mut p.height_m,
        Tool::Ridge(p) => &mut p.height_m,
        Tool::Valley(p) => &mut p.height_m,
        Tool::River(p) => {
            p.height_m = (p.height_m * factor).clamp(-100.0, 0.0);
            return;
        }
        Tool::Lake(p) => {
            p.depth_m = (p.depth_m * factor).clamp(0.0, 500.0);
            return;
        }
        _ => return,
    };
    *height_m = (*height_m * factor).clamp(-4000.0, 4000.0);
}

/// The tools of the strip, in sizes that suit a distance between the eye and the land in metres.
pub fn for_distance(distance_m: f64) -> [Tool; STRIP.len()] {
    STRIP.each_ref().map(|row| {
        let mut tool = Tool::for_drawing(row.kind);
        let before_m = radius_m(&tool);
        let fraction = match row.kind {
            ToolKind::Road | ToolKind::River => 0.04 * RADIUS_FRACTION,
            ToolKind::Lake => 0.5 * RADIUS_FRACTION,
            _ => RADIUS_FRACTION,
        };
        scale(&mut tool, fraction * distance_m / before_m);
        match &mut tool {
            Tool::Brush(brush) => brush.height_m = (0.35 * brush.radius_m).clamp(0.5, 4000.0),
            Tool::Lake(lake) => lake.fit_rim(),
            _ => {}
        }
        tool
    })
}

/// The tool of a stroke that begins with Ctrl or Shift held.
pub fn with_modifiers(tool: &Tool, ctrl: bool, shift: bool) -> Tool {
    let mut other = match (tool, ctrl) {
        (Tool::Ridge(_), true) => Tool::for_drawing(ToolKind::Valley),
        (Tool::Valley(_), true) => Tool::for_drawing(ToolKind::Ridge),
        _ => tool.clone(),
    };
    if other.kind() != tool.kind() {
        let factor = radius_m(tool) / radius_m(&other);
        scale(&mut other, factor);
    }
    match &mut other {
        Tool::Brush(brush) if shift => {
            let mut smooth = Tool::new(ToolKind::Smooth);
            if let Tool::Smooth(smooth) = &mut smooth {
                smooth.radius_m = brush.radius_m;
            }
            return smooth;
        }
        Tool::Brush(brush) if ctrl => brush.height_m = -brush.height_m,
        _ => {}
    }
    other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_the_distance_and_stay_in_range() {
        for distance_m in [0.1, 30.0, 2000.0, 1e7] {
            for tool in for_distance(distance_m) {
                let mut scaled = tool.clone();
                for factor in [NOTCH, 1e9, 1e-9, 0.0] {
                    scale(&mut scaled, factor);
                    scale_height(&mut scaled, factor);
                    let is_in_range = scaled
                        .params()
                        .iter()
                        .all(|param| param.set(&mut scaled.clone(), (param.get)(&scaled)).is_ok());
                    assert!(is_in_range, "{distance_m} m: {scaled:?}");
                }
            }
        }
        let brush = &for_distance(5000.0)[0];
        assert!((radius_m(brush) - 300.0).abs() < 1e-9);
    }

    #[test]
    fn levels_are_taken_and_given_back() {
        for tool in for_distance(3000.0) {
            let mut levelled = tool.clone();
            set_level(&mut levelled, Some(812.0));
            assert_eq!(level_m(&levelled), has_level(&tool).then_some(812.0));
            set_level(&mut levelled, None);
            assert_eq!(levelled, tool);
        }
    }

    #[test]
    fn ctrl_inverts_and_shift_smooths() {
        let [brush, _, _, ridge, valley, road, ..] = for_distance(3000.0);
        assert_eq!(height_m(&with_modifiers(&brush, true, false)), height_m(&brush).map(|m| -m));
        let smooth = with_modifiers(&brush, false, true);
        assert_eq!(smooth.kind(), ToolKind::Smooth);
        assert_eq!(radius_m(&smooth), radius_m(&brush));
        assert_eq!(with_modifiers(&ridge, true, false).kind(), ToolKind::Valley);
        assert_eq!(with_modifiers(&valley, true, false).kind(), ToolKind::Ridge);
        assert_eq!(with_modifiers(&road, true, true), road);
    }
}
