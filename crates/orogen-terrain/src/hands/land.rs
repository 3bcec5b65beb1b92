//! The marks of a layer, prepared for evaluation.

use std::ops::Range;
use std::sync::OnceLock;

use super::banks::{Banks, Held};
use super::index::Index;
use super::layer::HandsLayer;
use super::nearest::Near;
use super::profile::{Profile, profile};
use super::shape::{NOWHERE, Rectangle, Shape, around_m, fade, join, touch, widened};
use super::stroke::Stroke;
use super::tool::{Mark, Tool};
use super::water_body::WaterBody;
use crate::dual::{Bounds, Dual};
use crate::duals::Duals;

/// The marks of a layer that have an effect.
pub(crate) struct HandsLand {
    pub(super) marks: Vec<MarkLand>,
    pub(super) index: Index,
    /// The spacing of the samples that give the heights at the points of paths.
    pub(super) spacing_m: f64,
}

/// A mark, prepared for evaluation. Its curve and heights are made on first use.
pub(super) struct MarkLand {
    pub(super) mark: Mark,
    change: Change,
    pub(super) around_m: Rectangle,
    /// The size of the finest part that samples show.
    fine_m: f64,
    shape: OnceLock<Shape>,
    pub(super) profile: OnceLock<Profile>,
    /// The water that the mark holds, if it is a river or a lake.
    pub(super) water: Option<WaterBody>,
}

/// How a mark changes the land.
#[derive(Clone, Copy)]
enum Change {
    /// The weight of a stroke gives the change.
    Stroke(Stroke),
    /// Banks along a path bound the land.
    Banks(Banks),
}

/// The land below a layer of marks, at single places.
pub(crate) trait PlacesBelow {
    /// The height of the layer's land with only its first marks, at a place.
    fn height_m(&self, marks: usize, place_m: [f64; 2], spacing_m: f64) -> f64;

    /// The level of the highest water that covers a place, of lower layers and of the network of
    /// rivers. `None` if no water covers it.
    fn level_m(&self, place_m: [f64; 2], spacing_m: f64) -> Option<f64>;
}

/// The land below a layer of marks.
pub(crate) trait LandBelow: PlacesBelow {
    /// The land below the layer at the places of a request, for samples of at least this spacing.
    fn at_spacing(&mut self, spacing_m: f64) -> Duals;
}

/// The places at which a layer of marks is evaluated.
pub(crate) struct Request<'a> {
    /// Metres east and south of the origin.
    pub places_m: [&'a [f64]; 2],
    /// The spacing of the samples. Finer marks fade.
    pub sample_m: f64,
    /// The number of marks to apply.
    pub marks: usize,
}

/// The number of neighbouring places that share a search for parts of curves.
const RUN: usize = 64;

/// Neighbouring places.
pub(super) struct Run {
    pub places: Range<usize>,
    pub around_m: Rectangle,
}

/// Divides places into runs, in order.
pub(super) fn runs([east, south]: [&[f64]; 2]) -> Vec<Run> {
    let run = |start: usize| {
        let places = start..(start + RUN).min(east.len());
        let points = places.clone().map(|i| [east[i], south[i]]);
        Run { places, around_m: points.fold(NOWHERE, |all, point| join(all, [point; 2])) }
    };
    (0..east.len()).step_by(RUN).map(run).collect()
}

impl Request<'_> {
    pub(super) fn place_m(&self, index: usize) -> [f64; 2] {
        self.places_m.map(|axis| axis[index])
    }
}

/// The change by a mark at a place, before the land is known.
enum Effect {
    Raise(Dual),
    Smooth(Dual),
    Hold(Held),
}

/// The land so far, for samples of a spacing.
struct Sampled {
    spacing_m: f64,
    land: Duals,
}

impl HandsLand {
    /// Prepares the marks of a layer. Paths follow the land as samples of `spacing_m` show it.
    pub fn new(layer: &HandsLayer, spacing_m: f64) -> Self {
        let marks: Vec<_> =
            layer.iter().filter(|mark| mark.has_effect()).map(MarkLand::new).collect();
        let index = Index::new(marks.iter().map(|mark| mark.around_m).collect());
        Self { marks, index, spacing_m }
    }

    /// The number of marks.
    pub fn count(&self) -> usize {
        self.marks.len()
    }

    /// The marks that may change a place, by index, each with its id and tool.
    pub fn marks_at(&self, place_m: [f64; 2]) -> Vec<(usize, u32, &'static str)> {
        let near = self.index.near(&[place_m; 2]).into_iter();
        near.map(|index| {
            let mark = &self.marks[index as usize].mark;
            (index as usize, mark.id, mark.tool.kind().name())
        })
        .collect()
    }

    /// Changes the land at many places. Places beyond the reach of every mark keep their bits.
    pub fn apply(&self, request: &Request<'_>, base: Duals, below: &mut dyn LandBelow) -> Duals {
        let runs = runs(request.places_m);
        let all_m = runs.iter().fold(NOWHERE, |all, run| join(all, run.around_m));
        let near = self.index.near(&all_m);
        let is_asked = |index: &usize| {
            let touches = |run: &Run| touch(&run.around_m, &self.marks[*index].around_m);
            *index < request.marks && runs.iter().any(touches)
        };
        let near: Vec<usize> =
            near.into_iter().map(|index| index as usize).filter(is_asked).collect();
        let mut lands = vec![Sampled { spacing_m: request.sample_m, land: base }];
        for index in &near {
            let Some(spacing_m) = self.marks[*index].smoothing_m() else { continue };
            let is_new = lands.iter().all(|sampled| sampled.spacing_m != spacing_m);
            if spacing_m > request.sample_m && is_new {
                lands.push(Sampled { spacing_m, land: below.at_spacing(spacing_m) });
            }
        }
        for index in near {
            self.prepare(index, &*below);
            self.marks[index].apply(request, &runs, &mut lands);
        }
        lands.swap_remove(0).land
    }

