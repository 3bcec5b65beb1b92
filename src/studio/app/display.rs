//! Looks for a display before a window opens. Without a display, the window library panics.

use std::time::Duration;

/// The display that a window can open on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// The window library will find the display by itself.
    Found,
    /// Only the X server of `DISPLAY` answers, although `WAYLAND_DISPLAY` is set. The window
    /// library would try Wayland only, so the program has to unset that variable.
    OnlyX,
}

/// The reason why no window can be opened.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DisplayError {
    /// No environment variable names a display.
    #[error("there is no display (neither WAYLAND_DISPLAY nor DISPLAY is set)")]
    None,
    /// The named display does not answer.
    #[error("the display {variable}={name} does not answer ({problem})")]
    Mute {
        /// The environment variable.
        variable: &'static str,
        /// The value of the variable.
        name: String,
        /// Why the connection failed.
        problem: NoAnswer,
    },
}

/// The reason why a display does not answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The display sent no reply within this time.
    #[error("it did not reply within {} s", .0.as_secs())]
    Silence(Duration),
    /// The connection was refused, with the message of the client library.
    #[error("{0}")]
    Refusal(String),
}

impl NoAnswer {
    fn of(error: impl std::fmt::Display) -> Self {
        Self::Refusal(error.to_string())
    }
}

/// Finds the display that a window can open on.
///
/// # Errors
/// If no environment variable names a display, or the named displays do not answer.
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

    /// The longest wait for an answer. A remote display may be slow. Without a limit, a missing
    /// display would block for minutes.
    const MAX_WAIT: Duration = Duration::from_secs(8);

    pub fn find() -> Result<Display, DisplayError> {
        // An inherited socket accepts only one connection, which the window needs.
        if variable("WAYLAND_SOCKET").is_some() {
            return Ok(Display::Found);
        }
        match (variable("WAYLAND_DISPLAY"), variable("DISPLAY")) {
            (None, None) => Err(DisplayError::None),
            (Some(name), x) => match (run_within(MAX_WAIT, connect_to_wayland), x) {
                (Ok(()), _) => Ok(Display::Found),
                (Err(_), Some(_)) if run_within(MAX_WAIT, connect_to_x).is_ok() => {
                    Ok(Display::OnlyX)
                }
                (Err(problem), _) => {
                    Err(DisplayError::Mute { variable: "WAYLAND_DISPLAY", name, problem })
                }
            },
            (None, Some(name)) => match run_within(MAX_WAIT, connect_to_x) {
                Ok(()) => Ok(Display::Found),
                Err(problem) => Err(DisplayError::Mute { variable: "DISPLAY", name, problem }),
            },
        }
    }

    /// Returns the value of an environment variable, or `None` if it is empty.
    fn variable(name: &str) -> Option<String> {
        std::env::var(name).ok().filter(|value| !value.is_empty())
    }

    /// Runs `connect` on a thread and waits for its result for at most `max_wait`.
    fn run_within(
        max_wait: Duration,
        connect: fn() -> Result<(), NoAnswer>,
    ) -> Result<(), NoAnswer> {
        let (send, result) = bounded(1);
        let thread = std::thread::Builder::new().spawn(move || _ = send.send(connect()));
        thread.map_err(NoAnswer::of)?;
        result.recv_timeout(max_wait).unwrap_or(Err(NoAnswer::Silence(max_wait)))
    }

    fn connect_to_wayland() -> Result<(), NoAnswer> {
        wayland_client::Connection::connect_to_env().map(|_| ()).map_err(NoAnswer::of)
    }

    /// Connects to the X server. The connection stays open until the program ends, because an X
    /// server resets when its last client leaves, and would refuse a window that opens at that
    /// moment.
    fn connect_to_x() -> Result<(), NoAnswer> {
        x11rb::connect(None).map(std::mem::forget).map_err(NoAnswer::of)
    }
}
