//! The centre lines of roads on the layers of marks.

use super::make::Stack;
use super::parts::{LayerSource, OperationLand};
use super::point::PointEvaluator;
use super::sample_point::SamplePoint;
use crate::marks::{LineDetail, MarkRoad, Road, RoadPoint};

/// A road of a layer.
pub(crate) struct LayerRoad<'a> {
    /// The id of the layer.
    pub layer: u32,
    pub road: MarkRoad<'a>,
}

/// The smallest weight of a layer, opacity times masks, whose roads have a surface.
const LEAST_WEIGHT: f64 = 0.5;

/// On a layer with masks, steps are at most this long in metres, or this multiple of the shortest
/// step, so that a line ends near the border of a mask.
const MASKED_STEP_M: f64 = 8.0;
const MASKED_STEPS: f64 = 4.0;

impl Stack {
    /// The roads with a surface near a rectangle; see [`crate::Land::road_lines`].
    pub fn roads(
        &self,
        area_m: &[[f64; 2]; 2],
        spacing_m: f64,
        detail: impl Fn(&Road) -> LineDetail,
    ) -> Vec<LayerRoad<'_>> {
        let visible = &self.layers[..self.visible_count];
        let mut found = vec![];
        for (index, layer) in visible.iter().enumerate() {
            let LayerSource::Marks(marks) = &layer.ground else { continue };
            if layer.opacity < LEAST_WEIGHT || self.moves_layer(index) {
                continue;
            }
            let is_masked = !layer.is_everywhere();
            let detail = |road: &Road| {
                let detail = detail(road);
                let step_m = MASKED_STEP_M.max(MASKED_STEPS * detail.shortest_m);
                let longest_m = if is_masked { step_m } else { f64::INFINITY };
                LineDetail { longest_m: detail.longest_m.min(longest_m), ..detail }
            };
            for mut road in marks.roads(area_m, detail) {
                if is_masked {
                    road.parts = self.shown_parts(index, &road.parts, spacing_m);
                }
                if !road.parts.is_empty() {
                    found.push(LayerRoad { layer: layer.id, road });
                }
            }
        }
        found
    }

    /// Returns true if an operation takes the land from another place than where this layer made it.
    fn moves_layer(&self, index: usize) -> bool {
        let moves = |land: &OperationLand| land.operation.moves_places();
        let above = self.layers[index..self.visible_count].iter();
        let mut reshaping = above.filter(|layer| layer.reshapes_below());
        self.operations.iter().any(moves)
            || reshaping.any(|layer| layer.operations.iter().any(moves))
    }

    /// The parts of lines on which a layer has enough weight.
    fn shown_parts(
        &self,
        index: usize,
        parts: &[Vec<RoadPoint>],
        spacing_m: f64,
    ) -> Vec<Vec<RoadPoint>> {
        let slopes = self.needs_slopes(index..index + 1);
        let is_shown = |point: &RoadPoint| {
            let point = SamplePoint::new(point.place_m, spacing_m);
            let mut evaluator = PointEvaluator::new(self);
            let below = evaluator.below_layer(index, point, slopes);
            evaluator.weight(index, point, below, slopes).height_m >= LEAST_WEIGHT
        };
        let mut shown = vec![];
        for part in parts {
            let is_shown: Vec<bool> = part.iter().map(is_shown).collect();
            let mut start = 0;
            for run in is_shown.chunk_by(|a, b| a == b) {
                if run[0] && run.len() > 1 {
                    shown.push(part[start..start + run.len()].to_vec());
                }
                start += run.len();
            }
        }
        shown
    }
}
