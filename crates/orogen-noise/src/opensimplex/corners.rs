//! The corners of OpenSimplex2(S), for observers.
//!
//! The crate returns only the value. So this module repeats its arithmetic step by step: in f32, in
//! the same order and with the same constants. The sum of the corners' contributions, in f32 from
//! the first to the last, is the crate's value to the last bit; tests compare both in 2D and 3D.
//! Gradients are already divided by the normaliser, as in the crate.
//!
//! In 3D there are two cubic lattices, rotated so that the z axis is their diagonal. The second
//! lattice lies half a cell before the first along every axis: its point (i, j, k) is at (i − ½,
//! j − ½, k − ½). It has another seed, so its corners have other numbers.

use super::{DIRECTIONS, HASH_MULTIPLIER, OpenSimplexKind, PRIMES, directions, is_out_of_range};
use crate::hash::Seed;
use crate::lookup::{Lookup, Pick};
use crate::observer::{Corner, Observer, Skewed};

/// (√3 − 1)/2 and −(3 − √3)/6, in the crate's digits.
const SKEW: f64 = 0.366025403784439;
const UNSKEW: f64 = -0.21132486540518713;
/// 1/√3, in the crate's digits.
const ROOT_THIRD: f64 = 0.577350269189626;

const PRIME_Z: u64 = 0x5bcc_226e_9fa0_bacb;
/// The second lattice's seed in 3D is the first lattice's seed xor this number.
const SEED_FLIP: u64 = 0x52d5_47b2_e96e_d629_u64.wrapping_neg();

/// Reports the corners of [`super::noise2`] to `observer`.
pub fn report2(kind: OpenSimplexKind, seed: Seed, [x, y]: [f64; 2], observer: &mut dyn Observer) {
    if is_out_of_range(&[x, y]) {
        return;
    }
    let shift = SKEW * (x + y);
    let skewed = [x + shift, y + shift];
    let base = skewed.map(floor);
    let [u, v] = [0, 1].map(|axis| (skewed[axis] - f64::from(base[axis])) as f32);
    let unskew_shift = (u + v) * UNSKEW as f32;
    let lowest_offset = [u + unskew_shift, v + unskew_shift];

    let radius2 = match kind {
        OpenSimplexKind::Fast => 0.5,
        OpenSimplexKind::Smooth => 2.0f32 / 3.0,
    };
    observer.cell(&base.map(i64::from), &lowest_offset.map(f64::from));
    let origin = [x - f64::from(lowest_offset[0]), y - f64::from(lowest_offset[1])];
    observer.skewed(Skewed {
        skew: SKEW,
        unskew: -UNSKEW,
        skewed: &skewed,
        origin: &origin,
        ranks: &[],
        radius2: f64::from(radius2),
    });
    observer.single_precision();

    let mut report = |step: [i32; 2], falloff: Option<f32>| {
        let step_shift = f64::from(step[0] + step[1]) * UNSKEW;
        let offset =
            [0, 1].map(|axis| lowest_offset[axis] - (f64::from(step[axis]) + step_shift) as f32);
        let falloff = falloff.unwrap_or(radius2 - offset[0] * offset[0] - offset[1] * offset[1]);
        let cell = [0, 1].map(|axis| i64::from(base[axis]) + i64::from(step[axis]));
        let gradient = |number: u32| gradient2(kind, number);
        report_surflet(observer, seed.0, &cell, (offset, falloff), (DIRECTIONS as u32, gradient));
        falloff
    };
    let first = report([0, 0], None);
    // The author's shortcut computes the opposite corner's falloff from the first corner's
    let diagonal = 1.0 + 2.0 * UNSKEW;
    let slope = (2.0 * diagonal * (1.0 / UNSKEW + 2.0)) as f32;
    report([1, 1], Some(slope * unskew_shift + ((-2.0 * diagonal * diagonal) as f32 + first)));
    for step in further_steps(kind, [u, v], unskew_shift) {
        report(step, None);
    }
}

/// The steps to the corners after the two on the diagonal: one, or two in OpenSimplex2S.
fn further_steps(kind: OpenSimplexKind, [u, v]: [f32; 2], unskew_shift: f32) -> Vec<[i32; 2]> {
    if kind == OpenSimplexKind::Fast {
        let [dx, dy] = [u + unskew_shift, v + unskew_shift];
        return vec![if dy > dx { [0, 1] } else { [1, 0] }];
    }
    let difference = u - v;
    if unskew_shift < UNSKEW as f32 {
        let third = if u + difference > 1.0 { [2, 1] } else { [0, 1] };
        vec![third, if v - difference > 1.0 { [1, 2] } else { [1, 0] }]
    } else {
        let third = if u + difference < 0.0 { [-1, 0] } else { [1, 0] };
        vec![third, if v < difference { [0, -1] } else { [0, 1] }]
    }
}

