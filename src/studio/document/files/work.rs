//! Runs file work on threads, so that a slow drive never freezes the window.

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use crossbeam_channel::{Receiver, Sender, unbounded};

/// The result of a thread: a change that the main thread applies to the world.
pub type Outcome = Box<dyn FnOnce(&mut World) + Send>;

/// Starts threads and collects their results.
#[derive(Resource)]
pub struct FileWork {
    send: Sender<Outcome>,
    finished: Receiver<Outcome>,
    wake: Option<Wake>,
}

/// A function that wakes an idle window.
type Wake = std::sync::Arc<dyn Fn() + Send + Sync>;

impl Default for FileWork {
    fn default() -> Self {
        let (send, finished) = unbounded();
        Self { send, finished, wake: None }
    }
}

impl FileWork {
    /// Returns a function that wakes an idle window.
    pub fn wake(&self) -> Wake {
        self.wake.clone().unwrap_or_else(|| std::sync::Arc::new(|| ()))
    }

    /// Runs `job` on a thread. The change that it returns is applied to the world in a later frame.
    pub fn start(&self, name: &str, job: impl FnOnce() -> Outcome + Send + 'static) {
        let (send, wake) = (self.send.clone(), self.wake.clone());
        let run = move || {
            // If the window is closed, the result is not needed.
            let _ = send.send(job());
            wake.into_iter().for_each(|wake| wake());
        };
        let thread = std::thread::Builder::new().name(format!("orogen-{name}"));
        if let Err(error) = thread.spawn(run) {
            crate::text::say(&format!("the system cannot start a thread for the {name}: {error}"));
        }
    }
}

/// Adds the system that applies the results of threads.
pub fn plugin(app: &mut App) {
    app.init_resource::<FileWork>().add_systems(Startup, find_wake).add_systems(PreUpdate, finish);
}

/// Gives threads a way to wake the window when they finish.
fn find_wake(mut work: ResMut<FileWork>, proxy: Option<Res<EventLoopProxyWrapper>>) {
    let proxy = proxy.map(|proxy| (**proxy).clone());
    work.wake = proxy.map(|proxy| -> Wake {
        std::sync::Arc::new(move || {
            // If the event loop has ended, no frame is needed.
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        })
    });
}

fn finish(world: &mut World) {
    let finished = world.resource::<FileWork>().finished.clone();
    finished.try_iter().for_each(|outcome| outcome(world));
}
