//! Small icons that work as buttons. They are drawn as lines, because no typeface has all of them
//! in one style.

use bevy_egui::egui::{
    Color32, Id, Rect, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use crate::studio::ui::shared::note_place;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::ids::widget_id;
use crate::studio::ui::{tab, theme};

/// The icon to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// An eye, open if true.
    Eye(bool),
    /// The letter S for solo; true if the layer is shown alone.
    Solo(bool),
    /// Two halves, for with and without; true if the divider compares the layer.
    Compare(bool),
    Copy,
    Remove,
}

/// An icon that works as a button.
pub struct IconButton<'a> {
    /// The name, from which the id is derived.
    pub name: &'a str,
    pub icon: Icon,
    pub enabled: bool,
    /// The tooltip.
    pub hint: &'a str,
    /// The name of the layer or part that has the icon.
    pub owner: &'a str,
}

impl IconButton<'_> {
    /// Shows the icon. Returns true if the user clicked it.
    pub fn show(&self, ui: &mut Ui, rect: Rect) -> bool {
        let sense = if self.enabled { tab::click(ui.ctx()) } else { Sense::hover() };
        let response = ui.interact(rect, id(self.name), sense);
        note_place(ui.ctx(), widget_id(self.name), rect);
        let label = format!("{}: {}", self.owner, self.hint);
        response.widget_info(|| match self.icon {
            Icon::Eye(on) | Icon::Solo(on) | Icon::Compare(on) => {
                WidgetInfo::selected(WidgetType::Checkbox, self.enabled, on, label.clone())
            }
            Icon::Copy | Icon::Remove => {
                WidgetInfo::labeled(WidgetType::Button, self.enabled, label.clone())
            }
        });
        let is_active = matches!(self.icon, Icon::Solo(true) | Icon::Compare(true));
        let colour = match (self.enabled, response.hovered(), is_active) {
            (false, ..) => theme::of(ui).muted.gamma_multiply(0.4),
            (_, _, true) => theme::of(ui).accent,
            (_, true, _) => theme::of(ui).strong,
            _ => theme::of(ui).muted,
        };
        if response.hovered() && self.enabled {
            let fill = ui.visuals().widgets.hovered.weak_bg_fill;
            ui.painter().rect_filled(rect, 3.0, fill);
        }
        paint(ui, rect, self.icon, colour);
        response.tip(self.hint).clicked()
    }
}

/// Returns the id of an icon.
pub fn id(name: &str) -> Id {
    Id::new(("sign", name))
}

/// Returns true if a row or one of its icons has the keyboard.
pub fn has_focus(ui: &Ui, row: Id, address: &str, icon_names: &[&str]) -> bool {
    let Some(focused) = ui.memory(|memory| memory.focused()) else { return false };
    focused == row
        || icon_names.iter().any(|icon_name| focused == id(&format!("{address} {icon_name}")))
}

fn paint(ui: &Ui, rect: Rect, icon: Icon, colour: Color32) {
    let (painter, middle) = (ui.painter(), rect.center());
    let stroke = Stroke::new(1.2, colour);
    match icon {
        Icon::Eye(open) => {
            let lid = |sign: f32| {
                (0..=8).map(move |i| {
                    let t = i as f32 / 4.0 - 1.0;
                    middle + vec2(6.5 * t, sign * 4.0 * (1.0 - t * t))
                })
            };
            if open {
                painter.add(Shape::line(lid(-1.0).collect(), stroke));
                painter.circle_filled(middle, 2.0, colour);
            }
            painter.add(Shape::line(lid(1.0).collect(), stroke));
        }
        Icon::Solo(_) => {
            let font = bevy_egui::egui::FontId::proportional(12.0);
            painter.text(middle, bevy_egui::egui::Align2::CENTER_CENTER, "S", font, colour);
        }
        Icon::Compare(_) => {
            let frame = Rect::from_center_size(middle, vec2(11.0, 9.0));
            painter.rect_filled(frame.with_max_x(middle.x), 1.0, colour);
            painter.rect_stroke(frame, 1.0, stroke, StrokeKind::Middle);
        }
        Icon::Copy => {
            for shift in [-1.5, 1.5] {
                let sheet = Rect::from_center_size(middle + vec2(shift, shift), vec2(7.0, 8.0));
                painter.rect_filled(sheet, 1.0, theme::of(ui).fill);
                painter.rect_stroke(sheet, 1.0, stroke, StrokeKind::Middle);
            }
        }
        Icon::Remove => {
            for sign in [-1.0, 1.0] {
                let end = vec2(3.5, sign * 3.5);
                painter.line_segment([middle - end, middle + end], stroke);
            }
        }
    }
}

/// Draws a triangle, downwards if `open`, otherwise to the right.
pub fn fold_triangle(ui: &Ui, middle: bevy_egui::egui::Pos2, open: bool) {
    let points = match open {
        true => [vec2(-4.0, -2.0), vec2(4.0, -2.0), vec2(0.0, 3.0)],
        false => [vec2(-2.0, -4.0), vec2(3.0, 0.0), vec2(-2.0, 4.0)],
    };
    let points = points.map(|point| middle + point).to_vec();
    ui.painter().add(Shape::convex_polygon(points, theme::of(ui).muted, Stroke::NONE));
}

/// Returns places for N icons, from right to left.
pub fn from_right<const N: usize>(row: Rect, width: f32) -> [Rect; N] {
    std::array::from_fn(|i| {
        let right = row.right() - width * i as f32;
        Rect::from_min_max(pos2(right - width, row.top()), pos2(right, row.bottom()))
    })
}
