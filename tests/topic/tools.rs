//! What the topics share: the program as a subprocess, folders of their own, one drawn test at a time.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
#[cfg(feature = "studio")]
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The program.
pub fn orogen() -> Command {
    Command::new(env!("CARGO_BIN_EXE_orogen"))
}

/// Runs the program in a folder.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    orogen().args(arguments).current_dir(folder).output().expect("the program starts")
}

/// A folder that is removed with its value.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("orogen-{name}-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
        Self(folder)
    }

    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("the folder is there");
        let mut names: Vec<_> =
            entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Software drivers share two cores: whoever draws holds this.
#[cfg(feature = "studio")]
pub fn drawing() -> MutexGuard<'static, ()> {
    static DRAWING: Mutex<()> = Mutex::new(());
    DRAWING.lock().unwrap_or_else(PoisonError::into_inner)
}
