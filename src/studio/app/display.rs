//! Whether there is a display to open a window on, asked before anything that would panic without
//! one.

use std::time::Duration;

/// What a window can be opened on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// What the window library finds by itself.
    Found,
    /// The X server of `DISPLAY`: `WAYLAND_DISPLAY` is set, but nothing answers there. The window
    /// library would not look further; the program has to be without that variable.
    OnlyX,
}

/// Why no window can be opened.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DisplayError {
    /// No variable names one.
    #[error("there is no display (neither WAYLAND_DISPLAY nor DISPLAY is set)")]
    None,
    /// Nothing answers where one is named.
    #[error("the display {variable}={name} does not answer ({problem})")]
    Mute {
        /// The variable of the environment.
        variable: &'static str,
        /// Its value.
        name: String,
        /// What it did instead.
        problem: NoAnswer,
    },
}

/// What a display does instead of answering.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// It lets one wait.
    #[error("it said nothing in {} s", .0.as_secs())]
    Silence(Duration),
    /// It refuses, in the words of the library that asks.
    #[error("{0}")]
    Refusal(String),
}

impl NoAnswer {
    fn of(error: impl std::fmt::Display) -> Self {
        Self::Refusal(error.to_string())
    }
}

/// What a window can be opened on.
///
/// # Errors
/// Why none can, in a few words.
pub fn find_display() -> Result<Display, DisplayError> {
    #[cfg(all(unix, not(target_os = "macos")))]
    return unix::find();
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    Ok(Display::Found)
}

#[cfg(all(unix, not(target_os = "macos")))]
mod unix {
    use std::time::Duration;

    use crossbeam_channel::bounded;

    use super::{Display, DisplayError, NoAnswer};

    /// A display on another machine may take its time; one that is not there would take minutes.
    const PATIENCE: Duration = Duration::from_secs(8);

    pub fn find() -> Result<Display, DisplayError> {
        // A socket that is handed over can be taken once only.
        if variable("WAYLAND_SOCKET").is_some() {
            return Ok(Display::Found);
        }
        match (variable("WAYLAND_DISPLAY"), variable("DISPLAY")) {
            (None, None) => Err(DisplayError::None),
            (Some(name), x) => match (within(PATIENCE, wayland_answers), x) {
                (Ok(()), _) => Ok(Display::Found),
                (Err(_), Some(_)) if within(PATIENCE, x_answers).is_ok() => Ok(Display::OnlyX),
                (Err(problem), _) => {
                    Err(DisplayError::Mute { variable: "WAYLAND_DISPLAY", name, problem })
                }
            },
            (None, Some(name)) => match within(PATIENCE, x_answers) {
                Ok(()) => Ok(Display::Found),
                Err(problem) => Err(DisplayError::Mute { variable: "DISPLAY", name, problem }),
            },
        }
    }

    /// The value of a variable of the environment, if it has one.
    fn variable(name: &str) -> Option<String> {
        std::env::var(name).ok().filter(|value| !value.is_empty())
    }

    /// Asks on a thread of its own, and waits no longer than that.
    fn within(patience: Duration, ask: fn() -> Result<(), NoAnswer>) -> Result<(), NoAnswer> {
        let (send, answer) = bounded(1);
        let thread = std::thread::Builder::new().spawn(move || _ = send.send(ask()));
        thread.map_err(NoAnswer::of)?;
        answer.recv_timeout(patience).unwrap_or(Err(NoAnswer::Silence(patience)))
    }

    fn wayland_answers() -> Result<(), NoAnswer> {
        wayland_client::Connection::connect_to_env().map(|_| ()).map_err(NoAnswer::of)
    }

    /// The connection stays open as long as the program lives: a server whose last client goes may
    /// begin anew, and would refuse the window that is opened in that moment.
    fn x_answers() -> Result<(), NoAnswer> {
        x11rb::connect(None).map(std::mem::forget).map_err(NoAnswer::of)
    }
}
