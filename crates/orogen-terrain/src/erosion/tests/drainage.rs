//! Statistics of eroded land.

use super::*;

const SIDE: usize = 512;
const SPACING_M: f64 = 8.0;

/// A square of land with `SIDE` samples per side.
struct Square {
    guide: Vec<f32>,
    eroded: Filled,
}

impl Square {
    fn new(look: ErosionLook, guide: impl Fn([f64; 2]) -> Dual) -> Self {
        let erosion = erosion_of_look(look, 4000.0, 1600.0);
        let lines = line(-2000.0, SPACING_M, SIDE);
        let guide = guide_on_lines([&lines, &lines], guide);
        let eroded = Filled::best(&erosion, [&lines, &lines], &guide, SPACING_M);
        Self { guide: guide.heights_m, eroded }
    }
}

/// The neighbours of a sample that isn't on the edge.
fn neighbours(i: usize) -> [usize; 8] {
    let (up, down) = (i - SIDE, i + SIDE);
    [up - 1, up, up + 1, i - 1, i + 1, down - 1, down, down + 1]
}

fn inner_samples() -> impl Iterator<Item = usize> {
    let is_inner = |i: &usize| (1..SIDE - 1).contains(&(i % SIDE));
    (SIDE..SIDE * (SIDE - 1)).filter(is_inner)
}

fn slopes(heights_m: &[f32]) -> Vec<[f64; 2]> {
    let per_m = 0.5 / SPACING_M;
    let slope = |a: usize, b: usize| f64::from(heights_m[b] - heights_m[a]) * per_m;
    inner_samples().map(|i| [slope(i - 1, i + 1), slope(i - SIDE, i + SIDE)]).collect()
}

/// Follows the lowest neighbour downhill from a sample for up to 500 m. Returns the last sample.
fn follow_downhill(heights_m: &[f32], start: usize) -> usize {
    let mut sample = start;
    for _ in 0..(500.0 / SPACING_M) as usize {
        let is_inner =
            (1..SIDE - 1).contains(&(sample % SIDE)) && (1..SIDE - 1).contains(&(sample / SIDE));
        let lowest = neighbours(sample.clamp(SIDE + 1, SIDE * SIDE - SIDE - 2))
            .into_iter()
            .min_by(|a, b| heights_m[*a].total_cmp(&heights_m[*b]));
        match lowest {
            Some(next) if is_inner && heights_m[next] < heights_m[sample] => sample = next,
            _ => break,
        }
    }
    sample
}

/// Compares the share of 1000 downhill paths that end in a gully's bed, on eroded land and on the
/// guide with the same beds drawn on it. (Paths on the guide meet as many beds, but leave them.)
/// Measured: 0.78 against 0.13 on alpine land, 0.39 against 0.11 in canyons.
#[test]
fn water_finds_gullies_and_stays_in_them() {
    for look in ErosionLook::ALL {
        let square = Square::new(look.value, hills(4000.0, 1600.0));
        let is_bed = |i: usize| square.eroded.ridge[i] < -0.4;
        let starts: Vec<usize> =
            inner_samples().filter(|i| !is_bed(*i)).step_by(211).take(1000).collect();
        let share = |heights_m: &[f32]| {
            let ends = starts.iter().filter(|start| is_bed(follow_downhill(heights_m, **start)));
            ends.count() as f64 / starts.len() as f64
        };
        let (eroded, guide) = (share(&square.eroded.heights_m), share(&square.guide));
        assert!(eroded > 2.0 * guide, "{}: {eroded}, {guide} before", look.name);
    }
}

/// A slope has hardly any pits: few samples are lower than all their neighbours.
#[test]
fn slopes_have_hardly_any_pits() {
    for look in ErosionLook::ALL {
        let slope =
            |[x, z]: [f64; 2]| Dual { height_m: 0.5 * (x - 48.0) + 0.3 * z, gradient: [0.5, 0.3] };
        let square = Square::new(look.value, slope);
        let heights = &square.eroded.heights_m;
        let is_pit = |i: &usize| neighbours(*i).iter().all(|n| heights[*n] > heights[*i]);
        let share = inner_samples().filter(is_pit).count() as f64 / inner_samples().count() as f64;
        assert!(share < 0.01, "{}: {share}", look.name);
    }
}

/// Hardly any slope is many times as steep as the median, and no sample stands out from its
/// neighbours by more than a flank.
#[test]
fn there_are_no_spikes() {
    for look in ErosionLook::ALL {
        let square = Square::new(look.value, hills(4000.0, 1600.0));
        let slopes = slopes(&square.eroded.heights_m);
        let mut steep: Vec<f64> = slopes.iter().map(|[x, z]| x.hypot(*z)).collect();
        steep.sort_by(f64::total_cmp);
        let [median, steepest] = [steep[steep.len() / 2], steep[steep.len() - 1]];
        assert!(steep[steep.len() * 999 / 1000] < 5.0 * median, "{}", look.name);
        assert!(steepest < 10.0 * median, "{}: {steepest} for {median}", look.name);
    }
}

/// Gullies are no parallel stripes: if the slopes of a land face all directions, so do the flanks of
/// its gullies.
#[test]
fn flanks_face_all_directions() {
    for look in ErosionLook::ALL {
        let erosion = erosion_of_look(look.value, 400.0, 160.0);
        let lines = line(-2000.0, SPACING_M, SIDE);
        let guide = guide_on_lines([&lines, &lines], hills(400.0, 160.0));
        let eroded = Filled::best(&erosion, [&lines, &lines], &guide, 0.0);
        let change: Vec<f32> =
            eroded.heights_m.iter().zip(&guide.heights_m).map(|(a, b)| a - b).collect();
        let (mut axial, mut diagonal, mut all) = (0.0, 0.0, 0.0);
        for [x, z] in slopes(&change) {
            axial += x * x - z * z;
            diagonal += 2.0 * x * z;
            all += x * x + z * z;
        }
        assert!(axial.hypot(diagonal) < 0.1 * all, "{}", look.name);
    }
}
