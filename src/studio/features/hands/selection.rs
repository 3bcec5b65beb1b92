//! Finds, moves, copies and removes marks of a recipe.

use super::tools::radius_m;
use crate::terrain::layer::LayerKind;
use crate::terrain::marks::{Mark, MarkAddress, MarkPath, MarksLayer};
use crate::terrain::recipe::Recipe;
use crate::terrain::surface::Surface;

/// A selected mark that the user drags, or whose point the user drags.
pub struct MarkGrab {
    /// The recipe before the drag.
    pub before: Recipe,
    /// The recipe that the drag has shown last.
    pub shown: Recipe,
    /// The land before the drag, which the pointer touches.
    pub surface: Surface,
    pub address: MarkAddress,
    /// The point of the path that follows the pointer; `None` if the whole mark does.
    pub knot: Option<usize>,
    /// The place where the drag began.
    pub from_m: [f64; 2],
}

impl MarkGrab {
    /// The recipe with the mark or its point at the pointer's place.
    pub fn recipe(&self, to_m: [f64; 2]) -> Recipe {
        let mut recipe = self.before.clone();
        let offset_m = [0, 1].map(|axis| to_m[axis] - self.from_m[axis]);
        if let Some(mark) = mark_mut(&mut recipe, self.address) {
            move_points(mark, self.knot, offset_m);
        }
        recipe
    }
}

/// Moves a point of a mark, or all of them. The mark stays as it is if a point would lie too far
/// from the origin.
fn move_points(mark: &mut Mark, knot: Option<usize>, offset_m: [f64; 2]) {
    let mut points_m = mark.path.points_m();
    for (index, point) in points_m.iter_mut().enumerate() {
        if knot.is_none_or(|knot| knot == index) {
            (0..2).for_each(|axis| point[axis] += offset_m[axis]);
        }
    }
    if let Ok(path) = MarkPath::from_points_m(&points_m, radius_m(&mark.tool)) {
        mark.path = path;
    }
}

/// The mark with an address.
pub fn mark(recipe: &Recipe, address: MarkAddress) -> Option<&Mark> {
    let layer = recipe.layers.iter().find(|layer| layer.id == address.layer)?;
    layer.marks().iter().find(|mark| mark.id == address.mark)
}

/// The mark with an address, for changes.
pub fn mark_mut(recipe: &mut Recipe, address: MarkAddress) -> Option<&mut Mark> {
    let marks = layer_marks_mut(recipe, address.layer)?;
    marks.marks_mut().iter_mut().find(|mark| mark.id == address.mark)
}

fn layer_marks_mut(recipe: &mut Recipe, layer: u32) -> Option<&mut MarksLayer> {
    let layer = recipe.layers.iter_mut().find(|other| other.id == layer)?;
    match &mut layer.kind {
        LayerKind::Marks(marks) => Some(marks),
        _ => None,
    }
}

/// Removes a mark.
pub fn remove(recipe: &mut Recipe, address: MarkAddress) {
    if let Some(marks) = layer_marks_mut(recipe, address.layer) {
        marks.remove(address.mark);
    }
}

/// Adds a copy next to a mark, and returns the address of the copy. Returns `None` if the mark
/// does not exist or its layer is full.
pub fn duplicate(recipe: &mut Recipe, address: MarkAddress) -> Option<MarkAddress> {
    let original = mark(recipe, address)?.clone();
    let marks = layer_marks_mut(recipe, address.layer)?;
    let id = marks.next_id();
    let mut copy = Mark { id, ..original };
    let offset_m = 2.0 * radius_m(&copy.tool);
    move_points(&mut copy, None, [offset_m, offset_m]);
    marks.push(copy).ok()?;
    Some(MarkAddress { mark: id, ..address })
}

/// Returns the mark whose path is nearest to a place, or `None` if no path lies within
/// `max_distance_m`. For a wide mark, the limit is half its radius if that is larger.
pub fn nearest_mark(
    recipe: &Recipe,
    place_m: [f64; 2],
    max_distance_m: f64,
) -> Option<MarkAddress> {
    let mut nearest: Option<(f64, MarkAddress)> = None;
    for layer in recipe.layers.iter() {
        for mark in layer.marks() {
            let distance_m = distance_m(mark, place_m);
            let limit_m = max_distance_m.max(0.5 * radius_m(&mark.tool));
            if distance_m <= limit_m && nearest.is_none_or(|(nearest_m, _)| distance_m < nearest_m)
            {
                nearest = Some((distance_m, MarkAddress { layer: layer.id, mark: mark.id }));
            }
        }
    }
    nearest.map(|(_, address)| address)
}

