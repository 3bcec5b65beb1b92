//! Computes masks at many points in f64, with the same bits as single points.

use std::borrow::Cow;

use super::combine::Combine;
use super::list::Masks;
use super::table::MaskKind;
use super::window::FadeWindow;
use crate::duals::Duals;
use orogen_noise::grid::{Interleave, Level, Loops};

/// The inputs of a mask at many points; [`super::inputs::MaskPoint`] has the inputs at a single point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaskDuals<'a> {
    /// The land below the layer.
    pub below: &'a Duals,
    /// Metres to the east and to the south of the origin.
    pub places_m: [&'a [f64]; 2],
    /// The noise, without unit, with its slopes per metre.
    pub noise: Option<&'a Duals>,
    /// The curvature of the land below, in 1/m.
    pub curvature: Option<&'a [f64]>,
    /// The other layer; `None` if the recipe lacks it.
    pub layer: Option<&'a Duals>,
}

/// The numbers that a mask reads, with their gradients; `None` counts as gradients of 0.
struct MaskReadings<'a> {
    numbers: Cow<'a, [f64]>,
    gradients: Option<[Cow<'a, [f64]>; 2]>,
}

impl<'a> MaskReadings<'a> {
    fn of(duals: &'a Duals) -> Self {
        let gradients = duals.gradients.as_ref();
        Self {
            numbers: Cow::Borrowed(&duals.heights_m),
            gradients: gradients.map(|axes| axes.each_ref().map(|axis| Cow::Borrowed(&axis[..]))),
        }
    }

    fn level(numbers: Vec<f64>) -> Self {
        Self { numbers: Cow::Owned(numbers), gradients: None }
    }
}

impl MaskKind {
    /// The numbers that the mask reads; `None` if the other layer is missing.
    ///
    /// # Panics
    /// Panics if the noise or curvature that it needs is missing.
    fn read_many<'a>(&self, mask_inputs: &MaskDuals<'a>) -> Option<MaskReadings<'a>> {
        let count = mask_inputs.below.count();
        Some(match self {
            Self::HeightBand(_) => MaskReadings::of(mask_inputs.below),
            Self::Slope(_) => {
                MaskReadings::level((0..count).map(|i| mask_inputs.below.at(i).slope()).collect())
            }
            Self::Curvature(p) => {
                let curvature = mask_inputs.curvature.expect("the caller gives the curvature");
                MaskReadings::level(curvature.iter().map(|c| p.factor() * c).collect())
            }
            Self::Noise(_) => {
                MaskReadings::of(mask_inputs.noise.expect("the caller gives the noise"))
            }
            Self::Distance(distance) => {
                let mut readings = Duals::new(count, mask_inputs.below.gradients.is_some());
                let [east_m, south_m] = mask_inputs.places_m;
                readings.change(|i, _| distance.at([east_m[i], south_m[i]]));
                let Duals { heights_m, gradients } = readings;
                let gradients = gradients.map(|axes| axes.map(Cow::Owned));
                MaskReadings { numbers: Cow::Owned(heights_m), gradients }
            }
            Self::OtherLayer(_) => return mask_inputs.layer.map(MaskReadings::of),
        })
    }
}

