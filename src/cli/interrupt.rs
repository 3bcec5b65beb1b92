//! Ending from outside: whatever the program is doing, no half-written file is left.

use crate::export::atomic;

/// Listens to the signals that end a program, from now on: what is being written is removed, and
/// the exit code is 128 and the signal's number, 130 for Ctrl+C. Nothing else has to be watched
/// for: a picture or a measurement that is under way just ends.
///
/// Files that outgrow their limit get an error in place of a signal.
#[cfg(unix)]
pub fn listen() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    // What listens makes the write fail. Nothing else is to be known of it.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    let mut wanted = vec![SIGINT, SIGTERM, SIGQUIT];
    if !ignores_hanging_up() {
        wanted.push(SIGHUP);
    }
    let (ready, is_ready) = crossbeam_channel::bounded(1);
    // Registered where they are waited for: without the thread signals end the program as they ever
    // did.
    let thread = thread::Builder::new().name("orogen-signals".to_owned()).spawn(move || {
        let signals = Signals::new(wanted);
        // The other end waits.
        let _ = ready.send(());
        if let Some(signal) = signals.ok().and_then(|mut signals| signals.forever().next()) {
            atomic::abandon();
            say();
            // Without the leave of other threads, and of drivers that would clean up while those
            // draw.
            signal_hook::low_level::exit(128 + signal);
        }
    });
    if thread.is_ok() {
        let _ = is_ready.recv();
    }
}

/// Ends the program when its standard input does, as Ctrl+C would: the program that started it holds
/// the other end, and lets go to cancel, or because it has ended itself.
#[cfg(feature = "studio")]
pub fn end_with_input() {
    let wait = || {
        // Whatever is said there is no command.
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        atomic::abandon();
        #[cfg(unix)]
        signal_hook::low_level::exit(130);
        #[cfg(not(unix))]
        std::process::exit(130);
    };
    // Without the thread it is killed.
    let _ = std::thread::Builder::new().name("orogen-input".to_owned()).spawn(wait);
}

/// Whether a terminal that closes is to be ignored, as under `nohup`. Where nobody tells, it is
/// left to the system.
#[cfg(unix)]
fn ignores_hanging_up() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // Bit 0 is signal 1.
    ignored
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_none_or(|mask| mask & 1 == 1)
}

/// As on Unix, as far as the system has such signals.
#[cfg(not(unix))]
pub fn listen() {
    let _ = ctrlc::set_handler(|| {
        atomic::abandon();
        say();
        std::process::exit(130);
    });
}

/// One line; nobody waits long for a terminal or a pipe that does not take it.
fn say() {
    use std::io::{IsTerminal, Write, stderr};
    let (said, is_said) = crossbeam_channel::bounded(1);
    let say = move || {
        // A bar may stand there.
        let begin = if stderr().is_terminal() { "\r\x1b[2K" } else { "" };
        let _ = writeln!(stderr(), "{begin}orogen: interrupted; no half-written file is left");
        let _ = said.send(());
    };
    if std::thread::Builder::new().spawn(say).is_ok() {
        let _ = is_said.recv_timeout(std::time::Duration::from_millis(200));
    }
}