/// Returns the point of a mark's path that is nearest to a place, within a distance.
pub fn nearest_knot(mark: &Mark, place_m: [f64; 2], max_distance_m: f64) -> Option<usize> {
    let distance_m = |point: &[f64; 2]| (point[0] - place_m[0]).hypot(point[1] - place_m[1]);
    let points_m = mark.path.points_m();
    let nearest =
        points_m.iter().enumerate().min_by(|a, b| distance_m(a.1).total_cmp(&distance_m(b.1)))?;
    (distance_m(nearest.1) <= max_distance_m).then_some(nearest.0)
}

/// The distance of a place from the straight lines between the points of a mark's path.
fn distance_m(mark: &Mark, place_m: [f64; 2]) -> f64 {
    let points_m = mark.path.points_m();
    let to_first_point =
        points_m.first().map(|point| super::stroke::distance_m(place_m, *point, *point));
    let lines = points_m.windows(2);
    let to_lines = lines.map(|pair| super::stroke::distance_m(place_m, pair[0], pair[1]));
    to_lines.chain(to_first_point).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::marks::{Tool, ToolKind};

    fn with_two_marks() -> (Recipe, [MarkAddress; 2]) {
        let mut recipe = Recipe::default();
        let mut draw =
            |kind, path: &str| recipe.draw(None, Tool::new(kind), path.parse().unwrap()).unwrap();
        let addresses =
            [draw(ToolKind::Road, "0,0 +1000,0 +0,500"), draw(ToolKind::Brush, "3000,0")];
        (recipe, addresses)
    }

    #[test]
    fn the_nearest_mark_is_found_by_its_path() {
        let (recipe, [road, brush]) = with_two_marks();
        assert_eq!(nearest_mark(&recipe, [500.0, 20.0], 30.0), Some(road));
        assert_eq!(nearest_mark(&recipe, [500.0, 40.0], 30.0), None);
        assert_eq!(nearest_mark(&recipe, [3090.0, 20.0], 30.0), Some(brush), "a brush is wide");
        let road = mark(&recipe, road).unwrap();
        assert_eq!(nearest_knot(road, [990.0, 10.0], 30.0), Some(1));
        assert_eq!(nearest_knot(road, [500.0, 0.0], 30.0), None);
    }

    #[test]
    fn marks_and_their_points_follow_the_pointer() {
        let (recipe, [road, _]) = with_two_marks();
        let surface = Surface::new(&recipe).unwrap();
        let shown = recipe.clone();
        let from_m = [1000.0, 0.0];
        let mut grab =
            MarkGrab { before: recipe, shown, surface, address: road, knot: Some(1), from_m };
        let points = |recipe: &Recipe| mark(recipe, road).unwrap().path.points_m();
        let moved = grab.recipe([1100.0, 50.0]);
        assert_eq!(points(&moved), [[0.0, 0.0], [1100.0, 50.0], [1000.0, 500.0]]);
        grab.knot = None;
        let moved = grab.recipe([1010.0, -20.0]);
        assert_eq!(points(&moved), [[10.0, -20.0], [1010.0, -20.0], [1010.0, 480.0]]);
        assert!(grab.recipe([f64::NAN, 0.0]) == grab.before, "places off the map change nothing");
    }

    #[test]
    fn copies_lie_beside_the_original_and_removal_leaves_the_others() {
        let (mut recipe, [road, brush]) = with_two_marks();
        let copy = duplicate(&mut recipe, brush).unwrap();
        assert_eq!(mark(&recipe, copy).unwrap().path.points_m(), [[3504.0, 504.0]]);
        remove(&mut recipe, brush);
        assert!(mark(&recipe, brush).is_none());
        assert!(mark(&recipe, copy).is_some() && mark(&recipe, road).is_some());
        assert_eq!(duplicate(&mut recipe, brush), None);
    }
}
