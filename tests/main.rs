//! The one integration binary: the program from outside, a file a topic. Without the feature
//! `studio` those that need no window, no picture and no engine; without `cli` those that need no
//! program.

#[cfg(feature = "studio")]
#[path = "topic/bad_input.rs"]
mod bad_input;
#[cfg(feature = "studio")]
#[path = "topic/bench.rs"]
mod bench;
#[path = "topic/circles.rs"]
mod circles;
#[cfg(feature = "studio")]
#[path = "topic/code_compute.rs"]
mod code_compute;
#[cfg(feature = "cli")]
#[path = "topic/commands.rs"]
mod commands;
#[cfg(feature = "studio")]
#[path = "topic/desk.rs"]
mod desk;
#[cfg(feature = "studio")]
#[path = "topic/display.rs"]
mod display;
#[cfg(feature = "studio")]
#[path = "topic/divider.rs"]
mod divider;
#[cfg(feature = "studio")]
#[path = "topic/endless.rs"]
mod endless;
#[cfg(feature = "cli")]
#[path = "topic/equality.rs"]
mod equality;
#[cfg(feature = "studio")]
#[path = "topic/export.rs"]
mod export;
#[cfg(feature = "cli")]
#[path = "topic/export_line.rs"]
mod export_line;
#[cfg(feature = "cli")]
#[path = "topic/export_meshes.rs"]
mod export_meshes;
#[cfg(feature = "cli")]
#[path = "topic/faults.rs"]
mod faults;
#[cfg(feature = "studio")]
#[path = "topic/films.rs"]
mod films;
#[cfg(feature = "cli")]
#[path = "topic/fuzz.rs"]
mod fuzz;
#[cfg(feature = "studio")]
#[path = "topic/golden.rs"]
mod golden;
#[path = "topic/house.rs"]
mod house;
#[cfg(feature = "cli")]
#[path = "topic/import.rs"]
mod import;
#[cfg(feature = "cli")]
#[path = "topic/import_cases.rs"]
mod import_cases;
#[cfg(feature = "cli")]
#[path = "topic/interrupt.rs"]
mod interrupt;
#[cfg(feature = "cli")]
#[path = "topic/kills.rs"]
mod kills;
#[cfg(all(feature = "studio", unix))]
#[path = "topic/kills_autosave.rs"]
mod kills_autosave;
#[cfg(feature = "cli")]
#[path = "topic/kills_recipe.rs"]
mod kills_recipe;
#[cfg(feature = "studio")]
#[path = "topic/lens.rs"]
mod lens;
#[cfg(feature = "studio")]
#[path = "topic/live.rs"]
mod live;
#[cfg(feature = "studio")]
#[path = "topic/look.rs"]
mod look;
#[cfg(feature = "studio")]
#[path = "topic/mirror.rs"]
mod mirror;
#[cfg(all(feature = "cli", target_os = "linux"))]
#[path = "topic/network.rs"]
mod network;
#[cfg(feature = "cli")]
#[path = "topic/overwrite.rs"]
mod overwrite;
#[cfg(feature = "studio")]
#[path = "topic/panel_pictures.rs"]
mod panel_pictures;
#[cfg(feature = "studio")]
#[path = "topic/picture.rs"]
mod picture;
#[cfg(feature = "studio")]
#[path = "topic/plugin.rs"]
mod plugin;
#[cfg(feature = "studio")]
#[path = "topic/presets.rs"]
mod presets;
#[cfg(feature = "studio")]
#[path = "topic/readme.rs"]
mod readme;
#[cfg(feature = "studio")]
#[path = "topic/shader.rs"]
mod shader;
#[cfg(feature = "studio")]
#[path = "topic/slow.rs"]
mod slow;
#[cfg(feature = "studio")]
#[path = "topic/soak.rs"]
mod soak;
#[cfg(feature = "cli")]
#[path = "../fuzz/src/lib.rs"]
mod targets;
#[cfg(feature = "cli")]
#[path = "topic/terminal.rs"]
mod terminal;
#[cfg(feature = "studio")]
#[path = "topic/tiles.rs"]
mod tiles;
#[cfg(feature = "cli")]
#[path = "topic/tools.rs"]
mod tools;
#[cfg(feature = "studio")]
#[path = "topic/window.rs"]
mod window;
#[cfg(feature = "studio")]
#[path = "topic/window_commands.rs"]
mod window_commands;
#[cfg(all(feature = "studio", unix, not(target_os = "macos")))]
#[path = "topic/window_files.rs"]
mod window_files;
#[cfg(feature = "studio")]
#[path = "topic/window_lab.rs"]
mod window_lab;
#[cfg(feature = "studio")]
#[path = "topic/window_layers.rs"]
mod window_layers;
#[cfg(feature = "studio")]
#[path = "topic/window_panel.rs"]
mod window_panel;
#[cfg(all(feature = "studio", unix, not(target_os = "macos")))]
#[path = "topic/x_program.rs"]
mod x_program;
