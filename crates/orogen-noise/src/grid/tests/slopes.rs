//! Tests of slopes and of moved samples.

use std::cell::Cell;

use super::*;
use crate::grid::precision::MAX_ERROR_RATIO;

/// Samples values, and slopes to the east and to the south, at all pairs of columns and rows.
fn with_slopes(
    noise: &GridNoise,
    [columns, rows]: [&[f64]; 2],
    band_limit_m: f64,
) -> [Vec<f32>; 3] {
    let mut out = [0; 3].map(|_| vec![f32::NAN; columns.len() * rows.len()]);
    let [values, east, south] = &mut out;
    noise.fill_slopes_at([columns, rows], band_limit_m, [values, east, south]);
    out
}

/// Generates noises of every kind that has a kernel, with moderate warps. Under stronger warps, even
/// the slopes of the reference are inaccurate.
fn gentle_specs() -> impl Strategy<Value = NoiseSpec> {
    specs().prop_map(|mut spec| {
        spec.warp.strength = spec.warp.strength.min(0.3);
        spec.octaves = spec.octaves.min(5.0);
        if spec.warp.times == 0 && spec.seed.0 % 4 == 0 {
            // A warp of strength 0 displaces nothing, but takes the path of warped noise.
            spec.warp.times = 1;
        }
        if is_in_f32(spec.basis) {
            // Differences of f32 values are too coarse to detect creases or to follow strong warps.
            spec.fractal = FractalKind::Fbm;
            spec.octaves = spec.octaves.min(3.0);
            spec.period = None;
            spec.warp.strength = spec.warp.strength.min(0.1);
            spec.warp.times = spec.warp.times.min(1);
        }
        spec
    })
}

/// Returns true if the reference is computed by another crate in f32.
fn is_in_f32(basis: Basis) -> bool {
    [Basis::OpenSimplex2, Basis::OpenSimplex2S].contains(&basis)
}

/// The slopes of a reference in f32, by differences over steps that are wide enough for f32.
fn differences(noise: &Noise, place: [f64; 2], limit: f64) -> [f64; 2] {
    let step = 4e-3 / noise.fractal().octaves.last().unwrap().frequency;
    [[step, 0.0], [0.0, step]].map(|[x, y]| {
        let after = noise.sample2([place[0] + x, place[1] + y], limit);
        (after - noise.sample2([place[0] - x, place[1] - y], limit)) / (2.0 * step)
    })
}

/// An upper bound of the slopes, per metre.
fn steepest(noise: &Noise, frequency_per_m: f64) -> f64 {
    let fractal = noise.fractal();
    let slopes = fractal.octaves.iter().map(|octave| octave.amplitude * octave.frequency);
    let warp = noise.spec().warp;
    let unwarped = slopes.sum::<f64>() / fractal.divisor * 4.0;
    let growth = (0..warp.times)
        .fold(1.0, |growth, _| 1.0 + growth * warp.strength * warp.frequency * unwarped);
    unwarped * growth * frequency_per_m
}

/// The allowed difference between slopes and the reference's, per metre.
fn tolerance(noise: &Noise, frequency_per_m: f64) -> f64 {
    let share = if is_in_f32(noise.spec().basis) { 5e-3 } else { 1e-4 };
    share * steepest(noise, frequency_per_m)
}

/// The largest error of the sample position in f32, in units of the noise.
///
/// It comes from a few roundings of the fractions within the finest octave's cells, or from the
/// magnified error of the warp.
fn max_position_error(noise: &Noise, fast: &GridNoise, limit: f64) -> f64 {
    let roundings = 3e-5 / noise.fractal().octaves.last().unwrap().frequency;
    // Noises with a larger error are not sampled in f32.
    let warp_error =
        if fast.warps_in_f32(limit) { MAX_ERROR_RATIO * fast.position_error(limit) } else { 0.0 };
    // Central differences mix the two sides of a crease within 1e-5 cells of it.
    let difference_error = if noise.spec().basis.row().uses.derivatives { 0.0 } else { 1.5e-5 };
    roundings.max(warp_error).max(difference_error)
}

/// The slopes per metre that the reference allows at a position.
struct AllowedSlopes {
    /// The smallest and the largest allowed slope on each axis.
    ends: [[f64; 2]; 2],
    /// True at a crease: the slopes differ by more than those of a smooth noise.
    is_creased: bool,
}

