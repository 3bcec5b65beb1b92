//! Whether there is a display to open a window on, asked before anything that would panic without
//! one.

/// What a window can be opened on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// What the window library finds by itself.
    Found,
    /// The X server of `DISPLAY`: `WAYLAND_DISPLAY` is set, but nothing answers there. The window
    /// library would not look further; the program has to be without that variable.
    OnlyX,
}

/// What a window can be opened on.
///
/// # Errors
/// Why none can, in a few words.
pub fn find_display() -> Result<Display, String> {
    #[cfg(all(unix, not(target_os = "macos")))]
    return unix::find();
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    Ok(Display::Found)
}

#[cfg(all(unix, not(target_os = "macos")))]
mod unix {
    use std::time::Duration;

    use crossbeam_channel::bounded;

    use super::Display;

    /// A display on another machine may take its time; one that is not there would take minutes.
    const PATIENCE: Duration = Duration::from_secs(8);

    pub fn find() -> Result<Display, String> {
        // A socket that is handed over can be taken once only.
        if variable("WAYLAND_SOCKET").is_some() {
            return Ok(Display::Found);
        }
        match (variable("WAYLAND_DISPLAY"), variable("DISPLAY")) {
            (None, None) => {
                Err("there is no display (neither WAYLAND_DISPLAY nor DISPLAY is set)".to_owned())
            }
            (Some(name), x) => match (within(PATIENCE, wayland_answers), x) {
                (Ok(()), _) => Ok(Display::Found),
                (Err(_), Some(_)) if within(PATIENCE, x_answers).is_ok() => Ok(Display::OnlyX),
                (Err(why), _) => {
                    Err(format!("the display WAYLAND_DISPLAY={name} does not answer ({why})"))
                }
            },
            (None, Some(name)) => match within(PATIENCE, x_answers) {
                Ok(()) => Ok(Display::Found),
                Err(why) => Err(format!("the display DISPLAY={name} does not answer ({why})")),
            },
        }
    }

    /// The value of a variable of the environment, if it has one.
    fn variable(name: &str) -> Option<String> {
        std::env::var(name).ok().filter(|value| !value.is_empty())
    }

    /// Asks on a thread of its own, and waits no longer than that.
    fn within(patience: Duration, ask: fn() -> Result<(), String>) -> Result<(), String> {
        let (send, answer) = bounded(1);
        let thread = std::thread::Builder::new().spawn(move || _ = send.send(ask()));
        thread.map_err(|e| e.to_string())?;
        answer
            .recv_timeout(patience)
            .unwrap_or_else(|_| Err(format!("it said nothing in {} s", patience.as_secs())))
    }

    fn wayland_answers() -> Result<(), String> {
        wayland_client::Connection::connect_to_env().map(|_| ()).map_err(|e| e.to_string())
    }

    fn x_answers() -> Result<(), String> {
        x11rb::connect(None).map(|_| ()).map_err(|e| e.to_string())
    }
}
