//! Rivers and lakes that join the network of rivers: its fixed inputs.

use super::curve::at;
use super::draw::MarkAddress;
use super::shape::{MarkCurve, NOWHERE, Rectangle, join};
use super::tool::{Lake, Mark, River, Tool};
use crate::blend::Blend;
use crate::layer::Layer;
use crate::recipe::Recipe;
use crate::rivers::{FixedKind, FixedLine, FixedWater};

/// The length in metres of the longest river, and of the longest side of the largest lake, that a
/// network accepts.
const LONGEST_M: f64 = 4e6;
const LARGEST_LAKE_M: f64 = 32_000.0;

/// Straight parts of each span of a river's curve.
const PARTS: u32 = 8;

/// The lengths in metres per metre of height by which the levels of a river may fall on level ground; see
/// [`JoinedMark::heights_m`].
const LEAST_FALL: f64 = 8192.0;

/// A mark that joins the network, with the parameters on which the network depends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JoinedMark {
    pub address: MarkAddress,
    /// The mark. Parameters that do not matter to the network have their defaults.
    mark: Mark,
}

impl JoinedMark {
    fn new(layer: u32, mark: &Mark) -> Option<Self> {
        let tool = match &mark.tool {
            Tool::River(river) if river.joins && !river.pinned => {
                let (width_m, height_m) = (river.width_m, river.height_m);
                Tool::River(River { width_m, height_m, joins: true, ..River::default() })
            }
            Tool::Lake(lake) if lake.joins && !lake.pinned => {
                let Lake { height_m, shore, rim_m, rounded, .. } = *lake;
                let lake = Lake { height_m, shore, rim_m, rounded, ..Lake::default() };
                Tool::Lake(Lake { joins: true, ..lake })
            }
            _ => return None,
        };
        let joined = Self {
            address: MarkAddress { layer, mark: mark.id },
            mark: Mark { tool, ..mark.clone() },
        };
        joined.is_small().then_some(joined)
    }

    fn is_small(&self) -> bool {
        let [low, high] = self.around_m();
        match self.is_lake() {
            true => (0..2).all(|axis| high[axis] - low[axis] <= LARGEST_LAKE_M),
            false => self.length_m() <= LONGEST_M,
        }
    }

    fn length_m(&self) -> f64 {
        let points = self.mark.path.points_m();
        let step_m = |pair: &[[f64; 2]]| {
            let [x, z] = [0, 1].map(|axis| pair[1][axis] - pair[0][axis]);
            (x * x + z * z).sqrt()
        };
        points.windows(2).map(step_m).sum()
    }

    /// A rectangle around the path. The curve stays inside.
    fn around_m(&self) -> Rectangle {
        self.mark.path.each_m().fold(NOWHERE, |all, point| join(all, [point; 2]))
    }

    pub fn is_lake(&self) -> bool {
        matches!(self.mark.tool, Tool::Lake(_))
    }

    /// How far the heights that the water follows may lie below and above the ground.
    pub fn heights_m(&self) -> [f64; 2] {
        let (height_m, _) = self.mark.tool.height().unwrap_or_default();
        [height_m.min(0.0) - self.length_m() / LEAST_FALL - 1.0, height_m.max(0.0) + 1.0]
    }

    /// The input of the network.
    pub fn fixed_water(&self) -> FixedWater {
        let (height_m, _) = self.mark.tool.height().unwrap_or_default();
        let kind = match &self.mark.tool {
            Tool::River(river) => FixedKind::River { width_m: river.width_m },
            Tool::Lake(lake) => FixedKind::Lake { crest_m: lake.rim_m / lake.shore },
            _ => FixedKind::River { width_m: 0.0 },
        };
        let mark = self.mark.clone();
        let line = Box::new(move || fixed_line(&mark));
        FixedWater { around_m: self.around_m(), height_m, kind, line }
    }
}

/// The outline of a lake, or the curve of a river in straight parts.
fn fixed_line(mark: &Mark) -> FixedLine {
    let MarkCurve { anchor_m, points, spans, .. } = MarkCurve::new(mark);
    if matches!(mark.tool, Tool::Lake(_)) {
        return FixedLine { anchor_m, points };
    }
    let inner = spans
        .iter()
        .flat_map(|span| (0..PARTS).map(|part| at(span, f64::from(part) / f64::from(PARTS))));
    let mut line: Vec<_> = inner.collect();
    line.extend(spans.last().map(|span| at(span, 1.0)));
    line.dedup();
    FixedLine { anchor_m, points: line }
}

impl Layer {
    /// Returns true if marks of the layer can join the network. The layer must show them at full opacity
    /// everywhere, and its operations must not move them.
    fn can_join(&self) -> bool {
        let head = &self.head.layer;
        let is_moved = || self.operations.iter().any(|listed| listed.has_effect());
        !self.is_guide()
            && head.opacity == 1.0
            && matches!(head.blend, Blend::Over | Blend::Height)
            && self.masks.enabled().next().is_none()
            && !is_moved()
    }
}

impl Recipe {
    /// The marks that join the network of rivers, lakes first, each group in the order of the layers.
    /// Empty if the rivers are off.
    pub(crate) fn joined_marks(&self) -> Vec<JoinedMark> {
        if !self.rivers.on {
            return vec![];
        }
        let mut all = vec![];
        for layer in self.layers.visible() {
            let mut marks = layer.marks().iter().filter(|mark| mark.joins()).peekable();
            if marks.peek().is_some() && layer.can_join() {
                all.extend(marks.filter_map(|mark| JoinedMark::new(layer.id, mark)));
            }
        }
        all.sort_by_key(|joined| !joined.is_lake());
        all
    }
}

impl Mark {
    fn joins(&self) -> bool {
        let joins = match &self.tool {
            Tool::River(river) => river.joins,
            Tool::Lake(lake) => lake.joins,
            _ => false,
        };
        joins && self.has_effect()
    }
}
