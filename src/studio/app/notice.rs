//! Notices: short messages over the land.
//!
//! They disappear after a few seconds, and are also written to standard error.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::prelude::*;

/// The time for which a notice is shown.
const SHOWN_FOR: Duration = Duration::from_secs(8);
/// The maximum number of notices at once; the oldest disappears first.
const MAX_NOTICES: usize = 4;

/// A notice.
#[derive(Clone, Debug, PartialEq)]
pub struct Toast {
    /// A running number that identifies the notice.
    pub id: u64,
    pub text: String,
    /// The file that the notice is about.
    pub file: Option<PathBuf>,
    /// The kind of state that the notice reports; the next notice of this kind replaces it.
    kind: Option<&'static str>,
    shown_at: Instant,
}

impl Toast {
    /// Returns the folder of the file.
    pub fn folder(&self) -> Option<&Path> {
        self.file.as_deref()?.parent()
    }
}

/// The newest notices, at most four.
#[derive(Resource, Default)]
pub struct Notice {
    toasts: Vec<Toast>,
    count: u64,
}

impl Notice {
    /// Shows a notice.
    pub fn say(&mut self, text: String) {
        self.add(text, None, None);
    }

    /// Shows a new state in place of the last notice of this kind. An example is the mood of the
    /// light.
    pub fn replace(&mut self, kind: &'static str, text: String) {
        self.add(text, Some(kind), None);
    }

    /// Shows a notice about a file, with a button for its folder.
    pub fn say_about_file(&mut self, text: String, file: &Path) {
        let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        self.add(text, None, Some(file));
    }

    fn add(&mut self, text: String, kind: Option<&'static str>, file: Option<PathBuf>) {
        crate::text::say(&text);
        let replaces = |toast: &Toast| toast.text == text || kind.is_some() && toast.kind == kind;
        self.toasts.retain(|toast| !replaces(toast));
        self.count += 1;
        self.toasts.push(Toast { id: self.count, text, file, kind, shown_at: Instant::now() });
        if self.toasts.len() > MAX_NOTICES {
            self.toasts.remove(0);
        }
    }

    /// Returns the notices that are still shown, the oldest first.
    pub fn fresh(&self) -> impl Iterator<Item = &Toast> {
        self.toasts.iter().filter(|toast| toast.shown_at.elapsed() < SHOWN_FOR)
    }

    /// Removes a notice.
    pub fn dismiss(&mut self, id: u64) {
        self.toasts.retain(|toast| toast.id != id);
    }

    /// Returns the text of the newest notice, while it is shown.
    pub fn text(&self) -> Option<&str> {
        self.fresh().last().map(|toast| &*toast.text)
    }
}

/// Adds the resource that holds the notices.
pub struct NoticePlugin;

impl Plugin for NoticePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Notice>();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(notice: &Notice) -> Vec<&str> {
        notice.fresh().map(|toast| &*toast.text).collect()
    }

    #[test]
    fn notices_stack_and_a_notice_replaces_the_last_one_of_its_kind() {
        let mut notice = Notice::default();
        notice.replace("mood", "mood: noon".to_owned());
        notice.say_about_file("saved a.png".to_owned(), Path::new("/there/a.png"));
        notice.replace("mood", "mood: dusk".to_owned());
        notice.say("saved a.png".to_owned());
        assert_eq!(texts(&notice), ["mood: dusk", "saved a.png"], "the same text is shown once");
        notice.say_about_file("saved b.png".to_owned(), Path::new("/there/b.png"));
        assert_eq!(notice.text(), Some("saved b.png"));
        let folder = notice.fresh().last().and_then(Toast::folder);
        assert_eq!(folder, Some(Path::new("/there")));
        (0..9).for_each(|i| notice.say(format!("line {i}")));
        assert_eq!(texts(&notice), ["line 5", "line 6", "line 7", "line 8"]);
        let id = notice.fresh().nth(1).expect("a notice").id;
        notice.dismiss(id);
        assert_eq!(texts(&notice), ["line 5", "line 7", "line 8"]);
    }
}
