//! Courses with round bends.

use std::collections::HashSet;

use super::super::{Block, Channels, Network, River, RiverSettings, Segment};
use super::WavyGround;
use orogen_noise::hash::Seed;

fn round_network(seed: u64) -> Network<WavyGround> {
    let settings = RiverSettings { variety: 1.0, ..RiverSettings::default() };
    Network::new(WavyGround::new(seed, 4000.0, 600.0), Seed(seed), settings).unwrap()
}

/// The curves of a block that carry water along their whole length, without the parts where tributaries follow
/// their trunk.
fn wet_curves(network: &Network<WavyGround>, block: Block) -> Vec<Vec<Segment>> {
    let from_km2 = network.drainage().settings().from_km2;
    let curves = network.curve_segments(block);
    let nodes = curves.chunk_by(|a, b| a.0.through == b.0.through);
    let own = nodes.flat_map(|node| {
        let trunk = &node[0].1;
        let own = |(index, (_, curve)): (usize, &(_, Vec<Segment>))| {
            let ends = curve
                .iter()
                .zip(trunk)
                .take_while(|(a, b)| index == 0 || a.ends_m[1] != b.ends_m[1]);
            ends.map(|(segment, _)| *segment).collect::<Vec<_>>()
        };
        node.iter().enumerate().map(own).collect::<Vec<_>>()
    });
    own.filter(|curve| curve.iter().all(|it| it.areas_km2[0] >= from_km2)).collect()
}

fn direction(segment: &Segment) -> [f64; 2] {
    let [from, to] = segment.ends_m;
    let [x, z] = [0, 1].map(|axis| to[axis] - from[axis]);
    let length_m = (x * x + z * z).sqrt().max(1e-9);
    [x / length_m, z / length_m]
}

/// Returns true if two segments cross.
fn cross(a: &Segment, b: &Segment) -> bool {
    let side = |[from, to]: [[f64; 2]; 2], place: [f64; 2]| {
        (to[0] - from[0]) * (place[1] - from[1]) > (to[1] - from[1]) * (place[0] - from[0])
    };
    side(a.ends_m, b.ends_m[0]) != side(a.ends_m, b.ends_m[1])
        && side(b.ends_m, a.ends_m[0]) != side(b.ends_m, a.ends_m[1])
}

#[test]
fn round_courses_have_few_corners_and_do_not_cross_themselves() {
    let [mut turns, mut sharp, mut curves, mut crossed] = [0; 4];
    for seed in [3, 11] {
        let network = round_network(seed);
        for curve in [[0, 0], [1, 0], [-3, 2], [5, 5], [-7, -1]]
            .iter()
            .flat_map(|at| wet_curves(&network, Block(*at)))
        {
            for pair in curve.windows(2) {
                assert_eq!(pair[0].ends_m[1], pair[1].ends_m[0]);
                let [a, b] = [direction(&pair[0]), direction(&pair[1])];
                let cos = a[0] * b[0] + a[1] * b[1];
                sharp += usize::from(cos < 0.7);
                turns += 1;
            }
            let mut is_crossed = false;
            for (index, segment) in curve.iter().enumerate() {
                let others = curve.iter().skip(index + 2);
                is_crossed |= others.into_iter().any(|other| cross(segment, other));
            }
            crossed += usize::from(is_crossed);
            curves += 1;
        }
    }
    assert!(crossed == 0, "{crossed} of {curves} curves cross themselves");
    assert!(turns > 1000 && 500 * sharp < turns, "{sharp} of {turns} turns are sharp");
}

#[test]
fn the_water_of_round_courses_falls_and_its_width_changes() {
    let network = round_network(8);
    let settings = network.drainage().settings();
    let mut factors = vec![];
    for segment in network.segments(Block([0, 0])) {
        assert!(segment.levels_m[0] >= segment.levels_m[1], "{segment:?}");
        if segment.areas_km2[0] >= settings.from_km2 {
            let natural_m = River::of(settings, segment.areas_km2[0]).width_m;
            factors.push(segment.widths_m[0] / natural_m);
        }
    }
    factors.sort_by(f64::total_cmp);
    let at = |share: f64| factors[(share * (factors.len() - 1) as f64) as usize];
    assert!(at(0.0) > 0.6 && at(1.0) < 2.2, "{} to {}", at(0.0), at(1.0));
    assert!(at(0.05) < 0.95 && at(0.95) > 1.05, "{} to {}", at(0.05), at(0.95));
}

#[test]
fn round_curves_begin_where_the_curves_above_end() {
    let network = round_network(8);
    let [mut starts, mut ends] = [vec![], vec![]];
    for block in [[0, 0], [1, 0], [0, 1], [1, 1]].map(Block) {
        let corner_m = block.first().map(|c| c as f64 * network.drainage().settings().spacing_m);
        for (_, curve) in network.curve_segments(block) {
            // Places in different blocks have different rounding.
            let place = |[x, z]: [f64; 2], level_m: f64| {
                [x + corner_m[0], z + corner_m[1], level_m].map(|m| (m * 100.0).round() as i64)
            };
            let (first, last) = (&curve[0], &curve[curve.len() - 1]);
            starts.push(place(first.ends_m[0], first.levels_m[0]));
            ends.push(place(last.ends_m[1], last.levels_m[1]));
        }
    }
    let ends: HashSet<_> = ends.into_iter().collect();
    let joined = starts.iter().filter(|start| ends.contains(*start)).count();
    // The others are springs, or come from other blocks.
    assert!(2 * joined > starts.len(), "{joined} of {}", starts.len());
}

