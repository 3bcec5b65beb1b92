//! The lines of fixed rivers and lakes in the lattice of cells.
//!
//! Each cell belongs to at most one fixed water: to the first lake that covers it, or else to the first
//! river that crosses it.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::cells::Cell;
use super::fixed::{FixedKind, FixedWater};
use super::fixed_course::FixedCourse;
use super::fixed_lake::{FixedLake, Shore};
use super::settings::RiverSettings;

/// A place of a fixed water in the lattice of cells.
pub(super) enum Shape {
    Lake(FixedLake),
    River { course: FixedCourse, by_cell: HashMap<Cell, usize> },
}

impl Shape {
    fn new(water: &FixedWater, spacing_m: f64) -> Self {
        let line = (water.line)();
        match water.kind {
            FixedKind::Lake { crest_m } => Self::Lake(FixedLake::new(line, crest_m, spacing_m)),
            FixedKind::River { .. } => {
                let course = FixedCourse::new(line, spacing_m);
                let cells = course.cells.iter().enumerate();
                let by_cell = cells.map(|(index, it)| (it.cell, index)).collect();
                Self::River { course, by_cell }
            }
        }
    }

    /// Returns true if the line covers or crosses a cell.
    fn has(&self, cell: Cell) -> bool {
        match self {
            Self::Lake(lake) => lake.cells.contains_key(&cell),
            Self::River { by_cell, .. } => by_cell.contains_key(&cell),
        }
    }
}

/// The shapes of fixed waters. A line is divided into cells when a block near it is made, so waters
/// elsewhere cost nothing but a comparison of rectangles.
pub struct FixedShapes {
    waters: Vec<FixedWater>,
    pub(super) settings: RiverSettings,
    /// The first and the last cell of each water, by column and row.
    ranges: Vec<[Cell; 2]>,
    shapes: Vec<OnceLock<Shape>>,
}

impl FixedShapes {
    /// Prepares fixed waters. Lakes must come before rivers.
    pub fn new(waters: Vec<FixedWater>, settings: &RiverSettings) -> Self {
        let is_river = |water: &FixedWater| matches!(water.kind, FixedKind::River { .. });
        debug_assert!(waters.is_sorted_by_key(is_river), "lakes come first");
        let cell = |place_m: [f64; 2]| place_m.map(|m| (m / settings.spacing_m).floor() as i64);
        Self {
            ranges: waters.iter().map(|water| water.around_m.map(cell)).collect(),
            shapes: waters.iter().map(|_| OnceLock::new()).collect(),
            settings: *settings,
            waters,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.waters.len()
    }

    pub(super) fn water(&self, index: usize) -> &FixedWater {
        &self.waters[index]
    }

    pub(super) fn shape(&self, index: usize) -> &Shape {
        self.shapes[index].get_or_init(|| Shape::new(&self.waters[index], self.settings.spacing_m))
    }

    /// The course of a river.
    pub(super) fn course(&self, index: usize) -> Option<&FixedCourse> {
        match self.shape(index) {
            Shape::River { course, .. } => Some(course),
            Shape::Lake(_) => None,
        }
    }

    /// The shore of a lake.
    pub(super) fn shore(&self, index: usize) -> Option<&Shore> {
        match self.shape(index) {
            Shape::Lake(lake) => Some(&lake.shore),
            Shape::River { .. } => None,
        }
    }

    /// The waters whose cells may lie in a range of cells, in order.
    pub(super) fn near(&self, [first, last]: [Cell; 2]) -> impl Iterator<Item = usize> {
        let touches = move |[low, high]: &[Cell; 2]| {
            (0..2).all(|axis| low[axis] <= last[axis] && first[axis] <= high[axis])
        };
        let all = self.ranges.iter().enumerate();
        all.filter(move |(_, range)| touches(range)).map(|(index, _)| index)
    }

    /// The waters that may share cells with a water, in order.
    pub(super) fn neighbours(&self, index: usize) -> Vec<usize> {
        self.near(self.ranges[index]).filter(|other| *other != index).collect()
    }

    /// The first of some waters that covers or crosses a cell.
    pub(super) fn owner(&self, cell: Cell, among: &[usize]) -> Option<usize> {
        let is_in_range = |index: &&usize| {
            let [low, high] = self.ranges[**index];
            (0..2).all(|axis| (low[axis]..=high[axis]).contains(&cell[axis]))
        };
        let mut near = among.iter().filter(is_in_range);
        near.find(|index| self.shape(**index).has(cell)).copied()
    }

    /// The shores that may reach an area, given by its lowest and highest coordinates in metres.
    pub(super) fn shores_near(&self, area_m: [[f64; 2]; 2]) -> Vec<usize> {
        let cell = |place_m: [f64; 2], by: i64| {
            place_m.map(|m| (m / self.settings.spacing_m).floor() as i64 + by)
        };
        let near = self.near([cell(area_m[0], -1), cell(area_m[1], 1)]);
        near.filter(|index| {
            self.shore(*index).is_some_and(|shore| {
                (0..2).all(|axis| {
                    shore.around_m[0][axis] <= area_m[1][axis]
                        && area_m[0][axis] <= shore.around_m[1][axis]
                })
            })
        })
        .collect()
    }
}
