//! A layer of noise: its parameters, and values derived from them.

use crate::choices::{self, LandPermutation};
use crate::shape::Shape;
use orogen_noise::edit::can_edit;
use orogen_noise::hash::Seed;
use orogen_noise::{
    Basis, Edits, Fade, FadeCurve, FractalKind, GradientSet, Metric, NoiseError, NoiseSpec,
    Normalise, Warp,
};

crate::document! {
    /// A layer of noise.
    NoiseLayer {
        fields {
            /// Lattice points with custom gradients. Noise types without gradients ignore them.
            edits: Edits;
            /// The only octave to show, counted from 0; `None` shows all. Files do not store it.
            solo: Option<u32>;
        }
        noise: NoiseGroup, "Noise" {
            basis: Basis = Basis::Perlin, Choice(choices::BASES), "", Sample, "Noise type",
                "The noise that every octave is made of.";
            permutation: LandPermutation = LandPermutation::Hash, Choice(choices::PERMUTATIONS), "", Sample, "Permutation",
                "How a lattice point gets its random number.";
            gradients: GradientSet = GradientSet::Eight, Choice(choices::GRADIENTS), "", Sample, "Gradients",
                "The directions that a lattice point of Perlin noise can take.";
            fade: Fade = Fade::Quintic, Choice(choices::FADES), "", Sample, "Fade",
                "The curve that blends from one lattice point to the next.";
            fade_quarter: f64 = 0.1, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Fade at ¼",
                "The custom fade at a quarter of the way from one lattice point to the next.";
            fade_half: f64 = 0.5, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Fade at ½",
                "The custom fade halfway from one lattice point to the next.";
            fade_three_quarters: f64 = 0.9, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Fade at ¾",
                "The custom fade at three quarters of the way from one lattice point to the next.";
            metric: Metric = Metric::Euclidean, Choice(choices::METRICS), "", Sample, "Metric",
                "How Worley noise measures the distance to its feature points.";
            frequency: f64 = 0.7, Number { min: 0.01, max: 100.0, log: true }, "cycles/km", Sample, "Feature size",
                "The size of the first octave's features, which files store as a frequency in cycles per kilometre.";
            period: u32 = 0, Integer { min: 0, max: 4096 }, "cells", Sample, "Period",
                "The number of cells of the first octave after which the land repeats in both directions; 0 turns it off.";
        }
        fractal: FractalGroup, "Fractal" {
            kind: FractalKind = FractalKind::Fbm, Choice(choices::FRACTALS), "", Sample, "Kind",
                "How the octaves are combined.";
            octaves: f64 = 8.0, Number { min: 1.0, max: 10.0, log: false }, "", Sample, "Detail",
                "How many layers of noise are summed, each finer than the one before; a fraction fades the last one in.";
            lacunarity: f64 = 2.0, Number { min: 1.0, max: 4.0, log: false }, "", Sample, "Detail step",
                "The frequency of each octave relative to the octave before.";
            gain: f64 = 0.45, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Roughness",
                "The amplitude of each octave relative to the octave before: a larger value makes rougher land.";
            offset: f64 = 1.0, Number { min: 0.0, max: 2.0, log: false }, "", Sample, "Offset",
                "The level from which ridged and hybrid octaves are measured.";
            normalise: Normalise = Normalise::Amplitude, Choice(choices::NORMALISES), "", Sample, "Normalise",
                "The divisor of the octaves' sum.";
            rotate: bool = false, Toggle, "", Sample, "Hide lattice",
                "Turns each octave by the golden angle against the one before, which hides the lattice.";
            octave_seeds: bool = true, Toggle, "", Sample, "Octave seeds",
                "Gives each octave its own seed and offset, so that octaves never line up; without them, OpenSimplex2 is mirrored about the origin.";
        }
        warp: WarpGroup, "Warp" {
            strength: f64 = 0.0, Number { min: 0.0, max: 4.0, log: false }, "cells", Sample, "Strength",
                "How far noise displaces the land before it is sampled, in cells of the first octave.";
            frequency: f64 = 1.0, Number { min: 0.1, max: 8.0, log: true }, "", Sample, "Frequency",
                "The frequency of the displacing noise relative to that of the land.";
            times: u32 = 1, Integer { min: 0, max: 3 }, "", Sample, "Times",
                "How often the displacement is repeated on the displaced land.";
        }
        shape: ShapeGroup, "Shape" {
            height_m: f64 = 600.0, Number { min: 0.0, max: 8000.0, log: false }, "m", Shape, "Height",
                "The height of land where the noise is 1, and the depth where it is −1.";
            exponent: f64 = 1.0, Number { min: 0.25, max: 4.0, log: true }, "", Shape, "Peak sharpness",
                "The power to which the noise is raised: above 1 lowlands flatten and peaks sharpen.";
        }
    }
}

impl NoiseLayer {
    /// The noise as a [`NoiseSpec`]; lengths are in cells of the first octave.
    ///
    /// # Errors
    /// Returns an error if two parameters cannot be combined. For example, a noise with a period
    /// cannot have a fractional lacunarity or rotated octaves.
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

    /// Returns true if the parameter `key` has an effect, given all other values.
    pub fn uses(&self, key: &str) -> bool {
        let uses = self.noise.basis.row().uses;
        let has_octaves = self.fractal.kind != FractalKind::None;
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
            "fractal.octaves" | "fractal.lacunarity" | "fractal.gain" | "fractal.rotate" => {
                has_octaves
            }
            "warp.frequency" => self.warp.strength != 0.0 && self.warp.times > 0,
            _ => true,
        }
    }

    /// The frequency of the first octave, in cycles per metre.
    pub fn frequency_per_m(&self) -> f64 {
        self.noise.frequency / 1000.0
    }

    /// The feature size of the first octave in metres.
    pub fn feature_size_m(&self) -> f64 {
        1000.0 / self.noise.frequency
    }

    /// Returns true if the gradient of the land jumps at some places.
    ///
    /// It jumps if the fractal takes the absolute value of octaves, if it weights an octave by the
    /// octaves before, and in the cases of [`NoiseLayer::is_creased_when_rounded`].
    pub fn is_creased(&self) -> bool {
        let kind = self.fractal.kind;
        kind.takes_magnitudes() || kind.has_feedback() || self.is_creased_when_rounded()
    }

    /// Returns true if the gradient jumps even where [`NoiseSpec::rounding`] rounds creases.
    ///
    /// It jumps with Worley noise, with a fade whose slope jumps, and with an exponent below 1.
    pub fn is_creased_when_rounded(&self) -> bool {
        let basis = self.noise.basis.row();
        let has_creased_fade = basis.uses.fade && self.noise.fade.is_creased();
        let is_worley = matches!(
            self.noise.basis,
            Basis::WorleyF1 | Basis::WorleyF2 | Basis::WorleyF2MinusF1 | Basis::WorleyCell
        );
        has_creased_fade || is_worley || self.shape.exponent < 1.0
    }

    /// The height and exponent that turn the noise into land.
    pub fn shape(&self) -> Shape {
        Shape { height_m: self.shape.height_m, exponent: self.shape.exponent }
    }
}

impl NoiseGroup {
    /// The custom fade curve: it passes through the three parameters at ¼, ½ and ¾.
    pub fn fade_curve(&self) -> FadeCurve {
        FadeCurve::through([self.fade_quarter, self.fade_half, self.fade_three_quarters])
    }
}
