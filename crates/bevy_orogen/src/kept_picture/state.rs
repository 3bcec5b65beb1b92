//! The state of the kept picture, the cached image of the land.
//!
//! It tells which picture is the newest, and how much of it is drawn.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::render::extract_component::ExtractComponent;
use bevy::render::extract_resource::ExtractResource;

use super::screen_boxes::ScreenBoxes;
use crate::land::lock::lock;

/// Marks the camera of the land, whose picture is kept in an image.
///
/// The camera's target must be an image. Its depth texture must be usable as a binding (see
/// `Camera3d::depth_texture_usages`).
#[derive(Component, ExtractComponent, Clone, Copy, Debug, Default)]
pub struct KeptPicture;

/// Marks a camera that shows the kept picture behind its own content.
///
/// It must be ordered after the camera of the land.
#[derive(Component, ExtractComponent, Clone, Copy, Debug, Default)]
pub struct ShowsPicture {
    /// True if land hides the camera's content behind it. Then the depth of the picture is kept,
    /// too.
    ///
    /// After switching it on, call [`PictureState::request_redraw`], because the depth of the current
    /// picture has not been kept.
    pub with_depth: bool,
}

/// The time limit for pieces in each frame.
///
/// `None` draws every picture in one frame. To draw in pieces, the camera must not use indirect
/// draw commands.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceTimeLimit(pub Option<Duration>);

/// The part of the picture that a frame draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum DrawnPart {
    /// Nothing. The kept picture stays as it is.
    Nothing,
    /// The whole picture.
    #[default]
    Whole,
    /// The next pieces of the picture, for about this time at most.
    Pieces(Duration),
}

/// The main world's plan of a frame, which the render world carries out.
#[derive(Resource, ExtractResource, Clone, Debug, Default)]
pub(super) struct FramePlan {
    /// The number of the newest picture.
    pub number: u64,
    pub draws: DrawnPart,
    /// The screen rectangles of entities, from which the picture is cut into pieces.
    pub boxes: Arc<ScreenBoxes>,
}

/// The time at which the render world began the frame, when data was extracted for it.
#[derive(Resource)]
pub(super) struct FrameStart(pub Instant);

impl Default for FrameStart {
    fn default() -> Self {
        Self(Instant::now())
    }
}

/// The progress of the render world, shared with the main world.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct RenderProgress {
    /// The number of the last complete picture.
    last_complete: Arc<AtomicU64>,
    /// The number of pictures drawn in one frame, and the number of drawn pieces.
    drawn_counts: Arc<[AtomicU64; 2]>,
    times: Arc<Mutex<Vec<PieceTimes>>>,
    /// The time that the graphics card measured for the last picture drawn in one frame, in
    /// microseconds.
    device_us: Arc<AtomicU64>,
    /// The duration of the last picture so far, in microseconds.
    duration_us: Arc<AtomicU64>,
    /// True if some pieces of the last picture are still to be drawn.
    is_partial: Arc<AtomicBool>,
}

/// The largest number of frames whose times wait for [`PictureState::take_piece_times`].
const MAX_KEPT_TIMES: usize = 256;

impl RenderProgress {
    /// Records that the picture with this number is complete.
    pub fn finish(&self, number: u64) {
        self.last_complete.store(number, Ordering::Relaxed);
    }

    /// The number of the last complete picture.
    pub fn last_complete(&self) -> u64 {
        self.last_complete.load(Ordering::Relaxed)
    }

    /// The number of pictures drawn in one frame plus the number of pieces.
    pub fn drawn_count(&self) -> u64 {
        self.drawn_counts.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }

    /// Records a picture drawn in one frame, and the processor's time for it.
    pub fn record_picture(&self, took: Duration) {
        self.duration_us.store(took.as_micros() as u64, Ordering::Relaxed);
        self.is_partial.store(false, Ordering::Relaxed);
        self.drawn_counts[0].fetch_add(1, Ordering::Relaxed);
    }

    /// Records the graphics card's time for a picture drawn in one frame.
    pub fn record_device_time(&self, took: Duration) {
        let took_us = took.as_micros() as u64;
        self.device_us.store(took_us, Ordering::Relaxed);
        if !self.is_partial.load(Ordering::Relaxed) {
            self.duration_us.fetch_max(took_us, Ordering::Relaxed);
        }
    }

    /// Records the pieces that a frame drew.
    pub fn record_pieces(&self, times: PieceTimes) {
        self.drawn_counts[1].fetch_add(times.pieces as u64, Ordering::Relaxed);
        let took_us = times.total.as_micros() as u64;
        if self.is_partial.swap(times.remaining > 0, Ordering::Relaxed) {
            self.duration_us.fetch_add(took_us, Ordering::Relaxed);
        } else {
            self.duration_us.store(took_us, Ordering::Relaxed);
        }
        let mut kept = lock(&self.times);
        if kept.len() < MAX_KEPT_TIMES {
            kept.push(times);
        }
    }
}

/// The number and the times of the pieces that one frame drew.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceTimes {
    /// The number of drawn pieces.
    pub pieces: usize,
    /// The number of entities and rectangles that later frames have to draw, plus the final copy.
    pub remaining: usize,
    /// The time from the start of the frame to its first piece.
    ///
    /// In this time the frame draws panels and, before the first piece of a picture, shadow maps.
    pub until_first: Duration,
    /// The total time of the frame's pieces.
    pub total: Duration,
    /// The time of the longest piece.
    pub longest: Duration,
}

/// The state of the kept picture, as the main world sees it.
#[derive(Resource, Default)]
pub struct PictureState {
    pub(super) number: u64,
    pub(super) progress: RenderProgress,
    pub(super) is_requested: bool,
}

impl PictureState {
    /// The number of the newest picture. Every change of the picture increases it.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns true if the newest picture is complete.
    pub fn is_complete(&self) -> bool {
        self.progress.last_complete() == self.number
    }

    /// Returns true if this picture, or a later picture, has been completed.
    pub fn has_been_complete(&self, number: u64) -> bool {
        self.progress.last_complete() >= number
    }

    /// Requests a new picture even if nothing has changed.
    pub fn request_redraw(&mut self) {
        self.is_requested = true;
    }

    /// The number of pictures drawn in one frame since the program started.
    pub fn whole_pictures_drawn(&self) -> u64 {
        self.progress.drawn_counts[0].load(Ordering::Relaxed)
    }

    /// The duration of the last picture, including all its pieces drawn so far.
    ///
    /// It is measured on the processor. For a picture drawn in one frame it is the graphics card's
    /// time, if that is known and longer.
    pub fn draw_duration(&self) -> Duration {
        Duration::from_micros(self.progress.duration_us.load(Ordering::Relaxed))
    }

    /// The graphics card's time for the last picture drawn in one frame.
    ///
    /// It is zero until it is known, and on a card without time stamps.
    pub fn device_time(&self) -> Duration {
        Duration::from_micros(self.progress.device_us.load(Ordering::Relaxed))
    }

    /// The number of pieces drawn since the program started.
    pub fn pieces_drawn(&self) -> u64 {
        self.progress.drawn_counts[1].load(Ordering::Relaxed)
    }

    /// Takes the times of all frames that drew pieces since the last call.
    ///
    /// At most 256 frames are stored; the times of later frames are dropped.
    pub fn take_piece_times(&self) -> Vec<PieceTimes> {
        std::mem::take(&mut lock(&self.progress.times))
    }
}
