//! The area for windows: beside the panels, or over them if too little is free.

use std::ops::RangeInclusive;

use bevy::prelude::Resource;
use bevy_egui::egui::{self, Context, LayerId, Rect, Ui, UiBuilder, Vec2, vec2};

/// The smallest and the largest width of the panel, in points.
pub const PANEL: RangeInclusive<f32> = 310.0..=540.0;
/// The smallest widths of the lab and of the land next to it, in points.
pub const LAB: f32 = 260.0;
pub const LAND: f32 = 120.0;

/// The smallest area for windows, in points.
const LEAST: Vec2 = vec2(400.0, 240.0);

/// A smaller overflow, in points, is not worth a scroll bar.
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
    /// Shows a panel at an edge of the free area, which shrinks accordingly.
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

/// The area for windows and notices: `free`, or everything above the status bar if that is too small.
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

/// Ends a vertical list: extends a small overflow so that the scroll bar has a purpose.
pub fn end_list(ui: &mut Ui) {
    let over = ui.min_rect().height() - visible_size(ui).y;
    if over > 0.0 && over < SHORT {
        ui.add_space(SHORT - over);
    }
}

/// Ends a horizontal list like [`end_list`].
pub fn end_row(ui: &mut Ui) {
    let over = ui.min_rect().width() - visible_size(ui).x;
    if over > 0.0 && over < SHORT {
        ui.add_space(SHORT - over);
    }
}

/// The width of a content, extended if it overflows `room` only a little.
pub fn worth_a_bar(width: f32, room: f32) -> f32 {
    if width > room && width < room + SHORT { room + SHORT } else { width }
}

/// The visible size of a scroll area.
fn visible_size(ui: &Ui) -> Vec2 {
    ui.clip_rect().size() - Vec2::splat(2.0 * ui.visuals().clip_rect_margin)
}
