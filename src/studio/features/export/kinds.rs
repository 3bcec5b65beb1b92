//! The rows of the export dialog for the options of the chosen format.

use bevy_egui::egui::{self, Ui};

use super::choices::{ExportChoices, ExportKind};
use super::rows::{choose, explain, number_field, number_row, row};
use crate::export::catalog::{FormatOption, FormatRow};
use crate::export::maps::{Map, Registration};
use crate::export::mesh::{MeshColour, MeshFormat, MeshSea};
use crate::export::{HeightRange, Sea};
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::choice::title;

/// Shows the rows for all options that the chosen format has.
pub fn show(ui: &mut Ui, choices: &mut ExportChoices, format: Option<&FormatRow>) {
    let has = |choice| format.is_some_and(|row| row.has(choice));
    if choices.kind == ExportKind::Maps {
        maps(ui, &mut choices.maps);
    }
    if has(FormatOption::Range) {
        range(ui, choices);
    }
    if has(FormatOption::Sea) {
        explained(ui, "Sea", SEA, &mut choices.sea, SEAS);
    }
    if has(FormatOption::SeaMesh) {
        explained(ui, "Sea", SEA, &mut choices.mesh.sea, MESH_SEAS);
    }
    if has(FormatOption::Colour) {
        colour(ui, choices);
    }
    if has(FormatOption::Tiling) {
        tiling(ui, choices);
    }
    if has(FormatOption::Print) {
        print(ui, choices);
    }
    if has(FormatOption::Registration) {
        let hint = "The position of the samples in the area.";
        row(ui, "Samples at", hint, |ui| {
            let places = [
                (
                    Registration::Grid,
                    "Borders",
                    "The first and the last samples lie on the border, as for heights.",
                ),
                (
                    Registration::Texel,
                    "Texels",
                    "Samples lie in the middle of texels, as for textures.",
                ),
            ];
            choose(ui, "Samples at", &mut choices.registration, &places);
        });
    }
    if has(FormatOption::Filter) {
        let hint = "Filters out detail finer than the samples.";
        explained(ui, "Filter", hint, &mut choices.filter, FILTERS);
    }
}

/// The tooltip of the rows labelled Sea.
const SEA: &str = "The surface to export under water.";

const SEAS: &[(Sea, &str, &str)] = &[
    (Sea::Bed, "Bed", "Under water, the export has the heights of the ground."),
    (Sea::Clamp, "Surface", "Under water, the export has the level of the water."),
];

const MESH_SEAS: &[(MeshSea, &str, &str)] = &[
    (MeshSea::Bed, "Bed", "Under water, the mesh follows the ground."),
    (MeshSea::Clamp, "Surface", "Under water, the mesh is the flat water, without ground."),
    (MeshSea::Surface, "Both", "Ground and water are separate meshes."),
];

const FILTERS: &[(bool, &str, &str)] = &[
    (
        false,
        "Off",
        "Every sample has the exact height of the land. Detail finer than the samples aliases.",
    ),
    (
        true,
        "On",
        "Detail finer than the samples fades to its mean, so that coarse exports are smooth.",
    ),
];

/// Shows a row of buttons, and below it a sentence about the chosen value.
fn explained<T: PartialEq + Copy>(
    ui: &mut Ui,
    label: &str,
    hint: &str,
    value: &mut T,
    rows: &[(T, &str, &str)],
) {
    row(ui, label, hint, |ui| choose(ui, label, value, rows));
    explain(ui, *value, rows);
}

fn maps(ui: &mut Ui, maps: &mut Vec<Map>) {
    let chosen = maps.clone();
    for (index, chunk) in Map::ALL.chunks(3).enumerate() {
        let label = if index == 0 { "Maps" } else { "" };
        row(ui, label, "The maps to write, each in its own files.", |ui| {
            for row in chunk {
                let mut is_on = chosen.contains(&row.value);
                let name = title(row.name);
                let size = egui::vec2(90.0, ui.available_height());
                let checkbox = egui::Checkbox::new(&mut is_on, name);
                let layout = egui::Layout::left_to_right(egui::Align::Center);
                let response = ui.allocate_ui_with_layout(size, layout, |ui| {
                    ui.set_min_width(size.x);
                    ui.add(checkbox)
                });
                if response.inner.tip(row.doc).changed() {
                    maps.retain(|map| *map != row.value);
                    if is_on {
                        maps.push(row.value);
                    }
                }
            }
        });
    }
    // List the maps in the order of the table, not in the order of the clicks.
    let table_index = |map: &Map| Map::ALL.iter().position(|row| row.value == *map);
    maps.sort_by_key(table_index);
}

