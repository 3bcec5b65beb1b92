//! The tools of the strip: their sizes and heights, and how keys change them.

use crate::terrain::hands::{Tool, ToolKind};

/// The tools, in the order of the strip and of the keys 1 to 6.
pub const TOOLS: [ToolKind; 6] = [
    ToolKind::Brush,
    ToolKind::Smooth,
    ToolKind::Flatten,
    ToolKind::Ridge,
    ToolKind::Valley,
    ToolKind::Road,
];

/// The factor by which a notch of the wheel or a key changes a size or a height.
pub const NOTCH: f64 = 1.15;

/// The radius of a tool as a share of the distance between the eye and the land, when the tools
/// are first opened.
const RADIUS_SHARE: f64 = 0.06;

/// Describes the use of a tool in one or two sentences.
pub fn help(kind: ToolKind) -> &'static str {
    match kind {
        ToolKind::Brush => "Drag to raise the land. Ctrl lowers it, Shift smooths it.",
        ToolKind::Smooth => "Drag to smooth the land.",
        ToolKind::Flatten => "Drag to level the land to the height where the drag begins.",
        ToolKind::Ridge => "Drag a ridge, or click its points; Enter ends it. Ctrl cuts a valley.",
        ToolKind::Valley => {
            "Drag a valley downhill, or click its points; Enter ends it. Ctrl raises a ridge."
        }
        ToolKind::Road => "Drag a road, or click its points; Enter ends it.",
        ToolKind::River | ToolKind::Lake => "",
    }
}

/// Returns true if the user may click the points of a tool's path.
pub fn has_knots(tool: &Tool) -> bool {
    matches!(tool, Tool::Ridge(_) | Tool::Valley(_) | Tool::Road(_))
}

/// The radius of the ring that shows a tool, in metres.
pub fn radius_m(tool: &Tool) -> f64 {
    match tool {
        Tool::Brush(p) => p.radius_m,
        Tool::Smooth(p) => p.radius_m,
        Tool::Flatten(p) => p.radius_m,
        Tool::Ridge(p) => (p.height_m.abs() / p.slope).min(p.reach_m),
        Tool::Valley(p) => (0.5 * p.floor_m + p.height_m.abs() / p.slope).min(p.reach_m),
        Tool::Road(p) => 0.5 * p.width_m,
        Tool::River(p) => 0.5 * p.width_m,
        Tool::Lake(_) => 0.0,
    }
}

/// The height by which a tool changes the land, in metres; `None` for a tool without a height.
pub fn height_m(tool: &Tool) -> Option<f64> {
    match tool {
        Tool::Brush(p) => Some(p.height_m),
        Tool::Ridge(p) => Some(p.height_m),
        Tool::Valley(p) => Some(p.height_m),
        _ => None,
    }
}

/// Changes the size of a tool by a factor. The heights of ridges and valleys follow, so that their
/// slopes stay.
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
        Tool::River(_) | Tool::Lake(_) => {}
    }
}

/// Changes the height of a tool by a factor.
pub fn scale_height(tool: &mut Tool, factor: f64) {
    let height_m = match tool {
        Tool::Brush(p) => &mut p.height_m,
        Tool::Ridge(p) => &mut p.height_m,
        Tool::Valley(p) => &mut p.height_m,
        _ => return,
    };
    *height_m = (*height_m * factor).clamp(-4000.0, 4000.0);
}

/// The tools of the strip, in sizes that suit a distance between the eye and the land in metres.
pub fn for_distance(away_m: f64) -> [Tool; 6] {
    TOOLS.map(|kind| {
        let mut tool = Tool::new(kind);
        let before_m = radius_m(&tool);
        let share = if kind == ToolKind::Road { 0.04 * RADIUS_SHARE } else { RADIUS_SHARE };
        scale(&mut tool, share * away_m / before_m);
        if let Tool::Brush(brush) = &mut tool {
            brush.height_m = (0.35 * brush.radius_m).clamp(0.5, 4000.0);
        }
        tool
    })
}

/// The tool of a stroke that begins with Ctrl or Shift held.
pub fn with_modifiers(tool: &Tool, ctrl: bool, shift: bool) -> Tool {
    let mut other = match (tool, ctrl) {
        (Tool::Ridge(_), true) => Tool::new(ToolKind::Valley),
        (Tool::Valley(_), true) => Tool::new(ToolKind::Ridge),
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
        for away_m in [0.1, 30.0, 2000.0, 1e7] {
            for tool in for_distance(away_m) {
                let mut scaled = tool.clone();
                for factor in [NOTCH, 1e9, 1e-9, 0.0] {
                    scale(&mut scaled, factor);
                    scale_height(&mut scaled, factor);
                    let row_is_kept = scaled
                        .params()
                        .iter()
                        .all(|param| param.set(&mut scaled.clone(), (param.get)(&scaled)).is_ok());
                    assert!(row_is_kept, "{away_m} m: {scaled:?}");
                }
            }
        }
        let brush = &for_distance(5000.0)[0];
        assert!((radius_m(brush) - 300.0).abs() < 1e-9);
    }

    #[test]
    fn ctrl_inverts_and_shift_smooths() {
        let [brush, _, _, ridge, valley, road] = for_distance(3000.0);
        assert_eq!(height_m(&with_modifiers(&brush, true, false)), height_m(&brush).map(|m| -m));
        let smooth = with_modifiers(&brush, false, true);
        assert_eq!(smooth.kind(), ToolKind::Smooth);
        assert_eq!(radius_m(&smooth), radius_m(&brush));
        assert_eq!(with_modifiers(&ridge, true, false).kind(), ToolKind::Valley);
        assert_eq!(with_modifiers(&valley, true, false).kind(), ToolKind::Ridge);
        assert_eq!(with_modifiers(&road, true, true), road);
    }
}
