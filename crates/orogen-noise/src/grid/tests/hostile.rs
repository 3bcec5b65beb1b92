//! Tests of hostile positions: in any order, out of bounds, or not numbers.

use super::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A position along an axis, in cells of the first octave.
fn position() -> impl Strategy<Value = f64> {
    let extremes = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN,
        1e19,
        -1e25,
        f64::MIN_POSITIVE,
        -0.0,
    ];
    prop_oneof![
        6 => (-3i32..4).prop_map(|cell| f64::from(cell) + 0.25),
        6 => -200.0..200.0f64,
        2 => -1e12..1e12f64,
        2 => select(extremes.to_vec()),
    ]
}

/// Positions along an axis: a few, or somewhat more than a tile has. A third of the lines are
/// sorted.
fn line() -> impl Strategy<Value = Vec<f64>> {
    let line = prop_oneof![
        4 => prop::collection::vec(position(), 1..24),
        1 => prop::collection::vec(position(), 70..100),
    ];
    (line, 0..3).prop_map(|(mut line, order)| {
        if order == 0 {
            line.sort_by(f64::total_cmp);
        }
        line
    })
}

/// Noises of every kind that has a kernel, including those that jump.
fn all_specs() -> impl Strategy<Value = NoiseSpec> {
    (specs(), 0..8).prop_map(|(spec, cell)| {
        if cell == 0 { NoiseSpec { basis: Basis::WorleyCell, ..spec } } else { spec }
    })
}

/// The bits of memory before it is filled; no sample has them.
const UNTOUCHED: u32 = 0x7fc0_dead;

/// The bits of a sample; all NaN count as the same.
fn canonical_bits(sample: f32) -> u32 {
    if sample.is_nan() { f32::NAN.to_bits() } else { sample.to_bits() }
}

/// Samples at any columns and rows, without the checks of the public functions. Asserts that the
/// memory before and after the samples is not written.
fn filled_lines(noise: &GridNoise, [columns, rows]: [&[f64]; 2]) -> Vec<u32> {
    const MARGIN: usize = 100;
    let length = columns.len() * rows.len();
    let mut memory = vec![f32::from_bits(UNTOUCHED); length + 2 * MARGIN];
    noise.fill_lines([columns, rows], 0.0, [&mut memory[MARGIN..MARGIN + length]]);
    let untouched = |memory: &[f32]| memory.iter().all(|x| x.to_bits() == UNTOUCHED);
    assert!(
        untouched(&memory[..MARGIN]) && untouched(&memory[MARGIN + length..]),
        "samples are written out of bounds"
    );
    let samples = &memory[MARGIN..MARGIN + length];
    assert!(samples.iter().all(|x| x.to_bits() != UNTOUCHED), "samples are left out");
    samples.iter().map(|sample| canonical_bits(*sample)).collect()
}

/// Returns true if cell numbers are exact: up to 2⁶² of the finest octave.
fn is_exact(position: f64) -> bool {
    !position.is_finite() || position.abs() < 1e14
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn any_positions_are_safe_and_the_same_at_every_level(
        spec in all_specs(),
        columns in line(),
        rows in line(),
    ) {
        let noise = spec.build(2).unwrap();
        let scalar = GridNoise::with_level(&noise, 1.0, Level::lowest());
        let all = filled_lines(&scalar, [&columns, &rows]);
        for level in Level::available() {
            let other = filled_lines(&GridNoise::with_level(&noise, 1.0, level), [&columns, &rows]);
            for (i, (sample, other)) in all.iter().zip(other).enumerate() {
                let place = [columns[i % columns.len()], rows[i / columns.len()]];
                prop_assert!(
                    *sample == other || !place.into_iter().all(is_exact),
                    "{place:?} at {level:?}"
                );
            }
        }
        // A grid of one sample has the same bits.
        for i in (0..all.len()).step_by(1 + all.len() / 20) {
            let place = [columns[i % columns.len()], rows[i / columns.len()]];
            let alone = filled_lines(&scalar, [&place[..1], &place[1..]]);
            prop_assert!(alone[0] == all[i] || !place.into_iter().all(is_exact), "{place:?} alone");
        }
    }

    #[test]
    fn only_finite_positions_in_ascending_order_are_accepted(
        spec in all_specs(),
        columns in line(),
        rows in line(),
    ) {
        let noise = GridNoise::new(&spec.build(2).unwrap(), 1.0);
        let mut out = vec![0.0; columns.len() * rows.len()];
        let fill = AssertUnwindSafe(|| noise.fill_at([&columns, &rows], 0.0, &mut out));
        let is_valid = [&columns, &rows]
            .into_iter()
            .all(|line| line.is_sorted() && line.iter().all(|x| x.is_finite()));
        prop_assert_eq!(catch_unwind(fill).is_ok(), is_valid);
    }
}

/// Positions in the cells 0, 1, 1, 1 and 1, 0, 1, 1. In the second vector, the first cell is not
/// the lowest.
const TWO_VECTORS: [f64; 8] = [0.5, 1.5, 1.5, 1.5, 1.5, 0.5, 1.5, 1.5];

fn perlin(level: Level) -> GridNoise {
    GridNoise::with_level(&NoiseSpec::default().build(2).unwrap(), 1.0, level)
}

#[test]
fn descending_cells_give_the_same_samples() {
    let alone = TWO_VECTORS.map(|x| filled_lines(&perlin(Level::lowest()), [&[x], &[0.25]])[0]);
    for level in Level::available() {
        assert_eq!(filled_lines(&perlin(level), [&TWO_VECTORS, &[0.25]]), alone, "{level:?}");
    }
}

#[test]
fn grids_past_the_last_index_are_refused() {
    let noise = perlin(Level::best());
    let grid = Grid { origin: [0; 2], size: [1; 2], spacing_m: 1.0, band_limit_m: 0.0 };
    let refused =
        |grid: Grid| catch_unwind(AssertUnwindSafe(|| noise.plan(&[grid]).len())).is_err();
    assert!(!refused(Grid { origin: [i64::MIN, i64::MAX - 20], ..grid }));
    assert!(refused(Grid { origin: [i64::MAX, 0], ..grid }));
    assert!(refused(Grid { origin: [0, i64::MAX - 5], ..grid }));
    assert!(refused(Grid { size: [usize::MAX, 1], ..grid }));
    assert!(refused(Grid { size: [1 << 62, 4], origin: [i64::MIN; 2], ..grid }));
    for spacing_m in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(refused(Grid { spacing_m, ..grid }), "{spacing_m}");
    }
}

#[test]
fn a_position_that_is_not_finite_does_not_change_other_samples() {
    // The cell of the first row needs two words. The second row, which is NaN, must not change
    // that.
    let spec = NoiseSpec { basis: Basis::WorleyF1, ..NoiseSpec::default() }.build(2).unwrap();
    for level in Level::available() {
        let noise = GridNoise::with_level(&spec, 1.0, level);
        let alone = filled_lines(&noise, [&[0.25], &[367_052_104_255.138]]);
        let with_nan = filled_lines(&noise, [&[0.25], &[367_052_104_255.138, f64::NAN]]);
        assert_eq!(alone[0], with_nan[0], "{level:?}");
    }
}
