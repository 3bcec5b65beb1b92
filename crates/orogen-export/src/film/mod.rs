//! Films: frames of one size, one after the other, as a file that moves or as a picture each.
//!
//! Frames are asked for one by one and written as they come, so that a film of any length takes the
//! memory of a frame. A film that ends early leaves no file; of a sequence whole pictures stay.

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
