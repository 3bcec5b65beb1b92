//! The six questions that are asked most, each with the figure that answers it.

use super::row::Row;
use super::table::{ROWS, row};

/// Questions, each with the name of the figure and the step that answer it.
pub const QUESTIONS: &[(&str, &str, usize)] = &[
    ("Value or gradient?", "value-gradient", 2),
    ("Why a fade?", "fades", 2),
    ("What is fBm?", "octaves", 3),
    ("Why simplex?", "simplex-claims", 0),
    ("Is it random?", "random", 0),
    ("What range?", "range", 3),
];

/// The figure and the step of a question; the first figure where there is none of its name.
pub fn answer((_, name, step): &(&str, &str, usize)) -> (&'static Row, usize) {
    let found = row(name).unwrap_or(ROWS[0]);
    (found, (*step).min(found.steps.len() - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_has_a_figure_with_such_a_step() {
        for (question, name, step) in QUESTIONS {
            let found = row(name).unwrap_or_else(|| panic!("{question} {name}"));
            assert!(question.ends_with('?') && *step < found.steps.len(), "{question}");
        }
    }
}
