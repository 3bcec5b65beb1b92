//! Copies a figure to the clipboard as SVG, with its numbers after the drawing.

use bevy_egui::egui;

use super::pane::LabPane;
use super::state::Lab;
use crate::lab::figure::Drawing;
use crate::lab::ink::Palette;
use crate::lab::{Context, sliders, svg};
use crate::terrain::Scene;

/// Copies the figure and says so for a moment.
pub fn copy(lab: &Lab, pane: &mut LabPane, scene: &Scene, context: &egui::Context) {
    if let Ok(figure_context) = Context::new(scene, &lab.state, lab.row) {
        context.copy_text(as_text(&sliders::draw(&figure_context)));
        pane.note_copy(context, "figure");
    }
}

/// Returns a figure as SVG, followed by its numbers as XML comments.
pub fn as_text(drawing: &Drawing) -> String {
    let mut text = svg::write(drawing, Palette::Print);
    for number in drawing.numbers() {
        text += &format!("<!-- {} = {} -->\n", number.name.replace("--", "-"), number.value);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{State, row, teaching_scene};

    #[test]
    fn a_copy_has_the_picture_and_every_number() {
        let (row, scene) = (row("cell").unwrap(), teaching_scene());
        let state = State::of(row);
        let drawing = Context::new(&scene, &state, row).unwrap().draw();
        let text = as_text(&drawing);
        assert!(text.starts_with("<svg"));
        for number in drawing.numbers() {
            assert!(text.contains(&format!("{} = {}", number.name, number.value)));
        }
    }
}
