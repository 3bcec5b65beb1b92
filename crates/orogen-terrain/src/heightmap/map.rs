//! The height function of a map. Its surface runs through the samples with a continuous slope
//! (bicubic, Catmull and Rom 1974). The band limit blends between levels of detail.
//!
//! Each level has half the resolution of the level before. The band limit selects the coarsest level
//! whose spacing does not exceed it, and fades that level to the next. The formulas are generic over
//! f32 and f64 and use one order of operations.

use std::sync::Arc;

use super::edges::{EdgeFade, Edges};
use super::grid::{LevelAxis, LevelGrid, LevelMix};
use super::join::Joint;
use super::raster::{Extremes, Raster};
use super::{HeightmapGroup, HeightmapLayer};
use crate::dual::{Bounds, Dual, Samples};
use crate::landform::{FieldParts, Landform};
use crate::real::{Real, smooth_step};
use orogen_noise::grid::{Level, Moves};

/// A heightmap, prepared for evaluation.
#[derive(Clone, Debug)]
pub struct Heightmap {
    pub(super) raster: Arc<Raster>,
    group: HeightmapGroup,
    /// Converts samples to metres.
    pub(super) scale: f64,
    pub(super) offset_m: f64,
    /// The maps that share the land with this one.
    pub(super) joint: Option<Joint>,
}

impl Heightmap {
    /// Creates a heightmap from a layer and its samples.
    pub fn new(layer: &HeightmapLayer, raster: Arc<Raster>) -> Self {
        let group = layer.heightmap.clone();
        let [low, high] = raster.range().map(f64::from);
        let scale = match high > low {
            true => (group.high_m - group.low_m) / (high - low),
            false => 0.0,
        };
        // Heights in metres stay exact if the height range equals the range of the samples.
        let is_unscaled = (group.low_m, group.high_m) == (low, high);
        let (scale, offset_m) =
            if is_unscaled { (1.0, 0.0) } else { (scale, group.low_m - low * scale) };
        Self { raster, group, scale, offset_m, joint: None }
    }

    /// Sets the maps that share the land with this map.
    pub(crate) fn with_joint(self, joint: Option<Joint>) -> Self {
        Self { joint, ..self }
    }

    /// The centre and the length of the map along an axis, in metres.
    fn centre_and_side_m(&self, axis: usize) -> [f64; 2] {
        let HeightmapGroup { width_m, depth_m, east_m, south_m, .. } = self.group;
        [[east_m, width_m], [south_m, depth_m]][axis]
    }

