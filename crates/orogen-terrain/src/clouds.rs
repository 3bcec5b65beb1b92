//! The noise of clouds: a 3D texture that tiles in all directions. Shaders sample it at several
//! scales.
//!
//! Heaps are Perlin noise, raised by cellular noise so that they bulge (Schneider 2015, "The
//! real-time volumetric cloudscapes of Horizon: Zero Dawn"). Each value is replaced by its rank.
//! Ranks are evenly distributed, so the share of the sky that clouds cover can serve as a
//! threshold.

use std::sync::OnceLock;

use rayon::prelude::*;

use orogen_noise::hash::avalanche;

/// Texels along each of the two horizontal axes.
pub const WIDTH: usize = 128;
/// Texels along the vertical axis, which is the outermost in memory.
pub const HEIGHT: usize = 32;
/// The number of mip levels.
///
/// They are the texture itself and seven copies, each half as wide and high as the level before.
pub const MIPS: usize = 8;

/// The four values of a texel.
///
/// They are heaps, billows that fray the heaps, broad patches and streaks. The last two are the
/// same at all heights.
pub type Texel = [u8; 4];

/// Returns all mip levels, the largest first.
///
/// They are made once, on all cores, in about a tenth of a second.
pub fn noise() -> &'static [Texel] {
    static NOISE: OnceLock<Vec<Texel>> = OnceLock::new();
    NOISE.get_or_init(|| with_mip_levels(largest_level()))
}

/// The width and height of a mip level.
fn size(mip: usize) -> [usize; 2] {
    [WIDTH, HEIGHT].map(|side| (side >> mip).max(1))
}

/// Computes the largest mip level.
fn largest_level() -> Vec<Texel> {
    let points = [8, 16, 32].map(CellPoints::new);
    let rows = |layers: usize| {
        (0..WIDTH * layers).into_par_iter().map(|row| [row % WIDTH, row / WIDTH].map(middle))
    };
    let solid: Vec<[Row; 2]> = rows(HEIGHT).map(|at| heaps_and_billows(at, &points)).collect();
    let flat: Vec<[Row; 2]> = rows(1).map(patches_and_streaks).collect();
    let channel = |rows: &[[Row; 2]], c: usize| {
        ranks(&rows.iter().flat_map(|row| row[c]).collect::<Vec<_>>())
    };
    let [heaps, billows] = [0, 1].map(|c| channel(&solid, c));
    let [patches, streaks] = [0, 1].map(|c| channel(&flat, c));
    let texel = |i: usize| {
        let in_layer = i % (WIDTH * WIDTH);
        [heaps[i], billows[i], patches[in_layer], streaks[in_layer]]
    };
    (0..heaps.len()).map(texel).collect()
}

/// Values of the texels of a row along the first axis.
type Row = [f32; WIDTH];

/// The middle of a texel on an axis, in widths of the texture.
fn middle(index: usize) -> f32 {
    (index as f32 + 0.5) * (1.0 / WIDTH as f32)
}

/// Heaps and billows of a row. `at` is its place on the other two axes, in widths of the texture.
fn heaps_and_billows(at: [f32; 2], points: &[CellPoints; 3]) -> [Row; 2] {
    let mut perlin = [0.0; WIDTH];
    for (octave, weight) in [(0, 0.57), (1, 0.29), (2, 0.14)] {
        let noise = gradient_noise(at, 4 << octave, octave);
        perlin.iter_mut().zip(noise).for_each(|(sum, noise)| *sum += weight * noise);
    }
    let [broad, medium, fine] = points.each_ref().map(|points| points.nearest(at));
    let mut both = [[0.0; WIDTH]; 2];
    for i in 0..WIDTH {
        let perlin = (0.5 + 0.75 * perlin[i]).clamp(0.0, 1.0);
        let [broad, medium, fine] = [broad, medium, fine].map(|row| 1.0 - row[i]);
        let bulges = 0.625 * broad + 0.25 * medium + 0.125 * fine;
        // The cells lift the Perlin noise, and their finer octaves erode it.
        let lifted = bulges + perlin * (1.0 - bulges);
        both[0][i] = lifted + perlin - 0.35 * (1.0 - medium) - 0.2 * (1.0 - fine);
        both[1][i] = 0.6 * medium + 0.4 * fine;
    }
    both
}

