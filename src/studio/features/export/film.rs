//! The rows of the export dialog for pictures and films.

use bevy_egui::egui::{self, Ui};

use super::choices::{ExportChoices, ExportKind};
use super::films::{Content, FilmFormat, FilmKind, GIF_FPS, MAX_FPS, MAX_PICTURE};
use super::rows::{choose, list, number_field, number_row, row};
use crate::plugin::look::quality::Tier;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::choice::title;

/// Shows all rows of a picture or a film.
pub fn show(ui: &mut Ui, choices: &mut ExportChoices) {
    if choices.kind == ExportKind::Picture {
        content(ui, choices);
    } else {
        camera_path(ui, choices);
        time(ui, choices);
    }
    size(ui, choices);
    let film = &mut choices.film;
    let has_alpha = match choices.kind {
        ExportKind::Picture => choices.content == Content::Picture,
        _ => film.format.has_alpha(),
    };
    row(ui, "Sky", "The sky, drawn or transparent.", |ui| {
        let checkbox = egui::Checkbox::new(&mut film.transparent, "Transparent");
        let hint = "Leaves the sky transparent. PNG, APNG and WebP allow it.";
        ui.add_enabled(has_alpha, checkbox).tip(hint);
    });
    let tiers: Vec<_> = Tier::ALL.iter().map(|row| (row.value, row.name, row.doc)).collect();
    row(ui, "Quality", "The drawing quality.", |ui| list(ui, "Quality", &mut film.quality, &tiers));
}

fn content(ui: &mut Ui, choices: &mut ExportChoices) {
    let rows: Vec<_> =
        Content::ALL.iter().map(|row| (row.value, title(row.name), row.doc)).collect();
    let rows: Vec<_> = rows.iter().map(|(value, name, doc)| (*value, &**name, *doc)).collect();
    row(ui, "Shows", "The content of the picture.", |ui| {
        let before = choices.content;
        choose(ui, "Shows", &mut choices.content, &rows);
        if choices.content != before {
            choices.update_extension();
        }
    });
}

/// Shows the row for the path of the camera: a turn around the focus or a flight along bookmarks.
fn camera_path(ui: &mut Ui, choices: &mut ExportChoices) {
    let film = &mut choices.film;
    let turntable = match film.kind {
        turntable @ FilmKind::Turntable { .. } => turntable,
        _ => FilmKind::Turntable { turns: 1.0 },
    };
    row(ui, "Camera", "The path of the camera.", |ui| {
        let paths = [
            (turntable, "Turntable", "The camera circles its focus."),
            (FilmKind::Flight, "Flight", "The camera flies along the bookmarks, in order."),
        ];
        choose(ui, "Camera", &mut film.kind, &paths);
    });
    if let FilmKind::Turntable { turns } = &mut film.kind {
        let hint = "The number of turns. A negative number turns in the other direction.";
        let number = egui::DragValue::new(turns).range(-100.0..=100.0).speed(0.01);
        number_row(ui, "Turns", hint, 74.0, number);
    }
}

fn time(ui: &mut Ui, choices: &mut ExportChoices) {
    let film = &mut choices.film;
    row(ui, "Length", "The length and the frame rate of the film.", |ui| {
        let number = egui::DragValue::new(&mut film.seconds).range(0.1..=3600.0).speed(0.1);
        number_field(ui, "Length", 74.0, number.suffix(" s"));
        if film.format == FilmFormat::Gif {
            return;
        }
        let number = egui::DragValue::new(&mut film.fps).range(1..=MAX_FPS).speed(0.2);
        number_field(ui, "Frames a second", 74.0, number.suffix(" fps"));
    });
    if film.format != FilmFormat::Gif {
        return;
    }
    if !GIF_FPS.contains(&film.fps) {
        film.fps = GIF_FPS[1];
    }
    row(ui, "Speed", "The frame rate. GIF players keep only these rates.", |ui| {
        let names = GIF_FPS.map(|fps| format!("{fps} fps"));
        let rows = [0, 1, 2].map(|i| (GIF_FPS[i], &*names[i], "Frames a second."));
        choose(ui, "Speed", &mut film.fps, &rows);
    });
}

fn size(ui: &mut Ui, choices: &mut ExportChoices) {
    let is_still = choices.kind == ExportKind::Picture;
    let max_side = if is_still { MAX_PICTURE } else { crate::export::film::MAX_SIDE };
    let size = if is_still { &mut choices.picture } else { &mut choices.film.size };
    let hint = format!("Width and height in pixels, up to {max_side} each.");
    row(ui, "Size", &hint, |ui| {
        let [width, height] = size;
        let number = |x| egui::DragValue::new(x).range(1..=max_side).speed(8);
        number_field(ui, "Pixels across", 62.0, number(width));
        ui.label("×");
        number_field(ui, "Pixels down", 62.0, number(height));
        let sizes = if is_still { STILLS } else { FILMS };
        for (name, size_px) in sizes {
            let chip = egui::Button::new(*name).selected(*size == *size_px);
            let hint = format!("{} × {} pixels.", size_px[0], size_px[1]);
            if ui.add(chip.small()).tip(hint).clicked() {
                *size = *size_px;
            }
        }
    });
}

/// Common sizes of films and of still pictures: label, width and height in pixels.
const FILMS: &[(&str, [u32; 2])] =
    &[("720p", [1280, 720]), ("1080p", [1920, 1080]), ("4K", [3840, 2160])];
const STILLS: &[(&str, [u32; 2])] =
    &[("1080p", [1920, 1080]), ("4K", [3840, 2160]), ("16K", [15_360, 8640])];
