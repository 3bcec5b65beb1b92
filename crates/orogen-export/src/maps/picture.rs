//! The picture files of each map, in the form that each engine expects.
//!
//! An engine may need several files for one map.

use super::catchment;
use super::error::MapError;
use super::options::Map;
use crate::engine::Engine;
use crate::write::png::Pixel;
use orogen_terrain::palette::KIND_NAMES;
use orogen_terrain::recipe::Recipe;

/// The number of materials: all kinds of ground in the palette, except water.
pub(super) const MATERIALS: usize = 6;

/// The number of materials that a picture holds, one per channel.
const CHANNELS: usize = 4;

/// The sample format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PixelKind {
    /// 8 bits, grey.
    Grey8,
    /// 16 bits, grey.
    Grey16,
    /// 8 bits each of red, green and blue.
    Rgb8,
    /// 8 bits each of red, green, blue and alpha.
    Rgba8,
    /// A float in channel R of an EXR.
    Float,
}

impl PixelKind {
    /// Bytes per sample before compression.
    pub fn bytes(self) -> usize {
        self.png().map_or(4, Pixel::bytes)
    }

    /// Returns the PNG pixel format. `None` for a format of EXR.
    pub(super) fn png(self) -> Option<Pixel> {
        Some(match self {
            Self::Grey8 => Pixel::Grey8,
            Self::Grey16 => Pixel::Grey16,
            Self::Rgb8 => Pixel::Rgb8,
            Self::Rgba8 => Pixel::Rgba8,
            Self::Float => return None,
        })
    }

    /// Describes the format in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grey8 => "grey, 8 bits",
            Self::Grey16 => "grey, 16 bits",
            Self::Rgb8 => "RGB, 8 bits each",
            Self::Rgba8 => "RGBA, 8 bits each",
            Self::Float => "floats in channel R",
        }
    }
}

/// The content of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapContent {
    Normal {
        is_green_south: bool,
    },
    Slope,
    Curvature,
    Occlusion,
    Albedo,
    /// Colours in red, green and blue, and a constant roughness in alpha.
    RoughAlbedo,
    /// The weights of up to four materials. The first has this index.
    Splat(usize),
    /// The weight of the material with this index.
    Material(usize),
    /// The two strongest materials, packed into the bits of a float.
    Control,
    Ridge,
    Water,
    Flow {
        is_green_south: bool,
    },
    Wetness,
    Catchment,
    /// The weight of the layer with this id.
    Layer(u32),
}

/// One kind of picture file that a map needs.
#[derive(Clone, Debug, PartialEq)]
pub struct MapPicture {
    /// The map of the picture.
    pub map: Map,
    /// The suffix of the file name, such as `normal`, `splat0` or `sand`.
    pub suffix: String,
    /// The sample format.
    pub pixel: PixelKind,
    pub(super) content: MapContent,
}

impl MapPicture {
    /// The file extension.
    pub fn extension(&self) -> &'static str {
        if self.pixel == PixelKind::Float { "exr" } else { "png" }
    }

    /// The names of the channels.
    pub fn channels(&self) -> Vec<String> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        match self.content {
            MapContent::Normal { is_green_south: false } => owned(&["east", "north", "up"]),
            MapContent::Normal { is_green_south: true } => owned(&["east", "south", "up"]),
            MapContent::Slope => owned(&["slope"]),
            MapContent::Curvature => owned(&["curvature"]),
            MapContent::Occlusion => owned(&["sky"]),
            MapContent::Albedo => owned(&["red", "green", "blue"]),
            MapContent::RoughAlbedo => owned(&["red", "green", "blue", "roughness"]),
            MapContent::Splat(first) => {
                (first..MATERIALS.min(first + CHANNELS)).map(material).collect()
            }
            MapContent::Material(i) => vec![material(i)],
            MapContent::Control => owned(&["control"]),
            MapContent::Ridge => owned(&["ridge"]),
            MapContent::Water => owned(&["water"]),
            MapContent::Flow { is_green_south: false } => owned(&["east", "north", "speed"]),
            MapContent::Flow { is_green_south: true } => owned(&["east", "south", "speed"]),
            MapContent::Wetness => owned(&["wetness"]),
            MapContent::Catchment => owned(&["catchment"]),
            MapContent::Layer(id) => vec![format!("layer {id}")],
        }
    }

    /// The formula that turns a sample of the file into the value of the map, as text.
    pub fn formula(&self) -> &'static str {
        let is_float = self.pixel == PixelKind::Float;
        match self.content {
            MapContent::Normal { .. } => "component = sample × 2 / 255 − 1",
            MapContent::Slope if is_float => "degrees = sample",
            MapContent::Slope => "degrees = sample × 90 / 65535",
            MapContent::Curvature | MapContent::Ridge if is_float => "value = sample, from −1 to 1",
            MapContent::Curvature => "c / (1 + |c|) = (sample − 32768) / 32767, c in 1/samples",
            MapContent::Ridge => "ridge = (sample − 32768) / 32767",
            MapContent::Albedo | MapContent::RoughAlbedo => "sRGB",
            MapContent::Control => {
                "bits of the float: base << 27 | overlay << 22 | blend << 14, materials from 0"
            }
            MapContent::Catchment if is_float => "km² = sample, 0 away from rivers and dry valleys",
            MapContent::Catchment => catchment::FORMULA,
            _ if is_float => "share = sample",
            MapContent::Splat(_) | MapContent::Material(_) => {
                "share = sample / 255; all materials add up to 255"
            }
            MapContent::Water => "water = sample / 255",
            MapContent::Flow { .. } => {
                "direction = (sample − 128) / 127; speed in m/s = sample × 4 / 255"
            }
            MapContent::Wetness => "wetness = sample / 65535",
            _ => "share = sample / 65535",
        }
    }

    /// Returns true if the colours are sRGB.
    pub(super) fn is_colour(&self) -> bool {
        matches!(self.content, MapContent::Albedo | MapContent::RoughAlbedo)
    }
}

