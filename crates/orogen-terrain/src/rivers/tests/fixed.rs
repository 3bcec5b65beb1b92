//! Networks with fixed rivers and lakes.

use std::collections::HashMap;

use super::super::cells::{Block, STEPS, step};
use super::super::channel::Channels;
use super::*;

/// A fixed water for tests: a river of a width, or a lake without a width.
#[derive(Clone, Debug)]
struct Drawn {
    points_m: Vec<[f64; 2]>,
    height_m: f64,
    width_m: Option<f64>,
}

impl Drawn {
    fn water(&self) -> FixedWater {
        let mut points = self.points_m.clone();
        let anchor_m = points[0];
        points.iter_mut().for_each(|point| *point = [0, 1].map(|a| point[a] - anchor_m[a]));
        let [mut low, mut high] = [anchor_m; 2];
        for point in &self.points_m {
            low = [0, 1].map(|axis| low[axis].min(point[axis]));
            high = [0, 1].map(|axis| high[axis].max(point[axis]));
        }
        let kind = match self.width_m {
            Some(width_m) => FixedKind::River { width_m },
            None => {
                points.push([0.0; 2]);
                FixedKind::Lake { crest_m: 5.0 }
            }
        };
        let line = FixedLine { anchor_m, points };
        let line = Box::new(move || line.clone());
        FixedWater { around_m: [low, high], height_m: self.height_m, kind, line }
    }
}

fn fixed_network(seed: u64, wave_m: f64, base_m: f64, drawn: &[Drawn]) -> Network<WavyGround> {
    network_above(0.0, (seed, wave_m, base_m), drawn)
}

/// A network without a sea nearby.
fn dry_network(seed: u64, base_m: f64, drawn: &[Drawn]) -> Network<WavyGround> {
    network_above(-3000.0, (seed, 4000.0, base_m), drawn)
}

fn network_above(
    sea_level_m: f64,
    (seed, wave_m, base_m): (u64, f64, f64),
    drawn: &[Drawn],
) -> Network<WavyGround> {
    let settings = RiverSettings { sea_level_m, ..RiverSettings::default() };
    let ground = WavyGround::new(seed, wave_m, base_m);
    let mut drawn = drawn.to_vec();
    drawn.sort_by_key(|it| it.width_m.is_some());
    let waters = drawn.iter().map(Drawn::water).collect();
    Network::with_waters(ground, Seed(seed), settings, waters).unwrap()
}

prop_compose! {
    fn any_drawn()(
        start in prop::array::uniform2(-3000.0..3000.0f64),
        steps in prop::collection::vec(prop::array::uniform2(-900.0..900.0f64), 0..16),
        height_m in -20.0..20.0f64,
        width_m in prop::option::weighted(0.6, 2.0..120.0f64),
    ) -> Drawn {
        let mut points_m = vec![start.map(f64::round)];
        for by in steps {
            let last = points_m[points_m.len() - 1];
            points_m.push([0, 1].map(|axis| (last[axis] + by[axis]).round()));
        }
        let width_m = if points_m.len() < 3 { width_m.or(Some(9.0)) } else { width_m };
        Drawn { points_m, height_m, width_m }
    }
}

/// A river down a slope of [`WavyGround`].
fn brook() -> Drawn {
    let points_m = (0..40).map(|i| {
        let along = 100.0 * f64::from(i);
        [1000.0 + along, 700.0 + 0.4 * along + 150.0 * (along / 500.0).sin()]
    });
    Drawn { points_m: points_m.collect(), height_m: -3.0, width_m: Some(14.0) }
}

