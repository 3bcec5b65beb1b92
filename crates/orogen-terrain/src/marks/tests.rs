//! Marks as parts of a land.

mod edits;
mod joined;
mod lakes;
mod lands;
mod rivers;
mod roads;
mod tools;
mod water;

use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::land::Land;
use crate::layer::{Layer, LayerKind};
use crate::param::{ParamKind, Value};
use crate::preset::PRESETS;
use crate::recipe::Recipe;

/// Sets the numbers of a tool to its defaults times factors, within their ranges.
fn scale_numbers(tool: &mut Tool, factors: &[f64]) {
    for (param, factor) in tool.params().iter().zip(factors.iter().cycle()) {
        if let (ParamKind::Number { min, max, .. }, Value::Number(default)) =
            (param.kind, (param.get)(tool))
        {
            param.set(tool, Value::Number((default * factor).clamp(min, max))).unwrap();
        }
    }
}

prop_compose! {
    /// A mark within about a kilometre of the origin.
    fn any_mark()(
        kind in select(ToolKind::ALL),
        factors in prop::collection::vec(0.3..1.5f64, 8),
        points in prop::collection::vec(prop::array::uniform2(-800.0..800.0f64), 1..6),
        is_pinned in prop::bool::weighted(0.2),
        (roughness, crest_m) in (0.0..1.0f64, 0.0..40.0f64),
        (is_rounded, joins) in (any::<bool>(), any::<bool>()),
    ) -> Mark {
        let kind: orogen_noise::choice::Choice<ToolKind> = kind;
        let mut mark = Mark::new(1, kind.value, MarkPath::from_points_m(&points, 250.0).unwrap());
        scale_numbers(&mut mark.tool, &factors);
        if is_pinned {
            let _ = mark.set_text("pinned", "on");
        }
        match &mut mark.tool {
            Tool::Ridge(ridge) => ridge.roughness = roughness,
            Tool::Valley(valley) => valley.roughness = roughness,
            Tool::River(river) => river.joins = joins,
            Tool::Lake(lake) => {
                (lake.crest_m, lake.rounded, lake.joins) = (crest_m, is_rounded, joins);
            }
            _ => {}
        }
        mark
    }
}

fn numbered(marks: Vec<Mark>) -> MarksLayer {
    let marks = marks.into_iter().zip(1..).map(|(mark, id)| Mark { id, ..mark });
    MarksLayer::new(marks.collect()).unwrap()
}

fn any_marks() -> impl Strategy<Value = MarksLayer> {
    prop::collection::vec(any_mark(), 1..6).prop_map(numbered)
}

/// Adds a layer of marks on top.
fn add(recipe: &mut Recipe, marks: MarksLayer, eroded: bool) -> u32 {
    let top = recipe.layers.len() - 1;
    let index = recipe.layers.add(top, LayerKind::Marks(marks)).unwrap();
    recipe.layers[index].head.layer.eroded = eroded;
    recipe.layers[index].id
}

/// A land of hills, with erosion on request.
fn hills(eroded: bool) -> Recipe {
    let mut recipe = Recipe::default();
    recipe.world.sea_level_m = -900.0;
    recipe.base_mut().noise.frequency = 0.5;
    recipe.erosion.on = eroded;
    recipe.erosion.octaves = 3;
    recipe
}

/// A land of hills between which rivers run, with erosion on request.
fn river_hills(is_eroded: bool) -> Recipe {
    let mut recipe = hills(is_eroded);
    recipe.base_mut().noise.frequency = 0.1;
    recipe.base_mut().shape.height_m = 900.0;
    recipe.rivers.on = true;
    recipe
}

/// A land of marks alone, on level ground at 0.
fn alone(marks: MarksLayer) -> Land {
    let mut recipe = Recipe::default();
    recipe.layers[0].head.layer.opacity = 0.0;
    add(&mut recipe, marks, true);
    Land::new(&recipe).unwrap()
}

fn mark(kind: ToolKind, path: &str, numbers: &[(&str, &str)]) -> Mark {
    let mut mark = Mark::new(1, kind, path.parse().unwrap());
    numbers.iter().for_each(|(key, value)| mark.set_text(key, value).unwrap());
    mark
}

fn alps() -> Recipe {
    let alps = PRESETS.iter().find(|preset| preset.slug == "alps").unwrap();
    alps.scene().unwrap().recipe
}

fn marks_of(recipe: &mut Recipe, id: u32) -> &mut MarksLayer {
    let layer: &mut Layer = recipe.layers.iter_mut().find(|layer| layer.id == id).unwrap();
    match &mut layer.kind {
        LayerKind::Marks(marks) => marks,
        _ => panic!("layer {id} has no marks"),
    }
}
