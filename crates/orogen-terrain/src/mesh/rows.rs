//! A chunk's mesh, row by row, in loops that the compiler vectorises.
//!
//! The data of the coarser grid is computed once for every two rows and stretched to the fine
//! width. A vertex is eight words of 32 bits. The loops compute each word for a whole row, and
//! interleave the words at the end.

use super::fields::Fields;
use super::vertex::{Vertex, octahedral};
use crate::chunk::{CHUNK_CELLS, CHUNK_VERTICES, COARSE_SAMPLES, FINE_SAMPLES};
use crate::heightfield::ChunkField;
use orogen_noise::grid::{Interleave, Loops};

/// Vertices per side of the coarser grid.
const COARSE_VERTICES: usize = CHUNK_CELLS / 2 + 1;

// In a vertex, the lower half of a word comes first, as on little-endian machines.
#[cfg(target_endian = "big")]
compile_error!("meshes are laid out for little-endian machines");

/// The erosion masks of uneroded land: neither ridge nor gully, and not occluded.
const UNERODED: u32 = 128 << 8 | 128 << 16;

/// The steps of weights, in the lower five bits of a byte, and of the wetness, in its upper three bits.
const WEIGHT_STEPS: f32 = 31.0;
const WETNESS_STEPS: f32 = 7.0;

/// Makes a mesh and passes its rows to `put`, from north to south.
pub(super) struct MeshLoops<'a, P> {
    pub fields: Fields<'a>,
    pub spacing_m: f32,
    pub sea_level_m: f32,
    pub put: P,
    /// Receives the lowest and the highest y of all vertices.
    pub height_range_m: &'a mut [f32; 2],
}

impl<P: FnMut(&[Vertex])> Loops for MeshLoops<'_, P> {
    #[inline(always)]
    fn run(self, interleave: impl Interleave) {
        let Self { fields, spacing_m, sea_level_m, mut put, height_range_m } = self;
        let Fields { heights_m, weights, wetness, reliefs } = fields;
        let uneroded = if reliefs.is_none() { UNERODED } else { 0 };
        let mut range = Range {
            low: [f32::INFINITY; CHUNK_VERTICES],
            high: [f32::NEG_INFINITY; CHUNK_VERTICES],
        };
        let mut coarse = CoarseRow {
            beds: [0.0; CHUNK_VERTICES],
            normals: [0; CHUNK_VERTICES],
            masks: [0; CHUNK_VERTICES],
        };
        let mut normals = [0; CHUNK_VERTICES];
        let mut masks = [0; CHUNK_VERTICES];
        let mut heights = [0.0; CHUNK_VERTICES];
        let mut row = [[0; 8]; CHUNK_VERTICES];
        let x_m: [u32; CHUNK_VERTICES] = std::array::from_fn(|x| (x as f32 * spacing_m).to_bits());
        for z in 0..CHUNK_VERTICES {
            if z % 2 == 0 {
                coarse.make(
                    three_rows(&heights_m.coarse, COARSE_SAMPLES, z / 2),
                    2.0 * spacing_m,
                    sea_level_m,
                    uneroded,
                );
                range.include(&coarse.beds.map(|bed| clamp_to_sea(bed, sea_level_m)));
            }
            let rows = three_rows(&heights_m.fine, FINE_SAMPLES, z);
            let beds: &[f32; CHUNK_VERTICES] = inner(rows[1]);
            for (height, &bed) in heights.iter_mut().zip(beds) {
                *height = clamp_to_sea(bed, sea_level_m);
            }
            range.include(&heights);
            normals_of_row(rows, spacing_m, sea_level_m, &mut normals);
            masks_of_row(rows, spacing_m, uneroded, &mut masks);
            let mut coarse_masks = coarse.masks;
            let grids = [(FINE_SAMPLES, z), (COARSE_SAMPLES, z / 2)];
            if let Some(reliefs) = reliefs {
                for (relief, shift) in [(0, 8), (1, 16)] {
                    let [fine, coarse] = [0, 1].map(|grid: usize| match relief {
                        0 => &*reliefs[grid].ridge,
                        _ => &*reliefs[grid].occlusion,
                    });
                    let to_byte = |share: f32| 128.5 + 127.0 * share;
                    put_bytes(
                        [fine, coarse],
                        grids,
                        shift,
                        to_byte,
                        [&mut masks, &mut coarse_masks],
                    );
                }
            }
            if let Some(ChunkField { fine, coarse }) = weights {
                let to_bits = |weight: f32| WEIGHT_STEPS * weight + 0.5;
                put_bytes([fine, coarse], grids, 24, to_bits, [&mut masks, &mut coarse_masks]);
            }
            if let Some(ChunkField { fine, coarse }) = wetness {
                let to_bits = |wetness: f32| WETNESS_STEPS * wetness + 0.5;
                put_bytes([fine, coarse], grids, 29, to_bits, [&mut masks, &mut coarse_masks]);
            }
            let z_m = [(z as f32 * spacing_m).to_bits(); CHUNK_VERTICES];
            let [bed_m, coarse_m] = [beds, &coarse.beds].map(|column| bytemuck::cast_slice(column));
            interleave.interleave(
                [&x_m, bed_m, &z_m, coarse_m, &normals, &coarse.normals, &masks, &coarse_masks],
                &mut row,
            );
            put(bytemuck::cast_slice(&row));
        }
        *height_range_m = range.overall_range();
    }
}

