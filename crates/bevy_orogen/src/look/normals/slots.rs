//! The slots of tiles on the graphics card, and the table by which shaders find them.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::look::tile_buffers::{LEVELS, PAGE_WORDS, TABLE_WORDS, WINDOW};
use orogen_terrain::normals::{LOWEST_LEVEL, TileKey};

/// A side of the divider: 0 has the wanted land, 1 has the second land.
pub type LandSide = u8;

/// A tile of the land on a side.
pub type LandTile = (LandSide, TileKey);

/// The value of full opacity in the highest byte of a table word.
const FULL_OPACITY: f32 = 255.0;

/// A tile on the graphics card.
struct LoadedTile {
    slot: u16,
    /// The opacity of the tile while it fades in, from 0 to 1.
    opacity: f32,
}

/// All slots, the tiles in them, and the table.
pub struct NormalSlots {
    loaded: HashMap<LandTile, LoadedTile>,
    free: Vec<u16>,
    table: Vec<u32>,
    /// The pages (levels of the table) to write to the graphics card.
    stale_pages: BTreeSet<usize>,
}

impl NormalSlots {
    /// Creates free slots and an empty table.
    pub fn new(count: u16) -> Self {
        Self {
            loaded: HashMap::new(),
            free: (0..count).rev().collect(),
            table: vec![0; TABLE_WORDS],
            stale_pages: BTreeSet::new(),
        }
    }

    pub fn has(&self, tile: &LandTile) -> bool {
        self.loaded.contains_key(tile)
    }

    /// All tiles.
    pub fn tiles(&self) -> impl Iterator<Item = &LandTile> {
        self.loaded.keys()
    }

    /// Drops tiles for which `is_kept` returns false.
    pub fn retain(&mut self, is_kept: impl Fn(&LandTile) -> bool) {
        let dropped: Vec<LandTile> =
            self.loaded.keys().filter(|tile| !is_kept(tile)).copied().collect();
        dropped.iter().for_each(|tile| self.forget(tile));
    }

    fn forget(&mut self, tile: &LandTile) {
        if let Some(loaded) = self.loaded.remove(tile) {
            self.free.push(loaded.slot);
            self.set_word(tile, 0);
        }
    }

    /// Takes a slot for a tile: a free slot, or the slot of an unwanted tile.
    ///
    /// The tile starts with this opacity. Returns `None` if all tiles are wanted.
    pub fn take(
        &mut self,
        tile: LandTile,
        opacity: f32,
        wanted: &HashSet<LandTile>,
    ) -> Option<u16> {
        if self.free.is_empty() {
            let other = self.loaded.keys().find(|tile| !wanted.contains(tile)).copied()?;
            self.forget(&other);
        }
        let slot = self.free.pop()?;
        self.loaded.insert(tile, LoadedTile { slot, opacity });
        self.set_word(&tile, word(slot, opacity));
        Some(slot)
    }

    /// Raises the opacity of all fading tiles. Returns true if there were any.
    pub fn fade_in(&mut self, step: f32) -> bool {
        let mut changed = vec![];
        for (tile, loaded) in self.loaded.iter_mut().filter(|(_, loaded)| loaded.opacity < 1.0) {
            loaded.opacity = (loaded.opacity + step).min(1.0);
            changed.push((*tile, word(loaded.slot, loaded.opacity)));
        }
        changed.iter().for_each(|(tile, word)| self.set_word(tile, *word));
        !changed.is_empty()
    }

    fn set_word(&mut self, tile: &LandTile, word: u32) {
        let index = table_index(tile);
        self.table[index] = word;
        self.stale_pages.insert(index / PAGE_WORDS);
    }

    /// Returns the stale pages, each with the index of its first word, and marks them as written.
    pub fn take_stale_pages(&mut self) -> Vec<(usize, Vec<u32>)> {
        let stale_pages = std::mem::take(&mut self.stale_pages);
        let page = |page: usize| {
            (page * PAGE_WORDS, self.table[page * PAGE_WORDS..][..PAGE_WORDS].to_vec())
        };
        stale_pages.into_iter().map(page).collect()
    }
}

/// The table's word for a tile: its slot plus one, and its opacity.
fn word(slot: u16, opacity: f32) -> u32 {
    (u32::from(slot) + 1) | (((opacity * FULL_OPACITY) as u32) << 24)
}

fn table_index((side, key): &LandTile) -> usize {
    let level = usize::from(*side) * LEVELS + (key.level - LOWEST_LEVEL) as usize;
    let [x, z] = [key.x, key.z].map(|c| c.rem_euclid(WINDOW as i64) as usize);
    (level * WINDOW + z) * WINDOW + x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(side: LandSide, level: i8, x: i64) -> LandTile {
        (side, TileKey { level, x, z: -1 })
    }

    fn word_of(slots: &NormalSlots, tile: LandTile) -> u32 {
        slots.table[table_index(&tile)]
    }

    #[test]
    fn a_new_tile_replaces_only_an_unwanted_tile() {
        let mut slots = NormalSlots::new(2);
        let tiles = [tile(0, 0, 1), tile(0, 1, 1), tile(1, 1, 1)];
        let wanted = HashSet::from([tiles[0], tiles[2]]);
        let places = tiles.map(|tile| slots.take(tile, 1.0, &wanted));
        assert_eq!(places, [Some(0), Some(1), Some(1)]);
        assert_eq!([0, 1, 2].map(|i| slots.has(&tiles[i])), [true, false, true]);
        assert_eq!(word_of(&slots, tiles[1]), 0, "the table has no entry for it");
        assert_eq!(word_of(&slots, tiles[2]), 2 | (255 << 24));
        assert_eq!(slots.take(tiles[1], 1.0, &wanted), None);
    }

    #[test]
    fn a_tile_fades_in_and_disappears_at_once() {
        let mut slots = NormalSlots::new(4);
        let (near, far) = (tile(0, -2, -3), tile(0, 5, 9));
        slots.take(near, 0.0, &HashSet::new());
        slots.take(far, 1.0, &HashSet::new());
        assert_eq!((slots.take_stale_pages().len(), slots.take_stale_pages().len()), (2, 0));
        assert!(slots.fade_in(0.6));
        assert_eq!(word_of(&slots, near) >> 24, 153);
        assert!(slots.fade_in(0.6) && !slots.fade_in(0.6));
        assert_eq!(word_of(&slots, near) >> 24, 255);
        slots.take_stale_pages();
        slots.retain(|tile| *tile == far);
        let pages = slots.take_stale_pages();
        assert_eq!(pages.len(), 1);
        assert!(pages[0].1.iter().all(|word| *word == 0) && slots.has(&far));
    }
}
