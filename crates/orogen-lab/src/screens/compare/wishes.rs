//! Five desired properties of a noise, each measured.

use std::sync::LazyLock;

use crate::screens::prelude::*;
use rayon::prelude::*;

use crate::meters::repetition::repetition_in_column;
use crate::meters::{Cost, Facing, Spectrum, checksum_of_noise};
use orogen_noise::{Basis, Noise, NoiseSpec, PermutationKind};

pub(super) static WISHES: FigureRow = FigureRow {
    name: "wishes",
    screen: Screen::Compare,
    title: "Five desired properties",
    question: "What should a noise be like, and which noises are?",
    steps: &[
        "No repetition: the number of cells along y after which the noise repeats. A table of 256 \
         numbers repeats after 256 cells; a hash of the coordinates does not repeat within 300.",
        "No direction: the steepness in the steepest direction ÷ the steepness in the gentlest. 1 \
         would be perfect; value noise prefers its axes tenfold.",
        "One size: the share of the power between half a cycle and two cycles per cell. Value \
         noise has most of its power in longer waves, which no layer controls.",
        "Cheap: nanoseconds per sample on this machine, one at a time and in whole grids, measured \
         when this figure was first drawn.",
        "Reproducible: a checksum over a thousand samples, taken twice. It is the same on every \
         machine. Some noises have a formula for slopes; others use differences.",
    ],
    reproduces: &[("C2", 4), ("S14", 4)],
    controls: &[Control {
        key: "wishes.chosen",
        label: "Chosen",
        kind: ControlKind::Choice { names: NAMES, start: 2 },
        doc: "The noise whose line is framed.",
    }],
    code: &[
        "let shift = repetition_in_column(&noise, 0, 300);",
        "let direction = Facing::of(&noise, 40_000).ratio();",
        "let power = Spectrum::of_noise(&noise, 3).plane_db();",
        "let cost = Cost::of(&noise, 1000, 3);",
        "let sum = checksum_of_noise(&noise, 1000);",
        "assert_eq!(sum, checksum_of_noise(&noise, 1000));",
    ],
    draw,
    challenge: Challenge {
        task: "Choose the cheapest noise that prefers no direction.",
        hint: "Look at the second and the fourth column. A ratio below 2.8 counts as no \
               preference.",
        is_solved: |c| {
            let all = &*MEASUREMENTS;
            let prefers_no_direction = |m: &&NoiseMeasurements| m.direction < 2.8;
            let cheapest = all
                .iter()
                .filter(prefers_no_direction)
                .min_by(|a, b| a.grid_ns.total_cmp(&b.grid_ns));
            cheapest.is_some_and(|best| best.name == all[c.integer("wishes.chosen")].name)
        },
    },
};

const NAMES: &[&str] = &["table", "hash", "value", "simplex", "opensimplex2", "worley-f1"];

/// The measurements of a noise.
struct NoiseMeasurements {
    name: &'static str,
    label: &'static str,
    /// The number of cells along y after which the noise repeats; `None` beyond [`REACH`] cells.
    period: Option<i64>,
    /// The steepness in the steepest direction ÷ the steepness in the gentlest.
    direction: f64,
    /// The percentage of the power between half a cycle and two cycles per cell.
    band_percent: f64,
    point_ns: f64,
    grid_ns: f64,
    checksums: [u64; 2],
    has_formula: bool,
}

/// The largest shift that is searched for a repetition, in cells.
const REACH: i64 = 300;

