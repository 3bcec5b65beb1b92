//! Finds the figure that explains a parameter of the panel.

use super::context::Context;
use super::control::ControlKind;
use super::figure::Drawing;
use super::figure_row::FigureRow;
use super::less_more;
use super::state::State;
use super::table::{ROWS, row};
use orogen_terrain::Scene;
use orogen_terrain::marks::Tool;
use orogen_terrain::values;

/// The name of the general figure, which shows the land at a lower and a higher value.
pub const GENERAL: &str = "slider";

/// Parameters with a figure of their own: key, figure, step. The keys belong to the lowest noise
/// layer or to the recipe itself. Figures of mistakes and the build-up are never listed.
const EXPLAINED: &[(&str, &str, usize)] = &[
    ("noise.basis", "noises", 2),
    ("noise.permutation", "table", 3),
    ("noise.gradients", "gradients", 0),
    ("noise.fade", "fades", 2),
    ("noise.period", "wishes", 0),
    ("fractal.kind", "variants", 2),
    ("fractal.octaves", "octaves", 3),
    ("fractal.lacunarity", "octaves", 3),
    ("fractal.gain", "octaves", 3),
    ("fractal.normalise", "range", 2),
    ("fractal.rotate", "origin", 1),
    ("fractal.octave_seeds", "origin", 2),
    ("warp.strength", "variants", 3),
    ("warp.times", "variants", 3),
    ("world.seed", "shuffle", 1),
    ("rivers.on", "river-flow", 1),
    ("rivers.valleys_m", "river-nodes", 3),
    ("rivers.branching", "river-nodes", 1),
    ("rivers.depth_m", "river-valley", 1),
    ("rivers.sides", "river-valley", 1),
    ("rivers.floor", "river-valley", 1),
    ("rivers.size", "river-flow", 3),
    ("rivers.from_km2", "river-flow", 1),
    ("rivers.wander", "river-flow", 1),
    ("rivers.meanders", "river-flow", 1),
    ("rivers.lakes", "river-sinks", 3),
    ("rivers.gorge_m", "river-sinks", 2),
    ("rivers.variety", "river-channel", 1),
    ("rivers.braids", "river-channel", 2),
    ("rivers.deltas", "river-channel", 3),
    ("colour.water", "mesh", 5),
    ("colour.grass", "mesh", 5),
    ("colour.mountain", "mesh", 5),
    ("colour.alpha_scale", "mesh", 5),
    ("colour.shininess_water", "mesh", 5),
    ("colour.shininess_land", "mesh", 5),
];

/// The name and the step of the figure that explains a parameter.
///
/// `address` is the parameter's address in the scene, or its key.
///
/// ```
/// let scene = orogen_lab::teaching_scene();
/// assert_eq!(orogen_lab::sliders::explaining_figure(&scene, "fractal.gain"), ("octaves", 3));
/// ```
pub fn explaining_figure(scene: &Scene, address: &str) -> (&'static str, usize) {
    let key = strip_base_layer(scene, address);
    let entry = EXPLAINED.iter().find(|(explained, ..)| *explained == key);
    let entry =
        entry.map(|(_, name, step)| (*name, *step)).or_else(|| figure_of_mark(scene, address));
    let general_figure =
        || row(GENERAL).map_or((ROWS[0].name, 0), |row| (row.name, row.steps.len() - 1));
    entry.unwrap_or_else(general_figure)
}

/// The figure that explains a parameter of a mark, by the mark's tool. `None` for other parameters.
fn figure_of_mark(scene: &Scene, address: &str) -> Option<(&'static str, usize)> {
    let (layer, rest) = address.strip_prefix("layer.")?.split_once(".mark.")?;
    let (mark, _) = rest.split_once('.')?;
    let (layer, mark): (u32, u32) = (layer.parse().ok()?, mark.parse().ok()?);
    let marks = scene.recipe.layers.iter().find(|other| other.id == layer)?.marks();
    let mark = marks.iter().find(|other| other.id == mark)?;
    Some(match mark.tool {
        Tool::Brush(_) | Tool::Smooth(_) => ("stroke", 2),
        _ => ("banks", 2),
    })
}

/// Strips the layer's number from an address in the lowest layer of noise. Returns other addresses
/// unchanged.
fn strip_base_layer<'a>(scene: &Scene, address: &'a str) -> &'a str {
    let base = scene.recipe.layers.iter().find(|layer| layer.as_noise().is_some());
    let prefix = base.map(|base| format!("layer.{}.", base.id));
    prefix.and_then(|prefix| address.strip_prefix(&prefix)).unwrap_or(address)
}

/// Returns true if a figure has a control for a parameter of the scene.
pub fn has_control(scene: &Scene, row: &FigureRow, address: &str) -> bool {
    let key = strip_base_layer(scene, address);
    row.controls
        .iter()
        .any(|control| matches!(control.kind, ControlKind::Recipe(recipe_key) if recipe_key == key))
}