    /// Finds the heights along a path, and first those of earlier marks under its points. The
    /// marks are kept in a list, because a recursion could exhaust the stack.
    pub(super) fn prepare(&self, index: usize, below: &dyn PlacesBelow) {
        let mut open = vec![index];
        while let Some(last) = open.last().copied() {
            let mark = &self.marks[last];
            if mark.profile.get().is_some() {
                open.pop();
                continue;
            }
            let first = self.marks_under(last).into_iter().find(|under| {
                let under = &self.marks[*under];
                under.mark.tool.follows_land() && under.profile.get().is_none()
            });
            if let Some(first) = first {
                open.push(first);
                continue;
            }
            let land_m = |place_m| below.height_m(last, place_m, self.spacing_m);
            // If another thread was faster, it found the same heights.
            let _ = mark.profile.set(profile(&mark.mark.tool, mark.shape(), land_m));
        }
    }

    /// The earlier marks under the points of a path, if its heights follow the land.
    fn marks_under(&self, index: usize) -> Vec<usize> {
        let mark = &self.marks[index];
        if !mark.mark.tool.follows_land() {
            return vec![];
        }
        let points = mark.mark.path.points_m().into_iter();
        let mut under: Vec<usize> = points
            .flat_map(|point| self.index.near(&[point; 2]))
            .map(|under| under as usize)
            .filter(|under| *under < index)
            .collect();
        under.sort_unstable();
        under.dedup();
        under
    }

    /// The marks whose paths may come near a rectangle, with their curves. `margin_m` gives the distance
    /// that is near for a tool, and `None` for other tools.
    pub(super) fn marks_near(
        &self,
        area_m: &Rectangle,
        margin_m: impl Fn(&Tool) -> Option<f64>,
    ) -> Vec<(&Mark, &Shape)> {
        let is_near = |mark: &&MarkLand| {
            let margin_m = margin_m(&mark.mark.tool);
            margin_m.is_some_and(|margin_m| touch(&mark.around_m, &widened(*area_m, margin_m)))
        };
        let marks = self.marks.iter().filter(is_near);
        marks.map(|mark| (&mark.mark, mark.shape())).collect()
    }

    /// The bounds of the changed land.
    pub fn bounds(&self, below: Bounds) -> Bounds {
        let mut land = below;
        // Marks that do not meet never add up.
        let [mut lowered_m, mut raised_m] = [0.0f64; 2];
        for mark in &self.marks {
            let near = self.index.near(&mark.around_m).into_iter();
            let changes = near.map(|other| self.marks[other as usize].bounds_m().0);
            let [down_m, up_m] = changes.fold([0.0; 2], |[a, b], [down, up]| [a + down, b + up]);
            (lowered_m, raised_m) = (lowered_m.max(down_m), raised_m.max(up_m));
            if let (_, Some([low_m, high_m])) = mark.bounds_m() {
                land.low_m = land.low_m.min(low_m);
                land.high_m = land.high_m.max(high_m);
            }
            land.steepest += mark.steepest();
        }
        Bounds { low_m: land.low_m - lowered_m, high_m: land.high_m + raised_m, ..land }
    }
}

impl MarkLand {
    fn new(mark: &Mark) -> Self {
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

    pub(super) fn shape(&self) -> &Shape {
        self.shape.get_or_init(|| Shape::new(&self.mark))
    }

    /// The spacing of the samples that a smoothing mark fades to.
    fn smoothing_m(&self) -> Option<f64> {
        match &self.mark.tool {
            Tool::Smooth(p) => Some(0.25 * p.radius_m),
            _ => None,
        }
    }

    /// How far the mark may lower and raise the bounds of the land, and the lowest and highest
    /// height that it makes on any land.
    fn bounds_m(&self) -> ([f64; 2], Option<[f64; 2]>) {
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
    fn steepest(&self) -> f64 {
        match (self.change, &self.mark.tool) {
            (Change::Stroke(stroke), Tool::Brush(p)) => {
                p.height_m.abs() * stroke.steepest(self.shape().groups.len())
            }
            // Bends may be steep by any amount.
            _ => f64::INFINITY,
        }
    }

    fn apply(&self, request: &Request<'_>, runs: &[Run], lands: &mut [Sampled]) {
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
                if let Some(effect) = self.effect(&near, relative(request.place_m(index))) {
                    self.change(index, &effect, &fades, lands);
                }
            }
        }
    }

    /// The distance beyond which a part of the curve does not matter.
    fn far_m(&self) -> f64 {
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
    pub(super) fn fade(&self, spacing_m: f64) -> f64 {
        fade(self.fine_m, spacing_m)
    }
}

/// The shorter side of the rectangle around a path.
fn narrowest_m(mark: &Mark) -> f64 {
    let points = mark.path.points_m().into_iter();
    let [low, high] = points.fold(NOWHERE, |all, point| join(all, [point; 2]));
    (high[0] - low[0]).min(high[1] - low[1])
}
