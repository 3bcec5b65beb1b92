//! The rows of the export's dialog that a format has by the table of exports.

use bevy_egui::egui::{self, Ui};

use super::super::tips::Tip;
use super::super::widgets::title;
use super::choices::{Choices, Kind};
use super::rows::{choose, number_field, row};
use crate::export::catalog::{Choice, Exported};
use crate::export::maps::{Map, Registration};
use crate::export::mesh::{MeshColour, MeshFormat, MeshSea};
use crate::export::{HeightRange, Sea};

/// All rows that the format has.
pub fn show(ui: &mut Ui, choices: &mut Choices, exported: Option<&Exported>) {
    let has = |choice| exported.is_some_and(|row| row.has(choice));
    if choices.kind == Kind::Maps {
        maps(ui, &mut choices.maps);
    }
    if has(Choice::Range) {
        range(ui, choices);
    }
    if has(Choice::Sea) {
        let hint = "What stands where water is: the ground under it, or its surface.";
        row(ui, "Sea", hint, |ui| {
            let seas = [
                (Sea::Bed, "Bed", "The ground under it."),
                (Sea::Clamp, "Surface", "Its surface."),
            ];
            choose(ui, "Sea", &mut choices.sea, &seas);
        });
    }
    if has(Choice::SeaMesh) {
        let hint = "What stands where water is: the ground under it, its surface, or both.";
        row(ui, "Sea", hint, |ui| {
            let seas = [
                (MeshSea::Bed, "Bed", "The ground under it."),
                (MeshSea::Clamp, "Surface", "Its surface in place of the ground."),
                (MeshSea::Surface, "Both", "The ground, and the surface as a mesh of its own."),
            ];
            choose(ui, "Sea", &mut choices.mesh.sea, &seas);
        });
    }
    if has(Choice::Colour) {
        colour(ui, choices);
    }
    if has(Choice::Tiling) {
        tiling(ui, choices);
    }
    if has(Choice::Print) {
        print(ui, choices);
    }
    if has(Choice::Registration) {
        let hint = "Where samples lie in the area.";
        row(ui, "Samples at", hint, |ui| {
            let places = [
                (
                    Registration::Grid,
                    "Borders",
                    "The first and the last on the border, as heights.",
                ),
                (Registration::Texel, "Texels", "In the middle of texels, as pictures on meshes."),
            ];
            choose(ui, "Samples at", &mut choices.registration, &places);
        });
    }
    if has(Choice::Filter) {
        let hint = "Fades detail that samples so far apart cannot hold.";
        row(ui, "Filter", hint, |ui| {
            ui.checkbox(&mut choices.filter, "To the resolution").tip(hint);
        });
    }
}

fn maps(ui: &mut Ui, maps: &mut Vec<Map>) {
    let chosen = maps.clone();
    for (place, three) in Map::ALL.chunks(3).enumerate() {
        let label = if place == 0 { "Maps" } else { "" };
        row(ui, label, "Which maps; each is a file or a few.", |ui| {
            for of in three {
                let mut is_on = chosen.contains(&of.value);
                let name = title(of.name);
                let size = egui::vec2(90.0, ui.available_height());
                let box_ = egui::Checkbox::new(&mut is_on, name);
                let layout = egui::Layout::left_to_right(egui::Align::Center);
                let response = ui.allocate_ui_with_layout(size, layout, |ui| {
                    ui.set_min_width(size.x);
                    ui.add(box_)
                });
                if response.inner.tip(of.doc).changed() {
                    maps.retain(|map| *map != of.value);
                    if is_on {
                        maps.push(of.value);
                    }
                }
            }
        });
    }
    // In the order of the table, whatever was clicked first.
    let place = |map: &Map| Map::ALL.iter().position(|row| row.value == *map);
    maps.sort_by_key(place);
}

