//! The widget for a colour: a swatch with a picker, and a field for the code.

use bevy_egui::egui::{self, Id, Response, TextEdit, Ui};

use super::typed_text;
use crate::studio::ui::{messages, tab, theme};

/// The width of the swatch, in points.
const SWATCH: f32 = 40.0;

/// Shows a colour as wide as the available width. `rgb` has components from 0 to 1.
pub fn colour(ui: &mut Ui, (key, label): (&str, &str), rgb: &mut [f32; 3]) -> Response {
    let mut bytes = rgb.map(|c| (c * 255.0).round() as u8);
    ui.spacing_mut().interact_size.x = SWATCH;
    let swatch = ui.color_edit_button_srgb(&mut bytes);
    ui.ctx().accesskit_node_builder(swatch.id, |node| {
        node.set_label(label);
        node.set_value(code(bytes));
    });
    if swatch.changed() {
        *rgb = bytes.map(|b| f32::from(b) / 255.0);
    }
    let id = Id::new(("code of", key, ui.layer_id()));
    let is_typing = ui.memory(|memory| memory.has_focus(id));
    let (entered, stored) = (typed_text::take_entered(ui, id), typed_text::take_text(ui, id));
    match entered.as_deref().map(|text| (text, read(text))) {
        Some((_, Some(read))) => {
            *rgb = read.map(|b| f32::from(b) / 255.0);
            bytes = read;
        }
        Some((text, None)) => {
            let text = crate::text::sanitise(text);
            let message = format!("{label}: `{text}` is not a colour; type a code such as #c8a070");
            messages::queue(ui.ctx(), message);
        }
        None => {}
    }
    let mut typed = stored.filter(|_| is_typing).unwrap_or_else(|| code(bytes));
    let colours = theme::of(ui);
    let is_read = read(&typed).is_some();
    let line = TextEdit::singleline(&mut typed)
        .id(id)
        .char_limit(32)
        .text_color(if is_read { colours.strong } else { colours.error })
        .margin(egui::Margin::symmetric(6, 1))
        .desired_width(ui.available_width());
    let line = ui.add(line);
    ui.ctx().accesskit_node_builder(line.id, |node| node.set_label(format!("{label}, code")));
    tab::stop(&line);
    if line.has_focus() || line.lost_focus() {
        // A code that was ended by Enter is evaluated in the next pass.
        typed_text::store_text(ui, id, typed);
        ui.ctx().request_repaint();
    }
    swatch | line
}

/// Formats a colour as a code: `#c8a070`.
fn code([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Reads a code: `#c8a070`, `c8a070`, `#ca7`, or `0.78, 0.63, 0.44` as in recipe files.
fn read(text: &str) -> Option<[u8; 3]> {
    let text = text.trim();
    if text.contains(',') {
        let components: Vec<f32> =
            text.split(',').map(|c| c.trim().parse().ok()).collect::<Option<_>>()?;
        let [r, g, b] = components[..] else { return None };
        let is_in_range = [r, g, b].iter().all(|c| (0.0..=1.0).contains(c));
        return is_in_range.then(|| [r, g, b].map(|c| (c * 255.0).round() as u8));
    }
    let digits = text.strip_prefix('#').unwrap_or(text);
    if !digits.bytes().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let six_digits = match digits.len() {
        6 => digits.to_owned(),
        3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
        _ => return None,
    };
    let byte = |start: usize| u8::from_str_radix(&six_digits[start..start + 2], 16).ok();
    Some([byte(0)?, byte(2)?, byte(4)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_colours_are_read_in_all_their_forms() {
        for text in ["#cc8844", "cc8844", " #C84 ", "0.8, 0.5333, 0.2667"] {
            assert_eq!(read(text), Some([0xcc, 0x88, 0x44]), "{text}");
        }
        for text in ["", "#", "#12345", "red", "#ggg", "1,2,3", "0.1,0.2", "é0é"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&code([1, 20, 255])), Some([1, 20, 255]));
    }
}
