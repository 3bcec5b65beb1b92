//! The default number of samples of an export.

use super::area::{Area, MAX_SAMPLES};
use super::engine::Engine;
use super::options::ExportOptions;
use super::plan_error::PlanError;
use super::tiles::Tiles;

/// The samples on a side if the area does not fit the spacing on screen.
const DEFAULT_SAMPLES: u32 = 1025;

/// Returns the default number of samples on each side.
///
/// The samples are as dense as the finest meshes on screen. If the engine or the tiles do not allow
/// that number, the result is a number near it that they allow.
pub(super) fn default_samples(
    area: Area,
    finest_m: f64,
    options: &ExportOptions,
) -> Result<u32, PlanError> {
    let samples = area.side_m / finest_m + 1.0;
    let is_valid = samples.fract() == 0.0 && (2.0..=f64::from(MAX_SAMPLES)).contains(&samples);
    let wanted = if is_valid { samples as u32 } else { DEFAULT_SAMPLES };
    let ExportOptions { engine, tiles, .. } = *options;
    if let Some(joined) = engine.and_then(|engine| engine.joined_side_for(wanted, tiles)) {
        return Ok(joined);
    }
    match (engine, tiles) {
        (None, None) => Ok(wanted),
        (Some(engine), None) => Ok(engine.side_for(wanted)),
        (engine, Some(tiles)) => default_tiled_side(wanted, engine, tiles)
            .ok_or(PlanError::NoSize { counts: tiles.counts, engine }),
    }
}

/// Returns the side of an area's grid, nearest to `wanted`, that gives tiles of a valid size. For
/// an engine, the side is at least `wanted` if possible.
fn default_tiled_side(wanted: u32, engine: Option<Engine>, tiles: Tiles) -> Option<u32> {
    let sides = tileable_sides(tiles)
        .filter(|&(samples, size)| engine.is_none_or(|e| e.fits(samples, size, Some(tiles))));
    let is_short = |samples: u32| engine.is_some() && samples < wanted;
    sides
        .map(|(samples, _)| samples)
        .min_by_key(|&samples| (is_short(samples), samples.abs_diff(wanted)))
}

/// Lists the sides of all grids that can be cut into the tiles, ascending, each with the size of a
/// tile.
fn tileable_sides(tiles: Tiles) -> impl Iterator<Item = (u32, [u32; 2])> {
    let (shared, max_samples) = (u64::from(tiles.share_border), u64::from(MAX_SAMPLES));
    let step = tiles.step();
    let sides = (1..).map(move |k: u64| k.saturating_mul(step).saturating_add(shared));
    // All sides fit u32.
    sides.take_while(move |side| *side <= max_samples).filter_map(move |side| {
        let size =
            tiles.counts.map(|count| ((side - shared) / u64::from(count.max(1)) + shared) as u32);
        (size[0] >= 2 && size[1] >= 2).then_some((side as u32, size))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ExportPlan;
    use orogen_terrain::scene::Scene;
    use proptest::prelude::*;

    #[test]
    fn the_default_size_fits_engine_and_tiles() {
        for (engine, counts, samples) in [
            (Some(Engine::Bevy), [3, 2], 4099),
            (Some(Engine::Bevy), [2, 2], 4097),
            (Some(Engine::Unity), [8, 8], 4097),
            (Some(Engine::Unreal), [8, 8], 8 * 1008 + 1),
            (None, [3, 4], 4093),
        ] {
            let mut options = ExportOptions::new(if engine.is_some() { "a" } else { "a.png" });
            (options.engine, options.tiles) = (engine, Some(Tiles { counts, share_border: true }));
            options.area = Some(Area { centre_m: [0.0; 2], side_m: 4096.0 });
            let plan = ExportPlan::new(&Scene::default(), &options);
            let plan = plan.unwrap_or_else(|e| panic!("{engine:?}, {counts:?}: {e}"));
            assert_eq!(plan.grid().samples(), samples, "{engine:?}, {counts:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]
        #[test]
        fn default_sizes_are_never_refused(
            engine in prop::option::of(prop::sample::select(Engine::ALL)),
            counts in [1u32..70, 1u32..70],
            share_border: bool,
            side_m in 1.0..20_000.0,
        ) {
            let mut options = ExportOptions::new(if engine.is_some() { "a" } else { "a.png" });
            (options.engine, options.tiles) =
                (engine.map(|row| row.value), Some(Tiles { counts, share_border }));
            options.area = Some(Area { centre_m: [0.0; 2], side_m });
            match ExportPlan::new(&Scene::default(), &options) {
                Ok(plan) => prop_assert!(plan.files().len() == (counts[0] * counts[1]) as usize),
                // If no size works for the tiles, the tiles are the invalid choice.
                Err(error) => {
                    prop_assert!(error.to_string().contains("choose other tiles"), "{}", error)
                }
            }
        }
    }
}
