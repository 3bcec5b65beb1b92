//! Import cards for maps: the steps in each engine.

use super::options::Map;
use super::picture::{MATERIALS, MapPicture};
use super::plan::MapPlan;
use crate::card::line;
use crate::engine::Engine;

impl MapPlan {
    /// Returns the import steps and numbers for the engine, one per line.
    ///
    /// `None` if the plan has no engine.
    pub fn card(&self) -> Option<Vec<String>> {
        let engine = self.engine()?;
        let size = self.samples().files().first()?.size();
        let mut lines = vec![
            format!("{}, maps:", engine.title()),
            line("Samples", format!("{} × {}", size[0], size[1])),
        ];
        let has = |map: Map| self.pictures().iter().any(|picture| picture.map == map);
        if has(Map::Splat) {
            lines.extend(splat(engine, self.pictures()));
        }
        if has(Map::Normal) {
            lines.push(line("Normal", normal(engine)));
        }
        if has(Map::Albedo) {
            lines.push(line("Albedo", albedo(engine)));
        }
        let others = [
            Map::Slope,
            Map::Curvature,
            Map::Occlusion,
            Map::Ridge,
            Map::Water,
            Map::Flow,
            Map::Wetness,
            Map::Catchment,
        ];
        if others.into_iter().any(has) {
            let masks = match engine {
                Engine::Unreal => "textures: sRGB off, Compression Masks or Grayscale",
                Engine::Unity => "textures: sRGB (Color Texture) off, Format R 16 bit",
                Engine::Blender => "images: Color Space Non-Color",
                Engine::Houdini => "HeightField File: Layer of the map's name, Height Scale 1",
                _ => "data, not colours: read them as linear",
            };
            lines.push(line("Masks", masks));
        }
        if engine == Engine::Unity && self.samples().options().tiles.is_some() {
            lines.push(
                "  file names end in _X_Z: X counts eastward, Z northward, both from 0".into(),
            );
        }
        Some(lines)
    }
}

fn splat(engine: Engine, pictures: &[MapPicture]) -> Vec<String> {
    let names = |join: &str| {
        let splat = pictures.iter().filter(|picture| picture.map == Map::Splat);
        splat.flat_map(MapPicture::channels).collect::<Vec<_>>().join(join)
    };
    match engine {
        Engine::Unity => vec![
            line("Terrain Layers", format!("add {MATERIALS}, in this order: {}", names(", "))),
            line("Splatmaps", "Terrain Tools, Import Splatmaps: splat0, then splat1"),
            line("Control Resolution", "Terrain Settings: the number of samples above"),
            "  if north and south are swapped in the editor, choose Flip Vertical there".into(),
        ],
        Engine::Unreal => vec![
            line(
                "Target Layers",
                format!("create these as weight-blended layers: {}", names(", ")),
            ),
            line("Layer File", "Import from File: for each layer, the file with its name"),
        ],
        Engine::GodotTerrain3d => vec![
            line("Control File Name", "the EXR whose name contains `control`"),
            line("Textures", format!("ids 0 to 5: {}", MATERIAL_LIST)),
            line(
                "Import Position, Scale",
                "the same as for the heights, exported with as many samples",
            ),
        ],
        Engine::Houdini => vec![
            line("HeightField File", "one node for each EXR: its name as Layer, Height Scale 1"),
            line("Sampling", "Corner; Grid Spacing as for the heights"),
        ],
        Engine::Blender => vec![
            line("Images", "Color Space Non-Color, Alpha Channel Packed, Extension Extend"),
            line("Mix Shader", "the factors are R, G, B, A of splat0, then R, G of splat1"),
        ],
        Engine::Bevy => {
            vec![line("Channels", format!("R, G, B, A of the files in turn: {}", names(", ")))]
        }
    }
}

const MATERIAL_LIST: &str = "sand, meadow, dark grass, scree, rock, snow";

fn normal(engine: Engine) -> &'static str {
    match engine {
        Engine::Unreal => "green is already flipped: Flip Green Channel off, Compression Normalmap",
        Engine::Unity => "Texture Type Normal map, Create from Grayscale off",
        Engine::Blender => "Normal Map, space Object for a level grid; Color Space Non-Color",
        Engine::Houdini => "red east, green north, blue up",
        _ => "red east, green north, blue up, as in glTF",
    }
}

fn albedo(engine: Engine) -> &'static str {
    match engine {
        Engine::GodotTerrain3d => {
            "Color File Name: colours multiply the textures; alpha 128 leaves roughness unchanged"
        }
        Engine::Unreal => "texture: sRGB on",
        Engine::Unity => "texture: sRGB (Color Texture) on",
        _ => "sRGB",
    }
}
