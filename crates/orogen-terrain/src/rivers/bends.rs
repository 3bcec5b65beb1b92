//! Round bends: lines of courses without corners, and the widening of rivers in bends.

use super::level_point::LevelPoint;

/// The longer side of a bend, relative to the shorter.
const LONGEST_SIDE: f64 = 1.5;

/// The widening of a river in a bend whose radius is at most [`TIGHT`] widths.
const WIDENING: f64 = 0.4;
const TIGHT: f64 = 3.0;

/// The share of a curve, at each end, over which the widening in bends fades. Next curves do not know this
/// bend.
const END: f64 = 0.15;

/// A line that leads from a start towards a control point and on to an end, with a round bend.
///
/// A quadratic Bézier curve from start to end is sharp where the control point is near one of them. Here the
/// bend's sides have nearly equal lengths, and a straight line is the rest of the longer way. It is tangent
/// to both ways, as the Bézier curve is.
pub(super) struct RoundedLine {
    /// The start, the beginning of the bend, its control point, its end, and the end.
    points: [LevelPoint; 5],
    /// The lengths of the line before the bend, of the bend and of the line after it.
    lengths_m: [f64; 3],
}

impl RoundedLine {
    pub fn new([start, control, end]: [LevelPoint; 3]) -> Self {
        let ways_m = [start, end].map(|point| distance_m(point.place_m, control.place_m));
        let sides_m =
            [ways_m[0].min(LONGEST_SIDE * ways_m[1]), ways_m[1].min(LONGEST_SIDE * ways_m[0])];
        let corner = |point: LevelPoint, way: usize| match sides_m[way] < ways_m[way] {
            true => control.towards(point, sides_m[way] / ways_m[way]),
            false => point,
        };
        let (from, to) = (corner(start, 0), corner(end, 1));
        let chord_m = distance_m(from.place_m, to.place_m);
        let bend_m = (2.0 * chord_m + sides_m[0] + sides_m[1]) / 3.0;
        let lengths_m = [ways_m[0] - sides_m[0], bend_m, ways_m[1] - sides_m[1]];
        Self { points: [start, from, control, to, end], lengths_m }
    }

    /// The point at a parameter from 0 to 1. The ends are exact.
    pub fn at(&self, t: f64) -> LevelPoint {
        let [start, from, control, to, end] = self.points;
        let [before_m, bend_m, after_m] = self.lengths_m;
        let along_m = t * (before_m + bend_m + after_m);
        match t {
            0.0 => start,
            1.0 => end,
            _ if along_m < before_m => start.towards(from, along_m / before_m),
            _ if along_m < before_m + bend_m => {
                let t = (along_m - before_m) / bend_m;
                from.towards(control, t).towards(control.towards(to, t), t)
            }
            _ if after_m > 0.0 => to.towards(end, (along_m - before_m - bend_m) / after_m),
            _ => end,
        }
    }
}

/// How much wider a river is in its bends: 0 on straight parts. Real rivers are widest at the apex of bends,
/// opposite their bars.
pub(super) fn bend_widenings(places_m: &[[f64; 2]], widths_m: &[f64]) -> Vec<f64> {
    let count = places_m.len();
    let sharpness = |i: usize| {
        let (Some(before), true) = (i.checked_sub(2), i + 2 < count) else { return 0.0 };
        let way = |from: [f64; 2], to: [f64; 2]| [to[0] - from[0], to[1] - from[1]];
        let [a, b] = [way(places_m[before], places_m[i]), way(places_m[i], places_m[i + 2])];
        let [a_m, b_m] = [a, b].map(|[x, z]| (x * x + z * z).sqrt());
        let turn = (a[0] * b[1] - a[1] * b[0]).abs() / (a_m * b_m).max(1e-9);
        let per_m = turn / (0.5 * (a_m + b_m)).max(1e-9);
        (per_m * TIGHT * widths_m[i]).min(1.0)
    };
    let sharp: Vec<f64> = (0..count).map(sharpness).collect();
    let widening = |i: usize| {
        let (from, to) = (i.saturating_sub(2), (i + 3).min(count));
        let mean = sharp[from..to].iter().sum::<f64>() / (to - from) as f64;
        let along = i as f64 / (count - 1).max(1) as f64;
        WIDENING * mean * (along.min(1.0 - along) / END).min(1.0)
    };
    (0..count).map(widening).collect()
}

fn distance_m(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [x, z] = [0, 1].map(|axis| a[axis] - b[axis]);
    (x * x + z * z).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, z: f64, level_m: f64) -> LevelPoint {
        LevelPoint { place_m: [x, z], level_m }
    }

    /// The smallest radius of the circles through three consecutive points.
    fn smallest_radius_m(line: impl Fn(f64) -> LevelPoint) -> f64 {
        let places: Vec<_> = (0..=400).map(|i| line(f64::from(i) / 400.0).place_m).collect();
        let radius_m = |p: &[[f64; 2]]| {
            let sides = [distance_m(p[0], p[1]), distance_m(p[1], p[2]), distance_m(p[2], p[0])];
            let twice_area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1])
                - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
            sides.iter().product::<f64>() / (2.0 * twice_area.abs()).max(1e-12)
        };
        places.windows(3).map(radius_m).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn a_bend_is_round_though_its_sides_differ_and_its_level_falls() {
        for far_m in [80.0, 200.0, 900.0] {
            let ends =
                [point(-60.0, 0.0, 9.0), point(0.0, 0.0, 7.0), point(0.5 * far_m, far_m, 6.0)];
            let line = RoundedLine::new(ends);
            let radius_m = smallest_radius_m(|t| line.at(t));
            assert!(radius_m > 50.0, "{far_m}: {radius_m}");
            let levels_m = (0..=100).map(|i| line.at(f64::from(i) / 100.0).level_m);
            assert!(levels_m.is_sorted_by(|a, b| a >= b));
            assert_eq!([0.0, 1.0].map(|t| line.at(t).place_m), [ends[0].place_m, ends[2].place_m]);
        }
    }

    #[test]
    fn rivers_are_wider_in_bends() {
        let straight: Vec<_> = (0..40).map(|i| [10.0 * f64::from(i), 0.0]).collect();
        assert!(bend_widenings(&straight, &[12.0; 40]).iter().all(|widening| *widening == 0.0));
        // A circle with a radius of 40 m.
        let round: Vec<_> =
            (0..40).map(|i| 0.2 * f64::from(i)).map(|a| [40.0 * a.cos(), 40.0 * a.sin()]).collect();
        let widenings = bend_widenings(&round, &[12.0; 40]);
        assert!(widenings[20] > 0.2 && widenings[0] == 0.0, "{widenings:?}");
    }
}
