//! The state of the X-ray. The X-ray draws the lattice of one octave on the land, with the gradient
//! of each lattice point as an arrow. The user drags the arrows, and the land follows.
//!
//! Dragged arrows are not part of the recipe at first; only the view shows the land with them. The
//! user keeps them, which adds them to the recipe, or drops them. They are also dropped once both
//! the X-ray and the lab are closed.

use bevy::input::mouse::MouseWheel;
use bevy::prelude::*;

use super::heights::LatticeHeights;
use crate::lab::State;
use crate::lab::xray::{LatticeSquare, OctaveLattice, Pin, trace_lattice};
use crate::noise::edit::{MAX_EDITS, can_edit};
use crate::noise::{Edit, Noise};
use crate::plugin::camera::LandCamera;
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::studio::app::notice::Notice;
use crate::studio::camera::ground::middle_of_view;
use crate::studio::camera::state::{FreeArea, InputOwner};
use crate::studio::command::kinds::Command;
use crate::studio::features::lab::land::LabLand;
use crate::studio::features::lab::state::Lab;
use crate::terrain::recipe::Recipe;

/// The state of the X-ray: the visible lattice, and the arrow that the user drags.
#[derive(Resource, Default)]
pub struct Xray {
    pub open: bool,
    /// The octave that the X-ray shows, counted from 0, the coarsest.
    pub octave: u32,
    /// The grid lines and lattice points ("pins") to draw.
    pub(super) lattice: OctaveLattice,
    pub(super) heights: LatticeHeights,
    made_for: Option<LatticeInputs>,
    pub(super) dragged_arrow: Option<DraggedArrow>,
    /// The tips that the user can grab: the pin's index in the lattice, and the tip's pixel.
    pub(super) handles: Vec<(usize, Vec2)>,
    /// The camera and the land for which the tips were found. The number is the land's revision,
    /// which counts its builds.
    pub(super) found_for: Option<(GlobalTransform, u64)>,
}

/// The arrow that the user drags.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DraggedArrow {
    pub(super) pin: Pin,
    /// The pixel where the user pressed the button.
    pub(super) press_pixel: Vec2,
    pub(super) has_moved: bool,
    /// The edited arrows that were not yet kept when the user pressed the button.
    pub(super) before: Vec<Edit>,
}

/// A lattice point: its octave, and its coordinates in that octave's cells.
type OctavePoint = (u32, [i64; 2]);

/// The inputs of the lattice. If one changes, the lattice is computed again.
#[derive(Clone, PartialEq)]
struct LatticeInputs {
    recipe: Recipe,
    octave: u32,
    square: LatticeSquare,
}

/// The number of lattice samples along each side of the square.
const SAMPLES: usize = 112;
/// The maximum side of the square before rounding, in cells.
const MAX_CELLS: f64 = 36.0;
/// The side of the square, before rounding, as a multiple of the camera's distance to its middle.
const SIDE_RATIO: f64 = 3.5;

impl Xray {
    /// Returns the lattice points of the visible square.
    pub fn pins(&self) -> &[Pin] {
        &self.lattice.pins
    }

    /// Returns the pixel of each tip that the user can grab, and true for the dragged arrow.
    pub fn handles(&self) -> impl Iterator<Item = (Vec2, bool)> {
        let dragged = self.dragged_arrow.as_ref().map(|arrow| arrow.pin.cell);
        self.handles
            .iter()
            .map(move |(pin, tip)| (*tip, dragged == Some(self.lattice.pins[*pin].cell)))
    }

    /// Returns true while the user drags an arrow.
    pub fn is_dragging(&self) -> bool {
        self.dragged_arrow.is_some()
    }

    /// Releases the dragged arrow and undoes the drag.
    pub fn cancel_drag(&mut self, state: &mut State) {
        if let Some(arrow) = self.dragged_arrow.take() {
            state.gradients = arrow.before;
        }
    }
}

/// Sets the gradient of a lattice point. Returns false if `recipe` and `state` together already have
/// the maximum number of edits.
pub(super) fn set_gradient(
    state: &mut State,
    recipe: &Recipe,
    (octave, cell): OctavePoint,
    gradient: [f64; 2],
) -> bool {
    // A point whose gradient the state replaces counts once.
    let is_other = |edit: &&Edit| {
        (edit.octave, edit.cell) != (octave, cell)
            && state.gradient(edit.octave, edit.cell).is_none()
    };
    let other_count = recipe.base().edits.iter().filter(is_other).count();
    let is_new = state.gradient(octave, cell).is_none();
    if is_new && other_count + state.gradients.len() >= MAX_EDITS {
        return false;
    }
    state.set_gradient(octave, cell, gradient)
}

