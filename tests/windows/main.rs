//! Windows on a virtual display, driven by keys and pointer.

mod commands;
mod desk;
#[cfg(all(unix, not(target_os = "macos")))]
mod files;
#[cfg(all(unix, not(target_os = "macos")))]
mod hands;
mod lab;
mod layers;
mod mirror;
mod panel;
#[allow(dead_code, reason = "the other tests of the program use the rest")]
#[path = "../integration/tools.rs"]
mod tools;
mod whole;
#[cfg(all(unix, not(target_os = "macos")))]
mod x_program;