/// Reports the corners of [`super::noise3`] to `observer`.
pub fn report3(
    kind: OpenSimplexKind,
    seed: Seed,
    [x, y, z]: [f64; 3],
    observer: &mut dyn Observer,
) {
    if is_out_of_range(&[x, y, z]) {
        return;
    }
    let (xy_sum, z_shift) = (x + y, z * ROOT_THIRD);
    let xy_shift = xy_sum * UNSKEW;
    let rotated = [x + xy_shift + z_shift, y + xy_shift + z_shift, xy_sum * -ROOT_THIRD + z_shift];
    let base = rotated.map(if kind == OpenSimplexKind::Fast { round } else { floor });
    let offset = [0, 1, 2].map(|axis| (rotated[axis] - f64::from(base[axis])) as f32);
    observer.cell(&base.map(i64::from), &offset.map(f64::from));
    observer.skewed(Skewed {
        skew: 0.0,
        unskew: 0.0,
        skewed: &rotated,
        origin: &base.map(f64::from),
        ranks: &[],
        radius2: f64::from(radius2_3d(kind)),
    });
    observer.single_precision();
    let lattices = Lattices { kind, seeds: [seed.0, seed.0 ^ SEED_FLIP] };
    match kind {
        OpenSimplexKind::Fast => {
            lattices.report_nearest_pairs(base.map(i64::from), offset, observer)
        }
        OpenSimplexKind::Smooth => {
            lattices.report_surrounding(base.map(i64::from), offset, observer)
        }
    }
}

const fn radius2_3d(kind: OpenSimplexKind) -> f32 {
    match kind {
        OpenSimplexKind::Fast => 0.6,
        OpenSimplexKind::Smooth => 0.75,
    }
}

/// The two cubic lattices.
struct Lattices {
    kind: OpenSimplexKind,
    seeds: [u64; 2],
}

impl Lattices {
    fn report(
        &self,
        lattice: usize,
        cell: [i64; 3],
        offset_falloff: ([f32; 3], f32),
        observer: &mut dyn Observer,
    ) {
        let gradient = |number: u32| gradient3(self.kind, number);
        let gradients = (GRADIENTS_3D.len() as u32, gradient);
        report_surflet(observer, self.seeds[lattice], &cell, offset_falloff, gradients);
    }

    /// Reports the corners of OpenSimplex2: in each lattice, the nearest corner and the next corner
    /// along the longest axis.
    fn report_nearest_pairs(
        &self,
        mut cell: [i64; 3],
        mut offset: [f32; 3],
        observer: &mut dyn Observer,
    ) {
        // −1 where the offset is 0 or positive, else 1
        let mut sign = offset.map(|w| (-1.0 - w) as i32 | 1);
        let mut length = [0, 1, 2].map(|axis| sign[axis] as f32 * -offset[axis]);
        let [x, y, z] = offset;
        let mut falloff = (radius2_3d(self.kind) - x * x) - (y * y + z * z);
        for lattice in 0..2 {
            self.report(lattice, cell, (offset, falloff), observer);
            let longest = match length {
                [x, y, z] if x >= y && x >= z => 0,
                [x, y, z] if y > x && y >= z => 1,
                _ => 2,
            };
            let (mut next, mut next_offset) = (cell, offset);
            next[longest] -= i64::from(sign[longest]);
            next_offset[longest] += sign[longest] as f32;
            let next_falloff = falloff + length[longest] + length[longest] - 1.0;
            self.report(lattice, next, (next_offset, next_falloff), observer);

            // Go on to the other lattice, half a cell away
            length = length.map(|length| 0.5 - length);
            offset = [0, 1, 2].map(|axis| sign[axis] as f32 * length[axis]);
            falloff += (0.75 - length[0]) - (length[1] + length[2]);
            cell = [0, 1, 2].map(|axis| cell[axis] + i64::from(sign[axis] < 0));
            sign = sign.map(|sign| -sign);
        }
    }

