//! Finds the area for windows: next to the panels, or over them.

use std::ops::RangeInclusive;

use bevy::prelude::Resource;
use bevy_egui::egui::{self, Context, LayerId, Rect, Ui, UiBuilder, Vec2, vec2};

/// The smallest and the largest width of the panel, in points.
pub const PANEL_WIDTHS: RangeInclusive<f32> = 310.0..=540.0;
/// The smallest widths of the lab and of the land next to it, in points.
pub const MIN_LAB_WIDTH: f32 = 260.0;
pub const MIN_LAND_WIDTH: f32 = 120.0;

/// The smallest area for windows, in points; if less is free, windows cover the panels.
const MIN_AREA: Vec2 = vec2(400.0, 240.0);

/// The smallest overflow of a list for which a scroll bar is useful, in points.
const MIN_OVERFLOW: f32 = 24.0;

/// The area that the panels drawn so far in this pass leave free, in points.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Free(pub Rect);

impl Default for Free {
    fn default() -> Self {
        Self(Rect::NOTHING)
    }
}

impl Free {
    /// Shows a panel at an edge of the free area, and removes the panel from that area.
    pub fn show<R>(
        &mut self,
        context: &Context,
        name: &'static str,
        show: impl FnOnce(&mut Ui) -> R,
    ) -> R {
        let builder = UiBuilder::new().layer_id(LayerId::background()).max_rect(self.0);
        let mut root = Ui::new(context.clone(), name.into(), builder);
        let shown = show(&mut root);
        self.0 = root.available_rect_before_wrap();
        shown
    }
}

/// Returns the area for windows and notices. It is `free`, or, if that is too small, everything
/// above the status bar.
pub fn of(context: &egui::Context, free: Rect) -> Rect {
    match free.width() >= MIN_AREA.x && free.height() >= MIN_AREA.y {
        true => free,
        false => context.viewport_rect().with_max_y(free.max.y),
    }
}

/// Returns true if the panel, an open lab and some land fit into this width.
pub fn holds_panel_and_lab(width: f32) -> bool {
    width >= PANEL_WIDTHS.start() + MIN_LAB_WIDTH + MIN_LAND_WIDTH
}

/// Ends a vertical list. A list that overflows by less than `MIN_OVERFLOW` becomes longer, because
/// its scroll bar could hardly move.
pub fn end_list(ui: &mut Ui) {
    let overflow = ui.min_rect().height() - visible_size(ui).y;
    if overflow > 0.0 && overflow < MIN_OVERFLOW {
        ui.add_space(MIN_OVERFLOW - overflow);
    }
}

/// Ends a horizontal list in the same way as [`end_list`].
pub fn end_row(ui: &mut Ui) {
    let overflow = ui.min_rect().width() - visible_size(ui).x;
    if overflow > 0.0 && overflow < MIN_OVERFLOW {
        ui.add_space(MIN_OVERFLOW - overflow);
    }
}

/// Returns `width`. If it overflows `room` by less than `MIN_OVERFLOW`, returns a larger width, so
/// that the scroll bar can move.
pub fn scrollable_width(width: f32, room: f32) -> f32 {
    if width > room && width < room + MIN_OVERFLOW { room + MIN_OVERFLOW } else { width }
}

/// Returns the size of the visible part of a scroll area.
fn visible_size(ui: &Ui) -> Vec2 {
    ui.clip_rect().size() - Vec2::splat(2.0 * ui.visuals().clip_rect_margin)
}
