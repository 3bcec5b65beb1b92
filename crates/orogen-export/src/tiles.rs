//! The tiles into which an export cuts its area.

/// The most tiles of an export.
///
/// A tile adds two files to one folder, itself and its JSON.
pub const MAX_TILES: u64 = 1 << 16;

/// The tiles into which an export cuts its area.
///
/// ```
/// use orogen_export::{ExportOptions, ExportPlan, Tiles};
///
/// let tiles = Some(Tiles { counts: [4, 4], share_border: true });
/// let options = ExportOptions { tiles, ..ExportOptions::new("alps.png") };
/// let plan = ExportPlan::new(&Default::default(), &options)?;
/// assert_eq!(plan.files()[3].path.to_str(), Some("alps_x3_y0.png"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiles {
    /// The number of tiles from west to east, and from north to south.
    pub counts: [u32; 2],
    /// True if neighbouring tiles share the line of samples on their border.
    pub share_border: bool,
}

impl Tiles {
    /// The step between valid sides of the full grid, in samples: the least common multiple of the
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
    /// All tiles.
    #[default]
    All,
    /// The tile whose file name ends in `_xI_yJ`.
    Only([u32; 2]),
    /// Every `count`-th tile, starting with the `index`-th, counted from 1.
    Shard {
        /// The number of this shard, from 1 to `count`.
        index: u32,
        /// The number of shards, one per machine.
        count: u32,
    },
}
