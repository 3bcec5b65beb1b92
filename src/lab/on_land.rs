//! What a figure can put on the land: parameters of the lowest layer of noise, for as long as it is
//! seen.

use super::row::{Row, Screen};
use super::screens::broken_land;
use super::state::State;
use crate::terrain::Scene;

/// Keys of the recipe with their values; empty where a figure has nothing to put on the land.
pub fn patch(row: &'static Row, state: &State) -> Vec<(&'static str, String)> {
    let chosen = |key: &str| -> Option<&'static str> {
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
        (_, "noises") => chosen("noises.chosen").map(basis).unwrap_or_default(),
        (_, "panes") => chosen("panes.a").map(basis).unwrap_or_default(),
        (_, "hills") => {
            let order = state.value(row, "hills.order") as usize;
            let fade = chosen("hills.fade").filter(|fade| *fade != "own");
            let mut patch = basis(["lattice0", "lattice1", "lattice2"][order.min(2)]);
            patch.extend(fade.map(|fade| ("noise.fade", fade.to_owned())));
            patch
        }
        _ => vec![],
    }
}

/// The scene with what a figure puts on it; `None` where that is nothing, or changes nothing.
pub fn scene(of: &Scene, row: &'static Row, state: &State) -> Option<Scene> {
    let mut scene = of.clone();
    for (key, value) in patch(row, state) {
        scene.set_text(key, &value).ok()?;
    }
    (scene != *of && scene.validate().is_ok()).then_some(scene)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{ROWS, row};
    use crate::terrain::preset::PRESETS;

    #[test]
    fn what_figures_put_on_the_land_makes_lands() {
        let mut count = 0;
        for figure in ROWS.iter() {
            let state = State::of(figure);
            for preset in PRESETS {
                let own = preset.scene().unwrap();
                let patched = patch(figure, &state);
                for (key, value) in &patched {
                    let mut scene = own.clone();
                    scene.set_text(key, value).unwrap_or_else(|e| panic!("{}: {e}", figure.name));
                }
                count += usize::from(scene(&own, figure, &state).is_some());
            }
        }
        assert!(count > 30, "{count}");
    }

    #[test]
    fn a_cure_gives_the_land_what_the_mistake_took() {
        let fade = row("break-fade").unwrap();
        let own = Scene::default();
        let broken = scene(&own, fade, &State::of(fade)).expect("the linear fade");
        assert_eq!(broken.recipe.base().noise.fade, crate::noise::Fade::Linear);
        let mut cured = State::of(fade);
        cured.set(fade, "break-fade.cured", 1.0);
        assert_eq!(scene(&own, fade, &cured), None, "the land has that fade");
    }
}
