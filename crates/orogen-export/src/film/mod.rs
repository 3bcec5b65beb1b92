//! Films: frames of one size, written as an animation or as a sequence of pictures.
//!
//! The writer requests frames one at a time, so a film of any length needs the memory of one frame.
//! A film that ends early leaves no file. A sequence that ends early keeps its complete pictures.
//!
//! ```
//! use orogen_export::film::{FilmFormat, FilmPlan, Frame};
//!
//! let (folder, size) = (tempfile::tempdir()?, [2, 2]);
//! let (out, format) = (folder.path().join("a.webp"), FilmFormat::Webp);
//! let plan = FilmPlan { out, format, size, frames: 3, fps: 25, has_alpha: true, texts: vec![] };
//! let frame = |number: u32| Frame { rgba: vec![80 * number as u8; 16], texts: vec![] };
//! plan.write(|number| Ok::<_, std::fmt::Error>(frame(number)))?;
//! assert!(plan.out.exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apng;
mod gif_file;
mod plan;
mod sequence;
#[cfg(test)]
mod tests;
mod video;
mod webp;
mod write;

pub use plan::{FilmFormat, FilmPlan, Frame, GIF_FPS, MAX_FPS, MAX_FRAMES, MAX_SIDE, PlanProblem};
pub use sequence::frame_path;
pub use write::FilmError;
