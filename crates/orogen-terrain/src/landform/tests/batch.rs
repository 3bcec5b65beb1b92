//! The batch against the reference, and its bits.

use super::*;
use orogen_noise::grid::Moves;

/// Heights, slopes to the east, and slopes to the south.
type Planes = [Vec<f32>; 3];

fn fill_planes(form: &dyn Landform, level: Level, grid: &Grid) -> Planes {
    let mut planes: Planes = std::array::from_fn(|_| vec![f32::NAN; grid.size[0] * grid.size[1]]);
    let [columns_m, rows_m] = lines(grid);
    let [heights, east, south] = &mut planes;
    let mut out = Samples::with_gradients(heights, [east, south]);
    form.fill(level, [&columns_m, &rows_m], grid.band_limit_m, &mut out);
    planes
}

#[test]
fn the_batch_agrees_with_the_reference_near_and_far() {
    for Subject { name, length_m, form, .. } in subjects(6) {
        let bounds = form.bounds();
        let range_m = bounds.high_m - bounds.low_m;
        // Spacings from a hundredth of the typical length to 17 lengths, with many cells per step
        for (steps, band) in [(12.0, 0.0), (100.0, 0.0), (0.06, 0.0), (9.0, 0.3), (9.0, 1.0)] {
            for home_m in [0.0, FAR_M] {
                let spacing_m = length_m / steps;
                let home = (home_m / spacing_m) as i64;
                let grid = Grid {
                    origin: [home - 37, 21 - home],
                    size: [149, 71],
                    spacing_m,
                    band_limit_m: band * length_m,
                };
                let [heights, east, south] = fill_planes(&*form, Level::best(), &grid);
                let mut off_count = 0;
                for (i, height) in heights.iter().enumerate() {
                    let index = [i % grid.size[0], i / grid.size[0]];
                    let position_m =
                        [0, 1].map(|a| (grid.origin[a] + index[a] as i64) as f64 * spacing_m);
                    let Dual { height_m, gradient } = form.at(position_m, grid.band_limit_m);
                    let error = (f64::from(*height) - height_m).abs();
                    assert!(error <= 1e-5 * range_m, "{name}: {error} m off at {position_m:?}");
                    let is_off = |slope: f32, exact: f64| {
                        (f64::from(slope) - exact).abs() > 1e-4 * (1.0 + exact.abs())
                    };
                    off_count +=
                        u32::from(is_off(east[i], gradient[0]) || is_off(south[i], gradient[1]));
                }
                // Rounding may choose the other side of a crease.
                assert!(off_count <= 10, "{name}: {off_count} gradients are off");
            }
        }
    }
}

#[test]
fn bits_depend_only_on_the_position_and_the_band_limit() {
    for Subject { name, length_m, form, .. } in subjects(7) {
        for (origin, band) in [([-150, -60], 0.0), ([-7, 13_000_000], 0.2), ([4, -5], 0.6)] {
            let spacing_m = length_m / 8.0;
            let band_limit_m = band * length_m;
            let size = [300, 150];
            let all = Grid { origin, size, spacing_m, band_limit_m };
            let full = fill_planes(&*form, Level::best(), &all);
            let bits = |planes: &Planes, i: usize| planes.each_ref().map(|p| p[i].to_bits());

            for level in Level::available() {
                let same = fill_planes(&*form, level, &all);
                assert!(
                    (0..300 * 150).all(|i| bits(&same, i) == bits(&full, i)),
                    "{name}: {level:?}"
                );
            }
            // Heights without gradients
            let alone = heights(&*form, &all);
            assert!(alone.iter().zip(&full[0]).all(|(a, b)| a.to_bits() == b.to_bits()), "{name}");

            // A part of it, and every other sample
            let part = Grid { origin: [origin[0] + 101, origin[1] + 37], size: [67, 35], ..all };
            let small = fill_planes(&*form, Level::best(), &part);
            for i in 0..67 * 35 {
                let index = 101 + i % 67 + 300 * (37 + i / 67);
                assert_eq!(bits(&small, i), bits(&full, index), "{name}: sample {i} of a part");
            }
            let halved = origin.map(|o: i64| o.div_euclid(2) + 1);
            let coarse = Grid { origin: halved, size: [60, 40], spacing_m: 2.0 * spacing_m, ..all };
            let coarse_planes = fill_planes(&*form, Level::best(), &coarse);
            for i in 0..60 * 40 {
                let index = [i % 60, i / 60];
                let [c, r] = [0, 1]
                    .map(|axis| (2 * (halved[axis] + index[axis] as i64) - origin[axis]) as usize);
                assert_eq!(bits(&coarse_planes, i), bits(&full, c + 300 * r), "{name}: coarse {i}");
            }
        }
    }
}

