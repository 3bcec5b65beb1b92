//! The shapes that a pass drew, and the words among them.

use bevy_egui::egui::epaint::TextShape;
use bevy_egui::egui::{Galley, Rect, Shape};

/// A row of words as it was drawn.
pub struct Words {
    pub text: String,
    /// The bounds of the letters.
    pub place: Rect,
    /// The visible area.
    pub clip: Rect,
}

/// Lists the shapes inside a shape, back to front, each with its visible area.
pub fn flatten<'a>(clip: Rect, shape: &'a Shape, out: &mut Vec<(Rect, &'a Shape)>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| flatten(clip, shape, out)),
        Shape::Noop => {}
        shape => out.push((clip, shape)),
    }
}

/// Returns the visible rows of a text that have letters.
pub fn words(clip: Rect, text: &TextShape) -> Vec<Words> {
    let rows = text.galley.rows.iter().filter_map(|row| {
        let origin = text.pos.to_vec2() + row.pos.to_vec2();
        let place = row.visuals.mesh_bounds.translate(origin);
        let words: String = row.glyphs.iter().map(|glyph| glyph.chr).collect();
        let is_seen = place.is_positive() && clip.intersects(place);
        (is_seen && !words.trim().is_empty()).then(|| Words {
            text: words.trim().to_owned(),
            place,
            clip,
        })
    });
    rows.collect()
}

/// Returns a word that continues in the next row, unless a hyphen or another symbol is at the break.
pub fn broken_word(galley: &Galley) -> Option<String> {
    galley.rows.windows(2).find_map(|pair| {
        let (last, next) = (pair[0].glyphs.last()?.chr, pair[1].glyphs.first()?.chr);
        let is_broken =
            !pair[0].ends_with_newline && last.is_alphanumeric() && next.is_alphanumeric();
        let row = |i: usize| pair[i].glyphs.iter().map(|glyph| glyph.chr).collect::<String>();
        is_broken.then(|| format!("{}|{}", row(0), row(1)))
    })
}
