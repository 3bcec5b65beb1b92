//! The scene of the literature's examples.

use orogen_noise::{FractalKind, Normalise};
use orogen_terrain::Scene;
use orogen_terrain::choices::LandPermutation;

/// The default land with textbook noise, for figures without a recipe of their own.
///
/// The noise has Perlin's own table, eight gradients, the quintic fade, and octaves that are not
/// shifted.
pub fn teaching_scene() -> Scene {
    let mut scene = Scene::default();
    let base = scene.recipe.base_mut();
    base.noise.permutation = LandPermutation::Reference;
    base.fractal.kind = FractalKind::Fbm;
    base.fractal.octaves = 6.0;
    base.fractal.gain = 0.5;
    base.fractal.octave_seeds = false;
    base.fractal.normalise = Normalise::Amplitude;
    scene
}
