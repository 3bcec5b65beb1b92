//! The scene in a form for the page: its code, its camera, and the parameters of the first screen.

use serde_json::{Value as Json, json};

use crate::instance::Instance;
use orogen_terrain::Scene;
use orogen_terrain::address::{AddressRow, Target};
use orogen_terrain::layer::{Layer, LayerKind};
use orogen_terrain::look::Style;
use orogen_terrain::mood::MOODS;
use orogen_terrain::param::{ParamKind, Value};
use orogen_terrain::values::{self, SceneValue};

const NOISE_KEYS: [&str; 4] =
    ["noise.frequency", "shape.height_m", "fractal.octaves", "fractal.gain"];
const COURSE_KEYS: [&str; 4] =
    ["noise.frequency", "fractal.octaves", "fractal.lacunarity", "fractal.gain"];
const COURSE_LAND_KEYS: [&str; 4] =
    ["world.sea_level_m", "colour.alpha_scale", "colour.shininess_water", "colour.shininess_land"];
/// The number of parameters to show for a landform.
const LANDFORM_ROWS: usize = 4;

/// The state of the scene.
///
/// # Errors
/// If choices of the recipe exclude each other.
pub fn summary(instance: &mut Instance) -> Result<Json, String> {
    let has_water = instance.surface()?.land().has_water();
    let scene = instance.scene();
    let (recipe, view) = (&scene.recipe, &scene.view);
    let mood = MOODS.iter().find(|mood| mood.is_applied_to(&view.params)).map(|mood| mood.slug);
    let rows = first_screen(scene).into_iter().filter_map(|address| row_at(scene, &address));
    let camera = view.camera;
    Ok(json!({
        "code": instance.code(),
        "rows": rows.collect::<Vec<_>>(),
        "camera": { "yaw_deg": camera.yaw_deg, "pitch_deg": camera.pitch_deg,
            "distance_m": camera.distance_m, "focus_m": camera.focus_m },
        "style": view.params.look.style.name(),
        "mood": mood,
        "has_water": has_water,
        "bounded": recipe.world.bounded,
        "bounds_m": recipe.bounds_m(),
        "sea_m": recipe.world.sea_level_m,
        "spacing_m": recipe.world.spacing_m.metres(),
        "frequency_per_m": recipe.base().frequency_per_m(),
    }))
}

/// The addresses of the parameters on the first screen.
fn first_screen(scene: &Scene) -> Vec<String> {
    let recipe = &scene.recipe;
    let is_course = scene.view.params.look.style == Style::Course;
    let mut addresses = vec!["world.seed".to_owned()];
    let main_layer =
        recipe.layers.iter().max_by(|a, b| weighted_height_m(a).total_cmp(&weighted_height_m(b)));
    if let Some(layer) = main_layer {
        let prefix =
            if recipe.layers.len() > 1 { format!("layer.{}.", layer.id) } else { String::new() };
        let keys: Vec<&str> = match &layer.kind {
            LayerKind::Noise(_) => if is_course { COURSE_KEYS } else { NOISE_KEYS }.to_vec(),
            LayerKind::Landform(_) | LayerKind::Heightmap(_) => {
                let rows = Target::Layer(&mut layer.clone()).rows();
                let shown = rows.iter().filter(|row| row.key.contains('.') && is_shown(row));
                shown.map(|row| row.key).take(LANDFORM_ROWS).collect()
            }
            LayerKind::Marks(_) => vec![],
        };
        let prefix = match layer.kind {
            LayerKind::Noise(_) => prefix,
            _ => format!("layer.{}.", layer.id),
        };
        addresses.extend(keys.iter().map(|key| format!("{prefix}{key}")));
    }
    let others: &[&str] = match (is_course, recipe.erosion.on) {
        (true, _) => &COURSE_LAND_KEYS,
        (false, true) => &["erosion.strength", "world.sea_level_m"],
        (false, false) => &["world.sea_level_m"],
    };
    addresses.extend(others.iter().map(|key| (*key).to_owned()));
    addresses.push("light.sun_elevation_deg".to_owned());
    addresses.push("light.sun_azimuth_deg".to_owned());
    if !is_course {
        addresses.push("ground.snow_line_m".to_owned());
    }
    addresses
}

fn is_shown(row: &AddressRow) -> bool {
    matches!(row.kind, ParamKind::Number { .. } | ParamKind::Integer { .. })
}

/// The height of a layer times its opacity, in metres; −1 for a hidden layer.
fn weighted_height_m(layer: &Layer) -> f64 {
    if layer.head.layer.visible { layer.height_m() * layer.head.layer.opacity } else { -1.0 }
}

/// A parameter with its value; `None` if the scene does not have it.
pub fn row_at(scene: &Scene, address: &str) -> Option<Json> {
    let whole = values::whole_address(scene, address);
    let SceneValue { row, value, .. } = values::at(scene, &whole)?;
    let mut json = json!({
        "key": whole, "label": row.label, "unit": row.unit, "doc": row.doc, "stage": row.stage.name(),
        "value": match &value {
            Value::Number(x) => json!(x),
            Value::Integer(i) => json!(i),
            Value::Toggle(on) => json!(on),
            other => json!(other.to_string()),
        },
    });
    if whole == "erosion.strength" {
        json["label"] = json!("Erosion");
    }
    match row.kind {
        ParamKind::Number { min, max, log } => {
            (json["min"], json["max"], json["log"]) = (json!(min), json!(max), json!(log));
        }
        ParamKind::Integer { min, max } => {
            (json["min"], json["max"], json["whole"]) = (json!(min), json!(max), json!(true));
        }
        ParamKind::Choice(rows) => {
            json["names"] = json!(rows.iter().map(|row| row.name).collect::<Vec<_>>());
        }
        _ => {}
    }
    Some(json)
}
