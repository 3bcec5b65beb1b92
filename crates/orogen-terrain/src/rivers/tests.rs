mod fixed;
mod round;

use std::collections::HashSet;

use super::cells::{Block, STEPS, step};
use super::course_parts::LISTS;
use super::*;
use orogen_noise::hash::Seed;
use orogen_noise::{FractalKind, Noise, NoiseSpec};
use proptest::prelude::*;

/// Hills of a few octaves on a long wave.
pub struct WavyGround {
    noise: Noise,
    base: Noise,
    wave_m: f64,
    base_m: f64,
}

impl Default for WavyGround {
    fn default() -> Self {
        Self::new(1, 4000.0, 600.0)
    }
}

impl WavyGround {
    pub fn new(seed: u64, wave_m: f64, base_m: f64) -> Self {
        let noise = |seed| {
            let spec = NoiseSpec {
                seed: Seed(seed),
                fractal: FractalKind::Fbm,
                octaves: 4.0,
                ..NoiseSpec::default()
            };
            spec.build(2).unwrap()
        };
        Self { noise: noise(seed), base: noise(seed + 1), wave_m, base_m }
    }
}

impl RiverGround for WavyGround {
    fn heights_m(
        &self,
        lines_m: [&[f64]; 2],
        offsets_m: Option<[Vec<f32>; 2]>,
        limit_m: f64,
    ) -> Vec<f32> {
        let height_m = |[x, z]: [f64; 2], limit_m: f64| {
            let value = |noise: &Noise, wave_m: f64| {
                noise.sample2([x / wave_m, z / wave_m], limit_m / wave_m)
            };
            300.0 * value(&self.noise, self.wave_m)
                + self.base_m * value(&self.base, 10.0 * self.wave_m)
        };
        FormulaGround(height_m).heights_m(lines_m, offsets_m, limit_m)
    }
}

/// Ground whose height is a function of the place and the band limit.
pub struct FormulaGround<F>(pub F);

impl<F: Fn([f64; 2], f64) -> f64 + Send + Sync> RiverGround for FormulaGround<F> {
    fn heights_m(
        &self,
        [columns_m, rows_m]: [&[f64]; 2],
        offsets_m: Option<[Vec<f32>; 2]>,
        limit_m: f64,
    ) -> Vec<f32> {
        let pairs = rows_m.iter().flat_map(|z| columns_m.iter().map(|x| [*x, *z]));
        let height_m = |(index, pair): (usize, [f64; 2])| {
            let offset_m = |axis: usize| offsets_m.as_ref().map_or(0.0, |all| all[axis][index]);
            let place_m = [0, 1].map(|axis| pair[axis] + f64::from(offset_m(axis)));
            (self.0)(place_m, limit_m) as f32
        };
        pairs.enumerate().map(height_m).collect()
    }
}

pub(super) fn network(seed: u64, wave_m: f64, base_m: f64) -> Network<WavyGround> {
    Network::new(WavyGround::new(seed, wave_m, base_m), Seed(seed), RiverSettings::default())
        .unwrap()
}

/// Follows a course to its end; fails if it rises or runs in a circle.
fn follow(network: &Network<WavyGround>, start: Cell) -> (Cell, usize) {
    let (mut cell, mut seen) = (start, HashSet::new());
    let mut level_m = network.water().level_m(cell);
    while let Some(next) = network.drainage().next(cell) {
        assert!(seen.insert(cell), "a loop at {cell:?}");
        let next_m = network.water().level_m(next);
        assert!(next_m <= level_m, "{cell:?} rises from {level_m} to {next_m}");
        assert!(
            network.drainage().flow(next).longest >= network.drainage().flow(cell).longest,
            "the longest way upstream grows downstream"
        );
        (cell, level_m) = (next, next_m);
    }
    (cell, seen.len())
}

