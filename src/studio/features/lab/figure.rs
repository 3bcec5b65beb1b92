//! One figure: its question and title, its picture, its steps, and the texts below.

use bevy_egui::egui::{self, RichText, ScrollArea, Sense, Ui, WidgetInfo, WidgetType, vec2};

use super::pane::{LabPane, note};
use super::state::Lab;
use super::{controls, figure_window, handles, picture, words};
use crate::studio::ui::tips::Tip;
use crate::studio::ui::{tab, theme, window_area};
use crate::terrain::Scene;

/// Shows the current figure.
pub fn show(ui: &mut Ui, lab: &mut Lab, pane: &mut LabPane, scene: &mut Scene) {
    figure_window::hold_wheel(ui, lab, pane);
    let height = ui.available_height();
    let scroll = ScrollArea::vertical().id_salt(("figure", lab.row.name)).auto_shrink(false);
    scroll.show(ui, |ui| {
        let colours = theme::of(ui);
        let question = RichText::new(lab.row.question).size(14.0).color(colours.accent);
        ui.add(egui::Label::new(question).wrap());
        ui.add(egui::Label::new(RichText::new(lab.row.title).size(17.0).strong()).wrap());
        ui.add_space(4.0);
        let mut figure = std::mem::take(&mut pane.figure);
        figure.update(ui.ctx(), lab, scene);
        let Some(made) = &figure.made else { return };
        let (textures, highlighted) = (&mut pane.textures, pane.highlighted_id.as_deref());
        let screen_place = picture::show(ui, (lab.row, made), textures, highlighted, height);
        pane.pointed_id = screen_place.pointed_id.clone();
        pane.window = figure_window::show(ui, lab, &made.drawing, &screen_place);
        handles::show(ui, lab, scene, &made.drawing, &screen_place);
        ui.add_space(4.0);
        steps(ui, lab);
        let caption = RichText::new(&made.drawing.caption).size(14.0).color(colours.strong);
        let caption = ui.add(egui::Label::new(caption).wrap());
        note(ui, "caption", caption.rect);
        ui.add_space(6.0);
        words::formula(ui, lab, pane, scene, made);
        controls::show(ui, lab, scene);
        words::show(ui, lab, pane, scene, made);
        pane.figure = figure;
        ui.add_space(8.0);
        tab::scroll(ui);
        window_area::end_list(ui);
    });
}

/// Shows a dot for each step, with buttons for the previous and the next step.
fn steps(ui: &mut Ui, lab: &mut Lab) {
    let count = lab.row.steps.len();
    if count < 2 {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let button = |ui: &mut Ui, sign: &str, name: &str, keys: &str, enabled: bool| {
            let button = ui.add_enabled(enabled, egui::Button::new(sign).small());
            let enabled = button.enabled();
            button.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, name));
            note(ui, name, button.rect);
            button.tip(format!("{name} ({keys})")).clicked()
        };
        let step = lab.state.step.min(count - 1);
        if button(ui, "⏴", "Step back", ",", step > 0) {
            lab.step_by(-1);
        }
        if button(ui, "⏵", "Next step", ".", step + 1 < count) {
            lab.step_by(1);
        }
        let (sign, name) =
            if lab.next_step_at.is_some() { ("⏸", "Stop") } else { ("▶", "Play the steps") };
        if button(ui, sign, name, "Space", true) {
            lab.toggle_play();
        }
        ui.spacing_mut().item_spacing.x = 2.0;
        for i in 0..count {
            if dot(ui, i, i == step, lab.row.steps[i]) {
                lab.go_to_step(i);
            }
        }
        ui.add_space(6.0);
        let words = format!("step {} of {count}", step + 1);
        ui.label(RichText::new(words).color(theme::of(ui).muted));
    });
    ui.add_space(2.0);
}

fn dot(ui: &mut Ui, index: usize, is_current: bool, hint: &str) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(14.0, 20.0), Sense::click());
    let name = format!("Step {}", index + 1);
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, is_current, &name));
    note(ui, &name, rect);
    let colours = theme::of(ui);
    let is_highlighted = response.hovered() || response.has_focus();
    let colour = if is_highlighted || is_current { colours.accent } else { colours.muted };
    match is_current {
        true => ui.painter().circle_filled(rect.center(), 5.5, colour),
        false => ui.painter().circle_stroke(rect.center(), 4.0, (1.5, colour)),
    };
    response.tip(hint).clicked()
}
