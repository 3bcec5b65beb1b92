//! A figure's preview on the land, which lasts while the figure is shown. It changes parameters of
//! the lowest noise layer, leaves a single octave of that layer, or switches rivers on.

use super::build_up::{self, Stop};
use super::figure_row::{FigureRow, Screen};
use super::screens::{NOISE_KEYS, PANE_KEY, SOLO, broken_land};
use super::state::State;
use orogen_terrain::Scene;
use orogen_terrain::values::whole_address;

/// Returns true if a figure, with its current controls, has a preview on the land.
pub fn has_preview(row: &'static FigureRow, state: &State) -> bool {
    solo_octave(row, state).is_some() || !patch(row, state).is_empty()
}

/// The octave that the user selected with Solo, from 0.
fn solo_octave(row: &'static FigureRow, state: &State) -> Option<u32> {
    let has_solo = row.control(SOLO).is_some();
    let number = if has_solo { state.value(row, SOLO) as u32 } else { 0 };
    number.checked_sub(1)
}

/// The keys of the recipe that the figure changes, with their values; empty without a preview.
fn patch(row: &'static FigureRow, state: &State) -> Vec<(&'static str, String)> {
    let choice = |key: &str| -> Option<&'static str> {
        match row.control(key)?.kind {
            super::control::ControlKind::Choice { names, .. } => {
                names.get(state.value(row, key) as usize).copied()
            }
            _ => None,
        }
    };
    let basis = |name: &str| vec![("noise.basis", name.to_owned())];
    match (row.screen, row.name) {
        (Screen::Broken, name) => {
            let switch = format!("{name}.cured");
            let cured = row.control(&switch).is_some() && state.value(row, &switch) >= 0.5;
            broken_land(name, cured)
                .iter()
                .map(|(key, value)| (*key, (*value).to_owned()))
                .collect()
        }
        (Screen::Rivers, _) => vec![("rivers.on", "on".to_owned())],
        (Screen::Simplex, _) => basis("simplex"),
        (_, "noises") => choice("noises.chosen").map(basis).unwrap_or_default(),
        (_, "panes") => {
            let pane = (state.value(row, PANE_KEY) as usize).clamp(1, NOISE_KEYS.len());
            choice(NOISE_KEYS[pane - 1]).map(basis).unwrap_or_default()
        }
        (_, "hills") => {
            let order = state.value(row, "hills.order") as usize;
            let fade = choice("hills.fade").filter(|fade| *fade != "own");
            let mut patch = basis(["lattice0", "lattice1", "lattice2"][order.min(2)]);
            patch.extend(fade.map(|fade| ("noise.fade", fade.to_owned())));
            patch
        }
        _ => vec![],
    }
}

/// The scene with the preview of a figure.
///
/// `None` if there is no preview or it changes nothing.
///
/// ```
/// use orogen_lab::{State, on_land, row};
/// use orogen_terrain::Scene;
///
/// let row = row("break-fade").expect("it is in the table");
/// let preview = on_land::scene(&Scene::default(), row, &State::of(row)).expect("a preview");
/// assert_eq!(preview.recipe.base().noise.fade, orogen_noise::Fade::Linear);
/// ```
pub fn scene(original: &Scene, row: &'static FigureRow, state: &State) -> Option<Scene> {
    let mut scene = match solo_octave(row, state) {
        Some(octave) => solo(original, octave),
        None => original.clone(),
    };
    for (key, value) in patch(row, state) {
        scene.set_text(&whole_address(original, key), &value).ok()?;
    }
    (scene != *original && scene.validate().is_ok()).then_some(scene)
}

/// The scene with a single octave of the lowest noise layer, drawn in clay. The octave keeps its
/// height in the sum; warp, exponent, other layers and sea are gone.
fn solo(original: &Scene, octave: u32) -> Scene {
    let mut scene = build_up::scene(original, Stop::Octaves, 1.0, false);
    if let Some(base) = build_up::base_mut(&mut scene.recipe) {
        base.solo = Some(octave);
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ROWS, row};
    use orogen_terrain::Land;
    use orogen_terrain::preset::PRESETS;

    #[test]
    fn previews_on_the_land_are_valid_lands() {
        let mut count = 0;
        for figure in ROWS.iter() {
            let state = State::of(figure);
            for preset in PRESETS {
                let preset_scene = preset.scene().unwrap();
                let patched = patch(figure, &state);
                for (key, value) in &patched {
                    let mut scene = preset_scene.clone();
                    let key = whole_address(&preset_scene, key);
                    scene.set_text(&key, value).unwrap_or_else(|e| panic!("{}: {e}", figure.name));
                }
                count += usize::from(scene(&preset_scene, figure, &state).is_some());
            }
        }
        assert!(count > 30, "{count}");
    }

    #[test]
    fn each_pane_can_be_shown_on_the_land() {
        let (row, default_scene) = (row("panes").unwrap(), Scene::default());
        let mut bases = vec![];
        for pane in 1..=6 {
            let mut state = State::of(row);
            state.set(row, PANE_KEY, f64::from(pane));
            let preview = scene(&default_scene, row, &state);
            let basis = preview.as_ref().unwrap_or(&default_scene).recipe.base().noise.basis;
            assert!(!bases.contains(&basis), "{basis} twice");
            bases.push(basis);
        }
    }

    #[test]
    fn soloed_octaves_add_up_to_the_land() {
        let row = row("octaves").unwrap();
        let mut place_count = 0;
        for preset in PRESETS {
            let octaves_scene =
                build_up::scene(&preset.scene().unwrap(), Stop::Octaves, 1.0, false);
            if octaves_scene.recipe.base().fractal.kind != orogen_noise::FractalKind::Fbm {
                continue;
            }
            let height = |scene: &Scene, at| Land::new(&scene.recipe).unwrap().height_m(at, 0.0);
            let count = octaves_scene.recipe.base().fractal.octaves.ceil() as usize;
            for at in [[12.5, -99.0], [-4321.0, 777.25]] {
                let octaves = (1..=count.min(8)).map(|octave| {
                    let mut state = State::of(row);
                    state.set(row, SOLO, octave as f64);
                    height(&scene(&octaves_scene, row, &state).unwrap(), at)
                });
                let heights: Vec<f64> = octaves.collect();
                place_count += 1;
                if count <= 8 {
                    let (sum, total) = (heights.iter().sum::<f64>(), height(&octaves_scene, at));
                    assert!((sum - total).abs() < 1e-9, "{}: {sum} {total}", preset.slug);
                }
                assert!(heights.iter().any(|height| *height != heights[0]));
            }
        }
        assert!(place_count > 4, "{place_count}");
    }

    #[test]
    fn a_cured_mistake_restores_the_lands_fade() {
        let fade = row("break-fade").unwrap();
        let default_scene = Scene::default();
        let broken = scene(&default_scene, fade, &State::of(fade)).expect("the linear fade");
        assert_eq!(broken.recipe.base().noise.fade, orogen_noise::Fade::Linear);
        let mut cured = State::of(fade);
        cured.set(fade, "break-fade.cured", 1.0);
        assert_eq!(scene(&default_scene, fade, &cured), None, "the land has that fade");
    }
}
