//! The record of the shaders that a driver has compiled, with the time and memory that each took.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use bevy::render::renderer::RenderAdapterInfo;

use super::prepare::ShaderRequest;
use crate::export::{FileError, atomic, folders};
use crate::plugin::look::shaders;

/// A kind of picture whose shaders are prepared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PreparedPicture {
    /// The kind of picture.
    pub request: ShaderRequest,
    /// The time in seconds to compile the shaders and draw the picture.
    pub seconds: f64,
    /// The peak memory of the process up to then, in MiB. 0 if the system does not report it.
    pub memory_mib: f64,
}

impl PreparedPicture {
    /// Returns the row as a line: request, seconds and memory, separated by tabs.
    pub fn line(&self) -> String {
        format!("{}\t{:.2}\t{:.0}", self.request, self.seconds, self.memory_mib)
    }

    /// Parses a line of the file.
    pub fn of_line(line: &str) -> Option<Self> {
        let mut parts = line.split('\t');
        let request = parts.next()?.parse().ok()?;
        let mut number = || parts.next()?.parse::<f64>().ok().filter(|number| number.is_finite());
        Some(Self { request, seconds: number()?, memory_mib: number()? })
    }
}

/// The record for one driver and this version of the shaders.
#[derive(Clone, Debug, Default)]
pub struct PreparedRecord {
    path: Option<PathBuf>,
    key: String,
    rows: Vec<PreparedPicture>,
}

impl PreparedRecord {
    /// Reads the record for the driver of an adapter.
    pub fn load(adapter: &RenderAdapterInfo) -> Self {
        let driver = format!("{} {} {}", adapter.name, adapter.driver, adapter.driver_info);
        Self::load_from(path(), &driver)
    }

    fn load_from(path: Option<PathBuf>, driver: &str) -> Self {
        // The driver keeps compiled shaders in this folder.
        let folder = std::env::var("MESA_SHADER_CACHE_DIR").unwrap_or_default();
        let key = format!("{driver} {folder} {:016x}", shaders::fingerprint());
        let text = path.as_deref().and_then(|path| std::fs::read_to_string(path).ok());
        let text = text.unwrap_or_default();
        let mut lines = text.lines();
        // The record of another driver or of other shaders does not count.
        let rows = match lines.next() == Some(&key) {
            true => lines.filter_map(PreparedPicture::of_line).collect(),
            false => vec![],
        };
        Self { path, key, rows }
    }

    /// Returns true if the shaders of a kind of picture are prepared.
    pub fn has(&self, request: &ShaderRequest) -> bool {
        self.rows.iter().any(|row| row.request == *request)
    }

    /// The prepared kinds of pictures, the oldest first.
    pub fn rows(&self) -> &[PreparedPicture] {
        &self.rows
    }

    /// Adds a kind of picture to the record and writes the file.
    ///
    /// # Errors
    /// If the file cannot be written. The record in memory has the row nevertheless.
    pub fn add(&mut self, row: PreparedPicture) -> Result<(), FileError> {
        self.rows.retain(|known| known.request != row.request);
        self.rows.push(row);
        let Some(path) = &self.path else { return Ok(()) };
        let mut text = format!("{}\n", self.key);
        for row in &self.rows {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", row.line());
        }
        // If this fails, writing the file fails too and gives the error.
        let _ = path.parent().map(std::fs::create_dir_all);
        atomic::write(path, |file| Ok(file.write_all(text.as_bytes())?))
    }
}

/// Returns the path of the file. `None` if the system has no cache folder.
fn path() -> Option<PathBuf> {
    Some(folders::cache()?.join("shaders.txt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(request: &str, seconds: f64) -> PreparedPicture {
        PreparedPicture { request: request.parse().unwrap(), seconds, memory_mib: 321.0 }
    }

    #[test]
    fn the_record_is_read_again_for_the_same_driver_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = Some(folder.path().join("own").join("shaders.txt"));
        let mut prepared = PreparedRecord::load_from(path.clone(), "llvmpipe 1");
        assert!(prepared.rows().is_empty());
        let (draft, sharp) = (row("draft 1 NATURAL", 3.0), row("sharp 4 NATURAL WOODS", 4.5));
        prepared.add(draft).unwrap();
        prepared.add(sharp).unwrap();
        let again = PreparedRecord::load_from(path.clone(), "llvmpipe 1");
        assert_eq!(again.rows(), [draft, sharp]);
        assert!(again.has(&draft.request) && !again.has(&row("sharp 1 NATURAL", 1.0).request));
        assert!(PreparedRecord::load_from(path, "llvmpipe 2").rows().is_empty());
    }

    #[test]
    fn invalid_lines_are_ignored() {
        for line in ["", "draft 1 NATURAL", "draft 1 NATURAL\t1", "draft 1 MUD\t1\t2", "x\t1\tnan"]
        {
            assert_eq!(PreparedPicture::of_line(line), None, "{line}");
        }
        let known = row("draft 1 VIEW", 0.25);
        assert_eq!(PreparedPicture::of_line(&known.line()), Some(known));
    }
}
