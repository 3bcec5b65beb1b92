//! Statistics of heights and slopes, for comparing lands and detecting empty ones.

use crate::land::Land;
use crate::recipe::Recipe;

/// The statistics of a square of land.
///
/// ```
/// use orogen_terrain::statistics::{MeasuredSquare, Statistics};
/// use orogen_terrain::{Land, Recipe};
///
/// let recipe = Recipe::default();
/// let square = MeasuredSquare { middle_m: [0.0; 2], side_m: 4000.0, samples: 33, band_limit_m: 125.0 };
/// let statistics = Statistics::of(&recipe, &Land::new(&recipe)?, &square);
/// assert!(statistics.relief_m > 0.0);
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// The 95th percentile of the heights minus the 5th.
    pub relief_m: f64,
    /// The median height above the sea; negative if the median is under water.
    pub above_sea_m: f64,
    /// The share of places under water.
    pub water: f64,
    /// The mean slope in metres per metre.
    pub slope: f64,
    /// The 95th percentile of the slopes.
    pub steepest: f64,
    /// The share of places steeper than half of `steepest`; it is high for land with long walls.
    pub walls: f64,
    /// The hypsometric integral (Strahler 1952).
    ///
    /// It is the mean height on a scale from 0 at the 5th percentile to 1 at the 95th. Above one
    /// half, the land is high with valleys; below, it is low with hills.
    pub hypsometry: f64,
    /// The mean height difference over one sample spacing, divided by that over eight.
    ///
    /// It is 1 if all relief is detail, and 1/8 for even slopes.
    pub roughness: f64,
    /// The skewness of the heights' Laplacian.
    ///
    /// It is positive if valleys are sharper than ridges, negative if ridges are sharper.
    pub creases: f64,
    /// The preference of slopes for one axis: 0 without a preference, 1 if all slopes lie along it.
    pub grain: f64,
}

/// The square of land that is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredSquare {
    /// The centre: metres east and south of the origin.
    pub middle_m: [f64; 2],
    /// The side length.
    pub side_m: f64,
    /// The number of samples per side, at least 17.
    pub samples: usize,
    /// The band limit: octaves too fine for samples this far apart fade to their mean.
    ///
    /// With a limit below the square's sample spacing, slopes include detail between the samples.
    pub band_limit_m: f64,
}

/// The longer distance for `roughness`, in sample spacings.
const LONG_LAG: usize = 8;

impl Statistics {
    /// Measures a square of land.
    ///
    /// # Panics
    /// Panics if the square has fewer than 17 samples per side.
    pub fn of(recipe: &Recipe, land: &Land, square: &MeasuredSquare) -> Self {
        let &MeasuredSquare { middle_m, side_m, samples, band_limit_m } = square;
        assert!(samples > 2 * LONG_LAG, "{samples} samples per side");
        let spacing_m = side_m / (samples - 1) as f64;
        let line = |middle: f64| -> Vec<f64> {
            (0..samples).map(|i| middle - 0.5 * side_m + i as f64 * spacing_m).collect()
        };
        let lines = middle_m.map(line);
        let [heights, east, south] = land.fill_slopes_at([&lines[0], &lines[1]], band_limit_m);
        let gradients: Vec<[f64; 2]> =
            east.iter().zip(&south).map(|(x, z)| [f64::from(*x), f64::from(*z)]).collect();
        let heights: Vec<f64> = heights.into_iter().map(f64::from).collect();
        let sea_m = recipe.world.sea_level_m;
        let sorted = sorted(&heights);
        let [low, median, high] = [0.05, 0.5, 0.95].map(|fraction| quantile(&sorted, fraction));
        let relief_m = high - low;
        let relative = |h: &f64| (h.clamp(low, high) - low) / relief_m.max(1e-9);
        let slopes = self::sorted(&gradients.iter().map(|[x, z]| x.hypot(*z)).collect::<Vec<_>>());
        let steepest = quantile(&slopes, 0.95);
        let grid = SampledHeights { heights: &heights, samples };
        Self {
            relief_m,
            above_sea_m: median - sea_m,
            water: fraction(&heights, |h| *h <= sea_m),
            slope: mean(&slopes),
            steepest,
            walls: fraction(&slopes, |slope| *slope > 0.5 * steepest),
            hypsometry: mean(&heights.iter().map(relative).collect::<Vec<_>>()),
            roughness: grid.difference(1) / grid.difference(LONG_LAG).max(1e-9),
            creases: grid.creases(),
            grain: grain(&gradients),
        }
    }

    /// The statistics as named numbers on a common scale.
    ///
    /// Differences between two lands are comparable across these numbers.
    pub fn scaled(&self) -> [(&'static str, f64); 9] {
        [
            ("relief", self.relief_m.max(1.0).ln() / 0.3),
            ("height above the sea", self.above_sea_m / self.relief_m.max(1.0) / 0.25),
            ("water", self.water / 0.12),
            ("slope", self.slope.max(1e-3).ln() / 0.25),
            ("walls", self.walls / 0.08),
            ("hypsometry", self.hypsometry / 0.07),
            ("roughness", self.roughness.max(1e-3).ln() / 0.25),
            ("creases", self.creases / 0.8),
            ("grain", self.grain / 0.2),
        ]
    }
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

fn quantile(sorted: &[f64], fraction: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * fraction) as usize]
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn fraction(values: &[f64], predicate: impl Fn(&f64) -> bool) -> f64 {
    values.iter().filter(|value| predicate(value)).count() as f64 / values.len() as f64
}

/// The preference of gradients for an axis: the difference of the two eigenvalues of their
/// structure tensor, divided by the sum of both.
fn grain(gradients: &[[f64; 2]]) -> f64 {
    let sum = |term: fn(f64, f64) -> f64| gradients.iter().map(|[x, z]| term(*x, *z)).sum::<f64>();
    let (xx, zz, xz) = (sum(|x, _| x * x), sum(|_, z| z * z), sum(|x, z| x * z));
    (xx - zz).hypot(2.0 * xz) / (xx + zz).max(1e-12)
}

struct SampledHeights<'a> {
    heights: &'a [f64],
    samples: usize,
}

