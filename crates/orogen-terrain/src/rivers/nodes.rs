//! The nodes of the network: a low place in each cell.
//!
//! A cell takes 3 × 3 jittered samples of the ground. Its node is the sample that lies lowest below
//! their best-fitting plane. (The lowest sample itself would be in the downhill corner of nearly every
//! cell, and the lattice would show.)

use super::cells::{Block, CELLS, Cell, SIDE};
use super::fixed::FixedNode;
use orogen_noise::hash::{Seed, further_word, hash_cell};

/// The ground that rivers run over.
pub trait RiverGround: Send + Sync {
    /// The heights in metres at all pairs of a column and a row, row by row. Columns and rows are in
    /// metres east and south of the origin, and `offsets_m` move each pair. A height depends only on
    /// its pair. Octaves too fine for samples `band_limit_m` apart fade.
    fn heights_m(
        &self,
        lines_m: [&[f64]; 2],
        offsets_m: Option<[Vec<f32>; 2]>,
        band_limit_m: f64,
    ) -> Vec<f32>;
}

impl RiverGround for Box<dyn RiverGround> {
    fn heights_m(
        &self,
        lines_m: [&[f64]; 2],
        offsets_m: Option<[Vec<f32>; 2]>,
        band_limit_m: f64,
    ) -> Vec<f32> {
        (**self).heights_m(lines_m, offsets_m, band_limit_m)
    }
}

/// Samples along a side of a cell, and in a cell.
const SAMPLES: usize = 3;
const CELL_SAMPLES: usize = SAMPLES * SAMPLES;

/// The width of the border of a cell without samples, as a share of its side.
const BORDER: f64 = 0.06;

/// Offsets are multiples of this, so that positions are exact wherever the cell lies.
const QUANTUM_M: f64 = 1.0 / 64.0;

/// The range of the random offset in metres that chooses a sample where the ground is a plane.
const CHANCE_M: f64 = 1e-3;

/// A place where water collects.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Node {
    /// Metres east and south of the cell's north-west corner.
    pub offset_m: [f64; 2],
    /// The height of the ground.
    pub height_m: f64,
    /// A random word, which breaks ties and draws courses together.
    pub hash: u32,
    /// The fixed water that the node belongs to, if any.
    pub fixed: FixedNode,
}

impl Node {
    /// The hash as a number from 0 to 1.
    pub fn chance(&self) -> f64 {
        f64::from(self.hash) / 4_294_967_296.0
    }

    /// A second number from 0 to 1.
    pub fn second_chance(&self) -> f64 {
        f64::from(further_word(self.hash, 0)) / 4_294_967_296.0
    }

    /// The sort key of nodes by height; hashes, then cells, break ties.
    pub fn key(&self, [x, z]: Cell) -> NodeHeight {
        NodeHeight { height_m: self.height_m, hash: self.hash, cell: [x, z] }
    }
}

/// The height of a node, with a hash and a cell that break ties.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeHeight {
    /// The height of the ground at the node, or of a sink's path through it.
    pub height_m: f64,
    hash: u32,
    cell: Cell,
}

impl NodeHeight {
    /// The same node at another height.
    pub fn with_height(self, height_m: f64) -> Self {
        Self { height_m, ..self }
    }
}

impl Eq for NodeHeight {}

impl PartialOrd for NodeHeight {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for NodeHeight {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let Self { height_m, hash, cell } = self;
        height_m.total_cmp(&other.height_m).then((hash, cell).cmp(&(&other.hash, &other.cell)))
    }
}

/// The nodes of a block, row by row.
pub fn nodes_of(ground: &impl RiverGround, seed: Seed, spacing_m: f64, block: Block) -> Vec<Node> {
    // A grid of the sub-cells, from the north-west corners of the cells.
    let side = SIDE as usize * SAMPLES;
    let lines_m = block.first().map(|first| {
        let line = 0..side as i64;
        line.map(|i| (first + i / SAMPLES as i64) as f64 * spacing_m).collect::<Vec<_>>()
    });
    let mut from_corner_m = [const { vec![] }; 2].map(|_: Vec<f32>| vec![0.0; side * side]);
    let mut places = Vec::with_capacity(CELLS * CELL_SAMPLES);
    for (index, cell) in block.cells().enumerate() {
        let hash = hash_cell(seed, &cell);
        let corner = [index % SIDE as usize, index / SIDE as usize].map(|c| c * SAMPLES);
        for sample in 0..CELL_SAMPLES {
            let [column, row] = [corner[0] + sample % SAMPLES, corner[1] + sample / SAMPLES];
            let offset_m = offset(hash, sample, spacing_m);
            for (axis, all) in from_corner_m.iter_mut().enumerate() {
                // Exact: offsets are multiples of a 64th of a metre.
                all[row * side + column] = offset_m[axis] as f32;
            }
            places.push((row * side + column, offset_m));
        }
    }
    let lines_m = lines_m.each_ref().map(|line| &**line);
    let grid_m = ground.heights_m(lines_m, Some(from_corner_m), 0.5 * spacing_m);
    let (offsets, heights_m): (Vec<_>, Vec<_>) =
        places.into_iter().map(|(place, offset_m)| (offset_m, f64::from(grid_m[place]))).unzip();
    let samples = offsets.chunks_exact(CELL_SAMPLES).zip(heights_m.chunks_exact(CELL_SAMPLES));
    let cells = block.cells().zip(samples);
    cells
        .map(|(cell, (offsets_m, heights_m))| {
            let hash = hash_cell(seed, &cell);
            let lowest = lowest_below_plane(hash, offsets_m, heights_m);
            let hash = further_word(hash, 2 * CELL_SAMPLES as u32);
            let (offset_m, height_m) = (offsets_m[lowest], heights_m[lowest]);
            Node { offset_m, height_m, hash, fixed: FixedNode::Free }
        })
        .collect()
}

