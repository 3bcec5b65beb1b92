//! The first screen of the panel: presets, and the most important parameters.

use bevy_egui::egui::{self, Id, Pos2, ScrollArea, Ui, vec2};

use super::documents::SEED;
use super::inputs::PanelInputs;
use super::layers::rows::LayerRows;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;
use crate::studio::features::presets::pictures as presets;
use crate::studio::panel::layers::actions::layer_name;
use crate::studio::ui::shared::{note_place, place_of};
use crate::studio::ui::theme::{self, ROW};
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::ids::widget_id;
use crate::studio::ui::widgets::plain::plain_row;
use crate::studio::ui::widgets::row::{ParameterRow, param_row};
use crate::studio::ui::{tab, window_area};
use crate::terrain::address::{AddressRow, Target};
use crate::terrain::layer::{Layer, LayerKind, Layers};
use crate::terrain::look::Style;
use crate::terrain::param::{Document as _, ParamKind};
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;
use crate::terrain::view::ViewParams;

/// The name under which the position of the dice button is stored.
pub const DICE: &str = "dice";
/// The number of parameters to show for a landform.
const LANDFORM_ROWS: usize = 4;

/// The height of the widgets below the preset pictures in the previous pass, in points.
#[derive(Clone, Copy)]
struct HeightBelow(f32);

impl Default for HeightBelow {
    /// Returns an approximate height, for the first pass.
    fn default() -> Self {
        Self(330.0)
    }
}

/// The most important parameters of a noise layer, in the natural style and in the course style.
const NOISE_KEYS: [&str; 4] =
    ["noise.frequency", "shape.height_m", "fractal.octaves", "fractal.gain"];
const COURSE_KEYS: [&str; 4] =
    ["noise.frequency", "fractal.octaves", "fractal.lacunarity", "fractal.gain"];
/// The most important parameters of the land and its colours in the course style.
const COURSE_LAND_KEYS: [&str; 4] =
    ["world.sea_level_m", "colour.alpha_scale", "colour.shininess_water", "colour.shininess_land"];

/// Shows the first screen.
pub fn show(ui: &mut Ui, scene: &mut Scene, inputs: &mut PanelInputs, commands: &mut Vec<Command>) {
    let height = ui.available_height();
    ScrollArea::vertical().id_salt("first").auto_shrink(false).show(ui, |ui| {
        inputs.layers.hovered = None;
        let width = ui.available_width();
        let id = ui.id();
        let HeightBelow(below) = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let max_height = (height - below).max(presets::height(width, 1.6));
        presets::show(ui, inputs.shelf, inputs.document, max_height, commands);
        let top = ui.cursor().top();
        ui.add_space(6.0);
        seed(ui, &mut scene.recipe, commands);
        choose_layer(ui, &scene.recipe, inputs);
        let is_course = scene.view.params.look.style == Style::Course;
        let index = inputs.layers.selected_index(&scene.recipe.layers);
        layer_rows(ui, scene, index, if is_course { &COURSE_KEYS } else { &NOISE_KEYS });
        let recipe_row = |ui: &mut Ui, recipe: &mut Recipe, key: &str| {
            let enabled = recipe.uses(key);
            let param = Recipe::param(key);
            param.into_iter().for_each(|param| param_row(ui, param, "", recipe, enabled));
        };
        if is_course {
            COURSE_LAND_KEYS.iter().for_each(|key| recipe_row(ui, &mut scene.recipe, key));
        } else {
            if scene.recipe.erosion.on {
                erosion(ui, &mut scene.recipe);
            } else {
                layer_rows(ui, scene, index, &["shape.exponent"]);
            }
            recipe_row(ui, &mut scene.recipe, "world.sea_level_m");
            let sun = ViewParams::param("light.sun_elevation_deg");
            sun.into_iter().for_each(|sun| param_row(ui, sun, "", &mut scene.view.params, true));
            recipe_row(ui, &mut scene.recipe, "ground.snow_line_m");
        }
        ui.add_space(6.0);
        inputs.histogram.show(ui, &scene.recipe);
        let below = HeightBelow(ui.cursor().top() - top + 4.0);
        ui.data_mut(|data| data.insert_temp(id, below));
        tab::scroll(ui);
        window_area::end_list(ui);
    });
}

/// Shows the strength of the erosion under the label "Erosion".
fn erosion(ui: &mut Ui, recipe: &mut Recipe) {
    let Some(param) = Recipe::param("erosion.strength") else { return };
    let (value, default) = ((param.get)(recipe), (param.get)(&Recipe::default()));
    let row = AddressRow { label: "Erosion", ..param.row(param.key) };
    let (address, enabled) = (param.key, true);
    let line = ParameterRow { address, row, value: &value, default: &default, enabled, names: &[] };
    if let Some(edited) = line.show(ui) {
        // If the parameter refuses the value, nothing changes.
        let _ = param.set(recipe, edited);
    }
}

