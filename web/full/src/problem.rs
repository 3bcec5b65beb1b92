//! The problem that ended the picture: a panic, or an error of the graphics device.

use std::cell::RefCell;
use std::sync::Once;

use bevy::ecs::world::World;
use bevy::render::error_handler::{RenderError, RenderErrorPolicy};

thread_local! {
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the message of a panic, after which the instance is unusable.
pub fn keep_panics() {
    static PREPARED: Once = Once::new();
    PREPARED.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            let message = info.payload_as_str().unwrap_or("a panic");
            let place = info.location().map(|place| format!("\n{place}")).unwrap_or_default();
            keep(&format!("{message}{place}"));
        }));
    });
}

/// Stops drawing after an error of the graphics device.
pub fn stop(error: &RenderError, _main: &mut World, _render: &mut World) -> RenderErrorPolicy {
    keep(&format!("the graphics device failed: {:?}: {}", error.ty, error.description));
    RenderErrorPolicy::StopRendering
}

/// Keeps the first message, because the others follow from it.
fn keep(message: &str) {
    TEXT.with_borrow_mut(|text| {
        if text.is_empty() {
            message.clone_into(text);
        }
    });
}

pub fn text() -> String {
    TEXT.with_borrow(String::clone)
}
