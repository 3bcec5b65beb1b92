//! Errors of the code export.

use std::path::PathBuf;

use super::language::Language;
use orogen_noise::NoiseError;

/// The reason why a land cannot be exported as code, in one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CodeError {
    /// The choices of a layer exclude each other.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// The land uses something that the language cannot express.
    #[error("{language} code cannot express {what} in {place}; {advice}", language = .language.title())]
    Refused {
        /// The language of the export.
        language: Language,
        /// The part that the language cannot express.
        what: String,
        /// The place in the recipe, such as a layer.
        place: String,
        /// The advice to the user.
        advice: &'static str,
    },
    /// The file name has the wrong ending for the language.
    #[error("`{}` is not a {language} file name; end it in .{ending}",
        .out.display(), language = .language.title())]
    WrongEnding {
        /// The name of the output file.
        out: PathBuf,
        /// The language of the export.
        language: Language,
        /// The ending that the language's files have.
        ending: &'static str,
    },
}
