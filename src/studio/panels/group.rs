//! A group of the panel: a header that folds it, with a reset, and what is in it.

use std::collections::BTreeMap;

use bevy_egui::egui::{self, Align2, Id, RichText, Sense, Ui};

use super::theme::{ACCENT, HEADER, MUTED, STRONG};

/// Groups that are open at first: what one reaches for.
const OPEN_AT_FIRST: &[&str] = &[
    "look",
    "noise",
    "fractal",
    "shape",
    "landform",
    "masks",
    "operations",
    "land-operations",
    "erosion",
    "erosion-masks",
    "world",
    "camera",
];

/// Height of a group's header.
const HEADER_HEIGHT: f32 = 22.0;

/// A word in small capitals with a line, above the groups of a document.
pub fn section(ui: &mut Ui, title: &str) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(title.to_uppercase()).small().strong().color(ACCENT));
        let (rect, _) =
            ui.allocate_exact_size(egui::vec2(ui.available_width(), 1.0), Sense::hover());
        ui.painter().hline(
            rect.x_range(),
            rect.center().y,
            ui.visuals().widgets.noninteractive.bg_stroke,
        );
    });
}

/// What happened to a group's header.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Header {
    pub open: bool,
    pub reset: bool,
}

/// A header over the whole width that folds the group, wherever it is clicked; the fold is kept
/// under the group's name. `dirty` shows a reset. `held_open` opens it without a fold (a search).
pub fn header(
    ui: &mut Ui,
    folds: &mut BTreeMap<String, bool>,
    (name, title): (&str, &str),
    dirty: bool,
    held_open: bool,
) -> Header {
    let mut open = folds.get(name).copied().unwrap_or_else(|| OPEN_AT_FIRST.contains(&name));
    let (_, rect) = ui.allocate_space(egui::vec2(ui.available_width(), HEADER_HEIGHT));
    let response = ui.interact(rect, Id::new(("header of", name)), Sense::CLICK);
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    paint(ui, rect, &response, title, open || held_open);
    let size = egui::vec2(44.0, HEADER_HEIGHT - 4.0);
    let place = egui::Rect::from_min_size(rect.right_top() + egui::vec2(-size.x - 3.0, 2.0), size);
    let text = RichText::new("reset").small().color(MUTED);
    let reset =
        reset_button(ui, Id::new(("reset of", name)), place, text, dirty).is_some_and(|button| {
            button.on_hover_text(format!("Sets “{title}” to its defaults.")).clicked()
        });
    if response.clicked() && !held_open {
        open = !open;
        folds.insert(name.to_owned(), open);
    }
    Header { open: open || held_open, reset }
}

/// A reset at a place; `None` while there is nothing to reset. It has an id of its own and takes no
/// room, so that nothing else moves or is taken for something else when it comes and goes; and no
/// keyboard, which goes from value to value.
pub fn reset_button(
    ui: &mut Ui,
    id: Id,
    place: egui::Rect,
    text: RichText,
    shown: bool,
) -> Option<egui::Response> {
    let button = egui::Button::new(text).frame_when_inactive(false).sense(Sense::CLICK);
    let mut own = ui.new_child(egui::UiBuilder::new().id(id).max_rect(place));
    shown.then(|| own.put(place, button))
}

/// What a group holds besides parameters, with ids of its own.
pub fn body<R>(ui: &mut Ui, name: &str, show: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope_builder(egui::UiBuilder::new().id(Id::new(("body of", name))), show).inner
}

fn paint(ui: &mut Ui, rect: egui::Rect, response: &egui::Response, title: &str, open: bool) {
    let fill = if response.hovered() { ui.visuals().widgets.hovered.weak_bg_fill } else { HEADER };
    ui.painter().rect_filled(rect, 3.0, fill);
    let icon = egui::Rect::from_center_size(
        rect.left_center() + egui::vec2(11.0, 0.0),
        egui::vec2(10.0, 10.0),
    );
    let openness = ui.ctx().animate_bool_responsive(response.id, open);
    egui::collapsing_header::paint_default_icon(
        ui,
        openness,
        &response.clone().with_new_rect(icon),
    );
    let font = egui::TextStyle::Button.resolve(ui.style());
    ui.painter().text(
        rect.left_center() + egui::vec2(22.0, 0.0),
        Align2::LEFT_CENTER,
        title,
        font,
        STRONG,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pass with the pointer pressed and let go at a place.
    fn pass(
        context: &egui::Context,
        folds: &mut BTreeMap<String, bool>,
        events: Vec<egui::Event>,
    ) -> Header {
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(300.0, 100.0));
        let input = egui::RawInput { screen_rect: Some(screen), events, ..Default::default() };
        let mut shown = Header { open: false, reset: false };
        let _ =
            context.run_ui(input, |ui| shown = header(ui, folds, ("noise", "Noise"), true, false));
        shown
    }

    fn click(x: f32) -> [Vec<egui::Event>; 3] {
        let pos = egui::pos2(x, 12.0);
        let button = |pressed| egui::Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: Default::default(),
        };
        [vec![egui::Event::PointerMoved(pos)], vec![button(true)], vec![button(false)]]
    }

    #[test]
    fn a_click_on_the_title_folds_and_one_on_reset_resets() {
        let (context, mut folds) = (egui::Context::default(), BTreeMap::new());
        assert!(pass(&context, &mut folds, vec![]).open, "open at first");
        click(80.0).into_iter().for_each(|events| {
            pass(&context, &mut folds, events);
        });
        assert_eq!(folds.get("noise"), Some(&false));
        assert_eq!(pass(&context, &mut folds, vec![]), Header { open: false, reset: false });
        let reset = click(270.0).into_iter().any(|events| pass(&context, &mut folds, events).reset);
        assert!(reset);
        assert_eq!(folds.get("noise"), Some(&false), "the reset folds nothing");
    }
}
