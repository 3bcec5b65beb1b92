//! The noise set-up that the chunks of a revision share.
//!
//! A revision is one complete build of the land after an edit.

use std::sync::OnceLock;

use super::make::Stack;
use super::planes::Planes;
use orogen_noise::grid::{Grid, Plan};

/// The set-up ("plan") of each noise source for all chunks, made on first use.
///
/// Each source has two: for the land, and for the erosion's guide. Landforms have no plan.
pub(crate) struct Plans<'a> {
    stack: &'a Stack,
    /// Two grids per chunk: the fine grid, then the coarse grid.
    grids: Vec<Grid>,
    /// The same grids with the band limit of the erosion's guide.
    guides: Vec<Grid>,
    plans: Vec<[OnceLock<Option<Plan<'a>>>; 2]>,
}

/// A function that samples a source with the shared set-up; it returns `None` for landforms.
pub(crate) type SharedSampler<'a> = &'a dyn Fn(WantedSamples) -> Option<Planes>;

/// A request for samples of a chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WantedSamples {
    pub source: usize,
    /// The grid: 0 is the fine grid, 1 the coarse grid.
    pub slot: usize,
    pub slopes: bool,
    /// True if the samples are for the erosion's guide.
    pub guide: bool,
}

impl<'a> Plans<'a> {
    /// Prepares the plans of chunks with these grids: per chunk a fine grid, then a coarse grid.
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

    /// Samples a source in the chunk with this index; [`SharedSampler`] functions call this.
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