/// Removes the edit of a lattice point. Its gradient then comes from the permutation table again.
pub(super) fn remove_edit(state: &mut State, recipe: &mut Recipe, (octave, cell): OctavePoint) {
    state.restore_gradient(octave, cell);
    let is_other = |edit: &Edit| (edit.octave, edit.cell) != (octave, cell);
    if recipe.base().edits.iter().any(|edit| !is_other(edit)) {
        let others: Vec<_> = recipe.base().edits.iter().copied().filter(is_other).collect();
        recipe.base_mut().edits = others.into();
    }
}

/// Returns the recipe with these edited gradients added, or `None` if `gradients` is empty or the
/// noise's lattice points cannot be edited.
pub fn with_edits(recipe: &Recipe, gradients: &[Edit]) -> Option<Recipe> {
    let has_noise = recipe.layers.iter().any(|layer| layer.as_noise().is_some());
    if gradients.is_empty() || !has_noise || !can_edit(recipe.base().noise.basis, 2) {
        return None;
    }
    let mut edited = recipe.clone();
    let is_kept =
        |old: &&Edit| !gradients.iter().any(|new| (new.octave, new.cell) == (old.octave, old.cell));
    let kept = recipe.base().edits.iter().filter(is_kept);
    let all: Vec<Edit> = kept.chain(gradients).copied().take(MAX_EDITS).collect();
    edited.base_mut().edits = all.into();
    Some(edited)
}

/// Returns the noise that the X-ray shows, and its frequency in cells per metre. It is the noise of
/// the first noise layer.
pub fn noise_of(recipe: &Recipe) -> Option<(Noise, f64)> {
    let layer = recipe.layers.iter().find(|layer| layer.as_noise().is_some())?;
    let noise = layer.as_noise()?;
    let spec = noise.spec(layer.seed(recipe.seed())).ok()?;
    Some((spec.build(2).ok()?, noise.frequency_per_m()))
}

pub(super) fn handle_commands(
    mut commands: MessageReader<Command>,
    mut xray: ResMut<Xray>,
    mut lab: ResMut<Lab>,
    mut wanted: ResMut<WantedScene>,
    mut notice: ResMut<Notice>,
) {
    for command in commands.read() {
        match command {
            Command::ToggleXray => {
                xray.open = !xray.open;
                if xray.open && noise_of(&wanted.0.recipe).is_none() {
                    xray.open = false;
                    notice.say("the X-ray needs a noise layer, and this land has none".to_owned());
                }
            }
            Command::FinerOctave => xray.octave += 1,
            Command::CoarserOctave => xray.octave = xray.octave.saturating_sub(1),
            Command::KeepArrows => {
                if let Some(edited) = with_edits(&wanted.0.recipe, &lab.state.gradients) {
                    let count = lab.state.gradients.len();
                    wanted.0.recipe = edited;
                    lab.state.gradients.clear();
                    let arrows = if count == 1 { "arrow" } else { "arrows" };
                    notice.say(format!("added {count} {arrows} to the recipe"));
                }
            }
            Command::DropArrows => lab.state.gradients.clear(),
            _ => {}
        }
    }
}

/// Drops the arrows that were not kept, once both the X-ray and the lab are closed.
pub(super) fn drop_pending_edits(
    xray: Res<Xray>,
    mut lab: ResMut<Lab>,
    mut notice: ResMut<Notice>,
) {
    if xray.open || lab.open || lab.state.gradients.is_empty() {
        return;
    }
    let dropped = lab.state.gradients.len();
    lab.state.gradients.clear();
    let arrows = if dropped == 1 { "arrow that was" } else { "arrows that were" };
    notice.say(format!("dropped {dropped} {arrows} not kept"));
}

/// Limits the octave to those that the noise has.
pub(super) fn clamp_octave(mut xray: ResMut<Xray>, mut lab: ResMut<Lab>, wanted: Res<WantedScene>) {
    let octaves = wanted.0.recipe.base().fractal.octaves.ceil() as u32;
    let octave = xray.octave.min(octaves.max(1) - 1);
    if xray.octave != octave {
        xray.octave = octave;
    }
    // Let the figures of the lab show the same octave.
    if xray.open && lab.state.octave != octave {
        lab.state.octave = octave;
    }
}