impl AllowedSlopes {
    /// Samples the reference around a position in units of the noise.
    fn new(
        noise: &Noise,
        fast: &GridNoise,
        place: [f64; 2],
        limit: f64,
        frequency_per_m: f64,
    ) -> Self {
        let scale = steepest(noise, frequency_per_m);
        let tolerance = tolerance(noise, frequency_per_m);
        if is_in_f32(noise.spec().basis) {
            let slopes = differences(noise, place, limit).map(|slope| slope * frequency_per_m);
            let ends = slopes.map(|slope| [slope - tolerance, slope + tolerance]);
            return Self { ends, is_creased: false };
        }
        let slopes = |place| {
            noise.sample2_with_gradient(place, limit).1.map(|slope| slope * frequency_per_m)
        };
        let here = slopes(place);
        let distance = max_position_error(noise, fast, limit);
        let diagonal = distance * 0.5f64.sqrt();
        let sides = [1.0, -1.0];
        let axis_steps = sides.map(|side| [[side * distance, 0.0], [0.0, side * distance]]);
        let diagonal_steps =
            sides.map(|side| [[diagonal, side * diagonal], [-diagonal, side * diagonal]]);
        let steps = axis_steps.iter().chain(&diagonal_steps).flatten();
        let neighbours: Vec<_> =
            steps.map(|step| slopes([place[0] + step[0], place[1] + step[1]])).collect();
        let change = neighbours.iter().fold(0.0, |change: f64, neighbour| {
            (0..2).fold(change, |change, axis| change.max((neighbour[axis] - here[axis]).abs()))
        });
        let is_creased = change >= 1e-3 * scale;
        let ends = [0, 1].map(|axis| {
            if !is_creased {
                let margin = tolerance + 8.0 * change;
                return [here[axis] - margin, here[axis] + margin];
            }
            // Any slope between the slopes on the two sides of the crease is allowed.
            let all = || neighbours.iter().chain([&here]).map(move |slopes| slopes[axis]);
            let margin = tolerance + 2e-3 * scale;
            [
                all().fold(f64::INFINITY, f64::min) - margin,
                all().fold(f64::NEG_INFINITY, f64::max) + margin,
            ]
        });
        Self { ends, is_creased }
    }

    fn contains(&self, slopes: [f64; 2]) -> bool {
        (0..2).all(|axis| self.ends[axis][0] < slopes[axis] && slopes[axis] < self.ends[axis][1])
    }
}

/// The numbers of checked places without and with a crease, over all cases of a test.
///
/// A check of each case would fail, because in some noises a third of the places are creased.
#[derive(Clone, Copy, Default)]
struct PlaceCounts {
    smooth: usize,
    creased: usize,
}

impl PlaceCounts {
    fn with(mut self, expected: &AllowedSlopes) -> Self {
        *(if expected.is_creased { &mut self.creased } else { &mut self.smooth }) += 1;
        self
    }

    fn check(self) {
        let Self { smooth, creased } = self;
        println!("{creased} places are creased, {smooth} are not");
        assert!(creased < smooth / 10, "{creased} places are creased, {smooth} are not");
    }
}

#[test]
fn slopes_agree_with_the_reference() {
    let counts = Cell::new(PlaceCounts::default());
    proptest!(|(spec in gentle_specs(), (grid, frequency) in grids())| {
        let noise = spec.build(2).unwrap();
        let [columns, rows] = lines_of(&grid);
        // Far from the origin, f64 is too coarse for the reference's samples close to a place.
        let near = |line: &Vec<f64>| line.iter().all(|m| (m * frequency).abs() < 1e6);
        prop_assume!(near(&columns) && near(&rows));
        let fast = GridNoise::new(&noise, frequency);
        let [values, east, south] = with_slopes(&fast, [&columns, &rows], grid.band_limit_m);
        prop_assert_eq!(bits(&values), bits(&filled(&fast, &grid)));
        for index in (0..values.len()).step_by(1 + values.len() / 60) {
            let place_m = [columns[index % columns.len()], rows[index / columns.len()]];
            let place = place_m.map(|m| m * frequency);
            let limit = grid.band_limit_m * frequency;
            let expected = AllowedSlopes::new(&noise, &fast, place, limit, frequency);
            let slopes = [east[index], south[index]].map(f64::from);
            let ends = expected.ends;
            prop_assert!(expected.contains(slopes), "{slopes:?} for {ends:?} at {place:?}");
            counts.set(counts.get().with(&expected));
        }
    });
    counts.get().check();
}

