//! The JSON chunk of a GLB.

use serde_json::{Map, Value, json};

use super::glb_shape::{TileShape, VertexLayout};
use super::road_mesh::{RoadMesh, RoadVertex, colour};
use super::water_mesh::WaterMesh;
use crate::program::PROGRAM;
use orogen_terrain::choices::RoadSurface;
use orogen_terrain::ground::linear;
use orogen_terrain::scene::Scene;

/// A tile of one level of detail, and the place of its vertices in the buffer.
#[derive(Clone, Copy, Debug)]
pub struct LevelTile {
    pub level: u32,
    /// The tile index, from the north-west.
    pub tile: [usize; 2],
    pub shape: TileShape,
    /// The offset in the buffer.
    pub offset: u64,
    /// The bounds of its positions, in the stored units.
    pub low: [f32; 3],
    pub high: [f32; 3],
    /// The origin of quantised positions, in metres.
    pub origin_m: [f64; 3],
}

/// The contents that the JSON describes.
pub struct GlbContents<'a> {
    pub scene: &'a Scene,
    pub extras: Value,
    /// The position of the root: the centre of the area.
    pub centre_m: [f64; 2],
    pub layout: VertexLayout,
    pub parts: Vec<LevelTile>,
    /// The shapes of tiles, each with the offset of its indices in the buffer. Tiles of one shape
    /// share them.
    pub shapes: Vec<(TileShape, u64)>,
    /// True for 32-bit indices, false for 16-bit indices.
    pub has_u32_indices: bool,
    /// The lengths of the vertices and of the indices in the buffer.
    pub vertex_bytes: u64,
    pub index_bytes: u64,
    /// Offset and length of the colour texture and the normal texture.
    pub images: Option<[[u64; 2]; 2]>,
    /// Water surfaces, which have the second material.
    pub waters: Vec<WaterView>,
    /// Roads, whose materials come last.
    pub roads: Vec<RoadView>,
    pub buffer_bytes: u64,
    /// The shares of the screen at which viewers switch to the next level.
    pub coverage: Vec<f64>,
}

/// The place of a water surface in the buffer: vertices with normals, then indices.
pub(super) struct WaterView {
    pub name: &'static str,
    pub offset: u64,
    /// The numbers of vertices and of indices.
    pub vertices: usize,
    pub indices: usize,
    pub bounds_m: [[f32; 3]; 2],
}

impl WaterView {
    /// Makes the view of a mesh. The offset is not known yet, so the view gets the number with the
    /// longest text.
    pub fn new(mesh: &WaterMesh) -> Self {
        Self {
            name: mesh.name,
            offset: u64::from(u32::MAX),
            vertices: mesh.positions_m.len(),
            indices: mesh.indices.len(),
            bounds_m: mesh.bounds_m,
        }
    }
}

/// The place of a road in the buffer: vertices, then indices.
pub(super) struct RoadView {
    pub name: String,
    pub surface: RoadSurface,
    pub offset: u64,
    /// The numbers of vertices and of indices.
    pub vertices: usize,
    pub indices: usize,
    pub bounds_m: [[f32; 3]; 2],
}

impl RoadView {
    /// Makes the view of a mesh. The offset is not known yet, so the view gets the number with the
    /// longest text.
    pub fn new(mesh: &RoadMesh) -> Self {
        Self {
            name: mesh.name.clone(),
            surface: mesh.surface,
            offset: u64::from(u32::MAX),
            vertices: mesh.vertices.len(),
            indices: mesh.indices.len(),
            bounds_m: mesh.bounds_m,
        }
    }
}

const FLOAT: u32 = 5126;
const U16: u32 = 5123;
const I16: u32 = 5122;
const U32: u32 = 5125;

/// Converts to f64 without rounding.
fn to_f64(numbers: [f32; 3]) -> Vec<f64> {
    numbers.map(f64::from).to_vec()
}

