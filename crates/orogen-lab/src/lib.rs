//! The lab: figures that show, step by step, how noise becomes a mountain.
//!
//! Each figure is a row ([`figure_row::FigureRow`]) of a table ([`table::ROWS`]). The row has a
//! pure function that turns a [`context::Context`] into a [`figure::Drawing`]. The context holds a
//! scene and the user's choices ([`state::State`]). The window shows the drawing; [`svg`] and
//! `pixels` (feature `pixels`) write it to files. Every number in a drawing comes from a height of
//! the land, from the network of its rivers or from a trace, which records each step to a height.
//!
//! ```
//! use orogen_lab::{Context, State, row, svg, teaching_scene};
//! use orogen_lab::ink::Palette;
//!
//! let row = row("cell").expect("it is in the table");
//! let state = State { point: [1.7, 2.3], step: 4, ..State::of(row) };
//! let scene = teaching_scene();
//! let drawing = Context::new(&scene, &state, row)?.draw();
//! let text = svg::write(&drawing, Palette::Print);
//! assert!(text.starts_with("<svg"));
//! # Ok::<(), orogen_noise::NoiseError>(())
//! ```

#![warn(missing_docs)]

pub mod build_up;
#[cfg(test)]
mod challenges_tests;
pub mod common_shapes;
pub mod context;
pub mod control;
pub mod effort;
pub mod exercises;
pub mod field;
pub mod figure;
pub mod figure_row;
pub mod film;
pub mod grey_picture;
mod handle;
pub mod ink;
mod less_more;
pub mod meters;
#[cfg(test)]
mod numbers_tests;
pub mod octaves;
mod offset;
#[cfg(test)]
mod offset_tests;
pub mod on_land;
#[cfg(feature = "pixels")]
pub mod paint;
pub mod pan_zoom;
#[cfg(feature = "pixels")]
pub mod pixels;
pub mod plane_window;
pub mod plot;
pub mod relief;
pub mod screen;
mod screens;
mod shape;
pub mod sliders;
pub mod state;
pub mod svg;
mod svg_raster;
pub mod table;
mod teaching;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod trial;
pub mod words;
#[cfg(all(test, feature = "pixels"))]
mod words_tests;
pub mod xray;

pub use context::Context;
pub use effort::Effort;
pub use figure_row::{FigureRow, Screen};
pub use screens::{QUESTIONS, Question, broken_land};
pub use state::State;
pub use table::{ROWS, row};
pub use teaching::teaching_scene;

/// Runs the example of the crate's README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
