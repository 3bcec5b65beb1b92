//! The noise set-up shared by the chunks of a revision.

use std::sync::OnceLock;

use super::make::Stack;
use super::planes::Planes;
use orogen_noise::grid::{Grid, Plan};

/// One plan per source, made on first use; none for landforms.
pub(crate) struct Plans<'a> {
    stack: &'a Stack,
    /// Two grids per chunk, fine and coarse.
    grids: Vec<Grid>,
    /// The same grids for the guide.
    guides: Vec<Grid>,
    plans: Vec<[OnceLock<Option<Plan<'a>>>; 2]>,
}

/// Returns samples that use the shared set-up; `None` for landforms.
pub(crate) type Shared<'a> = &'a dyn Fn(WantedSamples) -> Option<Planes>;

/// The requested samples of a chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WantedSamples {
    pub source: usize,
    /// The fine (0) or the coarse ones (1).
    pub slot: usize,
    pub slopes: bool,
    /// True for the erosion's guide.
    pub guide: bool,
}

impl<'a> Plans<'a> {
    /// Creates plans for chunks with these grids.
    pub fn new(stack: &'a Stack, grids: Vec<Grid>) -> Self {
        let limit_m = stack.erosion.as_ref().map_or(0.0, |erosion| erosion.limit_m);
        let guide = |grid: &Grid| Grid { band_limit_m: grid.band_limit_m.max(limit_m), ..*grid };
        let guides = match stack.erosion {
            Some(_) => grids.iter().map(guide).collect(),
            None => vec![],
        };
        let plans = stack.sources.iter().map(|_| Default::default()).collect();
        Self { stack, grids, guides, plans }
    }

    /// The samples of a source in one of the chunks, for [`Shared`].
    pub fn sampled(&self, chunk: usize, wanted: WantedSamples) -> Option<Planes> {
        let Self { stack, grids, guides, plans } = self;
        let WantedSamples { source, slot, slopes, guide } = wanted;
        let grids = if guide { guides } else { grids };
        let plan = &plans[source][usize::from(guide)];
        let plan = plan.get_or_init(|| stack.sources[source].plan(grids));
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
