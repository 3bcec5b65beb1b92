//! Tests that words in figures are large enough and lie inside the picture, with the real fonts.

use std::collections::BTreeSet;

use epaint::text::{FontId, TextOptions};
use epaint::{Rect, pos2, vec2};

use super::figure::{Anchor, Drawing, Shape};
use super::paint::fonts;
use super::{Context, ROWS, State, teaching_scene};
use orogen_terrain::Scene;
use orogen_terrain::preset::Preset;

/// The smallest font size, in points of a figure.
const MIN_SIZE: f64 = 11.0;

/// The words of a figure, with font size and bounds in points of the figure.
fn words(drawing: &Drawing, fonts: &mut epaint::text::Fonts) -> Vec<(String, f64, Rect)> {
    let mut view = fonts.with_pixels_per_point(2.0);
    let mut lay_out = |shape: &Shape| match shape {
        Shape::Text { at, anchor, size, text, .. } => {
            let font = FontId::proportional(*size as f32);
            let galley = view.layout_no_wrap(text.clone(), font, epaint::Color32::WHITE);
            let fraction = match anchor {
                Anchor::Left => 0.0,
                Anchor::Middle => 0.5,
                Anchor::Right => 1.0,
            };
            let corner = pos2(at[0] as f32, at[1] as f32) - vec2(fraction, 0.5) * galley.size();
            Some((text.clone(), *size, Rect::from_min_size(corner, galley.size())))
        }
        _ => None,
    };
    drawing.items.iter().filter_map(|item| lay_out(&item.shape)).collect()
}

/// The teaching scene, and scenes with hashes of ten digits, simplex noise or several layers.
fn scenes() -> Vec<Scene> {
    let presets = ["alps", "dunes", "course"].into_iter().filter_map(Preset::find);
    let scenes = presets.filter_map(|preset| preset.scene().ok());
    [teaching_scene(), Scene::default()].into_iter().chain(scenes).collect()
}

#[test]
fn words_are_large_enough_and_stay_within_the_picture() {
    let mut fonts = fonts();
    fonts.begin_pass(TextOptions::default());
    let mut faults = BTreeSet::new();
    for (scene, row) in scenes().iter().flat_map(|scene| ROWS.iter().map(move |row| (scene, row))) {
        for step in 0..row.steps.len() {
            let state = State { step, ..State::of(row) };
            let drawing = Context::new(scene, &state, row).unwrap().draw();
            let [width, height] = drawing.size.map(|side| side as f32);
            let picture = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height));
            for (text, size, bounds) in words(&drawing, &mut fonts) {
                let what = format!("{} step {step}: “{text}”", row.name);
                if size < MIN_SIZE {
                    faults.insert(format!("{what} has letters of {size} points"));
                }
                if !picture.expand(0.5).contains_rect(bounds) {
                    faults.insert(format!("{what} at {bounds} leaves {picture}"));
                }
            }
        }
    }
    let faults: Vec<String> = faults.into_iter().collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
