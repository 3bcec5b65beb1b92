//! The rivers of all presets with rivers.

use std::collections::HashSet;

use proptest::prelude::*;

use crate::chunk::{ChunkKey, FINE_SAMPLES};
use crate::heightfield::sample_chunk;
use crate::land::Land;
use crate::preset::PRESETS;
use crate::recipe::Recipe;
use crate::rivers::{Block, Cell, Downstream};

/// The presets with rivers, by name.
fn river_presets() -> Vec<(&'static str, Recipe)> {
    let recipes = PRESETS.iter().map(|preset| (preset.slug, preset.scene().unwrap().recipe));
    recipes.filter(|(_, recipe)| recipe.rivers.on).collect()
}

/// Follows the course through a cell to its end. Returns the number of cells.
fn follow(land: &Land, slug: &str, start: Cell) -> usize {
    let rivers = land.stack().rivers.as_ref().unwrap();
    let (water, drainage) = (rivers.change.network().water(), rivers.change.network().drainage());
    let (mut cell, mut level_m) = (start, water.level_m(start));
    let mut seen = HashSet::new();
    while let Some(next) = drainage.next(cell) {
        assert!(seen.insert(cell), "{slug}: a loop at {cell:?}");
        let next_m = water.level_m(next);
        assert!(next_m <= level_m, "{slug}: {cell:?} rises from {level_m} to {next_m}");
        (cell, level_m) = (next, next_m);
        // Longer courses have passed all the steps that count.
        if seen.len() > 4 * drainage.settings().steps as usize {
            return seen.len();
        }
    }
    match drainage.receiver(cell).next {
        Downstream::Sea => assert!(drainage.node(cell).height_m < drainage.settings().sea_level_m),
        Downstream::Closed => assert!(water.is_lake(cell), "{slug}: {cell:?} is closed and dry"),
        Downstream::To(_) => unreachable!("it has no next cell"),
    }
    seen.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2))]

    #[test]
    fn courses_of_presets_never_rise(x in -4000..4000i64, z in -4000..4000i64) {
        for (slug, recipe) in river_presets() {
            let land = Land::new(&recipe).unwrap();
            let cells: usize = Block([x, z]).cells().map(|cell| follow(&land, slug, cell)).sum();
            // Blocks under the sea have no courses.
            prop_assert!(cells < 256 * 100, "{slug}: {cells}");
        }
    }

    #[test]
    fn no_water_of_presets_ends_in_the_air(x in -40..40i64, z in -40..40i64) {
        for (slug, recipe) in river_presets() {
            let land = Land::new(&recipe).unwrap();
            let (mut edges, mut open) = (0, 0);
            for (column, row) in (0..6).flat_map(|c| (0..6).map(move |r| (c, r))) {
                let key = ChunkKey { level: 3, x: x + column, z: z + row };
                let samples = sample_chunk(&land, key, None);
                let Some(water) = samples.water() else { continue };
                let all_heights = samples.heights_m(&land);
                let (water, heights) = (&water.0[0], &all_heights.fine);
                for index in 0..water.len() - FINE_SAMPLES {
                    for other in [index + 1, index + FINE_SAMPLES] {
                        let [a, b] = [index, other].map(|i| (&water[i], heights[i]));
                        let (wet, dry) = match [a.0.is_wet(), b.0.is_wet()] {
                            [true, false] => (a, b),
                            [false, true] => (b, a),
                            _ => continue,
                        };
                        edges += 1;
                        open += usize::from(dry.1 < wet.0.level_m - 0.5);
                    }
                }
            }
            println!("{slug}: {open} of {edges}");
            prop_assert!(50 * open <= edges, "{slug}: {open} of {edges} edges of water are open");
        }
    }
}