/// Patches and streaks of a row. Streaks are the thin lines along which noise is about 0.
fn patches_and_streaks(at: [f32; 2]) -> [Row; 2] {
    let mut both = [[0.0; WIDTH]; 2];
    let mut weight = 1.0;
    for octave in 0..5 {
        let [patches, streaks] = [8, 16].map(|seed| gradient_noise(at, 4 << octave, seed + octave));
        for i in 0..WIDTH {
            both[0][i] += weight * patches[i];
            both[1][i] += weight * (1.0 - streaks[i].abs());
        }
        weight *= 0.5;
    }
    both
}

/// The hash of a lattice point. It repeats after `cells` cells (a power of two) horizontally, and
/// after a quarter as many vertically.
fn hash_point(cell: [i32; 3], cells: i32, seed: u32) -> u32 {
    let [x, y, z] = wrap(cell, cells).map(|c| c as u32);
    avalanche(x | y << 8 | z << 16 | seed << 24)
}

fn wrap([x, y, z]: [i32; 3], cells: i32) -> [i32; 3] {
    [x & (cells - 1), y & (cells - 1), z & (cells / 4 - 1)]
}

/// Splits a coordinate, in widths of the texture, into its cell and the place in that cell, from 0
/// to 1.
fn split(at: f32, cells: i32) -> (i32, f32) {
    let scaled = at * cells as f32;
    // Places are never negative.
    let cell = scaled as i32;
    (cell, scaled - cell as f32)
}

/// The place of each texel of a row in its cell, from 0 to 1.
fn places_in_cells(cells: i32) -> Row {
    std::array::from_fn(|i| split(middle(i), cells).1)
}

/// Perlin noise in three dimensions with twelve gradients, within about ±1, along a row.
fn gradient_noise(at: [f32; 2], cells: i32, seed: u32) -> Row {
    let [(row, fy), (layer, fz)] = at.map(|c| split(c, cells));
    let fade = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let fades = [fy, fz].map(fade);
    let places = places_in_cells(cells);
    let mut values = [0.0; WIDTH];
    let texels_per_cell = WIDTH / cells as usize;
    for (column, (values, places)) in
        values.chunks_mut(texels_per_cell).zip(places.chunks(texels_per_cell)).enumerate()
    {
        // The texels of a cell share its eight gradients.
        let gradients: [[f32; 3]; 8] = std::array::from_fn(|i| {
            let step = [i & 1, i >> 1 & 1, i >> 2].map(|step| step as i32);
            let cell = [column as i32 + step[0], row + step[1], layer + step[2]];
            gradient(hash_point(cell, cells, seed))
        });
        for (value, x) in values.iter_mut().zip(places) {
            let corner = |i: usize| {
                let [gx, gy, gz] = gradients[i];
                let [y, z] = [fy - (i >> 1 & 1) as f32, fz - (i >> 2) as f32];
                gx * (x - (i & 1) as f32) + gy * y + gz * z
            };
            let mix = |a: f32, b: f32, weight: f32| a + (b - a) * weight;
            let edge = |i: usize| mix(corner(i), corner(i + 1), fade(*x));
            *value =
                mix(mix(edge(0), edge(2), fades[0]), mix(edge(4), edge(6), fades[0]), fades[1]);
        }
    }
    values
}

/// The gradient of a hash: two coordinates are ±1, the third is 0.
fn gradient(hash: u32) -> [f32; 3] {
    let [first, second] = [0, 1].map(|bit| if hash >> bit & 1 == 0 { 1.0 } else { -1.0 });
    match hash >> 8 & 0xff {
        0..85 => [first, second, 0.0],
        85..170 => [0.0, first, second],
        _ => [second, 0.0, first],
    }
}

/// Cellular noise: a random point in each cell (Worley 1996).
struct CellPoints {
    cells: i32,
    /// The place of each cell's point in its cell, from 0 to 1.
    places: Vec<[f32; 3]>,
}

impl CellPoints {
    fn new(cells: i32) -> Self {
        let point = |i: i32| {
            let cell = [i % cells, i / cells % cells, i / (cells * cells)];
            let hash = hash_point(cell, cells, 64 + cells as u32);
            [0, 10, 20].map(|bits| (hash >> bits & 0x3ff) as f32 / 1023.0)
        };
        Self { cells, places: (0..cells * cells * (cells / 4)).map(point).collect() }
    }