#[test]
fn an_empty_grid_is_accepted() {
    let form = mesas(&Default::default(), Seed(1));
    form.fill(Level::best(), [&[], &[0.0]], 0.0, &mut Samples::heights(&mut []));
}

/// Samples at moved places.
fn fill_moved_planes(
    form: &dyn Landform,
    level: Level,
    lines_m: [&[f64]; 2],
    moves: Moves,
    band: f64,
) -> Planes {
    let count = lines_m[0].len() * lines_m[1].len();
    let mut planes: Planes = std::array::from_fn(|_| vec![f32::NAN; count]);
    let [heights, east, south] = &mut planes;
    let mut out = Samples::with_gradients(heights, [east, south]);
    form.fill_moved(level, lines_m, moves, band, &mut out);
    planes
}

const UNMOVED: Moves = Moves { map: [[1.0, 0.0], [0.0, 1.0]], offsets_m: None };

#[test]
fn moved_places_have_the_same_bits_as_on_a_grid() {
    for Subject { name, length_m, form, .. } in subjects(8) {
        for (origin, steps, band) in [([-50, 13_000_000], 8.0, 0.0), ([7, -20], 0.3, 0.3)] {
            let (spacing_m, band_limit_m) = (length_m / steps, band * length_m);
            let grid = Grid { origin, size: [101, 43], spacing_m, band_limit_m };
            let lines = lines(&grid);
            let lines_m = [&lines[0][..], &lines[1]];
            let unmoved = fill_planes(&*form, Level::best(), &grid);
            // Sample the same places unmoved, then sample turned places with offsets.
            let offsets: Vec<f32> = (0..101 * 43).map(|i| (i % 7) as f32).collect();
            let pushed: Vec<[f64; 2]> = (0..101 * 43)
                .map(|i| {
                    let push = f64::from(offsets[i]);
                    [-lines[1][i / 101] + push, lines[0][i % 101] + push]
                })
                .collect();
            let turned =
                Moves { map: [[0.0, -1.0], [1.0, 0.0]], offsets_m: Some([&offsets, &offsets]) };
            let best = fill_moved_planes(&*form, Level::best(), lines_m, turned, band_limit_m);
            for level in Level::available() {
                let same = fill_moved_planes(&*form, level, lines_m, UNMOVED, band_limit_m);
                let turned = fill_moved_planes(&*form, level, lines_m, turned, band_limit_m);
                for plane in 0..3 {
                    for i in 0..101 * 43 {
                        let [a, b] = [&same, &unmoved].map(|planes| planes[plane][i].to_bits());
                        assert_eq!(a, b, "{name}: {level:?}, sample {i}");
                        let [a, b] = [&turned, &best].map(|planes| planes[plane][i].to_bits());
                        assert_eq!(a, b, "{name}: turned, {level:?}, sample {i}");
                    }
                }
            }
            // Heights alone, and each sample alone
            let mut heights = vec![f32::NAN; 101 * 43];
            let mut out = Samples::heights(&mut heights);
            form.fill_moved(Level::best(), lines_m, turned, band_limit_m, &mut out);
            assert_eq!(heights, best[0], "{name}");
            for i in (0..101 * 43).step_by(97) {
                let [x, z] = pushed[i].each_ref().map(std::slice::from_ref);
                let alone = fill_moved_planes(&*form, Level::best(), [x, z], UNMOVED, band_limit_m);
                assert_eq!([0, 1, 2].map(|p| alone[p][0]), [0, 1, 2].map(|p| best[p][i]), "{name}");
            }
        }
    }
}
