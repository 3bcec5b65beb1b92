//! The pane of the lab, left of the land. It shows thumbnails of all figures, or one figure with
//! its text and its controls.

#[cfg(test)]
mod tests;

use super::explain;
use super::figure;
use super::keys;
use super::sheet;
use std::time::Instant;

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{
    self, Align, CursorIcon, Event, EventFilter, Id, Key, Layout, Modifiers, Rect, RichText, Sense,
    Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, WidgetType, vec2,
};

use super::state::Lab;
use crate::lab::State;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::settings::data::LAB_SHARES;
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::camera::travel::GoTo;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;
use crate::studio::ui::before_drag::BeforeDrag;
use crate::studio::ui::explanation;
use crate::studio::ui::theme;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::window_area;
use crate::studio::ui::window_area::Free;
use crate::terrain::Scene;
use crate::terrain::destination::Destination;

use super::pane::LabPane;
use super::pane::{note, start_id};
use super::wake::wake;

/// The width of the draggable border between lab and land, in points.
const BORDER: f32 = 7.0;

/// Draws the lab and applies the user's edits.
pub fn draw(
    mut contexts: EguiContexts,
    mut free: ResMut<Free>,
    mut lab: ResMut<Lab>,
    mut pane: Local<LabPane>,
    mut before: Local<BeforeDrag<State>>,
    mut wanted: ResMut<WantedScene>,
    mut settings: ResMut<KeptSettings>,
    mut places: MessageWriter<GoTo>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let lab = lab.bypass_change_detection();
    if let Some(restored) = before.take_if_cancelled(context, || lab.state.clone()) {
        lab.state = restored;
    }
    let (mut scene, mut share) = (wanted.0.clone(), settings.lab_share);
    let place =
        free.show(context, "lab", |root| show(root, lab, &mut pane, &mut scene, &mut share));
    if wanted.0 != scene {
        wanted.0 = scene;
    }
    if settings.lab_share != share {
        settings.lab_share = share;
    }
    if lab.should_store_place() && settings.lab != lab.place() {
        settings.lab = lab.place();
    }
    places.write_batch(place.map(|place| GoTo(Destination::Ground(place))));
    Ok(())
}

/// Shows the lab at the left of the free area, if it is open. Returns the position on the land that
/// the camera has to go to, in metres.
pub fn show(
    root: &mut Ui,
    lab: &mut Lab,
    pane: &mut LabPane,
    scene: &mut Scene,
    share: &mut f32,
) -> Option<[f64; 2]> {
    let context = root.ctx().clone();
    if let Some(address) = explanation::take_request(&context) {
        lab.explain(scene, &address);
    }
    pane.thumbs.begin(&context, scene);
    explain::provide_thumbnail(&context, &mut pane.thumbs);
    if !lab.open {
        if std::mem::take(&mut pane.was_open) {
            crate::studio::ui::tab::leave(&context);
        }
        return None;
    }
    pane.was_open = true;
    let available = root.available_rect_before_wrap();
    let place = available.with_max_x(available.left() + width(available.width(), *share));
    let reserved = egui::Panel::left("lab").exact_size(place.width()).resizable(false);
    let reserved = reserved.frame(egui::Frame::NONE).show_separator_line(false);
    reserved.show_inside(root, |ui| ui.set_min_size(place.size()));
    give_keyboard(&context, lab, place, available);
    if let Some(delay) = lab.play_on(Instant::now()) {
        wake(&context, delay);
    }
    // The lab has its own area in egui. Otherwise its rows would have the same ids as the panel's
    // rows of the same parameters.
    let area = egui::Area::new(Id::new("lab")).order(egui::Order::Background);
    let area = area.fixed_pos(place.min).constrain(false).fade_in(false).movable(false);
    area.show(&context, |ui| {
        ui.set_clip_rect(place);
        let fill = ui.visuals().panel_fill;
        ui.painter().rect_filled(place, 0.0, fill);
        keys::apply(ui, lab, pane, scene);
        let inner = place.shrink2(vec2(10.0, 6.0)).with_max_x(place.right() - BORDER - 4.0);
        let mut child = ui.new_child(UiBuilder::new().max_rect(inner));
        head(&mut child, lab);
        if lab.sheet {
            sheet::show(&mut child, lab, pane);
        } else {
            sheet::strip(&mut child, lab, pane);
            figure::show(&mut child, lab, pane, scene);
        }
        border(ui, place, available.width(), share);
        frame(ui, place, lab.has_keyboard);
        ui.allocate_rect(place, Sense::hover());
    });
    if !lab.has_keyboard {
        let land = available.with_min_x(place.right());
        let painter = context.layer_painter(egui::LayerId::background());
        let stroke = Stroke::new(1.5, theme::of_context(&context).accent);
        painter.rect_stroke(land.shrink(0.75), 0.0, stroke, StrokeKind::Middle);
    }
    pane.go_to.take()
}

/// Returns the width of the lab: a share of the window, limited so that lab and land both fit.
fn width(available: f32, share: f32) -> f32 {
    let max_width = (available - window_area::MIN_LAND_WIDTH).max(0.5 * available);
    (share * available).clamp(window_area::MIN_LAB_WIDTH.min(max_width), max_width)
}