proptest! {
    #[test]
    fn every_level_gives_the_same_bits(spec in specs(), (grid, frequency) in grids()) {
        let noise = spec.build(2).unwrap();
        let of_level = |level| {
            let noise = GridNoise::with_level(&noise, frequency, level);
            let mut out = [0; 3].map(|_| vec![f32::NAN; grid.size[0] * grid.size[1]]);
            let [values, east, south] = &mut out;
            noise.plan(&[grid]).fill_slopes(0, [values, east, south]);
            (out.each_ref().map(|numbers| bits(numbers)), bits(&filled(&noise, &grid)))
        };
        let scalar = of_level(Level::lowest());
        prop_assert_eq!(&scalar.0[0], &scalar.1);
        for level in Level::available() {
            prop_assert_eq!(&scalar, &of_level(level), "{:?}", level);
        }
    }
}

/// Moves: a map, and offsets of a few samples.
fn moves() -> impl Strategy<Value = ([[f64; 2]; 2], Option<[Vec<f32>; 2]>)> {
    let factor = || prop_oneof![2 => select(vec![0.0, 1.0, -1.0]), 3 => -1.5..1.5f64];
    let map = [[factor(), factor()], [factor(), factor()]];
    let offsets = prop::array::uniform2(prop::collection::vec(-300.0..300.0f32, 5..20));
    (map, prop::option::of(offsets))
}

/// Repeats offsets until there is one per sample.
fn cycled(offsets: &Option<[Vec<f32>; 2]>, count: usize) -> Option<[Vec<f32>; 2]> {
    let cycled = |offsets: &Vec<f32>| offsets.iter().copied().cycle().take(count).collect();
    offsets.as_ref().map(|offsets| offsets.each_ref().map(cycled))
}

#[test]
fn moved_samples_agree_with_the_reference() {
    let counts = Cell::new(PlaceCounts::default());
    proptest!(|(
        spec in gentle_specs(),
        (grid, frequency) in grids(),
        (map, offsets) in moves(),
    )| {
        let noise = spec.build(2).unwrap();
        let [columns, rows] = lines_of(&grid);
        let count = columns.len() * rows.len();
        let offsets = cycled(&offsets, count);
        let offsets_m = offsets.as_ref().map(|offsets| offsets.each_ref().map(|o| &o[..]));
        let moves = Moves { map, offsets_m };
        let of_level = |level| {
            let fast = GridNoise::with_level(&noise, frequency, level);
            let mut out = [0; 3].map(|_| vec![f32::NAN; count]);
            let mut alone = vec![f32::NAN; count];
            let [values, east, south] = &mut out;
            let lines = [&columns[..], &rows];
            let limit = grid.band_limit_m;
            fast.fill_moved_at(lines, moves, limit, values, Some([east, south]));
            fast.fill_moved_at(lines, moves, limit, &mut alone, None);
            assert_eq!(bits(values), bits(&alone), "values differ with and without slopes");
            out
        };
        let out = of_level(Level::lowest());
        for level in Level::available() {
            let other = of_level(level);
            for number in 0..3 {
                prop_assert_eq!(bits(&out[number]), bits(&other[number]), "{:?}", level);
            }
        }
        let limit = grid.band_limit_m * frequency;
        let fast = GridNoise::new(&noise, frequency);
        for index in (0..count).step_by(1 + count / 60) {
            let place_m = [columns[index % columns.len()], rows[index / columns.len()]];
            let place = moves.place_m(index, place_m).map(|m| m * frequency);
            let value = noise.sample2(place, limit);
            let allowed = allowed_error(&noise, place) + rounding_error(&noise, place);
            prop_assert!(
                (f64::from(out[0][index]) - value).abs() < allowed,
                "{} for {value} at {place:?}", out[0][index]
            );
            if place.iter().any(|x| x.abs() > 1e6) {
                continue;
            }
            let expected = AllowedSlopes::new(&noise, &fast, place, limit, frequency);
            let slopes = [out[1][index], out[2][index]].map(f64::from);
            let ends = expected.ends;
            prop_assert!(expected.contains(slopes), "{slopes:?} for {ends:?} at {place:?}");
            counts.set(counts.get().with(&expected));
        }
    });
    counts.get().check();
}

