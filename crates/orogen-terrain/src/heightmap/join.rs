//! Maps that share the land: the share of each map at a place, and how far all maps have faded
//! there.
//!
//! Where only one map lies, its share is 1 and the others' is 0. Where several overlap, the upper
//! one shows except for a narrow seam along its edge. Beyond all maps, the shares depend on the
//! distance to each, and the fade follows the nearest map. Shares always sum to 1 and are
//! continuous wherever the maps are.

use super::edges::{EdgeFade, Edges};
use super::{HeightmapGroup, Raster};
use crate::blend::Blend;
use crate::dual::Dual;
use crate::layer::{Layer, LayerKind};
use crate::real::{Real, smooth_step};
use crate::recipe::Recipe;

/// The width of the seam along the edge of an upper map, in cells of the map, and the limit of this
/// width as a share of the map's side.
const SEAM_CELLS: f64 = 8.0;
const SEAM_SHARE: f64 = 0.125;

/// The extent of a map, and the widths of its fade and of its seam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MapFrame {
    low_m: [f64; 2],
    high_m: [f64; 2],
    fade_m: f64,
    seam_m: [f64; 2],
}

/// The maps that share a land, from the bottom up, and the index of the selected map.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Joint {
    frames: Vec<MapFrame>,
    selected: usize,
}

/// The maps of a recipe that join each other, with their layer ids, from the bottom up; empty
/// unless there are at least two.
pub(crate) fn joined_maps(recipe: &Recipe) -> Vec<(u32, MapFrame)> {
    let joining_map = |layer: &Layer| {
        let LayerKind::Heightmap(map) = &layer.kind else { return None };
        let joins = map.heightmap.edges == Edges::Join && layer.head.layer.blend == Blend::Add;
        if !joins || layer.head.layer.opacity == 0.0 {
            return None;
        }
        Some((layer.id, MapFrame::new(&map.heightmap, &*map.raster()?)))
    };
    let found: Vec<_> = recipe.layers.visible().filter_map(joining_map).collect();
    if found.len() > 1 { found } else { vec![] }
}

impl MapFrame {
    fn new(group: &HeightmapGroup, raster: &Raster) -> Self {
        let HeightmapGroup { width_m, depth_m, east_m, south_m, fade_m, .. } = *group;
        let (middle_m, side_m) = ([east_m, south_m], [width_m, depth_m]);
        let samples = raster.size();
        let seam = |axis: usize| {
            let cell_m = side_m[axis] / (samples[axis] - 1) as f64;
            (SEAM_CELLS * cell_m).min(SEAM_SHARE * side_m[axis])
        };
        Self {
            low_m: [0, 1].map(|axis| middle_m[axis] - 0.5 * side_m[axis]),
            high_m: [0, 1].map(|axis| middle_m[axis] + 0.5 * side_m[axis]),
            fade_m,
            seam_m: [seam(0), seam(1)],
        }
    }

    /// The fade at a place outside the map: 0 on the map, 1 where it has faded completely.
    fn outside_fade(&self, place_m: [f64; 2]) -> Dual {
        let [[east, by_east], [south, by_south]] = [0, 1].map(|axis| {
            let [low_m, high_m] = [self.low_m[axis], self.high_m[axis]];
            EdgeFade { low_m, high_m, per_m: 1.0 / self.fade_m }
                .remaining_share::<f64>(place_m[axis])
        });
        let height_m = 1.0 - east * south;
        Dual { height_m, gradient: [-by_east * south, -by_south * east] }
    }

    /// The weight of a place inside the map: 0 at its edge and beyond, 1 past the seam.
    fn inside_weight(&self, place_m: [f64; 2]) -> Dual {
        let [[east, by_east], [south, by_south]] = [0, 1].map(|axis| {
            let (place, per_m) = (place_m[axis], 1.0 / self.seam_m[axis]);
            let [before_m, after_m] = [place - self.low_m[axis], self.high_m[axis] - place];
            let (share, slope) = smooth_step(before_m.lesser(after_m) * per_m);
            [share, if before_m < after_m { slope * per_m } else { -slope * per_m }]
        });
        Dual { height_m: east * south, gradient: [by_east * south, by_south * east] }
    }
}

/// Returns 1 − x.
fn one_minus(x: Dual) -> Dual {
    Dual::level(1.0) - x
}

/// Divides a by b, where b is above 0.
fn divide(a: Dual, b: Dual) -> Dual {
    let value = a.height_m / b.height_m;
    let slope = |i: usize| (a.gradient[i] - value * b.gradient[i]) / b.height_m;
    Dual { height_m: value, gradient: [slope(0), slope(1)] }
}

impl Joint {
    /// Selects the map of a layer; `None` if it joins no others.
    pub fn new(maps: &[(u32, MapFrame)], layer: u32) -> Option<Self> {
        let selected = maps.iter().position(|(id, _)| *id == layer)?;
        Some(Self { frames: maps.iter().map(|(_, frame)| *frame).collect(), selected })
    }

