//! Computes the heights of random recipes on every path. The results must have the same bits.

use std::sync::LazyLock;

use orogen::noise::grid::{Grid, Level};
use orogen::terrain::chunk::{CHUNK_CELLS, FINE_SAMPLES};
use orogen::terrain::heightfield::sample_all;
use orogen::terrain::{ChunkKey, Land, Recipe, bounds};
use rayon::prelude::*;

use super::Draws;
use super::recipes::recipe_of;

/// The allowed difference of f32 heights from the f64 reference: a share of the land's height
/// range, plus 4 mm, because operations may work on heights of thousands of metres.
const TOLERANCE_SHARE: f64 = 1e-4;
const TOLERANCE_M: f64 = 4e-3;

/// The number of samples along each side of the square in which heights are compared.
const SIDE: usize = 24;

/// The result of a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agreement {
    /// The number of samples compared with the reference.
    pub compared: usize,
    /// The number of samples with a larger difference than allowed. They lie on edges, where
    /// rounding decides on which side a sample is.
    pub off: usize,
    /// The largest difference of the other samples, as a share of the allowed one.
    pub worst: f64,
}

fn bits(heights_m: &[f32]) -> Vec<u32> {
    heights_m.iter().map(|height_m| height_m.to_bits()).collect()
}

fn filled(land: &Land, grid: &Grid) -> Vec<f32> {
    let mut heights_m = vec![f32::NAN; grid.size[0] * grid.size[1]];
    land.fill(grid, &mut heights_m);
    heights_m
}

/// Fills the grid piece by piece and joins the pieces. `side` is the size of a piece in samples.
fn in_pieces(land: &Land, grid: &Grid, side: [usize; 2]) -> Vec<f32> {
    let starts = |axis: usize| (0..grid.size[axis]).step_by(side[axis]);
    let places: Vec<[usize; 2]> = starts(1).flat_map(|y| starts(0).map(move |x| [x, y])).collect();
    let piece = |[x, y]: [usize; 2]| Grid {
        origin: [grid.origin[0] + x as i64, grid.origin[1] + y as i64],
        size: [side[0].min(grid.size[0] - x), side[1].min(grid.size[1] - y)],
        ..*grid
    };
    let pieces: Vec<_> = places
        .par_iter()
        .map(|&place| (place, piece(place).size, filled(land, &piece(place))))
        .collect();
    let mut joined = vec![f32::NAN; grid.size[0] * grid.size[1]];
    for ([x, y], [columns, _], heights_m) in pieces {
        for (row, heights_m) in heights_m.chunks(columns).enumerate() {
            joined[(y + row) * grid.size[0] + x..][..columns].copy_from_slice(heights_m);
        }
    }
    joined
}

/// Returns thread pools of one, two and seven threads.
fn pools() -> &'static [rayon::ThreadPool] {
    static POOLS: LazyLock<Vec<rayon::ThreadPool>> = LazyLock::new(|| {
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        [1, 2, 7].into_iter().map(|threads| pool(threads).expect("threads")).collect()
    });
    &POOLS
}

