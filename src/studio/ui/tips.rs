//! Tooltips. They appear next to the panel, where they hide no row, and never during a drag.

use bevy_egui::egui::{Context, Pos2, Rect, RectAlign, Response, RichText, Tooltip, Ui, pos2};

use super::shared;
use super::theme;
use crate::studio::app::settings::data::WindowSide;

/// The largest width of a tooltip, in points.
const WIDTH: f32 = 300.0;

/// The position of the panel, and its side of the window.
#[derive(Clone, Copy, Default)]
struct PanelPlace(Option<(Rect, WindowSide)>);

/// Records where the panel is in this pass.
pub fn set_panel_place(context: &Context, panel: Rect, side: WindowSide) {
    shared::put(context, PanelPlace(Some((panel, side))));
}

/// Records that this pass has no panel.
pub fn clear_panel_place(context: &Context) {
    shared::put(context, PanelPlace(None));
}

/// Widgets that can have tooltips.
pub trait Tip: Sized {
    /// Adds a tooltip with a text.
    fn tip(self, text: impl Into<String>) -> Self;
    /// Adds a tooltip with the content that `show` draws.
    fn tip_ui(self, show: impl FnOnce(&mut Ui)) -> Self;
}

impl Tip for Response {
    fn tip(self, text: impl Into<String>) -> Self {
        self.tip_ui(|ui| _ = ui.label(RichText::new(text.into()).color(theme::of(ui).strong)))
    }

    fn tip_ui(self, show: impl FnOnce(&mut Ui)) -> Self {
        // A tooltip would hide the thing that the user drags.
        if self.ctx.input(|input| input.pointer.any_down()) {
            return self;
        }
        let mut tip = match self.enabled() {
            true => Tooltip::for_enabled(&self),
            false => Tooltip::for_disabled(&self),
        };
        if let Some((position, align)) = tooltip_place(&self) {
            let anchor = Rect::from_min_size(position, [0.0, self.rect.height()].into());
            tip.popup = tip.popup.anchor(anchor).align(align).align_alternatives(&[]);
        }
        tip.show(|ui| {
            ui.set_max_width(WIDTH);
            show(ui);
        });
        self
    }
}

/// Returns the position for the tooltip of a widget in the panel, outside the panel.
fn tooltip_place(response: &Response) -> Option<(Pos2, RectAlign)> {
    let (panel, side) = shared::get::<PanelPlace>(&response.ctx).0?;
    let is_inside = panel.contains_rect(response.rect.shrink(1.0));
    is_inside.then(|| match side {
        WindowSide::Right => (pos2(panel.left() - 2.0, response.rect.top()), RectAlign::LEFT_START),
        WindowSide::Left => {
            (pos2(panel.right() + 2.0, response.rect.top()), RectAlign::RIGHT_START)
        }
    })
}
