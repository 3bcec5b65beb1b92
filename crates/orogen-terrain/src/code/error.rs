//! Why a land does not go out as code.

use std::path::PathBuf;

use super::language::Language;
use orogen_noise::NoiseError;

/// Why a land does not go out as code: one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CodeError {
    /// The choices of a layer exclude each other.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// What a language cannot have.
    #[error("{language} code cannot have {what}, in {place}; {advice}", language = .language.title())]
    Refused {
        /// In which language.
        language: Language,
        /// What it is.
        what: String,
        /// Where in the recipe.
        place: String,
        /// What to do.
        advice: &'static str,
    },
    /// A name that does not end as those of the language do.
    #[error("`{}` is no name of {language} code; end it in .{ending}",
        .out.display(), language = .language.title())]
    Name {
        /// The file.
        out: PathBuf,
        /// In which language.
        language: Language,
        /// How its names end.
        ending: &'static str,
    },
}
