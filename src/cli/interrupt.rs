//! Handles signals. A program that ends early leaves no half-written file.

use crate::export::atomic;

/// Handles the signals that end a program: removes the part files and exits.
///
/// A part file is an output under construction. The exit code is 128 plus the signal's number, so
/// 130 for Ctrl+C. Pictures and measurements in progress just end.
///
/// A file that exceeds the system's size limit causes an error instead of a signal.
#[cfg(unix)]
pub fn listen() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    // With a handler for this signal, the write returns an error.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    let mut ending_signals = vec![SIGINT, SIGTERM, SIGQUIT];
    if !ignores_hangup() {
        ending_signals.push(SIGHUP);
    }
    let (ready, is_ready) = crossbeam_channel::bounded(1);
    // The waiting thread itself registers the handlers. If it cannot start, signals keep their
    // default effect.
    let thread = thread::Builder::new().name("orogen-signals".to_owned()).spawn(move || {
        let signals = Signals::new(ending_signals);
        // The main thread waits for this message.
        let _ = ready.send(());
        if let Some(signal) = signals.ok().and_then(|mut signals| signals.forever().next()) {
            atomic::remove_part_files();
            print_notice();
            // Exit without destructors, because other threads may still be drawing.
            signal_hook::low_level::exit(128 + signal);
        }
    });
    if thread.is_ok() {
        let _ = is_ready.recv();
    }
}

/// Ends the program when its standard input closes, as Ctrl+C does. The parent process holds the
/// other end of the pipe. It closes that end to cancel, and the system closes it when the parent
/// ends.
#[cfg(feature = "studio")]
pub fn exit_when_input_closes() {
    let watch = || {
        // The content of the input does not matter.
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        atomic::remove_part_files();
        #[cfg(unix)]
        signal_hook::low_level::exit(130);
        #[cfg(not(unix))]
        std::process::exit(130);
    };
    // If the thread cannot start, the parent can still kill this process.
    let _ = std::thread::Builder::new().name("orogen-input".to_owned()).spawn(watch);
}

/// Returns true if the program must survive a closing terminal, as under `nohup`. If the system
/// does not report that, the signal keeps its default effect.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // Bit 0 is signal 1, the hang-up.
    ignored
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_none_or(|mask| mask & 1 == 1)
}

/// Handles Ctrl+C on systems without Unix signals, in the same way.
#[cfg(not(unix))]
pub fn listen() {
    let _ = ctrlc::set_handler(|| {
        atomic::remove_part_files();
        print_notice();
        std::process::exit(130);
    });
}

/// Prints one line. It waits only briefly, because a terminal or pipe may block.
fn print_notice() {
    use std::io::{IsTerminal, Write, stderr};
    let (done, is_done) = crossbeam_channel::bounded(1);
    let print = move || {
        // On a terminal, this erases a progress bar.
        let begin = if stderr().is_terminal() { "\r\x1b[2K" } else { "" };
        let _ = writeln!(stderr(), "{begin}orogen: interrupted; no half-written file is left");
        let _ = done.send(());
    };
    if std::thread::Builder::new().spawn(print).is_ok() {
        let _ = is_done.recv_timeout(std::time::Duration::from_millis(200));
    }
}