/// The address of the explained parameter, if the figure has no control for this parameter.
///
/// The window then shows the parameter's row of the panel next to the figure.
pub fn parameter_without_control<'a>(
    scene: &Scene,
    row: &FigureRow,
    state: &'a State,
) -> Option<&'a str> {
    state.explained.as_deref().filter(|address| !has_control(scene, row, address))
}

/// Draws a figure.
///
/// If the figure explains a parameter, the drawing also shows the land at a lower, the current and
/// a higher value, above the figure.
pub fn draw(c: &Context) -> Drawing {
    let explained = c.state.explained.as_deref().filter(|_| c.row.name != GENERAL);
    match explained.and_then(|address| values::at(c.scene, address)) {
        Some(value) => less_more::draw_above(c.draw(), c, &value),
        None => c.draw(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure_row::Screen;
    use crate::teaching_scene;
    use orogen_terrain::layer::LayerKind;
    use orogen_terrain::marks::ToolKind;
    use orogen_terrain::mask::{Mask, MaskType};
    use orogen_terrain::operation::{ListedOperation, Operation, OperationKind};
    use orogen_terrain::preset::PRESETS;
    use orogen_terrain::values;

    /// Scenes that together have every parameter of the program.
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
    fn every_parameter_is_explained_by_a_figure_with_its_control() {
        let mut count = 0;
        for scene in scenes() {
            for value in values::of_scene(&scene) {
                let address = &value.address;
                let (name, step) = explaining_figure(&scene, address);
                let row = row(name).unwrap_or_else(|| panic!("{address}: {name}"));
                assert!(step < row.steps.len(), "{address}: {name} at {step}");
                let state = State { explained: Some(address.clone()), ..State::of(row) };
                let panel_row = parameter_without_control(&scene, row, &state);
                let has_control = panel_row == Some(address) || has_control(&scene, row, address);
                assert!(has_control, "{address}: {name} has no control for it");
                assert!(row.screen != Screen::Broken && name != "build-up", "{address}: {name}");
                count += 1;
            }
        }
        assert!(count > 1000, "{count}");
        let explained =
            EXPLAINED.iter().filter(|(key, ..)| values::at(&scenes()[0], key).is_none());
        assert_eq!(explained.count(), 0, "entries of parameters that do not exist");
    }

    #[test]
    fn octaves_explain_the_base_layers_detail_and_the_general_figure_explains_other_layers() {
        let mut scene = teaching_scene();
        for key in ["fractal.octaves", "fractal.gain"] {
            assert_eq!(explaining_figure(&scene, key), ("octaves", 3));
        }
        scene.recipe.layers.add(0, LayerKind::named("noise").unwrap()).unwrap();
        let ids: Vec<_> = scene.recipe.layers.iter().map(|layer| layer.id).collect();
        let [base, other] = ids[..] else { panic!("{ids:?}") };
        assert_eq!(explaining_figure(&scene, &format!("layer.{base}.fractal.gain")).0, "octaves");
        assert_eq!(explaining_figure(&scene, &format!("layer.{other}.fractal.gain")).0, GENERAL);
        assert_eq!(explaining_figure(&scene, "erosion.roughness").0, GENERAL);
        let path = || "0,0 +100,0".parse().unwrap();
        let brush = scene.recipe.draw(None, Tool::new(ToolKind::Brush), path()).unwrap();
        let road = scene.recipe.draw(None, Tool::new(ToolKind::Road), path()).unwrap();
        for (mark, key, figure) in [(brush, "hardness", "stroke"), (road, "cut", "banks")] {
            let address = format!("layer.{}.mark.{}.{key}", mark.layer, mark.mark);
            assert_eq!(explaining_figure(&scene, &address), (figure, 2));
        }
    }

    #[test]
    fn a_figure_shows_lower_and_higher_values_of_its_explained_parameter() {
        let (scene, octaves) = (teaching_scene(), row("octaves").unwrap());
        let plain = State::of(octaves);
        let explaining = State { explained: Some("fractal.gain".to_owned()), ..plain.clone() };
        let drawn = |state| draw(&Context::new(&scene, state, octaves).unwrap());
        let (plain, explaining) = (drawn(&plain), drawn(&explaining));
        assert_eq!(plain.value("slope_less"), None);
        let slope = |name: &str| explaining.value(&format!("slope_{name}")).unwrap();
        assert!(slope("less") < slope("now") && slope("now") < slope("more"));
        assert_eq!(explaining.value("value"), plain.value("value"));
        assert_eq!(explaining.handles.len(), plain.handles.len());
        let moved = explaining.handles[0].at[1] - plain.handles[0].at[1];
        assert_eq!(moved, explaining.size[1] - plain.size[1]);
    }
}
