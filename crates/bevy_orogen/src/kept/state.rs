//! What is known of the kept picture: which one it is, and how much of it is drawn.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::render::extract_component::ExtractComponent;
use bevy::render::extract_resource::ExtractResource;

use super::boxes::Boxes;
use crate::land::lock::lock;

/// Marks the land's camera whose picture is kept. Its target is an image, and its depth texture can
/// be bound (`Camera3d::depth_texture_usages`).
#[derive(Component, ExtractComponent, Clone, Copy, Debug, Default)]
pub struct KeptPicture;

/// Marks a camera that shows the kept picture behind all that it draws. Its order is behind that of
/// the land's camera.
#[derive(Component, ExtractComponent, Clone, Copy, Debug, Default)]
pub struct ShowsPicture {
    /// Whether the picture's depth is laid, too: what is drawn over it is then hidden where it is behind the land. Who
    /// turns this on has the picture drawn anew ([`Picture::draw_anew`]), whose depth is not kept before.
    pub with_depth: bool,
}

/// Whether sharp pictures are drawn in pieces, and how long a piece may take. `None` draws every
/// picture at once. Pieces need a camera that draws without indirect commands.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces(pub Option<Duration>);

/// What is to be drawn of the picture in a frame.
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

/// What the render world is to draw.
#[derive(Resource, ExtractResource, Clone, Debug, Default)]
pub(super) struct Plan {
    pub number: u64,
    pub draws: Draws,
    /// Where the things in the picture are, by which it is cut into pieces.
    pub boxes: Arc<Boxes>,
}

/// When the frame was taken over from the main world.
#[derive(Resource)]
pub(super) struct Began(pub Instant);

impl Default for Began {
    fn default() -> Self {
        Self(Instant::now())
    }
}

/// How far the render world has come, as both worlds see it.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Progress {
    /// The number of the last picture that is whole.
    whole: Arc<AtomicU64>,
    /// How many pictures were drawn at once, and how many pieces of others.
    drawn: Arc<[AtomicU64; 2]>,
    times: Arc<Mutex<Vec<PieceTimes>>>,
    /// How long a graphics card took for a picture that was drawn at once, by its clock, in microseconds.
    device_us: Arc<AtomicU64>,
    /// How long the last picture took so far, in microseconds, and whether pieces of it are still to come.
    cost_us: Arc<AtomicU64>,
    has_begun: Arc<AtomicBool>,
}

/// So many frames' times of pieces are kept for whoever asks.
const KEPT_TIMES: usize = 256;

impl Progress {
    pub fn finish(&self, number: u64) {
        self.whole.store(number, Ordering::Relaxed);
    }

    pub fn whole(&self) -> u64 {
        self.whole.load(Ordering::Relaxed)
    }

    /// How many pictures and pieces have been drawn.
    pub fn drawn(&self) -> u64 {
        self.drawn.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }

    pub fn count_picture(&self, took: Duration) {
        self.cost_us.store(took.as_micros() as u64, Ordering::Relaxed);
        self.has_begun.store(false, Ordering::Relaxed);
        self.drawn[0].fetch_add(1, Ordering::Relaxed);
    }

    /// Learns how long a graphics card took for a picture that was drawn at once.
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
    /// How many.
    pub pieces: usize,
    /// How many the picture still lacks.
    pub left: usize,
    /// How long the frame took before them: for panels, and before the first piece for shadow maps.
    pub before: Duration,
    /// How long they took together.
    pub took: Duration,
    /// How long the longest took.
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
    /// The number of the newest picture: another whenever something in it has changed.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whether the newest picture is drawn, all of it.
    pub fn is_whole(&self) -> bool {
        self.progress.whole() == self.number
    }

    /// Whether a picture of this number or a later one has been whole.
    pub fn has_been_whole(&self, number: u64) -> bool {
        self.progress.whole() >= number
    }

    /// Has the picture drawn again, changed or not.
    pub fn draw_anew(&mut self) {
        self.is_asked = true;
    }

    /// How many pictures have been drawn at once since the start.
    pub fn drawn_at_once(&self) -> u64 {
        self.progress.drawn[0].load(Ordering::Relaxed)
    }

    /// How long the last picture took, at once or all its pieces: what the processor did for it, or the graphics card if
    /// that took longer and its time is known by now.
    pub fn cost(&self) -> Duration {
        Duration::from_micros(self.progress.cost_us.load(Ordering::Relaxed))
    }

    /// The time that a graphics card took for the last picture that was drawn at once, by the card's clock. It is zero
    /// until the card has told it, and on a card without time stamps.
    pub fn device_time(&self) -> Duration {
        Duration::from_micros(self.progress.device_us.load(Ordering::Relaxed))
    }

    /// How many pieces of pictures have been drawn since the start.
    pub fn pieces_drawn(&self) -> u64 {
        self.progress.drawn[1].load(Ordering::Relaxed)
    }

    /// What each frame has drawn in pieces since this was last asked.
    pub fn take_piece_times(&self) -> Vec<PieceTimes> {
        std::mem::take(&mut lock(&self.progress.times))
    }
}
