//! The requests of the page and their answers.

use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::chunks::ChunkKeyList;
use crate::instance::Instance;
use crate::{chunks, figures, files, hashes, horizon, import, levels, light, look, rows, xray};
use orogen_terrain::mood::MOODS;
use orogen_terrain::preset::PRESETS;

/// A request: an object whose only key is the name of the call, with the call's fields or null. A
/// name among the fields would cost much code, because serde keeps all fields until it knows it.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Call {
    /// The tables that the page shows: presets, moods, figures and questions.
    Tables,
    /// Opens a preset, a share code or a recipe's text.
    Open { scene: String },
    /// Opens the land of a share code, to build it; the answer is empty.
    Land { code: String },
    /// Sets a parameter from text.
    Set { key: String, value: String },
    /// Another land of the same kind; returns its code.
    Randomise { seed: u32 },
    /// Sets the light of a mood.
    Mood { slug: String },
    /// Sets the camera, for codes and pictures.
    Camera { text: String },
    /// The uniforms of the shaders, except the light's.
    Look,
    /// The sky's table and the light.
    Light,
    /// The vertices of a chunk, then those of its water.
    Chunk { key: ChunkKeyList },
    /// All meshes of a chunk, for the full picture.
    FullChunk { key: ChunkKeyList },
    /// Sets the maximum bytes of samples to keep for later edits.
    Keep { bytes: usize },
    /// Begins a selection of at most `most` chunks.
    Begin { viewer: [f64; 3], most: usize },
    /// Moves the selection towards the ideal, given the ready chunks.
    Advance { viewer: [f64; 3], ready: Vec<ChunkKeyList> },
    /// The height of the ground and of the water at a place.
    Ground { place: [f64; 2] },
    /// The horizons around a place, and the sun's light on the land there.
    Horizon { place: [f64; 2], texels: usize, reach_m: f64 },
    /// The light of another sun over the same horizons.
    Sun,
    /// A figure of the lab.
    Figure(Box<figures::FigureRequest>),
    /// The lattice of an octave over the land.
    Xray { middle: [f64; 2], side_m: f64, octave: u32 },
    /// A file to download.
    File(files::FileRequest),
    /// Reads a heightmap and opens its land.
    Import { name: String },
    /// A hash of a preset's heights.
    Hash { slug: String },
}

/// Answers a request.
///
/// # Errors
/// One line that says what is wrong.
pub fn answer(instance: &mut Instance, text: &[u8], data: &[u8]) -> Result<Vec<u8>, String> {
    let call: Call =
        serde_json::from_slice(text).map_err(|error| format!("the request: {error}"))?;
    let answer = match call {
        Call::Tables => tables(),
        Call::Open { scene } => {
            instance.open(&scene)?;
            rows::summary(instance)?
        }
        Call::Land { code } => {
            instance.open(&code)?;
            Json::Null
        }
        Call::Set { key, value } => {
            let stage = instance.set(&key, &value)?;
            let mut summary = rows::summary(instance)?;
            summary["stage"] = json!(stage.map(|stage| stage.name()));
            summary
        }
        Call::Randomise { seed } => json!(instance.randomised(u64::from(seed))),
        Call::Mood { slug } => {
            instance.set_mood(&slug)?;
            rows::summary(instance)?
        }
        Call::Camera { text } => {
            instance.set_camera(&text)?;
            json!(instance.code())
        }
        Call::Look => look::uniforms(instance)?,
        Call::Light => light::uniforms(&instance.scene().view.params),
        Call::Chunk { key } => return chunks::build(instance, key.into()),
        Call::FullChunk { key } => return chunks::build_full(instance, key.into()),
        Call::Keep { bytes } => {
            instance.keep_bytes = bytes;
            Json::Null
        }
        Call::Begin { viewer, most } => levels::begin(instance, viewer, most),
        Call::Advance { viewer, ready } => levels::advance(instance, viewer, &ready),
        Call::Ground { place } => {
            let surface = instance.surface()?;
            json!([surface.bed_m(place), surface.water_level_m(place)])
        }
        Call::Horizon { place, texels, reach_m } => {
            return horizon::surroundings(instance, place, texels, reach_m);
        }
        Call::Sun => return horizon::sunlit(instance),
        Call::Figure(request) => figures::draw(instance, &request)?,
        Call::Xray { middle, side_m, octave } => {
            return xray::lattice(instance, middle, side_m, octave);
        }
        Call::File(request) => return files::make(instance, &request),
        Call::Import { name } => {
            import::open(instance, &name, data)?;
            rows::summary(instance)?
        }
        Call::Hash { slug } => json!(hashes::of_preset(&slug)?),
    };
    serde_json::to_vec(&answer).map_err(|error| error.to_string())
}

fn tables() -> Json {
    let presets = PRESETS
        .iter()
        .map(|preset| json!({ "slug": preset.slug, "title": preset.title, "doc": preset.doc }));
    let moods =
        MOODS.iter().map(|mood| json!({ "slug": mood.slug, "title": mood.title, "doc": mood.doc }));
    json!({
        "presets": presets.collect::<Vec<_>>(),
        "moods": moods.collect::<Vec<_>>(),
        "lab": figures::tables(),
    })
}
