//! Cells of the network's lattice, and blocks of 16 × 16 cells.

/// A cell, by its column (east) and row (south).
pub type Cell = [i64; 2];

/// Cells along a side of a block.
pub const SIDE: i64 = 16;

/// Cells in a block.
pub const CELLS: usize = (SIDE * SIDE) as usize;

/// The steps to the 8 neighbours of a cell, clockwise from north-west. Odd steps run along an axis.
pub const STEPS: [Cell; 8] = [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]];

/// A block, by its column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block(pub [i64; 2]);

impl Block {
    /// The block of a cell.
    pub fn of(cell: Cell) -> Self {
        Self(cell.map(|c| c.div_euclid(SIDE)))
    }

    /// The north-west cell.
    pub fn first(self) -> Cell {
        self.0.map(|c| c * SIDE)
    }

    /// The cells of the block, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let [x, z] = self.first();
        (0..SIDE).flat_map(move |row| (0..SIDE).map(move |column| [x + column, z + row]))
    }
}

/// The index of a cell within its block, row by row.
pub fn index_in_block(cell: Cell) -> usize {
    let [x, z] = cell.map(|c| c.rem_euclid(SIDE));
    (z * SIDE + x) as usize
}

/// The cell at a step from another.
pub fn step([x, z]: Cell, [east, south]: Cell) -> Cell {
    [x + east, z + south]
}

/// A square of cells: the block with `border` more cells on each side.
#[derive(Clone, Copy, Debug)]
pub struct CellWindow {
    first: Cell,
    side: i64,
}

impl CellWindow {
    /// The window of a block.
    pub fn around(block: Block, border: i64) -> Self {
        Self { first: block.first().map(|c| c - border), side: SIDE + 2 * border }
    }

    /// The blocks that the window touches.
    pub fn blocks(self) -> impl Iterator<Item = Block> {
        let last = self.first.map(|c| c + self.side - 1);
        let (Block([west, north]), Block([east, south])) = (Block::of(self.first), Block::of(last));
        (north..=south).flat_map(move |row| (west..=east).map(move |column| Block([column, row])))
    }

    /// The number of cells along a side.
    pub fn side(self) -> usize {
        self.side as usize
    }

    /// The number of cells.
    pub fn count(self) -> usize {
        self.side() * self.side()
    }

    /// The index of a cell, row by row; `None` outside.
    pub fn index(self, cell: Cell) -> Option<usize> {
        let [x, z] = [0, 1].map(|axis| cell[axis] - self.first[axis]);
        let inside = 0..self.side;
        (inside.contains(&x) && inside.contains(&z)).then_some((z * self.side + x) as usize)
    }

    /// The cell with an index.
    pub fn cell(self, index: usize) -> Cell {
        let index = index as i64;
        [self.first[0] + index % self.side, self.first[1] + index / self.side]
    }

    /// Fills the window from blocks. `read_block` passes the 256 entries of a block to its callback.
    pub fn gather<T: Copy + Default>(
        self,
        mut read_block: impl FnMut(Block, &mut dyn FnMut(&[T])),
    ) -> Vec<T> {
        let mut all = vec![T::default(); self.count()];
        for block in self.blocks() {
            read_block(block, &mut |entries: &[T]| {
                let first = block.first();
                for row in 0..SIDE {
                    let Some((range, column)) = self.row_of(first, row) else { continue };
                    let from = (row * SIDE) as usize + column;
                    let count = range.len();
                    all[range].copy_from_slice(&entries[from..from + count]);
                }
            });
        }
        all
    }

    /// The indices of the window that a row of a block covers, and the first column of the block that
    /// lies in the window. `None` if the row lies outside.
    fn row_of(self, [x, z]: Cell, row: i64) -> Option<(std::ops::Range<usize>, usize)> {
        let z = z + row - self.first[1];
        let west = (x - self.first[0]).max(0);
        let east = (x + SIDE - self.first[0]).min(self.side);
        let is_inside = (0..self.side).contains(&z) && west < east;
        let start = z * self.side;
        is_inside.then(|| {
            ((start + west) as usize..(start + east) as usize, (west + self.first[0] - x) as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_gathers_every_cell_from_its_block() {
        for (block, border) in [(Block([0, 0]), 0), (Block([-2, 5]), 3), (Block([7, -1]), 40)] {
            let window = CellWindow::around(block, border);
            let cells: Vec<[i64; 2]> = window.gather(|block, put| {
                put(&block.cells().collect::<Vec<_>>());
            });
            assert_eq!(cells.len(), window.count());
            for (index, cell) in cells.into_iter().enumerate() {
                assert_eq!(window.cell(index), cell);
                assert_eq!(window.index(cell), Some(index));
                assert_eq!(Block::of(cell).cells().nth(index_in_block(cell)), Some(cell));
            }
        }
        assert_eq!(CellWindow::around(Block([0, 0]), 1).index([-2, 0]), None);
    }
}
