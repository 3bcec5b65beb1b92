//! A mark, prepared for evaluation.

use std::sync::OnceLock;

use super::banks::{Banks, Held, is_inside};
use super::nearest::Near;
use super::profile::Profile;
use super::request::{Request, Run};
use super::shape::{NOWHERE, Rectangle, Shape, around_m, fade, join, touch};
use super::stroke::Stroke;
use super::tool::{Mark, Tool};
use super::water_body::WaterBody;
use crate::dual::Dual;
use crate::duals::Duals;

/// A mark, prepared for evaluation. Its curve and heights are made on first use.
pub(super) struct MarkLand {
    pub(super) mark: Mark,
    pub(super) change: Change,
    pub(super) around_m: Rectangle,
    /// The size of the finest part that samples show.
    pub(super) fine_m: f64,
    shape: OnceLock<Shape>,
    pub(super) profile: OnceLock<Profile>,
    /// The water that the mark holds, if it is a river or a lake.
    pub(super) water: Option<WaterBody>,
}

/// How a mark changes the land.
#[derive(Clone, Copy)]
pub(super) enum Change {
    /// The weight of a stroke gives the change.
    Stroke(Stroke),
    /// Banks along a path bound the land.
    Banks(Banks),
}

/// The change by a mark at a place, before the land is known.
enum Effect {
    Raise(Dual),
    Smooth(Dual),
    Hold(Held),
}

/// The land so far, for samples of a spacing.
pub(super) struct Sampled {
    pub spacing_m: f64,
    pub land: Duals,
}

impl MarkLand {
    pub fn new(mark: &Mark) -> Self {
        let (shape, profile) = (OnceLock::new(), OnceLock::new());
        let change = match &mark.tool {
            Tool::Brush(p) => Change::Stroke(Stroke::new(p.radius_m, p.hardness)),
            Tool::Smooth(p) => Change::Stroke(Stroke::new(p.radius_m, p.hardness)),
            tool => Change::Banks(Banks::new(tool)),
        };
        let (around_m, water) = (around_m(mark), WaterBody::of(&mark.tool));
        let fine_m = match &mark.tool {
            // Distance hides a lake as a whole, not its shore, which is narrower.
            Tool::Lake(_) => mark.tool.fine_m().max(narrowest_m(mark)),
            tool => tool.fine_m(),
        };
        Self { around_m, mark: mark.clone(), change, fine_m, shape, profile, water }
    }

    pub fn shape(&self) -> &Shape {
        self.shape.get_or_init(|| Shape::new(&self.mark))
    }

    /// The level and the bed of a lake, whose heights are known, if a place lies in its outline.
    pub fn lake_at(&self, place_m: [f64; 2]) -> Option<[f64; 2]> {
        let Tool::Lake(lake) = &self.mark.tool else { return None };
        let shape = self.shape();
        let place = [0, 1].map(|axis| place_m[axis] - shape.anchor_m[axis]);
        let level_m = self.profile.get().filter(|_| is_inside(&shape.points, place))?.level_m();
        Some([level_m, level_m - lake.depth_m])
    }

    /// The spacing of the samples that a smoothing mark fades to.
    pub fn smoothing_m(&self) -> Option<f64> {
        match &self.mark.tool {
            Tool::Smooth(p) => Some(0.25 * p.radius_m),
            _ => None,
        }
    }

    /// How far the mark may lower and raise the bounds of the land, and the lowest and highest
    /// height that it makes on any land.
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

    /// The slope that the mark may add to the land's slope.
    pub fn steepest(&self) -> f64 {
        match (self.change, &self.mark.tool) {
            (Change::Stroke(stroke), Tool::Brush(p)) => {
                p.height_m.abs() * stroke.steepest(self.shape().groups.len())
            }
            // Bends may be steep by any amount.
            _ => f64::INFINITY,
        }
    }