impl SampledHeights<'_> {
    /// The mean absolute difference of heights `lag` samples apart, to the east and to the south.
    fn difference(&self, lag: usize) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        for row in 0..self.samples - lag {
            for column in 0..self.samples - lag {
                let here = self.heights[row * self.samples + column];
                let east = self.heights[row * self.samples + column + lag];
                let south = self.heights[(row + lag) * self.samples + column];
                sum += (here - east).abs() + (here - south).abs();
                count += 2;
            }
        }
        sum / f64::from(count)
    }

    /// The skewness of the heights' Laplacian.
    fn creases(&self) -> f64 {
        let inner = 1..self.samples - 1;
        let at = |row: usize, column: usize| self.heights[row * self.samples + column];
        let mut laplacians = vec![];
        for row in inner.clone() {
            for column in inner.clone() {
                let around = at(row - 1, column) + at(row + 1, column) + at(row, column - 1);
                laplacians.push(around + at(row, column + 1) - 4.0 * at(row, column));
            }
        }
        let mean_laplacian = mean(&laplacians);
        let moment = |power: i32| {
            let sum = laplacians.iter().map(|x| (x - mean_laplacian).powi(power)).sum::<f64>();
            sum / laplacians.len() as f64
        };
        moment(3) / moment(2).max(1e-12).powf(1.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::PRESETS;
    use crate::scene::Scene;

    /// The smallest allowed difference of two presets, in the statistic that differs most.
    const MIN_DIFFERENCE: f64 = 1.0;

    /// Averages several squares of 10 km, so that no single valley decides.
    fn of_preset(scene: &Scene) -> Vec<(&'static str, f64)> {
        let land = Land::new(&scene.recipe).unwrap();
        let [x, _, z] = scene.view.camera.focus_m.unwrap_or_default();
        let squares = [[0.0, 0.0], [10_000.0, 0.0], [0.0, 10_000.0], [-10_000.0, -10_000.0]];
        let square = |[dx, dz]: [f64; 2]| MeasuredSquare {
            middle_m: [x + dx, z + dz],
            side_m: 10_000.0,
            samples: 129,
            band_limit_m: 80.0,
        };
        let all: Vec<_> = squares
            .iter()
            .map(|offset| Statistics::of(&scene.recipe, &land, &square(*offset)).scaled())
            .collect();
        let mean =
            |i: usize| all.iter().map(|numbers| numbers[i].1).sum::<f64>() / all.len() as f64;
        all[0].iter().enumerate().map(|(i, (name, _))| (*name, mean(i))).collect()
    }

    #[test]
    fn every_two_presets_differ_in_heights_or_slopes() {
        let all: Vec<_> = PRESETS
            .iter()
            .map(|preset| (preset.slug, of_preset(&preset.scene().unwrap())))
            .collect();
        let mut margins = vec![];
        for (i, (a, numbers)) in all.iter().enumerate() {
            for (b, others) in &all[..i] {
                let largest = numbers
                    .iter()
                    .zip(others)
                    .map(|((name, x), (_, y))| ((x - y).abs(), *name))
                    .max_by(|a, b| a.0.total_cmp(&b.0))
                    .unwrap();
                margins.push((largest, *a, *b));
            }
        }
        margins.sort_by(|a, b| a.0.0.total_cmp(&b.0.0));
        let closest: Vec<_> = margins.iter().take(8).collect();
        println!("the closest: {closest:?}");
        assert!(margins[0].0.0 > MIN_DIFFERENCE, "{closest:#?}\n{all:#?}");
    }

    #[test]
    fn flat_land_and_an_even_slope_have_known_statistics() {
        let mut flat = Recipe::default();
        flat.base_mut().shape.height_m = 0.0;
        let land = Land::new(&flat).unwrap();
        let numbers = Statistics::of(
            &flat,
            &land,
            &MeasuredSquare { middle_m: [0.0; 2], side_m: 1000.0, samples: 33, band_limit_m: 1.0 },
        );
        assert_eq!((numbers.relief_m, numbers.slope, numbers.water), (0.0, 0.0, 0.0));
        assert_eq!(numbers.above_sea_m, -flat.world.sea_level_m);
        assert_eq!(grain(&[[1.0, 0.0], [-2.0, 0.0]]), 1.0);
        assert!(grain(&[[1.0, 0.0], [0.0, 1.0]]) < 1e-12);
        let slope: Vec<f64> = (0..33 * 33).map(|i| f64::from(i % 33)).collect();
        let grid = SampledHeights { heights: &slope, samples: 33 };
        assert_eq!(grid.difference(8), 8.0 * grid.difference(1));
        assert_eq!(grid.creases(), 0.0);
    }
}
