//! The words and numbers beside the map of a channel.

use super::channel_course::natural_m;
use super::channel_map::BedNumbers;
use super::channel_stretch::Stretch;
use crate::screens::prelude::*;
use crate::words::{live_number, wrap};

/// The left edge of the words.
const LEFT: f64 = 446.0;
/// Letters in a line of a note.
const LETTERS: usize = 42;

/// A line of the list: the group, the label, the name, the value and the decimals.
type Row = (&'static str, &'static str, &'static str, f64, usize);

/// Writes the numbers of the place, and the width as a product.
pub(super) fn write_numbers(
    d: &mut Drawing,
    step: usize,
    stretch: &Stretch,
    bed: Option<&BedNumbers>,
) {
    let heading = match step {
        0 | 3 => ["the river nearest to p", "the mouth nearest to p"][step / 3],
        _ => "the river in the middle of the map",
    };
    d.text(Ink::Text, 13.0, [LEFT, 26.0], Anchor::Left, heading);
    for (i, (id, label, name, value, decimals)) in rows(step, stretch, bed).into_iter().enumerate()
    {
        let at = ([LEFT, 50.0 + 19.0 * i as f64], Anchor::Left);
        d.number(id, Ink::Text, at, Readout::new(label, name, value, decimals));
    }
    write_legend(d, step);
    write_formula(d, stretch);
}

fn rows(step: usize, stretch: &Stretch, bed: Option<&BedNumbers>) -> Vec<Row> {
    let (vertex, settings) = (stretch.vertex(), stretch.rivers.settings());
    let above_m = vertex.level_m - settings.sea_level_m;
    let mut rows = vec![
        ("", "catchment, km²: ", "area_km2", vertex.area_km2, 2),
        (
            "",
            "width by the catchment, m: ",
            "natural_m",
            natural_m(stretch.rivers, vertex.area_km2),
            1,
        ),
        ("", "fall of the water, %: ", "fall_percent", 100.0 * vertex.fall, 2),
    ];
    match step {
        0 => {}
        1 => rows.push(("varied", "variety: ", "variety", settings.variety, 2)),
        2 => rows.push(("plain", "braids: ", "braids", settings.braids, 2)),
        _ => {
            rows.push(("", "water above the sea, m: ", "above_sea_m", above_m, 1));
            rows.push(("plain", "deltas: ", "deltas", settings.deltas, 2));
        }
    }
    if let Some(bed) = bed {
        rows.push(("plain", "braided here, 0 to 1: ", "braided", vertex.braided, 2));
        rows.push(("plain", "width with bars, m: ", "width_m", vertex.width_m, 1));
        rows.push(("water", "threads across: ", "threads", bed.threads as f64, 0));
        let dry = 100.0 * bed.dry_share.unwrap_or_default();
        rows.push(("plain", "bars, % of the gravel: ", "bars_percent", dry, 0));
    }
    rows
}

/// Writes the meaning of lines and colours.
fn write_legend(d: &mut Drawing, step: usize) {
    let lines: &[(&str, Ink, &str)] = match step {
        0 => &[
            ("river", Ink::Noise, "course of a river"),
            ("dry", Ink::Axis, "course of a dry valley"),
            ("edge", Ink::Muted, "from node to node (dashed)"),
            ("frame", Ink::Accent, "part that the next steps show"),
        ],
        1 => &[
            ("varied", Ink::Noise, "with the variety of the recipe"),
            ("even", Ink::Negative, "with variety 0 (dashed)"),
        ],
        _ => &[],
    };
    for (i, (id, ink, words)) in lines.iter().enumerate() {
        let y = 146.0 + 20.0 * i as f64;
        let sample = vec![[LEFT, y], [LEFT + 30.0, y]];
        match *id {
            "even" | "edge" => d.dashed(id, *ink, 1.8, sample),
            _ => d.line(id, *ink, 2.4, sample),
        };
        d.text(Ink::Text, 12.0, [LEFT + 40.0, y], Anchor::Left, words).id = (*id).to_owned();
    }
}

/// Writes the width as the product of its causes.
fn write_formula(d: &mut Drawing, stretch: &Stretch) {
    let vertex = stretch.vertex();
    let natural_m = natural_m(stretch.rivers, vertex.area_km2);
    let gravel = 1.0 + 7.0 * vertex.braided;
    let mut line = vec![Term::text("width = ")];
    line.extend(live_number("", "natural_m", natural_m, 2));
    line.extend(live_number(" · ", "variation", vertex.width_m / (natural_m * gravel), 2));
    line.extend(live_number(" (variety) · ", "gravel", gravel, 2));
    line.extend(live_number(" (bars) = ", "width_m", vertex.width_m, 2));
    line.push(Term::text(" m"));
    d.formula = vec![line];
}

/// Writes why a step shows no difference, and what changes that.
pub(super) fn write_note(d: &mut Drawing, step: usize, stretch: &Stretch) {
    let settings = stretch.rivers.settings();
    let braided = stretch.vertex().braided;
    let note = match step {
        1 if settings.variety == 0.0 => {
            "Variety is 0, so both courses are the same. Raise Variety to see them part."
        }
        2 if settings.braids == 0.0 => {
            "Braids is 0, so the river keeps to one channel. Raise Braids to split it into threads."
        }
        2 if braided == 0.0 => {
            "The river falls too steeply here to braid. Move p to a gentle river."
        }
        3 if settings.deltas == 0.0 => {
            "Deltas is 0, so the river has no delta here. Raise Deltas to split it into arms."
        }
        3 if braided == 0.0 => "The river meets the sea too high above it for a delta.",
        _ => return,
    };
    for (i, words) in wrap(note, LETTERS).iter().enumerate() {
        let at = [LEFT, 424.0 + 17.0 * i as f64];
        d.text(Ink::Accent, 12.0, at, Anchor::Left, words).id = "note".to_owned();
    }
}
