//! Sampling along a path, faster than [`Noise::sample2`] and with the same bits.
//!
//! Most of the cost of a sample of lattice noise is hashing the corners of cells. If successive
//! points are close, they mostly lie in the same cells. So a walker caches, for every octave, the
//! cell of the last sample and the polynomials of its corners.

use super::basis::Basis;
use super::built::Noise;
use super::cell::cell_and_fraction;
use super::edit::OctaveEdits;
use super::edited::{EditDetector, with_edit};
use super::fade::Fade;
use super::field::blend_values;
use super::fractal::Evaluate;
use super::gradient::GradientSet;
use super::lattice::{Order, coefficients, corner_polynomial};
use super::octave::Octave;
use super::permutation::Permutation;
use super::warp::Displacement;

/// Samples a two-dimensional noise along a path; made by [`Noise::walk`].
///
/// ```
/// let noise = orogen_noise::NoiseSpec::default().build(2)?;
/// let mut walker = noise.walk();
/// for step in 0..10 {
///     let p = [0.01 * f64::from(step), 0.5];
///     assert_eq!(walker.sample2(p, 0.0), noise.sample2(p, 0.0));
/// }
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
pub struct Walker<'a> {
    noise: &'a Noise,
    /// The settings of lattice noise; `None` for other bases, which are sampled without a cache.
    lattice: Option<LatticeSettings>,
    /// The permutation of each octave.
    permutations: Vec<Permutation>,
    /// The edits of each octave.
    edits: Vec<OctaveEdits>,
    /// The cached cells: one per octave for the first displacement of a warp, then for each further
    /// displacement, and finally for the noise itself.
    cells: Vec<LastCell>,
    /// The index in `cells` of the first octave of the displacement or noise that is being sampled.
    first_cell: usize,
    /// True if the last sample depends on an edited lattice point.
    is_affected: bool,
}

/// The settings of a lattice noise.
#[derive(Clone, Copy)]
struct LatticeSettings {
    order: Order,
    gradients: GradientSet,
    fade: Fade,
}

/// The cell of an octave's last sample, and the polynomials at its corners: north-west, north-east,
/// south-west, south-east.
#[derive(Clone, Default)]
struct LastCell {
    /// The cell's coordinates; `None` before the first sample.
    cell: Option<[i64; 2]>,
    corners: [[f64; 6]; 4],
    /// True if one of the corners is edited.
    is_edited: bool,
    /// The last band limit, and the octave's weight under it.
    band: Option<(f64, f64)>,
}

impl Noise {
    /// Makes a walker over this noise.
    ///
    /// # Panics
    /// If the noise does not have two dimensions.
    pub fn walk(&self) -> Walker<'_> {
        assert_eq!(self.dimensions(), 2, "a walker needs a noise of two dimensions");
        let spec = self.spec();
        let lattice =
            |order| Some(LatticeSettings { order, gradients: spec.gradients, fade: spec.fade });
        let lattice = match spec.basis {
            Basis::Value | Basis::Lattice0 => lattice(Order::Zero),
            Basis::Perlin | Basis::Lattice1 => lattice(Order::One),
            Basis::Lattice2 => lattice(Order::Two),
            _ => None,
        };
        let octaves = &self.fractal().octaves;
        let permutations = octaves.iter().map(|octave| spec.permutation_of(octave)).collect();
        let edits = octaves.iter().map(|octave| spec.edits_of(octave)).collect();
        // Two displacements for each step of the warp, then the noise itself
        let sum_count = 2 * spec.warp.times as usize + 1;
        Walker {
            noise: self,
            lattice,
            permutations,
            edits,
            cells: vec![LastCell::default(); sum_count * octaves.len()],
            first_cell: 0,
            is_affected: false,
        }
    }
}

