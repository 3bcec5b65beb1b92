//! Tests of the program from outside, one file per topic; `tests/windows` drives windows. Files
//! that need an engine have the feature `studio`, and those that need the program `cli`.

#[cfg(feature = "studio")]
mod bad_input;
#[cfg(feature = "studio")]
mod bench;
mod circles;
#[cfg(feature = "studio")]
mod code_compute;
#[cfg(feature = "cli")]
mod commands;
#[cfg(feature = "studio")]
mod display;
#[cfg(feature = "studio")]
mod divider;
#[cfg(feature = "studio")]
mod endless;
#[cfg(feature = "cli")]
mod equality;
#[cfg(feature = "studio")]
mod export;
#[cfg(feature = "cli")]
mod export_line;
#[cfg(feature = "cli")]
mod export_meshes;
#[cfg(feature = "cli")]
mod faults;
#[cfg(feature = "studio")]
mod films;
#[cfg(feature = "cli")]
mod fuzz;
#[cfg(feature = "studio")]
mod golden;
#[cfg(feature = "studio")]
mod hands;
#[cfg(feature = "cli")]
mod import;
#[cfg(feature = "cli")]
mod import_cases;
#[cfg(feature = "cli")]
mod interrupt;
#[cfg(feature = "studio")]
mod kept_picture;
#[cfg(feature = "cli")]
mod kills;
#[cfg(all(feature = "studio", unix))]
mod kills_autosave;
#[cfg(feature = "cli")]
mod kills_recipe;
#[cfg(feature = "studio")]
mod lens;
#[cfg(feature = "studio")]
mod live;
#[cfg(feature = "studio")]
mod look;
#[cfg(all(feature = "cli", target_os = "linux"))]
mod network;
#[cfg(feature = "cli")]
mod overwrite;
#[cfg(feature = "studio")]
mod panel_pictures;
#[cfg(feature = "studio")]
mod picture;
#[cfg(feature = "studio")]
mod plugin;
#[cfg(feature = "studio")]
mod presets;
#[cfg(feature = "studio")]
mod random_scenes;
#[cfg(feature = "studio")]
mod readme;
mod river_vertices;
mod seeds;
#[cfg(feature = "studio")]
mod shader;
mod shaders_and_ground;
#[cfg(feature = "studio")]
mod slow;
#[cfg(feature = "studio")]
mod soak;
#[cfg(feature = "cli")]
#[path = "../../fuzz/src/lib.rs"]
mod targets;
#[cfg(feature = "cli")]
mod terminal;
#[cfg(feature = "studio")]
mod tiles;
#[cfg(feature = "cli")]
mod tools;
