//! The area that an edit of marks can change.

use super::shape::{around_m, touch, widened};
use super::tool::{Mark, Tool};
use crate::layer::{Layer, LayerKind, Layers};
use crate::mask::Masks;
use crate::mesh::SHEET_END;
use crate::operation::ListedOperation;
use crate::recipe::Recipe;
use crate::rivers::{LatticeDetail, RiverSettings};
use crate::stack::guide_limit_m;

/// An area of the land: places in any of its rectangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReachArea {
    /// The rectangles: the lowest and the highest coordinates, east and south, in metres.
    pub rectangles_m: Vec<[[f64; 2]; 2]>,
}

impl ReachArea {
    /// Returns true if no place is in the area.
    pub fn is_empty(&self) -> bool {
        self.rectangles_m.is_empty()
    }

    /// Returns true if a rectangle touches the area.
    pub fn touches(&self, rectangle_m: &[[f64; 2]; 2]) -> bool {
        self.rectangles_m.iter().any(|other_m| touch(other_m, rectangle_m))
    }

    /// Returns true if a place is in the area.
    pub fn contains(&self, place_m: [f64; 2]) -> bool {
        self.touches(&[place_m; 2])
    }
}

/// The area outside of which two recipes have the same heights and the same water, bit for bit, for
/// samples of a band limit in metres.
///
/// Returns `None` if the recipes differ in more than the marks of their layers, or if the change
/// can reach any place: rivers over other ground may take other courses anywhere. The slopes of eroded
/// land are measured over half the band limit or more, so they may change that far beyond the area.
///
/// ```
/// use orogen_terrain::Recipe;
/// use orogen_terrain::marks::{Mark, MarksLayer, ToolKind, reach};
/// use orogen_terrain::layer::LayerKind;
///
/// let before = Recipe::default();
/// let mut after = before.clone();
/// let mark = Mark::new(1, ToolKind::Brush, "1000,0".parse()?);
/// after.layers.add(0, LayerKind::Marks(MarksLayer::new(vec![mark])?));
/// let area = reach(&before, &after, 1.0).expect("only marks differ");
/// assert!(area.contains([1200.0, 0.0]) && !area.contains([1300.0, 0.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reach(old: &Recipe, new: &Recipe, band_limit_m: f64) -> Option<ReachArea> {
    let networks_differ = new.rivers.on && !new.has_same_network(old);
    if networks_differ { None } else { reach_with_network(old, new, band_limit_m) }
}

/// Like [`reach`], for two lands whose rivers have the same network, for example because the second land
/// keeps the network of the first ([`Land::with_network_of`](crate::Land::with_network_of)).
pub fn reach_with_network(old: &Recipe, new: &Recipe, band_limit_m: f64) -> Option<ReachArea> {
    if without_marks(old, new)? != without_marks(new, old)? || moves_marks(new) {
        return None;
    }
    let margin_m = margin_m(old, band_limit_m).max(margin_m(new, band_limit_m));
    let mut area = ReachArea::default();
    for id in application_order(old, new) {
        let [was, now] = [old, new].map(|recipe| recipe.layers.iter().find(|layer| layer.id == id));
        let [was_marks, now_marks] = [was, now].map(effective_marks);
        let is_guide = |layer: Option<&Layer>| layer.is_some_and(Layer::is_guide);
        let changes = was_marks != now_marks;
        let shapes_guide = is_guide(was) || is_guide(now) || masks_guide(new, id);
        let valleys_m = if shapes_guide { valley_margin_m(new, band_limit_m) } else { 0.0 };
        let all_change =
            changes && is_guide(was) != is_guide(now) || !is_same_order(&was_marks, &now_marks);
        let margins = Margins { land_m: margin_m + valleys_m, water_m: SHEET_END * band_limit_m };
        add_layer(&mut area, [&was_marks, &now_marks], all_change, margins);
    }
    Some(area)
}

/// Adds the reach of the changed marks of a layer, and of the later marks that follow changed land.
/// With `all`, every mark of the layer has changed.
fn add_layer(area: &mut ReachArea, [was, now]: [&[&Mark]; 2], all: bool, margins: Margins) {
    let add = |area: &mut ReachArea, mark: &Mark| {
        // The mesh of the water reaches farther than the mark.
        let water_m = if mark.has_water() { margins.water_m } else { 0.0 };
        area.rectangles_m.push(widened(around_m(mark), margins.land_m.max(water_m)));
    };
    for mark in was.iter().filter(|mark| all || find(now, mark.id).is_none()) {
        add(area, mark);
    }
    for mark in now {
        match find(was, mark.id).filter(|_| !all) {
            Some(before) if before == *mark => {
                let points = mark.path.points_m();
                let follows = mark.tool.follows_land();
                // The land on both sides of a river holds its water.
                let is_touched_river = || is_river(mark) && area.touches(&around_m(mark));
                if follows && points.into_iter().any(|point| area.contains(point))
                    || is_touched_river()
                {
                    add(area, mark);
                }
            }
            before => {
                before.into_iter().for_each(|before| add(area, before));
                add(area, mark);
            }
        }
    }
}

/// How far beyond a mark an edit may change the land and the water.
#[derive(Clone, Copy)]
struct Margins {
    land_m: f64,
    water_m: f64,
}

fn is_river(mark: &Mark) -> bool {
    matches!(mark.tool, Tool::River(_))
}

fn effective_marks(layer: Option<&Layer>) -> Vec<&Mark> {
    let marks = layer.into_iter().flat_map(Layer::marks);
    marks.filter(|mark| mark.has_effect()).collect()
}

