//! The amplitude of octaves by wavelength, and the finest wavelength that samples carry.

use crate::screens::prelude::*;
use crate::words::live_number;

pub(super) static ROUGHNESS: FigureRow = FigureRow {
    name: "roughness",
    screen: Screen::Octaves,
    title: "Roughness and the Nyquist line",
    question: "How rough is the land, and how fine a detail can a camera see?",
    steps: &[
        "Each octave of this recipe is a dot: finer to the right, weaker downwards. On logarithmic \
         scales the dots lie on a line with the slope −H, where H = −log gain ÷ log lacunarity.",
        "Samples cannot show a wave shorter than two sample distances: that is the Nyquist line. \
         Octaves fade between four and two samples per wave (hollow dots), and right of the line \
         they are gone.",
    ],
    reproduces: &[("E9", 1)],
    controls: &[
        Control::integer(
            "roughness.level",
            "Level of detail",
            (0, 4, 12),
            "How many times the distance between samples is doubled, as for land far from the \
             camera.",
        ),
        Control::recipe("fractal.gain"),
        Control::recipe("fractal.lacunarity"),
        Control::recipe("fractal.octaves"),
    ],
    code: &[
        "let h = -gain.ln() / lacunarity.ln();",
        "let decibels_an_octave = -3.01 * (2.0 * h + 1.0);",
        "let shortest_m = 2.0 * samples_apart_m;",
        "let t = (wavelength_m / samples_apart_m - 2.0) / 2.0;",
        "let weight = smoothstep(t.clamp(0.0, 1.0));",
    ],
    draw,
    challenge: Challenge {
        task: "Make the land as rough as a random walk: H between 0.48 and 0.52.",
        hint: "A gain of 1/√2 does it at lacunarity 2.",
        is_solved: |c| (hurst(c) - 0.5).abs() <= 0.02,
    },
};

/// The Hurst exponent −log gain ÷ log lacunarity; infinite if the gain is 0.
fn hurst(c: &Context) -> f64 {
    -c.spec().gain.ln() / c.spec().lacunarity.ln()
}

/// Metres between samples.
fn spacing_m(c: &Context) -> f64 {
    c.scene.recipe.world.spacing_m.metres() * c.value("roughness.level").exp2()
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(720.0, 440.0);
    let octaves = &c.noise().fractal().octaves;
    let wave_m = |frequency: f64| 1.0 / (frequency * c.frequency_per_m());
    let spacing_m = spacing_m(c);
    let finest = octaves.last().map_or(1.0, |last| wave_m(last.frequency));
    let coarsest = wave_m(1.0);
    let right = -(finest.min(1.5 * spacing_m)).log2().floor();
    let left = -coarsest.log2().ceil();
    let plot = Plot { at: [70.0, 30.0], size: [480.0, 330.0], x: [left, right], y: [-10.0, 0.6] };
    draw_axes(&mut d, &plot);
    let h = hurst(c);
    if h.is_finite() {
        let end = (octaves.len() as f64 - 1.0) * c.spec().lacunarity.log2();
        let end = if h > 0.0 { end.min(9.5 / h) } else { end };
        let line = [0.0, end].map(|x| plot.place([-coarsest.log2() + x, (-h * x).min(0.5)]));
        d.dashed("h", Ink::Muted, 1.5, line.to_vec());
    }
    if c.step() == 1 {
        draw_nyquist(&mut d, &plot, spacing_m);
    }
    d.text(Ink::Muted, 11.0, [566.0, 40.0], Anchor::Left, "octave, wavelength, weight");
    for (k, octave) in octaves.iter().enumerate() {
        let weight = match c.step() {
            0 => 1.0,
            _ => octave.band_weight(spacing_m * c.frequency_per_m()),
        };
        let id = format!("octave{}", k + 1);
        let level = octave.amplitude.log2().clamp(-10.0, 0.6);
        let at = plot.place([-wave_m(octave.frequency).log2(), level]);
        let at = [at[0].clamp(plot.at[0], plot.at[0] + plot.size[0]), at[1]];
        d.circle(&id, Ink::Noise, at, 7.0);
        if weight > 0.0 {
            d.disc(&id, Ink::Noise, at, 6.0 * weight.sqrt());
        }
        if octaves.len() <= 12 {
            d.text(
                Ink::Text,
                11.0,
                [at[0] + 10.0, at[1] - 11.0],
                Anchor::Left,
                &format!("{}", k + 1),
            );
        }
        draw_row(&mut d, k, [wave_m(octave.frequency), weight]);
    }
    write_formula(&mut d, c, spacing_m);
    finish(d, c, &[0, 4])
}

/// Writes an octave's numbers at the right. Octaves after the 14th do not fit and are left out.
fn draw_row(d: &mut Drawing, k: usize, [wave_m, weight]: [f64; 2]) {
    if k > 13 {
        return;
    }
    let (y, id) = (62.0 + 22.0 * k as f64, format!("octave{}", k + 1));
    d.text(Ink::Text, 12.0, [566.0, y], Anchor::Left, &format!("{}", k + 1));
    let decimals = if wave_m < 10.0 { 2 } else { 0 };
    let name = format!("wavelength_m{}", k + 1);
    d.number(
        &id,
        Ink::Text,
        ([640.0, y], Anchor::Right),
        Readout::new("", &name, wave_m, decimals),
    );
    d.text(Ink::Muted, 11.0, [644.0, y], Anchor::Left, "m");
    let name = format!("weight{}", k + 1);
    let ink = if weight > 0.0 { Ink::Text } else { Ink::Muted };
    let at = ([702.0, y], Anchor::Right);
    d.number(&id, ink, at, Readout::new("", &name, weight, 2));
}

