//! Films: frames of one size, written as an animation or as a sequence of pictures.
//!
//! The writer requests frames one at a time, so a film of any length needs the memory of one frame.
//! A film that ends early leaves no file. A sequence that ends early keeps its complete pictures.

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
