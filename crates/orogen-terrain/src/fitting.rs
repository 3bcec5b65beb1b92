//! Start values of new masks, fitted to the heights and slopes of the land. With fixed numbers, a
//! mask would cover all of one land and nothing of another.

use crate::land::Land;
use crate::layer::{Layer, Layers, WeightedPart};
use crate::mask::{Bend, MaskKind};
use crate::recipe::Recipe;

/// The area that is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredArea {
    /// The centre in metres, x east and z south.
    pub middle_m: [f64; 2],
    /// Half the side in metres, at least 1.
    pub half_side_m: f64,
}

impl Default for MeasuredArea {
    fn default() -> Self {
        Self { middle_m: [0.0; 2], half_side_m: 1500.0 }
    }
}

/// Samples per side.
const SIDE: usize = 40;
/// The smallest and the largest half side of the measured area on an endless land.
const HALF_SIDES_M: [f64; 2] = [500.0, 20_000.0];
/// Land whose heights vary by less than this counts as level.
const LEVEL_M: f64 = 1.0;

/// Fits a new mask to the land.
///
/// A height mask covers the middle half of the heights below, and a slope mask the gentler half of
/// the slopes. A curvature mask covers the most curved quarter of its side. A mask of another layer
/// covers the upper half of that layer's heights. A disc is centred on `area`, and a noise mask
/// gets a size that shows a few patches there. All other values stay. On level land, and without
/// land below, a height mask covers all land, and masks of slope, curvature and other layers stay.
pub fn fit(kind: &MaskKind, recipe: &Recipe, part: WeightedPart, area: MeasuredArea) -> MaskKind {
    let mut kind = kind.clone();
    match &mut kind {
        MaskKind::HeightBand(band) => {
            let samples =
                recipe_below(recipe, part).and_then(|below| AreaSamples::of(&below, area));
            let sorted = samples.map_or(vec![0.0], |measured| measured.sorted_heights());
            let [low, high] = [0.25, 0.75].map(|fraction| quantile(&sorted, fraction));
            let [low, high, fade] = match high - low >= LEVEL_M {
                true => [low, high, 0.2 * (high - low)],
                false => [low - 50.0, high + 50.0, 10.0],
            };
            let step = round_step(high - low);
            band.low_m = rounded(low, step).clamp(-8000.0, 8000.0);
            band.high_m = rounded(high, step).clamp(band.low_m, 8000.0);
            band.fade_m = rounded(fade, step).max(step).min(4000.0);
        }
        MaskKind::Slope(slope) => {
            let Some(measured) = measure_below(recipe, part, area) else { return kind };
            let sorted = measured.sorted_slopes_deg();
            let [middle, steep] = [0.5, 0.75].map(|fraction| quantile(&sorted, fraction));
            if middle >= 0.5 {
                slope.from_deg = 0.0;
                slope.to_deg = rounded(middle, 0.5).clamp(0.5, 89.0);
                slope.fade_deg = rounded(steep - middle, 0.5).max(0.5);
            }
        }
        MaskKind::Curvature(curvature) => {
            let Some(measured) = measure_below(recipe, part, area) else { return kind };
            let sign = if curvature.side == Bend::Hollows { 1.0 } else { -1.0 };
            let curvatures = measured.sorted_curvatures(curvature.radius_m);
            let mut curvatures: Vec<f64> =
                curvatures.into_iter().map(|curvature| sign * curvature).collect();
            curvatures.sort_by(f64::total_cmp);
            let [begin, end] = [0.75, 0.95].map(|fraction| quantile(&curvatures, fraction));
            if end > 0.02 {
                curvature.from = rounded(begin.max(0.0), 0.01).min(50.0);
                curvature.fade = rounded(end - begin.max(0.0), 0.01).clamp(0.01, 50.0);
            }
        }
        MaskKind::Distance(disc) => {
            [disc.east_m, disc.south_m] = area.middle_m.map(|c| rounded(c, 10.0).clamp(-1e9, 1e9));
            let radius_m = 0.5 * area.half_side_m;
            disc.radius_m = rounded(radius_m, round_step(radius_m)).clamp(10.0, 1e6);
        }
        MaskKind::OtherLayer(other) => {
            let other_layer = recipe.layers.iter().find(|layer| layer.id == other.layer);
            let other_recipe = other_layer.and_then(|layer| recipe_of_layer(recipe, layer));
            let Some(measured) = other_recipe.and_then(|other| AreaSamples::of(&other, area))
            else {
                return kind;
            };
            let sorted = measured.sorted_heights();
            let [low, high] = [0.5, 0.75].map(|fraction| quantile(&sorted, fraction));
            if high - low >= LEVEL_M {
                let step = round_step(high - low);
                other.low_m = rounded(low, step).clamp(-8000.0, 8000.0);
                other.high_m = rounded(high, step).clamp(other.low_m, 8000.0);
            }
        }
        MaskKind::Noise(noise) => {
            // Make a few patches visible in the view.
            let size_m = 0.5 * area.half_side_m;
            noise.size_m = rounded(size_m, round_step(size_m)).clamp(10.0, 200_000.0);
        }
    }
    kind
}

