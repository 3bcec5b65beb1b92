//! The six most frequent questions about noise, each with the figure that answers it.

use super::compare::VALUE_GRADIENT;
use super::line::FADES;
use super::numbers::RANDOM;
use super::octaves::{OCTAVES, RANGE};
use super::simplex::CLAIMS;
use crate::figure_row::FigureRow;

/// A question, with the figure and the step that answer it.
pub struct Question {
    /// The question itself.
    pub text: &'static str,
    /// The figure.
    pub row: &'static FigureRow,
    /// The step, from 0.
    pub step: usize,
}

/// The questions.
pub static QUESTIONS: [Question; 6] = [
    Question { text: "Value or gradient?", row: &VALUE_GRADIENT, step: 2 },
    Question { text: "Why a fade?", row: &FADES, step: 2 },
    Question { text: "What is fBm?", row: &OCTAVES, step: 3 },
    Question { text: "Why simplex?", row: &CLAIMS, step: 0 },
    Question { text: "Is it random?", row: &RANDOM, step: 0 },
    Question { text: "What range?", row: &RANGE, step: 3 },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_names_an_existing_step() {
        assert!(QUESTIONS.iter().all(|question| question.step < question.row.steps.len()));
    }
}
