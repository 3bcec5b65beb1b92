//! Export of the height function as source code.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::report::{JobFile, JobReport};
use crate::ExportError;
use crate::atomic;
use crate::catalog::{self, FormatContent};
use crate::code::{CodeError, Language, code};
use crate::ending::ensure_extension;
use crate::options::ExportOptions;
use crate::overwrite::{OutputKind, ProtectedFiles};
use crate::progress::Progress;
use orogen_terrain::scene::Scene;

/// A source file to write.
pub struct CodePlan {
    scene: Scene,
    language: Language,
    out: PathBuf,
    protected_files: ProtectedFiles,
}

impl CodePlan {
    /// Checks the file name.
    ///
    /// A name without extension gets the extension of the language.
    ///
    /// # Errors
    /// If the name has another extension.
    pub fn new(
        scene: &Scene,
        options: &ExportOptions,
        language: Language,
    ) -> Result<Self, ExportError> {
        let row = catalog::row(FormatContent::Code(language));
        let extensions = row.map(|row| row.extensions).unwrap_or_default();
        let ending = extensions.first().copied().unwrap_or_default();
        let out = ensure_extension(&options.out, extensions)
            .map_err(|out| CodeError::WrongEnding { out, language, ending })?;
        let (scene, protected_files) = (scene.clone(), options.protected_files.clone());
        Ok(Self { scene, language, out, protected_files })
    }

    pub(super) fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.out
    }

    /// Returns the text of the file.
    ///
    /// # Errors
    /// If the language cannot express a part of the land. The error names it.
    pub fn text(&self) -> Result<String, ExportError> {
        Ok(code(&self.scene, self.language)?)
    }

    pub(super) fn check_target(&self) -> Result<(), ExportError> {
        Ok(self.protected_files.check(&self.out, OutputKind::Code)?)
    }

    pub(super) fn run_checked(&self, progress: &Progress) -> Result<JobReport, ExportError> {
        let start = Instant::now();
        let text = self.text()?;
        if progress.is_cancelled() {
            return Err(ExportError::Cancelled { finished: 0 });
        }
        atomic::write_bytes(&self.out, &text)?;
        let file = JobFile::Other { path: self.out.clone(), bytes: text.len() as u64 };
        Ok(JobReport::new([file], start.elapsed()))
    }
}
