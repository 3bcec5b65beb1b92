//! What fields have to say of what was typed into them, until the window says it.

use bevy_egui::egui::{Context, Id};

fn key() -> Id {
    Id::new("what fields have to say")
}

/// Says something.
pub fn say(context: &Context, text: String) {
    context.data_mut(|data| data.get_temp_mut_or_default::<Vec<String>>(key()).push(text));
    context.request_repaint();
}

/// What was said, the oldest first.
pub fn take(context: &Context) -> Vec<String> {
    context.data_mut(|data| data.remove_temp(key())).unwrap_or_default()
}
