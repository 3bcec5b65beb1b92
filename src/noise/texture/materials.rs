//! Textures that look like something: wood, marble, clouds, granite, rust, fire.

use super::colour::{Rgb, hex, mix, ramp, scale, smoothstep};
use super::flat::{exercise, fractal, plane};
use super::{Number, Row, Shader};
use crate::noise::spec::{NoiseError, NoiseSpec};
use crate::noise::trig::sin_cos_turns;
use crate::noise::{FractalKind, Seed};

/// The rows of the table.
pub const ROWS: &[Row] = &[
    Row {
        name: "wood",
        doc: "The terrain exercise's wood: rings around the origin, bent by turbulence.",
        span: 1.0,
        centre: [0.0; 2],
        numbers: &[
            Number {
                name: "rings",
                default: 100.0,
                low: 0.0,
                high: 10_000.0,
                doc: "How fast rings follow each other.",
            },
            Number { name: "bend", default: 0.15, low: -10.0, high: 10.0, doc: "How far turbulence bends them." },
        ],
        spec: || NoiseSpec { fractal: FractalKind::Turbulence, ..exercise() },
        make: wood,
    },
    Row {
        name: "marble",
        doc: "The terrain exercise's marble: fBm of fBm.",
        span: 3.0,
        centre: [0.0; 2],
        numbers: &[Number { name: "swirl", default: 4.0, low: -100.0, high: 100.0, doc: "How far fBm displaces fBm." }],
        spec: exercise,
        make: marble,
    },
];

const DARK_WOOD: Rgb = [0.48, 0.29, 0.00];
const LIGHT_WOOD: Rgb = [0.90, 0.82, 0.62];
const WHITE_MARBLE: Rgb = [0.95, 0.95, 0.95];

fn wood(spec: &NoiseSpec, numbers: &[f64]) -> Result<Shader, NoiseError> {
    let (_, turbulence) = plane(spec)?;
    let &[rings, bend] = numbers else { unreachable!("wood has two numbers") };
    Ok(Box::new(move |p| {
        let radius = (p[0] * p[0] + p[1] * p[1]).sqrt();
        let (sin, _) = sin_cos_turns(rings * (radius + bend * turbulence(p)) / std::f64::consts::TAU);
        mix(DARK_WOOD, LIGHT_WOOD, 0.5 * (1.0 + sin))
    }))
}

fn marble(spec: &NoiseSpec, numbers: &[f64]) -> Result<Shader, NoiseError> {
    let (_, fbm) = plane(spec)?;
    let swirl = numbers[0];
    Ok(Box::new(move |[x, y]| {
        let q = [fbm([x, y]), fbm([x + 1.7, y + 4.6])];
        mix(WHITE_MARBLE, DARK_WOOD, 0.5 * (1.0 + fbm([x + swirl * q[0], y + swirl * q[1]])))
    }))
}
