//! The water of marks: drawn rivers and lakes.
//!
//! A layer of marks has water where its weight is at least a half, if it blends so that its heights
//! are heights of the land.

use super::batch::BatchEvaluator;
use super::make::Stack;
use super::marks::MarksBelow;
use super::parts::{LayerLand, LayerSource, OperationLand};
use super::places::Places;
use super::point::PointEvaluator;
use super::sample_point::SamplePoint;
use super::water_survey::LEAST_WEIGHT;
use crate::blend::Blend;
use crate::marks::{DrawnLake, DrawnRiver, MarkAddress, MarksLand, WaterRequest};
use crate::mesh::SHEET_END;
use crate::rivers::{LinePoint, RiverLine, WaterAt};

/// Places within this distance in metres, or within two samples, are near drawn water.
const NEAR_M: f64 = 64.0;

impl LayerLand {
    /// The marks of the layer if they may hold water.
    fn marks_with_water(&self) -> Option<&MarksLand> {
        let is_height =
            matches!(self.blending.blend, Blend::Over | Blend::Max | Blend::Min | Blend::Height);
        match &self.ground {
            LayerSource::Marks(marks) if is_height && self.opacity >= LEAST_WEIGHT => {
                Some(marks).filter(|marks| marks.has_water())
            }
            _ => None,
        }
    }
}

impl Stack {
    /// The visible layers whose marks hold water.
    pub(super) fn layers_with_water(&self) -> Vec<usize> {
        let has_water = |index: &usize| self.layers[*index].marks_with_water().is_some();
        (0..self.visible_count).filter(has_water).collect()
    }

    /// Returns true if a mark holds water.
    pub fn has_drawn_water(&self) -> bool {
        !self.water_layers.is_empty()
    }

    /// The layers with water below a layer, and their marks.
    fn water_layers_below(&self, layer: usize) -> impl Iterator<Item = (usize, &MarksLand)> {
        let layers = self.water_layers.iter().copied().take_while(move |index| *index < layer);
        layers.filter_map(|index| Some((index, self.layers[index].marks_with_water()?)))
    }
}

impl Stack {
    /// Returns true if operations move the places of a layer.
    fn moves_water(&self, layer: usize) -> bool {
        let moves = |land: &OperationLand| land.operation.moves_places();
        self.operations.iter().any(moves) || self.layers[layer].operations.iter().any(moves)
    }

    /// The drawn rivers near a rectangle; see [`crate::Land::drawn_rivers`].
    pub fn drawn_rivers(&self, area_m: [[f64; 2]; 2], sample_m: f64) -> Vec<DrawnRiver> {
        let mut rivers = vec![];
        for (layer, marks) in self.water_layers_below(usize::MAX) {
            if self.moves_water(layer) {
                continue;
            }
            for (mark, line) in marks.rivers(&area_m, &MarksBelow { stack: self, layer }) {
                let address = MarkAddress { layer: self.layers[layer].id, mark };
                let parts = self.shown_parts_of_river(layer, &line, sample_m).into_iter();
                rivers.extend(parts.map(|points| DrawnRiver { address, points }));
            }
        }
        rivers
    }

    /// The drawn lakes near a rectangle; see [`crate::Land::drawn_lakes`].
    pub fn drawn_lakes(&self, area_m: [[f64; 2]; 2]) -> Vec<DrawnLake<'_>> {
        let mut lakes = vec![];
        for (layer, marks) in self.water_layers_below(usize::MAX) {
            if self.moves_water(layer) {
                continue;
            }
            for lake in marks.lakes(&area_m, &MarksBelow { stack: self, layer }) {
                let address = MarkAddress { layer: self.layers[layer].id, mark: lake.id };
                lakes.push(DrawnLake { address, level_m: lake.level_m, lake });
            }
        }
        lakes.retain(|lake| lake.level_m > self.sea_level_m);
        lakes
    }

    /// The parts of the line of a river that have water above the sea.
    fn shown_parts_of_river(
        &self,
        layer: usize,
        line: &[LinePoint],
        sample_m: f64,
    ) -> Vec<RiverLine> {
        let mut evaluator = PointEvaluator::new(self);
        let mut is_shown = |point: &LinePoint| {
            let sample = SamplePoint::new(point.place_m, sample_m);
            point.level_m > self.sea_level_m && evaluator.holds_water(layer, sample)
        };
        let shown: Vec<_> = line.iter().map(|point| is_shown(point).then_some(*point)).collect();
        let parts = shown.split(Option::is_none);
        let parts = parts.map(|part| part.iter().flatten().copied().collect::<RiverLine>());
        parts.filter(|line| line.len() > 1).collect()
    }

    /// The lines of drawn rivers in a rectangle, given by its north-west and south-east corners, for
    /// samples too far apart to show them. Rivers that operations move have no lines.
    pub fn drawn_river_lines(&self, area_m: [[f64; 2]; 2], sample_m: f64) -> Vec<RiverLine> {
        let mut lines = vec![];
        for (layer, marks) in self.water_layers_below(usize::MAX) {
            if self.moves_water(layer) {
                continue;
            }
            for line in marks.river_lines(area_m, sample_m, &MarksBelow { stack: self, layer }) {
                lines.extend(self.shown_parts_of_river(layer, &line, sample_m));
            }
        }
        lines
    }
}