    pub fn apply(
        &self,
        request: &Request<'_>,
        runs: &[Run],
        lands: &mut [Sampled],
        lakes: &[&MarkLand],
    ) {
        let fades: Vec<f64> = lands.iter().map(|sampled| self.fade(sampled.spacing_m)).collect();
        if fades.iter().all(|fade| *fade == 0.0) {
            return;
        }
        let shape = self.shape();
        let relative = |place_m: [f64; 2]| [0, 1].map(|axis| place_m[axis] - shape.anchor_m[axis]);
        for run in runs.iter().filter(|run| touch(&run.around_m, &self.around_m)) {
            let near = Near::new(shape, &run.around_m.map(relative), self.far_m());
            if near.is_empty() {
                continue;
            }
            for index in run.places.clone() {
                let place_m = request.place_m(index);
                let Some(mut effect) = self.effect(&near, relative(place_m)) else { continue };
                if let Effect::Hold(held) = &mut effect {
                    let beds_m = lakes.iter().filter_map(|lake| lake.lake_at(place_m));
                    held.keep_bed(beds_m.map(|[_, bed_m]| bed_m).reduce(f64::min));
                }
                self.change(index, &effect, &fades, lands);
            }
        }
    }

    /// The distance beyond which a part of the curve does not matter.
    pub fn far_m(&self) -> f64 {
        match self.change {
            Change::Stroke(stroke) => stroke.radius_m,
            Change::Banks(banks) => banks.far_m(),
        }
    }

    /// The effect on a place relative to the anchor; `None` beyond the reach.
    fn effect(&self, near: &Near<'_>, place: [f64; 2]) -> Option<Effect> {
        match (self.change, &self.mark.tool) {
            (Change::Banks(banks), _) => {
                let profile = self.profile.get()?;
                banks.held(near, profile, &self.shape().points, place).map(Effect::Hold)
            }
            (Change::Stroke(stroke), tool) => {
                let weight = stroke.weight(near, place);
                let strength = match tool {
                    Tool::Brush(p) => {
                        return (weight.height_m > 0.0).then(|| Effect::Raise(weight * p.height_m));
                    }
                    Tool::Smooth(p) => p.strength,
                    _ => return None,
                };
                (weight.height_m > 0.0).then(|| Effect::Smooth(weight * strength))
            }
        }
    }

    fn change(&self, index: usize, effect: &Effect, fades: &[f64], lands: &mut [Sampled]) {
        for (at, fade) in fades.iter().copied().enumerate() {
            let land = lands[at].land.at(index);
            let changed = match effect {
                _ if fade == 0.0 => continue,
                Effect::Raise(by) => land + *by * fade,
                Effect::Hold(held) => held.hold(land, fade),
                Effect::Smooth(weight) => {
                    let wanted_m = self.smoothing_m();
                    let smoother = lands.iter().find(|other| Some(other.spacing_m) == wanted_m);
                    match smoother.filter(|other| other.spacing_m > lands[at].spacing_m) {
                        Some(smoother) => {
                            land + weight.times(smoother.land.at(index) - land) * fade
                        }
                        None => continue,
                    }
                }
            };
            lands[at].land.put(index, changed);
        }
    }

    /// The share of the mark that samples of a spacing show.
    pub fn fade(&self, spacing_m: f64) -> f64 {
        fade(self.fine_m, spacing_m)
    }
}

/// The height of the land, or of the surface of lakes whose heights are known.
pub(super) fn surface_m<'a>(
    land_m: f64,
    lakes: impl Iterator<Item = &'a MarkLand>,
    place_m: [f64; 2],
) -> f64 {
    lakes.filter_map(|lake| lake.lake_at(place_m)).fold(land_m, |m, [level_m, _]| m.max(level_m))
}

/// The shorter side of the rectangle around a path.
fn narrowest_m(mark: &Mark) -> f64 {
    let points = mark.path.points_m().into_iter();
    let [low, high] = points.fold(NOWHERE, |all, point| join(all, [point; 2]));
    (high[0] - low[0]).min(high[1] - low[1])
}
