//! A line that says what a command did, for a while.

use std::time::{Duration, Instant};

use bevy::prelude::*;

/// How long a notice stays.
const SHOWN_FOR: Duration = Duration::from_secs(8);

/// The newest notice.
#[derive(Resource, Default)]
pub struct Notice(Option<(String, Instant)>);

impl Notice {
    /// Says something, on the status bar and on standard error, where scripts read it.
    pub fn say(&mut self, text: String) {
        crate::text::say(&text);
        self.0 = Some((text, Instant::now()));
    }

    /// What was said last, while it is fresh.
    pub fn text(&self) -> Option<&str> {
        self.0.as_ref().filter(|(_, at)| at.elapsed() < SHOWN_FOR).map(|(text, _)| text.as_str())
    }
}

/// Holds the notice.
pub struct NoticePlugin;

impl Plugin for NoticePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Notice>();
    }
}
