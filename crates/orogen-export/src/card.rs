//! Import cards: the numbers that the user types into an engine to import files.

use super::engine::Engine;
use super::format::Format;
use super::options::Sea;
use super::plan::ExportPlan;
use super::tiles::Tiles;

/// The input of a card.
struct CardFacts<'a> {
    plan: &'a ExportPlan,
    /// Columns and rows of a file.
    size: [u32; 2],
    /// Width and depth of the land in a file, in metres.
    side_m: [f64; 2],
    /// The north-west corner (x, z) of the full area.
    corner_m: [f64; 2],
    /// The side of the full area, in metres.
    area_side_m: f64,
    spacing_m: f64,
    /// The heights of the steps 0 and 65535.
    step_range_m: Option<[f64; 2]>,
    sea_level_m: f64,
}

impl ExportPlan {
    /// Returns the numbers to type into the engine, one per line.
    ///
    /// `None` if the plan has no engine. `measured_m` is the height range in the run's report. Pass
    /// it if the plan measures the range.
    pub fn card(&self, measured_m: Option<[f64; 2]>) -> Option<Vec<String>> {
        let engine = self.options().engine?;
        let size = self.files().first()?.size();
        let spacing_m = self.grid().spacing_m();
        let facts = CardFacts {
            plan: self,
            size,
            side_m: size.map(|samples| f64::from(samples - 1) * spacing_m),
            corner_m: self.area().corner_m(),
            area_side_m: self.area().side_m,
            spacing_m,
            step_range_m: self.step_range_m().or(measured_m).filter(|_| self.format().has_steps()),
            sea_level_m: self.scene().recipe.world.sea_level_m,
        };
        let mut lines = vec![format!("{}:", engine.title())];
        if self.needs_measuring() && measured_m.is_none() {
            lines.push("  the numbers depend on the heights, which the export measures".to_owned());
            return Some(lines);
        }
        lines.extend(match engine {
            Engine::Unity => unity(&facts),
            Engine::Unreal => unreal(&facts),
            Engine::GodotTerrain3d => godot(&facts),
            Engine::Bevy => bevy(&facts),
            Engine::Blender => blender(&facts),
            Engine::Houdini => houdini(&facts),
        });
        lines.extend(tiles_line(engine, &facts));
        lines.push(sea_line(engine, &facts));
        if self.options().sea == Sea::Clamp {
            lines.push("the ground under the sea is raised to sea level".to_owned());
        }
        Some(lines)
    }
}

/// Formats a label and a value.
pub(super) fn line(label: &str, value: impl std::fmt::Display) -> String {
    format!("  {label:<22} {value}")
}

/// Rounds to six decimal places.
fn round(x: f64) -> f64 {
    let rounded = (x * 1e6).round() / 1e6;
    // Adding zero removes the sign of −0.
    rounded + 0.0
}

fn vector(values: [f64; 3]) -> String {
    let [x, y, z] = values.map(round);
    format!("{x}, {y}, {z}")
}

/// Unity: left-handed, y up, z north. Rows of its terrain and of the file run north.
fn unity(facts: &CardFacts) -> Vec<String> {
    let [low, high] = facts.step_range_m.unwrap_or([0.0, 1.0]);
    let ([width_m, length_m], [x_m, z_m]) = (facts.side_m, facts.corner_m);
    vec![
        "  Terrain Settings, Import Raw…: Depth Bit 16, Byte Order Windows, Flip Vertically off"
            .to_owned(),
        line("Resolution", facts.size[0]),
        line("Terrain Width", round(width_m)),
        line("Terrain Length", round(length_m)),
        line("Terrain Height", round(high - low)),
        line("Position", vector([x_m, low, -(z_m + facts.area_side_m)])),
    ]
}