/// Shows the seed, with a dice button left of its field.
fn seed(ui: &mut Ui, recipe: &mut Recipe, commands: &mut Vec<Command>) {
    let seed = Recipe::param(SEED);
    seed.into_iter().for_each(|seed| param_row(ui, seed, "", recipe, true));
    let Some(field) = place_of(ui.ctx(), widget_id(SEED)) else { return };
    let place = egui::Rect::from_min_size(field.left_top() - vec2(ROW + 6.0, 0.0), vec2(ROW, ROW));
    let response = ui.interact(place, Id::new(DICE), tab::click(ui.ctx()));
    note_place(ui.ctx(), widget_id(DICE), place);
    tab::name(&response, "New seed");
    let visuals = ui.style().interact(&response);
    ui.painter().rect_filled(place.shrink(1.0), 4.0, visuals.bg_fill);
    let pip = |x: f32, y: f32| -> Pos2 { place.center() + 4.6 * vec2(x, y) };
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)] {
        ui.painter().circle_filled(pip(x, y), 1.4, theme::of(ui).strong);
    }
    if response.tip(with_keys("Makes another land from a new seed", Command::Randomise)).clicked() {
        commands.push(Command::Randomise);
    }
}

/// Lets the user choose the layer whose parameters are shown below. When a document is opened or its
/// number of layers changes, the main layer is chosen.
fn choose_layer(ui: &mut Ui, recipe: &Recipe, inputs: &mut PanelInputs) {
    let layers = &recipe.layers;
    let document = Some((inputs.document.name(), layers.len()));
    if inputs.layers.main_chosen_for != document {
        inputs.layers.main_chosen_for = document;
        inputs.layers.selected = main_layer(layers).id;
    }
    if layers.len() < 2 {
        return;
    }
    let index = inputs.layers.selected_index(layers);
    let hint = "The layer whose numbers are below.";
    plain_row(ui, "Layer", hint, |ui| {
        let list = egui::ComboBox::from_id_salt("first layer").width(ui.available_width());
        list.truncate().selected_text(layer_name(&layers[index])).show_ui(ui, |ui| {
            for layer in layers.iter().rev() {
                ui.selectable_value(&mut inputs.layers.selected, layer.id, layer_name(layer));
            }
        });
    });
}

/// Returns the visible layer with the largest height times opacity, the first layer if several are
/// equal.
fn main_layer(layers: &Layers) -> &Layer {
    let weighted_height_m = |layer: &Layer| match layer.head.layer.visible {
        true => layer.height_m() * layer.head.layer.opacity,
        false => -1.0,
    };
    let height_m = |index: usize| weighted_height_m(&layers[index]);
    let higher = |a: usize, b: usize| if height_m(b) > height_m(a) { b } else { a };
    &layers[(0..layers.len()).reduce(higher).unwrap_or(0)]
}

/// Shows the given parameters of a noise layer, or the first numbers of a landform.
fn layer_rows(ui: &mut Ui, scene: &mut Scene, index: usize, keys: &[&str]) {
    let is_alone = scene.recipe.layers.len() == 1;
    let layer = &mut scene.recipe.layers[index];
    let prefix = if is_alone { String::new() } else { format!("layer.{}.", layer.id) };
    let Some(mut default_layer) =
        LayerKind::named(layer.kind.name()).map(|kind| Layer::new(layer.id, kind))
    else {
        return;
    };
    let noise = layer.as_noise().cloned();
    let rows = Target::Layer(layer).rows();
    let is_number = |kind: ParamKind| matches!(kind, ParamKind::Number { .. });
    let is_position = |key: &str| key.ends_with(".x_m") || key.ends_with(".z_m");
    let rows: Vec<_> = match &noise {
        Some(_) => {
            keys.iter().filter_map(|key| rows.iter().find(|row| row.key == *key)).copied().collect()
        }
        // A single key is `shape.exponent`, the sharpness of peaks, which landforms do not have.
        None if keys.len() == 1 => Vec::new(),
        None => rows
            .into_iter()
            .filter(|row| row.key.contains('.') && is_number(row.kind) && !is_position(row.key))
            .take(LANDFORM_ROWS)
            .collect(),
    };
    let uses = |row: &AddressRow| noise.as_ref().is_none_or(|noise| noise.uses(row.key));
    let row_list = LayerRows { prefix: &prefix, wanted: &|_| true, enabled: &uses, names: &[] };
    for row in rows {
        row_list.show_row(ui, row, &mut Target::Layer(layer), &Target::Layer(&mut default_layer));
    }
}
