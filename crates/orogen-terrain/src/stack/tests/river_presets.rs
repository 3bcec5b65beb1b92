//! The rivers of all presets with rivers.

use std::collections::HashSet;

use proptest::prelude::*;

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
}