/// The measurements, made once: these noises never change.
static MEASUREMENTS: LazyLock<Vec<NoiseMeasurements>> = LazyLock::new(|| {
    let (table, hash) = (PermutationKind::Reference, PermutationKind::Hash);
    let all = [
        ("table", "Perlin, table of 256", Basis::Perlin, table),
        ("hash", "Perlin, hash", Basis::Perlin, hash.clone()),
        ("value", "value", Basis::Value, hash.clone()),
        ("simplex", "simplex", Basis::Simplex, hash.clone()),
        ("opensimplex2", "OpenSimplex2", Basis::OpenSimplex2, hash.clone()),
        ("worley-f1", "Worley", Basis::WorleyF1, hash),
    ];
    let measure = |(name, label, basis, permutation): (&'static str, &'static str, _, _)| {
        let noise = NoiseSpec { basis, permutation, ..NoiseSpec::default() }.build(2).ok()?;
        Some((NoiseMeasurements::of(name, label, &noise), noise))
    };
    let measured: Vec<_> = all.into_par_iter().filter_map(measure).collect();
    // Noises are timed one after the other, without other work in parallel.
    let timed = measured.into_iter().map(|(measured, noise)| {
        let cost = Cost::of(&noise, 1000, 3);
        let (point_ns, grid_ns) = (cost.reference_ns, cost.grid_ns.unwrap_or(f64::NAN));
        NoiseMeasurements { point_ns, grid_ns, ..measured }
    });
    timed.collect()
});

impl NoiseMeasurements {
    fn of(name: &'static str, label: &'static str, noise: &Noise) -> Self {
        Self {
            name,
            label,
            period: repetition_in_column(noise, 0, REACH).map(|shift| shift[1].abs()),
            direction: Facing::of(noise, 40_000).ratio(),
            band_percent: 100.0 * band_fraction(noise),
            point_ns: f64::NAN,
            grid_ns: f64::NAN,
            checksums: [0; 2].map(|_| checksum_of_noise(noise, 1000)),
            has_formula: noise.spec().basis.row().uses.derivatives,
        }
    }
}

/// The fraction of the power between half a cycle and two cycles per cell.
fn band_fraction(noise: &Noise) -> f64 {
    let mut spectrum = Spectrum::new(128, 0.1875);
    (0..3).for_each(|square| spectrum.refine(noise, square));
    let octave = |[f, db]: [f64; 2]| [f, 10f64.powf(0.1 * db) * f * f];
    let powers: Vec<[f64; 2]> = spectrum.plane_db().into_iter().map(octave).collect();
    let in_band = powers.iter().filter(|[f, _]| (0.5..=2.0).contains(f));
    in_band.map(|[_, power]| power).sum::<f64>()
        / powers.iter().map(|[_, power]| power).sum::<f64>()
}

/// The columns: the left edge, and a heading of two lines.
const COLUMNS: [(f64, [&str; 2]); 5] = [
    (172.0, ["repeats", "after cells"]),
    (280.0, ["steepest ÷", "gentlest"]),
    (378.0, ["power in ½ to", "2 cycles/cell"]),
    (476.0, ["ns per sample", "one | grid"]),
    (590.0, ["checksum,", "slopes"]),
];

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 400.0);
    let (step, chosen_row) = (c.step(), c.integer("wishes.chosen"));
    for (i, (x, lines)) in COLUMNS.into_iter().enumerate().take(step + 1) {
        let ink = if i == step { Ink::Accent } else { Ink::Text };
        d.text(Ink::Muted, 11.0, [x, 16.0], Anchor::Left, PROPERTIES[i]);
        for (line, text) in lines.into_iter().enumerate() {
            d.text(ink, 12.0, [x, 36.0 + 16.0 * line as f64], Anchor::Left, text);
        }
    }
    for (i, measured) in MEASUREMENTS.iter().enumerate() {
        let y = 92.0 + 50.0 * i as f64;
        if i == chosen_row {
            d.rect(measured.name, Ink::Card, [6.0, y - 24.0], [748.0, 48.0]);
            let side = vec![[6.0, y - 24.0], [6.0, y + 24.0]];
            d.line(measured.name, Ink::Accent, 2.5, side);
        } else {
            d.line("", Ink::Grid, 1.0, vec![[6.0, y + 25.0], [754.0, y + 25.0]]);
        }
        d.text(Ink::Text, 12.0, [16.0, y], Anchor::Left, measured.label);
        d.handles.push(
            Handle::new(measured.name, format!("choose {}", measured.label), [80.0, y])
                .click_sets("wishes.chosen", i as f64),
        );
        draw_line(&mut d, measured, y, step);
    }
    let chosen_value =
        |get: fn(&NoiseMeasurements) -> f64| MEASUREMENTS.get(chosen_row).map_or(f64::NAN, get);
    d.formula = vec![vec![
        Term::label("direction", "largest slope² ÷ smallest slope²"),
        Term::text(" over 36 directions = "),
        Term::number("direction", "chosen_direction", chosen_value(|m| m.direction), 2),
    ]];
    finish(d, c, &[0, 1, 2, 3, 5])
}

