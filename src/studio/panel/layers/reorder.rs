//! Drag and drop for lists: the user drags a row to another place.

use bevy_egui::egui::{PointerButton, Rect, Response, Stroke, Ui};

use crate::studio::ui::theme;

/// The rows of a list, from the top, and the drag in progress.
#[derive(Default)]
pub struct RowDrag {
    rows: Vec<Rect>,
    /// The index of the dragged row, and the y coordinate of the pointer.
    dragged: Option<(usize, f32)>,
    is_dropped: bool,
}

impl RowDrag {
    /// Adds the next row; the user drags it by the widget `handle`.
    pub fn add_row(&mut self, handle: &Response, rect: Rect) {
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

    /// Draws a line at the place to which the dragged row would move. Once the user has dropped the
    /// row, returns its old and its new index.
    pub fn end(self, ui: &Ui) -> Option<(usize, usize)> {
        let (from, y) = self.dragged?;
        let gap = self.rows.iter().filter(|row| row.center().y < y).count();
        let to = if gap > from { gap - 1 } else { gap };
        if to == from {
            return None;
        }
        let before = gap.checked_sub(1).map(|row| self.rows[row].bottom());
        let after = self.rows.get(gap).map(|row| row.top());
        let line_y = match (before, after) {
            (Some(before), Some(after)) => 0.5 * (before + after),
            (before, after) => before.or(after)?,
        };
        ui.painter().hline(
            self.rows[from].x_range(),
            line_y,
            Stroke::new(2.0, theme::of(ui).accent),
        );
        self.is_dropped.then_some((from, to))
    }
}

/// Moves an element of a list to another index. The elements in between shift by one.
pub fn move_to<T>(list: &mut [T], from: usize, to: usize) {
    match from < to {
        true => list[from..=to].rotate_left(1),
        false => list[to..=from].rotate_right(1),
    }
}
