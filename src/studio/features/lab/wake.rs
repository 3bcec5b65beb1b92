//! A frame after a while, of a window that rests until then.

use std::time::Instant;

use bevy_egui::egui::{self, Id};

/// Makes a frame after a while: the window rests until then.
pub fn wake(context: &egui::Context, after: std::time::Duration) {
    let id = Id::new("the lab plays on");
    let at = Instant::now() + after;
    let waits = context.data(|data| data.get_temp::<Instant>(id));
    if waits.is_some_and(|waits| waits > Instant::now()) {
        return;
    }
    context.data_mut(|data| data.insert_temp(id, at));
    let context = context.clone();
    let run = move || {
        std::thread::sleep(after);
        context.request_repaint();
    };
    // Without a thread the next event goes on.
    let _ = std::thread::Builder::new().name("orogen-lab".to_owned()).spawn(run);
}
