//! The record of which shaders are prepared for a driver, how long each took and how much memory.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use bevy::render::renderer::RenderAdapterInfo;

use super::prepare::Request;
use crate::export::{FileError, atomic, folders};
use crate::plugin::look::shaders;

/// A kind of picture whose shaders are prepared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The kind.
    pub request: Request,
    /// How long it took to compile and to draw, in seconds.
    pub seconds: f64,
    /// The most memory that the process had held by then, in MiB; 0 where the system does not say.
    pub memory_mib: f64,
}

impl Row {
    /// A row as a line: the request, seconds and memory between tabs.
    pub fn line(&self) -> String {
        format!("{}\t{:.2}\t{:.0}", self.request, self.seconds, self.memory_mib)
    }

    /// The row of a line.
    pub fn of_line(line: &str) -> Option<Self> {
        let mut parts = line.split('\t');
        let request = parts.next()?.parse().ok()?;
        let mut number = || parts.next()?.parse::<f64>().ok().filter(|it| it.is_finite());
        Some(Self { request, seconds: number()?, memory_mib: number()? })
    }
}

/// The record of a driver and of this program's shaders.
#[derive(Clone, Debug, Default)]
pub struct Prepared {
    path: Option<PathBuf>,
    key: String,
    rows: Vec<Row>,
}

impl Prepared {
    /// Reads the record of an adapter's driver.
    pub fn load(adapter: &RenderAdapterInfo) -> Self {
        let driver = format!("{} {} {}", adapter.name, adapter.driver, adapter.driver_info);
        Self::load_from(path(), &driver)
    }

    fn load_from(path: Option<PathBuf>, driver: &str) -> Self {
        // The driver keeps compiled shaders there.
        let folder = std::env::var("MESA_SHADER_CACHE_DIR").unwrap_or_default();
        let key = format!("{driver} {folder} {:016x}", shaders::fingerprint());
        let text = path.as_deref().and_then(|path| std::fs::read_to_string(path).ok());
        let text = text.unwrap_or_default();
        let mut lines = text.lines();
        // Another driver or other shaders need their own.
        let rows = match lines.next() == Some(&key) {
            true => lines.filter_map(Row::of_line).collect(),
            false => vec![],
        };
        Self { path, key, rows }
    }

    /// Returns whether the shaders of a kind of picture are prepared.
    pub fn has(&self, request: &Request) -> bool {
        self.rows.iter().any(|row| row.request == *request)
    }

    /// The prepared kinds of pictures, oldest first.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Notes that something is prepared, in the file too.
    ///
    /// # Errors
    /// If the file cannot be written; it is noted nevertheless.
    pub fn add(&mut self, row: Row) -> Result<(), FileError> {
        self.rows.retain(|known| known.request != row.request);
        self.rows.push(row);
        let Some(path) = &self.path else { return Ok(()) };
        let mut text = format!("{}\n", self.key);
        for row in &self.rows {
            // A text takes any number of lines.
            let _ = writeln!(text, "{}", row.line());
        }
        // Without the folder, the file's own error says so.
        let _ = path.parent().map(std::fs::create_dir_all);
        atomic::write(path, |file| Ok(file.write_all(text.as_bytes())?))
    }
}

/// The record's file; `None` if the system names no cache folder.
fn path() -> Option<PathBuf> {
    Some(folders::cache()?.join("shaders.txt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(request: &str, seconds: f64) -> Row {
        Row { request: request.parse().unwrap(), seconds, memory_mib: 321.0 }
    }

    #[test]
    fn prepared_shaders_are_known_to_the_next_start_of_the_same_driver() {
        let folder = tempfile::tempdir().unwrap();
        let path = Some(folder.path().join("own").join("shaders.txt"));
        let mut prepared = Prepared::load_from(path.clone(), "llvmpipe 1");
        assert!(prepared.rows().is_empty());
        let (draft, sharp) = (row("draft 1 NATURAL", 3.0), row("sharp 4 NATURAL WOODS", 4.5));
        prepared.add(draft).unwrap();
        prepared.add(sharp).unwrap();
        let again = Prepared::load_from(path.clone(), "llvmpipe 1");
        assert_eq!(again.rows(), [draft, sharp]);
        assert!(again.has(&draft.request) && !again.has(&row("sharp 1 NATURAL", 1.0).request));
        assert!(Prepared::load_from(path, "llvmpipe 2").rows().is_empty());
    }

    #[test]
    fn lines_that_are_no_rows_are_left_out() {
        for line in ["", "draft 1 NATURAL", "draft 1 NATURAL\t1", "draft 1 MUD\t1\t2", "x\t1\tnan"]
        {
            assert_eq!(Row::of_line(line), None, "{line}");
        }
        let known = row("draft 1 VIEW", 0.25);
        assert_eq!(Row::of_line(&known.line()), Some(known));
    }
}