/// Gives the keyboard to the lab or to the land when the pointer moves over it.
fn give_keyboard(context: &egui::Context, lab: &mut Lab, place: Rect, available: Rect) {
    let (has_moved, pointer) = context.input(|input| {
        let is_of_pointer =
            |event: &Event| matches!(event, Event::PointerMoved(_) | Event::PointerButton { .. });
        (input.events.iter().any(is_of_pointer), input.pointer.latest_pos())
    });
    let is_held = context.egui_is_using_pointer();
    if let Some(pointer) = pointer.filter(|p| has_moved && !is_held && available.contains(*p)) {
        let had_keyboard = std::mem::replace(&mut lab.has_keyboard, place.contains(pointer));
        if had_keyboard && !lab.has_keyboard {
            crate::studio::ui::tab::leave(context);
        }
    }
}

/// Shows the line at the top: the button for all figures, the title of the screen, and at the right
/// the buttons that reset the figure and close the lab.
fn head(ui: &mut Ui, lab: &mut Lab) {
    ui.horizontal(|ui| {
        let all_figures = ui.scope_builder(UiBuilder::new().id(start_id().with("of")), |ui| {
            let (words, chosen) = ("All figures", lab.sheet);
            let size = ui.spacing().interact_size;
            let galley = ui.painter().layout_no_wrap(
                words.to_owned(),
                egui::TextStyle::Button.resolve(ui.style()),
                egui::Color32::PLACEHOLDER,
            );
            let size = vec2(galley.size().x + 12.0, size.y);
            let (place, _) = ui.allocate_exact_size(size, Sense::hover());
            let response = ui.interact(place, start_id(), Sense::click());
            response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, chosen, words));
            let visuals = ui.style().interact_selectable(&response, chosen);
            ui.painter().rect_filled(place, 3.0, visuals.weak_bg_fill);
            let text_min = place.center() - 0.5 * galley.size();
            ui.painter().galley(text_min, galley, visuals.text_color());
            response
        });
        let all_figures = all_figures.inner;
        note(ui, "all figures", all_figures.rect);
        if all_figures.tip("Shows small pictures of all figures").clicked() {
            (lab.sheet, lab.next_step_at) = (!lab.sheet, None);
        }
        let turn = |ui: &mut Ui, sign: &str, name: &str| {
            let button = ui.add(egui::Button::new(sign).small());
            crate::studio::ui::tab::name(&button, name);
            note(ui, name, button.rect);
            button.tip(name).clicked()
        };
        if turn(ui, "⏴", "Previous screen (Page Up)") {
            lab.turn_screen(-1);
        }
        if turn(ui, "⏵", "Next screen (Page Down)") {
            lab.turn_screen(1);
        }
        if !lab.sheet {
            let title = RichText::new(lab.row.screen.title()).strong();
            ui.add(egui::Label::new(title).truncate());
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let close = ui.add(egui::Button::new(theme::CLOSE).small());
            crate::studio::ui::tab::name(&close, "Close the lab");
            note(ui, "close", close.rect);
            if close.tip(with_keys("Closes the lab", Command::ToggleLab)).clicked() {
                lab.toggle();
            }
            let reset = ui.add_enabled(!lab.sheet, egui::Button::new("Reset").small());
            note(ui, "reset", reset.rect);
            if reset.tip("Resets the figure (Backspace)").clicked() {
                lab.reset();
            }
        });
    });
    ui.add_space(2.0);
}

/// Shows the border between lab and land. The user drags it, or moves it with arrow keys while it
/// has the focus. `share` is the lab's share of the window's width.
fn border(ui: &mut Ui, place: Rect, available: f32, share: &mut f32) {
    let bar = place.with_min_x(place.right() - BORDER);
    let id = Id::new("the lab's border");
    let response = ui.interact(bar, id, Sense::click_and_drag());
    let response = response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Slider, enabled, "Width of the lab"));
    note(ui, "border", bar);
    let mut new_share = *share;
    if response.dragged()
        && let Some(pointer) = response.interact_pointer_pos()
    {
        new_share = (pointer.x + 0.5 * BORDER - place.left()) / available.max(1.0);
    }
    if response.has_focus() {
        let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        let presses = ui.input_mut(|input| {
            let mut presses_of = |key| input.count_and_consume_key(Modifiers::NONE, key) as f32;
            presses_of(Key::ArrowRight) - presses_of(Key::ArrowLeft)
        });
        new_share += 0.02 * presses;
    }
    *share = new_share.clamp(LAB_SHARES[0], LAB_SHARES[1]);
    let colours = theme::of(ui);
    let is_highlighted = response.hovered() || response.dragged() || response.has_focus();
    let colour = if is_highlighted { colours.accent } else { colours.bar };
    ui.painter().rect_filled(bar.shrink2(vec2(2.0, 0.0)), 1.0, colour);
    let grip = Rect::from_center_size(bar.center(), vec2(3.0, 36.0));
    ui.painter().rect_filled(grip, 1.5, colours.text);
}

/// Draws a bright frame around the lab while it has the keyboard.
fn frame(ui: &Ui, place: Rect, has_keyboard: bool) {
    if has_keyboard {
        let stroke = Stroke::new(1.5, theme::of(ui).accent);
        ui.painter().rect_stroke(place.shrink(0.75), 0.0, stroke, StrokeKind::Middle);
    }
}