fn pond() -> Drawn {
    let corner = |i: i32| {
        let angle = 0.7 * f64::from(i);
        [-2000.0 + 650.0 * angle.cos(), 2500.0 + 500.0 * angle.sin()].map(f64::round)
    };
    Drawn { points_m: (0..9).map(corner).collect(), height_m: 4.0, width_m: None }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn no_course_rises_or_circles_with_fixed_waters(
        seed in 0..1000u64,
        wave_m in 1500.0..8000.0f64,
        base_m in 0.0..1500.0f64,
        drawn in prop::collection::vec(any_drawn(), 1..6),
    ) {
        let network = fixed_network(seed, wave_m, base_m, &drawn);
        let drainage = network.drainage();
        for cell in (-9..9).flat_map(|z| (-9..9).map(move |x| [x, z])) {
            let node = drainage.node(cell);
            if node.fixed == FixedNode::Free && (cell[0] + cell[1]).rem_euclid(5) > 0 {
                continue;
            }
            follow(&network, cell);
            let receiver = drainage.receiver(cell);
            match node.fixed.next() {
                Some(by) if node.height_m >= 0.0 => {
                    prop_assert_eq!(receiver.next, Downstream::To(by));
                    prop_assert_eq!(receiver.level_m, node.height_m);
                }
                _ => {}
            }
            if let Some(next) = drainage.next(cell) {
                prop_assert!(drainage.receiver(next).level_m < receiver.level_m, "{cell:?}");
            }
        }
        for segment in network.segments(Block([0, 0])) {
            prop_assert!(segment.levels_m[0] >= segment.levels_m[1], "{segment:?}");
            prop_assert!(segment.ends_m.iter().flatten().all(|m| m.is_finite()));
        }
        for (_, curve) in network.curve_segments(Block([0, 0])) {
            for pair in curve.windows(2) {
                prop_assert_eq!(pair[0].levels_m[1], pair[1].levels_m[0]);
                prop_assert_eq!(pair[0].ends_m[1], pair[1].ends_m[0]);
            }
        }
    }

    #[test]
    fn courses_meet_at_equal_places_and_levels(
        seed in 0..1000u64, drawn in prop::collection::vec(any_drawn(), 1..5),
    ) {
        let network = fixed_network(seed, 4000.0, 600.0, &drawn);
        let spacing_m = network.drainage().settings().spacing_m;
        let mut starts = HashMap::new();
        let blocks = [Block([-1, 0]), Block([0, 0])];
        let curves: Vec<_> = blocks.iter().flat_map(|block| {
            let corner_m = block.first().map(|c| c as f64 * spacing_m);
            let curves = network.curve_segments(*block);
            curves.into_iter().map(move |(key, curve)| (key, corner_m, curve))
        }).collect();
        let placed = |corner_m: [f64; 2], place_m: [f64; 2]| [0, 1].map(|a| corner_m[a] + place_m[a]);
        for (key, corner_m, curve) in &curves {
            if let Some(from) = key.from {
                starts.insert((from, key.through), (placed(*corner_m, curve[0].ends_m[0]), curve[0].levels_m[0]));
            }
        }
        for (key, corner_m, curve) in &curves {
            let last = &curve[curve.len() - 1];
            let Some(next) = network.drainage().next(key.through) else { continue };
            let is_spring_to_node = key.from.is_none()
                && network.drainage().inflows(key.through).next().is_some();
            let Some((place_m, level_m)) = starts.get(&(key.through, next)) else { continue };
            if is_spring_to_node {
                continue;
            }
            let end_m = placed(*corner_m, last.ends_m[1]);
            for axis in 0..2 {
                prop_assert!((end_m[axis] - place_m[axis]).abs() < 1e-6, "{key:?} {end_m:?} {place_m:?}");
            }
            prop_assert_eq!(last.levels_m[1], *level_m, "{:?}", key);
        }
    }

    #[test]
    fn blocks_with_fixed_waters_are_equal_in_any_order(
        seed in 0..1000u64, drawn in prop::collection::vec(any_drawn(), 1..5),
    ) {
        let [first, second] = [0, 1].map(|_| fixed_network(seed, 3000.0, 500.0, &drawn));
        let cells: Vec<Cell> = Block([-1, 0]).cells().chain(Block([0, 0]).cells()).collect();
        let read = |network: &Network<WavyGround>, cell: &Cell| {
            let drainage = network.drainage();
            let flow = (drainage.node(*cell), drainage.receiver(*cell), drainage.flow(*cell));
            (flow, network.water().level_m(*cell), network.water().is_lake(*cell))
        };
        let forwards: Vec<_> = cells.iter().map(|cell| read(&first, cell)).collect();
        second.segments(Block([1, 1]));
        let mut backwards: Vec<_> = cells.iter().rev().map(|cell| read(&second, cell)).collect();
        backwards.reverse();
        prop_assert_eq!(forwards, backwards);
        prop_assert_eq!(first.segments(Block([0, 0])), second.segments(Block([0, 0])));
    }
}

