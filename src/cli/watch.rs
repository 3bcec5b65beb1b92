//! How far a picture or a film is: a bar for people, lines for the window that started it.

use std::io::Write;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::interrupt;

/// How progress is told.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct WatchArgs {
    /// Prints `done total` lines on standard output, and ends when standard input does: for a
    /// program that starts this one.
    #[arg(long, hide = true)]
    progress_lines: bool,
}

/// Tells how much is done.
pub struct Watch {
    bar: ProgressBar,
    total: u64,
    lines: bool,
}

impl WatchArgs {
    /// Whether it is a program that reads.
    pub fn is_for_programs(self) -> bool {
        self.progress_lines
    }

    /// Begins to tell of so many parts.
    pub fn begin(self, total: u64, quiet: bool) -> Watch {
        // A picture of one part has nothing to tell.
        let is_hidden = quiet || self.progress_lines || total < 2;
        let bar = if is_hidden { ProgressBar::hidden() } else { ProgressBar::new(total) };
        let bar = bar.with_style(
            ProgressStyle::with_template("{bar:30} {pos}/{len}  {eta} left")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        bar.tick();
        if self.progress_lines {
            interrupt::end_with_input();
        }
        let watch = Watch { bar, total, lines: self.progress_lines };
        watch.tell(0);
        watch
    }
}

impl Watch {
    /// So many parts are done.
    pub fn tell(&self, done: u64) {
        self.bar.set_position(done);
        if self.lines {
            let mut out = std::io::stdout().lock();
            // Whoever reads may be gone; then the input ends, too.
            let _ = writeln!(out, "{done} {}", self.total).and_then(|()| out.flush());
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