proptest! {
    #[test]
    fn a_moved_sample_is_the_same_in_every_grid(
        spec in specs(),
        (grid, frequency) in grids(),
        (map, offsets) in moves(),
    ) {
        let fast = GridNoise::new(&spec.build(2).unwrap(), frequency);
        let lines = lines_of(&grid);
        let count = lines[0].len() * lines[1].len();
        let offsets = cycled(&offsets, count);
        let filled = |[columns, rows]: [&[f64]; 2], offsets_m: Option<[&[f32]; 2]>| {
            let mut out = [0; 3].map(|_| vec![f32::NAN; columns.len() * rows.len()]);
            let [values, east, south] = &mut out;
            let slopes = Some([&mut east[..], &mut south[..]]);
            let moves = Moves { map, offsets_m };
            fast.fill_moved_at([columns, rows], moves, 0.0, values, slopes);
            out
        };
        let all = offsets.as_ref().map(|offsets| offsets.each_ref().map(|o| &o[..]));
        let at_once = filled([&lines[0], &lines[1]], all);
        for index in (0..count).step_by(1 + count / 20) {
            let [column, row] = [index % lines[0].len(), index / lines[0].len()];
            let alone = filled(
                [&lines[0][column..=column], &lines[1][row..=row]],
                all.map(|offsets| offsets.map(|o| &o[index..=index])),
            );
            for number in 0..3 {
                prop_assert_eq!(at_once[number][index].to_bits(), alone[number][0].to_bits());
            }
        }
    }
}

#[test]
fn wide_grids_have_the_slopes_of_narrow_grids() {
    // Rows a power of two apart are written in another way, and wide grids have narrower tiles.
    let warp = Warp { strength: 0.2, frequency: 1.0, times: 2 };
    for (fractal, warp) in [
        (FractalKind::Fbm, Warp::default()),
        (FractalKind::Ridged, Warp::default()),
        (FractalKind::Hybrid, warp),
    ] {
        let spec = NoiseSpec { fractal, warp, octaves: 4.0, ..NoiseSpec::default() };
        let noise = spec.build(2).unwrap();
        for level in Level::available() {
            let noise = GridNoise::with_level(&noise, 1.0 / 40.0, level);
            let of_width = |width: usize| {
                let grid =
                    Grid { origin: [-7, 3], size: [width, 75], spacing_m: 1.0, band_limit_m: 1.0 };
                let [columns, rows] = lines_of(&grid);
                (with_slopes(&noise, [&columns, &rows], 1.0), filled(&noise, &grid))
            };
            let (wide, values) = of_width(512);
            assert_eq!(bits(&wide[0]), bits(&values), "{level:?}");
            let (narrow, _) = of_width(70);
            for (wide, narrow) in wide.iter().zip(&narrow) {
                for (wide, narrow) in wide.chunks(512).zip(narrow.chunks(70)) {
                    assert_eq!(bits(&wide[..70]), bits(narrow), "{level:?}");
                }
            }
        }
    }
}

#[test]
fn offsets_that_are_not_finite_do_not_change_other_samples() {
    let line: Vec<f64> = (0..90).map(f64::from).collect();
    let warp = Warp { strength: 0.2, frequency: 1.0, times: 1 };
    for basis in [Basis::Perlin, Basis::Simplex, Basis::OpenSimplex2S, Basis::WorleyF1] {
        let noise = NoiseSpec { basis, warp, ..NoiseSpec::default() }.build(2).unwrap();
        for level in Level::available() {
            let noise = GridNoise::with_level(&noise, 0.05, level);
            let moved = |offsets: &[f32]| {
                let mut out = [0; 3].map(|_| vec![0.0; offsets.len()]);
                let [values, east, south] = &mut out;
                let map = [[0.8, -0.6], [0.6, 0.8]];
                let moves = Moves { map, offsets_m: Some([offsets, offsets]) };
                noise.fill_moved_at([&line, &line], moves, 0.0, values, Some([east, south]));
                out
            };
            let mut offsets = vec![2.5; line.len() * line.len()];
            let sound = moved(&offsets);
            let broken = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1e12];
            for (i, broken) in broken.into_iter().enumerate() {
                offsets[i * 1601] = broken;
            }
            let mixed = moved(&offsets);
            for (sound, mixed) in sound.iter().zip(&mixed) {
                for (i, (sound, mixed)) in sound.iter().zip(mixed).enumerate() {
                    let is_broken = i % 1601 == 0 && i / 1601 < broken.len();
                    assert!(is_broken || sound.to_bits() == mixed.to_bits(), "{basis} {level:?}");
                }
            }
        }
    }
}
