//! Messages about typed values. The window shows them as notices.

use bevy_egui::egui::Context;

use super::shared;

#[derive(Default)]
struct QueuedMessages(Vec<String>);

/// Queues a message.
pub fn queue(context: &Context, text: String) {
    shared::with(context, |messages: &mut QueuedMessages| messages.0.push(text));
    context.request_repaint();
}

/// Takes the queued messages, the oldest first.
pub fn take(context: &Context) -> Vec<String> {
    shared::take::<QueuedMessages>(context).0
}