impl Walker<'_> {
    /// Samples the noise, with the bits of [`Noise::sample2`].
    ///
    /// Only zeros may differ in their sign.
    pub fn sample2(&mut self, p: [f64; 2], band_limit: f64) -> f64 {
        (self.first_cell, self.is_affected) = (0, false);
        let noise = self.noise;
        noise.field(&p, band_limit, self)
    }

    /// Samples the noise; `None` if the sample depends on no edited lattice point.
    pub(super) fn sample2_if_edited(&mut self, p: [f64; 2], band_limit: f64) -> Option<f64> {
        let value = self.sample2(p, band_limit);
        self.is_affected.then_some(value)
    }
}

impl Evaluate<2, f64> for Walker<'_> {
    #[inline]
    fn basis(&mut self, octave: &Octave, p: &[f64; 2]) -> f64 {
        let index = octave.index as usize;
        let position = octave.place(p);
        let edits = &self.edits[index];
        let value = match self.lattice {
            Some(lattice) => {
                let cell = &mut self.cells[self.first_cell + index];
                let value = cell.sample(lattice, (&self.permutations[index], edits), position);
                self.is_affected |= cell.is_edited;
                value
            }
            None if edits.is_empty() => self.noise.basis(octave, &position),
            None => {
                let mut detector = EditDetector { edits, is_affected: self.is_affected };
                let recentred = self.noise.observed(octave, &position, &mut detector);
                self.is_affected = detector.is_affected;
                return recentred;
            }
        };
        self.noise.recentred(value)
    }

    #[inline]
    fn band_weight(&mut self, octave: &Octave, band_limit: f64) -> f64 {
        let cell = &mut self.cells[self.first_cell + octave.index as usize];
        match cell.band {
            Some((limit, weight)) if limit == band_limit => weight,
            _ => {
                let weight = octave.band_weight(band_limit);
                cell.band = Some((band_limit, weight));
                weight
            }
        }
    }

    #[inline]
    fn displaced(&mut self, _: &Displacement<2>, _: f64) {
        self.first_cell += self.permutations.len();
    }
}

impl LastCell {
    /// Samples the noise by the operations of [`super::cell::blend_corners`] on
    /// [`corner_polynomial`], in the same order.
    #[inline]
    fn sample(
        &mut self,
        lattice: LatticeSettings,
        permutation_and_edits: (&Permutation, &OctaveEdits),
        position: [f64; 2],
    ) -> f64 {
        // Without `map`: where it is not inlined, it costs as much as everything else together.
        let ((x, u), (y, v)) = (cell_and_fraction(position[0]), cell_and_fraction(position[1]));
        if self.cell != Some([x, y]) {
            self.enter(lattice, permutation_and_edits, [x, y]);
        }
        let offsets = [[u, v], [u - 1.0, v], [u, v - 1.0], [u - 1.0, v - 1.0]];
        // Orders 0 and 1 leave out the terms that are 0.
        let corner = |i: usize| -> f64 {
            let ([constant, a, b, ..], [u, v]) = (&self.corners[i], &offsets[i]);
            match lattice.order {
                Order::Zero => *constant,
                Order::One => a * u + b * v,
                Order::Two => corner_polynomial(&self.corners[i], &offsets[i]),
            }
        };
        let (fade_x, fade_y) = (lattice.fade.value(u), lattice.fade.value(v));
        let north = blend_values(corner(0), corner(1), fade_x);
        let south = blend_values(corner(2), corner(3), fade_x);
        blend_values(north, south, fade_y)
    }

    fn enter(
        &mut self,
        LatticeSettings { order, gradients, .. }: LatticeSettings,
        (permutation, edits): (&Permutation, &OctaveEdits),
        [x, y]: [i64; 2],
    ) {
        (self.cell, self.is_edited) = (Some([x, y]), false);
        let (east, south) = (x.wrapping_add(1), y.wrapping_add(1));
        for (corner, point) in
            self.corners.iter_mut().zip([[x, y], [east, y], [x, south], [east, south]])
        {
            let unedited = coefficients(permutation, order, gradients, permutation.forward(&point));
            let edit = edits.find(point);
            self.is_edited |= edit.is_some();
            *corner = with_edit(order, unedited, edit);
        }
    }
}
