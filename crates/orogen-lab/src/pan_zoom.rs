//! Pans and zooms a figure's window on a plane.

use super::figure_row::FigureRow;
use super::plane_window::{NOTCH, PlaneWindow};
use super::state::State;

/// Moves the window right and up by multiples (`sides`) of its own side.
pub fn pan(plane_window: &PlaneWindow, (state, row): (&mut State, &FigureRow), sides: [f64; 2]) {
    let side = state.value(row, plane_window.side_key);
    for (key, sides) in plane_window.middle_keys.into_iter().zip(sides) {
        if let Some(key) = key.filter(|_| sides != 0.0) {
            let middle = state.value(row, key) + sides * side;
            state.set(row, key, round_off(middle));
        }
    }
}

/// Changes the window's side by notches of the mouse wheel.
///
/// Positive notches zoom in. The centre stays.
pub fn zoom(plane_window: &PlaneWindow, (state, row): (&mut State, &FigureRow), notches: f64) {
    let side = state.value(row, plane_window.side_key) - NOTCH * notches;
    state.set(row, plane_window.side_key, round_off(side));
}

/// Rounds away binary fractions such as 0.30000000000000004.
fn round_off(x: f64) -> f64 {
    (x * 1e9).round() / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, row, teaching_scene};

    /// The viewer at a step, and its window.
    fn viewer(step: usize) -> (State, &'static FigureRow, PlaneWindow) {
        let row = row("viewer").unwrap();
        let state = State { step, ..State::of(row) };
        let scene = teaching_scene();
        let plane_window = Context::new(&scene, &state, row).unwrap().draw().plane_window.unwrap();
        (state, row, plane_window)
    }

    #[test]
    fn a_window_moves_by_its_own_side_and_up_is_up() {
        let (mut state, row, plane_window) = viewer(1);
        pan(&plane_window, (&mut state, row), [0.0, 1.0]);
        assert_eq!([state.value(row, "viewer.x"), state.value(row, "viewer.y")], [0.5, 1.5]);
        state.set(row, "viewer.scale", 2.0);
        pan(&plane_window, (&mut state, row), [-0.5, 0.0]);
        assert_eq!([state.value(row, "viewer.x"), state.value(row, "viewer.y")], [-0.5, 1.5]);
    }

    #[test]
    fn a_notch_zooms_by_a_tenth_within_the_range_and_keeps_the_middle() {
        let (mut state, row, plane_window) = viewer(2);
        zoom(&plane_window, (&mut state, row), 1.0);
        assert_eq!(state.value(row, "viewer.scale"), 0.9);
        zoom(&plane_window, (&mut state, row), -3.0);
        assert_eq!(state.value(row, "viewer.scale"), 1.2);
        zoom(&plane_window, (&mut state, row), -1000.0);
        assert_eq!(state.value(row, "viewer.scale"), 8.0);
        zoom(&plane_window, (&mut state, row), 1000.0);
        assert_eq!(state.value(row, "viewer.scale"), 0.1);
        assert_eq!([state.value(row, "viewer.x"), state.value(row, "viewer.y")], [0.5, 0.5]);
    }

    #[test]
    fn plots_do_not_pan_up_or_down() {
        let (mut state, row, plane_window) = viewer(0);
        pan(&plane_window, (&mut state, row), [1.0, 1.0]);
        assert_eq!([state.value(row, "viewer.x"), state.value(row, "viewer.y")], [1.5, 0.5]);
    }
}