const PROPERTIES: [&str; 5] =
    ["no repetition", "no direction", "one size", "cheap", "reproducible"];

/// Draws a noise's numbers. All but the times have a sign for pass or fail.
fn draw_line(d: &mut Drawing, m: &NoiseMeasurements, y: f64, step: usize) {
    let column = |i: usize| COLUMNS[i].0;
    let draw_verdict = |d: &mut Drawing, i: usize, good: bool| {
        let (ink, glyph) = if good { (Ink::Good, "+") } else { (Ink::Bad, "−") };
        d.text(ink, 15.0, [column(i), y], Anchor::Left, glyph);
    };
    let write_number = |d: &mut Drawing, i: usize, (what, label): (&str, &str), value, decimals| {
        let name = format!("{}_{what}", m.name);
        let readout = Readout::new(label, &name, value, decimals);
        d.number(what, Ink::Text, ([column(i) + 16.0, y], Anchor::Left), readout);
    };
    draw_verdict(d, 0, m.period.is_none());
    match m.period {
        Some(cells) => write_number(d, 0, ("period", ""), cells as f64, 0),
        None => {
            d.text(Ink::Text, 12.0, [column(0) + 16.0, y], Anchor::Left, "not within 300");
        }
    }
    if step >= 1 {
        draw_verdict(d, 1, m.direction < 2.8);
        write_number(d, 1, ("direction", ""), m.direction, 2);
    }
    if step >= 2 {
        draw_verdict(d, 2, m.band_percent >= 60.0);
        write_number(d, 2, ("band", ""), m.band_percent, 0);
        d.text(Ink::Muted, 12.0, [column(2) + 38.0, y], Anchor::Left, "%");
    }
    if step >= 3 {
        write_number(d, 3, ("one", ""), m.point_ns, 0);
        let name = format!("{}_grid", m.name);
        let readout = Readout::new("| ", &name, m.grid_ns, 1);
        d.number("grid", Ink::Text, ([column(3) + 52.0, y], Anchor::Left), readout);
    }
    if step >= 4 {
        draw_verdict(d, 4, m.checksums[0] == m.checksums[1]);
        let text = format!("{:016x}", m.checksums[0]);
        d.text(Ink::Text, 11.0, [column(4) + 16.0, y - 8.0], Anchor::Left, &text);
        let text = if m.has_formula { "slopes by formula" } else { "slopes by differences" };
        d.text(Ink::Muted, 11.0, [column(4) + 16.0, y + 8.0], Anchor::Left, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn measurements_match_the_theory() {
        let d = trial_of(&WISHES).draw();
        assert_eq!(d.value("table_period"), Some(256.0));
        assert_eq!(d.value("hash_period"), None);
        let direction = |name: &str| d.value(&format!("{name}_direction")).unwrap();
        assert!(direction("value") > 6.0);
        assert!(["hash", "simplex", "opensimplex2"].iter().all(|name| direction(name) < 2.8));
        assert!(d.value("hash_band").unwrap() > d.value("value_band").unwrap());
        assert!(MEASUREMENTS.iter().all(|m| m.checksums[0] == m.checksums[1]));
    }
}
