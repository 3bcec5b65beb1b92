//! Films: frames of one size, one after the other, as a file that moves or as a picture each.
//!
//! Frames are asked for one by one and written as they come, so that a film of any length takes the
//! memory of a frame. A film that ends early leaves no file; of a sequence whole pictures stay.

mod apng;
mod gif_file;
mod sequence;
#[cfg(test)]
mod tests;
mod video;
mod webp;

use std::error::Error as StdError;
use std::path::{Path, PathBuf};

use super::atomic;
use super::file_error::FileError;
use super::own::{Keep, Kind, TargetError};
pub use sequence::frame_path;

/// The longest side of a film in pixels.
pub const MAX_SIDE: u32 = 8192;

/// The most frames of a film: an hour at 30 a second.
pub const MAX_FRAMES: u32 = 108_000;

/// The most frames a second.
pub const MAX_FPS: u32 = 120;

/// The speeds of GIFs that players keep, in frames a second: a GIF counts hundredths of a second, and
/// many browsers slow down what is quicker than two of them.
pub const GIF_FPS: [u32; 3] = [50, 25, 20];

orogen_noise::choice::choices! {
    /// What a film is written as.
    pub enum FilmFormat: "format" {
        /// A PNG for every frame, numbered.
        Png = "png",
        /// A PNG that moves: every colour, transparency; large.
        Apng = "apng",
        /// 256 colours a frame, read everywhere.
        Gif = "gif",
        /// A WebP that moves, without loss: every colour, transparency.
        Webp = "webp",
        /// H.264 in MP4, by ffmpeg.
        Mp4 = "mp4",
        /// VP9 in WebM, by ffmpeg.
        Webm = "webm",
        /// H.264 in Matroska, by ffmpeg.
        Mkv = "mkv",
        /// H.264 in QuickTime, by ffmpeg.
        Mov = "mov",
    }
}

impl FilmFormat {
    /// The format that a file's ending names.
    pub fn of_path(path: &Path) -> Option<Self> {
        path.extension()?.to_str()?.to_lowercase().parse().ok()
    }

    /// Whether it can hold a transparent sky.
    pub fn has_alpha(self) -> bool {
        matches!(self, Self::Png | Self::Apng | Self::Webp)
    }

    /// Whether ffmpeg writes it.
    pub fn is_video(self) -> bool {
        matches!(self, Self::Mp4 | Self::Webm | Self::Mkv | Self::Mov)
    }
}

/// What is the same for all frames of a film.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmPlan {
    /// The file, or the name from which the pictures of a sequence get theirs.
    pub out: PathBuf,
    /// What it is written as.
    pub format: FilmFormat,
    /// Columns and rows.
    pub size: [u32; 2],
    /// How many frames there are.
    pub frames: u32,
    /// How many are shown in a second.
    pub fps: u32,
    /// Whether frames have transparency.
    pub has_alpha: bool,
    /// Keywords and texts that the file holds, where its format can.
    pub texts: Vec<(String, String)>,
}

/// A frame of a film.
pub struct Frame {
    /// Red, green, blue and opacity, row by row from the top.
    pub rgba: Vec<u8>,
    /// Keywords and texts of this frame alone, where it is a file of its own.
    pub texts: Vec<(String, String)>,
}

/// What keeps a film from being.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanProblem {
    /// A side that is too short or too long.
    #[error("the size is {}x{}; allowed is 1 to {MAX_SIDE} each", .0[0], .0[1])]
    Size([u32; 2]),
    /// Too few frames, or too many.
    #[error("there are {0} frames; allowed are 1 to {MAX_FRAMES}")]
    Frames(u32),
    /// Frames that go too slowly or too fast.
    #[error("there are {0} frames a second; allowed are 1 to {MAX_FPS}")]
    Fps(u32),
    /// A speed that a GIF cannot have.
    #[error("a GIF cannot have {0} frames a second; choose 50, 25 or 20, or write .apng or .webp")]
    GifFps(u32),
    /// A transparent sky in a format without transparency.
    #[error("{0} has no transparency; choose .png, .apng or .webp")]
    Alpha(&'static str),
    /// A side that a video cannot have.
    #[error("a video's sides are even numbers; {}x{} is none, choose {}x{}",
        .0[0], .0[1], (.0[0] + 1) & !1, (.0[1] + 1) & !1)]
    Odd([u32; 2]),
    /// There is no ffmpeg.
    #[error(
        "there is no program `ffmpeg`, which writes .{0}; install it, or write .webp, .apng, .gif or \
         .png (a sequence)"
    )]
    NoFfmpeg(&'static str),
}

/// Why there is no film.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilmError<E: StdError + 'static> {
    /// A choice that cannot be.
    #[error(transparent)]
    Plan(#[from] PlanProblem),
    /// The file cannot be written, or is to stay.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// Writing failed.
    #[error(transparent)]
    Write(#[from] FileError),
    /// A frame could not be made.
    #[error(transparent)]
    Frame(E),
}

/// What a writer says when it stops, because the next frame could not be made.
#[derive(Debug, thiserror::Error)]
#[error("there is no frame")]
struct NoFrame;

type Problem = Box<dyn StdError + Send + Sync>;

/// Gives the frames of a film in their order.
type Frames<'a> = &'a mut dyn FnMut(u32) -> Result<Frame, NoFrame>;

impl FilmPlan {
    /// Checks before any work that the film can be.
    ///
    /// # Errors
    /// One line: what is wrong, and what is allowed.
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

    /// Checks before any work that the files can be written, and that nothing is lost by them.
    ///
    /// # Errors
    /// One line: which file, and why not.
    pub fn check_targets(&self, keep: &Keep) -> Result<(), TargetError> {
        if self.format != FilmFormat::Png {
            return keep.check(&self.out, Kind::Film);
        }
        keep.check(&frame_path(&self.out, 0, self.frames), Kind::Picture)?;
        (1..self.frames)
            .map(|frame| frame_path(&self.out, frame, self.frames))
            .filter(|path| path.symlink_metadata().is_ok())
            .try_for_each(|path| keep.check(&path, Kind::Picture))
    }

    /// Writes the film; `frame` makes the frames, each once and in their order.
    ///
    /// # Errors
    /// What is wrong with the plan, with the file, or with a frame.
    pub fn write<E: StdError + 'static>(
        &self,
        mut frame: impl FnMut(u32) -> Result<Frame, E>,
    ) -> Result<(), FilmError<E>> {
        self.check()?;
        let mut failed = None;
        let mut frames = |number| {
            frame(number).map_err(|error| {
                failed = Some(error);
                NoFrame
            })
        };
        let written = self.write_frames(&mut frames);
        match failed {
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

    /// The files that the film comes to.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> + '_ {
        let is_sequence = self.format == FilmFormat::Png;
        (0..if is_sequence { self.frames } else { 1 }).map(move |frame| match is_sequence {
            true => frame_path(&self.out, frame, self.frames),
            false => self.out.clone(),
        })
    }
}

/// The colours of a frame without its opacity.
fn rgb(rgba: &[u8]) -> Vec<u8> {
    rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// The first of the texts that says which program wrote the film.
fn program(plan: &FilmPlan) -> &str {
    plan.texts.first().map_or(super::PROGRAM, |(_, text)| text)
}