    /// Returns the share of the selected map at a place, and the share of the maps' heights that is
    /// not faded, with slopes.
    pub fn at(&self, place_m: [f64; 2]) -> [Dual; 2] {
        let mut share = Dual::level(1.0);
        let mut below: Option<[Dual; 2]> = None;
        for (index, frame) in self.frames.iter().enumerate() {
            let (weight, fade) = (frame.inside_weight(place_m), frame.outside_fade(place_m));
            let Some([weight_below, fade_below]) = below else {
                below = Some([weight, fade]);
                continue;
            };
            if index >= self.selected {
                let upper = share_over([weight, fade], [weight_below, fade_below]);
                share = share.times(if index == self.selected { upper } else { one_minus(upper) });
            }
            let is_larger = weight.height_m > weight_below.height_m;
            let weight = if is_larger { weight } else { weight_below };
            below = Some([weight, fade.times(fade_below)]);
        }
        let [_, fade] = below.unwrap_or_default();
        [share, one_minus(fade)]
    }
}

/// The share of a map over those below it, from the weights and fades of both at a place.
fn share_over([weight, fade]: [Dual; 2], [weight_below, fade_below]: [Dual; 2]) -> Dual {
    if weight.height_m > 0.0 || weight_below.height_m > 0.0 {
        return divide(weight, weight + one_minus(weight).times(weight_below));
    }
    let sum = fade + fade_below;
    // If both fades are 0, the place lies on the edge of both maps, where their heights are equal.
    if sum.height_m > 0.0 { divide(fade_below, sum) } else { Dual::level(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_noise::hash::avalanche;

    fn frame([west, north, east, south]: [f64; 4]) -> MapFrame {
        let (low_m, high_m) = ([west, north], [east, south]);
        MapFrame { low_m, high_m, fade_m: 300.0, seam_m: [40.0, 30.0] }
    }

    /// Two maps next to each other, a third that partly lies over both, and a fourth across a gap.
    fn frames() -> Vec<MapFrame> {
        [
            [-1000.0, -500.0, 0.0, 500.0],
            [0.0, -500.0, 1000.0, 500.0],
            [-200.0, 100.0, 350.0, 900.0],
            [1010.0, -500.0, 1600.0, 200.0],
        ]
        .map(frame)
        .to_vec()
    }

    fn joint(selected: usize) -> Joint {
        Joint { frames: frames(), selected }
    }

    fn places() -> impl Iterator<Item = [f64; 2]> {
        let random = |i: u32| f64::from(avalanche(i)) / f64::from(u32::MAX);
        (0..4000)
            .map(move |i| [-1500.0 + 3600.0 * random(2 * i), -1000.0 + 2400.0 * random(2 * i + 1)])
    }

    #[test]
    fn shares_sum_to_1_and_a_map_without_others_has_all() {
        let mut alone = 0;
        for place in places() {
            let shares = [0, 1, 2, 3].map(|selected| joint(selected).at(place)[0].height_m);
            let sum: f64 = shares.iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "{place:?}: {shares:?}");
            let maps_here: Vec<_> = (0..4)
                .filter(|selected| frames()[*selected].outside_fade(place).height_m == 0.0)
                .collect();
            if let [selected] = maps_here[..] {
                let expected = [0, 1, 2, 3].map(|other| f64::from(u8::from(other == selected)));
                assert_eq!(shares, expected, "{place:?}");
                alone += 1;
            }
            let [_, unfaded] = joint(1).at(place);
            assert_eq!(unfaded.height_m == 1.0, !maps_here.is_empty(), "{place:?}");
        }
        assert!(alone > 500, "{alone}");
        let [share, unfaded] = joint(2).at([0.0, 600.0]);
        assert_eq!((share.height_m, unfaded.height_m), (1.0, 1.0));
        for selected in 0..4 {
            let [_, unfaded] = joint(selected).at([0.0, 5000.0]);
            assert_eq!(unfaded.height_m, 0.0, "far away, all has faded");
        }
    }

    #[test]
    fn slopes_match_finite_differences() {
        let step_m = 1e-4;
        for place in places() {
            let is_near = |at: f64, lines: &[f64]| lines.iter().any(|line| (at - line).abs() < 0.5);
            // At a shared edge the shares jump from one map to the next, because their heights meet
            // there.
            let edges = [-1000.0, 0.0, -200.0, 350.0, 1000.0, 1010.0, 1600.0];
            if is_near(place[0], &edges) || is_near(place[1], &[-500.0, 500.0, 100.0, 900.0, 200.0])
            {
                continue;
            }
            for selected in 0..4 {
                for axis in 0..2 {
                    let at = |offset_m: f64| {
                        let mut moved = place;
                        moved[axis] += offset_m;
                        joint(selected).at(moved).map(|dual| dual.height_m)
                    };
                    let ([before, after], found) =
                        ([at(-step_m), at(step_m)], joint(selected).at(place));
                    for (part, dual) in found.iter().enumerate() {
                        let slope = (after[part] - before[part]) / (2.0 * step_m);
                        let error = (dual.gradient[axis] - slope).abs();
                        assert!(
                            error < 1e-6 + 1e-3 * slope.abs(),
                            "{place:?} {selected} {part}: {dual:?} {slope}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_gap_is_bridged_and_an_overlap_has_a_seam() {
        let share = |selected: usize, east_m: f64| joint(selected).at([east_m, -300.0])[0].height_m;
        let shares: Vec<f64> = (0..=10).map(|i| share(3, 1000.0 + f64::from(i))).collect();
        assert!(shares[0] == 0.0 && shares[10] == 1.0 && shares.is_sorted(), "{shares:?}");
        let seam: Vec<f64> = (0..=20)
            .map(|i| joint(2).at([-200.0 + 2.0 * f64::from(i), 300.0])[0].height_m)
            .collect();
        assert!(seam[0] == 0.0 && seam[20] == 1.0 && seam.is_sorted(), "{seam:?}");
    }
}