/// Computes the heights of a recipe on every path and compares the results. The paths are every
/// vector instruction set, one, two and seven threads, pieces, chunks, lines, with slopes, and the
/// f64 reference.
///
/// # Panics
/// If two f32 results differ by a bit, or a height is not finite or outside the computed bounds.
pub fn heights_agree(recipe: &Recipe, draws: &mut Draws) -> Agreement {
    let land = Land::new(recipe).expect("a valid recipe");
    let level = draws.below(5) as u8;
    let width = if draws.one_in(4) { 1_000_000 } else { 40 };
    let [x, z] = [0; 2].map(|_| ((draws.share() - 0.5) * width as f64) as i64);
    let key = ChunkKey { level, x, z };
    let spacing_m = key.spacing_m(land.spacing_m());
    let chunk = sample_all(&land, &[key])[0].heights_m(&land);
    let corner = key.origin_cell().map(|cell| cell - 1);
    // A square within the chunk's samples, which include a border of one sample.
    let start = [0; 2].map(|_| draws.below(FINE_SAMPLES - SIDE));
    let origin = [0, 1].map(|axis| corner[axis] + start[axis] as i64);
    let grid = Grid { origin, size: [SIDE; 2], spacing_m, band_limit_m: spacing_m };
    let chunk_bits: Vec<u32> = (0..SIDE * SIDE)
        .map(|i| chunk.fine[(start[1] + i / SIDE) * FINE_SAMPLES + start[0] + i % SIDE].to_bits())
        .collect();

    let best = Level::best();
    for level in Level::available() {
        level.limit();
        // A land chooses its vector instructions when it is created.
        let land = Land::new(recipe).expect("a valid recipe");
        assert_eq!(bits(&filled(&land, &grid)), chunk_bits, "{level:?}: {}", text(recipe));
    }
    best.limit();
    let piece = [1 + draws.below(SIDE), 1 + draws.below(SIDE)];
    for pool in pools() {
        let heights_m = pool.install(|| in_pieces(&land, &grid, piece));
        let threads = pool.current_num_threads();
        assert_eq!(bits(&heights_m), chunk_bits, "{threads} threads, {piece:?}: {}", text(recipe));
    }
    let line = |axis: usize, step| {
        (0..SIDE).step_by(step).map(|i| (origin[axis] + i as i64) as f64 * spacing_m).collect()
    };
    let lines: [Vec<f64>; 2] = [line(0, 5), line(1, 7)];
    let lined = land.fill_at([&lines[0], &lines[1]], spacing_m);
    let [sloped, east, south] = land.fill_slopes_at([&lines[0], &lines[1]], spacing_m);
    let mut many_m = vec![f64::NAN; lined.len()];
    land.heights_m([&lines[0], &lines[1]], spacing_m, &mut many_m);
    assert!(east.iter().chain(&south).all(|slope| slope.is_finite()), "slopes: {}", text(recipe));

    let bounds = bounds::of_recipe(recipe).expect("a valid recipe");
    let max_difference_m = TOLERANCE_SHARE * (bounds.high_m - bounds.low_m + 1.0) + TOLERANCE_M;
    let mut agreement = Agreement::default();
    for (i, height_m) in lined.iter().enumerate() {
        let [column, row] = [i % lines[0].len(), i / lines[0].len()];
        let expected = chunk_bits[7 * row * SIDE + 5 * column];
        assert_eq!(height_m.to_bits(), expected, "on lines: {}", text(recipe));
        assert_eq!(sloped[i].to_bits(), expected, "with slopes: {}", text(recipe));
        let reference_m = land.height_m([lines[0][column], lines[1][row]], spacing_m);
        assert_eq!(many_m[i].to_bits(), reference_m.to_bits(), "many: {}", text(recipe));
        assert!(bounds.contains(reference_m), "{reference_m} in {bounds:?}: {}", text(recipe));
        assert!(height_m.is_finite(), "{}", text(recipe));
        let share = (f64::from(*height_m) - reference_m).abs() / max_difference_m;
        agreement.compared += 1;
        match share > 1.0 {
            true => agreement.off += 1,
            false => agreement.worst = agreement.worst.max(share),
        }
    }
    agreement
}

fn text(recipe: &Recipe) -> String {
    let scene = orogen::terrain::Scene { recipe: recipe.clone(), ..Default::default() };
    orogen::terrain::share::encode(&scene)
}

/// Checks a random land. The first 16 bytes choose the place, the others the recipe.
pub fn land(data: &[u8]) {
    let (place, rest) = data.split_at(data.len().min(16));
    let recipe = recipe_of(rest);
    heights_agree(&recipe, &mut Draws::new(place));
    let scene = orogen::terrain::Scene { recipe, ..Default::default() };
    super::texts::assert_round_trips(&scene);
}

const _: () = assert!(CHUNK_CELLS > SIDE);