fn range(ui: &mut Ui, choices: &mut ExportChoices) {
    let given = HeightRange::Given(choices.given_m);
    let is_print = choices.kind == ExportKind::Mesh;
    let hint = match is_print {
        true => "The ground height at the top of the base.",
        false => "The heights of the darkest and the brightest sample.",
    };
    let ranges = match is_print {
        true => [
            (
                HeightRange::Recipe,
                "Full",
                "The base begins at the lowest ground of the print; for tiles, at the lowest possible ground.",
            ),
            (HeightRange::Auto, "Measured", "The base begins at the lowest ground of the print."),
            (given, "Given", "The base begins at the first height below."),
        ],
        false => [
            (
                HeightRange::Recipe,
                "Full",
                "From the lowest to the highest height possible in this land. All exports of it fit together.",
            ),
            (
                HeightRange::Auto,
                "Measured",
                "From the lowest to the highest sample of this export. Finest steps, but neighbouring exports do not fit.",
            ),
            (given, "Given", "Between the two heights below; heights beyond are clipped."),
        ],
    };
    explained(ui, "Range", hint, &mut choices.range, &ranges);
    let is_given = matches!(choices.range, HeightRange::Given(_));
    row(ui, "From, to", "The limits of a given range, in metres.", |ui| {
        let [low, high] = &mut choices.given_m;
        let number = |x| egui::DragValue::new(x).speed(5).suffix(" m");
        ui.add_enabled_ui(is_given, |ui| {
            number_field(ui, "From", 90.0, number(low));
            number_field(ui, "To", 90.0, number(high));
        });
    });
    if is_given {
        choices.range = HeightRange::Given(choices.given_m);
    }
}

fn colour(ui: &mut Ui, choices: &mut ExportChoices) {
    let texture = (MeshColour::Texture, "Textures", "Stores colours and relief in textures.");
    let other_colours = [
        (MeshColour::Vertices, "Vertices", "Stores colours at the vertices."),
        (MeshColour::None, "None", "Stores no colours."),
    ];
    let is_glb = choices.mesh_format == MeshFormat::Glb;
    let colours: Vec<_> = is_glb.then_some(texture).into_iter().chain(other_colours).collect();
    row(ui, "Colours", "The part of the file that stores the colours.", |ui| {
        let mut colour = choices.mesh.colour;
        if !is_glb && colour == MeshColour::Texture {
            colour = MeshColour::Vertices;
        }
        let before = colour;
        choose(ui, "Colours", &mut colour, &colours);
        if colour != before {
            choices.mesh.colour = colour;
        }
    });
}

fn tiling(ui: &mut Ui, choices: &mut ExportChoices) {
    let mesh = &mut choices.mesh;
    row(ui, "Pieces", "The structure of the mesh.", |ui| {
        let hint = "One mesh with 32-bit indices instead of tiles with 129² vertices.";
        ui.checkbox(&mut mesh.one_mesh, "One mesh").tip(hint);
        let hint =
            "Integers instead of floats. The file is smaller, but not every program reads it.";
        ui.checkbox(&mut mesh.quantise, "Quantised").tip(hint);
    });
    let hint = "The number of coarser levels of each tile. Few programs show them. One mesh has no levels.";
    row(ui, "Levels", hint, |ui| {
        let number = egui::DragValue::new(&mut mesh.levels).range(0..=5).speed(0.05);
        ui.add_enabled_ui(!mesh.one_mesh, |ui| number_field(ui, "Levels", 50.0, number));
    });
}

fn print(ui: &mut Ui, choices: &mut ExportChoices) {
    let mesh = &mut choices.mesh;
    let number = |x, low: f64, high: f64| egui::DragValue::new(x).range(low..=high);
    let width = number(&mut mesh.width_mm, 1.0, 10_000.0).suffix(" mm");
    number_row(ui, "Width", "The width of the printed area.", 90.0, width);
    let times = number(&mut mesh.exaggeration, 0.01, 100.0).speed(0.01);
    number_row(ui, "Height ×", "The vertical exaggeration of the print.", 90.0, times);
    let base = number(&mut mesh.base_mm, 0.1, 1000.0).speed(0.05).suffix(" mm");
    number_row(ui, "Base", "The thickness of the base below the lowest ground.", 90.0, base);
}

/// Shows the row for the number of tiles, into which the area is divided.
pub fn tiles(ui: &mut Ui, choices: &mut ExportChoices) {
    let hint = "The number of files from west to east and from north to south.";
    row(ui, "Tiles", hint, |ui| {
        let [x, z] = &mut choices.tiles;
        number_field(ui, "Tiles across", 50.0, egui::DragValue::new(x).range(1..=64));
        ui.label("×");
        number_field(ui, "Tiles down", 50.0, egui::DragValue::new(z).range(1..=64));
        let is_tiled = choices.tiles != [1, 1];
        let shared = egui::Checkbox::new(&mut choices.share_border, "Shared border");
        ui.add_enabled(is_tiled, shared).tip("Neighbouring tiles share a line of samples.");
    });
}
