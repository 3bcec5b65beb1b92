//! What fields have to say of what was typed into them, until the window says it.

use bevy_egui::egui::Context;

use super::shared;

#[derive(Default)]
struct Said(Vec<String>);

/// Says something.
pub fn say(context: &Context, text: String) {
    shared::with(context, |said: &mut Said| said.0.push(text));
    context.request_repaint();
}

/// What was said, the oldest first.
pub fn take(context: &Context) -> Vec<String> {
    shared::take::<Said>(context).0
}
