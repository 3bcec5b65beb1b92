//! Where windows have room: over what the panels leave free, or over the panels where that is little.

use std::ops::RangeInclusive;

use bevy::prelude::Resource;
use bevy_egui::egui::{self, Context, LayerId, Rect, Ui, UiBuilder, Vec2, vec2};

/// How narrow and how wide the panel gets, in points.
pub const PANEL: RangeInclusive<f32> = 310.0..=540.0;
/// The narrowest lab, and the narrowest land beside it.
pub const LAB: f32 = 260.0;
pub const LAND: f32 = 120.0;

/// The least that windows need.
const LEAST: Vec2 = vec2(400.0, 240.0);

/// Less overflow than so many points is not worth a scroll bar.
const SHORT: f32 = 24.0;

/// What the panels that this pass has drawn so far leave free, in points.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Free(pub Rect);

impl Default for Free {
    fn default() -> Self {
        Self(Rect::NOTHING)
    }
}

impl Free {
    /// Shows a panel at an edge of what is free, which is less afterwards.
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

/// The part of the window in which windows and notices are kept, of what the panels leave `free`: all
/// above the bar at the bottom, where `free` is too little.
pub fn of(context: &egui::Context, free: Rect) -> Rect {
    match free.width() >= LEAST.x && free.height() >= LEAST.y {
        true => free,
        false => context.viewport_rect().with_max_y(free.max.y),
    }
}

/// Whether a window so wide holds the panel beside an open lab and some land.
pub fn holds_panel_and_lab(width: f32) -> bool {
    width >= PANEL.start() + LAB + LAND
}

/// Ends what is scrolled down: a little overflow becomes so much that its bar is worth its place.
pub fn end_list(ui: &mut Ui) {
    let over = ui.min_rect().height() - seen(ui).y;
    if over > 0.0 && over < SHORT {
        ui.add_space(SHORT - over);
    }
}

/// As [`end_list`], of what is scrolled sideways, in a row.
pub fn end_row(ui: &mut Ui) {
    let over = ui.min_rect().width() - seen(ui).x;
    if over > 0.0 && over < SHORT {
        ui.add_space(SHORT - over);
    }
}

/// How much overflow what is so wide has, in a room so wide, once it is worth its bar.
pub fn worth_a_bar(width: f32, room: f32) -> f32 {
    if width > room && width < room + SHORT { room + SHORT } else { width }
}

/// How much of what is scrolled is seen at once.
fn seen(ui: &Ui) -> Vec2 {
    ui.clip_rect().size() - Vec2::splat(2.0 * ui.visuals().clip_rect_margin)
}
