//! Properties of every landform, at random places and with random parameters.

mod batch;
mod many;
mod means;
mod parameters;
mod shapes;

use super::*;
use crate::dual::{Dual, Samples};
use orogen_noise::Seed;
use orogen_noise::grid::{Grid, Level};
use orogen_noise::hash::avalanche;

/// A landform with its name and its typical length. It is smooth if its slope has no jumps.
struct Subject {
    name: &'static str,
    length_m: f64,
    is_smooth: bool,
    form: Box<dyn Landform>,
}

/// Every kind with its defaults, and some kinds with other parameters.
fn subjects(seed: u64) -> Vec<Subject> {
    let seed = Seed(seed);
    let mut subjects: Vec<Subject> = LandformKind::ALL
        .iter()
        .filter_map(|kind| {
            let length_m = match kind.value {
                LandformKind::Craters => 40.0,
                LandformKind::Dunes | LandformKind::Barchans => 150.0,
                LandformKind::Mesas => 900.0,
                LandformKind::Volcanoes => 4000.0,
                LandformKind::Continents => 5000.0,
                _ => 100.0,
            };
            let layer = LandformLayer::new(kind.value);
            let LandformOrCoast::Landform(form) = layer.make(seed) else { return None };
            Some(Subject { name: kind.name, length_m, is_smooth: !layer.is_creased(), form })
        })
        .collect();
    let mut add = |name, length_m, is_smooth, form| {
        subjects.push(Subject { name, length_m, is_smooth, form });
    };
    add("a field of volcanoes", 4000.0, false, Box::new(volcanoes(&volcano_field(), seed)));
    add("straight dunes", 150.0, false, Box::new(dunes(&straight(), seed)));
    subjects
}

fn volcano_field() -> VolcanoesDocument {
    VolcanoesDocument { volcanoes: VolcanoesGroup { single: false, ..VolcanoesGroup::default() } }
}

fn straight() -> DunesDocument {
    DunesDocument { dunes: DunesGroup { waviness: 0.0, variety: 0.0, ..DunesGroup::default() } }
}

/// The `index`th random number in [0, 1).
fn random(index: u32) -> f64 {
    f64::from(avalanche(avalanche(index) ^ 0x51ed)) / 4_294_967_296.0
}

/// Random positions within `reach_m` of a point along each axis.
fn positions(centre_m: f64, reach_m: f64, count: u32) -> impl Iterator<Item = [f64; 2]> {
    (0..count)
        .map(move |i| [0, 1].map(|axis| centre_m + reach_m * (2.0 * random(2 * i + axis) - 1.0)))
}

/// The columns and the rows of a grid.
fn lines(grid: &Grid) -> [Vec<f64>; 2] {
    [0, 1].map(|axis| {
        let range = grid.origin[axis]..grid.origin[axis] + grid.size[axis] as i64;
        range.map(|i| i as f64 * grid.spacing_m).collect()
    })
}

/// Heights alone, on a grid.
fn heights(form: &dyn Landform, grid: &Grid) -> Vec<f32> {
    let mut heights = vec![f32::NAN; grid.size[0] * grid.size[1]];
    let [columns_m, rows_m] = lines(grid);
    let mut out = Samples::heights(&mut heights);
    form.fill(Level::best(), [&columns_m, &rows_m], grid.band_limit_m, &mut out);
    heights
}

/// A coordinate far from the origin.
const FAR_M: f64 = 1e9;

#[test]
fn gradients_match_finite_differences() {
    for Subject { name, length_m, is_smooth, form } in subjects(3) {
        let (step_m, mut wrong) = (1e-5 * length_m, 0);
        let count = 4000;
        for position in positions(300.0, 40.0 * length_m, count) {
            let gradient = form.at(position, 0.0).gradient;
            let differs = (0..2).any(|axis| {
                let height_m = |offset_m: f64| {
                    let mut moved = position;
                    moved[axis] += offset_m;
                    form.at(moved, 0.0).height_m
                };
                let difference = (height_m(step_m) - height_m(-step_m)) / (2.0 * step_m);
                (difference - gradient[axis]).abs() > 2e-4 * (1.0 + gradient[axis].abs())
            });
            wrong += u32::from(differs);
        }
        // Creases are lines: few places lie within a step of one.
        let max_wrong = if is_smooth { 0 } else { count / 500 };
        assert!(wrong <= max_wrong, "{name}: {wrong} of {count} gradients differ");
    }
}

#[test]
fn slopes_of_smooth_kinds_are_continuous() {
    for Subject { name, length_m, form, .. } in subjects(4).into_iter().filter(|s| s.is_smooth) {
        let change = |step_m: f64| {
            positions(0.0, 30.0 * length_m, 6000)
                .map(|[x, z]| {
                    let [a, b] = [x, x + step_m].map(|x| form.at([x, z], 0.0));
                    (a - b).slope()
                })
                .fold(0.0, f64::max)
        };
        let [coarse, fine] = [1e-3, 1e-6].map(|step| change(step * length_m));
        assert!(fine < 0.02 * coarse + 1e-6, "{name}: slopes change by {fine}, {coarse}");
    }
}

#[test]
fn heights_slopes_and_steps_stay_within_the_bounds() {
    for Subject { name, length_m, form, .. } in subjects(5) {
        let bounds = form.bounds();
        let check = |dual: Dual| {
            assert!(bounds.contains(dual.height_m), "{name}: {dual:?} is beyond {bounds:?}");
            assert!(dual.slope() <= bounds.steepest * 1.000_001, "{name}: {dual:?}, {bounds:?}");
        };
        for home_m in [0.0, FAR_M] {
            for position in positions(home_m, 60.0 * length_m, 5000) {
                for limit in [0.0, 0.1, 1.0] {
                    check(form.at(position, limit * length_m));
                }
            }
            // Steps along a line cross many borders of cells, without a wall.
            let step_m = length_m / 256.0;
            let height_m = |i: u32| {
                let distance_m = step_m * f64::from(i);
                form.at([home_m + distance_m, 0.6 * distance_m - home_m], 0.0).height_m
            };
            let longest_m = step_m * 1.36f64.sqrt();
            for i in 0..10_000 {
                let rise = (height_m(i + 1) - height_m(i)).abs();
                assert!(rise <= bounds.steepest * longest_m * 1.001, "{name}: a wall at {i}");
            }
        }
    }
}

#[test]
fn another_seed_makes_another_land() {
    for (one, other) in subjects(1).into_iter().zip(subjects(2)) {
        let reach_m = if one.name == "volcanoes" { 0.5 } else { 50.0 } * one.length_m;
        let differ = positions(0.0, reach_m, 400)
            .filter(|p| one.form.at(*p, 0.0) != other.form.at(*p, 0.0))
            .count();
        // Straight dunes have no random parts.
        let is_random = one.name != "straight dunes";
        assert_eq!(differ > 0, is_random, "{}: {differ} of 400 differ", one.name);
    }
}
