//! A section of the land from west to east through p, with a mark that runs from north to south.

use crate::plot::round_step;
use crate::screens::prelude::*;
use orogen_terrain::marks::{Section, Tool};

/// The number of steps along a section: even, so that the middle is on the path.
const STEPS: u32 = 240;

/// A point of a section.
pub(super) struct SectionPoint {
    /// Metres east of the path.
    pub across_m: f64,
    /// The land without the mark.
    pub land_m: f64,
    pub section: Section,
}

/// The land across a mark, `half_m` to each side. The path lies `height_m` above the land at p.
/// `None` without a land.
pub(super) fn section(
    c: &Context,
    tool: &Tool,
    half_m: f64,
    height_m: f64,
) -> Option<Vec<SectionPoint>> {
    let land = c.land()?;
    let [east_m, south_m] = c.position_m();
    let land_m = |across_m: f64| land.height_m([east_m + across_m, south_m], land.spacing_m());
    let path_m = land_m(0.0) + height_m;
    let point = |index: u32| {
        let across_m = half_m * (2.0 * f64::from(index) / f64::from(STEPS) - 1.0);
        let land_m = land_m(across_m);
        let section = tool.section(across_m.abs(), path_m, land_m);
        SectionPoint { across_m, land_m, section }
    };
    Some((0..=STEPS).map(point).collect())
}

/// The drawing that replaces a figure if the recipe has no land.
pub(super) fn without_land(mut d: Drawing) -> Drawing {
    d.text(Ink::Muted, 13.0, [62.0, 60.0], Anchor::Left, "This recipe has no land.");
    d
}

/// A plot of heights by distance, with room for all given heights.
pub(super) fn plot(
    at: Place,
    size: Place,
    half_m: f64,
    heights_m: impl Iterator<Item = f64>,
) -> Plot {
    let [low, high] = heights_m
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], y| [low.min(y), high.max(y)]);
    let margin = (0.08 * (high - low)).max(1.0);
    Plot { at, size, x: [-half_m, half_m], y: [low - margin, high + margin] }
}

/// Draws the axes of a plot of heights by distance.
pub(super) fn draw_axes(d: &mut Drawing, plot: &Plot, max_parts_up: f64) {
    let [span_x, span_y] = [plot.x, plot.y].map(|[low, high]| high - low);
    plot.draw_axes(d, [round_step(span_x, 10.0), round_step(span_y, max_parts_up)]);
}

/// The unbroken parts of a line that lie within the heights of a plot.
pub(super) fn visible_parts(
    plot: &Plot,
    points: impl Iterator<Item = Option<[f64; 2]>>,
) -> Vec<Vec<Place>> {
    let is_shown = |point: &[f64; 2]| (plot.y[0]..=plot.y[1]).contains(&point[1]);
    let places: Vec<Option<Place>> =
        points.map(|point| point.filter(is_shown).map(|point| plot.place(point))).collect();
    let parts = places.split(Option::is_none).map(|part| part.iter().flatten().copied().collect());
    parts.filter(|part: &Vec<Place>| part.len() > 1).collect()
}