/// The recipe of the land that the masks of `part` read; `None` if nothing lies below. Erosion is
/// left out, because it is slow and changes these statistics little.
fn recipe_below(recipe: &Recipe, part: WeightedPart) -> Option<Recipe> {
    let mut below = recipe.clone();
    below.erosion.on = false;
    if part == WeightedPart::Rivers {
        below.rivers.on = false;
    }
    if let WeightedPart::Layer(id) = part {
        let index = recipe.layers.iter().position(|layer| layer.id == id)?;
        below.layers = Layers::new(recipe.layers[..index].to_vec()).ok()?;
    }
    if part != WeightedPart::Plants {
        below.operations.clear();
    }
    Some(below)
}

/// Measures the land that the masks of `part` read.
fn measure_below(recipe: &Recipe, part: WeightedPart, area: MeasuredArea) -> Option<AreaSamples> {
    recipe_below(recipe, part).and_then(|below| AreaSamples::of(&below, area))
}

/// The recipe of a single layer, without masks and at full opacity.
fn recipe_of_layer(recipe: &Recipe, layer: &Layer) -> Option<Recipe> {
    let mut layer = layer.clone();
    layer.head = Default::default();
    layer.masks.0.clear();
    let layers = Layers::new(vec![layer]).ok()?;
    let mut recipe = Recipe { layers, operations: vec![], ..recipe.clone() };
    recipe.erosion.on = false;
    Some(recipe)
}

/// Heights and slopes of the measured square.
struct AreaSamples {
    land: Land,
    lines_m: [Vec<f64>; 2],
    heights_m: Vec<f32>,
    slopes: Vec<f64>,
    band_limit_m: f64,
}

impl AreaSamples {
    /// Measures the land of a recipe; returns `None` if the recipe is invalid.
    fn of(recipe: &Recipe, area: MeasuredArea) -> Option<Self> {
        let land = Land::new(recipe).ok()?;
        let [min_m, max_m] = HALF_SIDES_M;
        let (middle_m, half_side_m) = match recipe.bounds_m() {
            Some([low, high]) => ([0.5 * (low + high); 2], 0.5 * (high - low)),
            None => (area.middle_m, area.half_side_m.clamp(min_m, max_m)),
        };
        let spacing_m = 2.0 * half_side_m / (SIDE - 1) as f64;
        let line = |middle: f64| -> Vec<f64> {
            (0..SIDE).map(|i| middle - half_side_m + i as f64 * spacing_m).collect()
        };
        let lines_m = middle_m.map(line);
        let band_limit_m = land.spacing_m();
        let [heights_m, east, south] =
            land.fill_slopes_at([&lines_m[0], &lines_m[1]], band_limit_m);
        let slope = |(x, z): (&f32, &f32)| f64::from(*x).hypot(f64::from(*z));
        let slopes = east.iter().zip(&south).map(slope).collect();
        Some(Self { land, lines_m, heights_m, slopes, band_limit_m })
    }

