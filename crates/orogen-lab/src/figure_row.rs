//! [`FigureRow`], which describes a figure, and [`Context`], the input of its draw function.

use std::cell::OnceCell;

use super::control::Control;
use super::effort::Effort;
use super::figure::Drawing;
pub use super::screen::Screen;
use super::state::{FIRST_POINT, State};
use orogen_noise::edit::{Edits, MAX_EDITS, can_edit};
use orogen_noise::{Edit, FractalKind, Noise, NoiseError, NoiseSpec, Trace};
use orogen_terrain::recipe::NoiseLayer;
use orogen_terrain::{Land, Scene};

/// A figure of the lab: name, words, controls and draw function.
#[derive(Debug)]
pub struct FigureRow {
    /// The name in files and on the command line: lower case, words joined by `-`.
    pub name: &'static str,
    /// The screen that shows the figure.
    pub screen: Screen,
    /// The heading.
    pub title: &'static str,
    /// The question that the figure answers.
    pub question: &'static str,
    /// The caption of each step, one or two sentences; at least one step.
    pub steps: &'static [&'static str],
    /// The figures of the literature that this figure reproduces, each with the step: `("E1", 3)`.
    ///
    /// The letter names the source: E is the Perlin explainer, N the n-dimensional article, S the
    /// simplex paper, L the lattice-noise article, C the course.
    pub reproduces: &'static [(&'static str, usize)],
    /// The controls that the user sets for this figure.
    pub controls: &'static [Control],
    /// The method as Rust code, at most twelve lines.
    pub code: &'static [&'static str],
    /// Draws the figure.
    pub draw: fn(&Context) -> Drawing,
    /// The challenge for the user.
    pub challenge: Challenge,
}

/// A task for the user that the program can check.
#[derive(Clone, Copy, Debug)]
pub struct Challenge {
    /// One sentence that begins with a verb.
    pub task: &'static str,
    /// A hint.
    pub hint: &'static str,
    /// Returns true once the challenge is solved.
    pub is_solved: fn(&Context) -> bool,
}

impl FigureRow {
    /// A control by its key.
    pub fn control(&self, key: &str) -> Option<&'static Control> {
        self.controls.iter().find(|control| control.key == key)
    }
}

/// The input of a draw function: the scene and the user's choices.
///
/// The land is built on first use, once per context.
pub struct Context<'a> {
    /// The scene. Figures look at its lowest layer of noise.
    pub scene: &'a Scene,
    /// The user's choices.
    pub state: &'a State,
    /// The figure.
    pub row: &'static FigureRow,
    /// The time that the drawing may take.
    pub effort: Effort,
    noise: Noise,
    land: OnceCell<Option<Land>>,
    /// The names and the values of the drawing's numbers, once it is drawn.
    numbers: OnceCell<Vec<(String, f64)>>,
}

impl<'a> Context<'a> {
    /// The context of a figure, for a scene and the user's choices.
    ///
    /// # Errors
    /// If choices of the recipe exclude each other.
    pub fn new(
        scene: &'a Scene,
        state: &'a State,
        row: &'static FigureRow,
    ) -> Result<Self, NoiseError> {
        let mut spec = scene.recipe.base().spec(scene.recipe.seed())?;
        apply_gradients(&mut spec, &state.gradients);
        let noise = spec.build(2)?;
        let effort = Effort::default();
        let (land, numbers) = (OnceCell::new(), OnceCell::new());
        Ok(Self { scene, state, row, effort, noise, land, numbers })
    }

    /// Replaces the effort.
    pub fn with_effort(self, effort: Effort) -> Self {
        Self { effort, numbers: OnceCell::new(), ..self }
    }

    /// Draws the figure.
    pub fn draw(&self) -> Drawing {
        let drawing = (self.row.draw)(self);
        self.numbers.get_or_init(|| named_numbers(&drawing));
        drawing
    }

    /// The value of a number in the drawing, by its name.
    ///
    /// Draws the figure unless this context has drawn it, so a challenge that reads a measurement
    /// takes no second drawing.
    pub fn drawn_value(&self, name: &str) -> Option<f64> {
        let numbers = self.numbers.get_or_init(|| named_numbers(&(self.row.draw)(self)));
        numbers.iter().find(|(other, _)| other == name).map(|(_, value)| *value)
    }

    /// The current step, limited to the last step of the figure.
    pub fn step(&self) -> usize {
        self.state.step.min(self.row.steps.len() - 1)
    }

    /// The caption of the step.
    pub fn caption(&self) -> String {
        self.row.steps[self.step()].to_owned()
    }

    /// The point p in cells of the first octave.
    pub fn p(&self) -> [f64; 2] {
        self.state.point
    }

    /// A control's value.
    ///
    /// # Panics
    /// If the figure does not have this control.
    pub fn value(&self, key: &str) -> f64 {
        self.state.value(self.row, key)
    }

    /// A control's value as a whole number; for a choice, its index.
    ///
    /// # Panics
    /// If the figure does not have this control.
    pub fn integer(&self, key: &str) -> usize {
        self.value(key).max(0.0) as usize
    }