/// Draws the axes: wavelengths below, amplitudes at the left.
fn draw_axes(d: &mut Drawing, plot: &Plot) {
    d.rect("", Ink::Card, plot.at, plot.size);
    let bottom = plot.at[1] + plot.size[1];
    let tick_step = ((plot.x[1] - plot.x[0]) / 8.0).ceil().max(1.0);
    for x in Plot::ticks(plot.x, tick_step) {
        let [px, _] = plot.place([x, 0.0]);
        d.line("", Ink::Grid, 1.0, vec![[px, plot.at[1]], [px, bottom]]);
        let wave_m = (-x).exp2();
        let text = if wave_m >= 1.0 { decimal(wave_m, 0) } else { format!("1/{}", x.exp2()) };
        d.text(Ink::Muted, 11.0, [px, bottom + 11.0], Anchor::Middle, &text);
    }
    let name = "wavelength in metres: finer to the right";
    let middle = plot.at[0] + 0.5 * plot.size[0];
    d.text(Ink::Muted, 12.0, [middle, bottom + 30.0], Anchor::Middle, name);
    for (y, text) in [(0.0, "1"), (-2.0, "1/4"), (-4.0, "1/16"), (-6.0, "1/64"), (-8.0, "1/256")] {
        let [left, py] = plot.place([plot.x[0], y]);
        d.line("", Ink::Grid, 1.0, vec![[left, py], [left + plot.size[0], py]]);
        d.text(Ink::Muted, 11.0, [left - 6.0, py], Anchor::Right, text);
    }
    d.text(Ink::Muted, 12.0, [16.0, 14.0], Anchor::Left, "amplitude");
}

/// Draws the band of wavelengths in which octaves fade, and the line beyond which they are gone.
fn draw_nyquist(d: &mut Drawing, plot: &Plot, spacing_m: f64) {
    let ends = [plot.at[0], plot.at[0] + plot.size[0]];
    let x = |wave_m: f64| plot.place([-wave_m.log2(), 0.0])[0].clamp(ends[0], ends[1]);
    let (fade_start, line) = (x(4.0 * spacing_m), x(2.0 * spacing_m));
    let height = plot.size[1];
    d.rect("fade", Ink::Accent, [fade_start, plot.at[1]], [line - fade_start, height])
        .scale_opacity(0.18);
    d.rect("nyquist", Ink::Bad, [line, plot.at[1]], [ends[1] - line, height]).scale_opacity(0.12);
    let bottom = plot.at[1] + height;
    d.line("nyquist", Ink::Bad, 2.0, vec![[line, plot.at[1]], [line, bottom]]);
    let at = ([line.clamp(200.0, 500.0), 20.0], Anchor::Middle);
    let readout = Readout::new(
        "Nyquist: 2 samples = ",
        "nyquist_m",
        2.0 * spacing_m,
        if spacing_m < 1.0 { 2 } else { 0 },
    );
    d.number("nyquist", Ink::Bad, at, readout);
}

fn write_formula(d: &mut Drawing, c: &Context, spacing_m: f64) {
    let (spec, h) = (c.spec(), hurst(c));
    let mut line = vec![Term::label("h", "H = −log "), Term::number("h", "gain", spec.gain, 3)];
    line[1].edits = Some(Target::Recipe("fractal.gain"));
    line.push(Term::text(" ÷ log "));
    line.push(
        Term::number("h", "lacunarity", spec.lacunarity, 3)
            .editing(Target::Recipe("fractal.lacunarity")),
    );
    line.extend(live_number(" = ", "h", h, 4));
    let slope = -3.01 * (2.0 * h + 1.0);
    let spectrum = live_number("a cut's power falls by −3.01·(2H + 1) = ", "decibels", slope, 2);
    let mut spectrum = spectrum.to_vec();
    spectrum.push(Term::text(" dB an octave"));
    d.formula = vec![line, spectrum];
    if h.is_finite() {
        let at = ([84.0, 340.0], Anchor::Left);
        d.number("h", Ink::Text, at, Readout::new("slope −H, H = ", "h", h, 3));
    }
    let [x, y] = [16.0, 424.0];
    let label = "Sample distance in metres: ";
    let readout = Readout::new(label, "apart_m", spacing_m, 2);
    d.number("nyquist", Ink::Muted, ([x, y], Anchor::Left), readout);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn weights_match_the_band_limit() {
        let scene = teaching_scene();
        let mut state = State::of(&ROUGHNESS);
        for level in 0..=12 {
            state.set(&ROUGHNESS, "roughness.level", f64::from(level));
            let c = Context::new(&scene, &state, &ROUGHNESS).unwrap();
            let d = c.draw();
            let limit = d.value("apart_m").unwrap() * c.frequency_per_m();
            for (k, octave) in c.noise().fractal().octaves.iter().enumerate() {
                let weight = d.value(&format!("weight{}", k + 1)).unwrap();
                assert_eq!(weight, octave.band_weight(limit));
            }
        }
    }

    #[test]
    fn gain_and_lacunarity_give_the_exponent() {
        let mut scene = teaching_scene();
        let state = State::of(&ROUGHNESS);
        let h = |scene: &orogen_terrain::Scene| {
            let c = Context::new(scene, &state, &ROUGHNESS).unwrap();
            (c.draw().value("h").unwrap(), (ROUGHNESS.challenge.is_solved)(&c))
        };
        assert_eq!(h(&scene), (1.0, false));
        scene.recipe.base_mut().fractal.gain = 0.5f64.sqrt();
        let (half, is_solved) = h(&scene);
        assert!((half - 0.5).abs() < 1e-12 && is_solved);
    }
}
