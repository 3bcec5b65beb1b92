//! Work with files on threads of its own: a drive that hangs freezes no window.

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use crossbeam_channel::{Receiver, Sender, unbounded};

/// What a thread has come to: done to the world when it is over.
pub type Outcome = Box<dyn FnOnce(&mut World) + Send>;

/// Work that is under way.
#[derive(Resource)]
pub struct Work {
    send: Sender<Outcome>,
    over: Receiver<Outcome>,
    wake: Option<Wake>,
}

/// Wakes a window that rests.
type Wake = std::sync::Arc<dyn Fn() + Send + Sync>;

impl Default for Work {
    fn default() -> Self {
        let (send, over) = unbounded();
        Self { send, over, wake: None }
    }
}

impl Work {
    /// What wakes a window that rests.
    pub fn wake(&self) -> Wake {
        self.wake.clone().unwrap_or_else(|| std::sync::Arc::new(|| ()))
    }

    /// Does something on a thread. What it gives is done to the world in a frame that follows.
    pub fn start(&self, name: &str, job: impl FnOnce() -> Outcome + Send + 'static) {
        let (send, wake) = (self.send.clone(), self.wake.clone());
        let run = move || {
            // The window may be gone.
            let _ = send.send(job());
            wake.into_iter().for_each(|wake| wake());
        };
        let thread = std::thread::Builder::new().name(format!("orogen-{name}"));
        if let Err(error) = thread.spawn(run) {
            crate::text::say(&format!("the system gives no thread for the {name}: {error}"));
        }
    }
}

/// Does what threads have come to.
pub fn plugin(app: &mut App) {
    app.init_resource::<Work>().add_systems(Startup, find_wake).add_systems(PreUpdate, finish);
}

/// A window that rests is woken by whatever is over.
fn find_wake(mut work: ResMut<Work>, proxy: Option<Res<EventLoopProxyWrapper>>) {
    let proxy = proxy.map(|proxy| (**proxy).clone());
    work.wake = proxy.map(|proxy| -> Wake {
        std::sync::Arc::new(move || {
            // The loop may have ended.
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        })
    });
}

fn finish(world: &mut World) {
    let over = world.resource::<Work>().over.clone();
    over.try_iter().for_each(|outcome| outcome(world));
}
