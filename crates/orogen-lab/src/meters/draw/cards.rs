//! Draws the meters that are a few numbers: smoothness, repetition, cost, checksum.

use super::{LINE, MeterPane};
use crate::figure::{Anchor, Drawing, Place, decimal};
use crate::ink::Ink;
use crate::meters::{Continuity, Cost, Jumps};

/// The place of text line `index` below the title.
fn line_from_top(pane: &MeterPane, index: usize, is_right: bool) -> (Place, Anchor) {
    let y = pane.at[1] + LINE * (index as f64 + 1.5) + 2.0;
    match is_right {
        true => ([pane.at[0] + pane.size[0], y], Anchor::Right),
        false => ([pane.at[0], y], Anchor::Left),
    }
}

/// Draws the largest jumps of value, slope and curvature across cell faces.
///
/// A label says if each is smooth or jumps, and if the prediction differs.
pub fn smoothness(d: &mut Drawing, pane: &MeterPane, jumps: &Jumps, predicted: Option<Continuity>) {
    pane.draw_title(d, "Largest jump over cell faces");
    let measured = Continuity::of(jumps);
    let flags = |c: Continuity| [c.value, c.slope, c.curvature];
    let rows =
        [("value ", "jump-value"), ("slope ", "jump-slope"), ("curvature ", "jump-curvature")];
    for (i, (label, name)) in rows.into_iter().enumerate() {
        let value = [jumps.value, jumps.slope, jumps.curvature][i];
        let is_smooth = flags(measured)[i];
        let ink = if is_smooth { Ink::Text } else { Ink::Bad };
        let (drawn_value, decimals) = if is_smooth { (0.0, 0) } else { (value, 3) };
        // Rounding errors are shown as 0; the stored number keeps its digits.
        let text = format!("{label}{}", decimal(drawn_value, decimals));
        let (at, anchor) = line_from_top(pane, i, false);
        let named_number = crate::figure::Number { name: pane.part(name), value };
        let shape = crate::figure::Shape::Text {
            at,
            anchor,
            size: super::FONT_SIZE,
            text,
            number: Some(named_number),
        };
        d.add(&pane.part(name), ink, shape);
        let agrees = predicted.is_none_or(|predicted| flags(predicted)[i] == is_smooth);
        // If the value jumps, the slope is undefined; if the slope jumps, the curvature is
        // undefined.
        if i > 0 && !flags(measured)[i - 1] {
            pane.draw_text(d, Ink::Muted, line_from_top(pane, i, true), "not defined");
            continue;
        }
        let (ink, words) = match (is_smooth, agrees) {
            (true, true) => (Ink::Good, "smooth"),
            (false, true) => (Ink::Bad, "jumps"),
            (true, false) => (Ink::Accent, "smooth, not as predicted"),
            (false, false) => (Ink::Accent, "jumps, not as predicted"),
        };
        pane.draw_text(d, ink, line_from_top(pane, i, true), words);
    }
}

/// Draws the period in cells, as found within `reach` cells.
///
/// `predicted` is `None` if there is no prediction, and `Some(None)` if the noise should never
/// repeat.
pub fn repetition(
    d: &mut Drawing,
    pane: &MeterPane,
    (found, reach): (Option<[i64; 2]>, u32),
    predicted: Option<Option<[i64; 2]>>,
) {
    pane.draw_title(d, "Repeats after");
    let cells = |[x, y]: [i64; 2]| {
        let [x, y] = [x, y].map(|shift| decimal(shift as f64, 0));
        format!(" cells: ({x}, {y})")
    };
    let length = |shift: [i64; 2]| ((shift[0] * shift[0] + shift[1] * shift[1]) as f64).sqrt();
    match found {
        Some(shift) => {
            let place = line_from_top(pane, 0, false);
            let texts = ("", "period", &*cells(shift));
            pane.draw_number(d, (Ink::Text, place), texts, (length(shift), 1));
        }
        None => {
            let text = format!("more than {reach} cells");
            pane.draw_text(d, Ink::Text, line_from_top(pane, 0, false), &text);
        }
    }
    let place = line_from_top(pane, 1, false);
    match predicted {
        Some(Some(shift)) => {
            let texts = ("predicted ", "predicted-period", "");
            pane.draw_number(d, (Ink::Accent, place), texts, (length(shift), 1));
        }
        Some(None) => pane.draw_text(d, Ink::Accent, place, "predicted: never"),
        None => {}
    }
}

/// Draws the time and the corners of a sample.
///
/// `predicted_corners` counts all octaves.
pub fn cost(d: &mut Drawing, pane: &MeterPane, cost: &Cost, predicted_corners: Option<usize>) {
    pane.draw_title(d, "Cost here");
    let place = line_from_top(pane, 0, false);
    let texts = ("", "ns", " ns per sample");
    pane.draw_number(d, (Ink::Text, place), texts, (cost.reference_ns, 0));
    if let Some(ns) = cost.grid_ns {
        let texts = ("", "grid-ns", " ns per sample in grids");
        pane.draw_number(d, (Ink::Text, line_from_top(pane, 1, false)), texts, (ns, 1));
    }
    if let Some(corners) = cost.corners {
        let texts = ("", "corners", " corners");
        pane.draw_number(d, (Ink::Text, line_from_top(pane, 2, false)), texts, (corners as f64, 0));
    }
    if let Some(corners) = predicted_corners {
        let texts = ("predicted ", "predicted-corners", "");
        pane.draw_number(
            d,
            (Ink::Accent, line_from_top(pane, 2, true)),
            texts,
            (corners as f64, 0),
        );
    }
}

/// Draws the checksum in hexadecimal, compared with the previous checksum.
pub fn checksum(d: &mut Drawing, pane: &MeterPane, sum: u64, before: Option<u64>) {
    pane.draw_title(d, "Checksum");
    pane.draw_text(d, Ink::Text, line_from_top(pane, 0, false), &format!("{sum:016x}"));
    let (ink, words) = match before {
        Some(before) if before == sum => (Ink::Good, "as before"),
        Some(_) => (Ink::Accent, "changed"),
        None => (Ink::Muted, "the same on every machine"),
    };
    pane.draw_text(d, ink, line_from_top(pane, 1, false), words);
}
