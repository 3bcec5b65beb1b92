//! A section across a straight mark, for figures.

use super::banks::MarkBanks;
use super::stroke::StrokeProfile;
use super::tool::Tool;
use crate::dual::Dual;

/// The effect of a straight mark at a distance from its path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section {
    /// The weight of the mark, from 0 to 1.
    pub weight: f64,
    /// The derivative of the weight by the distance, in 1/m.
    pub weight_slope: f64,
    /// The height up to which banks fill the land; `None` for strokes and for valleys.
    pub floor_m: Option<f64>,
    /// The height down to which banks cut the land; `None` for strokes and for ridges.
    pub ceiling_m: Option<f64>,
    /// The height of the changed land. Smoothing needs the land around it, so here it changes nothing.
    pub height_m: f64,
}

impl Tool {
    /// A section across a mark: its effect on land of the height `land_m`, at a distance from a
    /// straight path of the height `path_m`. Inside the outline of a lake, distances are negative.
    ///
    /// ```
    /// use orogen_terrain::marks::{Tool, ToolKind};
    ///
    /// let flatten = Tool::new(ToolKind::Flatten);
    /// assert_eq!(flatten.section(0.0, 120.0, 90.0).height_m, 120.0);
    /// assert_eq!(flatten.section(300.0, 120.0, 90.0).height_m, 90.0);
    /// ```
    pub fn section(&self, distance_m: f64, path_m: f64, land_m: f64) -> Section {
        let unchanged = Section {
            weight: 0.0,
            weight_slope: 0.0,
            floor_m: None,
            ceiling_m: None,
            height_m: land_m,
        };
        let stroke_section = |stroke: StrokeProfile, height_m: f64| {
            let weight = stroke.falloff(distance_m * distance_m, [distance_m, 0.0]);
            Section {
                weight: weight.height_m,
                weight_slope: weight.gradient[0],
                height_m: land_m + height_m * weight.height_m,
                ..unchanged
            }
        };
        match self {
            Self::Brush(p) => {
                stroke_section(StrokeProfile::new(p.radius_m, p.hardness), p.height_m)
            }
            Self::Smooth(p) => stroke_section(StrokeProfile::new(p.radius_m, p.hardness), 0.0),
            tool => {
                let distance = Dual { height_m: distance_m, gradient: [1.0, 0.0] };
                let limits = MarkBanks::new(tool).limits_across(distance, Dual::level(path_m));
                limits.map_or(unchanged, |limits| Section {
                    weight: limits.weight.height_m,
                    weight_slope: limits.weight.gradient[0],
                    floor_m: limits.floor.map(|floor| floor.height_m),
                    ceiling_m: limits.ceiling.map(|ceiling| ceiling.height_m),
                    height_m: limits.apply(Dual::level(land_m), 1.0).height_m,
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Land;
    use crate::layer::LayerKind;
    use crate::marks::{Mark, MarksLayer, ToolKind};
    use crate::recipe::Recipe;

    #[test]
    fn sections_match_the_land() {
        let mut recipe = Recipe::default();
        recipe.base_mut().shape.height_m = 0.0;
        let kinds = ToolKind::ALL.iter().map(|row| row.value);
        for kind in kinds.filter(|kind| !matches!(kind, ToolKind::Smooth | ToolKind::Lake)) {
            let mark = Mark::new(1, kind, "0,-8192 +0,16384".parse().unwrap());
            let mut marked = recipe.clone();
            let layer = MarksLayer::new(vec![mark.clone()]).unwrap();
            marked.layers.add(0, LayerKind::Marks(layer)).unwrap();
            let land = Land::new(&marked).unwrap();
            let path_m = mark.tool.height().map_or(0.0, |(height_m, _)| height_m);
            let mut changed = 0;
            for i in 0..500 {
                let distance_m = 2.5 * f64::from(i);
                let height_m = land.height_m([distance_m, 0.0], 0.0);
                let section = mark.tool.section(distance_m, path_m, 0.0);
                assert!((section.height_m - height_m).abs() < 1e-9, "{kind:?} at {distance_m} m");
                changed += usize::from(height_m != 0.0);
            }
            // A road and level ground on level land change nothing.
            let is_level = matches!(kind, ToolKind::Road | ToolKind::Flatten);
            assert_eq!(changed > 0, !is_level, "{kind:?}");
        }
    }

    #[test]
    fn slopes_of_weights_match_differences() {
        let step = 1e-4;
        for row in ToolKind::ALL {
            let tool = Tool::new(row.value);
            for i in 1..400 {
                let distance_m = 3.3 * f64::from(i);
                let at = |m: f64| tool.section(m, 40.0, 0.0);
                let difference =
                    (at(distance_m + step).weight - at(distance_m - step).weight) / (2.0 * step);
                let slope = at(distance_m).weight_slope;
                assert!((difference - slope).abs() < 1e-4, "{} at {distance_m} m", row.name);
            }
        }
    }
}