/// Unreal: left-handed, centimetres, x east, y south, z up. A step is Z scale / 128 cm, and step
/// 32768 lies at the actor's height.
fn unreal(facts: &CardFacts) -> Vec<String> {
    let [low, high] = facts.step_range_m.unwrap_or([0.0, 1.0]);
    let scale = facts.spacing_m * 100.0;
    let [x_m, z_m] = facts.corner_m;
    vec![
        "  Landscape mode, Import from File".to_owned(),
        line("Resolution", format!("{} × {}", facts.size[0], facts.size[1])),
        line("Location", vector([x_m * 100.0, z_m * 100.0, 50.0 * (low + high)])),
        line("Scale", vector([scale, scale, (high - low) * 100.0 / 512.0])),
    ]
}

/// Godot: y up, z south, as in Orogen. It reads pixels row by row from the import position, the
/// north-west corner.
fn godot(facts: &CardFacts) -> Vec<String> {
    let [x_m, z_m] = facts.corner_m;
    let mut lines = vec![
        "  Terrain3D, mesh and importer".to_owned(),
        line("Vertex Spacing", round(facts.spacing_m)),
        line("Import Position", format!("{}, {}", x_m.floor() + 0.0, z_m.floor() + 0.0)),
        line("Import Scale", 1),
        line("Height Offset", 0),
    ];
    lines.extend(godot_position(facts));
    if let Some([low, high]) = facts.step_range_m {
        lines.push(line("R16 Range", format!("{}, {}", round(low), round(high))));
        lines.push(line("R16 Size", format!("{}, {}", facts.size[0], facts.size[1])));
    }
    lines
}

/// Describes how versions of Terrain3D treat the import position. Version 1.0 rounds the position to
/// whole metres within 8192 m of the world's centre, then moves it down to a corner of a region. The
/// main branch counts vertices and does not snap.
fn godot_position(facts: &CardFacts) -> Vec<String> {
    const FARTHEST_M: f64 = 8192.0;
    /// Vertices on a side of a region, by default.
    const REGION_VERTICES: f64 = 256.0;
    let region_m = REGION_VERTICES * facts.spacing_m;
    let snapped = facts.corner_m.map(|c| (c / region_m).floor() * region_m + 0.0);
    let mut lines = vec![];
    if facts.corner_m.iter().any(|c| c.abs() > FARTHEST_M) {
        lines.push(format!(
            "  positions are limited to {FARTHEST_M} m from the centre: import at 0, 0 and move the node to {}",
            vector([facts.corner_m[0], 0.0, facts.corner_m[1]])
        ));
    } else if snapped != facts.corner_m {
        lines.push(format!(
            "  version 1.0 moves the position down to a region of {} m (Region Size 256): to {}, {}; move the node by {}",
            round(region_m),
            round(snapped[0]),
            round(snapped[1]),
            vector([facts.corner_m[0] - snapped[0], 0.0, facts.corner_m[1] - snapped[1]])
        ));
    }
    let vertices = facts.corner_m.map(|c| (c / facts.spacing_m).round() + 0.0);
    lines.push(format!(
        "  later versions expect the position in vertices: {}, {}; sides that are powers of 2 leave no narrow regions",
        vertices[0], vertices[1]
    ));
    lines
}

/// Houdini: right-handed, y up, z south, as in Orogen.
fn houdini(facts: &CardFacts) -> Vec<String> {
    let [x_m, z_m] = facts.corner_m;
    let [width_m, length_m] = facts.side_m;
    vec![
        line("HeightField File", "Height Scale 1, Sampling Corner, Size Method Grid Spacing"),
        line("Grid Spacing", round(facts.spacing_m)),
        line("Size", format!("{} × {} m", round(width_m), round(length_m))),
        line("Centre", vector([x_m + 0.5 * width_m, 0.0, z_m + 0.5 * length_m])),
    ]
}

