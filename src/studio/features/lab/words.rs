//! The texts about a figure: the formula with its current numbers, the same in Rust, the challenge,
//! and the buttons at the bottom.

use bevy_egui::egui::{self, Color32, DragValue, Frame, RichText, Stroke, Ui, vec2};

use super::copy::copy;
use super::current_drawing::MadeDrawing;
use super::link;
use super::pane::{LabPane, note, palette};
use super::state::{FigureFormat, Lab, SaveRequest};
use crate::lab::figure::{Drawing, Term};
use crate::studio::ui::tips::Tip;
use crate::studio::ui::{tab, theme, window_area};
use crate::terrain::Scene;

/// Shows the formula, right below the picture.
pub fn formula(
    ui: &mut Ui,
    lab: &mut Lab,
    pane: &mut LabPane,
    scene: &mut Scene,
    made: &MadeDrawing,
) {
    pane.highlighted_id = None;
    if !made.drawing.formula.is_empty() {
        heading(ui, pane, "Formula", || formula_text(&made.drawing));
        for line in &made.drawing.formula {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(0.0, 3.0);
                line.iter().for_each(|term| show_term(ui, lab, pane, scene, term));
            });
        }
        ui.add_space(6.0);
    }
}

/// Shows the code, the challenge and the buttons.
pub fn show(ui: &mut Ui, lab: &mut Lab, pane: &mut LabPane, scene: &mut Scene, made: &MadeDrawing) {
    if !lab.row.code.is_empty() {
        heading(ui, pane, "The same in Rust", || lab.row.code.join("\n") + "\n");
        code(ui, lab.row.code, made.drawing.code_line);
        ui.add_space(6.0);
    }
    challenge(ui, lab, pane, made.is_solved);
    ui.add_space(8.0);
    buttons(ui, lab, pane, scene);
}

/// Shows a heading with a button that copies the text below it.
fn heading(ui: &mut Ui, pane: &mut LabPane, title: &'static str, text: impl Fn() -> String) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(title).strong());
        let button = ui.add(egui::Button::new("Copy").small());
        let name = format!("Copy: {title}");
        tab::name(&button, &name);
        note(ui, &name, button.rect);
        if button.clicked() {
            ui.ctx().copy_text(text());
            pane.note_copy(ui.ctx(), title);
        }
        if pane.is_copied(title) {
            ui.label(RichText::new("✔ copied").color(theme::of(ui).muted));
        }
    });
}

/// Returns the formula as lines of text.
fn formula_text(drawing: &Drawing) -> String {
    let line = |terms: &Vec<Term>| terms.iter().map(|term| &*term.text).collect::<String>() + "\n";
    drawing.formula.iter().map(line).collect()
}

/// Shows a term of the formula, as text or as a number to drag. While the pointer is over it, the
/// picture highlights the part that it describes.
fn show_term(ui: &mut Ui, lab: &mut Lab, pane: &mut LabPane, scene: &mut Scene, term: &Term) {
    let colours = theme::of(ui);
    let is_highlighted = !term.id.is_empty() && pane.pointed_id.as_deref() == Some(&term.id);
    let response = match (&term.number, &term.edits) {
        (Some(number), Some(target)) => {
            let mut value = number.value;
            let decimals = term.text.split('.').nth(1).map_or(0, str::len);
            let drag = DragValue::new(&mut value).speed(0.005).max_decimals(decimals.max(4));
            let drag = drag.update_while_editing(false);
            let response = ui.add(drag);
            tab::stop(&response);
            note(ui, &format!("number {}", number.name), response.rect);
            ui.ctx().accesskit_node_builder(response.id, |node| {
                node.set_label(number.name.as_str());
            });
            if response.changed() {
                lab.set_number(scene, target, value);
            }
            response
        }
        _ => {
            let has_part = !term.id.is_empty();
            let colour = if has_part { colours.strong } else { colours.text };
            let mut words = RichText::new(&term.text).size(14.0).color(colour);
            if is_highlighted {
                words = words.background_color(colours.selected).underline();
            }
            let sense = match has_part {
                true => tab::click(ui.ctx()),
                false => egui::Sense::hover(),
            };
            let response = ui.add(egui::Label::new(words).selectable(false).sense(sense));
            if has_part {
                note(ui, &format!("term {}", term.id), response.rect);
            }
            response
        }
    };
    if !term.id.is_empty() && (response.hovered() || response.has_focus()) {
        let line = response.rect.bottom();
        let stroke = (1.5, colours.accent);
        ui.painter().hline(response.rect.x_range(), line, stroke);
        pane.highlighted_id = Some(term.id.clone());
    }
}