impl Masks {
    /// Computes [`Masks::at`] at many points, with gradients if `out` has them.
    ///
    /// # Panics
    /// Panics if inputs that a mask needs are missing or differ in number from the samples.
    pub(crate) fn weigh_f64(&self, level: Level, out: &mut Duals, inputs: &[MaskDuals<'_>]) {
        let mut is_first = true;
        for (mask, mask_inputs) in self.with_inputs(inputs) {
            let (readings, window) = match mask.kind.read_many(mask_inputs) {
                Some(readings) => (readings, mask.kind.window()),
                None => (MaskReadings::level(vec![0.0; out.count()]), FadeWindow::NOTHING),
            };
            assert_eq!(readings.numbers.len(), out.count(), "one number per sample");
            let combine = (!is_first).then_some(mask.combine);
            level.run_loops(Weigh { out, readings, window, invert: mask.invert, combine });
            is_first = false;
        }
        if is_first {
            out.heights_m.fill(1.0);
            out.gradients.iter_mut().flatten().for_each(|axis| axis.fill(0.0));
        }
    }
}

/// Computes a mask's weights and combines them with the weights before.
struct Weigh<'a, 'b> {
    out: &'a mut Duals,
    readings: MaskReadings<'b>,
    window: FadeWindow,
    invert: bool,
    /// How the mask is combined with those before it; `None` for the first mask.
    combine: Option<Combine>,
}

/// The window of a mask, inverted if the mask is inverted.
#[derive(Clone, Copy)]
struct InvertibleWindow {
    window: FadeWindow,
    invert: bool,
}

impl InvertibleWindow {
    #[inline(always)]
    fn weight(self, number: f64) -> f64 {
        let (weight, _) = self.window.at(number);
        if self.invert { 1.0 - weight } else { weight }
    }

    #[inline(always)]
    fn gradient(self, number: f64, gradient: f64) -> f64 {
        let (_, slope) = self.window.at(number);
        let product = slope * gradient;
        if self.invert { 0.0 - product } else { product }
    }
}

impl Loops for Weigh<'_, '_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { window, invert, .. } = self;
        // Each arm passes a constant, so the loops contain no branch.
        match self.combine {
            None => self.weigh_first(InvertibleWindow { window, invert }),
            Some(Combine::Multiply) => {
                self.weigh_next(InvertibleWindow { window, invert }, Combine::Multiply)
            }
            Some(Combine::Add) => {
                self.weigh_next(InvertibleWindow { window, invert }, Combine::Add)
            }
            Some(Combine::Min) => {
                self.weigh_next(InvertibleWindow { window, invert }, Combine::Min)
            }
            Some(Combine::Max) => {
                self.weigh_next(InvertibleWindow { window, invert }, Combine::Max)
            }
            Some(Combine::Subtract) => {
                self.weigh_next(InvertibleWindow { window, invert }, Combine::Subtract)
            }
        }
    }
}

impl Weigh<'_, '_> {
    #[inline(always)]
    fn weigh_first(self, window: InvertibleWindow) {
        let Self { out, readings: MaskReadings { numbers, gradients }, .. } = self;
        for (out, number) in out.heights_m.iter_mut().zip(&*numbers) {
            *out = window.weight(*number);
        }
        let Some(out) = &mut out.gradients else { return };
        for (axis, out) in out.iter_mut().enumerate() {
            match &gradients {
                Some(gradients) => {
                    let pairs = numbers.iter().zip(&*gradients[axis]);
                    for (out, (number, gradient)) in out.iter_mut().zip(pairs) {
                        *out = window.gradient(*number, *gradient);
                    }
                }
                None => {
                    for (out, number) in out.iter_mut().zip(&*numbers) {
                        *out = window.gradient(*number, 0.0);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn weigh_next(self, window: InvertibleWindow, combine: Combine) {
        let Self { out, readings: MaskReadings { numbers, gradients }, .. } = self;
        let before = &out.heights_m;
        for (axis, out) in out.gradients.iter_mut().flatten().enumerate() {
            let gradients = gradients.as_ref().map(|gradients| &gradients[axis][..]);
            let pairs = before.iter().zip(&*numbers);
            for (i, (out, (before, number))) in out.iter_mut().zip(pairs).enumerate() {
                let gradient = gradients.map_or(0.0, |gradients| gradients[i]);
                let mask_slope = window.gradient(*number, gradient);
                let [by_before, by_mask] = combine.slopes(*before, window.weight(*number));
                *out = by_before * *out + by_mask * mask_slope;
            }
        }
        for (out, number) in out.heights_m.iter_mut().zip(&*numbers) {
            *out = combine.weight(*out, window.weight(*number));
        }
    }
}