impl GlbContents<'_> {
    /// Formats the JSON.
    pub fn json(&self) -> String {
        let mut accessors: Vec<Value> = vec![];
        for (shape, offset) in &self.shapes {
            accessors.push(json!({
                "bufferView": 1,
                "byteOffset": offset - self.vertex_bytes,
                "componentType": if self.has_u32_indices { U32 } else { U16 },
                "count": shape.indices(),
                "type": "SCALAR",
            }));
        }
        let (mut meshes, mut nodes) = (vec![], vec![Value::Null]);
        let mut tiles: Vec<usize> = vec![];
        for part in &self.parts {
            let mesh = self.mesh(part, &mut accessors);
            let mut node = json!({ "mesh": meshes.len(), "name": self.name(part) });
            if let Some(step_m) = self.layout.step_m {
                node["translation"] = json!(part.origin_m);
                node["scale"] = json!([step_m, step_m, step_m]);
            }
            if part.level == self.parts[0].level {
                tiles.push(nodes.len());
            }
            meshes.push(mesh);
            nodes.push(node);
        }
        self.link_levels(&mut nodes, &tiles);
        let mut views = vec![
            json!({ "buffer": 0, "byteOffset": 0, "byteLength": self.vertex_bytes,
                "byteStride": self.layout.stride(), "target": 34962 }),
            json!({ "buffer": 0, "byteOffset": self.vertex_bytes, "byteLength": self.index_bytes,
                "target": 34963 }),
        ];
        let mut materials = vec![self.ground_material()];
        let mut children = tiles;
        for view in &self.waters {
            children.push(nodes.len());
            nodes.push(json!({ "name": view.name, "mesh": meshes.len() }));
            meshes.push(add_water(view, &mut views, &mut accessors));
        }
        if !self.waters.is_empty() {
            materials.push(self.water_material());
        }
        let mut surfaces: Vec<(RoadSurface, usize)> = vec![];
        for view in &self.roads {
            let existing = surfaces.iter().find(|(surface, _)| *surface == view.surface);
            let material = existing.map(|(_, material)| *material).unwrap_or_else(|| {
                materials.push(road_material(view.surface));
                surfaces.push((view.surface, materials.len() - 1));
                materials.len() - 1
            });
            children.push(nodes.len());
            nodes.push(json!({ "name": view.name, "mesh": meshes.len() }));
            meshes.push(add_road(view, material, &mut views, &mut accessors));
        }
        let [x_m, z_m] = self.centre_m;
        nodes[0] = json!({ "name": "terrain", "translation": [x_m, 0.0, z_m],
            "children": children });
        let mut json = json!({
            "asset": { "version": "2.0", "generator": PROGRAM, "extras": self.extras },
            "scene": 0,
            "scenes": [{ "name": "terrain", "nodes": [0] }],
            "nodes": nodes,
            "meshes": meshes,
            "materials": materials,
        });
        if let Some(images) = self.images {
            let first = views.len();
            views.extend(images.map(|[offset, length]| {
                json!({ "buffer": 0, "byteOffset": offset, "byteLength": length })
            }));
            json["images"] = json!([
                { "name": "albedo", "mimeType": "image/png", "bufferView": first },
                { "name": "normal", "mimeType": "image/png", "bufferView": first + 1 },
            ]);
            // 33071 clamps texture coordinates at the edges.
            json["samplers"] = json!([{ "magFilter": 9729, "minFilter": 9987,
                "wrapS": 33071, "wrapT": 33071 }]);
            json["textures"] =
                json!([{ "source": 0, "sampler": 0 }, { "source": 1, "sampler": 0 }]);
        }
        json["accessors"] = Value::Array(accessors);
        json["bufferViews"] = Value::Array(views);
        json["buffers"] = json!([{ "byteLength": self.buffer_bytes }]);
        let mut extensions = vec![];
        if self.layout.step_m.is_some() {
            extensions.push("KHR_mesh_quantization");
            json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
        }
        if self.parts.iter().any(|part| part.level != self.parts[0].level) {
            extensions.push("MSFT_lod");
        }
        if !extensions.is_empty() {
            json["extensionsUsed"] = json!(extensions);
        }
        json.to_string()
    }

    fn name(&self, part: &LevelTile) -> String {
        let [x, z] = part.tile;
        match part.level {
            0 => format!("tile_x{x}_y{z}"),
            level => format!("tile_x{x}_y{z}_level{level}"),
        }
    }

    fn mesh(&self, part: &LevelTile, accessors: &mut Vec<Value>) -> Value {
        let is_quantised = self.layout.step_m.is_some();
        let indices = self.shapes.iter().position(|(shape, _)| *shape == part.shape);
        let [normal, uv, colour] = self.layout.offsets();
        let mut attributes = Map::new();
        let mut add = |name: &str, offset: usize, component: u32, kind: &str| {
            attributes.insert(name.to_owned(), json!(accessors.len()));
            let mut accessor = json!({
                "bufferView": 0,
                "byteOffset": part.offset + offset as u64,
                "componentType": component,
                "count": part.shape.vertices(),
                "type": kind,
            });
            if name == "POSITION" {
                accessor["min"] = json!(to_f64(part.low));
                accessor["max"] = json!(to_f64(part.high));
            } else if component != FLOAT {
                accessor["normalized"] = json!(true);
            }
            accessors.push(accessor);
        };
        add("POSITION", 0, if is_quantised { U16 } else { FLOAT }, "VEC3");
        add("NORMAL", normal, if is_quantised { I16 } else { FLOAT }, "VEC3");
        if self.layout.has_uv {
            add("TEXCOORD_0", uv, if is_quantised { U16 } else { FLOAT }, "VEC2");
        }
        if self.layout.has_colour {
            add("COLOR_0", colour, U16, "VEC4");
        }
        json!({ "name": self.name(part), "primitives": [{ "attributes": attributes,
            "indices": indices, "material": 0 }] })
    }

    /// Links each node of the finest level to the nodes of its coarser levels. Viewers replace the
    /// finest node by a coarser one, so the coarser nodes belong to no scene (MSFT_lod).
    fn link_levels(&self, nodes: &mut [Value], tiles: &[usize]) {
        for &tile in tiles {
            let finest = &self.parts[tile - 1];
            let is_coarser =
                |part: &LevelTile| part.tile == finest.tile && part.level != finest.level;
            let coarser: Vec<usize> = (0..self.parts.len())
                .filter(|&i| is_coarser(&self.parts[i]))
                .map(|i| i + 1)
                .collect();
            if !coarser.is_empty() {
                nodes[tile]["extensions"] = json!({ "MSFT_lod": { "ids": coarser } });
                nodes[tile]["extras"] = json!({ "MSFT_screencoverage": self.coverage });
            }
        }
    }

    fn ground_material(&self) -> Value {
        let mut ground = json!({ "name": "ground",
            "pbrMetallicRoughness": { "metallicFactor": 0.0, "roughnessFactor": 1.0 } });
        if self.images.is_some() {
            ground["pbrMetallicRoughness"]["baseColorTexture"] = json!({ "index": 0 });
            ground["normalTexture"] = json!({ "index": 1 });
        }
        ground
    }

    fn water_material(&self) -> Value {
        let [r, g, b] = linear(self.scene.recipe.lake.deep);
        json!({ "name": "water", "alphaMode": "BLEND", "pbrMetallicRoughness": {
            "baseColorFactor": [r, g, b, 0.8], "metallicFactor": 0.0, "roughnessFactor": 0.1 } })
    }
}