/// Shows lines of Rust. A mark shows the line that the figure's current step is about.
fn code(ui: &mut Ui, lines: &[&str], current_line: Option<usize>) {
    let colours = theme::of(ui);
    let background = ui.visuals().extreme_bg_color;
    let frame = Frame::new().fill(background).corner_radius(4.0).inner_margin(6.0);
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        egui::ScrollArea::horizontal().id_salt("code").auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let pane_width = ui.available_width();
            for (i, line) in lines.iter().enumerate() {
                let is_current = current_line == Some(i);
                let fill = if is_current { colours.selected } else { Color32::TRANSPARENT };
                let words = format!("  {line}");
                let colour = if is_current { colours.strong } else { colours.text };
                let words = RichText::new(words).monospace().size(12.0).color(colour);
                let shown = Frame::new().fill(fill).corner_radius(2.0).show(ui, |ui| {
                    ui.add(egui::Label::new(words).extend());
                });
                if is_current {
                    let middle = shown.response.rect.left_center() + vec2(7.0, 0.0);
                    let corners = [vec2(-3.5, -4.0), vec2(4.0, 0.0), vec2(-3.5, 4.0)];
                    let corners = corners.map(|offset| middle + offset).to_vec();
                    let mark = egui::Shape::convex_polygon(corners, colours.strong, Stroke::NONE);
                    ui.painter().add(mark);
                }
            }
            ui.set_min_width(window_area::scrollable_width(ui.min_rect().width(), pane_width));
        });
    });
}

fn challenge(ui: &mut Ui, lab: &Lab, pane: &mut LabPane, is_solved: bool) {
    let colours = theme::of(ui);
    let challenge = lab.row.challenge;
    let frame = Frame::new().fill(colours.header).corner_radius(4.0).inner_margin(8.0);
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Try it").color(colours.accent).strong());
            if is_solved {
                let good = crate::lab::ink::Ink::Good.rgb(palette(ui));
                let [r, g, b] = good;
                let words = RichText::new("✔ done").strong().color(Color32::from_rgb(r, g, b));
                let tick = ui.label(words);
                note(ui, "done", tick.rect);
            }
        });
        let task = RichText::new(challenge.task).size(14.0).color(colours.strong);
        ui.add(egui::Label::new(task).wrap());
        if pane.hint == Some(lab.row.name) {
            ui.add(egui::Label::new(RichText::new(challenge.hint).color(colours.text)).wrap());
        } else {
            let hint = ui.add(egui::Button::new("Hint").small());
            note(ui, "hint", hint.rect);
            if hint.clicked() {
                pane.hint = Some(lab.row.name);
            }
        }
    });
}

/// Shows the buttons that copy, save and locate the figure.
fn buttons(ui: &mut Ui, lab: &mut Lab, pane: &mut LabPane, scene: &Scene) {
    ui.horizontal_wrapped(|ui| {
        let button = ui.button("Copy figure");
        note(ui, "copy figure", button.rect);
        if button.tip("Copies the figure as SVG, with its numbers (Ctrl+C)").clicked() {
            copy(lab, pane, scene, ui.ctx());
        }
        for (words, format) in [("Save SVG…", FigureFormat::Svg), ("Save PNG…", FigureFormat::Png)]
        {
            let save = ui.button(words);
            note(ui, words, save.rect);
            if save
                .tip("Saves the figure in colours for white paper. P saves a PNG at once")
                .clicked()
            {
                lab.save_request = Some(SaveRequest::Chosen(format));
            }
        }
        if pane.is_copied("figure") {
            ui.label(RichText::new("✔ copied").color(theme::of(ui).muted));
        }
    });
    ui.horizontal_wrapped(|ui| {
        let [x, y] = lab.state.point;
        ui.label(format!("p = ({x:.3}, {y:.3})").replace('-', "−"));
        let find = ui.button("Find it on the land");
        note(ui, "find p", find.rect);
        if find.tip("Moves the camera to p").clicked() {
            let per_m = scene.recipe.base().frequency_per_m();
            pane.go_to = Some(lab.state.point.map(|x| x / per_m));
            lab.is_pinned = true;
        }
        let pinned = ui.checkbox(&mut lab.is_pinned, "p stays");
        note(ui, "p stays", pinned.rect);
        pinned.tip(format!("Now {} (F)", link::pin_text(lab.is_pinned)));
    });
}
