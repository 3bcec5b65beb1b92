//! The one integration binary: the program from outside, a file a topic.

#![cfg(feature = "studio")]

#[path = "topic/bad_input.rs"]
mod bad_input;
#[path = "topic/bench.rs"]
mod bench;
#[path = "topic/endless.rs"]
mod endless;
#[path = "topic/export.rs"]
mod export;
#[path = "topic/export_line.rs"]
mod export_line;
#[path = "topic/golden.rs"]
mod golden;
#[path = "topic/live.rs"]
mod live;
#[path = "topic/look.rs"]
mod look;
#[path = "topic/picture.rs"]
mod picture;
#[path = "topic/plugin.rs"]
mod plugin;
#[path = "topic/readme.rs"]
mod readme;
#[path = "topic/shader.rs"]
mod shader;
#[path = "topic/soak.rs"]
mod soak;
#[path = "topic/tools.rs"]
mod tools;
#[path = "topic/window.rs"]
mod window;
#[path = "topic/window_panel.rs"]
mod window_panel;