/// Lets Ctrl and the wheel choose the octave. The camera then does not zoom.
pub(super) fn choose_octave(
    mut xray: ResMut<Xray>,
    mut owner: ResMut<InputOwner>,
    mut wheel: MessageReader<MouseWheel>,
    keyboard: Res<ButtonInput<KeyCode>>,
) {
    let is_ctrl_held = keyboard.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let turned: f32 = wheel.read().map(|wheel| wheel.y).sum();
    if !xray.open || !is_ctrl_held || owner.panel_has_pointer {
        return;
    }
    owner.panel_has_pointer = true;
    if turned > 0.0 {
        xray.octave += 1;
    } else if turned < 0.0 {
        xray.octave = xray.octave.saturating_sub(1);
    }
}

/// Lets the view show the land with the arrows that are not kept.
pub(super) fn show_edits(lab: Res<Lab>, wanted: Res<WantedScene>, mut shown: ResMut<LabLand>) {
    let recipe = with_edits(&wanted.0.recipe, &lab.state.gradients);
    if shown.xrayed != recipe {
        shown.xrayed = recipe;
    }
}

/// Computes the lattice again if the camera, the noise or the octave has changed it.
pub(super) fn update_lattice(
    mut xray: ResMut<Xray>,
    lab: Res<Lab>,
    wanted: Res<WantedScene>,
    shown: Res<ShownLand>,
    area: Res<FreeArea>,
    origin: Res<RenderOrigin>,
    cameras: Query<(&Camera, &GlobalTransform), With<LandCamera>>,
) {
    if !xray.open {
        if xray.made_for.is_some() {
            *xray = Xray { octave: xray.octave, ..Xray::default() };
        }
        return;
    }
    let (Some(surface), Ok(camera)) = (shown.surface(), cameras.single()) else {
        return;
    };
    let edited = with_edits(&wanted.0.recipe, &lab.state.gradients);
    let recipe = edited.unwrap_or_else(|| wanted.0.recipe.clone());
    let Some((noise, frequency_per_m)) = noise_of(&recipe) else { return };
    let Some(([x, _, z], distance_m)) = middle_of_view(surface, &area, *origin, camera) else {
        return;
    };
    let Some(octave) = noise.fractal().octaves.get(xray.octave as usize) else { return };
    let cell_m = 1.0 / (frequency_per_m * octave.frequency);
    let square = square([x, z], (SIDE_RATIO * distance_m).min(MAX_CELLS * cell_m));
    let now = LatticeInputs { recipe, octave: xray.octave, square };
    if xray.made_for.as_ref() != Some(&now) {
        xray.lattice = trace_lattice(&noise, frequency_per_m, now.octave, &square);
        (xray.handles, xray.found_for) = (vec![], None);
        xray.made_for = Some(now);
    }
    // The edited land arrives some frames after the edit, so the heights are updated separately.
    if shown.is_changed() || xray.heights.low_m != square.middle_m.map(|x| x - 0.5 * square.side_m)
    {
        xray.heights = LatticeHeights::of(surface, &square);
    }
}

