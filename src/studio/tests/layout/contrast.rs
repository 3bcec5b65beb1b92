//! Checks the contrast of drawn words with their background.

use bevy_egui::egui::epaint::{Mesh, TextShape};
use bevy_egui::egui::{Color32, Pos2, Rect, Shape, TextureId};

use super::stage::{Stage, words};
use crate::studio::ui::theme::contrast;

/// The least contrast of words, and of signs without letters.
const WORDS: f32 = 4.5;
const SIGNS: f32 = 3.0;

/// The darkest and the lightest background; land and pictures can have any colour.
#[derive(Clone, Copy, PartialEq)]
struct Ground([Color32; 2]);

const ANY: Ground = Ground([Color32::BLACK, Color32::WHITE]);

impl Ground {
    /// The same with a colour laid over it.
    fn under(self, colour: Color32) -> Self {
        Self(self.0.map(|ground| over(colour, ground)))
    }
}

/// A premultiplied colour over an opaque one, as the graphics card blends them.
fn over(front: Color32, back: Color32) -> Color32 {
    let left = 255 - u32::from(front.a());
    let blend = |front: u8, back: u8| {
        (u32::from(front) + (u32::from(back) * left + 127) / 255).min(255) as u8
    };
    let ([r, g, b, _], [r0, g0, b0, _]) = (front.to_array(), back.to_array());
    Color32::from_rgb(blend(r, r0), blend(g, g0), blend(b, b0))
}

/// The words of the last pass with too little contrast.
pub fn faults(stage: &Stage) -> Vec<String> {
    let shapes = stage.shapes();
    let mut faults = Vec::new();
    for (place, (clip, shape)) in shapes.iter().enumerate() {
        let Shape::Text(text) = shape else { continue };
        let colours = colours(text);
        for row in words(*clip, text) {
            let least = if row.text.chars().any(char::is_alphanumeric) { WORDS } else { SIGNS };
            let seen = row.place.intersect(row.clip);
            for share in [0.1, 0.5, 0.9] {
                let at = Pos2::new(seen.left() + share * seen.width(), seen.center().y);
                let ground = ground(&shapes[..place], at);
                // Text on a picture is not checked.
                if ground == ANY {
                    continue;
                }
                let ground = background(text, at).map_or(ground, |colour| ground.under(colour));
                for (colour, below) in colours.iter().flat_map(|c| ground.0.map(|g| (*c, g))) {
                    let found = contrast(over(colour, below), below);
                    if found < least {
                        let what = format!(
                            "“{}” at {}: {colour:?} on {below:?} has a contrast of {found:.2}",
                            row.text, row.place
                        );
                        faults.push(what);
                    }
                }
            }
        }
    }
    faults.dedup_by_key(|fault| fault.split('”').next().map(str::to_owned));
    faults
}

/// The colours of the letters of a text.
fn colours(text: &TextShape) -> Vec<Color32> {
    let mut found = Vec::new();
    for row in &text.galley.rows {
        let visuals = &row.visuals;
        for vertex in &visuals.mesh.vertices[visuals.glyph_vertex_range.clone()] {
            let own = match vertex.color {
                Color32::PLACEHOLDER => text.fallback_color,
                colour => colour,
            };
            let own = text.override_text_color.unwrap_or(own);
            let own = own.gamma_multiply(text.opacity_factor);
            if !found.contains(&own) {
                found.push(own);
            }
        }
    }
    found
}

/// The colour that a text lays below its own letters.
fn background(text: &TextShape, at: Pos2) -> Option<Color32> {
    text.galley.rows.iter().find_map(|row| {
        let origin = text.pos.to_vec2() + row.pos.to_vec2();
        let (mesh, first) = (&row.visuals.mesh, row.visuals.glyph_index_start);
        let colour = triangle(mesh, &mesh.indices[..first], at - origin)?;
        Some(colour.gamma_multiply(text.opacity_factor))
    })
}

/// The background at a place, from the shapes below a text.
fn ground(below: &[(Rect, &Shape)], at: Pos2) -> Ground {
    let seen = below.iter().filter(|(clip, _)| clip.contains(at));
    seen.fold(ANY, |ground, (_, shape)| match shape {
        Shape::Rect(rect) if rect.rect.contains(at) && rect.blur_width == 0.0 => {
            if rect.brush.is_some() { ANY } else { ground.under(rect.fill) }
        }
        Shape::Circle(circle) if circle.center.distance(at) <= circle.radius => {
            ground.under(circle.fill)
        }
        Shape::Path(path) if path.closed && holds(&path.points, at) => ground.under(path.fill),
        Shape::Mesh(mesh) => match triangle(mesh, &mesh.indices, at) {
            Some(_) if mesh.texture_id != TextureId::default() => ANY,
            Some(colour) => ground.under(colour),
            None => ground,
        },
        _ => ground,
    })
}

/// The mean colour of a mesh's triangle at a place.
fn triangle(mesh: &Mesh, indices: &[u32], at: Pos2) -> Option<Color32> {
    indices.chunks_exact(3).rev().find_map(|corners| {
        let corners = [0, 1, 2].map(|i| mesh.vertices[corners[i] as usize]);
        let points = corners.map(|corner| corner.pos);
        holds(&points, at).then(|| {
            let sum = corners.iter().fold([0u32; 4], |sum, corner| {
                let colour = corner.color.to_array();
                [0, 1, 2, 3].map(|i| sum[i] + u32::from(colour[i]))
            });
            let [r, g, b, a] = sum.map(|channel| (channel / 3) as u8);
            Color32::from_rgba_premultiplied(r, g, b, a)
        })
    })
}

/// Returns true if a polygon holds a place: a ray from it crosses its sides an odd number of times.
fn holds(points: &[Pos2], at: Pos2) -> bool {
    let mut inside = false;
    for (i, a) in points.iter().enumerate() {
        let b = points[(i + 1) % points.len()];
        if (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x) {
            inside = !inside;
        }
    }
    inside
}
