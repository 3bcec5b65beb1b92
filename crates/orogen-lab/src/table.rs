//! The table of all figures.

use std::sync::LazyLock;

use super::figure_row::FigureRow;
use super::screens::SCREENS;

/// All figures, screen by screen.
///
/// The table is joined at run time, because the compiler cannot join slices of statics.
pub static ROWS: LazyLock<Vec<&'static FigureRow>> = LazyLock::new(|| SCREENS.concat());

/// A figure by its name.
///
/// ```
/// let row = orogen_lab::row("cell").expect("it is in the table");
/// assert_eq!(row.steps.len(), 6);
/// ```
pub fn row(name: &str) -> Option<&'static FigureRow> {
    ROWS.iter().find(|row| row.name == name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, State, teaching_scene};

    #[test]
    fn every_figure_has_a_unique_name_and_all_its_texts() {
        for (i, row) in ROWS.iter().enumerate() {
            assert!(ROWS[..i].iter().all(|other| other.name != row.name), "{} twice", row.name);
            assert!(
                row.name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
                "{}",
                row.name
            );
            assert!(!row.steps.is_empty() && row.question.ends_with('?'), "{}", row.name);
            assert!(row.code.len() <= 12, "{}: {} lines of code", row.name, row.code.len());
            assert!(row.code.iter().all(|line| line.chars().count() <= 64), "{}", row.name);
            assert!(!row.challenge.task.is_empty() && !row.challenge.hint.is_empty());
            for (id, step) in row.reproduces {
                assert!(*step < row.steps.len(), "{}: {id} at step {step}", row.name);
            }
        }
    }

    #[test]
    fn screens_are_in_order_and_keys_are_unique() {
        assert!(ROWS.is_sorted_by_key(|row| row.screen));
        let controls: Vec<_> = ROWS.iter().flat_map(|row| row.controls).collect();
        for (i, control) in controls.iter().enumerate() {
            let is_recipe = control.start().is_nan();
            assert!(is_recipe || controls[..i].iter().all(|other| other.key != control.key));
            assert!(is_recipe || control.nearest_allowed(control.start()) == control.start());
        }
    }

    #[test]
    fn every_step_draws_within_its_picture_and_numbers_are_named_once() {
        let scene = teaching_scene();
        for row in ROWS.iter() {
            for step in 0..row.steps.len() {
                let state = State { step, ..State::of(row) };
                let drawing = Context::new(&scene, &state, row).unwrap().draw();
                let names: Vec<_> =
                    drawing.numbers().map(|n| (&n.name, n.value.to_bits())).collect();
                for (i, name) in names.iter().enumerate() {
                    let twice =
                        names[..i].iter().any(|other| other.0 == name.0 && other.1 != name.1);
                    assert!(!twice, "{} step {step}: two numbers {}", row.name, name.0);
                }
                assert!(drawing.size.iter().all(|side| *side >= 100.0));
                assert!(drawing.code_line.is_none_or(|line| line < row.code.len()));
                assert!(!drawing.caption.is_empty(), "{} step {step} has no caption", row.name);
                let is_inside =
                    |at: &[f64; 2]| (0..2).all(|i| (0.0..=drawing.size[i]).contains(&at[i]));
                assert!(drawing.handles.iter().all(|handle| is_inside(&handle.at)), "{}", row.name);
            }
        }
    }
}
