//! Files to download: heights as PNG16 and r16, and a mesh as GLB.

use serde::Deserialize;
use serde_json::json;

use crate::instance::Instance;
use orogen_export::arrays::{ArrayLines, ArraySampler, RowRequest};
use orogen_export::{Progress, Sea, range};

/// A wanted file.
#[derive(Deserialize)]
pub struct FileRequest {
    kind: FileKind,
    middle_m: [f64; 2],
    side_m: f64,
    samples: usize,
}

#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum FileKind {
    Png16,
    R16,
    Glb,
}

/// The maximum number of samples on a side.
const MAX_SAMPLES: usize = 4097;

/// Makes a file of a square of land.
///
/// # Errors
/// One line that says what is wrong.
pub fn make(instance: &mut Instance, request: &FileRequest) -> Result<Vec<u8>, String> {
    if !(2..=MAX_SAMPLES).contains(&request.samples) {
        return Err(format!(
            "the samples per side must be 2 to {MAX_SAMPLES}, not {}",
            request.samples
        ));
    }
    let sampler = ArraySampler::new(instance.scene()).map_err(|error| error.to_string())?;
    match request.kind {
        FileKind::Glb => make_glb(&sampler, request),
        kind => {
            let heights_m = heights_m(&sampler, request)?;
            let [low_m, high_m] =
                range::bounds_m(&instance.scene().recipe).map_err(|error| error.to_string())?;
            let scale = 65535.0 / (high_m - low_m);
            let word = |m: f32| ((f64::from(m) - low_m) * scale).round().clamp(0.0, 65535.0) as u16;
            let words = heights_m.into_iter().map(word);
            match kind {
                FileKind::R16 => Ok(words.flat_map(u16::to_le_bytes).collect()),
                _ => encode_png(
                    request.samples,
                    words,
                    &format!("{low_m} to {high_m} m"),
                    &instance.code(),
                ),
            }
        }
    }
}

/// The columns and the rows of samples, with `margin` more on each side, and their step in metres.
fn lines(request: &FileRequest, margin: i64) -> ([Vec<f64>; 2], f64) {
    let step_m = request.side_m / (request.samples - 1) as f64;
    let places = -margin..request.samples as i64 + margin;
    let line = |middle: f64| {
        let first = middle - 0.5 * request.side_m;
        places.clone().map(|i| first + i as f64 * step_m).collect()
    };
    (request.middle_m.map(line), step_m)
}

fn heights_m(sampler: &ArraySampler, request: &FileRequest) -> Result<Vec<f32>, String> {
    let ([columns_m, rows_m], _) = lines(request, 0);
    let band_limit_m = sampler.land().spacing_m();
    let lines = ArrayLines { columns_m: &columns_m, rows_m: &rows_m, band_limit_m };
    let mut heights_m = vec![0.0; columns_m.len() * rows_m.len()];
    sampler
        .heights_m(lines, Sea::Bed, &mut heights_m, &Progress::default())
        .map_err(|error| error.to_string())?;
    Ok(heights_m)
}