    fn sorted_heights(&self) -> Vec<f64> {
        sorted(self.heights_m.iter().map(|h| f64::from(*h)))
    }

    fn sorted_slopes_deg(&self) -> Vec<f64> {
        sorted(self.slopes.iter().map(|slope| slope.atan().to_degrees()))
    }

    /// The curvatures at all points, sorted: the mean height of four points around each point,
    /// minus the point's own height, in per cent of the radius.
    fn sorted_curvatures(&self, radius_m: f64) -> Vec<f64> {
        let moved = |axis: usize, by_m: f64| {
            let mut lines_m = self.lines_m.clone();
            lines_m[axis].iter_mut().for_each(|c| *c += by_m);
            self.land.fill_at([&lines_m[0], &lines_m[1]], self.band_limit_m)
        };
        let around = [(0, radius_m), (0, -radius_m), (1, radius_m), (1, -radius_m)];
        let around = around.map(|(axis, by_m)| moved(axis, by_m));
        let curvature = |i: usize| {
            let mean = around.iter().map(|heights| f64::from(heights[i])).sum::<f64>() / 4.0;
            100.0 * (mean - f64::from(self.heights_m[i])) / radius_m
        };
        sorted((0..self.heights_m.len()).map(curvature))
    }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.filter(|x| x.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    values
}

fn quantile(sorted: &[f64], fraction: f64) -> f64 {
    sorted
        .get((fraction * (sorted.len().saturating_sub(1)) as f64).round() as usize)
        .copied()
        .unwrap_or(0.0)
}

/// Returns about a hundredth of a span, rounded to 1, 2 or 5 times a power of ten.
fn round_step(span: f64) -> f64 {
    let min_step = (0.01 * span).max(0.01);
    let power = 10f64.powf(min_step.log10().floor());
    let multiple = [1.0, 2.0, 5.0].into_iter().find(|x| x * power >= 0.999 * min_step);
    multiple.unwrap_or(10.0) * power
}

/// Rounds to the nearest multiple of a step, and removes the digits of floating-point error.
fn rounded(x: f64, step: f64) -> f64 {
    let digits = 10f64.powf((-step.log10().floor()).max(0.0));
    ((x / step).round() * step * digits).round() / digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layer::LayerKind;
    use crate::mask::{Mask, MaskType};
    use crate::preset::PRESETS;

    /// Hills of a height, with a second layer of noise over them.
    fn hills(height_m: f64) -> Recipe {
        let mut recipe = Recipe::default();
        recipe.base_mut().shape.height_m = height_m;
        recipe.layers.add(0, LayerKind::named("noise").unwrap()).unwrap();
        recipe
    }

    /// The average weight of a mask on the land.
    fn mean_weight(
        recipe: &Recipe,
        kind: &MaskKind,
        part: WeightedPart,
        area: MeasuredArea,
    ) -> f64 {
        let measured = measure_below(recipe, part, area).unwrap();
        let window = kind.window();
        let read: Vec<f64> = match kind {
            MaskKind::HeightBand(_) => measured.sorted_heights(),
            MaskKind::Slope(_) => measured.slopes.clone(),
            MaskKind::Curvature(p) => {
                let sign = if p.side == Bend::Hollows { 1.0 } else { -1.0 };
                measured
                    .sorted_curvatures(p.radius_m)
                    .into_iter()
                    .map(|curvature| sign * curvature)
                    .collect()
            }
            _ => panic!("another kind"),
        };
        read.iter().map(|x| window.at(*x).0).sum::<f64>() / read.len() as f64
    }

    #[test]
    fn a_new_mask_covers_a_part_of_any_land() {
        let area = MeasuredArea { middle_m: [3000.0, -1000.0], half_side_m: 4000.0 };
        let part = WeightedPart::Layer(2);
        for height_m in [30.0, 600.0, 5000.0] {
            let recipe = hills(height_m);
            for kind in [MaskType::HeightBand, MaskType::Slope, MaskType::Curvature] {
                let fitted = fit(&MaskKind::new(kind), &recipe, part, area);
                let fraction = mean_weight(&recipe, &fitted, part, area);
                assert!((0.05..0.8).contains(&fraction), "{height_m} m, {fitted:?}: {fraction}");
            }
        }
    }

    #[test]
    fn fitted_values_are_in_range_for_every_preset_and_part() {
        for preset in PRESETS {
            let recipe = preset.scene().unwrap().recipe;
            let layers = recipe.layers.iter().map(|layer| WeightedPart::Layer(layer.id));
            for part in
                layers.chain([WeightedPart::Rivers, WeightedPart::Erosion, WeightedPart::Plants])
            {
                for kind in MaskType::ALL {
                    let mut mask = Mask::new(1, kind.value);
                    mask.kind = fit(&mask.kind, &recipe, part, MeasuredArea::default());
                    for param in mask.kind.params() {
                        let value = (param.get)(&mask.kind);
                        let checked = param.kind.check(value.clone());
                        assert_eq!(checked, Ok(value), "{}: {}", preset.slug, param.key);
                    }
                }
            }
        }
    }

    #[test]
    fn a_new_height_mask_covers_all_of_the_lowest_layer() {
        let recipe = Recipe::default();
        let kind = MaskKind::new(MaskType::HeightBand);
        let part = WeightedPart::Layer(recipe.layers[0].id);
        let MaskKind::HeightBand(band) = fit(&kind, &recipe, part, MeasuredArea::default()) else {
            panic!("a band")
        };
        assert!(band.low_m < 0.0 && band.high_m > 0.0, "{band:?}: nothing lies below, at 0 m");
    }

    #[test]
    fn a_layer_mask_covers_high_land_and_a_disc_covers_the_view() {
        let mut recipe = hills(2000.0);
        recipe.layers.add(1, LayerKind::named("dunes").unwrap()).unwrap();
        let area = MeasuredArea { middle_m: [12_344.0, -777.0], half_side_m: 1800.0 };
        let mut kind = MaskKind::new(MaskType::OtherLayer);
        if let MaskKind::OtherLayer(other) = &mut kind {
            other.layer = 1;
        }
        let MaskKind::OtherLayer(other) = fit(&kind, &recipe, WeightedPart::Layer(2), area) else {
            panic!("a layer")
        };
        let heights = AreaSamples::of(&recipe_of_layer(&recipe, &recipe.layers[0]).unwrap(), area);
        let heights = heights.unwrap().sorted_heights();
        let above =
            |x: f64| heights.iter().filter(|h| **h > x).count() as f64 / heights.len() as f64;
        assert!(
            (above(other.low_m) - 0.5).abs() < 0.05 && (above(other.high_m) - 0.25).abs() < 0.05
        );
        let kind = MaskKind::new(MaskType::Distance);
        let MaskKind::Distance(disc) = fit(&kind, &recipe, WeightedPart::Layer(2), area) else {
            panic!("a disc")
        };
        assert_eq!((disc.east_m, disc.south_m, disc.radius_m), (12_340.0, -780.0, 900.0));
    }

    #[test]
    fn fitted_numbers_are_round() {
        assert_eq!([round_step(730.0), round_step(100.0), round_step(18.0)], [10.0, 1.0, 0.2]);
        assert_eq!(
            [rounded(123.4, 10.0), rounded(0.333, 0.01), rounded(-7.7, 5.0)],
            [120.0, 0.33, -10.0]
        );
    }
}