fn road_material(surface: RoadSurface) -> Value {
    let [r, g, b] = colour(surface);
    json!({ "name": surface.name(), "pbrMetallicRoughness": {
        "baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.9 } })
}

/// Adds the buffer views and accessors of a road, and returns its mesh.
fn add_road(
    view: &RoadView,
    material: usize,
    views: &mut Vec<Value>,
    accessors: &mut Vec<Value>,
) -> Value {
    let (first_view, first) = (views.len(), accessors.len());
    let stride = size_of::<RoadVertex>();
    let vertex_bytes = (stride * view.vertices) as u64;
    let [low, high] = view.bounds_m;
    views.push(json!({ "buffer": 0, "byteOffset": view.offset, "byteLength": vertex_bytes,
        "byteStride": stride, "target": 34962 }));
    views.push(json!({ "buffer": 0, "byteOffset": view.offset + vertex_bytes,
        "byteLength": 4 * view.indices, "target": 34963 }));
    let floats = |offset: usize, kind: &str| {
        json!({ "bufferView": first_view, "byteOffset": offset, "componentType": FLOAT,
            "count": view.vertices, "type": kind })
    };
    let mut positions = floats(0, "VEC3");
    (positions["min"], positions["max"]) = (json!(to_f64(low)), json!(to_f64(high)));
    accessors.extend([
        positions,
        floats(12, "VEC3"),
        floats(24, "VEC2"),
        json!({ "bufferView": first_view + 1, "byteOffset": 0, "componentType": U32,
            "count": view.indices, "type": "SCALAR" }),
    ]);
    json!({ "name": view.name, "primitives": [{ "attributes": { "POSITION": first,
        "NORMAL": first + 1, "TEXCOORD_0": first + 2 }, "indices": first + 3,
        "material": material }] })
}

/// Adds the buffer views and accessors of a water surface, and returns its mesh, which has the second
/// material.
fn add_water(view: &WaterView, views: &mut Vec<Value>, accessors: &mut Vec<Value>) -> Value {
    let (first_view, first) = (views.len(), accessors.len());
    let vertex_bytes = 24 * view.vertices as u64;
    let [low, high] = view.bounds_m;
    views.push(json!({ "buffer": 0, "byteOffset": view.offset, "byteLength": vertex_bytes,
        "byteStride": 24, "target": 34962 }));
    views.push(json!({ "buffer": 0, "byteOffset": view.offset + vertex_bytes,
        "byteLength": 4 * view.indices, "target": 34963 }));
    accessors.extend([
        json!({ "bufferView": first_view, "byteOffset": 0, "componentType": FLOAT,
            "count": view.vertices, "type": "VEC3", "min": to_f64(low), "max": to_f64(high) }),
        json!({ "bufferView": first_view, "byteOffset": 12, "componentType": FLOAT,
            "count": view.vertices, "type": "VEC3" }),
        json!({ "bufferView": first_view + 1, "byteOffset": 0, "componentType": U32,
            "count": view.indices, "type": "SCALAR" }),
    ]);
    json!({ "name": view.name, "primitives": [{ "attributes": { "POSITION": first,
        "NORMAL": first + 1 }, "indices": first + 2, "material": 1 }] })
}
