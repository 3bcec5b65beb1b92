//! The program without a window: pictures of a scene, and measurements of this machine.
//!
//! It drives the terrain plugin frame by frame. It may touch the plugin and all below it, and
//! nothing of the studio.

pub mod bench;
pub mod bench_styles;
pub mod capture;
pub mod error;
pub mod machine;
