//! The fast Fourier transform (Cooley and Tukey 1965).

/// A complex number: its real and its imaginary part.
pub type Complex = [f64; 2];

/// A Fourier transform of a fixed length, a power of two.
///
/// ```
/// use orogen_lab::meters::fft::Fft;
///
/// let mut numbers = vec![[1.0, 0.0]; 4];
/// Fft::new(4).forward(&mut numbers);
/// assert_eq!(numbers[0], [4.0, 0.0]);
/// ```
#[derive(Clone, Debug)]
pub struct Fft {
    /// The twiddle factors e^(−2πik/n), k from 0 to n/2 − 1.
    twiddles: Vec<Complex>,
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

    /// Computes Xₖ = Σ xⱼ·e^(−2πijk/n) in place.
    ///
    /// # Panics
    /// If the number of values is not the length of the transform.
    pub fn forward(&self, numbers: &mut [Complex]) {
        assert_eq!(
            numbers.len(),
            self.length,
            "the number of values must be the length of the transform"
        );
        if self.length < 2 {
            return;
        }
        let shift = usize::BITS - self.length.trailing_zeros();
        for i in 0..self.length {
            let j = i.reverse_bits() >> shift;
            if i < j {
                numbers.swap(i, j);
            }
        }
        let mut half = 1;
        while half < self.length {
            let stride = self.length / (2 * half);
            for block in numbers.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for (k, (a, b)) in low.iter_mut().zip(high).enumerate() {
                    let [c, s] = self.twiddles[k * stride];
                    let product = [b[0] * c - b[1] * s, b[0] * s + b[1] * c];
                    *b = [a[0] - product[0], a[1] - product[1]];
                    *a = [a[0] + product[0], a[1] + product[1]];
                }
            }
            half *= 2;
        }
    }

    /// Transforms a square along rows and columns.
    ///
    /// The result is transposed: row k has frequency k along the input's x.
    ///
    /// # Panics
    /// If there are not length² values.
    pub fn forward_square(&self, numbers: &mut [Complex]) {
        assert_eq!(
            numbers.len(),
            self.length * self.length,
            "the number of values must be the squared length of the transform"
        );
        for row in numbers.chunks_exact_mut(self.length) {
            self.forward(row);
        }
        for y in 0..self.length {
            for x in 0..y {
                numbers.swap(y * self.length + x, x * self.length + y);
            }
        }
        for row in numbers.chunks_exact_mut(self.length) {
            self.forward(row);
        }
    }
}

/// The squared magnitude |z|².
pub fn power([re, im]: Complex) -> f64 {
    re * re + im * im
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    #[test]
    fn a_transform_equals_its_defining_sum() {
        let numbers: Vec<Complex> =
            (0..16).map(|i| [f64::from(i * i % 7), f64::from(i * 3 % 5)]).collect();
        let mut fast = numbers.clone();
        Fft::new(16).forward(&mut fast);
        for (k, z) in fast.iter().enumerate() {
            let mut sum = [0.0; 2];
            for (j, [re, im]) in numbers.iter().enumerate() {
                let (s, c) = (-TAU * (j * k) as f64 / 16.0).sin_cos();
                sum = [sum[0] + re * c - im * s, sum[1] + re * s + im * c];
            }
            assert!((0..2).all(|i| (sum[i] - z[i]).abs() < 1e-10), "{k}: {sum:?} {z:?}");
        }
    }

    #[test]
    fn a_wave_has_its_power_in_two_entries_of_the_square() {
        let fft = Fft::new(32);
        let wave = |i: usize| [(TAU * (3 * (i % 32) + 5 * (i / 32)) as f64 / 32.0).cos(), 0.0];
        let mut numbers: Vec<Complex> = (0..1024).map(wave).collect();
        fft.forward_square(&mut numbers);
        for (i, z) in numbers.iter().enumerate() {
            let is_wave = i == 3 * 32 + 5 || i == 29 * 32 + 27;
            let expected = if is_wave { 512.0 * 512.0 } else { 0.0 };
            assert!((power(*z) - expected).abs() < 1e-6, "{i}");
        }
    }
}
