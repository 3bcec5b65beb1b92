//! Mistakes in how lattice points and octaves are put together.

use super::mistake::{Mistake, Picture, Seen, teaching};
use crate::lab::context::Context;
use crate::lab::meters::{Field, Jumps};
use crate::noise::{Basis, Fade, FractalKind, Noise, NoiseSpec, Normalise};

fn noise(spec: &NoiseSpec) -> Noise {
    spec.build(2).expect("the spec of a figure")
}

pub(super) static SEAM: Mistake = Mistake {
    symptom: "A line where the picture ends and begins again.",
    cause: "Noise was cut out anywhere. Its left and its right side are places far apart, which know nothing \
            of each other.",
    cure: "Let the lattice repeat: wrap the cells' numbers before they are hashed. In one dimension a circle \
           does it, in two a torus or blended copies.",
    meter: ("step over the seam ÷ other steps", 1),
    is_symptom: |measured| measured > 2.0,
    switch: "break-seam.cured",
    seen: seam,
    land: [&[], &[]],
    lines: [0, 2],
};

fn seam(_: &Context, cured: bool) -> Seen {
    const SIDE: usize = 128;
    // A tile of four cells, twice along and twice across.
    const TILE: f64 = 4.0;
    let spec = NoiseSpec { period: cured.then_some([4, 4]), ..teaching() };
    let noise = noise(&spec);
    let step = 2.0 * TILE / SIDE as f64;
    // The cut goes through the middle of cells: on lattice points all noise is 0, and the seam would
    // show in the slope alone.
    let at = |x: f64| 0.4 + x.rem_euclid(TILE);
    let field = Field::of(SIDE, step, [0.0; 2], |[x, y]| noise.sample2([at(x), at(y)], 0.0));
    let steps = |column: usize| {
        let all = (0..SIDE).map(|row| (field.at(column, row) - field.at(column - 1, row)).abs());
        all.sum::<f64>() / SIDE as f64
    };
    let seam = steps(SIDE / 2);
    let others = (1..SIDE).filter(|column| *column != SIDE / 2).map(steps).sum::<f64>();
    let measured = seam / (others / (SIDE - 2) as f64);
    Seen { picture: Picture::Greys(field, [-0.8, 0.8], None), measured }
}

pub(super) static SUM: Mistake = Mistake {
    symptom: "The more octaves, the higher the peaks; pictures burn out, and peaks meet the sky.",
    cause: "The sum was not divided. Amplitudes 1, 0.8, 0.64 … of six octaves add up to 3.7.",
    cure: "Divide by the sum of the amplitudes.",
    meter: ("pixels cut off, in %", 1),
    is_symptom: |measured| measured > 2.0,
    switch: "break-sum.cured",
    seen: sum,
    land: [
        &[("fractal.normalise", "off"), ("fractal.gain", "0.6")],
        &[("fractal.normalise", "on"), ("fractal.gain", "0.6")],
    ],
    lines: [5, 6],
};

fn sum(_: &Context, cured: bool) -> Seen {
    let normalise = if cured { Normalise::Amplitude } else { Normalise::Off };
    let spec = NoiseSpec {
        fractal: FractalKind::Fbm,
        gain: 0.8,
        octave_seeds: true,
        normalise,
        ..teaching()
    };
    let field = Field::of_noise(&noise(&spec), 128, 0.0625, [0.0; 2]);
    let cut = field.values.iter().filter(|value| value.abs() > 1.0).count();
    let measured = 100.0 * cut as f64 / field.values.len() as f64;
    Seen { picture: Picture::Greys(field, [-1.0, 1.0], None), measured }
}

pub(super) static FADE: Mistake = Mistake {
    symptom: "Creases along a square grid, as of folded paper, wherever light falls flat.",
    cause: "Four corners were blended by t itself. At the cell's border the slope jumps.",
    cure: "Blend by a fade: the cubic makes slopes meet, the quintic curvatures too.",
    meter: ("largest jump of the slope", 3),
    is_symptom: |measured| measured > 1e-3,
    switch: "break-fade.cured",
    seen: fade,
    land: [&[("noise.fade", "linear")], &[("noise.fade", "quintic")]],
    lines: [0, 1],
};

fn fade(_: &Context, cured: bool) -> Seen {
    let spec = NoiseSpec { fade: if cured { Fade::Quintic } else { Fade::Linear }, ..teaching() };
    let noise = noise(&spec);
    // In light that falls flat from the left: how bright a slope is.
    let light = |p: [f64; 2]| {
        let (_, [dx, dy]) = noise.sample2_with_gradient(p, 0.0);
        let normal = (1.0 + dx * dx + dy * dy).sqrt();
        (0.35 - 0.9 * dx + 0.25 * dy) / normal
    };
    let field = Field::of(144, 6.0 / 144.0, [0.0; 2], light);
    let measured = Jumps::of::<2>(&noise, 200).slope;
    Seen { picture: Picture::Greys(field, [-0.6, 1.1], None), measured }
}

pub(super) static JUMP: Mistake = Mistake {
    symptom: "Hair-thin cracks in light and normals of 3D simplex noise; the value itself hardly shows them.",
    cause: "The published radius² of 3D and 4D, 0.6, makes the noise stronger, but its kernels reach past \
            the simplices that share their corner.",
    cure: "Take r² = 0.5 and scale by more: no jump in value, slope or curvature.",
    meter: ("largest jump of the unscaled value", 5),
    is_symptom: |measured| measured > 1e-5,
    switch: "break-jump.cured",
    seen: jump,
    land: [&[], &[]],
    lines: [0, 1],
};

/// What 3D simplex noise is multiplied by.
const SCALE: f64 = 32.0;

fn jump(_: &Context, cured: bool) -> Seen {
    let radius2 = if cured { 0.5 } else { 0.6 };
    let spec = NoiseSpec { basis: Basis::Simplex, radius2, ..teaching() };
    let solid = spec.build(3).expect("the spec of a figure");
    // A difference over a short way, in which a jump is large.
    const WAY: f64 = 0.004;
    let slope = |[x, y]: [f64; 2]| {
        let [low, high] = [-WAY, WAY].map(|way| solid.sample(&[x + way, y, 0.37]));
        (high - low) / (2.0 * WAY)
    };
    let field = Field::of(160, 2.4 / 160.0, [0.0; 2], slope);
    let measured = Jumps::of::<3>(&solid, 1500).value / SCALE;
    Seen { picture: Picture::Greys(field, [-5.0, 5.0], None), measured }
}
