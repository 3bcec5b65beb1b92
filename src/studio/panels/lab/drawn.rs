//! The figure that is seen, drawn when it has changed.

use std::time::{Duration, Instant};

use bevy_egui::egui;

use crate::lab::figure::{Anchor, Drawing};
use crate::lab::ink::Ink;
use crate::lab::{Context, State, sliders};
use crate::studio::lab::Lab;
use crate::terrain::Scene;

/// What takes longer to draw is not drawn in every frame while p or the land changes.
const SLOW: Duration = Duration::from_millis(12);
/// Of such a figure so many times its own time goes by between two drawings.
const PAUSES: u32 = 6;

/// The figure that is seen, drawn.
#[derive(Default)]
pub struct Figure {
    pub made: Option<Made>,
    /// Whether what is seen is one of a moment ago.
    pub waits: bool,
}

/// A drawing, and what it was made of.
pub struct Made {
    name: &'static str,
    state: State,
    scene: Scene,
    pub drawing: Drawing,
    /// Whether the challenge is done.
    pub done: bool,
    /// Another one for every drawing.
    pub number: u64,
    at: Instant,
    cost: Duration,
}

impl Figure {
    /// The figure as it is to be seen now.
    pub fn of(&mut self, context: &egui::Context, lab: &Lab, scene: &Scene) -> &Made {
        let mut state = lab.state.clone();
        if !follows_p(lab) {
            state.point = State::default().point;
        }
        let is_fresh = |made: &Made| {
            made.name == lab.row.name
                && made.state == state
                && made.scene.recipe == scene.recipe
                && made.scene.view == scene.view
        };
        let may_wait = |made: &Made| {
            let is_same = made.name == lab.row.name && made.state.step == state.step;
            is_same && made.cost > SLOW && made.at.elapsed() < PAUSES * made.cost
        };
        let kept = self.made.take();
        let has_fresh = kept.as_ref().is_some_and(is_fresh);
        self.waits = !has_fresh && kept.as_ref().is_some_and(may_wait);
        if self.waits {
            context.request_repaint();
        }
        let number = kept.as_ref().map_or(0, |made| made.number);
        let made = match kept {
            Some(made) if has_fresh || self.waits => made,
            _ => draw(lab, state, scene, number + 1),
        };
        self.made.insert(made)
    }
}

fn draw(lab: &Lab, state: State, scene: &Scene, number: u64) -> Made {
    let at = Instant::now();
    let (drawing, done) = match Context::new(scene, &state, lab.row) {
        Ok(context) => (context.draw(), (lab.row.challenge.done)(&context)),
        Err(problem) => (said(&problem.to_string()), false),
    };
    let (name, scene) = (lab.row.name, scene.clone());
    Made { name, state, scene, drawing, done, number, cost: at.elapsed(), at: Instant::now() }
}

/// A picture of a sentence.
fn said(problem: &str) -> Drawing {
    let mut drawing = Drawing::new(480.0, 120.0);
    drawing.text(Ink::Bad, 13.0, [240.0, 60.0], Anchor::Middle, "This noise cannot be made.");
    drawing.caption = problem.to_owned();
    drawing
}

/// Whether a figure is drawn anew when p moves.
fn follows_p(lab: &Lab) -> bool {
    lab.row.name != sliders::GENERAL
}