    /// Returns true if a switch is on.
    ///
    /// # Panics
    /// If the figure does not have this control.
    pub fn is_on(&self, key: &str) -> bool {
        self.value(key) >= 0.5
    }

    /// The lowest layer of noise.
    pub fn base_layer(&self) -> &NoiseLayer {
        self.scene.recipe.base()
    }

    /// The noise of the lowest layer, in two dimensions.
    pub fn noise(&self) -> &Noise {
        &self.noise
    }

    /// The parameters of that noise.
    pub fn spec(&self) -> &NoiseSpec {
        self.noise.spec()
    }

    /// The same noise with changed parameters, in 1 to 4 dimensions.
    ///
    /// `None` if no noise can be built from them.
    pub fn noise_with(
        &self,
        dimensions: usize,
        change: impl FnOnce(&mut NoiseSpec),
    ) -> Option<Noise> {
        let mut spec = self.spec().clone();
        change(&mut spec);
        if !can_edit(spec.basis, dimensions) {
            spec.edits = Edits::default();
        }
        spec.build(dimensions).ok()
    }

    /// The noise with a single octave: no fractal, no warp.
    pub fn single_octave(&self, dimensions: usize) -> Option<Noise> {
        self.noise_with(dimensions, |spec| {
            spec.fractal = FractalKind::None;
            spec.warp.strength = 0.0;
            spec.warp.times = 0;
        })
    }

    /// The first octave alone, sampled at coordinates in its own cells.
    ///
    /// Its value at [`Self::cell_p`] equals the value of [`Self::single_octave`] at p.
    pub fn octave_in_cells(&self, dimensions: usize) -> Option<Noise> {
        self.noise_with(dimensions, |spec| {
            spec.fractal = FractalKind::None;
            spec.octave_seeds = false;
            spec.warp.strength = 0.0;
            spec.warp.times = 0;
        })
    }

    /// The offset that the first octave adds to p, in cells.
    ///
    /// If octaves have their own seeds, it is a fraction of a cell along each axis, else 0.
    pub fn offset(&self) -> [f64; 2] {
        let octaves = &self.noise.fractal().octaves;
        octaves.first().map_or([0.0; 2], |octave| [octave.shift[0], octave.shift[1]])
    }

    /// The point p in the first octave's own cells: p plus the octave's offset.
    pub fn cell_p(&self) -> [f64; 2] {
        let offset = self.offset();
        [0, 1].map(|axis| self.p()[axis] + offset[axis])
    }

    /// The trace of the whole layer's noise at p.
    pub fn trace(&self) -> Trace {
        self.noise.trace(&self.p())
    }

    /// The land; `None` if the recipe is invalid.
    pub fn land(&self) -> Option<&Land> {
        self.land.get_or_init(|| Land::new(&self.scene.recipe).ok()).as_ref()
    }

    /// The frequency of the first octave in cells per metre.
    pub fn frequency_per_m(&self) -> f64 {
        self.base_layer().frequency_per_m()
    }

    /// The position of p in the world: metres to the east (x) and to the south (z).
    ///
    /// The second coordinate of p points south.
    pub fn position_m(&self) -> [f64; 2] {
        self.p().map(|x| x / self.frequency_per_m())
    }
}

fn named_numbers(drawing: &Drawing) -> Vec<(String, f64)> {
    drawing.numbers().map(|number| (number.name.clone(), number.value)).collect()
}

/// Adds the user's gradients to the noise, if its lattice points can be edited.
fn apply_gradients(spec: &mut NoiseSpec, gradients: &[Edit]) {
    if can_edit(spec.basis, 2) && !gradients.is_empty() {
        let unreplaced = spec.edits.iter().filter(|old| {
            !gradients.iter().any(|new| (new.octave, new.cell) == (old.octave, old.cell))
        });
        let all: Vec<Edit> = unreplaced.chain(gradients).copied().take(MAX_EDITS).collect();
        spec.edits = all.into();
    }
}

impl State {
    /// The default state at the last step of a figure, which files and thumbnails show.
    pub fn of(row: &FigureRow) -> Self {
        Self { step: row.steps.len() - 1, ..Self::default() }
    }

    /// The value of a control of a figure. NaN for a parameter of the recipe.
    ///
    /// # Panics
    /// If the figure does not have this control.
    pub fn value(&self, row: &FigureRow, key: &str) -> f64 {
        let control =
            row.control(key).unwrap_or_else(|| panic!("{} has no control {key}", row.name));
        let value = self.values.get(key).copied().unwrap_or_else(|| control.start());
        control.nearest_allowed(value)
    }

    /// Sets a control to the allowed value nearest to `value`. Ignores unknown keys.
    pub fn set(&mut self, row: &FigureRow, key: &str, value: f64) {
        if let Some(control) = row.control(key) {
            let value = control.nearest_allowed(value);
            if value == control.start() {
                self.values.remove(key);
            } else {
                self.values.insert(control.key, value);
            }
        }
    }

    /// Resets the controls of a figure, the point, the octave, the gradients and the step.
    pub fn reset(&mut self, row: &FigureRow) {
        self.gradients.clear();
        self.values.retain(|key, _| row.control(key).is_none());
        (self.step, self.point, self.octave) = (0, FIRST_POINT, 0);
    }
}
