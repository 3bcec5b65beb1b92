//! A whole that is cut into files.

/// The most tiles of an export: each is two files in one folder.
pub const MOST_TILES: u64 = 1 << 16;

/// A whole that is cut into files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiles {
    /// Files from west to east, and from north to south.
    pub counts: [u32; 2],
    /// Whether neighbours share a line of samples.
    pub share_border: bool,
}

impl Tiles {
    /// The samples, but for a shared one, by which wholes differ that can be cut into the tiles: the
    /// least common multiple of their counts.
    pub(super) fn step(self) -> u64 {
        let [across, down] = self.counts.map(|count| u64::from(count.max(1)));
        let (mut a, mut b) = (across, down);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        across / a * down
    }
}

/// Which of the tiles are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// All of them.
    #[default]
    All,
    /// The tile whose name ends in `_xI_yJ`.
    Only([u32; 2]),
    /// Every `of`-th tile, from the `index`-th on, counted from 1.
    Shard {
        /// From 1 to `of`.
        index: u32,
        /// How many machines share the work.
        of: u32,
    },
}
