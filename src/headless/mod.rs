//! The program without a window: draws pictures and measures this machine.
//!
//! The module runs the terrain plugin frame by frame. It may use the plugin and the crates that
//! the plugin depends on, but not the studio.

mod alpha;
pub mod bench;
pub mod bench_styles;
pub mod capture;
mod content;
pub mod error;
mod exposure;
pub mod film;
pub mod lens;
pub mod machine;
pub(crate) mod one_thread;
mod passes;
pub mod path;
pub mod png;
pub mod prepare;
pub mod prepared;
pub mod shot;
mod spline;
pub mod still;
pub mod tiling;
pub(crate) mod unused;
