//! Checks the contrast of drawn words with their background.

use bevy_egui::egui::epaint::{Mesh, TextShape};
use bevy_egui::egui::{Color32, Pos2, Rect, Shape, TextureId};

use super::stage::Stage;
use super::words::words;
use crate::studio::ui::theme::contrast;

/// The minimum contrast of words, and of symbols without letters.
const MIN_TEXT_CONTRAST: f32 = 4.5;
const MIN_SYMBOL_CONTRAST: f32 = 3.0;

/// The darkest and the lightest colour that a background can have.
#[derive(Clone, Copy, PartialEq)]
struct Background([Color32; 2]);

/// The background on land and pictures, which can have any colour.
const UNKNOWN: Background = Background([Color32::BLACK, Color32::WHITE]);

impl Background {
    /// Returns this background with a colour laid over it.
    fn under(self, colour: Color32) -> Self {
        Self(self.0.map(|background| over(colour, background)))
    }
}

/// Blends a premultiplied colour over an opaque colour, as the graphics card does.
fn over(front: Color32, back: Color32) -> Color32 {
    let transmitted = 255 - u32::from(front.a());
    let blend = |front: u8, back: u8| {
        (u32::from(front) + (u32::from(back) * transmitted + 127) / 255).min(255) as u8
    };
    let ([r, g, b, _], [r0, g0, b0, _]) = (front.to_array(), back.to_array());
    Color32::from_rgb(blend(r, r0), blend(g, g0), blend(b, b0))
}

/// Returns a message for each row of words of the last pass with too little contrast.
pub fn faults(stage: &Stage) -> Vec<String> {
    let shapes = stage.shapes();
    let mut faults = Vec::new();
    for (place, (clip, shape)) in shapes.iter().enumerate() {
        let Shape::Text(text) = shape else { continue };
        let colours = colours(text);
        for row in words(*clip, text) {
            let min_contrast = if row.text.chars().any(char::is_alphanumeric) {
                MIN_TEXT_CONTRAST
            } else {
                MIN_SYMBOL_CONTRAST
            };
            let visible = row.place.intersect(row.clip);
            for share in [0.1, 0.5, 0.9] {
                let position =
                    Pos2::new(visible.left() + share * visible.width(), visible.center().y);
                let background = background_at(&shapes[..place], position);
                // Text on a picture is not checked.
                if background == UNKNOWN {
                    continue;
                }
                let background = text_background(text, position)
                    .map_or(background, |colour| background.under(colour));
                for (colour, below) in colours.iter().flat_map(|c| background.0.map(|g| (*c, g))) {
                    let found = contrast(over(colour, below), below);
                    if found < min_contrast {
                        let fault = format!(
                            "“{}” at {}: {colour:?} on {below:?} has a contrast of {found:.2}",
                            row.text, row.place
                        );
                        faults.push(fault);
                    }
                }
            }
        }
    }
    faults.dedup_by_key(|fault| fault.split('”').next().map(str::to_owned));
    faults
}

/// Returns the colours of the letters of a text.
fn colours(text: &TextShape) -> Vec<Color32> {
    let mut found = Vec::new();
    for row in &text.galley.rows {
        let visuals = &row.visuals;
        for vertex in &visuals.mesh.vertices[visuals.glyph_vertex_range.clone()] {
            let colour_of_letter = match vertex.color {
                Color32::PLACEHOLDER => text.fallback_color,
                colour => colour,
            };
            let colour_of_letter = text.override_text_color.unwrap_or(colour_of_letter);
            let colour_of_letter = colour_of_letter.gamma_multiply(text.opacity_factor);
            if !found.contains(&colour_of_letter) {
                found.push(colour_of_letter);
            }
        }
    }
    found
}

/// Returns the colour that a text has below its letters.
fn text_background(text: &TextShape, position: Pos2) -> Option<Color32> {
    text.galley.rows.iter().find_map(|row| {
        let origin = text.pos.to_vec2() + row.pos.to_vec2();
        let (mesh, first) = (&row.visuals.mesh, row.visuals.glyph_index_start);
        let colour = triangle(mesh, &mesh.indices[..first], position - origin)?;
        Some(colour.gamma_multiply(text.opacity_factor))
    })
}

/// Returns the background at a place, from the shapes below a text.
fn background_at(below: &[(Rect, &Shape)], position: Pos2) -> Background {
    let visible = below.iter().filter(|(clip, _)| clip.contains(position));
    visible.fold(UNKNOWN, |background, (_, shape)| match shape {
        Shape::Rect(rect) if rect.rect.contains(position) && rect.blur_width == 0.0 => {
            if rect.brush.is_some() { UNKNOWN } else { background.under(rect.fill) }
        }
        Shape::Circle(circle) if circle.center.distance(position) <= circle.radius => {
            background.under(circle.fill)
        }
        Shape::Path(path) if path.closed && contains(&path.points, position) => {
            background.under(path.fill)
        }
        Shape::Mesh(mesh) => match triangle(mesh, &mesh.indices, position) {
            Some(_) if mesh.texture_id != TextureId::default() => UNKNOWN,
            Some(colour) => background.under(colour),
            None => background,
        },
        _ => background,
    })
}

/// Returns the mean colour of the triangle of a mesh at a place.
fn triangle(mesh: &Mesh, indices: &[u32], position: Pos2) -> Option<Color32> {
    indices.chunks_exact(3).rev().find_map(|corners| {
        let corners = [0, 1, 2].map(|i| mesh.vertices[corners[i] as usize]);
        let points = corners.map(|corner| corner.pos);
        contains(&points, position).then(|| {
            let sum = corners.iter().fold([0u32; 4], |sum, corner| {
                let colour = corner.color.to_array();
                [0, 1, 2, 3].map(|i| sum[i] + u32::from(colour[i]))
            });
            let [r, g, b, a] = sum.map(|channel| (channel / 3) as u8);
            Color32::from_rgba_premultiplied(r, g, b, a)
        })
    })
}

/// Returns true if a polygon contains a place: a ray from it crosses its sides an odd number of times.
fn contains(points: &[Pos2], position: Pos2) -> bool {
    let mut is_inside = false;
    for (i, a) in points.iter().enumerate() {
        let b = points[(i + 1) % points.len()];
        if (a.y > position.y) != (b.y > position.y)
            && position.x < a.x + (position.y - a.y) / (b.y - a.y) * (b.x - a.x)
        {
            is_inside = !is_inside;
        }
    }
    is_inside
}
