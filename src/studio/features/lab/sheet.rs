//! Shows all figures as thumbnails, grouped by screen, below the questions that they answer. A
//! screen is a group of figures on one topic. A strip shows the thumbnails of one screen.

use std::sync::Arc;

use bevy_egui::egui::{
    self, Align2, FontId, Galley, Image, Rect, RichText, ScrollArea, Sense, StrokeKind, Ui,
    WidgetInfo, WidgetType, pos2, vec2,
};

use super::pane::{LabPane, note, palette};
use super::state::{Lab, screens};
use crate::lab::QUESTIONS;
use crate::lab::figure_row::Screen;
use crate::lab::{FigureRow, ROWS};
use crate::studio::ui::tips::Tip;
use crate::studio::ui::{tab, theme, window_area};

/// The approximate width and the height of a thumbnail on the sheet of all figures, in points.
const WIDTH: f32 = 132.0;
const HEIGHT: f32 = 92.0;
/// The font size of a thumbnail's title, in points.
const LETTERS: f32 = 12.0;
/// The size of a thumbnail in the strip, in points.
const SMALL: egui::Vec2 = vec2(76.0, 52.0);
const GAP: f32 = 8.0;

/// Shows the sheet: the questions, then the thumbnails of all screens.
pub fn show(ui: &mut Ui, lab: &mut Lab, pane: &mut LabPane) {
    ScrollArea::vertical().id_salt("sheet").auto_shrink(false).show(ui, |ui| {
        ui.add_space(4.0);
        ui.label(RichText::new("How noise becomes a mountain").heading().strong());
        ui.label("All figures show your own land. Start with a question or a picture.");
        ui.add_space(6.0);
        questions(ui, lab);
        go_on(ui, lab);
        for (number, screen) in Screen::ALL.into_iter().enumerate() {
            if screens().any(|other| other == screen) {
                group(ui, lab, pane, (number, screen));
            }
        }
        ui.add_space(8.0);
        tab::scroll(ui);
        window_area::end_list(ui);
    });
}

/// Shows a button for each of the six questions, which opens the figure that answers it.
fn questions(ui: &mut Ui, lab: &mut Lab) {
    let columns = if ui.available_width() < 330.0 { 1 } else { 2 };
    let width = (ui.available_width() - GAP * (columns - 1) as f32 - 2.0) / columns as f32;
    for pair in QUESTIONS.chunks(columns) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for question in pair {
                let words = RichText::new(question.text).size(14.0).strong();
                let button = egui::Button::new(words).min_size(vec2(width, 34.0)).wrap();
                let card = ui.add_sized(vec2(width, 34.0), button);
                note(ui, question.text, card.rect);
                if card
                    .tip(format!("Opens “{}”, which answers the question", question.row.title))
                    .clicked()
                {
                    lab.show(question.row, Some(question.step));
                }
            }
        });
        ui.add_space(4.0);
    }
}

/// Shows the button that returns to the figure that was shown last.
fn go_on(ui: &mut Ui, lab: &mut Lab) {
    let Some(row) = lab.last() else { return };
    let button = ui.add(egui::Button::new(format!("Go on with “{}”", row.title)).wrap());
    note(ui, "go on", button.rect);
    if button.tip("Opens the last figure at its last step").clicked() {
        lab.go_on();
    }
}

fn group(ui: &mut Ui, lab: &mut Lab, pane: &mut LabPane, (number, screen): (usize, Screen)) {
    ui.add_space(8.0);
    let title = format!("{number}  {}", screen.title());
    let heading = ui.label(RichText::new(title).strong());
    note(ui, screen.title(), heading.rect);
    let rows: Vec<_> = ROWS.iter().filter(|row| row.screen == screen).copied().collect();
    let columns = ((ui.available_width() + GAP) / (WIDTH + GAP)).floor().max(1.0);
    let width = (ui.available_width() - GAP * (columns - 1.0) - 2.0) / columns;
    for grid_row in rows.chunks(columns as usize) {
        let titles = grid_row.iter().map(|row| super::sheet::title(ui, row, width).size().y);
        let height = titles.fold(0.0, f32::max) + 4.0;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for row in grid_row {
                if card(ui, pane, row, vec2(width, HEIGHT), height, false) {
                    lab.show(row, None);
                }
            }
        });
        ui.add_space(4.0);
    }
}

/// Shows the strip of the current screen, if the screen has several figures.
pub fn strip(ui: &mut Ui, lab: &mut Lab, pane: &mut LabPane) {
    let rows = ROWS.iter().filter(|row| row.screen == lab.row.screen);
    let rows: Vec<_> = rows.copied().collect();
    if rows.len() > 1 {
        ScrollArea::horizontal().id_salt("strip").auto_shrink([false, true]).show(ui, |ui| {
            ui.horizontal(|ui| {
                for row in rows {
                    if card(ui, pane, row, SMALL, 0.0, row.name == lab.row.name) {
                        lab.show(row, None);
                    }
                }
                window_area::end_row(ui);
            });
            ui.add_space(3.0);
        });
    }
}

/// Lays out the title of a figure, wrapped to a width in points.
fn title(ui: &Ui, row: &FigureRow, width: f32) -> Arc<Galley> {
    let (font, colour) = (FontId::proportional(LETTERS), theme::of(ui).text);
    ui.painter().layout(row.title.to_owned(), font, colour, width - 4.0)
}

/// Shows a thumbnail as a button, with its title below unless `title_height` is 0. Returns true if
/// the user clicked it.
fn card(
    ui: &mut Ui,
    pane: &mut LabPane,
    row: &'static FigureRow,
    size: egui::Vec2,
    title_height: f32,
    is_chosen: bool,
) -> bool {
    let (rect, response) = ui.allocate_exact_size(size + vec2(0.0, title_height), Sense::click());
    let name =
        if title_height > 0.0 { row.title.to_owned() } else { format!("Figure: {}", row.title) };
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, is_chosen, &name));
    note(ui, &format!("figure {}", row.name), rect);
    if ui.is_rect_visible(rect) {
        let colours = theme::of(ui);
        let place = Rect::from_min_size(rect.min, size);
        ui.painter().rect_filled(place, 4.0, colours.field);
        let palette = palette(ui);
        if let Some(texture) = pane.thumbs.thumbnail(ui.ctx(), row, None, palette) {
            let [width, height] = texture.size().map(|side| side as f32);
            let scale = (size.x / width).min(size.y / height);
            let image_rect = Rect::from_center_size(place.center(), scale * vec2(width, height));
            Image::new((texture.id(), image_rect.size()))
                .corner_radius(3.0)
                .paint_at(ui, image_rect);
        }
        let is_highlighted = response.hovered() || response.has_focus() || is_chosen;
        let stroke = (
            if is_highlighted { 2.0 } else { 1.0 },
            if is_highlighted { colours.accent } else { colours.bar },
        );
        ui.painter().rect_stroke(place, 4.0, stroke, StrokeKind::Inside);
        if title_height > 0.0 {
            let galley = super::sheet::title(ui, row, size.x);
            let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
            painter.galley(pos2(rect.left() + 2.0, place.bottom() + 2.0), galley, colours.text);
        }
        if is_chosen && title_height == 0.0 {
            let mark_corner = place.right_bottom() - vec2(4.0, 2.0);
            let font = FontId::proportional(12.0);
            ui.painter().text(mark_corner, Align2::RIGHT_BOTTOM, "●", font, colours.accent);
        }
    }
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    response.tip(format!("{}: {}", row.title, row.question)).clicked()
}