#[test]
fn water_runs_through_breaches() {
    let mut breached = 0;
    for (seed, wave_m, base_m) in [(1, 4000.0, 600.0), (2, 2200.0, 0.0), (3, 6000.0, 1500.0)] {
        let network = network(seed, wave_m, base_m);
        let drainage = network.drainage();
        for cell in [[3, -2], [4, -2], [0, 0], [-5, 7]].into_iter().flat_map(|at| Block(at).cells())
        {
            let receiver = drainage.receiver(cell);
            let Some(next) = drainage.next(cell).filter(|_| receiver.cells_from_sink.is_some())
            else {
                continue;
            };
            let next_m = drainage.receiver(next).level_m;
            assert!(next_m < receiver.level_m, "{cell:?}: {} to {next_m}", receiver.level_m);
            breached += 1;
        }
    }
    assert!(breached > 20, "{breached}");
}

#[test]
fn courses_fall_to_the_sea_or_into_a_closed_basin() {
    let mut closed = 0;
    let mut all = 0;
    for (seed, wave_m, base_m) in [(1, 4000.0, 600.0), (2, 2200.0, 0.0), (3, 6000.0, 1500.0)] {
        let network = network(seed, wave_m, base_m);
        for cell in Block([3, -2]).cells().step_by(3) {
            let (end, _) = follow(&network, cell);
            let receiver = network.drainage().receiver(end);
            all += 1;
            match receiver.next {
                Downstream::Closed => closed += 1,
                Downstream::Sea => assert!(network.drainage().node(end).height_m < 0.0),
                Downstream::To(_) => unreachable!(),
            }
        }
    }
    assert!(closed * 20 < all, "{closed} of {all} end in a closed basin");
}

#[test]
fn diagonals_never_cross() {
    let network = network(5, 3000.0, 400.0);
    let mut diagonals = 0;
    for [x, z] in Block([0, 0]).cells() {
        let to = |from: Cell, to: Cell| network.drainage().next(from) == Some(to);
        let [nw, ne, sw, se] = [[x, z], [x + 1, z], [x, z + 1], [x + 1, z + 1]];
        let falling = to(nw, se) || to(se, nw);
        let rising = to(ne, sw) || to(sw, ne);
        diagonals += usize::from(falling) + usize::from(rising);
        assert!(!(falling && rising), "at {nw:?}");
    }
    assert!(diagonals > 20, "{diagonals}");
}

#[test]
fn flow_is_the_number_of_courses_through_a_node() {
    let network = network(4, 4000.0, 600.0);
    let steps = network.drainage().settings().steps as usize;
    let cell =
        Block([0, 0]).cells().max_by_key(|cell| network.drainage().flow(*cell).nodes).unwrap();
    let reach = steps as i64;
    let (mut nodes, mut longest) = (0, 0);
    for z in -reach..=reach {
        for x in -reach..=reach {
            let mut current = step(cell, [x, z]);
            for way in 0..=steps {
                if current == cell {
                    (nodes, longest) = (nodes + 1, longest.max(way));
                    break;
                }
                let Some(next) = network.drainage().next(current) else { break };
                current = next;
            }
        }
    }
    let flow = network.drainage().flow(cell);
    assert_eq!((flow.nodes as usize, flow.longest as usize), (nodes, longest));
    assert!(nodes > 20, "{nodes}");
}

#[test]
fn blocks_are_equal_in_any_order() {
    let [first, second] = [0, 1].map(|_| network(9, 3000.0, 500.0));
    let cells: Vec<Cell> = Block([-1, 4]).cells().chain(Block([0, 4]).cells()).collect();
    let read = |network: &Network<WavyGround>, cell: &Cell| {
        (
            network.drainage().node(*cell),
            network.drainage().receiver(*cell),
            network.drainage().flow(*cell),
        )
    };
    let forwards: Vec<_> = cells.iter().map(|cell| read(&first, cell)).collect();
    second.drainage().flow([40, 80]);
    let mut backwards: Vec<_> = cells.iter().rev().map(|cell| read(&second, cell)).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
}