/// The offset of a sample from the north-west corner of its cell, in metres.
fn offset(hash: u32, sample: usize, spacing_m: f64) -> [f64; 2] {
    let place = [sample % SAMPLES, sample / SAMPLES];
    [0, 1].map(|axis| {
        let word = further_word(hash, (2 * sample + axis) as u32);
        let within = place[axis] as f64 + f64::from(word) / 4_294_967_296.0;
        let share = BORDER + (1.0 - 2.0 * BORDER) * within / SAMPLES as f64;
        (share * spacing_m / QUANTUM_M).floor() * QUANTUM_M
    })
}

/// The index of the sample that lies lowest below the least-squares plane. Chance decides where the
/// ground is itself a plane.
fn lowest_below_plane(hash: u32, offsets_m: &[[f64; 2]], heights_m: &[f64]) -> usize {
    let count = heights_m.len() as f64;
    let sum = |sum: [f64; 3], (offset_m, y): (&[f64; 2], &f64)| {
        [sum[0] + offset_m[0], sum[1] + offset_m[1], sum[2] + y]
    };
    let samples = offsets_m.iter().zip(heights_m);
    let middle = samples.clone().fold([0.0; 3], sum).map(|sum| sum / count);
    let from = |(offset_m, y): (&[f64; 2], &f64)| {
        [offset_m[0] - middle[0], offset_m[1] - middle[1], y - middle[2]]
    };
    let [mut xx, mut xz, mut zz, mut xy, mut zy] = [0.0; 5];
    for [x, z, y] in samples.clone().map(from) {
        (xx, xz, zz) = (xx + x * x, xz + x * z, zz + z * z);
        (xy, zy) = (xy + x * y, zy + z * y);
    }
    // Jittered samples of nine sub-cells never lie on a line.
    let determinant = xx * zz - xz * xz;
    let [east, south] = [(xy * zz - zy * xz) / determinant, (zy * xx - xy * xz) / determinant];
    let mut lowest = (f64::INFINITY, 0);
    for (i, [x, z, y]) in samples.map(from).enumerate() {
        let chance = f64::from(further_word(hash, (3 * CELL_SAMPLES + i) as u32)) / 4_294_967_296.0;
        let below_m = y - east * x - south * z + CHANCE_M * chance;
        if below_m < lowest.0 {
            lowest = (below_m, i);
        }
    }
    lowest.1
}

#[cfg(test)]
mod tests {
    use super::super::tests::{FormulaGround, WavyGround};
    use super::*;

    #[test]
    fn a_node_is_a_sample_of_its_cell() {
        let ground = WavyGround::default();
        for block in [Block([0, 0]), Block([-3, 12]), Block([1 << 40, -(1 << 41)])] {
            let nodes = nodes_of(&ground, Seed(7), 512.0, block);
            for (cell, node) in block.cells().zip(&nodes) {
                assert!(node.offset_m.iter().all(|m| (30.0..482.0).contains(m)), "{node:?}");
                let [x, z] = [0, 1].map(|axis| cell[axis] as f64 * 512.0 + node.offset_m[axis]);
                let height_m = ground.heights_m([&[x], &[z]], None, 256.0)[0];
                assert_eq!(f64::from(height_m), node.height_m);
            }
        }
    }

    #[test]
    fn nodes_on_a_slope_are_spread_over_their_cells() {
        let slope = FormulaGround(|[x, z]: [f64; 2], _: f64| 0.3 * x + 0.1 * z);
        let nodes = nodes_of(&slope, Seed(1), 512.0, Block([0, 0]));
        let mean = |axis: usize| nodes.iter().map(|n| n.offset_m[axis]).sum::<f64>() / CELLS as f64;
        assert!((0..2).all(|axis| (mean(axis) - 256.0).abs() < 40.0), "{} {}", mean(0), mean(1));
    }
}
