//! What the chunks of a revision share of their noises.

use std::sync::OnceLock;

use super::Stack;
use super::planes::Planes;
use crate::noise::grid::{Grid, Plan};

/// A plan a source, made when it is first asked for; none of landforms.
pub(in crate::terrain) struct Plans<'a> {
    stack: &'a Stack,
    /// Two a chunk, fine and coarse.
    grids: Vec<Grid>,
    plans: Vec<OnceLock<Option<Plan<'a>>>>,
}

/// The plans for one chunk.
#[derive(Clone, Copy)]
pub(in crate::terrain) struct Planned<'a> {
    plans: &'a Plans<'a>,
    chunk: usize,
}

impl<'a> Plans<'a> {
    /// Of chunks with these grids.
    pub fn new(stack: &'a Stack, grids: Vec<Grid>) -> Self {
        Self { stack, grids, plans: stack.sources.iter().map(|_| OnceLock::new()).collect() }
    }

    /// For one of the chunks.
    pub fn of_chunk(&'a self, chunk: usize) -> Planned<'a> {
        Planned { plans: self, chunk }
    }
}

impl Planned<'_> {
    /// The fine (0) or coarse (1) samples of a source; none of a landform.
    pub fn sampled(&self, source: usize, slot: usize, slopes: bool) -> Option<Planes> {
        let Self { plans: Plans { stack, grids, plans }, chunk } = *self;
        let plan = plans[source].get_or_init(|| stack.sources[source].plan(grids));
        let plan = plan.as_ref()?;
        let index = 2 * chunk + slot;
        let [columns, rows] = grids[index].size;
        let mut planes = Planes::new(columns * rows, slopes);
        match planes.parts() {
            (values, None) => plan.fill(index, values),
            (values, Some([east, south])) => plan.fill_slopes(index, [values, east, south]),
        }
        Some(planes)
    }
}
