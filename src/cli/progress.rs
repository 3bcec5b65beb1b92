//! Reports the progress of pictures and films. Users get a bar, and a window that started this
//! process gets lines.

use std::io::Write;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::interrupt;

/// Progress options.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ProgressArgs {
    /// Prints `done total` lines on standard output, and ends when standard input closes: for a
    /// parent process.
    #[arg(long, hide = true)]
    progress_lines: bool,
}

/// Reports progress.
pub struct ProgressReporter {
    bar: ProgressBar,
    total: u64,
    prints_lines: bool,
}

impl ProgressArgs {
    /// Returns true if a parent process reads the progress.
    pub fn is_for_programs(self) -> bool {
        self.progress_lines
    }

    /// Starts to report the progress of a job of `total` parts.
    pub fn start(self, total: u64, quiet: bool) -> ProgressReporter {
        // A single part has no progress to show.
        let is_hidden = quiet || self.progress_lines || total < 2;
        let bar = if is_hidden { ProgressBar::hidden() } else { ProgressBar::new(total) };
        let bar = bar.with_style(
            ProgressStyle::with_template("{bar:30} {pos}/{len}  {eta} left")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        bar.tick();
        if self.progress_lines {
            interrupt::exit_when_input_closes();
        }
        let reporter = ProgressReporter { bar, total, prints_lines: self.progress_lines };
        reporter.report(0);
        reporter
    }
}

impl ProgressReporter {
    /// Reports that `done` parts are finished.
    pub fn report(&self, done: u64) {
        self.bar.set_position(done);
        if self.prints_lines {
            let mut out = std::io::stdout().lock();
            // If the reader is gone, standard input closes too, which ends this process.
            let _ = writeln!(out, "{done} {}", self.total).and_then(|()| out.flush());
        }
    }
}

impl Drop for ProgressReporter {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