#[test]
fn a_fixed_river_has_water_along_its_line_and_takes_in_tributaries() {
    let drawn = brook();
    let network = dry_network(1, 600.0, std::slice::from_ref(&drawn));
    let mut channels = Channels::new(&network, 1.0, 0.0);
    let mut last_m = f64::INFINITY;
    for pair in drawn.points_m.windows(2) {
        for share in [0.0, 0.3, 0.6] {
            let place_m = [0, 1].map(|a| pair[0][a] + share * (pair[1][a] - pair[0][a]));
            let near = channels.near(place_m).expect("water is near");
            let ground_m = network.drainage().ground_m(place_m, 1.0);
            let bed_m = channels.carve(&near, ground_m.min(last_m));
            let water = channels.water(&near, bed_m).expect("the river has water");
            assert!(water.distance_m < -3.0, "{water:?} at {place_m:?}");
            // Rivers that meet share their levels within a few metres.
            assert!(water.level_m <= last_m + 0.05, "{} over {last_m}", water.level_m);
            assert!(bed_m < water.level_m, "{bed_m} {water:?}");
            last_m = water.level_m;
        }
    }
    let cells = Block([0, 0]).cells();
    let is_river =
        |cell: &Cell| matches!(network.drainage().node(*cell).fixed, FixedNode::River(_));
    let river: Vec<Cell> = cells.filter(is_river).collect();
    assert!(river.len() > 8, "{river:?}");
    let inflows: usize = river.iter().map(|cell| network.drainage().inflows(*cell).count()).sum();
    assert!(inflows > river.len(), "{inflows} inflows of {} cells", river.len());
    // The discharge of the drawn width goes on below its end.
    let end = network.drainage().cell_at(drawn.points_m[39]);
    let next = network.drainage().next(end).expect("the river goes on");
    let river = network.drainage().river(next);
    assert!(river.width_m > 13.9, "{river:?}");
}

#[test]
fn a_fixed_lake_is_level_and_rivers_end_at_its_level() {
    let (mut inflows, mut outlets) = (0, 0);
    for seed in 0..4 {
        let network = dry_network(seed, 900.0, &[pond()]);
        let lake_m = network.water().fixed_lake_level_m(0).expect("the lake has cells");
        let drainage = network.drainage();
        let is_lake = |cell: Cell| matches!(drainage.node(cell).fixed, FixedNode::Lake(_));
        let around = (-12..8).flat_map(|z| (-12..8).map(move |x| [x, z]));
        for cell in around {
            let next = drainage.next(cell);
            if is_lake(cell) {
                assert_eq!(network.water().level_m(cell).to_bits(), lake_m.to_bits());
                assert!(network.water().is_lake(cell));
                outlets += usize::from(next.is_some_and(|next| !is_lake(next)));
            } else if next.is_some_and(is_lake) {
                inflows += 1;
                assert!(network.water().level_m(cell) >= lake_m);
            }
        }
    }
    assert!(inflows > 12 && outlets >= 3, "{inflows} inflows and {outlets} outlets");
    assert!(outlets <= 4, "a lake has one outlet");
}

