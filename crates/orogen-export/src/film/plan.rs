//! The parameters of a film, and the interface between the film and its writers.

use std::error::Error as StdError;
use std::path::{Path, PathBuf};

use crate::program::PROGRAM;

/// The longest side of a film in pixels.
pub const MAX_SIDE: u32 = 8192;

/// The most frames of a film: an hour at 30 frames per second.
pub const MAX_FRAMES: u32 = 108_000;

/// The highest frame rate, in frames per second.
pub const MAX_FPS: u32 = 120;

/// The frame rates that a GIF plays exactly.
///
/// A GIF stores the duration of a frame in hundredths of a second, and many browsers slow down
/// frames shorter than two hundredths.
pub const GIF_FPS: [u32; 3] = [50, 25, 20];

orogen_noise::choice::choices! {
    /// The file format of a film.
    pub enum FilmFormat: "format" {
        /// A numbered PNG per frame.
        Png = "png",
        /// Animated PNG: full colour and transparency; large files.
        Apng = "apng",
        /// Animated GIF: 256 colours per frame; every program reads it.
        Gif = "gif",
        /// Animated WebP, lossless: full colour and transparency.
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
    /// The format that a file extension selects.
    pub fn of_path(path: &Path) -> Option<Self> {
        path.extension()?.to_str()?.to_lowercase().parse().ok()
    }

    /// Returns true if the format supports a transparent sky.
    pub fn has_alpha(self) -> bool {
        matches!(self, Self::Png | Self::Apng | Self::Webp)
    }

    /// Returns true if ffmpeg writes the format.
    pub fn is_video(self) -> bool {
        matches!(self, Self::Mp4 | Self::Webm | Self::Mkv | Self::Mov)
    }
}

/// The parameters common to all frames.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmPlan {
    /// The path of the file. For a sequence of pictures, the base of their names.
    pub out: PathBuf,
    /// The file format.
    pub format: FilmFormat,
    /// The number of columns and rows.
    pub size: [u32; 2],
    /// The number of frames.
    pub frames: u32,
    /// Frames per second.
    pub fps: u32,
    /// True if the film keeps the alpha channel of its frames.
    pub has_alpha: bool,
    /// Pairs of keyword and text for the file, if its format supports them.
    pub texts: Vec<(String, String)>,
}

/// A frame of a film.
pub struct Frame {
    /// Red, green, blue and alpha, row by row from the top.
    pub rgba: Vec<u8>,
    /// Pairs of keyword and text for this frame, if it is a file of its own.
    pub texts: Vec<(String, String)>,
}

/// Why a film cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanProblem {
    /// A side is out of range.
    #[error("the size is {}x{}; allowed are 1 to {MAX_SIDE} for each side", .0[0], .0[1])]
    Size([u32; 2]),
    /// The number of frames is out of range.
    #[error("there are {0} frames; allowed are 1 to {MAX_FRAMES}")]
    Frames(u32),
    /// The frame rate is out of range.
    #[error("there are {0} frames a second; allowed are 1 to {MAX_FPS}")]
    Fps(u32),
    /// GIF does not support the frame rate.
    #[error("a GIF cannot have {0} frames a second; choose 50, 25 or 20, or write .apng or .webp")]
    GifFps(u32),
    /// The format has no transparency.
    #[error("{0} has no transparency; choose .png, .apng or .webp")]
    Alpha(&'static str),
    /// A video needs even sides.
    #[error("a video's sides are even numbers; {}x{} is not possible, choose {}x{}",
        .0[0], .0[1], (.0[0] + 1) & !1, (.0[1] + 1) & !1)]
    Odd([u32; 2]),
    /// ffmpeg is not installed.
    #[error(
        "the program `ffmpeg`, which writes .{0}, is missing; install it, or write .webp, .apng, .gif \
         or .png (a sequence)"
    )]
    NoFfmpeg(&'static str),
}

/// The next frame could not be made. [`FilmPlan::write`] returns the reason.
#[derive(Debug, thiserror::Error)]
#[error("the next frame is missing")]
pub(super) struct NoFrame;

pub(super) type Problem = Box<dyn StdError + Send + Sync>;

/// Makes the frame with a given number. Writers request the frames in order, from 0.
pub(super) type Frames<'a> = &'a mut dyn FnMut(u32) -> Result<Frame, NoFrame>;

/// Drops the alpha channel of a frame.
pub(super) fn rgb(rgba: &[u8]) -> Vec<u8> {
    rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// Returns the name of the writing program, which is the first text of the film.
pub(super) fn program(plan: &FilmPlan) -> &str {
    plan.texts.first().map_or(PROGRAM, |(_, text)| text)
}
