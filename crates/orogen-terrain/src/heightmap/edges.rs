//! The land beyond a map: which sample replaces a missing one, and how heights fade.

use crate::real::{Real, smooth_step};
use orogen_noise::choice::choices;

choices! {
    /// The land beyond the edges of a map.
    pub enum Edges: "edges" {
        /// The heights at the edge continue for ever.
        Clamp = "clamp",
        /// The map is mirrored at its edges, again and again.
        Mirror = "mirror",
        /// The map is repeated side by side.
        Repeat = "repeat",
        /// The heights of the edge fade to a chosen height.
        Fade = "fade",
        /// Like fade, but joined maps share the land: each shows its own heights where it lies.
        Join = "join",
    }
}

impl Edges {
    /// Returns the index of the sample that stands for `sample`, which may lie outside the `count`
    /// samples of an axis.
    #[inline(always)]
    pub(super) fn index(self, sample: i64, count: i64) -> usize {
        let index = match self {
            Self::Clamp | Self::Fade | Self::Join => sample.clamp(0, count - 1),
            Self::Repeat => sample.rem_euclid(count),
            Self::Mirror => {
                let twice = sample.rem_euclid(2 * count);
                twice.min(2 * count - 1 - twice)
            }
        };
        index as usize
    }

    /// Returns true if the samples at the edge stand for all samples beyond it.
    #[inline(always)]
    pub(super) fn extends_edge_samples(self) -> bool {
        matches!(self, Self::Clamp | Self::Fade | Self::Join)
    }

    /// Returns true if heights fade beyond the map.
    pub fn fades(self) -> bool {
        matches!(self, Self::Fade | Self::Join)
    }
}

/// The fading of heights along one axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeFade {
    /// The edges of the map on this axis.
    pub low_m: f64,
    pub high_m: f64,
    /// The inverse of the distance over which heights fade.
    pub per_m: f64,
}

impl EdgeFade {
    /// Returns the share of the map in the height at a place, from 1 on the map to 0, and the slope of
    /// that share.
    #[inline(always)]
    pub fn remaining_share<R: Real>(&self, place_m: f64) -> [R; 2] {
        let before = (self.low_m - place_m).greater(0.0) * self.per_m;
        let after = (place_m - self.high_m).greater(0.0) * self.per_m;
        let (share, slope) = smooth_step(R::of(1.0 - (before + after).lesser(1.0)));
        let signed_per_m = if before > 0.0 { self.per_m } else { -self.per_m };
        [share, slope * R::of(signed_per_m)]
    }
}
