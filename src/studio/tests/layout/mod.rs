//! Lays out every window and figure at common sizes, without a display. Words must stay whole, and
//! everything must be visible or reachable by scrolling, with enough contrast.

pub mod contrast;
pub mod stage;
pub mod windows;
pub mod words;

use bevy_egui::egui::{Color32, RichText, Theme, Ui, vec2};

use stage::{SIZES, Stage, TEXTS};
use windows::Window;

use crate::lab::{Context, ROWS, State, teaching_scene};
use crate::studio::features::lab::picture::scale;

/// Lays a window out and presses its buttons.
fn staged(window: Window, size_px: [f32; 2], text: f32, theme: Theme) -> Stage {
    let mut stage = Stage::new(size_px, text, theme, window.draw);
    window.presses.into_iter().for_each(|name| stage.press(name));
    stage
}

/// Returns all windows and all figures.
fn all_windows() -> Vec<Window> {
    windows::all().into_iter().chain(ROWS.iter().copied().map(windows::figure)).collect()
}

/// Lays all windows out at a size in pixels, with the text scale in percent.
fn check(size: [f32; 2], percent: f32) {
    let mut faults_of_all = Vec::new();
    for window in all_windows() {
        let name = window.name.clone();
        let faults = staged(window, size, percent / 100.0, Theme::Dark).faults();
        faults_of_all.extend(faults.into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(
        faults_of_all.is_empty(),
        "{} faults:\n{}",
        faults_of_all.len(),
        faults_of_all.join("\n")
    );
}

#[test]
fn windows_are_whole_at_800_by_600() {
    check(SIZES[0], 100.0);
}

#[test]
fn windows_are_whole_at_800_by_600_with_large_text() {
    check(SIZES[0], 200.0);
}

#[test]
fn windows_are_whole_at_1280_by_720() {
    check(SIZES[1], 100.0);
}

#[test]
fn windows_are_whole_at_1280_by_720_with_large_text() {
    check(SIZES[1], 200.0);
}

#[test]
fn windows_are_whole_at_2560_by_1440() {
    check(SIZES[2], 100.0);
}

#[test]
fn windows_are_whole_at_2560_by_1440_with_large_text() {
    check(SIZES[2], 200.0);
}

#[test]
fn figures_have_legible_letters_and_no_scroll_bar_for_a_small_overflow() {
    let scene = teaching_scene();
    for row in ROWS.iter() {
        for step in 0..row.steps.len() {
            let state = State { step, ..State::of(row) };
            let drawing = Context::new(&scene, &state, row).unwrap().draw();
            let letters = drawing.smallest_font_size();
            let sizes = SIZES.iter().flat_map(|size| TEXTS.map(|text| (size, text)));
            let shares = |(size, text)| [0.22, 0.36, 0.6].map(|share| (size, text, share));
            for (size, text, share) in sizes.flat_map(shares) {
                let pane = vec2(share * size[0], size[1]) / text;
                let scale = scale(&drawing, pane, text);
                let overflow = scale * drawing.size[0] as f32 - pane.x;
                let name = format!("{} step {step} in {pane}", row.name);
                assert!(
                    !(0.01..=23.9).contains(&overflow),
                    "{name}: {overflow} points are scrolled for"
                );
                let letters_px = letters.map(|letters| letters as f32 * scale * text);
                assert!(letters_px.is_none_or(|px| px > 10.99), "{name}: {letters_px:?} pixels");
            }
        }
    }
}

/// Tests the contrast check itself: it rejects grey on brown, and accepts near-white.
#[test]
fn unreadable_words_are_found() {
    let write = |grey: u8| {
        let draw = move |ui: &mut Ui| {
            ui.painter().rect_filled(ui.max_rect(), 0.0, Color32::from_rgb(140, 88, 40));
            ui.label(RichText::new("words").color(Color32::from_gray(grey)));
        };
        contrast::faults(&Stage::new(SIZES[0], 1.0, Theme::Dark, Box::new(draw)))
    };
    assert_eq!(write(150).len(), 1, "{:?}", write(150));
    assert!(write(240).is_empty(), "{:?}", write(240));
}

#[test]
fn the_words_of_every_window_are_readable_in_both_themes() {
    let mut faults_of_all = Vec::new();
    for theme in [Theme::Dark, Theme::Light] {
        for window in all_windows().into_iter().filter(|window| !window.is_on_land) {
            let name = window.name.clone();
            let faults = contrast::faults(&staged(window, SIZES[1], 1.0, theme));
            faults_of_all
                .extend(faults.into_iter().map(|fault| format!("{theme:?}: {name}: {fault}")));
        }
    }
    assert!(
        faults_of_all.is_empty(),
        "{} faults:\n{}",
        faults_of_all.len(),
        faults_of_all.join("\n")
    );
}
