//! `orogen lab exercise`: writes an exercise as a small Rust project.

use std::fs;
use std::path::PathBuf;

use clap::Args;

use crate::cli::error::{Error, suggestion};
use crate::cli::output::print;
use crate::export::atomic;
use crate::export::file_error::reason;
use crate::lab::exercises::{EXERCISES, exercise};
use crate::text::sanitise;

/// Arguments of the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ExerciseArgs {
    /// The name of the exercise; without it all are listed.
    #[arg(requires = "out")]
    name: Option<String>,
    /// The folder to create. A folder with files is refused.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Fill the gaps in DIR/src/lib.rs, then run `cargo test` in DIR: the tests compare your values with the program's.

Examples:
  orogen lab exercise
  orogen lab exercise noise-1d --out noise-1d";

/// Writes the project, or lists the exercises.
pub fn run(args: &ExerciseArgs) -> Result<(), Error> {
    let (Some(name), Some(out)) = (&args.name, &args.out) else {
        let lines: Vec<_> =
            EXERCISES.iter().map(|row| format!("{:<12} {}\n", row.name, row.task)).collect();
        return print(&lines.concat());
    };
    let exercise = exercise(name).ok_or_else(|| {
        let names: Vec<_> = EXERCISES.iter().map(|row| row.name).collect();
        let (hint, names) = (suggestion(name, &names), names.join(", "));
        Error(format!("there is no exercise `{}`{hint}; the exercises are {names}", sanitise(name)))
    })?;
    let folder = sanitise(&out.display().to_string());
    let folder_error = |action: &str, error: std::io::Error| {
        Error(format!("--out {folder}: cannot {action}: {}", reason(&error)))
    };
    let has_files = match fs::read_dir(out) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => false,
        Err(error) => return Err(folder_error("read it", error)),
    };
    if has_files {
        // Do not overwrite the user's work.
        return Err(Error(format!("--out {folder}: the folder has files; name a new one")));
    }
    for (path, text) in exercise.files() {
        let path = out.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| folder_error("make the folder", error))?;
        }
        atomic::write_bytes(&path, text)?;
    }
    print(&format!(
        "{}: fill the gaps in {folder}/src/lib.rs, then run `cargo test` there\n",
        exercise.title
    ))
}
