//! Computes masks at many points.

use super::combine::Combine;
use super::window::FadeWindow;
use crate::block::{BLOCK, HeightBlock};
use crate::dual::{Samples, SamplesRef};
use orogen_noise::grid::{Interleave, Level, Loops};

/// The steps after a mask's weights are computed.
#[derive(Clone, Copy)]
pub(super) struct WeightSteps {
    /// Inverts the weights to 1 − weight.
    pub invert: bool,
    /// Combines them with the weights of the masks before; `None` replaces those weights.
    pub combine: Option<Combine>,
}

/// The input of a mask: a number at each point, with its gradient unless that is frozen.
pub(super) trait InputSource {
    /// Reads the block that begins at sample `start`.
    fn block(&self, start: usize, with_gradients: bool) -> HeightBlock;
}

/// Samples with gradients: heights or a noise.
pub(super) struct FieldSamples<'a>(pub SamplesRef<'a>);

impl InputSource for FieldSamples<'_> {
    #[inline(always)]
    fn block(&self, start: usize, _: bool) -> HeightBlock {
        HeightBlock::read(self.0, start)
    }
}

/// The lengths of gradients, which are the tangents of slopes.
pub(super) struct Tangents<'a>(pub [&'a [f32]; 2]);

impl InputSource for Tangents<'_> {
    #[inline(always)]
    fn block(&self, start: usize, _: bool) -> HeightBlock {
        let read =
            |heights_m| HeightBlock::read(SamplesRef { heights_m, gradients: None }, start).heights;
        let (east, south) = (read(self.0[0]), read(self.0[1]));
        let mut out = HeightBlock::level(0.0);
        for i in 0..BLOCK {
            out.heights[i] = (east[i] * east[i] + south[i] * south[i]).sqrt();
        }
        out
    }
}

/// Curvatures times a factor.
pub(super) struct Curvatures<'a> {
    pub curvature: &'a [f32],
    pub factor: f32,
}

impl InputSource for Curvatures<'_> {
    #[inline(always)]
    fn block(&self, start: usize, _: bool) -> HeightBlock {
        let read = SamplesRef { heights_m: self.curvature, gradients: None };
        let mut out = HeightBlock::read(read, start);
        for value in &mut out.heights {
            *value *= self.factor;
        }
        out
    }
}

/// The input of a mask that reads a missing layer: zeros.
pub(super) struct Zeros;

impl InputSource for Zeros {
    #[inline(always)]
    fn block(&self, _: usize, _: bool) -> HeightBlock {
        HeightBlock::level(0.0)
    }
}

/// Distances from a point, on a grid.
pub(super) struct PointDistances<'a> {
    pub centre_m: [f64; 2],
    pub lines_m: [&'a [f64]; 2],
    /// One place per sample, if the samples do not lie on the grid.
    pub places_m: Option<[&'a [f64]; 2]>,
}

impl PointDistances<'_> {
    /// The offsets of a block's points from the centre, to the east and to the south, in metres.
    ///
    /// The subtraction is in f64, so the offsets are precise in f32 near the centre, even far from
    /// the origin.
    #[inline(always)]
    fn offsets_m(&self, start: usize) -> [[f32; BLOCK]; 2] {
        let ([columns, rows], [east, south]) = (self.lines_m, self.centre_m);
        let (mut x, mut z) = ([0.0; BLOCK], [0.0; BLOCK]);
        if let Some([easts, souths]) = self.places_m {
            let places = easts[start..].iter().zip(&souths[start..]);
            for ((x, z), (place_east, place_south)) in x.iter_mut().zip(&mut z).zip(places) {
                (*x, *z) = ((place_east - east) as f32, (place_south - south) as f32);
            }
            return [x, z];
        }
        let mut next = 0;
        while next < BLOCK {
            let (row, column) = ((start + next) / columns.len(), (start + next) % columns.len());
            let Some(row) = rows.get(row) else {
                break;
            };
            let run = (columns.len() - column).min(BLOCK - next);
            let from = &columns[column..column + run];
            for (x, column) in x[next..next + run].iter_mut().zip(from) {
                *x = (column - east) as f32;
            }
            z[next..next + run].fill((row - south) as f32);
            next += run;
        }
        [x, z]
    }
}

impl InputSource for PointDistances<'_> {
    #[inline(always)]
    fn block(&self, start: usize, with_gradients: bool) -> HeightBlock {
        let [x, z] = self.offsets_m(start);
        let mut out = HeightBlock::level(0.0);
        for i in 0..BLOCK {
            out.heights[i] = (x[i] * x[i] + z[i] * z[i]).sqrt();
        }
        if with_gradients {
            for i in 0..BLOCK {
                let d = out.heights[i];
                // The distance has no gradient at the centre. The weight is level there, so 0 is
                // right.
                out.east[i] = if d > 0.0 { x[i] / d } else { 0.0 };
                out.south[i] = if d > 0.0 { z[i] / d } else { 0.0 };
            }
        }
        out
    }
}

/// Turns the numbers that a mask reads into weights.
pub(super) fn weigh(
    level: Level,
    out: &mut Samples<'_>,
    source: impl InputSource,
    window: FadeWindow,
    steps: WeightSteps,
) {
    level.run_loops(MaskLoops { source, window, steps, out });
}

struct MaskLoops<'a, 'b, S> {
    source: S,
    window: FadeWindow,
    steps: WeightSteps,
    out: &'a mut Samples<'b>,
}

impl<S: InputSource> Loops for MaskLoops<'_, '_, S> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { source, window, steps, out } = self;
        let with_gradients = out.gradients.is_some();
        let (offset, sign) = if steps.invert { (1.0, -1.0) } else { (0.0, 1.0) };
        for start in (0..out.heights_m.len()).step_by(BLOCK) {
            let read = source.block(start, with_gradients);
            let mut mask = HeightBlock::level(0.0);
            for i in 0..BLOCK {
                mask.heights[i] = offset + sign * window.at(read.heights[i]).0;
            }
            if with_gradients {
                for i in 0..BLOCK {
                    let slope = sign * window.at(read.heights[i]).1;
                    mask.east[i] = slope * read.east[i];
                    mask.south[i] = slope * read.south[i];
                }
            }
            match steps.combine {
                None => mask.write(out, start),
                Some(combine) => {
                    let mut before = HeightBlock::read(out.samples_ref(), start);
                    combine.apply(&mut before, &mask, with_gradients);
                    before.write(out, start);
                }
            }
        }
    }
}
