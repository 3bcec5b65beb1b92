//! The positions at which the octaves of a noise sample its basis.

use super::built::{Noise, Unobserved};
use super::field::{Field, Jet};

impl Noise {
    /// The position at which an octave samples the basis for the point `p`.
    ///
    /// Samples take their position from the same functions, which wrap the point into the first
    /// period, displace, scale, rotate and shift it. Traces and [`super::Edit`] name lattice cells
    /// in the coordinates of this position. (Simplex noise skews the position further.)
    ///
    /// Returns `None` if the noise has no such octave.
    ///
    /// ```
    /// let noise = orogen_noise::NoiseSpec::default().build(2)?;
    /// assert_eq!(noise.octave_position([1.5, -0.25], 0), Some([1.5, -0.25]));
    /// assert_eq!(noise.octave_position([1.5, -0.25], 1), None);
    /// # Ok::<(), orogen_noise::NoiseError>(())
    /// ```
    ///
    /// # Panics
    /// If the noise does not have two dimensions.
    pub fn octave_position(&self, p: [f64; 2], octave: u32) -> Option<[f64; 2]> {
        let octave = self.fractal().octaves.get(octave as usize)?;
        let warped_point: [f64; 2] = self.warped_point(&p, 0.0, &mut Unobserved(self));
        Some(octave.place(&self.within_period(&warped_point)))
    }

    /// Returns the position of [`Noise::octave_position`] and its derivatives by `p`.
    ///
    /// The derivatives of the position's x along both axes come first, then those of its y.
    ///
    /// # Panics
    /// If the noise does not have two dimensions.
    pub fn octave_position_with_slopes(
        &self,
        p: [f64; 2],
        octave: u32,
    ) -> Option<([f64; 2], [[f64; 2]; 2])> {
        let octave = self.fractal().octaves.get(octave as usize)?;
        let warped_point: [Jet<2>; 2] = self.warped_point(&p, 0.0, &mut Unobserved(self));
        let place = octave.place(&self.within_period(&warped_point.map(|x| x.value())));
        let slopes = [[1.0, 0.0], [0.0, 1.0]].map(|unit| {
            // One row of the octave's matrix, then the chain rule
            let [x, y] = octave.pull_back(unit);
            [0, 1].map(|i| x * warped_point[0].gradient[i] + y * warped_point[1].gradient[i])
        });
        Some((place, slopes))
    }
}
