//! A stroke under way: its path so far, and the recipe with its mark.

use bevy::prelude::Vec2;

use super::tools::{has_knots, min_points, radius_m};
use crate::terrain::layer::WeightedPart;
use crate::terrain::marks::{DrawError, MAX_POINTS, MarkPath, Tool};
use crate::terrain::recipe::Recipe;
use crate::terrain::surface::Surface;

/// The distance that the pointer may move during a click, in pixels. A larger move is a drag.
pub const CLICK_TRAVEL: f32 = 4.0;
/// The distance by which a path may differ from the places that the pointer passed, as a fraction of
/// the tool's radius. A long drag may raise it, so that its path has at most [`MAX_SIMPLIFIED`]
/// points.
const TOLERANCE: f64 = 1.0 / 16.0;

/// A stroke under way.
pub struct StrokeInProgress {
    /// The recipe before the stroke.
    pub before: Recipe,
    /// The recipe that the stroke has shown last.
    pub shown: Recipe,
    /// The land before the stroke. The pointer touches this land, because raised land would come
    /// towards the eye and lead the stroke away.
    pub surface: Surface,
    pub tool: Tool,
    /// The part whose mask the stroke paints; `None` if it shapes the land.
    pub painted_part: Option<WeightedPart>,
    /// The points that the user clicked.
    knots_m: Vec<[f64; 2]>,
    /// The places that the pointer passed since the button was pressed.
    drag: Option<StrokeDrag>,
    /// The pixel of the last click, until the pointer leaves it. A click there ends the line.
    last_click: Option<Vec2>,
    /// The place under the pointer while no button is held. A path of knots ends there.
    next_m: Option<[f64; 2]>,
}

/// A drag with the held button.
struct StrokeDrag {
    press_pixel: Vec2,
    has_moved: bool,
    /// The simplified path, up to the pending places.
    simplified_m: Vec<[f64; 2]>,
    /// The latest places, which are not simplified yet: at most [`MAX_PENDING`], so that a long
    /// drag takes no longer in a frame than a short drag.
    pending_m: Vec<[f64; 2]>,
    tolerance_m: f64,
}

/// The maximum numbers of places that are not simplified yet, and of points of a simplified path.
const MAX_PENDING: usize = 64;
const MAX_SIMPLIFIED: usize = MAX_POINTS / 2;

impl StrokeDrag {
    fn new(press_pixel: Vec2, place_m: [f64; 2], tolerance_m: f64) -> Self {
        Self {
            press_pixel,
            has_moved: false,
            simplified_m: vec![place_m],
            pending_m: vec![place_m],
            tolerance_m,
        }
    }

    fn push(&mut self, place_m: [f64; 2]) {
        self.pending_m.push(place_m);
        if self.pending_m.len() < MAX_PENDING {
            return;
        }
        self.simplified_m.extend(simplify(&self.pending_m, self.tolerance_m).into_iter().skip(1));
        self.pending_m = vec![place_m];
        while self.simplified_m.len() > MAX_SIMPLIFIED {
            self.simplified_m = simplify(&self.simplified_m, self.tolerance_m);
            if self.simplified_m.len() > MAX_SIMPLIFIED {
                self.tolerance_m *= 1.5;
            }
        }
    }

    fn path_m(&self) -> Vec<[f64; 2]> {
        let places_m: Vec<_> =
            self.simplified_m.iter().chain(&self.pending_m[1..]).copied().collect();
        simplify(&places_m, self.tolerance_m)
    }
}

/// The state of a stroke after the button was released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// The stroke is complete.
    Done,
    /// The stroke goes on with another click.
    Continues,
}

impl StrokeInProgress {
    /// Begins a stroke on a land.
    pub fn new(before: Recipe, surface: Surface, tool: Tool) -> Self {
        let shown = before.clone();
        Self {
            before,
            shown,
            surface,
            tool,
            painted_part: None,
            knots_m: vec![],
            drag: None,
            last_click: None,
            next_m: None,
        }
    }

