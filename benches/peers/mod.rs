//! Noises of other libraries, with settings as similar to ours as they allow.

use super::Contestant;
use bevy_math::Vec2;
use fastnoise_lite::{FastNoiseLite, FractalType, NoiseType};
use noise::core::worley::ReturnType;
use noise::{
    Fbm, MultiFractal, NoiseFn, OpenSimplex, Perlin, RidgedMulti, Simplex, SuperSimplex, Worley,
};
use noiz::cell_noise::{MixCellGradients, QuickGradients};
use noiz::cells::OrthoGrid;
use noiz::curves::Smoothstep;
use noiz::layering::{FractalLayers, LayeredNoise, Normed, Octave, Persistence};
use noiz::{Noise, SampleableFor};
use simdnoise::NoiseBuilder;
use std::hint::black_box;

pub const VALUE: NoiseType = NoiseType::Value;
pub const PERLIN: NoiseType = NoiseType::Perlin;
pub const OPENSIMPLEX2: NoiseType = NoiseType::OpenSimplex2;
pub const OPENSIMPLEX2S: NoiseType = NoiseType::OpenSimplex2S;
pub const CELLULAR: NoiseType = NoiseType::Cellular;

pub fn noise_fbm_perlin(octaves: usize) -> impl Fn(f64, f64) -> f32 {
    let fbm = Fbm::<Perlin>::new(1).set_frequency(1.0).set_lacunarity(2.0).set_octaves(octaves);
    move |x, y| fbm.get([x, y]) as f32
}

/// Returns fBm that warps its own domain, `times` times.
pub fn noise_warped_fbm_perlin(
    octaves: usize,
    strength: f64,
    times: usize,
) -> impl Fn(f64, f64) -> f32 {
    let fbm = Fbm::<Perlin>::new(1).set_frequency(1.0).set_lacunarity(2.0).set_octaves(octaves);
    move |x, y| {
        let mut place = [x, y];
        for _ in 0..times {
            place = [
                x + strength * fbm.get(place),
                y + strength * fbm.get([place[0] + 5.2, place[1] + 1.3]),
            ];
        }
        fbm.get(place) as f32
    }
}

pub fn noise_fbm_simplex(octaves: usize) -> impl Fn(f64, f64) -> f32 {
    let fbm = Fbm::<Simplex>::new(1).set_frequency(1.0).set_lacunarity(2.0).set_octaves(octaves);
    move |x, y| fbm.get([x, y]) as f32
}

pub fn noise_fbm_opensimplex(octaves: usize) -> impl Fn(f64, f64) -> f32 {
    let fbm =
        Fbm::<OpenSimplex>::new(1).set_frequency(1.0).set_lacunarity(2.0).set_octaves(octaves);
    move |x, y| fbm.get([x, y]) as f32
}

pub fn noise_fbm_supersimplex(octaves: usize) -> impl Fn(f64, f64) -> f32 {
    let fbm =
        Fbm::<SuperSimplex>::new(1).set_frequency(1.0).set_lacunarity(2.0).set_octaves(octaves);
    move |x, y| fbm.get([x, y]) as f32
}

pub fn noise_worley() -> impl Fn(f64, f64) -> f32 {
    let worley = Worley::new(1).set_frequency(1.0).set_return_type(ReturnType::Distance);
    move |x, y| worley.get([x, y]) as f32
}

pub fn noise_ridged_perlin(octaves: usize) -> impl Fn(f64, f64) -> f32 {
    let ridged =
        RidgedMulti::<Perlin>::new(1).set_frequency(1.0).set_lacunarity(2.0).set_octaves(octaves);
    move |x, y| ridged.get([x, y]) as f32
}

pub fn fastnoise_fbm(basis: NoiseType, octaves: usize) -> impl Fn(f64, f64) -> f32 {
    let mut fbm = FastNoiseLite::with_seed(1);
    fbm.set_noise_type(Some(basis));
    fbm.set_frequency(Some(1.0));
    fbm.set_fractal_type(Some(FractalType::FBm));
    fbm.set_fractal_octaves(Some(octaves as i32));
    move |x, y| fbm.get_noise_2d(x as f32, y as f32)
}

pub fn noiz_fbm_perlin(octaves: usize) -> impl Fn(f64, f64) -> f32 {
    type Perlin = MixCellGradients<OrthoGrid, Smoothstep, QuickGradients>;
    let layers = FractalLayers {
        layer: Octave::<Perlin>::default(),
        lacunarity: 2.0,
        amount: octaves as u32,
    };
    let fbm = Noise::from(LayeredNoise::new(Normed::<f32>::default(), Persistence(0.5), layers));
    move |x, y| fbm.sample(Vec2::new(x as f32, y as f32))
}

pub fn simdnoise_ridge(
    name: &'static str,
    side: usize,
    samples_per_cell: f64,
    octaves: usize,
) -> Contestant {
    Contestant::new(name, side * side * octaves, move || {
        let ridge = NoiseBuilder::ridge_2d(side, side)
            .with_freq(1.0 / samples_per_cell as f32)
            .with_octaves(octaves as u8)
            .with_gain(0.5)
            .with_lacunarity(2.0)
            .generate();
        black_box(ridge);
    })
}

pub fn simdnoise_fbm(
    name: &'static str,
    side: usize,
    samples_per_cell: f64,
    octaves: usize,
) -> Contestant {
    Contestant::new(name, side * side * octaves, move || {
        let fbm = NoiseBuilder::fbm_2d(side, side)
            .with_freq(1.0 / samples_per_cell as f32)
            .with_octaves(octaves as u8)
            .with_gain(0.5)
            .with_lacunarity(2.0)
            .generate();
        black_box(fbm);
    })
}
