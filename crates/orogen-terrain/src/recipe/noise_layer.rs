//! What follows from the parameters of a layer of noise.

use super::{NoiseGroup, NoiseLayer};
use crate::shape::Shape;
use orogen_noise::edit::can_edit;
use orogen_noise::hash::Seed;
use orogen_noise::{Edits, Fade, FadeCurve, FractalKind, NoiseError, NoiseSpec, Warp};

impl NoiseLayer {
    /// The noise, in cells of the first octave.
    ///
    /// # Errors
    /// Where choices exclude each other: a period with a lacunarity that is no integer, with turned
    /// octaves, …
    pub fn spec(&self, seed: Seed) -> Result<NoiseSpec, NoiseError> {
        let Self { noise, fractal, warp, .. } = self;
        let spec = NoiseSpec {
            basis: noise.basis,
            permutation: noise.permutation.kind(),
            seed,
            gradients: noise.gradients,
            fade: match noise.fade {
                Fade::Custom(_) => Fade::Custom(noise.fade_curve()),
                fade => fade,
            },
            radius2: 0.5,
            metric: noise.metric,
            fractal: fractal.kind,
            octaves: fractal.octaves,
            lacunarity: fractal.lacunarity,
            gain: fractal.gain,
            offset: fractal.offset,
            rounding: 0.0,
            normalise: fractal.normalise,
            rotate: fractal.rotate,
            octave_seeds: fractal.octave_seeds,
            warp: Warp { strength: warp.strength, frequency: warp.frequency, times: warp.times },
            period: (noise.period > 0).then_some([noise.period; 2]),
            edits: match can_edit(noise.basis, 2) {
                true => self.edits.clone(),
                false => Edits::default(),
            },
            solo: self.solo,
        };
        spec.build(2).map(|_| spec)
    }

    /// Whether a parameter has an effect with the other choices as they are.
    pub fn uses(&self, key: &str) -> bool {
        let uses = self.noise.basis.row().uses;
        let fractal = self.fractal.kind != FractalKind::None;
        match key {
            "noise.permutation" => uses.permutation,
            "noise.gradients" => uses.gradients,
            "noise.fade" => uses.fade,
            "noise.fade_quarter" | "noise.fade_half" | "noise.fade_three_quarters" => {
                uses.fade && matches!(self.noise.fade, Fade::Custom(_))
            }
            "noise.metric" => uses.metric,
            "fractal.offset" => {
                matches!(self.fractal.kind, FractalKind::Ridged | FractalKind::Hybrid)
            }
            "fractal.octaves" | "fractal.lacunarity" | "fractal.gain" | "fractal.rotate" => fractal,
            "warp.frequency" => self.warp.strength != 0.0 && self.warp.times > 0,
            _ => true,
        }
    }

    /// Cycles a metre of the first octave.
    pub fn frequency_per_m(&self) -> f64 {
        self.noise.frequency / 1000.0
    }

    /// The size of the first octave's features in metres.
    pub fn feature_size_m(&self) -> f64 {
        1000.0 / self.noise.frequency
    }

    /// Whether it makes creases, where the gradient jumps: noise that is folded or fed back,
    /// cellular noise, and noise whose fade is not smooth.
    pub fn is_creased(&self) -> bool {
        let kind = self.fractal.kind;
        kind.takes_magnitudes() || kind.has_feedback() || self.is_creased_when_rounded()
    }

    /// Whether it makes creases even where its octaves are rounded ([`NoiseSpec::rounding`]).
    pub fn is_creased_when_rounded(&self) -> bool {
        let basis = self.noise.basis.row();
        let fades = basis.uses.fade && self.noise.fade.is_creased();
        let is_cellular = basis.name.contains("worley");
        fades || is_cellular || self.shape.exponent < 1.0
    }

    /// Height and exponent.
    pub fn shape(&self) -> Shape {
        Shape { height_m: self.shape.height_m, exponent: self.shape.exponent }
    }
}

impl NoiseGroup {
    /// The curve that the custom fade has.
    pub fn fade_curve(&self) -> FadeCurve {
        FadeCurve::through([self.fade_quarter, self.fade_half, self.fade_three_quarters])
    }
}
