//! Textures that show a noise as it is: in greys, and as the terrain exercise's map.

use super::colour::{Rgb, mix};
use super::{Number, Row, Shader};
use crate::noise::gradient::GradientSet;
use crate::noise::measured::Moments;
use crate::noise::spec::{NoiseError, NoiseSpec, PermutationKind};
use crate::noise::{FractalKind, Noise, Normalise};

/// The rows of the table.
pub const ROWS: &[Row] = &[
    Row {
        name: "fbm",
        doc: "Octaves of Perlin noise, summed.",
        span: 4.0,
        centre: [0.0; 2],
        numbers: &[],
        spec: || fractal(FractalKind::Fbm),
        make: grey,
    },
    Row {
        name: "turbulence",
        doc: "The sum of the octaves' magnitudes: creases where the noise crosses zero.",
        span: 4.0,
        centre: [0.0; 2],
        numbers: &[],
        spec: || fractal(FractalKind::Turbulence),
        make: grey,
    },
    Row {
        name: "billow",
        doc: "Turbulence with recentred octaves: puffy clouds.",
        span: 4.0,
        centre: [0.0; 2],
        numbers: &[],
        spec: || fractal(FractalKind::Billow),
        make: grey,
    },
    Row {
        name: "ridged",
        doc: "Ridged multifractal: sharp crests.",
        span: 4.0,
        centre: [0.0; 2],
        numbers: &[],
        spec: || fractal(FractalKind::Ridged),
        make: grey,
    },
    Row {
        name: "hybrid",
        doc: "Hybrid multifractal: smooth valleys, rough heights.",
        span: 4.0,
        centre: [0.0; 2],
        numbers: &[],
        spec: || fractal(FractalKind::Hybrid),
        make: grey,
    },
    Row {
        name: "map",
        doc: "The terrain exercise's map: water below its level, else grass to mountain by height.",
        span: 6.0,
        centre: [0.0; 2],
        numbers: &[Number { name: "level", default: -0.075, low: -2.0, high: 2.0, doc: "The height of the water." }],
        spec: exercise,
        make: map,
    },
];

/// Octaves that are told apart: each with its own seed and shift.
pub fn fractal(kind: FractalKind) -> NoiseSpec {
    NoiseSpec { fractal: kind, octaves: 8.0, octave_seeds: true, ..NoiseSpec::default() }
}

/// The terrain exercise's fBm.
pub fn exercise() -> NoiseSpec {
    NoiseSpec {
        permutation: PermutationKind::P289,
        gradients: GradientSet::Twelve,
        fractal: FractalKind::Fbm,
        octaves: 4.0,
        lacunarity: 2.17,
        gain: 0.5,
        normalise: Normalise::Off,
        ..NoiseSpec::default()
    }
}

/// The plane through a noise: in two dimensions if it has them, else where z is this.
const SLICE: f64 = 0.37;

/// A noise of the plane; of bases that have no two dimensions a slice of three.
pub fn plane(spec: &NoiseSpec) -> Result<(Noise, impl Fn([f64; 2]) -> f64 + Send + Sync + use<>), NoiseError> {
    let dimensions = if spec.basis.row().dimensions.contains(&2) { 2 } else { 3 };
    let noise = spec.build(dimensions)?;
    let sampled = noise.clone();
    let at =
        move |[x, y]: [f64; 2]| if dimensions == 2 { sampled.sample(&[x, y]) } else { sampled.sample(&[x, y, SLICE]) };
    Ok((noise, at))
}

/// Black to white over the range that the noise is measured to have.
pub fn grey(spec: &NoiseSpec, _: &[f64]) -> Result<Shader, NoiseError> {
    let (noise, at) = plane(spec)?;
    let [low, high] = match spec.fractal {
        FractalKind::None => {
            let Moments { min, max, .. } = Moments::of(spec, noise.dimensions());
            [min, max]
        }
        kind => kind.nominal_range(),
    };
    Ok(Box::new(move |p| [(at(p) - low) / (high - low); 3]))
}

const WATER: Rgb = [0.29, 0.51, 0.62];
const GRASS: Rgb = [0.43, 0.53, 0.23];
const MOUNTAIN: Rgb = [0.8, 0.7, 0.7];

fn map(spec: &NoiseSpec, numbers: &[f64]) -> Result<Shader, NoiseError> {
    let (_, at) = plane(spec)?;
    let level = numbers[0];
    Ok(Box::new(move |p| {
        let s = at(p);
        if s < level { WATER } else { mix(GRASS, MOUNTAIN, s - level) }
    }))
}
