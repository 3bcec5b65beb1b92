//! Noise on a line: the land's own, or noise with eight given slopes.

use crate::screens::prelude::*;
use orogen_noise::cell::blend_corners;
use orogen_noise::field::{Field, Jet};
use orogen_noise::observer::Observer;
use orogen_noise::trace::{CellRecorder, CellTrace};
use orogen_noise::{Fade, Noise};

/// The textbook's slopes at 0 to 7, in the figure that explains one-dimensional noise.
pub(super) const SLOPES: [f64; 8] = [-0.438, 0.475, 0.848, -0.006, 0.475, 0.602, 0.848, -0.991];

/// One octave of noise on a line.
pub(super) enum LineNoise {
    /// Perlin noise with these slopes at 0 to 7, repeated every 8.
    Slopes([f64; 8], Fade),
    /// One-dimensional noise.
    Noise(Box<Noise>),
    /// Two-dimensional noise along the line with this y, for a basis without one-dimensional noise.
    Cut(Box<Noise>, f64),
}

/// The two lattice points around a place, and their blend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LatticeNeighbours {
    /// The left lattice point.
    pub cell: i64,
    /// The distance from the left lattice point, 0 to 1.
    pub fraction: f64,
    /// The influences of the left and the right lattice point.
    pub influences: [f64; 2],
    /// The weight of the right lattice point.
    pub fade: f64,
    /// The value of the noise.
    pub noise: f64,
}

impl LineNoise {
    /// The first octave of the land's noise, in its own cells; `None` if it cannot be built.
    pub fn of(c: &Context) -> Option<Self> {
        let line = c.octave_in_cells(1).map(|noise| Self::Noise(Box::new(noise)));
        line.or_else(|| c.octave_in_cells(2).map(|noise| Self::Cut(Box::new(noise), c.cell_p()[1])))
    }

    /// The value and the slope of the noise.
    pub fn jet(&self, x: f64) -> (f64, f64) {
        match self {
            Self::Slopes(slopes, fade) => {
                let jet: Jet<1> = noise_with_slopes(slopes, *fade, x, &mut ());
                (jet.value, jet.gradient[0])
            }
            Self::Noise(noise) => {
                let jet: Jet<1> = noise.sample_jet(&[x], 0.0);
                (jet.value, jet.gradient[0])
            }
            Self::Cut(noise, y) => {
                let (value, [slope, _]) = noise.sample2_with_gradient([x, *y], 0.0);
                (value, slope)
            }
        }
    }

    /// The value of the noise.
    pub fn value(&self, x: f64) -> f64 {
        match self {
            Self::Slopes(slopes, fade) => noise_with_slopes(slopes, *fade, x, &mut ()),
            Self::Noise(noise) => noise.sample(&[x]),
            Self::Cut(noise, y) => noise.sample(&[x, *y]),
        }
    }

    /// The second derivative, by a difference of slopes inside the cell.
    pub fn curvature(&self, x: f64) -> f64 {
        const STEP: f64 = 1e-5;
        let low = (x - STEP).max(x.floor());
        let high = (x + STEP).min(x.floor() + 1.0 - 1e-9);
        (self.jet(high).1 - self.jet(low).1) / (high - low)
    }

    /// The two lattice points around a place; `None` for noise of the plane.
    pub fn neighbours(&self, x: f64) -> Option<LatticeNeighbours> {
        let mut recorder = CellRecorder::default();
        let noise = match self {
            Self::Slopes(slopes, fade) => noise_with_slopes::<f64>(slopes, *fade, x, &mut recorder),
            Self::Noise(noise) => {
                let octave = noise.trace(&[x]).octaves.swap_remove(0);
                recorder.cells = octave.cells;
                octave.term.basis
            }
            Self::Cut(..) => return None,
        };
        let CellTrace { cell, fraction, corners, fades, blends, .. } = recorder.cells.first()?;
        let influences = match (blends.first(), &corners[..]) {
            (Some(blend), _) => [blend.a, blend.b],
            (None, [left, right]) => [left.influence, right.influence],
            // At a lattice point the neighbour has weight 0, and some bases leave it out.
            (None, [left]) => [left.influence, 0.0],
            _ => return None,
        };
        let (cell, fraction, fade) = (*cell.first()?, *fraction.first()?, *fades.first()?);
        Some(LatticeNeighbours { cell, fraction, influences, fade, noise })
    }

    /// The influence of a lattice point at a place less than 1 away from it.
    pub fn ramp(&self, lattice_point: i64, x: f64) -> Option<f64> {
        let neighbours = self.neighbours(x)?;
        let side = usize::from(neighbours.cell != lattice_point);
        Some(neighbours.influences[side])
    }
}

/// Perlin noise with these slopes, by the library's own blend of corners.
fn noise_with_slopes<F: Field<1>>(
    slopes: &[f64; 8],
    fade: Fade,
    x: f64,
    observer: &mut (impl Observer + ?Sized),
) -> F {
    blend_corners(&[x], fade, observer, |&[cell], &[offset], _| {
        let slope = slopes[cell.rem_euclid(8) as usize];
        F::new(slope * offset, [slope])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, row, teaching_scene};

    #[test]
    fn the_numbers_match_the_textbooks_example() {
        let line = LineNoise::Slopes(SLOPES, Fade::Quintic);
        let neighbours = line.neighbours(1.7).unwrap();
        // The textbook prints three digits; its own slopes have more digits.
        let expected = [(0, 0.333), (1, -0.254)];
        assert!(expected.iter().all(|(i, phi)| (neighbours.influences[*i] - phi).abs() < 5.1e-4));
        assert!((neighbours.fade - 0.837).abs() < 5e-4 && (neighbours.noise + 0.159).abs() < 5e-4);
        assert!((neighbours.influences[0] - 0.475 * 0.7).abs() < 1e-12);
        assert!((neighbours.influences[1] - 0.848 * -0.3).abs() < 1e-12);
    }

    #[test]
    fn values_slopes_and_influences_agree() {
        let scene = teaching_scene();
        let state = State::of(row("line").unwrap());
        let c = Context::new(&scene, &state, row("line").unwrap()).unwrap();
        let lines = [LineNoise::Slopes(SLOPES, Fade::Cubic), LineNoise::of(&c).unwrap()];
        for line in &lines {
            for i in 1..400 {
                let x = f64::from(i) * 0.037 - 5.0;
                let LatticeNeighbours { influences: [a, b], fade, noise, .. } =
                    line.neighbours(x).unwrap();
                assert!((a + fade * (b - a) - noise).abs() < 1e-12);
                assert_eq!(line.value(x), noise);
                assert_eq!(line.jet(x).0, noise);
                let difference = (line.value(x + 1e-6) - line.value(x - 1e-6)) / 2e-6;
                assert!((line.jet(x).1 - difference).abs() < 1e-5, "{x}");
            }
        }
    }
}