fn find<'a>(marks: &[&'a Mark], id: u32) -> Option<&'a Mark> {
    marks.iter().find(|mark| mark.id == id).copied()
}

/// Returns true if the marks that two layers share have the same order.
fn is_same_order(was: &[&Mark], now: &[&Mark]) -> bool {
    let shared = |marks: &[&Mark], others: &[&Mark]| -> Vec<u32> {
        let mut ids: Vec<u32> = others.iter().map(|mark| mark.id).collect();
        ids.sort_unstable();
        let ids_of = marks.iter().map(|mark| mark.id);
        ids_of.filter(|id| ids.binary_search(id).is_ok()).collect()
    };
    shared(was, now) == shared(now, was)
}

/// The recipe without marks, and without layers of marks that the other recipe lacks. `None` if
/// an added layer would hide others or no layer is left.
fn without_marks(recipe: &Recipe, other: &Recipe) -> Option<Recipe> {
    let mut layers = vec![];
    for layer in recipe.layers.iter() {
        let mut layer = layer.without_name();
        if let LayerKind::Marks(marks) = &mut layer.kind {
            *marks = Default::default();
            let has_marks = |other: &Layer| matches!(other.kind, LayerKind::Marks(_));
            if !other.layers.iter().any(|other| other.id == layer.id && has_marks(other)) {
                if layer.head.layer.solo {
                    return None;
                }
                continue;
            }
        }
        layers.push(layer);
    }
    Some(Recipe { layers: Layers::new(layers).ok()?, ..recipe.clone() })
}

/// Returns true if the layer is paint for the mask of a layer of the guide.
fn masks_guide(recipe: &Recipe, id: u32) -> bool {
    recipe.layers.iter().filter(|layer| layer.is_guide()).any(|layer| reads(&layer.masks, id))
}

/// Returns true if a mask reads a layer.
fn reads(masks: &Masks, id: u32) -> bool {
    masks.needs().iter().any(|needs| needs.layer == Some(id))
}

/// The ids of the layers of marks in two recipes, in the order in which they act: first those
/// that are paint for masks, then those that are eroded, then the others.
fn application_order(old: &Recipe, new: &Recipe) -> Vec<u32> {
    let has_marks = |layer: &&Layer| matches!(layer.kind, LayerKind::Marks(_));
    let is_removed = |layer: &&Layer| !new.layers.iter().any(|other| other.id == layer.id);
    let removed = old.layers.iter().filter(has_marks).filter(is_removed);
    let mut all: Vec<&Layer> = removed.chain(new.layers.iter().filter(has_marks)).collect();
    // A removed layer may have acted before any other.
    let is_paint = |layer: &Layer| {
        let of_layers = new.layers.iter().any(|other| reads(&other.masks, layer.id));
        of_layers
            || [&new.rivers_masks, &new.erosion_masks].iter().any(|masks| reads(masks, layer.id))
    };
    all.sort_by_key(|layer| (!is_paint(layer), !layer.is_guide()));
    all.into_iter().map(|layer| layer.id).collect()
}

/// Returns true if an operation takes the land from another place than where marks changed it.
fn moves_marks(recipe: &Recipe) -> bool {
    let moves = |listed: &ListedOperation| listed.has_effect() && listed.operation.moves_places();
    let reshaping = recipe.layers.iter().filter(|layer| layer.kind.reshapes_below());
    recipe.operations.iter().any(moves) || reshaping.flat_map(|layer| &layer.operations).any(moves)
}

/// How far beyond a mark the land may change, because masks and operations read the land around a
/// place.
pub(super) fn margin_m(recipe: &Recipe, band_limit_m: f64) -> f64 {
    let erosion = &recipe.erosion;
    let finest_m = (1..erosion.octaves).fold(erosion.gully_m, |m, _| m / erosion.lacunarity);
    // The distance over which the slope of eroded land is measured.
    let slope_m = if erosion.on { (0.5 * band_limit_m).max(finest_m / 16.0) } else { 0.0 };
    let of_masks = |masks: &Masks| -> f64 {
        let needs = masks.needs().into_iter();
        let margin = |slopes: bool, radius_m: Option<f64>| {
            radius_m.unwrap_or(0.0) + if slopes { slope_m } else { 0.0 }
        };
        needs.map(|needs| margin(needs.gradient_below, needs.curvature_radius_m)).sum()
    };
    let of_operations = |operations: &[ListedOperation]| -> f64 {
        let reads_slopes =
            |listed: &&ListedOperation| listed.has_effect() && listed.operation.needs_gradients();
        operations.iter().filter(reads_slopes).count() as f64 * slope_m
    };
    let layers = recipe.layers.iter();
    let of_layers: f64 =
        layers.map(|layer| of_masks(&layer.masks) + of_operations(&layer.operations)).sum();
    let of_parts = of_masks(&recipe.rivers_masks) + of_masks(&recipe.erosion_masks);
    of_layers + of_parts + of_operations(&recipe.operations)
}

/// How far beyond a mark on the guide the valleys of rivers may change. A valley's depth is a cubic spline
/// over a lattice of heights of the guide.
fn valley_margin_m(recipe: &Recipe, band_limit_m: f64) -> f64 {
    if !recipe.rivers.on {
        return 0.0;
    }
    let guide_m = recipe.erosion.on.then(|| guide_limit_m(&recipe.erosion).max(band_limit_m));
    let settings = RiverSettings::new(&recipe.rivers, recipe.world.sea_level_m);
    2.0 * LatticeDetail::new(&settings, band_limit_m, guide_m).lattice_m
}