impl PointEvaluator<'_> {
    /// The drawn water near a place of the ground.
    pub(super) fn drawn_water(&mut self, ground: SamplePoint) -> Option<WaterAt> {
        self.drawn_water_below(usize::MAX, ground)
    }

    /// The drawn water of the layers below a layer.
    pub(super) fn drawn_water_below(
        &mut self,
        layer: usize,
        ground: SamplePoint,
    ) -> Option<WaterAt> {
        let stack = self.stack;
        let beyond_m = NEAR_M.max(2.0 * ground.sample_m);
        let mut found: Option<WaterAt> = None;
        for (layer, marks) in stack.water_layers_below(layer) {
            let operations = &stack.layers[layer].operations;
            let [east_m, south_m] = self.place_before_m(operations, ground);
            let request = WaterRequest {
                places_m: [&[east_m], &[south_m]],
                sample_m: ground.sample_m,
                beyond_m,
            };
            let waters = marks.waters(&request, &MarksBelow { stack, layer });
            if waters.is_empty() || !self.holds_water(layer, ground) {
                continue;
            }
            let waters = waters.into_iter().map(|(_, water)| water);
            found = found.into_iter().chain(waters).reduce(WaterAt::or_higher);
        }
        found.filter(|water| water.level_m > stack.sea_level_m)
    }

    /// Returns true if the weight of a layer at a place is enough for water.
    fn holds_water(&mut self, layer: usize, point: SamplePoint) -> bool {
        if self.stack.layers[layer].is_everywhere() {
            return true;
        }
        let slopes = self.stack.needs_slopes(layer..layer + 1);
        let below = self.below_layer(layer, point, slopes);
        self.without_notes(|evaluator| evaluator.weight(layer, point, below, false)).height_m
            >= LEAST_WEIGHT
    }
}

impl BatchEvaluator<'_> {
    /// Returns true if the sheet of drawn water may reach the samples at places.
    pub fn is_near_drawn_water(&mut self, places: &Places<'_>) -> bool {
        let stack = self.stack;
        let ground = self.places_before(&stack.operations, places);
        let reach_m = SHEET_END * places.sample_m;
        stack.water_layers_below(usize::MAX).any(|(layer, marks)| {
            let places = self.places_before(&stack.layers[layer].operations, &ground);
            places.around_m().is_none_or(|area| marks.may_have_water(&area, reach_m))
        })
    }

    /// The drawn water near places of the ground, in the order of their indices. A place may have
    /// several entries.
    pub(super) fn drawn_water(
        &mut self,
        ground: &Places<'_>,
        (sample_m, beyond_m): (f64, f64),
    ) -> Vec<(usize, WaterAt)> {
        let stack = self.stack;
        let mut all = vec![];
        for (layer, marks) in stack.water_layers_below(usize::MAX) {
            let places = self.places_before(&stack.layers[layer].operations, ground);
            if places.around_m().is_some_and(|area| !marks.may_have_water(&area, beyond_m)) {
                continue;
            }
            let [east_m, south_m] = places.all_m();
            let request = WaterRequest { places_m: [&east_m, &south_m], sample_m, beyond_m };
            let mut waters = marks.waters(&request, &MarksBelow { stack, layer });
            if !waters.is_empty() && !stack.layers[layer].is_everywhere() {
                let weights = self.layer_weights(layer, ground);
                waters.retain(|(index, _)| f64::from(weights[*index]) >= LEAST_WEIGHT);
            }
            all.extend(waters);
        }
        all.retain(|(_, water)| water.level_m > stack.sea_level_m);
        // The sort is stable, so a place with water of several marks gets the same water in every batch.
        all.sort_by_key(|(index, _)| *index);
        all
    }
}