    /// Records that the button was pressed at a pixel, over a place.
    pub fn press(&mut self, pixel: Vec2, place_m: [f64; 2]) {
        let tolerance_m = TOLERANCE * radius_m(&self.tool);
        self.drag = Some(StrokeDrag::new(pixel, place_m, tolerance_m));
    }

    /// Records the place under the pointer.
    pub fn move_to(&mut self, pixel: Vec2, place_m: [f64; 2]) {
        let Some(drag) = &mut self.drag else {
            self.last_click = self.last_click.filter(|click| click.distance(pixel) <= CLICK_TRAVEL);
            self.next_m = Some(place_m);
            return;
        };
        drag.has_moved |= drag.press_pixel.distance(pixel) > CLICK_TRAVEL;
        if drag.has_moved {
            drag.push(place_m);
        }
    }

    /// Records that the button was released.
    pub fn release(&mut self) -> Release {
        let Some(drag) = self.drag.take() else { return Release::Continues };
        if drag.has_moved || !has_knots(&self.tool) {
            self.knots_m.extend(drag.path_m());
            return Release::Done;
        }
        self.next_m = None;
        if self.last_click.is_some_and(|click| click.distance(drag.press_pixel) <= CLICK_TRAVEL) {
            return Release::Done;
        }
        self.last_click = Some(drag.press_pixel);
        self.knots_m.push(drag.simplified_m[0]);
        Release::Continues
    }

    /// Removes the last knot. Returns true if the line still has a knot.
    pub fn remove_last_knot(&mut self) -> bool {
        self.knots_m.pop();
        !self.knots_m.is_empty()
    }

    /// Ends the path at the last knot.
    pub fn end(&mut self) {
        (self.drag, self.next_m) = (None, None);
    }

    /// Returns true while the button is held.
    pub fn is_dragged(&self) -> bool {
        self.drag.is_some()
    }

    /// The path so far, in metres east and south.
    pub fn path_m(&self) -> Vec<[f64; 2]> {
        let mut path_m = self.knots_m.clone();
        path_m.extend(self.drag.as_ref().map(StrokeDrag::path_m).unwrap_or_default());
        path_m.extend(self.next_m);
        path_m.dedup();
        path_m.truncate(MAX_POINTS);
        path_m
    }

    /// The recipe with the mark of the stroke.
    ///
    /// # Errors
    /// Returns an error if the recipe has no room for another layer or mark.
    pub fn recipe(&self) -> Result<Recipe, DrawError> {
        let Ok(path) = MarkPath::from_points_m(&self.path_m(), radius_m(&self.tool)) else {
            return Ok(self.before.clone());
        };
        let mut recipe = self.before.clone();
        if path.len() >= min_points(&self.tool) {
            match (self.painted_part, &self.tool) {
                (Some(part), Tool::Brush(brush)) => recipe.paint(part, brush.clone(), path)?,
                (_, tool) => recipe.draw(None, tool.clone(), path)?,
            };
        }
        Ok(recipe)
    }
}

/// Removes points that lie within a tolerance of the line between those that stay (Douglas and
/// Peucker 1973).
fn simplify(points: &[[f64; 2]], tolerance_m: f64) -> Vec<[f64; 2]> {
    let Some(last) = points.len().checked_sub(1) else { return vec![] };
    let mut is_kept = vec![false; points.len()];
    (is_kept[0], is_kept[last]) = (true, true);
    let mut spans = vec![(0, last)];
    while let Some((from, to)) = spans.pop() {
        let error_m = |i: &usize| distance_m(points[*i], points[from], points[to]);
        let farthest = (from + 1..to).max_by(|a, b| error_m(a).total_cmp(&error_m(b)));
        if let Some(middle) = farthest.filter(|i| error_m(i) > tolerance_m) {
            is_kept[middle] = true;
            spans.extend([(from, middle), (middle, to)]);
        }
    }
    points.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept).map(|(point, _)| *point).collect()
}