    pub(super) fn grid(&self, level: usize) -> LevelGrid<'_> {
        let (full_size, (size, samples)) = (self.raster.size(), self.raster.level(level));
        let axes = [0, 1].map(|axis| {
            let [middle_m, side_m] = self.centre_and_side_m(axis);
            let full_cell_m = side_m / (full_size[axis] - 1) as f64;
            // Each sample covers one cell around it.
            let covered_m = full_cell_m * full_size[axis] as f64;
            let cell_m = if level == 0 { full_cell_m } else { covered_m / size[axis] as f64 };
            let before_m = if level == 0 { 0.5 * side_m } else { 0.5 * (covered_m - cell_m) };
            let (count, edges) = (size[axis] as i64, self.group.edges);
            LevelAxis { first_m: middle_m - before_m, cell_m, count, edges }
        });
        LevelGrid { axes, columns: size[0], samples }
    }

    pub(super) fn level_mix(&self, band_limit_m: f64) -> LevelMix<'_> {
        let full = self.grid(0);
        let mut cell_m = full.axes[0].cell_m.min(full.axes[1].cell_m);
        if band_limit_m <= cell_m {
            return LevelMix { fine: full, coarse: None };
        }
        let (mut level, last) = (0, self.raster.levels() - 1);
        while level < last && 2.0 * cell_m <= band_limit_m {
            (level, cell_m) = (level + 1, 2.0 * cell_m);
        }
        let fine = self.grid(level);
        let (share, _) = smooth_step(band_limit_m / cell_m - 1.0);
        let has_next = level < last && share > 0.0;
        LevelMix { fine, coarse: has_next.then(|| (self.grid(level + 1), share)) }
    }

    /// The fading edges, east and south.
    pub(super) fn fades(&self) -> Option<[EdgeFade; 2]> {
        self.group.edges.fades().then(|| {
            [0, 1].map(|axis| {
                let [middle_m, side_m] = self.centre_and_side_m(axis);
                let [low_m, high_m] = [middle_m - 0.5 * side_m, middle_m + 0.5 * side_m];
                EdgeFade { low_m, high_m, per_m: 1.0 / self.group.fade_m }
            })
        })
    }

    /// The height and the slopes at a place.
    #[inline(always)]
    pub(super) fn value<R: Real>(
        &self,
        level_mix: &LevelMix<'_>,
        fades: Option<&[EdgeFade; 2]>,
        place_m: [f64; 2],
    ) -> [R; 3] {
        if let Some(joint) = &self.joint {
            return self.value_in_joint(level_mix, joint, place_m);
        }
        let fine = level_mix.fine.at(place_m);
        let coarse =
            level_mix.coarse.as_ref().map(|(grid, share)| (grid.at(place_m), R::of(*share)));
        let fades =
            fades.map(|fades| [0, 1].map(|axis| fades[axis].remaining_share(place_m[axis])));
        self.finish(fine, coarse, fades)
    }

    /// The contribution of this map to a land that several maps share: its full height where it
    /// lies alone, 0 where the other maps lie.
    fn value_in_joint<R: Real>(
        &self,
        level_mix: &LevelMix<'_>,
        joint: &Joint,
        place_m: [f64; 2],
    ) -> [R; 3] {
        let [share, unfaded] = joint.at(place_m);
        if share.height_m == 0.0 {
            return [R::of(0.0); 3];
        }
        let fine = level_mix.fine.extended_at(place_m);
        let coarse = level_mix.coarse.as_ref();
        let coarse = coarse.map(|(grid, share)| (grid.extended_at(place_m), R::of(*share)));
        let height = self.in_metres(fine, coarse);
        let multiply = |height: [R; 3], share: Dual| {
            let factor = R::of(share.height_m);
            let slope =
                |axis: usize| height[1 + axis] * factor + height[0] * R::of(share.gradient[axis]);
            [height[0] * factor, slope(0), slope(1)]
        };
        let outside = R::of(self.group.outside_m);
        let [above, slopes @ ..] = multiply([height[0] - outside, height[1], height[2]], unfaded);
        // Unfaded heights stay exact.
        let faded_m = if unfaded.height_m == 1.0 { height[0] } else { outside + above };
        multiply([faded_m, slopes[0], slopes[1]], share)
    }

    /// Mixes the levels and converts to metres.
    #[inline(always)]
    fn in_metres<R: Real>(&self, fine: [R; 3], coarse: Option<([R; 3], R)>) -> [R; 3] {
        let mut value = fine;
        if let Some((coarse, share)) = coarse {
            for plane in 0..3 {
                value[plane] = fine[plane] + (coarse[plane] - fine[plane]) * share;
            }
        }
        let scale = R::of(self.scale);
        [value[0] * scale + R::of(self.offset_m), value[1] * scale, value[2] * scale]
    }

    /// The last steps: mix the levels, convert to metres, and fade at the edges.
    #[inline(always)]
    pub(super) fn finish<R: Real>(
        &self,
        fine: [R; 3],
        coarse: Option<([R; 3], R)>,
        fades: Option<[[R; 2]; 2]>,
    ) -> [R; 3] {
        let mut height = self.in_metres(fine, coarse);
        if let Some([[east, east_slope], [south, south_slope]]) = fades {
            let outside = R::of(self.group.outside_m);
            let (unfaded, above) = (east * south, height[0] - outside);
            height = [
                outside + above * unfaded,
                height[1] * unfaded + above * (east_slope * south),
                height[2] * unfaded + above * (east * south_slope),
            ];
        }
        height
    }

    /// Fills a list of single places.
    fn fill_places(
        &self,
        places_m: impl Iterator<Item = [f64; 2]>,
        band_limit_m: f64,
        out: &mut Samples,
    ) {
        let (level_mix, fades) = (self.level_mix(band_limit_m), self.fades());
        for (index, place_m) in places_m.enumerate() {
            let [height_m, slopes @ ..] = self.value::<f32>(&level_mix, fades.as_ref(), place_m);
            out.heights_m[index] = height_m;
            if let Some(planes) = &mut out.gradients {
                [planes[0][index], planes[1][index]] = slopes;
            }
        }
    }
}

impl Landform for Heightmap {
    fn at(&self, position_m: [f64; 2], band_limit_m: f64) -> Dual {
        let (level_mix, fades) = (self.level_mix(band_limit_m), self.fades());
        let [height_m, east, south] = self.value(&level_mix, fades.as_ref(), position_m);
        Dual { height_m, gradient: [east, south] }
    }