/// Returns a square of land with its middle and side rounded, so that it stays the same when the
/// camera moves a little.
fn square(middle_m: [f64; 2], side_m: f64) -> LatticeSquare {
    let side_m = (0.5 * (2.0 * side_m.max(1.0).log2()).round()).exp2();
    let step_m = side_m / 8.0;
    LatticeSquare {
        middle_m: middle_m.map(|x| (x / step_m).round() * step_m),
        side_m,
        samples: SAMPLES,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugin::land::state::{RecipeOverride, ViewOverride};
    use crate::plugin::order::OrogenSet;
    use crate::studio::app::keys::Keys;
    use crate::studio::features::left_out_part;
    use crate::studio::panel::state::{Hovered, SelectedLayer};
    use crate::terrain::preset::Preset;

    #[test]
    fn a_square_stays_while_the_camera_moves_a_little() {
        let at = square([1000.0, -300.0], 4000.0);
        assert_eq!(square([1010.0, -290.0], 4100.0), at);
        assert!(at.side_m > 2800.0 && at.side_m < 5700.0);
        assert_ne!(square([3000.0, -300.0], 4000.0), at);
    }

    #[test]
    fn edits_are_shown_kept_and_restored() {
        let mut recipe = Recipe::default();
        let mut state = State::default();
        assert_eq!(with_edits(&recipe, &state.gradients), None);
        let point = (0, [1, 2]);
        assert!(set_gradient(&mut state, &recipe, point, [0.5, -1.0]));
        assert!(set_gradient(&mut state, &recipe, point, [2.0, 0.0]), "the same arrow again");
        recipe = with_edits(&recipe, &state.gradients).unwrap();
        assert_eq!(recipe.base().edits.len(), 1);
        assert_ne!(recipe, Recipe::default());
        let full = (0..MAX_EDITS as i64 - 1).map(|i| Edit {
            octave: 0,
            cell: [i, 7],
            gradient: [1.0, 0.0],
        });
        recipe.base_mut().edits = full.collect::<Vec<_>>().into();
        for i in 0..3 {
            let is_set = set_gradient(&mut state, &recipe, (0, [i, 7]), [0.0, 1.0]);
            assert!(is_set, "points of the recipe count once");
        }
        recipe.base_mut().edits = Vec::new().into();
        state.gradients.clear();
        remove_edit(&mut state, &mut recipe, point);
        assert_eq!(recipe, Recipe::default());
        for i in 0..MAX_EDITS as i64 {
            assert!(set_gradient(&mut state, &recipe, (0, [i, 0]), [1.0, 0.0]));
        }
        assert!(
            !set_gradient(&mut state, &recipe, (0, [-1, 0]), [1.0, 0.0]),
            "the maximum is reached"
        );
    }

    #[test]
    fn a_dragged_arrow_changes_the_land_in_the_same_frame() {
        let mut app = App::new();
        app.init_resource::<Lab>()
            .init_resource::<LabLand>()
            .init_resource::<Keys>()
            .init_resource::<Hovered>()
            .init_resource::<SelectedLayer>()
            .init_resource::<RecipeOverride>()
            .init_resource::<ViewOverride>()
            .insert_resource(WantedScene(Preset::find("alps").unwrap().scene().unwrap()))
            .configure_sets(PostUpdate, (OrogenSet::Edit, OrogenSet::Build).chain())
            .add_systems(PostUpdate, show_edits.in_set(OrogenSet::Edit))
            .add_plugins(left_out_part::plugin);
        app.update();
        assert!(app.world().resource::<RecipeOverride>().0.is_none());
        for x in [0.5, 0.75] {
            let mut lab = app.world_mut().resource_mut::<Lab>();
            lab.state.set_gradient(0, [1, 2], [x, -1.0]);
            app.update();
            let shown = app.world().resource::<RecipeOverride>().0.as_ref().unwrap();
            assert_eq!(shown.base().edits[0].gradient, [x, -1.0]);
        }
    }

    #[test]
    fn cancelling_a_drag_restores_the_arrow() {
        let recipe = Preset::find("alps").unwrap().scene().unwrap().recipe;
        let (noise, frequency_per_m) = noise_of(&recipe).unwrap();
        let lattice = trace_lattice(&noise, frequency_per_m, 0, &square([0.0; 2], 4000.0));
        let (pin, mut state) = (lattice.pins[0].clone(), State::default());
        assert!(
            set_gradient(&mut state, &recipe, (0, [100, 7]), [0.25, 0.5]),
            "another arrow stays"
        );
        let before = state.gradients.clone();
        let (press_pixel, has_moved) = (Vec2::ZERO, false);
        let arrow =
            DraggedArrow { pin: pin.clone(), press_pixel, has_moved, before: before.clone() };
        let mut xray = Xray { dragged_arrow: Some(arrow), ..Xray::default() };
        assert!(
            set_gradient(&mut state, &recipe, (0, pin.cell), [1.0, -0.5]) && xray.is_dragging()
        );
        xray.cancel_drag(&mut state);
        assert!(state.gradients == before && !xray.is_dragging());
    }

    #[test]
    fn a_land_of_noise_has_a_lattice_to_show() {
        for slug in ["alps", "course", "canyon"] {
            let recipe = Preset::find(slug).unwrap().scene().unwrap().recipe;
            assert!(noise_of(&recipe).is_some(), "{slug}");
        }
    }
}