#[test]
fn courses_are_joined_and_fall() {
    let network = network(8, 4000.0, 600.0);
    let blocks = [Block([0, 0]), Block([1, 0]), Block([0, 1]), Block([1, 1])];
    let mut starts = HashSet::new();
    let mut ends = vec![];
    for block in blocks {
        let corner_m = block.first().map(|c| c as f64 * network.drainage().settings().spacing_m);
        let bits = |place_m: [f64; 2], level_m: f64| {
            let [x, z] = [0, 1].map(|axis| (place_m[axis] + corner_m[axis]).to_bits());
            [x, z, level_m.to_bits()]
        };
        let courses = network.courses(block);
        let lists = (0..LISTS).map(|list| network.valley_parts(block, &courses, list));
        let valleys = lists.map(size_of_val).sum::<usize>();
        let bytes = valleys + courses.channels.bytes();
        assert!(bytes < 500_000, "{bytes}");
        for segment in network.segments(block).iter() {
            assert!(segment.levels_m[0] >= segment.levels_m[1], "{segment:?}");
            assert!(
                segment.levels_m[1] >= network.drainage().settings().sea_level_m,
                "{segment:?}"
            );
            starts.insert(bits(segment.ends_m[0], segment.levels_m[0]));
            ends.push((segment.ends_m[1], corner_m, bits(segment.ends_m[1], segment.levels_m[1])));
        }
    }
    // Courses end at nodes of the sea and of closed basins; others leave the blocks.
    let side_m = 32.0 * network.drainage().settings().spacing_m;
    let inside = |(place_m, corner_m, _): &&([f64; 2], [f64; 2], _)| {
        (0..2).all(|axis| (600.0..side_m - 600.0).contains(&(place_m[axis] + corner_m[axis])))
    };
    let all = ends.iter().filter(inside).count();
    let loose = ends.iter().filter(inside).filter(|(.., end)| !starts.contains(end)).count();
    let courses_that_end: usize = blocks
        .iter()
        .flat_map(|block| block.cells())
        .filter(|cell| network.drainage().next(*cell).is_none())
        .map(|cell| {
            STEPS
                .iter()
                .filter(|by| network.drainage().next(step(cell, **by)) == Some(cell))
                .count()
        })
        .sum();
    assert!(all > 3000, "{all}");
    assert!(loose <= courses_that_end, "{loose} loose ends, {courses_that_end} courses end");
}

#[test]
fn a_lake_is_level_to_the_bit() {
    let mut closed = 0;
    let mut lakes = 0;
    for seed in 0..6 {
        let network = network(seed, 6000.0, 1500.0);
        for block in [Block([0, 0]), Block([2, 1]), Block([-3, 5])] {
            for lake in network.water().lakes(block).iter() {
                lakes += 1;
                closed += usize::from(network.drainage().next(lake.sink).is_none());
                let outlet = lake.cells.last().and_then(|cell| network.drainage().next(*cell));
                let levels = lake.cells.iter().map(|cell| network.water().level_m(*cell));
                assert!(levels.into_iter().all(|level_m| level_m <= lake.level_m), "{lake:?}");
                assert_eq!(network.water().level_m(lake.sink), lake.level_m, "{lake:?}");
                if let Some(outlet) = outlet {
                    assert!(network.water().level_m(outlet) <= lake.level_m, "{lake:?}");
                }
                for by in STEPS {
                    let from = step(lake.sink, by);
                    let flows_in = network.drainage().next(from) == Some(lake.sink);
                    assert!(!flows_in || network.water().level_m(from) >= lake.level_m, "{lake:?}");
                }
            }
        }
    }
    assert!(lakes > 3 && closed < lakes, "{lakes} lakes, {closed} closed");
}

#[test]
fn samples_of_overlapping_lattices_have_the_same_bits() {
    let network = network(3, 4000.0, 600.0);
    let changes = |origin: [i64; 2], size: [usize; 2]| {
        let lattice = ValleyLattice { origin, size, spacing_m: 64.0 };
        network.valleys(&lattice, &lattice.ground_m(network.drainage().ground())).changes_m
    };
    let (whole, part) = (changes([100, -30], [60, 50]), changes([127, -13], [21, 9]));
    for (index, change_m) in part.iter().enumerate() {
        let [column, row] = [index % 21 + 27, index / 21 + 17];
        assert_eq!(change_m.to_bits(), whole[row * 60 + column].to_bits());
    }
    assert!(whole.iter().any(|change_m| *change_m < -1.0));
}

