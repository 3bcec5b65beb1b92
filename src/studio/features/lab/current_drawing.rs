//! The drawing of the visible figure, which is made again when an input changes.

use std::time::{Duration, Instant};

use bevy_egui::egui;

use super::state::Lab;
use super::wake::wake;
use super::worker::Worker;
use crate::lab::figure::{Anchor, Drawing};
use crate::lab::ink::Ink;
use crate::lab::{Context, Effort, FigureRow, State, sliders};
use crate::terrain::Scene;

/// A figure whose drawing takes longer than this counts as slow. It is not redrawn in every frame
/// while the point p or the land changes.
const SLOW: Duration = Duration::from_millis(12);
/// The pause between two redraws of a slow figure, as a multiple of its draw time.
const PAUSE_RATIO: u32 = 6;
/// The time without changes after which a figure is drawn with more effort, if that improves it.
const REST: Duration = Duration::from_millis(250);

/// The drawing of the visible figure, and the thread that improves it.
#[derive(Default)]
pub struct VisibleFigure {
    pub made: Option<MadeDrawing>,
    /// True while the drawing is outdated, because a slow figure waits for its next redraw.
    pub is_outdated: bool,
    /// The thread that draws with more effort.
    refiner: Option<Worker<DrawingJob, MadeDrawing>>,
}

/// The inputs of a drawing that is still to be made.
struct DrawingJob {
    row: &'static FigureRow,
    state: State,
    scene: Scene,
    effort: Effort,
}

/// A drawing and the inputs that it was made from.
pub struct MadeDrawing {
    name: &'static str,
    state: State,
    scene: Scene,
    effort: Effort,
    pub drawing: Drawing,
    /// True if the figure's challenge is solved.
    pub is_solved: bool,
    /// The number of the drawing. Each new drawing of the lab has another number.
    pub number: u64,
    drawn_at: Instant,
    /// The time that the drawing took.
    cost: Duration,
}

impl VisibleFigure {
    /// Returns the drawing to show now. Draws again if the last drawing is outdated, unless the
    /// figure is slow and was drawn a moment ago.
    pub fn update(&mut self, context: &egui::Context, lab: &Lab, scene: &Scene) -> &MadeDrawing {
        let mut state = lab.state.clone();
        if !follows_p(lab) {
            state.point = State::default().point;
        }
        let row = lab.row;
        let is_fresh = |made: &MadeDrawing| made.is_of(row, &state, scene);
        let may_wait = |made: &MadeDrawing| {
            let is_same = made.name == lab.row.name && made.state.step == state.step;
            is_same && made.cost > SLOW && made.drawn_at.elapsed() < PAUSE_RATIO * made.cost
        };
        let mut old = self.made.take();
        let refined = self.refiner.as_mut().and_then(Worker::take).filter(&is_fresh);
        if let (Some(old), Some(refined)) = (old.as_mut().filter(|made| is_fresh(made)), refined) {
            *old = MadeDrawing { number: old.number + 1, ..refined };
        }
        let has_fresh = old.as_ref().is_some_and(is_fresh);
        self.is_outdated = !has_fresh && old.as_ref().is_some_and(may_wait);
        if self.is_outdated {
            context.request_repaint();
        }
        let number = old.as_ref().map_or(0, |made| made.number);
        let made = match old {
            Some(made) if has_fresh || self.is_outdated => made,
            _ => {
                let effort = first_effort(row, &state);
                let made = DrawingJob { row, state, scene: scene.clone(), effort }.draw();
                MadeDrawing { number: number + 1, ..made }
            }
        };
        if !self.is_outdated {
            self.refine(context, row, &made);
        }
        self.made.insert(made)
    }

    /// Starts a drawing with more effort on the other thread, if nothing has changed for a while
    /// and the figure has a better quality.
    fn refine(&mut self, context: &egui::Context, row: &'static FigureRow, made: &MadeDrawing) {
        let effort = match made.effort {
            Effort::Dragged => Effort::Usual,
            Effort::Usual | Effort::Idle => Effort::Idle,
        };
        if made.effort >= Effort::highest(row.name) {
            return;
        }
        let idle_time = made.drawn_at.elapsed();
        if idle_time < REST {
            return wake(context, REST - idle_time);
        }
        if self.refiner.is_none() {
            self.refiner = Worker::new(context, "orogen-figure", DrawingJob::draw);
        }
        if let Some(refiner) = &mut self.refiner {
            let (state, scene) = (made.state.clone(), made.scene.clone());
            refiner.ask(|| DrawingJob { row, state, scene, effort });
        }
    }
}

impl MadeDrawing {
    /// Returns true if the drawing shows the figure of this name.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name
    }

    fn is_of(&self, row: &FigureRow, state: &State, scene: &Scene) -> bool {
        self.name == row.name
            && self.state == *state
            && self.scene.recipe == scene.recipe
            && self.scene.view == scene.view
    }
}

impl DrawingJob {
    fn draw(self) -> MadeDrawing {
        let start = Instant::now();
        let Self { row, state, scene, effort } = self;
        let (drawing, is_solved) = match Context::new(&scene, &state, row) {
            Ok(context) => {
                let context = context.with_effort(effort);
                (sliders::draw(&context), (row.challenge.is_solved)(&context))
            }
            Err(problem) => (problem_picture(&problem.to_string()), false),
        };
        let (name, cost, number) = (row.name, start.elapsed(), 0);
        MadeDrawing {
            name,
            state,
            scene,
            effort,
            drawing,
            is_solved,
            number,
            cost,
            drawn_at: Instant::now(),
        }
    }
}

/// Returns the effort of the first drawing. It is low while the figure explains a parameter,
/// because that adds three slow pictures of the land.
fn first_effort(row: &FigureRow, state: &State) -> Effort {
    match state.explained {
        Some(_) => Effort::Dragged,
        None => Effort::lowest(row.name),
    }
}

/// Returns a drawing that says why the noise cannot be built.
fn problem_picture(problem: &str) -> Drawing {
    let mut drawing = Drawing::new(480.0, 120.0);
    drawing.text(Ink::Bad, 13.0, [240.0, 60.0], Anchor::Middle, "This noise cannot be made.");
    drawing.caption = problem.to_owned();
    drawing
}

/// Returns true if the figure depends on the point p and has to be redrawn when p moves.
fn follows_p(lab: &Lab) -> bool {
    lab.row.name != sliders::GENERAL
}
