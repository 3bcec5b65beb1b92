//! The tiles that a whole area is cut into.

/// The most tiles of an export. Each tile is two files in one folder.
pub const MOST_TILES: u64 = 1 << 16;

/// The tiles that a whole area is cut into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiles {
    /// The number of tiles from west to east, and from north to south.
    pub counts: [u32; 2],
    /// True if neighbours share a line of samples.
    pub share_border: bool,
}

impl Tiles {
    /// The step between valid sides of the whole, in samples: the least common multiple of the
    /// counts.
    pub(super) fn step(self) -> u64 {
        let [across, down] = self.counts.map(|count| u64::from(count.max(1)));
        let (mut a, mut b) = (across, down);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        across / a * down
    }
}

/// The tiles to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileSelection {
    /// All of them.
    #[default]
    All,
    /// The tile whose name ends in `_xI_yJ`.
    Only([u32; 2]),
    /// Every `of`-th tile, starting with the `index`-th, counted from 1.
    Shard {
        /// The number of this shard, from 1 to `of`.
        index: u32,
        /// The number of machines that share the work.
        of: u32,
    },
}
