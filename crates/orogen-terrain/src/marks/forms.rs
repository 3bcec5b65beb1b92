//! The marks of a layer, prepared for evaluation on any land.

use super::index::Index;
use super::mark_form::MarkForm;
use super::shape::Rectangle;
use super::tool::{Mark, Road, Tool};
use crate::choices::RoadSurface;

/// The marks of a layer that have an effect. All lands with these marks share them.
pub(super) struct Forms {
    pub marks: Vec<MarkForm>,
    pub index: Index,
    /// True if a mark makes creases.
    pub is_creased: bool,
    /// True if a mark holds water.
    pub has_water: bool,
    /// The widest road with a surface.
    pub widest_road: Option<Road>,
}

impl Forms {
    pub fn new(marks: &[Mark]) -> Self {
        let marks: Vec<_> =
            marks.iter().filter(|mark| mark.has_effect()).map(MarkForm::new).collect();
        let index = Index::new(marks.iter().map(|mark| mark.around_m).collect());
        let is_creased = marks.iter().any(|form| form.mark.tool.is_creased());
        let has_water = marks.iter().any(|mark| mark.water.is_some());
        let roads = marks.iter().filter_map(|form| form.mark.tool.surfaced_road());
        let widest_road = roads.max_by(|a, b| a.width_m.total_cmp(&b.width_m)).cloned();
        Self { marks, index, is_creased, has_water, widest_road }
    }

    /// The indices of the marks that may change places in a rectangle, in ascending order.
    pub fn near(&self, area_m: &Rectangle) -> impl Iterator<Item = usize> + use<> {
        self.index.near(area_m).into_iter().map(|index| index as usize)
    }
}

impl Tool {
    /// The road with a surface that the tool makes.
    pub(super) fn surfaced_road(&self) -> Option<&Road> {
        match self {
            Self::Road(road) if road.surface != RoadSurface::None => Some(road),
            _ => None,
        }
    }
}
