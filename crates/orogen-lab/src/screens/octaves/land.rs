//! A profile of the land, octave by octave, with the weight that the band limit leaves each.

use crate::common_shapes;
use crate::octaves::Octaves;
use crate::plot::round_step;
use crate::screens::prelude::*;
use crate::words::live_number;

pub(super) static LAND: FigureRow = FigureRow {
    name: "land-octaves",
    screen: Screen::Octaves,
    title: "A cut through this land",
    question: "Which octave makes which part of this land?",
    steps: &[
        "The first octave of the lowest layer alone, in metres: the land's large forms.",
        "Octave after octave is added (pale to strong). Each adds less height and finer detail.",
        "All octaves that the samples can show. The weights tell how much is left of each.",
        "The land itself (strong). Where other layers, operations or erosion change it, it differs \
         from the layer's own curve (blue).",
    ],
    reproduces: &[("E9", 2)],
    controls: &[
        Control::integer(
            "cut.level",
            "Level of detail",
            (0, 0, 12),
            "How many times the distance between samples is doubled, as for land far from the \
             camera.",
        ),
        Control::number(
            "cut.width",
            "Width",
            (0.25, 2.0, 8.0),
            "The width of the cut, in cells of the first octave.",
        ),
        Control::recipe("fractal.octaves"),
        Control::recipe("fractal.gain"),
        Control::recipe("shape.exponent"),
    ],
    code: &[
        "let cells = place_m * frequency_per_m;",
        "let limit = samples_apart_m * frequency_per_m;",
        "for octave in octaves {",
        "    let weight = octave.band_weight(limit);",
        "    let n = octave.sample(cells);",
        "    sum += octave.amplitude * (mean + weight * (n - mean));",
        "}",
        "let s = sum / total;",
        "s.signum() * s.abs().powf(exponent) * height_m",
    ],
    draw,
    challenge: Challenge {
        task: "Go so far away that only the first octave is left.",
        hint: "Raise the level of detail until all weights but the first are 0.",
        is_solved: |c| {
            let limit = spacing_m(c) * c.frequency_per_m();
            let weights: Vec<f64> =
                c.noise().fractal().octaves.iter().map(|o| o.band_weight(limit)).collect();
            weights[0] > 0.0 && weights.len() > 1 && weights[1..].iter().all(|w| *w == 0.0)
        },
    },
};

/// Metres between samples.
fn spacing_m(c: &Context) -> f64 {
    c.scene.recipe.world.spacing_m.metres() * c.value("cut.level").exp2()
}

const SAMPLES: usize = 320;

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(740.0, 440.0);
    let Ok(octaves) = Octaves::new(c.noise()) else {
        return common_shapes::explain_missing_noise(d, "This noise cannot be split into octaves.");
    };
    let (p, frequency, spacing_m) = (c.p(), c.frequency_per_m(), spacing_m(c));
    let (width, limit) = (c.value("cut.width"), spacing_m * frequency);
    let left = (p[0] / width).floor() * width;
    let cells: Vec<f64> = (0..=SAMPLES).map(|i| left + width * i as f64 / SAMPLES as f64).collect();
    let shape = c.base_layer().shape();
    let terms: Vec<_> = cells.iter().map(|x| octaves.terms([*x, p[1]], limit, &[])).collect();
    let height_m = |sum: f64| shape.height_m(sum / octaves.divisor());
    let count = c.noise().fractal().octaves.len();
    let land_m = if c.step() == 3 { land_m(c, &cells, spacing_m) } else { Vec::new() };
    let heights = terms.iter().flatten().map(|term| height_m(term.sum));
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for height in heights.chain(land_m.iter().copied()).filter(|h| h.is_finite()) {
        (low, high) = (low.min(height), high.max(height));
    }
    let margin = (0.05 * (high - low)).max(1.0);
    let plot = Plot {
        at: [64.0, 34.0],
        size: [490.0, 330.0],
        x: [left, left + width].map(|x| x / frequency),
        y: [low - margin, high + margin],
    };
    plot.draw_axes(&mut d, [plot.x, plot.y].map(|[low, high]| round_step(high - low, 6.0)));
    draw_sea(&mut d, c, &plot);
    let curve = |heights: &mut dyn Iterator<Item = f64>| -> Vec<Place> {
        cells.iter().zip(heights).map(|(x, y)| plot.place([x / frequency, y])).collect()
    };
    let curve_count = if c.step() == 0 { 1 } else { count };
    for k in 0..curve_count {
        let line = curve(&mut terms.iter().map(|terms| height_m(terms[k].sum)));
        let is_last = k + 1 == curve_count;
        let (ink, line_width) = if is_last { (Ink::Noise, 2.5) } else { (Ink::Ghost, 1.0) };
        if is_last || c.step() == 1 || k == 0 {
            d.line(&format!("octave{}", k + 1), ink, line_width, line);
        }
    }
    if c.step() == 3 {
        d.line("land", Ink::Text, 1.5, curve(&mut land_m.iter().copied()));
    }
    draw_weights(&mut d, c, limit);
    let terms_at_p = octaves.terms(p, limit, &[]);
    draw_p(&mut d, c, (&plot, spacing_m), height_m(terms_at_p[curve_count - 1].sum));
    finish(d, c, &[4, 5, 3, 8])
}