/// Writes a byte, or some of its bits, per sample into the masks of a row, for both grids. `shift` is the
/// position in bits.
#[inline(always)]
fn put_bytes(
    [fine, coarse]: [&[f32]; 2],
    [(fine_samples, fine_row), (coarse_samples, coarse_row)]: [(usize, usize); 2],
    shift: u32,
    to_byte: impl Fn(f32) -> f32,
    [masks, coarse_masks]: [&mut [u32; CHUNK_VERTICES]; 2],
) {
    let fine: &[f32; CHUNK_VERTICES] = inner(three_rows(fine, fine_samples, fine_row)[1]);
    let coarse: &[f32; COARSE_VERTICES] = inner(three_rows(coarse, coarse_samples, coarse_row)[1]);
    let mut stretched = [0.0; CHUNK_VERTICES];
    stretch(coarse, &mut stretched);
    for (masks, samples) in [(masks, fine), (coarse_masks, &stretched)] {
        for (mask, sample) in masks.iter_mut().zip(samples) {
            *mask |= floor_to_byte(to_byte(*sample)) << shift;
        }
    }
}

/// The coarser grid's data for a row, stretched to the width of the fine grid.
struct CoarseRow {
    beds: [f32; CHUNK_VERTICES],
    normals: [u32; CHUNK_VERTICES],
    masks: [u32; CHUNK_VERTICES],
}

impl CoarseRow {
    #[inline(always)]
    fn make(&mut self, rows: [&[f32]; 3], spacing_m: f32, sea_level_m: f32, uneroded: u32) {
        let mut normals = [0; COARSE_VERTICES];
        normals_of_row(rows, spacing_m, sea_level_m, &mut normals);
        let mut masks = [0; COARSE_VERTICES];
        masks_of_row(rows, spacing_m, uneroded, &mut masks);
        let beds: &[f32; COARSE_VERTICES] = inner(rows[1]);
        stretch(&normals, &mut self.normals);
        stretch(&masks, &mut self.masks);
        stretch(beds, &mut self.beds);
    }
}

/// Doubles each number except the last. (Halving the index instead would compile to slow
/// gathers.)
#[inline(always)]
fn stretch<T: Copy>(coarse: &[T; COARSE_VERTICES], fine: &mut [T; CHUNK_VERTICES]) {
    let (pairs, last) = fine.as_chunks_mut::<2>();
    for (pair, &number) in pairs.iter_mut().zip(coarse) {
        *pair = [number; 2];
    }
    last[0] = coarse[COARSE_VERTICES - 1];
}

/// The lowest and the highest number in each column.
struct Range {
    low: [f32; CHUNK_VERTICES],
    high: [f32; CHUNK_VERTICES],
}