#[test]
fn rivers_end_in_a_lake_and_one_leaves_it() {
    let lake = pond();
    let middle = [-2000.0, 2500.0];
    let river = |from: [f64; 2], to: [f64; 2]| {
        let at = |i: i32| [0, 1].map(|a| from[a] + (to[a] - from[a]) * f64::from(i) / 10.0);
        let points_m = (0..=10).map(at).collect();
        Drawn { points_m, height_m: -3.0, width_m: Some(10.0) }
    };
    // A slope to the east. The first point of the lake, in the east, determines its height.
    let ground = FormulaGround(|[x, z]: [f64; 2], _: f64| {
        1000.0 - 0.02 * x + 5.0 * (z / 700.0).sin() + 3.0 * (x / 900.0).cos()
    });
    let (high, low) = ([-5200.0, 2400.0], [1500.0, 2700.0]);
    let drawn = [lake, river(high, middle), river(middle, low)];
    let waters = drawn.iter().map(Drawn::water).collect();
    let settings = RiverSettings::default();
    let network = Network::with_waters(ground, Seed(3), settings, waters).unwrap();
    let drainage = network.drainage();
    let (mut cell, mut seen) = (drainage.cell_at(high), vec![]);
    let mut level_m = f64::INFINITY;
    for _ in 0..60 {
        seen.push(drainage.node(cell).fixed);
        let next_m = network.water().level_m(cell);
        assert!(next_m <= level_m);
        level_m = next_m;
        let Some(next) = drainage.next(cell) else { break };
        cell = next;
    }
    let kinds: Vec<u8> = seen
        .iter()
        .map(|fixed| match fixed {
            FixedNode::River(_) => 1,
            FixedNode::Lake(_) => 2,
            FixedNode::Free => 3,
        })
        .collect();
    let mut parts = kinds.clone();
    parts.dedup();
    assert!(parts.starts_with(&[1, 2, 1]), "{kinds:?}");
    // Along the lines, the water has no step at the shores.
    let mut channels = Channels::new(&network, 1.0, 0.0);
    let lake_m = network.water().fixed_lake_level_m(0).unwrap();
    for end in [high, low] {
        let way = [0, 1].map(|axis| end[axis] - middle[axis]);
        let length_m = (way[0] * way[0] + way[1] * way[1]).sqrt();
        let mut wet = 0;
        for beyond_m in [670.0, 690.0, 710.0] {
            let place_m = [0, 1].map(|a| middle[a] + way[a] * (beyond_m / length_m));
            let near = channels.near(place_m).expect("the river is near");
            let Some(water) = channels.water(&near, lake_m) else { continue };
            wet += 1;
            assert!((water.level_m - lake_m).abs() < 3.0, "{water:?} beside {lake_m}");
        }
        assert!(wet > 0);
    }
}

#[test]
fn reaches_end_at_the_shore_of_a_fixed_lake() {
    let area_m = [[-6000.0; 2], [4000.0; 2]];
    let (mut ends, mut ashore) = (0, 0);
    for seed in 0..8 {
        let network = dry_network(seed, 900.0, &[pond()]);
        let blocks = network.blocks_around(area_m, 1 << 16).unwrap();
        let courses = blocks.into_iter().map(|block| network.block_courses(block, f64::INFINITY));
        let reaches =
            network.reaches(courses.collect(), &network.lakes_around(area_m), 1 << 16).unwrap();
        for reach in reaches.iter().filter(|reach| reach.end == ReachEnd::FixedLake) {
            let is_in_water =
                |point: &&CoursePoint| network.drainage().is_in_fixed_lake(point.place_m);
            let inside = reach.points.iter().filter(is_in_water).count();
            assert!(inside <= 1 || reach.points.len() == 2, "{inside} points in the lake");
            (ends, ashore) = (ends + 1, ashore + usize::from(inside > 0));
        }
    }
    assert!(ends > 0 && ashore > 0, "{ends} ends, {ashore} of them in the water");
}

#[test]
fn fixed_waters_far_away_change_nothing() {
    let far = Drawn { points_m: vec![[9e5, 9e5], [9.1e5, 9e5]], height_m: 0.0, width_m: Some(9.0) };
    let [plain, fixed] = [vec![], vec![far]].map(|drawn| fixed_network(5, 4000.0, 600.0, &drawn));
    assert_eq!(plain.segments(Block([0, 0])), fixed.segments(Block([0, 0])));
    let neighbours = STEPS.map(|by| step([0, 0], by));
    for cell in neighbours {
        assert_eq!(plain.drainage().flow(cell), fixed.drainage().flow(cell));
    }
}
