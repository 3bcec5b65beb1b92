//! Finds the area for windows: next to the panels, or over them.

use std::ops::RangeInclusive;

use bevy::prelude::Resource;
use bevy_egui::egui::{self, Context, LayerId, Rect, Ui, UiBuilder, Vec2, vec2};

/// The smallest and the largest width of the panel, in points.
pub const PANEL: RangeInclusive<f32> = 310.0..=540.0;
/// The smallest width of the lab, and that of the land next to it, in points.
pub const LAB: f32 = 260.0;
pub const LAND: f32 = 120.0;

/// The smallest area for windows, in points; if less is free, windows cover the panels.
const LEAST: Vec2 = vec2(400.0, 240.0);

/// The overflow of a list, in points, below which a scroll bar would hardly move.
const SHORT: f32 = 24.0;

/// The area that the panels drawn so far in this pass leave free, in points.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Free(pub Rect);

impl Default for Free {
    fn default() -> Self {
        Self(Rect::NOTHING)
    }
}

impl Free {
    /// Shows a panel at an edge of the free area, and removes its room from that area.
    pub fn show<R>(
        &mut self,
        context: &Context,
        name: &'static str,
        show: impl FnOnce(&mut Ui) -> R,
    ) -> R {
        let place = UiBuilder::new().layer_id(LayerId::background()).max_rect(self.0);
        let mut root = Ui::new(context.clone(), name.into(), place);
        let shown = show(&mut root);
        self.0 = root.available_rect_before_wrap();
        shown
    }
}

/// Returns the area for windows and notices. It is `free`, or, if that is too small, everything
/// above the status bar.
pub fn of(context: &egui::Context, free: Rect) -> Rect {
    match free.width() >= LEAST.x && free.height() >= LEAST.y {
        true => free,
        false => context.viewport_rect().with_max_y(free.max.y),
    }
}

/// Returns true if the panel, an open lab and some land fit into this width.
pub fn holds_panel_and_lab(width: f32) -> bool {
    width >= PANEL.start() + LAB + LAND
}

/// Ends a vertical list. If it overflows only a little, it becomes longer, so that the scroll bar
/// can move.
pub fn end_list(ui: &mut Ui) {
    let over = ui.min_rect().height() - visible_size(ui).y;
    if over > 0.0 && over < SHORT {
        ui.add_space(SHORT - over);
    }
}

/// Ends a horizontal list in the same way as [`end_list`].
pub fn end_row(ui: &mut Ui) {
    let over = ui.min_rect().width() - visible_size(ui).x;
    if over > 0.0 && over < SHORT {
        ui.add_space(SHORT - over);
    }
}

/// Returns the width of a content, larger if it overflows `room` only a little.
pub fn worth_a_bar(width: f32, room: f32) -> f32 {
    if width > room && width < room + SHORT { room + SHORT } else { width }
}

/// Returns the size of the visible part of a scroll area.
fn visible_size(ui: &Ui) -> Vec2 {
    ui.clip_rect().size() - Vec2::splat(2.0 * ui.visuals().clip_rect_margin)
}
