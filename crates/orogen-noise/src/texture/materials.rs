//! Textures that look like materials: wood, marble, clouds, granite, rust, fire.

use super::colour::{Rgb, hex, mix, ramp, scale, smoothstep};
use super::flat::{PLAIN, exercise, fractal, plane};
use super::row::{Shader, TextureParameter, TextureRow};
use crate::spec::{NoiseError, NoiseSpec};
use crate::trig::sin_cos_turns;
use crate::{Basis, FractalKind, Warp};

/// The rows of the table.
pub const ROWS: &[TextureRow] = &[
    TextureRow {
        name: "wood",
        doc: "The terrain exercise's wood: rings around the origin, bent by turbulence.",
        span: 1.0,
        numbers: &[
            TextureParameter {
                name: "rings",
                default: 100.0,
                low: 0.0,
                high: 10_000.0,
                doc: "The frequency of the rings, in radians per unit of the radius.",
            },
            TextureParameter {
                name: "bend",
                default: 0.15,
                low: -10.0,
                high: 10.0,
                doc: "The distance by which a turbulence of 1 shifts the rings.",
            },
        ],
        spec: || NoiseSpec { fractal: FractalKind::Turbulence, ..exercise() },
        make: wood,
        ..PLAIN
    },
    TextureRow {
        name: "marble",
        doc: "The terrain exercise's marble: fBm of fBm.",
        span: 1.2,
        numbers: &[TextureParameter {
            name: "swirl",
            default: 4.0,
            low: -100.0,
            high: 100.0,
            doc: "The displacement of a sample where the displacing fBm is 1.",
        }],
        spec: exercise,
        make: marble,
        ..PLAIN
    },
    TextureRow {
        name: "clouds",
        doc: "Fair-weather clouds, lit from the upper left.",
        sharp: false,
        span: 3.0,
        numbers: &[TextureParameter {
            name: "cover",
            default: 0.5,
            low: 0.0,
            high: 1.0,
            doc: "The amount of cloud: 0 for a mostly clear sky, 1 for a mostly covered one.",
        }],
        spec: || NoiseSpec {
            warp: Warp { strength: 0.35, frequency: 1.0, times: 1 },
            gain: 0.55,
            ..fractal(FractalKind::Fbm)
        },
        make: clouds,
        ..PLAIN
    },
    TextureRow {
        name: "granite",
        doc: "Interlocking grains of feldspar, quartz and mica.",
        span: 2.0,
        make: granite,
        ..PLAIN
    },
    TextureRow {
        name: "rust",
        doc: "Old steel that rusts through its paint.",
        sharp: false,
        span: 2.0,
        numbers: &[TextureParameter {
            name: "cover",
            default: 0.6,
            low: 0.0,
            high: 1.0,
            doc: "The amount of rust: 0 for mostly paint, 1 for mostly rust.",
        }],
        spec: || NoiseSpec { gain: 0.6, rotate: true, ..fractal(FractalKind::Fbm) },
        make: rust,
        ..PLAIN
    },
    TextureRow {
        name: "fire",
        doc: "Flames that rise from the line y = 0 and die out about one unit above it.",
        sharp: false,
        span: 1.0,
        centre: [0.0, 0.5],
        spec: || NoiseSpec { octaves: 5.0, ..fractal(FractalKind::Fbm) },
        make: fire,
        ..PLAIN
    },
];

const DARK_WOOD: Rgb = [0.48, 0.29, 0.00];
const LIGHT_WOOD: Rgb = [0.90, 0.82, 0.62];
const WHITE_MARBLE: Rgb = [0.95, 0.95, 0.95];

fn wood(spec: &NoiseSpec, numbers: &[f64]) -> Result<Shader, NoiseError> {
    let turbulence = plane(spec)?;
    let &[rings, bend] = numbers else { unreachable!("wood has two numbers") };
    Ok(Box::new(move |p| wood_colour(p, turbulence(p), [rings, bend])))
}

/// The wood's colour at a point, given the turbulence there.
pub fn wood_colour([x, y]: [f64; 2], turbulence: f64, [rings, bend]: [f64; 2]) -> Rgb {
    let radius = (x * x + y * y).sqrt();
    let (sin, _) = sin_cos_turns(rings * (radius + bend * turbulence) / std::f64::consts::TAU);
    mix(DARK_WOOD, LIGHT_WOOD, 0.5 * (1.0 + sin))
}

