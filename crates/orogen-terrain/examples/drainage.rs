//! Measures how well lands drain: `scripts/drainage PRESET_OR_FILE...`.
//!
//! Two grids are measured: 16 km at 16 m and 4 km at 4 m. Water flows down the steepest
//! slope to one of eight neighbours (D8). It leaves over the grid's border, into the sea and into
//! lakes.
//!
//! Each line has these numbers:
//! - the share of descents that end in a pit, in percent;
//! - the share of the land's samples that lie more than 1 m below the overflow level of a closed
//!   basin, in percent;
//! - the concavity θ (slope ∝ area^−θ);
//! - the number of streams of each Strahler order, from 1;
//! - the ratio of each number to the next.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::process::ExitCode;

use orogen_terrain::recipe::Recipe;
use orogen_terrain::{Land, Scene, preset};

/// Samples along a side of a grid.
const SIDE: usize = 1024;

/// Random places whose descents are followed.
const DESCENTS: u32 = 10_000;

/// A stream begins where this much land drains through a sample, in km².
const STREAM_KM2: f64 = 0.1;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.is_empty() {
        arguments = river_presets();
    }
    if arguments.is_empty() {
        eprintln!("error: no preset has rivers; name a preset or a recipe file");
        return ExitCode::FAILURE;
    }
    println!("recipe; grid; pits %; in basins %; concavity; streams by order; ratios of these");
    for name in &arguments {
        let recipe = match read(name) {
            Ok(recipe) => recipe,
            Err(error) => {
                eprintln!("error: {name}: {error}");
                return ExitCode::FAILURE;
            }
        };
        let land = match Land::new(&recipe) {
            Ok(land) => land,
            Err(error) => {
                eprintln!("error: {name}: {error}");
                return ExitCode::FAILURE;
            }
        };
        for spacing_m in [16.0, 4.0] {
            let grid = Grid::new(&land, recipe.world.sea_level_m, spacing_m);
            println!("{name}; {spacing_m} m; {}", grid.measure());
        }
    }
    ExitCode::SUCCESS
}

/// The slugs of the presets that have rivers.
fn river_presets() -> Vec<String> {
    let has_rivers = |preset: &&preset::Preset| preset.scene().is_ok_and(|s| s.recipe.rivers.on);
    preset::PRESETS.iter().filter(has_rivers).map(|preset| preset.slug.to_owned()).collect()
}

fn read(name: &str) -> Result<Recipe, String> {
    if let Some(preset) = preset::PRESETS.iter().find(|preset| preset.slug == name) {
        return preset.scene().map(|scene| scene.recipe).map_err(|error| error.to_string());
    }
    let text = std::fs::read_to_string(name).map_err(|error| error.to_string())?;
    Scene::from_toml(&text).map(|scene| scene.recipe).map_err(|error| error.to_string())
}

/// Heights on a square grid around the origin.
struct Grid {
    spacing_m: f64,
    heights_m: Vec<f64>,
    /// True where water leaves the grid: on the border, in the sea and in lakes.
    outlets: Vec<bool>,
}

impl Grid {
    fn new(land: &Land, sea_level_m: f64, spacing_m: f64) -> Self {
        let line: Vec<f64> =
            (0..SIDE).map(|i| (i as f64 - SIDE as f64 / 2.0) * spacing_m).collect();
        let heights_m: Vec<f64> =
            land.fill_at([&line, &line], spacing_m).into_iter().map(f64::from).collect();
        let outlets = (0..SIDE * SIDE).map(|i| {
            let (column, row) = (i % SIDE, i / SIDE);
            let place_m = [line[column], line[row]];
            let height_m = heights_m[i];
            let is_lake = || {
                let water = land.water(place_m, spacing_m, height_m);
                let standing = water.filter(|water| water.flow_m_s == [0.0; 2]);
                standing.is_some_and(|water| water.level_m >= height_m)
            };
            let is_border = |c: usize| c == 0 || c == SIDE - 1;
            is_border(column) || is_border(row) || height_m <= sea_level_m || is_lake()
        });
        let outlets = outlets.collect();
        Self { spacing_m, heights_m, outlets }
    }

    /// The neighbours of a sample with their distances in samples.
    fn around(index: usize) -> impl Iterator<Item = (usize, f64)> {
        let (column, row) = ((index % SIDE) as i64, (index / SIDE) as i64);
        (-1..=1).flat_map(move |z| (-1..=1).map(move |x| (x, z))).filter_map(move |(x, z)| {
            let (column, row) = (column + x, row + z);
            let inside = 0..SIDE as i64;
            let is_neighbour =
                (x, z) != (0, 0) && inside.contains(&column) && inside.contains(&row);
            let distance = if x != 0 && z != 0 { std::f64::consts::SQRT_2 } else { 1.0 };
            is_neighbour.then_some(((row * SIDE as i64 + column) as usize, distance))
        })
    }

    /// The neighbour down the steepest slope, and that slope; `None` in a pit.
    fn receiver(&self, heights_m: &[f64], index: usize) -> Option<(usize, f64)> {
        let slopes = Self::around(index).map(|(to, distance)| {
            (to, (heights_m[index] - heights_m[to]) / (distance * self.spacing_m))
        });
        slopes.filter(|(_, slope)| *slope > 0.0).max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The share of descents from random places that end in a pit.
    fn pits(&self) -> f64 {
        let mut state = 1_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % (SIDE * SIDE)
        };
        let (mut pits, mut all) = (0, 0);
        while all < DESCENTS {
            let mut index = next();
            if self.outlets[index] {
                continue;
            }
            all += 1;
            while !self.outlets[index] {
                match self.receiver(&self.heights_m, index) {
                    Some((to, _)) => index = to,
                    None => {
                        pits += 1;
                        break;
                    }
                }
            }
        }
        f64::from(pits) / f64::from(all)
    }