fn encode_png(
    side: usize,
    words: impl Iterator<Item = u16>,
    range: &str,
    code: &str,
) -> Result<Vec<u8>, String> {
    let mut bytes = vec![];
    let mut encoder = png::Encoder::new(&mut bytes, side as u32, side as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Sixteen);
    let texts =
        [("Comment", format!("Heights: 0 to 65535 is {range}")), ("Orogen", code.to_owned())];
    for (key, text) in texts {
        encoder.add_text_chunk(key.to_owned(), text).map_err(|error| error.to_string())?;
    }
    let data: Vec<u8> = words.flat_map(u16::to_be_bytes).collect();
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(&data).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// Makes a GLB of the square with normals and colours. The square's middle is the origin.
fn make_glb(sampler: &ArraySampler, request: &FileRequest) -> Result<Vec<u8>, String> {
    let ([columns_m, rows_m], step_m) = lines(request, 1);
    let side = request.samples;
    let arrays = ArrayLines {
        columns_m: &columns_m,
        rows_m: &rows_m,
        band_limit_m: sampler.land().spacing_m(),
    };
    let wanted = RowRequest { colours: true, ..RowRequest::default() };
    let mut rows: Vec<Vec<GlbVertex>> = vec![vec![]; side];
    sampler
        .each_row(
            arrays,
            step_m,
            wanted,
            rows.iter_mut().zip(&rows_m[1..]),
            &Progress::default(),
            |row, (out, z)| {
                for (i, place) in row.places.iter().enumerate() {
                    let x = (columns_m[i + 1] - request.middle_m[0]) as f32;
                    let z = (z - request.middle_m[1]) as f32;
                    let [r, g, b] = row.colours[i];
                    out.push(GlbVertex {
                        place: [x, place.bed_m, z],
                        normal: place.normal,
                        colour: [r, g, b, 255],
                    });
                }
            },
        )
        .map_err(|error| error.to_string())?;
    let vertices: Vec<GlbVertex> = rows.into_iter().flatten().collect();
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for vertex in &vertices {
        for axis in 0..3 {
            low[axis] = low[axis].min(vertex.place[axis]);
            high[axis] = high[axis].max(vertex.place[axis]);
        }
    }
    let cell = |i: u32| {
        let i = i / (side as u32 - 1) * side as u32 + i % (side as u32 - 1);
        let below = i + side as u32;
        [i, below, i + 1, i + 1, below, below + 1]
    };
    let indices: Vec<u32> = (0..((side - 1) * (side - 1)) as u32).flat_map(cell).collect();
    let vertex_bytes = size_of_val(&vertices[..]);
    let mut binary: Vec<u8> = bytemuck::cast_slice(&vertices).to_vec();
    binary.extend_from_slice(bytemuck::cast_slice(&indices));
    let stride = size_of::<GlbVertex>();
    let accessor = |offset: usize, kind: &str, component: u32| json!({ "bufferView": 0, "byteOffset": offset, "componentType": component, "count": vertices.len(), "type": kind });
    let mut places = accessor(0, "VEC3", 5126);
    (places["min"], places["max"]) = (json!(low), json!(high));
    let mut colours = accessor(24, "VEC4", 5121);
    colours["normalized"] = json!(true);
    let json = json!({
        "asset": { "version": "2.0", "generator": concat!("Orogen ", env!("CARGO_PKG_VERSION")) },
        "scene": 0, "scenes": [{ "nodes": [0] }], "nodes": [{ "mesh": 0, "name": "land" }],
        "materials": [{ "pbrMetallicRoughness": { "metallicFactor": 0, "roughnessFactor": 0.95 } }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0, "NORMAL": 1, "COLOR_0": 2 },
            "indices": 3, "material": 0 }] }],
        "buffers": [{ "byteLength": binary.len() }],
        "bufferViews": [
            { "buffer": 0, "byteOffset": 0, "byteLength": vertex_bytes, "byteStride": stride, "target": 34962 },
            { "buffer": 0, "byteOffset": vertex_bytes, "byteLength": binary.len() - vertex_bytes, "target": 34963 },
        ],
        "accessors": [places, accessor(12, "VEC3", 5126), colours,
            { "bufferView": 1, "byteOffset": 0, "componentType": 5125, "count": indices.len(), "type": "SCALAR" }],
    });
    Ok(join_chunks(json.to_string().into_bytes(), binary))
}

/// A vertex of the GLB.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct GlbVertex {
    place: [f32; 3],
    normal: [f32; 3],
    colour: [u8; 4],
}

/// Joins the two chunks of a GLB: a header, then length, kind and bytes of each.
fn join_chunks(mut json: Vec<u8>, binary: Vec<u8>) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    let length = 12 + 8 + json.len() + 8 + binary.len();
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((length as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", json), (b"BIN\0", binary)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    bytes
}
