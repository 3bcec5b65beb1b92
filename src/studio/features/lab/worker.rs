//! A worker thread of the lab. The window is redrawn after each of its jobs.

use bevy_egui::egui::Context;
use crossbeam_channel::{Receiver, Sender, TryRecvError, unbounded};

/// A thread that runs one job at a time.
pub struct Worker<Job, Output> {
    jobs: Sender<Job>,
    outputs: Receiver<Output>,
    is_busy: bool,
}

impl<Job: Send + 'static, Output: Send + 'static> Worker<Job, Output> {
    /// Starts the thread. Returns `None` if the system cannot start it.
    pub fn new(
        context: &Context,
        name: &str,
        work: impl Fn(Job) -> Output + Send + 'static,
    ) -> Option<Self> {
        let (jobs, received_jobs) = unbounded::<Job>();
        let (sender, outputs) = unbounded();
        let context = context.clone();
        let run = move || {
            for job in received_jobs {
                if sender.send(work(job)).is_err() {
                    return;
                }
                context.request_repaint();
            }
        };
        std::thread::Builder::new().name(name.to_owned()).spawn(run).ok()?;
        Some(Self { jobs, outputs, is_busy: false })
    }

    /// Returns the output of a finished job, if any. If the thread has died, the worker stays busy.
    pub fn take(&mut self) -> Option<Output> {
        match self.outputs.try_recv() {
            Ok(output) => {
                self.is_busy = false;
                Some(output)
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
            self.is_busy = self.jobs.send(job()).is_ok();
        }
    }
}
