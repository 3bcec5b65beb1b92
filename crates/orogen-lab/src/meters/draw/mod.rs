//! Small drawings of the meters. Measurements are solid lines, predictions dashed lines, and
//! previous measurements pale ghosts.

mod cards;
mod curves;
mod maps;

pub use cards::{checksum, cost, repetition, smoothness};
pub use curves::{correlation_curve, histogram, spectrum};
pub use maps::{correlation, rose};

use crate::figure::{Anchor, Drawing, Number, Place, Shape, decimal};
use crate::ink::Ink;

/// The place of a meter in a drawing.
///
/// The pane's name prefixes the names of its numbers and parts, so a drawing may contain several
/// meters of a kind.
#[derive(Clone, Copy, Debug)]
pub struct MeterPane<'a> {
    /// The top left corner.
    pub at: Place,
    /// Width and height with all text: 140 × 110 points or more.
    pub size: Place,
    /// The prefix of names of numbers and parts, such as `fbm`; may be empty.
    pub name: &'a str,
}

/// The height of a line of text.
const LINE: f64 = 15.0;
/// The font size.
const FONT_SIZE: f64 = 11.0;

impl MeterPane<'_> {
    /// The name of a number or part of this pane.
    pub fn part(&self, name: &str) -> String {
        if self.name.is_empty() { name.to_owned() } else { format!("{}-{name}", self.name) }
    }

    /// Draws the title and returns the top of the space below.
    fn draw_title(&self, d: &mut Drawing, title: &str) -> f64 {
        let at = [self.at[0], self.at[1] + 0.5 * LINE];
        d.text(Ink::Muted, FONT_SIZE, at, Anchor::Left, title);
        self.at[1] + LINE + 1.0
    }

    /// The rectangle below the title and above `lines` lines of text.
    fn plot_area(&self, lines: usize) -> (Place, Place) {
        let top = LINE + 1.0;
        let below = LINE * lines as f64;
        ([self.at[0], self.at[1] + top], [self.size[0], self.size[1] - top - below])
    }

    /// The place of text line `index`, counted from the bottom, at the left or the right side.
    fn line(&self, index: usize, is_right: bool) -> (Place, Anchor) {
        let y = self.at[1] + self.size[1] - LINE * (index as f64 + 0.5);
        match is_right {
            true => ([self.at[0] + self.size[0], y], Anchor::Right),
            false => ([self.at[0], y], Anchor::Left),
        }
    }

    /// Draws a number with a label, a name and a suffix.
    fn draw_number(
        &self,
        d: &mut Drawing,
        (ink, (at, anchor)): (Ink, (Place, Anchor)),
        (label, name, suffix): (&str, &str, &str),
        (value, decimals): (f64, usize),
    ) {
        let text = format!("{label}{}{suffix}", decimal(value, decimals));
        let number = Some(Number { name: self.part(name), value });
        let shape = Shape::Text { at, anchor, size: FONT_SIZE, text, number };
        d.add(&self.part(name), ink, shape);
    }

    /// Draws text without a number.
    fn draw_text(&self, d: &mut Drawing, ink: Ink, (at, anchor): (Place, Anchor), text: &str) {
        d.text(ink, FONT_SIZE, at, anchor, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meters::{Cost, Jumps};

    #[test]
    fn names_of_numbers_start_with_the_panes_name_and_texts_stay_in_the_pane() {
        let mut d = Drawing::new(400.0, 200.0);
        let pane = MeterPane { at: [20.0, 30.0], size: [160.0, 110.0], name: "fbm" };
        let jumps = Jumps { value: 0.0, slope: 0.5, curvature: 0.0 };
        smoothness(&mut d, &pane, &jumps, None);
        repetition(&mut d, &pane, (Some([17, -17]), 40), Some(Some([17, -17])));
        let measured = Cost { reference_ns: 30.0, grid_ns: Some(2.5), corners: Some(4) };
        cost(&mut d, &pane, &measured, Some(4));
        checksum(&mut d, &pane, 0xab, Some(0xab));
        assert_eq!(d.value("fbm-jump-slope"), Some(0.5));
        assert_eq!(d.value("fbm-ns"), Some(30.0));
        assert_eq!(d.value("fbm-period"), d.value("fbm-predicted-period"));
        assert!(d.numbers().all(|number| number.name.starts_with("fbm-")));
        for item in &d.items {
            let Shape::Text { at: [x, y], .. } = &item.shape else { continue };
            assert!((20.0..=180.0).contains(x) && (30.0..=140.0).contains(y), "{item:?}");
        }
        let says = |words: &str| {
            d.items
                .iter()
                .any(|item| matches!(&item.shape, Shape::Text { text, .. } if text == words))
        };
        assert!(says("jumps") && says("smooth") && says("as before"));
        assert!(says("00000000000000ab"));
    }
}