#[test]
fn the_ground_at_a_course_is_at_its_level() {
    let network = network(5, 4000.0, 600.0);
    let block = Block([0, 0]);
    let (mut wet, mut far) = (0, 0);
    for segment in network.segments(block).iter().step_by(5) {
        let origin = segment.ends_m[0].map(|m| (m / 8.0).round() as i64);
        let lattice = ValleyLattice { origin, size: [1, 1], spacing_m: 8.0 };
        let ground_m = lattice.ground_m(network.drainage().ground());
        let land_m = ground_m[0] + network.valleys(&lattice, &ground_m).changes_m[0];
        let level_m = segment.levels_m[0];
        if segment.areas_km2[0] >= network.drainage().settings().from_km2 {
            wet += 1;
            far += usize::from((land_m - level_m).abs() > 8.0);
        }
        assert!(land_m < level_m + 60.0, "{land_m} above {level_m}");
    }
    assert!(wet > 50 && far * 20 < wet, "{far} of {wet} far from their level");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn no_course_rises_or_circles(
        seed in 0..1000u64,
        wave_m in 1500.0..8000.0f64,
        base_m in 0.0..1500.0f64,
        x in -(1i64 << 30)..1 << 30,
        z in -(1i64 << 30)..1 << 30,
    ) {
        let network = network(seed, wave_m, base_m);
        for by in STEPS {
            follow(&network, step([x, z], by));
        }
    }
}

/// Wavy ground in steps of 1/64 m, so that raising it by whole metres is exact in single precision.
struct RaisedGround {
    ground: WavyGround,
    by_m: f32,
}

impl RiverGround for RaisedGround {
    fn heights_m(
        &self,
        lines_m: [&[f64]; 2],
        offsets_m: Option<[Vec<f32>; 2]>,
        limit_m: f64,
    ) -> Vec<f32> {
        let heights_m = self.ground.heights_m(lines_m, offsets_m, limit_m);
        heights_m.into_iter().map(|m| (m * 64.0).floor() / 64.0 + self.by_m).collect()
    }
}

#[test]
fn water_rises_with_ground_and_sea() {
    for (seed, by_m) in [(1, 64.0), (2, -200.0), (3, 1024.0)] {
        let [low, high] = [0.0, by_m].map(|by_m: f32| {
            let ground = RaisedGround { ground: WavyGround::new(seed, 4000.0, 600.0), by_m };
            let sea_level_m = 10.0 + f64::from(by_m);
            let settings = RiverSettings { sea_level_m, ..RiverSettings::default() };
            Network::new(ground, Seed(seed), settings).unwrap()
        });
        let mut above_sea = 0;
        for cell in [Block([1, 0]), Block([-3, 2])].into_iter().flat_map(Block::cells) {
            assert_eq!(low.drainage().next(cell), high.drainage().next(cell));
            let rise_m = high.water().level_m(cell) - low.water().level_m(cell);
            assert!((rise_m - f64::from(by_m)).abs() < 1e-9, "{cell:?}: {rise_m} m");
            above_sea += usize::from(low.water().level_m(cell) > 10.0);
        }
        assert!(above_sea > 50, "{above_sea}");
    }
}

#[test]
fn a_river_grows_with_its_catchment() {
    let network = network(6, 4000.0, 600.0);
    let mut cells: Vec<Cell> = Block([1, 1]).cells().collect();
    cells.sort_by_key(|cell| network.drainage().flow(*cell).nodes);
    let rivers = cells.iter().map(|cell| network.drainage().river(*cell));
    assert!(rivers.is_sorted_by(|a, b| {
        a.discharge <= b.discharge && a.width_m <= b.width_m && a.depth_m <= b.depth_m
    }));
    let large = River::of(network.drainage().settings(), 100.0);
    assert!((9.0..11.0).contains(&large.discharge), "{large:?}");
    assert!((14.0..16.0).contains(&large.width_m), "{large:?}");
    assert!((1.2..1.4).contains(&large.depth_m), "{large:?}");
}

/// Ground that is level everywhere: chance alone decides.
#[test]
fn level_ground_drains_without_circles() {
    let level = FormulaGround(|_: [f64; 2], _: f64| 50.0);
    let network = Network::new(level, Seed(3), RiverSettings::default()).unwrap();
    for cell in Block([0, 0]).cells() {
        let (mut current, mut steps) = (cell, 0);
        while let Some(next) = network.drainage().next(current) {
            (current, steps) = (next, steps + 1);
            assert!(steps < 10_000, "a circle");
        }
    }
}