    /// Returns the heights with closed basins raised to the level at which they overflow, and the
    /// samples in the order in which the flood from the outlets reaches them.
    ///
    /// It is a priority flood, which rises by at least 0.1 mm with each sample.
    fn filled(&self) -> (Vec<f64>, Vec<usize>) {
        let mut filled_m = vec![f64::INFINITY; SIDE * SIDE];
        let mut queue = BinaryHeap::new();
        let key = |height_m: f64, index: usize| Reverse((Ordered(height_m), index));
        for index in (0..SIDE * SIDE).filter(|index| self.outlets[*index]) {
            filled_m[index] = self.heights_m[index];
            queue.push(key(filled_m[index], index));
        }
        let mut order = vec![];
        while let Some(Reverse((_, index))) = queue.pop() {
            order.push(index);
            for (to, _) in Self::around(index) {
                if filled_m[to] == f64::INFINITY {
                    filled_m[to] = self.heights_m[to].max(filled_m[index] + 1e-4);
                    queue.push(key(filled_m[to], to));
                }
            }
        }
        (filled_m, order)
    }

    fn measure(&self) -> String {
        let pits = 100.0 * self.pits();
        let (filled_m, order) = self.filled();
        let land = self.outlets.iter().filter(|outlet| !**outlet).count();
        let deep = (0..SIDE * SIDE).filter(|i| filled_m[*i] - self.heights_m[*i] > 1.0).count();
        let basins = 100.0 * deep as f64 / land as f64;
        let cell_km2 = (self.spacing_m / 1000.0).powi(2);
        let mut area_km2 = vec![cell_km2; SIDE * SIDE];
        let mut slopes = vec![];
        let mut streams = Streams::new();
        for index in order.into_iter().rev().filter(|index| !self.outlets[*index]) {
            let Some((to, slope)) = self.receiver(&filled_m, index) else { continue };
            area_km2[to] += area_km2[index];
            slopes.push((area_km2[index], slope));
            if area_km2[index] >= STREAM_KM2 {
                streams.flow(index, to);
            }
        }
        let counts = streams.counts();
        let ratios: Vec<String> =
            counts.windows(2).map(|n| format!("{:.1}", n[0] as f64 / n[1].max(1) as f64)).collect();
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        format!(
            "{pits:.2}; {basins:.2}; {:.2}; {}; {}",
            concavity(slopes),
            counts.join(" "),
            ratios.join(" ")
        )
    }
}

/// A height that can be ordered.
#[derive(PartialEq)]
struct Ordered(f64);

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// Streams by Strahler's order: two streams of one order make one of the next.
struct Streams {
    /// For each sample: the highest order of its inflows so far, and the number of inflows of that order.
    inflows: Vec<[u8; 2]>,
    counts: [usize; 16],
}

impl Streams {
    fn new() -> Self {
        Self { inflows: vec![[0; 2]; SIDE * SIDE], counts: [0; 16] }
    }

    /// Adds a sample of a stream. Samples upstream must have been added before.
    fn flow(&mut self, index: usize, to: usize) {
        let order = match self.inflows[index] {
            [0, _] => {
                self.counts[1] += 1;
                1
            }
            [order, 1] => order,
            [order, _] => {
                self.counts[usize::from(order) + 1] += 1;
                order + 1
            }
        };
        let inflow = &mut self.inflows[to];
        *inflow = match inflow[0].cmp(&order) {
            std::cmp::Ordering::Less => [order, 1],
            std::cmp::Ordering::Equal => [order, inflow[1].saturating_add(1)],
            std::cmp::Ordering::Greater => *inflow,
        };
    }

    /// The number of streams of each order from 1 on.
    fn counts(&self) -> Vec<usize> {
        self.counts[1..].iter().copied().take_while(|count| *count > 0).collect()
    }
}

/// The exponent θ of slope ∝ area^−θ.
///
/// Samples are grouped by drained area into 8 classes, from 0.1 to 16 km² in equal steps of the
/// logarithm. θ is the negative slope of the line fitted through the classes' mean logarithms of
/// area and of slope. Classes of fewer than 20 samples are left out.
fn concavity(slopes: Vec<(f64, f64)>) -> f64 {
    const CLASSES: usize = 8;
    let [from, to] = [0.1_f64, 16.0].map(f64::ln);
    let mut sums = [(0.0, 0.0, 0); CLASSES];
    for (area_km2, slope) in slopes {
        let class = (area_km2.ln() - from) / (to - from) * CLASSES as f64;
        if (0.0..CLASSES as f64).contains(&class) {
            let sum = &mut sums[class as usize];
            *sum = (sum.0 + area_km2.ln(), sum.1 + slope.max(1e-5).ln(), sum.2 + 1);
        }
    }
    let means: Vec<(f64, f64)> = sums
        .iter()
        .filter(|sum| sum.2 >= 20)
        .map(|sum| (sum.0 / f64::from(sum.2), sum.1 / f64::from(sum.2)))
        .collect();
    let count = means.len() as f64;
    let [x0, y0] = [|m: &(f64, f64)| m.0, |m: &(f64, f64)| m.1]
        .map(|coordinate| means.iter().map(coordinate).sum::<f64>() / count);
    let xy: f64 = means.iter().map(|(x, y)| (x - x0) * (y - y0)).sum();
    let xx: f64 = means.iter().map(|(x, _)| (x - x0) * (x - x0)).sum();
    -xy / xx
}