fn marble(spec: &NoiseSpec, numbers: &[f64]) -> Result<Shader, NoiseError> {
    let fbm = plane(spec)?;
    let swirl = numbers[0];
    Ok(Box::new(move |[x, y]| {
        let [dx, dy] = MARBLE_SHIFT;
        let q = [fbm([x, y]), fbm([x + dx, y + dy])];
        marble_colour(fbm([x + swirl * q[0], y + swirl * q[1]]))
    }))
}

/// The offset between the two samples of fBm that displace the third sample of the marble.
pub const MARBLE_SHIFT: [f64; 2] = [1.7, 4.6];

/// The marble's colour for a value of its third fBm.
pub fn marble_colour(fbm: f64) -> Rgb {
    mix(WHITE_MARBLE, DARK_WOOD, 0.5 * (1.0 + fbm))
}

/// One octave of cellular noise that shares the seed of `spec`.
fn worley(
    spec: &NoiseSpec,
    basis: Basis,
) -> Result<impl Fn([f64; 2]) -> f64 + Send + Sync + use<>, NoiseError> {
    plane(&NoiseSpec { basis, fractal: FractalKind::None, warp: Warp::default(), ..spec.clone() })
}

/// Clouds: the density is fBm above a threshold.
///
/// A cloud is bright where it thins out towards the sun, and grey where more cloud is in the way.
fn clouds(spec: &NoiseSpec, numbers: &[f64]) -> Result<Shader, NoiseError> {
    const SKY: [Rgb; 2] = [hex(0x2f6db5), hex(0x6fa8dc)];
    const CLOUD: [Rgb; 2] = [hex(0x8f9db0), hex(0xffffff)];
    /// The step towards the sun, in units of the plane.
    const TO_SUN: [f64; 2] = [-0.035, 0.05];
    let fbm = plane(spec)?;
    let threshold = 0.55 - numbers[0];
    Ok(Box::new(move |[x, y]| {
        let density =
            |step: f64| 2.2 * fbm([x + step * TO_SUN[0], y + step * TO_SUN[1]]) - threshold;
        let here = density(0.0);
        let sky = mix(SKY[0], SKY[1], 0.5 + here);
        if here <= 0.0 {
            return sky;
        }
        // Shade increases with the amount of cloud in the way, ever more slowly. The slope of the
        // density towards the sun adds relief
        let (near_density, far_density) = (density(1.0), density(3.0));
        let cloud_in_the_way = near_density.max(0.0) + far_density.max(0.0);
        let light = 1.0 / (1.0 + 0.85 * cloud_in_the_way) + 0.9 * (here - near_density);
        mix(sky, mix(CLOUD[0], CLOUD[1], 1.35 * light - 0.25), smoothstep(0.0, 0.3, here))
    }))
}

/// Granite: grains are the cells of warped Worley noise, and a cell's number picks its mineral.
///
/// Large crystals of feldspar lie in a mass of small grains.
fn granite(spec: &NoiseSpec, _: &[f64]) -> Result<Shader, NoiseError> {
    const FELDSPAR: [Rgb; 2] = [hex(0xb98a76), hex(0xd9b49f)];
    const SMALL: [(f64, Rgb); 4] = [
        (-0.45, hex(0xc9a390)),
        (0.05, hex(0xddd6ca)),
        (0.55, hex(0x96938f)),
        (1.0, hex(0x2d2a29)),
    ];
    let fbm = plane(spec)?;
    let (number, border) =
        (worley(spec, Basis::WorleyCell)?, worley(spec, Basis::WorleyF2MinusF1)?);
    // The position in units of grains, warped so that the borders are crooked
    let grains = move |[x, y]: [f64; 2], frequency: f64, fbm: &dyn Fn([f64; 2]) -> f64| {
        let [u, v] = [frequency * x, frequency * y];
        [u + 0.8 * fbm([1.3 * u, 1.3 * v]), v + 0.8 * fbm([1.3 * u + 40.0, 1.3 * v + 9.0])]
    };
    Ok(Box::new(move |p| {
        let (large, small) = (grains(p, 7.0, &fbm), grains(p, 20.0, &fbm));
        let is_crystal = number(large) > 0.3;
        let (mineral, edge) = if is_crystal {
            // Stripes of cleavage, at an angle that differs from crystal to crystal
            let (sin, cos) = sin_cos_turns(7.0 * number(large));
            let stripes = fbm([
                9.0 * (cos * large[0] + sin * large[1]),
                0.8 * (cos * large[1] - sin * large[0]),
            ]);
            (mix(FELDSPAR[0], FELDSPAR[1], 0.5 + stripes), border(large))
        } else {
            let number = number(small);
            let mineral = SMALL
                .iter()
                .find(|(highest, _)| number <= *highest)
                .map_or(SMALL[3].1, |(_, colour)| *colour);
            (
                scale(mineral, 1.0 + 0.15 * (40.0 * number).fract()),
                border(small).min(2.5 * border(large)),
            )
        };
        let cloudy = 1.0 + 0.3 * fbm([50.0 * p[0], 50.0 * p[1]]);
        scale(mineral, cloudy * (0.78 + 0.22 * smoothstep(0.0, 0.09, edge)))
    }))
}

