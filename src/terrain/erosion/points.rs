//! The points whose waves reach a tile, each worked out once and with weight where it has any.
//!
//! A sample meets its points in the order of their lattice and sees each from its own place in its
//! own cell, so that its bits depend neither on the tile nor on the vectors.

use super::functions::Wide;
use super::lines::{Lines, Seen};
use super::numbers::OctaveNumbers;
use super::stripes::{Place, REACH, STEPS, added, jitter};
use super::tile::{BLOCK, LANES, Lanes, SIDE};
use crate::noise::hash::axis_key;

/// Along one axis: how far samples of a block lie from a point, and what weight that leaves.
#[derive(Clone, Copy, Default)]
pub(super) struct Side<R> {
    pub ways: Lanes<R>,
    pub falls: Lanes<R>,
}

/// The points of a tile.
pub(super) struct Points<R> {
    lines: [Lines<R>; 2],
    /// Where the sides of each pair of a lattice column and a lattice row would begin if they
    /// began with the first block.
    firsts: Vec<[usize; 2]>,
    /// By axis: a side for each block that can see a point.
    sides: [Vec<Side<R>>; 2],
    /// The squares of the least ways of sides.
    near: [Vec<R>; 2],
    /// The sides to be drawn in a block.
    list: Vec<[usize; 2]>,
}

impl<R: Wide> Points<R> {
    pub fn new() -> Self {
        Self {
            lines: [Lines::new(), Lines::new()],
            firsts: vec![],
            sides: [vec![], vec![]],
            near: [vec![], vec![]],
            list: vec![],
        }
    }

    /// Finds the points that all pairs of a column and a row can see, unless those lie too far
    /// apart.
    #[inline(always)]
    pub fn find(&mut self, octave: &OctaveNumbers, lines_m: [&[f64]; 2]) -> bool {
        let Self { lines: [columns, rows], firsts, sides: [across, along], near, .. } = self;
        if !columns.find(octave, 0, lines_m[0]) || !rows.find(octave, 1, lines_m[1]) {
            return false;
        }
        firsts.clear();
        across.clear();
        along.clear();
        let [near_x, near_z] = near;
        near_x.clear();
        near_z.clear();
        for south in &rows.seen {
            for east in &columns.seen {
                let [jitter_x, jitter_z] = jitter([east.key, south.key]).map(R::of_f32);
                let (x, z) = (across.len(), along.len());
                firsts
                    .push([x.wrapping_sub(east.blocks.start), z.wrapping_sub(south.blocks.start)]);
                add_sides(east, jitter_x, |i| i % BLOCK, across, near_x);
                add_sides(south, jitter_z, |i| i / BLOCK, along, near_z);
            }
        }
        true
    }

    /// Lists the points that have been found and can reach a block.
    #[inline(never)]
    pub fn list_near(&mut self, [east, south]: [usize; 2]) {
        let Self { lines: [columns, rows], firsts, near: [near_x, near_z], list, .. } = self;
        let (width, seen) = (columns.seen.len(), columns.by_block[east].clone());
        let rows = rows.by_block[south].clone();
        list.resize(rows.len() * seen.len(), [0; 2]);
        let mut count = 0;
        for row in rows {
            for [x, z] in &firsts[row * width..][..width][seen.clone()] {
                let [x, z] = [x.wrapping_add(east), z.wrapping_add(south)];
                // Without a branch: which ones are near is hard to foresee
                list[count] = [x, z];
                count += usize::from(near_x[x] + near_z[z] < R::of(REACH * REACH));
            }
        }
        list.truncate(count);
    }

    /// Lists the points of samples that are each in a cell of its own.
    #[inline(always)]
    pub fn list_alone(&mut self, octave: &OctaveNumbers, places: &[[Place<R>; LANES]; 2]) {
        let keys = [0, 1].map(|axis| {
            let word = octave.seed.axis_word(axis as u32);
            STEPS.map(|step| {
                let mut keys = [0; LANES];
                for i in 0..LANES {
                    keys[i] = axis_key(word, places[axis][i].0.wrapping_add(step));
                }
                keys
            })
        });
        self.list.clear();
        let steps = STEPS.map(|step| R::of(step as f64));
        for side in &mut self.sides {
            side.resize(STEPS.len() * STEPS.len(), Side::default());
        }
        let [across, along] = &mut self.sides;
        for z in 0..STEPS.len() {
            for x in 0..STEPS.len() {
                let point = z * STEPS.len() + x;
                let (across, along) = (&mut across[point], &mut along[point]);
                for i in 0..LANES {
                    let [jitter_x, jitter_z] =
                        jitter([keys[0][x][i], keys[1][z][i]]).map(R::of_f32);
                    across.ways[i] = places[0][i].1 - steps[x] - jitter_x;
                    along.ways[i] = places[1][i].1 - steps[z] - jitter_z;
                    across.falls[i] = R::fall(across.ways[i]);
                    along.falls[i] = R::fall(along.ways[i]);
                }
                self.list.push([point; 2]);
            }
        }
    }

    /// The sums of the points in the list.
    #[inline(always)]
    pub fn sums(&self, [east, south]: [&Lanes<R>; 2]) -> [Lanes<R>; 3] {
        let [mut sines, mut cosines, mut weights] = [[R::default(); LANES]; 3];
        for [x, z] in &self.list {
            let (x, z) = (&self.sides[0][*x], &self.sides[1][*z]);
            for i in 0..LANES {
                [sines[i], cosines[i], weights[i]] = added(
                    [sines[i], cosines[i], weights[i]],
                    [east[i], south[i]],
                    [x.ways[i], z.ways[i]],
                    [x.falls[i], z.falls[i]],
                );
            }
        }
        [sines, cosines, weights]
    }
}

/// Adds the sides of a point that lies `jitter` from a lattice point; `line` is a lane's in a block.
#[inline(always)]
fn add_sides<R: Wide>(
    seen: &Seen<R>,
    jitter: R,
    line: impl Fn(usize) -> usize,
    sides: &mut Vec<Side<R>>,
    near: &mut Vec<R>,
) {
    let [mut ways, mut falls] = [[R::default(); SIDE]; 2];
    for i in 0..SIDE {
        ways[i] = seen.ways[i] - jitter;
        falls[i] = R::fall(ways[i]);
    }
    for start in (0..seen.blocks.len()).map(|block| block * BLOCK) {
        let mut side = Side::default();
        for i in 0..LANES {
            side.ways[i] = ways[start + line(i)];
            side.falls[i] = falls[start + line(i)];
        }
        sides.push(side);
        let least = ways[start].greater(-ways[start + BLOCK - 1]).greater(R::of(0.0));
        near.push(least * least);
    }
}
