//! The state of the kept picture: its number and progress.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::render::extract_component::ExtractComponent;
use bevy::render::extract_resource::ExtractResource;

use super::screen_boxes::Boxes;
use crate::land::lock::lock;

/// Marks the land's camera whose picture is kept. Its target is an image, and its depth texture can
/// be bound (`Camera3d::depth_texture_usages`).
#[derive(Component, ExtractComponent, Clone, Copy, Debug, Default)]
pub struct KeptPicture;

/// Marks a camera that shows the kept picture behind its own content. Its order must be after that
/// of the land's camera.
#[derive(Component, ExtractComponent, Clone, Copy, Debug, Default)]
pub struct ShowsPicture {
    /// True to use the depth, too, so that land hides content behind it. After switching this on,
    /// call [`Picture::draw_anew`], because the depth was not kept before.
    pub with_depth: bool,
}

/// The longest time of the pieces of a frame; `None` draws every picture at once. Pieces need a
/// camera that draws without indirect commands.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces(pub Option<Duration>);

/// The drawing of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Draws {
    /// The kept picture stays as it is.
    Nothing,
    /// The whole picture.
    #[default]
    Whole,
    /// The next pieces of the picture.
    Pieces(Duration),
}

/// The plan for the render world.
#[derive(Resource, ExtractResource, Clone, Debug, Default)]
pub(super) struct Plan {
    pub number: u64,
    pub draws: Draws,
    /// The places of things, by which the picture is cut into pieces.
    pub boxes: Arc<Boxes>,
}

/// The time of the frame's extraction.
#[derive(Resource)]
pub(super) struct FrameStart(pub Instant);

impl Default for FrameStart {
    fn default() -> Self {
        Self(Instant::now())
    }
}

/// The progress of the render world, shared with the main world.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Progress {
    /// The number of the last complete picture.
    whole: Arc<AtomicU64>,
    /// The numbers of pictures drawn at once, and of pieces.
    drawn: Arc<[AtomicU64; 2]>,
    times: Arc<Mutex<Vec<PieceTimes>>>,
    /// The time of a picture drawn at once by the graphics card's clock, in microseconds.
    device_us: Arc<AtomicU64>,
    /// The time of the last picture so far, in microseconds, and a flag for missing pieces.
    cost_us: Arc<AtomicU64>,
    has_begun: Arc<AtomicBool>,
}

/// The number of frames whose piece times are kept.
const KEPT_TIMES: usize = 256;

impl Progress {
    pub fn finish(&self, number: u64) {
        self.whole.store(number, Ordering::Relaxed);
    }

    pub fn whole(&self) -> u64 {
        self.whole.load(Ordering::Relaxed)
    }

    /// The number of drawn pictures and pieces.
    pub fn drawn_count(&self) -> u64 {
        self.drawn.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }

    pub fn count_picture(&self, took: Duration) {
        self.cost_us.store(took.as_micros() as u64, Ordering::Relaxed);
        self.has_begun.store(false, Ordering::Relaxed);
        self.drawn[0].fetch_add(1, Ordering::Relaxed);
    }

    /// Records the graphics card's time of a picture drawn at once.
    pub fn learn_device_time(&self, took: Duration) {
        let took_us = took.as_micros() as u64;
        self.device_us.store(took_us, Ordering::Relaxed);
        if !self.has_begun.load(Ordering::Relaxed) {
            self.cost_us.fetch_max(took_us, Ordering::Relaxed);
        }
    }

    pub fn count_pieces(&self, times: PieceTimes) {
        self.drawn[1].fetch_add(times.pieces as u64, Ordering::Relaxed);
        let took = times.took.as_micros() as u64;
        if self.has_begun.swap(times.left > 0, Ordering::Relaxed) {
            self.cost_us.fetch_add(took, Ordering::Relaxed);
        } else {
            self.cost_us.store(took, Ordering::Relaxed);
        }
        let mut kept = lock(&self.times);
        if kept.len() < KEPT_TIMES {
            kept.push(times);
        }
    }
}

/// The pieces that one frame drew.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceTimes {
    /// The number of pieces.
    pub pieces: usize,
    /// The number of missing pieces.
    pub left: usize,
    /// The time of the frame before the pieces, for panels and, before the first piece, shadow
    /// maps.
    pub before: Duration,
    /// The time of all pieces.
    pub took: Duration,
    /// The time of the longest piece.
    pub longest: Duration,
}

/// The kept picture.
#[derive(Resource, Default)]
pub struct Picture {
    pub(super) number: u64,
    pub(super) progress: Progress,
    pub(super) is_asked: bool,
}

impl Picture {
    /// The number of the newest picture, which increases with every change.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns true if the newest picture is complete.
    pub fn is_whole(&self) -> bool {
        self.progress.whole() == self.number
    }

    /// Returns true if a picture with this number or a later one has been complete.
    pub fn has_been_whole(&self, number: u64) -> bool {
        self.progress.whole() >= number
    }

    /// Redraws the picture even if nothing has changed.
    pub fn draw_anew(&mut self) {
        self.is_asked = true;
    }

    /// The number of pictures drawn at once since the start.
    pub fn drawn_at_once(&self) -> u64 {
        self.progress.drawn[0].load(Ordering::Relaxed)
    }

    /// The time of the last picture with all its pieces: that of the processor, or of the graphics
    /// card if it is longer and known.
    pub fn cost(&self) -> Duration {
        Duration::from_micros(self.progress.cost_us.load(Ordering::Relaxed))
    }

    /// The graphics card's time of the last picture drawn at once. Zero until it is known, and on a
    /// card without time stamps.
    pub fn device_time(&self) -> Duration {
        Duration::from_micros(self.progress.device_us.load(Ordering::Relaxed))
    }

    /// The number of pieces drawn since the start.
    pub fn pieces_drawn(&self) -> u64 {
        self.progress.drawn[1].load(Ordering::Relaxed)
    }

    /// The pieces of each frame since the last call.
    pub fn take_piece_times(&self) -> Vec<PieceTimes> {
        std::mem::take(&mut lock(&self.progress.times))
    }
}
