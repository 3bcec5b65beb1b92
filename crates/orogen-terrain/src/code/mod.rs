//! The height function as code: one self-contained file in a language of one's choice.
//!
//! A recipe is written down once, specialised to its numbers, in a small language (`syntax`);
//! from there it goes out in all others.
//!
//! | file | what |
//! |---|---|
//! | `syntax`, `parse` | the small language: its tree, and how it is read |
//! | `parts` | texts in it: hashes, noises, landforms, erosion, as the land has them |
//! | `lower` | what a recipe adds to these |
//! | `typed`, `resolve`, `operands`, `prune` | the same in one precision, without what is not used |
//! | `language`, `print` | how each language writes it |
//! | `head` | what stands above it: licence, share code, test points |

mod error;
mod head;
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
pub use head::BEGINNING;
pub use language::Language;

use crate::{Land, Scene};

/// The height function of a scene in a language: a whole file.
///
/// # Errors
/// Where the language cannot have a part of it, by name.
pub fn code(scene: &Scene, language: Language) -> Result<String, CodeError> {
    let land = Land::new(&scene.recipe)?;
    let dialect = language::Dialect { language, precision: language.precision() };
    let body = body(&land, dialect)?;
    Ok(head::head(scene, &land, language) + &body)
}

/// What stands below the head.
fn body(land: &Land, dialect: language::Dialect) -> Result<String, CodeError> {
    let program = lower::lowered(land, dialect)?;
    let module = resolve::resolved(&program, lower::ROOT, dialect.precision);
    Ok(print::printed(&module, lower::ROOT, dialect))
}
