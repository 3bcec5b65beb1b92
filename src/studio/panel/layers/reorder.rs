//! Lists whose rows the user drags to another place.

use bevy_egui::egui::{PointerButton, Rect, Response, Stroke, Ui};

use crate::studio::ui::theme;

/// The rows of a list in the order of display.
#[derive(Default)]
pub struct Reorder {
    rows: Vec<Rect>,
    /// The dragged row, and the height of the pointer.
    dragged: Option<(usize, f32)>,
    is_dropped: bool,
}

impl Reorder {
    /// Adds the next row and notes a drag of it.
    pub fn row(&mut self, handle: &Response, rect: Rect) {
        let ends = handle.drag_stopped_by(PointerButton::Primary);
        if let Some(pointer) = handle.interact_pointer_pos()
            && (handle.dragged_by(PointerButton::Primary) || ends)
        {
            self.dragged = Some((self.rows.len(), pointer.y));
            self.is_dropped = ends;
        }
        self.rows.push(rect);
    }

    /// Returns true while the user drags the row.
    pub fn is_dragged(&self, row: usize) -> bool {
        self.dragged.is_some_and(|(dragged, _)| dragged == row)
    }

    /// Draws a line where the dragged row will land. Once the user has dropped it, returns its old
    /// and its new index.
    pub fn end(self, ui: &Ui) -> Option<(usize, usize)> {
        let (from, y) = self.dragged?;
        let gap = self.rows.iter().filter(|row| row.center().y < y).count();
        let to = if gap > from { gap - 1 } else { gap };
        if to == from {
            return None;
        }
        let before = gap.checked_sub(1).map(|row| self.rows[row].bottom());
        let after = self.rows.get(gap).map(|row| row.top());
        let line = match (before, after) {
            (Some(before), Some(after)) => 0.5 * (before + after),
            (before, after) => before.or(after)?,
        };
        ui.painter().hline(self.rows[from].x_range(), line, Stroke::new(2.0, theme::of(ui).accent));
        self.is_dropped.then_some((from, to))
    }
}

/// Moves an element of a list to another index.
pub fn move_to<T>(list: &mut [T], from: usize, to: usize) {
    match from < to {
        true => list[from..=to].rotate_left(1),
        false => list[to..=from].rotate_right(1),
    }
}