impl Range {
    #[inline(always)]
    fn include(&mut self, row: &[f32; CHUNK_VERTICES]) {
        for ((low, high), &y) in self.low.iter_mut().zip(&mut self.high).zip(row) {
            *low = if y < *low { y } else { *low };
            *high = if y > *high { y } else { *high };
        }
    }

    fn overall_range(&self) -> [f32; 2] {
        let low = self.low.iter().copied().fold(f32::INFINITY, f32::min);
        [low, self.high.iter().copied().fold(f32::NEG_INFINITY, f32::max)]
    }
}

/// A row of vertices of a grid with a border of one sample, with the rows above and below.
#[inline(always)]
fn three_rows(heights_m: &[f32], samples: usize, row: usize) -> [&[f32]; 3] {
    let start = row * samples;
    [0, 1, 2].map(|down| &heights_m[start + down * samples..][..samples])
}

/// A row without its border.
#[inline(always)]
fn inner<const N: usize>(row: &[f32]) -> &[f32; N] {
    numbers_from(row, 1)
}

/// N numbers beginning at `start`.
#[inline(always)]
fn numbers_from<const N: usize>(row: &[f32], start: usize) -> &[f32; N] {
    row[start..start + N].first_chunk().expect("a slice of this length")
}

/// Returns the maximum as [`f32::max`] does. Of two zeros with different signs, it may return either.
#[inline(always)]
fn clamp_to_sea(bed_m: f32, sea_level_m: f32) -> f32 {
    if bed_m > sea_level_m { bed_m } else { sea_level_m }
}

/// Octahedral normals by central differences, two numbers per word; straight up where the bed is at
/// or below the sea.
#[inline(always)]
fn normals_of_row<const N: usize>(
    [above, here, below]: [&[f32]; 3],
    spacing_m: f32,
    sea_m: f32,
    out: &mut [u32; N],
) {
    let (west, east): (&[f32; N], &[f32; N]) = (numbers_from(here, 0), numbers_from(here, 2));
    let (above, bed, below): (&[f32; N], &[f32; N], &[f32; N]) =
        (inner(above), inner(here), inner(below));
    for x in 0..N {
        let [u, v] = octahedral([west[x] - east[x], 2.0 * spacing_m, above[x] - below[x]]);
        let packed = u32::from(u as u16) | u32::from(v as u16) << 16;
        out[x] = if bed[x] <= sea_m { 0 } else { packed };
    }
}

/// Curvature masks. The curvature c is the second difference over the spacing; 1 is a kink of 45°.
/// A mask stores c / (1 + |c|), scaled so that its limits ±1 become 1 and 255, which distinguishes
/// kinks of any size. Each mask also gets `others`, the bits of the other masks.
#[inline(always)]
fn masks_of_row<const N: usize>(
    [above, here, below]: [&[f32]; 3],
    spacing_m: f32,
    others: u32,
    out: &mut [u32; N],
) {
    let (west, east): (&[f32; N], &[f32; N]) = (numbers_from(here, 0), numbers_from(here, 2));
    let (above, bed, below): (&[f32; N], &[f32; N], &[f32; N]) =
        (inner(above), inner(here), inner(below));
    for x in 0..N {
        let neighbours = west[x] + east[x] + above[x] + below[x];
        let convex = (bed[x] * 4.0 - neighbours) / spacing_m;
        out[x] = floor_to_byte(128.0 + 127.0 * (convex / (1.0 + convex.abs()))) | others;
    }
}

/// Rounds x, from 0 to 255, down to a whole number. Adding 2²³ leaves the rounded number in the
/// lowest bits. Float conversions would not vectorise, because of their range checks.
#[inline(always)]
fn floor_to_byte(x: f32) -> u32 {
    const TWO_TO_THE_23: f32 = 8_388_608.0;
    let nearest = x + TWO_TO_THE_23;
    let is_above = nearest - TWO_TO_THE_23 > x;
    (nearest.to_bits() & 0x1ff) - u32::from(is_above)
}
