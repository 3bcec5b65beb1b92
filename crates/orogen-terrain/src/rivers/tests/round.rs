//! Courses with round bends.

use std::collections::HashSet;

use super::super::{Block, Network, River, RiverSettings, Segment};
use super::WavyGround;
use orogen_noise::hash::Seed;

fn round_network(seed: u64) -> Network<WavyGround> {
    let settings = RiverSettings { variety: 1.0, ..RiverSettings::default() };
    Network::new(WavyGround::new(seed, 4000.0, 600.0), Seed(seed), settings).unwrap()
}

/// The curves of a block that carry water along their whole length.
fn wet_curves(network: &Network<WavyGround>, block: Block) -> Vec<Vec<Segment>> {
    let from_km2 = network.drainage().settings().from_km2;
    let curves = network.curve_segments(block).into_iter().map(|(_, segments)| segments);
    curves.filter(|curve| curve.iter().all(|it| it.areas_km2[0] >= from_km2)).collect()
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
    let [mut turns, mut sharp] = [0; 2];
    for seed in [3, 11] {
        let network = round_network(seed);
        for curve in
            [[0, 0], [1, 0], [-3, 2]].iter().flat_map(|at| wet_curves(&network, Block(*at)))
        {
            for pair in curve.windows(2) {
                assert_eq!(pair[0].ends_m[1], pair[1].ends_m[0]);
                let [a, b] = [direction(&pair[0]), direction(&pair[1])];
                let cos = a[0] * b[0] + a[1] * b[1];
                sharp += usize::from(cos < 0.7);
                turns += 1;
            }
            for (index, segment) in curve.iter().enumerate() {
                let others = curve.iter().skip(index + 2);
                assert!(!others.into_iter().any(|other| cross(segment, other)), "{segment:?}");
            }
        }
    }
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