/// The heights of the land along the line.
fn land_m(c: &Context, cells: &[f64], spacing_m: f64) -> Vec<f64> {
    let columns: Vec<f64> = cells.iter().map(|x| x / c.frequency_per_m()).collect();
    let row = [c.position_m()[1]];
    let Some(land) = c.land() else { return Vec::new() };
    land.fill_at([&columns, &row], spacing_m).into_iter().map(f64::from).collect()
}

fn draw_sea(d: &mut Drawing, c: &Context, plot: &Plot) {
    let level = c.scene.recipe.world.sea_level_m;
    if (plot.y[0]..=plot.y[1]).contains(&level) {
        let ends = plot.x.map(|x| plot.place([x, level]));
        d.dashed("sea", Ink::Corner(3), 1.5, ends.to_vec());
        let at = [ends[1][0] - 4.0, ends[1][1] - 9.0];
        d.text(Ink::Corner(3), 11.0, at, Anchor::Right, "sea");
    }
}

/// Draws, at the right, the weight that the band limit leaves each octave.
fn draw_weights(d: &mut Drawing, c: &Context, limit: f64) {
    d.text(Ink::Muted, 11.0, [570.0, 24.0], Anchor::Left, "octave, wavelength, weight");
    for (k, octave) in c.noise().fractal().octaves.iter().enumerate().take(16) {
        let (y, id) = (46.0 + 21.0 * k as f64, format!("octave{}", k + 1));
        let wave_m = 1.0 / (octave.frequency * c.frequency_per_m());
        d.text(Ink::Text, 12.0, [570.0, y], Anchor::Left, &format!("{}", k + 1));
        let decimals = if wave_m < 10.0 { 1 } else { 0 };
        let name = format!("wavelength_m{}", k + 1);
        let at = ([648.0, y], Anchor::Right);
        d.number(&id, Ink::Text, at, Readout::new("", &name, wave_m, decimals));
        d.text(Ink::Muted, 11.0, [651.0, y], Anchor::Left, "m");
        let weight = octave.band_weight(limit);
        d.rect(&id, Ink::Grid, [668.0, y - 5.0], [24.0, 10.0]);
        d.rect(&id, Ink::Noise, [668.0, y - 5.0], [24.0 * weight, 10.0]);
        let name = format!("weight{}", k + 1);
        let at = ([730.0, y], Anchor::Right);
        d.number(&id, Ink::Text, at, Readout::new("", &name, weight, 2));
    }
}

/// Draws p on its curve, and the heights there.
fn draw_p(d: &mut Drawing, c: &Context, (plot, spacing_m): (&Plot, f64), layer_m: f64) {
    let [east, _] = c.position_m();
    let at = plot.place([east, layer_m]);
    let ends = [plot.at[1], plot.at[1] + plot.size[1]];
    d.dashed("p", Ink::Point, 1.0, ends.map(|y| [at[0], y]).to_vec());
    d.disc("p", Ink::Point, at, 5.0);
    let unit = plot.unit()[0] / c.frequency_per_m();
    d.handles.push(Handle::point(at, [unit, -200.0]));
    let y = 398.0;
    d.text(Ink::Muted, 11.0, [309.0, y - 8.0], Anchor::Middle, "metres east, through p");
    let readout = Readout::new("layer at p: ", "layer_m", layer_m, 2);
    d.number("octave1", Ink::Noise, ([64.0, y + 12.0], Anchor::Left), readout);
    d.text(Ink::Muted, 11.0, [16.0, 16.0], Anchor::Left, "metres up");
    let samples = format!("samples {} m apart", decimal(spacing_m, 2));
    d.text(Ink::Muted, 11.0, [64.0, y + 31.0], Anchor::Left, &samples);
    let mut line = vec![Term::label("layer", "layer")];
    line.extend(live_number(" = ", "layer_m", layer_m, 3));
    line.push(Term::text(" m"));
    if c.step() == 3
        && let Some(land) = c.land()
    {
        let value = land.height_m(c.position_m(), spacing_m);
        let readout = Readout::new("land at p: ", "land_m", value, 2);
        d.number("land", Ink::Text, ([240.0, y + 12.0], Anchor::Left), readout);
        line.push(Term::text(",  "));
        line.push(Term::label("land", "land"));
        line.extend(live_number(" = ", "land_m", value, 3));
        line.push(Term::text(" m"));
    }
    d.formula = vec![line];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn a_land_of_one_layer_equals_the_sum_of_its_octaves_at_every_level() {
        let scene = teaching_scene();
        let mut state = State::of(&LAND);
        let mut solved_count = 0;
        for level in 0..=12 {
            state.set(&LAND, "cut.level", f64::from(level));
            let c = Context::new(&scene, &state, &LAND).unwrap();
            let d = c.draw();
            let [layer, land] = ["layer_m", "land_m"].map(|name| d.value(name).unwrap());
            if c.scene.recipe.only_noise().is_some() {
                assert!((layer - land).abs() < 1e-9 * 600.0, "level {level}: {layer} {land}");
            }
            solved_count += usize::from((LAND.challenge.is_solved)(&c));
        }
        assert!(solved_count > 0);
    }
}