fn range(ui: &mut Ui, choices: &mut Choices) {
    let is_print = choices.kind == Kind::Mesh;
    let hint = match is_print {
        true => "The ground that lies at the base's top: the lowest there is, or what you type.",
        false => "The heights that the darkest and the brightest of sixteen-bit samples stand for.",
    };
    row(ui, "Range", hint, |ui| {
        let given = match choices.range {
            given @ HeightRange::Given(_) => given,
            _ => HeightRange::Given([-500.0, 1500.0]),
        };
        let ranges = [
            (HeightRange::Recipe, "Full", "The bounds of the land."),
            (HeightRange::Auto, "Measured", "The lowest and highest sample."),
            (given, "Given", "What you type."),
        ];
        choose(ui, "Range", &mut choices.range, &ranges);
    });
    if let HeightRange::Given([low, high]) = &mut choices.range {
        row(ui, "From, to", "Metres.", |ui| {
            let number = |x| egui::DragValue::new(x).speed(5).suffix(" m");
            number_field(ui, "From", 90.0, number(low));
            number_field(ui, "To", 90.0, number(high));
        });
    }
}

fn colour(ui: &mut Ui, choices: &mut Choices) {
    let texture = (MeshColour::Texture, "Textures", "In textures of colour and relief.");
    let rest = [
        (MeshColour::Vertices, "Vertices", "At the vertices."),
        (MeshColour::None, "None", "Nowhere."),
    ];
    let is_glb = choices.mesh_format == MeshFormat::Glb;
    let colours: Vec<_> = is_glb.then_some(texture).into_iter().chain(rest).collect();
    row(ui, "Colours", "Where colours are.", |ui| {
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

fn tiling(ui: &mut Ui, choices: &mut Choices) {
    let mesh = &mut choices.mesh;
    row(ui, "Pieces", "How triangles are put together.", |ui| {
        let hint = "One mesh of 32-bit indices, in place of tiles of 129² vertices.";
        ui.checkbox(&mut mesh.one_mesh, "One mesh").tip(hint);
        let hint = "Whole numbers in place of floats: smaller, but not every program reads it.";
        ui.checkbox(&mut mesh.quantise, "Quantised").tip(hint);
    });
    let hint = "So many coarser levels of each tile, which few programs show. One mesh has none.";
    row(ui, "Levels", hint, |ui| {
        let number = egui::DragValue::new(&mut mesh.levels).range(0..=5).speed(0.05);
        ui.add_enabled_ui(!mesh.one_mesh, |ui| number_field(ui, "Levels", 50.0, number));
    });
}

fn print(ui: &mut Ui, choices: &mut Choices) {
    let mesh = &mut choices.mesh;
    let number = |x, low: f64, high: f64| egui::DragValue::new(x).range(low..=high);
    row(ui, "Width", "The width of the whole area in the print.", |ui| {
        let width = number(&mut mesh.width_mm, 1.0, 10_000.0).suffix(" mm");
        number_field(ui, "Width", 90.0, width);
    });
    row(ui, "Height ×", "How much higher than wide the print is.", |ui| {
        let times = number(&mut mesh.exaggeration, 0.01, 100.0).speed(0.01);
        number_field(ui, "Height ×", 90.0, times);
    });
    row(ui, "Base", "What is below the lowest ground of the print.", |ui| {
        let base = number(&mut mesh.base_mm, 0.1, 1000.0).speed(0.05).suffix(" mm");
        number_field(ui, "Base", 90.0, base);
    });
}

/// How the whole is cut.
pub fn tiles(ui: &mut Ui, choices: &mut Choices) {
    let hint = "Cuts the whole into so many files, west to east and north to south.";
    row(ui, "Tiles", hint, |ui| {
        let [x, z] = &mut choices.tiles;
        number_field(ui, "Tiles across", 50.0, egui::DragValue::new(x).range(1..=64));
        ui.label("×");
        number_field(ui, "Tiles down", 50.0, egui::DragValue::new(z).range(1..=64));
        let cut = choices.tiles != [1, 1];
        let shared = egui::Checkbox::new(&mut choices.share_border, "Shared border");
        ui.add_enabled(cut, shared).tip("Neighbours share a line of samples.");
    });
}