#[test]
fn tributaries_follow_their_trunk_from_where_they_join_it() {
    let network = round_network(8);
    let mut tributaries = 0;
    for block in [[0, 0], [-2, 1]].map(Block) {
        let curves = network.curve_segments(block);
        for node in curves.chunk_by(|a, b| a.0.through == b.0.through) {
            let (trunk, others) = node.split_first().unwrap();
            for (_, other) in others {
                // The place and the level of a vertex are those of the trunk from some vertex on.
                let follows = |(a, b): &(&Segment, &Segment)| {
                    a.ends_m[1] == b.ends_m[1] && a.levels_m[1] == b.levels_m[1]
                };
                let pairs = other.iter().zip(&trunk.1);
                let shared = pairs.clone().rev().take_while(follows).count();
                assert_eq!(shared, pairs.filter(follows).count());
                assert!((1..=other.len() / 2 + 1).contains(&shared), "{shared}");
                tributaries += 1;
            }
        }
    }
    assert!(tributaries > 50, "{tributaries}");
}

/// The share of the samples in river beds that are pits, on a grid with samples 8 m apart.
fn pits_in_beds(settings: RiverSettings) -> f64 {
    const SIDE: usize = 1000;
    const STEP_M: f64 = 8.0;
    let ground = WavyGround::new(8, 4000.0, 600.0);
    let network = Network::new(ground, Seed(8), settings).unwrap();
    let mut channels = Channels::new(&network, STEP_M, 1e3);
    let line: Vec<f64> = (0..SIDE).map(|i| i as f64 * STEP_M).collect();
    // Level banks, so that only beds count. `None` on land.
    let mut beds_m = vec![None; SIDE * SIDE];
    for (row, z) in line.iter().enumerate() {
        for (column, x) in line.iter().enumerate() {
            let Some(near) = channels.near([*x, *z]) else { continue };
            let water = channels
                .water(&near, -1e4)
                .filter(|it| it.distance_m < 0.0 && it.flow_m_s != [0.0; 2]);
            if let Some(water) = water {
                beds_m[row * SIDE + column] = Some(channels.carve(&near, water.level_m + 1.0));
            }
        }
    }
    let [mut pits, mut all] = [0.0; 2];
    for index in 0..SIDE * SIDE {
        let [row, column] = [index / SIDE, index % SIDE];
        let is_inside = |i: usize| (1..SIDE - 1).contains(&i);
        let (Some(bed_m), true) = (beds_m[index], is_inside(row) && is_inside(column)) else {
            continue;
        };
        let around =
            [-1, 0, 1].into_iter().flat_map(|z: i64| [-1, 0, 1].map(|x| z * SIDE as i64 + x));
        let is_lower =
            |by: i64| beds_m[(index as i64 + by) as usize].is_some_and(|other_m| other_m < bed_m);
        all += 1.0;
        pits += f64::from(u8::from(!around.into_iter().any(is_lower)));
    }
    assert!(all > 2000.0, "{all}");
    pits / all
}

#[test]
fn the_beds_of_graded_rivers_drain() {
    let [plain, graded] = [0.0, 1.0].map(|variety| {
        pits_in_beds(RiverSettings { variety, from_km2: 1.0, ..RiverSettings::default() })
    });
    assert!(graded < 0.001 && graded < 0.7 * plain, "{graded}, {plain} before");
}

#[test]
fn falls_change_evenly_along_a_course_and_sum_to_its_fall() {
    for seed in [3, 11] {
        let network = round_network(seed);
        let blocks = [[0, 0], [1, 0], [-3, 2], [5, 5]];
        for curve in blocks.iter().flat_map(|at| wet_curves(&network, Block(*at))) {
            let steepest = curve.iter().map(|it| it.fall).fold(0.0, f64::max);
            // A tributary ends with the fall of its trunk.
            for pair in curve.windows(2).take(curve.len().saturating_sub(2)) {
                let [a, b] = [pair[0].fall, pair[1].fall];
                assert!((a - b).abs() <= 0.1 * steepest + 1e-9, "{a} and {b} of {steepest}");
            }
        }
        for (_, curve) in network.curve_segments(Block([0, 0])) {
            let length_m = |it: &Segment| {
                let [x, z] = [0, 1].map(|axis| it.ends_m[1][axis] - it.ends_m[0][axis]);
                (x * x + z * z).sqrt()
            };
            let fall_m = curve[0].levels_m[0] - curve[curve.len() - 1].levels_m[1];
            let sum_m: f64 = curve.iter().map(|it| it.fall * length_m(it)).sum();
            assert!((sum_m - fall_m).abs() <= 1e-9 * fall_m.max(1.0), "{sum_m} of {fall_m}");
        }
    }
}
