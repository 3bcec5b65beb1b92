//! The lines of drawn rivers, for samples too far apart to show them.

use super::curve::{at, slope_at};
use super::land::MarksLand;
use super::mark_land::PlacedMark;
use super::request::PlacesBelow;
use super::shape::Rectangle;
use super::water_body::WaterBody;
use crate::rivers::{LinePoint, RiverLine};

/// The number of parts of a span for distant samples, and for exports.
const PARTS: usize = 4;
const FINE_PARTS: usize = 32;

impl MarksLand {
    /// The whole lines of the rivers near a rectangle, with the ids of their marks.
    pub fn rivers(&self, area_m: &Rectangle, below: &dyn PlacesBelow) -> Vec<(u32, RiverLine)> {
        let is_river =
            |index: &usize| matches!(self.forms.marks[*index].water, Some(WaterBody::River(_)));
        let rivers = self.forms.near(area_m).filter(is_river);
        rivers
            .map(|index| {
                self.prepare_water(index, below);
                let mark = self.mark(index);
                (mark.mark.id, mark.line_points(FINE_PARTS))
            })
            .collect()
    }

    /// The lines of the rivers in a rectangle that are too narrow for twice the sample spacing.
    ///
    /// A part of a path belongs to the rectangle around its middle, so adjacent rectangles share no
    /// part.
    pub fn river_lines(
        &self,
        area_m: Rectangle,
        sample_m: f64,
        below: &dyn PlacesBelow,
    ) -> Vec<RiverLine> {
        let mut lines = vec![];
        for index in self.forms.near(&area_m) {
            let mark = self.mark(index);
            if mark.fade(2.0 * sample_m) == 0.0 {
                self.prepare_water(index, below);
                mark.add_lines(area_m, &mut lines);
            }
        }
        lines
    }
}

impl PlacedMark<'_> {
    fn add_lines(&self, area_m: Rectangle, lines: &mut Vec<RiverLine>) {
        let points = self.line_points(PARTS);
        let is_inside = |pair: &[LinePoint]| {
            (0..2).all(|axis| {
                let middle_m = 0.5 * (pair[0].place_m[axis] + pair[1].place_m[axis]);
                (area_m[0][axis]..area_m[1][axis]).contains(&middle_m)
            })
        };
        let mut is_open = false;
        for pair in points.windows(2) {
            let is_shown = is_inside(pair);
            match lines.last_mut().filter(|_| is_open) {
                _ if !is_shown => {}
                Some(line) => line.push(pair[1]),
                None => lines.push(pair.to_vec()),
            }
            is_open = is_shown;
        }
    }

    /// Points along the path of a river, with a number of parts per span. Empty for other marks.
    fn line_points(&self, parts: usize) -> RiverLine {
        let Some(WaterBody::River(banks)) = &self.water else { return vec![] };
        let (Some(levels), Some(profile)) = (self.levels(), self.profile()) else { return vec![] };
        let shape = self.shape();
        let last = shape.spans.len() * parts;
        let point = |index: usize| {
            let span = (index / parts).min(shape.spans.len() - 1);
            let t = (index - span * parts) as f64 / parts as f64;
            let place = at(&shape.spans[span], t);
            let bed = profile.at(span, t);
            let (level_m, slope) = levels.at(span, t, bed);
            let [x, z] = slope_at(&shape.spans[span], t);
            let length = (x * x + z * z).sqrt();
            LinePoint {
                place_m: [0, 1].map(|axis| shape.anchor_m[axis] + place[axis]),
                level_m,
                width_m: 2.0 * banks.half_width_m,
                depth_m: level_m - bed.0,
                fall: if length > 0.0 { (-slope / length).max(0.0) } else { 0.0 },
            }
        };
        (0..=last).map(point).collect()
    }
}
