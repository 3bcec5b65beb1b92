//! A mark, prepared for evaluation on any land.

use std::sync::OnceLock;

use super::banks::MarkBanks;
use super::shape::{MarkCurve, NOWHERE, Rectangle, around_m, fade, join};
use super::stroke::StrokeProfile;
use super::tool::{Mark, Tool};
use super::water_body::WaterBody;

/// The parts of a mark that are the same on every land. Its curve is made on first use.
pub(super) struct MarkForm {
    pub mark: Mark,
    pub change: MarkChange,
    pub around_m: Rectangle,
    /// The size of the finest feature in metres. Samples coarser than half of it show less of the mark.
    pub fine_m: f64,
    /// The water that the mark holds, if it is a river or a lake.
    pub water: Option<WaterBody>,
    shape: OnceLock<MarkCurve>,
}

/// How a mark changes the land.
#[derive(Clone, Copy)]
pub(super) enum MarkChange {
    /// The weight of a stroke gives the change.
    Stroke(StrokeProfile),
    /// Banks along a path bound the land.
    Banks(MarkBanks),
}

impl MarkForm {
    pub fn new(mark: &Mark) -> Self {
        let change = match &mark.tool {
            Tool::Brush(p) => MarkChange::Stroke(StrokeProfile::new(p.radius_m, p.hardness)),
            Tool::Smooth(p) => MarkChange::Stroke(StrokeProfile::new(p.radius_m, p.hardness)),
            tool => MarkChange::Banks(MarkBanks::new(tool)),
        };
        let (around_m, water) = (around_m(mark), WaterBody::of(&mark.tool));
        let fine_m = match &mark.tool {
            // A lake fades when the samples are too coarse for the lake, not for its narrow shore.
            Tool::Lake(_) => mark.tool.fine_m().max(shorter_side_m(mark)),
            tool => tool.fine_m(),
        };
        Self { around_m, mark: mark.clone(), change, fine_m, shape: OnceLock::new(), water }
    }

    pub fn shape(&self) -> &MarkCurve {
        self.shape.get_or_init(|| MarkCurve::new(&self.mark))
    }

    /// The spacing of the coarse samples towards which a smoothing mark moves the land.
    pub fn smoothing_m(&self) -> Option<f64> {
        match &self.mark.tool {
            Tool::Smooth(p) => Some(0.25 * p.radius_m),
            _ => None,
        }
    }

    /// How far the mark may lower and raise the bounds of the land. For a pinned mark, which does not
    /// follow the land, the lowest and the highest height that it makes.
    pub fn bounds_m(&self) -> ([f64; 2], Option<[f64; 2]>) {
        let around = |height_m: f64, [down_m, up_m]: [f64; 2], pinned: bool| match pinned {
            true => ([0.0; 2], Some([height_m - down_m, height_m + up_m])),
            false => ([(down_m - height_m).max(0.0), (up_m + height_m).max(0.0)], None),
        };
        match (&self.mark.tool, self.mark.tool.height()) {
            (Tool::Brush(p), _) => around(p.height_m, [0.0; 2], false),
            (Tool::Lake(p), _) => around(p.height_m, [p.depth_m, p.rim_m], p.pinned),
            (_, Some((height_m, pinned))) => around(height_m, [0.0; 2], pinned),
            (_, None) => ([0.0; 2], None),
        }
    }

    /// The largest slope that the mark adds to the slope of the land.
    pub fn steepest(&self) -> f64 {
        match (self.change, &self.mark.tool) {
            (MarkChange::Stroke(stroke), Tool::Brush(p)) => {
                p.height_m.abs() * stroke.steepest(self.shape().groups.len())
            }
            // A bend can be arbitrarily steep.
            _ => f64::INFINITY,
        }
    }

    /// The distance in metres beyond which a part of the curve has no effect.
    pub fn cutoff_m(&self) -> f64 {
        match self.change {
            MarkChange::Stroke(stroke) => stroke.radius_m,
            MarkChange::Banks(banks) => banks.cutoff_m(),
        }
    }

    /// The share of the mark that samples of a spacing show.
    pub fn fade(&self, spacing_m: f64) -> f64 {
        fade(self.fine_m, spacing_m)
    }
}

/// The shorter side of the rectangle around a path.
fn shorter_side_m(mark: &Mark) -> f64 {
    let [low, high] = mark.path.each_m().fold(NOWHERE, |all, point| join(all, [point; 2]));
    (high[0] - low[0]).min(high[1] - low[1])
}