    /// The distances from the texels of a row to their nearest points, in cells and at most 1.
    fn nearest(&self, at: [f32; 2]) -> Row {
        let [(row, fy), (layer, fz)] = at.map(|c| split(c, self.cells));
        let places = places_in_cells(self.cells);
        // First the squares of the distances.
        let mut nearest = [1.0f32; WIDTH];
        let texels_per_cell = WIDTH / self.cells as usize;
        for (column, (nearest, places)) in
            nearest.chunks_mut(texels_per_cell).zip(places.chunks(texels_per_cell)).enumerate()
        {
            // The texels of a cell share the points of the 27 cells around.
            for i in 0..27 {
                let step = [i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1];
                let cell = [column as i32 + step[0], row + step[1], layer + step[2]];
                let [x, y, z] = wrap(cell, self.cells);
                let point = self.places[(x + self.cells * (y + self.cells * z)) as usize];
                let [px, py, pz]: [f32; 3] = std::array::from_fn(|c| step[c] as f32 + point[c]);
                let [y, z] = [py - fy, pz - fz];
                for (nearest, place) in nearest.iter_mut().zip(places) {
                    let x = px - place;
                    *nearest = nearest.min(x * x + y * y + z * z);
                }
            }
        }
        nearest.map(f32::sqrt)
    }
}

/// Replaces each value by the share of smaller values, from 0 to 255.
fn ranks(values: &[f32]) -> Vec<u8> {
    // A histogram is faster than sorting and fine enough for ranks of 8 bits.
    const STEPS: usize = 4096;
    let low = values.iter().copied().fold(f32::INFINITY, f32::min);
    let high = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let step = |value: f32| ((value - low) / (high - low).max(1e-6) * (STEPS - 1) as f32) as usize;
    let mut below = vec![0usize; STEPS];
    values.iter().for_each(|value| below[step(*value)] += 1);
    let mut sum = 0;
    for count in &mut below {
        sum += *count;
        *count = sum - *count / 2;
    }
    values.iter().map(|value| (255 * below[step(*value)] / values.len().max(1)) as u8).collect()
}

/// Appends the mip levels. Each texel is the mean of eight texels of the level before.
fn with_mip_levels(mut all: Vec<Texel>) -> Vec<Texel> {
    let mut begin = 0;
    for mip in 1..MIPS {
        let ([from_width, from_height], [width, height]) = (size(mip - 1), size(mip));
        let end = all.len();
        for i in 0..width * width * height {
            let place = [i % width, i / width % width, i / (width * width)];
            let mut sum = [0u32; 4];
            for corner in 0..8 {
                let step = [corner & 1, corner >> 1 & 1, corner >> 2];
                let [x, y] = [0, 1].map(|c| (2 * place[c] + step[c]).min(from_width - 1));
                let z = (2 * place[2] + step[2]).min(from_height - 1);
                let texel = all[begin + x + from_width * (y + from_width * z)];
                (0..4).for_each(|c| sum[c] += u32::from(texel[c]));
            }
            all.push(sum.map(|sum| ((sum + 4) / 8) as u8));
        }
        begin = end;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn largest_level() -> &'static [Texel] {
        &noise()[..WIDTH * WIDTH * HEIGHT]
    }

    #[test]
    fn a_threshold_selects_its_share_of_the_texels() {
        for channel in 0..4 {
            for share in [0.1, 0.35, 0.8] {
                let is_above = |texel: &&Texel| f64::from(texel[channel]) > 255.0 * (1.0 - share);
                let count = largest_level().iter().filter(is_above).count();
                let found = count as f64 / largest_level().len() as f64;
                assert!((found - share).abs() < 0.02, "{channel}: {found} for {share}");
            }
        }
    }

    #[test]
    fn mip_levels_keep_the_mean_and_end_with_one_texel() {
        let sizes: Vec<usize> = (0..MIPS).map(|mip| size(mip)[0].pow(2) * size(mip)[1]).collect();
        assert_eq!((noise().len(), sizes[MIPS - 1]), (sizes.iter().sum(), 1));
        let last = noise()[noise().len() - 1];
        assert!(last.iter().all(|value| (120..136).contains(value)), "{last:?}");
    }

    #[test]
    fn the_clouds_have_the_same_bits_on_every_machine() {
        let bytes: Vec<u8> = largest_level().iter().flatten().copied().collect();
        assert_eq!(
            orogen_noise::hash::fnv1a(&bytes),
            0xd120_045f_8b2b_63b8,
            "clouds would lie elsewhere"
        );
    }
}
