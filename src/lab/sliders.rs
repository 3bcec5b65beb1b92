//! Which figure explains a parameter of the panel.

use super::row::Row;
use super::table::{ROWS, row};

/// The figure that explains any parameter by its own land: how it looks with little and with much of
/// it.
pub const GENERAL: &str = "slider";

/// Parameters that a figure of the literature explains, by the ends of their keys, with its number
/// in the catalogue.
const EXPLAINED: &[(&str, &str)] = &[
    ("noise.basis", "E4"),
    ("noise.permutation", "E7"),
    ("noise.gradients", "S5"),
    ("noise.fade", "E3"),
    ("noise.period", "C2"),
    ("fractal.kind", "E10"),
    ("fractal.octaves", "E9"),
    ("fractal.lacunarity", "E9"),
    ("fractal.gain", "E9"),
    ("fractal.normalise", "N5"),
    ("fractal.rotate", "N6"),
    ("fractal.octave_seeds", "N6"),
    ("warp.strength", "C11"),
    ("warp.times", "C11"),
    ("world.seed", "E8"),
    ("colour.water", "C12"),
    ("colour.grass", "C12"),
    ("colour.mountain", "C12"),
    ("colour.alpha_scale", "C12"),
    ("colour.shininess_water", "C12"),
    ("colour.shininess_land", "C12"),
];

/// The figure that explains a parameter, by its address or key, and the step of it.
pub fn explains(key: &str) -> (&'static str, usize) {
    let is_it = |(end, _): &&(&str, &str)| {
        key.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    let special = EXPLAINED.iter().find(is_it).and_then(|(_, id)| showing(id));
    let general = || row(GENERAL).map_or((ROWS[0].name, 0), |row| (row.name, row.steps.len() - 1));
    special.unwrap_or_else(general)
}

/// The figure that shows one of the catalogue, and its step.
fn showing(id: &str) -> Option<(&'static str, usize)> {
    let of = |row: &&'static Row| {
        let step = row.shows.iter().find(|(shown, _)| *shown == id).map(|(_, step)| *step);
        step.map(|step| (row.name, step))
    };
    ROWS.iter().find_map(of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::Scene;
    use crate::terrain::layer::LayerKind;
    use crate::terrain::mask::{Mask, MaskType};
    use crate::terrain::operation::{ListedOperation, Operation, OperationKind};
    use crate::terrain::preset::PRESETS;
    use crate::terrain::values;

    /// Scenes that have every parameter there is among them.
    fn scenes() -> Vec<Scene> {
        let mut all: Vec<_> = PRESETS.iter().map(|preset| preset.scene().unwrap()).collect();
        let with = |change: &dyn Fn(&mut Scene)| {
            let mut scene = Scene::default();
            change(&mut scene);
            scene
        };
        for (kind, _) in LayerKind::all() {
            let kind = LayerKind::named(kind).unwrap();
            all.push(with(&|scene| _ = scene.recipe.layers.add(0, kind.clone()).unwrap()));
        }
        for kind in OperationKind::ALL {
            let listed = || ListedOperation::new(1, Operation::new(kind.value));
            all.push(with(&|scene| scene.recipe.operations.push(listed())));
        }
        for kind in MaskType::ALL {
            let mask = || Mask::new(1, kind.value);
            all.push(with(&|scene| scene.recipe.erosion_masks.0.push(mask())));
        }
        all
    }

    #[test]
    fn every_parameter_of_the_panel_is_explained() {
        let mut count = 0;
        for scene in scenes() {
            for value in values::of_scene(&scene) {
                let (name, step) = explains(&value.address);
                let found = row(name).unwrap_or_else(|| panic!("{}: {name}", value.address));
                assert!(step < found.steps.len(), "{}: {name} at {step}", value.address);
                count += 1;
            }
        }
        assert!(count > 1000, "{count}");
    }
}
