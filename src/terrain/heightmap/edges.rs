//! What lies beyond a map: which sample stands for one that there is not.

use crate::noise::choice::choices;

choices! {
    /// What lies beyond a map.
    pub enum Edges: "edges" {
        /// The heights of the edge go on for ever.
        Clamp = "clamp",
        /// The map is mirrored at its edges, again and again.
        Mirror = "mirror",
        /// The map is repeated side by side.
        Repeat = "repeat",
        /// The heights of the edge fade to a height of one's choice.
        Fade = "fade",
    }
}

impl Edges {
    /// The sample that stands for any on an axis of so many.
    #[inline(always)]
    pub(super) fn index(self, sample: i64, count: i64) -> usize {
        let within = match self {
            Self::Clamp | Self::Fade => sample.clamp(0, count - 1),
            Self::Repeat => sample.rem_euclid(count),
            Self::Mirror => {
                let twice = sample.rem_euclid(2 * count);
                twice.min(2 * count - 1 - twice)
            }
        };
        within as usize
    }

    /// Whether the edge's own samples go on for ever.
    #[inline(always)]
    pub(super) fn goes_on(self) -> bool {
        matches!(self, Self::Clamp | Self::Fade)
    }
}