/// Returns the name of a material in file names.
fn material(i: usize) -> String {
    KIND_NAMES[i + 1].replace(' ', "_")
}

/// Returns the kinds of picture files that a map needs.
pub(super) fn pictures(
    map: Map,
    engine: Option<Engine>,
    recipe: &Recipe,
) -> Result<Vec<MapPicture>, MapError> {
    // Houdini reads values as floats. Colours and directions have the same format in every engine.
    let of_values = |content, pixel| {
        let is_float = engine == Some(Engine::Houdini);
        let pixel = if is_float { PixelKind::Float } else { pixel };
        vec![MapPicture { map, suffix: map.name().to_owned(), pixel, content }]
    };
    let of_colours =
        |content, pixel| vec![MapPicture { map, suffix: map.name().to_owned(), pixel, content }];
    Ok(match map {
        Map::Normal => {
            let is_green_south = engine == Some(Engine::Unreal);
            of_colours(MapContent::Normal { is_green_south }, PixelKind::Rgb8)
        }
        Map::Slope => of_values(MapContent::Slope, PixelKind::Grey16),
        Map::Curvature => of_values(MapContent::Curvature, PixelKind::Grey16),
        Map::Occlusion => of_values(MapContent::Occlusion, PixelKind::Grey16),
        Map::Albedo if engine == Some(Engine::GodotTerrain3d) => {
            of_colours(MapContent::RoughAlbedo, PixelKind::Rgba8)
        }
        Map::Albedo => of_colours(MapContent::Albedo, PixelKind::Rgb8),
        Map::Splat => splat(engine),
        Map::Ridge => of_values(MapContent::Ridge, PixelKind::Grey16),
        Map::Water => of_values(MapContent::Water, PixelKind::Grey8),
        Map::Flow => {
            let is_green_south = engine == Some(Engine::Unreal);
            of_colours(MapContent::Flow { is_green_south }, PixelKind::Rgb8)
        }
        Map::Wetness => of_values(MapContent::Wetness, PixelKind::Grey16),
        Map::Catchment => of_values(MapContent::Catchment, PixelKind::Grey16),
        Map::Layers => {
            let ids: Vec<u32> = recipe.layers.visible().skip(1).map(|layer| layer.id).collect();
            if ids.is_empty() {
                return Err(MapError::OneLayer);
            }
            let layer_pictures = |id: u32| {
                let suffix = format!("layer{id}");
                of_values(MapContent::Layer(id), PixelKind::Grey16)
                    .into_iter()
                    .map(move |picture| MapPicture { suffix: suffix.clone(), ..picture })
            };
            ids.into_iter().flat_map(layer_pictures).collect()
        }
    })
}

fn splat(engine: Option<Engine>) -> Vec<MapPicture> {
    let map = Map::Splat;
    match engine {
        Some(Engine::GodotTerrain3d) => vec![MapPicture {
            map,
            suffix: "control".to_owned(),
            pixel: PixelKind::Float,
            content: MapContent::Control,
        }],
        Some(Engine::Unreal | Engine::Houdini) => (0..MATERIALS)
            .map(|i| MapPicture {
                map,
                suffix: material(i),
                pixel: match engine {
                    Some(Engine::Houdini) => PixelKind::Float,
                    _ => PixelKind::Grey8,
                },
                content: MapContent::Material(i),
            })
            .collect(),
        _ => (0..MATERIALS)
            .step_by(CHANNELS)
            .map(|first| MapPicture {
                map,
                suffix: format!("splat{}", first / CHANNELS),
                pixel: PixelKind::Rgba8,
                content: MapContent::Splat(first),
            })
            .collect(),
    }
}