/// Bevy: y up, z south, as in Orogen.
fn bevy(facts: &CardFacts) -> Vec<String> {
    let [x_m, z_m] = facts.corner_m;
    let kind = match facts.plan.format() {
        Format::Png16 => "an Image of R16Uint",
        Format::Exr => "an Image of floats in R, with the feature exr",
        Format::R16 => "u16, little-endian",
        _ => "f32, little-endian",
    };
    let height = match facts.step_range_m {
        Some([low, high]) => format!("{} + sample × {} / 65535", round(low), round(high - low)),
        None => "sample".to_owned(),
    };
    vec![
        line("Samples", format!("{} × {}, {kind}", facts.size[0], facts.size[1])),
        line(
            "Vertex (column, row)",
            format!(
                "x = {} + column × {s}, z = {} + row × {s}",
                round(x_m),
                round(z_m),
                s = round(facts.spacing_m)
            ),
        ),
        line("y", height),
    ]
}

/// Blender: right-handed, z up, y north. The first row of a picture lies at the top, v = 1, which
/// is the north edge.
fn blender(facts: &CardFacts) -> Vec<String> {
    let ([width_m, length_m], [x_m, z_m]) = (facts.side_m, facts.corner_m);
    let [columns, rows] = facts.size;
    let (strength, midlevel) = match facts.step_range_m {
        // The modifier reads a step as a share of 65535.
        Some([low, high]) => (high - low, -low / (high - low)),
        None => (1.0, 0.0),
    };
    vec![
        line(
            "Grid",
            format!("{columns} × {rows} vertices, {} × {} m", round(width_m), round(length_m)),
        ),
        line("Location", vector([x_m + 0.5 * width_m, -(z_m + 0.5 * length_m), 0.0])),
        line("Image", "Color Space Non-Color; texture: Extension Extend, Interpolation off"),
        line("Displace", "Coordinates UV, Direction Z"),
        line("Strength", round(strength)),
        line("Midlevel", midlevel + 0.0),
    ]
}

/// Describes where the other tiles lie. `None` without tiles.
fn tiles_line(engine: Engine, facts: &CardFacts) -> Option<String> {
    let Tiles { share_border, .. } = facts.plan.options().tiles?;
    if engine == Engine::Unreal {
        let steps_cm = vector([facts.side_m[0] * 100.0, facts.side_m[1] * 100.0, 0.0]);
        let steps_cm = steps_cm.trim_end_matches(", 0");
        return Some(match share_border {
            true => format!(
                "  this is the location of _x0_y0, in the north-west; each tile is a landscape, {steps_cm} cm from the next"
            ),
            false => {
                "  choose any tile and accept the tiled image: Unreal joins the tiles into one landscape"
                    .to_owned()
            }
        });
    }
    let (place, steps, row_direction) = match engine {
        Engine::Unity => (
            "the position of _x0_y0, in the south-west",
            round(facts.side_m[0]).to_string(),
            "y northward",
        ),
        Engine::GodotTerrain3d => {
            ("the position of _x0_y0", tile_steps(facts, share_border), "y southward")
        }
        Engine::Houdini => {
            ("for _x0_y0, in the north-west", tile_steps(facts, share_border), "z southward")
        }
        Engine::Blender => {
            ("for _x0_y0, in the north-west", tile_steps(facts, share_border), "y southward")
        }
        _ => ("for _x0_y0", tile_steps(facts, share_border), "y southward"),
    };
    Some(format!("  this is {place}; tiles lie {steps} m apart, x eastward, {row_direction}"))
}

fn sea_line(engine: Engine, facts: &CardFacts) -> String {
    let level_m = facts.sea_level_m;
    match engine {
        Engine::Unreal => line("Sea at z", format!("{} cm", round(level_m * 100.0))),
        Engine::Blender => line("Sea at z", round(level_m)),
        _ => line("Sea at y", round(level_m)),
    }
}

/// Formats the distance from tile to tile. Gives a distance for each axis if they differ.
fn tile_steps(facts: &CardFacts, share_border: bool) -> String {
    let [x_m, z_m] = facts
        .size
        .map(|samples| round(f64::from(samples - u32::from(share_border)) * facts.spacing_m));
    if x_m == z_m { format!("{x_m}") } else { format!("{x_m} and {z_m}") }
}
