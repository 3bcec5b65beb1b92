//! Steepness by direction, which shows whether a noise prefers some directions.
//!
//! Slopes along fixed directions show nothing: over the plane, the mean square slope is a quadratic
//! form of the direction, and for every gradient set the symmetry of the square lattice makes this
//! form a circle. So slopes are sorted by the direction of their gradient into sectors of 10°. Each
//! sector holds its share of the mean of |∇n|², where n is the noise.

use super::built::Noise;
use super::statistics::sample_point;

/// The number of sectors, each 10° wide.
pub const SECTORS: usize = 36;

/// The sums of squared slopes in each sector of gradient directions.
///
/// More points can be added later, which refines the measurement.
///
/// ```
/// use orogen_noise::facing::Facing;
/// use orogen_noise::{Basis, NoiseSpec};
///
/// let value = NoiseSpec { basis: Basis::Value, ..NoiseSpec::default() }.build(2)?;
/// let perlin = NoiseSpec::default().build(2)?;
/// let [value, perlin] = [value, perlin].map(|noise| Facing::of(&noise, 20_000).ratio());
/// assert!(value > perlin); // the slopes of value noise prefer the axes
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facing {
    sums: [f64; SECTORS],
    count: u64,
}

impl Default for Facing {
    fn default() -> Self {
        Self { sums: [0.0; SECTORS], count: 0 }
    }
}

impl Facing {
    /// Measures a two-dimensional noise at the first `count` points of the sample set.
    pub fn of(noise: &Noise, count: u32) -> Self {
        let mut facing = Self::default();
        facing.refine(noise, count);
        facing
    }

    /// Adds the next `count` points of the sample set.
    pub fn refine(&mut self, noise: &Noise, count: u32) {
        let start = self.count as u32;
        for index in start..start.saturating_add(count) {
            let mut p = [0.0; 2];
            sample_point(index, &mut p);
            self.add(noise.sample2_with_gradient(p, 0.0).1);
        }
    }

    /// Adds the gradient of one point.
    pub fn add(&mut self, [x, y]: [f64; 2]) {
        self.sums[sector([x, y])] += x * x + y * y;
        self.count += 1;
    }

    /// The number of points measured so far.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The share of each sector in the mean of |∇n|², where n is the noise.
    ///
    /// The unit is (noise value per cell)². Sector i is centred on the direction 10°·i,
    /// anticlockwise from +x.
    pub fn means(&self) -> [f64; SECTORS] {
        self.sums.map(|sum| sum / self.count.max(1) as f64)
    }

    /// The largest sector divided by the smallest.
    ///
    /// It is 1 for a noise without preferred directions, and infinite if a sector is empty.
    pub fn ratio(&self) -> f64 {
        let largest = self.sums.iter().fold(0.0, |a, &b| f64::max(a, b));
        let smallest = self.sums.iter().fold(f64::INFINITY, |a, &b| f64::min(a, b));
        largest / smallest
    }
}

/// The tangents of 5°, 15°, 25° and 35°, where sectors meet.
const BORDERS: [f64; 4] =
    [0.087_488_663_525_924, 0.267_949_192_431_123, 0.466_307_658_154_999, 0.700_207_538_209_71];

/// The sector of a direction. It takes a fraction of the time of an arc tangent.
fn sector([x, y]: [f64; 2]) -> usize {
    let (along, across) = (x.abs(), y.abs());
    let (small, large) = (along.min(across), along.max(across));
    let steps = BORDERS.iter().filter(|border| small > **border * large).count();
    // From the x axis, within a quarter turn.
    let turned = if across >= along && large > 0.0 { SECTORS / 4 - steps } else { steps };
    match (x < 0.0, y < 0.0) {
        (false, false) => turned,
        (true, false) => SECTORS / 2 - turned,
        (true, true) => SECTORS / 2 + turned,
        (false, true) => (SECTORS - turned) % SECTORS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_lies_in_the_sector_of_its_angle() {
        // No angle lies on a border.
        for tenth in (1..3600).step_by(7).filter(|tenth| tenth % 50 != 0) {
            let angle = f64::from(tenth) / 10.0;
            let (sin, cos) = angle.to_radians().sin_cos();
            let wanted = (angle / 10.0).round() as usize % SECTORS;
            assert_eq!(sector([3.0 * cos, 3.0 * sin]), wanted, "{angle}°");
        }
        assert_eq!(sector([0.0, 0.0]), 0);
    }
}