    /// A heightmap has no formula.
    fn parts(&self, _: f64) -> Option<FieldParts> {
        None
    }

    fn fill(&self, level: Level, lines_m: [&[f64]; 2], band_limit_m: f64, out: &mut Samples) {
        if self.joint.is_none() {
            return self.fill_rows(level, lines_m, band_limit_m, out);
        }
        let [columns_m, rows_m] = lines_m;
        assert_eq!(
            out.heights_m.len(),
            columns_m.len() * rows_m.len(),
            "each pair of a column and a row needs a sample"
        );
        let pairs = rows_m.iter().flat_map(|south| columns_m.iter().map(|east| [*east, *south]));
        self.fill_places(pairs, band_limit_m, out);
    }

    fn fill_moved(
        &self,
        _: Level,
        [columns_m, rows_m]: [&[f64]; 2],
        moves: Moves<'_>,
        band_limit_m: f64,
        out: &mut Samples,
    ) {
        let count = columns_m.len() * rows_m.len();
        assert_eq!(out.heights_m.len(), count, "each pair of a column and a row needs a sample");
        for offsets in moves.offsets_m.iter().flatten() {
            assert_eq!(offsets.len(), count, "each sample needs an offset");
        }
        let pairs = rows_m.iter().flat_map(|south| columns_m.iter().map(|east| [*east, *south]));
        let places_m = pairs.enumerate().map(|(index, pair)| moves.place_m(index, pair));
        self.fill_places(places_m, band_limit_m, out);
    }

    fn fill_f64(
        &self,
        _: Level,
        [east_m, south_m]: [&[f64]; 2],
        band_limit_m: f64,
        heights_m: &mut [f64],
        mut slopes: Option<[&mut [f64]; 2]>,
    ) {
        assert!(
            heights_m.len() == east_m.len() && east_m.len() == south_m.len(),
            "each place needs a height"
        );
        let (level_mix, fades) = (self.level_mix(band_limit_m), self.fades());
        for (index, (east, south)) in east_m.iter().zip(south_m).enumerate() {
            let [height_m, by_east, by_south] =
                self.value(&level_mix, fades.as_ref(), [*east, *south]);
            heights_m[index] = height_m;
            if let Some([east, south]) = &mut slopes {
                (east[index], south[index]) = (by_east, by_south);
            }
        }
    }

    fn bounds(&self) -> Bounds {
        let HeightmapGroup { edges, outside_m, fade_m, .. } = self.group;
        let (mut ends_m, mut steepest) = ([f64::INFINITY, f64::NEG_INFINITY], 0.0f64);
        for (level, extremes) in self.raster.extremes(edges == Edges::Repeat).iter().enumerate() {
            for value in [extremes.low, extremes.high] {
                let height_m = value * self.scale + self.offset_m;
                ends_m = [ends_m[0].min(height_m), ends_m[1].max(height_m)];
            }
            // A cubic's slope is at most 1.5 times its steps, and cubics in the other direction
            // overshoot their range by up to a quarter.
            let axes = self.grid(level).axes;
            let [east, south] = [0, 1].map(|axis| 1.875 * extremes.steps[axis] / axes[axis].cell_m);
            steepest = steepest.max((east * east + south * south).sqrt() * self.scale.abs());
        }
        let [mut low_m, mut high_m] = ends_m;
        if self.joint.is_some() {
            // A linear continuation rises by at most one step in either direction.
            let rise = |extremes: &Extremes| (extremes.steps[0] + extremes.steps[1]) * 2.0;
            let rise = self.raster.extremes(false).iter().map(rise).fold(0.0, f64::max);
            let rise_m = rise * self.scale.abs();
            // The contribution is 0 where other maps lie.
            low_m = (low_m - rise_m).min(outside_m).min(0.0);
            high_m = (high_m + rise_m).max(outside_m).max(0.0);
            return Bounds { low_m, high_m, steepest: f64::INFINITY };
        }
        if edges.fades() {
            let max_m = (high_m - outside_m).abs().max((low_m - outside_m).abs());
            steepest += 1.5 * std::f64::consts::SQRT_2 * max_m / fade_m;
            (low_m, high_m) = (low_m.min(outside_m), high_m.max(outside_m));
        }
        Bounds { low_m, high_m, steepest: 1.0001 * steepest }
    }

    fn mean_m(&self) -> f64 {
        let samples = self.raster.samples();
        let sum: f64 = samples.iter().map(|sample| f64::from(*sample)).sum();
        sum / samples.len() as f64 * self.scale + self.offset_m
    }
}
