//! Noise finer than the mesh, from integer cells of the world, as in the shader `detail.wgsl`.

/// The bits of a cell number that are hashed: the noise repeats after 2²⁰ cells.
const MASK: u32 = 0xfffff;

/// The constants of the hash, shared with the shader.
///
/// They are the factors of column and row, the number added to the row, and the two factors of the
/// final mixing.
pub const HASH_FACTORS: [u32; 5] =
    [0x9e37_79b1, 0x85eb_ca77, 0x1656_67b1, 0x2c1b_3c6d, 0x297a_2d39];

/// Hashes a cell to a word.
fn hash([x, y]: [u32; 2]) -> u32 {
    let [column, row, added, first, second] = HASH_FACTORS;
    let mut word = x.wrapping_mul(column) ^ y.wrapping_mul(row).wrapping_add(added);
    word = (word ^ (word >> 15)).wrapping_mul(first);
    word = (word ^ (word >> 12)).wrapping_mul(second);
    word ^ (word >> 15)
}

fn gradient(cell: [u32; 2]) -> [f32; 2] {
    let word = hash(cell.map(|c| c & MASK));
    [word & 0xffff, word >> 16].map(|half| half as f32 / 32767.5 - 1.0)
}

fn fade(t: f32) -> f32 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

fn mix(a: f32, b: f32, share: f32) -> f32 {
    a + (b - a) * share
}

/// Gradient noise within about ±1 at a place. `place` is in cells, counted from the cell `first`.
pub fn value(place: [f32; 2], first: [u32; 2]) -> f32 {
    let floored = place.map(f32::floor);
    let f = [place[0] - floored[0], place[1] - floored[1]];
    let cell = [0, 1].map(|i| (floored[i] as i32 as u32).wrapping_add(first[i]));
    Edges::new(cell, f[1]).at(f[0])
}

/// A cell along one row. The noise is a fade between a line from its western edge and a line from
/// its eastern edge.
#[derive(Clone, Copy)]
struct Edges {
    /// The value of the edge's line at the edge, and the slope of the line to the east.
    west: [f32; 2],
    east: [f32; 2],
}

impl Edges {
    /// `down` is the row's distance from the northern edge of the cell, in cells.
    fn new([x, y]: [u32; 2], down: f32) -> Self {
        let share = fade(down);
        let edge = |x: u32| {
            let [above, below] = [gradient([x, y]), gradient([x, y.wrapping_add(1)])];
            [mix(above[1] * down, below[1] * (down - 1.0), share), mix(above[0], below[0], share)]
        };
        Self { west: edge(x), east: edge(x.wrapping_add(1)) }
    }

    #[inline(always)]
    fn at(&self, f: f32) -> f32 {
        let west = self.west[0] + self.west[1] * f;
        let east = self.east[0] + self.east[1] * (f - 1.0);
        1.5 * mix(west, east, fade(f))
    }
}

/// The weight, from 0 to 1, of noise with cells of 2^`log2` metres in samples that cover
/// `footprint_m`.
fn resolved(log2: i32, footprint_m: f32) -> f32 {
    let share = ((footprint_m / (log2 as f32).exp2() - 0.25) / 0.25).clamp(0.0, 1.0);
    1.0 - share * share * (3.0 - 2.0 * share)
}

/// Computes noise with cells of 2^`log2` metres along a row.
///
/// Calls `visit` with the index of each column and the value there. Does nothing if the noise is too
/// fine for samples that are `footprint_m` wide.
pub fn noise_of_row(
    columns_m: &[f64],
    row_m: f64,
    log2: i32,
    footprint_m: f32,
    mut visit: impl FnMut(usize, f32),
) {
    let weight = resolved(log2, footprint_m);
    if weight <= 0.0 {
        return;
    }
    let cells_per_m = (-f64::from(log2)).exp2();
    let z = row_m * cells_per_m;
    let (row, down) = (z.floor(), (z - z.floor()) as f32);
    let (mut cell, mut edges) = (f64::NAN, None);
    for (i, x_m) in columns_m.iter().enumerate() {
        let x = x_m * cells_per_m;
        let floored = x.floor();
        if floored != cell {
            cell = floored;
            edges = Some(Edges::new([cell as i64 as u32, row as i64 as u32], down));
        }
        if let Some(edges) = &edges {
            visit(i, weight * edges.at((x - floored) as f32));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The noise of the shader, from the four corners of a cell.
    fn shader(position: [f32; 2], first: [u32; 2]) -> f32 {
        let floored = position.map(f32::floor);
        let f = [position[0] - floored[0], position[1] - floored[1]];
        let cell = [0, 1].map(|i| (floored[i] as i32 as u32).wrapping_add(first[i]));
        let corner = |dx: u32, dy: u32| {
            let g = gradient([cell[0].wrapping_add(dx), cell[1].wrapping_add(dy)]);
            g[0] * (f[0] - dx as f32) + g[1] * (f[1] - dy as f32)
        };
        let u = f.map(fade);
        let row = |dy| mix(corner(0, dy), corner(1, dy), u[0]);
        1.5 * mix(row(0), row(1), u[1])
    }

    #[test]
    fn rows_have_the_noise_of_the_shader() {
        let columns_m: Vec<f64> = (0..200).map(|i| f64::from(i) * 0.75 - 70.0).collect();
        for (log2, row_m) in [(6, -3.5), (4, 17.25), (1, 100.0)] {
            let mut count = 0;
            noise_of_row(&columns_m, row_m, log2, 0.01, |i, value| {
                let scale = (-(log2 as f32)).exp2();
                let expected = shader([columns_m[i] as f32 * scale, row_m as f32 * scale], [0; 2]);
                assert!((value - expected).abs() < 1e-4, "{log2}, {i}: {value} for {expected}");
                count += 1;
            });
            assert_eq!(count, columns_m.len());
        }
        noise_of_row(&columns_m, 0.0, 1, 1.0, |_, _| {
            panic!("two samples per cell cannot hold the noise")
        });
    }

    /// The expected value follows the shader's steps, in their order.
    #[test]
    fn hashes_equal_those_of_the_shader() {
        let mut word = 0x1656_67b1_u32;
        word = (word ^ (word >> 15)).wrapping_mul(0x2c1b_3c6d);
        word = (word ^ (word >> 12)).wrapping_mul(0x297a_2d39);
        assert_eq!(hash([0, 0]), word ^ (word >> 15));
    }
}
