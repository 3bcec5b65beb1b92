//! Textures that show a noise directly: in grey, and as the map of a graphics course's terrain exercise.

use super::colour::{Rgb, mix};
use super::row::{Shader, TextureParameter, TextureRow};
use crate::gradient::GradientSet;
use crate::spec::{NoiseError, NoiseSpec, PermutationKind};
use crate::{FractalKind, Normalise};

/// The rows of the table.
pub const ROWS: &[TextureRow] = &[
    TextureRow {
        name: "fbm",
        doc: "Octaves of Perlin noise, summed.",
        spec: || fractal(FractalKind::Fbm),
        ..PLAIN
    },
    TextureRow {
        name: "turbulence",
        doc: "The sum of the octaves' magnitudes: creases where the noise crosses zero.",
        spec: || fractal(FractalKind::Turbulence),
        ..PLAIN
    },
    TextureRow {
        name: "billow",
        doc: "Turbulence with recentred octaves: puffy clouds.",
        spec: || fractal(FractalKind::Billow),
        ..PLAIN
    },
    TextureRow {
        name: "ridged",
        doc: "Ridged multifractal: sharp crests.",
        spec: || fractal(FractalKind::Ridged),
        ..PLAIN
    },
    TextureRow {
        name: "hybrid",
        doc: "Hybrid multifractal: smooth valleys, rough heights.",
        spec: || NoiseSpec { gain: 0.84, offset: 0.7, ..fractal(FractalKind::Hybrid) },
        ..PLAIN
    },
    TextureRow {
        name: "map",
        doc: "The terrain exercise's map: water below the level, above it grass that turns to mountain.",
        span: 6.0,
        numbers: &[TextureParameter {
            name: "level",
            default: -0.075,
            low: -2.0,
            high: 2.0,
            doc: "The value of the noise below which there is water.",
        }],
        spec: exercise,
        make: map,
        ..PLAIN
    },
];

/// A texture of fBm in greys around the origin. Other rows change some of its fields.
pub const PLAIN: TextureRow = TextureRow {
    name: "",
    doc: "",
    sharp: true,
    span: 4.0,
    centre: [0.0; 2],
    numbers: &[],
    spec: || fractal(FractalKind::Fbm),
    make: grey,
};

/// A fractal whose octaves have their own seeds and shifts, so that their lattices differ.
pub fn fractal(kind: FractalKind) -> NoiseSpec {
    NoiseSpec { fractal: kind, octaves: 8.0, octave_seeds: true, ..NoiseSpec::default() }
}

/// The fBm of the terrain exercise.
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

/// The z of the slice through a noise that has no two-dimensional form.
const SLICE: f64 = 0.37;

/// The noise of a spec in the plane. If the basis has no two-dimensional noise, it is a slice
/// through the three-dimensional noise.
pub fn plane(
    spec: &NoiseSpec,
) -> Result<impl Fn([f64; 2]) -> f64 + Send + Sync + use<>, NoiseError> {
    let dimensions = if spec.basis.row().dimensions.contains(&2) { 2 } else { 3 };
    let noise = spec.build(dimensions)?;
    Ok(
        move |[x, y]: [f64; 2]| {
            if dimensions == 2 { noise.sample2([x, y], 0.0) } else { noise.sample(&[x, y, SLICE]) }
        },
    )
}

/// A shader from black to white over the range that holds nearly all values of the noise.
pub fn grey(spec: &NoiseSpec, _: &[f64]) -> Result<Shader, NoiseError> {
    let noise = plane(spec)?;
    let [low, high] = usual_range(&noise);
    Ok(Box::new(move |p| [(noise(p) - low) / (high - low); 3]))
}

/// The range that holds 994 of 1000 values of the noise, measured.
fn usual_range(noise: &impl Fn([f64; 2]) -> f64) -> [f64; 2] {
    // Multiples of two irrational numbers, modulo 1, spread the points evenly.
    let point = |i: i32| {
        [0.754_877_666_246_692_8, 0.569_840_290_998_053_3]
            .map(|step| (f64::from(i) * step).fract() * 64.0)
    };
    let mut values: Vec<f64> = (0..4096).map(|i| noise(point(i))).collect();
    values.sort_unstable_by(f64::total_cmp);
    let [low, high] = [values[12], values[4083]];
    if high > low { [low, high] } else { [low - 1.0, low + 1.0] }
}

const WATER: Rgb = [0.29, 0.51, 0.62];
const GRASS: Rgb = [0.43, 0.53, 0.23];
const MOUNTAIN: Rgb = [0.8, 0.7, 0.7];

fn map(spec: &NoiseSpec, numbers: &[f64]) -> Result<Shader, NoiseError> {
    let noise = plane(spec)?;
    let level = numbers[0];
    Ok(Box::new(move |p| map_colour(noise(p), level)))
}

/// The map's colour where the noise has the value `s`, with water below `level`.
pub fn map_colour(s: f64, level: f64) -> Rgb {
    if s < level { WATER } else { mix(GRASS, MOUNTAIN, s - level) }
}
