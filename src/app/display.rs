//! Whether there is a display to open a window on, asked before anything that would panic without one.

use std::env;

/// Whether a window can be opened.
///
/// # Errors
/// Why not, in a few words.
pub fn find_display() -> Result<(), String> {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return Ok(());
    }
    let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let wayland = set("WAYLAND_DISPLAY").or_else(|| set("WAYLAND_SOCKET"));
    match (wayland, set("DISPLAY")) {
        (None, None) => Err("there is no display (neither WAYLAND_DISPLAY nor DISPLAY is set)".to_owned()),
        (Some(_), _) => Ok(()),
        (None, Some(display)) => answers(&display),
    }
}

/// Whether the X server of a local display takes connections; one on another machine is taken at its word.
#[cfg(unix)]
fn answers(display: &str) -> Result<(), String> {
    use std::os::unix::net::UnixStream;
    let Some(rest) = display.strip_prefix(':').or_else(|| display.strip_prefix("unix:")) else { return Ok(()) };
    let number = rest.split('.').next().unwrap_or(rest);
    let path = format!("/tmp/.X11-unix/X{number}");
    #[cfg(target_os = "linux")]
    {
        use std::os::linux::net::SocketAddrExt;
        use std::os::unix::net::SocketAddr;
        if SocketAddr::from_abstract_name(&path).and_then(|name| UnixStream::connect_addr(&name)).is_ok() {
            return Ok(());
        }
    }
    UnixStream::connect(&path).map(|_| ()).map_err(|e| format!("the display {display} does not answer ({e})"))
}

#[cfg(not(unix))]
fn answers(_display: &str) -> Result<(), String> {
    Ok(())
}
