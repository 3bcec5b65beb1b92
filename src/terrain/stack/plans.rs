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

/// Samples that chunks share the set-up of: the fine (0) or coarse (1) ones of a source, with
/// slopes or without. None of a landform.
pub(in crate::terrain) type Shared<'a> = &'a dyn Fn(usize, usize, bool) -> Option<Planes>;

impl<'a> Plans<'a> {
    /// Of chunks with these grids.
    pub fn new(stack: &'a Stack, grids: Vec<Grid>) -> Self {
        Self { stack, grids, plans: stack.sources.iter().map(|_| OnceLock::new()).collect() }
    }

    /// The samples of a source in one of the chunks, as [`Shared`].
    pub fn sampled(
        &self,
        chunk: usize,
        source: usize,
        slot: usize,
        slopes: bool,
    ) -> Option<Planes> {
        let Self { stack, grids, plans } = self;
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