/// Rust: paint flakes off where fBm is high. The bare steel is rough, pitted and stained in three
/// scales.
fn rust(spec: &NoiseSpec, numbers: &[f64]) -> Result<Shader, NoiseError> {
    const RUST: [(f64, Rgb); 6] = [
        (-0.55, hex(0x331a12)),
        (-0.25, hex(0x522616)),
        (0.0, hex(0x74391c)),
        (0.2, hex(0x8f4b22)),
        (0.4, hex(0xa9632f)),
        (0.65, hex(0xbf8249)),
    ];
    const STAIN: Rgb = hex(0x6b4a38);
    const PAINT: Rgb = hex(0x5a7a80);
    /// The step towards the light, in units of the plane.
    const TO_LIGHT: [f64; 2] = [-0.006, 0.006];
    let fbm = plane(spec)?;
    let (distance, number) = (worley(spec, Basis::WorleyF1)?, worley(spec, Basis::WorleyCell)?);
    let cover = 1.2 * (numbers[0] - 0.5);
    Ok(Box::new(move |[x, y]| {
        // Above 0 where the paint has flaked off. The magnitude grows with the distance from the
        // paint's edge
        let flaked =
            |x: f64, y: f64| 2.0 * fbm([x, y]) + cover + 0.4 * fbm([9.0 * x, 9.0 * y + 20.0]);
        let here = flaked(x, y);
        let slope = here - flaked(x + TO_LIGHT[0], y + TO_LIGHT[1]);
        let bare = smoothstep(0.0, 0.02, here);

        let rough = |x: f64, y: f64| fbm([16.0 * x + 3.0, 16.0 * y]);
        let relief = 1.0 + 1.1 * (rough(x, y) - rough(x + TO_LIGHT[0], y + TO_LIGHT[1]));
        let tone = 0.8 * fbm([2.5 * x + 9.0, 2.5 * y + 5.0])
            + 0.8 * rough(x, y)
            + 0.25 * smoothstep(0.35, 0.0, here);
        let grain = [17.0 * x + 0.9 * rough(x, y), 17.0 * y + 0.9 * rough(y, x)];
        let radius = (0.4 * number(grain)).max(0.0);
        let pit = smoothstep(radius, 0.3 * radius - 0.05, distance(grain));
        let rust = scale(ramp(&RUST, tone), relief * (1.0 - 0.45 * pit));

        // Rust creeps under the edge of the paint, which stands above the steel
        let stained = mix(
            scale(PAINT, 1.0 + 0.3 * fbm([4.0 * x, 4.0 * y])),
            STAIN,
            0.85 * smoothstep(-0.3, 0.0, here),
        );
        let edge = smoothstep(-0.03, -0.005, here) * (25.0 * slope).clamp(-0.5, 0.5);
        mix(scale(stained, 1.0 - edge), rust, bare)
    }))
}

fn fire(spec: &NoiseSpec, _: &[f64]) -> Result<Shader, NoiseError> {
    const FLAME: [(f64, Rgb); 7] = [
        (0.0, hex(0x070302)),
        (0.18, hex(0x2c0703)),
        (0.36, hex(0x8e1505)),
        (0.54, hex(0xdf4a08)),
        (0.72, hex(0xfb9a16)),
        (0.88, hex(0xffdf63)),
        (1.05, hex(0xfffbe0)),
    ];
    let fbm = plane(spec)?;
    Ok(Box::new(move |[x, y]| {
        // Tongues of flame: noise that is stretched upwards and sways more with height
        let sway = fbm([2.5 * x, 1.6 * y - 3.0]) * (0.2 + 1.2 * y);
        let tongue = fbm([7.5 * x + 3.0 * sway, 1.4 * y + 11.0]);
        let lick = fbm([17.0 * x + 7.0 * sway, 3.6 * y + 5.0]);
        let heat = 0.86 - 0.8 * y + (0.5 + 1.1 * y) * tongue + (0.2 + 0.4 * y) * lick
            - 0.5 * smoothstep(0.6, 1.1, y);
        ramp(&FLAME, heat)
    }))
}
