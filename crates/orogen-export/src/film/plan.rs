//! What a film is to be, and what its writers are given.

use std::error::Error as StdError;
use std::path::{Path, PathBuf};

use crate::program::PROGRAM;

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

/// What a writer says when it stops, because the next frame could not be made.
#[derive(Debug, thiserror::Error)]
#[error("there is no frame")]
pub(super) struct NoFrame;

pub(super) type Problem = Box<dyn StdError + Send + Sync>;

/// Gives the frames of a film in their order.
pub(super) type Frames<'a> = &'a mut dyn FnMut(u32) -> Result<Frame, NoFrame>;

/// The colours of a frame without its opacity.
pub(super) fn rgb(rgba: &[u8]) -> Vec<u8> {
    rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// The first of the texts that says which program wrote the film.
pub(super) fn program(plan: &FilmPlan) -> &str {
    plan.texts.first().map_or(PROGRAM, |(_, text)| text)
}
