//! Finds the rivers and lakes near a place, and caches them in the network.

use std::sync::Arc;

use super::banks::{REACH, SQUARE, SQUARES, SquareKey};
use super::cells::{Block, SIDE};
use super::nearby_water::{BlockParts, NearbyWater};
use super::network::Network;
use super::nodes::RiverGround;
use super::valleys::STRAY;

impl<G: RiverGround> Network<G> {
    /// The rivers and lakes that reach a square.
    pub(super) fn banks(&self, square: SquareKey) -> Arc<NearbyWater> {
        self.banks.get_arc(square, || match self.find_banks(square) {
            banks if banks.is_empty() => self.no_banks.clone(),
            banks => Arc::new(banks),
        })
    }

    fn find_banks(&self, square: SquareKey) -> NearbyWater {
        let settings = self.drainage().settings();
        let spacing_m = settings.spacing_m;
        let side_m = SQUARE * spacing_m;
        let corner_m = square.map(|c| c as f64 * side_m);
        let reach_m = (STRAY + REACH + 0.1) * spacing_m;
        let block = |m: f64| ((m / spacing_m).floor() as i64).div_euclid(SIDE);
        let first = corner_m.map(|m| block(m - reach_m));
        let last = corner_m.map(|m| block(m + side_m + reach_m));
        let mut blocks = vec![];
        for row in first[1]..=last[1] {
            for column in first[0]..=last[0] {
                let block = Block([column, row]);
                let offset_m =
                    [0, 1].map(|axis| block.first()[axis] as f64 * spacing_m - corner_m[axis]);
                let square = [0, 1].map(|axis| square[axis] - SQUARES * block.0[axis]);
                let courses = self.courses(block);
                let parts = &courses.channels;
                if !parts.near(square).is_empty() {
                    blocks.push(BlockParts { parts: parts.clone(), square, offset_m });
                }
            }
        }
        let area_m = [corner_m, corner_m.map(|m| m + side_m)];
        let shores = match self.drainage().fixed() {
            fixed if fixed.is_empty() => vec![],
            fixed => fixed.shapes().shores_near(area_m),
        };
        NearbyWater::new(blocks, self.basins(area_m), shores, settings.is_graded())
    }
}

/// The number of columns and of rows of squares that [`RecentBanks`] keeps.
const RECENT: [i64; 2] = [32, 2];

/// The rivers and lakes near the last squares. Rows of places visit the same squares again and again, and
/// the cache of the network has a lock.
#[derive(Default)]
pub(super) struct RecentBanks {
    last: Option<(SquareKey, Arc<NearbyWater>)>,
    /// The squares of the last rows, by [`RecentBanks::slot`]. It is empty until a second square is
    /// requested.
    rows: Vec<Option<(SquareKey, Arc<NearbyWater>)>>,
}

impl RecentBanks {
    /// The rivers and lakes that reach a square.
    pub fn of_square<G: RiverGround>(
        &mut self,
        network: &Network<G>,
        square: SquareKey,
    ) -> &NearbyWater {
        if self.last.as_ref().is_none_or(|(last, _)| *last != square) {
            self.last = Some((square, self.find(network, square)));
        }
        &self.last.as_ref().expect("it was just set").1
    }

    fn find<G: RiverGround>(
        &mut self,
        network: &Network<G>,
        square: SquareKey,
    ) -> Arc<NearbyWater> {
        if self.rows.is_empty() && self.last.is_some() {
            self.rows.resize((RECENT[0] * RECENT[1]) as usize, None);
        }
        let slot = Self::slot(square);
        if let Some(Some((kept, banks))) = self.rows.get(slot)
            && *kept == square
        {
            return banks.clone();
        }
        let banks = network.banks(square);
        if let Some(kept) = self.rows.get_mut(slot) {
            *kept = Some((square, banks.clone()));
        }
        banks
    }

    fn slot([column, row]: SquareKey) -> usize {
        (row.rem_euclid(RECENT[1]) * RECENT[0] + column.rem_euclid(RECENT[0])) as usize
    }
}