/// The distance of a point from the line segment between two points.
pub fn distance_m(point: [f64; 2], from: [f64; 2], to: [f64; 2]) -> f64 {
    let segment = [0, 1].map(|i| to[i] - from[i]);
    let offset = [0, 1].map(|i| point[i] - from[i]);
    let length_squared = segment[0] * segment[0] + segment[1] * segment[1];
    let t = match length_squared > 0.0 {
        true => {
            ((offset[0] * segment[0] + offset[1] * segment[1]) / length_squared).clamp(0.0, 1.0)
        }
        false => 0.0,
    };
    (offset[0] - t * segment[0]).hypot(offset[1] - t * segment[1])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::terrain::marks::ToolKind;

    fn stroke(kind: ToolKind) -> StrokeInProgress {
        let recipe = Recipe::default();
        let surface = Surface::new(&recipe).unwrap();
        StrokeInProgress::new(recipe, surface, Tool::new(kind))
    }

    proptest! {
        #[test]
        fn simplified_paths_stay_near_all_places(
            steps in prop::collection::vec(prop::array::uniform2(-9.0..9.0f64), 1..60),
            tolerance_m in 0.0..20.0,
        ) {
            let mut at = [0.0; 2];
            let walk = steps.iter().map(|step| {
                at = [0, 1].map(|i| at[i] + step[i]);
                at
            });
            let places: Vec<_> = walk.collect();
            let path = simplify(&places, tolerance_m);
            prop_assert_eq!((path[0], path[path.len() - 1]), (places[0], places[places.len() - 1]));
            let from_path = |place: &[f64; 2]| {
                let sides = path.windows(2).map(|pair| distance_m(*place, pair[0], pair[1]));
                sides.fold(f64::INFINITY, f64::min)
            };
            let is_near = |place: &[f64; 2]| path.len() == 1 || from_path(place) <= tolerance_m + 1e-9;
            prop_assert!(places.iter().all(is_near));
        }
    }

    #[test]
    fn a_drag_is_one_mark() {
        let mut stroke = stroke(ToolKind::Brush);
        stroke.press(Vec2::ZERO, [100.0, 50.0]);
        assert_eq!(stroke.recipe().unwrap().layers.len(), 2, "a click is a stroke");
        for i in 1..2000 {
            stroke.move_to(Vec2::new(10.0 + i as f32, 0.0), [100.0 + f64::from(i), 50.0]);
        }
        assert_eq!(stroke.release(), Release::Done);
        let path_m = stroke.path_m();
        assert_eq!(path_m, [[100.0, 50.0], [2099.0, 50.0]]);
        let recipe = stroke.recipe().unwrap();
        assert_eq!(recipe.layers.len(), 2);
        assert_eq!(recipe.layers[1].marks().len(), 1);
    }

    #[test]
    fn clicks_make_a_line_that_can_be_taken_back() {
        let mut stroke = stroke(ToolKind::Road);
        for (number, x) in [0.0, 400.0, 900.0].into_iter().enumerate() {
            stroke.press(Vec2::splat(x as f32), [x, 0.0]);
            assert_eq!(stroke.release(), Release::Continues);
            stroke.move_to(Vec2::ZERO, [x + 50.0, 10.0]);
            assert_eq!(stroke.path_m().len(), number + 2, "the line leads to the pointer");
        }
        assert!(stroke.remove_last_knot());
        stroke.end();
        assert_eq!(stroke.path_m(), [[0.0, 0.0], [400.0, 0.0]]);
        for end in [Release::Continues, Release::Done] {
            stroke.press(Vec2::splat(9.0), [700.0, 0.0]);
            assert_eq!(stroke.release(), end, "a second click in one place ends the line");
        }
        assert!(
            stroke.remove_last_knot() && stroke.remove_last_knot() && !stroke.remove_last_knot()
        );
        assert_eq!(stroke.recipe().unwrap(), Recipe::default());
    }

    #[test]
    fn the_longest_strokes_fit_into_a_path() {
        let mut stroke = stroke(ToolKind::Smooth);
        stroke.press(Vec2::ZERO, [0.0; 2]);
        for i in 1..20_000 {
            let turn = f64::from(i);
            stroke.move_to(Vec2::splat(50.0), [1000.0 * turn.sin(), 9.0 * turn]);
        }
        assert!(stroke.path_m().len() <= MAX_POINTS);
        assert!(stroke.recipe().is_ok());
    }
}