    /// Reports the corners of OpenSimplex2S: all corners whose kernels reach the point.
    fn report_surrounding(&self, base: [i64; 3], offset: [f32; 3], observer: &mut dyn Observer) {
        // −1 where the point lies in the upper half of the cell along an axis, else 0.
        let half = offset.map(|w| (-0.5 - w) as i32);
        let radius2 = radius2_3d(self.kind);
        let falloff = |[x, y, z]: [f32; 3]| radius2 - x * x - y * y - z * z;
        // The nearest corner of each lattice
        let near_offset = [0, 1, 2].map(|axis| offset[axis] + half[axis] as f32);
        let near_cell = [0, 1, 2].map(|axis| base[axis] + i64::from(half[axis] & 1));
        let middle_offset = offset.map(|w| w - 0.5);
        let middle_cell = base.map(|cell| cell + 1);
        let (near_falloff, middle_falloff) = (falloff(near_offset), falloff(middle_offset));
        self.report(0, near_cell, (near_offset, near_falloff), observer);
        self.report(1, middle_cell, (middle_offset, middle_falloff), observer);

        // The corners one step further along one axis, or along the two other axes
        let side = half.map(|half| half | 1);
        let near_gains = [0, 1, 2].map(|axis| (side[axis] << 1) as f32 * middle_offset[axis]);
        let middle_gains =
            [0, 1, 2].map(|axis| (-2 - (half[axis] << 2)) as f32 * middle_offset[axis] - 1.0);
        let mut corner = |lattice: usize, axes: &[usize], falloff: f32| {
            let (mut cell, mut offset) =
                [(near_cell, near_offset), (middle_cell, middle_offset)][lattice];
            for &axis in axes {
                let step = if lattice == 0 { -side[axis] } else { side[axis] };
                cell[axis] -= i64::from(step);
                offset[axis] += step as f32;
            }
            if falloff > 0.0 {
                self.report(lattice, cell, (offset, falloff), observer);
            }
            falloff > 0.0
        };
        let others = [[1, 2], [0, 2], [0, 1]];
        let mut is_done = [false; 3];
        for axis in 0..3 {
            let [a, b] = others[axis];
            if !corner(0, &[axis], near_gains[axis] + near_falloff) {
                corner(0, &[a, b], near_gains[a] + near_gains[b] + near_falloff);
                is_done[axis] = corner(1, &[axis], middle_gains[axis] + middle_falloff);
            }
        }
        for axis in (0..3).filter(|axis| !is_done[*axis]) {
            let [a, b] = others[axis];
            corner(1, &[a, b], middle_gains[a] + middle_gains[b] + middle_falloff);
        }
    }
}

/// Reports a corner of the lattice with this seed. `offset` leads from the corner to the sample. The
/// corner's number picks one of `count` gradients.
fn report_surflet<const N: usize>(
    observer: &mut dyn Observer,
    seed: u64,
    cell: &[i64; N],
    (offset, falloff): ([f32; N], f32),
    (count, gradient): (u32, impl Fn(u32) -> [f32; N]),
) {
    let number = number(observer, seed, cell);
    let gradient = gradient(number);
    let mut ramp = gradient[0] * offset[0];
    for axis in 1..N {
        ramp += gradient[axis] * offset[axis];
    }
    let kernel = if falloff > 0.0 { (falloff * falloff) * (falloff * falloff) } else { 0.0 };
    observer.corner(Corner {
        cell,
        hash: number,
        pick: Pick::one_of(count, number),
        gradient: &gradient.map(f64::from),
        offset: &offset.map(f64::from),
        falloff: Some(falloff.into()),
        kernel: kernel.into(),
        weight: 1.0,
        influence: (kernel * ramp).into(),
    });
}

/// The pseudo-random number of a lattice point: seven bits of its hash in 2D, eight in 3D.
fn number(observer: &mut dyn Observer, seed: u64, cell: &[i64]) -> u32 {
    let mut mixed = seed;
    for ((axis, &coordinate), prime) in cell.iter().enumerate().zip([PRIMES[0], PRIMES[1], PRIME_Z])
    {
        let value = (coordinate as u64).wrapping_mul(prime);
        observer.looked_up(Lookup::Prime { axis, coordinate, value });
        mixed ^= value;
    }
    let product = mixed.wrapping_mul(HASH_MULTIPLIER);
    let folded = product ^ (product as i64 >> 58) as u64;
    let value = match cell.len() {
        2 => folded as u32 >> 1 & 127,
        _ => folded as u32 >> 2 & 255,
    };
    observer.looked_up(Lookup::Product { seed, product, value });
    value
}

/// A gradient in 2D, already divided by the normaliser.
fn gradient2(kind: OpenSimplexKind, number: u32) -> [f32; 2] {
    directions()[number as usize % DIRECTIONS].map(|x| (x / kind.normaliser()) as f32)
}

/// A gradient in 3D, already divided by the normaliser.
fn gradient3(kind: OpenSimplexKind, number: u32) -> [f32; 3] {
    const MAGNITUDES: [f64; 5] = [0.0, 1.0, 1.1721513422464978, 2.22474487139, 3.0862664687972017];
    let normaliser = match kind {
        OpenSimplexKind::Fast => 0.07969837668935331,
        OpenSimplexKind::Smooth => 0.2781926117527186,
    };
    GRADIENTS_3D[number as usize % GRADIENTS_3D.len()].map(|code| {
        let magnitude = MAGNITUDES[usize::from(code.unsigned_abs())];
        (f64::from(code.signum()) * magnitude / normaliser) as f32
    })
}

