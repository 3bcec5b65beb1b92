//! A worker thread of the lab. The window is redrawn after each of its jobs.

use bevy_egui::egui::Context;
use crossbeam_channel::{Receiver, Sender, TryRecvError, unbounded};

/// A thread that runs one job at a time.
pub struct Worker<Job, Done> {
    wanted: Sender<Job>,
    done: Receiver<Done>,
    is_busy: bool,
}

impl<Job: Send + 'static, Done: Send + 'static> Worker<Job, Done> {
    /// Starts the thread. Returns `None` if the system cannot start it.
    pub fn new(
        context: &Context,
        name: &str,
        work: impl Fn(Job) -> Done + Send + 'static,
    ) -> Option<Self> {
        let (wanted, jobs) = unbounded::<Job>();
        let (answers, done) = unbounded();
        let context = context.clone();
        let run = move || {
            for job in jobs {
                if answers.send(work(job)).is_err() {
                    return;
                }
                context.request_repaint();
            }
        };
        std::thread::Builder::new().name(name.to_owned()).spawn(run).ok()?;
        Some(Self { wanted, done, is_busy: false })
    }

    /// Returns a finished result, if there is one. If the thread has died, the worker stays busy.
    pub fn take(&mut self) -> Option<Done> {
        match self.done.try_recv() {
            Ok(done) => {
                self.is_busy = false;
                Some(done)
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.is_busy = true;
                None
            }
        }
    }

    /// Starts a job, or does nothing if the worker is busy. `job` makes the inputs only if they are
    /// needed.
    pub fn ask(&mut self, job: impl FnOnce() -> Job) {
        if !self.is_busy {
            self.is_busy = self.wanted.send(job()).is_ok();
        }
    }
}
