//! Rivers and lakes that the user has drawn: fixed inputs of a network.

/// A river or a lake that a network must have.
pub struct FixedWater {
    /// A rectangle around its line: the lowest and the highest coordinates, east and south, in metres.
    pub around_m: [[f64; 2]; 2],
    /// The height above the ground of the network that its water follows.
    pub height_m: f64,
    /// A river or a lake.
    pub kind: FixedKind,
    /// Makes the line, when a block near it is made.
    pub line: Box<dyn Fn() -> FixedLine + Send + Sync>,
}

/// The kinds of fixed waters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FixedKind {
    /// A lake. Its line is the closed outline.
    Lake {
        /// The distance from the outline at which the water ends.
        crest_m: f64,
    },
    /// A river. Its line leads downstream.
    River {
        /// The width of the water, to which its catchment may add.
        width_m: f64,
    },
}

/// The line of a fixed water: an anchor in metres from the origin, and points relative to it. Short
/// coordinates have the same bits wherever the anchor lies. The height of a lake counts from the ground at the
/// anchor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FixedLine {
    /// Metres east and south of the origin.
    pub anchor_m: [f64; 2],
    /// The points, relative to the anchor. A river has at least one, an outline ends at its first point.
    pub points: Vec<[f64; 2]>,
}

/// Tells if a node belongs to a fixed water. A direction leads to the neighbour that it must drain to: 0
/// for north-west, then clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FixedNode {
    /// The node lies where the ground is low.
    #[default]
    Free,
    /// The node lies on a fixed river. The last node of a river may have no direction.
    River(Option<u8>),
    /// The node lies in a fixed lake. The node at the outlet may have no direction.
    Lake(Option<u8>),
}

impl FixedNode {
    /// The direction to the neighbour that the node must drain to.
    pub fn next(self) -> Option<u8> {
        match self {
            Self::Free => None,
            Self::River(next) | Self::Lake(next) => next,
        }
    }
}

/// A place of a line, in the lattice of cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineFrame {
    /// The cell of the anchor.
    pub cell: super::cells::Cell,
    /// The anchor relative to the north-west corner of this cell.
    pub within_m: [f64; 2],
    pub spacing_m: f64,
}

impl LineFrame {
    pub fn new(anchor_m: [f64; 2], spacing_m: f64) -> Self {
        let cell = anchor_m.map(|m| (m / spacing_m).floor() as i64);
        // Exact where the anchor is a multiple of a small power of two, as those of paths are.
        let within_m = [0, 1].map(|axis| anchor_m[axis] - cell[axis] as f64 * spacing_m);
        Self { cell, within_m, spacing_m }
    }

    /// A point relative to the north-west corner of a cell.
    pub fn within(&self, cell: super::cells::Cell, point: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| {
            let corner_m = (self.cell[axis] - cell[axis]) as f64 * self.spacing_m;
            corner_m + (self.within_m[axis] + point[axis])
        })
    }

    /// A point in metres from the origin.
    pub fn place_m(&self, point: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| {
            let corner_m = self.cell[axis] as f64 * self.spacing_m;
            corner_m + (self.within_m[axis] + point[axis])
        })
    }

    /// The cell of a point.
    pub fn cell_of(&self, point: [f64; 2]) -> super::cells::Cell {
        [0, 1].map(|axis| {
            let cells = (self.within_m[axis] + point[axis]) / self.spacing_m;
            self.cell[axis] + cells.floor() as i64
        })
    }
}