/// The author's 48 gradients in 3D, which have equal lengths. Each component is an index into the
/// magnitudes, with the component's sign.
#[rustfmt::skip]
const GRADIENTS_3D: [[i8; 3]; 48] = [
    [3, 3, -1], [3, 3, 1], [4, 2, 0], [2, 4, 0], [-3, 3, -1], [-3, 3, 1],
    [-2, 4, 0], [-4, 2, 0], [-1, -3, -3], [1, -3, -3], [0, -4, -2], [0, -2, -4],
    [-1, -3, 3], [1, -3, 3], [0, -2, 4], [0, -4, 2], [-3, -3, -1], [-3, -3, 1],
    [-4, -2, 0], [-2, -4, 0], [-3, -1, -3], [-3, 1, -3], [-2, 0, -4], [-4, 0, -2],
    [-3, -1, 3], [-3, 1, 3], [-4, 0, 2], [-2, 0, 4], [-1, 3, -3], [1, 3, -3],
    [0, 2, -4], [0, 4, -2], [-1, 3, 3], [1, 3, 3], [0, 4, 2], [0, 2, 4],
    [3, -3, -1], [3, -3, 1], [2, -4, 0], [4, -2, 0], [3, -1, -3], [3, 1, -3],
    [4, 0, -2], [2, 0, -4], [3, -1, 3], [3, 1, 3], [2, 0, 4], [4, 0, 2],
];

/// Rounds down as the crate does.
fn floor(x: f64) -> i32 {
    let truncated = x as i32;
    if x < f64::from(truncated) { truncated - 1 } else { truncated }
}

/// Rounds to the nearest integer as the crate does.
fn round(x: f64) -> i32 {
    if x < 0.0 { (x - 0.5) as i32 } else { (x + 0.5) as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opensimplex::{noise2, noise3};
    use crate::statistics::sample_point;
    use crate::trace::CellRecorder;

    /// The sum of the reported corners, and the number of corners with a positive kernel.
    fn reported(report: impl FnOnce(&mut CellRecorder)) -> (f64, usize) {
        let mut recorder = CellRecorder::default();
        report(&mut recorder);
        let [cell] = &recorder.cells[..] else { panic!("one cell") };
        for corner in &cell.corners {
            assert_eq!(corner.lookups.last().unwrap().value(), corner.hash.into());
        }
        (cell.sum(), cell.corners.iter().filter(|corner| corner.kernel > 0.0).count())
    }

    /// Points near and far from the origin.
    fn places<const N: usize>() -> impl Iterator<Item = (Seed, [f64; N])> {
        (0..20_000).map(|index| {
            let mut p = [0.0; N];
            sample_point(index, &mut p);
            let scale = [1e-6, 1e-3, 1.0][index as usize % 3];
            (Seed(u64::from(index).wrapping_mul(0x9e37_79b9_7f4a_7c15)), p.map(|x| x * scale))
        })
    }

    #[test]
    fn corners_add_up_to_the_crates_value_to_the_last_bit() {
        for kind in [OpenSimplexKind::Fast, OpenSimplexKind::Smooth] {
            let mut max_count = 0;
            for (seed, p) in places::<2>() {
                let (sum, corners) = reported(|recorder| report2(kind, seed, p, recorder));
                assert_eq!(sum, noise2(kind, seed, p), "{kind:?} {seed:?} {p:?}");
                max_count = max_count.max(corners);
            }
            assert_eq!(max_count, if kind == OpenSimplexKind::Fast { 3 } else { 4 });
            max_count = 0;
            for (seed, p) in places::<3>() {
                let (sum, corners) = reported(|recorder| report3(kind, seed, p, recorder));
                assert_eq!(sum, noise3(kind, seed, p), "{kind:?} {seed:?} {p:?}");
                max_count = max_count.max(corners);
            }
            assert_eq!(max_count, if kind == OpenSimplexKind::Fast { 4 } else { 6 });
        }
    }

    #[test]
    fn beyond_the_largest_coordinate_no_corners_are_reported() {
        let mut recorder = CellRecorder::default();
        report2(OpenSimplexKind::Fast, Seed(1), [1e12, 0.0], &mut recorder);
        report3(OpenSimplexKind::Smooth, Seed(1), [1e12, 0.0, 0.0], &mut recorder);
        assert!(recorder.cells.is_empty());
    }
}
