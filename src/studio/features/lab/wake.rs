//! Wakes an idle window after a delay.

use std::time::Instant;

use bevy_egui::egui;

use crate::studio::ui::shared;

/// The time of the last requested repaint, in the past or in the future.
#[derive(Clone, Copy, Default)]
struct Due(Option<Instant>);

/// Requests a repaint after a delay. Until then, the window may stay idle.
///
/// The call has no effect while an earlier request is still pending.
pub fn wake(context: &egui::Context, after: std::time::Duration) {
    let now = Instant::now();
    if shared::get::<Due>(context).0.is_some_and(|due| due > now) {
        return;
    }
    shared::put(context, Due(Some(now + after)));
    let context = context.clone();
    let run = move || {
        std::thread::sleep(after);
        context.request_repaint();
    };
    // If the thread cannot start, the next event repaints the window.
    let _ = std::thread::Builder::new().name("orogen-lab".to_owned()).spawn(run);
}
