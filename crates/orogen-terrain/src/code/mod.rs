//! Exports a height function as code: one self-contained file in a language of the user's choice.
//!
//! A recipe first becomes a program in a small language (`syntax`), with the recipe's numbers as
//! constants. That program is then printed in the target language.
//!
//! | file | content |
//! |---|---|
//! | `syntax`, `parse` | the small language: its tree, and how it is read |
//! | `parts` | source texts in the small language: hashes, noises, landforms, erosion |
//! | `lower` | writes the parts of the program that depend on the recipe |
//! | `typed`, `resolve`, `operands`, `prune` | the program in one precision, without unused parts |
//! | `language`, `print` | the spelling in each language |
//! | `header` | the comment above the code: licence, share code, test points |

mod error;
mod expressions;
mod header;
mod language;
mod lower;
mod operands;
mod parse;
mod print;
mod prune;
mod resolve;
mod syntax;
#[cfg(test)]
mod tests;
mod typed;

pub use error::CodeError;
#[doc(hidden)]
pub use header::BEGINNING;
pub use language::Language;

use crate::{Land, Scene};

/// Writes the height function of a scene as a complete source file.
///
/// ```
/// use orogen_terrain::Scene;
/// use orogen_terrain::code::{Language, code};
///
/// let text = code(&Scene::default(), Language::Wgsl)?;
/// assert!(text.contains("fn orogen_height_m("));
/// # Ok::<(), orogen_terrain::code::CodeError>(())
/// ```
///
/// # Errors
/// Returns an error that names the part of the land that the language cannot express.
pub fn code(scene: &Scene, language: Language) -> Result<String, CodeError> {
    let land = Land::new(&scene.recipe)?;
    let dialect = language::Dialect { language, precision: language.precision() };
    let body = write_body(&land, dialect)?;
    Ok(header::write_header(scene, &land, language) + &body)
}

/// Writes the code below the header.
fn write_body(land: &Land, dialect: language::Dialect) -> Result<String, CodeError> {
    let program = lower::lower(land, dialect)?;
    let module = resolve::resolve(&program, lower::ROOT, dialect.precision);
    Ok(print::print(&module, lower::ROOT, dialect))
}
