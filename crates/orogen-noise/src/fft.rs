//! The fast Fourier transform (Cooley and Tukey 1965), of many lines at once.

/// Lines of complex numbers, all of the same length.
///
/// Number i of line k is at the index i × count + k, so a step of the transform handles neighbouring
/// numbers of all lines alike, which vector instructions can do together.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// The real parts.
    pub real: Vec<f64>,
    /// The imaginary parts.
    pub imaginary: Vec<f64>,
    count: usize,
}

impl Lines {
    /// Lines of zeros.
    pub fn new(length: usize, count: usize) -> Self {
        Self { real: vec![0.0; length * count], imaginary: vec![0.0; length * count], count }
    }

    /// Adds the squared magnitudes of all lines to `sums`, for each index in the line.
    pub fn add_powers(&self, sums: &mut [f64]) {
        let real = self.real.chunks_exact(self.count.max(1));
        let parts = real.zip(self.imaginary.chunks_exact(self.count.max(1)));
        for (sum, (real, imaginary)) in sums.iter_mut().zip(parts) {
            *sum += real.iter().zip(imaginary).map(|(re, im)| re * re + im * im).sum::<f64>();
        }
    }

    /// Replaces every number by its squared magnitude.
    pub fn square_magnitudes(&mut self) {
        for (re, im) in self.real.iter_mut().zip(&mut self.imaginary) {
            (*re, *im) = (*re * *re + *im * *im, 0.0);
        }
    }

    /// Swaps the indices of lines and of numbers in a line.
    fn transpose(&mut self) {
        let side = self.count;
        for part in [&mut self.real, &mut self.imaginary] {
            for y in 0..side {
                for x in 0..y {
                    part.swap(y * side + x, x * side + y);
                }
            }
        }
    }
}

/// A Fourier transform of a fixed length, a power of two.
///
/// ```
/// use orogen_noise::fft::{Fft, Lines};
///
/// let mut lines = Lines::new(4, 1);
/// lines.real.fill(1.0);
/// Fft::new(4).forward(&mut lines);
/// assert_eq!(lines.real, [4.0, 0.0, 0.0, 0.0]);
/// ```
#[derive(Clone, Debug)]
pub struct Fft {
    /// The twiddle factors e^(−2πik/n), k from 0 to n/2 − 1.
    twiddles: Vec<[f64; 2]>,
    length: usize,
}

impl Fft {
    /// A transform of `length` numbers.
    ///
    /// # Panics
    /// If the length is not a power of two.
    pub fn new(length: usize) -> Self {
        assert!(
            length.is_power_of_two(),
            "the length of a transform must be a power of two, not {length}"
        );
        let twiddle = |k: usize| {
            let angle = -std::f64::consts::TAU * k as f64 / length as f64;
            [angle.cos(), angle.sin()]
        };
        Self { twiddles: (0..length / 2).map(twiddle).collect(), length }
    }

    /// Computes Xₖ = Σ xⱼ·e^(−2πijk/n) of every line in place.
    ///
    /// # Panics
    /// If the lines do not have the length of the transform.
    pub fn forward(&self, lines: &mut Lines) {
        let count = lines.count;
        assert!(
            [&lines.real, &lines.imaginary].iter().all(|part| part.len() == self.length * count),
            "the lines must have the length of the transform"
        );
        if self.length < 2 || count == 0 {
            return;
        }
        let shift = usize::BITS - self.length.trailing_zeros();
        for i in 0..self.length {
            let j = i.reverse_bits() >> shift;
            if i < j {
                for part in [&mut lines.real, &mut lines.imaginary] {
                    let (low, high) = part.split_at_mut(j * count);
                    low[i * count..(i + 1) * count].swap_with_slice(&mut high[..count]);
                }
            }
        }
        let mut half = 1;
        while half < self.length {
            let stride = self.length / (2 * half);
            let blocks = lines.real.chunks_exact_mut(2 * half * count);
            for (real, imaginary) in blocks.zip(lines.imaginary.chunks_exact_mut(2 * half * count))
            {
                let (real_a, real_b) = real.split_at_mut(half * count);
                let (imaginary_a, imaginary_b) = imaginary.split_at_mut(half * count);
                for k in 0..half {
                    let range = k * count..(k + 1) * count;
                    combine(
                        self.twiddles[k * stride],
                        [&mut real_a[range.clone()], &mut imaginary_a[range.clone()]],
                        [&mut real_b[range.clone()], &mut imaginary_b[range]],
                    );
                }
            }
            half *= 2;
        }
    }

    /// Transforms a square along both axes: as many lines as numbers in a line.
    ///
    /// The result is transposed.
    ///
    /// # Panics
    /// If there are not as many lines as numbers in a line, or in the cases of [`Fft::forward`].
    pub fn forward_square(&self, square: &mut Lines) {
        assert_eq!(square.count, self.length, "a square has as many lines as numbers in a line");
        self.forward(square);
        square.transpose();
        self.forward(square);
    }
}

/// The butterfly of two rows of numbers: (a, b) becomes (a + t·b, a − t·b).
fn combine(
    [cos, sin]: [f64; 2],
    [real_a, imaginary_a]: [&mut [f64]; 2],
    [real_b, imaginary_b]: [&mut [f64]; 2],
) {
    let a = real_a.iter_mut().zip(imaginary_a);
    let b = real_b.iter_mut().zip(imaginary_b);
    for ((re_a, im_a), (re_b, im_b)) in a.zip(b) {
        let product = [*re_b * cos - *im_b * sin, *re_b * sin + *im_b * cos];
        (*re_b, *im_b) = (*re_a - product[0], *im_a - product[1]);
        (*re_a, *im_a) = (*re_a + product[0], *im_a + product[1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    #[test]
    fn a_transform_of_lines_equals_its_defining_sum() {
        let mut lines = Lines::new(16, 3);
        for i in 0..48 {
            lines.real[i] = (i * i % 7) as f64;
            lines.imaginary[i] = (i * 3 % 5) as f64;
        }
        let mut fast = lines.clone();
        Fft::new(16).forward(&mut fast);
        for line in 0..3 {
            for k in 0..16 {
                let mut sum = [0.0; 2];
                for j in 0..16 {
                    let (s, c) = (-TAU * (j * k) as f64 / 16.0).sin_cos();
                    let [re, im] = [&lines.real, &lines.imaginary].map(|part| part[3 * j + line]);
                    sum = [sum[0] + re * c - im * s, sum[1] + re * s + im * c];
                }
                let found = [fast.real[3 * k + line], fast.imaginary[3 * k + line]];
                assert!(
                    (0..2).all(|i| (sum[i] - found[i]).abs() < 1e-10),
                    "{k}: {sum:?} {found:?}"
                );
            }
        }
    }

    #[test]
    fn a_wave_has_its_power_in_two_entries_of_the_square() {
        let mut square = Lines::new(32, 32);
        for (i, value) in square.real.iter_mut().enumerate() {
            *value = (TAU * (3 * (i % 32) + 5 * (i / 32)) as f64 / 32.0).cos();
        }
        Fft::new(32).forward_square(&mut square);
        square.square_magnitudes();
        for (i, power) in square.real.iter().enumerate() {
            // Transposed: the row is the frequency along the columns.
            let is_wave = i == 3 * 32 + 5 || i == 29 * 32 + 27;
            let expected = if is_wave { 512.0 * 512.0 } else { 0.0 };
            assert!((power - expected).abs() < 1e-6, "{i}");
        }
    }
}
