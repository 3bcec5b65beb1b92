//! The gutter: a column for the reset and lock icons, right of rows and headings.
//!
//! It keeps its width while the icons are hidden, so nothing moves when they appear.

use bevy_egui::egui::{Color32, Id, Rect, Response, Shape, Stroke, StrokeKind, Ui, pos2, vec2};

use super::ids::widget_id;
use super::row_facts;
use crate::studio::ui::shared::note_place;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::{tab, theme};

/// The width of the gutter, in points; both icons fit into it.
pub const WIDTH: f32 = 34.0;
/// The tooltip of the lock icon.
pub const LOCK: &str = "A locked parameter stays as it is when the land is randomised.";

/// The icons in the gutter of a row.
pub struct Marks<'a> {
    pub address: &'a str,
    /// The tooltip of the reset icon; `None` if there is nothing to reset.
    pub reset: Option<String>,
    /// True if the value differs from the value in the opened document.
    pub is_changed: bool,
    /// Two flags: the parameter itself is locked; one of its groups is locked.
    pub lock: (bool, bool),
}

impl Marks<'_> {
    /// Draws the icons in `place`. Returns true if the user clicked reset.
    ///
    /// The icons of a changed or locked parameter are always drawn, others only while the pointer
    /// is over `row` or the keyboard navigates the panels.
    pub fn show(&self, ui: &mut Ui, place: Rect, row: Rect) -> bool {
        let is_over = ui.rect_contains_pointer(row);
        let half = vec2(0.5 * place.width(), place.height());
        let [reset, lock] =
            [0.0, half.x].map(|x| Rect::from_min_size(place.min + vec2(x, 0.0), half).shrink(1.0));
        let by_keyboard = tab::is_navigating(ui.ctx());
        self.lock(ui, lock, is_over || by_keyboard);
        let shown = self.reset.as_ref().filter(|_| self.is_changed || is_over || by_keyboard);
        let Some(hint) = shown else { return false };
        let response = icon(ui, reset, &format!("reset of {}", self.address), hint);
        let colour = icon_colour(ui, &response, self.is_changed);
        paint_reset(ui, reset, colour);
        response.tip(hint).clicked()
    }

    /// Draws the lock icon if the parameter or its group is locked, or if `is_shown` is true.
    fn lock(&self, ui: &mut Ui, place: Rect, is_shown: bool) {
        let (is_locked, by_group) = self.lock;
        if !(is_locked || by_group || is_shown) {
            return;
        }
        let hint = match (is_locked, by_group) {
            (true, _) => {
                "Locked: it stays as it is when the land is randomised. A click unlocks it."
            }
            (_, true) => "Its group is locked.",
            _ => LOCK,
        };
        let response = icon(ui, place, &format!("lock of {}", self.address), hint);
        let colour = match is_locked {
            true => theme::of(ui).accent,
            false => icon_colour(ui, &response, by_group),
        };
        paint_lock(ui, place, is_locked || by_group, colour);
        if response.tip(hint).clicked() {
            row_facts::toggle_lock(ui.ctx(), self.address);
        }
    }
}

/// Draws the lock icon of a group's heading.
pub fn group_lock(ui: &mut Ui, place: Rect, address: &str, is_over: bool) {
    let lock = row_facts::RowFacts::current(ui.ctx()).lock(address);
    Marks { address, reset: None, is_changed: false, lock }.lock(
        ui,
        place,
        is_over || tab::is_navigating(ui.ctx()),
    );
}

/// Makes the place of an icon clickable. `name` is the name of the icon, from which its id is
/// derived.
fn icon(ui: &mut Ui, place: Rect, name: &str, hint: &str) -> Response {
    let response = ui.interact(place, Id::new((name, ui.layer_id())), tab::click(ui.ctx()));
    note_place(ui.ctx(), widget_id(name), place);
    if response.hovered() {
        ui.painter().rect_filled(place, 3.0, ui.visuals().widgets.hovered.weak_bg_fill);
    }
    tab::name(&response, hint);
    response
}

fn icon_colour(ui: &Ui, response: &Response, is_set: bool) -> Color32 {
    let colours = theme::of(ui);
    match (response.hovered(), is_set) {
        (true, _) => colours.strong,
        (_, true) => colours.muted,
        _ => colours.dim,
    }
}

/// Draws a circular arrow.
fn paint_reset(ui: &Ui, place: Rect, colour: Color32) {
    let (middle, radius) = (place.center(), 4.2);
    let point = |angle: f32| middle + radius * vec2(angle.sin(), -angle.cos());
    let arc = (0..=14).map(|i| point(-0.9 + 0.36 * i as f32)).collect();
    let stroke = Stroke::new(1.3, colour);
    ui.painter().add(Shape::line(arc, stroke));
    let tip = point(-0.9);
    let head = vec![tip + vec2(-2.4, 2.6), tip + vec2(-1.6, -3.0), tip + vec2(2.8, 0.6)];
    ui.painter().add(Shape::convex_polygon(head, colour, Stroke::NONE));
}

/// Draws a padlock, open or shut.
fn paint_lock(ui: &Ui, place: Rect, is_shut: bool, colour: Color32) {
    let middle = place.center();
    let body = Rect::from_center_size(middle + vec2(0.0, 2.4), vec2(8.0, 6.0));
    let stroke = Stroke::new(1.2, colour);
    if is_shut {
        ui.painter().rect_filled(body, 1.0, colour);
    } else {
        ui.painter().rect_stroke(body.shrink(0.4), 1.0, stroke, StrokeKind::Middle);
    }
    let lift = if is_shut { 0.0 } else { 1.4 };
    let top = body.top() - lift;
    let shackle = |angle: f32| pos2(middle.x - 2.4 * angle.cos(), top - 1.4 - 2.4 * angle.sin());
    let arc = (0..=8).map(|i| shackle(std::f32::consts::PI * i as f32 / 8.0));
    let mut points = vec![pos2(middle.x - 2.4, body.top())];
    points.extend(arc);
    points.push(pos2(middle.x + 2.4, if is_shut { body.top() } else { top - 1.0 }));
    ui.painter().add(Shape::line(points, stroke));
}
