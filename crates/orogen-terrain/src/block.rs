//! Blocks of samples. Their fixed length lets the compiler vectorise loops over them.

use super::dual::{Samples, SamplesRef};

/// The number of points in a block.
pub(super) const BLOCK: usize = 64;

/// The heights and gradients of a block. Values beyond the last sample are 0, and so are the
/// gradients of samples without gradients.
#[derive(Clone, Copy)]
pub(super) struct HeightBlock {
    pub heights: [f32; BLOCK],
    pub east: [f32; BLOCK],
    pub south: [f32; BLOCK],
}

/// Copies a block from a slice, padded with zeros.
#[inline(always)]
fn read_padded(from: &[f32], start: usize) -> [f32; BLOCK] {
    let part = &from[start..from.len().min(start + BLOCK)];
    match part.first_chunk() {
        Some(block) => *block,
        None => {
            let mut padded = [0.0; BLOCK];
            padded[..part.len()].copy_from_slice(part);
            padded
        }
    }
}

#[inline(always)]
fn write_part(block: &[f32; BLOCK], to: &mut [f32], start: usize) {
    let end = to.len().min(start + BLOCK);
    to[start..end].copy_from_slice(&block[..end - start]);
}

impl HeightBlock {
    /// A block of one constant height.
    #[inline(always)]
    pub fn level(height: f32) -> Self {
        Self { heights: [height; BLOCK], east: [0.0; BLOCK], south: [0.0; BLOCK] }
    }

    /// Reads the block that begins at sample `start`.
    #[inline(always)]
    pub fn read(samples: SamplesRef<'_>, start: usize) -> Self {
        let mut block = Self::level(0.0);
        block.heights = read_padded(samples.heights_m, start);
        if let Some([east, south]) = samples.gradients {
            (block.east, block.south) = (read_padded(east, start), read_padded(south, start));
        }
        block
    }

    /// Writes the block to the samples from `start` on, up to the last sample.
    #[inline(always)]
    pub fn write(&self, samples: &mut Samples<'_>, start: usize) {
        write_part(&self.heights, samples.heights_m, start);
        if let Some([east, south]) = &mut samples.gradients {
            write_part(&self.east, east, start);
            write_part(&self.south, south, start);
        }
    }
}

impl Samples<'_> {
    /// A read-only view of the samples.
    pub fn samples_ref(&self) -> SamplesRef<'_> {
        let gradients = self.gradients.as_ref().map(|[east, south]| [&**east, &**south]);
        SamplesRef { heights_m: self.heights_m, gradients }
    }
}

impl SamplesRef<'_> {
    /// Asserts that both have the same number of heights, and that `self` has either no gradients
    /// or one for each height.
    ///
    /// If `needs_gradients` is true and `samples` has gradients, `self` must have them, too.
    pub(super) fn assert_match(&self, samples: &Samples<'_>, needs_gradients: bool) {
        let count = samples.heights_m.len();
        assert_eq!(self.heights_m.len(), count, "the sample counts must match");
        match self.gradients {
            Some(axes) => {
                assert!(axes.iter().all(|g| g.len() == count), "each height needs a gradient")
            }
            None => assert!(
                !needs_gradients || samples.gradients.is_none(),
                "the gradients are missing"
            ),
        }
    }
}
