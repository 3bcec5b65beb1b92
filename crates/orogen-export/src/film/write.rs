//! Checks a film and writes it, in any format.

use std::error::Error as StdError;
use std::path::PathBuf;

use super::plan::{
    FilmFormat, FilmPlan, Frame, Frames, GIF_FPS, MAX_FPS, MAX_FRAMES, MAX_SIDE, NoFrame,
    PlanProblem,
};
use super::sequence::{self, frame_path};
use super::{apng, gif_file, video, webp};
use crate::atomic;
use crate::file_error::FileError;
use crate::overwrite::{OutputKind, ProtectedFiles, TargetError};

/// Why a film was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilmError<E: StdError + 'static> {
    /// The parameters are invalid.
    #[error(transparent)]
    Plan(#[from] PlanProblem),
    /// The file cannot be written, or is protected.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// Writing failed.
    #[error(transparent)]
    Write(#[from] FileError),
    /// A frame could not be made.
    #[error(transparent)]
    Frame(E),
}

impl FilmPlan {
    /// Checks the parameters before any work.
    ///
    /// # Errors
    /// The error is one line that names the mistake and the allowed values.
    pub fn check(&self) -> Result<(), PlanProblem> {
        let Self { format, size, frames, fps, has_alpha, .. } = *self;
        if size.iter().any(|side| !(1..=MAX_SIDE).contains(side)) {
            return Err(PlanProblem::Size(size));
        }
        if !(1..=MAX_FRAMES).contains(&frames) {
            return Err(PlanProblem::Frames(frames));
        }
        if !(1..=MAX_FPS).contains(&fps) {
            return Err(PlanProblem::Fps(fps));
        }
        if format == FilmFormat::Gif && !GIF_FPS.contains(&fps) {
            return Err(PlanProblem::GifFps(fps));
        }
        if has_alpha && !format.has_alpha() {
            return Err(PlanProblem::Alpha(format.name()));
        }
        if format.is_video() && size.iter().any(|side| side % 2 == 1) {
            return Err(PlanProblem::Odd(size));
        }
        if format.is_video() && !video::has_ffmpeg() {
            return Err(PlanProblem::NoFfmpeg(format.name()));
        }
        Ok(())
    }

    /// Checks, before any work, that the files can be written and are not protected.
    ///
    /// # Errors
    /// The error is one line that names the file and the reason.
    pub fn check_targets(&self, protected_files: &ProtectedFiles) -> Result<(), TargetError> {
        if self.format != FilmFormat::Png {
            return protected_files.check(&self.out, OutputKind::Film);
        }
        protected_files.check(&frame_path(&self.out, 0, self.frames), OutputKind::Picture)?;
        (1..self.frames)
            .map(|frame| frame_path(&self.out, frame, self.frames))
            .filter(|path| path.symlink_metadata().is_ok())
            .try_for_each(|path| protected_files.check(&path, OutputKind::Picture))
    }

    /// Writes the film. `frame` makes each frame once, in order.
    ///
    /// # Errors
    /// If the parameters are invalid, the file cannot be written, or a frame fails.
    pub fn write<E: StdError + 'static>(
        &self,
        mut frame: impl FnMut(u32) -> Result<Frame, E>,
    ) -> Result<(), FilmError<E>> {
        self.check()?;
        let mut frame_error = None;
        let mut frames = |number| {
            frame(number).map_err(|error| {
                frame_error = Some(error);
                NoFrame
            })
        };
        let written = self.write_frames(&mut frames);
        match frame_error {
            Some(error) => Err(FilmError::Frame(error)),
            None => Ok(written?),
        }
    }

    fn write_frames(&self, frames: Frames) -> Result<(), FileError> {
        match self.format {
            FilmFormat::Png => sequence::write(self, frames),
            FilmFormat::Apng => atomic::write(&self.out, |file| apng::write(self, file, frames)),
            FilmFormat::Gif => atomic::write(&self.out, |file| gif_file::write(self, file, frames)),
            FilmFormat::Webp => atomic::write(&self.out, |file| webp::write(self, file, frames)),
            _ => video::write(self, frames),
        }
    }

    /// Returns the files of the film.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> + '_ {
        let is_sequence = self.format == FilmFormat::Png;
        (0..if is_sequence { self.frames } else { 1 }).map(move |frame| match is_sequence {
            true => frame_path(&self.out, frame, self.frames),
            false => self.out.clone(),
        })
    }
}
